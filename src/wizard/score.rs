use std::cmp::Reverse;

use super::{Game, Plan, Round, Table, TieBreak};
use crate::game::Standing;
use crate::seats::PerSeat;

/// `20 + 10 × tricks` if the scored bid is met, else `−10` per trick off.
pub(super) fn usual_points(scored_bid: i16, tricks: u8) -> i32 {
    let off = (i32::from(scored_bid) - i32::from(tricks)).abs();
    if off == 0 { 20 + 10 * i32::from(tricks) } else { -10 * off }
}

#[derive(Clone, Copy, Debug)]
pub struct PointsPossible {
    pub met: (i32, i32),
    pub missed: (i32, i32),
}

impl Plan {
    pub fn points(&self, _round: usize, scored_bid: i16, tricks: u8) -> i32 {
        usual_points(scored_bid, tricks)
    }

    /// Points rise with the tricks of a bid that is met, and fall with each trick off; so the outermost bids suffice.
    pub fn points_possible(&self, round: usize) -> PointsPossible {
        let cards = self.cards(round).unwrap_or_default();
        let points = |bid: u8, tricks: u8| self.points(round, bid.into(), tricks);
        PointsPossible { met: (points(0, 0), points(cards, cards)), missed: (points(cards, 0), points(1, 0)) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    pub announced: u8,
    pub bid: u8,
    pub tricks: u8,
    pub points: i32,
}

impl Score {
    pub fn met(self) -> bool {
        self.bid == self.tricks
    }
}

/// Includes the penalties given by then. Ties are broken by the table's rules.
pub(super) fn standings(game: &Game, table: &Table, rounds: usize) -> Vec<Standing> {
    let mut sums = PerSeat::new(game.players(), |seat| Standing { rank: 0, seat, total: 0, met: 0 });
    for (round, scored) in (1..=rounds).zip(&table.scored) {
        for (line, score) in sums.iter_mut().zip(game.scores(round, &scored.facts)) {
            line.total += score.points;
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

/// For breaking ties, in order of priority; 0 beyond those agreed.
fn merits(game: &Game, table: &Table, rounds: usize) -> PerSeat<[i32; TieBreak::ALL.len()]> {
    let mut merits = PerSeat::new(game.players(), |_| [0; TieBreak::ALL.len()]);
    for (round, scored) in (1..=rounds).zip(&table.scored) {
        for (merits, score) in merits.iter_mut().zip(game.scores(round, &scored.facts)) {
            for (merit, criterion) in merits.iter_mut().zip(&game.rules().tie_break) {
                *merit = match criterion {
                    TieBreak::BidsMet => *merit + i32::from(score.met()),
                    TieBreak::BestRound if round > 1 => score.points.max(*merit),
                    TieBreak::BestRound => score.points,
                    TieBreak::SumOfBids => *merit + i32::from(score.announced),
                };
            }
        }
    }
    merits
}

impl Game {
    pub fn scores(&self, round: usize, facts: &Round<u8>) -> impl Iterator<Item = Score> {
        facts.bids.iter().zip(&facts.tricks).enumerate().map(move |(seat, (&announced, &tricks))| {
            let bid = announced.saturating_add_signed(facts.change(seat));
            Score { announced, bid, tricks, points: self.plan().points(round, bid.into(), tricks) }
        })
    }

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
