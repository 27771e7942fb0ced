//! Writes on a thread of their own: the disk may take its time.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use super::{Job, Report, SessionFile};
use crate::session::Session;

/// Writes sessions in order, off the interface thread. Dropping it waits for the last write.
#[derive(Debug)]
pub struct Saver {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Saver {
    /// Starts the thread. `report` is called on it after each write.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(report: impl Fn(Report) + Send + 'static) -> io::Result<Saver> {
        let (jobs, inbox) = channel();
        let thread = std::thread::Builder::new().name("saver".into()).spawn(move || run(&inbox, &report))?;
        Ok(Saver { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Hands over a state; states of the same file that are overtaken before they are written are left out. Returns
    /// whether the thread took it.
    pub fn save(&self, ticket: u64, file: SessionFile, session: Session) -> bool {
        self.jobs.as_ref().is_some_and(|jobs| jobs.send(Job { ticket, file, session }).is_ok())
    }
}

impl Saver {
    /// Leaves a thread to itself whose disk does not answer. What it has still to write may or may not be written.
    pub fn abandon(mut self) {
        self.thread = None;
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(inbox: &Receiver<Job>, report: &impl Fn(Report)) {
    let mut rooted = HashSet::new();
    while let Ok(job) = inbox.recv() {
        let mut waiting = VecDeque::from([job]);
        waiting.extend(inbox.try_iter());
        while let Some(job) = waiting.pop_front() {
            if waiting.iter().all(|later| later.file.path() != job.file.path()) {
                report(job.done(&mut rooted));
            }
        }
    }
}
