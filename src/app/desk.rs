//! The sessions in memory: the open one, which is written, and the one that is only looked at. Screens name them by their files.

use std::path::{Path, PathBuf};

use super::playing::Playing;
use super::{Command, SaveState};
use crate::archive::{Library, Report, SaveError, Saved, Saver};
use crate::session::{AnyRef, AnySession};

/// What is open, and how far it is on disk.
#[derive(Default)]
pub(super) struct Desk {
    /// The open session with its file, whose lock it holds.
    pub(super) play: Option<Playing>,
    /// The session that is looked at and not open, as its file was read.
    looked_at: Option<(PathBuf, AnySession)>,
    saver: Option<Saver>,
    /// Counts the threads that write: what those before say is dropped.
    savers: u64,
    last_ticket: u64,
    saved_ticket: u64,
    save_error: Option<SaveError>,
    /// What follows when the open session is on disk, unless something else is tapped before.
    pub(super) next: Option<Command>,
    /// The file of the open session was changed by somebody else while a save was on its way: it is looked at after that.
    pub(super) look_again: bool,
    /// The file of the session that was dealt last in this window.
    pub(super) dealt: Option<PathBuf>,
    /// The session that was opened last, where its file is not in the archive's folder.
    pub(super) outside: Option<PathBuf>,
}

impl Desk {
    /// The number of the thread that is to write from now on: what those before say is dropped.
    pub(super) fn next_saver(&mut self) -> u64 {
        self.savers += 1;
        self.savers
    }

    /// Is this the thread that writes?
    pub(super) fn writes(&self, saver: u64) -> bool {
        self.savers == saver
    }

    /// Has this thread write. The one before, whose disk may not answer, is left to itself.
    pub(super) fn write_by(&mut self, saver: Saver) {
        if let Some(before) = self.saver.replace(saver) {
            before.abandon();
        }
    }

    /// Leaves what is not on disk yet to itself.
    pub(super) fn abandon(&mut self) {
        if let Some(saver) = self.saver.take() {
            saver.abandon();
        }
    }

    /// Hands the open session to the thread that writes it.
    pub(super) fn save(&mut self, library: Option<&Library>) {
        let Some(play) = self.play.as_ref().filter(|play| play.file().may_write()) else { return };
        self.last_ticket += 1;
        // News of what is written now need not be looked at.
        if let Some(library) = library {
            library.tell_version(play.path().to_owned());
        }
        if let Some(saver) = &self.saver {
            saver.save(self.last_ticket, play.file().clone(), play.session().cloned());
        }
    }

    /// Takes in what became of a save. Returns where the state of somebody else was put that was in the file.
    pub(super) fn saved(&mut self, report: Report) -> Option<PathBuf> {
        self.saved_ticket = self.saved_ticket.max(report.ticket);
        let copy = match &report.result {
            Ok(Saved::Beside(copy)) => Some(copy.clone()),
            _ => None,
        };
        // An older failure is overtaken by a newer write.
        if report.ticket == self.last_ticket {
            self.save_error = report.result.err();
        }
        copy
    }

    /// Takes over that the open session is on disk as it is.
    pub(super) fn all_is_saved(&mut self) {
        (self.save_error, self.saved_ticket) = (None, self.last_ticket);
    }

    /// Is a tap still on its way to the disk?
    pub(super) fn is_saving(&self) -> bool {
        self.last_ticket != self.saved_ticket
    }

    /// Did the disk refuse the last taps?
    pub(super) fn is_refused(&self) -> bool {
        self.save_error.is_some()
    }

    /// Is there nothing that would be lost with the memory of this program?
    pub(super) fn is_kept(&self) -> bool {
        !self.is_saving() && matches!(self.state(), SaveState::Saved | SaveState::ReadOnly)
    }

    /// The saves handed over so far: it changes with each.
    pub(super) fn saves(&self) -> u64 {
        self.last_ticket
    }

    pub(super) fn state(&self) -> SaveState {
        match (&self.play, &self.save_error) {
            (Some(play), _) if !play.file().may_write() => SaveState::ReadOnly,
            (_, Some(error)) => SaveState::Failed(error.clone()),
            _ if self.is_saving() => SaveState::Saving,
            _ => SaveState::Saved,
        }
    }

    /// The open session, where it is kept in this file.
    pub(super) fn open_at(&self, path: &Path) -> Option<&Playing> {
        self.play.as_ref().filter(|play| play.path() == path)
    }

    /// The session of this file, as far as it is in memory.
    pub(super) fn session_at(&self, path: &Path) -> Option<AnyRef<'_>> {
        let looked_at = self.looked_at.as_ref().filter(|(of, _)| of == path).map(|(_, session)| session.as_ref());
        self.open_at(path).map(Playing::session).or(looked_at)
    }

    /// Takes a session that was read to be looked at. Where it is open, it is there already.
    pub(super) fn look_at(&mut self, path: PathBuf, session: AnySession) {
        self.looked_at = self.open_at(&path).is_none().then_some((path, session));
    }

    /// Nothing is looked at any more but the open session.
    pub(super) fn look_away(&mut self) {
        self.looked_at = None;
    }

    /// Opens a session in the place of the one that was open.
    pub(super) fn open(&mut self, play: Playing) {
        self.close();
        self.looked_at.take_if(|(of, _)| of == play.path());
        (self.play, self.look_again) = (Some(play), false);
    }

    /// Lets the open session go, with its lock. Whoever looked at it sees it as it was.
    pub(super) fn close(&mut self) {
        if let Some((session, file)) = self.play.take().map(Playing::into_parts)
            && self.looked_at.is_none()
        {
            self.looked_at = Some((file.path().to_owned(), session));
        }
    }
}
