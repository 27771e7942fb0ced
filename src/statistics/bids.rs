//! Bids against tricks: counts of each pair, from which most of a player's figures follow.

use serde::{Serialize, Serializer};

use super::{Figure, Sample};
use crate::wizard::{Score, points};

/// The number of rounds for each pair of scored bid and tricks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeatMap {
    /// The counts in square order, so that the map can grow in place: pairs up to 0, then those with a 1, then with a
    /// 2.
    counts: Vec<u32>,
    side: usize,
}

impl HeatMap {
    fn index(bid: usize, tricks: usize) -> usize {
        if bid < tricks { tricks * tricks + bid } else { bid * bid + bid + tricks }
    }

    pub(super) fn add(&mut self, bid: u8, tricks: u8) {
        let (bid, tricks) = (usize::from(bid), usize::from(tricks));
        let side = bid.max(tricks) + 1;
        if side > self.side {
            self.side = side;
            self.counts.resize(side * side, 0);
        }
        if let Some(count) = self.counts.get_mut(HeatMap::index(bid, tricks)) {
            *count += 1;
        }
    }

    /// The number of rows and columns: one more than the largest bid or number of tricks. No hand has more than 26
    /// cards, so at most 27.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The number of rounds with this bid and these tricks.
    pub fn count(&self, bid: usize, tricks: usize) -> u32 {
        if bid.max(tricks) >= self.side {
            return 0;
        }
        self.counts.get(HeatMap::index(bid, tricks)).copied().unwrap_or(0)
    }

    /// The largest count.
    pub fn largest(&self) -> u32 {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    /// Every pair that occurred: bid, tricks and count.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        let pairs = (0..self.side).flat_map(|bid| (0..self.side).map(move |tricks| (bid, tricks)));
        pairs.map(|(bid, tricks)| (bid, tricks, self.count(bid, tricks))).filter(|(_, _, count)| *count > 0)
    }

    /// The number of rounds with a pair that `wanted` accepts.
    fn rounds(&self, wanted: impl Fn(usize, usize) -> bool) -> u32 {
        self.cells().filter(|&(bid, tricks, _)| wanted(bid, tricks)).map(|(_, _, count)| count).sum()
    }
}

/// Writes rows of bids, each a list by tricks.
impl Serialize for HeatMap {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let row = |bid: usize| (0..self.side).map(|tricks| self.count(bid, tricks)).collect::<Vec<u32>>();
        out.collect_seq((0..self.side).map(row))
    }
}

/// The counts of a player's rounds, taken in order of time.
#[derive(Debug, Default)]
pub(super) struct BidTally {
    heat_map: HeatMap,
    announced_minus_tricks: i64,
    run: i32,
    longest_run: i32,
}

impl BidTally {
    pub(super) fn add(&mut self, score: Score) {
        self.heat_map.add(score.bid, score.tricks);
        self.announced_minus_tricks += i64::from(score.announced) - i64::from(score.tricks);
        self.run = if score.met() { self.run + 1 } else { 0 };
        self.longest_run = self.longest_run.max(self.run);
    }

    pub(super) fn figures(self) -> BidFigures {
        let map = &self.heat_map;
        let rounds = map.rounds(|_, _| true);
        let of_rounds = |sum: f64| Figure::mean(sum, Sample::Rounds(rounds));
        let share = |wanted: fn(usize, usize) -> bool| of_rounds(f64::from(map.rounds(wanted)));
        let points: f64 =
            map.cells().map(|(bid, tricks, count)| f64::from(cell_points(bid, tricks)) * f64::from(count)).sum();
        let zero = map.rounds(|bid, _| bid == 0);
        BidFigures {
            rounds,
            points_per_round: of_rounds(points),
            share_met: share(|bid, tricks| bid == tricks),
            share_overbid: share(|bid, tricks| bid > tricks),
            share_underbid: share(|bid, tricks| bid < tricks),
            // Differences of at most 26 add up to far less than an f64 holds exactly.
            bid_minus_tricks: of_rounds(self.announced_minus_tricks as f64),
            share_zero: of_rounds(f64::from(zero)),
            zero_met: Figure::mean(f64::from(map.count(0, 0)), Sample::Rounds(zero)),
            longest_run: Figure::of((rounds > 0).then_some(self.longest_run), Sample::Rounds(rounds)),
            heat_map: self.heat_map,
        }
    }
}

/// The points for a cell of the map, whose bid and tricks fit into bytes.
fn cell_points(bid: usize, tricks: usize) -> i32 {
    points(i16::try_from(bid).unwrap_or(i16::MAX), u8::try_from(tricks).unwrap_or(u8::MAX))
}

/// A player's figures about bids, over the scored rounds of finished games and of games ended early.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BidFigures {
    /// The number of scored rounds.
    pub rounds: u32,
    /// The mean points of a round.
    pub points_per_round: Figure,
    /// The share of rounds in which the scored bid was met.
    pub share_met: Figure,
    /// The share of rounds in which the scored bid was higher than the tricks.
    pub share_overbid: Figure,
    /// The share of rounds in which the scored bid was lower than the tricks.
    pub share_underbid: Figure,
    /// The mean of announced bid minus tricks: above 0 overbids, below 0 underbids. It takes the announced bid, because
    /// what the Cloud makes of it says nothing about the bidder.
    pub bid_minus_tricks: Figure,
    /// The share of rounds with a scored bid of 0.
    pub share_zero: Figure,
    /// The share of scored bids of 0 that were met; the sample is those bids.
    pub zero_met: Figure,
    /// The longest run of met bids, across games in order of their start.
    pub longest_run: Figure,
    /// The counts of each scored bid with each number of tricks.
    pub heat_map: HeatMap,
}
