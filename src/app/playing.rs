//! The open session of either game.

use std::path::Path;

use chrono::{DateTime, FixedOffset};

use super::notice::Notice;
use super::play::Play;
use super::table::TableState;
use super::track::Track;
use super::{Overlay, TableCommand};
use crate::archive::SessionFile;
use crate::each;
use crate::session::{AnyRef, AnySession, OfGame};

/// The open session of either game.
pub(super) type Playing = OfGame<Play, Track>;

impl Playing {
    /// Opens a session kept in this file.
    pub(super) fn new(session: impl Into<AnySession>, file: SessionFile) -> Playing {
        match session.into() {
            OfGame::Wizard(session) => OfGame::Wizard(TableState::new(session, file)),
            OfGame::LastWizard(session) => OfGame::LastWizard(TableState::new(session, file)),
        }
    }

    /// Closes the session and returns it with its file.
    pub(super) fn into_parts(self) -> (AnySession, SessionFile) {
        each!(self, play => (play.session.into(), play.file))
    }

    /// The session.
    pub(super) fn session(&self) -> AnyRef<'_> {
        self.as_ref().map(|play| &play.session, |track| &track.session)
    }

    /// Its file.
    pub(super) fn file(&self) -> &SessionFile {
        each!(self, play => &play.file)
    }

    /// The path of its file.
    pub(super) fn path(&self) -> &Path {
        self.file().path()
    }

    /// Keeps it in another file from now on.
    pub(super) fn keep_in(&mut self, kept: SessionFile) {
        each!(self, play => play.file = kept);
    }

    /// Replaces the session by a newer version that another program wrote to its file. Returns the round whose
    /// correction, with its unsaved changes, was closed for not fitting any more. A session of another game is ignored.
    pub(super) fn replace_session(&mut self, session: AnySession) -> Option<usize> {
        each!(self.as_mut().zip(session)?, (play, session) => play.replace_session(session))
    }

    /// Takes in the session after a step that was not made at this table. Returns whether the session changed. One of
    /// another game is ignored.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn step_from_phone(&mut self, session: AnySession) -> bool {
        self.as_mut().zip(session).is_some_and(|both| each!(both, (play, session) => play.step_from_phone(session)))
    }

    /// The overlay on the table.
    pub(super) fn overlay(&self) -> Overlay {
        each!(self, play => play.overlay)
    }

    /// The notice at the table.
    pub(super) fn notice(&mut self) -> &mut Option<Notice> {
        each!(self, play => &mut play.notice)
    }

    /// Whether a round is being corrected.
    pub(super) fn is_correcting(&self) -> bool {
        each!(self, play => play.correction.is_some())
    }

    /// Whether a correction has unsaved changes; if so, says it.
    pub(super) fn has_draft(&mut self) -> bool {
        each!(self, play => play.has_draft())
    }

    /// Closes what was begun at the table, because it is being left.
    pub(super) fn leave(&mut self) {
        each!(self, play => play.leave());
    }

    /// Handles a tap or key at the table. Returns whether the session changed and must be saved.
    pub(super) fn handle(&mut self, command: TableCommand, now: DateTime<FixedOffset>) -> bool {
        each!(self, play => play.handle(command, now))
    }

    /// Whether something typed is waiting for more.
    pub(super) fn is_typing(&self) -> bool {
        each!(self, play => play.is_typing())
    }

    /// Enters what is waiting for more, as it stands. Returns whether the session changed.
    pub(super) fn enter_typed(&mut self) -> bool {
        each!(self, play => play.enter_typed())
    }

    /// Undoes the last thing on the screen. Returns whether the session changed.
    pub(super) fn undo(&mut self) -> bool {
        each!(self, play => play.undo())
    }

    /// Redoes what was undone last. Returns whether the session changed.
    pub(super) fn redo(&mut self) -> bool {
        each!(self, play => play.redo())
    }
}
