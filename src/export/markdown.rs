//! Markdown: tables for a forum, a wiki or a notebook.

use std::fmt::Write as _;

use super::names::SafeLanguage;
use super::sheet::Sheet;
use super::words::Word;
use crate::table::{Align, Column, Table};

pub(super) fn markdown(sheet: &Sheet) -> String {
    let mut text = format!("# {}\n\n", escaped(&sheet.title));
    let head = sheet.when_and_where(SafeLanguage::date);
    for line in [head, sheet.facts.join(" · ")].iter().filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "{}\n", escaped(line));
    }
    let standings = table(&sheet.standings_table(true), sheet.language);
    let _ = writeln!(text, "## {}\n\n{standings}", sheet.standings_title());
    let _ = write!(text, "## {}\n\n{}", sheet.word(Word::Sheet), rounds(sheet));
    if !sheet.notes.is_empty() {
        // After an empty line, one that begins with four blanks would be code, in which nothing can be escaped.
        let lines: Vec<String> = sheet.notes.iter().map(|line| escaped(line.trim_start())).collect();
        let _ = writeln!(text, "\n## {}\n\n{}", sheet.word(Word::Notes), lines.join("  \n"));
    }
    text
}

fn rounds(sheet: &Sheet) -> String {
    let mut text = table(&sheet.rounds_table(true), sheet.language);
    for line in &sheet.adjustments {
        let _ = writeln!(text, "\n{}", escaped(line));
    }
    text
}

/// As GitHub and most others read it.
fn table(table: &Table, language: SafeLanguage) -> String {
    let shown: Vec<_> = table.shown(u8::MAX).collect();
    let head: Vec<String> = shown.iter().map(|(_, _, head)| escaped(&language.translate(head))).collect();
    let mut text = format!("| {} |\n|", head.join(" | "));
    text.extend(shown.iter().map(|(_, column, _)| if column.align == Align::Left { ":--|" } else { "--:|" }));
    text.push('\n');
    for row in table.printed() {
        let cell = |(at, column, _): &(usize, &Column, _)| match escaped(&language.cell(row.cell(*at))) {
            cell if column.decides => format!("**{cell}**"),
            cell => cell,
        };
        let _ = writeln!(text, "| {} |", shown.iter().map(cell).collect::<Vec<_>>().join(" | "));
    }
    for note in &table.notes {
        let _ = writeln!(text, "\n{}", language.translate(note));
    }
    text
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
