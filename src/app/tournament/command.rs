//! The taps on the tournament's pages.

use std::mem::{Discriminant, discriminant};
use std::path::PathBuf;

use crate::export::Paper;
use crate::tournament::{Number, PointsBy, Preset, Seating, Status};

/// A page of the tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TournamentTab {
    /// Who plays.
    #[default]
    Players,
    /// Who sits where in the round shown.
    Seats,
    /// The tables of the round shown and their results.
    Results,
    /// The ranking after the round shown.
    Ranking,
    /// How it is played and counted.
    Settings,
}

/// A tap on the tournament's pages, or on what Home shows of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentCommand {
    /// Begins a tournament, named after the day, and opens it.
    Begin,
    /// Opens a tournament's file as its organiser.
    Open(PathBuf),
    /// Deals the game of a table, which this tablet stands at.
    Play {
        /// The tournament's file.
        path: PathBuf,
        /// The table's name, in the round seated last.
        table: String,
    },
    /// Shows another page.
    Tab(TournamentTab),
    /// Shows another round, from 1.
    Round(usize),
    /// Adds the players of a text: one a line, or a column of CSV; a number before the name is kept.
    Add(String),
    /// Gives a player another name.
    Rename(Number, String),
    /// Gives a player another number.
    Renumber(Number, Number),
    /// Changes whether a player plays.
    Status(Number, Status),
    /// Removes a player who has not sat at a table.
    Remove(Number),
    /// Seats the next round.
    Seat,
    /// Draws the last round again, except for locked tables and those with a result.
    DrawAgain,
    /// Takes the last round back, as long as it has no result.
    Unseat,
    /// Keeps a table as it is when the round is drawn again, or not any more.
    Lock(usize),
    /// Picks a seat (table and seat, from 0), or swaps it with the one picked before.
    Pick(usize, usize),
    /// Moves the player picked to a table as one more.
    MoveTo(usize),
    /// Shows the slip of a table, to be typed.
    Slip(usize),
    /// Types a player's points, bids met, penalty or play-off points: seat, field, text.
    Type(usize, SlipField, String),
    /// Says whether a player did not come.
    Absent(usize, bool),
    /// Takes the slip.
    TakeSlip,
    /// Closes the slip and drops what was typed.
    CloseSlip,
    /// Removes a table's result that was typed.
    ClearResult(usize),
    /// Makes this session the one that counts for a table of which there are several.
    Choose(usize, PathBuf),
    /// Deals a table's game on this tablet.
    PlayHere(usize),
    /// Begins or ends taking 10 points for overtime by a tap on a table.
    Overtime,
    /// Takes 10 points from everyone at a table.
    TakeTen(usize),
    /// Starts the clock of the last round, or starts it anew.
    StartClock,
    /// Stops the clock of the last round.
    StopClock,
    /// Changes a setting.
    Set(TournamentSetting),
    /// Answers the question asked.
    Answer(bool),
    /// Shows the wall, or the page before it.
    Wall,
    /// Shares a paper as PDF.
    Paper(Paper),
    /// Goes on from the result of a table: to the tournament that is organised here, or else home.
    GoOn,
    /// Closes the tournament; Home is shown.
    Close,
    /// Moves the tournament to the trash; its games stay in the archive.
    Delete,
}

impl TournamentCommand {
    /// Whether it deals a game, so that another one is left.
    pub(in crate::app) fn deals(&self) -> bool {
        matches!(self, TournamentCommand::Play { .. } | TournamentCommand::PlayHere(_))
    }

    /// Whether it may be done only when all games of the folder are known: none is dealt twice or loses its players.
    pub(super) fn needs_games(&self) -> bool {
        use TournamentCommand as C;
        let deals = self.deals();
        deals || matches!(self, C::DrawAgain | C::Unseat | C::Pick(..) | C::MoveTo(_) | C::Rename(..) | C::Renumber(..))
    }

    /// Whether it only shows something and writes nothing.
    pub(in crate::app) fn only_looks(&self) -> bool {
        use TournamentCommand as C;
        matches!(self, C::Tab(_) | C::Round(_) | C::Wall | C::Slip(_) | C::CloseSlip)
    }
}

/// What is typed on a line of a slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlipField {
    /// The points before penalties.
    Points,
    /// The bids met.
    Met,
    /// The penalty.
    Penalty,
    /// The points of a play-off hand.
    PlayOff,
}

/// A changed setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentSetting {
    /// The name.
    Name(String),
    /// The place.
    Place(String),
    /// The day, as typed; empty for none.
    Date(String),
    /// A named choice.
    Preset(Preset),
    /// The rounds before the stages.
    Rounds(u8),
    /// The minutes of a round.
    Minutes(u16),
    /// How later rounds are seated.
    Seating(Seating),
    /// What a place at a table is worth.
    TablePoints(PointsBy),
    /// How many go on; `None` for no cut.
    Cut(Option<u16>),
    /// The stages as typed.
    Stages(String),
    /// The hands of a table of so many, as typed.
    Hands(u8, String),
    /// Whether the bids must not add up to the cards.
    PlusMinusOne(bool),
    /// From hands of how many cards on.
    PlusMinusOneFromCards(u8),
}

/// The field of a setting; the hands of each size of table are typed in one of their own.
pub(super) type SettingField = (Discriminant<TournamentSetting>, Option<u8>);

impl TournamentSetting {
    /// The field in which it is typed.
    pub(super) fn field(&self) -> SettingField {
        let size = if let TournamentSetting::Hands(size, _) = self { Some(*size) } else { None };
        (discriminant(self), size)
    }
}
