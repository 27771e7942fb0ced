//! Plain text for a chat: the result, the standings and the totals by round in narrow, aligned columns.

use std::fmt::Write as _;

use super::names::{SafeLanguage, isolated};
use super::sheet::{Sheet, marked};
use super::words::Word;
use crate::game::{SheetCell, Standing};
use crate::plain::aligned;

/// The sheet as text. Rounds to come are left out: nobody reads empty lines in a chat.
pub(super) fn text(sheet: &Sheet) -> String {
    let mut text = String::new();
    let head = sheet.when_and_where(SafeLanguage::short_date);
    let game = sheet.language.say(&sheet.game.text());
    let title = if head.is_empty() { game } else { format!("{game} · {head}") };
    let _ = writeln!(text, "{title}\n{}\n", sheet.title);
    standings(&mut text, sheet);
    rounds(&mut text, sheet);
    for line in sheet.beside_rounds.iter().chain(&sheet.taken_over) {
        let _ = writeln!(text, "{line}");
    }
    if !sheet.notes.is_empty() {
        let _ = writeln!(text);
        sheet.notes.iter().for_each(|line| {
            let _ = writeln!(text, "{line}");
        });
    }
    text
}

fn standings(text: &mut String, sheet: &Sheet) {
    let row = |place: &Standing| {
        let (name, initials) = sheet.who(place.seat);
        let marks = [isolated(initials), isolated(name)].map(|words| format!(" {words}"));
        [format!("{}.", place.rank), sheet.number(place.total)].into_iter().chain(marks).collect()
    };
    text.push_str(&aligned(&sheet.places.iter().map(row).collect::<Vec<_>>(), " ", &[0, 2, 3]));
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
    let _ = write!(text, "\n{}", aligned(&rows, "  ", &[]));
    let _ = writeln!(text, "✓ {}", sheet.word(Word::Met));
    if sheet.has_waived() {
        let _ = writeln!(text, "{}", sheet.word(Word::WaivedKey));
    }
}

/// The total with a mark for a met bid; in the open round the bid.
fn cell(cell: &SheetCell, sheet: &Sheet) -> String {
    let mark = if cell.good == Some(true) { '✓' } else { ' ' };
    match cell.total {
        Some(total) => format!("{}{mark}", sheet.number(total)),
        None if cell.entry.is_empty() => mark.to_string(),
        None => format!("({}){mark}", cell.entry),
    }
}
