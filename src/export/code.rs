//! The QR code of the link to BG Stats, for the phone that has the app.

use std::fmt::Write as _;

use qrcode::{Color, EcLevel, QrCode};

use super::Exported;
use super::bgstats::link;
use crate::session::Session;
use crate::text;
use crate::text::Text;

/// The light margin that readers need around a code, in modules.
const QUIET: usize = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayCode {
    size: usize,
    dark: Vec<bool>,
}

/// Fails if the names alone do not fit.
pub fn play_code<G: Exported>(session: &Session<G>) -> Result<PlayCode, Text> {
    code(&link(session))
}

pub fn code(address: &str) -> Result<PlayCode, Text> {
    // A code on screen is never damaged, so the lowest error correction is enough and keeps the modules large.
    let code = QrCode::with_error_correction_level(address, EcLevel::L)
        .map_err(|_| text!("the names are too long for a QR code. Use the BG Stats file instead"))?;
    Ok(PlayCode {
        size: code.width(),
        dark: code.to_colors().into_iter().map(|colour| colour == Color::Dark).collect(),
    })
}

impl PlayCode {
    /// The modules across and down, without the light margin.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Outside the code all modules are light.
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
