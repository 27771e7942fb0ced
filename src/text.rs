//! Untranslated sentences: the messages of rules, sessions and archive.

use std::borrow::Cow;
use std::fmt;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::plain::visible;
use crate::text;

/// A sentence as a value: its English words and the values for its places. Made by [`text!`](crate::text!); put into
/// a language by `Language::translate`. `Display` gives plain English, for logs and tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The context (`msgctxt`) that distinguishes two meanings of the same English words.
    pub(crate) context: Option<&'static str>,
    /// The English words, with places such as `{name}`.
    pub(crate) english: &'static str,
    /// The English words for counts other than one, and the count.
    pub(crate) plural: Option<(&'static str, u64)>,
    /// By the place's name.
    pub(crate) values: Vec<(&'static str, Value)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A name or a path: the same in every language.
    Name(String),
    /// A whole number, written as the language writes it.
    Number(i64),
    /// A sentence or word of its own.
    Text(Box<Text>),
    /// Several values, joined as a list ("Anna, Bo and Cleo").
    List(Vec<Value>),
}

impl Text {
    /// Makes a text; for [`text!`](crate::text!) only.
    #[doc(hidden)]
    pub fn of(
        context: Option<&'static str>,
        english: &'static str,
        plural: Option<(&'static str, u64)>,
        values: Vec<(&'static str, Value)>,
    ) -> Text {
        Text { context, english, plural, values }
    }

    /// Words of another program, the system or a file, the same in every language.
    pub fn foreign(words: impl Into<String>) -> Text {
        Text::of(None, "{words}", None, vec![("words", words.into().into())])
    }

    /// A number alone.
    pub fn number(number: impl Into<i64>) -> Text {
        Text::of(None, "{words}", None, vec![("words", Value::Number(number.into()))])
    }

    /// A problem, preceded by the file or place where it is.
    pub fn at(place: impl Into<Value>, reason: Text) -> Text {
        let place: Value = place.into();
        text!("file or place, then what is wrong there" => "{place}: {reason}", place = place, reason = reason)
    }

    /// Joins sentences without a full stop by “;”; `None` if there are none.
    pub fn joined(texts: impl IntoIterator<Item = Text>) -> Option<Text> {
        texts
            .into_iter()
            .reduce(|one, next| text!("two sentences without a full stop" => "{one}; {next}", one = one, next = next))
    }

    /// Joins two short facts by “·”.
    pub fn side_by_side(one: Text, next: Text) -> Text {
        text!("two facts in a row" => "{one} · {next}", one = one, next = next)
    }

    pub fn with_names(&self, change: &dyn Fn(&str) -> String) -> Text {
        let values = self.values.iter().map(|(place, value)| (*place, value.with_names(change)));
        Text { values: values.collect(), ..self.clone() }
    }

    pub(crate) fn in_english(&self) -> &'static str {
        match self.plural {
            Some((plural, count)) if count != 1 => plural,
            _ => self.english,
        }
    }

    /// `words` with the values filled into its places, each written by `write`.
    pub(crate) fn fill(&self, words: &str, write: impl Fn(&Value) -> String) -> String {
        let mut filled = String::with_capacity(words.len() + 16);
        let mut rest = words;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let Some((place, after)) = after.split_once('}') else {
                filled.push('{');
                rest = after;
                continue;
            };
            match self.values.iter().find(|(name, _)| *name == place) {
                Some((_, value)) => filled.push_str(&write(value)),
                None => filled.extend(["{", place, "}"]),
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }
}

impl fmt::Display for Text {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let write = |value: &Value| value.to_string();
        out.write_str(&self.fill(self.in_english(), write))
    }
}

impl Value {
    fn with_names(&self, change: &dyn Fn(&str) -> String) -> Value {
        match self {
            Value::Name(name) => Value::Name(change(name)),
            Value::Number(number) => Value::Number(*number),
            Value::Text(text) => Value::Text(Box::new(text.with_names(change))),
            Value::List(values) => Value::List(values.iter().map(|value| value.with_names(change)).collect()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Name(name) => out.write_str(name),
            Value::Number(number) => write!(out, "{number}"),
            Value::Text(text) => write!(out, "{text}"),
            Value::List(values) => {
                let values: Vec<String> = values.iter().map(Value::to_string).collect();
                out.write_str(&values.join(", "))
            }
        }
    }
}

impl From<Text> for Value {
    fn from(text: Text) -> Self {
        Value::Text(Box::new(text))
    }
}

/// The most characters of a name or path that a sentence quotes, a little less than the longest path systems allow.
const QUOTED_MAX: usize = 4000;

impl From<&str> for Value {
    fn from(name: &str) -> Self {
        Value::Name(quoted(name, QUOTED_MAX))
    }
}

impl From<String> for Value {
    fn from(name: String) -> Self {
        name.as_str().into()
    }
}

impl From<&String> for Value {
    fn from(name: &String) -> Self {
        name.as_str().into()
    }
}

/// What people typed, in the one Unicode form in which it is kept and compared (NFC): some systems write an accented
/// letter as two characters.
pub fn composed(typed: &str) -> Cow<'_, str> {
    if typed.is_ascii() || is_nfc(typed) { typed.into() } else { typed.nfc().collect::<String>().into() }
}

/// Foreign words fit to be quoted in a sentence: on one line, and only their beginning and end if longer than `most`.
pub fn quoted(words: &str, most: usize) -> String {
    if words.len() <= most || words.chars().nth(most).is_none() {
        return words.chars().map(visible).collect();
    }
    let end: Vec<char> = words.chars().rev().take(most / 4).map(visible).collect();
    let start = words.chars().take(most - most / 4 - 1).map(visible);
    start.chain(['…']).chain(end.into_iter().rev()).collect()
}

impl<V: Into<Value>> From<Vec<V>> for Value {
    fn from(values: Vec<V>) -> Self {
        Value::List(values.into_iter().map(Into::into).collect())
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Value {
            fn from(number: $number) -> Self {
                Value::Number(number.into())
            }
        })*
    };
}

numbers!(u8, i8, u16, i16, u32, i32, i64);

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Value::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Value::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

/// Makes a sentence as a value, a [`Text`](crate::text::Text):
///
/// - `text!("{name} bids {bid}", name = player, bid = 2)`;
/// - with a count: `text!("{n} round" | "{n} rounds" % rounds)`, where `{n}` is the count;
/// - with a context, where the same English words mean two things: `text!("of a card" => "none")`.
///
/// The words must be literals: `tests/program/languages.rs` collects them for `lang/`. Write whole sentences; a
/// language may need a different word order from English.
#[macro_export]
macro_rules! text {
    ($context:literal => $english:literal | $plural:literal % $count:expr $(, $place:ident = $value:expr)* $(,)?) => {
        $crate::text!(@ Some($context), $english, Some(($plural, $count)), $($place = $value,)*)
    };
    ($context:literal => $english:literal $(, $place:ident = $value:expr)* $(,)?) => {
        $crate::text::Text::of(
            Some($context), $english, None, vec![$((stringify!($place), $crate::text::Value::from($value))),*],
        )
    };
    ($english:literal | $plural:literal % $count:expr $(, $place:ident = $value:expr)* $(,)?) => {
        $crate::text!(@ None, $english, Some(($plural, $count)), $($place = $value,)*)
    };
    ($english:literal $(, $place:ident = $value:expr)* $(,)?) => {
        $crate::text::Text::of(
            None, $english, None, vec![$((stringify!($place), $crate::text::Value::from($value))),*],
        )
    };
    (@ $context:expr, $english:literal, Some(($plural:literal, $count:expr)), $($place:ident = $value:expr,)*) => {{
        let count = $crate::text::Value::from($count);
        let n = count.count();
        $crate::text::Text::of(
            $context,
            $english,
            Some(($plural, n)),
            vec![("n", count) $(, (stringify!($place), $crate::text::Value::from($value)))*],
        )
    }};
}

impl Value {
    /// The count that chooses between singular and plural.
    #[doc(hidden)]
    pub fn count(&self) -> u64 {
        match self {
            Value::Number(number) => number.unsigned_abs(),
            Value::Name(_) | Value::Text(_) | Value::List(_) => 0,
        }
    }
}
