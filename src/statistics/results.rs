use chrono::{DateTime, FixedOffset};
use serde::Serialize;
use uuid::Uuid;

use super::{Figure, Rating, Sample};

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    pub games: u32,
    pub wins: u32,
    pub shared_wins: u32,
    /// A victory shared by two counts half, by three a third.
    pub win_share: Figure,
    /// In points.
    pub mean_total: Figure,
    /// In points.
    pub best_total: Figure,
    /// In points.
    pub worst_total: Figure,
    /// 1 is the best; equal results share the better place.
    pub mean_place: Figure,
}

#[derive(Debug, Default)]
pub(super) struct ResultTally {
    games: u32,
    wins: u32,
    shared_wins: u32,
    won: f64,
    total: i64,
    best: Option<i32>,
    worst: Option<i32>,
    places: u64,
}

impl ResultTally {
    pub(super) fn add(&mut self, total: i32, place: usize, winners: usize) {
        self.games += 1;
        if place == 1 {
            *(if winners == 1 { &mut self.wins } else { &mut self.shared_wins }) += 1;
            self.won += 1.0 / winners.max(1) as f64;
        }
        self.total += i64::from(total);
        self.best = self.best.max(Some(total));
        self.worst = Some(self.worst.map_or(total, |worst| worst.min(total)));
        self.places += place as u64;
    }

    pub(super) fn results(&self) -> Results {
        let sample = Sample::Games(self.games);
        Results {
            games: self.games,
            wins: self.wins,
            shared_wins: self.shared_wins,
            win_share: Figure::mean(self.won, sample),
            mean_total: Figure::mean(self.total as f64, sample),
            best_total: Figure::of(self.best, sample),
            worst_total: Figure::of(self.worst, sample),
            mean_place: Figure::mean(self.places as f64, sample),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GameResult {
    pub session: Uuid,
    pub started: DateTime<FixedOffset>,
    /// In points.
    pub total: i32,
    /// From 1; equal results share it.
    pub place: usize,
    pub players: usize,
    pub rounds: usize,
    pub rating: Rating,
}
