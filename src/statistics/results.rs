//! The wins, totals and places of a player's finished games.

use chrono::{DateTime, FixedOffset};
use serde::Serialize;
use uuid::Uuid;

use super::{Figure, Rating, Sample};

/// The figures of some of a player's finished games: of all, of one number of players or of one edition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    /// The finished games.
    pub games: u32,
    /// The games won alone.
    pub wins: u32,
    /// The games won jointly.
    pub shared_wins: u32,
    /// The share of games won; a victory shared by two counts half, by three a third.
    pub win_share: Figure,
    /// The mean of the final totals, in points.
    pub mean_total: Figure,
    /// The highest final total, in points.
    pub best_total: Figure,
    /// The lowest final total, in points.
    pub worst_total: Figure,
    /// The mean place; 1 is the best, and equal results share the better place.
    pub mean_place: Figure,
}

/// The counts behind [`Results`].
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
    /// Counts a game with this final total, place and number of winners.
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

/// The outcome of a finished game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GameResult {
    /// The session's id.
    pub session: Uuid,
    /// The time it was set up.
    pub started: DateTime<FixedOffset>,
    /// The final total, in points.
    pub total: i32,
    /// The place, from 1; equal results share it.
    pub place: usize,
    /// The number of players.
    pub players: usize,
    /// The number of rounds played.
    pub rounds: usize,
    /// The player's rating after the game.
    pub rating: Rating,
}
