//! The steps that a table can take.

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};

use super::round::{Manual, Round, Shown};
use super::track::{Bet, Token};
use crate::seats::Seat;
use crate::text;
use crate::text::Text;

/// What a player does at a bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// Leaves the round.
    Fold,
    /// Takes a token.
    Token(Token),
}

/// A step at the table. Sessions store it, so the names are part of the file format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Sets or replaces what a player does at a bet of the open round.
    Bet(Seat, Bet, Choice),
    /// Sets what a player shows at the showdown of the open round.
    Show(Seat, Shown),
    /// Sets the moves that the table makes by hand in the open round.
    Move(Option<Manual>),
    /// Scores the open round at this time and begins the next.
    Score(Option<DateTime<FixedOffset>>),
    /// Replaces the facts of a scored round, counted from 1.
    Correct(usize, Round),
    /// Ends the game at this time, before anyone reached 30 or 0.
    EndEarly(DateTime<FixedOffset>),
    /// Resumes a game that was ended early.
    PlayOn,
}

impl Command {
    /// The message once this step is taken back. `names` are the players in seat order; `round` is the round then open.
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
