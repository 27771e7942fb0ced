use super::steps::open_entries;
use super::{Cloud, CloudEntry, Game, OpenRound, Penalty, PenaltyGiven, Phase, Round, ScoredRound, Table, Violation};
use crate::game::Refusal;
use crate::seats::{PerSeat, Seat};

/// Scored rounds stay as played; the open one is entered again if the new rules allow it, and otherwise dealt again.
pub(super) fn carried(
    game: &Game,
    before: &Game,
    table: &Table,
    seats: &PerSeat<Seat>,
) -> Result<Table, Refusal<Violation>> {
    let trump = |round: usize, facts: Round| {
        // A round that can have no trump under these rules loses the one it had.
        let given = facts.trump == before.given_trump(round) || game.check_trump(round, facts.trump).is_err();
        Round { trump: if given { game.given_trump(round) } else { facts.trump }, ..facts }
    };
    let mut carried = Table::new(game);
    for (round, scored) in (1..).zip(&table.scored) {
        let facts = trump(round, reseated(&scored.facts.as_entered(), seats));
        let facts = game.check_round(round, &facts).map_err(|violation| Refusal::Rule { round, violation })?;
        carried.scored.push(ScoredRound { facts, finished: scored.finished });
    }
    let moved = |penalty: &Penalty| Penalty { player: now_on(penalty.player, seats), ..penalty.clone() };
    let penalties = table.penalties.iter().map(moved).collect::<Vec<_>>();
    let given = game.check_penalties(penalties.iter().map(PenaltyGiven::from), carried.scored.len());
    carried.penalties = given.map_err(|violation| Refusal::Rule { round: 0, violation })?;
    carried.deal(game);
    let (Some(dealt), Some(open)) = (&carried.open, &table.open) else { return Ok(carried) };
    let round = table.scored.len() + 1;
    let facts = trump(round, reseated(&open.facts, seats));
    let first = Phase::first(game.rules().bidding);
    let same_order = first == Phase::first(before.rules().bidding);
    let again = [(same_order, open.phase), (true, first)].into_iter().filter(|(possible, _)| *possible);
    let as_it_was = again.map(|(_, phase)| OpenRound { facts: facts.clone(), phase }).find(|open| {
        let mut one = Table {
            scored: carried.scored.clone(),
            open: Some(dealt.clone()),
            penalties: Vec::new(),
            ended_early: None,
        };
        let steps = open_entries(game, round, open);
        steps.iter().all(|step| one.perform(game, step).is_ok()) && one.open.as_ref() == Some(open)
    });
    if as_it_was.is_some() {
        carried.open = as_it_was;
    }
    carried.ended_early = table.ended_early;
    Ok(carried)
}

fn now_on(seat: Seat, seats: &PerSeat<Seat>) -> Seat {
    seats.iter().position(|&before| before == seat).unwrap_or(seat)
}

/// Seat `i` takes the numbers of `seats[i]`.
fn reseated(facts: &Round, seats: &PerSeat<Seat>) -> Round {
    let moved = |list: &PerSeat<Option<u8>>| seats.map(|&seat| list.known(seat));
    let taker = |seat: Seat| now_on(seat, seats);
    let clouds = facts.clouds.iter().map(|cloud| match *cloud {
        CloudEntry::Asked(player) => CloudEntry::Asked(player.map(taker)),
        CloudEntry::Taken(cloud) => CloudEntry::Taken(Cloud { player: taker(cloud.player), ..cloud }),
    });
    Round { bids: moved(&facts.bids), tricks: moved(&facts.tricks), clouds: clouds.collect(), ..facts.clone() }
}
