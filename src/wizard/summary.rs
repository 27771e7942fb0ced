//! What lists and statistics know of a game, packed so that a hundred thousand fit into memory.

use std::slice::Iter;

use super::penalty::PENALTY_STEP;
use super::{Edition, Game, Penalty, Phase, Score, Table};
use crate::seats::Seat;

/// Bids and tricks below this number share a byte.
const SMALL: u8 = 15;
/// The byte before a score that does not fit into one: announced bid, bid and tricks.
const LARGE: u8 = u8::MAX;

/// A game in brief, without its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The edition it was played with.
    pub edition: Edition,
    /// Whether tricks are being entered.
    pub playing: bool,
    planned: u8,
    to_bid: Option<u8>,
    /// The number of penalties; each has three bytes: player, round and tens.
    penalties: u8,
    /// The penalties, earliest first, then the numbers of the scored rounds, round by round in seat order.
    packed: Box<[u8]>,
}

impl Summary {
    /// Summarises a game with these facts.
    pub fn of(game: &Game, table: &Table) -> Summary {
        let open = table.open.as_ref();
        let to_bid = open.and_then(|open| {
            let order = game.bidding_order(table.scored.len() + 1);
            order.into_iter().find(|&seat| open.facts.bids.known(seat).is_none())
        });
        let mut packed = Vec::with_capacity(table.scored.len() * game.players());
        for penalty in &table.penalties {
            let tens = i8::try_from(penalty.points / PENALTY_STEP).unwrap_or(0);
            packed.extend([small(penalty.player), small(penalty.after_round), tens.cast_unsigned()]);
        }
        for Score { announced, bid, tricks } in table.scored.iter().flat_map(|scored| scored.facts.scores()) {
            if announced == bid && bid.max(tricks) < SMALL {
                packed.push(bid * SMALL + tricks);
            } else {
                packed.extend([LARGE, announced, bid, tricks]);
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

    /// The number of rounds in the plan.
    pub fn planned(&self) -> usize {
        self.planned.into()
    }

    /// The seat that has to bid next in the open round, if any.
    pub fn to_bid(&self) -> Option<Seat> {
        self.to_bid.map(Seat::from)
    }

    fn parts(&self) -> (&[u8], &[u8]) {
        self.packed.split_at_checked(3 * usize::from(self.penalties)).unwrap_or_default()
    }

    /// Penalty points, earliest first, without their reasons.
    pub fn penalties(&self) -> impl Iterator<Item = Penalty> {
        let (penalties, _) = self.parts();
        penalties.as_chunks().0.iter().map(|&[player, after_round, tens]| Penalty {
            player: player.into(),
            after_round: after_round.into(),
            points: i32::from(tens.cast_signed()) * PENALTY_STEP,
            reason: String::new(),
        })
    }

    /// The numbers of the scored rounds, round by round in seat order.
    pub fn scores(&self) -> impl Iterator<Item = Score> {
        let mut bytes = self.parts().1.iter();
        std::iter::from_fn(move || unpacked(&mut bytes))
    }
}

fn unpacked(bytes: &mut Iter<u8>) -> Option<Score> {
    let mut next = || bytes.next().copied();
    match next()? {
        LARGE => Some(Score { announced: next()?, bid: next()?, tricks: next()? }),
        both => Some(Score { announced: both / SMALL, bid: both / SMALL, tricks: both % SMALL }),
    }
}

/// A number of seats, rounds or penalties: no game has more than fit.
fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
