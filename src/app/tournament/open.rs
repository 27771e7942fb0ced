//! The open tournament: what it is, how it was before, and what of it is shown.

use std::collections::HashMap;
use std::mem::replace;
use std::path::Path;
use std::sync::Arc;

use super::command::{SettingField, TournamentCommand, TournamentSetting, TournamentTab};
use super::draft::Draft;
use super::keeper::Keeper;
use crate::app::notice::Notice;
use crate::archive::{Found, Gathered, Known, LoadedTournament, TournamentFile, gathered};
use crate::export::Paper;
use crate::language::Language;
use crate::text;
use crate::text::Text;
use crate::tournament::{Outcome, Played, Table, Tournament};

/// The most steps that can be undone.
const STEPS_MAX: usize = 100;

/// What is asked before a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Whether a slip is taken, in spite of this.
    Slip(Text),
    /// Whether the next round is seated, although these tables have no result.
    Seat(Vec<String>),
    /// Whether what was typed on the slip is dropped.
    Drop,
    /// Whether the clock is stopped.
    Stop,
    /// Whether the file is read again, which another program has changed: what was here is in this one beside it.
    Reload(String),
    /// Whether the file is written again, which another program has deleted.
    WriteAgain,
}

/// What was played in a session, with the fingerprint of the session.
pub(super) type Read = (u64, Result<Played, Text>);

/// The open tournament.
#[derive(Debug)]
pub(in crate::app) struct OpenTournament {
    /// The tournament, as its file has it.
    pub(super) tournament: Tournament,
    /// The tournament with the results of the sessions.
    pub(super) gathered: Gathered,
    /// The sessions that it counts or shows.
    pub(super) found: Vec<Found>,
    /// What was read of them.
    pub(super) read: HashMap<Arc<Path>, Read>,
    /// Whether there are others that were not read yet.
    pub(super) reading: bool,
    /// The state of the index and of the tournament by which they were found.
    pub(super) found_by: Option<(u64, u64)>,
    /// Fields of the file that this program does not know.
    pub(super) unknown: Vec<String>,
    pub(super) keeper: Keeper,
    /// A number that changes with every change of the tournament.
    pub(super) revision: u64,
    undo: Vec<Tournament>,
    redo: Vec<Tournament>,
    /// The setting that was changed last: typing a word is one step.
    typing: Option<SettingField>,
    pub(super) tab: TournamentTab,
    /// The round shown; `None` for the last.
    pub(super) shown: Option<usize>,
    pub(super) picked: Option<(usize, usize)>,
    pub(super) overtime: bool,
    pub(super) slip: Option<Draft>,
    pub(super) asked: Option<Asked>,
    /// The name of the copy that was kept when another program had changed the file.
    pub(super) overtaken: Option<String>,
    /// The setting typed last that cannot be, and why.
    pub(super) refused: Option<(TournamentSetting, Text)>,
    /// Whether seats are being found.
    pub(super) seating: bool,
    /// The paper to be shared.
    pub(super) paper: Option<Paper>,
    /// Whether there was news of the file during a write, so that it is looked at afterwards.
    pub(super) looks: bool,
}

impl OpenTournament {
    /// Opens a tournament kept in this file.
    pub(super) fn of(file: TournamentFile, loaded: LoadedTournament) -> OpenTournament {
        let LoadedTournament { tournament, unknown, nameless: _ } = loaded;
        let tab = if tournament.rounds.is_empty() { TournamentTab::Players } else { TournamentTab::Results };
        OpenTournament {
            gathered: gathered(&tournament, &mut []),
            tournament,
            found: Vec::new(),
            read: HashMap::new(),
            reading: false,
            found_by: None,
            unknown,
            keeper: Keeper::of(file),
            revision: 0,
            undo: Vec::new(),
            redo: Vec::new(),
            typing: None,
            tab,
            shown: None,
            picked: None,
            overtime: false,
            slip: None,
            asked: None,
            overtaken: None,
            refused: None,
            seating: false,
            paper: None,
            looks: false,
        }
    }

    /// Its file.
    pub(in crate::app) fn path(&self) -> &Path {
        self.keeper.path()
    }

    /// Takes over what another program wrote to the file; undo leads back to what was here.
    pub(super) fn replace(&mut self, file: TournamentFile, loaded: LoadedTournament) {
        let LoadedTournament { tournament, unknown, nameless: _ } = loaded;
        (self.keeper, self.unknown) = (Keeper::of(file), unknown);
        self.close_all();
        self.overtaken = None;
        self.take(tournament, None);
    }

    /// The round shown, from 1; 0 before the first is seated.
    pub(super) fn round(&self) -> usize {
        let last = self.tournament.rounds.len();
        self.shown.unwrap_or(last).min(last)
    }

    /// A table of the round shown, with the result of its session.
    pub(super) fn table(&self, index: usize) -> Option<&Table> {
        self.gathered.tournament.tables(self.round()).get(index)
    }

    /// What is known of a table.
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

    /// Chooses the paper to be shared.
    pub(super) fn share(&mut self, paper: Paper) {
        self.paper = Some(paper);
    }

    /// The paper to be shared, for the round shown.
    pub(in crate::app) fn paper(&self) -> Option<(Box<Tournament>, Paper, usize)> {
        Some((Box::new(self.gathered.tournament.clone()), self.paper?, self.round()))
    }

    /// Counts anew.
    pub(super) fn recount(&mut self) {
        self.gathered = gathered(&self.tournament, &mut self.found);
    }

    /// Changes the tournament by a step that can be undone.
    ///
    /// # Errors
    /// The rule that it would break, or that another program has overtaken it.
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
        self.take(next, typing);
        Ok(())
    }

    /// Why nothing can be changed where another program has changed the file.
    pub(in crate::app) fn overtaken_text() -> Text {
        text!("Another program has changed this tournament. Read it again first.")
    }

    /// Asks what has to be answered before another change, if another program has changed or deleted the file.
    ///
    /// # Errors
    /// That it has.
    fn may_change(&mut self) -> Result<(), Notice> {
        if let Some(copy) = &self.overtaken {
            self.asked = Some(Asked::Reload(copy.clone()));
            return Err(Notice::trouble(OpenTournament::overtaken_text()));
        }
        if self.keeper.is_gone() {
            self.asked = Some(Asked::WriteAgain);
            return Err(Notice::trouble(text!("This tournament was deleted. Say first whether it is written again.")));
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
    /// The table whose game would lose its players, or that another program has changed or deleted the file.
    pub(super) fn travel(&mut self, back: bool) -> Result<(), Notice> {
        self.may_change()?;
        let next = if back { self.undo.last() } else { self.redo.last() };
        if let Some(table) = next.and_then(|next| self.parted(next)) {
            return Err(everybody_stays(table));
        }
        let (from, to) = if back { (&mut self.undo, &mut self.redo) } else { (&mut self.redo, &mut self.undo) };
        if let Some(other) = from.pop() {
            to.push(replace(&mut self.tournament, other));
            self.close_all();
            (self.typing, self.refused) = (None, None);
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

    /// Withdraws the question whether the file is written again, which is there.
    pub(super) fn is_back(&mut self) {
        self.asked.take_if(|asked| *asked == Asked::WriteAgain);
    }

    /// Closes the slip, the question and what was picked, whatever was typed: they are of another state.
    pub(super) fn close_all(&mut self) {
        (self.slip, self.asked, self.picked) = (None, None, None);
    }

    /// Closes the question, the slip, or what was picked. Returns whether there was any.
    pub(super) fn step_back(&mut self) -> bool {
        self.asked.take().is_some() || self.close_slip() || self.picked.take().is_some()
    }

    /// Whether [`OpenTournament::step_back`] would close something.
    pub(in crate::app) fn has_open(&self) -> bool {
        self.asked.is_some() || self.slip.is_some() || self.picked.is_some()
    }

    /// Stops the clock of the last round.
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

    /// Handles a tap that concerns the tournament alone.
    ///
    /// # Errors
    /// Why nothing was done.
    pub(super) fn handle(&mut self, command: TournamentCommand, language: Language) -> Result<(), Notice> {
        use TournamentCommand as C;
        let keeps_picked = matches!(command, C::Pick(..) | C::MoveTo(_));
        let was_picked = if keeps_picked { self.picked } else { self.picked.take() };
        match command {
            C::Tab(tab) => {
                (self.tab, self.overtime) = (tab, false);
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
            C::Type(seat, field, text) => {
                self.type_slip(seat, field, text);
                Ok(())
            }
            C::Absent(seat, absent) => {
                self.say_absent(seat, absent);
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
                self.asked = Some(Asked::Stop);
                Ok(())
            }
            C::Set(setting) => self.set(setting, language),
            // What needs more than the tournament is done by the program.
            _ => Ok(()),
        }
    }

    /// Sets what is known of a table of the round shown. Its slip, which says what was known before, is closed.
    pub(super) fn set_outcome(&mut self, index: usize, outcome: Outcome) -> Result<(), Notice> {
        let round = self.round();
        self.slip = None;
        self.change(|tournament| {
            if let Some(table) = table_mut(tournament, round, index) {
                table.outcome = outcome;
            }
        })
    }

    /// Makes the session of this file the one that counts for a table.
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

/// A table of a round, to be changed.
pub(super) fn table_mut(tournament: &mut Tournament, round: usize, index: usize) -> Option<&mut Table> {
    tournament.rounds.get_mut(round.checked_sub(1)?)?.tables.get_mut(index)
}

/// That nobody leaves or joins a table.
pub(super) fn everybody_stays(table: &Table) -> Notice {
    Notice::trouble(text!("Table {table} has a game or a result, so everybody stays there.", table = &table.name))
}
