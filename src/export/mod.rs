//! A session in the formats that people and other programs read, one file per format; the empty pads and the papers of
//! a tournament.

mod bgstats;
mod code;
mod csv;
mod drawing;
mod error;
mod evening;
mod game;
mod html;
mod json;
mod last_wizard;
mod league;
mod look;
mod markdown;
mod names;
mod pad;
mod papers;
mod pdf;
mod picture;
mod sheet;
mod table;
mod tabled;
mod text;
mod tournament;
mod words;

use chrono::NaiveDate;

pub use self::bgstats::link as play_link;
pub use self::code::{PlayCode, code, play_code};
use self::drawing::Setting;
pub use self::error::ExportError;
use self::evening::Summary;
pub use self::evening::{Evening, EveningGame, EveningPlayer};
pub use self::game::Exported;
pub use self::league::{LeagueEntry, LeagueTable};
pub use self::look::Look;
use self::names::SafeLanguage;
pub use self::papers::tournament_paper;
pub use self::picture::Picture;
pub use self::tabled::Tabled;
pub use self::tournament::{Paper, ranking_heads, said_table_points, suggested_paper_name};
pub use self::words::progress;
use crate::game::Rules;
use crate::language::Language;
use crate::session::{Session, in_file_name};
use crate::wizard::RuleSet;

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

    /// The formats that an evening can be exported in; the others are for a single game.
    pub const OF_EVENINGS: [Format; 3] = [Format::Text, Format::Png, Format::Pdf];

    /// The formats that a league can be exported in.
    pub const OF_LEAGUES: [Format; 4] = [Format::Text, Format::Csv, Format::Png, Format::Pdf];

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
        // It embeds no fonts: a reader without ours uses the next in the list.
        Format::Svg => drawing::picture(&sheet(), Setting::Elsewhere).svg.into_bytes(),
        Format::Png => picture::png(&drawing::picture(&sheet(), Setting::Here))?,
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
    picture::pixels(&drawing::picture(&G::for_people(session, true, look), Setting::Here))
}

/// An evening as a file of this format.
///
/// # Errors
/// [`ExportError`]; for any format but [`Format::OF_EVENINGS`] [`ExportError::OneGame`].
pub fn export_evening(of: &Evening, format: Format, language: Language) -> Result<Vec<u8>, ExportError> {
    let language = SafeLanguage::of(language);
    let summary = Summary::of(of, language);
    Ok(match format {
        Format::Text => text::evening(&summary).into_bytes(),
        Format::Png => picture::png(&drawing::evening_picture(&summary))?,
        Format::Pdf => pdf::document(&summary.name, None, &[drawing::evening_paper(&summary)], language)?,
        _ => return Err(ExportError::OneGame),
    })
}

/// An evening's picture as pixels.
///
/// # Errors
/// [`ExportError`].
pub fn evening_pixels(of: &Evening, language: Language) -> Result<Picture, ExportError> {
    picture::pixels(&drawing::evening_picture(&Summary::of(of, SafeLanguage::of(language))))
}

/// A league as a file of this format.
///
/// # Errors
/// [`ExportError`]; for any format but [`Format::OF_LEAGUES`] [`ExportError::OneGame`].
pub fn export_league(of: &LeagueTable, format: Format, language: Language) -> Result<Vec<u8>, ExportError> {
    let safe = SafeLanguage::of(language);
    let pages = || drawing::league_paper(of, language);
    Ok(match format {
        Format::Text => league::text(of, language).into_bytes(),
        Format::Csv => league::csv(of)?,
        Format::Png => picture::png(&drawing::league_picture(of, language))?,
        Format::Pdf => pdf::document(&words::Word::League.said(safe), None, &pages(), safe)?,
        _ => return Err(ExportError::OneGame),
    })
}

/// A league's picture as pixels.
///
/// # Errors
/// [`ExportError`].
pub fn league_pixels(of: &LeagueTable, language: Language) -> Result<Picture, ExportError> {
    picture::pixels(&drawing::league_picture(of, language))
}

/// An empty score pad of Wizard for this many players, with the rounds of these rules, as a PDF on A4. `names` are
/// those of the table, as far as they are known.
///
/// # Errors
/// [`ExportError::Players`] for fewer than 3 or more than 6, [`ExportError::Names`] for more names than players,
/// [`ExportError::Rules`] for rules that cannot be played.
pub fn pad(players: usize, rules: &RuleSet, names: &[String], language: Language) -> Result<Vec<u8>, ExportError> {
    pad::wizard(players, rules, names, SafeLanguage::of(language))
}

/// An empty score pad of The Last Wizard, as a PDF on A4.
///
/// # Errors
/// [`ExportError::Players`] for fewer than 3 or more than 6, [`ExportError::Names`] for more names than players.
pub fn last_wizard_pad(players: usize, names: &[String], language: Language) -> Result<Vec<u8>, ExportError> {
    pad::last_wizard(players, names, SafeLanguage::of(language))
}

/// A file name that is safe on every system: date, players and extension, 200 bytes at most.
pub fn suggested_name<G: Rules>(session: &Session<G>, format: Format) -> String {
    file_name(G::NAME.key(), session.started().date_naive(), &session.people().names_at_end(), format)
}

/// Such a name for an evening.
pub fn suggested_evening_name(of: &Evening, format: Format) -> String {
    let names: Vec<String> = of.players.iter().map(|player| player.name.clone()).collect();
    file_name("evening", of.day, &names, format)
}

/// Such a name for a league as it stands on this day.
pub fn suggested_league_name(day: NaiveDate, format: Format) -> String {
    file_name("league", day, &[], format)
}

fn file_name(of: &str, day: NaiveDate, names: &[String], format: Format) -> String {
    format!("{of}_{}{}.{}", day.format("%Y-%m-%d"), in_file_name(names), format.extension())
}
