//! The sessions in memory: the open one, which is saved, and one that is only viewed. Screens name them by their files.

use std::path::{Path, PathBuf};

use super::playing::Playing;
use super::{Command, SaveState};
use crate::archive::{Library, Report, SaveError, Saved, Saver};
use crate::session::{AnyRef, AnySession};

/// The open session, and how far it is on disk.
#[derive(Default)]
pub(super) struct OpenSession {
    /// The open session with its file and lock.
    pub(super) play: Option<Playing>,
    /// The session that is viewed but not open, as read from its file.
    viewed: Option<(PathBuf, AnySession)>,
    saver: Option<Saver>,
    /// The number of the current saver: reports of earlier ones are dropped.
    savers: u64,
    last_ticket: u64,
    saved_ticket: u64,
    /// The newest ticket that is certainly on disk.
    kept_ticket: u64,
    save_error: Option<SaveError>,
    /// The command to run when the open session is on disk, unless another comes first.
    pub(super) next: Option<Command>,
    /// Whether another program changed the open session's file during a save, so that it must be read afterwards.
    pub(super) read_again: bool,
    /// The file of the session last dealt in this window.
    pub(super) dealt: Option<PathBuf>,
    /// The file of the session last opened, if it is not in the archive's folder.
    pub(super) outside: Option<PathBuf>,
}

impl OpenSession {
    /// The number of the next saver; reports of earlier ones are dropped from now on.
    pub(super) fn next_saver(&mut self) -> u64 {
        self.savers += 1;
        self.savers
    }

    /// Whether this is the current saver.
    pub(super) fn writes(&self, saver: u64) -> bool {
        self.savers == saver
    }

    /// Makes this the current saver. The one before, whose disk may not answer, is abandoned.
    pub(super) fn write_by(&mut self, saver: Saver) {
        if let Some(before) = self.saver.replace(saver) {
            before.abandon();
        }
    }

    /// Abandons what is not on disk yet.
    pub(super) fn abandon(&mut self) {
        if let Some(saver) = self.saver.take() {
            saver.abandon();
        }
    }

    /// Passes the open session to the saver.
    pub(super) fn save(&mut self, library: Option<&Library>) {
        let Some(play) = self.play.as_ref().filter(|play| play.file().may_write()) else { return };
        self.last_ticket += 1;
        // News of what this program writes itself need not be read.
        if let Some(library) = library {
            library.tell_version(play.path().to_owned());
        }
        if let Some(saver) = &self.saver {
            saver.save(self.last_ticket, play.file().clone(), play.session().cloned());
        }
    }

    /// Takes in a saver's report. Returns how the session was saved, if it was.
    pub(super) fn saved(&mut self, report: Report) -> Option<Saved> {
        self.saved_ticket = self.saved_ticket.max(report.ticket);
        let saved = report.result.as_ref().ok().cloned();
        if saved.as_ref().is_some_and(|saved| *saved != Saved::Elsewhere) {
            self.kept_ticket = self.kept_ticket.max(report.ticket);
        }
        // A newer write supersedes an older failure.
        if report.ticket == self.last_ticket {
            self.save_error = report.result.err();
        }
        saved
    }

    /// Notes that the open session is on disk as it is.
    pub(super) fn all_is_saved(&mut self) {
        (self.save_error, self.saved_ticket, self.kept_ticket) = (None, self.last_ticket, self.last_ticket);
    }

    /// Whether a tap is still being written.
    pub(super) fn is_saving(&self) -> bool {
        self.last_ticket != self.saved_ticket
    }

    /// Whether the disk refused the last taps.
    pub(super) fn is_refused(&self) -> bool {
        self.save_error.is_some()
    }

    /// Whether nothing would be lost with this program's memory.
    pub(super) fn is_kept(&self) -> bool {
        !self.is_saving() && matches!(self.state(), SaveState::Saved | SaveState::ReadOnly)
    }

    /// Whether the save with this number is on disk; `None` while it is under way.
    ///
    /// # Errors
    /// The reason why it is not, as far as it is known.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn is_on_disk(&self, ticket: u64) -> Option<Result<(), Option<&SaveError>>> {
        if self.kept_ticket >= ticket {
            return Some(Ok(()));
        }
        (!self.is_saving()).then_some(Err(self.save_error.as_ref()))
    }

    /// The number of saves requested; changes with each.
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

    /// The open session, if this is its file.
    pub(super) fn open_at(&self, path: &Path) -> Option<&Playing> {
        self.play.as_ref().filter(|play| play.path() == path)
    }

    /// The session of this file, if it is in memory.
    pub(super) fn session_at(&self, path: &Path) -> Option<AnyRef<'_>> {
        let viewed = self.viewed.as_ref().filter(|(of, _)| of == path).map(|(_, session)| session.as_ref());
        self.open_at(path).map(Playing::session).or(viewed)
    }

    /// Keeps a session that was read for viewing, unless it is the open one.
    pub(super) fn view(&mut self, path: PathBuf, session: AnySession) {
        self.viewed = self.open_at(&path).is_none().then_some((path, session));
    }

    /// Stops viewing any session but the open one.
    pub(super) fn stop_viewing(&mut self) {
        self.viewed = None;
    }

    /// Opens a session in place of the open one.
    pub(super) fn open(&mut self, play: Playing) {
        self.close();
        self.viewed.take_if(|(of, _)| of == play.path());
        (self.play, self.read_again) = (Some(play), false);
    }

    /// Closes the open session and releases its lock. It stays viewable as it was.
    pub(super) fn close(&mut self) {
        if let Some((session, file)) = self.play.take().map(Playing::into_parts)
            && self.viewed.is_none()
        {
            self.viewed = Some((file.path().to_owned(), session));
        }
    }
}
