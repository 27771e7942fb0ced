use std::path::PathBuf;

use chrono::NaiveDate;

use super::command::{TournamentCommand, TournamentPanel, TournamentTab};
use crate::app::Command;
use crate::app::notice::Notice;
use crate::archive::SaveState;
use crate::table::Table;
use crate::text::Text;
use crate::tournament::{Line, Number, Player, Preset, Settings};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TournamentView {
    pub name: String,
    /// May be empty.
    pub place: String,
    pub date: Option<NaiveDate>,
    pub tab: TournamentTab,
    /// From 1; 0 before the first is seated.
    pub round: usize,
    pub seated: usize,
    pub planned: usize,
    pub save: SaveState,
    /// Of the last round; `None` if its clock was not started.
    pub clock: Option<Clock>,
    pub notes: Vec<Text>,
    /// By number.
    pub players: Vec<Player>,
    /// Players, seats by name or ranking; `None` where the tab shows none.
    pub list: Option<Table>,
    /// Of the round shown.
    pub tables: Vec<TableCard>,
    pub done: usize,
    /// The pairs of the round shown who had met before.
    pub repeated: usize,
    pub picked: Option<(usize, usize)>,
    pub overtime: bool,
    /// The best three, once the tournament is over and its last round is shown.
    pub podium: Vec<Line>,
    pub settings: TournamentSettings,
    pub slip: Option<SlipView>,
    pub question: Option<Notice>,
    /// `None` if the next round can be seated.
    pub cannot_seat: Option<Text>,
    /// Finding seats takes up to a second.
    pub seating: bool,
    pub can_undo: bool,
    pub can_redo: bool,
}

/// In seconds before the end of a round.
const CALL: i64 = 5 * 60;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// In seconds; below 0 in overtime.
    pub left: i64,
}

impl Clock {
    /// Whether the last five minutes run, or the overtime.
    pub fn is_called(self) -> bool {
        self.left <= CALL
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCard {
    pub name: String,
    pub state: TableState,
    pub locked: bool,
    /// Points taken from each of its players for playing on after the time.
    pub overtime: i32,
    /// Clockwise.
    pub seats: Vec<SeatLine>,
    /// Only where one has to be chosen that counts.
    pub sessions: Vec<TableSession>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSession {
    pub path: PathBuf,
    pub file: String,
    /// In seat order; empty while it runs.
    pub scores: Vec<(String, i32)>,
    /// The hand being played, and of how many, while it runs.
    pub hand: Option<(usize, usize)>,
    pub counts: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableState {
    Waiting,
    /// The hand being played, of how many.
    Playing(usize, usize),
    /// The result of the table's own tablet, or of a game typed on this one.
    Done,
    /// The same for a game that was ended early: the last hand, and the number planned.
    EndedEarly(usize, usize),
    ByHand,
    /// In a few words.
    Contradictory(Text),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatLine {
    pub number: Number,
    pub name: String,
    pub deals: bool,
    pub absent: bool,
    /// After penalties, once known.
    pub points: Option<i32>,
    /// At the table, once known.
    pub place: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TournamentSettings {
    /// `None` for others.
    pub preset: Option<Preset>,
    pub kept: Settings,
    /// The hands of a table of 3, 4, 5 and 6, as typed: “1 3 5 7”; empty for the official plan.
    pub hands: [String; 4],
    pub fault: Option<Text>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlipView {
    pub table: String,
    pub hands: usize,
    /// The last hand played, and of how many, if the game was ended early.
    pub ended: Option<(usize, usize)>,
    pub lines: Vec<SlipLine>,
    /// `None` while it is incomplete or right.
    pub notice: Option<Notice>,
    pub changes: Vec<Text>,
    pub ready: bool,
    pub removable: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlipLine {
    pub name: String,
    /// Before penalties.
    pub points: String,
    pub met: String,
    pub penalty: String,
    /// Of a play-off hand.
    pub play_off: String,
    pub play_off_wanted: bool,
    pub absent: bool,
    /// `None` while the line is incomplete or right.
    pub fault: Option<Text>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentOffer {
    pub path: PathBuf,
    pub name: String,
    /// The last one seated; 0 before the first.
    pub round: usize,
    /// `None` if the round is no stage.
    pub called: Option<Text>,
    /// Those of that round without a game.
    pub tables: Vec<OfferedTable>,
    pub over: bool,
    pub ours: bool,
}

impl TournamentOffer {
    /// Whether it is the next thing to do. A game that could be continued may be of any table whose tablet shares the
    /// folder.
    pub fn leads(&self) -> bool {
        !self.over && (self.ours || !self.tables.is_empty())
    }

    /// Opens the tournament that this tablet leads, or lets one of its tables be chosen.
    pub(in crate::app) fn open(&self) -> Command {
        Command::OnTournament(match self.ours {
            true => TournamentCommand::Open(self.path.clone()),
            false => TournamentCommand::Panel(Some(TournamentPanel::Tables(self.path.clone()))),
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedTable {
    pub name: String,
    /// Clockwise.
    pub players: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct WallView {
    /// Seats before the first result of a round, results until the last, then the ranking.
    pub list: Table,
    /// `None` if it was not started.
    pub clock: Option<Clock>,
    pub podium: Vec<Line>,
    /// In words; empty for nothing.
    pub next: Vec<Text>,
}
