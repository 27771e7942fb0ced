//! Names made safe for display: a name is whatever somebody typed or a file contained.

use unicode_bidi::{BidiClass, bidi_class};

use crate::plain::in_line;

/// A name on one line, or a replacement mark if nothing of it is visible.
pub(super) fn plain(name: &str) -> String {
    let plain = in_line(name);
    if plain.trim().is_empty() { char::REPLACEMENT_CHARACTER.to_string() } else { plain.trim().to_owned() }
}

/// The lines of notes, made safe.
pub(super) fn lines(text: &str) -> Vec<String> {
    text.lines().map(|line| in_line(line).trim_end().to_owned()).collect()
}

/// Whether the text has letters written from right to left.
pub(super) fn right_to_left(text: &str) -> bool {
    text.chars().any(|letter| matches!(bidi_class(letter), BidiClass::R | BidiClass::AL | BidiClass::AN))
}

/// A safe name for use within a line of text: one with letters from right to left is isolated, so that it does not
/// reorder the text around it.
pub(super) fn isolated(name: &str) -> String {
    if right_to_left(name) { format!("\u{2068}{name}\u{2069}") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{isolated, lines, plain};

    #[test]
    fn a_name_stays_in_its_line_and_turns_nothing_around() {
        assert_eq!(plain("A\nB\u{7}C"), "A B\u{FFFD}C");
        assert_eq!(plain("\u{202E}evil\u{2069}"), "evil");
        assert_eq!(plain("\u{202E}"), "\u{FFFD}");
        assert_eq!(isolated("דוד"), "\u{2068}דוד\u{2069}");
        assert_eq!(isolated("Zoë 李"), "Zoë 李");
    }

    #[test]
    fn notes_keep_their_lines() {
        assert_eq!(lines("one\r\ntwo\n\n\u{1b}[2J"), ["one", "two", "", "\u{FFFD}[2J"]);
    }
}
