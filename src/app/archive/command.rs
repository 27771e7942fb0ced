//! The commands of the archive page.

use std::path::PathBuf;

use crate::export::Format;
use crate::seats::Seat;
use crate::session::Kind;

/// A panel over the archive or statistics page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// Nothing.
    #[default]
    None,
    /// The choice of a player.
    Player,
    /// The choice of the number of players.
    PlayerCount,
    /// The choice of an edition or game.
    Kind,
    /// The choice of a year.
    Year,
    /// The choice of what a game gives in the league.
    LeagueRule,
    /// The first and the last day of the league's season.
    Season,
    /// The choice of the least number of games in the league.
    LeastGames,
    /// The choice of how many of the worst games do not count in the league.
    Drop,
    /// The formats for sharing a session, an evening or the league.
    Share,
    /// The play for BG Stats as a code to scan.
    PlayCode,
    /// The address of the program as a web page, for a phone.
    Phone,
    /// Further actions for a session.
    More,
    /// Everyone's names, to be changed or merged.
    Names,
    /// The deleted sessions.
    Trash,
    /// The question whether to delete the sessions in the trash for good.
    EmptyQuestion,
    /// The actions for the whole archive.
    Manage,
    /// The place to write the whole archive to as one file.
    Backup,
    /// The place to import sessions from.
    Import,
    /// The place to write empty score pads to.
    Pads,
    /// Further actions for the game on the table.
    Game,
    /// The day, place and notes of the game on the table.
    Notes,
}

/// A view of the session that is viewed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The sheet.
    #[default]
    Sheet,
    /// The standings and the lines of points by round.
    Chart,
    /// The rounds, with trump, bids and special cards.
    Rounds,
    /// The day, place and notes.
    Notes,
}

/// A text that is typed over another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// The text that was shown.
    pub from: String,
    /// The text as it is now.
    pub to: String,
}

/// A tap on the archive page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveCommand {
    /// Searches for these words.
    Search(String),
    /// Keeps only sessions with this player; `None` for anyone.
    Player(Option<String>),
    /// Keeps only sessions with this many players; `None` for any number.
    PlayerCount(Option<usize>),
    /// Keeps only this edition of Wizard, or the other game; `None` for any.
    Kind(Option<Kind>),
    /// Keeps only this year; `None` for any.
    Year(Option<i32>),
    /// Keeps every session again.
    ClearFilter,
    /// Views a session.
    View(PathBuf),
    /// Views the session above or below in the list.
    Step {
        /// Whether to go down the list.
        down: bool,
    },
    /// Views the first session of the list if the one viewed is not in it.
    ViewFound,
    /// Returns to the list, or closes the panel over it.
    Close,
    /// Shows another view of the session.
    Tab(Tab),
    /// Opens a panel over the page.
    Panel(Panel),
    /// Opens the panel for sharing the evening of the game in this file.
    ShareEvening(PathBuf),
    /// Opens a round of a session for correction.
    Correct {
        /// The session's file.
        of: PathBuf,
        /// The round, from 1.
        round: usize,
        /// The player whose number to select; `None` for the first to bid.
        seat: Option<Seat>,
    },
    /// Copies a session under an id of its own.
    Duplicate(PathBuf),
    /// Moves a session to the trash.
    Delete(PathBuf),
    /// Adds the example evening and views its finished game.
    AddExample,
    /// Moves the example evening to the trash.
    RemoveExample,
    /// Takes back the last deletion or change of names.
    TakeBack,
    /// Shows day, place and notes over the table.
    Notes {
        /// The round, from 1, for which a line of notes is begun.
        round: Option<usize>,
    },
    /// Types the day of a session.
    Day {
        /// The session's file.
        of: PathBuf,
        /// The text so far.
        text: String,
    },
    /// Takes the day that was typed.
    KeepDay,
    /// Drops the day that was typed.
    LeaveDay,
    /// Sets the place and notes of a session, as typed.
    Note {
        /// The session's file.
        of: PathBuf,
        /// The place.
        place: Edit,
        /// The notes.
        notes: Edit,
    },
    /// Restores a session from the trash.
    Restore(PathBuf),
    /// Deletes the contents of the trash for good.
    EmptyTrash,
    /// Renames a player in every session; a name that exists already merges the two.
    Rename {
        /// The old name.
        from: String,
        /// The new name.
        to: String,
    },
    /// Chooses the product to be written.
    ShareItem(ShareItem),
    /// Writes the product.
    Write {
        /// The path.
        path: PathBuf,
        /// Whether to replace an existing file.
        replace: bool,
    },
    /// Imports sessions from a file.
    Import(PathBuf),
    /// Imports sessions that did not come as a file.
    ImportBytes {
        /// The name of their source.
        name: String,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// Notes that the session's text is on the clipboard.
    Copied,
    /// Takes the message away.
    Dismiss,
}

impl ArchiveCommand {
    /// Whether the command is part of writing day, place and notes.
    pub(in crate::app) fn writes_notes(&self) -> bool {
        use ArchiveCommand as C;
        matches!(self, C::Day { .. } | C::KeepDay | C::LeaveDay | C::Note { .. })
    }

    /// Whether the command only shows something.
    pub(in crate::app) fn only_looks(&self) -> bool {
        use ArchiveCommand as C;
        let narrows =
            matches!(self, C::Search(_) | C::Player(_) | C::PlayerCount(_) | C::Kind(_) | C::Year(_) | C::ClearFilter);
        let shows = matches!(
            self,
            C::View(_)
                | C::Step { .. }
                | C::ViewFound
                | C::Close
                | C::Tab(_)
                | C::Panel(_)
                | C::ShareEvening(_)
                | C::Notes { .. }
                | C::ShareItem(_)
                | C::Copied
                | C::Dismiss
        );
        narrows || shows
    }
}

/// A product that can be written as a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareItem {
    /// The session viewed, the evening chosen or the league, in this format.
    Session(Format),
    /// The whole archive.
    Backup,
    /// An empty score pad for this many players.
    Pad(usize),
}

impl Default for ShareItem {
    fn default() -> Self {
        ShareItem::Session(Format::Pdf)
    }
}
