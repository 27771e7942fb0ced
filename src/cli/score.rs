//! `tablet-of-truth score`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use chrono::Local;

use super::Format;
use crate::archive::{Archive, FILE_MAX, LoadError, Loaded, read_session, to_lines};
use crate::export::{self, Scores};

/// What goes to standard output, and notes for standard error.
pub(super) struct Answer {
    pub(super) text: Vec<u8>,
    pub(super) notes: Vec<String>,
}

/// Why there is no answer.
pub(super) struct Failure {
    /// 1: a broken rule, 2: anything else.
    pub(super) code: u8,
    pub(super) message: String,
}

/// Scores a file, or standard input for `-`.
pub(super) fn score(file: &Path, format: Format) -> Result<Answer, Failure> {
    let (loaded, notes) = load(file)?;
    let text = match format {
        Format::Table => Ok(export::table(&loaded.session).into_bytes()),
        Format::Json => to_lines(&Scores::of(&loaded.session)).map_err(|error| error.to_string()),
        Format::Csv => export::csv(&loaded.session, loaded.identified).map_err(|error| error.to_string()),
    };
    match text {
        Ok(text) => Ok(Answer { text, notes }),
        Err(message) => Err(Failure { code: 2, message }),
    }
}

/// Reads a session from a file, or from standard input for `-`, with notes for standard error.
pub(super) fn load(file: &Path) -> Result<(Loaded, Vec<String>), Failure> {
    let from_stdin = file.as_os_str() == "-";
    let name = if from_stdin { "standard input".to_owned() } else { file.display().to_string() };
    let loaded = if from_stdin {
        read(io::stdin().lock()).and_then(|text| read_session(&text, Local::now().fixed_offset()))
    } else if file.is_file() {
        Archive::load(file)
    } else {
        // A pipe such as /dev/stdin or a process substitution is read as one.
        File::open(file)
            .map_err(LoadError::Io)
            .and_then(read)
            .and_then(|text| read_session(&text, Local::now().fixed_offset()))
    };
    let loaded = loaded.map_err(|error| Failure {
        code: if error.is_broken_rule() { 1 } else { 2 },
        message: format!("{name}: {error}"),
    })?;
    let notes =
        loaded.unknown.iter().map(|field| format!("{name}: the field {field:?} is unknown and ignored")).collect();
    Ok((loaded, notes))
}

fn read(input: impl Read) -> Result<Vec<u8>, LoadError> {
    let mut text = Vec::new();
    input.take(FILE_MAX + 1).read_to_end(&mut text)?;
    Ok(text)
}
