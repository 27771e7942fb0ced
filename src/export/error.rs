//! Reasons why a session cannot be exported.

use crate::text;
use crate::text::Text;

/// A reason why a session cannot be exported. None of these has been seen with a session that could be loaded.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum ExportError {
    /// Writing CSV failed.
    Csv(#[from] ::csv::Error),
    /// Writing JSON failed.
    Json(#[from] serde_json::Error),
    /// The drawing of the sheet is invalid.
    Drawing(String),
    /// The names are too long for a QR code.
    CodeTooLong,
    /// The format holds the rounds of one game, and this is an evening.
    OneGame,
    /// There is no pad for this many players.
    Players(usize),
    /// There are more names than players.
    Names {
        /// The names.
        names: usize,
        /// The players.
        players: usize,
    },
    /// There is no pad for rules that cannot be played.
    Rules(Text),
    /// There is no paper of a round that is not seated.
    NotSeated(usize),
}

impl ExportError {
    /// What is wrong and what to do.
    pub fn text(&self) -> Text {
        match self {
            ExportError::Csv(error) => {
                text!("the CSV could not be written: {reason}", reason = error.to_string())
            }
            ExportError::Json(error) => {
                text!("the JSON could not be written: {reason}", reason = error.to_string())
            }
            ExportError::Drawing(reason) => {
                text!("the sheet could not be drawn: {reason}. Choose another format", reason = reason)
            }
            ExportError::CodeTooLong => {
                text!("the names are too long for a QR code. Use the BG Stats file instead")
            }
            ExportError::OneGame => text!("this format is for a single game. Choose another format"),
            ExportError::Players(players) => {
                text!("Wizard is for 3 to 6 players: there is no pad for {players}", players = *players)
            }
            ExportError::Names { names, players } => {
                text!("there are {names} names for {players} players", names = *names, players = *players)
            }
            ExportError::Rules(reason) => reason.clone(),
            ExportError::NotSeated(0) => text!("no round is seated yet: seat one first"),
            ExportError::NotSeated(round) => text!("round {round} is not seated yet: seat it first", round = *round),
        }
    }
}
