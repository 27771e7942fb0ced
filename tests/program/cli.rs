//! The program in a terminal: `--version`, `--help` and `score`; its output, its messages and its exit codes.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tablet_of_truth::archive::write_session;
use tablet_of_truth::session::Session;
use tablet_of_truth::wizard::{Bidding, Command, RuleSet, SpecialCard};

use crate::common::{EXAMPLE, after, at, classic, played, session, session_of, unbound, with_cards};

/// What a run of the program printed, and its exit code.
#[derive(Debug)]
pub struct Answer {
    pub code: Option<i32>,
    pub out: String,
    pub told: String,
}

fn program(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Process {
    let mut process = Process::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
    process.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    // English, whatever the language of the machine.
    process.env("LC_ALL", "C");
    process
}

/// Runs the program with this standard input; it must never panic.
pub fn run(arguments: &[&str], input: &[u8]) -> Answer {
    let mut process = program(arguments);
    let mut child = process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may close its input before it has read everything.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!told.contains("panicked at"), "{told}");
    assert!(!told.chars().any(|letter| letter.is_control() && letter != '\n'), "{told:?}");
    Answer { code: output.status.code(), out: String::from_utf8(output.stdout).unwrap(), told }
}

pub fn score(format: &str, input: &str) -> Answer {
    run(&["score", "--format", format], input.as_bytes())
}

/// The scores of an input as JSON; panics if it cannot be scored.
fn scores(input: &str) -> Value {
    let answer = score("json", input);
    assert_eq!(answer.code, Some(0), "{}", answer.told);
    serde_json::from_str(&answer.out).unwrap()
}

fn rows(input: &str) -> Vec<csv::StringRecord> {
    let answer = score("csv", input);
    assert_eq!(answer.code, Some(0), "{}", answer.told);
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(answer.out.as_bytes());
    reader.records().map(|record| record.unwrap()).collect()
}

/// A column of the CSV without its header.
fn column(rows: &[csv::StringRecord], name: &str) -> Vec<String> {
    let place = rows[0].iter().position(|header| header == name).unwrap();
    rows[1..].iter().map(|row| row[place].to_owned()).collect()
}

/// A game of three without Plus/Minus One.
fn game(rules: Value, rounds: Value) -> String {
    let mut all = json!({"plus_minus_one": false});
    all.as_object_mut().unwrap().extend(rules.as_object().unwrap().clone());
    json!({"players": ["Ana", "Bo", "Cy"], "first_dealer": 0, "rules": all, "rounds": rounds}).to_string()
}

fn saved(session: &Session) -> String {
    String::from_utf8(write_session(session, at(50)).unwrap()).unwrap()
}

fn file(folder: &tempfile::TempDir, text: &str) -> PathBuf {
    let path = folder.path().join("game.json");
    fs::write(&path, text).unwrap();
    path
}

// --- Without a display ----------------------------------------------------------------------------------------------

#[test]
fn version_and_help_need_no_display() {
    let version = run(&["--version"], b"");
    assert_eq!((version.code, version.out), (Some(0), format!("tablet-of-truth {}\n", env!("CARGO_PKG_VERSION"))));
    let help = run(&["--help"], b"");
    assert_eq!(help.code, Some(0));
    for word in ["score", "--data-dir", "--version", "FILE"] {
        assert!(help.out.contains(word), "{}", help.out);
    }
    let help = run(&["score", "--help"], b"");
    assert_eq!(help.code, Some(0));
    for word in ["table", "json", "csv", "standard input", "Exit code 0"] {
        assert!(help.out.contains(word), "{}", help.out);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_display_that_does_not_answer_is_said_without_a_place_in_somebody_elses_source() {
    for (name, value) in [("DISPLAY", ":987"), ("WAYLAND_DISPLAY", "nowhere-987")] {
        let mut process = program([""; 0]);
        let folder = tempfile::tempdir().unwrap();
        process.arg("--data-dir").arg(folder.path()).env(name, value).env("XDG_RUNTIME_DIR", folder.path());
        // With slint/mcp, a window that cannot be opened is replaced by one for tests.
        process.env("SLINT_BACKEND", "winit-software");
        let answer = process.stdin(Stdio::null()).output().unwrap();
        let told = String::from_utf8(answer.stderr).unwrap();
        assert_eq!(answer.status.code(), Some(1), "{told}");
        // Without the libraries, their packages are named.
        assert!(told.contains("cannot open a window") || told.contains("apt install"), "{told}");
        for place in [".rs", ".cargo", "os error at", "panicked"] {
            assert!(!told.contains(place), "{told}");
        }
    }
}

#[test]
fn unknown_arguments_are_explained() {
    for arguments in [&["score", "--format", "xml"][..], &["--frobnicate"], &["score", "a", "b"]] {
        let answer = run(arguments, b"");
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
        assert!(answer.told.contains("Usage") || answer.told.contains("possible values"), "{}", answer.told);
    }
}

// --- Where the input comes from -------------------------------------------------------------------------------------

#[test]
fn a_file_a_dash_and_no_argument_give_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, EXAMPLE);
    let from_file = run(&["score", path.to_str().unwrap()], b"");
    assert_eq!((from_file.code, from_file.told.as_str()), (Some(0), ""));
    for arguments in [&["score", "-"][..], &["score"]] {
        assert_eq!(run(arguments, EXAMPLE.as_bytes()).out, from_file.out);
    }
    assert!(from_file.out.contains("Kevin"));
}

#[test]
#[cfg(unix)]
fn a_pipe_is_read_like_a_file() {
    let answer = run(&["score", "/dev/stdin", "--format", "json"], EXAMPLE.as_bytes());
    assert_eq!(serde_json::from_str::<Value>(&answer.out).unwrap(), scores(EXAMPLE));
}

#[test]
fn an_input_that_cannot_be_opened_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().join("none.json"), folder.path().to_owned()] {
        let answer = run(&["score", path.to_str().unwrap()], b"");
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
        assert!(answer.told.contains(path.to_str().unwrap()), "{}", answer.told);
    }
}

#[test]
fn scoring_changes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, EXAMPLE);
    run(&["score", path.to_str().unwrap()], b"");
    assert_eq!(fs::read_to_string(&path).unwrap(), EXAMPLE);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

// --- JSON -----------------------------------------------------------------------------------------------------------

#[test]
fn a_game_written_by_hand_is_scored() {
    let rounds = json!([
        {"round": 1, "cards": 1, "dealer": 0, "bids": [0, 1, 1], "scored_bids": [0, 1, 1], "tricks": [0, 0, 1],
         "points": [20, -10, 30], "totals": [20, -10, 30]},
        {"round": 2, "cards": 2, "dealer": 1, "bids": [1, 0, 2], "scored_bids": [1, 0, 1], "tricks": [0, 0, 1],
         "points": [-10, 20, 30], "totals": [10, 10, 60]},
    ]);
    let standings = json!([
        {"rank": 1, "player": "Kevin", "total": 60},
        {"rank": 2, "player": "Thomas", "total": 10},
        {"rank": 2, "player": "Ute", "total": 10},
    ]);
    let expected = json!({"players": ["Thomas", "Ute", "Kevin"], "complete": false, "rounds_planned": 20,
        "rounds": rounds, "standings": standings});
    assert_eq!(scores(EXAMPLE), expected);
}

#[test]
fn omitted_rules_are_those_of_the_classic_game() {
    let bare = r#"{"players": ["A", {"name": " B "}, "C"], "first_dealer": 1,
                   "rounds": [{"bids": [0, 1, 1], "tricks": [0, 0, 1]}]}"#;
    let answer = scores(bare);
    assert_eq!(answer["players"], json!(["A", "B", "C"]));
    assert_eq!((&answer["rounds_planned"], &answer["rounds"][0]["dealer"]), (&json!(20), &json!(1)));
    let sum = bare.replace("[0, 1, 1], \"tricks\"", "[0, 0, 1], \"tricks\"");
    assert_eq!(score("json", &sum).code, Some(0), "Plus/Minus One is a variant");
}

#[test]
fn an_unfinished_round_has_no_points() {
    for (round, bids, tricks) in [
        (json!({"bids": [2, 0, 1]}), json!([2, 0, 1]), Value::Null),
        (json!({"bids": [2, null, 1]}), json!([2, null, 1]), Value::Null),
        (json!({"bids": [2, 0, 1], "tricks": [1, null, null]}), json!([2, 0, 1]), json!([1, null, null])),
        (json!({"bids": [2, 0, 1], "tricks": [1, 0, 1], "phase": "playing"}), json!([2, 0, 1]), json!([1, 0, 1])),
    ] {
        let input = game(json!({}), json!([{"bids": [0, 1, 1], "tricks": [0, 0, 1]}, round]));
        let answer = scores(&input);
        let expected = json!({"round": 2, "cards": 2, "dealer": 1, "bids": bids, "scored_bids": null, "tricks": tricks,
            "points": null, "totals": null});
        assert_eq!(answer["rounds"][1], expected);
        assert_eq!(answer["standings"][0], json!({"rank": 1, "player": "Cy", "total": 30}));
        assert_eq!(answer["complete"], json!(false));
    }
}

#[test]
fn a_game_that_is_over_says_how() {
    let rounds = json!([{"bids": [0, 1, 1], "tricks": [0, 0, 1]}]);
    let finished = scores(&game(json!({"hands": [1]}), rounds));
    assert_eq!((&finished["complete"], &finished["rounds_planned"]), (&json!(true), &json!(1)));
    assert_eq!(finished.get("ended_early"), None);
    let ended = after(&played(&session(3, unbound()), &[0, 1, 1], &[0, 0, 1]), [Command::EndEarly(at(9))]);
    let ended = scores(&saved(&ended));
    assert_eq!((&ended["complete"], &ended["ended_early"]), (&json!(false), &json!(true)));
}

#[test]
fn a_saved_session_is_scored_without_messages() {
    let answer = score("json", &saved(&played(&session(4, unbound()), &[0, 1, 1, 0], &[0, 0, 1, 0])));
    assert_eq!((answer.code, answer.told.as_str()), (Some(0), ""));
}

#[test]
fn a_game_not_begun_has_no_rounds() {
    let answer = scores(&game(json!({}), json!([])));
    assert_eq!(answer["rounds"], json!([]));
    assert_eq!(answer["standings"][2], json!({"rank": 1, "player": "Cy", "total": 0}));
}

#[test]
fn repeated_scores_are_ignored_and_computed() {
    let mut file: Value = serde_json::from_str(EXAMPLE).unwrap();
    file["standings"] = json!("Thomas wins");
    file["complete"] = json!(true);
    file["rounds"][0]["points"] = json!([1000, 0, 0]);
    file["rounds"][0]["totals"] = json!([1000, 0, 0]);
    let answer = score("json", &file.to_string());
    assert_eq!(answer.told, "");
    assert_eq!(serde_json::from_str::<Value>(&answer.out).unwrap(), scores(EXAMPLE));
}

#[test]
fn unknown_fields_are_only_noted() {
    let mut file: Value = serde_json::from_str(EXAMPLE).unwrap();
    file["weather\u{1b}[31m"] = json!("rain");
    file["rounds"][1]["mood"] = json!({"deep": [1, 2]});
    let answer = score("json", &file.to_string());
    assert_eq!(answer.code, Some(0));
    assert_eq!(answer.told.lines().count(), 2, "{}", answer.told);
    assert!(answer.told.contains("weather") && answer.told.contains("rounds.1.mood"), "{}", answer.told);
    assert_eq!(serde_json::from_str::<Value>(&answer.out).unwrap(), scores(EXAMPLE));
}

#[test]
fn a_byte_order_mark_is_accepted() {
    assert_eq!(scores(&format!("\u{FEFF}{EXAMPLE}")), scores(EXAMPLE));
}

// --- Table and CSV --------------------------------------------------------------------------------------------------

#[test]
fn the_table_is_aligned_for_people() {
    let answer = score("table", EXAMPLE);
    let expected = "\
Round   Cards    Thomas        Ute       Kevin
    1       1   20  0·0   −10  1·0     30  1·1
    2       2   10  1·0    10  0·0   60  2→1·1

Each column: total, bid·tricks (an arrow shows a bid that the Cloud changed)

Standings after round 2 of 20 (in progress)
 1.    60  Kevin
 2.    10  Thomas
 2.    10  Ute
";
    assert_eq!((answer.code, answer.out.as_str()), (Some(0), expected));
    assert_eq!(run(&["score"], EXAMPLE.as_bytes()).out, expected, "the table is the default");
}

#[test]
fn a_broken_rule_beside_a_misspelled_field_names_the_field() {
    let text = r#"{"players": ["Ana", "Bo", "Cy"], "first_dealer": 0,
                   "rules": {"plus_minus_one": true, "plus_minus_one_form": 3},
                   "rounds": [{"bids": [0, 1, 0], "tricks": [0, 1, 0]}]}"#;
    let answer = score("json", text);
    assert_eq!(answer.code, Some(1));
    assert!(answer.told.contains("round 1: Ana may not bid 0"), "{}", answer.told);
    assert!(answer.told.contains("rules.plus_minus_one_form"), "{}", answer.told);
}

#[test]
fn the_tables_columns_line_up_with_wide_letters() {
    let rounds = json!([{"bids": [0, 1, 1], "tricks": [0, 0, 1]}, {"bids": [1, 0, 0]}]);
    let text = game(json!({}), rounds).replace("Ana", "李雷李雷李雷").replace("Bo", "Zoe\u{301}");
    let out = score("table", &text).out;
    let widths: Vec<usize> = out.lines().take(3).map(unicode_width::UnicodeWidthStr::width).collect();
    assert!(widths.iter().all(|&width| width == widths[0]), "{out}");
    assert!(out.contains("1·–"), "{out}");
}

#[test]
fn csv_has_a_row_per_player_and_round() {
    let rows = rows(EXAMPLE);
    let header =
        "session,date,round,cards,dealer,trump,player,seat,bid,scored_bid,tricks,points,total,bomb,cloud_change";
    assert_eq!(rows[0].iter().collect::<Vec<_>>().join(","), header);
    assert_eq!(rows.len(), 1 + 2 * 3);
    for (name, expected) in [
        ("session", ["", "", "", "", "", ""]),
        ("round", ["1", "1", "1", "2", "2", "2"]),
        ("cards", ["1", "1", "1", "2", "2", "2"]),
        ("dealer", ["0", "0", "0", "1", "1", "1"]),
        ("trump", ["red", "red", "red", "", "", ""]),
        ("player", ["Thomas", "Ute", "Kevin", "Thomas", "Ute", "Kevin"]),
        ("seat", ["0", "1", "2", "0", "1", "2"]),
        ("bid", ["0", "1", "1", "1", "0", "2"]),
        ("scored_bid", ["0", "1", "1", "1", "0", "1"]),
        ("tricks", ["0", "0", "1", "0", "0", "1"]),
        ("points", ["20", "-10", "30", "-10", "20", "30"]),
        ("total", ["20", "-10", "30", "10", "10", "60"]),
        ("bomb", ["false", "false", "false", "true", "true", "true"]),
        ("cloud_change", ["", "", "", "", "", "-1"]),
    ] {
        assert_eq!(column(&rows, name), expected, "{name}");
    }
}

#[test]
fn csv_of_a_saved_session_has_its_id_and_date() {
    let session = played(&session(3, unbound()), &[0, 1, 1], &[0, 0, 1]);
    let rows = rows(&saved(&after(&session, [Command::Bid(2, Some(1))])));
    assert_eq!(column(&rows, "session"), vec![session.id().to_string(); 6]);
    assert_eq!(column(&rows, "date"), vec!["2026-03-07T20:15:00+01:00"; 6]);
    assert_eq!(column(&rows, "bid"), ["0", "1", "1", "", "", "1"]);
    assert_eq!(column(&rows, "points"), ["20", "-10", "30", "", "", ""]);
    assert_eq!(column(&rows, "total"), ["20", "-10", "30", "", "", ""]);
}

#[test]
fn csv_keeps_to_rfc_4180() {
    let text = game(json!({}), json!([{"bids": [0, 1, 1], "tricks": [0, 0, 1]}]));
    let text = text.replace("Ana", r#"A, \"B\""#).replace("Bo", r"two\nlines");
    let out = score("csv", &text).out;
    assert!(out.contains("\"A, \"\"B\"\"\"") && out.contains("\"two\nlines\""), "{out}");
    assert_eq!(out.matches("\r\n").count(), 4, "every row ends with CR LF: {out:?}");
    assert!(out.ends_with("\r\n"));
    assert_eq!(column(&rows(&text), "player"), ["A, \"B\"", "two\nlines", "Cy"]);
}

#[test]
fn csv_has_no_formulas() {
    for name in ["=1+1", "+1", "-1", "@SUM(A1)", "'quoted", "＝1", "＋1", "－1", "＠x"] {
        let text = game(json!({}), json!([{"bids": [0, 1, 1], "tricks": [0, 0, 1]}])).replace("Ana", name);
        assert_eq!(column(&rows(&text), "player")[0], format!("'{name}"));
    }
    let text = game(json!({}), json!([{"bids": [0, 1, 1], "tricks": [0, 0, 1]}])).replace("Ana", "A=1");
    assert_eq!(column(&rows(&text), "player")[0], "A=1");
}

#[test]
fn control_characters_in_names_do_not_reach_the_terminal() {
    let names = json!(["red\u{1b}[31m", "bell\u{7}\u{7f}", "c1\u{9b}31m\u{85}x"]);
    let rounds = json!([{"bids": [0, 1, 1], "tricks": [0, 0, 1]}]);
    let good = json!({"players": names, "first_dealer": 0, "rounds": rounds});
    for format in ["table", "json", "csv"] {
        let answer = score(format, &good.to_string());
        assert_eq!(answer.code, Some(0));
        let raw = |letter: char| letter.is_control() && letter != '\n' && letter != '\r';
        assert!(!answer.out.contains(raw), "{format}: {:?}", answer.out);
    }
    assert_eq!(scores(&good.to_string())["players"], names, "JSON must keep the characters, escaped");
    for bids in [json!([1, 0, 0]), json!([0, 1, 0])] {
        let rounds = json!([{"bids": bids, "tricks": [0, 0, 1]}]);
        let bad = json!({"players": names, "first_dealer": 0, "rules": {"plus_minus_one": true}, "rounds": rounds});
        // `run` checks standard error.
        assert_eq!(score("table", &bad.to_string()).code, Some(1));
    }
    assert_eq!(run(&["score", "none\u{1b}[31m.json"], b"").code, Some(2));
}

// --- Exit code 1: broken rules --------------------------------------------------------------------------------------

/// Checks that every format refuses the input with exit code 1, no output, and all of these messages.
fn broken(input: &str, told: &[&str]) {
    for format in ["table", "json", "csv"] {
        let answer = score(format, input);
        assert_eq!((answer.code, answer.out.as_str()), (Some(1), ""), "{input}: {}", answer.told);
        for part in told {
            assert!(answer.told.contains(part), "{part:?} is not in: {}", answer.told);
        }
        assert_eq!(answer.told.lines().count(), 1, "{}", answer.told);
    }
}

#[test]
fn a_broken_plus_minus_one_is_reported_with_round_and_player() {
    let rules = json!({"plus_minus_one": true});
    let first = json!({"bids": [0, 1, 1], "tricks": [0, 0, 1]});
    let told = ["round 2", "Bo may not bid 1", "add up to 2", "Plus/Minus One"];
    broken(&game(rules.clone(), json!([first, {"bids": [1, 1, 0], "tricks": [1, 1, 0]}])), &told);
    broken(&game(rules.clone(), json!([first, {"bids": [1, 1, 0]}])), &told);
    let from = json!({"plus_minus_one": true, "plus_minus_one_from": 3});
    let third = json!({"bids": [0, 3, 0], "tricks": [0, 3, 0]});
    let second = json!({"bids": [1, 1, 0], "tricks": [1, 1, 0]});
    broken(&game(from, json!([first, second, third])), &["round 3", "Cy may not bid 0"]);
}

/// The bids of its second round add up to the cards.
#[test]
fn the_booklets_own_example_scores() {
    let examples: Value = serde_json::from_str(include_str!("../vectors/printed-examples.json")).unwrap();
    let whole = examples["wizard"].as_array().unwrap().iter().filter(|example| example["before"] == json!([0, 0, 0]));
    let whole: Vec<&Value> = whole.collect();
    assert_eq!(whole.len(), 2);
    for example in whole {
        let played = |round: &Value| json!({"bids": round["bids"], "tricks": round["tricks"]});
        let rounds: Vec<Value> = example["rounds"].as_array().unwrap().iter().map(played).collect();
        let by_hand = json!({"players": example["players"], "first_dealer": 0, "rounds": rounds});
        for rules in [json!({}), json!({"plus_minus_one": null})] {
            let mut game = by_hand.clone();
            game["rules"] = rules;
            assert_eq!(scores(&game.to_string())["rounds"][1]["totals"], example["rounds"][1]["totals"]);
        }
        // Without the rule, a file of version 1 is played with Plus/Minus One, one of version 2 without.
        let told = ["round 2", "add up to 2", "Plus/Minus One"];
        for (version, code) in [(1, Some(1)), (2, Some(0))] {
            let mut game = by_hand.clone();
            game["version"] = json!(version);
            let answer = score("table", &game.to_string());
            assert_eq!(answer.code, code, "{}", answer.told);
            assert!(code == Some(0) || told.iter().all(|part| answer.told.contains(part)), "{}", answer.told);
        }
        let mut game = by_hand.clone();
        game["rules"] = json!({"plus_minus_one": true});
        assert_eq!(score("table", &game.to_string()).code, Some(1));
    }
}

#[test]
fn a_round_in_which_plus_minus_one_was_waived_is_scored_and_marked() {
    let rules = json!({"plus_minus_one": true});
    let second = json!({"bids": [1, 1, 0], "tricks": [1, 1, 0], "waived": ["plus_minus_one"]});
    let input = game(rules.clone(), json!([{"bids": [0, 1, 1], "tricks": [0, 0, 1]}, second]));
    let told = score("table", &input);
    assert_eq!(told.code, Some(0), "{}", told.told);
    assert!(told.out.contains("2 ±1") && told.out.contains("±1 the bids add up to the cards"), "{}", told.out);
    let scores = scores(&input);
    assert_eq!(scores["rounds"][1]["waived"], json!(["plus_minus_one"]));
    assert_eq!(scores["rounds"][0].get("waived"), None);
    assert!(score("csv", &input).out.lines().next().unwrap().ends_with(",cloud_change,waived"));
    let other = json!({"bids": [0, 1, 1], "tricks": [0, 0, 1], "waived": ["everything"]});
    assert_eq!(score("table", &game(rules, json!([other]))).code, Some(2));
}

#[test]
fn a_list_breaks_ties_and_says_so() {
    let rounds = json!([
        {"bids": [1, 0, 0], "tricks": [1, 0, 2]}, {"bids": [0, 0, 2], "tricks": [1, 0, 2]},
    ]);
    let fined = |ties: Value| {
        let mut input: Value =
            serde_json::from_str(&game(json!({"hands": [3, 3], "tie_break": ties}), rounds.clone())).unwrap();
        input["penalties"] = json!([{"player": 1, "after_round": 2, "points": -20}]);
        input.to_string()
    };
    let ranks = |ties: Value| -> Vec<Value> {
        let scores = scores(&fined(ties));
        let standings = scores["standings"].as_array().unwrap().clone();
        standings.iter().map(|line| json!([line["rank"], line["player"]])).collect()
    };
    assert_eq!(ranks(json!([])), [json!([1, "Ana"]), json!([1, "Bo"]), json!([1, "Cy"])]);
    assert_eq!(ranks(json!(["bids_met", "best_round"])), [json!([1, "Bo"]), json!([2, "Cy"]), json!([3, "Ana"])]);
    assert_eq!(ranks(json!(["sum_of_bids"])), [json!([1, "Cy"]), json!([2, "Ana"]), json!([3, "Bo"])]);
    let told = score("table", &fined(json!(["best_round"])));
    assert!(told.out.contains("Tie broken by best round"), "{}", told.out);
    assert!(!score("table", &fined(json!([]))).out.contains("Tie broken"));
    broken(&fined(json!(["bids_met", "bids_met"])), &["a tie break is listed twice"]);
    unreadable_at(fined(json!(["luck"])).as_bytes(), "line 1, column", "unknown variant `luck`");
    let both = fined(json!([])).replace("\"tie_break\"", "\"ties_by_bids_met\": true, \"tie_break\"");
    unreadable_at(both.as_bytes(), "line 1, column", "duplicate field");
}

#[test]
fn the_names_of_the_colours_change_no_score() {
    let rounds = json!([{"bids": [0, 1, 1], "tricks": [0, 0, 1], "trump": "yellow"}]);
    let answer = |deck: Value| score("json", &game(json!({"deck": deck}), rounds.clone()));
    assert_eq!(answer(json!("suits")).code, Some(0));
    assert_eq!(answer(json!("suits")).out, answer(json!("peoples")).out);
    assert_eq!(answer(json!("tarot")).code, Some(2));
}

#[test]
fn confided_bids_of_the_open_round_are_scored_and_not_shown() {
    let rules = json!({"bidding": "confided", "plus_minus_one": true});
    let first = json!({"bids": [0, 1, 1], "tricks": [0, 0, 1]});
    let input = |bid: u8| game(rules.clone(), json!([first, {"bids": [bid, 2, 1], "tricks": [1, null, null]}]));
    let told = score("table", &input(2));
    assert_eq!((told.code, told.told.as_str()), (Some(0), ""));
    assert!(told.out.contains("0·0") && told.out.contains("–·1"), "{}", told.out);
    assert_eq!((&told.out, score("csv", &input(2)).out), (&score("table", &input(0)).out, score("csv", &input(0)).out));
    assert_eq!(
        scores(&input(2))["rounds"][1]["bids"],
        json!([2, 2, 1]),
        "JSON, which can be read again, must have the bids"
    );
    let written = saved(&session(3, RuleSet { bidding: Bidding::Confided, ..classic() }));
    assert!(written.contains("\"version\": 2") && written.contains("\"confided\""), "{written}");
    broken(&game(rules.clone(), json!([first, {"bids": [1, 1, 0]}])), &["round 2", "add up to 2"]);
    assert_eq!(score("table", &game(json!({"bidding": "whispered"}), json!([]))).code, Some(2));
}

/// A game of one round with these penalties.
fn penalised(penalties: Value) -> String {
    let mut input: Value =
        serde_json::from_str(&game(json!({}), json!([{"bids": [0, 1, 1], "tricks": [0, 0, 1]}]))).unwrap();
    input["penalties"] = penalties;
    input.to_string()
}

#[test]
fn penalty_points_are_scored_and_listed() {
    let input = penalised(json!([{"player": 0, "after_round": 1, "points": -10, "reason": "time"}]));
    let table = score("table", &input);
    assert_eq!((table.code, table.told.as_str()), (Some(0), ""));
    let told = "* Penalty after round 1: Ana −10 (time), new total 10";
    assert!(table.out.contains("1*") && table.out.contains(told), "{}", table.out);
    assert!(table.out.contains("20  0·0"), "it stands below the round: {}", table.out);
    let scores = scores(&input);
    assert_eq!((&scores["rounds"][0]["points"][0], &scores["rounds"][0]["totals"][0]), (&json!(20), &json!(10)));
    assert_eq!(scores["standings"][1], json!({"rank": 2, "player": "Ana", "total": 10}));
    assert_eq!(scores["penalties"][0]["reason"], "time");
    let rows = rows(&input);
    assert_eq!(column(&rows, "penalties"), ["1:-10:time", "", ""]);
    let before = penalised(json!([{"player": 2, "after_round": 0, "points": 500}]));
    assert_eq!(self::scores(&before)["standings"][0]["total"], 530);
}

#[test]
fn impossible_penalties_are_reported() {
    let one = |change: Value| {
        let mut penalty = json!({"player": 0, "after_round": 1, "points": -10});
        change.as_object().unwrap().iter().for_each(|(key, value)| penalty[key] = value.clone());
        penalised(json!([penalty]))
    };
    broken(&one(json!({"player": 3})), &["a penalty names seat 3, but the seats are 0 to 2"]);
    broken(&one(json!({"player": -1})), &["a penalty names seat −1"]);
    broken(&one(json!({"after_round": 2})), &["a penalty follows round 2, but only 1 round is scored"]);
    broken(&one(json!({"after_round": i64::MAX})), &["a penalty follows round"]);
    broken(&one(json!({"points": i64::MIN})), &["a penalty cannot have"]);
    for points in [0, 5, -510] {
        let shown = points.to_string().replace('-', "−");
        let told = format!("a penalty cannot have {shown} points: it is a multiple of 10 from −500 to 500, and not 0");
        broken(&one(json!({"points": points})), &[&told]);
    }
    broken(&one(json!({"reason": "two\nlines"})), &["the reason of a penalty is one line of at most 80 characters"]);
    let many: Vec<Value> = vec![json!({"player": 0, "after_round": 1, "points": -10}); 300];
    broken(&penalised(json!(many)), &["a game has at most 200 penalties"]);
    let word = one(json!({"points": "ten"}));
    unreadable_at(word.as_bytes(), "line 1, column", "invalid type");
}

#[test]
fn broken_bids_and_tricks_are_reported_with_round_and_player() {
    let good = json!({"bids": [0, 1, 1], "tricks": [0, 0, 1]});
    for (bids, tricks, told) in [
        (json!([3, 0, 0]), json!([2, 0, 0]), &["Ana cannot bid 3", "from 0 to 2"][..]),
        (json!([0, -1, 0]), json!([2, 0, 0]), &["Bo cannot bid −1"]),
        (json!([0, 0, 9_000_000_000_000_i64]), json!([2, 0, 0]), &["Cy cannot bid 9,000,000,000,000"]),
        (json!([0, 0, 0]), json!([3, 0, 0]), &["Ana cannot have taken 3 tricks"]),
        (json!([0, 0, 0]), json!([3, 0, -1]), &["Ana cannot have taken 3 tricks"]),
        (json!([0, 0, 0]), json!([0, 0, -1]), &["Cy cannot have taken −1 trick"]),
        (json!([0, 0, 0]), json!([1, 0, 0]), &["add up to 1, not 2", "1 missing"]),
        (json!([0, 0, 0]), json!([1, 1, 1]), &["add up to 3, not 2", "1 too many"]),
        (json!([0, 0]), json!([1, 1, 0]), &["“bids” has 2 entries", "3 players"]),
        (json!([0, 0, 0]), json!([1, 1, 0, 0]), &["“tricks” has 4 entries"]),
    ] {
        let input = game(json!({}), json!([good, {"bids": bids, "tricks": tricks}]));
        broken(&input, &[&["round 2"], told].concat());
    }
}

#[test]
fn only_the_last_round_may_be_unfinished() {
    let rounds = |first: Value| json!([first, {"bids": [0, 1, 1], "tricks": [0, 1, 1]}]);
    broken(&game(json!({}), rounds(json!({"bids": [0, 1, 1]}))), &["round 1", "tricks of Bo are missing"]);
    let bids = json!({"bids": [0, 1, null], "tricks": [0, 0, 1]});
    broken(&game(json!({}), rounds(bids)), &["round 1", "Cy has not bid yet"]);
}

#[test]
fn broken_special_cards_are_reported_with_round_and_player() {
    let bomb = json!({"bids": [0, 1, 1], "tricks": [0, 0, 0], "bomb": true});
    broken(&game(json!({}), json!([bomb])), &["round 1", "Bomb", "not among the special cards"]);
    let missing = json!({"bids": [0, 1, 1], "tricks": [0, 0, 0]});
    broken(&game(json!({"special_cards": ["bomb"]}), json!([missing])), &["round 1", "Was the Bomb played?"]);
    let deck = json!({"special_cards": ["cloud"]});
    for (rules, bid, cloud, told) in [
        (json!({}), 0, json!({"player": 2, "change": 1}), "Cloud was taken, but it is not among"),
        (deck.clone(), 1, json!({"player": 2, "change": 1}), "the bid of Cy from 1 to 2"),
        (deck.clone(), 0, json!({"player": 2, "change": -1}), "the bid of Cy from 0 to −1"),
        (deck.clone(), 0, json!({"player": 0, "change": 1}), "Ana cannot have taken the Cloud"),
        (deck.clone(), 0, json!({"player": 2, "change": 2}), "by +1 or −1, not by 2"),
        (deck.clone(), 0, json!({"player": 2, "change": -128}), "not by −128"),
        (deck.clone(), 0, json!({"player": 2, "change": 1000}), "not by 1000"),
        (deck.clone(), 0, json!({"player": 3, "change": 1}), "seat 3"),
        (deck.clone(), 0, json!({"player": -1, "change": 1}), "seat −1"),
        (deck.clone(), 0, json!({"player": 2}), "the Cloud changes Cy's bid, but by how much is missing"),
        (deck.clone(), 0, json!({}), "the Cloud was played, but who took it is missing"),
    ] {
        let round = json!({"bids": [0, 1, bid], "tricks": [0, 0, 1], "cloud": cloud});
        broken(&game(rules, json!([round])), &["round 1", told]);
    }
}

#[test]
fn two_bombs_and_two_clouds_need_the_thirty_year_edition() {
    let rounds = json!([{"bids": [1, 1, 1], "tricks": [1, 1, 0], "bombs": 2,
        "clouds": [{"player": 0, "change": 1}, {"player": 1, "change": 1}]}]);
    let rules = |cards: Value| json!({"hands": [4], "special_cards": cards});
    let answer = score("json", &game(rules(json!(["bomb", "cloud", "vampire"])), rounds.clone()));
    assert_eq!(answer.code, Some(0), "{}", answer.told);
    let scores: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(scores["rounds"][0]["points"], json!([-10, -10, -10]));
    broken(&game(rules(json!(["bomb", "cloud"])), rounds), &["round 1", "2 Clouds", "0 to 1 are possible"]);
    let rounds = json!([{"bids": [1, 1, 1], "tricks": [1, 1, 0], "bombs": 2}]);
    broken(&game(rules(json!(["bomb"])), rounds), &["round 1", "2 Bombs", "0 to 1 are possible"]);
    let rounds = json!([{"bids": [1, 1, 1], "tricks": [1, 1, 0], "bombs": -1}]);
    broken(&game(rules(json!(["bomb"])), rounds), &["round 1", "−1 Bombs", "0 to 1 are possible"]);
}

#[test]
fn too_many_rounds_are_reported() {
    let round = json!({"bids": [0, 1, 1], "tricks": [0, 0, 1]});
    broken(&game(json!({"hands": [1]}), json!([round, round])), &["round 2", "only 1 round"]);
}

#[test]
fn impossible_players_are_reported() {
    let table =
        |players: Value, dealer: Value| json!({"players": players, "first_dealer": dealer, "rounds": []}).to_string();
    let three = json!(["A", "B", "C"]);
    broken(&table(json!(["A", "B"]), json!(0)), &["3 to 6 players, not 2"]);
    broken(&table(json!([]), json!(0)), &["3 to 6 players, not 0"]);
    broken(&table(json!(["A", "B", "C", "D", "E", "F", "G"]), json!(0)), &["3 to 6 players, not 7"]);
    broken(&table(json!(["A", "B", " A "]), json!(0)), &["“A”", "distinct"]);
    broken(&table(json!(["A", "  ", "C"]), json!(0)), &["player 2 has no name"]);
    broken(&table(json!(["A", "B", "n".repeat(81)]), json!(0)), &["player 3", "80"]);
    broken(&table(three.clone(), json!(3)), &["first dealer", "seat 3", "0 to 2"]);
    broken(&table(three, json!(-1)), &["first dealer", "seat −1"]);
}

#[test]
fn a_trump_where_there_is_none_is_reported_with_its_round() {
    let rounds = |trump: &str| json!([{"bids": [0, 4, 4], "tricks": [0, 10, 10], "trump": trump}]);
    let own = json!([{"bids": [0, 4, 4], "tricks": [0, 5, 10], "trump": "blue"}]);
    let all = json!({"hands": [20]});
    broken(&game(all.clone(), rounds("red")), &["round 1", "all cards of the deck are dealt, so there is no trump"]);
    broken(&game(json!({"unicolor": true, "hands": [15]}), own), &["round 1", "Unicolor has no trump"]);
    let more = json!({"hands": [20], "extra_cards": 1});
    let special = json!({"hands": [20], "special_cards": ["shapeshifter"]});
    for (rules, trump) in [(all, "none"), (more, "red"), (special, "red")] {
        let answer = score("json", &game(rules, rounds(trump)));
        assert_eq!((answer.code, answer.told.as_str()), (Some(0), ""));
    }
}

#[test]
fn rules_that_exclude_each_other_are_reported() {
    for (rules, told) in [
        (json!({"plus_minus_one": true, "bidding": "secret"}), "Secret prediction"),
        (json!({"special_cards": ["dragon"]}), "must be in the deck together"),
        (json!({"unicolor": true, "special_cards": ["bomb"]}), "Unicolor is only played without special cards"),
        (json!({"clairvoyance": true, "special_cards": ["bomb"]}), "Clairvoyance is only played without"),
        (json!({"clairvoyance": true, "unicolor": true}), "first round of one card"),
        (json!({"hands": []}), "1 to 40 rounds, not 0"),
        (json!({"hands": vec![1; 41]}), "1 to 40 rounds, not 41"),
        (json!({"hands": [1, 27]}), "round 2 cannot have 27 cards"),
        (json!({"hands": [-1]}), "round 1 cannot have"),
        (json!({"hands": [20, 26]}), "round 2 cannot be dealt: 3 players × 26 cards are 78, the deck has 60"),
        (json!({"hands": [26], "extra_cards": 17}), "3 players × 26 cards are 78, the deck has 77"),
        (json!({"plus_minus_one": true, "plus_minus_one_from": 21}), "cannot begin in round 21"),
        (json!({"plus_minus_one": true, "plus_minus_one_from_cards": 21}), "hands of 21 cards: 1 to 20 are possible"),
        (json!({"extra_cards": 21}), "0 to 20 extra cards, not 21"),
    ] {
        broken(&game(rules, json!([])), &[told]);
    }
    let five =
        json!({"players": ["A", "B", "C", "D", "E"], "first_dealer": 0, "rules": {"unicolor": true}, "rounds": []});
    broken(&five.to_string(), &["3 or 4 players, not 5"]);
}

#[test]
fn a_large_hand_is_scored_if_the_deck_has_the_cards() {
    let round = json!([{"bids": [26, 0, 1], "tricks": [26, 0, 0]}]);
    let scores = scores(&game(json!({"hands": [26], "extra_cards": 18}), round));
    assert_eq!(scores["rounds"][0]["totals"], json!([280, 20, -10]));
}

// --- Exit code 2: unreadable input ----------------------------------------------------------------------------------

/// Checks for exit code 2 and no output; returns the message.
fn unreadable(input: &[u8]) -> String {
    let answer = run(&["score"], input);
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{}", answer.told);
    assert!(answer.told.len() < 1000, "{}", answer.told);
    answer.told
}

/// Checks that the message names this place and reason.
fn unreadable_at(input: &[u8], place: &str, reason: &str) {
    let told = unreadable(input);
    assert!(told.contains(place) && told.contains(reason), "{place}, {reason} is not in: {told}");
}

#[test]
fn text_that_is_not_json_is_reported_with_its_place() {
    unreadable_at(b"", "line 1, column 0", "EOF");
    unreadable_at(b"\n\n  hello", "line 3, column 3", "expected value");
    unreadable_at(b"\x89PNG\r\n\x1a\n\0\0\0", "line 1, column 1", "expected value");
    unreadable_at(&[0; 100], "line 1, column 1", "expected value");
    unreadable_at(b"{\"players\": [\"A\xFF\"]}", "line 1, column", "unicode");
    unreadable_at(format!("{EXAMPLE}{EXAMPLE}").as_bytes(), "line 5, column 1", "trailing characters");
}

#[test]
fn a_truncated_game_is_reported_with_its_place() {
    for length in [1, 10, 60, 120, 300, EXAMPLE.trim_end().len() - 1] {
        let line = EXAMPLE[..length].lines().count();
        unreadable_at(&EXAMPLE.as_bytes()[..length], &format!("line {line}, column"), "EOF");
    }
}

#[test]
fn a_repeated_field_is_reported() {
    for (field, twice) in [
        ("\"first_dealer\"", "\"first_dealer\": 1, \"first_dealer\""),
        ("\"bidding\"", "\"bidding\": \"open\", \"bidding\""),
        ("\"tricks\"", "\"tricks\": [1, 0, 0], \"tricks\""),
        ("\"change\"", "\"change\": 1, \"change\""),
    ] {
        unreadable_at(EXAMPLE.replacen(field, twice, 1).as_bytes(), "line", "duplicate field");
    }
}

#[test]
fn a_wrong_type_is_reported_with_its_place() {
    for (text, wrong, place) in [
        ("[0, 0, 1]", "[0, 0, \"1\"]", "line 3"),
        ("[0, 0, 1]", "[0, 0, 0.5]", "line 3"),
        ("[0, 0, 1]", "7", "line 3"),
        ("[0, 0, 1]", "[0, 0, 123456789012345678901234567890]", "line 3"),
        ("[0, 0, 1]", "[0, 0, 1e999]", "line 3"),
        ("[0, 0, 1]", "[0, 0, -0.5]", "line 3"),
        ("\"red\"", "\"purple\"", "line 3"),
        ("\"first_dealer\": 0", "\"first_dealer\": \"Thomas\"", "line 1"),
        ("\"open\"", "\"loud\"", "line 2"),
        ("\"cloud\"]", "\"clod\"]", "line 2"),
        ("[\"Thomas\", \"Ute\", \"Kevin\"]", "\"Thomas, Ute, Kevin\"", "line 1"),
    ] {
        unreadable_at(EXAMPLE.replacen(text, wrong, 1).as_bytes(), place, "column");
    }
    for no_object in ["null", "7", "\"text\"", "true"] {
        unreadable_at(no_object.as_bytes(), "line 1, column", "");
    }
    unreadable_at(b"{\"first_dealer\": 0, \"rounds\": []}", "line 1, column", "missing field `players`");
}

#[test]
fn deep_nesting_is_refused() {
    let deep = "[".repeat(1_000_000);
    unreadable_at(deep.as_bytes(), "line 1, column", "");
    let objects = "{\"a\":".repeat(500_000);
    unreadable_at(objects.as_bytes(), "line 1, column", "");
    for known in ["players", "rounds", "rules", "steps", "format", "id"] {
        unreadable_at(format!("{{\"{known}\": {deep}").as_bytes(), "line 1, column", "");
    }
    let unknown = EXAMPLE.replacen('{', &format!("{{\"x\": {deep}{}, ", "]".repeat(1_000_000)), 1);
    let answer = score("json", &unknown);
    assert!(answer.code == Some(2) || answer.code == Some(0), "{}", answer.told);
}

#[test]
fn a_file_that_is_too_large_is_reported() {
    let spaces = vec![b' '; 17 * 1024 * 1024];
    assert!(unreadable(&spaces).contains("larger than 16 MB"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.json");
    fs::write(&path, &spaces).unwrap();
    let answer = run(&["score", path.to_str().unwrap()], b"");
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
    assert!(answer.told.contains("larger than 16 MB"), "{}", answer.told);
}

#[test]
fn an_endless_input_is_refused() {
    let zero = Path::new("/dev/zero");
    if zero.exists() {
        let answer = run(&["score", "/dev/zero"], b"");
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
        assert!(answer.told.contains("larger than 16 MB"), "{}", answer.told);
    }
}

#[test]
fn other_formats_and_newer_versions_are_refused() {
    let file = |format: &str, version: u64| {
        EXAMPLE.replacen('{', &format!("{{\"format\": \"{format}\", \"version\": {version}, "), 1)
    };
    assert!(unreadable(file("tablet-of-truth", 3).as_bytes()).contains("newer version"));
    assert!(unreadable(file("tablet-of-lies", 1).as_bytes()).contains("another kind"));
    assert_eq!(scores(&file("tablet-of-truth", 1)), scores(EXAMPLE));
    assert_eq!(scores(&file("tablet-of-truth", 2)), scores(EXAMPLE));
}

// --- Pipes ----------------------------------------------------------------------------------------------------------

/// A long game, whose scores fill more than a pipe can hold.
fn long_game() -> String {
    let rules = RuleSet { hands: Some(vec![1; 40]), ..with_cards(&[SpecialCard::Bomb]) };
    let names: Vec<String> = (0..6).map(|seat| format!("{seat}{}", "長".repeat(79))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let start = session_of(&names, rules);
    saved(&(0..40).fold(start, |session, _| played(&session, &[0, 1, 0, 0, 0, 0], &[0, 1, 0, 0, 0, 0])))
}

#[test]
fn a_closed_output_pipe_is_not_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, &long_game());
    let path = path.to_str().unwrap();
    let score = |format| vec!["score", path, "--format", format];
    for arguments in [score("table"), score("json"), score("csv"), vec!["--help"], vec!["--version"]] {
        let mut child = program(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert!(child.wait().unwrap().success(), "{arguments:?}: {told}");
        assert_eq!(told, "", "{arguments:?}");
    }
}

#[test]
fn a_closed_error_pipe_does_not_crash() {
    let mut child = program(["score"]).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    std::thread::sleep(Duration::from_millis(20));
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
#[cfg(target_os = "linux")]
fn a_result_that_cannot_be_written_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, EXAMPLE);
    let output = program([OsStr::new("score"), path.as_os_str()]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot write the result"));
}
