//! Colours are defined in `ui/theme/theme.slint`; paper, exported pages and the browser's page repeat them unchanged.

use std::fs;
use std::path::Path;

use crate::languages::files;

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

fn colours(text: &str) -> Vec<String> {
    let from =
        |at: usize| text.get(at..at + 7).filter(|found| found[1..].chars().all(|digit| digit.is_ascii_hexdigit()));
    text.match_indices('#').filter_map(|(at, _)| from(at)).map(str::to_owned).collect()
}

/// What starts like this, up to its semicolon.
fn statement<'a>(text: &'a str, begin: &str) -> &'a str {
    let from = &text[text.find(begin).unwrap_or_else(|| panic!("{begin}"))..];
    &from[..from.find(";\n").unwrap()]
}

/// A colour of the theme without high contrast, in Night and in Parchment.
fn themed(theme: &str, name: &str) -> [String; 2] {
    let function = theme.find(&format!("function {name}-in("));
    let found = colours(match function {
        Some(at) => statement(&theme[at..], "return high-contrast"),
        None => statement(theme, &format!("out property <color> {name}:")),
    });
    [found[found.len() - 2].clone(), found[found.len() - 1].clone()]
}

/// The six colours of a function, without high contrast.
fn six(theme: &str, function: &str) -> Vec<String> {
    let body = &theme[theme.find(&format!("function {function}(")).unwrap()..];
    colours(statement(body, "return high-contrast"))[6..12].to_vec()
}

/// Colours of the theme that are repeated elsewhere, and their names there.
const NAMES: [(&str, &str); 10] = [
    ("background", "ground"),
    ("surface", "surface"),
    ("raised", "raised"),
    ("outline", "outline"),
    ("text", "text"),
    ("muted", "muted"),
    ("accent", "accent"),
    ("current", "winner"),
    ("hit", "hit"),
    ("miss", "miss"),
];

#[test]
fn exports_have_the_colours_of_the_theme() {
    let theme = read("ui/theme/theme.slint");
    let (palette, style) = (read("src/export/drawing/palette.rs"), read("src/export/page.css"));
    let (light, dark) = style.split_once("@media screen").unwrap();
    for (name, copy) in NAMES {
        let [night, parchment] = themed(&theme, name);
        assert!(palette.contains(&format!("    {copy}: \"{parchment}\",")), "palette.rs: {copy} is {parchment}");
        assert!(light.contains(&format!("--{copy}:{parchment}")), "page.css: {copy} is {parchment}");
        assert!(dark.contains(&format!("--{copy}:{night}")), "page.css in the dark: {copy} is {night}");
    }
    for (function, list) in [("player-colour", "PLAYERS"), ("dark-line", "DARK_LINES")] {
        let copies = colours(statement(&palette, &format!("const {list}:")));
        assert_eq!(copies, six(&theme, function), "palette.rs: {list}");
    }
    let suits = statement(&theme[theme.find("function suit(").unwrap()..], "return");
    for (trump, key) in [("blue", "Blue"), ("red", "Red"), ("green", "Green"), ("yellow", "Yellow")] {
        let (_, rest) = suits.split_once(&format!("TrumpName.{trump} ?")).unwrap();
        let colour = colours(rest.split("TrumpName").next().unwrap()).pop().unwrap();
        assert!(palette.contains(&format!("Trump::{key} => Some(\"{colour}\")")), "palette.rs: {key} is {colour}");
        assert!(style.contains(&format!(".chip.{trump}{{background:{colour}}}")), "page.css: {trump} is {colour}");
    }
}

#[test]
fn the_browsers_page_starts_in_the_colours_of_the_theme() {
    let theme = read("ui/theme/theme.slint");
    let style = read("packaging/web/page.css");
    let (light, dark) = style.split_once("prefers-color-scheme: dark").unwrap();
    for name in ["background", "text", "accent", "on-accent"] {
        let [night, parchment] = themed(&theme, name);
        assert!(light.contains(&format!("--{name}: {parchment};")), "page.css: {name} is {parchment}");
        assert!(dark.contains(&format!("--{name}: {night};")), "page.css in the dark: {name} is {night}");
    }
    let grounds = themed(&theme, "background");
    assert_eq!(colours(&read("packaging/web/index.html")), grounds, "index.html: its two grounds");
    let manifest = colours(&read("packaging/web/manifest.webmanifest"));
    assert!(manifest.iter().all(|colour| *colour == grounds[0]), "manifest: {manifest:?}");
}

#[test]
fn what_ends_something_for_good_has_its_red_for_itself() {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let mut buttons = Vec::new();
    for file in files(&ui, ".slint") {
        let source = fs::read_to_string(&file).unwrap();
        let is_button = file.ends_with("components/button.slint") || file.ends_with("data/actions.slint");
        assert!(is_button || !source.contains("Theme.for-good"), "{} has the red of buttons", file.display());
        let lines: Vec<&str> = source.lines().map(str::trim).collect();
        let is_marked = |pair: &&[&str]| pair[1] == "for-good: true;";
        buttons.extend(lines.windows(2).filter(is_marked).map(|pair| pair[0].to_owned()));
    }
    assert_eq!(buttons, Vec::<String>::new());
    let app = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    let sources = files(&app, ".rs").into_iter().map(|file| fs::read_to_string(file).unwrap());
    let actions: Vec<String> = sources
        .flat_map(|source| {
            let marked = source.lines().filter(|line| line.contains(").for_good()"));
            let words = marked.filter_map(|line| line.split_once("text!(\"")?.1.split_once('"'));
            words.map(|(words, _)| words.to_owned()).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(actions, ["Delete for good", "Empty the trash…", "End the game"]);
}
