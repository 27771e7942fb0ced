//! The pages that can be shown and the commands the program takes.

use std::path::PathBuf;

use super::archive::ArchiveCommand;
use super::board::BoardSide;
use super::phones::PhonesCommand;
use super::rules::RulesCommand;
use super::setup::SetupCommand;
use super::statistics::StatisticsCommand;
use super::table_command::TableCommand;
use super::tournament::TournamentCommand;
use crate::archive::Preference;
use crate::language::Language;
use crate::session::{Colour, GameName, Sign};
use crate::wizard::Seat;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    #[default]
    Home,
    Setup,
    /// The rules, seats and names of a running game, to be changed.
    Change,
    /// Entry of a round, or a correction.
    Table,
    Result,
    Archive,
    Statistics,
    Board,
    Settings,
    Rules,
    Tournament,
    /// The tournament's view for a large screen.
    Wall,
}

impl Page {
    /// Whether the page lies over another, which is shown again afterwards.
    pub(super) fn is_beside(self) -> bool {
        matches!(self, Page::Settings | Page::Wall) || self.is_looked_up()
    }

    /// Whether the page leaves everything beneath exactly as it is.
    pub(super) fn is_looked_up(self) -> bool {
        self == Page::Rules
    }

    pub(super) fn shows_tournament(self) -> bool {
        matches!(self, Page::Tournament | Page::Wall)
    }

    pub(super) fn shows_session(self) -> bool {
        matches!(self, Page::Table | Page::Board | Page::Change)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slowness {
    #[default]
    No,
    /// After 300 ms the user may wonder whether the tap was registered.
    Noticeable,
    /// After 3 s the user may want to save elsewhere.
    Stuck,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// From a session in the archive, [`Page::Archive`] is the list; [`Page::Table`] is the open session.
    Show(Page),
    OnStatistics(StatisticsCommand),
    OnArchive(ArchiveCommand),
    Open(PathBuf),
    /// The next player in turn deals first.
    RematchOf(PathBuf),
    /// The next player in turn deals first.
    Rematch,
    /// Sets up a game of this kind.
    NewGame(GameName),
    /// Opens a session's file and ends its game early.
    EndOf(PathBuf),
    OnSetup(SetupCommand),
    /// Keeps this colour for the player on this seat of the set-up.
    Colour {
        seat: Seat,
        colour: Colour,
    },
    /// Keeps this sign for the player on this seat of the set-up.
    Sign {
        seat: Seat,
        /// `None` for initials.
        sign: Option<Sign>,
    },
    /// Deals round 1; a name typed but not yet added is added first.
    Deal,
    ChangeGame,
    OnTable(TableCommand),
    OnPhones(PhonesCommand),
    /// Also for a tap on a tournament on Home.
    OnTournament(TournamentCommand),
    /// Highlights a round of the chart, 0 for the start; `None` for no round.
    PointOut(Option<usize>),
    Undo,
    Redo,
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
    BoardSide(BoardSide),
    OnRules(RulesCommand),
    /// Returns from the settings or the rules to the page before.
    StepBack,
    UseFolder(PathBuf),
    /// Keeps what is typed into a field of the screen's page or panel.
    Typed {
        field: &'static str,
        text: String,
    },
    /// Opens the list of the item with this key, or closes it.
    List(Option<String>),
    ShowKeys(bool),
    /// Handled by the window, the desktop or the browser, not by the app.
    OnHost(HostRequest),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostRequest {
    ChooseFolder,
    ChooseImport,
    /// Chooses where to write what is shared, and writes it.
    ChoosePlace,
    CopyText,
    CopyPicture,
    CopyLink,
    CopyAddress,
    Print,
    /// Finds out whether the desktop can print, and shows the other formats.
    OtherFormats,
    /// Goes to the search field of the page, or to that of the archive.
    Search,
}

impl Command {
    /// Whether the command only shows something and writes nothing, whatever page it comes from.
    pub(super) fn writes_nothing(&self) -> bool {
        use Command as C;
        match self {
            C::Show(_) | C::StepBack | C::Dismiss | C::OnStatistics(_) | C::OnRules(_) => true,
            C::PointOut(_) | C::BoardSide(_) => true,
            C::Typed { .. } | C::List(_) | C::ShowKeys(_) | C::OnHost(_) => true,
            C::OnTable(TableCommand::Overlay(_) | TableCommand::Escape | TableCommand::Cancel) => true,
            C::OnArchive(command) => command.writes_nothing(),
            C::OnTournament(command) => command.writes_nothing(),
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

#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of sessions, unless the settings name another.
    pub data: PathBuf,
    /// Overrides the settings.
    pub data_given: bool,
    /// `None` to keep no settings.
    pub settings: Option<PathBuf>,
    pub open: Option<PathBuf>,
    /// Given at the start; overrides the settings.
    pub language: Option<Language>,
    /// Used when no other is chosen.
    pub system_language: Language,
}
