//! What can be asked of the archive page.

use std::path::PathBuf;

use crate::export::Format;
use crate::seats::Seat;
use crate::session::Kind;

/// What is laid over the archive or statistics page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// Nothing.
    #[default]
    None,
    /// Whose sessions.
    Player,
    /// How many players.
    PlayerCount,
    /// Which game.
    Kind,
    /// Which year.
    Year,
    /// In which form a session is handed on.
    HandOn,
    /// The play for BG Stats as a code to scan.
    PlayCode,
    /// The address of the program as a page, for a phone.
    Phone,
    /// What else can be done with a session.
    More,
    /// Everyone's name, to be changed or merged.
    Names,
    /// Deleted sessions.
    Trash,
    /// The question whether to delete the sessions in the trash for good.
    EmptyQuestion,
    /// What can be done with the whole archive.
    Carry,
    /// Where the whole archive is written as one file.
    Backup,
    /// Where sessions are brought in from.
    Import,
    /// Where empty score pads are written.
    Pads,
    /// What else can be done with the game on the table.
    Game,
    /// Day, place and notes of the game on the table.
    Notes,
}

/// What is shown of the session that is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The sheet.
    #[default]
    Sheet,
    /// Standings and the lines of points by round.
    Chart,
    /// The rounds, with trump, bids and special cards.
    Rounds,
    /// Day, place and notes.
    Notes,
}

/// A tap on the archive page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveCommand {
    /// Looks for these words.
    Search(String),
    /// Only sessions with this player; `None`: with anyone.
    Player(Option<String>),
    /// Only tables of so many.
    PlayerCount(Option<usize>),
    /// Only this edition of Wizard, or only the other game.
    Kind(Option<Kind>),
    /// Only this year.
    Year(Option<i32>),
    /// Every session again.
    ClearFilter,
    /// Looks at a session.
    View(PathBuf),
    /// Looks at the session above or below in the list.
    Step {
        /// Down the list?
        down: bool,
    },
    /// Back to the list, or takes away what is laid over it.
    Close,
    /// Shows another side of the session.
    Tab(Tab),
    /// Lays something over the page.
    Panel(Panel),
    /// Opens a round of a session for correction.
    Correct {
        /// The session's file.
        of: PathBuf,
        /// From 1.
        round: usize,
        /// Whose number is meant; `None`: the first to bid.
        seat: Option<Seat>,
    },
    /// The same session once more, under an id of its own.
    Duplicate(PathBuf),
    /// Into the trash.
    Delete(PathBuf),
    /// Takes the last deletion or change of names back.
    TakeBack,
    /// Lays day, place and notes over the table.
    Notes {
        /// A line for this round, from 1, is begun in the notes.
        round: Option<usize>,
    },
    /// Day, place and notes of a session, as they are typed.
    Note {
        /// The session's file.
        of: PathBuf,
        /// When.
        day: String,
        /// Where.
        place: String,
        /// What.
        notes: String,
    },
    /// Out of the trash.
    Restore(PathBuf),
    /// Deletes what is in the trash for good.
    EmptyTrash,
    /// Gives a player another name in every session; a name that is there already takes the player in.
    Rename {
        /// As it is.
        from: String,
        /// As it shall be.
        to: String,
    },
    /// What is to be written.
    Product(Product),
    /// Writes it.
    Write {
        /// Where.
        path: PathBuf,
        /// In place of a file that is there.
        replace: bool,
    },
    /// Brings sessions in.
    Import(PathBuf),
    /// Brings sessions in that did not come as a file.
    ImportBytes {
        /// What they are called.
        name: String,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// The session as text is on the clipboard.
    Copied,
}

impl ArchiveCommand {
    /// Does it only show something?
    pub(in crate::app) fn only_looks(&self) -> bool {
        use ArchiveCommand as C;
        let narrows =
            matches!(self, C::Search(_) | C::Player(_) | C::PlayerCount(_) | C::Kind(_) | C::Year(_) | C::ClearFilter);
        let shows = matches!(
            self,
            C::View(_)
                | C::Step { .. }
                | C::Close
                | C::Tab(_)
                | C::Panel(_)
                | C::Notes { .. }
                | C::Product(_)
                | C::Copied
        );
        narrows || shows
    }
}

/// What can be written as a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// The session that is looked at, in this form.
    Session(Format),
    /// The whole archive.
    Backup,
    /// An empty score pad for so many players.
    Pad(usize),
}

impl Default for Product {
    fn default() -> Self {
        Product::Session(Format::Pdf)
    }
}
