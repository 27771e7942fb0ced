//! The whole archive as one JSON file, written and read one session or tournament at a time, so that a large archive
//! needs little memory.

use std::fmt;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, FixedOffset};
use serde::Deserializer;
use serde::de::{self, DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde_json::value::RawValue;

use super::copies::is_copy_name;
use super::disk::{ReadError, SaveError, Store, draft_beside, folder_of, followed, is_no_file, same_folder, store};
use super::files::{FileKind, is_tournament, read_limited};
use super::format::{BUNDLE_VERSION, FILE_MAX, LoadError, read_session, read_tournament};
use crate::text;
use crate::text::Text;

/// The value of `format` in a whole-archive file.
pub(super) const BUNDLE_FORMAT: &str = "tablet-of-truth-archive";

/// A reason why the archive was not written to one file.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum BundleError {
    /// A file of this name exists, and replacing it was not asked for.
    Exists(PathBuf),
    /// No session could be read, so a file that may hold some is not replaced.
    Nothing(PathBuf),
    /// The file would lie in the archive's own folder, and be taken for an unreadable session.
    InsideArchive(PathBuf),
    /// The file cannot be written. What was there before is untouched.
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: SaveError,
    },
}

impl BundleError {
    /// What is wrong and what to do.
    pub fn text(&self) -> Text {
        let shown = |path: &Path| path.display().to_string();
        match self {
            BundleError::Exists(path) => text!(
                "the file {path} already exists: choose another name, or allow it to be replaced",
                path = shown(path),
            ),
            BundleError::Nothing(path) => {
                text!("there are no sessions to write, so {path} stays as it is", path = shown(path))
            }
            BundleError::InsideArchive(path) => {
                text!("{path} is in the folder of the sessions: choose another folder", path = shown(path))
            }
            BundleError::Write { path, error } => {
                text!("{path} cannot be written: {reason}", path = shown(path), reason = error.text())
            }
        }
    }
}

/// The contents of a new archive file.
#[derive(Debug, Default)]
pub struct BundleReport {
    /// The number of sessions written.
    pub sessions: usize,
    /// The number of tournaments written.
    pub tournaments: usize,
    /// The files that could not be read and were left out, with the reasons.
    pub left_out: Vec<(PathBuf, LoadError)>,
}

impl BundleReport {
    /// How much was written.
    pub fn count(&self) -> usize {
        self.sessions + self.tournaments
    }

    /// What was written, counted.
    pub fn counted(&self) -> Text {
        counted(self.sessions, self.tournaments)
    }
}

/// So many sessions and tournaments.
pub fn counted(sessions: usize, tournaments: usize) -> Text {
    let of_sessions = text!("{n} session" | "{n} sessions" % sessions);
    let of_tournaments = text!("{n} tournament" | "{n} tournaments" % tournaments);
    match (sessions, tournaments) {
        (_, 0) => of_sessions,
        (0, _) => of_tournaments,
        _ => text!("{sessions} and {tournaments}", sessions = of_sessions, tournaments = of_tournaments),
    }
}

/// Writes the sessions and tournaments of these files into one file, each exactly as in its own. Copies follow the
/// files with plain names. The file is written whole or not at all, and an empty result never replaces an existing one.
///
/// # Errors
/// [`BundleError`]. An unreadable file is no error, but is named in the report.
pub fn write_bundle(
    files: &[PathBuf],
    out: &Path,
    replace: bool,
    now: DateTime<FixedOffset>,
) -> Result<BundleReport, BundleError> {
    if !replace && store().is_there(out) {
        return Err(BundleError::Exists(out.to_owned()));
    }
    if is_no_file(out) {
        let error = ReadError::NotAFile.text().into();
        return Err(BundleError::Write { path: out.to_owned(), error });
    }
    let inside = |file: &PathBuf| same_folder(folder_of(file), folder_of(out));
    if files.first().is_some_and(inside) {
        return Err(BundleError::InsideArchive(out.to_owned()));
    }
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists if !replace => BundleError::Exists(out.to_owned()),
        _ => BundleError::Write { path: out.to_owned(), error: error.into() },
    };
    let out_file = &followed(out);
    store().make_folder(folder_of(out_file)).map_err(failed)?;
    let temporary = draft_beside(out_file);
    let written = write_file(files, &temporary, now).map_err(failed).and_then(|report| {
        if report.count() == 0 && store().is_there(out_file) {
            return Err(BundleError::Nothing(out.to_owned()));
        }
        let named =
            if replace { store().overwrite(&temporary, out_file) } else { store().rename(&temporary, out_file) };
        named.and_then(|()| store().sync_folder(folder_of(out_file))).map_err(failed)?;
        Ok(report)
    });
    written.inspect_err(|_| drop(store().remove(&temporary)))
}

fn write_file(files: &[PathBuf], temporary: &Path, now: DateTime<FixedOffset>) -> io::Result<BundleReport> {
    let mut report = BundleReport::default();
    store().draft(temporary, &mut |out| {
        let mut out = BufWriter::new(out);
        report = write_bundle_to(&mut out, files, now)?;
        out.flush()
    })?;
    Ok(report)
}

/// Writes the sessions and tournaments of these files as one text, for callers without a file system. Copies follow the
/// files with plain names.
///
/// # Errors
/// Only those of `out`. An unreadable file is no error, but is named in the report.
pub fn write_bundle_to(
    out: &mut impl Write,
    files: &[PathBuf],
    now: DateTime<FixedOffset>,
) -> io::Result<BundleReport> {
    let mut report = BundleReport::default();
    let saved = now.to_rfc3339();
    let (tournaments, sessions): (Vec<_>, Vec<_>) = files.iter().partition(|path| is_tournament(path));
    // Programs that know only version 1 would drop tournaments without a word.
    let version = if tournaments.is_empty() { 1 } else { BUNDLE_VERSION };
    write!(
        out,
        "{{\n  \"format\": \"{BUNDLE_FORMAT}\",\n  \"version\": {version},\n  \"saved\": \"{saved}\",\n  \
         \"sessions\": ["
    )?;
    let left_out = &mut report.left_out;
    report.sessions = write_list(out, sessions, left_out, |text| read_session(text, now).map(drop))?;
    if !tournaments.is_empty() {
        out.write_all(b"\n  ],\n  \"tournaments\": [")?;
        report.tournaments = write_list(out, tournaments, left_out, |text| read_tournament(text).map(drop))?;
    }
    out.write_all(b"\n  ]\n}\n")?;
    Ok(report)
}

/// Writes the texts of files that can be read. Returns their number.
fn write_list(
    out: &mut impl Write,
    files: Vec<&PathBuf>,
    left_out: &mut Vec<(PathBuf, LoadError)>,
    check: impl Fn(&[u8]) -> Result<(), LoadError>,
) -> io::Result<usize> {
    let (copies, plain): (Vec<&PathBuf>, Vec<&PathBuf>) = files.into_iter().partition(|path| is_copy_name(path));
    let mut written = 0;
    for path in plain.into_iter().chain(copies) {
        let text = match read_limited(path).and_then(|text| check(&text).map(|()| text)) {
            Ok(text) => text,
            Err(error) => {
                left_out.push((path.clone(), error));
                continue;
            }
        };
        out.write_all(if written == 0 { b"\n" } else { b",\n" })?;
        out.write_all(text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text).trim_ascii())?;
        written += 1;
    }
    Ok(written)
}

/// The text of one session or tournament within an archive file.
pub(super) struct Bundled<'a> {
    pub(super) kind: FileKind,
    /// Its number among those of its kind, from 1.
    pub(super) number: usize,
    /// The number of lines before the one it begins on.
    pub(super) lines_before: usize,
    /// The number of characters before it on that line.
    pub(super) columns_before: usize,
    pub(super) text: &'a str,
}

/// Reads an archive file one session or tournament at a time. `each` returns whether to go on. Returns whether all was
/// read.
///
/// # Errors
/// [`LoadError`]: not JSON, another format, a newer version, or one of them is too large.
pub(super) fn read_bundle(input: impl Read, each: &mut dyn FnMut(Bundled) -> bool) -> Result<bool, LoadError> {
    let mut input = BufReader::new(input);
    if input.fill_buf()?.starts_with(b"\xEF\xBB\xBF") {
        input.consume(3);
    }
    let position = std::cell::Cell::new(Position { line: 0, column: 0, left: FILE_MAX });
    let counted = Counted { input, position: &position };
    let mut input = serde_json::Deserializer::from_reader(counted);
    let mut reading = Reading { position: &position, each, stopped: false, refused: None };
    let result = input.deserialize_any(&mut reading).and_then(|()| input.end());
    match (reading.refused, result) {
        (Some(refused), _) => Err(refused),
        (None, _) if reading.stopped => Ok(false),
        (None, Err(_)) if position.get().left == 0 => Err(ReadError::TooLarge(FILE_MAX).into()),
        (None, Err(error)) if error.is_io() => Err(io::Error::from(error).into()),
        (None, Err(error)) => Err(LoadError::syntax(&error)),
        (None, Ok(())) => Ok(true),
    }
}

/// The position in the text, and the bytes that the current session or tournament may still take.
#[derive(Clone, Copy)]
struct Position {
    line: usize,
    column: usize,
    left: u64,
}

/// Counts the bytes the parser takes. It takes one at a time, so the count is exact.
struct Counted<'a, R> {
    input: R,
    position: &'a std::cell::Cell<Position>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut position = self.position.get();
        if position.left == 0 {
            return Err(io::Error::other("too large"));
        }
        let length = into.len().min(1);
        let read = self.input.read(into.get_mut(..length).unwrap_or_default())?;
        match into.first() {
            Some(b'\n') if read == 1 => {
                position.line += 1;
                position.column = 0;
            }
            _ => position.column += read,
        }
        position.left -= read as u64;
        self.position.set(position);
        Ok(read)
    }
}

/// Reads the members of the outermost object, and within it the lists.
struct Reading<'a> {
    position: &'a std::cell::Cell<Position>,
    each: &'a mut dyn FnMut(Bundled) -> bool,
    stopped: bool,
    refused: Option<LoadError>,
}

impl Reading<'_> {
    fn refuse<E: de::Error>(&mut self, refused: LoadError) -> E {
        self.refused = Some(refused);
        E::custom("refused")
    }
}

impl<'de> Visitor<'de> for &mut Reading<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("an archive of sessions")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut seen = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "format" => {
                    let format: String = map.next_value()?;
                    if format != BUNDLE_FORMAT {
                        return Err(self.refuse(LoadError::other_format(&format)));
                    }
                }
                "version" => {
                    let version: u64 = map.next_value()?;
                    if version == 0 {
                        return Err(de::Error::invalid_value(Unexpected::Unsigned(0), &"a version from 1 on"));
                    }
                    if version > BUNDLE_VERSION {
                        return Err(self.refuse(LoadError::NewerBundle(version)));
                    }
                }
                "sessions" | "tournaments" => {
                    let (kind, list) = match key.as_str() {
                        "sessions" => (FileKind::Session, "sessions"),
                        _ => (FileKind::Tournament, "tournaments"),
                    };
                    if seen.contains(&kind) {
                        return Err(de::Error::duplicate_field(list));
                    }
                    seen.push(kind);
                    map.next_value_seed(List(self, kind))?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        if seen.contains(&FileKind::Session) { Ok(()) } else { Err(de::Error::missing_field("sessions")) }
    }

    /// Several sessions exported as JSON are a list without anything around it.
    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        List(self, FileKind::Session).visit_seq(list)
    }
}

/// Reads a list of texts of this kind.
struct List<'a, 'b>(&'a mut Reading<'b>, FileKind);

impl<'de> DeserializeSeed<'de> for List<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        input.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for List<'_, '_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self.1 {
            FileKind::Session => "a list of sessions",
            FileKind::Tournament => "a list of tournaments",
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let List(reading, kind) = self;
        let mut number = 0;
        let unlimit = |reading: &Reading| {
            reading.position.set(Position { left: FILE_MAX, ..reading.position.get() });
        };
        unlimit(reading);
        while let Some(raw) = list.next_element::<Box<RawValue>>()? {
            unlimit(reading);
            number += 1;
            let (text, end) = (raw.get(), reading.position.get());
            let breaks = text.bytes().filter(|&letter| letter == b'\n').count();
            // What stands on one line begins as many characters before its end as it is long.
            let columns_before = if breaks == 0 { end.column.saturating_sub(text.len()) } else { 0 };
            let lines_before = end.line - breaks;
            let more = (reading.each)(Bundled { kind, number, lines_before, columns_before, text });
            if !more {
                reading.stopped = true;
                return Err(de::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}
