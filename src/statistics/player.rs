use std::collections::BTreeMap;

use serde::Serialize;

use super::bids::BidTally;
use super::results::ResultTally;
use super::{BidFigures, Figure, GameResult, Rating, Results};
use crate::session::Record;
use crate::wizard::{Edition, Score};

/// The figures of one player. A name is a person: two spellings are two people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerFigures {
    pub name: String,
    pub ended_early: u32,
    #[serde(flatten)]
    pub results: Results,
    #[serde(flatten)]
    pub bids: BidFigures,
    pub by_players: BTreeMap<usize, Results>,
    pub by_edition: BTreeMap<Edition, Results>,
    /// The finished games in order of start, each with the rating after it.
    pub form: Vec<GameResult>,
    /// `None` before the first finished game.
    pub rating: Option<Rating>,
}

impl PlayerFigures {
    /// The share of bids met, for comparisons: `None` without a game played to its end.
    pub fn compared_met(&self) -> Figure {
        self.bids.share_met.only_if(self.results.games + self.ended_early > 0)
    }
}

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

    pub(super) fn add_round(&mut self, score: Score, record: &Record) {
        self.bids.add(score, record);
    }

    pub(super) fn add_ended_early(&mut self) {
        self.ended_early += 1;
    }

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
