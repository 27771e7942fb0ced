//! The archive page as the screen shows it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use chrono::{Datelike, NaiveDate};

use super::command::{Panel, Tab};
use super::names::NameLine;
use super::state::{Browse, Keeping, TakeBack};
use crate::app::home::{Score, scores};
use crate::app::shelf::Shelved;
use crate::app::{About, App, Notice, ViewedView, file_name};
use crate::session::{Kind, Status};

/// Is a file the session's own?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copy {
    /// The session's own file.
    No,
    /// A copy that says the same.
    Same,
    /// A copy that says something else.
    Differs,
    /// Its own, of a session that was duplicated to try something on.
    Duplicate,
}

/// A session as a line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveRow {
    /// Its file.
    pub path: PathBuf,
    /// The day of its start.
    pub day: NaiveDate,
    /// Those who won, or lead.
    pub winners: Vec<String>,
    /// Their points.
    pub total: i32,
    /// The other players, best first.
    pub others: Vec<String>,
    /// Running, finished or ended early.
    pub status: Status,
    /// Rounds that count.
    pub rounds: usize,
    /// Rounds of the plan.
    pub planned: Option<usize>,
    /// Which edition of Wizard, or the other game.
    pub kind: Kind,
    /// A file beside the session's own?
    pub copy: Copy,
    /// It is the one that is looked at.
    pub viewed: bool,
}

/// One choice of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuItem {
    /// A name, where the choices are names.
    pub name: String,
    /// A number, where they are numbers: a year, or how many players.
    pub number: i32,
    /// In how many sessions.
    pub sessions: usize,
    /// It is the choice now.
    pub chosen: bool,
}

/// A deleted session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrashRow {
    /// Its file in the trash.
    pub path: PathBuf,
    /// The day of its start.
    pub day: NaiveDate,
    /// Best first.
    pub scores: Vec<Score>,
}

/// The archive page.
#[derive(Clone, Debug, Default)]
pub struct ArchiveView {
    /// What is being looked for.
    pub search: String,
    /// Only sessions with this player.
    pub player: Option<String>,
    /// Only tables of so many.
    pub player_count: Option<usize>,
    /// Only this edition of Wizard, or only the other game.
    pub kind: Option<Kind>,
    /// Only this year.
    pub year: Option<i32>,
    /// Nothing is asked for.
    pub unfiltered: bool,
    /// How many sessions the list shows, and of how many.
    pub found: usize,
    /// All files that were read.
    pub all: usize,
    /// Changes whenever the list does.
    pub serial: u64,
    /// Files are still being read: how many of how many.
    pub reading: Option<(usize, usize)>,
    /// Files that could not be read, and why.
    pub unreadable: Vec<(String, String)>,
    /// What is laid over the page.
    pub panel: Panel,
    /// The choices of the panel, where it has any.
    pub menu: Vec<MenuItem>,
    /// Deleted sessions, newest first, while they are shown.
    pub trash: Vec<TrashRow>,
    /// They are still being read.
    pub trash_reading: bool,
    /// What is to be said.
    pub notice: Option<Notice>,
    /// The last deletion or change of names can be taken back.
    pub can_take_back: bool,
    /// Names are being changed: how many sessions of how many.
    pub renaming: Option<(usize, usize)>,
    /// What is shown of the session.
    pub tab: Tab,
    /// What became of the place and the notes that were typed last.
    pub keeping: Keeping,
    /// The session that is looked at.
    pub viewed: Option<ViewedView>,
    /// Its place in the list.
    pub viewed_index: Option<usize>,
}

impl App {
    /// The archive page. Call [`App::archive_row`] for its lines.
    pub fn archive(&mut self) -> ArchiveView {
        self.browse.find(&self.shelf);
        let (browse, shelf) = (&self.browse, &self.shelf);
        let language = self.language();
        let filter = &browse.filter;
        let trash = |entry: &std::sync::Arc<Shelved>| TrashRow {
            path: entry.path.clone(),
            day: entry.record.started.date_naive(),
            scores: scores(&entry.record),
        };
        let shows_trash = matches!(self.panel(), Panel::Trash | Panel::EmptyQuestion);
        ArchiveView {
            search: browse.search.clone(),
            player: filter.players.first().cloned(),
            player_count: filter.player_count,
            kind: filter.kind,
            year: filter.year,
            unfiltered: filter.is_empty(),
            found: browse.found.len(),
            all: shelf.len(),
            serial: browse.serial,
            reading: shelf.reading.then_some(shelf.progress),
            unreadable: shelf.unreadable().map(|(path, reason)| (file_name(path), language.say(reason))).collect(),
            panel: self.panel(),
            menu: self.menu(browse),
            trash: if shows_trash { browse.trash.all().map(trash).collect() } else { Vec::new() },
            trash_reading: browse.trash.reading,
            notice: browse.notice.clone(),
            can_take_back: browse.take_back.is_some()
                && browse.notice.as_ref().is_some_and(|notice| notice.about == About::TakeBack),
            renaming: browse.renaming,
            tab: browse.tab,
            keeping: self.keeping(),
            viewed: self.viewed_view(),
            viewed_index: browse
                .viewed
                .as_ref()
                .and_then(|viewed| browse.found.iter().position(|row| row.path == *viewed)),
        }
    }

    /// Is the last thing that can be taken back a deletion?
    pub fn takes_back_deletion(&self) -> bool {
        matches!(self.browse.take_back, Some(TakeBack::Deleted { .. }))
    }

    /// A line of the list, from 0.
    pub fn archive_row(&self, index: usize) -> Option<ArchiveRow> {
        let entry = self.browse.found.get(index)?;
        let record = &entry.record;
        let name = |seat: usize| record.players.get(seat).map(|player| player.name.clone()).unwrap_or_default();
        let winners: Vec<usize> = record.winners().collect();
        let others = record.standings.iter().map(|line| line.seat).filter(|seat| !winners.contains(seat));
        Some(ArchiveRow {
            path: entry.path.clone(),
            day: record.started.date_naive(),
            winners: winners.iter().map(|&seat| name(seat)).collect(),
            total: record.standings.first().map_or(0, |line| line.total),
            others: others.map(name).collect(),
            status: record.status,
            rounds: record.rounds,
            planned: record.planned(),
            kind: record.kind(),
            copy: match self.shelf.original(entry) {
                None if record.copy_of.is_some() => Copy::Duplicate,
                None => Copy::No,
                Some((_, true)) => Copy::Same,
                Some((_, false)) => Copy::Differs,
            },
            viewed: self.browse.viewed.as_ref() == Some(&entry.path),
        })
    }

    fn menu(&self, browse: &Browse) -> Vec<MenuItem> {
        let filter = &browse.filter;
        let number = |count: fn(&Shelved) -> i32, chosen: Option<i32>, newest_first: bool| {
            let mut sessions: BTreeMap<i32, usize> = BTreeMap::new();
            for entry in self.shelf.sessions() {
                *sessions.entry(count(entry)).or_default() += 1;
            }
            let item =
                |(number, sessions)| MenuItem { name: String::new(), number, sessions, chosen: chosen == Some(number) };
            let items = sessions.into_iter().map(item);
            if newest_first { items.rev().collect() } else { items.collect() }
        };
        match self.panel() {
            Panel::Player | Panel::Names => {
                let chosen = filter.players.first();
                let item = |line: NameLine| MenuItem {
                    chosen: Some(&line.name) == chosen,
                    name: line.name,
                    number: 0,
                    sessions: line.sessions,
                };
                self.names().into_iter().map(item).collect()
            }
            Panel::PlayerCount => {
                let count = |entry: &Shelved| i32::try_from(entry.record.players.len()).unwrap_or(0);
                number(count, filter.player_count.and_then(|count| i32::try_from(count).ok()), false)
            }
            Panel::Year => number(|entry| entry.record.started.year(), filter.year, true),
            _ => Vec::new(),
        }
    }
}
