use std::collections::BTreeSet;

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};

use super::{CloudEntry, Penalty, Round, Trump, Waiver};
use crate::seats::Seat;
use crate::text;
use crate::text::Text;

/// Sessions store steps, so the names are part of the file format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    Bid(Seat, Option<u8>),
    Tricks(Seat, Option<u8>),
    Trump(Option<Trump>),
    Bombs(u8),
    Clouds(Vec<CloudEntry>),
    Waive(BTreeSet<Waiver>),
    /// From the bids to the tricks; with Secret prediction from the tricks to the bids.
    Advance,
    Back,
    Score(Option<DateTime<FixedOffset>>),
    /// A scored round, from 1.
    Correct(usize, Round),
    Penalties(Vec<Penalty>),
    EndEarly(DateTime<FixedOffset>),
    PlayOn,
}

impl Command {
    /// The message after undoing the step. `names` are in seat order; `round` is the round then open.
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
            Command::Waive(waived) if waived.contains(&Waiver::Tricks) => {
                text!("The tricks of round {round} have to add up again.", round = round)
            }
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
