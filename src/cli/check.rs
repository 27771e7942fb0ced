//! `tablet-of-truth check`.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Serialize, Serializer};

use super::output::{Answer, Failure, shown};
use super::place::{archive_in, now};
use crate::archive::{
    Answers, Archive, Fault, Import, Imported, LeftBehind, LoadError, NoteKind, Preview, Seen, Source, TournamentFile,
    copies, counted, to_lines, unreadable_folder, whole,
};
use crate::each;
use crate::language::Language;
use crate::plain::in_line;
use crate::text;
use crate::text::Text;

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Lines for reading
    Table,
    /// For other programs
    Json,
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Files of any kind that can be imported; without any, the whole archive
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t = ReportFormat::Table)]
    format: ReportFormat,
}

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

    /// `main` is the file that it is a copy of.
    fn text(self, main: Option<&Path>) -> Text {
        match (self, main) {
            (State::Fine, _) => text!("what a file is" => "fine"),
            (State::UnknownFields, _) => text!("what a file is" => "fine, with unknown fields"),
            (State::IdenticalCopy, Some(main)) => {
                text!("what a file is" => "identical copy of {path}", path = shown(main))
            }
            (State::DifferingCopy, Some(main)) => {
                text!("what a file is" => "differing copy of {path}", path = shown(main))
            }
            (State::IdenticalCopy, None) => text!("what a file is" => "identical copy"),
            (State::DifferingCopy, None) => text!("what a file is" => "differing copy"),
            (State::BreaksRule, _) => text!("what a file is" => "breaks a rule"),
            (State::Unreadable, _) => text!("what a file is" => "unreadable"),
            (State::Newer, _) => text!("what a file is" => "of a newer version"),
            (State::Temporary, _) => text!("what a file is" => "leftover from saving"),
            (State::Lock, _) => text!("what a file is" => "leftover lock"),
        }
    }
}

#[derive(Serialize)]
struct Line {
    #[serde(serialize_with = "lossy")]
    path: PathBuf,
    state: State,
    /// In JSON always in English.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_english")]
    detail: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "lossy_if_any")]
    copy_of: Option<PathBuf>,
}

impl Line {
    fn new(path: PathBuf, state: State, detail: Option<Text>) -> Line {
        Line { path, state, detail, copy_of: None }
    }
}

/// Writes a path to JSON, with replacement characters where it is not valid text.
pub(super) fn lossy<S: Serializer>(path: &Path, out: S) -> Result<S::Ok, S::Error> {
    path.to_string_lossy().serialize(out)
}

pub(super) fn lossy_if_any<S: Serializer>(path: &Option<PathBuf>, out: S) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.to_string_lossy()).serialize(out)
}

fn in_english<S: Serializer>(detail: &Option<Text>, out: S) -> Result<S::Ok, S::Error> {
    detail.as_ref().map(Text::to_string).serialize(out)
}

#[derive(Serialize)]
struct Report {
    fine: bool,
    files: Vec<Line>,
}

/// Returns the exit code: 0 if all are fine, else 1.
pub(super) fn check(
    arguments: &CheckArguments,
    data_dir: Option<&Path>,
    language: Language,
) -> Result<(Answer, u8), Failure> {
    let mut seen = Vec::new();
    let mut lines = Vec::new();
    if arguments.files.is_empty() {
        let archive = archive_in(data_dir, language)?;
        let failed = |error: io::Error| Failure::new(unreadable_folder(archive.folder(), &error));
        let paths = archive.paths().map_err(failed)?;
        lines.extend(
            paths
                .into_iter()
                .map(|path| session(path, &mut seen).unwrap_or_else(|(path, error)| refused(path, &error))),
        );
        lines.extend(archive.tournaments().map_err(failed)?.into_iter().map(|path| tournament(path, &mut seen)));
        lines.extend(left_behind(&archive).map_err(failed)?);
    } else {
        // A file given by several paths is checked once.
        let mut known = HashSet::new();
        let files = arguments.files.iter().filter(|file| known.insert(whole(file))).cloned();
        lines.extend(files.map(|path| session(path, &mut seen).unwrap_or_else(|(path, _)| other(path))));
    }
    for (copy, own) in copies(&seen) {
        if let Some(line) = lines.iter_mut().find(|line| line.path == copy.path) {
            let is_same = copy.fingerprint == own.fingerprint;
            line.state = if is_same { State::IdenticalCopy } else { State::DifferingCopy };
            line.copy_of = Some(own.path.clone());
        }
    }
    let fine = lines.iter().all(|line| line.state.is_fine());
    let report = Report { fine, files: lines };
    let text = match arguments.format {
        ReportFormat::Table => table(&report, language).into_bytes(),
        ReportFormat::Json => to_lines(&report).map_err(|error| Failure::foreign(&error))?,
    };
    Ok((Answer { text, notes: Vec::new() }, u8::from(!fine)))
}

/// Fails with the path and the reason if the file is no session.
fn session(path: PathBuf, seen: &mut Vec<Seen>) -> Result<Line, (PathBuf, LoadError)> {
    let loaded = match Archive::load(&path) {
        Ok(loaded) => loaded,
        Err(error) => return Err((path, error)),
    };
    seen.push(Seen::of(path.clone(), &loaded));
    let line = readable(path, &loaded.unknown);
    let counts = each!(&loaded.session, session => session.counted().counts());
    let left_out = (!counts).then(|| text!("does not count"));
    Ok(Line { detail: Text::joined(line.detail.into_iter().chain(left_out)), ..line })
}

fn readable(path: PathBuf, unknown: &[String]) -> Line {
    let state = if unknown.is_empty() { State::Fine } else { State::UnknownFields };
    Line::new(path, state, (!unknown.is_empty()).then(|| Text::foreign(unknown.join(", "))))
}

fn tournament(path: PathBuf, seen: &mut Vec<Seen>) -> Line {
    match TournamentFile::open(&path) {
        Ok((_, loaded)) => {
            let line = readable(path.clone(), &loaded.unknown);
            seen.extend(Seen::of_tournament(path, loaded).ok());
            line
        }
        Err(error) => refused(path, &error),
    }
}

fn refused(path: PathBuf, error: &LoadError) -> Line {
    let state = match error {
        LoadError::Newer(_) => State::Newer,
        error if error.is_broken_rule() => State::BreaksRule,
        _ => State::Unreadable,
    };
    Line::new(path, state, Some(error.text()))
}

/// The line for a tournament, a whole archive, a table of rounds, or a file that cannot be read.
fn other(path: PathBuf) -> Line {
    // An archive without a folder has no sessions to compare with.
    let nothing = Archive::new(PathBuf::new());
    let Preview { items, problems, .. } =
        match Import::read(&nothing, &[Source::File(path.clone())], &Answers::new(), now()) {
            Ok(import) => import.preview,
            Err(error) => return Line::new(path, State::Unreadable, Some(error)),
        };
    if !problems.is_empty() {
        let state = if problems.iter().any(|problem| problem.fault == Fault::Newer) {
            State::Newer
        } else if problems.iter().all(|problem| problem.fault == Fault::BrokenRule) {
            State::BreaksRule
        } else {
            State::Unreadable
        };
        return Line::new(path, state, Text::joined(problems.into_iter().map(|problem| problem.text)));
    }
    let sessions = items.iter().filter(|item| matches!(item.what, Imported::Session { .. })).count();
    let is_whole = items.iter().flat_map(|item| &item.notes).all(|note| note.kind != NoteKind::Left);
    let state = if is_whole { State::Fine } else { State::UnknownFields };
    Line::new(path, state, Some(counted(sessions, items.len() - sessions)))
}

/// The lines for what an interrupted program left in the folder.
fn left_behind(archive: &Archive) -> io::Result<Vec<Line>> {
    let line = |left: LeftBehind| match left {
        LeftBehind::Draft(path) => Line::new(path, State::Temporary, Some(text!("is never read and can be deleted"))),
        LeftBehind::Lock(path) => Line::new(path, State::Lock, Some(text!("locks nothing and can be deleted"))),
    };
    Ok(archive.left_behind()?.into_iter().map(line).collect())
}

fn table(report: &Report, language: Language) -> String {
    let mut text = String::new();
    for line in &report.files {
        let found = Text::at(shown(&line.path), line.state.text(line.copy_of.as_deref()));
        let found = match &line.detail {
            Some(detail) => Text::at(found, detail.clone()),
            None => found,
        };
        let _ = writeln!(text, "{}", in_line(&language.translate(&found)));
    }
    let files = report.files.len();
    let wrong = report.files.iter().filter(|line| !line.state.is_fine()).count();
    let sum = if report.fine {
        text!("{n} file, all fine." | "{n} files, all fine." % files)
    } else {
        text!("{n} file, {wrong} not fine." | "{n} files, {wrong} not fine." % files, wrong = wrong)
    };
    let gap = if files == 0 { "" } else { "\n" };
    let _ = writeln!(text, "{gap}{}", language.translate(&sum));
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn tournaments_of_the_archive_are_checked_too() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        let output = || {
            let arguments = CheckArguments { files: Vec::new(), format: ReportFormat::Table };
            let Ok((answer, code)) = check(&arguments, Some(folder.path()), Language::ENGLISH) else { panic!() };
            (String::from_utf8(answer.text).unwrap(), code)
        };
        let open = |name: &str| {
            format!(
                r#"{{"id": "00000000-0000-0000-0000-000000000007", "name": "{name}", "players": [
                {{"number": 1, "name": "Anna"}}, {{"number": 2, "name": "Bo"}}]}}"#
            )
        };
        put("open.tournament.json", &open("Open"));
        let (text, code) = output();
        assert!(code == 0 && text.contains("open.tournament.json: fine"), "{text}");

        put("open.tournament.sync-conflict-20260307-201500-ABCDEFG.json", &open("Open"));
        let (text, code) = output();
        assert!(code == 1 && text.contains("ABCDEFG.json: identical copy of "), "{text}");
        put("open.tournament.sync-conflict-20260307-201500-ABCDEFG.json", &open("Closed"));
        assert!(output().0.contains("ABCDEFG.json: differing copy of "), "{}", output().0);

        put("other.tournament.json", &open("Other").replace("number\": 2", "number\": 1").replace("07\"", "08\""));
        let (text, code) = output();
        assert!(code == 1 && text.contains("other.tournament.json: breaks a rule: "), "{text}");
    }
}
