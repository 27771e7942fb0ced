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

pub(super) type Playing = OfGame<Play, Track>;

impl Playing {
    pub(super) fn new(session: impl Into<AnySession>, file: SessionFile) -> Playing {
        match session.into() {
            OfGame::Wizard(session) => OfGame::Wizard(TableState::new(session, file)),
            OfGame::LastWizard(session) => OfGame::LastWizard(TableState::new(session, file)),
        }
    }

    pub(super) fn into_parts(self) -> (AnySession, SessionFile) {
        each!(self, play => (play.session.into(), play.file))
    }

    pub(super) fn session(&self) -> AnyRef<'_> {
        self.as_ref().map(|play| &play.session, |track| &track.session)
    }

    pub(super) fn file(&self) -> &SessionFile {
        each!(self, play => &play.file)
    }

    pub(super) fn path(&self) -> &Path {
        self.file().path()
    }

    pub(super) fn keep_in(&mut self, kept: SessionFile) {
        each!(self, play => play.file = kept);
    }

    /// Returns the round whose correction was closed for not fitting. Ignores a session of another game.
    pub(super) fn replace_session(&mut self, session: AnySession) -> Option<usize> {
        each!(self.as_mut().zip(session)?, (play, session) => play.replace_session(session))
    }

    /// Returns whether the session changed. Ignores one of another game.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn step_from_phone(&mut self, session: AnySession) -> bool {
        self.as_mut().zip(session).is_some_and(|both| each!(both, (play, session) => play.step_from_phone(session)))
    }

    pub(super) fn overlay(&self) -> Overlay {
        each!(self, play => play.overlay)
    }

    pub(super) fn notice(&mut self) -> &mut Option<Notice> {
        each!(self, play => &mut play.notice)
    }

    pub(super) fn current_notice(&self) -> Option<&Notice> {
        each!(self, play => play.notice.as_ref())
    }

    pub(super) fn is_correcting(&self) -> bool {
        each!(self, play => play.correction.is_some())
    }

    /// Whether a correction has unsaved changes; if so, shows a message.
    pub(super) fn has_draft(&mut self) -> bool {
        each!(self, play => play.has_draft())
    }

    pub(super) fn leave(&mut self) {
        each!(self, play => play.leave());
    }

    /// Returns whether the session changed and must be saved.
    pub(super) fn handle(&mut self, command: TableCommand, now: DateTime<FixedOffset>) -> bool {
        each!(self, play => play.handle(command, now))
    }

    pub(super) fn is_typing(&self) -> bool {
        each!(self, play => play.is_typing())
    }

    /// Returns whether the session changed.
    pub(super) fn enter_typed(&mut self) -> bool {
        each!(self, play => play.enter_typed())
    }

    /// Returns whether the session changed.
    pub(super) fn undo(&mut self) -> bool {
        each!(self, play => play.undo())
    }

    /// Returns whether the session changed.
    pub(super) fn redo(&mut self) -> bool {
        each!(self, play => play.redo())
    }
}
