//! `import`, `check` and `backup` in a terminal: output, messages, files written, and exit codes.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

use serde_json::Value;
use tablet_of_truth::archive::{Archive, Lock, lock, write_session};
use tablet_of_truth::session::Session;
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::{at, played, session, unbound};

#[derive(Debug)]
struct Answer {
    code: Option<i32>,
    out: String,
    told: String,
}

/// A folder with an archive, and files to import beside it.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn archive(&self) -> Archive {
        Archive::new(self.0.path().join("sessions"))
    }

    fn save(&self, session: &Session) -> PathBuf {
        fs::create_dir_all(self.archive().folder()).unwrap();
        let path = self.archive().path_for(session);
        fs::write(&path, write_session(session, at(99)).unwrap()).unwrap();
        path
    }

    fn in_archive(&self, name: &str, text: &str) -> PathBuf {
        fs::create_dir_all(self.archive().folder()).unwrap();
        let path = self.archive().folder().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// Every file below the folder and its bytes.
    fn listing(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.0.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = fs::read(&path).unwrap();
                    found.insert(path, bytes);
                }
            }
        }
        found
    }

    fn run(&self, arguments: &[&str], input: &[u8]) -> Answer {
        let mut process = Process::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
        process.args(arguments).arg("--data-dir").arg(self.archive().folder());
        process.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        // English, whatever the language of the machine.
        process.env("LC_ALL", "C");
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = process.spawn().unwrap();
        // The program may end before it has read its input.
        drop(child.stdin.take().unwrap().write_all(input));
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!told.contains("panicked at"), "{told}");
        assert!(!told.chars().any(|letter| letter.is_control() && letter != '\n'), "{told:?}");
        Answer { code: output.status.code(), out: String::from_utf8(output.stdout).unwrap(), told }
    }

    fn import(&self, file: &Path) -> Answer {
        self.run(&["import", file.to_str().unwrap()], b"")
    }

    /// The exit code and the states that `check` reports, by file name.
    fn states(&self) -> (Option<i32>, BTreeMap<String, Value>) {
        let answer = self.run(&["check", "--format", "json"], b"");
        let told: Value = serde_json::from_str(&answer.out).unwrap_or_else(|_| panic!("{answer:?}"));
        assert_eq!(told["fine"], answer.code == Some(0));
        let files = told["files"].as_array().unwrap().iter().map(|line| {
            let path = Path::new(line["path"].as_str().unwrap());
            (path.file_name().unwrap().to_str().unwrap().to_owned(), line.clone())
        });
        (answer.code, files.collect())
    }
}

const PAD: &str = "round;player;bid;tricks\n1;Ana;0;0\n1;Bo;1;1\n1;Cy;1;0\n";

fn game() -> Session {
    played(&session(3, unbound()), &[0, 1, 1], &[0, 0, 1])
}

fn text(session: &Session) -> Vec<u8> {
    write_session(session, at(99)).unwrap()
}

#[test]
fn new_same_and_differing_sessions_are_listed_with_their_files() {
    let place = Place::new();
    let pad = place.file("pad.csv", PAD);
    let first = place.import(&pad);
    assert_eq!(first.code, Some(0), "{first:?}");
    assert!(first.out.contains("new ") && first.out.contains("1 new, 0 the same, 0 differing."), "{}", first.out);
    assert!(first.told.contains("does not say who dealt"), "{}", first.told);
    let path = place.archive().paths().unwrap().remove(0);
    assert!(first.out.contains(path.to_str().unwrap()), "{}", first.out);
    let second = place.import(&pad);
    assert_eq!(second.code, Some(0));
    assert!(second.out.contains("same ") && second.out.contains("0 new, 1 the same, 0 differing."), "{}", second.out);

    let known = place.save(&game());
    let later = place.file("later.json", text(&played(&game(), &[0, 0, 0], &[1, 1, 0])));
    let answer = place.run(&["import", later.to_str().unwrap(), "--format", "json"], b"");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let told: Value = serde_json::from_str(&answer.out).unwrap();
    let line = &told["sessions"][0];
    assert_eq!((line["outcome"].as_str(), line["further"].as_str()), (Some("differs"), Some("imported")));
    assert_eq!(line["differs_from"].as_str(), known.to_str());
    assert_eq!((line["rounds"].as_u64(), line["players"][1].as_str()), (Some(2), Some("Zoë")));
    assert!(Path::new(line["path"].as_str().unwrap()).is_file());
    let again = place.run(&["import", later.to_str().unwrap()], b"");
    assert!(again.out.contains("0 new, 1 the same"), "{}", again.out);
}

#[test]
fn a_dry_run_prints_the_same_and_writes_nothing() {
    let place = Place::new();
    let known = place.save(&game());
    let pad = place.file("pad.csv", PAD);
    let later = place.file("later.json", text(&played(&game(), &[0, 0, 0], &[1, 1, 0])));
    let before = place.listing();
    let files = [pad.to_str().unwrap(), later.to_str().unwrap(), known.to_str().unwrap()];
    let answer = place.run(&["import", files[0], files[1], files[2], "--dry-run"], b"");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.out.contains("1 new, 1 the same, 1 differing. Nothing was written"), "{}", answer.out);
    assert!(answer.out.contains("the imported one is further"), "{}", answer.out);
    assert_eq!(place.listing(), before);
}

#[test]
fn standard_input_can_be_imported() {
    let place = Place::new();
    let answer = place.run(&["import", "-"], PAD.as_bytes());
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert_eq!(place.archive().paths().unwrap().len(), 1);
}

#[test]
fn mistakes_are_reported_line_by_line_and_nothing_is_imported() {
    let place = Place::new();
    place.save(&game());
    let good = place.file("good.csv", PAD);
    let rule = place.file("rule.csv", PAD.replace("Bo;1;1", "Bo;2;1").replace("Cy;1;0", "Cy;1;9"));
    let total = place.file("total.csv", "round,player,bid,tricks,total\n1,A,0,0,20\n1,B,1,1,120\n1,C,1,0,-10\n");
    let typing = place.file("typing.csv", PAD.replace("Bo;1;1", "Bo;one;1"));
    let before = place.listing();
    for (bad, code, sentences) in [
        (&rule, 1, &["rule.csv: line 3, column 3 (bid): round 1: Bo cannot bid 2"][..]),
        (&total, 1, &["total.csv: line 3, column 5 (total): 30 by our rules, but the file says 120"]),
        (&typing, 2, &["typing.csv: line 3, column 3 (bid): “one” is not a whole number"]),
        (&place.0.path().join("none.csv"), 2, &["none.csv: cannot be read"]),
    ] {
        let answer = place.run(&["import", good.to_str().unwrap(), bad.to_str().unwrap()], b"");
        assert_eq!((answer.code, answer.out.as_str()), (Some(code), ""), "{answer:?}");
        for sentence in sentences.iter().chain(&["nothing was imported"]) {
            assert!(answer.told.contains(sentence), "{}", answer.told);
        }
        assert_eq!(place.listing(), before);
    }
    // A broken rule beside a typing mistake: the file cannot be read at all.
    let files = [rule.to_str().unwrap(), typing.to_str().unwrap()];
    assert_eq!(place.run(&["import", files[0], files[1]], b"").code, Some(2));
    assert_eq!(place.run(&["import"], b"").code, Some(2));
}

#[test]
fn a_read_only_folder_is_reported() {
    let place = Place::new();
    let pad = place.file("pad.csv", PAD);
    place.file("sessions", "a file where the folder should be");
    let answer = place.import(&pad);
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{answer:?}");
    assert!(answer.told.contains("sessions"), "{}", answer.told);
}

#[test]
fn a_hostile_name_does_not_reach_the_terminal() {
    let place = Place::new();
    let pad = place.file("pad.csv", PAD.replace("Bo", "\"\u{1b}[2JBo\nfine\""));
    let answer = place.import(&pad);
    assert_eq!(answer.code, Some(1), "{answer:?}");
    assert!(answer.told.contains("control character") && !answer.told.contains('\u{1b}'), "{answer:?}");
    // A file may have such a name.
    let rounds = r#"[{"bids": [0, 1, 1], "tricks": [0, 0, 1]}]"#;
    let by_hand =
        format!(r#"{{"players": ["Ana", "\u001b[2JBo\nfine", "Cy"], "first_dealer": 0, "rounds": {rounds}}}"#);
    let answer = place.import(&place.file("game.json", by_hand));
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(
        !answer.out.contains('\u{1b}') && !answer.out.lines().any(|line| line.starts_with("fine")),
        "{}",
        answer.out
    );
}

#[test]
fn a_sound_archive_is_fine() {
    let place = Place::new();
    fs::create_dir(place.archive().folder()).unwrap();
    assert_eq!(place.states(), (Some(0), BTreeMap::new()));
    let path = place.save(&game());
    let extra = String::from_utf8(text(&game().duplicate(Uuid::from_u128(9)))).unwrap();
    place.in_archive("extra.json", &extra.replacen('{', "{\"weather\": \"fog\",", 1));
    // The lock of a running copy is not a fault.
    let held = lock(&path);
    assert!(matches!(held, Lock::Ours(_)));
    let before = place.listing();
    let (code, states) = place.states();
    assert_eq!((code, states.len()), (Some(0), 2));
    assert_eq!(states["extra.json"]["state"], "unknown_fields");
    assert_eq!(states["extra.json"]["detail"], "weather");
    assert_eq!(place.listing(), before);
    let table = place.run(&["check"], b"");
    assert_eq!(table.code, Some(0));
    assert!(table.out.contains("extra.json: fine, with unknown fields: weather"), "{}", table.out);
    assert!(table.out.contains("2 files, all fine."), "{}", table.out);
}

#[test]
fn every_fault_of_an_archive_is_named() {
    let place = Place::new();
    let path = place.save(&game());
    let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
    let own = String::from_utf8(text(&game())).unwrap();
    let later = String::from_utf8(text(&played(&game(), &[0, 0, 0], &[1, 1, 0]))).unwrap();
    let conflict = format!("{stem}.sync-conflict-20260307-201500-ABCDEFG.json");
    let copy = format!("{stem} (Anna's conflicted copy 2026-03-07).json");
    place.in_archive(&conflict, &later);
    place.in_archive(&copy, &own);
    place.in_archive("rule.json", &crate::common::EXAMPLE.replace("[0, 0, 1], \"trump\"", "[0, 0, 9], \"trump\""));
    place.in_archive("cut.json", "{\"players\": [");
    place.in_archive("newer.json", "{\"version\": 7}");
    place.in_archive(".a.json.tmp", "half");
    place.in_archive(".b.json.lock", "");
    place.in_archive(".~lock.b.json#", "");
    place.in_archive(".~lock.import#", "");
    place.in_archive("notes.txt", "not ours");
    fs::create_dir(place.archive().folder().join("folder.json")).unwrap();
    let before = place.listing();
    let (code, states) = place.states();
    assert_eq!((code, states.len()), (Some(1), 11));
    for (name, state, detail) in [
        (&*format!("{stem}.json"), "fine", ""),
        (&*conflict, "differing_copy", ""),
        (&*copy, "identical_copy", ""),
        ("rule.json", "breaks_rule", "round 1: Kevin cannot have taken 9 tricks"),
        ("cut.json", "unreadable", "line 1, column 13"),
        ("newer.json", "newer", "newer version"),
        (".a.json.tmp", "temporary", ""),
        (".b.json.lock", "lock", ""),
        (".~lock.b.json#", "lock", ""),
        (".~lock.import#", "lock", ""),
        ("folder.json", "unreadable", "not a file"),
    ] {
        assert_eq!(states[name]["state"], state, "{name}");
        assert!(states[name]["detail"].as_str().unwrap_or("").contains(detail), "{}", states[name]);
    }
    assert_eq!(states[&conflict]["copy_of"].as_str(), path.to_str());
    assert_eq!(place.listing(), before);
    let table = place.run(&["check"], b"");
    assert!(table.out.contains(&format!("differing copy of {}", path.display())), "{}", table.out);
    assert!(table.out.contains("11 files, 10 not fine."), "{}", table.out);
    let none = Place::new();
    none.file("sessions", "a file where the folder should be");
    assert_eq!(none.run(&["check"], b"").code, Some(2));
}

#[test]
fn files_of_every_kind_can_be_checked() {
    let place = Place::new();
    place.save(&game());
    place.save(&game().duplicate(Uuid::from_u128(0x77 << 96)));
    let out = place.0.path().join("all.json");
    let all = out.to_str().unwrap();
    assert_eq!(place.run(&["backup", all], b"").code, Some(0));
    let pad = place.file("pad.csv", PAD);
    let answer = place.run(&["check", all, pad.to_str().unwrap()], b"");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.out.contains("all.json: fine: 2 sessions") && answer.out.contains("pad.csv: fine: 1 session\n"));
    let bad = place.file("bad.csv", PAD.replace("Cy;1;0", "Cy;1;1"));
    let answer = place.run(&["check", bad.to_str().unwrap()], b"");
    assert_eq!(answer.code, Some(1));
    assert!(answer.out.contains("bad.csv: breaks a rule: line 4, column 4 (tricks)"), "{}", answer.out);
    let newer = place.file("newer.json", r#"{"format": "tablet-of-truth-archive", "version": 3, "sessions": []}"#);
    let answer = place.run(&["check", newer.to_str().unwrap()], b"");
    assert!(answer.out.contains("of a newer version"), "{}", answer.out);
}

#[test]
fn a_backup_has_the_tournaments_and_an_import_writes_over_none() {
    let place = Place::new();
    place.save(&game());
    let file = r#"{"format": "tablet-of-truth-tournament", "name": "Open", "date": "2026-11-28",
        "id": "0aa00000-0000-4000-8000-000000000000", "players": [{"number": 1, "name": "Anna"}]}"#;
    let kept = place.in_archive("a.tournament.json", file);
    let out = place.0.path().join("all.json");
    let answer = place.run(&["backup", out.to_str().unwrap()], b"");
    assert_eq!(answer.out, format!("1 session and 1 tournament written to {}\n", out.display()));
    let answer = place.run(&["check", out.to_str().unwrap(), kept.to_str().unwrap()], b"");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.out.contains("all.json: fine: 1 session and 1 tournament\n"), "{}", answer.out);
    assert!(answer.out.contains("a.tournament.json: fine: 1 tournament\n"), "{}", answer.out);

    let other = Place::new();
    let answer = other.import(&out);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let name = "2026-11-28_Open_0aa00000.tournament.json";
    assert!(answer.out.contains("new  tournament 2026-11-28 Open\n") && answer.out.contains(name), "{}", answer.out);
    assert!(answer.out.contains("2 new, 0 the same, 0 differing."), "{}", answer.out);
    other.in_archive(name, &file.replace("Anna", "Annabel"));
    let before = other.listing();
    let told = other.run(&["import", "--format", "json", out.to_str().unwrap()], b"");
    let told: Value = serde_json::from_str(&told.out).unwrap();
    let (session, tournament) = (&told["sessions"][0], &told["tournaments"][0]);
    assert_eq!((&session["outcome"], &session["rounds"]), (&"same".into(), &game().scored().into()));
    assert_eq!((&tournament["outcome"], &tournament["name"]), (&"differs".into(), &"Open".into()));
    assert!(tournament["differs_from"].as_str().unwrap().ends_with(name) && tournament["date"] == "2026-11-28");
    let after = other.listing();
    assert!(before.iter().all(|(path, text)| after[path] == *text) && after.len() == before.len() + 1, "kept beside");

    place.in_archive("a.tournament.json", "{");
    let answer = place.run(&["backup", "--force", out.to_str().unwrap()], b"");
    assert_eq!((answer.code, answer.out.starts_with("1 session written")), (Some(1), true), "{answer:?}");
    assert!(answer.told.contains("left out") && answer.told.contains("a.tournament.json"), "{}", answer.told);
}

#[test]
fn a_backup_can_be_imported_elsewhere() {
    let place = Place::new();
    place.save(&game());
    let out = place.0.path().join("all.json");
    let answer = place.run(&["backup", out.to_str().unwrap()], b"");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert_eq!(answer.out, format!("1 session written to {}\n", out.display()));
    let again = place.run(&["backup", out.to_str().unwrap()], b"");
    assert_eq!(again.code, Some(2));
    assert!(again.told.contains("already exists"), "{}", again.told);
    assert_eq!(place.run(&["backup", out.to_str().unwrap(), "--force"], b"").code, Some(0));
    let other = Place::new();
    assert_eq!(other.import(&out).code, Some(0));
    assert_eq!(Archive::load(&other.archive().paths().unwrap()[0]).unwrap().session.wizard().unwrap(), game());
    // An unreadable file is left out and named.
    place.in_archive("cut.json", "{");
    let answer = place.run(&["backup", out.to_str().unwrap(), "--force"], b"");
    assert_eq!(answer.code, Some(1));
    assert!(answer.told.contains("left out") && answer.told.contains("cut.json"), "{}", answer.told);
    assert!(answer.out.starts_with("1 session written"));
}
