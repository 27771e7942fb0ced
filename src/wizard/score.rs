//! Points and standings. Always computed from the facts, never stored.

use std::cmp::Reverse;

use super::{Game, Round, Table};
use crate::game::Standing;
use crate::seats::PerSeat;

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

/// The standings after so many rounds, with the penalties given until then. By a house rule equal points are told apart by
/// the number of bids met.
pub(super) fn standings(game: &Game, table: &Table, rounds: usize) -> Vec<Standing> {
    let mut sums = PerSeat::new(game.players(), |seat| Standing { rank: 0, seat, total: 0, met: 0 });
    for round in table.scored.iter().take(rounds) {
        for (line, score) in sums.iter_mut().zip(round.facts.scores()) {
            line.total += score.points();
            line.met += usize::from(score.met());
        }
    }
    for penalty in table.penalties.iter().filter(|penalty| penalty.after_round <= rounds) {
        let lines = sums.iter_mut().filter(|line| line.seat == penalty.player);
        lines.for_each(|line| line.total += penalty.points);
    }
    let met = |line: &Standing| if game.rules().ties_by_bids_met { line.met } else { 0 };
    Standing::ranked(sums, |line| (Reverse(line.total), Reverse(met(line))))
}
