//! Random rounds of The Last Wizard, and a second, naive scoring to compare the program's with.

use tablet_of_truth::last_wizard::{Bet, Choice, Command, Game, Manual, Rank, Shown};
use tablet_of_truth::seats::PerSeat;
use tablet_of_truth::session::Session;

/// Steps that enter a random legal round.
pub fn random_round(game: &Game, number: usize, random: &mut fastrand::Rng) -> Vec<Command> {
    let mut left: Vec<usize> = game.order(number).collect();
    let mut steps = Vec::new();
    for bet in [Bet::First, Bet::Second] {
        for seat in left.clone() {
            if left.len() == 1 && (bet == Bet::Second || random.bool()) {
                continue;
            }
            if left.len() > 1 && random.u8(0..3) == 0 {
                left.retain(|&other| other != seat);
                steps.push(Command::Bet(seat, bet, Choice::Fold));
            } else {
                let token = Choice::Token(random.i64(-1..=4).try_into().unwrap());
                steps.push(Command::Bet(seat, bet, token));
            }
        }
    }
    if left.len() > 1 {
        let hands: Vec<i32> = left.iter().map(|_| random.i32(1..=6)).collect();
        let best = *hands.iter().max().unwrap();
        let ties = hands.iter().filter(|&&hand| hand == best).count();
        let second = hands.iter().filter(|&&hand| hand < best).max().filter(|_| ties == 1 && game.second_counts());
        let with_hands = random.bool();
        for (&seat, worth) in left.iter().zip(&hands) {
            let named = if *worth == best {
                Rank::Best
            } else if Some(worth) == second {
                Rank::Second
            } else {
                Rank::Other
            };
            steps.push(Command::Show(seat, if with_hands { Shown::Hand(*worth) } else { Shown::Rank(named) }));
        }
    }
    if random.u8(0..6) == 0 {
        let moves = PerSeat::new(game.start().len(), |_| random.i32(-3..=3));
        steps.push(Command::Move(Manual::new(moves, ["", "ruled"][random.usize(0..2)])));
    }
    steps
}

/// Spaces in seat order.
pub fn spaces(spaces: &PerSeat<i32>) -> Vec<i64> {
    spaces.iter().map(|&space| space.into()).collect()
}

/// Spaces after each round, computed from the text of the file alone.
pub fn after_each_round(session: &Session<Game>) -> Vec<Vec<i64>> {
    let (game, table) = (session.game(), session.table());
    let (players, first_player, fold_doubles) =
        (session.people().players_at_end().len(), game.first_player(1), game.rules().fold_doubles);
    let rounds = &table.written()[..table.scored.len()];
    let mut spaces = spaces(game.start());
    let mut after = Vec::new();
    for (index, round) in rounds.iter().enumerate() {
        let before = spaces.clone();
        let gain = |seat: usize, by: i64| if by > 0 && (1..8).contains(&before[seat]) { 2 * by } else { by };
        let sum =
            |seat: usize| round.facts[seat].round_token.unwrap_or(0) + round.facts[seat].square_token.unwrap_or(0);
        let in_it: Vec<usize> = (0..players).filter(|&seat| round.facts[seat].fold.is_none()).collect();
        for turn in 0..players {
            let seat = (first_player + index + turn) % players;
            if round.facts[seat].fold == Some(1) {
                let others_are_behind = (0..players).all(|other| other == seat || spaces[other] < spaces[seat]);
                let by = if others_are_behind { 0 } else { 1 };
                spaces[seat] += if fold_doubles { gain(seat, by) } else { by };
            }
        }
        for (seat, facts) in round.facts.iter().enumerate() {
            if facts.fold == Some(2) {
                spaces[seat] = 0.max(spaces[seat] + gain(seat, -facts.round_token.unwrap()));
            }
        }
        if let [alone] = in_it[..] {
            spaces[alone] = 0.max(spaces[alone] + gain(alone, sum(alone)));
        } else {
            let mut hands: Vec<i64> = in_it.iter().filter_map(|&seat| round.facts[seat].hand).collect();
            hands.sort_unstable();
            for &seat in &in_it {
                let facts = &round.facts[seat];
                let rank = facts.rank.unwrap_or_else(|| {
                    let above = hands.iter().filter(|&&hand| hand > facts.hand.unwrap()).count();
                    let at_top = hands.iter().filter(|&&hand| hand == *hands.last().unwrap()).count();
                    let runner_up = above == 1 && at_top == 1 && players > 4;
                    if above == 0 {
                        Rank::Best
                    } else if runner_up {
                        Rank::Second
                    } else {
                        Rank::Other
                    }
                });
                let by = match rank {
                    Rank::Best => sum(seat),
                    Rank::Second => facts.round_token.unwrap().min(facts.square_token.unwrap()),
                    Rank::Other => -sum(seat),
                };
                spaces[seat] = 0.max(spaces[seat] + gain(seat, by));
            }
        }
        for (space, by) in spaces.iter_mut().zip(&round.moves) {
            *space = 0.max(*space + by);
        }
        after.push(spaces.clone());
    }
    after
}
