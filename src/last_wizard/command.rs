use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};

use super::round::{Manual, Round, Shown};
use super::track::{Bet, Token};
use crate::seats::Seat;
use crate::text;
use crate::text::Text;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    Fold,
    Token(Token),
}

/// Sessions store steps, so the names are part of the file format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    Bet(Seat, Bet, Choice),
    Show(Seat, Shown),
    Move(Option<Manual>),
    Score(Option<DateTime<FixedOffset>>),
    /// A scored round, from 1.
    Correct(usize, Round),
    EndEarly(DateTime<FixedOffset>),
    PlayOn,
}

impl Command {
    /// The message after undoing the step. `names` are in seat order; `round` is the round then open.
    pub fn undone(&self, names: &[String], round: usize) -> Text {
        let name = |seat: &Seat| names.get(*seat).cloned().unwrap_or_default();
        match self {
            Command::Bet(seat, Bet::First, _) => text!("Undone: {name}'s first bet.", name = name(seat)),
            Command::Bet(seat, Bet::Second, _) => text!("Undone: {name}'s second bet.", name = name(seat)),
            Command::Show(seat, _) => text!("Undone: {name}'s hand.", name = name(seat)),
            Command::Move(_) => text!("Undone: the manual move."),
            Command::Score(_) => text!("Undone: the score of round {round}.", round = round),
            Command::Correct(round, _) => text!("Undone: the correction of round {round}.", round = *round),
            Command::EndEarly(_) => text!("Undone: ending the game early."),
            Command::PlayOn => text!("Undone: playing on."),
        }
    }
}
