//! The printers of a table for terminals, chats and spreadsheets.

use super::names::SafeLanguage;
use crate::language::Language;
use crate::plain::aligned;
use crate::table::{Align, Table};

/// Heads and rows in aligned columns, then the notes; the sentence for an empty table if there are no rows.
pub fn columns(table: &Table, language: Language) -> String {
    in_columns(table, "   ", u8::MAX, SafeLanguage::of(language))
}

/// What it is about, then all of it.
pub fn with_title(table: &Table, language: Language) -> String {
    let safe = SafeLanguage::of(language);
    let facts: Vec<String> = table.facts.iter().map(|fact| safe.translate(fact)).collect();
    let head = [safe.translate(&table.title), facts.join(" · ")].join("\n");
    format!("{}\n\n{}", head.trim_end(), columns(table, language))
}

/// With the columns up to this rank.
pub(super) fn in_columns(table: &Table, gap: &str, rank: u8, safe: SafeLanguage) -> String {
    if table.printed().next().is_none() {
        return format!("{}\n", safe.translate(&table.empty));
    }
    let shown: Vec<_> = table.shown(rank).collect();
    let lefts = (0..).zip(&shown).filter(|(_, (_, column, _))| column.align == Align::Left);
    let left: Vec<usize> = lefts.map(|(place, _)| place).collect();
    let mut rows = vec![shown.iter().map(|(_, _, head)| safe.translate(head)).collect::<Vec<_>>()];
    rows.extend(table.printed().map(|row| shown.iter().map(|(at, ..)| safe.cell(row.cell(*at))).collect()));
    let mut text = aligned(&rows, gap, &left);
    for note in &table.notes {
        text += &format!("{}\n", safe.translate(note));
    }
    text
}

pub fn csv(table: &Table) -> Result<Vec<u8>, ::csv::Error> {
    records(table.records())
}

/// RFC 4180 in UTF-8.
pub(super) fn records(rows: impl IntoIterator<Item = Vec<String>>) -> Result<Vec<u8>, ::csv::Error> {
    let mut out = ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        out.write_record(row)?;
    }
    out.into_inner().map_err(|error| ::csv::Error::from(error.into_error()))
}
