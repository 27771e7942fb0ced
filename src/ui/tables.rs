//! Tables as data for the window.

use slint::ModelRc;
use tablet_of_truth::language::Language;
use tablet_of_truth::table::{Align, Cell, Column, Row, Table, Tone};
use tablet_of_truth::text;
use tablet_of_truth_ui as ui;

use super::values::{face, int, list_of, list_of_lists, text, tr};

/// The widths of a letter, also in a head, of a digit, also of the deciding figure, and of what surrounds each, in
/// pixels at the smallest text size.
const LETTER: f32 = 8.2;
const HEAD: f32 = 9.0;
const DIGIT: f32 = 10.0;
const DECIDING: f32 = 11.5;
const AROUND: f32 = 12.0;
/// The minimum width of a name; a longer one is set smaller, then cut.
const NAME: f32 = 84.0;

/// Whether it is in the serif.
fn is_place(column: &Column) -> bool {
    matches!(column.key, "rank" | "table")
}

/// Without a head, a figure stands for itself.
fn figure(head: &str, cell: &str) -> String {
    format!("{head} {cell}").trim_start().to_owned()
}

/// A row with its cells as text.
struct Written<'a> {
    row: &'a Row,
    cells: Vec<(&'a Cell, String)>,
    /// For each rank from 0, the figures of the columns above it.
    below: Vec<String>,
}

impl<'a> Written<'a> {
    fn of(row: &'a Row, places: &[usize], columns: &[(&Column, String)], language: Language) -> Written<'a> {
        let words = |at: &usize| (row.cell(*at), row.cell(*at).text(language, &str::to_owned));
        let cells: Vec<(&Cell, String)> = places.iter().map(words).collect();
        let has_value = |cell: &Cell| !matches!(cell, Cell::None | Cell::Few(..) | Cell::Unknown);
        let below = |rank: u8| {
            let above =
                columns.iter().zip(&cells).filter(|((column, _), (cell, _))| column.rank > rank && has_value(cell));
            above.map(|((_, head), (_, cell))| figure(head, cell)).collect::<Vec<_>>().join(" · ")
        };
        let below = (0..=Column::WINDOW).map(below).collect();
        Written { row, cells, below }
    }
}

/// The same lists as `shown`, changed only where they differ, so that nothing else is painted or loses the focus.
pub(super) fn table(shown: &ui::TableData, table: &Table, chosen: Option<usize>, language: Language) -> ui::TableData {
    let shown_columns = table.shown(Column::WINDOW).map(|(at, column, head)| (at, (column, language.translate(head))));
    let (places, columns): (Vec<usize>, Vec<(&Column, String)>) = shown_columns.unzip();
    let stays = |(column, _): &(&Column, String)| column.align == Align::Left && column.rank == 0;
    let name = columns.iter().position(stays).unwrap_or_default();
    let rows: Vec<Written> = table.printed().map(|row| Written::of(row, &places, &columns, language)).collect();
    let widths: Vec<f32> = (columns.iter().enumerate())
        .map(|(place, (column, head))| {
            let count = |text: &str| text.chars().count() as f32;
            let longest = |text: &str| text.split(' ').map(count).fold(0.0, f32::max);
            // In two lines, broken where that is narrowest.
            let halved = |text: &str| {
                let breaks = text.match_indices(' ').map(|(at, _)| count(&text[..at]).max(count(&text[at + 1..])));
                breaks.fold(count(text), f32::min)
            };
            let digit = if column.decides || is_place(column) { DECIDING } else { DIGIT };
            let cells = rows.iter().filter_map(|row| row.cells.get(place)).map(|(cell, text)| match cell {
                Cell::Name(_) | Cell::Names(_) if place == name => NAME,
                Cell::Few(..) => halved(text) * HEAD,
                Cell::Marks(places) => 32.0 * places.len() as f32,
                // It may take two lines.
                Cell::Text(_) if place == name => NAME.max(longest(text) * LETTER),
                Cell::Day(_) => count(text) * HEAD,
                Cell::Text(_) | Cell::Name(_) | Cell::Names(_) => count(text) * LETTER,
                _ => count(text) * digit,
            });
            let head = if column.key == "rank" { 0.0 } else { halved(head) * HEAD };
            cells.fold(head, f32::max) + AROUND
        })
        .collect();
    let up_to = |rank: u8| columns.iter().zip(&widths).filter(move |((column, _), _)| column.rank <= rank);
    let longest = |rank: usize| {
        let each = rows.iter().filter_map(|row| row.below.get(rank));
        text(each.max_by_key(|below| below.chars().count()).map_or("", String::as_str))
    };
    let column = |((column, head), width): (&(&Column, String), &f32)| ui::ColumnData {
        // A place needs none.
        head: if column.key == "rank" { text("") } else { text(head) },
        meaning: column.meaning.as_ref().map(|meaning| tr(meaning, language)).unwrap_or_default(),
        left: column.align == Align::Left,
        place: is_place(column),
        width: *width,
        rank: column.rank.into(),
        decides: column.decides,
    };
    let row = |(index, Written { row, cells, below }): (usize, &Written), shown: ui::RowData| {
        let label =
            columns.iter().zip(cells).enumerate().filter(|(place, (_, (_, cell)))| *place != name && !cell.is_empty());
        let label = label.map(|(_, ((_, head), (_, cell)))| figure(head, cell)).collect::<Vec<_>>().join(", ");
        let called = cells.get(name).map_or("", |(_, cell)| cell);
        ui::RowData {
            label: tr(&text!("somebody, figures" => "{name}: {figures}", name = called, figures = label), language),
            face: row.face.as_ref().map(face).unwrap_or_default(),
            person: row.face.is_some(),
            ahead: row.tone == Tone::Ahead,
            gone: row.tone == Tone::Gone,
            chosen: chosen == Some(index),
            below: list_of(shown.below, below.iter().map(|below| text(below))),
            cells: list_of_lists(shown.cells, cells, |(cell, written), shown: ui::CellData| ui::CellData {
                text: if matches!(cell, Cell::Marks(_)) { text("") } else { text(written) },
                faint: matches!(cell, Cell::Few(..) | Cell::Unknown),
                share: if let Cell::Share(share) = cell { *share as f32 } else { -1.0 },
                marks: match cell {
                    Cell::Marks(places) => list_of(shown.marks, places.iter().map(|place| int(*place))),
                    _ => ModelRc::default(),
                },
            }),
        }
    };
    let ranks = 0..=Column::WINDOW;
    ui::TableData {
        columns: list_of(shown.columns.clone(), columns.iter().zip(&widths).map(column)),
        rooms: list_of(
            shown.rooms.clone(),
            ranks.clone().map(|rank| up_to(rank).map(|(_, width)| *width).sum::<f32>()),
        ),
        counts: list_of(shown.counts.clone(), ranks.clone().map(|rank| int(up_to(rank).count()))),
        name: int(name),
        people: rows.iter().any(|written| written.row.face.is_some()),
        seconds: list_of(shown.seconds.clone(), ranks.map(|rank| longest(rank.into()))),
        rows: list_of_lists(shown.rows.clone(), rows.iter().enumerate(), row),
        notes: list_of(shown.notes.clone(), table.notes.iter().map(|note| tr(note, language))),
        empty: tr(&table.empty, language),
    }
}
