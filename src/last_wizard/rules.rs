use serde::{Deserialize, Serialize};

use super::track::START_MAX;
use crate::game::present;
use crate::text;
use crate::text::Text;

/// 18 cards each (LW); a game is played with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pack {
    Red,
    Blue,
}

impl Pack {
    pub const ALL: [Pack; 2] = variants!(Pack: Red, Blue);

    pub fn text(self) -> Text {
        match self {
            Pack::Red => text!("Red pack"),
            Pack::Blue => text!("Blue pack"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct RuleSet {
    /// A fold's +1 is doubled on 1 to 7 like every gain (LW is ambiguous; on by default).
    pub fold_doubles: bool,
    /// `None` if the table did not record it.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub pack: Option<Pack>,
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet { fold_doubles: true, pack: None }
    }
}

impl RuleSet {
    pub fn described(&self) -> Vec<Text> {
        let fold = (!self.fold_doubles).then(|| text!("A fold's +1 is never doubled"));
        self.pack.map(Pack::text).into_iter().chain(fold).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum SetupConflict {
    Players {
        players: usize,
        min: usize,
        max: usize,
    },
    FirstPlayer {
        seat: i64,
        players: usize,
    },
    StartLength {
        found: usize,
        players: usize,
    },
    Start {
        /// From 1.
        player: usize,
        space: i64,
    },
}

impl SetupConflict {
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
