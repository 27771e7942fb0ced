//! Filters sessions by players, table, edition, year, and words found anywhere in the record.

use std::sync::Arc;

use chrono::{Datelike, NaiveDate};

use super::record::Record;
use super::spelling::folded;
use super::{GameName, Kind};

/// The place and notes of a session, folded once for searching. Clones share them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Searchable(Arc<Texts>);

#[derive(Debug, Default, PartialEq, Eq, Hash)]
struct Texts {
    place: String,
    notes: String,
    /// Both as written, to be shown.
    written_place: String,
    written_notes: String,
}

impl Searchable {
    /// Folds these texts.
    pub fn of(place: &str, notes: &str) -> Searchable {
        Searchable(match (place, notes) {
            ("", "") => Arc::default(),
            _ => Arc::new(Texts {
                place: folded(place),
                notes: folded(notes),
                written_place: place.to_owned(),
                written_notes: notes.to_owned(),
            }),
        })
    }

    /// The folded place; may be empty.
    pub fn place(&self) -> &str {
        &self.0.place
    }

    /// The place as written; may be empty.
    pub fn written_place(&self) -> &str {
        &self.0.written_place
    }

    /// Whether another value shares these texts.
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
}

/// A word of a search, folded once.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    text: String,
    /// Whether a date in digits can have it.
    in_digits: bool,
    /// The months it is found in.
    months: [bool; 12],
}

impl Word {
    fn of(text: &str, months: &[String; 12]) -> Word {
        Word {
            text: text.to_owned(),
            in_digits: text.bytes().all(|letter| letter.is_ascii_digit() || b".-+".contains(&letter)),
            months: months.each_ref().map(|names| names.contains(text)),
        }
    }

    /// The byte offset of the word in this text. A number must match from its first digit: "7.3." does not find the
    /// 17th of March.
    fn place_in(&self, text: &str) -> Option<usize> {
        if !self.text.starts_with(|letter: char| letter.is_ascii_digit()) {
            return text.find(&self.text);
        }
        let before = |at: usize| text.as_bytes().get(at.wrapping_sub(1));
        let mut places = text.match_indices(&self.text).map(|(at, _)| at);
        places.find(|&at| !before(at).is_some_and(u8::is_ascii_digit))
    }

    fn is_in(&self, text: &str) -> bool {
        self.place_in(text).is_some()
    }

    /// Whether the word occurs in the players, the place or the date.
    fn is_beside_notes(&self, record: &Record, texts: &Texts) -> bool {
        record.people.everyone().any(|person| self.is_in(person.folded()))
            || self.is_in(&texts.place)
            || self.is_in_date(record.started.date_naive())
    }

    /// Whether the word occurs in one of the spellings of this date.
    fn is_in_date(&self, date: NaiveDate) -> bool {
        let month = usize::try_from(date.month0()).ok().and_then(|month| self.months.get(month));
        month == Some(&true) || self.in_digits && self.is_in(&in_digits(date))
    }
}

/// A date in the spellings with digits.
fn in_digits(date: NaiveDate) -> String {
    let (day, month, year) = (date.day(), date.month(), date.year());
    format!("{date}\n{day}.{month}.{year}\n{}", date.format("%d.%m.%Y"))
}

/// The words of a search, folded once. Each must occur somewhere in players, place, notes or date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    words: Vec<Word>,
}

impl Words {
    /// Splits a text into words. `months` are the names by which each month is found.
    pub fn of(text: &str, months: &[String; 12]) -> Words {
        let months = months.each_ref().map(|names| folded(names));
        Words { words: folded(text).split_whitespace().map(|word| Word::of(word, &months)).collect() }
    }

    fn are_in(&self, record: &Record, searchable: &Searchable) -> bool {
        let texts = &*searchable.0;
        self.words.iter().all(|word| word.is_beside_notes(record, texts) || word.is_in(&texts.notes))
    }

    /// The part of the notes around the first word that occurs nowhere else.
    fn quoted_from(&self, record: &Record, searchable: &Searchable) -> Option<String> {
        let texts = &*searchable.0;
        let word = self.words.iter().find(|word| !word.is_beside_notes(record, texts))?;
        Some(around(&texts.written_notes, word.place_in(&texts.notes)?))
    }
}

/// The most letters of a text that are shown before and after the place of a word in it.
const BEFORE: usize = 20;
const AFTER: usize = 80;

/// A part of a text around this byte offset of its folded form, in whole words as far as they fit, on one line.
fn around(text: &str, at: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    // Folding changes the lengths of letters.
    let ends = letters.iter().scan(0, |end, letter| {
        *end += folded(letter.encode_utf8(&mut [0; 4])).len();
        Some(*end)
    });
    let at = ends.take_while(|&end| end <= at).count();
    let (least, most) = (at.saturating_sub(BEFORE), at.saturating_add(AFTER).min(letters.len()));
    let is_gap = |index: &usize| letters.get(*index).is_none_or(|letter| letter.is_whitespace());
    let from = if least == 0 { 0 } else { (least..at).find(is_gap).unwrap_or(least) };
    let to = if most == letters.len() { most } else { (at..most).rev().find(is_gap).unwrap_or(most) };
    let part: String = letters.get(from..to).unwrap_or_default().iter().collect();
    let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{}{part}{}", if from > 0 { "…" } else { "" }, if to < letters.len() { "…" } else { "" })
}

/// The sessions to keep: those that meet every condition. The empty filter keeps all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Names of people who must all have played, spelt exactly so.
    pub players: Vec<String>,
    /// The number of players.
    pub player_count: Option<usize>,
    /// The game.
    pub game: Option<GameName>,
    /// The edition of Wizard, or the other game.
    pub kind: Option<Kind>,
    /// The year of the start, in local time where it was played.
    pub year: Option<i32>,
    /// The words of the search.
    pub words: Words,
}

impl Filter {
    /// The same filter with another search text. `months` are the names by which each month is found.
    pub fn search(self, text: &str, months: &[String; 12]) -> Filter {
        Filter { words: Words::of(text, months), ..self }
    }

    /// Whether the filter keeps every session.
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// Whether the filter keeps this session with these texts.
    pub fn keeps(&self, record: &Record, searchable: &Searchable) -> bool {
        let plays = |name: &String| record.people.everyone().any(|player| player.name == *name);
        self.player_count.is_none_or(|count| record.people.len() == count)
            && self.game.is_none_or(|game| record.game() == game)
            && self.kind.is_none_or(|kind| record.kind() == kind)
            && self.year.is_none_or(|year| record.started.year() == year)
            && self.players.iter().all(plays)
            && self.words.are_in(record, searchable)
    }

    /// The part of the notes that the search has found, if a word of it occurs nowhere else in this session.
    pub fn quoted(&self, record: &Record, searchable: &Searchable) -> Option<String> {
        self.words.quoted_from(record, searchable)
    }
}
