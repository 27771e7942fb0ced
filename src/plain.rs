//! Plain text for terminals, chats and files.

use unicode_width::UnicodeWidthStr;

/// Rows as lines, with `gap` between the columns, each as wide as its widest cell in a terminal. The columns of `left` (from
/// 0) begin at their left edge, the others end at their right.
pub fn aligned(rows: &[Vec<String>], gap: &str, left: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let widths: Vec<usize> =
        (0..columns).map(|column| cells(column).map(|cell| cell.width()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let padded = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            let space = " ".repeat(width.saturating_sub(cell.width()));
            if left.contains(&column) { format!("{cell}{space}") } else { format!("{space}{cell}") }
        });
        text.push_str(padded.collect::<Vec<_>>().join(gap).trim_end());
        text.push('\n');
    }
    text
}

/// A text in one line that commands no terminal: white space is a space, other control characters are a mark, and the
/// embeddings, overrides and isolates that would turn the direction of the line are left out.
pub fn in_line(text: &str) -> String {
    let turns = |letter: &char| matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|letter| !turns(letter)).map(visible).collect()
}

/// What is shown of a character in a line.
pub fn visible(letter: char) -> char {
    match letter {
        '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        // XML has no place for the last two, not even escaped.
        letter if letter.is_control() || matches!(letter, '\u{FFFE}' | '\u{FFFF}') => char::REPLACEMENT_CHARACTER,
        letter => letter,
    }
}

/// What a spreadsheet takes for the beginning of a formula, and the apostrophe that keeps it from that.
const FORMULA: [char; 12] = ['=', '+', '-', '@', '\t', '\r', '\n', '\'', '＝', '＋', '－', '＠'];

/// A text that no spreadsheet takes for a formula: an apostrophe is put before one that begins like it. A text that
/// begins with an apostrophe gets one too, so that taking one away restores every text. Control characters
/// that are no white space are replaced: RFC 4180 has no place for them, and a terminal would obey them.
pub fn neutral(text: &str) -> String {
    let text = text.replace(|letter: char| letter.is_control() && !matches!(letter, '\t' | '\r' | '\n'), "\u{FFFD}");
    if text.starts_with(FORMULA) { format!("'{text}") } else { text }
}

/// The text that [`neutral`] made harmless; an apostrophe that it did not put there was typed.
pub fn restored(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.starts_with(FORMULA)).unwrap_or(text)
}
