//! The QR code of the link to BG Stats, for the phone that has the app.

use std::fmt::Write as _;

use qrcode::{Color, EcLevel, QrCode};

use super::bgstats::link;
use super::{ExportError, Exported};
use crate::session::Session;

/// The light edge around a code that readers need, in modules.
const QUIET: usize = 4;

/// A square of dark and light modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayCode {
    size: usize,
    dark: Vec<bool>,
}

/// The code of a session's link (`play_link`).
///
/// # Errors
/// [`ExportError::CodeTooLong`] when the names alone do not fit.
pub fn play_code<G: Exported>(session: &Session<G>) -> Result<PlayCode, ExportError> {
    code(&link(session))
}

/// The code of an address.
///
/// # Errors
/// [`ExportError::CodeTooLong`].
pub fn code(address: &str) -> Result<PlayCode, ExportError> {
    // A screen loses no corner of a code: the lowest correction makes the modules largest.
    let code = QrCode::with_error_correction_level(address, EcLevel::L).map_err(|_| ExportError::CodeTooLong)?;
    Ok(PlayCode {
        size: code.width(),
        dark: code.to_colors().into_iter().map(|colour| colour == Color::Dark).collect(),
    })
}

impl PlayCode {
    /// Modules across and down, without the light edge of four modules that a painter leaves around.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Is the module in this column and row dark? Outside of the code all is light.
    pub fn is_dark(&self, column: usize, row: usize) -> bool {
        column < self.size && self.dark.get(row * self.size + column).copied().unwrap_or(false)
    }

    /// The dark modules as the commands of an SVG path, one unit for a module, edge left out.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for row in 0..self.size {
            let mut column = 0;
            while column < self.size {
                let length = (column..self.size).take_while(|&column| self.is_dark(column, row)).count();
                if length > 0 {
                    let _ = write!(path, "M{column} {row}h{length}v1h-{length}z");
                }
                column += length.max(1);
            }
        }
        path
    }

    /// The code as SVG, dark on white in every theme, with its edge.
    pub fn svg(&self) -> String {
        let side = self.size + 2 * QUIET;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{QUIET} -{QUIET} {side} {side}\" shape-rendering=\"crispEdges\"><rect x=\"-{QUIET}\" y=\"-{QUIET}\" width=\"{side}\" height=\"{side}\" fill=\"#ffffff\"/><path d=\"{}\" fill=\"#000000\"/></svg>\n",
            self.path()
        )
    }
}
