//! Durable writes beside the interface: the disk may take its time.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::reason::{no_room, system_reason};
use super::session_file::{Saved, SessionFile};
use super::store::{Store, store};
use crate::background::Queue;
use crate::session::Session;
use crate::text;
use crate::text::Text;

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

impl From<Text> for SaveError {
    fn from(text: Text) -> Self {
        SaveError::Other(Box::new(text))
    }
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind as Kind;
        match error.kind() {
            Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => SaveError::Full,
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => SaveError::Denied,
            Kind::NotFound | Kind::NotADirectory | Kind::AlreadyExists => SaveError::Missing,
            _ => system_reason(&error).into(),
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

/// Writes sessions in order. Dropping it waits for the last write.
pub struct Saver {
    waiting: Arc<Mutex<VecDeque<Job>>>,
    writer: Arc<Mutex<Writer>>,
    queue: Queue,
}

struct Writer {
    report: Box<dyn Fn(Report) + Send>,
    /// The folders that are known to outlast a power cut themselves.
    rooted: HashSet<PathBuf>,
}

impl Saver {
    /// Starts the thread. `report` is called on it after each write.
    pub fn start(report: impl Fn(Report) + Send + 'static) -> Saver {
        let writer = Writer { report: Box::new(report), rooted: HashSet::new() };
        Saver { waiting: Arc::default(), writer: Arc::new(Mutex::new(writer)), queue: Queue::start("saver") }
    }

    /// Hands over a state; states of the same file that are overtaken before they are written are left out.
    pub fn save(&self, ticket: u64, file: SessionFile, session: Session) {
        of(&self.waiting).push_back(Job { ticket, file, session });
        let (waiting, writer, reporter) = (self.waiting.clone(), self.writer.clone(), self.writer.clone());
        self.queue.add(
            // The file is let go before anybody hears of the write: they may want to open it again.
            move || next(&waiting).map(|job| (job.ticket, job.file.save(&job.session, &mut of(&writer).rooted))),
            move |written| {
                let report = match written {
                    Ok(None) => return,
                    Ok(Some((ticket, result))) => Report { ticket, result },
                    Err(reason) => Report { ticket, result: Err(reason.into()) },
                };
                (of(&reporter).report)(report);
            },
        );
    }

    /// Leaves a thread to itself whose disk does not answer. What it has still to write may or may not be written.
    pub fn abandon(mut self) {
        self.queue.abandon();
    }
}

/// The first state that waits and is not overtaken by a later one of the same file.
fn next(waiting: &Mutex<VecDeque<Job>>) -> Option<Job> {
    let mut waiting = of(waiting);
    while let Some(job) = waiting.pop_front() {
        if waiting.iter().all(|later| later.file.path() != job.file.path()) {
            return Some(job);
        }
    }
    None
}

/// A list of what waits is whole after every change, and so is what is known of folders.
fn of<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a file so that after a crash there is either the old one or the new one, whole.
///
/// # Errors
/// The first step that failed; the old file is untouched, and nothing is left beside it.
pub fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    store().write(path, bytes)
}
