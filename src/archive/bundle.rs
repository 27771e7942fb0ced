//! The whole archive as one JSON file, streamed so that a large archive needs little memory.

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
use super::recognise::BUNDLE;
use crate::text;
use crate::text::Text;

#[derive(Debug, Default)]
pub struct BundleReport {
    pub sessions: usize,
    pub tournaments: usize,
    pub left_out: Vec<(PathBuf, LoadError)>,
}

impl BundleReport {
    pub fn count(&self) -> usize {
        self.sessions + self.tournaments
    }

    pub fn counted(&self) -> Text {
        counted(self.sessions, self.tournaments)
    }
}

pub fn counted(sessions: usize, tournaments: usize) -> Text {
    let of_sessions = text!("{n} session" | "{n} sessions" % sessions);
    let of_tournaments = text!("{n} tournament" | "{n} tournaments" % tournaments);
    match (sessions, tournaments) {
        (_, 0) => of_sessions,
        (0, _) => of_tournaments,
        _ => text!("{sessions} and {tournaments}", sessions = of_sessions, tournaments = of_tournaments),
    }
}

/// Each text is exactly as in its own file. Copies follow files with plain names. Written whole or not at all; an empty
/// result never replaces an existing file. Unreadable files are no error but named in the report.
pub fn write_bundle(
    files: &[PathBuf],
    out: &Path,
    replace: bool,
    now: DateTime<FixedOffset>,
) -> Result<BundleReport, Text> {
    let path = out.display().to_string();
    let exists =
        || text!("the file {path} already exists: choose another name, or allow it to be replaced", path = &path);
    let refused = |reason: Text| text!("{path} cannot be written: {reason}", path = &path, reason = reason);
    if !replace && store().is_there(out) {
        return Err(exists());
    }
    if is_no_file(out) {
        return Err(refused(ReadError::NotAFile.text()));
    }
    // There it would be taken for an unreadable session.
    let inside = |file: &PathBuf| same_folder(folder_of(file), folder_of(out));
    if files.first().is_some_and(inside) {
        return Err(text!("{path} is in the folder of the sessions: choose another folder", path = path));
    }
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists if !replace => exists(),
        _ => refused(SaveError::from(error).text()),
    };
    let out_file = &followed(out);
    store().make_folder(folder_of(out_file)).map_err(failed)?;
    let temporary = draft_beside(out_file);
    let written = write_file(files, &temporary, now).map_err(failed).and_then(|report| {
        if report.count() == 0 && store().is_there(out_file) {
            return Err(text!("there are no sessions to write, so {path} stays as it is", path = &path));
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

/// For callers without a file system. All errors are those of `out`.
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
        "{{\n  \"format\": \"{BUNDLE}\",\n  \"version\": {version},\n  \"saved\": \"{saved}\",\n  \
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

pub(super) struct Bundled<'a> {
    pub(super) kind: FileKind,
    /// Among those of its kind, from 1.
    pub(super) number: usize,
    pub(super) lines_before: usize,
    pub(super) columns_before: usize,
    pub(super) text: &'a str,
}

/// `each` returns whether to go on. Returns whether everything was read.
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

#[derive(Clone, Copy)]
struct Position {
    line: usize,
    column: usize,
    left: u64,
}

/// The parser takes one byte at a time, so the count is exact.
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
                    if format != BUNDLE {
                        return Err(self.refuse(LoadError::other_format(&format)));
                    }
                }
                "version" => {
                    let version: u64 = map.next_value()?;
                    if version == 0 {
                        return Err(de::Error::invalid_value(Unexpected::Unsigned(0), &"a version from 1 on"));
                    }
                    if version > BUNDLE_VERSION {
                        return Err(self.refuse(LoadError::Newer(text!(
                            "is an archive of a newer version of Tablet of Truth (format {format}; this one reads up \
                             to {newest}). Update the program to import it",
                            format = version,
                            newest = BUNDLE_VERSION,
                        ))));
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
