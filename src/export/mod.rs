//! A session in the formats that other people and programs read, one file per format, and the empty pad.

mod bgstats;
mod chart;
mod code;
mod csv;
mod drawing;
mod file_name;
mod html;
mod initials;
mod json;
mod markdown;
mod names;
mod pad;
mod pdf;
mod picture;
mod sheet;
mod table;
mod text;
mod words;

pub use self::bgstats::link as play_link;
pub use self::chart::{Grid, Line, chart, marks};
pub use self::code::{PlayCode, play_code};
pub use self::csv::{csv, neutral};
pub use self::initials::initials;
pub use self::json::Scores;
use self::sheet::Sheet;
pub use self::table::table;
use crate::language::Language;
use crate::session::Session;
use crate::text::Text;

/// What a session can be handed on as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Aligned columns for a chat.
    Text,
    /// Tables for a forum or a wiki.
    Markdown,
    /// One row per player and round, for a spreadsheet.
    Csv,
    /// Everything, for programs.
    Json,
    /// One page without script or network.
    Html,
    /// The sheet as a picture that scales.
    Svg,
    /// The sheet as a picture.
    Png,
    /// The sheet on paper.
    Pdf,
    /// A play file of BG Stats.
    BgStats,
}

impl Format {
    /// All formats, in the order in which a menu shows them.
    pub const ALL: [Format; 9] = [
        Format::Text,
        Format::Markdown,
        Format::Csv,
        Format::Json,
        Format::Html,
        Format::Svg,
        Format::Png,
        Format::Pdf,
        Format::BgStats,
    ];

    /// The ending of a file's name, without its dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Markdown => "md",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Html => "html",
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Pdf => "pdf",
            Format::BgStats => "bgsplay",
        }
    }

    /// Is it text that a terminal can show?
    pub fn is_text(self) -> bool {
        !matches!(self, Format::Png | Format::Pdf)
    }
}

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
                crate::text!("the CSV could not be written: {reason}", reason = error.to_string())
            }
            ExportError::Json(error) => {
                crate::text!("the JSON could not be written: {reason}", reason = error.to_string())
            }
            ExportError::Drawing(reason) => {
                crate::text!("the sheet could not be drawn: {reason}. Take another format", reason = reason)
            }
            ExportError::CodeTooLong => {
                crate::text!("the names are too long for a QR code. Use the BG Stats file instead")
            }
            ExportError::Players(players) => {
                crate::text!("Wizard is for 3 to 6 players: there is no pad for {players}", players = *players)
            }
        }
    }
}

/// The session as a file of this format. Without `identified` (a game written by hand, without id and start) the dates
/// and ids are left out. What people read is in this language; what other programs read is the same in all.
///
/// # Errors
/// [`ExportError`].
pub fn export(session: &Session, format: Format, identified: bool, language: Language) -> Result<Vec<u8>, ExportError> {
    let sheet = || Sheet::new(session, identified, language);
    Ok(match format {
        Format::Text => text::text(&sheet()).into_bytes(),
        Format::Markdown => markdown::markdown(&sheet()).into_bytes(),
        Format::Csv => csv(session, identified)?,
        Format::Json => json::json(session, identified)?,
        Format::Svg => picture::svg(&sheet()),
        Format::Png => picture::png(&sheet())?,
        Format::Pdf => pdf::pdf(&sheet())?,
        Format::Html => html::html(&sheet()).into_bytes(),
        Format::BgStats => bgstats::file(session)?,
    })
}

/// An empty score pad for so many players, as PDF on A4.
///
/// # Errors
/// [`ExportError::Players`] for fewer than 3 or more than 6.
pub fn pad(players: usize, language: Language) -> Result<Vec<u8>, ExportError> {
    pad::pad(players, language)
}

/// A name for the file that is safe on every system: date, players and ending, 200 bytes at most.
pub fn suggested_name(session: &Session, format: Format) -> String {
    file_name::of(session, format.extension())
}
