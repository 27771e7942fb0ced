//! The tournament's pages and its wall, as shown.

use std::path::PathBuf;

use chrono::NaiveDate;

use super::command::TournamentTab;
use crate::app::command::SaveState;
use crate::app::notice::Notice;
use crate::export::Paper;
use crate::text::Text;
use crate::tournament::{Line, Number, Preset, Settings, Status};

/// The open tournament.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TournamentView {
    /// Its name.
    pub name: String,
    /// Its place; may be empty.
    pub place: String,
    /// Its day, if known.
    pub date: Option<NaiveDate>,
    /// The page shown.
    pub tab: TournamentTab,
    /// The round shown, from 1; 0 before the first is seated.
    pub round: usize,
    /// The rounds seated so far.
    pub seated: usize,
    /// The rounds and stages planned.
    pub planned: usize,
    /// How far it is saved.
    pub save: SaveState,
    /// The time left of the last round; `None` if its clock was not started.
    pub clock: Option<Clock>,
    /// What the organiser should look at.
    pub notes: Vec<Text>,
    /// Everybody, by number.
    pub players: Vec<PlayerLine>,
    /// The tables of the round shown.
    pub tables: Vec<TableCard>,
    /// The tables of the round shown that have a result.
    pub done: usize,
    /// The pairs of the round shown who had met before.
    pub repeated: usize,
    /// The seat picked to be swapped with the next one.
    pub picked: Option<(usize, usize)>,
    /// Whether a tap on a table takes 10 points from everyone there who still plays.
    pub overtime: bool,
    /// The ranking after the round shown.
    pub ranking: Vec<RankingLine>,
    /// Whether the cut would part players who are level.
    pub level_at_cut: bool,
    /// How it is played and counted.
    pub settings: TournamentSettings,
    /// The slip being typed.
    pub slip: Option<SlipView>,
    /// What is asked before a change.
    pub question: Option<Notice>,
    /// What its two answers do: nothing, and the change.
    pub answers: Option<[Text; 2]>,
    /// The paper chosen last.
    pub paper: Option<Paper>,
    /// Why the next round cannot be seated; `None` if it can.
    pub cannot_seat: Option<Text>,
    /// Whether seats are being found, which takes up to a second.
    pub seating: bool,
    /// Whether there is a step to undo.
    pub can_undo: bool,
    /// Whether there is a step to redo.
    pub can_redo: bool,
}

/// The seconds before the end of a round from which it is called.
const CALL: i64 = 5 * 60;

/// The clock of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The seconds left; below 0 in overtime.
    pub left: i64,
}

impl Clock {
    /// Whether the last five minutes run, or the overtime.
    pub fn is_called(self) -> bool {
        self.left <= CALL
    }
}

/// A player in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLine {
    /// The number.
    pub number: Number,
    /// The name.
    pub name: String,
    /// Whether they play.
    pub status: Status,
    /// The table of the last round; empty for none.
    pub table: String,
    /// Whether they sit or sat at a table, and so cannot be removed.
    pub sat: bool,
}

/// A table of the round shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCard {
    /// Its name.
    pub name: String,
    /// What is known of its game.
    pub state: TableState,
    /// Whether it stays when the round is drawn again.
    pub locked: bool,
    /// What was taken from everyone there for playing on after the time, in points.
    pub overtime: i32,
    /// Who sits there, clockwise.
    pub seats: Vec<SeatLine>,
    /// The sessions of the table, where somebody has to choose the one that counts; else none.
    pub sessions: Vec<TableSession>,
}

/// A session of a table that has several, or a typed result beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSession {
    /// Its file.
    pub path: PathBuf,
    /// The name of its file.
    pub file: String,
    /// The players and their points, in seat order; nobody while it runs.
    pub scores: Vec<(String, i32)>,
    /// The hand being played, and of how many, while it runs.
    pub hand: Option<(usize, usize)>,
    /// Whether it is the one that counts.
    pub counts: bool,
}

/// What is known of a table's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableState {
    /// Nothing yet.
    Waiting,
    /// The hand being played, of how many.
    Playing(usize, usize),
    /// The result of the table's own tablet, or of a game typed on this one.
    Done,
    /// Such a result of a game that was ended early, after this hand of so many.
    EndedEarly(usize, usize),
    /// A result typed from a slip.
    ByHand,
    /// Why what is there does not count, in a few words.
    Contradictory(Text),
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatLine {
    /// The player's number.
    pub number: Number,
    /// The player's name.
    pub name: String,
    /// Whether they deal first.
    pub deals: bool,
    /// Whether they did not come.
    pub absent: bool,
    /// The points after penalties, once known.
    pub points: Option<i32>,
    /// The place at the table, once known.
    pub place: Option<usize>,
}

/// A line of the ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct RankingLine {
    /// Rank, number, name and what they have.
    pub line: Line,
    /// Whether they go on after the cut.
    pub goes_on: bool,
    /// Whether they play no more.
    pub gone: bool,
}

/// How the tournament is played and counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TournamentSettings {
    /// The named choice that the settings are; `None` for others.
    pub preset: Option<Preset>,
    /// The settings as they are kept.
    pub kept: Settings,
    /// The stages after the rounds, as typed: “16, 4”.
    pub stages: String,
    /// The hands of a table of 3, 4, 5 and 6, as typed: “1 3 5 7”; empty for the official plan.
    pub hands: [String; 4],
    /// Why what was typed last cannot be.
    pub fault: Option<Text>,
}

/// A result slip being typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlipView {
    /// The name of the table.
    pub table: String,
    /// The hands of the table.
    pub hands: usize,
    /// The last hand played in its game, and of how many, if that was ended early.
    pub ended: Option<(usize, usize)>,
    /// A line for each seat.
    pub lines: Vec<SlipLine>,
    /// Why it cannot be taken, or what to look at before it is taken; `None` while it is incomplete or right.
    pub notice: Option<Notice>,
    /// What taking it changes in the ranking, if the table had a result.
    pub changes: Vec<Text>,
    /// Whether it is complete and can be.
    pub ready: bool,
    /// Whether the table has a result that can be removed: typed, or of a session that was chosen.
    pub removable: bool,
}

/// A player's line on a slip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlipLine {
    /// The player's name.
    pub name: String,
    /// The points before penalties, as typed.
    pub points: String,
    /// The bids met, as typed.
    pub met: String,
    /// The penalty, as typed.
    pub penalty: String,
    /// The points of a play-off hand, as typed.
    pub play_off: String,
    /// Whether a play-off hand would decide here.
    pub play_off_wanted: bool,
    /// Whether they did not come.
    pub absent: bool,
    /// Why the line cannot be; `None` while it is incomplete or right.
    pub fault: Option<Text>,
}

/// A tournament in the folder, as Home offers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentOffer {
    /// Its file.
    pub path: PathBuf,
    /// Its name.
    pub name: String,
    /// The round that was seated last; 0 before the first.
    pub round: usize,
    /// The tables of that round without a game.
    pub tables: Vec<OfferedTable>,
    /// Whether all rounds are seated and played.
    pub over: bool,
}

/// A table that a tablet can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedTable {
    /// Its name.
    pub name: String,
    /// The names of its players, clockwise.
    pub players: Vec<String>,
}

/// What the wall shows to the room.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WallView {
    /// Seats before the first result of a round, results until the last, then the ranking.
    pub stage: WallStage,
    /// The round, from 1.
    pub round: usize,
    /// The clock, if it was started.
    pub clock: Option<Clock>,
    /// The tables of the round.
    pub tables: Vec<TableCard>,
    /// The ranking.
    pub ranking: Vec<RankingLine>,
    /// What follows, in words; empty for nothing.
    pub next: Vec<Text>,
}

/// What the wall is for at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WallStage {
    /// Who sits where.
    #[default]
    Seats,
    /// The results as they come.
    Results,
    /// The ranking.
    Ranking,
}
