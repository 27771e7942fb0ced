//! Names that try to leave the folder, to hide, or to be too long.

use std::fs;
use std::path::{Component, Path};

use tablet_of_truth::archive::{Answers, Archive, Import, Lock, Source, lock, write_durably, write_session};
use tablet_of_truth::export::{Format, export, suggested_name};
use tablet_of_truth::session::{NAME_MAX, Session};
use unicode_width::UnicodeWidthChar;

use super::judge;
use super::stage::{Stage, game};
use crate::common::{at, played, session_of, unbound, with_id};
use crate::export::english;
use crate::load;

/// Paths, devices, options, commands, and letters that nobody sees.
#[rustfmt::skip]
const NAMES: [&str; 63] = [
    "../../x", "/etc/passwd", "..", ".", "...", "~", "~root", "C:\\Windows\\x", "\\\\server\\share", "CON",
    "NUL.json", "COM1", "aux", "a\0b", "\0", "-rf", "--force", "$(touch x)", "`x`", "a;b", "a\nb", "a\r\nb",
    "\u{1b}[2J", "\u{202e}nosj.exe", "\u{2066}x", "a\u{200b}b", "\u{feff}x", "x\u{ad}y", "%2e%2e%2f", "..%c0%af",
    "a/../../b", "....//", "name.json", ".hidden", "x.tmp", "Trash/x", "\u{ff0e}\u{ff0e}\u{ff0f}x", "e\u{301}",
    "\u{e9}", "İ", "ß", "\"quoted\"", "<b>", "*?|:", "🧙\u{200d}♂\u{fe0f}", "\u{fff9}x", "\u{85}x", "c\td",
    "e\u{1b}[31mf", "\u{202E}nosj.", "a/b", "c\\d", "x", "a:b*c?", "<>|\"", "🃏", "👩‍👩‍👧", "שלום", "مرحبا", "'",
    "Ana Maria", "Bo\u{2003}Z", "\u{200b}",
];

fn names() -> Vec<String> {
    let long = ["x", "李", "🧙", "/"].map(|letter| letter.repeat(NAME_MAX));
    let more = [format!("e{}", "\u{301}".repeat(NAME_MAX - 1)), "..".repeat(NAME_MAX / 2)];
    NAMES.map(str::to_owned).into_iter().chain(long).chain(more).collect()
}

/// Checks that the name is one plain part of a path, valid on every system and readable.
fn is_plain(name: &Path) {
    let mut parts = name.components();
    assert!(matches!(parts.next(), Some(Component::Normal(_))) && parts.next().is_none(), "{name:?}");
    let text = name.to_str().unwrap();
    assert!(text.len() <= 200, "{} bytes", text.len());
    assert!(!text.contains(['/', '\\', ':', '*', '?', '"', '<', '>', '|', '\0']), "{text:?}");
    assert!(!text.starts_with(['.', '-', '~']) && !text.ends_with('.'), "{text:?}");
    for letter in text.chars() {
        let unseen = letter.is_control()
            || letter.is_whitespace()
            || matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{200B}'..='\u{200F}');
        let mark = letter.width() == Some(0);
        assert!(!unseen && (!mark || letter == '\u{301}'), "{letter:?} in {text:?}");
    }
}

fn tables() -> Vec<Session> {
    let names = names();
    names.iter().map(|name| played(&session_of(&["Ana", name, "Cy"], unbound()), &[0, 1, 1], &[0, 0, 1])).collect()
}

#[test]
fn no_name_of_a_player_leaves_the_folder() {
    let stage = Stage::new();
    let archive = stage.archive();
    let spread: Vec<String> = (0..6).map(|seat| format!("{seat}{}", "é".repeat(79))).collect();
    let spread: Vec<&str> = spread.iter().map(String::as_str).collect();
    let odd = [&["..", ".", "..."][..], &["🧙", "🃏", "👩"], &["שלום", "مرحبا", "\u{202E}nosj."], &spread];
    for game in tables().into_iter().chain(odd.map(|names| session_of(names, unbound()))) {
        let written = write_session(&game, at(9)).unwrap();
        // Control characters, which a terminal would obey, are not in the file.
        assert!(!written.iter().any(|byte| byte.is_ascii_control() && *byte != b'\n'), "{game:?}");
        assert_eq!(judge::import(&written), Some(1), "{game:?}");
        judge::import(&export(&game, Format::Csv, true, english()).unwrap());
        let path = archive.path_for(&game);
        assert_eq!(path.parent(), Some(archive.folder()));
        is_plain(Path::new(path.file_name().unwrap()));
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with("2026-03-07_") && name.ends_with("_00000000.json"), "{name}");
        for format in Format::ALL {
            is_plain(Path::new(&suggested_name(&game, format)));
        }
        stage.unharmed("saving", move || {
            write_durably(&path, &written).unwrap();
            assert!(matches!(lock(&path), Lock::Ours(_)));
            assert_eq!(load(&path), game);
            assert!(Archive::new(path.parent().unwrap().to_owned()).paths().unwrap().contains(&path));
        });
    }
}

#[test]
fn the_terminal_shows_names_without_control_sequences() {
    let stage = Stage::new();
    for (number, game) in tables().iter().enumerate() {
        stage.save(&format!("{number}.json"), &with_id(game, uuid::Uuid::from_u128(number as u128 + 1)));
    }
    let canary = stage.outside("canary.json");
    let paths = (0..tables().len()).map(|number| stage.data().join(format!("{number}.json")));
    let paths: Vec<String> = paths.map(|path| path.to_str().unwrap().to_owned()).collect();
    let commands = [&["list"][..], &["stats"], &["check"], &["import", "--dry-run", canary.to_str().unwrap()]];
    let scores = paths.iter().map(|path| vec!["score", path]);
    for command in commands.map(<[&str]>::to_vec).into_iter().chain(scores) {
        let answer = stage.tell(&command);
        let control = |letter: char| letter.is_control() && letter != '\n';
        assert!(!answer.out.contains(control), "{command:?}: {:?}", answer.out);
        assert!(!answer.out.contains(['\u{202e}', '\u{2066}']), "{command:?}");
        assert!(command[0] != "score" || answer.code == Some(0), "{command:?}");
    }
}

#[test]
fn anything_but_an_id_is_refused() {
    let text = String::from_utf8(write_session(&game(), at(9)).unwrap()).unwrap();
    let id = game().id().to_string();
    for other in ["../../x", "/etc/passwd", "", "00000000", "a\\u0000b", "zzzzzzzz-0000-0000-0000-000000000000"] {
        let other = text.replacen(&id, other, 1);
        assert_eq!(judge::session(other.as_bytes()), None);
        assert_eq!(judge::import(other.as_bytes()), None);
    }
    // Other spellings of an id mean the same id.
    let simple = text.replacen(&id, &game().id().simple().to_string(), 1);
    assert_eq!(judge::session(simple.as_bytes()).unwrap().wizard().unwrap().id(), game().id());
}

#[test]
fn a_table_of_rounds_writes_into_the_folder_only() {
    let stage = Stage::new();
    for name in names() {
        let quoted = name.replace('"', "\"\"");
        let row = |player: &str, rest: &str| format!("\"{quoted}\",1,\"{player}\",{rest}\n");
        let table =
            format!("session,round,player,bid,tricks\n{}{}{}", row(&quoted, "0,0"), row("Bo", "1,1"), row("Cy", "1,0"));
        judge::import(table.as_bytes());
        let source = Source::Bytes { name: name.clone(), bytes: table.into_bytes() };
        if let Ok(import) = Import::read(&stage.archive(), &[source], &Answers::new(), at(0)) {
            let archive = stage.archive();
            let written = stage.unharmed("importing", move || import.write()).unwrap();
            assert!(written.iter().all(|path| path.parent() == Some(archive.folder())));
            written.iter().for_each(|path| is_plain(Path::new(path.file_name().unwrap())));
        }
    }
}

#[test]
fn a_file_with_the_longest_name_works_like_any_other() {
    let stage = Stage::new();
    for stem in ["n".repeat(250), "é".repeat(125), format!("{}é{}", "n".repeat(199), "n".repeat(49)), "n".repeat(246)]
    {
        let path = stage.save(&format!("{stem}.json"), &game());
        let held = lock(&path);
        assert!(matches!(held, Lock::Ours(_)), "{} bytes", stem.len());
        assert!(matches!(lock(&path), Lock::Elsewhere), "another copy must see the lock");
        drop(held);
        let other = game().noted("Elsewhere", "").unwrap();
        write_durably(&path, &write_session(&other, at(10)).unwrap()).unwrap();
        assert_eq!(load(&path), other);
        // There is still room for a copy beside it, and for a second one in the trash.
        let another = write_session(&other.noted("There", "").unwrap(), at(11)).unwrap();
        judge::read(&stage.archive(), &another).write().unwrap();
        stage.archive().trash().move_in(&path).unwrap();
        let again = stage.save(&format!("{stem}.json"), &game());
        stage.archive().trash().move_in(&again).unwrap();
        for left in stage.archive().paths().unwrap() {
            fs::remove_file(left).unwrap();
        }
        assert_eq!(stage.archive().trash().empty().unwrap(), 2);
        let mut left = fs::read_dir(stage.data()).unwrap();
        assert!(left.all(|entry| entry.unwrap().file_name() == "Trash"), "nothing else may be left");
    }
    // Two such files do not share a lock.
    let (one, other) = (format!("{}1.json", "n".repeat(249)), format!("{}2.json", "n".repeat(249)));
    let (one, other) = (stage.save(&one, &game()), stage.save(&other, &game()));
    let (first, second) = (lock(&one), lock(&other));
    assert!(matches!((first, second), (Lock::Ours(_), Lock::Ours(_))));
}
