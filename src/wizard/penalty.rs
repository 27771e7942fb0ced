//! Penalty points: what a table takes from a player, or gives back, between rounds (ours; tournaments have them).

use serde::{Deserialize, Serialize};

use crate::game::given;
use crate::seats::Seat;
use crate::text;
use crate::text::Text;

/// The most penalties a game may have.
pub const PENALTIES_MAX: usize = 200;
/// The most points a penalty may take or give back.
pub const PENALTY_MAX: i32 = 500;
/// The step in which penalties are given: they come in tens, like the points of a round.
pub const PENALTY_STEP: i32 = 10;

/// Points that a player got or lost outside the rounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Penalty {
    /// The player's seat.
    pub player: Seat,
    /// The round after which it was given, or 0 for before round 1. It counts in the totals from that round on.
    pub after_round: usize,
    /// A multiple of 10 from −500 to 500, and not 0.
    pub points: i32,
    /// The reason; may be empty. [`REASONS`](crate::game::REASONS) are translated, other words are not.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

impl Penalty {
    /// The first round, from 1, whose total includes it.
    pub fn first_counted(&self) -> usize {
        self.after_round.max(1)
    }

    /// Who, how much and why, in words. `names` are the players in seat order.
    pub fn what(&self, names: &[String]) -> Text {
        given(names.get(self.player).map_or("", String::as_str), self.points, &self.reason)
    }

    /// When, who, how much and why, in words. `names` are the players in seat order.
    pub fn described(&self, names: &[String]) -> Text {
        let what = self.what(names);
        match self.after_round {
            0 => text!("Penalty before round 1: {what}", what = what),
            round => text!("Penalty after round {round}: {what}", round = round, what = what),
        }
    }
}

/// A penalty as given from outside, with numbers of any size.
#[derive(Clone, Debug, Deserialize)]
pub struct PenaltyGiven {
    /// The player's seat.
    pub player: i64,
    /// The round after which it was given.
    pub after_round: i64,
    /// The points.
    pub points: i64,
    /// The reason.
    #[serde(default)]
    pub reason: String,
}

impl From<&Penalty> for PenaltyGiven {
    fn from(penalty: &Penalty) -> PenaltyGiven {
        let large = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        PenaltyGiven {
            player: large(penalty.player),
            after_round: large(penalty.after_round),
            points: penalty.points.into(),
            reason: penalty.reason.clone(),
        }
    }
}
