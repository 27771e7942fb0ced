//! Plain text for a chat: the result, the standings and the totals by round in narrow, aligned columns.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::names::isolated;
use super::sheet::{Sheet, marked};
use super::words;
use super::words::Word;
use crate::game::SheetCell;

/// The sheet as text. Rounds to come are left out: nobody reads empty lines in a chat.
pub(super) fn text(sheet: &Sheet) -> String {
    let mut text = String::new();
    let head =
        words::when_and_where(sheet.date.map(|at| words::short_date(at, sheet.language)), &isolated(&sheet.place));
    let game = sheet.language.say(&sheet.game.text());
    let title = if head.is_empty() { game } else { format!("{game} · {head}") };
    let _ = writeln!(text, "{title}\n{}\n", sheet.title);
    standings(&mut text, sheet);
    rounds(&mut text, sheet);
    sheet.beside_rounds.iter().for_each(|line| {
        let _ = writeln!(text, "{line}");
    });
    if !sheet.notes.is_empty() {
        let _ = writeln!(text);
        sheet.notes.iter().for_each(|line| {
            let _ = writeln!(text, "{line}");
        });
    }
    text
}

fn standings(text: &mut String, sheet: &Sheet) {
    let marks = sheet.players.iter().map(|who| who.initials.width()).max().unwrap_or(0);
    let points = sheet.places.iter().map(|place| sheet.number(place.total).width()).max().unwrap_or(0);
    for place in &sheet.places {
        let (name, initials) = sheet.who(place.seat);
        let total = right_aligned(&sheet.number(place.total), points);
        let gap = " ".repeat(marks.saturating_sub(initials.width()));
        let _ = writeln!(text, "{}. {total}  {}{gap}  {}", place.rank, isolated(initials), isolated(name));
    }
}

fn rounds(text: &mut String, sheet: &Sheet) {
    let initials = sheet.players.iter().map(|who| format!("{} ", isolated(&who.initials)));
    let head = std::iter::once(String::new()).chain(initials);
    let mut rows: Vec<Vec<String>> = vec![head.collect()];
    for (row, margin) in sheet.beside().filter(|(row, _)| row.is_begun()) {
        rows.push(
            std::iter::once(marked(row.number, margin.waived, margin.told_below))
                .chain(row.cells.iter().map(|found| cell(found, sheet)))
                .collect(),
        );
    }
    if rows.len() == 1 {
        return;
    }
    let columns = sheet.players.len() + 1;
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let _ = writeln!(text);
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| right_aligned(cell, *width)).collect();
        let _ = writeln!(text, "{}", cells.join("  ").trim_end());
    }
    let _ = writeln!(text, "✓ {}", sheet.word(Word::Met));
    if sheet.has_waived() {
        let _ = writeln!(text, "{}", sheet.word(Word::WaivedKey));
    }
}

/// The total with a mark for a bid that was met, or in the open round the bid.
fn cell(cell: &SheetCell, sheet: &Sheet) -> String {
    let mark = if cell.good == Some(true) { '✓' } else { ' ' };
    match cell.total {
        Some(total) => format!("{}{mark}", sheet.number(total)),
        None if cell.entry.is_empty() => mark.to_string(),
        None => format!("({}){mark}", cell.entry),
    }
}

/// The text at the right end of so many columns.
fn right_aligned(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}
