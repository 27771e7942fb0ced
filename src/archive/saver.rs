//! Durable writes beside the interface: the disk may take its time.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::disk::SaveError;
use super::session_file::{Saved, SessionFile};
use crate::background::Queue;
use crate::each;
use crate::session::AnySession;

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
    session: AnySession,
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
    pub fn save(&self, ticket: u64, file: SessionFile, session: impl Into<AnySession>) {
        let session = session.into();
        of(&self.waiting).push_back(Job { ticket, file, session });
        let (waiting, writer, reporter) = (self.waiting.clone(), self.writer.clone(), self.writer.clone());
        self.queue.add(
            // The file is let go before anybody hears of the write: they may want to open it again.
            move || {
                let Job { ticket, file, session } = next(&waiting)?;
                let rooted = &mut of(&writer).rooted;
                Some((ticket, each!(&session, session => file.save(session, rooted))))
            },
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
