//! Home: go on, play again, lately at this table.

use std::path::PathBuf;

use chrono::{DateTime, Datelike, FixedOffset, Timelike};
use uuid::Uuid;

use super::names::initials;
use crate::archive::Summary;
use crate::session::Status;
use crate::wizard::Seat;

/// How many sessions the list shows.
const LATELY: usize = 30;

/// The part of the day, for the greeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DayPart {
    /// From five o'clock.
    Morning,
    /// From noon.
    Afternoon,
    /// From six in the evening.
    #[default]
    Evening,
}

/// A player with points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The seat, which also gives the colour.
    pub seat: Seat,
    /// The name.
    pub name: String,
    /// The mark.
    pub initials: String,
    /// Points.
    pub total: i32,
    /// The place.
    pub rank: usize,
}

/// A session as a line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its file.
    pub path: PathBuf,
    /// Day of the month, month and year of its start, and the day of the week from Monday 0.
    pub day: u32,
    /// From 1.
    pub month: u32,
    /// The year.
    pub year: i32,
    /// From Monday 0.
    pub weekday: u32,
    /// Best first.
    pub scores: Vec<Score>,
    /// Running, finished or ended early.
    pub status: Status,
    /// Rounds that count.
    pub rounds: usize,
    /// Rounds of the plan.
    pub planned: usize,
    /// Special cards in the deck?
    pub special_cards: bool,
}

/// The unfinished game that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resume {
    /// Its file.
    pub path: PathBuf,
    /// The players in seat order.
    pub scores: Vec<Score>,
    /// The round being played, from 1.
    pub round: usize,
    /// Rounds of the plan.
    pub planned: usize,
    /// Who has still to bid, if bids are being entered.
    pub to_bid: Option<String>,
    /// Are tricks being entered?
    pub playing: bool,
    /// Was it begun today?
    pub tonight: bool,
}

/// The last table, for a rematch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rematch {
    /// The file of that session.
    pub path: PathBuf,
    /// How many played.
    pub players: usize,
    /// Who deals next.
    pub dealer: String,
}

/// Home as the screen shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HomeView {
    /// For the greeting.
    pub day_part: DayPart,
    /// Dates of this year need not say it.
    pub this_year: i32,
    /// The game to go on with.
    pub resume: Option<Resume>,
    /// The table to play again with.
    pub rematch: Option<Rematch>,
    /// Latest first.
    pub lately: Vec<Entry>,
    /// Files that could not be read: the name and why.
    pub unreadable: Vec<(String, String)>,
    /// Are files still being read?
    pub reading: bool,
}

/// What is known of the archive.
#[derive(Debug, Default)]
pub(super) struct Home {
    pub(super) sessions: Vec<Summary>,
    pub(super) unreadable: Vec<(String, String)>,
    pub(super) reading: bool,
}

impl Home {
    /// Takes a session in, in place of what was known of the same file.
    pub(super) fn learn(&mut self, summary: Summary) {
        self.sessions.retain(|known| known.path != summary.path);
        let at = self.sessions.partition_point(|known| known.started > summary.started);
        self.sessions.insert(at, summary);
    }

    /// The names of earlier games, latest first.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for player in self.sessions.iter().flat_map(|session| &session.players) {
            if !names.contains(&player.name) {
                names.push(player.name.clone());
            }
        }
        names
    }

    /// Who a name was in the latest game they played.
    pub(super) fn id_of(&self, name: &str) -> Option<Uuid> {
        let players = self.sessions.iter().flat_map(|session| &session.players);
        players.into_iter().find(|player| player.name == name).map(|player| player.id)
    }

    pub(super) fn view(&self, now: DateTime<FixedOffset>) -> HomeView {
        let running = self.sessions.iter().filter(|session| session.status == Status::Running);
        let resume = running.max_by_key(|session| session.saved).map(|session| resume(session, now));
        let over = self.sessions.iter().find(|session| session.status != Status::Running);
        HomeView {
            day_part: match now.hour() {
                5..=11 => DayPart::Morning,
                12..=17 => DayPart::Afternoon,
                _ => DayPart::Evening,
            },
            this_year: now.year(),
            lately: self
                .sessions
                .iter()
                .filter(|session| resume.as_ref().is_none_or(|resume| resume.path != session.path))
                .take(LATELY)
                .map(entry)
                .collect(),
            resume,
            rematch: over.map(|session| Rematch {
                path: session.path.clone(),
                players: session.players.len(),
                dealer: session.players.get(session.next_dealer).map(|dealer| dealer.name.clone()).unwrap_or_default(),
            }),
            unreadable: self.unreadable.clone(),
            reading: self.reading,
        }
    }
}

fn scores(session: &Summary) -> Vec<Score> {
    let names: Vec<String> = session.players.iter().map(|player| player.name.clone()).collect();
    let marks = initials(&names);
    let score = |line: &crate::wizard::Standing| Score {
        seat: line.seat,
        name: names.get(line.seat).cloned().unwrap_or_default(),
        initials: marks.get(line.seat).cloned().unwrap_or_default(),
        total: line.total,
        rank: line.rank,
    };
    session.standings.iter().map(score).collect()
}

fn resume(session: &Summary, now: DateTime<FixedOffset>) -> Resume {
    let mut scores = scores(session);
    scores.sort_by_key(|score| score.seat);
    let to_bid = session.to_bid.and_then(|seat| session.players.get(seat)).map(|player| player.name.clone());
    Resume {
        path: session.path.clone(),
        scores,
        round: session.rounds + 1,
        planned: session.planned,
        to_bid,
        playing: session.playing,
        // A night that goes on past midnight is still tonight.
        tonight: (now - session.started).num_hours() < 12,
    }
}

fn entry(session: &Summary) -> Entry {
    let date = session.started.date_naive();
    Entry {
        path: session.path.clone(),
        day: date.day(),
        month: date.month(),
        year: date.year(),
        weekday: date.weekday().num_days_from_monday(),
        scores: scores(session),
        status: session.status,
        rounds: session.rounds,
        planned: session.planned,
        special_cards: session.special_cards,
    }
}
