//! What was chosen and typed on the archive page, and what is under way there.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::command::{Product, Tab};
use crate::app::Notice;
use crate::app::shelf::{Shelf, Shelved};
use crate::archive::Library;
use crate::session::{Filter, Kind, Player};
use crate::text::Text;
use crate::wizard::Seat;

/// What can be taken back at once.
#[derive(Debug)]
pub(super) enum TakeBack {
    Deleted { path: PathBuf },
    Renamed(Renamed),
}

/// The state of the archive page.
#[derive(Debug, Default)]
pub(in crate::app) struct Browse {
    pub(super) search: String,
    pub(super) filter: Filter,
    pub(super) found: Vec<Arc<Shelved>>,
    pub(super) found_at: Option<u64>,
    /// Changes whenever the list does.
    pub(super) serial: u64,
    /// The file of the session that is looked at.
    pub(super) viewed: Option<PathBuf>,
    /// The session that is to be looked at, while it is being read.
    pub(super) wanted: Option<PathBuf>,
    pub(super) tab: Tab,
    pub(super) notice: Option<Notice>,
    pub(super) take_back: Option<TakeBack>,
    /// The round for which a line of the notes is begun.
    pub(super) note_to: Option<usize>,
    /// Day, place and notes that were typed and are not in their sessions yet, by file.
    pub(super) written: BTreeMap<PathBuf, Written>,
    /// A session is being opened for them.
    pub(super) opening_for_notes: bool,
    /// What became of those typed last.
    pub(super) keeping: Keeping,
    pub(super) renaming: Option<(usize, usize)>,
    pub(super) carrying: Carrying,
    /// Can the desktop print? `None`: nobody asked it.
    pub(super) can_print: Option<bool>,
    pub(super) trash: Shelf,
    pub(super) trash_library: Option<Library>,
    /// Counts how often the trash was shown: news for those before are dropped.
    pub(super) trashes: u64,
}

impl Browse {
    /// Finds again what the filter keeps, if anything changed since.
    pub(super) fn find(&mut self, shelf: &Shelf) {
        if self.found_at != Some(shelf.version) {
            self.found = shelf.all().filter(|entry| entry.passes(&self.filter)).cloned().collect();
            self.found_at = Some(shelf.version);
            self.serial += 1;
        }
    }

    /// Is something being written or read on a thread of its own?
    pub(in crate::app) fn is_busy(&self) -> bool {
        self.renaming.is_some() || self.carrying.working
    }

    /// So many sessions of so many have a name changed, while they do.
    pub(in crate::app) fn renaming(&self) -> Option<(usize, usize)> {
        self.renaming
    }

    /// Can the session that was deleted last be brought back at once?
    pub(in crate::app) fn has_deleted(&self) -> bool {
        matches!(self.take_back, Some(TakeBack::Deleted { .. }))
    }

    /// The filter that the list and the statistics share.
    pub(in crate::app) fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Gives up a kind that is not of the game that is asked for.
    pub(in crate::app) fn of_game(&mut self, keep: impl FnOnce(&Kind) -> bool) {
        self.narrow(|filter| filter.kind = filter.kind.filter(keep));
    }

    pub(super) fn narrow(&mut self, change: impl FnOnce(&mut Filter)) {
        change(&mut self.filter);
        self.found_at = None;
    }
}

/// What is being handed on, and where to.
#[derive(Debug, Default)]
pub(super) struct Carrying {
    pub(super) product: Product,
    pub(super) place: Option<PathBuf>,
    /// A file is being written or read.
    pub(super) working: bool,
}

/// What became of the day, the place and the notes that were typed last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keeping {
    /// Nothing was typed since the session came into sight.
    #[default]
    Untouched,
    /// They are kept.
    Kept,
    /// As much of them as a file takes is kept.
    Shortened,
    /// Not yet: the open game has to be on disk first.
    Waiting,
    /// Another copy of the program has the session open.
    Elsewhere,
    /// All but the day, which cannot be read or is still to come.
    NoDay,
}

/// Day, place and notes as they were typed.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) day: String,
    pub(super) place: String,
    pub(super) notes: String,
}

/// A change of names: who sat in which session before.
#[derive(Clone, Debug, Default)]
pub struct Renamed {
    /// The name as it was.
    pub from: String,
    /// The name as it is.
    pub to: String,
    /// Each changed session with the player as they were.
    pub(super) before: Vec<(PathBuf, Seat, Player)>,
    /// Sessions that could not be changed, and why.
    pub(super) failed: Vec<(String, Text)>,
    /// This was itself a step back.
    pub(super) back: bool,
}
