//! Markdown: tables for a forum, a wiki or a notebook.

use std::fmt::Write as _;

use super::names::{SafeLanguage, isolated};
use super::sheet::{Margin, Sheet, marked};
use super::words;
use super::words::Word;
use crate::game::SheetCell;

/// The sheet as Markdown, with tables as GitHub and most others read them.
pub(super) fn markdown(sheet: &Sheet) -> String {
    let mut text = format!("# {}\n\n", escaped(&sheet.title));
    let head = sheet.when_and_where(SafeLanguage::date);
    for line in [head, sheet.facts.join(" · ")].iter().filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "{}\n", escaped(line));
    }
    standings(&mut text, sheet);
    rounds(&mut text, sheet);
    if !sheet.notes.is_empty() {
        // After an empty line, one that begins with four blanks would be code, in which nothing can be escaped.
        let lines: Vec<String> = sheet.notes.iter().map(|line| escaped(line.trim_start())).collect();
        let _ = writeln!(text, "\n## {}\n\n{}", sheet.word(Word::Notes), lines.join("  \n"));
    }
    text
}

fn standings(text: &mut String, sheet: &Sheet) {
    let _ = writeln!(text, "## {}\n", sheet.standings_title());
    let head = [Word::Rank, Word::Player, Word::Points, Word::BidsMet].map(|word| escaped(&sheet.word(word)));
    let _ = writeln!(text, "| {} |", head.join(" | "));
    let _ = writeln!(text, "|--:|:--|--:|--:|");
    for place in &sheet.places {
        let (name, total) = (&sheet.who(place.seat).name, sheet.number(place.total));
        let _ = writeln!(
            text,
            "| {} | {} | **{total}** | {} |",
            place.rank,
            escaped(&isolated(name)),
            sheet.language.say(&words::met_of(place.met, sheet.played))
        );
    }
}

fn rounds(text: &mut String, sheet: &Sheet) {
    let (cards, trump) = (sheet.has_odd_cards(), sheet.has_trump() || sheet.has_bomb());
    let mut head = vec![sheet.word(Word::Round)];
    head.extend(cards.then(|| sheet.word(Word::Cards)));
    head.extend(trump.then(|| sheet.word(Word::Trump)));
    head.extend(sheet.players.iter().map(|who| escaped(&isolated(&who.name))));
    let _ = writeln!(text, "\n## {}\n\n| {} |", sheet.word(Word::Sheet), head.join(" | "));
    let _ = writeln!(text, "|{}", "--:|".repeat(head.len()));
    for (row, margin) in sheet.beside() {
        let mut cells = vec![escaped(&marked(row.number, margin.waived, margin.told_below))];
        cells.extend(cards.then(|| margin.cards.to_string()));
        cells.extend(trump.then(|| trump_and_bomb(margin, sheet)));
        cells.extend(row.cells.iter().map(|found| cell(found, sheet)));
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    let _ = writeln!(text, "\n{}", sheet.word(Word::CellKey));
    if sheet.has_waived() {
        let _ = writeln!(text, "\n{}", sheet.word(Word::WaivedKey));
    }
    for line in &sheet.beside_rounds {
        let _ = writeln!(text, "\n{}", escaped(line));
    }
}

fn trump_and_bomb(margin: &Margin, sheet: &Sheet) -> String {
    let trump = margin.trump.map(|trump| sheet.language.say(&sheet.deck.trump(trump)));
    let bombs = (0..margin.bombs).map(|_| sheet.word(Word::Bomb));
    trump.into_iter().chain(bombs).collect::<Vec<_>>().join(", ")
}

fn cell(cell: &SheetCell, sheet: &Sheet) -> String {
    let numbers = &cell.entry;
    match (cell.total, cell.good) {
        (Some(total), Some(true)) => format!("**{}** {numbers} ✓", sheet.number(total)),
        (Some(total), Some(false)) => format!("{} {numbers} ×", sheet.number(total)),
        (Some(total), None) => format!("{} {numbers}", sheet.number(total)),
        (None, _) => numbers.clone(),
    }
}

/// A text for Markdown with every character escaped that Markdown or HTML could take for markup.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (index, letter) in text.char_indices() {
        let first = text[..index].trim().is_empty();
        let line_start = first && matches!(letter, '+' | '-' | '=' | '.' | ')');
        // A number with a full stop would begin a list.
        let list = matches!(letter, '.' | ')') && !first && text[..index].bytes().all(|byte| byte.is_ascii_digit());
        // GitHub makes a link of whatever follows "www.".
        let link = letter == '.' && text[..index].to_ascii_lowercase().ends_with("www");
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            // Includes characters special to some readers only: strikethrough, mentions, automatic links.
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '!' | '~' | '$' | '^' | '@' | ':' => {
                safe.push('\\');
                safe.push(letter);
            }
            letter if line_start || list || link => {
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
        assert_eq!(escaped("WWW.a.b www.c"), "WWW\\.a.b www\\.c");
    }
}
