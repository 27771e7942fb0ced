//! Reasons why a session cannot be exported.

use std::fmt::Display;

use crate::text;
use crate::text::Text;

pub fn no_csv(error: &::csv::Error) -> Text {
    text!("the CSV could not be written: {reason}", reason = error.to_string())
}

pub(super) fn no_json(error: &serde_json::Error) -> Text {
    text!("the JSON could not be written: {reason}", reason = error.to_string())
}

pub(super) fn not_drawn(reason: impl Display) -> Text {
    text!("the sheet could not be drawn: {reason}. Choose another format", reason = reason.to_string())
}

pub(super) fn no_pad(players: usize) -> Text {
    text!("Wizard is for 3 to 6 players: there is no pad for {players}", players = players)
}

/// The format holds the rounds of one game, and this is something else.
pub fn for_one_game() -> Text {
    text!("this format is for a single game. Choose another format")
}
