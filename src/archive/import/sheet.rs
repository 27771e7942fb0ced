//! Tables of rounds as CSV, as spreadsheets of all countries write them, sorted into sessions.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::io::{self, Read};
use std::rc::Rc;

use csv::{ByteRecord, ReaderBuilder};
use uuid::Uuid;

use super::cells::{Header, Row};
use super::identity::{dated, labelled};
use super::note::Note;
use super::outline::Outline;
use super::problem::{Problem, ROW_MAX, ROWS_MAX};

/// The number of mistakes after which the rest of a table is not read.
const MISTAKES_MAX: usize = 10_000;

/// The possible separators of cells, in the order in which they are tried.
const SEPARATORS: [u8; 4] = *b",;\t|";

/// The rows of one session, in order, sorted into players, dealer and rounds.
pub(super) struct SheetSession {
    pub(super) header: Rc<Header>,
    pub(super) outline: Outline,
    id: Uuid,
    /// Whether the table has the session's own id, as exports have.
    exported: bool,
    /// Whether it is the first session of its file.
    first: bool,
}

impl SheetSession {
    /// The session's own id, or the one derived from label, date and players.
    pub(super) fn id(&self) -> Uuid {
        self.id
    }

    /// A remark about what an export to a table leaves out.
    pub(super) fn left_out(&self) -> Option<Note> {
        self.exported.then_some(Note::RoundsOnly)
    }

    /// A remark about columns we do not know, made once per file.
    pub(super) fn unknown(&self) -> Option<Note> {
        let told = self.first && !self.header.unknown.is_empty();
        told.then(|| Note::Unknown(self.header.unknown.clone()))
    }
}

/// What the rows of a session have in common.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Label(String),
    Date(String),
    /// Nothing: a table of one session need not name it.
    Alone,
}

/// The rows, sorted by session.
struct Sorted {
    /// The sessions, in the order in which they begin.
    order: Vec<Key>,
    sessions: HashMap<Key, Vec<Row>>,
    last: Key,
}

impl Sorted {
    fn add(&mut self, mut row: Row) {
        let label = std::mem::take(&mut row.session);
        let key = match row.date {
            _ if !label.is_empty() => Key::Label(Uuid::parse_str(&label).map_or(label, |id| id.to_string())),
            Some(date) => Key::Date(date.key()),
            // An empty cell means the same as above.
            None => self.last.clone(),
        };
        self.last = key.clone();
        let rows = self.sessions.entry(key).or_insert_with_key(|key| {
            self.order.push(key.clone());
            Vec::new()
        });
        rows.push(row);
    }
}

/// Reads a table.
///
/// # Errors
/// Every problem of its cells and of the shape of its sessions.
pub(super) fn read_sheet(bytes: &[u8]) -> Result<Vec<SheetSession>, Vec<Problem>> {
    let text = as_utf8(bytes).map_err(|problem| vec![problem])?;
    let (header, Sorted { order, mut sessions, .. }) = read_rows(&text)?;
    drop(text);
    let header = Rc::new(header);
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    for key in order {
        if problems.len() > MISTAKES_MAX {
            break;
        }
        let rows = sessions.remove(&key).unwrap_or_default();
        match Outline::of(&header, rows) {
            Ok(outline) => {
                let own = own_id(&key);
                let id = own.unwrap_or_else(|| identity(&key, &outline));
                let first = found.is_empty();
                found.push(SheetSession { header: header.clone(), outline, id, exported: own.is_some(), first });
            }
            Err(wrong) => problems.extend(wrong),
        }
    }
    if problems.is_empty() { Ok(found) } else { Err(problems) }
}

/// The session's own id, if its label is one.
fn own_id(key: &Key) -> Option<Uuid> {
    match key {
        Key::Label(label) => Uuid::parse_str(label).ok(),
        Key::Date(_) | Key::Alone => None,
    }
}

fn identity(key: &Key, outline: &Outline) -> Uuid {
    let date = outline.date.map(|date| date.key()).unwrap_or_default();
    match key {
        Key::Label(label) => labelled(label, &date),
        Key::Date(date) => dated(date, &outline.names()),
        Key::Alone => dated(&outline.figures(), &outline.names()),
    }
}

/// The text of a table as UTF-8. UTF-16 is recognised by its mark or its zeros; other encodings cannot be told apart.
fn as_utf8(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Problem> {
    let (wide, big_end) = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => return Ok(Cow::Borrowed(rest)),
        [0xFF, 0xFE, rest @ ..] => (rest, false),
        [0xFE, 0xFF, rest @ ..] => (rest, true),
        [0, _, ..] => (bytes, true),
        [_, 0, ..] => (bytes, false),
        _ => return Ok(Cow::Borrowed(bytes)),
    };
    let units = wide.chunks(2).map(|pair| match *pair {
        [first, second] if big_end => u16::from_be_bytes([first, second]),
        [first, second] => u16::from_le_bytes([first, second]),
        // An odd byte at the end is an invalid unit.
        _ => 0xDC00,
    });
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.map(|text| Cow::Owned(text.into_bytes())).map_err(|_| Problem::Coding)
}

fn read_rows(text: &[u8]) -> Result<(Header, Sorted), Vec<Problem>> {
    let (text, said, skipped) = separator_said(text);
    let separator = said.unwrap_or_else(|| likely_separator(text));
    let left = Cell::new(ROW_MAX);
    let mut reader = reader(text, separator, &left);
    let (mut record, mut lines) = (ByteRecord::new(), Lines { text, at: 0, line: 1 + skipped });
    let mut header = None;
    let (mut rows, mut problems) = (0, Vec::new());
    let mut sorted = Sorted { order: Vec::new(), sessions: HashMap::new(), last: Key::Alone };
    while problems.len() <= MISTAKES_MAX {
        left.set(ROW_MAX);
        let before = reader.position().byte();
        let read = reader.read_byte_record(&mut record);
        let start = if read.is_ok() { record.position().map_or(0, csv::Position::byte) } else { before };
        let line = lines.of(usize::try_from(start).unwrap_or(text.len()));
        match read {
            Ok(true) => {}
            Ok(false) => break,
            // Reading from memory fails only at our own limit.
            Err(_) => return Err(vec![Problem::LongRow(line)]),
        }
        if record.iter().all(|cell| cell.trim_ascii().is_empty()) {
            continue;
        }
        match &header {
            None => header = Some(Header::of(line, &record).map_err(|problem| vec![problem])?),
            Some(_) if rows == ROWS_MAX => return Err(vec![Problem::ManyRows]),
            Some(header) => {
                rows += 1;
                if let Some(row) = Row::read(header, line, &record, &mut problems) {
                    sorted.add(row);
                }
            }
        }
    }
    match header {
        None => Err(vec![Problem::Empty]),
        Some(_) if !problems.is_empty() => Err(problems),
        Some(_) if rows == 0 => Err(vec![Problem::NoRows]),
        Some(header) => Ok((header, sorted)),
    }
}

fn reader<'a>(text: &'a [u8], separator: u8, left: &'a Cell<usize>) -> csv::Reader<Limited<'a>> {
    ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(Limited { text, left })
}

/// A text of which only a limited part may still be read.
struct Limited<'a> {
    text: &'a [u8],
    left: &'a Cell<usize>,
}

impl Read for Limited<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        if left == 0 && !self.text.is_empty() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let length = into.len().min(left);
        let read = self.text.read(into.get_mut(..length).unwrap_or_default())?;
        self.left.set(left - read);
        Ok(read)
    }
}

/// The separator that some spreadsheets give on a first line: `sep=;`. Returns the rest of the text, the separator, and
/// the number of lines skipped.
fn separator_said(text: &[u8]) -> (&[u8], Option<u8>, usize) {
    let told = text.strip_prefix(b"sep=").or_else(|| text.strip_prefix(b"\"sep="));
    let Some(&[separator, ref rest @ ..]) = told else { return (text, None, 0) };
    let rest = rest.strip_prefix(b"\"").unwrap_or(rest);
    let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
    match rest.strip_prefix(b"\n") {
        Some(rest) => (rest, Some(separator), 1),
        None => (text, None, 0),
    }
}

/// The separator that finds most of our columns in the first row.
fn likely_separator(text: &[u8]) -> u8 {
    let columns = |separator: u8| {
        let mut record = ByteRecord::new();
        let left = Cell::new(ROW_MAX);
        let read = reader(text, separator, &left).read_byte_record(&mut record).unwrap_or(false);
        if read { Header::known_columns(&record) } else { 0 }
    };
    // Reversed, so that the first of equals wins.
    SEPARATORS.into_iter().rev().max_by_key(|&separator| columns(separator)).unwrap_or(b',')
}

/// Counts lines as a spreadsheet or an editor shows them, including those inside cells.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line of a row's first character, skipping line ends before it. Positions must only grow.
    fn of(&mut self, start: usize) -> usize {
        let starts = |at: usize| self.text.get(at).is_none_or(|&letter| !matches!(letter, b'\r' | b'\n'));
        let mut start = start.max(self.at);
        while !starts(start) {
            start += 1;
        }
        while self.at < start {
            let ends = match (self.text.get(self.at), self.text.get(self.at + 1)) {
                (Some(b'\n'), _) => true,
                (Some(b'\r'), next) => next != Some(&b'\n'),
                _ => false,
            };
            self.line += usize::from(ends);
            self.at += 1;
        }
        self.line
    }
}
