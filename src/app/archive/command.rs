use std::path::PathBuf;

use crate::export::Format;
use crate::seats::Seat;
use crate::session::{Kind, Tournaments};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    #[default]
    None,
    /// The filter of the list and the statistics.
    Filter,
    Season,
    Share,
    Formats,
    Elsewhere,
    /// The play for BG Stats as a code to scan.
    PlayCode,
    /// The address of the program as a web page, for a phone.
    Phone,
    More,
    Unfinished,
    Names,
    Trash,
    EmptyQuestion,
    Manage,
    Backup,
    Import,
    Preview,
    Pads,
    Game,
    RoundMore,
    Notes,
    Folder,
    Licences,
    /// The menu of a new game, or of a change.
    Setup,
    /// Name, colour and sign of somebody in it.
    Person,
    Rules,
    HouseRules,
}

/// A text that is typed over another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    pub from: String,
    pub to: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveCommand {
    Search(String),
    /// `None` for anyone.
    Player(Option<String>),
    /// `None` for any number.
    PlayerCount(Option<usize>),
    /// `None` for any.
    Kind(Option<Kind>),
    /// `None` for any.
    Year(Option<i32>),
    Tournaments(Tournaments),
    ClearFilter,
    View(PathBuf),
    Step {
        down: bool,
    },
    /// Views the first session of the list if the one viewed is not in it.
    ViewFound,
    /// Returns to the list, or closes the panel over it.
    Close,
    Panel(Panel),
    /// Opens the menu of the unfinished game in this file.
    MoreOf(PathBuf),
    /// Opens the panel for sharing the evening of the game in this file.
    ShareEvening(PathBuf),
    Correct {
        of: PathBuf,
        /// From 1.
        round: usize,
        /// `None` for the first to bid.
        seat: Option<Seat>,
    },
    /// Adds a round to the game shown, which is over, and goes to the table.
    RoundMore(u8),
    /// Asks first, unless `sure`, if the session counts at a table of a tournament.
    SetCounted {
        of: PathBuf,
        counts: bool,
        sure: bool,
    },
    /// Asks first if the session counts at a table of a tournament.
    Delete(PathBuf),
    DeleteAnyway(PathBuf),
    AddExample,
    RemoveExample,
    /// Takes back the last deletion or change of names.
    TakeBack,
    Day {
        of: PathBuf,
        text: String,
    },
    KeepDay,
    LeaveDay,
    Note {
        of: PathBuf,
        place: Edit,
        notes: Edit,
    },
    Restore(PathBuf),
    EmptyTrash,
    /// A name that exists already merges the two.
    Rename {
        from: String,
        to: String,
    },
    /// Chooses what to write to a place that is typed.
    ShareItem(ShareItem),
    /// Writes it to the folder of last time.
    Share(ShareItem),
    Write {
        path: PathBuf,
        replace: bool,
    },
    Import(PathBuf),
    /// Imports sessions that did not come as a file.
    ImportBytes {
        name: String,
        bytes: Vec<u8>,
    },
    /// Chooses an option, counted through all questions of the import.
    AnswerPreview(usize),
    AddPreviewed,
    Copied,
    Dismiss,
}

impl ArchiveCommand {
    pub(in crate::app) fn writes_notes(&self) -> bool {
        use ArchiveCommand as C;
        matches!(self, C::Day { .. } | C::KeepDay | C::LeaveDay | C::Note { .. })
    }

    pub(in crate::app) fn writes_nothing(&self) -> bool {
        use ArchiveCommand as C;
        let narrows = matches!(self, C::Search(_) | C::Player(_) | C::PlayerCount(_) | C::Kind(_) | C::Year(_))
            || matches!(self, C::Tournaments(_) | C::ClearFilter);
        let shows = matches!(
            self,
            C::View(_)
                | C::Step { .. }
                | C::ViewFound
                | C::Close
                | C::Panel(_)
                | C::MoreOf(_)
                | C::ShareEvening(_)
                | C::ShareItem(_)
                | C::Copied
                | C::Dismiss
        );
        narrows || shows
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareItem {
    /// The session viewed, the evening chosen or the league, in this format.
    Session(Format),
    Backup,
    /// For this many players.
    Pad(usize),
}

impl Default for ShareItem {
    fn default() -> Self {
        ShareItem::Session(Format::Pdf)
    }
}
