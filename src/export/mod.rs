//! A session in the formats that people and other programs read, one file per format, and the empty pad.

mod bgstats;
mod code;
mod csv;
mod drawing;
mod error;
mod game;
mod html;
mod json;
mod last_wizard;
mod look;
mod markdown;
mod names;
mod pad;
mod pdf;
mod picture;
mod sheet;
mod table;
mod tabled;
mod text;
mod words;

pub use self::bgstats::link as play_link;
pub use self::code::{PlayCode, code, play_code};
pub use self::error::ExportError;
pub use self::game::Exported;
pub use self::look::Look;
use self::names::SafeLanguage;
pub use self::picture::Picture;
pub use self::tabled::Tabled;
pub use self::words::{bids_met, chart_title};
use crate::game::Rules;
use crate::language::Language;
use crate::session::{Session, in_file_name};

/// A format in which a session can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Aligned columns for a chat.
    Text,
    /// Tables for a forum or a wiki.
    Markdown,
    /// One row per player and round, for a spreadsheet.
    Csv,
    /// Everything, for other programs.
    Json,
    /// One page without script or network.
    Html,
    /// The sheet as a scalable picture.
    Svg,
    /// The sheet as a picture.
    Png,
    /// The sheet on paper.
    Pdf,
    /// A play file of BG Stats.
    BgStats,
}

impl Format {
    /// All formats, in the order in which menus show them.
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

    /// The file name's extension, without its dot.
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

    /// Whether it is text that a terminal can show.
    pub fn is_text(self) -> bool {
        !matches!(self, Format::Png | Format::Pdf)
    }
}

/// The session as a file of this format. Without `identified` (a game written by hand, without id and start) dates and
/// ids are left out. The look applies to formats for people; those for programs are the same in all.
///
/// # Errors
/// [`ExportError`].
pub fn export<G: Exported>(
    session: &Session<G>,
    format: Format,
    identified: bool,
    look: Look,
) -> Result<Vec<u8>, ExportError> {
    let sheet = || G::for_people(session, identified, look);
    Ok(match format {
        Format::Text => text::text(&sheet()).into_bytes(),
        Format::Markdown => markdown::markdown(&sheet()).into_bytes(),
        Format::Csv => G::csv(&[Tabled::alone(session, identified)])?,
        Format::Json => G::json(session, identified)?,
        Format::Svg => picture::svg(&sheet()),
        Format::Png => picture::png(&sheet())?,
        Format::Pdf => pdf::pdf(&sheet())?,
        Format::Html => html::html(&sheet()).into_bytes(),
        Format::BgStats => bgstats::file(session)?,
    })
}

/// The session's picture as pixels.
///
/// # Errors
/// [`ExportError`].
pub fn pixels<G: Exported>(session: &Session<G>, look: Look) -> Result<Picture, ExportError> {
    picture::pixels(&G::for_people(session, true, look))
}

/// An empty score pad for this many players, as a PDF on A4.
///
/// # Errors
/// [`ExportError::Players`] for fewer than 3 or more than 6.
pub fn pad(players: usize, plus_minus_one: bool, language: Language) -> Result<Vec<u8>, ExportError> {
    pad::pad(players, plus_minus_one, SafeLanguage::of(language))
}

/// A file name that is safe on every system: date, players and extension, 200 bytes at most.
pub fn suggested_name<G: Rules>(session: &Session<G>, format: Format) -> String {
    let (day, names) = (session.started().format("%Y-%m-%d"), in_file_name(&session.people().names_at_end()));
    format!("{}_{day}{names}.{}", G::NAME.key(), format.extension())
}
