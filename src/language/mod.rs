//! The languages, the choice of the user's, and the translation of a [`Text`], a number or a date.
//!
//! The texts are in `lang/<code>/LC_MESSAGES/tablet-of-truth.po`, for window and terminal alike, and are built into the
//! binary. To add a language, see `CONTRIBUTING.md`.

mod dates;
mod texts;

use std::sync::OnceLock;

pub use dates::{day, minutes, month, months, weekday};
use texts::Texts;

use crate::text;
use crate::text::{Text, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language(&'static Known);

#[derive(Debug)]
struct Known {
    /// The locale, such as `de` or `pt_BR`, which is also the folder in `lang/`.
    code: &'static str,
    /// In the language itself.
    name: &'static str,
    /// Empty for English, the language of the sources.
    po: &'static [u8],
}

impl PartialEq for Known {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Known {}

macro_rules! known {
    ($code:literal, $name:literal) => {
        Known {
            code: $code,
            name: $name,
            po: include_bytes!(concat!("../../lang/", $code, "/LC_MESSAGES/tablet-of-truth.po")),
        }
    };
}

/// Every language, English first. A new one needs a line here and its file in `lang/`. Not a slice, whose files the
/// compiler would repeat in every piece of the program that names a language.
static LANGUAGES: [Known; 4] = [
    Known { code: "en", name: "English", po: b"" },
    known!("de", "Deutsch"),
    known!("fr", "Français"),
    known!("pt_BR", "Português (Brasil)"),
];

impl Default for Language {
    fn default() -> Self {
        Language::ENGLISH
    }
}

impl Language {
    pub const ENGLISH: Language = Language(&LANGUAGES[0]);

    /// English first.
    pub fn all() -> impl Iterator<Item = Language> {
        LANGUAGES.iter().map(Language)
    }

    pub fn of_code(code: &str) -> Option<Language> {
        Language::all().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// The first of these locales (`de-AT`, `pt_PT.UTF-8`, `fr_FR@euro`) with a translation. The country need not
    /// match: Brazilian Portuguese serves Portugal.
    pub fn of_locales<T: AsRef<str>>(locales: impl IntoIterator<Item = T>) -> Option<Language> {
        locales.into_iter().find_map(|locale| {
            let locale = locale.as_ref().split(['.', '@']).next().unwrap_or_default().replace('-', "_");
            let spoken = locale.split('_').next().unwrap_or_default();
            Language::of_code(&locale)
                .or_else(|| Language::all().find(|language| language.spoken().eq_ignore_ascii_case(spoken)))
        })
    }

    /// The first of the system's languages with a translation, or else English.
    pub fn of_system() -> Language {
        if is_plain(std::env::var) {
            return Language::ENGLISH;
        }
        Language::of_locales(sys_locale::get_locales()).unwrap_or_default()
    }

    /// The code as a locale: `en`, `de`, `fr`, `pt_BR`.
    pub fn code(self) -> &'static str {
        self.0.code
    }

    /// The code as a BCP 47 tag for HTML and PDF: `pt-BR`.
    pub fn tag(self) -> String {
        self.code().replace('_', "-")
    }

    pub fn name(self) -> &'static str {
        self.0.name
    }

    fn spoken(self) -> &'static str {
        self.code().split('_').next().unwrap_or_default()
    }

    /// Read on first use; `None` for English.
    fn texts(self) -> Option<&'static Texts> {
        static READ: OnceLock<Vec<OnceLock<Option<Texts>>>> = OnceLock::new();
        let all = READ.get_or_init(|| LANGUAGES.iter().map(|_| OnceLock::new()).collect());
        let place = all.get(Language::all().position(|language| language == self)?)?;
        place.get_or_init(|| Texts::read(self.0.po)).as_ref()
    }

    /// Falls back to English for texts missing from the language's file; a test ensures there are none.
    pub fn translate(self, text: &Text) -> String {
        text.fill(self.words(text), |value| self.write(value))
    }

    /// With its places not filled in.
    fn words(self, text: &Text) -> &'static str {
        let count = text.plural.map(|(_, count)| count);
        let found = self.texts().and_then(|texts| texts.find(text.context, text.english, count));
        found.unwrap_or_else(|| text.in_english())
    }

    /// Translates a text that stands alone: with a capital letter, unless a name begins it.
    pub fn sentence(self, text: &Text) -> String {
        let words = self.translate(text);
        let mut letters = words.chars();
        match letters.next().filter(|_| !self.begins_with_name(text)) {
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => words,
        }
    }

    fn begins_with_name(self, text: &Text) -> bool {
        let place = self.words(text).strip_prefix('{').and_then(|words| words.split_once('}')).map(|(place, _)| place);
        match text.values.iter().find(|(name, _)| Some(*name) == place) {
            Some((_, Value::Text(text))) => self.begins_with_name(text),
            Some((_, Value::Name(_) | Value::List(_))) => true,
            _ => false,
        }
    }

    /// For English words that are not a [`Text`], such as the help of the terminal.
    pub fn find(self, english: &str) -> String {
        let found = self.texts().and_then(|texts| texts.find(None, english, None));
        found.unwrap_or(english).to_owned()
    }

    pub(crate) fn write(self, value: &Value) -> String {
        match value {
            Value::Name(name) => name.clone(),
            Value::Number(number) => self.number(*number),
            Value::Text(text) => self.translate(text),
            Value::List(values) => self.list(&values.iter().map(|value| self.write(value)).collect::<Vec<_>>()),
        }
    }

    /// "Anna, Bo and Cleo".
    pub fn list(self, names: &[String]) -> String {
        match names {
            [] => String::new(),
            [one] => one.clone(),
            [all @ .., last] => self.translate(&text!("{names} and {last}", names = all.join(", "), last = last)),
        }
    }

    /// With the language's minus sign and digit groups; four digits are not grouped.
    pub fn number(self, number: i64) -> String {
        let digits = number.unsigned_abs().to_string();
        let mut text = if number < 0 { self.minus() } else { String::new() };
        let mark = if digits.len() > 4 {
            self.translate(&text!("between groups of three digits" => ","))
        } else {
            String::new()
        };
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push_str(&mark);
            }
            text.push(digit);
        }
        text
    }

    /// With a sign for gains, too.
    pub fn points(self, points: i64) -> String {
        if points > 0 { format!("+{}", self.number(points)) } else { self.number(points) }
    }

    pub fn decimal(self, number: f64, places: usize) -> String {
        let written = format!("{:.places$}", number.abs());
        let (whole, part) = written.split_once('.').unwrap_or((&written, ""));
        let sign = if number < 0.0 && written.contains(|digit| matches!(digit, '1'..='9')) {
            self.minus()
        } else {
            String::new()
        };
        let mark = if part.is_empty() {
            String::new()
        } else {
            self.translate(&text!("between whole and decimal places" => "."))
        };
        format!("{sign}{whole}{mark}{part}")
    }

    fn minus(self) -> String {
        self.translate(&text!("sign of a negative number" => "−"))
    }
}

/// Whether the environment asks for plain output (`LC_ALL=C`), so that variables of lower rank do not count.
fn is_plain<E>(variable: impl Fn(&'static str) -> Result<String, E>) -> bool {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| variable(name).ok());
    let first = set.into_iter().find(|locale| !locale.is_empty());
    cfg!(unix) && first.is_some_and(|locale| matches!(locale.split('.').next(), Some("C" | "POSIX")))
}
