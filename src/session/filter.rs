//! Filters sessions by players, table, edition, year, and words found anywhere in the record.

use std::sync::Arc;

use chrono::{Datelike, NaiveDate};

use super::record::Record;
use super::spelling::folded;
use super::{GameName, Kind};

/// The months in the languages of the program, folded, so that "Mar", "März" and "março" all find March.
const MONTHS: [&str; 12] = [
    "january januar janvier janeiro",
    "february februar fevrier fevereiro",
    "march marz maerz mars marco",
    "april avril abril",
    "may mai maio",
    "june juni juin junho",
    "july juli juillet julho",
    "august aout agosto",
    "september septembre setembro",
    "october oktober octobre outubro",
    "november novembre novembro",
    "december dezember decembre dezembro",
];

/// The place and notes of a session, folded once for searching. Clones share them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Searchable(Arc<String>);

impl Searchable {
    /// Folds these texts.
    pub fn of(place: &str, notes: &str) -> Searchable {
        Searchable(match (place, notes) {
            ("", "") => Arc::default(),
            (place, "") => Arc::new(folded(place)),
            _ => Arc::new(folded(place) + "\n" + &folded(notes)),
        })
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
    fn of(text: &str) -> Word {
        Word {
            text: text.to_owned(),
            in_digits: text.bytes().all(|letter| letter.is_ascii_digit() || b".-+".contains(&letter)),
            months: MONTHS.map(|names| names.contains(text)),
        }
    }

    /// Whether the word occurs in this text. A number must match from its first digit: "7.3." does not find the 17th
    /// of March.
    fn is_in(&self, text: &str) -> bool {
        if !self.text.starts_with(|letter: char| letter.is_ascii_digit()) {
            return text.contains(&self.text);
        }
        let before = |at: usize| text.as_bytes().get(at.wrapping_sub(1));
        text.match_indices(&self.text).any(|(at, _)| !before(at).is_some_and(u8::is_ascii_digit))
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
    /// Splits a text into words.
    pub fn of(text: &str) -> Words {
        Words { words: folded(text).split_whitespace().map(Word::of).collect() }
    }

    fn are_in(&self, record: &Record, searchable: &Searchable) -> bool {
        self.words.iter().all(|word| {
            record.people.everyone().any(|person| word.is_in(person.folded()))
                || word.is_in(&searchable.0)
                || word.is_in_date(record.started.date_naive())
        })
    }
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
    /// The same filter with another search text.
    pub fn search(self, text: &str) -> Filter {
        Filter { words: Words::of(text), ..self }
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
}
