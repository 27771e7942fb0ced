//! Why a session cannot be handed on.

use crate::text;
use crate::text::Text;

/// Why a session cannot be handed on. None of these has been seen with a session that could be loaded.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum ExportError {
    /// The CSV writer refused.
    Csv(#[from] ::csv::Error),
    /// The JSON writer refused.
    Json(#[from] serde_json::Error),
    /// The drawing of the sheet is not one.
    Drawing(String),
    /// The names are too long for a QR code.
    CodeTooLong,
    /// There is no pad for so many.
    Players(usize),
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
            ExportError::Players(players) => {
                text!("Wizard is for 3 to 6 players: there is no pad for {players}", players = *players)
            }
        }
    }
}
