//! The choices and entries made on the archive page, and the work it has started.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;

use super::command::{Edit, ShareItem, Tab};
use crate::app::evening::evenings;
use crate::app::index::{Index, Indexed};
use crate::app::{About, Notice};
use crate::archive::Library;
use crate::session::{Filter, Kind, NOTES_MAX, PLACE_MAX, Player};
use crate::text;
use crate::text::Text;

/// An action that can be taken back.
#[derive(Debug)]
pub(super) enum TakeBack {
    Deleted { paths: Vec<PathBuf>, what: Deleted },
    Renamed(Renamed),
}

/// What was moved to the trash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Deleted {
    Session,
    Example,
    Tournament,
}

/// The state of the archive page.
#[derive(Debug, Default)]
pub(in crate::app) struct ArchivePage {
    pub(super) search: String,
    pub(super) filter: Filter,
    /// The sessions that the filter keeps, those of an evening together.
    pub(super) found: Vec<Arc<Indexed>>,
    /// The evenings among them that have several games.
    pub(super) evenings: Vec<Range<usize>>,
    pub(super) found_at: Option<u64>,
    /// A number that changes whenever the list does.
    pub(super) serial: u64,
    /// The file of the session viewed.
    pub(super) viewed: Option<PathBuf>,
    /// The session to be viewed next, while it is being read.
    pub(super) wanted: Option<PathBuf>,
    pub(super) tab: Tab,
    pub(in crate::app) notice: Option<Notice>,
    pub(super) take_back: Option<TakeBack>,
    /// The round for which a line of notes is begun.
    pub(super) note_to: Option<usize>,
    /// The day being typed, and the file of its session; it is taken when its field is left.
    pub(super) day_typed: Option<(PathBuf, String)>,
    /// Days, places and notes that were written but are not yet saved, by file.
    pub(super) written: BTreeMap<PathBuf, Written>,
    /// Whether a session is being opened for them.
    pub(super) opening_for_notes: bool,
    /// The state of saving those typed last.
    pub(super) keeping: Keeping,
    pub(super) renaming: Option<(usize, usize)>,
    pub(super) sharing: Sharing,
    /// Whether the desktop can print; `None` if not asked yet.
    pub(super) can_print: Option<bool>,
    pub(super) trash: Index,
    pub(super) trash_library: Option<Library>,
    /// The number of times the trash was shown: news for earlier ones are dropped.
    pub(super) trashes: u64,
}

impl ArchivePage {
    /// Applies the filter again if anything changed since.
    pub(super) fn find(&mut self, index: &Index) {
        if self.found_at != Some(index.version) {
            (self.found, self.evenings) = (Vec::new(), Vec::new());
            for evening in evenings(index.all().filter(|entry| entry.passes(&self.filter))) {
                let begin = self.found.len();
                // Copies of a file are no games of their own, and an unfinished one is not yet played.
                let games = evening.iter().filter(|entry| index.is_played(entry)).count();
                self.found.extend(evening.into_iter().cloned());
                if games > 1 {
                    self.evenings.push(begin..self.found.len());
                }
            }
            self.found_at = Some(index.version);
            self.serial += 1;
        }
    }

    /// Whether something is being written or read on another thread.
    pub(in crate::app) fn is_busy(&self) -> bool {
        self.renaming.is_some() || self.sharing.working
    }

    /// The numbers of sessions renamed and to be renamed, during a renaming.
    pub(in crate::app) fn renaming(&self) -> Option<(usize, usize)> {
        self.renaming
    }

    /// Stops viewing a session whose file is gone.
    pub(super) fn forget(&mut self, path: &Path) {
        for of in [&mut self.viewed, &mut self.wanted] {
            of.take_if(|of| of == path);
        }
    }

    /// What was deleted last and can be restored at once, in words.
    pub(in crate::app) fn deleted(&self) -> Option<Text> {
        let Some(TakeBack::Deleted { what, .. }) = &self.take_back else { return None };
        Some(match what {
            Deleted::Session => text!("The session is in the trash."),
            Deleted::Example => text!("The example is in the trash."),
            Deleted::Tournament => text!("The tournament is in the trash."),
        })
    }

    /// Whether the notice says what was done last and can be taken back.
    pub(in crate::app) fn can_take_back(&self) -> bool {
        self.take_back.is_some() && self.notice.as_ref().is_some_and(|notice| notice.about == About::TakeBack)
    }

    /// Notes what is in the trash and can be taken back, and says so.
    pub(in crate::app) fn say_deleted(&mut self, paths: Vec<PathBuf>, what: Deleted) {
        self.take_back = Some(TakeBack::Deleted { paths, what });
        self.notice = self.deleted().map(|said| Notice::done(said).about(About::TakeBack));
    }

    /// The filter shared by the list and the statistics.
    pub(in crate::app) fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Drops a kind from the filter that belongs to another game.
    pub(in crate::app) fn of_game(&mut self, keep: impl FnOnce(&Kind) -> bool) {
        self.narrow(|filter| filter.kind = filter.kind.filter(keep));
    }

    pub(super) fn narrow(&mut self, change: impl FnOnce(&mut Filter)) {
        change(&mut self.filter);
        self.found_at = None;
    }
}

/// A product being written, and its path.
#[derive(Debug, Default)]
pub(super) struct Sharing {
    pub(super) product: ShareItem,
    pub(super) place: Option<PathBuf>,
    /// A game of the evening that is shared from home.
    pub(super) evening: Option<PathBuf>,
    /// Whether a file is being written or read.
    pub(super) working: bool,
}

/// The state of saving the day, place and notes typed last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Keeping {
    /// Nothing was typed since the session was shown.
    #[default]
    Untouched,
    /// They are saved.
    Kept,
    /// They are saved as far as they fit into a file.
    Shortened,
    /// They wait, because the open game must be on disk first.
    Waiting,
    /// Another running copy of the program has the session open.
    Elsewhere,
    /// A day is being typed.
    Typing,
    /// The day typed last is no day, and nothing was changed.
    NoDay,
    /// The day typed last lies in the future, and nothing was changed.
    FutureDay,
}

impl Keeping {
    /// The state in words. `today` is the date of today in the form in which it is typed.
    pub(super) fn notice(self, today: &str) -> Notice {
        match self {
            Keeping::Untouched => Notice::quiet(text!("Saved automatically.")),
            Keeping::Kept => Notice::done(text!("Date, place and notes are saved.")),
            Keeping::Shortened => Notice::trouble(text!(
                "Only the first {place} characters of the place and {notes} of the notes are saved. Please \
                 shorten them.",
                place = PLACE_MAX,
                notes = NOTES_MAX,
            )),
            Keeping::Waiting => Notice::trouble(text!("Date, place and notes are not saved yet.")),
            Keeping::Elsewhere => Notice::read_only(),
            Keeping::Typing => {
                Notice::quiet(text!("The date is not saved yet: Enter saves it, Esc brings back the one before."))
            }
            Keeping::NoDay => Notice::trouble(text!(
                "The date is unchanged: what was typed is no date. Write it like {date}.",
                date = today
            )),
            Keeping::FutureDay => Notice::trouble(text!(
                "The date is unchanged: what was typed is later than today, {date}.",
                date = today,
            )),
        }
    }
}

/// A day, place and notes, as far as they were written.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) day: Option<NaiveDate>,
    pub(super) place: Option<Edit>,
    pub(super) notes: Option<Edit>,
}

/// A change of names, with what it replaced.
#[derive(Clone, Debug, Default)]
pub struct Renamed {
    /// The old name.
    pub from: String,
    /// The new name.
    pub to: String,
    /// The changed sessions, each with the person before and after.
    pub(super) changed: Vec<(PathBuf, Player, Player)>,
    /// The sessions that could not be changed, with the reasons.
    pub(super) failed: Vec<(String, Text)>,
    /// The number of sessions left as they are, because tables of a tournament find them by the name.
    pub(super) left: usize,
    /// Whether this itself took back a change.
    pub(super) back: bool,
}
