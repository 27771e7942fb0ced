//! What no case of `terminal` can show: pipes that close, input without end, no display, every language.

use std::fs;
use std::io::Read;
use std::process::{Command as Process, Stdio};

use serde_json::json;
use tablet_of_truth::archive::{Archive, Lock, lock, write_session};
use tablet_of_truth::session::Session;
use tablet_of_truth::wizard::RuleSet;
use tempfile::TempDir;

use crate::common::{EXAMPLE, NAMES, at, played, session_of, unbound};
use crate::terminal::{files, output, program};

/// A folder with this session in `game.json`.
fn kept(session: &Session) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.json"), write_session(session, at(50)).unwrap()).unwrap();
    folder
}

fn game() -> Session {
    let hands = RuleSet { hands: Some(vec![1, 2]), ..unbound() };
    played(&session_of(&NAMES[..3], hands), &[1, 0, 0], &[0, 1, 0])
}

fn command(folder: &TempDir, arguments: &[&str]) -> Process {
    let mut process = program(folder.path());
    process.args(arguments);
    process
}

/// Standard output, standard error and the exit code.
fn run(folder: &TempDir, arguments: &[&str], input: &[u8]) -> (String, String, Option<i32>) {
    let output = output(&mut command(folder, arguments), input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// Checks for exit code 2, no output, and a short message with all of these words.
fn unreadable(input: &[u8], words: &[&str]) {
    let (out, error, code) = run(&kept(&game()), &["score"], input);
    assert_eq!((code, &*out), (Some(2), ""), "{error}");
    assert!(error.len() < 1000 && words.iter().all(|word| error.contains(word)), "{words:?} is not in: {error}");
}

#[test]
fn a_control_character_in_a_table_or_an_argument_does_not_reach_the_terminal() {
    let folder = kept(&game());
    let pad = "round;player;bid;tricks\n1;Ana;0;0\n1;\"\u{1b}[2JBo\nfine\";1;1\n1;Cy;1;0\n";
    // `output` looks for control characters.
    let (_, error, code) = run(&folder, &["import", "-", "--data-dir", "."], pad.as_bytes());
    assert!(code == Some(1) && error.contains("control character"), "{error}");
    assert_eq!(run(&folder, &["score", "none\u{1b}[31m.json"], b"").2, Some(2));
    // Not every system has such a file.
    if fs::write(folder.path().join("broken\u{1b}[31m.json"), "{").is_ok() {
        assert!(run(&folder, &["list", "--data-dir", "."], b"").1.contains("broken"));
    }
}

#[test]
fn a_file_is_scored_alike_wherever_it_comes_from() {
    let folder = kept(&game());
    fs::write(folder.path().join("example.json"), EXAMPLE).unwrap();
    let table = run(&folder, &["score", "example.json"], b"");
    assert_eq!(table.2, Some(0), "{}", table.1);
    for arguments in [&["score", "-"][..], &["score"], &["score", "--format", "table"]] {
        assert_eq!(run(&folder, arguments, EXAMPLE.as_bytes()), table);
    }
}

#[test]
fn bytes_that_are_no_text_are_reported_with_their_place() {
    unreadable(b"\x89PNG\r\n\x1a\n\0\0\0", &["standard input", "is a picture"]);
    unreadable(&[0; 100], &["line 1, column 1", "expected value"]);
    unreadable(b"{\"players\": [\"A\xFF\"]}", &["line 1, column", "unicode"]);
    for length in [1, 10, 60, 120, 300, EXAMPLE.trim_end().len() - 1] {
        let line = EXAMPLE[..length].lines().count();
        unreadable(&EXAMPLE.as_bytes()[..length], &[&format!("line {line}, column"), "EOF"]);
    }
}

#[test]
fn deep_and_large_input_is_refused() {
    unreadable("[".repeat(1_000_000).as_bytes(), &["line 1, column"]);
    unreadable(" ".repeat(17 * 1024 * 1024).as_bytes(), &["larger than 16 MB"]);
    let penalties = vec![json!({"player": 0, "after_round": 0, "points": -10}); 300];
    let many = EXAMPLE.replacen('{', &format!("{{\"penalties\": {}, ", json!(penalties)), 1);
    let (out, error, code) = run(&kept(&game()), &["score"], many.as_bytes());
    assert_eq!((code, &*out), (Some(1), ""));
    assert!(error.contains("a game has at most 200 penalties"), "{error}");
}

#[test]
fn a_closed_output_pipe_is_not_an_error() {
    let rules = RuleSet { hands: Some(vec![1; 40]), ..unbound() };
    let names: Vec<String> = (0..6).map(|seat| format!("{seat}{}", "長".repeat(79))).collect();
    let start = session_of(&names.iter().map(String::as_str).collect::<Vec<_>>(), rules);
    let folder = kept(&(0..40).fold(start, |session, _| played(&session, &[0, 1, 0, 0, 0, 0], &[0, 1, 0, 0, 0, 0])));
    let score = |format| vec!["score", "game.json", "--format", format];
    for arguments in [score("table"), score("json"), score("csv"), vec!["--help"], vec!["--version"]] {
        let mut process = command(&folder, &arguments);
        let mut child = process.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut error = String::new();
        child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        assert!(child.wait().unwrap().success() && error.is_empty(), "{arguments:?}: {error}");
    }
}

#[test]
fn a_closed_error_pipe_does_not_crash() {
    let folder = kept(&game());
    let mut child = command(&folder, &["score"]).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    std::thread::sleep(std::time::Duration::from_millis(20));
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
#[cfg(target_os = "linux")]
fn a_result_that_cannot_be_written_is_an_error() {
    let folder = kept(&game());
    for arguments in [&["score", "game.json"][..], &["list", "--data-dir", "."]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(&folder, arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains("cannot write the result: the disk is full"));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_display_that_does_not_answer_is_named_without_a_place_in_foreign_sources() {
    for (name, value) in [("DISPLAY", ":987"), ("WAYLAND_DISPLAY", "nowhere-987")] {
        let folder = kept(&game());
        let mut process = command(&folder, &["--data-dir", "."]);
        // With slint/mcp, a window that cannot be opened is replaced by one for tests.
        process.env(name, value).env("XDG_RUNTIME_DIR", folder.path()).env("SLINT_BACKEND", "winit-software");
        let output = output(&mut process, b"");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        // Without the libraries, their packages are named.
        assert!(error.contains("cannot open a window") || error.contains("apt install"), "{error}");
        assert!([".rs", ".cargo", "os error at"].iter().all(|place| !error.contains(place)), "{error}");
    }
}

#[test]
fn the_lock_of_a_running_copy_is_no_fault() {
    let folder = kept(&game());
    let held = lock(&folder.path().join("game.json"));
    assert!(matches!(held, Lock::Ours(_)));
    let (out, _, code) = run(&folder, &["check", "--data-dir", "."], b"");
    assert!(code == Some(0) && out.contains("1 file, all fine."), "{out}");
    assert_eq!(Archive::new(folder.path().to_owned()).paths().unwrap().len(), 1);
}

#[test]
fn what_only_reads_and_what_fails_changes_no_byte() {
    let folder = kept(&game());
    let later = played(&game(), &[0, 0, 0], &[1, 1, 0]);
    fs::write(folder.path().join("later.txt"), write_session(&later, at(50)).unwrap()).unwrap();
    fs::write(folder.path().join("cut.json"), "{").unwrap();
    let found = || files(folder.path()).into_iter().map(|path| (fs::read(&path).unwrap(), path)).collect::<Vec<_>>();
    let before = found();
    for (command, exit) in [
        ("score game.json", 0),
        ("list", 0),
        ("stats", 0),
        ("league", 0),
        ("check", 1),
        ("export --to csv game.json", 0),
        ("import --dry-run later.txt", 0),
        ("import cut.json", 2),
    ] {
        let arguments: Vec<&str> = command.split(' ').chain(["--data-dir", "."]).collect();
        let (_, error, code) = run(&folder, &arguments, b"");
        assert_eq!((code, found() == before), (Some(exit), true), "{command}: {error}");
    }
    run(&folder, &["import", "later.txt", "--data-dir", "."], b"");
    assert_ne!(found(), before, "an import of the same file writes");
}

const LANGUAGES: [&str; 3] = ["de", "fr", "pt-BR"];

#[test]
fn text_for_people_is_in_each_language_and_text_for_programs_in_none() {
    let folder = kept(&game());
    fs::create_dir(folder.path().join("games")).unwrap();
    fs::copy(folder.path().join("game.json"), folder.path().join("games/game.json")).unwrap();
    fs::write(folder.path().join("cut.json"), "{").unwrap();
    let with = |commands: &[&'static str], more: &[&'static str]| -> Vec<Vec<&'static str>> {
        commands.iter().map(|command| [&command.split(' ').collect::<Vec<_>>(), more].concat()).collect()
    };
    let games = ["--data-dir", "games"];
    let lists = with(&["list", "stats", "league", "check"], &games);
    let exports = with(&["export --to text", "export --to markdown", "export --to html"], &["game.json"]);
    let differing = [lists, exports, with(&["score game.json"], &[])].concat();
    let json = with(&["list", "stats", "league", "check", "import --dry-run game.json"], &["--format", "json"]);
    let csv = with(&["list", "stats", "league"], &["--format", "csv"]);
    let of_game = with(&["score --format json", "score --format csv"], &["game.json"]);
    let exported = with(&["export --to csv", "export --to json", "export --to bgstats"], &["game.json"]);
    let here: Vec<_> =
        json.into_iter().chain(csv).map(|command| [&command[..], &["--data-dir", "."]].concat()).collect();
    for (commands, differ) in [(differing, true), ([here, of_game, exported].concat(), false)] {
        for command in commands {
            let (english, _, exit) = run(&folder, &command, b"");
            assert!(!english.is_empty(), "{command:?}");
            for language in LANGUAGES {
                let (out, error, code) = run(&folder, &[&command[..], &["--language", language]].concat(), b"");
                assert_eq!((out != english, code), (differ, exit), "{language} {command:?}: {error}");
                assert!(!differ || (code == Some(0) && error.is_empty()), "{language} {command:?}: {error}");
            }
        }
    }
}
