//! A session in the formats that people and other programs read, one file per format; the empty pads and the papers of
//! a tournament.

mod bgstats;
mod code;
mod csv;
mod drawing;
mod error;
mod format;
mod game;
mod html;
mod json;
mod last_wizard;
mod markdown;
mod names;
mod options;
mod pad;
mod painter;
mod papers;
mod pdf;
mod picture;
mod sheet;
mod tabled;
mod tables;
mod text;
mod tournament;
mod words;

use chrono::NaiveDate;

pub use self::bgstats::link as play_link;
pub use self::code::{PlayCode, code, play_code};
pub use self::drawing::FONTS;
use self::drawing::{Block, Head, Setting, numbered, table_paper};
use self::error::no_json;
pub use self::error::{for_one_game, no_csv};
pub use self::format::Format;
pub use self::game::Exported;
use self::names::SafeLanguage;
pub use self::options::ExportOptions;
pub use self::papers::tournament_paper;
pub use self::picture::Picture;
pub use self::tabled::Tabled;
pub use self::tables::{columns, csv as table_csv, with_title};
pub use self::tournament::{Paper, suggested_paper_name};
pub use self::words::progress;
use crate::game::Rules;
use crate::language::Language;
use crate::session::{Colour, Session, in_file_name};
use crate::table::Table;
use crate::text::Text;
use crate::wizard::RuleSet;

/// Without `identified` (a game written by hand, without id and start) dates and ids are left out. The options apply to
/// formats for people only.
pub fn export<G: Exported>(
    session: &Session<G>,
    format: Format,
    identified: bool,
    options: ExportOptions,
) -> Result<Vec<u8>, Text> {
    let sheet = || G::for_people(session, identified, options);
    Ok(match format {
        Format::Text => text::text(&sheet(), false).into_bytes(),
        Format::Markdown => markdown::markdown(&sheet()).into_bytes(),
        Format::Csv => G::csv(&[Tabled::alone(session, identified)]).map_err(|error| no_csv(&error))?,
        Format::Json => G::json(session, identified).map_err(|error| no_json(&error))?,
        // It embeds no fonts: a reader without ours uses the next in the list.
        Format::Svg => drawing::picture(&sheet(), Setting::Elsewhere).svg.into_bytes(),
        Format::Png => picture::png(&drawing::picture(&sheet(), Setting::Here))?,
        Format::Pdf => pdf::pdf(&sheet())?,
        Format::Html => html::html(&sheet()).into_bytes(),
        Format::BgStats => bgstats::file(session).map_err(|error| no_json(&error))?,
    })
}

/// As wide as it needs, for a terminal.
pub fn wide_text<G: Exported>(session: &Session<G>, identified: bool, language: Language) -> String {
    let seats = Colour::ALL.map(|colour| (colour, None));
    text::text(&G::for_people(session, identified, ExportOptions { language, seats, tournament: None }), true)
}

pub fn pixels<G: Exported>(session: &Session<G>, options: ExportOptions) -> Result<Picture, Text> {
    picture::pixels(&drawing::picture(&G::for_people(session, true, options), Setting::Here))
}

/// Fails for any format but [`Format::OF_TABLES`].
pub fn export_table(of: &Table, format: Format, language: Language) -> Result<Vec<u8>, Text> {
    let pages = |head: &Head| numbered(table_paper(of, head, Block::nothing(), 1, language), &head.title);
    Ok(match format {
        Format::Text => with_title(of, language).into_bytes(),
        Format::Csv => table_csv(of).map_err(|error| no_csv(&error))?,
        Format::Png => picture::png(&drawing::table_picture(of, language))?,
        Format::Pdf => {
            let head = Head::of(of, language);
            pdf::document(&head.title, None, &pages(&head), SafeLanguage::of(language))?
        }
        _ => return Err(for_one_game()),
    })
}

pub fn table_pixels(of: &Table, language: Language) -> Result<Picture, Text> {
    picture::pixels(&drawing::table_picture(of, language))
}

/// A PDF on A4 with the rounds of these rules. `names` are those of the table, as far as they are known.
///
/// # Errors
/// There are fewer than 3 or more than 6 players, more names than players, or rules that cannot be played.
pub fn pad(players: usize, rules: &RuleSet, names: &[String], language: Language) -> Result<Vec<u8>, Text> {
    pad::wizard(players, rules, names, SafeLanguage::of(language))
}

/// A PDF on A4. Fails as [`pad`] does, but for the rules.
pub fn last_wizard_pad(players: usize, names: &[String], language: Language) -> Result<Vec<u8>, Text> {
    pad::last_wizard(players, names, SafeLanguage::of(language))
}

pub fn suggested_name<G: Rules>(session: &Session<G>, format: Format) -> String {
    file_name(G::NAME.key(), session.started().date_naive(), &session.people().names_at_end(), format)
}

/// Safe on every system: date, players and extension, 200 bytes at most.
pub fn file_name(of: &str, day: NaiveDate, names: &[String], format: Format) -> String {
    format!("{of}_{}{}.{}", day.format("%Y-%m-%d"), in_file_name(names), format.extension())
}
