//! Filters sessions by players, table, edition, year, and words found anywhere in the record.

use chrono::Datelike;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use super::{GameName, Kind, Record};

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

/// A text prepared for searching: lower case, without accents, and in one spelling where there are several.
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    for letter in text.nfkd().flat_map(char::to_lowercase) {
        match letter {
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ø' => out.push('o'),
            'ł' => out.push('l'),
            'đ' | 'ð' => out.push('d'),
            'ı' => out.push('i'),
            'ς' => out.push('σ'),
            '’' | 'ʼ' => out.push('\''),
            // A combining accent, on its own after decomposition.
            _ if canonical_combining_class(letter) != 0 => {}
            _ => out.push(letter),
        }
    }
    out
}

/// The searchable words of a session, folded once: players, place, notes and the date in several spellings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searchable {
    haystack: Box<str>,
}

impl Searchable {
    /// Collects what can be found in this session.
    pub fn of(record: &Record) -> Searchable {
        let date = record.started.date_naive();
        let month = usize::try_from(date.month0()).ok().and_then(|month| MONTHS.get(month)).copied().unwrap_or("");
        let mut haystack =
            format!("{date}\n{}.{}.{}\n{}\n{month}\n", date.day(), date.month(), date.year(), date.format("%d.%m.%Y"));
        for text in record.people.everyone().map(|player| &*player.name).chain([&*record.place, &*record.notes]) {
            haystack.push_str(&folded(text));
            haystack.push('\n');
        }
        Searchable { haystack: haystack.into() }
    }

    /// Whether this folded word occurs. A number must match from its first digit: "7.3." does not find the 17th of
    /// March.
    fn has(&self, word: &str) -> bool {
        if !word.starts_with(|letter: char| letter.is_ascii_digit()) {
            return self.haystack.contains(word);
        }
        let before = |at: usize| self.haystack.as_bytes().get(at.wrapping_sub(1));
        self.haystack.match_indices(word).any(|(at, _)| !before(at).is_some_and(u8::is_ascii_digit))
    }
}

/// The words of a search, folded once. Each must occur somewhere in players, place, notes or date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    words: Vec<String>,
}

impl Words {
    /// Splits a text into words.
    pub fn of(text: &str) -> Words {
        Words { words: folded(text).split_whitespace().map(str::to_owned).collect() }
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

    /// Whether the filter keeps this session. The second value must be [`Searchable::of`] the first.
    pub fn keeps(&self, record: &Record, searchable: &Searchable) -> bool {
        let plays = |name: &String| record.people.everyone().any(|player| player.name == *name);
        self.player_count.is_none_or(|count| record.people.len() == count)
            && self.game.is_none_or(|game| record.game() == game)
            && self.kind.is_none_or(|kind| record.kind() == kind)
            && self.year.is_none_or(|year| record.started.year() == year)
            && self.players.iter().all(plays)
            && self.words.words.iter().all(|word| searchable.has(word))
    }
}
