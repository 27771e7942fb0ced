use serde_json::{Value, json};
use tablet_of_truth::last_wizard::{Bet, Choice, Command, Game, Manual, Rank, Shown};
use tablet_of_truth::seats::PerSeat;

/// A round of three: seat 0 has the best hand and tokens with this sum, seat 1 loses 2, seat 2 folds.
pub fn won(sum: i64) -> Value {
    json!({"facts": [{"round_token": sum - 1, "square_token": 1, "rank": "best"},
        {"round_token": 1, "square_token": 1, "rank": "other"}, {"fold": 1}]})
}

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
