//! Questions about many sessions, those of each game by themselves. `docs/statistics.md` defines every figure.
//!
//! Wins, totals, places, head to head, rating and table records come from finished games. Bids, tricks and points of a
//! round come from all scored rounds of finished games and of games ended early. Running games, and those that somebody
//! left out, do not count at all. Of several files of one session (same id, same start) the one with the most rounds
//! counts.
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
use std::collections::{BTreeSet, HashMap};

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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SessionCounts {
    /// They count for everything.
    pub finished: u32,
    pub ended_early: u32,
    /// They count for nothing.
    pub running: u32,
    /// Games that are not to count, and further files of a session already counted.
    pub left_out: u32,
    /// The scored rounds of games finished or ended early.
    pub rounds: u32,
    pub shared_victories: u32,
    pub first: Option<DateTime<FixedOffset>>,
    pub last: Option<DateTime<FixedOffset>>,
}

impl SessionCounts {
    /// A game's sessions in order of start, each once; those left out are counted.
    fn ordered<'a>(&mut self, records: impl IntoIterator<Item = &'a Record>, game: GameName) -> Vec<&'a Record> {
        let is_played = |record: &&Record| record.game() == game && !record.is_example();
        let mut ordered: Vec<&Record> = records.into_iter().filter(is_played).collect();
        let all = ordered.len();
        ordered.sort_by_key(|record| (record.started, record.id, furthest_first(record)));
        ordered.dedup_by_key(|record| (record.started, record.id));
        // After that: a game that was left out does not count by a copy of its file.
        ordered.retain(|record| record.counts());
        self.left_out = count(all - ordered.len());
        ordered
    }

    /// Returns whether its rounds count.
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

#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    pub sessions: SessionCounts,
    /// Everyone with a scored round that counts: most finished games first, then most rounds, then by name.
    pub players: Vec<PlayerFigures>,
    pub records: TableRecords,
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

    pub fn player(&self, name: &str) -> Option<&PlayerFigures> {
        self.players.iter().find(|player| player.name == name)
    }

    /// `None` if no bid was met.
    pub fn longest_run(&self) -> Option<TableRecord<f64>> {
        let value = self.players.iter().filter_map(|player| player.bids.longest_run.value).fold(0.0, f64::max);
        let longest = self.players.iter().filter(|player| player.bids.longest_run.value == Some(value));
        let reached = longest.filter_map(|player| Some((player.bids.longest_run_in?, &player.name)));
        let (started, session) = reached.clone().map(|(at, _)| at).min()?;
        let first = reached.filter(|(at, _)| *at == (started, session));
        let names = first.map(|(_, name)| name.clone()).collect();
        Some(TableRecord { value, session, started, names, round: None, games: 1 })
    }

    /// `player` is an index into [`Statistics::players`]; opponents come in that order.
    pub fn opponents(&self, player: usize) -> &[HeadToHead] {
        let start = self.head_to_head.partition_point(|pair| pair.player < player);
        let end = self.head_to_head.partition_point(|pair| pair.player <= player);
        self.head_to_head.get(start..end).unwrap_or(&[])
    }
}

/// The one with the most rounds first.
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
        // A round counts for the player who played it; the game for the one on the seat at its end.
        let seats: Vec<usize> = record.people.players_at_end().map(|player| self.number(&player.name)).collect();
        let rounds: Vec<Score> = game.scores().collect();
        let ended_early = record.status == Status::EndedEarly;
        let mut played: BTreeSet<usize> = BTreeSet::new();
        for (round, scores) in (1..).zip(rounds.chunks(seats.len().max(1))) {
            let then = record
                .people
                .has_changed()
                .then(|| record.people.players_in(round).map(|player| self.number(&player.name)).collect::<Vec<_>>());
            let then = then.as_ref().unwrap_or(&seats);
            if ended_early {
                played.extend(then);
            }
            for (&number, &score) in then.iter().zip(scores) {
                if let Some(player) = self.players.get_mut(number) {
                    player.add_round(score, record);
                }
            }
        }
        if record.status == Status::Finished {
            self.add_finished(record, game, &seats, &rounds);
        } else {
            for number in played {
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
