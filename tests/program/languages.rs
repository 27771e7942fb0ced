//! Every text is translated into every language: the sources are compared with the files in `lang/`, and the page's own
//! sentences with each other.
//!
//! `LANG_UPDATE=1 cargo test --test program languages` writes the template, adds missing texts to each language's file,
//! empty, and removes those that the program no longer has.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use tablet_of_truth::language::Language;
use tablet_of_truth::text::{Text, Value};

/// A text's context and English words, which identify it in the files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub context: Option<String>,
    pub english: String,
    pub plural: Option<String>,
}

/// The texts of the sources in order of appearance, each with the files that have it.
pub type Texts = Vec<(Key, Vec<String>)>;

pub fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.to_string_lossy().ends_with(end) {
            found.push(path);
        }
    }
    found
}

fn without_comments(source: &str) -> String {
    source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The string literal at the start, and what follows it.
fn literal(source: &str) -> Option<(String, &str)> {
    let mut letters = source.trim_start().strip_prefix('"')?.char_indices();
    let body = source.trim_start().strip_prefix('"')?;
    let mut text = String::new();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((text, body[at + 1..].trim_start())),
            '\\' => match letters.next()?.1 {
                'n' => text.push('\n'),
                // A continued line: its indentation does not count.
                '\n' => {
                    let rest = letters.as_str();
                    let skipped = rest.len() - rest.trim_start().len();
                    for _ in 0..rest[..skipped].chars().count() {
                        letters.next();
                    }
                }
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
    None
}

/// The texts after each `mark` (`@tr(` or `text!(`).
fn texts_of(source: &str, mark: &str) -> Vec<Key> {
    let mut found = Vec::new();
    for part in source.split(mark).skip(1) {
        let Some((first, rest)) = literal(part) else { continue };
        let (context, english, rest) = match rest.strip_prefix("=>") {
            Some(rest) => {
                let (english, rest) = literal(rest).expect("a context must be followed by a text");
                (Some(first), english, rest)
            }
            None => (None, first, rest),
        };
        let plural = rest.strip_prefix('|').map(|rest| literal(rest).expect("`|` must be followed by the plural").0);
        found.push(Key { context, english, plural });
    }
    found
}

fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = |path: &Path| path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
    let all = files(&root.join("ui"), ".slint").into_iter().chain(files(&root.join("src"), ".rs"));
    all.map(|path| (name(&path), without_comments(&fs::read_to_string(&path).unwrap()))).collect()
}

pub fn texts() -> Texts {
    let mut found: Texts = Vec::new();
    for (file, source) in sources() {
        let mark = if file.ends_with(".slint") { "@tr(" } else { "text!(" };
        for key in texts_of(&source, mark) {
            match found.iter_mut().find(|(known, _)| *known == key) {
                Some((_, files)) if files.contains(&file) => {}
                Some((_, files)) => files.push(file.clone()),
                None => found.push((key, vec![file.clone()])),
            }
        }
    }
    assert!(found.len() > 500, "only {} texts were found", found.len());
    found
}

pub fn languages() -> Vec<Language> {
    Language::all().filter(|&language| language != Language::ENGLISH).collect()
}

fn po_path(language: Language) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("lang/{}/LC_MESSAGES/tablet-of-truth.po", language.code()))
}

/// The translations of a language, one or more forms each, and the head of its file.
pub fn translations(language: Language) -> (BTreeMap<Key, Vec<String>>, String) {
    let path = po_path(language);
    let text = fs::read_to_string(&path).unwrap();
    let head = text.split("\n\n").next().unwrap().to_owned();
    let mut found = BTreeMap::new();
    for entry in rspolib::pofile(path.as_path()).unwrap().entries {
        let key = Key { context: entry.msgctxt, english: entry.msgid, plural: entry.msgid_plural };
        let forms = if key.plural.is_some() { entry.msgstr_plural } else { vec![entry.msgstr.unwrap_or_default()] };
        assert!(found.insert(key.clone(), forms).is_none(), "{}: {key:?} is there twice", path.display());
    }
    (found, head)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

fn entry(out: &mut String, key: &Key, files: &[String], forms: &[String]) {
    write!(out, "\n#: {}\n", files.join(" ")).unwrap();
    if let Some(context) = &key.context {
        writeln!(out, "msgctxt {}", quoted(context)).unwrap();
    }
    writeln!(out, "msgid {}", quoted(&key.english)).unwrap();
    match &key.plural {
        None => writeln!(out, "msgstr {}", quoted(forms.first().map_or("", String::as_str))).unwrap(),
        Some(plural) => {
            writeln!(out, "msgid_plural {}", quoted(plural)).unwrap();
            for index in 0..forms.len().max(2) {
                writeln!(out, "msgstr[{index}] {}", quoted(forms.get(index).map_or("", String::as_str))).unwrap();
            }
        }
    }
}

const TEMPLATE_HEAD: &str = concat!(
    "# The texts of Tablet of Truth, for translators. ",
    r#"Made by: LANG_UPDATE=1 cargo test --test program languages
msgid ""
msgstr ""
"Project-Id-Version: tablet-of-truth\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2;plural=(n != 1);\n"
"#
);

fn template(texts: &Texts) -> String {
    let mut out = TEMPLATE_HEAD.to_owned();
    for (key, files) in texts {
        entry(&mut out, key, files, &[]);
    }
    out
}

fn update(texts: &Texts) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::write(root.join("lang/tablet-of-truth.pot"), template(texts)).unwrap();
    for language in languages() {
        let (known, head) = translations(language);
        let mut out = head.trim_end().to_owned() + "\n";
        for (key, files) in texts {
            entry(&mut out, key, files, known.get(key).map_or(&[], Vec::as_slice));
        }
        fs::write(po_path(language), out).unwrap();
    }
}

/// The placeholders of a text, such as `{}` or `{name}`, sorted; numbered ones count as plain.
fn places(text: &str) -> Vec<String> {
    let mut found: Vec<String> = text
        .split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}'))
        .map(|(place, _)| if place.chars().all(|digit| digit.is_ascii_digit()) { String::new() } else { place.into() })
        .collect();
    found.sort();
    found
}

#[test]
fn every_text_is_translated_into_every_language() {
    let texts = texts();
    if std::env::var_os("LANG_UPDATE").is_some() {
        update(&texts);
    }
    let (root, n) = (Path::new(env!("CARGO_MANIFEST_DIR")), "n".to_owned());
    let mut wrong = Vec::new();
    if fs::read_to_string(root.join("lang/tablet-of-truth.pot")).unwrap_or_default() != template(&texts) {
        wrong.push("lang/tablet-of-truth.pot is not of today".to_owned());
    }
    for language in languages() {
        let (known, _) = translations(language);
        let code = language.code();
        println!("{code}: {} texts", known.len());
        for (key, _) in &texts {
            match known.get(key) {
                None => wrong.push(format!("{code} lacks {key:?}")),
                Some(forms) if forms.iter().any(String::is_empty) || forms.is_empty() => {
                    wrong.push(format!("{code} leaves {key:?} empty"));
                }
                Some(forms) => {
                    let many = places(key.plural.as_ref().unwrap_or(&key.english));
                    for (index, form) in forms.iter().enumerate() {
                        let mut found = places(form);
                        // "one round" need not repeat the number.
                        let is_one = key.plural.is_some() && index == 0;
                        found.extend((is_one && many.contains(&n) && !found.contains(&n)).then(|| n.clone()));
                        found.sort();
                        if found != many {
                            wrong.push(format!("{code} has other placeholders in {form:?} than {key:?}"));
                        }
                    }
                }
            }
        }
        for key in known.keys().filter(|key| !texts.iter().any(|(known, _)| known == *key)) {
            wrong.push(format!("{code} has a text that the program does not use: {key:?}"));
        }
    }
    let (count, shown) = (wrong.len(), wrong.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
    let help = "LANG_UPDATE=1 cargo test --test program languages adds what is missing";
    assert!(wrong.is_empty(), "{count} are wrong; {help}:\n{shown}");
}

fn sentences() -> Vec<(Key, String)> {
    let mut found = Vec::new();
    for (file, source) in sources().iter().filter(|(file, _)| file.ends_with(".rs")) {
        for part in source.split("text!(").skip(1) {
            for key in texts_of(&format!("text!({part}"), "text!(") {
                let arguments = &part[..part.len() - after_call(part).len()];
                assert!(!arguments.is_empty(), "{file}: the call with {key:?} has no end");
                found.push((key, arguments.to_owned()));
            }
        }
    }
    found
}

#[test]
fn every_sentence_keeps_its_arguments_in_every_language() {
    let sentences = sentences();
    assert!(sentences.len() > 300, "only {} sentences were found", sentences.len());
    let value = |place: &str| match place {
        "n" => Value::Number(0),
        _ => Value::Name(format!("‹{place}›")),
    };
    let leak = |words: &String| -> &'static str { words.clone().leak() };
    let mut wrong = Vec::new();
    for (key, arguments) in sentences {
        let mut named = places(&key.english);
        named.extend(key.plural.iter().flat_map(|plural| places(plural)));
        named.sort();
        named.dedup();
        for place in named.iter().filter(|place| *place != "n" || key.plural.is_none()) {
            let given = arguments.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '=');
            let words: Vec<&str> = given.filter(|word| !word.is_empty()).collect();
            if !words.windows(2).any(|pair| pair == [place.as_str(), "="]) {
                wrong.push(format!("no argument for {place:?} of {:?}", key.english));
            }
        }
        for language in Language::all() {
            for count in [0, 1, 2, 5, 21] {
                let mut values: Vec<(&'static str, Value)> =
                    named.iter().map(|place| (leak(place), value(place))).collect();
                if key.plural.is_some() {
                    values.retain(|(place, _)| *place != "n");
                    values.push(("n", Value::Number(count)));
                }
                let context = key.context.as_ref().map(leak);
                let plural = key.plural.as_ref().map(|plural| (leak(plural), count.unsigned_abs()));
                let text = language.translate(&Text::of(context, leak(&key.english), plural, values));
                let lacks = |place: &&String| *place != "n" && !text.contains(&format!("‹{place}›"));
                let in_words = if count == 1 { &key.english } else { key.plural.as_ref().unwrap_or(&key.english) };
                let lacking: Vec<&String> =
                    named.iter().filter(|place| in_words.contains(&format!("{{{place}}}"))).filter(lacks).collect();
                // Keys of one meaning stand apart.
                let gap = text.contains("  ") && key.context.as_deref() != Some("keys");
                if text.is_empty() || text.contains(['{', '}']) || gap || !lacking.is_empty() {
                    wrong.push(format!("{}, {count}: {text:?} lacks {lacking:?}", language.code()));
                }
                if key.plural.is_none() {
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_sentence_is_joined_from_pieces() {
    let mut wrong = Vec::new();
    for (file, source) in sources() {
        let flat = source.split_whitespace().collect::<Vec<_>>().join(" ");
        if file.ends_with(".slint") {
            for (at, _) in flat.match_indices("@tr(") {
                let before = flat[..at].trim_end();
                let after = after_call(&flat[at + "@tr(".len()..]);
                if before.ends_with('+') || after.trim_start().starts_with('+') {
                    wrong.push(format!("{file}: a text is joined to {}", &flat[at..(at + 60).min(flat.len())]));
                }
            }
        }
    }
    for (key, files) in texts() {
        for words in [Some(&key.english), key.plural.as_ref()].into_iter().flatten() {
            let piece = words.starts_with([' ', ',', ';', '.']) && words.len() > 1
                || words.ends_with([' ', ',']) && words.len() > 1;
            if piece && key.context.is_none() {
                wrong.push(format!("{files:?}: {words:?} is not a whole sentence"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn after_call(arguments: &str) -> &str {
    let (mut depth, mut in_text, mut escaped) = (1, false, false);
    for (at, letter) in arguments.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' => in_text = !in_text,
            '(' if !in_text => depth += 1,
            ')' if !in_text => {
                depth -= 1;
                if depth == 0 {
                    return &arguments[at + 1..];
                }
            }
            _ => {}
        }
    }
    ""
}

#[test]
fn texts_are_found_in_sources() {
    let key = |context: Option<&str>, english: &str, plural: Option<&str>| Key {
        context: context.map(str::to_owned),
        english: english.to_owned(),
        plural: plural.map(str::to_owned),
    };
    let source = r#"x: @tr("a \"b\" {}", 1); @tr("c" => "one {n}" | "many {n}" % f(2)) + @tr("two\
        words")"#;
    let counted = key(Some("c"), "one {n}", Some("many {n}"));
    assert_eq!(texts_of(source, "@tr("), [key(None, "a \"b\" {}", None), counted, key(None, "twowords", None)]);
    assert_eq!(after_call(r#""a) \" (", f(1)) + 2"#), " + 2");
    assert_eq!(places("{name} of {} and {1}"), ["", "", "name"]);
}

#[test]
fn a_language_is_found_by_the_systems_name_for_it() {
    let code = |locales: &[&str]| Language::of_locales(locales).map(Language::code);
    assert_eq!(code(&["de-AT"]), Some("de"));
    assert_eq!(code(&["de_DE.UTF-8"]), Some("de"));
    assert_eq!(code(&["pt-PT"]), Some("pt_BR"));
    assert_eq!(code(&["pt_BR.utf8@x"]), Some("pt_BR"));
    assert_eq!(code(&["fi", "fr-CA"]), Some("fr"));
    assert_eq!(code(&["en-GB", "de"]), Some("en"));
    assert_eq!(code(&["C", "tlh"]), None);
    assert_eq!(Language::of_code("pt_br").map(Language::tag).as_deref(), Some("pt-BR"));
}

pub fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/web/page.js");
    fs::read_to_string(path).unwrap().replace("\r\n", "\n")
}

/// The page's own sentences, by language and name: those it says where the program does not run.
pub fn words_of_page(script: &str) -> BTreeMap<&str, BTreeMap<&str, &str>> {
    let (_, words) = script.split_once("const WORDS = {\n").expect("page.js must have its sentences");
    let (words, _) = words.split_once("\n};\n").expect("the sentences must have an end");
    let mut found: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    let mut language = "";
    for line in words.lines() {
        if let Some(code) = line.strip_suffix(": {") {
            language = code.trim().trim_matches('"');
        } else if let Some((name, text)) = line.trim().strip_suffix("\",").and_then(|line| line.split_once(": \"")) {
            let twice = found.entry(language).or_default().insert(name, text);
            assert!(twice.is_none(), "{language} has {name} twice");
        } else {
            assert_eq!(line, "  },", "a sentence in page.js is one line");
        }
    }
    found
}

#[test]
fn the_page_says_its_own_sentences_in_every_language() {
    let script = page();
    let words = words_of_page(&script);
    let spoken: BTreeSet<String> = words.keys().map(|&code| code.to_owned()).collect();
    let ours: BTreeSet<String> = Language::all().map(Language::tag).collect();
    assert_eq!(spoken, ours, "WORDS in packaging/web/page.js has to have the program's languages");
    let end = |letter: char| !letter.is_alphanumeric();
    let shown: BTreeSet<&str> = script.split("words.").skip(1).filter_map(|rest| rest.split(end).next()).collect();
    assert!(shown.len() > 10, "only {shown:?} were found");
    for (code, sentences) in &words {
        let there: BTreeSet<&str> = sentences.keys().copied().collect();
        assert_eq!(there, shown, "{code} in packaging/web/page.js has to have what the page says, and nothing else");
        for (name, text) in sentences {
            assert!(!text.is_empty(), "{code} leaves {name} empty");
            assert!(*code == "en" || words["en"][name] != *text, "{code} has {name} in English");
        }
    }
}

#[test]
fn dates_are_read_as_each_language_types_them() {
    let day = NaiveDate::from_ymd_opt(2026, 3, 7).unwrap();
    for (code, own) in [("en", "2026-03-07"), ("de", "07.03.2026"), ("fr", "07/03/2026"), ("pt-BR", "07/03/2026")] {
        let language = Language::all().find(|language| language.code().replace('_', "-") == code).unwrap();
        assert_eq!(language.typed_date(day), own, "{code}");
        for typed in [own, "2026-03-07", "7.3.2026", " 07.03.2026 "] {
            assert_eq!(language.read_date(typed), Some(day), "{code}, {typed:?}");
        }
        for wrong in ["", "7.3.", "31.2.2026", "7 March 2026", "0026-03-07", "3026-03-07"] {
            assert_eq!(language.read_date(wrong), None, "{code}, {wrong:?}");
        }
    }
}

#[test]
fn no_two_keys_of_a_table_are_the_same_in_any_language() {
    let board = ("keys", "R");
    let wizard = [
        board,
        ("keys", "T"),
        ("key of the Bomb", "B"),
        ("key of the Cloud", "C"),
        ("key of a penalty", "P"),
        ("initial of the Humans", "H"),
        ("initial of the Dwarves", "D"),
        ("initial of the Elves", "E"),
        ("initial of the Giants", "G"),
        ("key of no trump", "N"),
    ];
    let last_wizard = [
        board,
        ("keys", "T"),
        ("key of a fold", "F"),
        ("key of a manual move", "M"),
        ("key of the adder of a hand", "C"),
    ];
    for language in languages() {
        let (known, _) = translations(language);
        let key = |(context, english): (&str, &str)| {
            let found = known.iter().find(|(key, _)| key.context.as_deref() == Some(context) && key.english == english);
            found.unwrap_or_else(|| panic!("{context} {english}")).1[0].clone()
        };
        let distinct = |keys: &[(&str, &str)]| keys.iter().map(|&it| key(it)).collect::<BTreeSet<_>>().len();
        assert_eq!(distinct(&wizard), wizard.len(), "{}", language.code());
        assert_eq!(distinct(&last_wizard), last_wizard.len(), "{}", language.code());
        // The English letters of a fold, a move and the adder work beside those of the language.
        assert!(!["F", "M", "C"].contains(&key(board).as_str()), "{}", language.code());
    }
}

/// A tooltip names a key by the same text as the list of keys, and so by the same translation.
#[test]
fn the_list_of_keys_has_every_key_that_a_tooltip_names() {
    let read = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let (tooltips, list) = (read("ui/components/keys.slint"), read("src/app/keys.rs"));
    let texts = |source: &str| -> Vec<(String, String)> {
        let parts: Vec<&str> = source.split("\" => \"").collect();
        let pair =
            |pair: &[&str]| Some((pair[0].rsplit('"').next()?.to_owned(), pair[1].split('"').next()?.to_owned()));
        parts.windows(2).filter_map(pair).collect()
    };
    let (named, listed) = (texts(&tooltips), texts(&list));
    assert!(named.len() > 15 && listed.len() > 40, "{} {}", named.len(), listed.len());
    for (context, key) in &named {
        let is_listed = |(other, keys): &(String, String)| other == context && keys.split("   ").any(|it| it == key);
        assert!(listed.iter().any(is_listed), "{context}: {key}");
    }
    let manual = read("docs/manual.md");
    for (context, keys) in &listed {
        // With `Tab` goes `Shift+Tab`; names in braces are texts of their own.
        let keys = keys.replace("Page ", "Page_").replace("Shift+Tab", "");
        let named =
            keys.split([' ', '{']).filter(|key| !key.contains('}') && !["", "…", "then", "or", "and"].contains(key));
        for key in named.map(|key| key.replace('_', " ")) {
            assert!(manual.contains(&format!("`{key}`")), "{context}: {key} is not in docs/manual.md");
        }
    }
}

/// Each text of a package is there once in each language.
#[test]
fn the_packages_for_linux_speak_every_language() {
    let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/linux"), "");
    let mut translated = 0;
    for (file, text) in files.iter().map(|file| (file, fs::read_to_string(file).unwrap())) {
        let times = |code: &str| {
            text.matches(&format!("[{code}]=")).count() + text.matches(&format!("lang=\"{code}\"")).count()
        };
        translated += usize::from(times("de") > 0);
        for language in languages() {
            assert_eq!(times(language.code()), times("de"), "{} in {}", language.code(), file.display());
        }
    }
    assert_eq!(translated, 3);
}

#[test]
fn each_language_has_its_plurals_and_numbers() {
    let rounds = |code: &str, count: u64| {
        Language::of_code(code).unwrap().translate(&tablet_of_truth::text!("{n} round" | "{n} rounds" % count))
    };
    assert_eq!([rounds("en", 0), rounds("en", 1), rounds("en", 12345)], ["0 rounds", "1 round", "12,345 rounds"]);
    assert_eq!([rounds("de", 0), rounds("de", 1), rounds("de", 12345)], ["0 Runden", "1 Runde", "12.345 Runden"]);
    let french = ["0 manche", "2 manches", "12\u{202f}345 manches"];
    assert_eq!([rounds("fr", 0), rounds("fr", 2), rounds("fr", 12345)], french);
    assert_eq!([rounds("pt_BR", 1), rounds("pt_BR", 2)], ["1 rodada", "2 rodadas"]);
    let de = Language::of_code("de").unwrap();
    assert_eq!([de.number(-70), de.decimal(-2.345, 1), de.decimal(-0.04, 1)], ["−70", "−2,3", "0,0"]);
}
