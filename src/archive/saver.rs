//! Durable writes in the background, because a disk may be slow.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::disk::SaveError;
use super::session_file::{Saved, SessionFile};
use crate::background::{Queue, locked};
use crate::each;
use crate::session::AnySession;

/// The result of the writes up to and including a ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The newest state that this reports on.
    pub ticket: u64,
    /// How the write ended.
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
    /// The folders already known to survive a power cut.
    rooted: HashSet<PathBuf>,
}

impl Saver {
    /// Starts the thread, which calls `report` after each write.
    pub fn start(report: impl Fn(Report) + Send + 'static) -> Saver {
        let writer = Writer { report: Box::new(report), rooted: HashSet::new() };
        Saver { waiting: Arc::default(), writer: Arc::new(Mutex::new(writer)), queue: Queue::start("saver") }
    }

    /// Queues a state for writing; a later state of the same file replaces one still waiting.
    pub fn save(&self, ticket: u64, file: SessionFile, session: impl Into<AnySession>) {
        let session = session.into();
        locked(&self.waiting).push_back(Job { ticket, file, session });
        let (waiting, writer, reporter) = (self.waiting.clone(), self.writer.clone(), self.writer.clone());
        self.queue.add(
            // The file is released before the write is reported: the listener may want to open it again.
            move || {
                let Job { ticket, file, session } = next(&waiting)?;
                let rooted = &mut locked(&writer).rooted;
                Some((ticket, each!(&session, session => file.save(session, rooted))))
            },
            move |written| {
                let report = match written {
                    Ok(None) => return,
                    Ok(Some((ticket, result))) => Report { ticket, result },
                    Err(reason) => Report { ticket, result: Err(reason.into()) },
                };
                (locked(&reporter).report)(report);
            },
        );
    }

    /// Stops waiting for a thread whose disk does not answer. Pending states may or may not be written.
    pub fn abandon(mut self) {
        self.queue.abandon();
    }
}

/// The first waiting state that no later one of the same file replaces.
fn next(waiting: &Mutex<VecDeque<Job>>) -> Option<Job> {
    let mut waiting = locked(waiting);
    while let Some(job) = waiting.pop_front() {
        if waiting.iter().all(|later| later.file.path() != job.file.path()) {
            return Some(job);
        }
    }
    None
}
