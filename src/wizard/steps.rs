use super::{Bidding, Command, Game, OpenRound, Phase, Round, Table, Waiver};
use crate::seats::{PerSeat, Seat};

/// As a scorekeeper would enter the facts. May be refused if the facts break a rule.
pub(super) fn leading_to(game: &Game, facts: &Table) -> Vec<Command> {
    let mut steps = Vec::new();
    for (index, scored) in facts.scored.iter().enumerate() {
        steps.extend(entries(game, index + 1, &scored.facts.as_entered(), true));
        steps.push(Command::Score(scored.finished));
    }
    if let Some(open) = &facts.open {
        steps.extend(open_entries(game, facts.scored.len() + 1, open));
    }
    if !facts.penalties.is_empty() {
        steps.push(Command::Penalties(facts.penalties.clone()));
    }
    if let Some(at) = facts.ended_early {
        steps.push(Command::EndEarly(at));
    }
    steps
}

pub(super) fn open_entries(game: &Game, round: usize, open: &OpenRound) -> Vec<Command> {
    entries(game, round, &open.facts, open.phase != Phase::first(game.rules().bidding))
}

fn entries(game: &Game, round: usize, facts: &Round, advanced: bool) -> Vec<Command> {
    let mut steps = Vec::new();
    let secret = game.rules().bidding == Bidding::Secret;
    let mut order = game.bidding_order(round);
    if !advanced && game.check_bids(round, facts).is_err() {
        // Only a bid before its turn, to be changed now, can lead to a forbidden bid.
        order.sort_by_key(|&seat| !game.has_bid_forbidden(round, &facts.bids, seat));
    }
    let each = |list: &PerSeat<Option<u8>>, make: fn(Seat, Option<u8>) -> Command| -> Vec<Command> {
        let known = order.iter().filter_map(|&seat| Some((seat, list.known(seat)?)));
        known.map(|(seat, number)| make(seat, Some(number))).collect()
    };
    let (bids, mut tricks) = (each(&facts.bids, Command::Bid), each(&facts.tricks, Command::Tricks));
    // Holds for the tricks noted by then.
    tricks.extend(facts.waived.contains(&Waiver::Tricks).then(|| Command::Waive(facts.waived.clone())));
    let (first, second) = if secret { (tricks, bids) } else { (bids, tricks) };
    if facts.trump != game.given_trump(round) {
        steps.push(Command::Trump(facts.trump));
    }
    if facts.bombs > 0 {
        steps.push(Command::Bombs(facts.bombs));
    }
    if !facts.waived.is_empty() {
        steps.push(Command::Waive(facts.waived.clone()));
    }
    steps.extend(first);
    if advanced {
        steps.push(Command::Advance);
    }
    steps.extend(second);
    if !facts.clouds.is_empty() {
        steps.push(Command::Clouds(facts.clouds.clone()));
    }
    steps
}
