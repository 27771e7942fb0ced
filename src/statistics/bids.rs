//! Bids against tricks: counts of each pair, from which most of a player's figures follow.

use chrono::{DateTime, FixedOffset};
use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::{Figure, Sample};
use crate::session::Record;
use crate::wizard::Score;

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

    pub fn count(&self, bid: usize, tricks: usize) -> u32 {
        if bid.max(tricks) >= self.side {
            return 0;
        }
        self.counts.get(HeatMap::index(bid, tricks)).copied().unwrap_or(0)
    }

    pub fn largest(&self) -> u32 {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        let pairs = (0..self.side).flat_map(|bid| (0..self.side).map(move |tricks| (bid, tricks)));
        pairs.map(|(bid, tricks)| (bid, tricks, self.count(bid, tricks))).filter(|(_, _, count)| *count > 0)
    }

    fn rounds(&self, wanted: impl Fn(usize, usize) -> bool) -> u32 {
        self.cells().filter(|&(bid, tricks, _)| wanted(bid, tricks)).map(|(_, _, count)| count).sum()
    }
}

impl Serialize for HeatMap {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let row = |bid: usize| (0..self.side).map(|tricks| self.count(bid, tricks)).collect::<Vec<u32>>();
        out.collect_seq((0..self.side).map(row))
    }
}

#[derive(Debug, Default)]
pub(super) struct BidTally {
    heat_map: HeatMap,
    points: i64,
    announced_minus_tricks: i64,
    run: i32,
    longest_run: i32,
    longest_run_in: Option<(DateTime<FixedOffset>, Uuid)>,
}

impl BidTally {
    pub(super) fn add(&mut self, score: Score, record: &Record) {
        self.heat_map.add(score.bid, score.tricks);
        self.points += i64::from(score.points);
        self.announced_minus_tricks += i64::from(score.announced) - i64::from(score.tricks);
        self.run = if score.met() { self.run + 1 } else { 0 };
        if self.run > self.longest_run {
            (self.longest_run, self.longest_run_in) = (self.run, Some((record.started, record.id)));
        }
    }

    pub(super) fn figures(self) -> BidFigures {
        let map = &self.heat_map;
        let rounds = map.rounds(|_, _| true);
        let of_rounds = |sum: f64| Figure::mean(sum, Sample::Rounds(rounds));
        let share = |wanted: fn(usize, usize) -> bool| of_rounds(f64::from(map.rounds(wanted)));
        let zero = map.rounds(|bid, _| bid == 0);
        BidFigures {
            rounds,
            // These sums are far smaller than what an f64 holds exactly.
            points_per_round: of_rounds(self.points as f64),
            share_met: share(|bid, tricks| bid == tricks),
            share_overbid: share(|bid, tricks| bid > tricks),
            share_underbid: share(|bid, tricks| bid < tricks),
            bid_minus_tricks: of_rounds(self.announced_minus_tricks as f64),
            share_zero: of_rounds(f64::from(zero)),
            zero_met: Figure::mean(f64::from(map.count(0, 0)), Sample::Rounds(zero)),
            longest_run: Figure::of((rounds > 0).then_some(self.longest_run), Sample::Rounds(rounds)),
            longest_run_in: self.longest_run_in,
            heat_map: self.heat_map,
        }
    }
}

/// A player's figures about bids, over the scored rounds of finished games and of games ended early.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BidFigures {
    pub rounds: u32,
    pub points_per_round: Figure,
    pub share_met: Figure,
    pub share_overbid: Figure,
    pub share_underbid: Figure,
    /// The mean of announced bid minus tricks: above 0 overbids, below 0 underbids. Changes by the Cloud are left out,
    /// because they do not characterise the bidder.
    pub bid_minus_tricks: Figure,
    pub share_zero: Figure,
    /// The share of scored bids of 0 that were met; the sample is those bids.
    pub zero_met: Figure,
    /// The longest run of met bids, across games in order of their start.
    pub longest_run: Figure,
    /// The start and id of the session that reached it; `None` if no bid was met.
    #[serde(skip)]
    pub longest_run_in: Option<(DateTime<FixedOffset>, Uuid)>,
    pub heat_map: HeatMap,
}
