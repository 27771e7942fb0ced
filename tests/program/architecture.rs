//! The layers of `src/lib.rs`: which module may use which, and that no files of a module use each other in a circle.
//! None of them can use the window, which is a package of its own.
//! The lints in `Cargo.toml` forbid `unwrap`, `panic!` and `unsafe`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};
use syn::{Attribute, UseTree, Visibility};

use crate::languages::files;

/// What each module may use besides itself; `ui` and the two roots may use everything.
#[rustfmt::skip]
const MAY_USE: [(&str, &[&str]); 18] = [
    ("plain", &[]),
    ("text", &["plain"]),
    ("seats", &[]),
    ("game", &["seats", "text"]),
    ("language", &["text"]),
    ("wizard", &["game", "seats", "text"]),
    ("last_wizard", &["game", "seats", "text"]),
    ("session", &["wizard", "last_wizard", "game", "seats", "text"]),
    ("tournament", &["session", "wizard", "game", "seats", "text"]),
    ("platform", &[]),
    ("background", &["text"]),
    ("archive", &[
        "background", "platform", "tournament", "session", "wizard", "last_wizard", "game", "seats", "statistics",
        "language", "plain", "text",
    ]),
    ("statistics", &["session", "wizard", "last_wizard", "game", "seats"]),
    ("table", &[
        "statistics", "tournament", "session", "wizard", "last_wizard", "game", "seats", "language", "plain",
        "text",
    ]),
    ("phones", &["session", "wizard", "last_wizard", "game", "seats", "language", "text"]),
    ("export", &[
        "platform", "table", "tournament", "session", "wizard", "last_wizard", "game", "seats", "language",
        "plain", "text",
    ]),
    ("app", &[
        "archive", "background", "platform", "export", "table", "tournament", "session", "wizard", "last_wizard",
        "game", "seats", "statistics", "phones", "language", "text",
    ]),
    ("cli", &[
        "app", "archive", "export", "table", "tournament", "session", "wizard", "game", "statistics", "language",
        "plain", "text",
    ]),
];

#[rustfmt::skip]
const IMPURE: [&str; 10] = [
    "std::fs", "std::io", "std::time", "std::thread", "std::env", "std::net", "chrono::Local", "chrono::Utc",
    "directories", "sys_locale",
];
const PURE: [&str; 9] =
    ["plain", "text", "seats", "game", "wizard", "last_wizard", "session", "statistics", "tournament"];
const KNOWS_BROWSER: [&str; 1] = ["platform"];
const WEB: [&str; 4] = ["web_sys", "js_sys", "wasm_bindgen", "wasm_bindgen_futures"];

#[derive(Default)]
struct Sources {
    files: BTreeMap<String, String>,
    imports: BTreeMap<String, String>,
    /// Each path, the module where it is written, and whether it is only re-exported by `pub use`.
    written: BTreeSet<(String, String, bool)>,
    at: String,
}

impl<'ast> Visit<'ast> for Sources {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let is_test = |attribute: &Attribute| attribute.parse_args::<syn::Ident>().is_ok_and(|what| what == "test");
        if item.content.is_none() || item.attrs.iter().any(is_test) {
            return;
        }
        let around = self.at.clone();
        self.at = format!("{around}::{}", item.ident);
        self.files.insert(self.at.clone(), self.files[&around].clone());
        visit::visit_item_mod(self, item);
        self.at = around;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(&item.tree, String::new(), !matches!(item.vis, Visibility::Inherited));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.write(names.join("::"), false);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        visit::visit_macro(self, call);
        self.tokens(TokenBuffer::new2(call.tokens.clone()).begin());
    }

    // `pub(super)` is not a use.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}

impl Sources {
    fn of(files: impl IntoIterator<Item = (String, String)>) -> Sources {
        let mut sources = Sources::default();
        for (file, text) in files {
            let path = file.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
            sources.at = if path == "lib" { "crate".into() } else { format!("crate::{path}") };
            let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
            sources.files.insert(sources.at.clone(), file);
            sources.visit_file(&parsed);
        }
        sources
    }

    fn of_the_program() -> Sources {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let name = |path: &Path| path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
        Sources::of(files(&folder, ".rs").into_iter().map(|path| (name(&path), fs::read_to_string(&path).unwrap())))
    }

    fn write(&mut self, path: String, handed_on: bool) {
        if !path.is_empty() {
            self.written.insert((path, self.at.clone(), handed_on));
        }
    }

    fn import(&mut self, tree: &UseTree, path: String, handed_on: bool) {
        let below = |name: &syn::Ident| if path.is_empty() { name.to_string() } else { format!("{path}::{name}") };
        let (path, name) = match tree {
            UseTree::Path(way) => return self.import(&way.tree, below(&way.ident), handed_on),
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.import(tree, path.clone(), handed_on));
            }
            UseTree::Name(item) => (below(&item.ident), item.ident.to_string()),
            UseTree::Rename(item) => (below(&item.ident), item.rename.to_string()),
            UseTree::Glob(_) => (format!("{path}::*"), "*".into()),
        };
        let path = path.trim_end_matches("::self").to_owned();
        let name = if name == "self" { path.rsplit("::").next().unwrap().to_owned() } else { name };
        if path.split("::").next() != Some(&name) {
            self.imports.insert(format!("{}::{name}", self.at), path.clone());
        }
        self.write(path, handed_on);
    }

    /// Records every path in the input of a macro, whatever its grammar.
    fn tokens(&mut self, mut at: Cursor) {
        let mut path = String::new();
        while let Some((_, next)) = at.token_tree() {
            if let Some((name, _)) = at.ident() {
                if !path.ends_with("::") {
                    self.write(std::mem::take(&mut path), false);
                }
                path += &name.to_string();
            } else if let Some(rest) = colon(at).and_then(colon).filter(|_| !path.is_empty()) {
                path += "::";
                at = rest;
                continue;
            } else {
                self.write(std::mem::take(&mut path), false);
                if let Some((inside, ..)) = at.any_group() {
                    self.tokens(inside);
                }
            }
            at = next;
        }
        self.write(path, false);
    }

    /// The outermost modules except the two roots.
    fn outermost(&self) -> BTreeSet<&str> {
        self.files.keys().filter_map(|module| module.split("::").nth(1)).filter(|name| *name != "main").collect()
    }

    /// What a path written in `module` means, from the root of its crate.
    fn meant(&self, path: &str, module: &str) -> String {
        let mut names = path.split("::").peekable();
        let here = format!("{module}::{}", names.peek().unwrap());
        let is_ours = path.starts_with("self::") || path.starts_with("super::") || self.imports.contains_key(&here);
        // A name alone is a variable, not a module.
        let mut at = match path.split_once("::") {
            Some((_, _)) if is_ours || self.files.contains_key(&here) => module.to_owned(),
            None if is_ours => module.to_owned(),
            Some(("crate", _)) if is_at_or_below(module, "crate::ui") => "crate::ui".to_owned(),
            Some(("crate" | "tablet_of_truth", _)) => "crate".to_owned(),
            _ => return path.to_owned(),
        };
        while let Some(name) = names.next() {
            match name {
                "crate" | "tablet_of_truth" | "self" => continue,
                "super" => at.truncate(at.rfind("::").unwrap_or(0)),
                _ => {
                    let around = at.clone();
                    at = format!("{at}::{name}");
                    // A module if more follows, else an item of that name.
                    let is_module = names.peek().is_some() && self.files.contains_key(&at);
                    if let Some(import) = self.imports.get(&at).filter(|_| !is_module) {
                        let whole: Vec<&str> = [import.as_str()].into_iter().chain(names).collect();
                        return self.meant(&whole.join("::"), &around);
                    }
                }
            }
        }
        at
    }

    fn violations(&self) -> Vec<String> {
        let outermost = self.outermost();
        let mut violations = Vec::new();
        for (path, module, _) in &self.written {
            let Some(top) = module.split("::").nth(1).filter(|top| *top != "main") else { continue };
            let meant = self.meant(path, module);
            let may_use = MAY_USE.iter().find(|(name, _)| *name == top).map(|(_, names)| *names);
            let may_use = |other: &str| other == top || may_use.is_none_or(|names| names.contains(&other));
            let other = meant.strip_prefix("crate::").map(|rest| rest.split("::").next().unwrap());
            let mut names = meant.split("::").chain(path.split("::"));
            if other.is_some_and(|other| (other == "*" || outermost.contains(other)) && !may_use(other))
                || PURE.contains(&top) && IMPURE.iter().any(|impure| is_at_or_below(&meant, impure))
                || names.any(|name| WEB.contains(&name)) && !KNOWS_BROWSER.contains(&top)
            {
                violations.push(format!("{}: {path}", self.files[module]));
            }
        }
        violations
    }

    fn uses(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut uses: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (path, module, _) in self.written.iter().filter(|(_, _, handed_on)| !handed_on) {
            let meant = self.meant(path, module);
            let innermost = self.files.iter().rfind(|(other, _)| is_at_or_below(&meant, other));
            let of_the_same = innermost.filter(|(other, _)| other.split("::").nth(1) == module.split("::").nth(1));
            let file = self.files[module].as_str();
            uses.entry(file)
                .or_default()
                .extend(of_the_same.map(|(_, used)| used.as_str()).filter(|used| *used != file));
        }
        uses
    }

    fn circles(&self) -> BTreeMap<&str, Vec<&str>> {
        let uses = self.uses();
        let mut circles = BTreeMap::new();
        for (&file, used) in &uses {
            let used: Vec<&str> = used.iter().copied().filter(|used| leads(&uses, used, file)).collect();
            if !used.is_empty() {
                circles.insert(file, used);
            }
        }
        circles
    }
}

fn colon(at: Cursor) -> Option<Cursor> {
    at.punct().filter(|(sign, _)| sign.as_char() == ':').map(|(_, rest)| rest)
}

fn leads(uses: &BTreeMap<&str, BTreeSet<&str>>, from: &str, to: &str) -> bool {
    let mut reached = BTreeSet::new();
    let mut next = vec![from];
    while let Some(file) = next.pop() {
        next.extend(uses.get(file).into_iter().flatten().filter(|used| reached.insert(**used)));
    }
    reached.contains(to)
}

fn is_at_or_below(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The lines over 120 columns. `rustfmt` leaves comments and texts as long as they are, and nothing formats `.slint`.
/// Slint cannot break a text: there, one may be longer in a line that has little besides it.
fn long_lines<'a>(source: &'a str, ending: &str) -> Vec<&'a str> {
    let columns = |text: &str| text.chars().count();
    let texts = |line: &str| line.split('"').skip(1).step_by(2).map(columns).max();
    let beside_text = |line: &str| columns(line) - texts(line).unwrap_or(0);
    let allowed = |line: &str| ending == "slint" && beside_text(line) <= 48;
    source.lines().filter(|line| columns(line) > 120 && !allowed(line)).collect()
}

#[test]
fn every_source_keeps_the_rules() {
    let violations = Sources::of_the_program().violations();
    assert!(violations.is_empty(), "{violations:#?}");
}

#[test]
fn every_module_has_its_rule() {
    let sources = Sources::of_the_program();
    assert!(sources.files.len() > 20, "the sources were not found");
    for name in sources.outermost() {
        let known = name == "ui" || MAY_USE.iter().any(|(module, _)| *module == name);
        assert!(known, "{name} is a new module: add it to MAY_USE");
    }
}

/// What asks the disk by itself, past `archive::disk`, whose calls may not come from the interface's thread.
const ASKS_THE_DISK: [&str; 6] = ["std::fs", ".exists()", ".is_dir()", ".is_file()", ".metadata()", ".canonicalize()"];

#[test]
fn the_disk_is_asked_in_its_own_layer_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = ["app", "archive", "ui"].into_iter().flat_map(|folder| files(&src.join(folder), ".rs"));
    let others =
        ["archive/disk", "app/hung.rs", "app/phones/tests", "app/tournament/tests"].map(|others| src.join(others));
    for file in files.filter(|file| !others.iter().any(|others| file.starts_with(others))) {
        let source = fs::read_to_string(&file).unwrap();
        let program = source.split("mod tests {").next().unwrap_or_default();
        for asks in ASKS_THE_DISK {
            assert!(!program.contains(asks), "{} asks the disk itself: {asks}", file.display());
        }
    }
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let sources = Sources::of_the_program();
    let found = sources.circles();
    assert!(found.is_empty(), "these use each other in a circle: {found:#?}");
}

#[test]
fn no_line_is_longer_than_120_columns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        ("src", "rs"),
        ("tests", "rs"),
        ("benches", "rs"),
        ("fuzz/fuzz_targets", "rs"),
        ("ui", "rs"),
        ("ui", "slint"),
        ("docs", "md"),
    ];
    let files = folders.into_iter().flat_map(|(folder, ending)| {
        let files = files(&root.join(folder), &format!(".{ending}"));
        assert!(!files.is_empty(), "no {ending} below {folder}");
        files
    });
    for file in files.chain(["README.md", "CONTRIBUTING.md"].map(|page| root.join(page))) {
        let source = fs::read_to_string(&file).unwrap();
        let ending = file.extension().unwrap().to_str().unwrap();
        let long = long_lines(&source, ending);
        assert!(long.is_empty(), "{}: {long:#?}", file.display());
    }
}

#[test]
fn long_lines_are_found_but_for_long_texts() {
    let long = format!("// {}", "a b ".repeat(30));
    let two_texts = format!("x: on ? @tr(\"{0}\") : @tr(\"{0}\");", "a b ".repeat(15));
    let text = format!("        text: @tr(\"{}\");", "a b ".repeat(40));
    assert_eq!(long_lines(&long, "slint"), [&long]);
    assert_eq!(long_lines(&two_texts, "slint"), [&two_texts]);
    assert_eq!(long_lines(&text, "rs"), [&text], "Rust can break a text");
    assert!(long_lines(&text, "slint").is_empty() && long_lines(&long[..120], "slint").is_empty());
}

/// These files below `src`, and an empty one for each module that they mention.
fn sources_of(files: &[(&str, &str)]) -> Sources {
    let modules = ["wizard", "last_wizard", "session", "archive", "export", "app", "cli", "ui", "statistics"];
    let missing = modules.iter().map(|module| format!("{module}/mod.rs"));
    let missing = missing.filter(|file| files.iter().all(|(known, _)| known != file)).map(|file| (file, String::new()));
    Sources::of(files.iter().map(|(file, text)| ((*file).into(), (*text).into())).chain(missing))
}

#[test]
fn broken_rules_are_found() {
    for (file, text) in [
        ("wizard/plan.rs", "use crate::session::Session;"),
        ("wizard/mod.rs", "use super::session::Session;"),
        ("wizard/plan.rs", "use super::super::archive;"),
        ("wizard/plan.rs", "fn f() { crate::export::csv() }"),
        ("wizard/plan.rs", "fn f() { assert!(a, \"{}\", vec![crate::export::csv(b)][0]) }"),
        ("wizard/plan.rs", "#[cfg(unix)] mod inner { use super::super::super::archive; }"),
        ("session/mod.rs", "use crate::{wizard::Game, archive::{Archive, lock}};"),
        ("session/mod.rs", "use crate::*;"),
        ("session/mod.rs", "fn f(a: &dyn Fn(Vec<crate::archive::Archive>)) {}"),
        ("archive/mod.rs", "use crate::app::State;"),
        ("app.rs", "use super::cli;"),
        ("wizard/plan.rs", "use std::{collections::BTreeSet, fs};"),
        ("session/mod.rs", "use chrono::{DateTime, Local};"),
        ("session/mod.rs", "use std as other; fn f() { other::thread::sleep(a) }"),
        ("session/mod.rs", "fn f() { let now = std::time::Instant::now(); }"),
        ("app/mod.rs", "use web_sys::Storage;"),
        ("app/mod.rs", "#[cfg(test)] mod tests { fn f() {} } fn g() { crate::cli::h() }"),
    ] {
        assert!(!sources_of(&[(file, text)]).violations().is_empty(), "{file}: {text}");
    }
}

#[test]
fn sources_that_keep_the_rules_are_accepted() {
    for (file, text) in [
        ("wizard/plan.rs", "use super::{Game, RuleSet};"),
        ("wizard/plan.rs", "// crate::session is not used\n/// Nor slint::Window.\n/* or crate::app */ fn f() {}"),
        ("wizard/plan.rs", "const A: &str = \"crate::session \\\" slint::x\"; const B: char = '\"';"),
        ("wizard/plan.rs", "#[cfg(test)]\nmod tests { use crate::app; fn f() { g().unwrap() } }"),
        ("session/mod.rs", "use crate::wizard::Game; mod table { use super::super::Table; }"),
        ("session/mod.rs", "use chrono::{DateTime, FixedOffset};"),
        ("cli/mod.rs", "use crate::{app, archive::Archive}; fn f() { std::fs::read(b) }"),
        ("app/mod.rs", "use crate::statistics; fn f() { let ui = 1; g(ui); }"),
        ("ui/mod.rs", "use tablet_of_truth_ui as ui; use tablet_of_truth::app;"),
        ("ui/table.rs", "use crate::program::Program;"),
        ("main.rs", "use tablet_of_truth::cli; use tablet_of_truth_window as window;"),
    ] {
        assert_eq!(sources_of(&[(file, text)]).violations(), [""; 0], "{file}: {text}");
    }
}

#[test]
fn circles_are_found() {
    let with = |files: &[(&str, &str)]| sources_of(files).circles().into_keys().map(String::from).collect::<Vec<_>>();
    let way = [("app/a.rs", "use super::b::B;"), ("app/b.rs", "fn f() { crate::app::c::g() }"), ("app/d.rs", "")];
    assert_eq!(with(&way), [""; 0]);
    let three = [way[0], way[1], ("app/c.rs", "fn f() { println!(\"{}\", super::a::g()) }"), way[2]];
    assert_eq!(with(&three), ["app/a.rs", "app/b.rs", "app/c.rs"]);
    // A re-exported item counts where it is defined, and a module that only re-exports uses nothing.
    let handed_on = ("app/mod.rs", "mod a; pub use a::A; pub use d::D as E;");
    assert_eq!(with(&[handed_on, ("app/a.rs", "use super::E;"), ("app/d.rs", "pub(super) struct D;")]), [""; 0]);
    let each_other = [handed_on, ("app/a.rs", "use super::E;"), ("app/d.rs", "use super::A;")];
    assert_eq!(with(&each_other), ["app/a.rs", "app/d.rs"]);
    let used = ("app/mod.rs", "mod a; pub use a::A; struct B(A);");
    assert_eq!(with(&[used, ("app/a.rs", "use super::B;")]), ["app/a.rs", "app/mod.rs"]);
}
