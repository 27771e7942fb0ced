//! `tablet-of-truth list`.

use std::cmp::Reverse;
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use super::output::{Answer, Failure};
use super::sessions::{SessionFilter, sessions};
use crate::archive::{Entry, to_lines};
use crate::export::{columns, table_csv};
use crate::language::Language;
use crate::table::{SessionLine, sessions as table};

/// The format of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Aligned columns for reading
    Table,
    /// All that is known of each session, for other programs
    Json,
    /// One row per session
    Csv,
}

/// Newest first.
pub(super) fn list(
    data_dir: Option<&Path>,
    wanted: &SessionFilter,
    format: ListFormat,
    language: Language,
) -> Result<Answer, Failure> {
    let mut found = sessions(data_dir, wanted, false, language)?;
    found.entries.sort_by_key(|entry| (Reverse((entry.record.started, entry.record.id)), entry.path.clone()));
    let line = |Entry { path, record, place, notes, .. }: &Entry| {
        SessionLine::of(path.file_name().unwrap_or_default().to_string_lossy().into_owned(), record, place, notes)
    };
    let lines: Vec<SessionLine> = found.entries.iter().map(line).collect();
    let text = match format {
        ListFormat::Table => columns(&table(&lines), language).into_bytes(),
        ListFormat::Json => to_lines(&List { sessions: &lines }).map_err(|error| Failure::foreign(&error))?,
        ListFormat::Csv => table_csv(&table(&lines)).map_err(|error| Failure::foreign(&error))?,
    };
    Ok(Answer { text, notes: found.notes })
}

#[derive(Serialize)]
struct List<'a> {
    sessions: &'a [SessionLine],
}
