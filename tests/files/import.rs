//! Imports: a whole archive as one file, tables of rounds, and copies of sessions that are already here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::select;
use tablet_of_truth::archive::{
    Archive, BundleError, FileCopy, Further, Import, ImportError, LoadError, Note, Outcome, Problem, Seen, Source,
    TournamentFile, copies, is_copy_name, read_session, write_bundle, write_session,
};
use tablet_of_truth::export::{self, Exported, Format};
use tablet_of_truth::last_wizard;
use tablet_of_truth::seats::PerSeat;
use tablet_of_truth::session::{Agreement, Frame, People, Player, Session, Status, fingerprint};
use tablet_of_truth::wizard::{Bidding, Command, Game, Phase, Round, RuleSet, SpecialCard, TieBreak, Trump, Waiver};
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::thorough::{cases, many};
use crate::common::{
    EXAMPLE, NAMES, after, at, classic, entering, penalty, people, played, random_round, reseated, round, scored,
    session, taken_over, tournament_table, unbound,
};
use crate::export::english;

/// An archive in a temporary folder.
struct Place {
    _folder: TempDir,
    archive: Archive,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::new(folder.path().join("sessions"));
        fs::create_dir(archive.folder()).unwrap();
        Place { _folder: folder, archive }
    }

    fn with(sessions: &[&Session]) -> Place {
        let place = Place::new();
        for session in sessions {
            place.save(session);
        }
        place
    }

    fn save(&self, session: &Session) -> PathBuf {
        let path = self.archive.path_for(session);
        fs::write(&path, text(session)).unwrap();
        path
    }

    /// Every file with its bytes, hidden ones included.
    fn listing(&self) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.archive.folder()).unwrap().map(|entry| entry.unwrap().path());
        entries.map(|path| (name(&path), fs::read(&path).unwrap_or_default())).collect()
    }

    fn read(&self, source: impl Into<Vec<u8>>) -> Result<Import, ImportError> {
        Import::read(&self.archive, &[bytes(source)], at(600))
    }

    /// Imports a source and returns the outcomes.
    fn import(&self, source: impl Into<Vec<u8>>) -> Vec<Outcome> {
        let import = self.read(source).unwrap_or_else(|error| panic!("{error}"));
        let outcomes = import.items().iter().map(|item| item.outcome.clone()).collect();
        import.write().unwrap();
        outcomes
    }

    fn sessions(&self) -> Vec<Session> {
        self.archive
            .paths()
            .unwrap()
            .iter()
            .map(|path| Archive::load(path).unwrap().session.wizard().unwrap())
            .collect()
    }

    fn keep_tournament(&self, name: &str, file: &serde_json::Value) -> PathBuf {
        let path = self.archive.folder().join(name);
        fs::write(&path, file.to_string()).unwrap();
        path
    }

    /// The error of a source, which must leave the folder as it is.
    fn refusal(&self, source: impl Into<Vec<u8>>) -> String {
        let before = self.listing();
        let error = self.read(source).expect_err("it was accepted");
        assert_eq!(self.listing(), before);
        error.to_string()
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

fn bytes(bytes: impl Into<Vec<u8>>) -> Source {
    Source::Bytes { name: "the file".into(), bytes: bytes.into() }
}

fn text(session: &Session) -> Vec<u8> {
    write_session(session, at(500)).unwrap()
}

fn table<G: Exported>(session: &Session<G>) -> Vec<u8> {
    export::export(session, Format::Csv, true, english()).unwrap()
}

fn json<G: Exported>(session: &Session<G>) -> Vec<u8> {
    export::export(session, Format::Json, true, english()).unwrap()
}

/// The same game with another id.
fn numbered(session: &Session, number: u128) -> Session {
    session.duplicate(Uuid::from_u128(0x1234_5678_0000_0000_0000_0000_0000_0000 + number)).as_copy_of(None)
}

/// A tournament's file.
fn tournament(name: &str) -> serde_json::Value {
    let player = |(number, name): (u32, &&str)| serde_json::json!({"number": number, "name": name});
    serde_json::json!({
        "format": "tablet-of-truth-tournament", "version": 1, "id": tournament_table().id, "name": name,
        "date": "2026-11-28", "players": (1..).zip(&NAMES[..4]).map(player).collect::<Vec<_>>(),
    })
}

/// Three rounds of three players; the bids never add up to the cards.
fn evening() -> Session {
    let session = played(&session(3, classic()), &[0, 0, 0], &[0, 0, 1]);
    played(&played(&session, &[1, 1, 1], &[1, 1, 0]), &[0, 1, 1], &[0, 1, 2])
}

fn bundle(files: &[PathBuf]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("all.json");
    let report = write_bundle(files, &out, false, at(700)).unwrap();
    assert_eq!((report.count(), report.left_out.len()), (files.len(), 0));
    fs::read(out).unwrap()
}

// --- The archive as one file ----------------------------------------------------------------------------------------

#[test]
fn an_archive_survives_export_to_one_file() {
    let games: Vec<Session> = (0..40).map(|number| numbered(&evening(), number)).collect();
    let from = Place::with(&games.iter().collect::<Vec<_>>());
    let one_file = bundle(&from.archive.paths().unwrap());
    let to = Place::new();
    assert!(to.import(one_file.clone()).iter().all(|outcome| matches!(outcome, Outcome::New(_))));
    assert_eq!(to.sessions(), from.sessions());
    let listing = to.listing();
    assert!(to.import(one_file).iter().all(|outcome| matches!(outcome, Outcome::Same(_))));
    assert_eq!(to.listing(), listing);
    // Steps, times and undone steps are in the file too: the second archive writes the very same one.
    let again = bundle(&to.archive.paths().unwrap());
    assert_eq!(again, bundle(&from.archive.paths().unwrap()));
}

#[test]
fn many_sessions_are_imported() {
    let count = many(2000);
    let place = Place::with(&[&evening()]);
    let own = text(&evening());
    let mut one_file = b"{\"sessions\": [".to_vec();
    for number in 0..count as u128 {
        one_file.extend(if number == 0 { b" ".as_slice() } else { b",\n" });
        one_file.extend(if number == 7 { own.clone() } else { text(&numbered(&evening(), number)) });
    }
    one_file.extend(b"], \"version\": 1, \"format\": \"tablet-of-truth-archive\"}");
    let outcomes = place.import(one_file);
    let new = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::New(_))).count();
    assert_eq!((outcomes.len(), new), (count, count - 1));
    assert_eq!(outcomes[7], Outcome::Same(place.archive.path_for(&evening())));
    assert_eq!(place.archive.paths().unwrap().len(), count);
    assert_eq!(place.listing().len(), count, "temporary files were left");
}

#[test]
fn a_conflict_copy_stays_a_copy_in_another_archive() {
    let (ours, later) = (evening(), played(&evening(), &[1, 1, 1], &[1, 1, 2]));
    let from = Place::with(&[&ours]);
    let stem = from.archive.path_for(&ours).file_stem().unwrap().to_str().unwrap().to_owned();
    let conflict = from.archive.folder().join(format!("{stem}.sync-conflict-20260307-201500-ABCDEFG.json"));
    fs::write(conflict, text(&later)).unwrap();
    let to = Place::new();
    let outcomes = to.import(bundle(&from.archive.paths().unwrap()));
    let own = to.archive.path_for(&ours);
    assert_eq!(outcomes[0], Outcome::New(own.clone()));
    assert!(matches!(&outcomes[1], Outcome::Differs { known, further: Further::Imported, .. } if *known == own));
    assert_eq!(Archive::load(&own).unwrap().session.wizard().unwrap(), ours);
}

#[test]
fn an_unreadable_file_is_named_and_left_out_of_the_one_file() {
    let place = Place::with(&[&evening()]);
    let broken = place.archive.folder().join("broken.json");
    fs::write(&broken, "{\"players\": [").unwrap();
    let newer = place.archive.folder().join("newer.json");
    fs::write(&newer, "{\"version\": 3}").unwrap();
    let out = place._folder.path().join("all.json");
    let report = write_bundle(&place.archive.paths().unwrap(), &out, false, at(0)).unwrap();
    assert_eq!(report.sessions, 1);
    let names: Vec<&Path> = report.left_out.iter().map(|(path, _)| path.as_path()).collect();
    assert_eq!(names, [newer, broken]);
    assert_eq!(Place::new().import(fs::read(&out).unwrap()).len(), 1);
}

#[test]
fn the_one_file_overwrites_nothing_unasked_and_stays_out_of_the_archive() {
    let place = Place::with(&[&evening()]);
    let paths = place.archive.paths().unwrap();
    let out = place._folder.path().join("all.json");
    fs::write(&out, "mine").unwrap();
    assert!(matches!(write_bundle(&paths, &out, false, at(0)), Err(BundleError::Exists(path)) if path == out));
    assert_eq!(fs::read(&out).unwrap(), b"mine");
    let inside = place.archive.folder().join("all.json");
    assert!(matches!(write_bundle(&paths, &inside, true, at(0)), Err(BundleError::InsideArchive(_))));
    write_bundle(&paths, &out, true, at(0)).unwrap();
    assert_eq!(Place::new().import(fs::read(&out).unwrap()).len(), 1);
    let in_the_way = place._folder.path().join("folder");
    fs::create_dir(&in_the_way).unwrap();
    assert!(matches!(write_bundle(&paths, &in_the_way, true, at(0)), Err(BundleError::Write { .. })));
    let left = fs::read_dir(place._folder.path()).unwrap().map(|entry| name(&entry.unwrap().path()));
    assert!(!left.into_iter().any(|name| name.ends_with(".tmp")));
}

#[test]
fn a_newer_or_damaged_archive_file_is_refused_with_its_line() {
    let place = Place::new();
    let newer = r#"{"format": "tablet-of-truth-archive", "version": 3, "sessions": []}"#;
    assert!(place.refusal(newer).contains("newer version"));
    let late = format!(r#"{{"format": "tablet-of-truth-archive", "sessions": [{EXAMPLE}], "version": 3}}"#);
    assert!(place.refusal(late).contains("newer version"));
    assert!(
        place.refusal(r#"{"format": "tablet-of-truth-archive", "version": 1}"#).contains("missing field `sessions`")
    );
    assert!(place.refusal(r#"{"format": "other", "sessions": []}"#).contains("another kind"));
    let cut = r#"{"format": "tablet-of-truth-archive", "version": 1, "sessions": [{"players": ["#;
    assert!(place.refusal(cut).contains("line 1"), "{}", place.refusal(cut));
    // Session 2 is wrong on its own second line; session 1 is fine, but not imported either.
    let wrong = EXAMPLE.replace("\"plus_minus_one\": true", "\"plus_minus_one\": 5");
    let two = format!("{{\"format\": \"tablet-of-truth-archive\",\n\"sessions\": [\n{EXAMPLE},\n{wrong}]}}");
    let told = place.refusal(two);
    assert!(told.contains("session 2, which begins on line 8: line 9, column 30: invalid type"), "{told}");
    let unruly = EXAMPLE.replace("[0, 0, 1], \"trump\"", "[0, 1, 1], \"trump\"");
    let told = place.refusal(format!("{{\"sessions\": [{EXAMPLE}, {unruly}]}}"));
    assert!(told.contains("session 2") && told.contains("round 1: the tricks add up to 2"), "{told}");
    let told = place.refusal("{\"version\": 0, \"sessions\": []}");
    assert!(told.contains("line 1") && told.contains("a version from 1 on"), "{told}");
    let newer = EXAMPLE.replacen('{', "{\"version\": 9, ", 1);
    assert!(place.refusal(format!("{{\"sessions\": [{newer}]}}")).contains("session 1, which begins on line 1"));
}

#[test]
fn the_schema_describes_the_one_file() {
    let schema = |text: &str| serde_json::from_str(text).unwrap();
    let mut compiler = boon::Compiler::new();
    compiler.enable_format_assertions();
    let base = "https://tablet-of-truth.invalid";
    let (archive, of_sessions) = (format!("{base}/archive.schema.json"), format!("{base}/session.schema.json"));
    compiler.add_resource(&of_sessions, schema(include_str!("../../docs/session.schema.json"))).unwrap();
    compiler.add_resource(&archive, schema(include_str!("../../docs/archive.schema.json"))).unwrap();
    let last_wizard = schema(include_str!("../../docs/last-wizard.schema.json"));
    compiler.add_resource(&format!("{base}/last-wizard.schema.json"), last_wizard).unwrap();
    let of_tournaments = schema(include_str!("../../docs/tournament.schema.json"));
    compiler.add_resource(&format!("{base}/tournament.schema.json"), of_tournaments).unwrap();
    let mut schemas = boon::Schemas::new();
    let index = compiler.compile(&archive, &mut schemas).unwrap();
    let place = Place::with(&[&evening(), &numbered(&session(4, unbound()), 3)]);
    let good: serde_json::Value = serde_json::from_slice(&bundle(&place.archive.paths().unwrap())).unwrap();
    schemas.validate(&good, index).unwrap_or_else(|error| panic!("{error:#}"));
    let mut both = good.clone();
    let track = serde_json::json!({"game": "last-wizard", "players": ["A", "B", "C"], "first_player": 0, "rounds": []});
    both["sessions"].as_array_mut().unwrap().push(track);
    schemas.validate(&both, index).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!((&good["version"], good.get("tournaments")), (&serde_json::json!(1), None));
    place.keep_tournament("a.tournament.json", &tournament("Open"));
    let good: serde_json::Value = serde_json::from_slice(&bundle(&place.archive.files().unwrap())).unwrap();
    assert_eq!(good["version"], 2);
    schemas.validate(&good, index).unwrap_or_else(|error| panic!("{error:#}"));
    for (pointer, value) in [
        ("/format", serde_json::json!("tablet-of-truth")),
        ("/version", serde_json::json!(3)),
        ("/saved", serde_json::json!("yesterday")),
        ("/sessions", serde_json::json!({})),
        ("/sessions/0/players", serde_json::json!([])),
        ("/tournaments", serde_json::json!({})),
        ("/tournaments/0/players", serde_json::json!({})),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = value;
        assert!(schemas.validate(&bad, index).is_err(), "{pointer}");
    }
}

#[test]
fn a_backup_holds_tournaments_and_brings_them_back() {
    let game = evening().at_tournament(tournament_table());
    let from = Place::with(&[&game]);
    from.keep_tournament("a.tournament.json", &tournament("Saarlouis: open"));
    from.keep_tournament("a.tournament.sync-conflict-20260307-201500-ABCDEFG.json", &tournament("Saarlouis open"));
    let mut nameless = tournament("By hand");
    nameless.as_object_mut().unwrap().retain(|key, _| key != "id" && key != "date");
    from.keep_tournament("hand.tournament.json", &nameless);
    let one_file = bundle(&from.archive.files().unwrap());
    let to = Place::new();
    let outcomes = to.import(one_file.clone());
    let named = |path: &Path| (name(path), TournamentFile::open(path).unwrap().1);
    let new: Vec<_> = outcomes[1..3]
        .iter()
        .map(|outcome| match outcome {
            Outcome::New(path) => named(path),
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(new[0].0.starts_with("2026-03-08_By-hand_") && !new[0].1.nameless, "a day of its own, and an id: {new:?}");
    let id = tournament_table().id;
    let own = format!("2026-11-28_Saarlouis--open_{}.tournament.json", &id.simple().to_string()[..8]);
    assert_eq!((&new[1].0, new[1].1.tournament.id), (&own, id));
    let Outcome::Differs { known, path, .. } = &outcomes[3] else { panic!("{outcomes:?}") };
    assert_eq!((name(known), named(path).1.tournament.name.as_str()), (own.clone(), "Saarlouis open"));
    assert_eq!(to.archive.tournaments().unwrap().len(), 3, "each is taken for a tournament");
    assert_eq!(to.sessions(), [game], "which names the tournament as before");
    let listing = to.listing();
    assert!(to.import(one_file).iter().all(|outcome| matches!(outcome, Outcome::Same(_))));
    assert_eq!(to.listing(), listing);
    // Nor are the files it came from taken for others.
    assert!(
        from.import(bundle(&to.archive.files().unwrap())).iter().all(|outcome| matches!(outcome, Outcome::Same(_)))
    );
}

#[test]
fn a_tournament_that_went_on_is_never_written_over() {
    let place = Place::new();
    let before = tournament("Open");
    let own = place.keep_tournament("open.tournament.json", &before);
    let backup = bundle(&place.archive.files().unwrap());
    let mut later = before.clone();
    later["players"].as_array_mut().unwrap().push(serde_json::json!({"number": 5, "name": "Eve"}));
    place.keep_tournament("open.tournament.json", &later);
    let outcomes = place.import(backup);
    let Outcome::Differs { known, path, further: Further::Neither } = &outcomes[0] else { panic!("{outcomes:?}") };
    let players = |path: &Path| TournamentFile::open(path).unwrap().1.tournament.players.len();
    assert_eq!((known, players(&own), players(path), is_copy_name(path)), (&own, 5, 4, true));
    // One tournament's name may be another's file.
    let mut other = before.clone();
    other["id"] = format!("{}-0000-4000-8000-000000000001", &before["id"].as_str().unwrap()[..8]).into();
    let place = Place::new();
    for file in [&before, &other] {
        let outcome = place.import(file.to_string()).remove(0);
        assert!(matches!(outcome, Outcome::New(_)), "a tournament's own file is imported, too: {outcome:?}");
    }
    let names: Vec<String> = place.archive.tournaments().unwrap().iter().map(|path| name(path)).collect();
    assert!(names.len() == 2 && names.iter().any(|name| name.ends_with(" 2.tournament.json")), "{names:?}");
}

#[test]
fn a_damaged_tournament_of_a_backup_is_refused_with_its_line() {
    let place = Place::new();
    let good = tournament("Open").to_string();
    let file = |tournaments: String| format!("{{\"sessions\": [{EXAMPLE}],\n\"tournaments\": [\n{tournaments}]}}");
    for (wrong, reason) in [
        (good.replace("\"players\":[", "\"players\":[7,"), "tournament 2, which begins on line 8: line 8, column "),
        (good.replace("\"number\":2", "\"number\":1"), "tournament 2, which begins on line 8: "),
        (good.replace("\"version\":1", "\"version\":9"), "newer version"),
        ("null".to_owned(), "tournament 2, which begins on line 8: "),
    ] {
        assert_ne!(wrong, good);
        let told = place.refusal(file(format!("{good},\n{wrong}")));
        assert!(told.contains(reason), "{told}");
    }
    assert!(place.refusal(file(good.clone()).replace("]}", "], \"tournaments\": []}")).contains("duplicate field"));
    assert!(place.refusal(format!("{{\"tournaments\": [{good}], \"version\": 2}}")).contains("line 1"));
    assert!(place.refusal(file(good.clone()).replace("[\n", "{\n").replace("]}", "}}")).contains("line "));
    // In any order, and without the sessions' end.
    let swapped = format!("{{\"tournaments\": [{good}], \"sessions\": [{EXAMPLE}], \"version\": 2}}");
    assert_eq!(place.import(swapped).len(), 2);
}

// --- What is there already ------------------------------------------------------------------------------------------

#[test]
fn a_differing_copy_is_kept_and_reported() {
    let ours = evening();
    let place = Place::with(&[&ours]);
    let own_path = place.archive.path_for(&ours);
    let before = fs::read(&own_path).unwrap();
    let later = played(&ours, &[1, 1, 1], &[1, 1, 2]);
    let earlier = ours.undo().unwrap();
    let corrected = ours.apply(Command::Correct(1, crate::common::round(&[1, 1, 0], &[0, 0, 1]))).unwrap();
    for (copy, expected) in [
        (&later, Further::Imported),
        (&earlier, Further::Known),
        (&ours.apply(Command::EndEarly(at(90))).unwrap(), Further::Imported),
        (&corrected, Further::Neither),
        (&ours.noted("", "a note").unwrap(), Further::Neither),
    ] {
        let outcome = place.import(text(copy)).remove(0);
        let Outcome::Differs { known, path, further } = outcome else { panic!("{outcome:?}") };
        assert_eq!((known, further), (own_path.clone(), expected));
        assert!(is_copy_name(&path), "{path:?}");
        assert_eq!(Archive::load(&path).unwrap().session.wizard().unwrap(), *copy);
        // The second time it is recognised by its own file.
        assert_eq!(place.import(text(copy)), [Outcome::Same(path)]);
    }
    assert_eq!(fs::read(&own_path).unwrap(), before);
    let names: Vec<String> = place.listing().into_keys().collect();
    let stem = own_path.file_stem().unwrap().to_str().unwrap();
    let copies = ["", " 2", " 3", " 4", " 5"].map(|number| format!("{stem} (copy 2026-03-08{number}).json"));
    assert!(copies.iter().all(|copy| names.contains(copy)), "{names:?}");
}

#[test]
fn a_copy_without_a_penalty_of_the_other_is_no_later_state_of_it() {
    let fined = evening().apply(Command::Penalties(vec![penalty(0, 1, -10, "time")])).unwrap();
    let later = |of: &Session| played(of, &[1, 1, 1], &[1, 1, 2]);
    for (known, copy, expected) in [
        (&fined, &later(&fined), Further::Imported),
        (&evening(), &fined, Further::Imported),
        (&fined, &evening(), Further::Known),
        (&fined, &later(&evening()), Further::Neither),
        (&later(&evening()), &fined, Further::Neither),
    ] {
        let outcome = Place::with(&[known]).import(text(copy)).remove(0);
        assert!(matches!(outcome, Outcome::Differs { further, .. } if further == expected), "{outcome:?}");
    }
}

#[test]
fn the_export_of_a_file_without_ids_of_its_players_is_the_same_session() {
    let file =
        EXAMPLE.replacen('{', &format!(r#"{{"id": "{}", "started": "2026-03-07T20:15:00+01:00", "#, Uuid::max()), 1);
    let exported = || {
        let session = read_session(file.as_bytes(), at(0)).unwrap().settled().wizard().unwrap();
        export::export(&session, Format::Json, true, english()).unwrap()
    };
    assert!(exported() == exported());
    let place = Place::new();
    fs::write(place.archive.folder().join("a.json"), &file).unwrap();
    assert!(matches!(&place.import(exported())[..], [Outcome::Same(_)]));
}

#[test]
fn steps_and_the_time_of_saving_are_not_compared() {
    let ours = evening();
    let place = Place::with(&[&ours]);
    let facts: serde_json::Value = serde_json::from_slice(&text(&ours)).unwrap();
    let mut other = facts.clone();
    other["steps"] = serde_json::json!([]);
    other["saved"] = serde_json::json!("2027-01-01T00:00:00Z");
    assert_eq!(place.import(other.to_string()), [Outcome::Same(place.archive.path_for(&ours))]);
    let undone = ours.undo().unwrap().redo().unwrap();
    assert_eq!(fingerprint(&undone), fingerprint(&ours));
    assert_ne!(fingerprint(&ours.undo().unwrap()), fingerprint(&ours));
}

#[test]
fn every_fact_is_in_the_fingerprint() {
    let ours = evening();
    let mut facts: serde_json::Value = serde_json::from_slice(&text(&ours)).unwrap();
    facts["steps"] = serde_json::json!([]);
    let print = |value: &serde_json::Value| {
        fingerprint(&read_session(value.to_string().as_bytes(), at(0)).unwrap().session.wizard().unwrap())
    };
    assert_eq!(print(&facts), fingerprint(&ours));
    for (pointer, value) in [
        ("/id", serde_json::json!("00000000-0000-0000-0000-000000000001")),
        ("/started", serde_json::json!("2026-03-07T20:16:00+01:00")),
        ("/players/0/name", serde_json::json!("Anna")),
        ("/players/0/id", serde_json::json!("00000000-0000-0000-0000-000000000001")),
        ("/first_dealer", serde_json::json!(1)),
        ("/rules/plus_minus_one", serde_json::json!(false)),
        ("/rules/bidding", serde_json::json!("hidden")),
        ("/rules/special_cards", serde_json::json!(["cloud"])),
        ("/rules/clairvoyance", serde_json::json!(true)),
        ("/rounds/0/tricks", serde_json::json!([0, 1, 0])),
        ("/rounds/0/bids", serde_json::json!([0, 1, 1])),
        ("/rounds/0/finished", serde_json::json!("2026-03-07T20:17:00+01:00")),
        ("/rounds/3/bids", serde_json::json!([null, 1, null])),
    ] {
        let mut other = facts.clone();
        *other.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
        assert_ne!(print(&other), print(&facts), "{pointer}");
    }
    let other_id = "0aa00000-0000-4000-8000-000000000000";
    for (field, value) in
        [("place", "Lisboa"), ("notes", "late"), ("ended_early", "2026-03-07T23:00:00+01:00"), ("copy_of", other_id)]
    {
        let mut other = facts.clone();
        other[field] = serde_json::json!(value);
        assert_ne!(print(&other), print(&facts), "{field}");
    }
}

#[test]
fn a_trial_copy_stays_one_in_every_format() {
    let original = evening();
    let copy = original.duplicate(Uuid::from_u128(77));
    assert_eq!(copy.copy_of(), Some(original.id()));
    // As a file, in a whole archive, as JSON for other programs.
    let from = Place::with(&[&original, &copy]);
    let json = export::export(&copy, export::Format::Json, true, english()).unwrap();
    for source in [text(&copy), bundle(&from.archive.paths().unwrap()), json] {
        let place = Place::new();
        place.import(source);
        let arrived = place.sessions().into_iter().find(|session| session.id() == copy.id()).unwrap();
        assert_eq!(arrived.copy_of(), Some(original.id()));
    }
    // A table does not mark a copy: it is read as the copy that is here, also with more rounds.
    assert!(matches!(from.import(table(&copy)).as_slice(), [Outcome::Same(_)]));
    let longer = played(&copy, &[1, 1, 1], &[1, 1, 2]);
    from.import(table(&longer));
    let copies = from.sessions().into_iter().filter(|session| session.copy_of() == Some(original.id()));
    assert_eq!(copies.map(|session| session.rounds().len()).collect::<std::collections::BTreeSet<_>>(), [3, 4].into());
    assert_eq!(longer.copy_of(), Some(original.id()), "a copy with more rounds stays a copy");
}

#[test]
fn a_file_in_the_way_is_left_alone() {
    let place = Place::new();
    let path = place.archive.path_for(&evening());
    fs::create_dir(&path).unwrap();
    let outcome = place.import(text(&evening())).remove(0);
    let Outcome::New(other) = outcome else { panic!("{outcome:?}") };
    assert_ne!(other, path);
    assert!(path.is_dir() && other.is_file());
}

#[test]
fn the_same_session_twice_in_one_import_is_written_once() {
    let place = Place::new();
    let later = played(&evening(), &[1, 1, 1], &[1, 1, 2]);
    let sources = [bytes(text(&evening())), bytes(table(&evening())), bytes(text(&evening())), bytes(text(&later))];
    let import = Import::read(&place.archive, &sources, at(600)).unwrap();
    let path = place.archive.path_for(&evening());
    let outcomes: Vec<Outcome> = import.items().iter().map(|item| item.outcome.clone()).collect();
    assert_eq!(outcomes[..3], [Outcome::New(path.clone()), Outcome::Same(path.clone()), Outcome::Same(path.clone())]);
    assert!(matches!(&outcomes[3], Outcome::Differs { known, further: Further::Imported, .. } if *known == path));
    assert_eq!(import.write().unwrap().len(), 2);
    assert_eq!(place.listing().len(), 2);
}

#[test]
fn a_round_entered_but_not_scored_stays_open() {
    let game = played(&session(3, classic()), &[0, 0, 0], &[0, 0, 1]);
    let facts = crate::common::round(&[1, 1, 1], &[1, 1, 0]);
    let mut steps = entering(game.game(), 2, &facts);
    steps.pop();
    let game = after(&game, steps);
    let json = export::export(&game, export::Format::Json, true, english()).unwrap();
    for source in [json, table(&game)] {
        let place = Place::new();
        place.import(source);
        let back = place.sessions().remove(0);
        assert_eq!((back.rounds().len(), &back.open().unwrap().1.facts), (1, &facts));
    }
    // A pad typed without points: the program computes them.
    let (session, _) =
        typed("round,player,bid,tricks,points\n1,A,0,0,\n1,B,1,1,\n1,C,1,0,\n2,A,1,1,\n2,B,0,0,\n2,C,2,1,\n");
    assert_eq!(session.rounds().len(), 2);
}

#[test]
fn a_table_with_unreadable_names_is_refused() {
    let place = Place::new();
    let row = |round: usize, name: &str, rest: &str| format!("{round},\"{name}\",{rest}\n");
    let of = |name: &str| {
        let rows = [row(1, "Ana", "0,0"), row(1, name, "1,1"), row(1, "Cy", "1,0")];
        format!("round,player,bid,tricks\n{}", rows.concat())
    };
    for name in ["\u{200b}\u{2060}", "\u{3164}", "\u{ad}"] {
        let told = place.refusal(of(name));
        assert!(told.contains("line 3") && told.contains("no visible letter"), "{told}");
    }
    for name in ["B\u{7}o", "\u{1b}[2J", "Bo\u{9b}"] {
        let told = place.refusal(of(name));
        assert!(told.contains("line 3") && told.contains("control character"), "{told}");
    }
    assert_eq!(
        typed(&of("Bo\n  the\tthird")).0.people().names_at_end(),
        ["Ana", "Bo the third", "Cy"],
        "line breaks in a name become spaces"
    );
    // A session that already has such a name keeps it.
    let known = crate::common::session_of(&["Ana", "B\u{7}o", "\u{200b}"], unbound());
    let known = played(&known, &[0, 1, 1], &[0, 0, 1]);
    let place = Place::with(&[&known]);
    assert_eq!(place.sessions(), std::slice::from_ref(&known));
    let path = place.archive.path_for(&known);
    let of_file = place.import(text(&known));
    assert_eq!(of_file, [Outcome::Same(path)]);
    let other = Place::new();
    other.import(bundle(&place.archive.paths().unwrap()));
    assert_eq!(other.sessions(), [known]);
}

#[test]
fn a_handwritten_game_is_recognised_and_its_players_are_matched() {
    let known = Session::new(Uuid::from_u128(1), at(0), people(&["Thomas", "Ute", "Ida"]), 0, classic()).unwrap();
    let place = Place::with(&[&known]);
    let Outcome::New(path) = place.import(EXAMPLE).remove(0) else { panic!() };
    let players = Archive::load(&path).unwrap().session.wizard().unwrap().people().players_at_end().to_vec();
    assert_eq!(players[..2], known.people().players_at_end()[..2]);
    let later = Import::read(&place.archive, &[bytes(EXAMPLE)], at(9000)).unwrap();
    assert_eq!(later.items()[0].outcome, Outcome::Same(path));
    assert_eq!(later.items()[0].notes, []);
    // A new player's id depends on the name alone.
    let elsewhere = Place::new();
    let Outcome::New(path) = elsewhere.import(EXAMPLE).remove(0) else { panic!() };
    assert_eq!(Archive::load(&path).unwrap().session.wizard().unwrap().people().players_at_end()[2], players[2]);
}

#[test]
fn an_unreadable_file_of_the_archive_is_reported() {
    let place = Place::new();
    let broken = place.archive.folder().join("broken.json");
    fs::write(&broken, "{").unwrap();
    let import = place.read(text(&evening())).unwrap();
    assert_eq!(import.unreadable().iter().map(|(path, _)| path).collect::<Vec<_>>(), [&broken]);
}

// --- Copies that other programs leave -------------------------------------------------------------------------------

#[test]
fn copies_of_syncthing_dropbox_and_nextcloud_are_found() {
    let ours = evening();
    let later = played(&ours, &[1, 1, 1], &[1, 1, 2]);
    let stem = "2026-03-07_Ana_Zoë_李雷_00000000";
    for copy in [
        format!("{stem}.sync-conflict-20260307-201500-ABCDEFG.json"),
        format!("{stem} (Anna's conflicted copy 2026-03-07).json"),
        format!("{stem} (Anna's conflicted copy 2026-03-07 (1)).json"),
        format!("{stem} (conflicted copy 2026-03-07 201500).json"),
        format!("{stem}_conflict-20260307-201500.json"),
        format!("{stem} (copy 2026-11-21).json"),
        format!("{stem} (copy 2026-11-21 2).json"),
    ] {
        for (content, identical) in [(&ours, true), (&later, false)] {
            let place = Place::with(&[&ours, &numbered(&ours, 9)]);
            let path = place.archive.folder().join(&copy);
            fs::write(&path, text(content)).unwrap();
            assert!(is_copy_name(&path), "{copy}");
            let paths = place.archive.paths().unwrap();
            for paths in [paths.clone(), paths.into_iter().rev().collect()] {
                let seen: Vec<Seen> =
                    paths.into_iter().map(|path| Seen::of(path.clone(), &Archive::load(&path).unwrap())).collect();
                let found = copies(&seen);
                assert_eq!(found.len(), 1, "{copy}");
                assert_eq!((found[0].id, &found[0].main), (ours.id(), &place.archive.path_for(&ours)));
                assert_eq!(found[0].copies, [FileCopy { path: path.clone(), identical }]);
            }
        }
    }
}

#[test]
fn plain_names_are_not_taken_for_copies() {
    for name in [
        "2026-03-07_Ana_Bo_Cy_12345678.json",
        "2026-03-07_Ana (copy)_Bo_12345678.json",
        "conflict.json",
        "sync-conflict-.json",
        "my_conflict-games.json",
        "final (2).json",
        "final (copy of a cat).json",
        "",
        "(copy 2026-11-21",
    ] {
        assert!(!is_copy_name(Path::new(name)), "{name}");
    }
}

#[test]
fn a_renamed_file_is_the_main_one_beside_its_copies() {
    let seen = |name: &str, fingerprint| Seen { path: name.into(), id: Uuid::from_u128(1), fingerprint };
    let found = copies(&[seen("our final (copy 2026-11-21).json", 1), seen("our final, the long version.json", 2)]);
    assert_eq!(found[0].main, Path::new("our final, the long version.json"));
    assert!(!found[0].copies[0].identical);
    // Of two plain names, the one that the archive gave wins.
    let found = copies(&[seen("final.json", 1), seen("2026-03-07_Ana_00000000.json", 1)]);
    assert_eq!(found[0].main, Path::new("2026-03-07_Ana_00000000.json"));
    assert!(copies(&[seen("final.json", 1)]).is_empty());
}

// --- Nothing by halves ----------------------------------------------------------------------------------------------

#[test]
fn a_failed_import_writes_nothing() {
    let games: Vec<Session> = (0..5).map(|number| numbered(&evening(), number << 96)).collect();
    let from = Place::with(&games.iter().collect::<Vec<_>>());
    let one_file = bundle(&from.archive.paths().unwrap());
    // Something takes the name of the third file or its draft after everything was checked.
    for temporary in [false, true] {
        let place = Place::with(&[&evening()]);
        let import = place.read(one_file.clone()).unwrap();
        let third = import.items()[2].writes().unwrap().to_owned();
        let hidden = third.with_file_name(format!(".{}.tmp", name(&third)));
        fs::create_dir(if temporary { &hidden } else { &third }).unwrap();
        let before = place.listing();
        let error = import.write().unwrap_err();
        let ImportError::Write { path, left_behind, .. } = &error else { panic!("{error}") };
        assert_eq!((path, left_behind.len()), (&third, 0));
        assert!(error.to_string().contains("Nothing was imported"), "{error}");
        assert_eq!(place.listing(), before);
    }
}

#[test]
fn one_bad_source_stops_the_whole_import() {
    let place = Place::with(&[&evening()]);
    let before = place.listing();
    let other = text(&numbered(&evening(), 5));
    let sources = [bytes(other), bytes("round;player;bid\n"), bytes(Vec::new())];
    let Err(ImportError::Files(files)) = Import::read(&place.archive, &sources, at(0)) else { panic!() };
    assert_eq!(files.len(), 2);
    assert!(matches!(files[0].problems[..], [Problem::NoColumn("tricks")]));
    assert!(matches!(files[1].problems[..], [Problem::Empty]));
    assert_eq!(place.listing(), before);
}

#[test]
fn reading_changes_nothing() {
    let place = Place::with(&[&evening()]);
    let before = place.listing();
    let import = place.read(text(&numbered(&evening(), 5))).unwrap();
    assert!(import.items()[0].writes().is_some());
    assert_eq!(place.listing(), before);
}

// --- Tables ---------------------------------------------------------------------------------------------------------

/// An old pad as somebody would type it.
const PAD: &str = "\
round,player,bid,tricks
1,Ana,0,0
1,Bo,1,1
1,Cy,1,0
2,Ana,2,2
2,Bo,1,0
2,Cy,0,0
";

/// The session that a table becomes in an empty archive.
fn typed(table: &str) -> (Session, Vec<Note>) {
    let place = Place::new();
    let import = place.read(table).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(import.items().len(), 1);
    let notes = import.items()[0].notes.clone();
    import.write().unwrap();
    (place.sessions().remove(0), notes)
}

#[test]
fn four_columns_are_enough() {
    let (session, notes) = typed(PAD);
    assert_eq!(session.people().names_at_end(), ["Ana", "Bo", "Cy"]);
    assert_eq!(session.current_totals(), [60, 20, 10]);
    assert_eq!((session.started(), session.status()), (at(600), Status::Running));
    assert_eq!(session.game().rules(), &classic());
    let unfinished = Note::Unfinished { rounds: 2, planned: 20 };
    assert_eq!(notes, [Note::FirstDealer("Ana".into()), Note::Started, unfinished]);
    // What was made up the first time is made up alike the second time.
    let place = Place::new();
    let Outcome::New(path) = place.import(PAD).remove(0) else { panic!() };
    let later = Import::read(&place.archive, &[bytes(PAD)], at(9000)).unwrap();
    assert_eq!(later.items()[0].outcome, Outcome::Same(path));
}

#[test]
fn the_header_may_be_in_any_order_and_case_with_other_columns() {
    let (session, notes) = typed(
        " Tricks ,remark,BID,Player,Round,Dealer\n0,,0,Ana,1,Bo\n1,\"so, so\",1,Bo,1,\n0,,1,Cy,1,\n\
         ,,,,,\n\n0,,0,Ana,2,Cy\n,,,Bo,2,\n,,1,Cy,2,\n",
    );
    assert_eq!(session.game().dealer(1), 1);
    assert_eq!(session.table().scored.len(), 1);
    assert_eq!(notes[0], Note::Unknown(vec!["remark".into()]));
}

#[test]
fn spreadsheets_of_any_country_are_read() {
    let (plain, _) = typed(PAD);
    let tabs = PAD.replace(',', "\t");
    let wide = |text: &str, big: bool, mark: bool| -> Vec<u8> {
        let units = mark.then_some(0xFEFF).into_iter().chain(text.encode_utf16());
        units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    for source in [
        PAD.replace(',', ";").into_bytes(),
        PAD.replace(',', "|").into_bytes(),
        tabs.clone().into_bytes(),
        PAD.replace('\n', "\r\n").into_bytes(),
        PAD.replace('\n', "\r").into_bytes(),
        format!("\u{FEFF}{PAD}").into_bytes(),
        format!("sep=;\r\n{}", PAD.replace(',', ";")).into_bytes(),
        PAD.replace('\n', ",,\n").into_bytes(),
        PAD.replace(',', "\",\"").lines().map(|line| format!("\"{line}\"\n")).collect::<String>().into_bytes(),
        wide(&tabs, false, true),
        wide(&tabs, true, true),
        wide(PAD, false, false),
        wide(PAD, true, false),
    ] {
        let place = Place::new();
        place.import(source.clone());
        assert_eq!(place.sessions(), std::slice::from_ref(&plain), "{:?}", String::from_utf8_lossy(&source));
    }
}

#[test]
fn other_encodings_and_files_are_refused_with_a_reason() {
    let place = Place::new();
    let latin: Vec<u8> =
        PAD.replace("2,Bo", "2,Zo@").bytes().map(|byte| if byte == b'@' { 0xEB } else { byte }).collect();
    assert_eq!(
        place.refusal(latin),
        "the file: line 6, column 2 (player): the text is not UTF-8: save the sheet as CSV in UTF-8 and import that"
    );
    assert!(place.refusal(b"PK\x03\x04rest".to_vec()).contains("workbook"));
    assert!(place.refusal(b"\xFF\xFEr".to_vec()).contains("is cut off"));
    assert!(place.refusal("  \n").contains("is empty"));
    assert!(place.refusal("Dear diary,\nwe played.").contains("the column round is missing"));
    assert_eq!(place.refusal("round,player,bid,tricks\n"), "the file: has column names, but no rounds");
    let folder = [Source::File(place.archive.folder().to_owned())];
    assert!(Import::read(&place.archive, &folder, at(0)).unwrap_err().to_string().contains("is not a file"));
    let none = [Source::File(place.archive.folder().join("none"))];
    assert!(Import::read(&place.archive, &none, at(0)).unwrap_err().to_string().contains("cannot be read"));
}

/// A pad with every column, to make mistakes in; line 3 is Bo's in round 1.
const FULL: &str = "\
session,date,round,cards,dealer,trump,player,seat,bid,scored_bid,tricks,points,total,bomb,cloud_change
pad,2026-03-07,1,1,0,red,Ana,0,0,0,0,20,20,false,
pad,2026-03-07,1,1,0,red,Bo,1,1,1,1,30,30,false,
pad,2026-03-07,1,1,0,red,Cy,2,1,1,0,-10,-10,false,
pad,2026-03-07,2,2,1,,Ana,0,2,1,1,30,50,true,-1
pad,2026-03-07,2,2,1,,Bo,1,1,1,0,-10,20,true,
pad,2026-03-07,2,2,1,,Cy,2,0,0,0,20,10,true,
pad,2026-03-07,3,3,2,none,Ana,0,0,0,0,20,70,false,
pad,2026-03-07,3,3,2,none,Bo,1,1,1,2,-10,10,false,
pad,2026-03-07,3,3,2,none,Cy,2,1,1,1,30,40,false,
";

/// The full pad with one cell replaced; line and column count from 1.
fn with_cell(line: usize, column: usize, cell: &str) -> String {
    let mut rows: Vec<Vec<String>> = FULL.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    rows[line - 1][column - 1] = cell.to_owned();
    rows.iter().map(|row| row.join(",") + "\n").collect()
}

#[test]
fn the_full_pad_is_read_in_every_column() {
    let (session, notes) = typed(FULL);
    assert_eq!(session.current_totals(), [70, 10, 40]);
    assert_eq!(session.rounds()[0].trump, Some(Trump::Red));
    let rules = session.game().rules();
    assert!(rules.has(SpecialCard::Bomb) && rules.has(SpecialCard::Cloud) && rules.plus_minus_one);
    assert_eq!(session.started().format("%Y-%m-%d").to_string(), "2026-03-07");
    assert_eq!(notes, [Note::Unfinished { rounds: 3, planned: 20 }]);
}

#[test]
fn every_bad_cell_is_named_by_line_and_column() {
    let place = Place::with(&[&evening()]);
    for (line, column, cell, expected) in [
        (3, 3, "", "line 3, column 3 (round): this cell must not be empty"),
        (3, 3, "one", "line 3, column 3 (round): “one” is not a whole number"),
        (3, 3, "0", "line 3, column 3 (round): 0 is not a round"),
        (3, 3, "41", "line 3, column 3 (round): 41 is not a round"),
        (3, 3, "2", "line 6, column 3 (round): Bo already has a row for round 2, on line 3"),
        (3, 3, "9", "line 4, column 7 (player): Bo has no row for round 1"),
        (3, 2, "3/7/2026", "line 3, column 2 (date): “3/7/2026” is not a date"),
        (
            3,
            2,
            "2026-03-08",
            "line 3, column 2 (date): 2026-03-08T12:00:00 here, but 2026-03-07T12:00:00 according to line 2",
        ),
        (3, 4, "2", "line 3, column 4 (cards): 2 here, but 1 according to line 2"),
        (3, 5, "1", "line 3, column 5 (dealer): Bo deals here, but Ana according to line 2"),
        (3, 5, "Dora", "line 3, column 5 (dealer): “Dora” is neither a seat nor one of the players"),
        (6, 5, "2", "line 6, column 5 (dealer): Cy deals here, but Bo according to line 5"),
        (3, 6, "purple", "line 3, column 6 (trump): “purple” is not a trump"),
        (3, 6, "blue", "line 3, column 6 (trump): blue here, but red according to line 2"),
        (3, 7, "", "line 3, column 7 (player): this cell must not be empty"),
        (3, 7, "Cy", "line 4, column 3 (round): Cy already has a row for round 1, on line 3"),
        (3, 8, "7", "line 3, column 8 (seat): 7 is not a seat"),
        (3, 8, "3", "line 3, column 8 (seat): 3 is not a seat"),
        (3, 8, "2", "line 4, column 8 (seat): seat 2 here, but line 3 gives seat 2 to Bo"),
        (3, 9, "x", "line 3, column 9 (bid): “x” is not a whole number"),
        (3, 9, "2", "line 3, column 9 (bid): round 1: Bo cannot bid 2: a bid can be from 0 to 1"),
        (3, 9, "-1", "line 3, column 9 (bid): round 1: Bo cannot bid -1"),
        (3, 9, "", "line 3, column 9 (bid): round 1: Bo has not bid yet"),
        (3, 9, "0", "line 3, column 10 (scored_bid): 0 by our rules, but the file says 1"),
        (3, 10, "0", "line 3, column 10 (scored_bid): 1 by our rules, but the file says 0"),
        (3, 11, "1.5", "line 3, column 11 (tricks): “1.5” is not a whole number"),
        (3, 11, "9", "line 3, column 11 (tricks): round 1: Bo cannot have taken 9 tricks"),
        (3, 11, "", "line 3, column 11 (tricks): round 1: the tricks of Bo are missing"),
        (3, 11, "0", "line 4, column 11 (tricks): round 1: the tricks add up to 0, not 1: 1 missing"),
        (3, 12, "20", "line 3, column 12 (points): 30 by our rules, but the file says 20"),
        (3, 13, "120", "line 3, column 13 (total): 30 by our rules, but the file says 120"),
        (10, 13, "400", "line 10, column 13 (total): 40 by our rules, but the file says 400"),
        (3, 14, "maybe", "line 3, column 14 (bomb): “maybe” is neither true nor false"),
        (3, 14, "true", "line 3, column 14 (bomb): true here, but false according to line 2"),
        (3, 15, "2", "line 3, column 15 (cloud_change): round 1: the Cloud changes the bid of Bo by +1 or −1"),
        (4, 15, "-1", "line 4, column 15 (cloud_change): round 1: Cy cannot have taken the Cloud"),
        (3, 15, "1", "line 3, column 15 (cloud_change): round 1: the Cloud cannot change the bid of Bo from 1 to 2"),
        (6, 15, "1 -1", "line 6, column 15 (cloud_change): at most two Clouds can be taken in a round"),
        (6, 15, "1 up", "line 6, column 15 (cloud_change): “1 up” is not a whole number"),
        (1, 1, "bid", "line 1, column 9 (bid): another column has the same name"),
        (1, 3, "rund", "line 1: the column round is missing"),
    ] {
        let told = place.refusal(with_cell(line, column, cell));
        assert!(told.contains(expected), "{line} {column} {cell:?}: {told}");
    }
}

#[test]
fn every_bad_row_is_named() {
    let place = Place::new();
    let lines: Vec<&str> = FULL.lines().collect();
    let without = |line: usize| -> String {
        let kept = lines.iter().enumerate().filter(|(index, _)| index + 1 != line);
        kept.map(|(_, line)| format!("{line}\n")).collect()
    };
    let told = place.refusal(without(3));
    assert!(told.contains("line 3, column 7 (player): Bo has no row for round 1"), "{told}");
    let no_second: String =
        lines.iter().filter(|line| !line.contains(",2,2,")).map(|line| format!("{line}\n")).collect();
    let told = place.refusal(no_second);
    assert!(told.contains("line 5, column 3 (round): round 2 is missing before round 3"), "{told}");
    let twice = format!("{FULL}{}\n", lines[9]);
    let told = place.refusal(twice);
    assert!(told.contains("line 11, column 3 (round): Cy already has a row for round 3, on line 10"), "{told}");
    let extra = FULL.replacen("30,30,false,", "30,30,false,,oops", 1);
    let told = place.refusal(extra);
    assert!(told.contains("line 3, column 16 (without a name): there are more cells"), "{told}");
    let told = place.refusal("round,player,bid,tricks\n1,Ana,0,0\n1,Bo,1,1\n");
    assert!(told.contains("line 3, column 2 (player): Wizard is for 3 to 6 players, not 2"), "{told}");
    let seven: String = (0..7).map(|seat| format!("1,P{seat},0,0\n")).collect();
    let told = place.refusal(format!("round,player,bid,tricks\n{seven}"));
    assert!(told.contains("line 8, column 2 (player): Wizard is for 3 to 6 players, not 7"), "{told}");
    let told = place.refusal(
        PAD.replace("1,Cy", &format!("1,{}", "C".repeat(81))).replace("2,Cy", &format!("2,{}", "C".repeat(81))),
    );
    assert!(told.contains("line 4, column 2 (player): the name of player 3 is longer than 80"), "{told}");
    let many: String =
        (1..=21).flat_map(|round| ["Ana", "Bo", "Cy"].map(|name| format!("{round},{name},0,0\n"))).collect();
    let told = place.refusal(format!("round,player,bid,tricks\n{many}"));
    assert!(told.contains("line 62, column cards: a game of 3 has 20 rounds"), "{told}");
    let told = place.refusal("round,player,bid,tricks,cards\n1,Ana,0,0,27\n1,Bo,0,0,27\n1,Cy,0,0,27\n");
    assert!(told.contains("line 2, column 5 (cards): round 1 cannot have 27 cards"), "{told}");
}

#[test]
fn all_mistakes_are_reported_at_once_and_a_wrong_total_only_once() {
    let place = Place::new();
    let mut text = with_cell(3, 9, "x");
    text = text.replacen("2,0,0,0,20,10,true", "2,0,0,zero,20,10,true", 1);
    let Err(ImportError::Files(files)) = place.read(text) else { panic!() };
    assert_eq!(files[0].problems.len(), 2);
    // Ana's total is wrong from round 2 on, and reported once.
    let text = FULL.replace("1,1,30,50,", "1,1,30,60,").replace("0,0,20,70,", "0,0,20,80,");
    let Err(ImportError::Files(files)) = place.read(text) else { panic!() };
    assert_eq!(
        files[0].problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["line 5, column 13 (total): 50 by our rules, but the file says 60"]
    );
    assert!(ImportError::Files(files).is_broken_rule());
}

#[test]
fn lines_are_counted_as_an_editor_shows_them() {
    let place = Place::new();
    let long = "\r\n\r\nround,player,bid,tricks\r\n1,\"A\r\nna\",0,0\r\n\r\n1,Bo,1,1\r\n1,Cy,y,0\r\n";
    assert!(place.refusal(long).contains("line 8, column 3 (bid)"), "{}", place.refusal(long));
    let told = place.refusal(long.replace("\r\n", "\n"));
    assert!(told.contains("line 8, column 3 (bid)"), "{told}");
    let told = place.refusal(long.replace("\r\n", "\r"));
    assert!(told.contains("line 8, column 3 (bid)"), "{told}");
    let told = place.refusal(format!("sep=,\n{}", PAD.replace("1,Bo,1", "1,Bo,?")));
    assert!(told.contains("line 4, column 3 (bid)"), "{told}");
}

#[test]
fn an_old_pad_may_break_plus_minus_one() {
    let (session, notes) = typed(&PAD.replace("1,Cy,1,0", "1,Cy,0,0"));
    assert!(!session.game().rules().plus_minus_one);
    assert!(notes.contains(&Note::PlusMinusOneOff(1)), "{notes:?}");
}

#[test]
fn a_table_with_a_trump_although_all_cards_are_dealt_had_extra_cards() {
    let text = "round,player,bid,tricks,cards,trump\n1,Ana,0,0,20,red\n1,Bo,1,1,20,red\n1,Cy,1,19,20,red\n";
    let (session, notes) = typed(text);
    assert_eq!((session.game().rules().extra_cards, session.rounds()[0].trump), (1, Some(Trump::Red)));
    assert!(notes.contains(&Note::ExtraCards(1)), "{notes:?}");
    let (session, notes) = typed(&text.replace("red", "none"));
    assert_eq!((session.game().rules().extra_cards, session.rounds()[0].trump), (0, Some(Trump::None)));
    assert!(!notes.contains(&Note::ExtraCards(1)), "{notes:?}");
}

#[test]
fn a_table_does_not_tell_the_deck_so_that_it_gets_what_the_hands_need() {
    let (session, notes) = typed("round,player,bid,tricks,cards\n1,Ana,0,0,26\n1,Bo,1,1,26\n1,Cy,1,25,26\n");
    assert_eq!((session.game().rules().extra_cards, session.status()), (19, Status::Finished));
    let filled = notes.iter().find(|note| **note == Note::DeckFilled(19)).unwrap_or_else(|| panic!("{notes:?}"));
    assert_eq!(filled.text().to_string(), "the deck has too few cards for its hands, and gets 19 extra cards");
    let (session, notes) = typed("round,player,bid,tricks,cards\n1,Ana,0,0,20\n1,Bo,1,1,20\n1,Cy,1,19,20\n");
    assert_eq!(session.game().rules().extra_cards, 0);
    assert!(!notes.iter().any(|note| matches!(note, Note::DeckFilled(_))), "{notes:?}");
}

#[test]
fn the_cards_column_sets_the_hands() {
    let (session, notes) = typed(
        "round,player,bid,tricks,cards\n1,Ana,0,0,3\n1,Bo,1,1,3\n1,Cy,1,2,3\n2,Ana,0,0,5\n2,Bo,1,1,\n2,Cy,1,4,\n",
    );
    assert_eq!(session.game().rules().hands, Some(vec![3, 5]));
    assert_eq!(session.status(), Status::Finished);
    assert!(notes.contains(&Note::OwnHands(2)));
}

#[test]
fn several_sessions_are_told_apart() {
    let rows = |session: &str, date: &str, round: usize| -> String {
        let figures = if round == 1 { ["0,0", "1,1", "1,0"] } else { ["0,0", "2,2", "1,0"] };
        let names = ["Ana", "Bo", "Cy"].iter().zip(figures);
        names.map(|(name, figures)| format!("{session},{date},{round},{name},{figures}\n")).collect()
    };
    let header = "session,date,round,player,bid,tricks\n";
    let id = "00000000-0000-0000-0000-00000000abcd";
    let file = [
        header.to_owned(),
        rows("A", "2026-01-01", 1),
        rows("B", "2026-01-01", 1),
        rows("", "2026-01-02 20:15", 1),
        rows("", "03.01.2026", 1),
        rows(id, "2026-01-04T20:15:00+09:00", 1),
        rows(&id.to_uppercase(), "", 2),
    ]
    .concat();
    let place = Place::new();
    let outcomes = place.import(file.clone());
    assert_eq!(outcomes.len(), 5);
    let mut days: Vec<String> =
        place.sessions().iter().map(|session| session.started().format("%d %H:%M").to_string()).collect();
    days.sort();
    assert_eq!(days, ["01 12:00", "01 12:00", "02 20:15", "03 12:00", "04 20:15"]);
    let known = place.sessions().into_iter().find(|session| session.id().to_string() == id).unwrap();
    assert_eq!(known.table().scored.len(), 2);
    assert_eq!(known.started().offset().local_minus_utc(), 9 * 3600);
    assert!(place.import(file).iter().all(|outcome| matches!(outcome, Outcome::Same(_))));
    // Cells left empty take the session of the rows above.
    let typed_once = format!(
        "{header}A,2026-01-01,1,Ana,0,0\n,,1,Bo,1,1\n,,1,Cy,1,0\n,2026-01-02,1,Ana,0,0\n,,1,Bo,1,1\n,,1,Cy,1,0\n"
    );
    assert_eq!(Place::new().import(typed_once).len(), 2);
}

#[test]
fn a_table_of_a_known_session_is_that_session() {
    let rules = RuleSet { bidding: Bidding::Hidden, tie_break: vec![TieBreak::BidsMet], ..classic() };
    let mut known = session(4, rules).noted("Lisboa", "with a thunderstorm").unwrap();
    for seed in 0..3 {
        let facts = random_round(known.game(), known.table().scored.len() + 1, &mut fastrand::Rng::with_seed(seed));
        known = scored(&known, &facts);
    }
    let known = known.apply(Command::EndEarly(at(60))).unwrap();
    let place = Place::with(&[&known]);
    let path = place.archive.path_for(&known);
    assert_eq!(place.import(table(&known)), [Outcome::Same(path.clone())]);
    // A corrected trump is taken from the spreadsheet; what a table cannot say stays.
    let mut text = String::from_utf8(table(&known)).unwrap();
    text = text
        .lines()
        .map(|line| {
            if line.contains(",1,1,0,,") {
                line.replacen(",1,1,0,,", ",1,1,0,green,", 1) + "\r\n"
            } else {
                line.to_owned() + "\r\n"
            }
        })
        .collect();
    let outcome = place.import(text).remove(0);
    let Outcome::Differs { path: copy, known: own, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(own, path);
    let copy = Archive::load(&copy).unwrap().session.wizard().unwrap();
    assert_eq!(copy.rounds()[0].trump, Some(Trump::Green));
    assert_eq!((copy.place(), copy.notes(), copy.status()), ("Lisboa", "with a thunderstorm", Status::EndedEarly));
    assert_eq!((copy.game(), copy.people().players_at_end()), (known.game(), known.people().players_at_end()));
    assert_eq!(copy.table().scored[1..], known.table().scored[1..]);
}

#[test]
fn hostile_names_survive_export_and_import() {
    let hostile = [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "'quoted",
        "''twice",
        "a,b;c\td",
        "say \"hi\"",
        "two\nlines",
        "<script>alert(1)</script>",
        "\u{202E}desrever",
        "👩‍👩‍👧‍👦",
        "＝wide",
        "'=both",
        "O'Neil",
        "1",
        "null",
        "\u{FEFF}mark",
    ];
    for names in hostile.chunks(3) {
        // Names as a file may have them; a table gives names on one line.
        let (id, started) = (Uuid::from_u128(5), at(0));
        let people = People::seated(people(names), Vec::new()).unwrap();
        let frame = Frame::new(id, started, &people);
        let session = Session::of(frame, Game::new(3, 1, unbound()).unwrap());
        let session = played(&session, &[0, 1, 1], &[0, 0, 1]);
        let place = Place::new();
        place.import(table(&session));
        let back = place.sessions().remove(0);
        let one_line =
            session.people().names_at_end().iter().map(|name| name.replace(['\n', '\t'], " ")).collect::<Vec<_>>();
        assert_eq!(back.people().names_at_end(), one_line);
        assert_eq!((back.id(), back.started(), back.rounds()), (session.id(), session.started(), session.rounds()));
        assert_eq!(back.game().dealer(1), 1);
        let other = Place::with(&[&session]);
        let path = other.archive.path_for(&session);
        assert_eq!(other.import(table(&session)), [Outcome::Same(path)]);
        let json = Place::new();
        json.import(text(&session));
        assert_eq!(json.sessions(), [session]);
    }
}

#[test]
fn a_game_whose_dealer_changed_comes_back_from_every_export() {
    let session = evening();
    let as_they_sit = PerSeat::new(3, |seat| seat);
    let seating = session.game().seating().from_round(session.scored() + 1, 2, &as_they_sit);
    let game = Game::seated(seating, session.game().rules().clone()).unwrap();
    let session = session.agree(Agreement { game, ..session.agreed().clone() }, as_they_sit).unwrap();
    assert_eq!((session.game().dealer(3), session.game().dealer(4)), (2, 2));
    let session = played(&session, &[0, 0, 0], &[4, 0, 0]);
    for file in [table(&session), export::export(&session, Format::Json, true, english()).unwrap()] {
        let place = Place::new();
        place.import(file);
        let back = place.sessions().remove(0);
        assert_eq!(back.game().seating(), session.game().seating());
        assert_eq!(back.rounds(), session.rounds());
    }
}

// --- Any game at all ------------------------------------------------------------------------------------------------

fn special_cards() -> impl Strategy<Value = Vec<SpecialCard>> {
    use SpecialCard as S;
    select(vec![
        vec![],
        vec![],
        vec![S::Bomb],
        vec![S::Cloud],
        vec![S::Bomb, S::Cloud],
        S::ALL.to_vec(),
        vec![S::Juggler],
    ])
}

/// Rules that this many people can play.
fn rules(players: usize) -> impl Strategy<Value = RuleSet> {
    let bidding = select(vec![Bidding::Open, Bidding::Hidden, Bidding::Confided, Bidding::Secret]);
    let hands = prop_oneof![Just(None), proptest::collection::vec(1_u8..=13, 1..=8).prop_map(Some)];
    let options = (any::<bool>(), 1_u8..=2, any::<bool>(), any::<bool>(), select(vec![vec![], TieBreak::ALL.to_vec()]));
    (bidding, special_cards(), hands, options).prop_map(move |(bidding, cards, hands, options)| {
        let (plus_minus_one, from, unicolor, clairvoyance, tie_break) = options;
        let classic_deck = cards.is_empty();
        let unicolor = unicolor && classic_deck && players <= 4;
        let first = hands.as_ref().map_or(if unicolor { 4 } else { 1 }, |hands| hands[0]);
        let rounds = hands.as_ref().map_or(10, Vec::len) as u8;
        let rules = RuleSet {
            plus_minus_one: plus_minus_one && bidding != Bidding::Secret,
            plus_minus_one_from: from.min(rounds),
            bidding,
            special_cards: cards.into_iter().collect(),
            unicolor,
            clairvoyance: clairvoyance && classic_deck && first == 1,
            hands,
            tie_break,
            ..RuleSet::default()
        };
        let rules = rules.dealable(players);
        assert_eq!(rules.conflicts(players), []);
        rules
    })
}

/// Everyone who may come to a table.
const POOL: [&str; 9] = [NAMES[0], NAMES[1], NAMES[2], NAMES[3], NAMES[4], NAMES[5], "=1+1", "Cy, jun.", "\"Dan\""];

/// What a table agrees on between two rounds: another seat, dealer or player, and penalties.
fn between(game: &Session, random: &mut fastrand::Rng) -> Session {
    let (mut game, players) = (game.clone(), game.people().len());
    if random.u8(0..5) == 0 {
        let mut seats: Vec<usize> = (0..players).collect();
        if random.bool() {
            random.shuffle(&mut seats);
        }
        game = reseated(&game, &seats, random.usize(0..players));
    }
    if random.u8(0..4) == 0 {
        let comes = people(&POOL)[random.usize(0..POOL.len())].clone();
        if game.people().players_at_end().iter().all(|player| player.id != comes.id) {
            game = taken_over(&game, random.usize(0..players), &comes);
        }
    }
    if random.u8(0..4) == 0 {
        let given = |_| {
            let points = (random.i32(0..50) - 25) * 20 + 10;
            let reason = *random.choice(["", "time", "own | words: 2", r"a \| b"].iter()).unwrap();
            penalty(random.usize(0..players), random.usize(0..=game.scored()), points, reason)
        };
        let all: Vec<_> = game.table().penalties.iter().cloned().chain((0..2).map(given)).collect();
        game = game.apply(Command::Penalties(all)).unwrap();
    }
    game
}

/// A game with some rounds scored, some of them kept against Plus/Minus One, and changes between them; perhaps another
/// begun, perhaps ended early.
fn games() -> impl Strategy<Value = Session> {
    let way = (0_usize..=12, 0_usize..=16, any::<u64>(), any::<bool>());
    (3_usize..=6).prop_flat_map(move |players| (rules(players), 0..players, way.clone())).prop_map(
        |(rules, dealer, (rounds, begun, seed, ended))| {
            let players = NAMES[..rules_players(dealer, seed)].to_vec();
            let count = players.len();
            let rules = if rules.check(count).is_ok() { rules } else { unbound() };
            let people: Vec<Player> = people(&players);
            let id = Uuid::from_u128(u128::from(seed) + 1);
            let mut game = Session::new(id, at(0), people, dealer % count, rules).unwrap();
            let mut random = fastrand::Rng::with_seed(seed);
            for _ in 0..rounds.min(game.game().plan().rounds()) {
                game = between(&game, &mut random);
                let facts = random_round(game.game(), game.table().scored.len() + 1, &mut random);
                game = scored(&game, &facts);
                let trump = random.choice([None, Some(Trump::None), Some(Trump::Blue), Some(Trump::Yellow)]).unwrap();
                let trump = trump.filter(|&trump| game.game().check_trump(game.scored(), Some(trump)).is_ok());
                let mut facts = Round { trump, ..facts };
                if random.u8(0..6) == 0 {
                    let cards = game.game().cards(game.scored());
                    facts.clouds.clear();
                    facts.bids = PerSeat::new(count, |seat| Some(if seat == 0 { cards } else { 0 }));
                    facts.waived.insert(Waiver::PlusMinusOne);
                }
                game = game.apply(Command::Correct(game.table().scored.len(), facts)).unwrap();
            }
            if game.open().is_some() {
                game = between(&game, &mut random);
            }
            if let Some((number, _)) = game.open() {
                let facts = random_round(game.game(), number, &mut random);
                let trump = random.choice([facts.trump, Some(Trump::Green), None]).unwrap();
                let trump = trump.filter(|&trump| game.game().check_trump(number, Some(trump)).is_ok());
                let mut steps = entering(game.game(), number, &facts);
                // Everything is entered, but the round is not scored.
                steps.pop();
                game = after(&game, std::iter::once(Command::Trump(trump)).chain(steps.into_iter().take(begun)));
                if ended {
                    game = game.apply(Command::EndEarly(at(300))).unwrap();
                }
            }
            game.noted("Café", "line one\nline two\u{7f}").unwrap()
        },
    )
}

/// A number of players, 3 to 6.
fn rules_players(dealer: usize, seed: u64) -> usize {
    3 + (dealer + seed as usize % 4) % 4
}

/// A game of The Last Wizard with take-overs and another first player, perhaps with a round begun, perhaps ended early.
fn games_of_the_last_wizard() -> impl Strategy<Value = Session<last_wizard::Game>> {
    (3_usize..=6, 0_usize..=12, any::<u64>()).prop_map(|(players, rounds, seed)| {
        let mut random = fastrand::Rng::with_seed(seed);
        let start: Option<Vec<i64>> = random.bool().then(|| (0..players).map(|_| random.i64(5..25)).collect());
        let pack = random.choice([None, Some(last_wizard::Pack::Red), Some(last_wizard::Pack::Blue)]).unwrap();
        let rules = last_wizard::RuleSet { fold_doubles: random.bool(), pack };
        let first = random.i64(0..players as i64);
        let game = last_wizard::Game::new(players, first, rules, start.as_deref()).unwrap();
        let id = Uuid::from_u128(u128::from(seed) + 1);
        let mut session = Session::begin(id, at(0), people(&POOL[..players]), game).unwrap();
        let as_they_sit = PerSeat::new(players, |seat| seat);
        for minute in 0..rounds as u32 {
            if session.status() != Status::Running {
                break;
            }
            if random.u8(0..4) == 0 {
                let seating = session.game().seating();
                let seating = seating.from_round(session.scored() + 1, random.usize(0..players), &as_they_sit);
                let game = session.game().clone().seated(seating);
                session = session.agree(Agreement { game, ..session.agreed().clone() }, as_they_sit.clone()).unwrap();
            }
            if random.u8(0..4) == 0 && players < 6 {
                let comes = people(&POOL)[random.usize(players..POOL.len())].clone();
                if session.people().players_at_end().iter().all(|player| player.id != comes.id) {
                    session = taken_over(&session, random.usize(0..players), &comes);
                }
            }
            let number = session.scored() + 1;
            for step in crate::common::last_wizard::random_round(session.game(), number, &mut random) {
                session = session.apply(step).unwrap();
            }
            if minute + 1 < rounds as u32 || random.bool() {
                session = session.apply(last_wizard::Command::Score(Some(at(minute)))).unwrap();
            }
        }
        if session.status() == Status::Running && random.bool() {
            session = session.apply(last_wizard::Command::EndEarly(at(300))).unwrap();
        }
        session.noted("Café", "=notes").unwrap()
    })
}

proptest! {
    #![proptest_config(cases(128, 26))]

    #[test]
    fn the_json_of_any_game_is_read_as_that_game(game in games(), copied: bool) {
        let game = if copied { game.duplicate(Uuid::from_u128(3)) } else { game };
        let from = Place::with(&[&game]);
        let import = from.read(json(&game)).unwrap();
        prop_assert_eq!(&import.items()[0].outcome, &Outcome::Same(from.archive.path_for(&game)));
        prop_assert_eq!(&import.items()[0].notes, &Vec::new());
        let to = Place::new();
        to.import(json(&game));
        let back = to.sessions().remove(0);
        prop_assert_eq!((back.table(), back.agreed()), (game.table(), game.agreed()));
        prop_assert_eq!(fingerprint(&back), fingerprint(&game));
    }

    #[test]
    fn the_json_of_any_game_of_the_last_wizard_is_read_as_that_game(game in games_of_the_last_wizard()) {
        let place = Place::new();
        let Outcome::New(path) = place.import(json(&game)).remove(0) else { panic!() };
        let back = Archive::load(&path).unwrap().session.last_wizard().unwrap();
        prop_assert_eq!((back.table(), back.agreed()), (game.table(), game.agreed()));
        prop_assert_eq!(fingerprint(&back), fingerprint(&game));
        prop_assert_eq!(place.import(write_session(&game, at(9)).unwrap()), vec![Outcome::Same(path)]);
    }

    #[test]
    fn any_game_survives_every_format(game in games()) {
        // The whole archive as one file.
        let from = Place::with(&[&game]);
        let path = from.archive.path_for(&game);
        let one_file = bundle(&from.archive.paths().unwrap());
        let to = Place::new();
        to.import(one_file);
        prop_assert_eq!(to.sessions(), vec![game.clone()]);
        // Into the archive that has the session: the table is that session.
        let import = from.read(table(&game)).unwrap();
        prop_assert_eq!(&import.items()[0].outcome, &Outcome::Same(path));
        // Into an empty archive: the table holds all that was played, and says what it lacks.
        let alone = Place::new();
        let import = alone.read(table(&game)).unwrap();
        let notes: Vec<String> = import.items()[0].notes.iter().map(ToString::to_string).collect();
        import.write().unwrap();
        let back = alone.sessions().remove(0);
        prop_assert!(notes.iter().any(|note| note.contains("a table holds only the rounds")), "{notes:?}");
        let told = game.taken_over();
        prop_assert!(told.iter().all(|line| notes.contains(&line.to_string())), "{told:?} {notes:?}");
        let off = notes.iter().any(|note| note.contains("Plus/Minus One is off"));
        let waived = |round: &Round<u8>| if off { Default::default() } else { round.waived.clone() };
        let facts = |game: &Session| -> Vec<Round<u8>> {
            game.rounds().into_iter().map(|round| Round { waived: waived(round), ..round.clone() }).collect()
        };
        prop_assert_eq!(facts(&back), facts(&game));
        prop_assert_eq!(&back.table().penalties, &game.table().penalties);
        prop_assert_eq!((back.id(), back.started()), (game.id(), game.started()));
        let left = |game: &Session| -> Vec<(usize, usize, String)> {
            let former = game.people().former().iter();
            former.map(|one| (one.seat, one.rounds, one.player.name.clone())).collect()
        };
        prop_assert_eq!((back.people().names_at_end(), left(&back)), (game.people().names_at_end(), left(&game)));
        for number in 1..=game.scored().max(1) {
            prop_assert_eq!(back.game().dealer(number), game.game().dealer(number), "round {}", number);
        }
        prop_assert_eq!(back.current_totals(), game.current_totals());
        if let Some((number, open)) = game.open()
            && open.facts.is_begun()
        {
            let shown = game.game().shown(number, open);
            let found = back.readings().into_iter().find(|round| round.number == number).unwrap();
            prop_assert_eq!((found.seats, found.trump), (shown.seats, shown.trump));
        }
        let again = alone.read(table(&game)).unwrap();
        prop_assert!(matches!(again.items()[0].outcome, Outcome::Same(_)), "{:?}", again.items()[0]);
    }
}

/// Three rounds by Ana, Zoë and 李雷, then Cy on 李雷's seat.
fn handed_over() -> Session {
    taken_over(&evening(), 2, &Player::new("Cy", Uuid::from_u128(0xc4)))
}

#[test]
fn a_table_tells_who_played_each_round() {
    let later = played(&handed_over(), &[1, 1, 1], &[1, 1, 2]);
    // A seat that changed hands is told even before another round is played.
    for (game, rows) in [(later, 12), (handed_over(), 12)] {
        let text = String::from_utf8(table(&game)).unwrap();
        let of = |name: &str| text.lines().filter(|line| line.contains(&format!(",{name},2,"))).count();
        assert_eq!((of("李雷"), of("Cy"), text.lines().count() - 1), (3, 1, rows), "{text}");
        let place = Place::with(&[&game]);
        assert_eq!(place.import(table(&game)), [Outcome::Same(place.archive.path_for(&game))]);
        let alone = Place::new();
        alone.import(table(&game));
        let back = alone.sessions().remove(0);
        assert_eq!([3, 4].map(|round| back.people().names_in(round)[2].clone()), ["李雷", "Cy"]);
        assert_eq!(back.rounds(), game.rounds());
    }
    // The earlier table is still of this session, and so is a later one in an archive that has the earlier state.
    let place = Place::with(&[&handed_over()]);
    let outcome = place.import(table(&evening())).remove(0);
    assert!(matches!(outcome, Outcome::Differs { .. }), "{outcome:?}");
    let place = Place::with(&[&evening().noted("Lisboa", "").unwrap()]);
    place.import(table(&handed_over()));
    assert!(place.sessions().iter().all(|session| session.place() == "Lisboa"), "the archive supplies the place");
}

#[test]
fn a_former_player_is_known_by_name() {
    let place = Place::with(&[&played(&handed_over(), &[1, 1, 1], &[1, 1, 2])]);
    let pad = PAD.replace(",Bo,", ",李雷,");
    let Outcome::New(path) = place.import(pad).remove(0) else { panic!() };
    let new = Archive::load(&path).unwrap().session.wizard().unwrap();
    assert_eq!(new.people().players_at_end()[1], people(&NAMES)[2]);
}

#[test]
fn another_name_on_a_seat_is_remarked_on() {
    let (session, notes) = typed(&with_cell(3, 7, "Bob"));
    assert_eq!((session.people().names_in(1)[1].as_str(), session.people().names_in(2)[1].as_str()), ("Bob", "Bo"));
    assert!(notes.iter().any(|note| note.to_string() == "Bob played up to round 1, then Bo"), "{notes:?}");
}

#[test]
fn penalties_of_one_round_may_be_given_in_any_order() {
    let given = [penalty(2, 1, -10, "time"), penalty(0, 1, -20, "")];
    let fined = after(&evening(), [Command::Penalties(given.to_vec())]);
    let place = Place::with(&[&fined]);
    assert_eq!(place.import(table(&fined)), [Outcome::Same(place.archive.path_for(&fined))]);
    // The order follows the players when they change seats.
    let moved = reseated(&fined, &[2, 1, 0], 0);
    assert_eq!(place.import(text(&moved)).len(), 1);
    assert!(place.sessions().contains(&moved));
}

#[test]
fn a_game_without_rounds_comes_back_from_a_table() {
    for game in [session(4, classic()), after(&session(3, classic()), [Command::Trump(Some(Trump::Red))])] {
        let place = Place::with(&[&game]);
        assert_eq!(place.import(table(&game)), [Outcome::Same(place.archive.path_for(&game))]);
        let alone = Place::new();
        alone.import(table(&game));
        let back = alone.sessions().remove(0);
        assert_eq!((back.table(), back.people().names_at_end()), (game.table(), game.people().names_at_end()));
        assert_eq!((back.id(), back.open().unwrap().1.phase), (game.id(), Phase::Bidding));
    }
}

#[test]
fn a_table_of_the_last_wizard_is_refused_with_what_to_do() {
    let game = last_wizard::Game::new(3, 0, last_wizard::RuleSet::default(), None).unwrap();
    let session = Session::begin(Uuid::from_u128(1), at(0), people(&NAMES[..3]), game).unwrap();
    let told = Place::new().refusal(table(&session));
    assert!(told.contains("a table of The Last Wizard") && told.contains("as JSON"), "{told}");
}

#[test]
fn several_sessions_exported_as_json_are_read() {
    let games: Vec<Session> = (0..3).map(|number| numbered(&handed_over(), number << 96)).collect();
    let list = games.iter().map(|game| String::from_utf8(json(game)).unwrap()).collect::<Vec<_>>().join(",\n");
    let place = Place::new();
    let outcomes = place.import(format!("[\n{list}\n]\n"));
    assert_eq!(outcomes.len(), 3);
    let same = |back: &Session| games.iter().any(|game| fingerprint(game) == fingerprint(back));
    assert!(place.sessions().iter().all(same));
    assert!(place.refusal("[{\"players\": [").contains("line 1"));
}

#[test]
fn a_session_of_a_newer_version_is_refused() {
    let place = Place::new();
    let Err(ImportError::Files(files)) = place.read("{\"version\": 9, \"players\": []}") else { panic!() };
    assert!(matches!(files[0].problems[..], [Problem::File(LoadError::Newer(9))]));
}

#[test]
fn a_table_tells_which_round_was_kept_against_plus_minus_one() {
    let facts = Round { waived: [Waiver::PlusMinusOne].into(), ..round(&[0, 0, 1], &[0, 0, 1]) };
    let kept = after(&evening(), [Command::Correct(1, facts)]);
    let alone = Place::new();
    alone.import(table(&kept));
    let back = alone.sessions().remove(0);
    assert_eq!(back.rounds(), kept.rounds());
    assert!(back.game().rules().plus_minus_one, "the rule still holds in the other rounds");
}

#[test]
fn penalties_survive_a_table() {
    let given = [
        penalty(0, 0, -10, ""),
        penalty(0, 1, -20, "time"),
        penalty(0, 1, 30, r"a | b \\ c"),
        penalty(2, 2, -500, "late: again"),
    ];
    let fined = after(&evening(), [Command::Penalties(given.to_vec())]);
    let alone = Place::new();
    alone.import(table(&fined));
    let back = alone.sessions().remove(0);
    assert_eq!((back.table().penalties.as_slice(), back.rounds()), (&given[..], fined.rounds()));
    let again = alone.read(table(&fined)).unwrap();
    assert!(matches!(again.items()[0].outcome, Outcome::Same(_)), "{:?}", again.items()[0]);
    let text = |bad: &str| String::from_utf8(table(&fined).to_vec()).unwrap().replace("1:-20:time", bad);
    for (bad, told) in [
        ("-20 time", "is not a list of this round's penalties"),
        ("2:-20:time", "is not a list of this round's penalties"),
        ("1:-25:time", "a penalty cannot have -25 points"),
    ] {
        let Err(refused) = alone.read(text(bad).as_bytes()) else { panic!("{bad}") };
        assert!(refused.to_string().contains(told), "{refused}");
    }
}
