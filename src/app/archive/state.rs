//! The choices and entries made on the archive page, and the work it has started.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;

use super::command::{Edit, ShareItem};
use crate::app::evening::evenings;
use crate::app::index::{Index, Indexed};
use crate::app::{About, Notice, Tone};
use crate::archive::{Answers, BundleReport, Import, Library, Source};
use crate::session::{Counted, Filter, NOTES_MAX, PLACE_MAX, People, Player, Tournaments};
use crate::text;
use crate::text::Text;

#[derive(Debug)]
pub(super) enum TakeBack {
    Deleted {
        paths: Vec<PathBuf>,
        what: Deleted,
    },
    Renamed(Renamed),
    /// The place and notes a session had before.
    Counted(PathBuf, Counted),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Deleted {
    Session,
    Example,
    Tournament,
}

#[derive(Debug)]
pub(super) struct Preview {
    pub(super) sources: Arc<[Source]>,
    pub(super) answers: Answers,
    /// `None` until the file is read for the first time.
    pub(super) import: Option<Import>,
    pub(super) reads: bool,
}

#[derive(Debug, Default)]
pub(in crate::app) struct ArchivePage {
    pub(super) search: String,
    pub(super) filter: Filter,
    /// Those of an evening together.
    pub(super) found: Vec<Arc<Indexed>>,
    /// The index of the first one of each evening.
    pub(super) heads: Vec<usize>,
    pub(super) found_at: Option<u64>,
    /// A number that changes whenever the list does.
    pub(super) serial: u64,
    pub(super) viewed: Option<PathBuf>,
    /// The session to be viewed next, while it is being read.
    pub(super) wanted: Option<PathBuf>,
    /// The unfinished game whose menu is open.
    pub(in crate::app) menu_of: Option<PathBuf>,
    pub(in crate::app) notice: Option<Notice>,
    pub(super) take_back: Option<TakeBack>,
    /// The day being typed, and the file of its session; it is taken when its field is left.
    pub(super) day_typed: Option<(PathBuf, String)>,
    /// Days, places and notes that were written but are not yet saved, by file.
    pub(super) written: BTreeMap<PathBuf, Written>,
    pub(super) opening_for_notes: bool,
    /// The state of saving those typed last.
    pub(super) keeping: Keeping,
    pub(super) renaming: Option<(usize, usize)>,
    pub(super) sharing: Sharing,
    pub(super) preview: Option<Preview>,
    /// `None` if not asked yet.
    pub(super) can_print: Option<bool>,
    pub(super) trash: Index,
    pub(super) trash_library: Option<Library>,
    /// The number of times the trash was shown: news for earlier ones are dropped.
    pub(super) trashes: u64,
}

impl ArchivePage {
    /// Reapplies the filter if anything has changed.
    pub(super) fn find(&mut self, index: &Index) {
        if self.found_at != Some(index.version) {
            (self.found, self.heads) = (Vec::new(), Vec::new());
            let tournaments = self.filter.tournaments;
            let is_listed = |entry: &&Arc<Indexed>| {
                let narrows = matches!(tournaments, Tournaments::Only(_));
                entry.passes(&self.filter) && (!narrows || tournaments.count(index.tournament_of(&entry.record)))
            };
            for games in evenings(index.all().filter(is_listed)) {
                self.heads.push(self.found.len());
                self.found.extend(games.into_iter().cloned());
            }
            self.found_at = Some(index.version);
            self.serial += 1;
        }
    }

    pub(in crate::app) fn is_busy(&self) -> bool {
        self.renaming.is_some() || self.sharing.working || self.reads_import()
    }

    pub(super) fn reads_import(&self) -> bool {
        self.preview.as_ref().is_some_and(|preview| preview.reads)
    }

    /// Sessions renamed and to be renamed.
    pub(in crate::app) fn renaming(&self) -> Option<(usize, usize)> {
        self.renaming
    }

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

    /// Whether the notice is about what was done last and can be taken back.
    pub(in crate::app) fn can_take_back(&self) -> bool {
        self.take_back.is_some() && self.notice.as_ref().is_some_and(|notice| notice.about == About::TakeBack)
    }

    /// All files of the example are taken back at once.
    pub(in crate::app) fn show_deleted(&mut self, in_trash: PathBuf, what: Deleted) {
        let mut paths = match self.take_back.take() {
            Some(TakeBack::Deleted { paths, what: Deleted::Example }) if what == Deleted::Example => paths,
            _ => Vec::new(),
        };
        paths.push(in_trash);
        self.take_back = Some(TakeBack::Deleted { paths, what });
        // Of several files, the reason why another stays where it is remains in sight.
        let stays = |notice: &Notice| what == Deleted::Example && notice.tone == Tone::Trouble;
        if !self.notice.as_ref().is_some_and(stays) {
            self.notice = self.deleted().map(|message| Notice::done(message).about(About::TakeBack));
        }
    }

    pub(in crate::app) fn filter(&self) -> &Filter {
        &self.filter
    }

    pub(in crate::app) fn search(&self) -> &str {
        &self.search
    }

    pub(super) fn narrow(&mut self, change: impl FnOnce(&mut Filter)) {
        change(&mut self.filter);
        self.found_at = None;
    }
}

pub(super) enum Shared {
    Written(PathBuf),
    BackedUp(PathBuf, BundleReport),
    NotWritten(PathBuf, Text),
    ThereAlready(PathBuf),
    Imported { sessions: usize, tournaments: usize },
    NotImported(Text),
}

pub(super) struct Work(pub(super) Box<dyn FnOnce() -> Shared + Send>);

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Work")
    }
}

#[derive(Debug, Default)]
pub(super) struct Sharing {
    pub(super) product: ShareItem,
    pub(super) place: Option<PathBuf>,
    /// A game of the evening that is shared from home.
    pub(super) evening: Option<PathBuf>,
    pub(super) working: bool,
    /// In order.
    pub(super) waiting: VecDeque<Work>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Keeping {
    /// Nothing was typed since the session was shown.
    #[default]
    Untouched,
    Kept,
    /// Saved up to the maximum length.
    Shortened,
    /// They wait, because the open game must be on disk first.
    Waiting,
    /// Another running copy of the program has the session open.
    Elsewhere,
    Typing,
    /// The day typed last is no day, and nothing was changed.
    NoDay,
    /// The day typed last lies in the future, and nothing was changed.
    FutureDay,
}

impl Keeping {
    /// `today` in the form in which it is typed.
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

/// A change of people's names and ids in one session. Its seats and other people may have changed since it was
/// listed.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) path: PathBuf,
    /// Each person as they are and as they become.
    pub(super) people: Vec<(Player, Player)>,
    /// To take a merging back: [`Session::all_people`] as it left them, and as they were before.
    ///
    /// [`Session::all_people`]: crate::session::Session::all_people
    pub(super) apart: Vec<(People, People)>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Renamed {
    pub(super) from: String,
    pub(super) to: String,
    /// The reverse change of each session changed.
    pub(super) back: Vec<Change>,
    /// What could not be changed, with the reasons.
    pub(super) failed: Vec<(Change, Text)>,
    /// The number of sessions left as they are, because tables of a tournament find them by the name.
    pub(super) left: usize,
    pub(super) takes_back: bool,
}

impl Renamed {
    pub(super) fn add(&mut self, change: Change, changed: Result<Change, Text>) {
        match changed {
            Ok(back) => self.back.push(back),
            Err(reason) => self.failed.push((change, reason)),
        }
    }
}
