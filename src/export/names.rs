//! Names made safe for display: a name is whatever somebody typed or a file contained.

use chrono::NaiveDate;
use unicode_bidi::{BidiClass, bidi_class};

use crate::language::Language;
use crate::plain::in_line;
use crate::table::{Cell, Column};
use crate::text::Text;

/// A language in which every name within a sentence is made safe. Exports for people use no other, so that none is
/// missed.
#[derive(Clone, Copy, Debug)]
pub(super) struct SafeLanguage(Language);

impl SafeLanguage {
    pub(super) fn of(language: Language) -> SafeLanguage {
        SafeLanguage(language)
    }

    pub(super) fn translate(self, text: &Text) -> String {
        self.0.translate(&text.with_names(&safe))
    }

    pub(super) fn head(self, column: &Column) -> String {
        column.head.as_ref().map(|head| self.translate(head)).unwrap_or_default()
    }

    pub(super) fn cell(self, cell: &Cell) -> String {
        cell.text(self.0, &safe)
    }

    pub(super) fn number(self, number: i32) -> String {
        self.0.number(number.into())
    }

    pub(super) fn date(self, day: NaiveDate) -> String {
        self.0.long_date(day)
    }

    pub(super) fn short_date(self, day: NaiveDate) -> String {
        self.0.short_date(day)
    }

    pub(super) fn tag(self) -> String {
        self.0.tag()
    }
}

fn safe(name: &str) -> String {
    if name.is_empty() { String::new() } else { isolated(&plain(name)) }
}

/// A name on one line, or a replacement mark if nothing of it is visible.
pub(super) fn plain(name: &str) -> String {
    let plain = in_line(name);
    if plain.trim().is_empty() { char::REPLACEMENT_CHARACTER.to_string() } else { plain.trim().to_owned() }
}

pub(super) fn lines(text: &str) -> Vec<String> {
    text.lines().map(|line| in_line(line).trim_end().to_owned()).collect()
}

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
    use super::{SafeLanguage, isolated, lines, plain};
    use crate::language::Language;
    use crate::text;

    #[test]
    fn a_name_stays_in_its_line_and_turns_nothing_around() {
        assert_eq!(plain("A\nB\u{7}C"), "A B\u{FFFD}C");
        assert_eq!(plain("\u{202E}evil\u{2069}"), "evil");
        assert_eq!(plain("\u{202E}"), "\u{FFFD}");
        assert_eq!(isolated("דוד"), "\u{2068}דוד\u{2069}");
        assert_eq!(isolated("Zoë 李"), "Zoë 李");
    }

    #[test]
    fn names_deep_in_a_sentence_are_made_safe() {
        let names = vec!["\u{202E}evil".to_owned(), "דוד".to_owned()];
        let list = text!("{names} wins" | "{names} share the victory" % names.len(), names = names);
        let text = SafeLanguage::of(Language::ENGLISH).translate(&text!("{rule}.", rule = list));
        assert_eq!(text, "evil and \u{2068}דוד\u{2069} share the victory.");
    }

    #[test]
    fn notes_keep_their_lines() {
        assert_eq!(lines("one\r\ntwo\n\n\u{1b}[2J"), ["one", "two", "", "\u{FFFD}[2J"]);
    }
}
