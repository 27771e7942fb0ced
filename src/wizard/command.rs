//! The steps that a table can take.

use std::collections::BTreeSet;

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};

use super::{CloudEntry, Round, Trump, Waiver};
use crate::seats::Seat;

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
    /// What is known of the Cloud in the open round.
    Cloud(CloudEntry),
    /// What the table does not insist on in the open round.
    Waive(BTreeSet<Waiver>),
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
