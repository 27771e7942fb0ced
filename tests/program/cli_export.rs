//! `export` and `pad` in a terminal: where the result goes, and the exit codes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command as Process, Stdio};

use serde_json::{Value, json};
use tablet_of_truth::archive::write_session;
use tablet_of_truth::wizard::{Command, Round, Waiver};
use uuid::Uuid;

use crate::common::{EXAMPLE, NAMES, after, at, classic, penalty, played, round, session_of, unbound};

struct Answer {
    code: Option<i32>,
    out: Vec<u8>,
    told: String,
}

fn run(arguments: &[&str], input: &str) -> Answer {
    let mut process = Process::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
    process.args(arguments).env("LC_ALL", "C").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn().unwrap();
    // The program may close its input before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!told.contains("panicked at"), "{told}");
    Answer { code: output.status.code(), out: output.stdout, told }
}

#[test]
fn letters_that_no_font_has_are_boxes_where_no_font_is_installed() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        path
    };
    let fonts = file("fonts.conf", b"<fontconfig></fontconfig>");
    let game = file("game.json", &write_session(&session_of(&["Ana", "Bo", "李雷"], unbound()), at(50)).unwrap());
    let mut process = Process::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
    process.args(["export", "--to", "png", "-o", "-"]).arg(game).env("FONTCONFIG_FILE", fonts);
    let output = process.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && told.is_empty(), "{told}");
    assert!(output.stdout.starts_with(b"\x89PNG"));
}

/// A folder with two saved games of the same people.
fn two_games() -> (tempfile::TempDir, [String; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let game = |number: u8| {
        let session = played(&session_of(&NAMES[..3], unbound()), &[1, 0, 0], &[number % 2, 1 - number % 2, 0]);
        let path = folder.path().join(format!("game-{number}.json"));
        fs::write(&path, write_session(&session, at(50)).unwrap()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let games = [game(1), game(2)];
    (folder, games)
}

#[test]
fn standard_input_becomes_every_format_on_standard_output() {
    for (format, beginning) in [
        ("text", "Wizard"),
        ("markdown", "# "),
        ("csv", "session,date"),
        ("json", "{"),
        ("html", "<!DOCTYPE html>"),
        ("svg", "<svg"),
        ("png", "\u{FFFD}PNG"),
        ("pdf", "%PDF"),
        ("bgstats", "{"),
    ] {
        let answer = run(&["export", "-", "--to", format], EXAMPLE);
        assert_eq!((answer.code, answer.told.as_str()), (Some(0), ""), "{format}");
        assert!(String::from_utf8_lossy(&answer.out).starts_with(beginning), "{format}");
    }
}

#[test]
fn a_result_goes_into_a_file_or_a_folder() {
    let (folder, [game, _]) = two_games();
    let file = folder.path().join("sub").join("sheet.pdf");
    let answer = run(&["export", &game, "--to", "pdf", "-o", file.to_str().unwrap()], "");
    assert_eq!((answer.code, answer.out.len(), answer.told.as_str()), (Some(0), 0, ""));
    assert!(fs::read(&file).unwrap().starts_with(b"%PDF"));
    let answer = run(&["export", &game, "--to", "csv", "-o", folder.path().to_str().unwrap()], "");
    assert_eq!((answer.code, answer.told.as_str()), (Some(0), ""));
    assert!(folder.path().join("wizard_2026-03-07_Ana_Zoë_李雷.csv").is_file());
}

#[test]
fn a_picture_has_the_colours_that_people_chose() {
    let (folder, [game, _]) = two_games();
    fs::create_dir(folder.path().join(".tablet")).unwrap();
    fs::write(folder.path().join(".tablet/settings.json"), r#"{"people": {"Ana": 3, "Zoë": 5}}"#).unwrap();
    let answer = run(&["export", &game, "--to", "svg", "--data-dir", folder.path().to_str().unwrap()], "");
    let svg = String::from_utf8(answer.out).unwrap();
    assert!(svg.contains("fill=\"#cc79a7\"") && svg.contains("fill=\"#8c9eff\""), "{svg}");
    assert!(!svg.contains("fill=\"#56b4e9\""), "{svg}");
}

#[test]
fn existing_files_are_not_overwritten_without_force() {
    let (folder, [game, _]) = two_games();
    let file = folder.path().join("sheet.txt");
    fs::write(&file, "mine").unwrap();
    let name = file.to_str().unwrap();
    let answer = run(&["export", &game, "--to", "text", "-o", name], "");
    assert_eq!(answer.code, Some(2));
    assert!(answer.told.contains("already exists") && answer.told.contains("--force"), "{}", answer.told);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    let answer = run(&["export", &game, "--to", "text", "-o", name, "--force"], "");
    assert_eq!((answer.code, answer.told.as_str()), (Some(0), ""));
    assert!(fs::read_to_string(&file).unwrap().starts_with("Wizard"));
}

#[test]
fn several_sessions_go_into_a_folder_each_under_its_name() {
    let (folder, [first, second]) = two_games();
    let out = folder.path().join("out");
    let answer = run(&["export", &first, &second, "--to", "png", "-o", out.to_str().unwrap()], "");
    assert_eq!((answer.code, answer.told.as_str()), (Some(0), ""));
    let mut names: Vec<String> =
        fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["wizard_2026-03-07_Ana_Zoë_李雷.png", "wizard_2026-03-07_Ana_Zoë_李雷_2.png"]);
    let answer = run(&["export", &first, &second, "--to", "text", "-o", &first], "");
    assert_eq!(answer.code, Some(2));
    assert!(answer.told.contains("need a folder"), "{}", answer.told);
}

#[test]
fn several_sessions_are_one_output_in_csv_json_and_text() {
    let (_folder, [first, second]) = two_games();
    let csv = run(&["export", &first, &second, "--to", "csv"], "").out;
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(csv.as_slice()).records().map(|row| row.unwrap()).collect();
    assert_eq!(rows.len(), 6);
    let json: Value = serde_json::from_slice(&run(&["export", &first, &second, "--to", "json"], "").out).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 2);
    let text = String::from_utf8(run(&["export", &first, &second, "--to", "text"], "").out).unwrap();
    assert_eq!(text.matches("Wizard ·").count(), 2);
    for format in ["html", "svg", "png", "pdf", "bgstats"] {
        let answer = run(&["export", &first, &second, "--to", format], "");
        assert_eq!((answer.code, answer.out.len()), (Some(2), 0));
        assert!(answer.told.contains("-o"), "{}", answer.told);
    }
}

/// What an archive that is empty so far prints about an import of this text.
fn imported(text: &[u8]) -> Answer {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games");
    run(&["--data-dir", data.to_str().unwrap(), "import", "-"], std::str::from_utf8(text).unwrap())
}

#[test]
fn several_sessions_have_one_header_with_every_column_that_one_needs() {
    let folder = tempfile::tempdir().unwrap();
    let start = |number: u128| session_of(&NAMES[..3], unbound()).duplicate(Uuid::from_u128(number)).as_copy_of(None);
    let plain = played(&start(1), &[1, 0, 0], &[1, 0, 0]);
    let kept = Round { waived: [Waiver::PlusMinusOne].into(), ..round(&[1, 0, 0], &[1, 0, 0]) };
    let bound = session_of(&NAMES[..3], classic()).duplicate(Uuid::from_u128(2)).as_copy_of(None);
    let kept = after(&played(&bound, &[0, 0, 0], &[1, 0, 0]), [Command::Correct(1, kept)]);
    let fined = after(&played(&start(3), &[1, 0, 0], &[1, 0, 0]), [Command::Penalties(vec![penalty(1, 1, -10, "x")])]);
    let mut files = Vec::new();
    for (number, session) in [plain, kept, fined].iter().enumerate() {
        let path = folder.path().join(format!("{number}.json"));
        fs::write(&path, write_session(session, at(50)).unwrap()).unwrap();
        files.push(path.to_str().unwrap().to_owned());
    }
    let arguments: Vec<&str> = ["export", "--to", "csv"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let answer = run(&arguments, "");
    assert_eq!((answer.code, answer.told.as_str()), (Some(0), ""));
    let mut reader = csv::Reader::from_reader(answer.out.as_slice());
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(names[names.len() - 2..], ["waived", "penalties"]);
    // Every row has as many cells as the header; the reader sees to that.
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.unwrap()).collect();
    let column = |number: usize| rows.iter().map(|row| row[number].to_owned()).collect::<Vec<_>>();
    assert_eq!(column(15).iter().filter(|cell| *cell == "true").count(), 3, "{rows:?}");
    assert_eq!(column(16).iter().filter(|cell| !cell.is_empty()).collect::<Vec<_>>(), ["1:-10:x"]);
    let read = imported(&answer.out);
    assert!(read.code == Some(0) && String::from_utf8_lossy(&read.out).contains("3 new"), "{}", read.told);
}

#[test]
fn the_two_games_do_not_share_a_table() {
    let (folder, [game, _]) = two_games();
    let other = folder.path().join("last.json");
    fs::write(&other, r#"{"game": "last-wizard", "players": ["Ana", "Bo", "Cy"], "first_player": 0, "rounds": []}"#)
        .unwrap();
    let other = other.to_str().unwrap();
    let answer = run(&["export", &game, other, "--to", "csv"], "");
    assert_eq!((answer.code, answer.out.len()), (Some(2), 0));
    assert!(answer.told.contains("export each game by itself"), "{}", answer.told);
    let json = run(&["export", &game, other, "--to", "json"], "").out;
    let read = imported(&json);
    assert!(read.code == Some(0) && String::from_utf8_lossy(&read.out).contains("2 new"), "{}", read.told);
}

#[test]
fn games_written_by_hand_share_a_table_and_stay_apart() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let files = [write("a.json", EXAMPLE), write("b.json", &EXAMPLE.replace("Ute", "Uwe"))];
    let csv = run(&["export", &files[0], &files[1], "--to", "csv"], "").out;
    assert_eq!(csv, run(&["export", &files[0], &files[1], "--to", "csv"], "").out);
    let read = imported(&csv);
    assert!(read.code == Some(0) && String::from_utf8_lossy(&read.out).contains("2 new"), "{}", read.told);
    // Read from the table or from the file, it is one game.
    let data = folder.path().join("games");
    let import = |file: &str| run(&["--data-dir", data.to_str().unwrap(), "import", file], "");
    assert_eq!(import(&files[0]).code, Some(0));
    let table = write("table.csv", std::str::from_utf8(&csv).unwrap());
    let told = String::from_utf8(import(&table).out).unwrap();
    assert!(told.contains("1 new, 1 the same"), "{told}");
}

#[test]
fn exit_codes_tell_a_broken_rule_from_an_unreadable_file() {
    let rounds = json!([{"bids": [1, 0, 0], "tricks": [1, 0, 0]}]);
    let broken =
        json!({"players": ["A", "B", "C"], "first_dealer": 0, "rules": {"plus_minus_one": true}, "rounds": rounds});
    let answer = run(&["export", "-", "--to", "text"], &broken.to_string());
    assert_eq!((answer.code, answer.out.len()), (Some(1), 0));
    assert!(answer.told.contains("round 1"), "{}", answer.told);
    let answer = run(&["export", "/none/such.json", "--to", "text"], "");
    assert_eq!(answer.code, Some(2));
    assert!(answer.told.contains("such.json"), "{}", answer.told);
    let (folder, [game, _]) = two_games();
    let answer = run(&["export", "/none/such.json", &game, "--to", "csv"], "");
    assert_eq!(answer.code, Some(2));
    assert!(answer.out.starts_with(b"session,"), "the other session must still be exported");
    let below_a_file = folder.path().join("game-1.json").join("x.csv");
    let answer = run(&["export", &game, "--to", "csv", "-o", below_a_file.to_str().unwrap()], "");
    assert_eq!(answer.code, Some(2));
    assert!(answer.told.contains("cannot be written"), "{}", answer.told);
}

#[test]
fn a_dash_is_standard_output() {
    let (folder, [first, second]) = two_games();
    let in_folder = |arguments: &[&str]| {
        let mut process = Process::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
        process.args(arguments).env("LC_ALL", "C").current_dir(folder.path());
        let output = process.output().unwrap();
        assert!(!folder.path().join("-").exists(), "{arguments:?} must not write a file");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{arguments:?}");
        output.stdout
    };
    assert!(in_folder(&["export", &first, "--to", "text", "-o", "-"]).starts_with(b"Wizard"));
    assert!(in_folder(&["export", &first, "--to", "pdf", "-o", "-"]).starts_with(b"%PDF"));
    assert!(in_folder(&["export", &first, &second, "--to", "csv", "-o", "-"]).starts_with(b"session,"));
    assert!(in_folder(&["pad", "4", "-o", "-"]).starts_with(b"%PDF"));
    let data = folder.path().to_str().unwrap();
    let backup: Value = serde_json::from_slice(&in_folder(&["backup", "-", "--data-dir", data])).unwrap();
    assert_eq!(backup["sessions"].as_array().unwrap().len(), 2);
}

#[test]
fn a_backup_says_the_whole_path() {
    let (folder, _) = two_games();
    let mut process = Process::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
    process.args(["backup", "out/all.json", "--data-dir", "."]).env("LC_ALL", "C").current_dir(folder.path());
    let told = String::from_utf8(process.output().unwrap().stdout).unwrap();
    let whole = folder.path().canonicalize().unwrap().join("out/all.json");
    assert_eq!(told, format!("2 sessions written to {}\n", whole.display()));
}

#[test]
#[cfg(unix)]
fn things_that_are_not_files_are_left_alone() {
    let (_folder, [game, _]) = two_games();
    let answer = run(&["export", &game, "--to", "csv", "-o", "/dev/null", "--force"], "");
    assert_eq!(answer.code, Some(2));
    assert!(!Path::new("/dev/null").is_file());
}

#[test]
fn a_pad_is_written_for_three_to_six_players() {
    let folder = tempfile::tempdir().unwrap();
    let answer = run(&["pad", "4"], "");
    assert_eq!(answer.code, Some(0));
    assert!(answer.out.starts_with(b"%PDF"));
    let answer = run(&["pad", "6", "-o", folder.path().to_str().unwrap()], "");
    assert_eq!((answer.code, answer.told.as_str()), (Some(0), ""));
    assert!(folder.path().join("wizard_pad_6.pdf").is_file());
    let answer = run(&["pad", "7"], "");
    assert_eq!((answer.code, answer.out.len()), (Some(2), 0));
    assert!(answer.told.contains("3 to 6 players"), "{}", answer.told);
}

#[test]
fn a_pad_has_the_hands_and_names_asked_for() {
    let names = ["--name", "Ana", "--name", "Bo, Jr.", "--name", "דוד"];
    let asked: [&[&str]; 5] = [
        &["pad", "4", "--hands", "1,3,5,7,9,11,12,13,14,15"],
        &[&["pad", "3", "--plus-minus-one"][..], &names].concat(),
        &["pad", "3", "--unicolor"],
        &[&["pad", "5", "--last-wizard"][..], &names].concat(),
        &["pad", "4", "--language", "de", "--hands", "5"],
    ];
    for arguments in asked {
        let answer = run(arguments, "");
        assert_eq!((answer.code, answer.told.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(answer.out.starts_with(b"%PDF"), "{arguments:?}");
    }
    let refused: [(&[&str], &str); 5] = [
        (&["pad", "4", "--hands", "1,16"], "16"),
        (&["pad", "5", "--unicolor"], "3 or 4 players"),
        (&[&["pad", "3", "--name", "Cy"][..], &names].concat(), "4 names for 3 players"),
        (&["pad", "7", "--last-wizard"], "3 to 6 players"),
        (&["pad", "4", "--last-wizard", "--unicolor"], "--unicolor"),
    ];
    for (arguments, told) in refused {
        let answer = run(arguments, "");
        assert_eq!((answer.code, answer.out.len()), (Some(2), 0), "{arguments:?}");
        assert!(answer.told.contains(told), "{arguments:?}: {}", answer.told);
    }
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(&["pad", "3", "--last-wizard", "-o", folder.path().to_str().unwrap()], "").code, Some(0));
    assert!(folder.path().join("last-wizard_pad_3.pdf").is_file());
}

#[test]
fn the_formats_are_explained() {
    let help = String::from_utf8(run(&["export", "--help"], "").out).unwrap();
    for word in ["text", "markdown", "csv", "json", "html", "svg", "png", "pdf", "bgstats", "--force", "Exit code 0"] {
        assert!(help.contains(word), "{help}");
    }
}
