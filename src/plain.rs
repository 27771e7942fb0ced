//! Plain text for terminals, chats and files.

use unicode_width::UnicodeWidthStr;

/// Lays rows out in lines, each column as wide as its widest cell in a terminal, with `gap` between columns. The
/// columns in `left` (from 0) are aligned left, the others right.
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

/// The numbers of a column for spreadsheets, all in one format: whole, or with two digits after the point.
pub fn numbers(column: impl IntoIterator<Item = f64>) -> Vec<String> {
    // No number is a negative zero.
    let rounded: Vec<f64> = column.into_iter().map(|number| (number * 100.0).round() / 100.0 + 0.0).collect();
    let digits = if rounded.iter().all(|number| number.fract() == 0.0) { 0 } else { 2 };
    rounded.iter().map(|number| format!("{number:.digits$}")).collect()
}

/// A text on one line that cannot control a terminal: white space becomes a space, other control characters a
/// replacement mark, and the characters that would turn the direction of the line are left out.
pub fn in_line(text: &str) -> String {
    let turns = |letter: &char| matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|letter| !turns(letter)).map(visible).collect()
}

/// The character shown in place of another on a line.
pub fn visible(letter: char) -> char {
    match letter {
        '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        // XML cannot hold the last two, not even escaped.
        letter if letter.is_control() || matches!(letter, '\u{FFFE}' | '\u{FFFF}') => char::REPLACEMENT_CHARACTER,
        letter => letter,
    }
}

/// The characters that begin a formula in a spreadsheet, and the apostrophe that prevents it.
const FORMULA: [char; 12] = ['=', '+', '-', '@', '\t', '\r', '\n', '\'', '＝', '＋', '－', '＠'];

/// A text that no spreadsheet takes for a formula: one that begins like a formula gets an apostrophe, and so does one
/// that begins with an apostrophe, so that removing one restores every text. Control characters other than white space
/// are replaced: RFC 4180 does not allow them, and a terminal would obey them.
pub fn neutral(text: &str) -> String {
    let text = text.replace(|letter: char| letter.is_control() && !matches!(letter, '\t' | '\r' | '\n'), "\u{FFFD}");
    if text.starts_with(FORMULA) { format!("'{text}") } else { text }
}

/// Undoes [`neutral`]; an apostrophe that it did not add was typed.
pub fn restored(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.starts_with(FORMULA)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn numbers_of_a_column_have_one_format() {
        assert_eq!(numbers([45.0, -0.001]), ["45", "0"]);
        assert_eq!(numbers([45.0, 37.5, -100.0 / 3.0]), ["45.00", "37.50", "-33.33"]);
    }
}
