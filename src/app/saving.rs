//! Keeping the open session on disk, and what happens when the disk refuses.

use std::path::{Path, PathBuf};

use super::play::Play;
use super::{App, Notice, SaveState, now};
use crate::archive::{Archive, LoadError, Lock, Report, SaveError, lock, system_reason, write_durably, write_session};
use crate::text;
use crate::text::Text;

impl App {
    pub(super) fn saved(&mut self, report: Report) {
        self.saved_ticket = self.saved_ticket.max(report.ticket);
        // An older failure is overtaken by a newer write.
        if report.ticket == self.last_ticket {
            self.save_error = report.result.err();
        }
        // A folder that took no lock before, or was made again, takes one now.
        if self.save_error.is_none() {
            self.hold_lock();
        }
        // What was typed for another session goes before it is left.
        if self.saved_ticket == self.last_ticket {
            self.keep_notes();
        }
        if self.saved_ticket == self.last_ticket
            && let Some(command) = self.waiting.take()
        {
            self.handle(command);
        }
    }

    /// Opens a session's file for playing on. What is open stays so when the file cannot be read.
    pub(super) fn take_up(&mut self, path: &Path) -> Result<(), LoadError> {
        Archive::load(path)?;
        self.play = None;
        let held = lock(path);
        // What counts is what is there under the lock: another copy may have gone on with the session until just now.
        let loaded = Archive::load(path)?;
        self.play = Some(Play::new(loaded.session, path.to_owned(), held));
        Ok(())
    }

    /// Takes the lock of the open session where there was none to be had, or where it went away with its folder. Returns
    /// whether the session may be written.
    fn hold_lock(&mut self) -> bool {
        let Some(play) = &mut self.play else { return false };
        if play.lock.may_write() && !play.lock.is_held() {
            play.lock = Lock::Impossible;
            play.lock = lock(&play.path);
        }
        play.lock.may_write()
    }

    /// Hands the session to the thread that writes it.
    pub(super) fn save(&mut self) {
        // Another copy may have taken the session meanwhile; then this one looks on.
        if !self.hold_lock() {
            return;
        }
        let Some(play) = &self.play else { return };
        self.last_ticket += 1;
        let taken = self
            .saver
            .as_ref()
            .is_some_and(|saver| saver.save(self.last_ticket, play.path.clone(), play.session.clone()));
        if !taken {
            self.saved_ticket = self.last_ticket;
            self.save_error = Some(SaveError::Other(Box::new(text!("the thread that writes is gone"))));
        }
    }

    pub(super) fn try_again(&mut self) {
        if let Some(play) = &mut self.play {
            if play.lock.may_write() {
                self.save();
                return;
            }
            // The other copy may have gone on: what is on disk counts.
            let path = play.path.clone();
            let lock = lock(&path);
            if lock.may_write() {
                match Archive::load(&path) {
                    Ok(loaded) => {
                        self.play = Some(Play::new(loaded.session, path, lock));
                        self.show_session();
                    }
                    Err(error) => self.refuse_file(&path, &error.text()),
                }
            }
        }
    }

    pub(super) fn save_to(&mut self, path: PathBuf) {
        let language = self.language();
        let Some(play) = &mut self.play else { return };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            let reason = language.say(&no_such_folder());
            self.message = Notice::NotSavedThere { path: path.display().to_string(), reason };
            return;
        }
        if path.exists() && path != play.path {
            let reason = language.say(&text!("a file of this name is there already"));
            self.message = Notice::NotSavedThere { path: path.display().to_string(), reason };
            return;
        }
        let text = write_session(&play.session, now()).map_err(|error| Text::foreign(error.to_string()));
        let written = text.and_then(|text| write_durably(&path, &text).map_err(|error| system_reason(&error)));
        match written {
            Ok(()) => {
                // The lock of the same file is held already.
                if path != play.path {
                    play.lock = lock(&path);
                    play.path = path.clone();
                }
                self.save_error = None;
                self.saved_ticket = self.last_ticket;
                self.message = Notice::SavedElsewhere { path: path.display().to_string() };
            }
            Err(reason) => {
                let reason = language.say(&reason);
                self.message = Notice::NotSavedThere { path: path.display().to_string(), reason };
            }
        }
    }

    /// How safe the open session is.
    pub fn save_state(&self) -> SaveState {
        match (&self.play, &self.save_error) {
            (Some(play), _) if !play.lock.may_write() => SaveState::ReadOnly,
            (_, Some(error)) => SaveState::Failed(error.clone()),
            _ if self.last_ticket != self.saved_ticket => SaveState::Saving,
            _ => SaveState::Saved,
        }
    }

    /// Where the open session could be saved when its folder cannot be written.
    pub fn other_place(&self) -> Option<PathBuf> {
        let name = self.play.as_ref()?.path.file_name()?.to_owned();
        let dirs = directories::UserDirs::new()?;
        let folder = dirs.document_dir().unwrap_or(dirs.home_dir()).to_owned();
        Some(folder.join(name))
    }

    /// Is a tap still on its way to the disk? The window closes only when none is.
    pub fn is_saving(&self) -> bool {
        self.last_ticket != self.saved_ticket
    }
}

/// Why nothing is written where a folder was mistyped.
pub(super) fn no_such_folder() -> Text {
    text!("there is no such folder")
}
