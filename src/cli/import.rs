//! `tablet-of-truth import`.

use std::fmt::Write as _;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use chrono::{DateTime, FixedOffset, Local, SubsecRound};
use clap::Args;
use serde::Serialize;
use uuid::Uuid;

use super::check::ReportFormat;
use super::score::{Answer, Failure};
use super::{archive_in, plain, tell};
use crate::archive::{Further, Import, ImportError, Item, Outcome, Source, to_lines};

/// The most that is taken from standard input, in bytes; files have no such limit.
const INPUT_MAX: u64 = 512 * 1024 * 1024;

/// What to import, and how to tell.
#[derive(Debug, Args)]
pub struct ImportArguments {
    /// Session files, archives in one file, or tables of rounds as CSV; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read and check everything, but write nothing
    #[arg(long)]
    dry_run: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = ReportFormat::Table)]
    format: ReportFormat,
}

/// The moment, as files have it.
pub(super) fn now() -> DateTime<FixedOffset> {
    Local::now().fixed_offset().trunc_subsecs(0)
}

/// Imports files into an archive.
pub(super) fn import(arguments: &ImportArguments, data_dir: Option<&Path>) -> Result<Answer, Failure> {
    let archive = archive_in(data_dir)?;
    let sources = arguments.files.iter().map(|file| source(file)).collect::<Result<Vec<_>, _>>()?;
    let import = Import::read(&archive, &sources, now()).map_err(|error| failure(&error))?;
    let unread = |(path, error): &(PathBuf, _)| format!("{}: {error}", path.display());
    let mut notes: Vec<String> = import.unreadable().iter().map(unread).collect();
    let lines: Vec<Line> = import.items().iter().map(|item| Line::of(item, &sources)).collect();
    for line in &lines {
        notes.extend(line.notes.iter().map(|note| format!("{}: {}: {note}", line.source, line.title())));
    }
    let told = Told { dry_run: arguments.dry_run, sessions: lines };
    let text = match arguments.format {
        ReportFormat::Table => table(&told).into_bytes(),
        ReportFormat::Json => to_lines(&told).map_err(|error| Failure { code: 2, message: error.to_string() })?,
    };
    if !arguments.dry_run {
        import.write().map_err(|error| failure(&error))?;
    }
    Ok(Answer { text, notes })
}

fn source(file: &Path) -> Result<Source, Failure> {
    if file.as_os_str() != "-" {
        return Ok(Source::File(file.to_owned()));
    }
    let mut bytes = Vec::new();
    let failed = |why: String| Failure { code: 2, message: format!("standard input: {why}") };
    let read = io::stdin().lock().take(INPUT_MAX + 1).read_to_end(&mut bytes);
    read.map_err(|error| failed(format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > INPUT_MAX {
        return Err(failed(format!("is larger than {} MB: give a file", INPUT_MAX / 1024 / 1024)));
    }
    Ok(Source::Bytes { name: "standard input".into(), bytes })
}

/// Why nothing was imported. Problems in files are told one by one before.
fn failure(error: &ImportError) -> Failure {
    let code = if error.is_broken_rule() { 1 } else { 2 };
    let ImportError::Files(files) = error else { return Failure { code, message: error.to_string() } };
    for file in files {
        for problem in &file.problems {
            tell(&format!("{}: {problem}", file.name));
        }
        if file.more > 0 {
            tell(&format!("{}: and {} more", file.name, file.more));
        }
    }
    Failure { code, message: "nothing was imported".into() }
}

#[derive(Serialize)]
struct Told {
    dry_run: bool,
    sessions: Vec<Line>,
}

/// A session of the import, as it is told.
#[derive(Serialize)]
struct Line {
    source: String,
    id: Uuid,
    started: DateTime<FixedOffset>,
    players: Vec<String>,
    rounds: usize,
    outcome: &'static str,
    path: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none")]
    differs_from: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    further: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl Line {
    fn of(item: &Item, sources: &[Source]) -> Line {
        let (outcome, path, differs_from, further) = match &item.outcome {
            Outcome::New(path) => ("new", path, None, None),
            Outcome::Same(path) => ("same", path, None, None),
            Outcome::Differs { known, path, further } => {
                let further = match further {
                    Further::Known => Some("known"),
                    Further::Imported => Some("imported"),
                    Further::Neither => None,
                };
                ("differs", path, Some(known.clone()), further)
            }
        };
        Line {
            source: sources.get(item.source).map(Source::name).unwrap_or_default(),
            id: item.id,
            started: item.started,
            players: item.names.clone(),
            rounds: item.rounds,
            outcome,
            path: path.clone(),
            differs_from,
            further,
            notes: item.notes.iter().map(ToString::to_string).collect(),
        }
    }

    /// Day and players.
    fn title(&self) -> String {
        format!("{} {}", self.started.format("%Y-%m-%d"), self.players.join(", "))
    }
}

fn table(told: &Told) -> String {
    let mut text = String::new();
    for line in &told.sessions {
        let plural = if line.rounds == 1 { "" } else { "s" };
        let (outcome, title) = (line.outcome, plain(&line.title()));
        let _ = writeln!(text, "{outcome:<8} {title}, {} round{plural}", line.rounds);
        let _ = writeln!(text, "         {}", plain(&line.path.display().to_string()));
        if let Some(known) = &line.differs_from {
            let further = match line.further {
                Some("imported") => "; the imported one is further",
                Some(_) => "; the one in the archive is further",
                None => "",
            };
            let _ = writeln!(text, "         differs from {}{further}", plain(&known.display().to_string()));
        }
    }
    let count = |outcome: &str| told.sessions.iter().filter(|line| line.outcome == outcome).count();
    let would = if told.dry_run { " Nothing was written (--dry-run)." } else { "" };
    let (new, same, differs) = (count("new"), count("same"), count("differs"));
    let gap = if told.sessions.is_empty() { "" } else { "\n" };
    let _ = writeln!(text, "{gap}{new} new, {same} the same, {differs} differing.{would}");
    text
}
