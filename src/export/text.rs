//! Plain text for a chat: the result, the standings and the totals by round in narrow, aligned columns.

use std::fmt::Write as _;

use super::evening::{Score, Summary};
use super::names::{SafeLanguage, isolated};
use super::sheet::{Place, Sheet, marked};
use super::words::Word;
use crate::game::{SheetCell, Standing};
use crate::plain::aligned;

/// The sheet as text. Rounds to come are left out: nobody reads empty lines in a chat.
pub(super) fn text(sheet: &Sheet) -> String {
    let mut text = String::new();
    let head = sheet.when_and_where(SafeLanguage::short_date);
    let game = sheet.language.say(&sheet.game.text());
    let title = if head.is_empty() { game } else { format!("{game} · {head}") };
    let _ = writeln!(text, "{title}");
    for line in sheet.at_table.iter().chain([&sheet.title]) {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text);
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

/// An evening as text: what it comes to, and each game with everyone's totals.
pub(super) fn evening(evening: &Summary) -> String {
    let head = evening.when_and_where(SafeLanguage::short_date);
    let mut text = format!("{} · {head}\n{}\n\n", evening.name, evening.facts.join(" · "));
    let row = |place: Place| {
        let told = [isolated(&place.who.name), place.told].map(|words| format!(" {words}"));
        [format!("{}.", place.rank), place.result].into_iter().chain(told).collect()
    };
    let rows: Vec<Vec<String>> = evening.standings().into_iter().map(row).collect();
    text.push_str(&aligned(&rows, " ", &[0, 2, 3]));
    let score = |score: &Score| {
        let told = format!("{} {}", isolated(&evening.who(score)?.name), score.total);
        Some(told.trim_end().to_owned())
    };
    for game in &evening.games {
        let scores: Vec<String> = game.scores.iter().filter_map(score).collect();
        let _ = writeln!(text, "\n{}\n{}", game.told, scores.join(" · "));
    }
    text
}

fn standings(text: &mut String, sheet: &Sheet) {
    let row = |place: &Standing| {
        let who = sheet.who(place.seat);
        let marks = [isolated(&who.face.initials), isolated(&who.name)].map(|words| format!(" {words}"));
        [format!("{}.", place.rank), sheet.number(place.total)].into_iter().chain(marks).collect()
    };
    text.push_str(&aligned(&sheet.places.iter().map(row).collect::<Vec<_>>(), " ", &[0, 2, 3]));
}

fn rounds(text: &mut String, sheet: &Sheet) {
    let initials = sheet.players.iter().map(|who| format!("{} ", isolated(&who.face.initials)));
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
