//! The choices made on the statistics page, and the figures counted.

use uuid::Uuid;

use crate::session::{Filter, GameName, OfGame, Record};
use crate::statistics::{Feat, League, LeagueOptions, LeagueRule, Statistics, TrackStatistics};

/// What the page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatisticsPart {
    /// The players with their figures, and what is beside them.
    #[default]
    Players,
    /// The league.
    League,
}

/// The part shown beside the table of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatisticsTab {
    /// Bids against tricks.
    #[default]
    Bids,
    /// The totals and the rating over time.
    Form,
    /// Head to head.
    Against,
    /// The results by player count and edition.
    Kinds,
    /// The records of the table.
    Records,
}

/// A column of the table of players, or another figure that has an explanation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// Finished games.
    #[default]
    Games,
    /// Wins.
    Wins,
    /// The share of bids met.
    Met,
    /// The mean total.
    Mean,
    /// The tendency to over- or underbid.
    Tendency,
    /// The rating.
    Rating,
    /// The share of rounds folded.
    Folds,
    /// The longest lead.
    Lead,
}

/// A choice of how the league counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeagueChoice {
    /// What a game gives.
    Rule(LeagueRule),
    /// The first and the last day of the season as typed; empty for none.
    Season(String, String),
    /// The least number of games with which somebody is ranked.
    LeastGames(u32),
    /// How many of everyone's worst games do not count.
    Drop(u32),
}

/// A tap on the statistics page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatisticsCommand {
    /// Shows a player.
    Player(String),
    /// Shows the figures of another game.
    Game(GameName),
    /// Shows another part.
    Tab(StatisticsTab),
    /// Sorts the players by a column.
    Order(Column),
    /// Opens a session in the archive.
    Session(Uuid),
    /// Shows the players or the league.
    Part(StatisticsPart),
    /// Counts the league in another way.
    League(LeagueChoice),
}

/// The figures of either game.
pub(in crate::app) type AnyStatistics = OfGame<Statistics, TrackStatistics>;

/// The state of the index, the filter, the game and the league's rule that figures are counted from.
pub(super) type Basis = (u64, Filter, GameName, LeagueOptions);

/// What was counted together.
#[derive(Debug)]
pub(in crate::app) struct Counted {
    pub(in crate::app) statistics: AnyStatistics,
    pub(super) league: League,
}

/// The state of the statistics page.
#[derive(Debug, Default)]
pub(in crate::app) struct StatisticsPage {
    pub(super) counted: Option<Box<Counted>>,
    pub(super) part: StatisticsPart,
    /// The game chosen, if there are several.
    pub(super) game: GameName,
    /// Whether there are sessions of each game.
    pub(super) games: [bool; 2],
    pub(super) games_at: Option<u64>,
    pub(super) of: Option<Basis>,
    pub(super) wanted: Option<Basis>,
    pub(super) player: Option<String>,
    pub(super) order: Column,
    pub(super) tab: StatisticsTab,
    pub(super) serial: u64,
    /// The state of the index and the game that a feat was looked for in.
    pub(super) feat_of: Option<(u64, Record)>,
    /// The feat found, if any.
    pub(super) feat: Option<Feat>,
}
