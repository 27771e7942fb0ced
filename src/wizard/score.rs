//! Points and standings. Always computed from the facts, never stored.

use std::cmp::Reverse;

use super::{Game, Round};
use crate::seats::{PerSeat, Seat};

/// The points of one player in one round: `20 + 10 × tricks` when the scored bid is met, else `−10` for each trick off.
pub fn points(scored_bid: i16, tricks: u8) -> i32 {
    let off = (i32::from(scored_bid) - i32::from(tricks)).abs();
    if off == 0 { 20 + 10 * i32::from(tricks) } else { -10 * off }
}

/// One player's numbers of a round that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The announced bid.
    pub announced: u8,
    /// The bid that was scored: the announced one with the Cloud's change.
    pub bid: u8,
    /// The tricks taken.
    pub tricks: u8,
}

impl Score {
    /// Was the bid met?
    pub fn met(self) -> bool {
        self.bid == self.tricks
    }

    /// The points of the round.
    pub fn points(self) -> i32 {
        points(self.bid.into(), self.tricks)
    }
}

impl Round<u8> {
    /// The numbers that count, in seat order.
    pub fn scores(&self) -> impl Iterator<Item = Score> {
        self.bids.iter().zip(&self.tricks).enumerate().map(|(seat, (&announced, &tricks))| Score {
            announced,
            bid: announced.saturating_add_signed(self.change(seat)),
            tricks,
        })
    }
}

/// One line of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place; equal results share it and the next one is left out (1, 1, 3, 4).
    pub rank: usize,
    /// Whose line it is.
    pub seat: Seat,
    /// Points so far; may be negative.
    pub total: i32,
    /// Rounds in which the scored bid was met.
    pub bids_met: usize,
}

impl Game {
    /// The standings after these rounds, best first, equal ones in seat order. By a house rule equal points are told apart by
    /// the number of bids met.
    pub fn standings<'a>(&self, rounds: impl IntoIterator<Item = &'a Round<u8>>) -> Vec<Standing> {
        let mut sums = PerSeat::new(self.players(), |seat| Standing { rank: 0, seat, total: 0, bids_met: 0 });
        for round in rounds {
            for (line, score) in sums.iter_mut().zip(round.scores()) {
                line.total += score.points();
                line.bids_met += usize::from(score.met());
            }
        }
        let result = |line: &Standing| {
            let met = if self.rules().ties_by_bids_met { line.bids_met } else { 0 };
            (Reverse(line.total), Reverse(met))
        };
        let mut lines: Vec<Standing> = sums.into_iter().collect();
        lines.sort_by_key(result);
        let (mut rank, mut before) = (0, None);
        for (index, line) in lines.iter_mut().enumerate() {
            if before.replace(result(line)) != Some(result(line)) {
                rank = index + 1;
            }
            line.rank = rank;
        }
        lines
    }
}
