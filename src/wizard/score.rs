//! Points and standings, always computed from the facts and never stored.

use std::cmp::Reverse;

use super::{Game, Round, Table, TieBreak};
use crate::game::Standing;
use crate::seats::PerSeat;

/// The points of one player in one round: `20 + 10 × tricks` if the scored bid is met, else `−10` per trick off.
pub fn points(scored_bid: i16, tricks: u8) -> i32 {
    let off = (i32::from(scored_bid) - i32::from(tricks)).abs();
    if off == 0 { 20 + 10 * i32::from(tricks) } else { -10 * off }
}

/// A player's numbers in a scored round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The announced bid.
    pub announced: u8,
    /// The scored bid: the announced one with the Cloud's change.
    pub bid: u8,
    /// The tricks taken.
    pub tricks: u8,
}

impl Score {
    /// Whether the bid was met.
    pub fn met(self) -> bool {
        self.bid == self.tricks
    }

    /// The points of the round.
    pub fn points(self) -> i32 {
        points(self.bid.into(), self.tricks)
    }
}

impl Round<u8> {
    /// Each player's numbers, in seat order.
    pub fn scores(&self) -> impl Iterator<Item = Score> {
        self.bids.iter().zip(&self.tricks).enumerate().map(|(seat, (&announced, &tricks))| Score {
            announced,
            bid: announced.saturating_add_signed(self.change(seat)),
            tricks,
        })
    }
}

/// The standings after `rounds` rounds, including the penalties given by then. Ties are broken as the table agreed.
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
    let merits = merits(game, table, rounds);
    Standing::ranked(sums, |line| (Reverse(line.total), Reverse(merits.get(line.seat).copied())))
}

/// Each player's numbers for breaking ties, in the order in which they count; 0 beyond those agreed.
fn merits(game: &Game, table: &Table, rounds: usize) -> PerSeat<[i32; TieBreak::ALL.len()]> {
    let mut merits = PerSeat::new(game.players(), |_| [0; TieBreak::ALL.len()]);
    for (round, scored) in table.scored.iter().take(rounds).enumerate() {
        for (merits, score) in merits.iter_mut().zip(scored.facts.scores()) {
            for (merit, criterion) in merits.iter_mut().zip(&game.rules().tie_break) {
                *merit = match criterion {
                    TieBreak::BidsMet => *merit + i32::from(score.met()),
                    TieBreak::BestRound if round > 0 => score.points().max(*merit),
                    TieBreak::BestRound => score.points(),
                    TieBreak::SumOfBids => *merit + i32::from(score.announced),
                };
            }
        }
    }
    merits
}

impl Game {
    /// The criterion that broke a tie for first place, if one did.
    pub fn decided_by(&self, table: &Table) -> Option<TieBreak> {
        let rounds = table.scored.len();
        let lines = standings(self, table, rounds);
        let (first, next) = (lines.first()?, lines.iter().find(|line| line.rank > 1)?);
        let merits = merits(self, table, rounds);
        let (ahead, behind) = (merits.get(first.seat)?, merits.get(next.seat)?);
        let apart = ahead.iter().zip(behind).position(|(ahead, behind)| ahead != behind)?;
        self.rules().tie_break.get(apart).copied().filter(|_| first.total == next.total)
    }
}
