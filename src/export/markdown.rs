//! Markdown: tables for a forum, a wiki or a note book.

use std::fmt::Write as _;

use super::names::isolated;
use super::sheet::{Cell, Row, Sheet};
use super::words;

/// The sheet as Markdown (tables as GitHub and most others read them).
pub(super) fn markdown(sheet: &Sheet) -> String {
    let mut text = format!("# {}\n\n", escaped(&sheet.title));
    let head = words::when_and_where(sheet.date.map(words::date), &isolated(&sheet.place));
    for line in [head, sheet.facts.join(" · ")].iter().filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "{}\n", escaped(line));
    }
    standings(&mut text, sheet);
    rounds(&mut text, sheet);
    if !sheet.notes.is_empty() {
        let lines: Vec<String> = sheet.notes.iter().map(|line| escaped(line)).collect();
        let _ = writeln!(text, "\n## {}\n\n{}", words::NOTES, lines.join("  \n"));
    }
    text
}

fn standings(text: &mut String, sheet: &Sheet) {
    let _ = writeln!(text, "## {}\n", sheet.standings_title());
    let _ = writeln!(text, "| {} | {} | {} | {} |", words::PLACE, words::PLAYER, words::POINTS, words::BIDS_MET);
    let _ = writeln!(text, "|--:|:--|--:|--:|");
    for place in &sheet.places {
        let (name, total) = (sheet.who(place.seat).0, words::number(place.total));
        let _ = writeln!(
            text,
            "| {} | {} | **{total}** | {} of {} |",
            place.rank,
            escaped(&isolated(name)),
            place.bids_met,
            sheet.played
        );
    }
}

fn rounds(text: &mut String, sheet: &Sheet) {
    let (cards, trump) = (sheet.has_odd_cards(), sheet.has_trump() || sheet.has_bomb());
    let mut head = vec![words::ROUND.to_owned()];
    head.extend(cards.then(|| words::CARDS.to_owned()));
    head.extend(trump.then(|| words::TRUMP.to_owned()));
    head.extend(sheet.players.iter().map(|who| escaped(&isolated(&who.name))));
    let _ = writeln!(text, "\n## {}\n\n| {} |", words::SHEET, head.join(" | "));
    let _ = writeln!(text, "|{}", "--:|".repeat(head.len()));
    for row in &sheet.rows {
        let mut cells = vec![row.round.to_string()];
        cells.extend(cards.then(|| row.cards.to_string()));
        cells.extend(trump.then(|| trump_and_bomb(row)));
        cells.extend(row.cells.iter().map(cell));
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    let _ = writeln!(text, "\n{}", words::CELL_KEY);
}

fn trump_and_bomb(row: &Row) -> String {
    let trump = row.trump.map(words::trump);
    [trump, row.bomb.then_some(words::BOMB)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn cell(cell: &Cell) -> String {
    let numbers = cell.bid_and_tricks();
    match (cell.total, cell.met) {
        (Some(total), Some(true)) => format!("**{}** {numbers} ✓", words::number(total)),
        (Some(total), _) => format!("{} {numbers} ×", words::number(total)),
        (None, _) => numbers,
    }
}

/// A text that means nothing but itself: every sign that Markdown or HTML inside of it could take for its own is escaped.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (index, letter) in text.char_indices() {
        let first = text[..index].trim().is_empty();
        let line_start = first && matches!(letter, '+' | '-' | '=' | '.' | ')');
        // A number with a full stop would begin a list.
        let list = matches!(letter, '.' | ')') && !first && text[..index].bytes().all(|byte| byte.is_ascii_digit());
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            // Also those that only some readers know: a crossed-out text, a mention, a link made of an address.
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '!' | '~' | '$' | '^' | '@' | ':' => {
                safe.push('\\');
                safe.push(letter);
            }
            letter if line_start || list => {
                safe.push('\\');
                safe.push(letter);
            }
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn names_are_only_names() {
        assert_eq!(escaped("a|b*c"), "a\\|b\\*c");
        assert_eq!(escaped("<script>"), "&lt;script&gt;");
        assert_eq!(escaped("1. A"), "1\\. A");
        assert_eq!(escaped("- A.B"), "\\- A.B");
    }
}
