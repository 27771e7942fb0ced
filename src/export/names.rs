//! Names made safe for people's eyes: a name is whatever somebody typed, or a file brought in.

use unicode_bidi::{BidiClass, bidi_class};

/// A text in one line: white space is a space, other control characters are a mark, and the characters that turn the
/// direction of all that follows are left out.
pub(super) fn plain(text: &str) -> String {
    let plain: String = text.chars().filter(|letter| !turns(*letter)).map(in_line).collect();
    if plain.trim().is_empty() { char::REPLACEMENT_CHARACTER.to_string() } else { plain.trim().to_owned() }
}

/// Notes: as [`plain`], with their lines kept.
pub(super) fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| line.chars().filter(|letter| !turns(*letter)).map(in_line).collect::<String>();
    text.lines().map(|text| line(text).trim_end().to_owned()).collect()
}

fn in_line(letter: char) -> char {
    match letter {
        '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        // XML has no place for these, not even escaped.
        '\u{FFFE}' | '\u{FFFF}' => char::REPLACEMENT_CHARACTER,
        letter if letter.is_control() => char::REPLACEMENT_CHARACTER,
        letter => letter,
    }
}

/// Embeddings, overrides and isolates: with one of them a name could reverse the line it stands in.
fn turns(letter: char) -> bool {
    matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Is it written from right to left, or has it letters that are?
pub(super) fn right_to_left(text: &str) -> bool {
    text.chars().any(|letter| matches!(bidi_class(letter), BidiClass::R | BidiClass::AL | BidiClass::AN))
}

/// A plain name that can stand in a line of text: one that has letters from right to left stands apart, so that the
/// order of what is around it stays.
pub(super) fn isolated(name: &str) -> String {
    if right_to_left(name) { format!("\u{2068}{name}\u{2069}") } else { name.to_owned() }
}

/// A name in one line that a terminal does not obey.
pub(super) fn line_of(name: &str) -> String {
    name.chars().map(|letter| if letter.is_control() { '\u{FFFD}' } else { letter }).collect()
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
