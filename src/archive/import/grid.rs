use std::borrow::Cow;
use std::cell::Cell;
use std::io::{self, Read};

use csv::{ByteRecord, ReaderBuilder};

use super::problem::{Problem, ROW_MAX, ROWS_MAX};
use crate::text;
use crate::text::composed;

const SEPARATORS: [u8; 4] = *b",;\t|";

/// Longer rows are split.
const CELLS_MAX: usize = 32;

/// Rows among which headings may stand and the separator is detected.
pub(super) const HEAD_ROWS: usize = 20;

/// Not empty; with the line on which it begins.
pub(super) type GridRow = (usize, ByteRecord);

/// `headings` counts the known headings of a row, by which the separator is chosen.
pub(super) fn read_grid(bytes: &[u8], headings: impl Fn(&ByteRecord) -> usize) -> Result<Vec<GridRow>, Problem> {
    let text = as_utf8(bytes)?;
    let (text, given, skipped) = given_separator(&text);
    let separator = given.unwrap_or_else(|| likely_separator(text, headings));
    let left = Cell::new(ROW_MAX);
    let mut reader = reader(text, separator, &left);
    let mut lines = Lines { text, at: 0, line: 1 + skipped };
    let (mut rows, mut count) = (Vec::new(), 0);
    loop {
        left.set(ROW_MAX);
        let mut record = ByteRecord::new();
        let before = reader.position().byte();
        let read = reader.read_byte_record(&mut record);
        let start = if read.is_ok() { record.position().map_or(0, csv::Position::byte) } else { before };
        let line = lines.line_of(usize::try_from(start).unwrap_or(text.len()));
        match read {
            Ok(true) if is_blank(&record) => {}
            Ok(true) if count > ROWS_MAX => {
                return Err(Problem::of_file(text!("has more than {max} rows: import it in parts", max = ROWS_MAX)));
            }
            Ok(true) => {
                count += record.len().div_ceil(CELLS_MAX);
                rows.push((line, composed_cells(record)));
            }
            Ok(false) => return Ok(rows),
            // Reading from memory fails only at our own limit.
            Err(_) => {
                return Err(Problem::of_file(text!(
                    "line {line}: the row that begins here is longer than {size} kB: is a quotation mark out of place?",
                    line = line,
                    size = ROW_MAX / 1024,
                )));
            }
        }
    }
}

fn composed_cells(record: ByteRecord) -> ByteRecord {
    if record.as_slice().is_ascii() {
        return record;
    }
    let mut cells = ByteRecord::with_capacity(record.as_slice().len(), record.len());
    for cell in &record {
        match std::str::from_utf8(cell) {
            Ok(text) => cells.push_field(composed(text).as_bytes()),
            Err(_) => cells.push_field(cell),
        }
    }
    cells
}

fn is_blank(record: &ByteRecord) -> bool {
    record.iter().all(|cell| cell.trim_ascii().is_empty())
}

/// UTF-16 is recognised by its byte order mark or its zeros; other encodings cannot be distinguished.
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
    text.map(|text| Cow::Owned(text.into_bytes())).map_err(|_| {
        Problem::of_file(text!("is cut off, or is not text: save the sheet as CSV in UTF-8 and import that"))
    })
}

fn reader<'a>(text: &'a [u8], separator: u8, left: &'a Cell<usize>) -> csv::Reader<Limited<'a>> {
    ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(Limited { text, left })
}

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

/// The separator given by some spreadsheets on a first line, `sep=;`. Returns the rest of the text, the separator, and
/// the number of lines skipped.
fn given_separator(text: &[u8]) -> (&[u8], Option<u8>, usize) {
    let line = text.strip_prefix(b"sep=").or_else(|| text.strip_prefix(b"\"sep="));
    let Some(&[separator, ref rest @ ..]) = line else { return (text, None, 0) };
    let rest = rest.strip_prefix(b"\"").unwrap_or(rest);
    let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
    match rest.strip_prefix(b"\n") {
        Some(rest) => (rest, Some(separator), 1),
        None => (text, None, 0),
    }
}

/// Finds the most known headings in one of the first rows; on a tie, the most cells.
fn likely_separator(text: &[u8], headings: impl Fn(&ByteRecord) -> usize) -> u8 {
    let found = |separator: u8| {
        let left = Cell::new(ROW_MAX);
        let mut reader = reader(text, separator, &left);
        let mut record = ByteRecord::new();
        let (mut most, mut cells) = (0, 0);
        for _ in 0..HEAD_ROWS {
            left.set(ROW_MAX);
            if !reader.read_byte_record(&mut record).unwrap_or(false) {
                break;
            }
            most = most.max(headings(&record));
            cells += record.len();
        }
        (most, cells)
    };
    // Reversed, so that the first wins a tie.
    SEPARATORS.into_iter().rev().max_by_key(|&separator| found(separator)).unwrap_or(b',')
}

struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line of a row's first character, after line ends. Positions must be ascending.
    fn line_of(&mut self, start: usize) -> usize {
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
