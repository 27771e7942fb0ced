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
