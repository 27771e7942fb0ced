//! Durable writes: on a thread of their own, or at once where there are none.

#[cfg(target_family = "wasm")]
mod at_once;
#[cfg(not(target_family = "wasm"))]
mod on_thread;

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use super::reason::{no_room, system_reason};
use super::session_file::{Saved, SessionFile};
use super::store::{Store, store};
use crate::session::Session;
use crate::text;
use crate::text::Text;

#[cfg(target_family = "wasm")]
pub use at_once::Saver;
#[cfg(not(target_family = "wasm"))]
pub use on_thread::Saver;

/// Why a session is not on disk. The game goes on in memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum SaveError {
    /// No room left.
    Full,
    /// The folder or the file may not be written.
    Denied,
    /// The folder is not there and cannot be made.
    Missing,
    /// Anything else, mostly in the system's words.
    Other(Box<Text>),
}

impl SaveError {
    /// Why, in a few words.
    pub fn text(&self) -> Text {
        match self {
            SaveError::Full => no_room(),
            SaveError::Denied => text!("the folder cannot be written"),
            SaveError::Missing => text!("the folder is missing"),
            SaveError::Other(text) => (**text).clone(),
        }
    }
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind as Kind;
        match error.kind() {
            Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => SaveError::Full,
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => SaveError::Denied,
            Kind::NotFound | Kind::NotADirectory | Kind::AlreadyExists => SaveError::Missing,
            _ => SaveError::Other(Box::new(system_reason(&error))),
        }
    }
}

/// What became of the writes up to and including a ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The newest state that this speaks of.
    pub ticket: u64,
    /// On disk, or why not.
    pub result: Result<Saved, SaveError>,
}

struct Job {
    ticket: u64,
    file: SessionFile,
    session: Session,
}

impl Job {
    /// Writes the session, and lets go of its file before anybody hears of it: they may want to open it again.
    fn done(self, rooted: &mut HashSet<PathBuf>) -> Report {
        Report { ticket: self.ticket, result: self.file.save(&self.session, rooted) }
    }
}

/// Writes a file so that after a crash there is either the old one or the new one, whole.
///
/// # Errors
/// The first step that failed; the old file is untouched, and nothing is left beside it.
pub fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    store().write(path, bytes)
}
