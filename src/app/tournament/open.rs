//! The open tournament: its state, its undo history, and what of it is shown.

use std::collections::HashMap;
use std::mem::{replace, take};
use std::path::Path;
use std::sync::Arc;

use uuid::Uuid;

use super::command::{SettingField, TournamentCommand, TournamentSetting, TournamentTab};
use super::draft::Draft;
use crate::app::notice::Notice;
use crate::archive::{Found, Gathered, Known, LoadedTournament, SaveError, Saver, TournamentFile, gathered};
use crate::export::Paper;
use crate::language::Language;
use crate::session::folded;
use crate::text;
use crate::text::Text;
use crate::tournament::{Outcome, Played, Reach, Table, Tournament};

/// The maximum number of undo steps.
const STEPS_MAX: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Slip(Text),
    /// Whether to seat the next round although these tables have no result.
    Seat(Vec<String>),
    Drop,
    Stop,
    /// Whether to change a setting that affects rounds already seated.
    Set(TournamentSetting, Vec<Reach>),
    /// Whether to write the file again, which another program has deleted.
    WriteAgain,
    /// Whether this device takes over the tournament, which another one organises.
    TakeOver,
}

pub(super) type Read = (u64, Result<Played, Text>);

pub(in crate::app) struct OpenTournament {
    pub(super) tournament: Tournament,
    device: Uuid,
    pub(super) gathered: Gathered,
    pub(super) found: Vec<Found>,
    pub(super) read: HashMap<Arc<Path>, Read>,
    /// Whether sessions are still being read.
    pub(super) reading: bool,
    /// The versions of the index and of the tournament for which `found` was computed.
    pub(super) found_by: Option<(u64, u64)>,
    pub(super) unknown: Vec<String>,
    pub(super) file: TournamentFile,
    pub(in crate::app) saver: Saver<Tournament>,
    pub(super) revision: u64,
    undo: Vec<Tournament>,
    redo: Vec<Tournament>,
    /// The setting that was changed last: typing a word is one step.
    pub(super) typing: Option<SettingField>,
    pub(in crate::app) tab: TournamentTab,
    /// `None` for the last.
    pub(super) shown: Option<usize>,
    pub(super) picked: Option<(usize, usize)>,
    pub(super) overtime: bool,
    pub(super) by_name: bool,
    pub(super) slip: Option<Draft>,
    pub(super) question: Option<Question>,
    /// The setting typed last, as typed, with the reason why it cannot be.
    pub(super) typed: Option<(TournamentSetting, Option<Text>)>,
    /// The search among the players, in lower case.
    pub(super) sought: String,
    pub(super) seating: bool,
    pub(super) paper: Option<Paper>,
}

impl OpenTournament {
    pub(super) fn of(
        file: TournamentFile,
        loaded: LoadedTournament,
        device: Uuid,
        saver: Saver<Tournament>,
    ) -> OpenTournament {
        let LoadedTournament { tournament, unknown, nameless: _ } = loaded;
        let tab = if tournament.rounds.is_empty() { TournamentTab::Players } else { TournamentTab::Results };
        OpenTournament {
            gathered: gathered(&tournament, &mut []),
            tournament,
            device,
            found: Vec::new(),
            read: HashMap::new(),
            reading: false,
            found_by: None,
            unknown,
            file,
            saver,
            revision: 0,
            undo: Vec::new(),
            redo: Vec::new(),
            typing: None,
            tab,
            shown: None,
            picked: None,
            overtime: false,
            by_name: false,
            slip: None,
            question: None,
            typed: None,
            sought: String::new(),
            seating: false,
            paper: None,
        }
    }

    pub(in crate::app) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Takes over what another program wrote to the file, as a step that can be undone.
    pub(super) fn replace(&mut self, loaded: LoadedTournament) {
        let LoadedTournament { tournament, unknown, nameless: _ } = loaded;
        self.unknown = unknown;
        self.close_all();
        self.take(tournament, None);
    }

    /// From 1; 0 before the first is seated.
    pub(super) fn round(&self) -> usize {
        let last = self.tournament.rounds.len();
        self.shown.unwrap_or(last).min(last)
    }

    /// A table of the round shown, with the result of its session.
    pub(super) fn table(&self, index: usize) -> Option<&Table> {
        self.gathered.tournament.tables(self.round()).get(index)
    }

    pub(super) fn known(&self, round: usize, index: usize) -> &Known {
        let round = round.checked_sub(1).and_then(|round| self.gathered.known.get(round));
        round.and_then(|tables| tables.get(index)).unwrap_or(&Known::Nothing)
    }

    /// The sessions that name a table, or that it names.
    pub(super) fn sessions(&self, round: usize, index: usize) -> impl Iterator<Item = &Found> {
        let id = self.tournament.id;
        let table = self.tournament.tables(round).get(index);
        self.found.iter().filter(move |session| {
            table.is_some_and(|table| session.is_at(id, round, table) || table.outcome == Outcome::Session(session.id))
        })
    }

    pub(in crate::app) fn has_slip(&self) -> bool {
        self.slip.is_some()
    }

    pub(super) fn share(&mut self, paper: Paper) {
        self.paper = Some(paper);
    }

    pub(in crate::app) fn paper(&self) -> Option<(Box<Tournament>, Paper, usize)> {
        Some((Box::new(self.gathered.tournament.clone()), self.paper?, self.round()))
    }

    pub(super) fn recount(&mut self) {
        self.gathered = gathered(&self.tournament, &mut self.found);
    }

    pub(super) fn change(&mut self, change: impl FnOnce(&mut Tournament)) -> Result<(), Notice> {
        self.change_by(None, change)
    }

    /// Changes a setting. Changes of one setting after another are one step.
    pub(super) fn change_setting(
        &mut self,
        setting: &TournamentSetting,
        change: impl FnOnce(&mut Tournament),
    ) -> Result<(), Notice> {
        self.change_by(Some(setting.field()), change)
    }

    fn change_by(&mut self, typing: Option<SettingField>, change: impl FnOnce(&mut Tournament)) -> Result<(), Notice> {
        self.may_change()?;
        let mut next = self.tournament.clone();
        change(&mut next);
        if next == self.tournament {
            return Ok(());
        }
        next.check()
            .map_err(|violation| Notice::trouble(text!("This cannot be: {reason}.", reason = violation.text())))?;
        next.organiser = Some(self.device);
        self.take(next, typing);
        Ok(())
    }

    /// Whether the file was deleted, so that changes are not written.
    pub(super) fn is_gone(&self) -> bool {
        self.saver.error() == Some(&SaveError::Gone)
    }

    pub(super) fn is_organised_elsewhere(&self) -> bool {
        self.tournament.organiser.is_some_and(|organiser| organiser != self.device)
    }

    /// Why it is read-only: another device organises it. `None` if it is not.
    pub(super) fn only_looked_at(&self) -> Option<Text> {
        self.is_organised_elsewhere()
            .then(|| text!("Another device organises this tournament: here it can be looked at, but not changed."))
    }

    /// Makes this device the organiser. Cannot be undone.
    pub(super) fn take_over(&mut self) -> Result<(), Notice> {
        let before = self.tournament.organiser.replace(self.device);
        self.may_change().inspect_err(|_| self.tournament.organiser = before)?;
        self.revision += 1;
        Ok(())
    }

    /// Asks what has to be answered before another change, if another program has deleted the file, or another device
    /// organises it.
    pub(super) fn may_change(&mut self) -> Result<(), Notice> {
        if self.is_gone() {
            self.question = Some(Question::WriteAgain);
            return Err(Notice::trouble(text!("This tournament was deleted. Say first whether it is written again.")));
        }
        if let Some(warning) = self.only_looked_at() {
            self.question = Some(Question::TakeOver);
            return Err(Notice::trouble(warning));
        }
        Ok(())
    }

    fn take(&mut self, next: Tournament, typing: Option<SettingField>) {
        let before = replace(&mut self.tournament, next);
        if typing.is_none() || self.typing != typing {
            if self.undo.len() >= STEPS_MAX {
                self.undo.remove(0);
            }
            self.undo.push(before);
        }
        self.typing = typing;
        self.redo.clear();
        self.revision += 1;
    }

    /// Undoes a step, or redoes it.
    ///
    /// # Errors
    /// The table whose game would lose its players, or that another program has deleted the file.
    pub(super) fn travel(&mut self, back: bool) -> Result<(), Notice> {
        self.may_change()?;
        let next = if back { self.undo.last() } else { self.redo.last() };
        if let Some(table) = next.and_then(|next| self.parted(next)) {
            return Err(everybody_stays(table));
        }
        let (from, to) = if back { (&mut self.undo, &mut self.redo) } else { (&mut self.redo, &mut self.undo) };
        if let Some(mut other) = from.pop() {
            other.organiser = self.tournament.organiser;
            to.push(replace(&mut self.tournament, other));
            self.close_all();
            (self.typing, self.typed) = (None, None);
            self.revision += 1;
        }
        Ok(())
    }

    /// The first table with a game whose players would not sit there in another state of the tournament. A game is
    /// not needed any more where that state has the results.
    pub(super) fn parted(&self, other: &Tournament) -> Option<&Table> {
        let tables = (1..)
            .zip(&self.tournament.rounds)
            .flat_map(|(round, of)| of.tables.iter().enumerate().map(move |(index, table)| (round, index, table)));
        let stays = |round: usize, session: &Found, table: &Table| {
            let there = other.tables(round).iter().find(|there| there.name == table.name);
            let fits = |there: &Table| there.results().is_some() || session.results(other, there).is_ok();
            there.is_some_and(fits) || session.results(&self.tournament, table).is_err()
        };
        let mut parted = tables.filter(|(round, index, table)| {
            self.sessions(*round, *index).any(|session| !stays(*round, session, table))
        });
        parted.next().map(|(.., table)| table)
    }

    /// Withdraws the question whether to write the file again, because it is back.
    pub(super) fn is_back(&mut self) {
        self.question.take_if(|question| *question == Question::WriteAgain);
    }

    /// Closes the slip, the question and the picked seat, and drops what was typed: they belong to another state.
    pub(super) fn close_all(&mut self) {
        (self.slip, self.question, self.picked) = (None, None, None);
    }

    /// Closes the question, the slip or the picked seat. Returns whether there was any.
    pub(super) fn step_back(&mut self) -> bool {
        self.question.take().is_some() || self.close_slip() || self.picked.take().is_some() || take(&mut self.overtime)
    }

    pub(in crate::app) fn has_open(&self) -> bool {
        self.question.is_some() || self.slip.is_some() || self.picked.is_some() || self.overtime
    }

    pub(in crate::app) fn end_overtime(&mut self) {
        self.overtime = false;
    }

    pub(super) fn stop_clock(&mut self) -> Result<(), Notice> {
        self.change(|tournament| {
            if let Some(round) = tournament.rounds.last_mut() {
                round.started = None;
            }
        })
    }

    /// Whether there is a step to undo, and one to redo.
    pub(super) fn can_travel(&self) -> (bool, bool) {
        (!self.undo.is_empty(), !self.redo.is_empty())
    }

    pub(super) fn handle(&mut self, command: TournamentCommand, language: Language) -> Result<(), Notice> {
        use TournamentCommand as C;
        let keeps_picked = matches!(command, C::Pick(..) | C::MoveTo(_));
        let was_picked = if keeps_picked { self.picked } else { self.picked.take() };
        match command {
            C::Tab(tab) => {
                (self.tab, self.sought, self.typed) = (tab, String::new(), None);
                Ok(())
            }
            C::ByName => {
                self.by_name = !self.by_name;
                Ok(())
            }
            C::Find(words) => {
                self.sought = folded(words.trim());
                Ok(())
            }
            C::Round(round) => {
                (self.shown, self.slip) = (Some(round).filter(|round| *round < self.tournament.rounds.len()), None);
                Ok(())
            }
            C::Rename(number, name) => self.rename(number, &name),
            C::Renumber(number, to) => self.renumber(number, to),
            C::Status(number, status) => self.change(|tournament| {
                if let Some(player) = tournament.players.iter_mut().find(|player| player.number == number) {
                    player.status = status;
                }
            }),
            C::Remove(number) => self.remove(number),
            C::Unseat => self.unseat(),
            C::Lock(table) => self.lock(table),
            C::Pick(table, seat) => self.pick(table, seat, was_picked),
            C::MoveTo(table) => self.move_to(table),
            C::Slip(table) => {
                self.open_slip(table);
                Ok(())
            }
            C::EnterSlip => {
                let round = self.round();
                let is_open = |index: &usize| !matches!(self.known(round, *index), Known::Session(_) | Known::Typed);
                let first = (0..self.tournament.tables(round).len()).find(is_open);
                self.open_slip(first.unwrap_or_default());
                Ok(())
            }
            C::Type(seat, field, text) => {
                self.type_slip(seat, field, text);
                Ok(())
            }
            C::Absent(seat, absent) => {
                self.set_absent(seat, absent);
                Ok(())
            }
            C::TakeSlip => self.take_slip(),
            C::CloseSlip => {
                self.close_slip();
                Ok(())
            }
            C::ClearResult(table) => self.set_outcome(table, Outcome::Open),
            C::Choose(table, path) => self.choose(table, &path),
            C::Overtime => {
                self.overtime = !self.overtime;
                Ok(())
            }
            C::TakeTen(table) => {
                let round = self.round();
                self.change(|tournament| {
                    if let Some(table) = table_mut(tournament, round, table) {
                        table.overtime += 10;
                    }
                })
            }
            C::StopClock => {
                self.question = Some(Question::Stop);
                Ok(())
            }
            C::Set(setting) => self.set(setting, language),
            // The program handles what needs more than the tournament.
            _ => Ok(()),
        }
    }

    /// Sets what is known of a table of the round shown. Closes its slip, which shows the old values.
    pub(super) fn set_outcome(&mut self, index: usize, outcome: Outcome) -> Result<(), Notice> {
        let round = self.round();
        self.change(|tournament| {
            if let Some(table) = table_mut(tournament, round, index) {
                table.outcome = outcome;
            }
        })?;
        self.slip = None;
        Ok(())
    }

    fn choose(&mut self, index: usize, path: &Path) -> Result<(), Notice> {
        let Some(session) = self.found.iter().find(|session| *session.path == *path) else { return Ok(()) };
        let id = session.id;
        // A copy has the same id as the session's own file, which would be meant.
        let is_copy = self.found.iter().find(|other| other.id == id).is_some_and(|own| *own.path != *path);
        let outcome = match self.table(index).map(|table| session.results(&self.tournament, table)) {
            Some(Ok(Some(results))) if is_copy => Outcome::Results(results),
            Some(Ok(None)) if is_copy => {
                return Err(Notice::trouble(text!("The game of this copy is not over, so it cannot count.")));
            }
            Some(Err(reason)) => return Err(Notice::trouble(reason)),
            _ => Outcome::Session(id),
        };
        self.set_outcome(index, outcome)
    }
}

pub(super) fn table_mut(tournament: &mut Tournament, round: usize, index: usize) -> Option<&mut Table> {
    tournament.rounds.get_mut(round.checked_sub(1)?)?.tables.get_mut(index)
}

/// Whether every table keeps its players.
pub(super) fn everybody_stays(table: &Table) -> Notice {
    Notice::trouble(text!("Table {table} has a game or a result, so everybody stays there.", table = &table.name))
}
