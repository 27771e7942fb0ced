//! What a table agrees on, and why a set-up can fail.

use serde::{Deserialize, Serialize};

use super::track::START_MAX;
use crate::game::present;
use crate::text;
use crate::text::Text;

/// One of the two packs of 18 cards (LW); a game is played with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pack {
    /// The red pack, for a first game.
    Red,
    /// The blue pack.
    Blue,
}

impl Pack {
    /// Both packs.
    pub const ALL: [Pack; 2] = [Pack::Red, Pack::Blue];

    /// The name of the pack.
    pub fn text(self) -> Text {
        match self {
            Pack::Red => text!("Red pack"),
            Pack::Blue => text!("Blue pack"),
        }
    }
}

/// The rules a table agreed on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct RuleSet {
    /// Whether a fold's +1 is doubled on 1 to 7 like every gain (LW is ambiguous; on by default).
    pub fold_doubles: bool,
    /// The pack in use; `None` if the table did not say.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub pack: Option<Pack>,
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet { fold_doubles: true, pack: None }
    }
}

impl RuleSet {
    /// What a session's page and its exports say of it; the usual rules are not mentioned.
    pub fn described(&self) -> Vec<Text> {
        let fold = (!self.fold_doubles).then(|| text!("A fold's +1 is never doubled"));
        self.pack.map(Pack::text).into_iter().chain(fold).collect()
    }
}

/// A reason why a game cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum SetupConflict {
    /// The number of players is wrong.
    Players {
        /// The number given.
        players: usize,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// The first player is not at the table.
    FirstPlayer {
        /// The seat given.
        seat: i64,
        /// The number of players.
        players: usize,
    },
    /// The list of starting spaces does not have one per player.
    StartLength {
        /// The number of spaces found.
        found: usize,
        /// The number of players.
        players: usize,
    },
    /// Nobody can start on this space.
    Start {
        /// The player, counted from 1.
        player: usize,
        /// The space given.
        space: i64,
    },
}

impl SetupConflict {
    /// What is wrong and what to do.
    pub fn text(&self) -> Text {
        match *self {
            SetupConflict::Players { players, min, max } => text!(
                "The Last Wizard is for {min} to {max} players, not {players}",
                min = min,
                max = max,
                players = players,
            ),
            SetupConflict::FirstPlayer { seat, players } => text!(
                "the first player is seat {seat}, but the seats are 0 to {last}",
                seat = seat,
                last = players.saturating_sub(1),
            ),
            SetupConflict::StartLength { found, players } => text!(
                "“start” has {n} entry, but there are {players} players: give one space for each, in seat order"
                    | "“start” has {n} entries, but there are {players} players: give one space for each, in seat \
                       order"
                        % found,
                players = players,
            ),
            SetupConflict::Start { player, space } => text!(
                "player {player} cannot start on space {space}: a game starts on 0 to {last}",
                player = player,
                space = space,
                last = START_MAX,
            ),
        }
    }
}
