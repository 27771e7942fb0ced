//! The archive's files: writing, reading, locks, and what is left after a full disk.
//! Some tests start this program again as a process of its own, to lock a file or to fill a disk.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tablet_of_truth::app;
use tablet_of_truth::archive::{
    Archive, LoadError, Lock, Report, SaveError, Saved, Saver, SessionFile, Settings, TableRules, lock, read_session,
    write_durably, write_session,
};
use tablet_of_truth::session::{Record, Session, Status};
use tablet_of_truth::wizard::{Command, PlanPreset, RuleSet, SpecialCard};
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::program::Program;
use crate::common::{NAMES, after, at, hands, people, played, reseated, round, session, unbound, with_cards};
use crate::{keep, load};

/// The names in a folder, hidden ones included, but without the locks being held.
fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names.filter(|name| !name.starts_with(".~lock.")).collect()
}

fn some_game() -> Session {
    played(&played(&session(3, unbound()), &[0, 1, 1], &[0, 0, 1]), &[2, 0, 0], &[1, 0, 1])
}

fn text_of(session: &Session) -> Vec<u8> {
    write_session(session, at(99)).unwrap()
}

fn next(inbox: &Receiver<Report>) -> Report {
    inbox.recv_timeout(Duration::from_secs(20)).unwrap()
}

/// A session's file, opened as by a program that goes on with it.
fn opened(path: &Path) -> SessionFile {
    SessionFile::open(path).map_or_else(|_| SessionFile::new(path.to_owned()), |(file, _)| file)
}

fn save(path: &Path, session: &Session) -> Result<Saved, SaveError> {
    opened(path).save_now(session.clone())
}

#[test]
fn an_entry_says_what_a_list_shows() {
    let folder = TempDir::new().unwrap();
    let session = after(&some_game(), [Command::Bid(0, Some(1))]).noted("Mill", "Rain").unwrap();
    let entry = Archive::entry(&keep(folder.path(), "game.json", &session)).unwrap();
    let (record, game) = (&entry.record, entry.record.wizard().unwrap());
    assert_eq!((record.rounds(), record.planned(), record.next_starter(), game.to_bid()), (2, Some(20), 2, Some(1)));
    assert_eq!((&*entry.place, &*entry.notes, entry.saved), ("Mill", "Rain", at(99)));
    assert_eq!(*record, Record::of(&session), "reading for a list and reading whole must agree");
}

// --- Writing --------------------------------------------------------------------------------------------------------

#[test]
fn a_durable_write_replaces_the_file_and_the_leftovers_of_one_that_was_interrupted() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deep/er/game.json");
    write_durably(&path, b"one").unwrap();
    fs::write(path.with_file_name(".game.json.tmp"), "half of a much longer file that never was renamed").unwrap();
    write_durably(&path, b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(names_in(path.parent().unwrap()), ["game.json".into()].into());
}

#[test]
fn a_path_that_cannot_be_is_reported() {
    let folder = TempDir::new().unwrap();
    let (file, in_the_way) = (folder.path().join("sessions"), folder.path().join("game.json"));
    fs::write(&file, "not a folder").unwrap();
    fs::create_dir(&in_the_way).unwrap();
    fs::write(in_the_way.join("kept"), "kept").unwrap();
    assert!(write_durably(&in_the_way, b"new").is_err(), "a folder is in the way");
    assert_eq!(fs::read(in_the_way.join("kept")).unwrap(), b"kept");
    for path in [file.join("game.json"), file.join("below/game.json")] {
        let error = save(&path, &some_game()).unwrap_err();
        assert!(matches!(error, SaveError::Missing | SaveError::Other(_)), "{error:?}");
        assert!(matches!(lock(&path), Lock::Impossible), "saving tells what is wrong, not locking");
    }
    assert_eq!(fs::read(&file).unwrap(), b"not a folder");
    let too_long = save(&folder.path().join("n".repeat(300)), &some_game()).unwrap_err();
    assert!(matches!(too_long, SaveError::Other(_)), "{too_long:?}");
    assert_eq!(names_in(folder.path()), ["game.json".into(), "sessions".into()].into());
}

#[test]
fn a_deal_keeps_its_rules_for_the_next_game_of_anybody() {
    let usual = RuleSet { plus_minus_one_from_cards: 2, ..with_cards(&[SpecialCard::Bomb]) };
    assert_eq!(Settings::default().dealing(&usual, 4).new_games, TableRules::of(&usual, 4));
    let named = |players| RuleSet { hands: PlanPreset::Tournament.hands(players), ..RuleSet::default() };
    assert_eq!(TableRules::of(&named(4), 4), TableRules::of(&named(5), 5), "a named plan is the same for any number");
}

#[test]
fn the_official_hands_are_no_custom_ones() {
    let with = |hands: std::ops::RangeInclusive<u8>| RuleSet { hands: Some(hands.collect()), ..unbound() };
    assert_eq!(TableRules::of(&with(1..=15), 4), TableRules::of(&unbound(), 4));
    let custom = |rules: &RuleSet| rules.described(4).iter().any(|text| text.to_string() == "Custom hands");
    assert!(!custom(&with(1..=15)) && !custom(&unbound()));
    assert!(custom(&with(1..=14)) && custom(&with(2..=15)));
}

#[test]
fn the_frame_of_an_evening_holds_the_games_that_its_heading_counts() {
    let home = TempDir::new().unwrap();
    let game = |id: u128, minute: u32, rounds: usize| {
        let begun = Session::new(Uuid::from_u128(id), at(minute), people(&NAMES[..3]), 0, hands(&[1, 1])).unwrap();
        (0..rounds).fold(begun, |game, _| played(&game, &[1, 0, 0], &[1, 0, 0]))
    };
    let games = [game(1, 0, 2), game(2, 60, 2), game(3, 120, 1)];
    let copy = "1.sync-conflict-20260307-210000-ABCDEFG.json";
    for (name, game) in [(copy, 0), ("1.json", 0), ("2.json", 1), ("3.json", 2)] {
        keep(home.path(), name, &games[game]);
    }
    let mut program = Program::over(home.path());
    program.tap(app::Command::Show(app::Page::Archive));
    let found = program.app.archive().found;
    let rows: Vec<_> = (0..found).map(|index| program.app.archive_row(index).unwrap()).collect();
    let text_of = |row: &app::Entry| row.evening.as_ref().map(|evening| evening.facts[0].to_string());
    let shown: Vec<_> = rows.iter().map(|row| (row.status, row.copy != app::Copy::No, text_of(row))).collect();
    let [running, over] = [Status::Running, Status::Finished];
    let counted = Some("2 games".to_owned());
    assert_eq!(shown, [(running, false, counted), (over, false, None), (over, false, None), (over, true, None)]);
}

#[test]
fn tickets_are_reported_in_order_and_superseded_states_are_skipped() {
    let folder = TempDir::new().unwrap();
    let (one, two) = (folder.path().join("one.json"), folder.path().join("two.json"));
    let states: Vec<Session> = (0..=60).map(|kept| some_game().noted(&format!("Table {kept}"), "").unwrap()).collect();
    let (hold, held) = channel::<()>();
    let (reports, inbox) = channel();
    // The thread waits in the first report, so that all others are queued by then.
    let mut saver = Saver::start(move |report| {
        reports.send(report).unwrap();
        let _ = held.recv();
    });
    let (one_file, two_file) = (opened(&one), opened(&two));
    assert_eq!(saver.save(&one_file, states[0].clone()), 1);
    assert_eq!(next(&inbox), Report { path: one.clone(), ticket: 1, result: Ok(Saved::Here) });
    for (ticket, state) in (2..).zip(&states[1..]) {
        let file = if ticket % 3 == 1 { &two_file } else { &one_file };
        assert_eq!(saver.save(file, state.clone()), ticket);
    }
    drop(hold);
    drop(saver);
    let tickets: Vec<u64> = inbox.iter().map(|report| report.ticket).collect();
    assert_eq!(tickets, [60, 61], "only the newest state of each file is written");
    assert_eq!(load(&one), states[59]);
    assert_eq!(load(&two), states[60]);
}

// --- Reading --------------------------------------------------------------------------------------------------------

fn load_error(bytes: &[u8]) -> LoadError {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.json");
    fs::write(&path, bytes).unwrap();
    let error = Archive::load(&path).expect_err(&String::from_utf8_lossy(&bytes[..bytes.len().min(80)]));
    assert!(Archive::entry(&path).is_err());
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(names_in(folder.path()), ["game.json".into()].into());
    error
}

fn with_field(name: &str, value: impl Into<Value>) -> Vec<u8> {
    let mut file: Value = serde_json::from_slice(&text_of(&some_game())).unwrap();
    file[name] = value.into();
    serde_json::to_vec(&file).unwrap()
}

#[test]
fn a_damaged_file_is_a_syntax_error() {
    let text = text_of(&some_game());
    let end = text.trim_ascii_end().len();
    let cut_off = (1..end).step_by(7).chain([end - 1]).map(|length| text[..length].to_vec());
    let (zeroed, twice) = (vec![0; text.len()], text.repeat(2));
    let tail = [&text[..200], &zeroed[200..]].concat();
    let latin = String::from_utf8(text.clone()).unwrap().replace("Zoë", "Zo~").into_bytes();
    let latin = latin.into_iter().map(|byte| if byte == b'~' { 0xEB } else { byte }).collect();
    for bytes in cut_off.chain([zeroed, tail, twice, latin]) {
        assert!(matches!(load_error(&bytes), LoadError::Syntax { .. }), "{} bytes", bytes.len());
    }
}

#[test]
fn a_refused_file_has_the_kind_of_its_fault() {
    let rounds = json!([{"bids": [0, 0, 0], "tricks": [1, 1, 1]}]);
    let players = |field: &str| {
        let saved: Value = serde_json::from_slice(&text_of(&some_game())).unwrap();
        let mut players = saved["players"].clone();
        players[2][field] = players[0][field].clone();
        players
    };
    for (bytes, kind, words) in [
        (with_field("version", 3), "newer", ""),
        (br#"{"format": "tablet-of-truth", "version": 9, "players": "in another shape"}"#.into(), "newer", ""),
        (with_field("format", "tablet-of-lies"), "other", "“tablet-of-lies”"),
        (br#"{"hello": "world"}"#.into(), "syntax", ""),
        (with_field("players", json!(["A", "B"])), "rule", ""),
        (with_field("players", players("name")), "rule", "names must be distinct"),
        (with_field("players", players("id")), "rule", "are one person in your archive"),
        (with_field("rounds", rounds), "rule", ""),
    ] {
        let error = load_error(&bytes);
        let found = match &error {
            LoadError::Newer(_) => "newer",
            LoadError::Other(_) => "other",
            LoadError::Syntax { .. } => "syntax",
            error if error.is_broken_rule() => "rule",
            _ => "",
        };
        assert!(found == kind && error.to_string().contains(words), "{kind}: {error}");
    }
}

#[test]
fn steps_that_do_not_lead_to_the_facts_are_made_up() {
    let check = |session: &Session, change: &dyn Fn(&mut Value)| {
        let read = |file: &Value| read_session(file.to_string().as_bytes(), at(0)).unwrap().session.wizard().unwrap();
        let mut file = serde_json::from_slice(&text_of(session)).unwrap();
        assert_eq!(read(&file).steps(), session.steps());
        change(&mut file);
        let back = read(&file);
        assert_eq!((back.table(), back.agreed()), (session.table(), session.agreed()), "the facts must stay");
        assert_eq!(back.can_undo(), session.scored() > 0);
        back.steps() == session.steps()
    };
    for steps in [json!([]), json!([{"bid": [0, 1]}]), json!(["advance", "back"])] {
        check(&some_game(), &|file| file["steps"] = steps.clone());
    }
    let without = |file: &mut Value, place: &str, field: &str| {
        assert!(file.pointer_mut(place).unwrap().as_object_mut().unwrap().remove(field).is_some());
    };
    let rules = RuleSet { hands: Some(vec![13, 1]), extra_cards: 19, ..unbound() };
    let large = reseated(&session(6, rules), &[1, 0, 2, 3, 4, 5], 0);
    check(&large, &|file| without(file, "/steps/0/agree/from/rules", "extra_cards"));
    let turned = reseated(&played(&session(3, unbound()), &[1, 0, 0], &[0, 1, 0]), &[1, 0, 2], 1);
    let change = format!("/steps/{}/agree/to", turned.steps().len() - 1);
    assert!(!check(&turned, &|file| without(file, &change, "first_dealer")), "no dealer may be made up");
}

// --- Locks ----------------------------------------------------------------------------------------------------------

const PATH: &str = "TABLET_TEST_PATH";

/// The path given to a process of its own; `None` if its test was started by hand.
fn given_path() -> Option<PathBuf> {
    std::env::var_os(PATH).map(PathBuf::from)
}

fn say(sentence: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "\n{sentence}").unwrap();
    out.flush().unwrap();
}

#[test]
#[ignore = "run in a process of its own by `locks_hold_across_processes`"]
fn in_its_own_process_holds_a_lock() {
    let Some(path) = given_path() else { return };
    let held = lock(&path);
    say(if matches!(held, Lock::Ours(_)) { "locked" } else { "refused" });
    // Until standard input is closed or the process is killed.
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
    drop(held);
}

/// Locks in a process of its own, which ends with its standard input, and returns what that says.
fn another_locks(path: &Path) -> (Child, String) {
    let mut process = Process::new(std::env::current_exe().unwrap());
    process.args(["--exact", "--ignored", "--nocapture", "archive::in_its_own_process_holds_a_lock"]).env(PATH, path);
    let mut child = process.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut lines = out.by_ref().lines().map(Result::unwrap);
    let answer = lines.find(|line| line == "locked" || line == "refused").unwrap();
    child.stdout = Some(out.into_inner());
    (child, answer)
}

#[test]
fn locks_hold_across_processes() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.json");
    let (mut other, answer) = another_locks(&path);
    assert_eq!(answer, "locked");
    assert!(matches!(lock(&path), Lock::Elsewhere));
    other.kill().unwrap();
    other.wait().unwrap();
    let ours = lock(&path);
    assert!(matches!(ours, Lock::Ours(_)), "a kill releases the lock");
    let (mut other, answer) = another_locks(&path);
    assert!(answer == "refused" && other.wait().unwrap().success(), "{answer}");
    drop(ours);
    let (mut other, answer) = another_locks(&path);
    assert_eq!(answer, "locked");
    assert!(other.wait().unwrap().success());
    assert!(matches!(lock(&path), Lock::Ours(_)), "the end of a process releases the lock");
    assert!(names_in(folder.path()).is_empty());
}

// --- Full and read-only disks ---------------------------------------------------------------------------------------

#[test]
fn a_full_disk_and_a_read_only_one_harm_nothing() {
    let (folder, mount) = (TempDir::new().unwrap(), format!("mount -t tmpfs -o size=64k tmpfs \"${PATH}\""));
    let shell = |script: &str| {
        let mut process = Process::new("unshare");
        process.args(["-rm", "sh", "-c", script]).env(PATH, folder.path());
        process
    };
    if !shell(&mount).output().is_ok_and(|output| output.status.success()) {
        println!("skipped: this system does not let an ordinary program mount a disk");
        return;
    }
    let test = "archive::in_its_own_process_fills_a_disk_that_turns_read_only";
    let run = format!("{mount} && exec \"$0\" --exact --ignored --nocapture {test}");
    let output = shell(&run).arg(std::env::current_exe().unwrap()).output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && text.contains("1 passed") && text.contains("reached its end"), "{text}");
}

#[test]
#[ignore = "run in a process of its own by `a_full_disk_and_a_read_only_one_harm_nothing`"]
fn in_its_own_process_fills_a_disk_that_turns_read_only() {
    let Some(disk) = given_path() else { return };
    let (path, filler) = (disk.join("game.json"), disk.join("filler"));
    let old = some_game();
    assert_eq!(save(&path, &old), Ok(Saved::Here));
    let bytes = fs::read(&path).unwrap();
    let mut full = fs::File::create(&filler).unwrap();
    while full.write_all(&[b'x'; 512]).is_ok() {}
    drop(full);
    let new = played(&old, &[3, 1, 0], &[3, 0, 0]);
    let (reports, inbox) = channel();
    let mut saver = Saver::start(move |report| reports.send(report).unwrap());
    let file = opened(&path);
    for ticket in 1..=3 {
        assert_eq!(saver.save(&file, new.clone()), ticket);
        assert_eq!(next(&inbox), Report { path: file.path().to_owned(), ticket, result: Err(SaveError::Full) });
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(names_in(&disk), ["filler".into(), "game.json".into()].into());
    }
    let elsewhere = disk.join("not/yet/game.json");
    assert_eq!(save(&elsewhere, &new), Err(SaveError::Full));
    fs::remove_file(&filler).unwrap();
    saver.save(&file, new.clone());
    assert_eq!(next(&inbox), Report { path: file.path().to_owned(), ticket: 4, result: Ok(Saved::Here) });
    assert_eq!(load(&path), new);
    drop((saver, file));
    let _ = fs::remove_dir_all(disk.join("not"));

    let bytes = fs::read(&path).unwrap();
    let remount = |how: &str| {
        assert!(Process::new("mount").args(["-o", how]).arg(&disk).status().unwrap().success());
    };
    remount("remount,ro");
    let newer = played(&new, &[4, 0, 0], &[4, 0, 0]);
    assert_eq!(save(&path, &newer), Err(SaveError::Denied));
    assert_eq!(save(&disk.join("sub/game.json"), &newer), Err(SaveError::Denied));
    assert!(matches!(lock(&path), Lock::Impossible));
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(load(&path), new, "it can still be looked at");
    remount("remount,rw");
    assert_eq!(save(&path, &newer), Ok(Saved::Here));
    assert_eq!(names_in(&disk), ["game.json".into()].into());
    say("reached its end");
}

#[test]
fn saved_bytes_are_those_of_the_session() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.json");
    let session = after(&some_game(), [Command::Correct(1, round(&[0, 1, 1], &[0, 1, 0]))]);
    assert_eq!(save(&path, &session), Ok(Saved::Here));
    let text = fs::read_to_string(&path).unwrap();
    let lines =
        |text: &str| text.lines().filter(|line| !line.contains("\"saved\"")).map(String::from).collect::<Vec<_>>();
    assert_eq!(lines(&text), lines(&String::from_utf8(text_of(&session)).unwrap()));
    assert!(text.ends_with("}\n"));
}
