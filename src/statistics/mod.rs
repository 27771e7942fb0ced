//! Questions about many sessions, those of each game by themselves. `docs/statistics.md` defines every figure.
//!
//! Wins, totals, places, head to head, rating and table records come from finished games. Bids, tricks and points of a
//! round come from all scored rounds of finished games and of games ended early. Running games and trial copies do not
//! count at all. Of several files of one session (same id, same start) the one with the most rounds counts.
//!
//! Pure, like the sessions: the caller reads the files and chooses the records.

mod bids;
mod feat;
mod figure;
mod league;
mod pairs;
mod player;
mod rating;
mod results;
mod table_records;
mod track;

use std::cmp::Reverse;
use std::collections::HashMap;

use chrono::{DateTime, FixedOffset};
use serde::Serialize;

pub use bids::{BidFigures, HeatMap};
pub use feat::{Feat, feat};
pub use figure::{Figure, GAMES_ENOUGH, ROUNDS_ENOUGH, Sample};
pub use league::{LAST_GAMES, League, LeagueLine, LeagueOptions, LeagueRank, LeagueRule};
pub use pairs::HeadToHead;
pub use player::PlayerFigures;
pub use rating::Rating;
pub use results::{GameResult, Results};
pub use table_records::{RECORD_ROUNDS, TableRecord, TableRecords};
pub use track::{TrackFigures, TrackStatistics};

use crate::session::{GameName, Record, Status};
use crate::wizard::{Score, Summary};
use pairs::PairTally;
use player::PlayerTally;
use rating::rated;

/// The number of games a player's form looks back, by default.
pub const FORM_GAMES: usize = 10;

/// The numbers of sessions, by how they count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SessionCounts {
    /// Finished games, which count for everything.
    pub finished: u32,
    /// Games ended early, whose scored rounds count.
    pub ended_early: u32,
    /// Running games, which count for nothing.
    pub running: u32,
    /// Trial copies, and further files of a session already counted.
    pub copies: u32,
    /// The scored rounds of games finished or ended early.
    pub rounds: u32,
    /// Finished games won by more than one player.
    pub shared_victories: u32,
    /// The start of the first session that counts.
    pub first: Option<DateTime<FixedOffset>>,
    /// The start of the last session that counts.
    pub last: Option<DateTime<FixedOffset>>,
}

impl SessionCounts {
    /// A game's sessions in order of start, each once; copies are counted and left out.
    fn ordered<'a>(&mut self, records: impl IntoIterator<Item = &'a Record>, game: GameName) -> Vec<&'a Record> {
        let of_game = records.into_iter().filter(|record| record.game() == game);
        let (made, mut ordered): (Vec<&Record>, Vec<&Record>) = of_game.partition(|record| record.copy_of().is_some());
        ordered.sort_by_key(|record| (record.started, record.id, furthest_first(record)));
        let all = ordered.len();
        ordered.dedup_by_key(|record| (record.started, record.id));
        let made = made.iter().filter(|record| !record.is_example()).count();
        self.copies = count(made + all - ordered.len());
        ordered
    }

    /// Counts a session. Returns whether its rounds count.
    fn add(&mut self, record: &Record) -> bool {
        match record.status {
            Status::Running => {
                self.running += 1;
                return false;
            }
            Status::Finished => self.finished += 1,
            Status::EndedEarly => self.ended_early += 1,
        }
        if record.rounds() == 0 {
            return false;
        }
        self.rounds += count(record.rounds());
        self.first.get_or_insert(record.started);
        self.last = Some(record.started);
        true
    }
}

/// The figures of a set of sessions.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// The numbers of sessions.
    pub sessions: SessionCounts,
    /// Everyone with a scored round that counts: most finished games first, then most rounds, then by name.
    pub players: Vec<PlayerFigures>,
    /// The table records.
    pub records: TableRecords,
    /// The pairs of players, sorted by player and opponent.
    head_to_head: Vec<HeadToHead>,
}

impl Statistics {
    /// Computes the figures of these sessions, given in any order; those of another game do not count. Of a session's
    /// files the first by [`furthest_first`] counts, and among equals the one given first.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Statistics {
        let mut counting = Counting::default();
        for record in counting.sessions.ordered(records, GameName::Wizard) {
            if let Some(game) = record.wizard() {
                counting.add(record, game);
            }
        }
        counting.statistics()
    }

    /// The figures of the player with exactly this name.
    pub fn player(&self, name: &str) -> Option<&PlayerFigures> {
        self.players.iter().find(|player| player.name == name)
    }

    /// The players with a rating, the highest conservative rating first.
    pub fn by_rating(&self) -> Vec<(&PlayerFigures, Rating)> {
        let mut rated: Vec<_> = self.players.iter().filter_map(|player| Some((player, player.rating?))).collect();
        rated.sort_by(|(_, one), (_, other)| other.conservative().total_cmp(&one.conservative()));
        rated
    }

    /// Everyone this player (an index into [`Statistics::players`]) finished a game with, in the order of the players.
    pub fn opponents(&self, player: usize) -> &[HeadToHead] {
        let start = self.head_to_head.partition_point(|pair| pair.player < player);
        let end = self.head_to_head.partition_point(|pair| pair.player <= player);
        self.head_to_head.get(start..end).unwrap_or(&[])
    }

    /// The finished games of two players (indices into [`Statistics::players`]); `None` if there are none.
    pub fn head_to_head(&self, player: usize, opponent: usize) -> Option<&HeadToHead> {
        self.opponents(player).iter().find(|pair| pair.opponent == opponent)
    }
}

/// A sort key for the files of one session: the one with the most rounds first.
pub fn furthest_first(record: &Record) -> impl Ord + use<> {
    Reverse((record.rounds(), record.finished))
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The single pass over the sessions, in order of start. Players are numbered by their first round.
#[derive(Default)]
struct Counting<'a> {
    sessions: SessionCounts,
    numbers: HashMap<&'a str, usize>,
    players: Vec<PlayerTally<'a>>,
    pairs: PairTally,
    records: TableRecords,
}

impl<'a> Counting<'a> {
    fn add(&mut self, record: &'a Record, game: &Summary) {
        if !self.sessions.add(record) {
            return;
        }
        // A round counts for whoever played it; the game for whoever sat there at its end.
        let seats: Vec<usize> = record.people.players_at_end().map(|player| self.number(&player.name)).collect();
        let rounds: Vec<Score> = game.scores().collect();
        for (round, scores) in (1..).zip(rounds.chunks(seats.len().max(1))) {
            let then = record
                .people
                .has_changed()
                .then(|| record.people.players_in(round).map(|player| self.number(&player.name)).collect::<Vec<_>>());
            for (&number, &score) in then.as_ref().unwrap_or(&seats).iter().zip(scores) {
                if let Some(player) = self.players.get_mut(number) {
                    player.add_round(score);
                }
            }
        }
        if record.status == Status::Finished {
            self.add_finished(record, game, &seats, &rounds);
        } else {
            for &number in &seats {
                if let Some(player) = self.players.get_mut(number) {
                    player.add_ended_early();
                }
            }
        }
    }

    fn number(&mut self, name: &'a str) -> usize {
        let next = self.players.len();
        let number = *self.numbers.entry(name).or_insert(next);
        if number == next {
            self.players.push(PlayerTally::new(name));
        }
        number
    }

    fn add_finished(&mut self, record: &Record, game: &Summary, seats: &[usize], rounds: &[Score]) {
        let winners = record.winners().count();
        self.sessions.shared_victories += u32::from(winners > 1);
        let number = |seat: usize| seats.get(seat).copied().unwrap_or(usize::MAX);
        let places: Vec<(usize, usize, i32)> =
            record.people.standings().map(|line| (number(line.seat), line.rank, line.total)).collect();
        let rating = |&(number, ..): &(usize, usize, i32)| {
            self.players.get(number).map_or_else(Rating::new, |player| player.rating)
        };
        let before: Vec<Rating> = places.iter().map(rating).collect();
        let ranks: Vec<usize> = places.iter().map(|&(_, place, _)| place).collect();
        for (&(number, place, total), rating) in places.iter().zip(rated(&before, &ranks)) {
            let result = GameResult {
                session: record.id,
                started: record.started,
                total,
                place,
                players: record.people.len(),
                rounds: record.rounds(),
                rating,
            };
            if let Some(player) = self.players.get_mut(number) {
                player.add_game(result, game.edition, winners);
            }
        }
        self.pairs.add(&places);
        self.records.add(record, game, rounds);
    }

    fn statistics(self) -> Statistics {
        let mut players: Vec<(usize, PlayerFigures)> =
            self.players.into_iter().map(PlayerTally::figures).enumerate().collect();
        players.sort_by(|(_, one), (_, other)| {
            let most = |player: &PlayerFigures| Reverse((player.results.games, player.bids.rounds));
            (most(one), &one.name).cmp(&(most(other), &other.name))
        });
        let mut place = vec![0; players.len()];
        for (index, (number, _)) in players.iter().enumerate() {
            if let Some(slot) = place.get_mut(*number) {
                *slot = index;
            }
        }
        Statistics {
            sessions: self.sessions,
            head_to_head: self.pairs.head_to_head(&place),
            players: players.into_iter().map(|(_, player)| player).collect(),
            records: self.records,
        }
    }
}
