//! The steps that a table can take.

use std::collections::BTreeSet;

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};

use super::{CloudEntry, Penalty, Round, Trump, Waiver};
use crate::seats::Seat;
use crate::text;
use crate::text::Text;

/// A step at the table. Sessions store it, so the names are part of the file format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// A bid of the open round, or `None` to take it back.
    Bid(Seat, Option<u8>),
    /// The tricks of a player in the open round, or `None` to take them back.
    Tricks(Seat, Option<u8>),
    /// The trump of the open round; `None` if not recorded.
    Trump(Option<Trump>),
    /// The number of Bombs played in the open round.
    Bombs(u8),
    /// The Clouds of the open round, as far as known.
    Clouds(Vec<CloudEntry>),
    /// The rules the table waives in the open round.
    Waive(BTreeSet<Waiver>),
    /// Moves on from the bids to the tricks; with Secret prediction from the tricks to the bids.
    Advance,
    /// Returns to what [`Command::Advance`] left.
    Back,
    /// Scores the open round at this time and deals the next.
    Score(Option<DateTime<FixedOffset>>),
    /// Replaces the facts of a scored round, counted from 1.
    Correct(usize, Round),
    /// Replaces all penalties of the game.
    Penalties(Vec<Penalty>),
    /// Ends the game before its last round, at this time.
    EndEarly(DateTime<FixedOffset>),
    /// Resumes a game that was ended early.
    PlayOn,
}

impl Command {
    /// The message once this step is taken back. `names` are the players in seat order; `round` is the round then open.
    pub fn undone(&self, names: &[String], round: usize) -> Text {
        let name = |seat: &Seat| names.get(*seat).cloned().unwrap_or_default();
        match self {
            Command::Bid(seat, Some(_)) => text!("Undone: {name}'s bid.", name = name(seat)),
            Command::Bid(seat, None) => text!("{name}'s bid is back.", name = name(seat)),
            Command::Tricks(seat, Some(_)) => text!("Undone: {name}'s tricks.", name = name(seat)),
            Command::Tricks(seat, None) => text!("{name}'s tricks are back.", name = name(seat)),
            Command::Trump(_) => text!("Undone: the trump."),
            Command::Bombs(_) => text!("Undone: the Bomb."),
            Command::Clouds(_) => text!("Undone: the Cloud."),
            Command::Waive(_) => text!("Plus/Minus One holds again in round {round}.", round = round),
            Command::Advance => text!("Undone: going on in round {round}.", round = round),
            Command::Back => text!("Undone: going back in round {round}.", round = round),
            Command::Score(_) => text!("Undone: the score of round {round}.", round = round),
            Command::Correct(round, _) => text!("Undone: the correction of round {round}.", round = *round),
            Command::Penalties(_) => text!("Undone: the change of the penalty points."),
            Command::EndEarly(_) => text!("Undone: ending the game early."),
            Command::PlayOn => text!("Undone: playing on."),
        }
    }
}
