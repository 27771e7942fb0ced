//! The pages that can be shown and the commands the program takes.

use std::path::PathBuf;

use super::archive::ArchiveCommand;
use super::board::BoardSide;
use super::odds::OddsCommand;
use super::phones::PhonesCommand;
use super::setup::SetupCommand;
use super::statistics::StatisticsCommand;
use super::table_command::TableCommand;
use super::tournament::TournamentCommand;
use crate::archive::{Preference, SaveError};
use crate::language::Language;
use crate::session::{Colour, GameName, Sign};
use crate::wizard::Seat;

/// A page that can be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// Continue, play again, recent games.
    #[default]
    Home,
    /// A new game.
    Setup,
    /// The rules, seats and names of a running game, to be changed.
    Change,
    /// The table: bids, tricks, scoring; or a correction.
    Table,
    /// The result of a game that is over.
    Result,
    /// Every past session.
    Archive,
    /// Statistics of past sessions.
    Statistics,
    /// Licence, and that the program is unofficial.
    About,
    /// The board for the other players.
    Board,
    /// The settings: looks, rules of new games, folder.
    Settings,
    /// The rules of the game, for reference.
    Rules,
    /// The first-hand odds.
    Odds,
    /// A tournament, for its organiser.
    Tournament,
    /// What the tournament shows to the room.
    Wall,
}

impl Page {
    /// Whether the page lies over another, which is shown again afterwards.
    pub(super) fn is_beside(self) -> bool {
        matches!(self, Page::About | Page::Settings | Page::Wall) || self.is_looked_up()
    }

    /// Whether the page leaves everything beneath exactly as it is.
    pub(super) fn is_looked_up(self) -> bool {
        matches!(self, Page::Rules | Page::Odds)
    }

    pub(super) fn shows_tournament(self) -> bool {
        matches!(self, Page::Tournament | Page::Wall)
    }

    pub(super) fn shows_session(self) -> bool {
        matches!(self, Page::Table | Page::Board | Page::Change)
    }
}

/// How long the disk has kept the user waiting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slowness {
    /// Too short to mention.
    #[default]
    No,
    /// Long enough to wonder whether the tap was registered.
    Noticeable,
    /// Long enough to want another way.
    Stuck,
}

/// How far the open session is saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SaveState {
    /// Every tap is on disk.
    #[default]
    Saved,
    /// A tap is being written.
    Saving,
    /// The last taps are in memory only.
    Failed(SaveError),
    /// Another running copy of the program has this session.
    ReadOnly,
}

/// The meaning of a tap or key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Shows a page. From a session in the archive, [`Page::Archive`] is the list; [`Page::Table`] is the open session.
    Show(Page),
    /// Passes on a tap on the statistics page.
    OnStatistics(StatisticsCommand),
    /// Passes on a tap on the archive page.
    OnArchive(ArchiveCommand),
    /// Opens a session's file.
    Open(PathBuf),
    /// Deals a rematch of a session's file, begun by whoever is next.
    RematchOf(PathBuf),
    /// Deals a rematch of the open session, begun by whoever is next.
    Rematch,
    /// Sets up a new game like that of a session's file, to change who plays. `None`: like the open session.
    ChangePlayers(Option<PathBuf>),
    /// Opens a session's file and ends its game early.
    EndOf(PathBuf),
    /// Passes on a tap on the set-up.
    OnSetup(SetupCommand),
    /// Gives the player on this seat of the set-up one of the six colours, to keep.
    Colour {
        /// The seat.
        seat: Seat,
        /// The colour.
        colour: Colour,
    },
    /// Gives the player on this seat of the set-up a sign, to keep.
    Sign {
        /// The seat.
        seat: Seat,
        /// The sign; `None` for initials.
        sign: Option<Sign>,
    },
    /// Deals round 1 of the game set up; a name typed but not yet added is added first.
    Deal,
    /// Changes the running game to what is now set up.
    ChangeGame,
    /// Passes on a tap on the table.
    OnTable(TableCommand),
    /// Passes on a tap that is about phones.
    OnPhones(PhonesCommand),
    /// Passes on a tap on the tournament's pages, or on what Home shows of one.
    OnTournament(TournamentCommand),
    /// Points out a round of the chart, 0 for the start; `None` for no round.
    PointOut(Option<usize>),
    /// Undoes one step.
    Undo,
    /// Redoes one step.
    Redo,
    /// Makes a choice on the settings page.
    Prefer(Preference),
    /// Tries again to save, or to take the lock that another copy had.
    TryAgain,
    /// Saves the session to another path and goes on there.
    SaveTo(PathBuf),
    /// Removes the message, and stops waiting for the disk.
    Dismiss,
    /// Copies the session opened from elsewhere into the archive.
    TakeCopy,
    /// Shows another file of the open session in the archive.
    ShowCopy(PathBuf),
    /// Turns the board.
    BoardSide(BoardSide),
    /// Shows the rules of this game.
    RulesOf(GameName),
    /// Passes on a tap on the first-hand odds.
    OnOdds(OddsCommand),
    /// Returns from the about page, the settings or the rules to the page before.
    StepBack,
    /// Moves the sessions to this folder.
    MoveFolder(PathBuf),
    /// Uses this folder from now on, leaving the sessions where they are.
    UseFolder(PathBuf),
}

impl Command {
    /// Whether the command only shows something and writes nothing, whatever page it comes from.
    pub(super) fn only_looks(&self) -> bool {
        use Command as C;
        match self {
            C::Show(_) | C::StepBack | C::Dismiss | C::OnStatistics(_) | C::OnOdds(_) => true,
            C::PointOut(_) | C::BoardSide(_) | C::RulesOf(_) => true,
            C::OnTable(TableCommand::Overlay(_) | TableCommand::Escape | TableCommand::Cancel) => true,
            C::OnArchive(command) => command.only_looks(),
            C::OnTournament(command) => command.only_looks(),
            _ => false,
        }
    }

    /// Whether the command comes without a user's decision, and so cancels nothing.
    pub(super) fn is_passive(&self) -> bool {
        match self {
            Command::OnArchive(command) => command.writes_notes(),
            _ => matches!(self, Command::PointOut(_) | Command::OnTable(TableCommand::Pause)),
        }
    }
}

/// The places of the program's files, and what it was asked to open.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of sessions, unless the settings name another.
    pub data: PathBuf,
    /// Whether the folder was given at the start and so overrides the settings.
    pub data_given: bool,
    /// The settings file; `None` to keep no settings.
    pub settings: Option<PathBuf>,
    /// The session to open.
    pub open: Option<PathBuf>,
    /// The language given at the start, overriding the settings.
    pub language: Option<Language>,
    /// The language of the system, for when no other is chosen.
    pub system_language: Language,
}
