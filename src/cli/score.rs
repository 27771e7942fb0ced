//! `tablet-of-truth score`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use chrono::Local;
use clap::ValueEnum;

use super::output::{Answer, Failure, is_standard, shown};
use crate::archive::{Archive, FILE_MAX, LoadError, Loaded, read_session, to_lines};
use crate::each;
use crate::export::{Exported, Tabled, no_csv, wide_text};
use crate::language::Language;
use crate::session::Session;
use crate::text;
use crate::text::Text;

/// The format of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Aligned columns for reading
    Table,
    /// All rounds and standings for other programs
    Json,
    /// One row per player and round
    Csv,
}

/// Standard input is `-`.
pub(super) fn score(file: &Path, format: Format, language: Language) -> Result<Answer, Failure> {
    let (loaded, notes) = load(file)?;
    let identified = loaded.identified;
    let text = each!(&loaded.session, session => printed(session, format, identified, language))?;
    Ok(Answer { text, notes })
}

fn printed<G: Exported>(
    session: &Session<G>,
    format: Format,
    identified: bool,
    language: Language,
) -> Result<Vec<u8>, Failure> {
    match format {
        Format::Table => Ok(wide_text(session, identified, language).into_bytes()),
        Format::Json => to_lines(&G::scores(session)).map_err(|error| Failure::foreign(&error)),
        Format::Csv => G::csv(&[Tabled::alone(session, identified)]).map_err(|error| Failure::new(no_csv(&error))),
    }
}

/// Standard input is `-`. Also returns notes for standard error.
pub(super) fn load(file: &Path) -> Result<(Loaded, Vec<Text>), Failure> {
    let from_stdin = is_standard(file);
    let name = if from_stdin { text!("standard input").into() } else { shown(file) };
    let loaded = if from_stdin {
        read(io::stdin().lock()).and_then(|text| read_session(&text, Local::now().fixed_offset()))
    } else if file.is_file() {
        Archive::load(file)
    } else {
        // A pipe, such as /dev/stdin or a process substitution, is read like standard input.
        File::open(file)
            .map_err(LoadError::from)
            .and_then(read)
            .and_then(|text| read_session(&text, Local::now().fixed_offset()))
    };
    let loaded = loaded.map_err(|error| Failure {
        code: if error.is_broken_rule() { 1 } else { 2 },
        message: Text::at(name.clone(), error.text()),
    })?;
    let unknown = |field: &String| text!("the field “{field}” is unknown and ignored", field = field);
    let notes = loaded.unknown.iter().map(|field| Text::at(name.clone(), unknown(field))).collect();
    Ok((loaded, notes))
}

fn read(input: impl Read) -> Result<Vec<u8>, LoadError> {
    let mut text = Vec::new();
    input.take(FILE_MAX + 1).read_to_end(&mut text)?;
    Ok(text)
}
