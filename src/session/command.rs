//! The steps that a table can take, and why one may be refused.

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};

use crate::text;
use crate::text::Text;
use crate::wizard::{Breach, Cloud, Round, Seat, Trump, in_round};

/// One step at the table. Saved with the session, so the names are part of the file format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// A bid of the open round, or `None` to take it back.
    Bid(Seat, Option<u8>),
    /// The tricks of a player in the open round, or `None` to take them back.
    Tricks(Seat, Option<u8>),
    /// The trump of the open round; `None`: not recorded.
    Trump(Option<Trump>),
    /// Was the Bomb played in the open round?
    Bomb(bool),
    /// Who took the Cloud in the open round; `None`: nobody.
    Cloud(Option<Cloud>),
    /// From the bids to the tricks; with Secret prediction from the tricks to the bids.
    Advance,
    /// Back to what [`Command::Advance`] left.
    Back,
    /// Scores the open round and deals the next; the time is when.
    Score(Option<DateTime<FixedOffset>>),
    /// Replaces the facts of a scored round, counted from 1.
    Correct(usize, Round),
    /// Ends the game before its last round.
    EndEarly(DateTime<FixedOffset>),
    /// Goes on with a game that was ended early.
    PlayOn,
}

/// Why a step was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum Refusal {
    /// It would break a rule of the game.
    Rule {
        /// The round, from 1.
        round: usize,
        /// The rule.
        breach: Breach,
    },
    /// The round is not at that point.
    NotNow,
    /// The game is finished or was ended.
    GameOver,
    /// There is no such player.
    NoSuchSeat(Seat),
    /// A correction of a round that was not scored yet.
    NotScored(usize),
    /// The first deal is reached.
    NothingToUndo,
    /// Nothing was undone.
    NothingToRedo,
}

impl Refusal {
    /// Why not. It does not know the players' names: [`crate::wizard::BrokenRule`] does.
    pub fn text(&self) -> Text {
        match self {
            Refusal::Rule { round, breach } => in_round(*round, breach.text(&[])),
            Refusal::NotNow => text!("this cannot be done at this point of the round"),
            Refusal::GameOver => text!("the game is over"),
            Refusal::NoSuchSeat(seat) => text!("there is no seat {seat}", seat = *seat),
            Refusal::NotScored(round) => text!("round {round} is not scored yet", round = *round),
            Refusal::NothingToUndo => text!("there is nothing to undo"),
            Refusal::NothingToRedo => text!("there is nothing to redo"),
        }
    }
}
