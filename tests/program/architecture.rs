//! Who may use whom (`src/lib.rs`), and what no module may do. Reads the sources as text: comments, texts and tests are
//! left out, and every path in them is spelled out.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules that each may use, besides itself. `ui` and the two roots may use all.
const MAY_USE: [(&str, &[&str]); 12] = [
    ("text", &[]),
    ("language", &["text"]),
    ("wizard", &["text"]),
    ("session", &["wizard", "text"]),
    ("archive", &["session", "wizard", "language", "text"]),
    ("statistics", &["session", "wizard"]),
    ("export", &["session", "wizard", "language", "text"]),
    ("background", &[]),
    ("browser", &[]),
    ("awake", &["browser"]),
    ("app", &["archive", "background", "browser", "export", "session", "wizard", "statistics", "language", "text"]),
    ("cli", &["app", "archive", "export", "session", "wizard", "statistics", "language", "text"]),
];

/// What the pure modules do not know.
const IMPURE: [&str; 9] = [
    "std::fs",
    "std::io",
    "std::time",
    "std::thread",
    "std::env",
    "std::net",
    "chrono::Local",
    "chrono::Utc",
    "directories",
];
const PURE: [&str; 4] = ["text", "wizard", "session", "statistics"];
const KNOWS_SLINT: [&str; 3] = ["ui", "lib", "main"];
/// What speaks to a browser in the browser's own terms.
const KNOWS_BROWSER: [&str; 2] = ["browser", "archive"];
const FORBIDDEN_CALLS: [&str; 7] =
    [".unwrap()", ".expect(", "panic!", "todo!", "unimplemented!", "unreachable!", "dbg!"];

/// A source file: where its code stands in the tree of modules, and the code.
struct Source {
    /// The path of modules, such as `["wizard", "plan"]`.
    module: Vec<String>,
    code: String,
}

impl Source {
    fn new(path: &Path, text: &str) -> Source {
        let mut module: Vec<String> =
            path.with_extension("").components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| last == "mod") {
            module.pop();
        }
        Source { module, code: without_tests(&without_comments_and_texts(text)) }
    }

    /// The module of the outermost level.
    fn top(&self) -> &str {
        &self.module[0]
    }

    fn is_root(&self) -> bool {
        ["lib", "main"].contains(&self.top())
    }

    /// Every rule that this file breaks, among these modules of ours.
    fn violations(&self, ours: &[String]) -> Vec<String> {
        let paths = paths(&self.code);
        let mut found: Vec<String> = self.used(&paths, ours);
        if PURE.contains(&self.top()) {
            let impure = |path: &&String| IMPURE.iter().any(|banned| starts_with(path, banned));
            found.extend(paths.iter().filter(impure).cloned());
        }
        let slint = paths.iter().find(|path| path.split("::").any(is_slint));
        found.extend(slint.filter(|_| !KNOWS_SLINT.contains(&self.top())).cloned());
        let web = paths.iter().find(|path| path.split("::").any(is_web));
        found.extend(web.filter(|_| !KNOWS_BROWSER.contains(&self.top())).cloned());
        let calls = FORBIDDEN_CALLS.iter().filter(|call| has_word(&self.code, call));
        found.extend(calls.map(|call| (*call).to_owned()));
        if paths.iter().any(|path| path == "unsafe") {
            found.push("unsafe".into());
        }
        found.into_iter().map(|what| format!("src/{}: {what}", self.module.join("/"))).collect()
    }

    /// The modules that it uses but may not.
    fn used(&self, paths: &[String], ours: &[String]) -> Vec<String> {
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == self.top()) else { return Vec::new() };
        let reached = paths.iter().filter_map(|path| Some((path, self.name_below_root(path)?)));
        let forbidden = |name: &str| {
            name == "*" || (ours.iter().any(|our| our == name) && name != self.top() && !allowed.contains(&name))
        };
        reached.filter(|(_, name)| forbidden(name)).map(|(path, _)| path.clone()).collect()
    }

    /// The first name after the root of the crate, for a path that goes there.
    fn name_below_root<'a>(&self, path: &'a str) -> Option<&'a str> {
        let mut parts = path.split("::").peekable();
        let mut depth = self.module.len();
        match *parts.peek()? {
            "crate" | "tablet_of_truth" => {
                parts.next();
                depth = 0;
            }
            "super" => {
                while parts.next_if_eq(&"super").is_some() {
                    depth = depth.saturating_sub(1);
                }
            }
            _ => return None,
        }
        if depth == 0 { parts.next() } else { None }
    }
}

fn starts_with(path: &str, banned: &str) -> bool {
    path.strip_prefix(banned).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn is_slint(name: &str) -> bool {
    name == "slint" || name.starts_with("slint_") || name.starts_with("i_slint")
}

fn is_web(name: &str) -> bool {
    ["web_sys", "js_sys", "wasm_bindgen", "wasm_bindgen_futures"].contains(&name)
}

/// Does the code have this call, and not a longer name that ends with it?
fn has_word(code: &str, call: &str) -> bool {
    code.match_indices(call).any(|(at, _)| call.starts_with('.') || !code[..at].ends_with(is_name))
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The code with comments and the insides of texts left out.
fn without_comments_and_texts(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let skipped = comment(rest).or_else(|| quoted(rest, code.ends_with(is_name)));
        match skipped {
            Some(length) => {
                code.push(' ');
                rest = &rest[length..];
            }
            None => {
                code.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    code
}

/// The length of the comment that begins here.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    let inside = text.strip_prefix("/*")?;
    Some(inside.find("*/").map_or(text.len(), |end| end + 4))
}

/// The length of the text or letter in quotes that begins here.
fn quoted(text: &str, in_a_name: bool) -> Option<usize> {
    if let Some(raw) = text.strip_prefix('r').filter(|_| !in_a_name) {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inside = raw[hashes..].strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(hashes));
        return Some(inside.find(&close).map_or(text.len(), |end| 2 + hashes + end + close.len()));
    }
    if text.starts_with('"') {
        return Some(closing(text, '"').unwrap_or(text.len()));
    }
    let letter = text.strip_prefix('\'')?.chars().next()?;
    if letter == '\\' {
        return closing(text, '\'');
    }
    // A name after the quote without another behind it is a lifetime.
    text[1 + letter.len_utf8()..].starts_with('\'').then_some(2 + letter.len_utf8())
}

/// The length up to and including the closing quote that is not escaped.
fn closing(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The code without modules and functions that only tests have.
fn without_tests(code: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find("#[cfg(test)]") {
        kept.push_str(&rest[..at]);
        rest = &rest[at + item_length(&rest[at..])..];
    }
    kept + rest
}

/// The length of an item: to its semicolon, or to the end of its braces.
fn item_length(code: &str) -> usize {
    let mut depth = 0;
    for (at, letter) in code.char_indices() {
        match letter {
            ';' if depth == 0 => return at + 1,
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

/// The names and signs of the code; `::` is one sign.
fn tokens(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = code.trim_start();
    while let Some(letter) = rest.chars().next() {
        let name: usize = rest.chars().take_while(|&letter| is_name(letter)).map(char::len_utf8).sum();
        let length = if rest.starts_with("::") { 2 } else { name.max(letter.len_utf8()) };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    found
}

/// Every path in the code, groups spelled out: `a::{b, c::d}` is `a::b` and `a::c::d`. A name alone is a path too.
fn paths(code: &str) -> Vec<String> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        at = path_at(&tokens, at, "", &mut found);
    }
    found
}

/// Finds the paths that begin here and answers where to go on.
fn path_at(tokens: &[&str], at: usize, prefix: &str, found: &mut Vec<String>) -> usize {
    let token = |at: usize| tokens.get(at).copied().unwrap_or("");
    if !token(at).starts_with(is_name) && token(at) != "*" {
        return at + 1;
    }
    let path = format!("{prefix}{}", token(at));
    let prefix = format!("{path}::");
    match (token(at + 1), token(at + 2)) {
        ("::", "{") => {
            let mut inside = at + 3;
            while inside < tokens.len() && token(inside) != "}" {
                inside = path_at(tokens, inside, &prefix, found);
            }
            inside + 1
        }
        ("::", next) if next == "*" || next.starts_with(is_name) => path_at(tokens, at + 2, &prefix, found),
        _ => {
            found.push(path);
            at + 1
        }
    }
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

fn sources() -> Vec<Source> {
    let folder = source_folder();
    let read = |path: PathBuf| Source::new(path.strip_prefix(&folder).unwrap(), &fs::read_to_string(&path).unwrap());
    rust_files(&folder).into_iter().map(read).collect()
}

/// Our modules of the outermost level.
fn modules(sources: &[Source]) -> Vec<String> {
    let mut names: Vec<String> =
        sources.iter().filter(|source| !source.is_root()).map(|source| source.top().to_owned()).collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn every_source_keeps_the_rules() {
    let sources = sources();
    let ours = modules(&sources);
    let violations: Vec<String> = sources.iter().flat_map(|source| source.violations(&ours)).collect();
    assert!(violations.is_empty(), "{violations:#?}");
}

#[test]
fn every_module_has_its_rule() {
    let sources = sources();
    assert!(sources.len() > 20, "the sources were not found");
    for name in modules(&sources) {
        let known = name == "ui" || MAY_USE.iter().any(|(module, _)| *module == name);
        assert!(known, "{name} is a new module: say above what it may use");
    }
}

fn violations(path: &str, text: &str) -> Vec<String> {
    let ours = ["wizard", "session", "archive", "export", "app", "cli", "ui", "statistics"].map(String::from);
    Source::new(Path::new(path), text).violations(&ours)
}

#[test]
fn what_breaks_a_rule_is_found() {
    for (path, text) in [
        ("wizard/plan.rs", "use crate::session::Session;"),
        ("wizard/mod.rs", "use super::session::Session;"),
        ("wizard/plan.rs", "use super::super::archive;"),
        ("wizard/plan.rs", "fn f() { crate::export::csv() }"),
        ("session/mod.rs", "use crate::{wizard::Game, archive::{Archive, lock}};"),
        ("session/mod.rs", "use crate::*;"),
        ("archive/mod.rs", "use crate::app::State;"),
        ("app/mod.rs", "use crate::ui;"),
        ("app.rs", "use super::cli;"),
        ("cli/mod.rs", "use crate::ui::run;"),
        ("wizard/plan.rs", "use std::{collections::BTreeSet, fs};"),
        ("session/mod.rs", "use chrono::{DateTime, Local};"),
        ("session/mod.rs", "let now = std::time::Instant::now();"),
        ("app/mod.rs", "use slint::SharedString;"),
        ("cli/mod.rs", "slint::include_modules!();"),
        ("app/mod.rs", "use web_sys::Storage;"),
        ("app/mod.rs", "fn f() { g().unwrap() }"),
        ("app/mod.rs", "fn f() { g().expect(\"x\") }"),
        ("app/mod.rs", "fn f() { panic!(\"x\") }"),
        ("ui/mod.rs", "fn f() { todo!() }"),
        ("lib.rs", "unsafe { f() }"),
        ("app/mod.rs", "#[cfg(test)] mod tests { fn f() {} } fn g() { h().unwrap() }"),
    ] {
        assert!(!violations(path, text).is_empty(), "{path}: {text}");
    }
}

#[test]
fn what_keeps_the_rules_is_left_alone() {
    for (path, text) in [
        ("wizard/plan.rs", "use super::{Game, RuleSet};"),
        ("wizard/plan.rs", "// crate::session is not used\n/// Nor slint::Window.\n/* or .unwrap() */"),
        ("wizard/plan.rs", "const A: &str = \"crate::session \\\" slint::x .unwrap()\"; const B: char = '\"';"),
        ("wizard/plan.rs", "const A: &str = r#\"panic!(\"\"#; fn f<'a>(a: &'a str) -> &'a str { a }"),
        ("wizard/plan.rs", "#[cfg(test)]\nmod tests { fn f() { g().unwrap(); panic!() } }"),
        ("session/mod.rs", "use crate::wizard::Game; mod table { use super::super::Table; }"),
        ("session/mod.rs", "use chrono::{DateTime, FixedOffset};"),
        ("cli/mod.rs", "use crate::{app, archive::Archive}; fn f() { a.unwrap_or(1); std::fs::read(b) }"),
        ("app/mod.rs", "use crate::statistics; fn f() { no_panic!(); }"),
        ("ui/mod.rs", "slint::include_modules!(); use crate::app;"),
        ("main.rs", "use tablet_of_truth::{cli, ui};"),
    ] {
        assert_eq!(violations(path, text), [""; 0], "{path}: {text}");
    }
}

#[test]
fn paths_are_spelled_out() {
    let found = paths("use a::{b, c::{d, e as f}, g::*}; h::i::<J>(k)");
    assert_eq!(found, ["use", "a::b", "a::c::d", "a::c::e", "a::c::as", "a::c::f", "a::g::*", "h::i", "J", "k"]);
}
