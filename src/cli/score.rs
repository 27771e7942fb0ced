//! `tablet-of-truth score`.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use chrono::Local;

use super::{Format, is_standard, shown};
use crate::archive::{Archive, FILE_MAX, LoadError, Loaded, read_session, to_lines};
use crate::export::{self, Scores};
use crate::language::Language;
use crate::text;
use crate::text::Text;

/// What goes to standard output, and notes for standard error.
pub(super) struct Answer {
    pub(super) text: Vec<u8>,
    pub(super) notes: Vec<Text>,
}

/// Why there is no answer.
pub(super) struct Failure {
    /// 1: a broken rule, 2: anything else.
    pub(super) code: u8,
    pub(super) message: Text,
}

impl Failure {
    /// Anything but a broken rule.
    pub(super) fn new(message: Text) -> Failure {
        Failure { code: 2, message }
    }

    /// In the words of the system or of a library.
    pub(super) fn foreign(error: &impl Display) -> Failure {
        Failure::new(Text::foreign(error.to_string()))
    }
}

/// Scores a file, or standard input for `-`.
pub(super) fn score(file: &Path, format: Format, language: Language) -> Result<Answer, Failure> {
    let (loaded, notes) = load(file)?;
    let text = match format {
        Format::Table => export::table(&loaded.session, language).into_bytes(),
        Format::Json => to_lines(&Scores::of(&loaded.session)).map_err(|error| Failure::foreign(&error))?,
        Format::Csv => export::csv(&loaded.session, loaded.identified).map_err(|error| Failure::foreign(&error))?,
    };
    Ok(Answer { text, notes })
}

/// Reads a session from a file, or from standard input for `-`, with notes for standard error.
pub(super) fn load(file: &Path) -> Result<(Loaded, Vec<Text>), Failure> {
    let from_stdin = is_standard(file);
    let name = if from_stdin { text!("standard input").into() } else { shown(file) };
    let loaded = if from_stdin {
        read(io::stdin().lock()).and_then(|text| read_session(&text, Local::now().fixed_offset()))
    } else if file.is_file() {
        Archive::load(file)
    } else {
        // A pipe such as /dev/stdin or a process substitution is read as one.
        File::open(file)
            .map_err(LoadError::from)
            .and_then(read)
            .and_then(|text| read_session(&text, Local::now().fixed_offset()))
    };
    let loaded = loaded.map_err(|error| Failure {
        code: if error.is_broken_rule() { 1 } else { 2 },
        message: Text::at(name.clone(), error.text()),
    })?;
    let unknown = |field: &String| text!("the field \"{field}\" is unknown and ignored", field = field);
    let notes = loaded.unknown.iter().map(|field| Text::at(name.clone(), unknown(field))).collect();
    Ok((loaded, notes))
}

fn read(input: impl Read) -> Result<Vec<u8>, LoadError> {
    let mut text = Vec::new();
    input.take(FILE_MAX + 1).read_to_end(&mut text)?;
    Ok(text)
}
