//! The texts of a language, from its `.po` file.

use std::collections::HashMap;

/// The context, if any, and the English words.
type Key = (Option<String>, String);

#[derive(Debug)]
pub(super) struct Texts {
    /// The translated forms: one, or one for each kind of count. Untranslated texts are not included.
    forms: HashMap<Key, Vec<String>>,
    plural: Rule,
}

impl Texts {
    /// `None` if the file cannot be read, or lacks the rule for plurals.
    pub(super) fn read(po: &[u8]) -> Option<Texts> {
        let file = rspolib::pofile(std::str::from_utf8(po).ok()?).ok()?;
        let plural = file.metadata.get("Plural-Forms")?.split(';').find_map(|part| part.trim().strip_prefix("plural="));
        let plural = Rule::read(plural?)?;
        let mut forms = HashMap::with_capacity(file.entries.len());
        for entry in file.entries {
            let translations = match entry.msgid_plural {
                Some(_) => entry.msgstr_plural,
                None => entry.msgstr.into_iter().collect(),
            };
            if !translations.is_empty() && translations.iter().all(|form| !form.is_empty()) {
                forms.insert((entry.msgctxt, entry.msgid), translations);
            }
        }
        Some(Texts { forms, plural })
    }

    /// In the form for `count` if there are several.
    pub(super) fn find(&self, context: Option<&str>, english: &str, count: Option<u64>) -> Option<&str> {
        let forms = self.forms.get(&(context.map(str::to_owned), english.to_owned()))?;
        let form = count.map_or(0, |count| self.plural.form(count));
        forms.get(form).or(forms.last()).map(String::as_str)
    }
}

/// Calls `found` with context, English words and translation of each text of a file that has one line and no plural.
/// Nothing is kept, and escapes are left as they are.
pub(super) fn look_for<'a>(po: &'a str, mut found: impl FnMut(Option<&'a str>, &'a str, &'a str)) {
    let (mut context, mut english) = (None, None);
    for line in po.lines() {
        let quoted = |keyword: &str| line.strip_prefix(keyword)?.strip_prefix(" \"")?.strip_suffix('"');
        if line.is_empty() {
            (context, english) = (None, None);
        } else if let Some(words) = quoted("msgctxt") {
            context = Some(words);
        } else if let Some(words) = quoted("msgid") {
            english = Some(words);
        } else if let (Some(english), Some(translation)) = (english, quoted("msgstr").filter(|text| !text.is_empty())) {
            found(context, english, translation);
        }
    }
}

/// The rule by which a count takes a form: gettext's `Plural-Forms` expression, such as `n != 1`.
#[derive(Debug)]
enum Rule {
    Count,
    Number(u64),
    Both(&'static str, Box<Rule>, Box<Rule>),
    Choice(Box<Rule>, Box<Rule>, Box<Rule>),
}

/// The operators, loosest first.
const SIGNS: [&[&str]; 5] = [&["||"], &["&&"], &["==", "!="], &["<=", ">=", "<", ">"], &["%"]];

impl Rule {
    fn read(text: &str) -> Option<Rule> {
        let text: String = text.split_whitespace().collect();
        let (rule, rest) = Rule::choice(&text)?;
        rest.is_empty().then_some(rule)
    }

    fn choice(text: &str) -> Option<(Rule, &str)> {
        let (condition, rest) = Rule::chain(text, 0)?;
        let Some(rest) = rest.strip_prefix('?') else { return Some((condition, rest)) };
        let (yes, rest) = Rule::choice(rest)?;
        let (no, rest) = Rule::choice(rest.strip_prefix(':')?)?;
        Some((Rule::Choice(Box::new(condition), Box::new(yes), Box::new(no)), rest))
    }

    fn chain(text: &str, level: usize) -> Option<(Rule, &str)> {
        let Some(signs) = SIGNS.get(level) else { return Rule::part(text) };
        let (mut rule, mut rest) = Rule::chain(text, level + 1)?;
        while let Some((sign, after)) = signs.iter().find_map(|&sign| Some((sign, rest.strip_prefix(sign)?))) {
            let (next, after) = Rule::chain(after, level + 1)?;
            rule = Rule::Both(sign, Box::new(rule), Box::new(next));
            rest = after;
        }
        Some((rule, rest))
    }

    fn part(text: &str) -> Option<(Rule, &str)> {
        if let Some(rest) = text.strip_prefix('n') {
            return Some((Rule::Count, rest));
        }
        if let Some(rest) = text.strip_prefix('(') {
            let (rule, rest) = Rule::choice(rest)?;
            return Some((rule, rest.strip_prefix(')')?));
        }
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        let (number, rest) = text.split_at(end);
        Some((Rule::Number(number.parse().ok()?), rest))
    }

    fn value(&self, n: u64) -> u64 {
        match self {
            Rule::Count => n,
            Rule::Number(number) => *number,
            Rule::Choice(condition, yes, no) => {
                if condition.value(n) == 0 {
                    no.value(n)
                } else {
                    yes.value(n)
                }
            }
            Rule::Both(sign, one, other) => {
                let (one, other) = (one.value(n), other.value(n));
                let truth = match *sign {
                    "||" => one != 0 || other != 0,
                    "&&" => one != 0 && other != 0,
                    "==" => one == other,
                    "!=" => one != other,
                    "<=" => one <= other,
                    ">=" => one >= other,
                    "<" => one < other,
                    ">" => one > other,
                    _ => return one.checked_rem(other).unwrap_or(0),
                };
                u64::from(truth)
            }
        }
    }

    fn form(&self, count: u64) -> usize {
        usize::try_from(self.value(count)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Rule, Texts};

    fn forms(rule: &str, counts: &[u64]) -> Vec<usize> {
        let rule = Rule::read(rule).unwrap();
        counts.iter().map(|&count| rule.form(count)).collect()
    }

    #[test]
    fn every_language_counts_in_its_own_way() {
        assert_eq!(forms("(n != 1)", &[0, 1, 2]), [1, 0, 1]);
        assert_eq!(forms("n > 1", &[0, 1, 2]), [0, 0, 1]);
        assert_eq!(forms("0", &[0, 1, 2]), [0, 0, 0]);
        let polish = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2";
        assert_eq!(forms(polish, &[1, 2, 5, 12, 22, 25]), [0, 1, 2, 2, 1, 2]);
        assert!(Rule::read("n !").is_none() && Rule::read("(n").is_none() && Rule::read("").is_none());
    }

    #[test]
    fn a_text_is_found_by_its_words_and_context() {
        let head = "msgid \"\"\nmsgstr \"\"\n\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n";
        let rest = "msgctxt \"c\"\nmsgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"\"\n\n\
                    msgid \"{n} x\"\nmsgid_plural \"{n} xs\"\nmsgstr[0] \"{n} y\"\nmsgstr[1] \"{n} ys\"\n";
        let texts = Texts::read(format!("{head}{rest}").as_bytes()).unwrap();
        assert_eq!(texts.find(Some("c"), "a", None), Some("b"));
        assert_eq!(texts.find(None, "a", None), None, "what is empty is not translated");
        assert_eq!(
            (texts.find(None, "{n} x", Some(1)), texts.find(None, "{n} x", Some(0))),
            (Some("{n} y"), Some("{n} ys"))
        );
        assert!(Texts::read(b"").is_none());
    }
}
