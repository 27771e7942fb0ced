//! The choices made on the statistics page, and the figures counted.

use uuid::Uuid;

use crate::session::{Filter, GameName, Record};
use crate::statistics::{Feat, League, LeagueOptions, LeagueRule};
use crate::table::{AnyStatistics, Order};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeagueChoice {
    /// The scoring of a game.
    Rule(LeagueRule),
    Season {
        /// As typed; empty for none.
        first: String,
        last: String,
    },
    /// Below it, players are not ranked.
    LeastGames(u32),
    /// The number of a player's worst games that do not count.
    Drop(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatisticsCommand {
    Player(String),
    Order(Order),
    Session(Uuid),
    League(LeagueChoice),
}

/// The input of the figures; the number is the version of the index.
pub(super) type Basis = (u64, Filter, GameName, LeagueOptions);

#[derive(Debug)]
pub(in crate::app) struct Counted {
    pub(in crate::app) statistics: AnyStatistics,
    pub(super) league: League,
}

#[derive(Debug, Default)]
pub(in crate::app) struct StatisticsPage {
    pub(super) counted: Option<Box<Counted>>,
    /// Whether there are sessions of each game.
    pub(super) games: [bool; 2],
    pub(super) has_tournaments: bool,
    /// The version of the index that the two above are of.
    pub(super) games_at: Option<u64>,
    pub(super) of: Option<Basis>,
    pub(super) wanted: Option<Basis>,
    pub(super) player: Option<String>,
    pub(super) order: Order,
    /// The version of the index and the game for which the feat was computed.
    pub(super) feat_of: Option<(u64, Record)>,
    pub(super) feat: Option<Feat>,
}
