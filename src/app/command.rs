//! What can be shown and what can be asked of the program.

use std::path::PathBuf;

use super::board::BoardSide;
use super::browse::ArchiveCommand;
use super::figures::FigureCommand;
use super::odds::OddsCommand;
use super::play::TableCommand;
use super::setup::SetupCommand;
use super::track::TrackCommand;
use crate::archive::{Preference, SaveError, Sign};
use crate::language::Language;
use crate::session::GameName;
use crate::wizard::Seat;

/// What is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// Continue, play again, recent games.
    #[default]
    Home,
    /// A new game.
    Setup,
    /// Rules, seats and names of a running game, to be changed.
    Change,
    /// The table: bid, play, score; or a correction.
    Table,
    /// The result of a game that is over.
    Result,
    /// Every past session.
    Archive,
    /// Figures over past sessions.
    Statistics,
    /// Licence, and that the program is unofficial.
    About,
    /// The board for the other players.
    Board,
    /// How the program looks, how games begin, where they are.
    Settings,
    /// The rules of the game, to look something up.
    Rules,
    /// The first-hand odds.
    Odds,
}

impl Page {
    /// Does it lie over another page, which is shown again afterwards?
    pub(super) fn is_beside(self) -> bool {
        matches!(self, Page::About | Page::Settings) || self.is_looked_up()
    }

    /// Does it leave what lies beneath just as it is?
    pub(super) fn is_looked_up(self) -> bool {
        matches!(self, Page::Rules | Page::Odds)
    }

    pub(super) fn shows_session(self) -> bool {
        matches!(self, Page::Table | Page::Board | Page::Change)
    }
}

/// How long the disk has kept somebody waiting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slowness {
    /// Not long enough to mention.
    #[default]
    No,
    /// Long enough to wonder whether the tap was taken.
    Noticeable,
    /// Long enough to look for another way.
    Stuck,
}

/// How safe the open session is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SaveState {
    /// Every tap is on disk.
    #[default]
    Saved,
    /// A tap is on its way.
    Saving,
    /// The last taps are in memory only.
    Failed(SaveError),
    /// Another copy of the program writes this session.
    ReadOnly,
}

/// What a tap or key means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Shows a page. From a session of the archive, [`Page::Archive`] is its list; [`Page::Table`] is the open session.
    Show(Page),
    /// A tap on the statistics page.
    OnFigures(FigureCommand),
    /// A tap on the archive page.
    OnArchive(ArchiveCommand),
    /// Opens a session's file.
    Open(PathBuf),
    /// The same people as in a session's file, with the deal moved on.
    RematchOf(PathBuf),
    /// The same people as in the open session, with the deal moved on.
    Rematch,
    /// The set-up of a new game with everything as in a session's file, to change who plays. `None`: as in the open session.
    ChangePlayers(Option<PathBuf>),
    /// Opens a session's file and ends its game early.
    EndOf(PathBuf),
    /// A tap on the set-up.
    OnSetup(SetupCommand),
    /// Whoever is on this seat of the set-up takes this colour of the six, and keeps it.
    Colour {
        /// The seat.
        seat: Seat,
        /// The colour, from 0.
        colour: u8,
    },
    /// Whoever is on this seat of the set-up takes this sign, and keeps it.
    Sign {
        /// The seat.
        seat: Seat,
        /// The sign; `None`: letters.
        sign: Option<Sign>,
    },
    /// Deals round 1 of the game that was set up; a name that was typed and not added yet is added first.
    Deal,
    /// Changes the running game as it is set up.
    ChangeGame,
    /// A tap on the table.
    OnTable(TableCommand),
    /// A tap on the table of The Last Wizard that only this has.
    OnTrack(TrackCommand),
    /// Points out a round of the chart, from 0 for the start; `None`: none.
    PointOut(Option<usize>),
    /// One step back.
    Undo,
    /// One step forward.
    Redo,
    /// A choice on the settings page.
    Prefer(Preference),
    /// Tries to save again, or to take the lock of a session that another copy had open.
    TryAgain,
    /// Saves the session at another place and goes on there.
    SaveTo(PathBuf),
    /// Takes the message away, and does not wait for the disk any more.
    Dismiss,
    /// Takes a copy of the session that was opened from elsewhere into the archive.
    TakeCopy,
    /// How the board lies on the table.
    BoardSide(BoardSide),
    /// Reads the rules of this game.
    RulesOf(GameName),
    /// A tap on the first-hand odds.
    OnOdds(OddsCommand),
    /// From the about page, the settings or the rules back to the page before.
    StepBack,
    /// Moves the sessions to this folder.
    MoveFolder(PathBuf),
    /// Uses this folder from now on and leaves the sessions where they are.
    UseFolder(PathBuf),
}

impl Command {
    /// Does it only show something, and write nothing whatever page it comes from?
    pub(super) fn only_looks(&self) -> bool {
        use Command as C;
        match self {
            C::Show(_) | C::StepBack | C::Dismiss | C::OnFigures(_) | C::OnOdds(_) => true,
            C::PointOut(_) | C::BoardSide(_) | C::RulesOf(_) => true,
            C::OnTable(command) => matches!(command, TableCommand::Overlay(_) | TableCommand::Escape),
            C::OnArchive(command) => command.only_looks(),
            _ => false,
        }
    }

    /// Does it come without anybody deciding anything, so that it cancels nothing?
    pub(super) fn is_passive(&self) -> bool {
        let noted = matches!(self, Command::OnArchive(ArchiveCommand::Note { .. }));
        noted || matches!(self, Command::PointOut(_) | Command::OnTable(TableCommand::Pause))
    }
}

/// Where the program keeps things, and what it was asked to open.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of sessions, unless the settings name another.
    pub data: PathBuf,
    /// The folder was asked for at the start: it holds whatever the settings say.
    pub data_given: bool,
    /// The file of the settings; `None`: they are not kept.
    pub settings: Option<PathBuf>,
    /// A session to open.
    pub open: Option<PathBuf>,
    /// The language asked for at the start, whatever the settings say.
    pub language: Option<Language>,
    /// The language of the system, where nothing else is asked for.
    pub system_language: Language,
}
