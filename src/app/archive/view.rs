//! The archive page, as shown.

use std::collections::BTreeMap;
use std::path::PathBuf;

use chrono::{Datelike, NaiveDate};

use super::command::{Panel, Tab};
use super::names::NameLine;
use super::state::{ArchivePage, TakeBack};
use crate::app::home::{Evening, Score, evening, scores};
use crate::app::index::Indexed;
use crate::app::{App, Notice, ViewedView, file_name};
use crate::archive::LoadedTournament;
use crate::session::{Face, Kind, Status};

/// Whether a file is a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copy {
    /// It is the session's own file.
    No,
    /// It is a copy with the same facts.
    Same,
    /// It is a copy with other facts.
    Differs,
    /// It is the own file of a session that is a trial copy.
    Duplicate,
    /// It is the own file of a session of the example evening.
    Example,
}

/// A session in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveRow {
    /// The session's file.
    pub path: PathBuf,
    /// The day it started.
    pub day: NaiveDate,
    /// The players who won or lead.
    pub winners: Vec<String>,
    /// Their points.
    pub total: i32,
    /// The other players, best first.
    pub others: Vec<String>,
    /// The faces of all players, best first.
    pub faces: Vec<Face>,
    /// Whether the game is running, finished or ended early.
    pub status: Status,
    /// The number of rounds that count.
    pub rounds: usize,
    /// The number of rounds in the plan, if there is one.
    pub planned: Option<usize>,
    /// The edition of Wizard, or the other game.
    pub kind: Kind,
    /// Whether the file is a copy.
    pub copy: Copy,
    /// The part of the notes that the search has found, if it found nothing else.
    pub note: Option<String>,
    /// Whether this is the session viewed.
    pub viewed: bool,
    /// Whether other games of its evening are beside it.
    pub in_evening: bool,
    /// The evening, at its first game in the list.
    pub evening: Option<Evening>,
}

/// A choice in a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuItem {
    /// The name, if the choices are names.
    pub name: String,
    /// The person's face, if the choices are names.
    pub face: Option<Face>,
    /// The number, if the choices are years or numbers of players.
    pub number: i32,
    /// The number of sessions with it.
    pub sessions: usize,
    /// Whether it is chosen now.
    pub chosen: bool,
}

/// What lies in the trash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trashed {
    /// A session: its players, best first.
    Session(Vec<Score>),
    /// A tournament: its name.
    Tournament(String),
}

/// A session or tournament in the trash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrashRow {
    /// The file in the trash.
    pub path: PathBuf,
    /// The day it started, if known.
    pub day: Option<NaiveDate>,
    /// What it is.
    pub what: Trashed,
}

/// The archive page, as shown.
#[derive(Clone, Debug)]
pub struct ArchiveView {
    /// The text searched for.
    pub search: String,
    /// The player asked for, if any.
    pub player: Option<String>,
    /// The number of players asked for, if any.
    pub player_count: Option<usize>,
    /// The edition of Wizard or the other game asked for, if any.
    pub kind: Option<Kind>,
    /// The year asked for, if any.
    pub year: Option<i32>,
    /// Whether every session is kept.
    pub unfiltered: bool,
    /// The number of sessions in the list.
    pub found: usize,
    /// The number of files read.
    pub all: usize,
    /// A number that changes whenever the list does.
    pub serial: u64,
    /// The numbers of files read and to be read, while files are being read.
    pub reading: Option<(usize, usize)>,
    /// The names of files that could not be read, with the reasons.
    pub unreadable: Vec<(String, String)>,
    /// The panel over the page.
    pub panel: Panel,
    /// The choices of the panel, if it has any.
    pub menu: Vec<MenuItem>,
    /// The deleted sessions, newest first, while they are shown.
    pub trash: Vec<TrashRow>,
    /// Whether the trash is still being read.
    pub trash_reading: bool,
    /// The notice to show.
    pub notice: Option<Notice>,
    /// Whether the last deletion or change of names can be taken back.
    pub can_take_back: bool,
    /// The numbers of sessions renamed and to be renamed, during a renaming.
    pub renaming: Option<(usize, usize)>,
    /// The view of the session.
    pub tab: Tab,
    /// The state of saving the day, place and notes typed last.
    pub keeping: Notice,
    /// The session viewed.
    pub viewed: Option<ViewedView>,
    /// Its index in the list.
    pub viewed_index: Option<usize>,
}

impl App {
    /// The archive page without its list, which [`App::archive_row`] gives.
    pub fn archive(&mut self) -> ArchiveView {
        self.archive_page.find(&self.index);
        let (page, index) = (&self.archive_page, &self.index);
        let language = self.language();
        let filter = &page.filter;
        let session = |entry: &std::sync::Arc<Indexed>| TrashRow {
            path: entry.path.to_path_buf(),
            day: Some(entry.record.started.date_naive()),
            what: Trashed::Session(scores(&entry.record, self.faces())),
        };
        let tournament = |(path, loaded): (&PathBuf, &LoadedTournament)| TrashRow {
            path: path.clone(),
            day: loaded.tournament.date,
            what: Trashed::Tournament(loaded.tournament.name.clone()),
        };
        let trash = || page.trash.all().map(session).chain(page.trash.tournaments().map(tournament)).collect();
        let shows_trash = matches!(self.panel(), Panel::Trash | Panel::EmptyQuestion);
        ArchiveView {
            search: page.search.clone(),
            player: filter.players.first().cloned(),
            player_count: filter.player_count,
            kind: filter.kind,
            year: filter.year,
            unfiltered: filter.is_empty(),
            found: page.found.len(),
            all: index.len(),
            serial: page.serial,
            reading: index.reading.then_some(index.progress),
            unreadable: index.unreadable().map(|(path, reason)| (file_name(path), language.say(reason))).collect(),
            panel: self.panel(),
            menu: self.menu(page),
            trash: if shows_trash { trash() } else { Vec::new() },
            trash_reading: page.trash.reading,
            notice: page.notice.clone(),
            can_take_back: page.can_take_back(),
            renaming: page.renaming,
            tab: page.tab,
            keeping: self.keeping(),
            viewed: self.viewed_view(),
            viewed_index: page
                .viewed
                .as_ref()
                .and_then(|viewed| page.found.iter().position(|row| *row.path == **viewed)),
        }
    }

    /// Whether the action that can be taken back is a deletion.
    pub fn takes_back_deletion(&self) -> bool {
        matches!(self.archive_page.take_back, Some(TakeBack::Deleted { .. }))
    }

    /// The row of the list at this index.
    pub fn archive_row(&self, index: usize) -> Option<ArchiveRow> {
        let entry = self.archive_page.found.get(index)?;
        let record = &entry.record;
        let name = |seat| record.people.player(seat).map(|player| player.name.clone()).unwrap_or_default();
        let winners: Vec<usize> = record.winners().collect();
        let others = record.people.standings().map(|line| line.seat).filter(|seat| !winners.contains(seat));
        let page = &self.archive_page;
        let next = page.evenings.partition_point(|evening| evening.end <= index);
        let around = page.evenings.get(next).filter(|evening| evening.contains(&index));
        let begun = around.filter(|evening| evening.start == index).and_then(|evening| page.found.get(evening.clone()));
        Some(ArchiveRow {
            path: entry.path.to_path_buf(),
            day: record.started.date_naive(),
            winners: winners.iter().map(|&seat| name(seat)).collect(),
            total: record.people.standings().next().map_or(0, |line| line.total),
            others: others.map(name).collect(),
            faces: scores(record, self.faces()).into_iter().map(|score| score.face).collect(),
            status: record.status,
            rounds: record.rounds(),
            planned: record.planned(),
            kind: record.kind(),
            copy: match self.index.original(entry) {
                None if record.is_example() => Copy::Example,
                None if record.copy_of().is_some() => Copy::Duplicate,
                None => Copy::No,
                Some((_, true)) => Copy::Same,
                Some((_, false)) => Copy::Differs,
            },
            note: entry.quoted(&self.archive_page.filter),
            viewed: self.archive_page.viewed.as_deref() == Some(&*entry.path),
            in_evening: around.is_some(),
            evening: begun.and_then(|games| {
                let games: Vec<_> = games.iter().filter(|game| self.index.is_played(game)).collect();
                evening(&games, self.faces())
            }),
        })
    }

    /// The number of evenings with a heading in the list that begin at this row or above it.
    pub fn archive_evenings_to(&self, index: usize) -> usize {
        self.archive_page.evenings.partition_point(|evening| evening.start <= index)
    }

    /// The row at a height of the list, or below the heading there, for rows and headings of these heights.
    pub fn archive_row_at(&self, height: f32, line: f32, head: f32) -> usize {
        let rows = |heads: usize| ((height - heads as f32 * head) / line).floor().max(0.0) as usize;
        let evenings = self.archive_page.evenings.iter().enumerate();
        let begun = evenings.take_while(|&(heads, evening)| evening.start <= rows(heads)).last();
        begun.map_or(rows(0), |(heads, evening)| rows(heads + 1).max(evening.start))
    }

    fn menu(&self, page: &ArchivePage) -> Vec<MenuItem> {
        let filter = &page.filter;
        let number = |count: fn(&Indexed) -> i32, chosen: Option<i32>, newest_first: bool| {
            let mut sessions: BTreeMap<i32, usize> = BTreeMap::new();
            for entry in self.index.sessions() {
                *sessions.entry(count(entry)).or_default() += 1;
            }
            let item = |(number, sessions)| MenuItem {
                name: String::new(),
                face: None,
                number,
                sessions,
                chosen: chosen == Some(number),
            };
            let items = sessions.into_iter().map(item);
            if newest_first { items.rev().collect() } else { items.collect() }
        };
        match self.panel() {
            Panel::Player | Panel::Names => {
                let chosen = filter.players.first();
                let item = |line: NameLine| MenuItem {
                    chosen: Some(&line.name) == chosen,
                    face: Some(self.faces().of_name(&line.name)),
                    name: line.name,
                    number: 0,
                    sessions: line.sessions,
                };
                self.names().into_iter().map(item).collect()
            }
            Panel::PlayerCount => {
                let count = |entry: &Indexed| i32::try_from(entry.record.people.len()).unwrap_or(0);
                number(count, filter.player_count.and_then(|count| i32::try_from(count).ok()), false)
            }
            Panel::Year => number(|entry| entry.record.started.year(), filter.year, true),
            _ => Vec::new(),
        }
    }
}
