//! Home: continue, play again, recent games.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::index::{Index, Indexed};
use super::typed::file_name;
use crate::game::Standing;
use crate::language::Language;
use crate::session::{GameName, Kind, Record, Status, initials};
use crate::wizard::Seat;
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveTime, Timelike};

/// The most sessions in the list.
const RECENT: usize = 30;

/// The part of the day, for the greeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DayPart {
    /// From five o'clock.
    Morning,
    /// From noon.
    Afternoon,
    /// From six in the evening until five in the morning.
    #[default]
    Evening,
}

/// A player's line with points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The seat, which also gives the colour.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// The player's initials.
    pub initials: String,
    /// The points.
    pub total: i32,
    /// The rank.
    pub rank: usize,
}

/// A session in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The session's file.
    pub path: PathBuf,
    /// The day it started.
    pub day: NaiveDate,
    /// The time it started, if another game shown started on the same day.
    pub time: Option<NaiveTime>,
    /// The players, best first.
    pub scores: Vec<Score>,
    /// Whether the game is running, finished or ended early.
    pub status: Status,
    /// The number of rounds that count.
    pub rounds: usize,
    /// The number of rounds in the plan, if there is one.
    pub planned: Option<usize>,
    /// The edition of Wizard, or the other game.
    pub kind: Kind,
    /// Whether it is a trial copy.
    pub copy: bool,
}

/// The unfinished game offered for continuing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resume {
    /// The session's file.
    pub path: PathBuf,
    /// The players, in seat order.
    pub scores: Vec<Score>,
    /// The round being played, from 1.
    pub round: usize,
    /// The number of rounds in the plan, if there is one.
    pub planned: Option<usize>,
    /// The edition of Wizard, or the other game.
    pub kind: Kind,
    /// The player who has to bid next, if bids are being entered.
    pub to_bid: Option<String>,
    /// Whether tricks are being entered.
    pub playing: bool,
    /// Whether it started this evening.
    pub tonight: bool,
    /// The day it started.
    pub day: NaiveDate,
}

/// The last table, offered for a rematch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rematch {
    /// The file of its session.
    pub path: PathBuf,
    /// The number of players.
    pub players: usize,
    /// The game played.
    pub game: GameName,
    /// The player who deals, or goes first, next.
    pub dealer: String,
}

/// Home as the screen shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HomeView {
    /// The part of the day, for the greeting.
    pub day_part: DayPart,
    /// The game to continue: the unfinished one played last.
    pub resume: Option<Resume>,
    /// The other unfinished games, most recently played first.
    pub unfinished: Vec<Entry>,
    /// Whether the session deleted last can be restored at once.
    pub deleted: bool,
    /// The last table, for a rematch.
    pub rematch: Option<Rematch>,
    /// The finished games and trial copies, latest first.
    pub recent: Vec<Entry>,
    /// The names of files that could not be read, with the reasons.
    pub unreadable: Vec<(String, String)>,
    /// Whether files are still being read.
    pub reading: bool,
}

/// Builds home from what is known of the archive.
pub(super) fn view(index: &Index, now: DateTime<FixedOffset>, language: Language) -> HomeView {
    let mut running: Vec<_> = index.sessions().filter(runs).collect();
    running.sort_by_key(|entry| Reverse(entry.saved));
    let over =
        index.sessions().find(|entry| entry.record.status != Status::Running && entry.record.copy_of().is_none());
    let others = index.sessions().filter(|entry| !runs(entry)).take(RECENT);
    let mut unfinished: Vec<Entry> = running.iter().skip(1).take(RECENT).map(|session| entry(session)).collect();
    let mut recent: Vec<Entry> = others.map(|session| entry(session)).collect();
    tell_apart(running.first().map(|session| session.record.started.date_naive()), &mut unfinished, &mut recent);
    HomeView {
        day_part: match now.hour() {
            5..=11 => DayPart::Morning,
            12..=17 => DayPart::Afternoon,
            _ => DayPart::Evening,
        },
        resume: running.first().map(|entry| resume(entry, now)),
        unfinished,
        recent,
        deleted: false,
        rematch: over.map(|entry| Rematch {
            path: entry.path.to_path_buf(),
            players: entry.record.people.len(),
            game: entry.record.game(),
            dealer: name(&entry.record, entry.record.next_starter()),
        }),
        unreadable: index.unreadable().map(|(path, reason)| (file_name(path), language.say(reason))).collect(),
        reading: index.reading,
    }
}

/// Whether this is an unfinished game, trial copies aside.
fn runs(entry: &&Arc<Indexed>) -> bool {
    entry.record.status == Status::Running && entry.record.copy_of().is_none()
}

/// The unfinished game offered: the one played last.
pub(super) fn resumed(index: &Index) -> Option<&Arc<Indexed>> {
    index.sessions().filter(runs).min_by_key(|entry| Reverse(entry.saved))
}

/// The names, in seat order.
pub(super) fn names(record: &Record) -> Vec<String> {
    record.people.names_at_end()
}

/// Drops the time from all entries but those of a day on which several started.
fn tell_apart(resumed: Option<NaiveDate>, unfinished: &mut [Entry], recent: &mut [Entry]) {
    let mut games: HashMap<NaiveDate, usize> = HashMap::new();
    for day in unfinished.iter().chain(&*recent).map(|entry| entry.day).chain(resumed) {
        *games.entry(day).or_default() += 1;
    }
    for entry in unfinished.iter_mut().chain(recent) {
        entry.time.take_if(|_| games.get(&entry.day) == Some(&1));
    }
}

/// The name on a seat.
fn name(record: &Record, seat: Seat) -> String {
    record.people.player(seat).map(|player| player.name.clone()).unwrap_or_default()
}

/// The players with their points, best first.
pub(super) fn scores(record: &Record) -> Vec<Score> {
    scores_of(&names(record), record.people.standings())
}

/// Standings with names and initials.
pub(super) fn scores_of(names: &[String], standings: impl IntoIterator<Item = Standing>) -> Vec<Score> {
    let marks = initials(names);
    let score = |line: Standing| Score {
        seat: line.seat,
        name: names.get(line.seat).cloned().unwrap_or_default(),
        initials: marks.get(line.seat).cloned().unwrap_or_default(),
        total: line.total,
        rank: line.rank,
    };
    standings.into_iter().map(score).collect()
}

fn resume(entry: &Indexed, now: DateTime<FixedOffset>) -> Resume {
    let record = &entry.record;
    let (game, mut scores) = (record.wizard(), scores(record));
    scores.sort_by_key(|score| score.seat);
    Resume {
        path: entry.path.to_path_buf(),
        scores,
        round: record.rounds() + 1,
        kind: record.kind(),
        planned: record.planned(),
        to_bid: game.and_then(|game| game.to_bid()).map(|seat| name(record, seat)),
        playing: game.is_some_and(|game| game.playing),
        // A game that goes on past midnight is still tonight's.
        tonight: (now - record.started).num_hours() < 12,
        day: record.started.date_naive(),
    }
}

fn entry(entry: &Indexed) -> Entry {
    let record = &entry.record;
    Entry {
        path: entry.path.to_path_buf(),
        day: record.started.date_naive(),
        time: Some(record.started.time()),
        scores: scores(record),
        status: record.status,
        rounds: record.rounds(),
        planned: record.planned(),
        kind: record.kind(),
        copy: record.copy_of().is_some(),
    }
}
