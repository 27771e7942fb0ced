//! Packed so that ten thousand games take little memory.

use std::slice::Iter;

use super::penalty::PENALTY_STEP;
use super::score::usual_points;
use super::{Edition, Game, Penalty, Phase, Score, Table};
use crate::seats::Seat;

/// Bids and tricks below this number share a byte if they score as usual.
const SMALL: u8 = 15;
/// Escapes a score that does not fit into one byte; announced bid, bid, tricks and points follow.
const LARGE: u8 = u8::MAX;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    pub edition: Edition,
    pub playing: bool,
    planned: u8,
    to_bid: Option<u8>,
    /// Each has three bytes: player, round and tens.
    penalties: u8,
    /// The penalties, earliest first, then the numbers of the scored rounds, round by round in seat order.
    packed: Box<[u8]>,
}

impl Summary {
    pub fn of(game: &Game, table: &Table) -> Summary {
        let open = table.open.as_ref();
        let to_bid = open.and_then(|open| {
            let order = game.bidding_order(table.scored.len() + 1);
            order.into_iter().find(|&seat| open.facts.bids.known(seat).is_none())
        });
        let mut packed = Vec::with_capacity(table.scored.len() * game.players());
        for penalty in &table.penalties {
            packed.extend([small(penalty.player), small(penalty.after_round), tens(penalty.points)]);
        }
        let scores = (1..).zip(&table.scored).flat_map(|(round, scored)| game.scores(round, &scored.facts));
        for Score { announced, bid, tricks, points } in scores {
            if announced == bid && bid.max(tricks) < SMALL && points == usual_points(bid.into(), tricks) {
                packed.push(bid * SMALL + tricks);
            } else {
                packed.extend([LARGE, announced, bid, tricks, tens(points)]);
            }
        }
        Summary {
            edition: game.rules().edition(),
            playing: open.is_some_and(|open| open.phase == Phase::Playing),
            planned: small(game.plan().rounds()),
            to_bid: to_bid.map(small),
            penalties: small(table.penalties.len()),
            packed: packed.into(),
        }
    }

    pub fn planned(&self) -> usize {
        self.planned.into()
    }

    pub fn to_bid(&self) -> Option<Seat> {
        self.to_bid.map(Seat::from)
    }

    fn parts(&self) -> (&[u8], &[u8]) {
        self.packed.split_at_checked(3 * usize::from(self.penalties)).unwrap_or_default()
    }

    /// Earliest first, without their reasons.
    pub fn penalties(&self) -> impl Iterator<Item = Penalty> {
        let (penalties, _) = self.parts();
        penalties.as_chunks().0.iter().map(|&[player, after_round, tens]| Penalty {
            player: player.into(),
            after_round: after_round.into(),
            points: points_of(tens),
            reason: String::new(),
        })
    }

    pub fn scores(&self) -> impl Iterator<Item = Score> {
        let mut bytes = self.parts().1.iter();
        std::iter::from_fn(move || unpacked(&mut bytes))
    }
}

fn unpacked(bytes: &mut Iter<u8>) -> Option<Score> {
    let mut next = || bytes.next().copied();
    Some(match next()? {
        LARGE => Score { announced: next()?, bid: next()?, tricks: next()?, points: points_of(next()?) },
        both => {
            let (bid, tricks) = (both / SMALL, both % SMALL);
            Score { announced: bid, bid, tricks, points: usual_points(bid.into(), tricks) }
        }
    })
}

/// Points and penalties come in tens, and no game has more than fit.
fn tens(points: i32) -> u8 {
    i8::try_from(points / PENALTY_STEP).unwrap_or(0).cast_unsigned()
}

fn points_of(tens: u8) -> i32 {
    i32::from(tens.cast_signed()) * PENALTY_STEP
}

/// No game has more seats, rounds or penalties than fit.
fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
