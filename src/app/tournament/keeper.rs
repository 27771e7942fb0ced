//! Keeping the open tournament in its file, in the background.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::app::command::SaveState;
use crate::archive::{NotSaved, TournamentFile};
use crate::background::{Queue, locked};
use crate::text::Text;
use crate::tournament::Tournament;

/// How a tournament was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// It is in its file.
    Here,
    /// Another program has changed the file, which was left as it is: the tournament is in this one beside it.
    Beside(PathBuf),
}

/// The report of a write: its number, and how it ended.
pub(super) type Report = (u64, Result<Written, NotSaved>);

/// A tournament's file, with what waits to be written. Dropping it waits for the last write.
#[derive(Debug)]
pub(super) struct Keeper {
    path: PathBuf,
    file: Arc<Mutex<TournamentFile>>,
    waiting: Arc<Mutex<Option<(u64, Tournament)>>>,
    queue: Queue,
    last: u64,
    done: u64,
    error: Option<NotSaved>,
    overtaken: bool,
}

impl Keeper {
    /// Keeps a tournament in this file from now on.
    pub(super) fn of(file: TournamentFile) -> Keeper {
        Keeper {
            path: file.path().to_owned(),
            file: Arc::new(Mutex::new(file)),
            waiting: Arc::default(),
            queue: Queue::start("tournament"),
            last: 0,
            done: 0,
            error: None,
            overtaken: false,
        }
    }

    /// The file's path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The file, to be locked on other threads only.
    pub(super) fn file(&self) -> Arc<Mutex<TournamentFile>> {
        self.file.clone()
    }

    /// Whether this is the file kept here.
    pub(super) fn keeps(&self, file: &Arc<Mutex<TournamentFile>>) -> bool {
        Arc::ptr_eq(&self.file, file)
    }

    /// Writes the tournament in the background. What waited before need not be written any more.
    /// `report` is called on another thread.
    pub(super) fn save(
        &mut self,
        tournament: &Tournament,
        report: impl FnOnce(Arc<Mutex<TournamentFile>>, Report) + Send + 'static,
    ) {
        self.last += 1;
        *locked(&self.waiting) = Some((self.last, tournament.clone()));
        let (waiting, file, written_by, ticket) = (self.waiting.clone(), self.file(), self.file(), self.last);
        let write = move || -> Option<Report> {
            let (ticket, tournament) = locked(&waiting).take()?;
            let mut file = locked(&file);
            let written = match file.save(&tournament) {
                Ok(()) => Ok(Written::Here),
                Err(NotSaved::Changed) => file.save_beside(&tournament).map(Written::Beside).map_err(NotSaved::from),
                Err(not_saved) => Err(not_saved),
            };
            Some((ticket, written))
        };
        self.queue.add(write, move |written: Result<_, Text>| match written {
            Ok(None) => {}
            Ok(Some(done)) => report(written_by, done),
            Err(broken) => report(written_by, (ticket, Err(broken.into()))),
        });
    }

    /// Takes in the report of a write.
    pub(super) fn saved(&mut self, (ticket, written): &Report) {
        self.done = self.done.max(*ticket);
        if *ticket == self.last {
            self.error = written.as_ref().err().cloned();
        }
        self.overtaken |= matches!(written, Ok(Written::Beside(_)));
    }

    /// Whether another program has changed the file, so that nothing may be written any more.
    pub(super) fn is_overtaken(&self) -> bool {
        self.overtaken
    }

    /// Whether another program has deleted the file, so that a change is not written.
    pub(super) fn is_gone(&self) -> bool {
        self.error == Some(NotSaved::Gone)
    }

    /// Whether a change is being written.
    pub(super) fn is_saving(&self) -> bool {
        self.last != self.done
    }

    /// Whether something would be lost with this program's memory.
    pub(super) fn is_unsaved(&self) -> bool {
        self.is_saving() || self.error.is_some()
    }

    /// How far the tournament is saved.
    pub(super) fn state(&self) -> SaveState {
        match &self.error {
            Some(NotSaved::Refused(error)) => SaveState::Failed(error.clone()),
            Some(foreign) => SaveState::Failed(foreign.text().into()),
            None if self.overtaken => SaveState::ReadOnly,
            None if self.is_saving() => SaveState::Saving,
            None => SaveState::Saved,
        }
    }

    /// Stops waiting for a disk that does not answer.
    pub(super) fn abandon(&mut self) {
        self.queue.abandon();
    }
}
