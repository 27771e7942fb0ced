//! Writes at once: a browser gives no thread, and its storage has a text as soon as it is set.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io;
use std::path::PathBuf;

use super::{Job, Report, SessionFile};
use crate::session::Session;

/// Writes sessions as they come.
pub struct Saver {
    report: Box<dyn Fn(Report)>,
    rooted: RefCell<HashSet<PathBuf>>,
}

impl Saver {
    /// `report` is called with each write, before [`Saver::save`] returns.
    ///
    /// # Errors
    /// None here.
    pub fn start(report: impl Fn(Report) + Send + 'static) -> io::Result<Saver> {
        Ok(Saver { report: Box::new(report), rooted: RefCell::default() })
    }

    /// Writes a state. Returns whether it was tried: always.
    pub fn save(&self, ticket: u64, file: SessionFile, session: Session) -> bool {
        let report = Job { ticket, file, session }.done(&mut self.rooted.borrow_mut());
        (self.report)(report);
        true
    }

    /// Nothing waits here.
    pub fn abandon(self) {}
}
