use std::sync::Arc;

use chrono::{Datelike, NaiveDate};
use uuid::Uuid;

use super::record::Record;
use super::spelling::folded;
use super::{GameName, Kind};

/// Folded once for searching. Clones share the texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Searchable(Arc<Texts>);

#[derive(Debug, Default, PartialEq, Eq, Hash)]
struct Texts {
    place: String,
    notes: String,
    written_place: String,
    written_notes: String,
}

impl Searchable {
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

    /// May be empty.
    pub fn place(&self) -> &str {
        &self.0.place
    }

    /// May be empty.
    pub fn written_place(&self) -> &str {
        &self.0.written_place
    }

    /// Whether a clone shares them.
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    text: String,
    /// Whether it can match a date in digits.
    in_digits: bool,
    /// Months whose names contain it.
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

    /// Byte offset in the text. A number must match from its first digit: "7.3." does not find the 17th of March.
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

    fn is_beside_notes(&self, record: &Record, texts: &Texts) -> bool {
        record.people.everyone().any(|person| self.is_in(person.folded()))
            || self.is_in(&texts.place)
            || self.is_in_date(record.started.date_naive())
    }

    fn is_in_date(&self, date: NaiveDate) -> bool {
        let month = usize::try_from(date.month0()).ok().and_then(|month| self.months.get(month));
        month == Some(&true) || self.in_digits && self.is_in(&in_digits(date))
    }
}

fn in_digits(date: NaiveDate) -> String {
    let (day, month, year) = (date.day(), date.month(), date.year());
    format!("{date}\n{day}.{month}.{year}\n{}", date.format("%d.%m.%Y"))
}

/// Each must occur somewhere in players, place, notes or date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    words: Vec<Word>,
}

impl Words {
    /// `months` are the names by which each month is found.
    pub fn of(text: &str, months: &[String; 12]) -> Words {
        let months = months.each_ref().map(|names| folded(names));
        Words { words: folded(text).split_whitespace().map(|word| Word::of(word, &months)).collect() }
    }

    fn are_in(&self, record: &Record, searchable: &Searchable) -> bool {
        let texts = &*searchable.0;
        self.words.iter().all(|word| word.is_beside_notes(record, texts) || word.is_in(&texts.notes))
    }

    /// Around the first word that occurs nowhere but in the notes.
    fn quoted_from(&self, record: &Record, searchable: &Searchable) -> Option<String> {
        let texts = &*searchable.0;
        let word = self.words.iter().find(|word| !word.is_beside_notes(record, texts))?;
        Some(around(&texts.written_notes, word.place_in(&texts.notes)?))
    }
}

/// Letters shown before and after a match.
const BEFORE: usize = 20;
const AFTER: usize = 80;

/// Around a byte offset of the folded text: whole words as far as they fit, on one line.
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tournaments {
    #[default]
    Without,
    With,
    Only(Uuid),
}

impl Tournaments {
    /// `None` for a game of no tournament.
    pub fn count(self, tournament: Option<Uuid>) -> bool {
        match self {
            Tournaments::Without => tournament.is_none(),
            Tournaments::With => true,
            Tournaments::Only(id) => tournament == Some(id),
        }
    }
}

/// All conditions must hold; the empty filter keeps all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// All of them must have played, spelt exactly so.
    pub players: Vec<String>,
    pub player_count: Option<usize>,
    pub game: Option<GameName>,
    pub kind: Option<Kind>,
    /// Of the start, in local time of the place.
    pub year: Option<i32>,
    /// For statistics; lists show the games of all tournaments unless [`Tournaments::Only`] is set.
    pub tournaments: Tournaments,
    pub words: Words,
}

impl Filter {
    /// `months` are the names by which each month is found.
    pub fn search(self, text: &str, months: &[String; 12]) -> Filter {
        Filter { words: Words::of(text, months), ..self }
    }

    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// Ignores `tournaments`.
    pub fn keeps(&self, record: &Record, searchable: &Searchable) -> bool {
        let plays = |name: &String| record.people.everyone().any(|player| player.name == *name);
        self.player_count.is_none_or(|count| record.people.len() == count)
            && self.game.is_none_or(|game| record.game() == game)
            && self.kind.is_none_or(|kind| record.kind() == kind)
            && self.year.is_none_or(|year| record.started.year() == year)
            && self.players.iter().all(plays)
            && self.words.are_in(record, searchable)
    }

    /// The part of the notes that matches, if a word occurs nowhere else in this session.
    pub fn quoted(&self, record: &Record, searchable: &Searchable) -> Option<String> {
        self.words.quoted_from(record, searchable)
    }
}
