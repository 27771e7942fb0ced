//! The terminal in each language: text for people is translated, text for programs is the same in all.

use std::fs;
use std::path::Path;
use std::process::Command as Process;

use tablet_of_truth::archive::{Settings, settings_file, write_session};
use tablet_of_truth::language::Language;
use tempfile::TempDir;

use crate::common::{NAMES, at, played, session_of, unbound};

/// Each language but English: its code and its words for trick and round.
const LANGUAGES: [(&str, &str, &str); 3] =
    [("de", "Stich", "Runde"), ("fr", "pli", "anche"), ("pt-BR", "vaza", "odada")];

/// The program over this data folder, in an environment that names no language.
fn program(folder: &Path, arguments: &[&str]) -> Process {
    let mut process = Process::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
    process.args(arguments).arg("--data-dir").arg(folder);
    for name in ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        process.env_remove(name);
    }
    process
}

/// Standard output, standard error and the exit code.
fn answer(process: &mut Process) -> (String, String, Option<i32>) {
    let output = process.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!told.contains("panicked at"), "{told}");
    (String::from_utf8(output.stdout).unwrap(), told, output.status.code())
}

fn run(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    answer(&mut program(folder, arguments))
}

/// A folder with a running game of two rounds, and its file.
fn archive() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let session = played(&session_of(&NAMES[..3], unbound()), &[1, 0, 0], &[0, 1, 0]);
    let session = played(&session, &[1, 1, 1], &[0, 1, 1]);
    let path = folder.path().join("game.json");
    fs::write(&path, write_session(&session, at(50)).unwrap()).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn text_for_people_is_in_their_language() {
    let (folder, game) = archive();
    let score = ["score", &*game];
    let text = ["export", "--to", "text", &*game];
    let markdown = ["export", "--to", "markdown", &*game];
    let html = ["export", "--to", "html", &*game];
    let asked: [&[&str]; 8] = [&score, &["list"], &["stats"], &["league"], &["check"], &text, &markdown, &html];
    for (code, trick, round) in LANGUAGES {
        for arguments in asked {
            let (english, ..) = run(folder.path(), arguments);
            let (said, told, exit) = run(folder.path(), &[arguments, &["--language", code]].concat());
            assert_eq!((exit, &*told), (Some(0), ""), "{code} {arguments:?}");
            assert_ne!(said, english, "{code} {arguments:?}");
        }
        let (scores, ..) = run(folder.path(), &[&score[..], &["--language", code]].concat());
        assert!(scores.contains(trick) && scores.contains(round), "{code}: {scores}");
        let (page, ..) = run(folder.path(), &[&html[..], &["--language", code]].concat());
        assert!(page.contains(&format!("<html lang=\"{code}\">")), "{code}");
    }
}

#[test]
fn refusals_are_in_the_language_too() {
    let (folder, _) = archive();
    let broken = folder.path().join("broken.txt");
    let game =
        r#"{"players": ["Ana", "Bo", "Cy"], "first_dealer": 0, "rounds": [{"bids": [0, 1, 1], "tricks": [1, 1, 0]}]}"#;
    fs::write(&broken, game).unwrap();
    let score = ["score", broken.to_str().unwrap()];
    let asked: [(&[&str], i32); 3] = [(&score, 1), (&["score", "/nowhere.json"], 2), (&["frobnicate", "list"], 2)];
    for (arguments, code) in asked {
        let (_, english, exit) = run(folder.path(), arguments);
        assert_eq!(exit, Some(code), "{arguments:?}: {english}");
        for (language, ..) in LANGUAGES {
            let (out, told, exit) = run(folder.path(), &[arguments, &["--language", language]].concat());
            assert_eq!((exit, &*out), (Some(code), ""), "{language} {arguments:?}: {told}");
            assert!(!told.is_empty() && told != english, "{language} {arguments:?}: {told}");
        }
    }
}

#[test]
fn text_for_programs_is_the_same_in_every_language() {
    let (folder, game) = archive();
    fs::write(folder.path().join("cut.json"), "{").unwrap();
    let (json, csv) = (["--format", "json"], ["--format", "csv"]);
    let score = ["score", &*game];
    let mut asked: Vec<Vec<&str>> = Vec::new();
    for format in [json, csv] {
        asked.push([&score[..], &format].concat());
        asked.push([&["list"][..], &format].concat());
        asked.push([&["league"][..], &format].concat());
    }
    asked.push([&["stats"][..], &json].concat());
    asked.push([&["check"][..], &json].concat());
    asked.push([&["import", "--dry-run", &*game][..], &json].concat());
    for format in ["csv", "json", "bgstats"] {
        asked.push(vec!["export", "--to", format, &*game]);
    }
    for arguments in asked {
        let (english, _, exit) = run(folder.path(), &arguments);
        assert!(!english.is_empty(), "{arguments:?}");
        for (language, ..) in LANGUAGES {
            let (said, _, other) = run(folder.path(), &[&arguments[..], &["--language", language]].concat());
            assert_eq!((said, other), (english.clone(), exit), "{language} {arguments:?}");
        }
    }
}

#[test]
fn the_language_comes_from_argument_settings_or_system() {
    let (folder, _) = archive();
    let list = |variables: &[(&str, &str)], arguments: &[&str]| {
        let arguments = [&["list"], arguments].concat();
        answer(program(folder.path(), &arguments).envs(variables.iter().copied())).0
    };
    let (english, german, french) = (list(&[], &[]), list(&[], &["--language", "de"]), list(&[], &["--language=fr"]));
    assert!(english.starts_with("Date") && german != english && french != english && french != german);
    assert_eq!(list(&[("LANG", "de_AT.UTF-8")], &[]), german);
    assert_eq!(list(&[("LC_ALL", "fr_CA.UTF-8"), ("LANG", "de_DE.UTF-8")], &[]), french);
    assert_eq!(list(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8"), ("LANGUAGE", "de")], &[]), english);
    assert_eq!(list(&[("LANG", "tlh")], &[]), english);
    assert_eq!(list(&[("LANG", "de_DE.UTF-8")], &["--language", "en"]), english);
    assert_eq!(list(&[], &["--language", "pt_BR"]), list(&[("LANG", "pt_PT.UTF-8")], &[]));
    let file = settings_file(Some(folder.path())).unwrap();
    let settings = Settings { language: Language::of_code("fr"), ..Settings::default() };
    settings.keep(&Settings::default(), &file).unwrap();
    assert_eq!(list(&[("LANG", "de_DE.UTF-8")], &[]), french, "the settings must win over the system");
    assert_eq!(
        list(&[("LANG", "de_DE.UTF-8")], &["--language", "de"]),
        german,
        "the argument must win over the settings"
    );
}

#[test]
fn an_unknown_language_is_refused_with_a_list_of_the_known() {
    let (folder, _) = archive();
    for arguments in [&["list", "--language", "xx"][..], &["--language=xx", "list"]] {
        let (out, told, exit) = run(folder.path(), arguments);
        assert_eq!((exit, &*out), (Some(2), ""));
        assert!(told.contains("there is no such language; there are en, de, fr, pt-BR"), "{told}");
    }
    let (_, told, exit) = run(folder.path(), &["list", "--language"]);
    assert_eq!(exit, Some(2));
    assert!(told.contains("'--language <CODE>'"), "{told}");
}
