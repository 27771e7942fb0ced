//! `tablet-of-truth check`.

use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::import::now;
use super::score::{Answer, Failure};
use super::{archive_in, plain};
use crate::archive::{Archive, Import, ImportError, LoadError, Note, Problem, Seen, Source, copies, to_lines};

/// How a report is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Lines for reading
    Table,
    /// For other programs
    Json,
}

/// What to check, and how to tell.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Files of any kind that can be imported; without any, the whole archive
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t = ReportFormat::Table)]
    format: ReportFormat,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Fine,
    UnknownFields,
    IdenticalCopy,
    DifferingCopy,
    BreaksRule,
    Unreadable,
    Newer,
    Temporary,
    Lock,
}

impl State {
    fn is_fine(self) -> bool {
        matches!(self, State::Fine | State::UnknownFields)
    }

    fn words(self) -> &'static str {
        match self {
            State::Fine => "fine",
            State::UnknownFields => "fine, with unknown fields",
            State::IdenticalCopy => "identical copy",
            State::DifferingCopy => "differing copy",
            State::BreaksRule => "breaks a rule",
            State::Unreadable => "unreadable",
            State::Newer => "of a newer version",
            State::Temporary => "left over from writing",
            State::Lock => "left over lock",
        }
    }
}

#[derive(Serialize)]
struct Line {
    path: PathBuf,
    state: State,
    #[serde(skip_serializing_if = "String::is_empty")]
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_of: Option<PathBuf>,
}

impl Line {
    fn new(path: PathBuf, state: State, detail: String) -> Line {
        Line { path, state, detail, copy_of: None }
    }
}

#[derive(Serialize)]
struct Told {
    fine: bool,
    files: Vec<Line>,
}

/// Reads files and says what they are. The number is the exit code: 0 when all are fine, else 1.
pub(super) fn check(arguments: &CheckArguments, data_dir: Option<&Path>) -> Result<(Answer, u8), Failure> {
    let mut seen = Vec::new();
    let mut lines = Vec::new();
    if arguments.files.is_empty() {
        let archive = archive_in(data_dir)?;
        let failed = |error: io::Error| Failure {
            code: 2,
            message: format!("the folder {} cannot be read: {error}", archive.folder().display()),
        };
        let paths = archive.paths().map_err(failed)?;
        lines.extend(
            paths
                .into_iter()
                .map(|path| session(path, &mut seen).unwrap_or_else(|(path, error)| refused(path, &error))),
        );
        lines.extend(left_over(archive.folder()).map_err(failed)?);
    } else {
        let files = arguments.files.iter().cloned();
        lines.extend(files.map(|path| session(path, &mut seen).unwrap_or_else(|(path, _)| other(path))));
    }
    for family in copies(&seen) {
        for copy in family.copies {
            if let Some(line) = lines.iter_mut().find(|line| line.path == copy.path) {
                line.state = if copy.identical { State::IdenticalCopy } else { State::DifferingCopy };
                line.copy_of = Some(family.main.clone());
            }
        }
    }
    let fine = lines.iter().all(|line| line.state.is_fine());
    let told = Told { fine, files: lines };
    let text = match arguments.format {
        ReportFormat::Table => table(&told).into_bytes(),
        ReportFormat::Json => to_lines(&told).map_err(|error| Failure { code: 2, message: error.to_string() })?,
    };
    Ok((Answer { text, notes: Vec::new() }, u8::from(!fine)))
}

/// A session's file, or why it is none.
fn session(path: PathBuf, seen: &mut Vec<Seen>) -> Result<Line, (PathBuf, LoadError)> {
    let loaded = match Archive::load(&path) {
        Ok(loaded) => loaded,
        Err(error) => return Err((path, error)),
    };
    seen.push(Seen::of(path.clone(), &loaded));
    let state = if loaded.unknown.is_empty() { State::Fine } else { State::UnknownFields };
    Ok(Line::new(path, state, loaded.unknown.join(", ")))
}

fn refused(path: PathBuf, error: &LoadError) -> Line {
    let state = match error {
        LoadError::Newer(_) | LoadError::NewerBundle(_) => State::Newer,
        error if error.is_broken_rule() => State::BreaksRule,
        _ => State::Unreadable,
    };
    Line::new(path, state, error.to_string())
}

/// An archive in one file, a table of rounds, or nothing that can be read.
fn other(path: PathBuf) -> Line {
    // An archive without a folder has no sessions to compare with.
    let nothing = Archive::new(PathBuf::new());
    match Import::read(&nothing, &[Source::File(path.clone())], now()) {
        Ok(import) => {
            let count = import.items().len();
            let notes = import.items().iter().flat_map(|item| &item.notes);
            let unknown = notes.filter(|note| matches!(note, Note::Unknown(_))).count() > 0;
            let state = if unknown { State::UnknownFields } else { State::Fine };
            Line::new(path, state, format!("{count} session{}", if count == 1 { "" } else { "s" }))
        }
        Err(ImportError::Files(files)) => {
            let problems = files.iter().flat_map(|file| &file.problems);
            let newer = problems.clone().any(|problem| matches!(problem, Problem::File(LoadError::NewerBundle(_))));
            let texts: Vec<String> = problems.clone().map(ToString::to_string).collect();
            let state = match (newer, problems.clone().all(Problem::is_broken_rule)) {
                (true, _) => State::Newer,
                (_, true) => State::BreaksRule,
                _ => State::Unreadable,
            };
            Line::new(path, state, texts.join("; "))
        }
        Err(error) => Line::new(path, State::Unreadable, error.to_string()),
    }
}

/// Temporary files and locks of a program that did not end well.
fn left_over(folder: &Path) -> io::Result<Vec<Line>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut lines = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            continue;
        }
        if name.ends_with(".json.tmp") {
            lines.push(Line::new(path, State::Temporary, "is never read and can be deleted".into()));
        } else if name.ends_with(".json.lock") && !is_held(&path) {
            lines.push(Line::new(path, State::Lock, "locks nothing and can be deleted".into()));
        }
    }
    lines.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(lines)
}

/// Does a running copy of the program hold this lock?
fn is_held(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

fn table(told: &Told) -> String {
    let mut text = String::new();
    for line in &told.files {
        let _ = write!(text, "{}: {}", plain(&line.path.display().to_string()), line.state.words());
        if let Some(main) = &line.copy_of {
            let _ = write!(text, " of {}", plain(&main.display().to_string()));
        }
        let gap = if line.detail.is_empty() { "" } else { ": " };
        let _ = writeln!(text, "{gap}{}", plain(&line.detail));
    }
    let files = told.files.len();
    let plural = if files == 1 { "" } else { "s" };
    let wrong = told.files.iter().filter(|line| !line.state.is_fine()).count();
    let sum = if told.fine { "all fine".to_owned() } else { format!("{wrong} not fine") };
    let gap = if files == 0 { "" } else { "\n" };
    let _ = writeln!(text, "{gap}{files} file{plural}, {sum}.");
    text
}
