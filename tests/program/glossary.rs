//! One word for one thing: `lang/GLOSSARY.md` names the words of each language, and the texts say no others.

use std::collections::BTreeMap;

use tablet_of_truth::language::Language;

use crate::languages::{Key, languages, page, texts, translations, words_of_page};

const GLOSSARY: &str = include_str!("../../lang/GLOSSARY.md");

#[derive(Debug)]
struct Term<'a> {
    name: &'a str,
    /// Its word, and when another is right.
    word: &'a str,
    /// A translation of the term has one of these.
    parts: Vec<&'a str>,
    /// What no text says; with `…` at the end, every word that begins so.
    not: Vec<&'a str>,
}

#[derive(Debug, Default)]
struct Words<'a> {
    terms: Vec<Term<'a>>,
    /// Phrases in which a refused word is right, with the reason.
    allowed: Vec<(&'a str, &'a str)>,
}

fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

fn glossary(document: &str) -> BTreeMap<&str, Words<'_>> {
    let mut found: BTreeMap<&str, Words> = BTreeMap::new();
    let mut code = "";
    for line in document.lines() {
        if line.starts_with("## ") {
            code = quoted(line)[0];
            let twice = found.insert(code, Words::default());
            assert!(twice.is_none(), "{code} is there twice");
        }
        let Some(words) = found.get_mut(code) else { continue };
        if let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) {
            let cells: Vec<&str> = row.split(" | ").collect();
            let [name, word, parts, not] = cells[..] else { panic!("{code}: {line:?} has not four cells") };
            if name != "Term" {
                words.terms.push(Term { name, word, parts: quoted(parts), not: quoted(not) });
            }
        } else if let Some(phrase) = line.strip_prefix("- `") {
            words.allowed.push(phrase.split_once("`: ").unwrap_or_else(|| panic!("{code}: {line:?} lacks a reason")));
        }
    }
    found
}

/// Whether this text, in small letters, has a word or words of the glossary.
fn says(text: &str, words: &str) -> bool {
    let stem = words.strip_suffix('…');
    let words = stem.unwrap_or(words);
    text.match_indices(words).any(|(at, _)| {
        let begins = !text[..at].ends_with(char::is_alphanumeric);
        begins && (stem.is_some() || !text[at + words.len()..].starts_with(char::is_alphanumeric))
    })
}

/// A text in small letters, without the names of its places.
fn plain(text: &str) -> String {
    let mut parts = text.split('{');
    let mut plain = parts.next().unwrap_or_default().to_lowercase();
    for part in parts {
        plain += "{}";
        plain += &part.split_once('}').unwrap_or_default().1.to_lowercase();
    }
    plain
}

/// The words of this text that the glossary refuses, and the marks that its language writes in another way.
fn faults(code: &str, words: &Words, text: &str) -> Vec<String> {
    let mut shown = plain(text);
    for (phrase, _) in &words.allowed {
        shown = shown.replace(phrase, "");
    }
    let mut found = Vec::new();
    for term in &words.terms {
        let refused = term.not.iter().filter(|refused| says(&shown, refused));
        found.extend(refused.map(|refused| format!("{refused:?} is not the word; {}: {}", term.name, term.word)));
    }
    if text.contains('"') {
        found.push("a straight quotation mark".to_owned());
    }
    if code == "fr" {
        if text.contains('\'') {
            found.push("a straight apostrophe".to_owned());
        }
        if [" :", " ;", " ?", " !", " %", " »", "« "].iter().any(|mark| text.contains(mark)) {
            found.push("a space at which a mark may leave its line".to_owned());
        }
    }
    found
}

fn texts_of(language: Language) -> Vec<String> {
    let mut found: Vec<String> = if language == Language::ENGLISH {
        texts().into_iter().flat_map(|(key, _)| [Some(key.english), key.plural]).flatten().collect()
    } else {
        translations(language).0.into_values().flatten().collect()
    };
    let page = page();
    found.extend(words_of_page(&page)[language.tag().as_str()].values().map(|&text| text.to_owned()));
    found
}

#[test]
fn every_text_says_the_words_of_the_glossary() {
    let glossary = glossary(GLOSSARY);
    let mut wrong = Vec::new();
    for language in Language::all() {
        let code = language.code();
        let words = &glossary[code];
        let shown = texts_of(language);
        assert!(shown.len() > 500, "{code} has only {} texts", shown.len());
        for text in &shown {
            wrong.extend(faults(code, words, text).into_iter().map(|fault| format!("{code}: {fault}: {text:?}")));
        }
        for (phrase, _) in &words.allowed {
            if !shown.iter().any(|text| plain(text).contains(phrase)) {
                wrong.push(format!("{code}: no text says {phrase:?}, so it need not be allowed"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong, see lang/GLOSSARY.md:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_glossary_has_every_term_in_every_language() {
    let glossary = glossary(GLOSSARY);
    let spoken: Vec<&str> = Language::all().map(Language::code).collect();
    assert!(spoken.iter().all(|code| glossary.contains_key(code)) && glossary.len() == spoken.len(), "{spoken:?}");
    let names = |code: &str| glossary[code].terms.iter().map(|term| term.name).collect::<Vec<_>>();
    let english = names("en");
    for (code, words) in &glossary {
        // A language may have more: words that only it mixes up.
        assert!(names(code).starts_with(&english), "{code} has {:?}, English {english:?}", names(code));
        for term in &words.terms {
            assert!(!term.word.is_empty() && term.word != "—", "{code} has no word for {}", term.name);
            let own = term.parts.iter().find(|part| term.not.iter().any(|refused| says(part, refused)));
            assert_eq!(own, None, "{code} wants and refuses it: {}", term.name);
        }
        for (phrase, reason) in &words.allowed {
            assert!(!reason.is_empty(), "{code}: {phrase:?} lacks a reason");
            let refused = words.terms.iter().flat_map(|term| &term.not).any(|refused| says(phrase, refused));
            assert!(refused, "{code}: nothing refuses {phrase:?}, so it need not be allowed");
        }
    }
}

/// Short labels and figures that some language says without the term, and texts that name a column of a file.
const WITHOUT_TERMS: &[&str] = &[
    "A session, a tournament, a whole archive, or a CSV table with the columns round, player, bid and tricks. \
     Nothing here is overwritten; if the file has an error, nothing is imported.",
    "Bids met",
    "Bids of 0 met",
    "bids met",
    "{table_points} table points, {points} points, {met} bids met",
    "Bid−tricks",
    "Cloud: bid {} → {}",
    "Correct round {}",
    "Deal round 1",
    "Every round",
    "Every other round",
    "Points by round",
    "Reveal the bids",
    "Secret bids",
    "The bids may not add up to the tricks",
    "The most bids met in a row, from game to game.",
    "Ties broken by bids met",
    "{met} of {rounds}",
    "{time} · {edition} · {rounds}",
    "{} bid of {} tricks",
    "{met} of {n} bid met",
    "{name}: {n} game, {wins} wins, bids met {met}, {mean} points per game, {tendency}, rating {rating}",
];

#[test]
fn translations_use_the_terms_of_the_game() {
    let glossary = glossary(GLOSSARY);
    let mut wrong = Vec::new();
    for language in languages() {
        let terms = &glossary[language.code()].terms;
        let asked: Vec<&Term> = terms.iter().filter(|term| !term.parts.is_empty()).collect();
        assert!(asked.len() >= 9, "{} asks for {} terms only", language.code(), asked.len());
        for (Key { english, .. }, forms) in translations(language).0 {
            if WITHOUT_TERMS.contains(&english.as_str()) {
                continue;
            }
            // The Last Wizard's round tokens are named after their shape.
            let small = english.to_lowercase().replace("round token", "token");
            let words: Vec<&str> = small.split(|letter: char| !letter.is_alphabetic()).collect();
            for term in &asked {
                let wanted = words.iter().any(|word| *word == term.name || word.strip_suffix('s') == Some(term.name));
                let has = |form: &String| term.parts.iter().any(|part| form.to_lowercase().contains(part));
                if wanted && !forms.iter().all(has) {
                    wrong.push(format!("{}: {} in {english:?} is {forms:?}", language.code(), term.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_word_that_the_glossary_refuses_is_found() {
    let document = "\
## Deutsch (`de`)

| Term | Word | Parts | Not |
|---|---|---|---|
| share | teilen | — | `weitergeb…`, `das heft` |

Allowed:
- `karten weitergeben`: ein Zug im Spiel

## Français (`fr`)
";
    let glossary = glossary(document);
    let german = |text: &str| faults("de", &glossary["de"], text);
    assert_eq!(german("Die Partie weitergeben"), ["\"weitergeb…\" is not the word; share: teilen"]);
    assert_eq!((german("Das Heft.").len(), german("Das Heftchen; alle Hefte").len()), (1, 0));
    assert!(german("Karten weitergeben, dann {weitergeben} teilen").is_empty());
    assert_eq!(german("Namen, \"Ana\""), ["a straight quotation mark"]);
    let french = |text: &str| faults("fr", &glossary["fr"], text).len();
    assert_eq!([french("l'atout"), french("le pli : un"), french("« Ana »"), french("\"Ana\"")], [1; 4]);
    assert_eq!(french("l’atout\u{a0}: «\u{202f}Ana\u{202f}»\u{202f}?"), 0);
}
