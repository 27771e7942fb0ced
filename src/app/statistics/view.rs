//! The statistics page, as shown.

use chrono::NaiveDate;
use uuid::Uuid;

use super::state::{Column, StatisticsPart, StatisticsTab};
use crate::export::LeagueTable;
use crate::session::{Face, GameName};
use crate::statistics::{Figure, LeagueOptions};
use crate::wizard::Edition;

/// A number and whether its sample is small.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Number {
    /// The number; `None` if nothing was counted.
    pub value: Option<f64>,
    /// Whether the sample is small.
    pub small: bool,
}

impl From<Figure> for Number {
    fn from(figure: Figure) -> Number {
        Number { value: figure.value, small: figure.small() }
    }
}

/// A player's row in the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatisticsRow {
    /// The player's name.
    pub name: String,
    /// The player's face.
    pub face: Face,
    /// Finished games.
    pub games: u32,
    /// Games won alone.
    pub wins: u32,
    /// Games won jointly.
    pub shared_wins: u32,
    /// The share of bids met, or of bets won.
    pub met: Number,
    /// The mean of the final totals.
    pub mean: Number,
    /// The mean of announced bid minus tricks.
    pub tendency: Number,
    /// The rating.
    pub rating: Number,
    /// The uncertainty of the rating.
    pub uncertainty: f64,
    /// The share of rounds folded.
    pub folds: Number,
    /// The longest lead.
    pub lead: Number,
    /// Whether this is the player shown.
    pub chosen: bool,
}

/// A cell of the heat map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatCell {
    /// The bid.
    pub bid: usize,
    /// The tricks.
    pub tricks: usize,
    /// The number of rounds.
    pub count: u32,
    /// The share of the most frequent combination, from 0 to 1.
    pub share: f32,
}

/// A row about an opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct AgainstRow {
    /// The opponent's name.
    pub name: String,
    /// What stands for them.
    pub face: Face,
    /// The games played together.
    pub games: u32,
    /// The games with a better place.
    pub ahead: u32,
    /// The games with the same place.
    pub level: u32,
    /// The games with a worse place.
    pub behind: u32,
    /// The mean of the own total minus the opponent's.
    pub difference: Number,
}

/// A row of results for one kind of game.
#[derive(Clone, Debug, PartialEq)]
pub struct KindRow {
    /// The number of players; 0 if the row is about an edition.
    pub players: usize,
    /// The edition, if the row is about one.
    pub edition: Option<Edition>,
    /// Finished games.
    pub games: u32,
    /// The share of games won.
    pub win_share: Number,
    /// The mean total.
    pub mean: Number,
    /// The mean place.
    pub place: Number,
}

/// The kind of a table record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is defined in docs/statistics.md")]
pub enum RecordKind {
    HighestTotal,
    LowestTotal,
    HighestRound,
    LowestRound,
    BiggestComeback,
    ClosestFinish,
    ClearestWin,
    MostExactPlayer,
    MostExactTable,
    LongestGame,
}

/// A record of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordRow {
    /// The kind of record.
    pub kind: RecordKind,
    /// The value: points, minutes, or a share from 0 to 1.
    pub value: f64,
    /// The names of its holders.
    pub names: Vec<String>,
    /// The day it was set.
    pub day: NaiveDate,
    /// The round it was set in, if it is about a single round.
    pub round: Option<usize>,
    /// The number of games that reached it.
    pub games: u32,
    /// The session it was set in.
    pub session: Uuid,
}

/// The lines of form, as shares of width and height with 0 at the left and at the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// The totals of each game.
    pub totals: Vec<(f32, f32)>,
    /// The mean of the totals over the last games.
    pub mean: Vec<(f32, f32)>,
    /// The rating after each game.
    pub rating: Vec<(f32, f32)>,
    /// The range of the rating: the upper edge, then the lower one backwards, as a closed shape.
    pub band: Vec<(f32, f32)>,
    /// The highest total of the chart.
    pub top: i32,
    /// The lowest total of the chart.
    pub bottom: i32,
    /// The highest rating of the chart.
    pub rating_top: f64,
    /// The lowest rating of the chart.
    pub rating_bottom: f64,
    /// The day of the first game.
    pub first: NaiveDate,
    /// The day of the last game.
    pub last: NaiveDate,
}

/// The player shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerView {
    /// The player's name.
    pub name: String,
    /// The figures of the player's row, in screen order.
    pub row: StatisticsRow,
    /// The highest final total.
    pub best: Number,
    /// The mean points of a round.
    pub points_per_round: Number,
    /// The share of rounds overbid.
    pub overbid: Number,
    /// The share of rounds underbid.
    pub underbid: Number,
    /// The share of rounds in which 0 was bid.
    pub zero: Number,
    /// The share of those in which it was met.
    pub zero_met: Number,
    /// The longest run of met bids.
    pub longest_run: Number,
    /// Scored rounds.
    pub rounds: u32,
    /// The heat map of bids against tricks.
    pub heat: Vec<HeatCell>,
    /// The number of its rows, up to the largest bid.
    pub heat_rows: usize,
    /// The number of its columns, up to the most tricks.
    pub heat_columns: usize,
    /// Form and rating over time.
    pub form: Form,
    /// The number of games in the chart.
    pub form_games: usize,
    /// The opponents, those with most games first.
    pub against: Vec<AgainstRow>,
    /// The results by player count, then by edition.
    pub kinds: Vec<KindRow>,
}

/// The player shown, of a game with a track.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrackPlayerView {
    /// The figures of the player's row.
    pub row: StatisticsRow,
    /// The share of games won.
    pub win_share: Number,
    /// The furthest final space.
    pub best: Number,
    /// The mean place.
    pub place: Number,
    /// The share of rounds in which the bet was lost.
    pub lost: Number,
    /// Scored rounds.
    pub rounds: u32,
}

/// The statistics page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatisticsView {
    /// The number of sessions that count: finished ones and those ended early.
    pub finished: u32,
    /// The number of trial copies, which do not count.
    pub copies: u32,
    /// The number of sessions ended early.
    pub ended_early: u32,
    /// Whether figures are being counted or files read.
    pub counting: bool,
    /// The game that is counted.
    pub game: GameName,
    /// Whether another game can be chosen.
    pub games: bool,
    /// What is shown.
    pub part: StatisticsPart,
    /// The league.
    pub league: LeagueTable,
    /// How the league is to be counted.
    pub options: LeagueOptions,
    /// The players, in the order chosen.
    pub rows: Vec<StatisticsRow>,
    /// The column they are sorted by.
    pub order: Column,
    /// The part shown beside them.
    pub tab: StatisticsTab,
    /// The player shown, in Wizard.
    pub player: Option<PlayerView>,
    /// The player shown, of a game with a track.
    pub track_player: Option<TrackPlayerView>,
    /// The records of the table.
    pub records: Vec<RecordRow>,
    /// A number that changes whenever anything does.
    pub serial: u64,
}
