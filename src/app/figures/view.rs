//! The statistics page as the screen shows it.

use chrono::NaiveDate;
use uuid::Uuid;

use super::state::{Column, FigureTab};
use crate::session::GameName;
use crate::statistics::Figure;
use crate::wizard::Edition;

/// A number with what it stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Number {
    /// The number; `None` where nothing was counted.
    pub value: Option<f64>,
    /// It comes from a small sample.
    pub small: bool,
}

impl From<Figure> for Number {
    fn from(figure: Figure) -> Number {
        Number { value: figure.value, small: figure.small() }
    }
}

/// A player's line of the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FigureRow {
    /// Who.
    pub name: String,
    /// Their colour of the six, if they have one of their own.
    pub colour: Option<u8>,
    /// Finished games.
    pub games: u32,
    /// Games won alone.
    pub wins: u32,
    /// Games won together with others.
    pub shared_wins: u32,
    /// Share of bids met; in The Last Wizard of bets won.
    pub met: Number,
    /// Mean of the final totals.
    pub mean: Number,
    /// Announced bid minus tricks.
    pub tendency: Number,
    /// The rating and its uncertainty.
    pub rating: Number,
    /// How uncertain the rating is.
    pub uncertainty: f64,
    /// The Last Wizard: share of rounds folded.
    pub folds: Number,
    /// The Last Wizard: the longest lead.
    pub lead: Number,
    /// It is the one that is looked at.
    pub chosen: bool,
}

/// A field of the heat map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatCell {
    /// The bid.
    pub bid: usize,
    /// The tricks.
    pub tricks: usize,
    /// How often.
    pub count: u32,
    /// Against the most frequent of all, from 0 to 1.
    pub share: f32,
}

/// One opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct AgainstRow {
    /// Who.
    pub name: String,
    /// Games together.
    pub games: u32,
    /// Better, same and worse places.
    pub ahead: u32,
    /// Same places.
    pub level: u32,
    /// Worse places.
    pub behind: u32,
    /// Mean of own total minus the other's.
    pub difference: Number,
}

/// Results of one kind of game.
#[derive(Clone, Debug, PartialEq)]
pub struct KindRow {
    /// So many players; 0 where the kind is an edition.
    pub players: usize,
    /// The edition, where the line is about one.
    pub edition: Option<Edition>,
    /// Finished games.
    pub games: u32,
    /// Share of them won.
    pub win_share: Number,
    /// Mean total.
    pub mean: Number,
    /// Mean place.
    pub place: Number,
}

/// Which record of the table.
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
    /// Which.
    pub kind: RecordKind,
    /// Points, minutes, or a share from 0 to 1.
    pub value: f64,
    /// Whose.
    pub names: Vec<String>,
    /// When.
    pub day: NaiveDate,
    /// In which round, where it is one round's.
    pub round: Option<usize>,
    /// In how many games it was reached.
    pub games: u32,
    /// The session.
    pub session: Uuid,
}

/// The lines of form: shares of width and height with 0 at the left and at the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// The totals of each game.
    pub totals: Vec<(f32, f32)>,
    /// Their mean over the last games.
    pub mean: Vec<(f32, f32)>,
    /// The rating after each game.
    pub rating: Vec<(f32, f32)>,
    /// The upper edge of what the rating may be, then the lower one backwards: a closed shape.
    pub band: Vec<(f32, f32)>,
    /// The highest and the lowest total of the chart.
    pub top: i32,
    /// The lowest total of the chart.
    pub bottom: i32,
    /// The highest rating of the chart.
    pub rating_top: f64,
    /// The lowest rating of the chart.
    pub rating_bottom: f64,
    /// The days of the first and the last game.
    pub first: NaiveDate,
    /// The day of the last game.
    pub last: NaiveDate,
}

/// The player who is looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerView {
    /// Who.
    pub name: String,
    /// Everything that is one number, in the order of the screen.
    pub row: FigureRow,
    /// The highest final total.
    pub best: Number,
    /// Mean points of a round.
    pub points_per_round: Number,
    /// Shares of rounds overbid and underbid.
    pub overbid: Number,
    /// Share of rounds underbid.
    pub underbid: Number,
    /// How often 0 was bid.
    pub zero: Number,
    /// And met.
    pub zero_met: Number,
    /// The longest run of met bids.
    pub longest_run: Number,
    /// Scored rounds.
    pub rounds: u32,
    /// Bids against tricks.
    pub heat: Vec<HeatCell>,
    /// Its rows and columns.
    pub side: usize,
    /// Form and rating over time.
    pub form: Form,
    /// Games in the chart.
    pub form_games: usize,
    /// Opponents, most games first.
    pub against: Vec<AgainstRow>,
    /// By player count, then by edition.
    pub kinds: Vec<KindRow>,
}

/// The player of The Last Wizard who is looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrackPlayerView {
    /// Everything that the table has, too.
    pub row: FigureRow,
    /// Share of the games won.
    pub win_share: Number,
    /// The furthest last space.
    pub best: Number,
    /// Mean place.
    pub place: Number,
    /// Share of rounds in which the bet was lost.
    pub lost: Number,
    /// Scored rounds.
    pub rounds: u32,
}

/// The statistics page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FigureView {
    /// Sessions that count: finished ones, and those that were ended early.
    pub finished: u32,
    /// Copies to try something on, which do not count.
    pub copies: u32,
    /// Sessions that were ended early.
    pub ended_early: u32,
    /// Figures are being counted, or files read.
    pub counting: bool,
    /// The game that is counted.
    pub game: GameName,
    /// Can another game be chosen?
    pub games: bool,
    /// The players, in the order asked for.
    pub rows: Vec<FigureRow>,
    /// What they are ordered by.
    pub order: Column,
    /// What is shown beside them.
    pub tab: FigureTab,
    /// The player who is looked at.
    pub player: Option<PlayerView>,
    /// The same, where the game is The Last Wizard.
    pub track_player: Option<TrackPlayerView>,
    /// The records of the table.
    pub records: Vec<RecordRow>,
    /// Changes whenever anything does.
    pub serial: u64,
}
