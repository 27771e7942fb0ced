//! What was chosen on the statistics page, and what was counted.

use uuid::Uuid;

use crate::session::{Filter, GameName, OfGame};
use crate::statistics::{Feat, Statistics, TrackStatistics};

/// What is shown beside the table of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FigureTab {
    /// Bids against tricks.
    #[default]
    Bids,
    /// Totals and rating over time.
    Form,
    /// Head to head.
    Against,
    /// By player count and edition.
    Kinds,
    /// The records of the table.
    Records,
}

/// A column of the table of players, and every other figure that is explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// Finished games.
    #[default]
    Games,
    /// Wins.
    Wins,
    /// Share of bids met.
    Met,
    /// Mean total.
    Mean,
    /// Over- and underbidding.
    Tendency,
    /// Rating.
    Rating,
    /// The Last Wizard: share of rounds folded.
    Folds,
    /// The Last Wizard: the longest lead.
    Lead,
}

/// A tap on the statistics page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureCommand {
    /// Looks at a player.
    Player(String),
    /// Shows another game's figures.
    Game(GameName),
    /// Shows another side.
    Tab(FigureTab),
    /// Orders the players by a column.
    Order(Column),
    /// Opens a session in the archive.
    Session(Uuid),
}

/// The figures of whichever game.
pub(super) type AnyStatistics = OfGame<Statistics, TrackStatistics>;

/// What the figures were counted from.
pub(super) type Basis = (u64, Filter, GameName);

/// The state of the statistics page.
#[derive(Debug, Default)]
pub(in crate::app) struct Figures {
    pub(super) statistics: Option<Box<AnyStatistics>>,
    /// The game that was asked for, where there are several.
    pub(super) game: GameName,
    /// Of which games there are sessions, and at which state of the shelf.
    pub(super) games: [bool; 2],
    pub(super) games_at: Option<u64>,
    pub(super) of: Option<Basis>,
    pub(super) wanted: Option<Basis>,
    pub(super) player: Option<String>,
    pub(super) order: Column,
    pub(super) tab: FigureTab,
    pub(super) serial: u64,
    /// The state of the shelf and the finished game for which was looked for what it stands out by.
    pub(super) feat_of: Option<(u64, Uuid)>,
    /// What that is, if anything; `None` while it is looked for.
    pub(super) feat: Option<Option<Feat>>,
}
