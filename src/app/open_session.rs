//! The sessions in memory: the open one, which is saved, and one that is only viewed. Screens name them by their files.

use std::path::{Path, PathBuf};

use super::playing::Playing;
use super::{Command, SaveState};
use crate::archive::Saver;
use crate::session::{AnyRef, AnySession};

pub(super) struct OpenSession {
    pub(super) play: Option<Playing>,
    /// The session that is viewed but not open, as read from its file.
    viewed: Option<(PathBuf, AnySession)>,
    pub(super) saver: Saver<AnySession>,
    /// The command to run when the open session is on disk, unless another comes first.
    pub(super) next: Option<Command>,
    pub(super) dealt: Option<PathBuf>,
    /// The file of the session last opened, if it is not in the archive's folder.
    pub(super) outside: Option<PathBuf>,
}

impl OpenSession {
    pub(super) fn written_by(saver: Saver<AnySession>) -> OpenSession {
        OpenSession { play: None, viewed: None, saver, next: None, dealt: None, outside: None }
    }

    pub(super) fn save(&mut self) {
        if let Some(play) = self.play.as_ref().filter(|play| play.file().may_write()) {
            self.saver.save(play.file(), play.session().cloned());
        }
    }

    pub(super) fn is_saving(&self) -> bool {
        self.saver.is_saving()
    }

    pub(super) fn is_refused(&self) -> bool {
        self.saver.error().is_some()
    }

    /// Whether everything is on disk.
    pub(super) fn is_kept(&self) -> bool {
        !self.is_saving() && matches!(self.state(), SaveState::Saved | SaveState::ReadOnly)
    }

    pub(super) fn state(&self) -> SaveState {
        let is_read_only = self.play.as_ref().is_some_and(|play| !play.file().may_write());
        if is_read_only { SaveState::ReadOnly } else { self.saver.state() }
    }

    /// The open session, if this is its file.
    pub(super) fn open_at(&self, path: &Path) -> Option<&Playing> {
        self.play.as_ref().filter(|play| play.path() == path)
    }

    pub(super) fn session_at(&self, path: &Path) -> Option<AnyRef<'_>> {
        let viewed = self.viewed.as_ref().filter(|(of, _)| of == path).map(|(_, session)| session.as_ref());
        self.open_at(path).map(Playing::session).or(viewed)
    }

    /// Keeps a session that was read for viewing, unless it is the open one.
    pub(super) fn view(&mut self, path: PathBuf, session: AnySession) {
        self.viewed = self.open_at(&path).is_none().then_some((path, session));
    }

    pub(super) fn stop_viewing(&mut self) {
        self.viewed = None;
    }

    pub(super) fn open(&mut self, play: Playing) {
        self.close();
        self.viewed.take_if(|(of, _)| of == play.path());
        (self.play, self.saver.check_again) = (Some(play), false);
    }

    pub(super) fn close(&mut self) {
        if let Some((session, file)) = self.play.take().map(Playing::into_parts)
            && self.viewed.is_none()
        {
            self.viewed = Some((file.path().to_owned(), session));
        }
    }
}
