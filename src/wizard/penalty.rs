//! Points taken or given between rounds (ours; tournaments have them).

use serde::{Deserialize, Serialize};

use crate::game::given;
use crate::seats::Seat;
use crate::text;
use crate::text::Text;

pub const PENALTIES_MAX: usize = 200;
pub const PENALTY_MAX: i32 = 500;
/// Penalties come in tens, like the points of a round.
pub const PENALTY_STEP: i32 = 10;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Penalty {
    pub player: Seat,
    /// 0 for before round 1. The penalty counts in the totals from this round on.
    pub after_round: usize,
    /// A multiple of 10 from −500 to 500, and not 0.
    pub points: i32,
    /// May be empty. [`REASONS`](crate::game::REASONS) are translated, other words are not.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

impl Penalty {
    /// The first round, from 1, whose total includes it.
    pub fn first_counted(&self) -> usize {
        self.after_round.max(1)
    }

    pub fn described(&self, names: &[String]) -> Text {
        let what = given(names.get(self.player).map_or("", String::as_str), self.points, &self.reason);
        match self.after_round {
            0 => text!("Penalty before round 1: {what}", what = what),
            round => text!("Penalty after round {round}: {what}", round = round, what = what),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct PenaltyGiven {
    pub player: i64,
    pub after_round: i64,
    pub points: i64,
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
