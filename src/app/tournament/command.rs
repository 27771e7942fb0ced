use std::mem::{Discriminant, discriminant};
use std::path::PathBuf;

use crate::export::Paper;
use crate::tournament::{Number, PointsBy, Preset, Seating, Status};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TournamentTab {
    #[default]
    Players,
    Seats,
    Results,
    Ranking,
    Settings,
}

impl TournamentTab {
    /// From left to right.
    pub const ALL: [TournamentTab; 5] = variants!(TournamentTab: Players, Seats, Results, Ranking, Settings);
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentPanel {
    /// A list of names to paste.
    Paste,
    Player(Number),
    Rounds,
    /// The further actions of the tab, where it is narrow.
    More,
    Papers,
    Notes,
    /// The tables of a tournament's file that wait for a game.
    Tables(PathBuf),
    Past,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentCommand {
    /// Named after the day.
    Begin,
    /// Opens a tournament's file as its organiser.
    Open(PathBuf),
    /// Deals the game of a table, which this tablet stands at.
    Play {
        path: PathBuf,
        /// In the round seated last.
        table: String,
    },
    Tab(TournamentTab),
    /// Opens a panel, or closes it.
    Panel(Option<TournamentPanel>),
    /// Lists the seats by name, or by table.
    ByName,
    /// From 1.
    Round(usize),
    /// Adds the players of a text: one a line, or a column of CSV; a number before the name is kept.
    Add(String),
    /// Shows the players whose name or number contains this; all if there are none.
    Find(String),
    Rename(Number, String),
    Renumber(Number, Number),
    Status(Number, Status),
    /// Only a player who has not sat at a table.
    Remove(Number),
    Seat,
    /// Draws the last round again, except for locked tables and those with a result.
    DrawAgain,
    /// Takes the last round back, as long as it has no result.
    Unseat,
    /// Keeps a table as it is when the round is drawn again, or not any more.
    Lock(usize),
    /// Picks a seat (table and seat, from 0), or swaps it with the one picked before.
    Pick(usize, usize),
    MoveTo(usize),
    Slip(usize),
    /// Opens the slip of the first table without a result.
    EnterSlip,
    /// Types a player's points, bids met, penalty or play-off points: seat, field, text.
    Type(usize, SlipField, String),
    Absent(usize, bool),
    TakeSlip,
    CloseSlip,
    ClearResult(usize),
    Choose(usize, PathBuf),
    PlayHere(usize),
    /// Begins or ends taking 10 points for overtime by a tap on a table.
    Overtime,
    TakeTen(usize),
    StartClock,
    StopClock,
    Set(TournamentSetting),
    Answer(bool),
    /// Shows the wall, or the page before it.
    Wall,
    Paper(Paper),
    /// Leaves the result of a table for the tournament that is organised here, or else for Home.
    GoOn,
    Close,
    /// Moves the tournament to the trash; its games stay in the archive.
    Delete,
}

impl TournamentCommand {
    /// Whether it deals a game, which replaces the open one.
    pub(in crate::app) fn deals(&self) -> bool {
        matches!(self, TournamentCommand::Play { .. } | TournamentCommand::PlayHere(_))
    }

    /// Whether it may be done only when all games of the folder are known: none is dealt twice or loses its players.
    pub(super) fn needs_games(&self) -> bool {
        use TournamentCommand as C;
        match self {
            C::Play { .. } | C::PlayHere(_) | C::DrawAgain | C::Unseat | C::Pick(..) | C::MoveTo(_) => true,
            C::Rename(..) | C::Renumber(..) => true,
            C::Begin | C::Open(_) | C::Tab(_) | C::Panel(_) | C::ByName | C::Round(_) | C::Find(_) => false,
            C::Add(_) | C::Status(..) | C::Remove(_) | C::Seat | C::Lock(_) | C::Absent(..) | C::Choose(..) => false,
            C::Slip(_) | C::EnterSlip | C::Type(..) | C::TakeSlip | C::CloseSlip | C::ClearResult(_) => false,
            C::Overtime | C::TakeTen(_) | C::StartClock | C::StopClock | C::Wall | C::Paper(_) => false,
            C::Set(_) | C::Answer(_) | C::GoOn | C::Close | C::Delete => false,
        }
    }

    /// Whether the panel that is open stays.
    pub(super) fn keeps_panel(&self) -> bool {
        use TournamentCommand as C;
        matches!(
            self,
            C::Panel(_) | C::Add(_) | C::Find(_) | C::Rename(..) | C::Renumber(..) | C::Status(..) | C::Answer(_)
        )
    }

    pub(in crate::app) fn writes_nothing(&self) -> bool {
        use TournamentCommand as C;
        matches!(
            self,
            C::Tab(_)
                | C::Panel(_)
                | C::ByName
                | C::Round(_)
                | C::Find(_)
                | C::Wall
                | C::Slip(_)
                | C::EnterSlip
                | C::CloseSlip
        )
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlipField {
    /// Before penalties.
    Points,
    Met,
    Penalty,
    /// Of a play-off hand.
    PlayOff,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentSetting {
    Name(String),
    Place(String),
    /// As typed; empty for none.
    Date(String),
    Preset(Preset),
    /// Before the stages.
    Rounds(u8),
    /// Of a round.
    Minutes(u16),
    Seating(Seating),
    TablePoints(PointsBy),
    /// The number of players who advance; `None` for no final.
    Cut(Option<u16>),
    /// For a table of this size, as typed.
    Hands(u8, String),
    PlusMinusOne(bool),
    /// Plus/Minus One holds for hands of this many cards or more.
    PlusMinusOneFromCards(u8),
}

/// The field of a setting; the hands of each size of table are typed in one of their own.
pub(super) type SettingField = (Discriminant<TournamentSetting>, Option<u8>);

impl TournamentSetting {
    pub(super) fn field(&self) -> SettingField {
        let size = if let TournamentSetting::Hands(size, _) = self { Some(*size) } else { None };
        (discriminant(self), size)
    }
}
