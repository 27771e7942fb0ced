use std::fmt::Write as _;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::check::{ReportFormat, lossy, lossy_if_any};
use super::output::{Answer, Failure, is_standard, print_stderr, shown};
use super::place::{find_folder, missing, now};
use crate::archive::{
    Answers, Archive, Fault, Further, Import, Imported, Item, LoadError, Note, Outcome, Problem, Source, system_reason,
    to_lines,
};
use crate::language::Language;
use crate::plain::{aligned, in_line};
use crate::text;
use crate::text::{Text, Value};

const INPUT_MAX: u64 = 512 * 1024 * 1024;

#[derive(Debug, Args)]
pub struct ImportArguments {
    /// Files of sessions or tournaments, archives in one file, or tables of rounds as CSV; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read and check everything, but write nothing
    #[arg(long)]
    dry_run: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = ReportFormat::Table)]
    format: ReportFormat,
}

/// In JSON always in English.
const STANDARD_INPUT: &str = "standard input";

fn named(source: &str) -> Value {
    if source == STANDARD_INPUT { text!("standard input").into() } else { source.into() }
}

/// What cannot be read is left out and reported; the exit code is then 1.
pub(super) fn import(
    arguments: &ImportArguments,
    data_dir: Option<&Path>,
    language: Language,
) -> Result<(Answer, u8), Failure> {
    let (archive, made) = archive_for(data_dir, language)?;
    let sources = arguments.files.iter().map(|file| source(file)).collect::<Result<Vec<_>, _>>()?;
    let import = Import::read(&archive, &sources, &Answers::new(), now()).map_err(Failure::new)?;
    let unread = |(path, error): &(PathBuf, LoadError)| Text::at(shown(path), error.text());
    let problems = &import.preview.problems;
    let of_file = |source: usize| sources.get(source).map(Source::name).unwrap_or_default();
    let wrong = problems.iter().map(|problem| Text::at(named(&of_file(problem.source)), problem.text.clone()));
    let mut notes: Vec<Text> = made.into_iter().chain(import.unreadable().iter().map(unread)).chain(wrong).collect();
    if import.preview.items.is_empty() && !problems.is_empty() {
        for note in notes {
            print_stderr(&language.translate(&note));
        }
        let is_rule = problems.iter().all(|problem| problem.fault == Fault::BrokenRule);
        return Err(Failure { code: if is_rule { 1 } else { 2 }, message: text!("nothing was imported") });
    }
    let lines = import.preview.items.iter().map(|item| Line::of(item, of_file(item.source)));
    let (sessions, tournaments) = lines.partition(|line| matches!(line.what, Imported::Session { .. }));
    let left_out = problems.iter().map(|problem| LeftOut::of(problem, of_file(problem.source))).collect();
    let report = Report { dry_run: arguments.dry_run, sessions, tournaments, left_out };
    for line in report.lines() {
        let at = |note: &Note| Text::at(named(&line.source), Text::at(line.title(), note.text.clone()));
        notes.extend(line.notes.iter().map(at));
    }
    let text = match arguments.format {
        ReportFormat::Table => table(&report, language).into_bytes(),
        ReportFormat::Json => to_lines(&report).map_err(|error| Failure::foreign(&error))?,
    };
    if !arguments.dry_run {
        import.write().map_err(Failure::new)?;
    }
    Ok((Answer { text, notes }, u8::from(!report.left_out.is_empty())))
}

/// With a remark about the folder. A folder named on the command line may be new if its parent exists; one named in the
/// settings must exist: its drive may be missing.
fn archive_for(data_dir: Option<&Path>, language: Language) -> Result<(Archive, Option<Text>), Failure> {
    let found = find_folder(data_dir, language)?;
    if !found.is_missing() {
        return Ok((Archive::new(found.folder), None));
    }
    let above = std::path::absolute(&found.folder).ok();
    if data_dir.is_none() || !above.as_deref().and_then(Path::parent).is_some_and(Path::is_dir) {
        return Err(missing(&found.folder));
    }
    let new = text!("the folder {folder} is a new one", folder = shown(&found.folder));
    Ok((Archive::new(found.folder), Some(new)))
}

fn source(file: &Path) -> Result<Source, Failure> {
    if !is_standard(file) {
        return Ok(Source::File(file.to_owned()));
    }
    let mut bytes = Vec::new();
    let failed = |why: Text| Failure::new(Text::at(named(STANDARD_INPUT), why));
    let read = io::stdin().lock().take(INPUT_MAX + 1).read_to_end(&mut bytes);
    read.map_err(|error| failed(text!("cannot be read: {reason}", reason = system_reason(&error))))?;
    if bytes.len() as u64 > INPUT_MAX {
        return Err(failed(text!("is larger than {size} MB: use a file instead", size = INPUT_MAX / 1024 / 1024)));
    }
    Ok(Source::Bytes { name: STANDARD_INPUT.into(), bytes })
}

#[derive(Serialize)]
struct Report {
    dry_run: bool,
    sessions: Vec<Line>,
    tournaments: Vec<Line>,
    left_out: Vec<LeftOut>,
}

/// In JSON always in English.
#[derive(Serialize)]
struct LeftOut {
    source: String,
    line: usize,
    column: usize,
    reason: String,
}

impl LeftOut {
    fn of(problem: &Problem, source: String) -> LeftOut {
        LeftOut { source, line: problem.line, column: problem.column, reason: problem.text.to_string() }
    }
}

impl Report {
    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.sessions.iter().chain(&self.tournaments)
    }
}

#[derive(Serialize)]
struct Line {
    source: String,
    id: Uuid,
    #[serde(flatten)]
    what: Imported,
    outcome: &'static str,
    #[serde(serialize_with = "lossy")]
    path: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "lossy_if_any")]
    differs_from: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    further: Option<Further>,
    /// In JSON always in English.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "in_english")]
    notes: Vec<Note>,
}

fn in_english<S: Serializer>(notes: &[Note], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(notes.iter().map(|note| note.text.to_string()))
}

impl Line {
    fn of(item: &Item, source: String) -> Line {
        let (outcome, path, differs_from, further) = match &item.outcome {
            Outcome::New(path) => ("new", path, None, None),
            Outcome::Same(path) => ("same", path, None, None),
            Outcome::Differs { known, path, further } => {
                ("differs", path, Some(known.clone()), Some(*further).filter(|further| *further != Further::Neither))
            }
        };
        let Item { id, what, notes, .. } = item.clone();
        Line { source, id, what, outcome, path: path.clone(), differs_from, further, notes }
    }

    fn title(&self) -> String {
        match &self.what {
            Imported::Session { started, players, .. } => {
                format!("{} {}", started.format("%Y-%m-%d"), players.join(", "))
            }
            Imported::Tournament { date: Some(date), name } => format!("{date} {name}"),
            Imported::Tournament { date: None, name } => name.clone(),
        }
    }
}

fn table(report: &Report, language: Language) -> String {
    let words = |text: Text| in_line(&language.translate(&text));
    let outcome = |outcome: &str| match outcome {
        "new" => words(text!("session or tournament of an import" => "new")),
        "same" => words(text!("session or tournament of an import" => "same")),
        _ => words(text!("session or tournament of an import" => "differs")),
    };
    let mut rows = Vec::new();
    let mut row = |outcome: String, what: String| rows.push(vec![outcome, what]);
    for line in report.lines() {
        let what = match &line.what {
            Imported::Session { rounds, winners, .. } => {
                let rounds = text!("{session}, {n} round" | "{session}, {n} rounds" % *rounds, session = line.title());
                if winners.is_empty() {
                    rounds
                } else {
                    text!("{game}; first: {winners}", game = rounds, winners = winners.clone())
                }
            }
            Imported::Tournament { .. } => text!("tournament {name}", name = line.title()),
        };
        row(outcome(line.outcome), words(what));
        row(String::new(), in_line(&line.path.display().to_string()));
        if let Some(known) = &line.differs_from {
            let path = shown(known);
            let differs = match line.further {
                Some(Further::Imported) => text!("differs from {path}; the imported one is further along", path = path),
                Some(_) => text!("differs from {path}; the one in the archive is further along", path = path),
                None => text!("differs from {path}", path = path),
            };
            row(String::new(), words(differs));
        }
    }
    let mut text = aligned(&rows, "  ", &[0, 1]);
    let count = |outcome: &str| report.lines().filter(|line| line.outcome == outcome).count();
    let sum = words(text!(
        "{new} new, {same} the same, {differing} differing.",
        new = count("new"),
        same = count("same"),
        differing = count("differs"),
    ));
    let gap = if rows.is_empty() { "" } else { "\n" };
    let _ = write!(text, "{gap}{sum}");
    if !report.left_out.is_empty() {
        let _ = write!(text, " {}", words(text!("What could not be read is left out.")));
    }
    if report.dry_run {
        let _ = write!(text, " {}", words(text!("Nothing was written (--dry-run).")));
    }
    text.push('\n');
    text
}
