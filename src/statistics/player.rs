//! The figures of one player.

use std::collections::BTreeMap;

use serde::Serialize;

use super::bids::BidTally;
use super::results::ResultTally;
use super::{BidFigures, Figure, GameResult, Rating, Results, Sample};
use crate::wizard::Edition;
use crate::wizard::Score;

/// The figures of one player. A name is a person: two spellings are two people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerFigures {
    /// The name, exactly as in the sessions.
    pub name: String,
    /// The games ended early that have scored rounds.
    pub ended_early: u32,
    /// The wins, totals and places of all finished games.
    #[serde(flatten)]
    pub results: Results,
    /// The bids, tricks and points of all scored rounds.
    #[serde(flatten)]
    pub bids: BidFigures,
    /// The results by number of players, if any were played.
    pub by_players: BTreeMap<usize, Results>,
    /// The results by edition, if any were played.
    pub by_edition: BTreeMap<Edition, Results>,
    /// The finished games in order of start, each with the rating after it.
    pub form: Vec<GameResult>,
    /// The present rating; `None` before the first finished game.
    pub rating: Option<Rating>,
}

impl PlayerFigures {
    /// The moving mean of a value over the `last` games up to each game of the form; over fewer at the start, as the
    /// sample says.
    pub fn moving_mean(&self, last: usize, value: impl Fn(&GameResult) -> f64) -> Vec<Figure> {
        let window = last.max(1);
        let mean = |end: usize| {
            let games = self.form.get((end + 1).saturating_sub(window)..=end).unwrap_or(&[]);
            let size = u32::try_from(games.len()).unwrap_or(u32::MAX);
            Figure::mean(games.iter().map(&value).sum(), Sample::Games(size))
        };
        (0..self.form.len()).map(mean).collect()
    }
}

/// The counts behind [`PlayerFigures`].
#[derive(Debug)]
pub(super) struct PlayerTally<'a> {
    pub(super) name: &'a str,
    ended_early: u32,
    bids: BidTally,
    results: ResultTally,
    by_players: BTreeMap<usize, ResultTally>,
    by_edition: BTreeMap<Edition, ResultTally>,
    form: Vec<GameResult>,
    pub(super) rating: Rating,
}

impl<'a> PlayerTally<'a> {
    pub(super) fn new(name: &'a str) -> PlayerTally<'a> {
        PlayerTally {
            name,
            ended_early: 0,
            bids: BidTally::default(),
            results: ResultTally::default(),
            by_players: BTreeMap::new(),
            by_edition: BTreeMap::new(),
            form: Vec::new(),
            rating: Rating::new(),
        }
    }

    pub(super) fn add_round(&mut self, score: Score) {
        self.bids.add(score);
    }

    pub(super) fn add_ended_early(&mut self) {
        self.ended_early += 1;
    }

    /// Counts a finished game with this many winners.
    pub(super) fn add_game(&mut self, game: GameResult, edition: Edition, winners: usize) {
        let by_players = self.by_players.entry(game.players).or_default();
        let by_edition = self.by_edition.entry(edition).or_default();
        for tally in [&mut self.results, by_players, by_edition] {
            tally.add(game.total, game.place, winners);
        }
        self.rating = game.rating;
        self.form.push(game);
    }

    pub(super) fn figures(self) -> PlayerFigures {
        PlayerFigures {
            name: self.name.to_owned(),
            ended_early: self.ended_early,
            results: self.results.results(),
            bids: self.bids.figures(),
            by_players: self.by_players.iter().map(|(players, tally)| (*players, tally.results())).collect(),
            by_edition: self.by_edition.iter().map(|(edition, tally)| (*edition, tally.results())).collect(),
            rating: self.form.last().map(|game| game.rating),
            form: self.form,
        }
    }
}
