//! The QR code of the link to BG Stats, for the phone that has the app.

use std::fmt::Write as _;

use qrcode::{Color, EcLevel, QrCode};

use super::bgstats::link;
use super::{ExportError, Exported};
use crate::session::Session;

/// The light margin that readers need around a code, in modules.
const QUIET: usize = 4;

/// A square of dark and light modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayCode {
    size: usize,
    dark: Vec<bool>,
}

/// The QR code of a session's link (`play_link`).
///
/// # Errors
/// [`ExportError::CodeTooLong`] if the names alone do not fit.
pub fn play_code<G: Exported>(session: &Session<G>) -> Result<PlayCode, ExportError> {
    code(&link(session))
}

/// The QR code of an address.
///
/// # Errors
/// [`ExportError::CodeTooLong`].
pub fn code(address: &str) -> Result<PlayCode, ExportError> {
    // A code on screen is never damaged, so the lowest error correction is enough and keeps the modules large.
    let code = QrCode::with_error_correction_level(address, EcLevel::L).map_err(|_| ExportError::CodeTooLong)?;
    Ok(PlayCode {
        size: code.width(),
        dark: code.to_colors().into_iter().map(|colour| colour == Color::Dark).collect(),
    })
}

impl PlayCode {
    /// The number of modules across and down, without the light margin of four modules to be drawn around.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether the module in this column and row is dark; outside the code all are light.
    pub fn is_dark(&self, column: usize, row: usize) -> bool {
        column < self.size && self.dark.get(row * self.size + column).copied().unwrap_or(false)
    }

    /// The dark modules as SVG path commands, one unit per module, without the margin.
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

    /// The code as SVG with its margin, dark on white in every theme.
    pub fn svg(&self) -> String {
        let side = self.size + 2 * QUIET;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{QUIET} -{QUIET} {side} {side}\" \
             shape-rendering=\"crispEdges\">\
             <rect x=\"-{QUIET}\" y=\"-{QUIET}\" width=\"{side}\" height=\"{side}\" fill=\"#ffffff\"/>\
             <path d=\"{}\" fill=\"#000000\"/></svg>\n",
            self.path()
        )
    }
}
