//! Aligned columns for a terminal.

use unicode_width::UnicodeWidthStr;

/// Rows as lines, each column as wide as its widest cell, as a terminal shows it. These columns (from 0) begin at
/// their left edge, the others end at their right.
pub(super) fn aligned(rows: &[Vec<String>], left: &[usize]) -> String {
    let Some(head) = rows.first() else { return String::new() };
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0);
    let columns: Vec<(usize, bool)> = (0..head.len()).map(|column| (width(column), left.contains(&column))).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, (width, left)) in row.iter().zip(&columns) {
            let space = " ".repeat(width.saturating_sub(cell.width()));
            let (before, after) = if *left { ("", &*space) } else { (&*space, "") };
            line.push_str(before);
            line.push_str(cell);
            line.push_str(after);
            line.push_str("   ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
