//! Imports: a whole archive as one file, tables of rounds, and copies of sessions that are already here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::{Value, json};
use tablet_of_truth::archive::{
    Answers, Archive, Fault, Further, Import, Imported, Item, Outcome, Problem, Seen, Settings, Source, TournamentFile,
    copies, is_copy_name, read_session, read_tournament, write_bundle, write_session,
};
use tablet_of_truth::export::{self, Exported, Format};
use tablet_of_truth::last_wizard;
use tablet_of_truth::session::{Counted, Frame, People, Player, Session, Status, fingerprint};
use tablet_of_truth::wizard::{Bidding, Command, Game, Phase, Round, RuleSet, TieBreak, Trump, Waiver};
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::json::{Validator, with};
use crate::common::operation::Drawn;
use crate::common::thorough::{cases, many};
use crate::common::{
    EXAMPLE, NAMES, after, at, classic, penalty, people, played, random_round, reseated, round, scored, session,
    taken_over, tournament_table, unbound, with_id,
};
use crate::export::english;
use crate::load;

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
            fs::write(place.archive.path_for(session), text(session)).unwrap();
        }
        place
    }

    fn keep(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.archive.folder().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// Every file with its bytes, hidden ones included.
    fn listing(&self) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.archive.folder()).unwrap().map(|entry| entry.unwrap().path());
        entries.map(|path| (name(&path), fs::read(&path).unwrap_or_default())).collect()
    }

    fn read(&self, source: impl Into<Vec<u8>>) -> Import {
        self.read_at(600, &[bytes(source)], &Answers::new())
    }

    fn read_at(&self, minute: u32, sources: &[Source], answers: &Answers) -> Import {
        Import::read(&self.archive, sources, answers, at(minute)).unwrap_or_else(|error| panic!("{error}"))
    }

    fn import(&self, source: impl Into<Vec<u8>>) -> Vec<Outcome> {
        let import = self.read(source);
        assert_eq!(import.preview.problems, []);
        let outcomes = outcomes(&import);
        import.write().unwrap();
        outcomes
    }

    /// Whether there is something in the source, all of it here already.
    fn knows(&self, source: impl Into<Vec<u8>>) -> bool {
        let (before, outcomes) = (self.listing(), self.import(source));
        assert_eq!(self.listing(), before);
        !outcomes.is_empty() && outcomes.iter().all(|outcome| matches!(outcome, Outcome::Same(_)))
    }

    fn sessions(&self) -> Vec<Session> {
        self.archive.paths().unwrap().iter().map(|path| load(path)).collect()
    }

    /// What is said of a source of which nothing comes in, and which must leave the folder as it is.
    fn refusal(&self, source: impl Into<Vec<u8>>) -> String {
        let (games, text) = self.partly(source);
        assert_eq!(games, 0, "it was accepted");
        text
    }

    /// How many games of a source could be read, and what is said of the others.
    fn partly(&self, source: impl Into<Vec<u8>>) -> (usize, String) {
        let before = self.listing();
        let preview = self.read(source).preview;
        assert_eq!(self.listing(), before);
        let text = preview.left_out(|_| "the file".into()).expect("it was accepted");
        (preview.items.len(), text.to_string())
    }
}

/// The one session of a source, in an archive that had none.
fn brought(source: impl Into<Vec<u8>>) -> Session {
    let place = Place::new();
    assert!(matches!(place.import(source)[..], [Outcome::New(_)]));
    place.sessions().remove(0)
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

pub fn table<G: Exported>(session: &Session<G>) -> Vec<u8> {
    export::export(session, Format::Csv, true, english()).unwrap()
}

pub fn json<G: Exported>(session: &Session<G>) -> Vec<u8> {
    export::export(session, Format::Json, true, english()).unwrap()
}

fn outcomes(import: &Import) -> Vec<Outcome> {
    import.preview.items.iter().map(|item| item.outcome.clone()).collect()
}

fn notes(item: &Item) -> Vec<String> {
    item.notes.iter().map(|note| note.text.to_string()).collect()
}

fn numbered(session: &Session, number: u128) -> Session {
    with_id(session, Uuid::from_u128(0x1234_5678_0000_0000_0000_0000_0000_0000 + number))
}

fn tournament(name: &str) -> Value {
    let player = |(number, name): (u32, &&str)| json!({"number": number, "name": name});
    json!({
        "format": "tablet-of-truth-tournament", "version": 1, "id": tournament_table().id, "name": name,
        "date": "2026-11-28", "players": (1..).zip(&NAMES[..4]).map(player).collect::<Vec<_>>(),
    })
}

/// Three rounds of three players; the bids never add up to the cards.
fn evening() -> Session {
    let session = played(&session(3, classic()), &[0, 0, 0], &[0, 0, 1]);
    played(&played(&session, &[1, 1, 1], &[1, 1, 0]), &[0, 1, 1], &[0, 1, 2])
}

/// With the fourth round.
fn later(evening: &Session) -> Session {
    played(evening, &[1, 1, 1], &[1, 1, 2])
}

fn bundle(place: &Place) -> Vec<u8> {
    let (folder, files) = (tempfile::tempdir().unwrap(), place.archive.files().unwrap());
    let out = folder.path().join("all.json");
    let report = write_bundle(&files, &out, false, at(700)).unwrap();
    assert_eq!((report.count(), report.left_out.len()), (files.len(), 0));
    fs::read(out).unwrap()
}

// --- The archive as one file ----------------------------------------------------------------------------------------

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
fn the_one_file_overwrites_nothing_unasked_and_stays_out_of_the_archive() {
    let place = Place::with(&[&evening()]);
    let (paths, folder) = (place.archive.paths().unwrap(), place._folder.path());
    let (out, in_the_way) = (folder.join("all.json"), folder.join("folder"));
    fs::write(&out, "mine").unwrap();
    fs::create_dir(&in_the_way).unwrap();
    for (out, replace, reason) in [
        (&out, false, "already exists"),
        (&place.archive.folder().join("all.json"), true, "is in the folder of the sessions"),
        (&in_the_way, true, "cannot be written"),
    ] {
        let refused = write_bundle(&paths, out, replace, at(0)).unwrap_err().to_string();
        assert!(refused.contains(reason), "{refused}");
    }
    assert_eq!(fs::read(&out).unwrap(), b"mine");
    write_bundle(&paths, &out, true, at(0)).unwrap();
    assert_eq!(Place::new().import(fs::read(&out).unwrap()).len(), 1);
    let mut left = fs::read_dir(folder).unwrap().map(|entry| name(&entry.unwrap().path()));
    assert!(!left.any(|name| name.ends_with(".tmp")));
}

#[test]
fn what_of_one_file_cannot_be_read_is_named_with_its_line() {
    let place = Place::new();
    let open = tournament("Open").to_string();
    let newer = r#"{"format": "tablet-of-truth-archive", "version": 3, "sessions": []}"#.to_owned();
    let late = newer.replace("\"version\": 3, ", "").replace("[]", &format!("[{EXAMPLE}], \"version\": 3"));
    let zero = "{\"version\": 0, \"sessions\": []}".to_owned();
    let newer_game = format!("{{\"sessions\": [{}]}}", EXAMPLE.replacen('{', "{\"version\": 9, ", 1));
    let games = |second: String| format!("{{\"sessions\": [\n{EXAMPLE},\n{second}]}}");
    let wrong = games(EXAMPLE.replace("one\": true", "one\": 5"));
    let unruly = games(EXAMPLE.replace("0, 1], \"trump\"", "1, 1], \"trump\""));
    let with = |tournaments: &str| format!("{{\"sessions\": [{EXAMPLE}],\n\"tournaments\": [\n{tournaments}]}}");
    let second = |from: &str, to: &str| with(&format!("{open},\n{}", open.replace(from, to)));
    let alone = format!("{{\"tournaments\": [{open}], \"version\": 2}}");
    for (file, games, text) in [
        (newer.clone(), 0, "newer version"),
        (late, 0, "newer version"),
        (newer.replace("3, \"sessions\": []", "1"), 0, "missing field `sessions`"),
        (newer.replace("tablet-of-truth-archive", "other"), 0, "another kind"),
        (newer.replace("3, \"sessions\": []}", "1, \"sessions\": [{\"players\": ["), 0, "line 1"),
        (zero, 0, "line 1, column 14: invalid value: integer `0`, expected a version from 1 on"),
        (newer_game, 0, "session 1, which begins on line 1: "),
        (wrong, 1, "session 2, which begins on line 7: line 8, column 30: invalid type"),
        (unruly, 1, "session 2, which begins on line 7: round 1: the tricks add up to 2"),
        (second("\"players\":[", "\"players\":[7,"), 2, "tournament 2, which begins on line 8: line 8, column "),
        (second("\"number\":2", "\"number\":1"), 2, "tournament 2, which begins on line 8: "),
        (second("\"version\":1", "\"version\":9"), 2, "newer version"),
        (second(&open, "null"), 2, "tournament 2, which begins on line 8: "),
        (with(&open).replace("]}", "], \"tournaments\": []}"), 0, "duplicate field"),
        (alone, 0, "line 1"),
        (with(&open).replace("[\n", "{\n").replace("]}", "}}"), 0, "line "),
        ("[{\"players\": [".to_owned(), 0, "line 1"),
    ] {
        let (read, refused) = place.partly(file.clone());
        assert!(read == games && refused.contains(text), "{file}: {read} {refused}");
    }
    // In any order, and without the sessions' end.
    let swapped = format!("{{\"tournaments\": [{open}], \"sessions\": [{EXAMPLE}], \"version\": 2}}");
    assert_eq!(place.import(swapped).len(), 2);
}

#[test]
fn the_schema_describes_the_one_file() {
    let schema = Validator::of("archive");
    let valid = |file: &Value| schema.check(file);
    let place = Place::with(&[&evening(), &numbered(&session(4, unbound()), 3)]);
    let good: Value = serde_json::from_slice(&bundle(&place)).unwrap();
    assert_eq!(valid(&good), Ok(()));
    let mut both = good.clone();
    let track = json!({"game": "last-wizard", "players": ["A", "B", "C"], "first_player": 0, "rounds": []});
    both["sessions"].as_array_mut().unwrap().push(track);
    assert_eq!(valid(&both), Ok(()));
    assert_eq!((&good["version"], good.get("tournaments")), (&json!(1), None));
    place.keep("a.tournament.json", tournament("Open").to_string());
    let good: Value = serde_json::from_slice(&bundle(&place)).unwrap();
    assert_eq!((&good["version"], valid(&good)), (&json!(2), Ok(())));
    for (pointer, value) in [
        ("/format", json!("tablet-of-truth")),
        ("/version", json!(3)),
        ("/saved", json!("yesterday")),
        ("/sessions", json!({})),
        ("/sessions/0/players", json!([])),
        ("/tournaments", json!({})),
        ("/tournaments/0/players", json!({})),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = value;
        assert!(valid(&bad).is_err(), "{pointer}");
    }
}

#[test]
fn a_backup_brings_back_tournaments_and_copies() {
    let game = evening().at_tournament(tournament_table());
    let (from, to) = (Place::with(&[&game]), Place::new());
    let own = to.archive.path_for(&game);
    let stem = own.file_stem().unwrap().to_str().unwrap();
    from.keep(&format!("{stem}.sync-conflict-20260307-201500-ABCDEFG.json"), text(&later(&game)));
    from.keep("a.tournament.json", tournament("Saarlouis: open").to_string());
    let conflict = "a.tournament.sync-conflict-20260307-201500-ABCDEFG.json";
    from.keep(conflict, tournament("Saarlouis open").to_string());
    let mut nameless = tournament("By hand");
    nameless.as_object_mut().unwrap().retain(|key, _| key != "id" && key != "date");
    from.keep("hand.tournament.json", nameless.to_string());
    let one_file = bundle(&from);
    let outcomes = to.import(one_file.clone());
    let kept = |path: &Path| TournamentFile::open(path).unwrap().1;
    assert_eq!(outcomes[0], Outcome::New(own.clone()));
    assert!(matches!(&outcomes[1], Outcome::Differs { known, further: Further::Imported, .. } if *known == own));
    let [Outcome::New(hand), Outcome::New(open), Outcome::Differs { known, path, .. }] = &outcomes[2..] else {
        panic!("{outcomes:?}")
    };
    assert!(name(hand).starts_with("2026-03-08_By-hand_") && !kept(hand).nameless, "a day of its own, and an id");
    let id = tournament_table().id;
    assert_eq!(name(open), format!("2026-11-28_Saarlouis--open_{}.tournament.json", &id.simple().to_string()[..8]));
    assert_eq!((kept(open).tournament.id, known, &*kept(path).tournament.name), (id, open, "Saarlouis open"));
    assert_eq!(to.archive.tournaments().unwrap().len(), 3, "each is taken for a tournament");
    assert_eq!(load(&own), game, "which names the tournament as before");
    assert!(to.knows(one_file));
    assert!(from.knows(bundle(&to)), "nor are the files it came from taken for others");
}

#[test]
fn a_tournament_that_went_on_is_never_written_over() {
    let place = Place::new();
    let before = tournament("Open");
    let own = place.keep("open.tournament.json", before.to_string());
    let backup = bundle(&place);
    let mut later = before.clone();
    later["players"].as_array_mut().unwrap().push(json!({"number": 5, "name": "Eve"}));
    place.keep("open.tournament.json", later.to_string());
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

// --- What is there already ------------------------------------------------------------------------------------------

#[test]
fn a_differing_copy_is_kept_and_reported() {
    let ours = evening();
    let place = Place::with(&[&ours]);
    let own = place.archive.path_for(&ours);
    let before = fs::read(&own).unwrap();
    for (copy, expected) in [
        (later(&ours), Further::Imported),
        (ours.undo().unwrap(), Further::Known),
        (ours.apply(Command::EndEarly(at(90))).unwrap(), Further::Imported),
        (ours.apply(Command::Correct(1, round(&[1, 1, 0], &[0, 0, 1]))).unwrap(), Further::Neither),
        (ours.noted("", "a note").unwrap(), Further::Neither),
    ] {
        let outcome = place.import(text(&copy)).remove(0);
        let Outcome::Differs { known, path, further } = outcome else { panic!("{outcome:?}") };
        assert_eq!((known, further), (own.clone(), expected));
        assert!(is_copy_name(&path), "{path:?}");
        assert_eq!(load(&path), copy);
        // The second time it is recognised by its own file.
        assert_eq!(place.import(text(&copy)), [Outcome::Same(path)]);
    }
    assert_eq!(fs::read(&own).unwrap(), before);
    let (names, stem) = (place.listing(), own.file_stem().unwrap().to_str().unwrap());
    for number in ["", " 2", " 3", " 4", " 5"] {
        assert!(names.contains_key(&format!("{stem} (copy 2026-03-08{number}).json")), "{:?}", names.keys());
    }
}

#[test]
fn a_copy_without_a_penalty_or_bid_of_the_other_is_no_later_state_of_it() {
    let fined = evening().apply(Command::Penalties(vec![penalty(0, 1, -10, "time")])).unwrap();
    let [one_bid, two_bids] =
        [1..2, 1..3].map(|seats| after(&evening(), seats.map(|seat| Command::Bid(seat, Some(0)))));
    for (known, copy, expected) in [
        (&fined, &later(&fined), Further::Imported),
        (&evening(), &fined, Further::Imported),
        (&fined, &evening(), Further::Known),
        (&fined, &later(&evening()), Further::Neither),
        (&later(&evening()), &fined, Further::Neither),
        (&one_bid, &two_bids, Further::Imported),
        (&two_bids, &one_bid, Further::Known),
    ] {
        let outcome = Place::with(&[known]).import(text(copy)).remove(0);
        assert!(matches!(outcome, Outcome::Differs { further, .. } if further == expected), "{outcome:?}");
    }
}

#[test]
fn the_export_of_a_file_without_ids_of_its_players_is_the_same_session() {
    let file =
        EXAMPLE.replacen('{', &format!(r#"{{"id": "{}", "started": "2026-03-07T20:15:00+01:00", "#, Uuid::max()), 1);
    let exported = || json(&read_session(file.as_bytes(), at(0)).unwrap().settled().wizard().unwrap());
    assert!(exported() == exported());
    let place = Place::new();
    place.keep("a.json", &file);
    assert!(place.knows(exported()));
}

#[test]
fn every_fact_is_in_the_fingerprint() {
    let ours = evening();
    let mut facts: Value = serde_json::from_slice(&text(&ours)).unwrap();
    (facts["steps"], facts["saved"]) = (json!([]), json!("2027-01-01T00:00:00Z"));
    assert!(Place::with(&[&ours]).knows(facts.to_string()), "neither is compared");
    let print = |value: &Value| {
        fingerprint(&read_session(value.to_string().as_bytes(), at(0)).unwrap().session.wizard().unwrap())
    };
    assert_eq!(print(&facts), fingerprint(&ours));
    let id = "00000000-0000-4000-8000-000000000001";
    for (pointer, value) in [
        ("/id", json!(id)),
        ("/started", json!("2026-03-07T20:16:00+01:00")),
        ("/players/0/name", json!("Anna")),
        ("/players/0/id", json!(id)),
        ("/first_dealer", json!(1)),
        ("/rules/plus_minus_one", json!(false)),
        ("/rules/bidding", json!("hidden")),
        ("/rules/special_cards", json!(["cloud"])),
        ("/rules/clairvoyance", json!(true)),
        ("/rounds/0/tricks", json!([0, 1, 0])),
        ("/rounds/0/bids", json!([0, 1, 1])),
        ("/rounds/0/finished", json!("2026-03-07T20:17:00+01:00")),
        ("/rounds/3/bids", json!([null, 1, null])),
        ("/place", json!("Lisboa")),
        ("/notes", json!("late")),
        ("/ended_early", json!("2026-03-07T23:00:00+01:00")),
        ("/copy_of", json!(id)),
        ("/counted", json!(false)),
        ("/rules/plus_minus_one_from", json!(2)),
        ("/rules/ties_by_bids_met", json!(true)),
        ("/rounds/0/trump", json!("blue")),
        ("/rounds/3/trump", json!("green")),
        ("/rounds/3/tricks", json!([null, null, 2])),
    ] {
        assert_ne!(print(&with(&facts, pointer, Some(value))), print(&facts), "{pointer}");
    }
    facts["rules"]["special_cards"] = json!(["bomb", "cloud"]);
    facts["rules"]["hands"] = json!([1, 2, 3, 4]);
    facts["rounds"][2]["cloud"] = json!({"player": 1, "change": 1});
    for (pointer, value) in [
        ("/rules/hands", json!([1, 2, 3, 5])),
        ("/rounds/2/cloud/change", json!(-1)),
        ("/rounds/3/cloud", json!({"player": 0, "change": 1})),
        ("/rounds/3/bomb", json!(true)),
    ] {
        assert_ne!(print(&with(&facts, pointer, Some(value))), print(&facts), "{pointer}");
    }
}

#[test]
fn a_game_that_is_left_out_stays_so_in_every_format() {
    for counted in [Counted::No, Counted::CopyOf(evening().id())] {
        let game = with_id(&evening(), Uuid::from_u128(77)).as_counted(counted);
        // As a file, in a whole archive, as JSON for other programs.
        let from = Place::with(&[&evening(), &game]);
        for source in [text(&game), bundle(&from), json(&game)] {
            let place = Place::new();
            place.import(source);
            let arrived = place.sessions().into_iter().find(|session| session.id() == game.id()).unwrap();
            assert_eq!(arrived.counted(), counted);
        }
        // A table does not say it, which the preview says: it is read as the game that is here, also with more rounds.
        let preview = Place::new().read(table(&game)).preview;
        assert!(notes(&preview.items[0]).iter().any(|note| note.contains("whether it counts")), "{preview:?}");
        assert!(from.knows(table(&game)));
        from.import(table(&later(&game)));
        let left_out = from.sessions().into_iter().filter(|session| session.counted() == counted);
        assert_eq!(left_out.map(|session| session.rounds().len()).collect::<BTreeSet<_>>(), [3, 4].into());
    }
}

#[test]
fn a_file_in_the_way_is_left_alone() {
    let place = Place::new();
    let path = place.archive.path_for(&evening());
    fs::create_dir(&path).unwrap();
    let outcome = place.import(text(&evening())).remove(0);
    let Outcome::New(other) = outcome else { panic!("{outcome:?}") };
    assert!(other != path && path.is_dir() && other.is_file());
}

#[test]
fn the_same_session_twice_in_one_import_is_written_once() {
    let place = Place::new();
    let sources = [text(&evening()), table(&evening()), text(&evening()), text(&later(&evening()))].map(bytes);
    let import = place.read_at(600, &sources, &Answers::new());
    let (path, outcomes) = (place.archive.path_for(&evening()), outcomes(&import));
    assert_eq!(outcomes[..3], [Outcome::New(path.clone()), Outcome::Same(path.clone()), Outcome::Same(path.clone())]);
    assert!(matches!(&outcomes[3], Outcome::Differs { known, further: Further::Imported, .. } if *known == path));
    assert_eq!(import.write().unwrap().len(), 2);
    assert_eq!(place.listing().len(), 2);
}

#[test]
fn a_handwritten_game_is_recognised_and_its_players_are_matched() {
    let known = Session::new(Uuid::from_u128(1), at(0), people(&["Thomas", "Ute", "Ida"]), 0, classic()).unwrap();
    let place = Place::with(&[&known]);
    let Outcome::New(path) = place.import(EXAMPLE).remove(0) else { panic!() };
    let players = load(&path).people().players_at_end().to_vec();
    assert_eq!(players[..2], known.people().players_at_end()[..2]);
    let later = place.read_at(9000, &[bytes(EXAMPLE)], &Answers::new());
    assert_eq!((outcomes(&later), &later.preview.items[0].notes), (vec![Outcome::Same(path)], &vec![]));
    // A new player's id depends on the name alone.
    assert_eq!(brought(EXAMPLE).people().players_at_end()[2], players[2]);
}

// --- Copies that other programs leave -------------------------------------------------------------------------------

#[test]
fn copies_of_syncthing_dropbox_and_nextcloud_are_found() {
    let ours = evening();
    let stem = "2026-03-07_Ana_Zoë_李雷_00000000";
    for ending in [
        ".sync-conflict-20260307-201500-ABCDEFG",
        " (Anna's conflicted copy 2026-03-07)",
        " (Anna's conflicted copy 2026-03-07 (1))",
        " (conflicted copy 2026-03-07 201500)",
        "_conflict-20260307-201500",
        " (copy 2026-11-21)",
        " (copy 2026-11-21 2)",
    ] {
        for (content, identical) in [(&ours, true), (&later(&ours), false)] {
            let place = Place::with(&[&ours, &numbered(&ours, 9)]);
            let path = place.keep(&format!("{stem}{ending}.json"), text(content));
            assert!(is_copy_name(&path), "{ending}");
            let paths = place.archive.paths().unwrap();
            for paths in [paths.clone(), paths.into_iter().rev().collect()] {
                let seen: Vec<Seen> =
                    paths.into_iter().map(|path| Seen::of(path.clone(), &Archive::load(&path).unwrap())).collect();
                let [(found, own)] = copies(&seen).collect::<Vec<_>>()[..] else { panic!("{ending}") };
                assert_eq!((own.id, &own.path), (ours.id(), &place.archive.folder().join(format!("{stem}.json"))));
                assert_eq!((&found.path, found.fingerprint == own.fingerprint), (&path, identical));
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
    let files = [seen("our final (copy 2026-11-21).json", 1), seen("our final, the long version.json", 2)];
    assert_eq!(copies(&files).collect::<Vec<_>>(), [(&files[0], &files[1])]);
    // Of two plain names, the one that the archive gave wins.
    let files = [seen("final.json", 1), seen("2026-03-07_Ana_00000000.json", 1)];
    assert_eq!(copies(&files).collect::<Vec<_>>(), [(&files[0], &files[1])]);
    assert_eq!(copies(&files[..1]).count(), 0);
}

// --- Nothing by halves ----------------------------------------------------------------------------------------------

#[test]
fn a_failed_import_writes_nothing() {
    let games: Vec<Session> = (0..5).map(|number| numbered(&evening(), number << 96)).collect();
    let one_file = bundle(&Place::with(&games.iter().collect::<Vec<_>>()));
    // Something takes the name of the third file or its draft after everything was checked.
    for temporary in [false, true] {
        let place = Place::with(&[&evening()]);
        let import = place.read(one_file.clone());
        let third = import.preview.items[2].writes().unwrap().to_owned();
        let hidden = third.with_file_name(format!(".{}.tmp", name(&third)));
        fs::create_dir(if temporary { &hidden } else { &third }).unwrap();
        let before = place.listing();
        let error = import.write().unwrap_err().to_string();
        assert!(error.starts_with(third.to_str().unwrap()) && error.ends_with("Nothing was imported"), "{error}");
        assert!(temporary || error.contains("has appeared meanwhile, so import it again"), "{error}");
        assert_eq!(place.listing(), before);
    }
}

#[test]
fn what_cannot_be_read_keeps_only_itself_out() {
    let place = Place::with(&[&evening()]);
    let broken = place.keep("broken.json", "{");
    let dated = |day: &str, pad: &str| -> String { pad.lines().skip(1).map(|row| format!("{row},{day}\n")).collect() };
    let (bad, good) = (dated("2026-03-01", &PAD.replace("2,Bo,1,0", "2,Bo,1,two")), dated("2026-03-02", PAD));
    let table = format!("round,player,bid,tricks,date\n{bad}{good}");
    let sources = [bytes(text(&numbered(&evening(), 5))), bytes("round;player;bid\n"), bytes(Vec::new()), bytes(table)];
    let import = place.read_at(0, &sources, &Answers::new());
    let shown: Vec<_> = import.preview.problems.iter().map(|one| (one.source, one.text.to_string())).collect();
    assert!(shown[0].0 == 1 && shown[0].1.starts_with("line 1: the column tricks is missing"), "{shown:?}");
    assert_eq!(shown[1], (2, "is empty".to_owned()));
    assert_eq!(shown[2..], [(3, "line 6, column 4 (tricks): “two” is not a whole number".to_owned())]);
    assert_eq!(import.preview.items.iter().map(|item| item.source).collect::<Vec<_>>(), [0, 3]);
    assert_eq!(import.unreadable().iter().map(|(path, _)| path).collect::<Vec<_>>(), [&broken], "in the archive");
    assert_eq!(import.write().unwrap().len(), 2);
    assert_eq!(place.listing().len(), 4);
}

// --- Tables ---------------------------------------------------------------------------------------------------------

const PAD: &str = "\
round,player,bid,tricks
1,Ana,0,0
1,Bo,1,1
1,Cy,1,0
2,Ana,2,2
2,Bo,1,0
2,Cy,0,0
";

#[test]
fn four_columns_are_enough() {
    let place = Place::new();
    let import = place.read(PAD);
    assert_eq!(
        notes(&import.preview.items[0]),
        [
            "the file does not say who dealt first: Ana is assumed",
            "the file does not say when it was played: the time of the import is used",
            "2 of 20 rounds are complete: the session continues, or can be ended early",
        ]
    );
    let session = brought(PAD);
    assert_eq!(session.people().names_at_end(), ["Ana", "Bo", "Cy"]);
    assert_eq!(session.current_totals(), [60, 20, 10]);
    assert_eq!((session.started(), session.status()), (at(600), Status::Running));
    assert_eq!(session.game().rules(), &classic());
    // What was made up the first time is made up alike the second time.
    let made = import.write().unwrap().remove(0);
    assert_eq!(outcomes(&place.read_at(9000, &[bytes(PAD)], &Answers::new())), [Outcome::Same(made)]);
}

#[test]
fn spreadsheets_of_any_country_are_read() {
    let plain = brought(PAD);
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
        assert_eq!(brought(source.clone()), plain, "{:?}", String::from_utf8_lossy(&source));
    }
}

#[test]
fn files_of_other_kinds_are_named_with_what_to_do() {
    let place = Place::new();
    let game = played(&session(3, unbound()), &[0, 0, 1], &[0, 0, 1]);
    let track = last_wizard::Game::new(3, 0, last_wizard::RuleSet::default(), None).unwrap();
    let track = table(&Session::begin(Uuid::from_u128(1), at(0), people(&NAMES[..3]), track).unwrap());
    let settings = serde_json::to_vec(&Settings::default()).unwrap();
    let ours = Format::ALL.into_iter().filter_map(|format| {
        let named = match format {
            Format::Csv | Format::Json => return None,
            Format::Text | Format::Markdown => "is a sheet made for reading: export the game",
            Format::Html => "is a web page, from which no game can be read: export the game",
            Format::Svg | Format::Png => "is a picture, from which no game can be read: export the game",
            Format::Pdf => "is a PDF, from which no game can be read: export the game",
            Format::BgStats => "is a game of BG Stats, which keeps no bids and tricks: export the game",
        };
        Some((export::export(&game, format, true, english()).unwrap(), named))
    });
    let latin: Vec<u8> =
        PAD.replace("2,Bo", "2,Zo@").replace('@', "\u{EB}").chars().map(|letter| letter as u8).collect();
    let not_utf8 = "line 6, column 2 (player): the text is not UTF-8: save the sheet as CSV in UTF-8 and import that";
    let others: [(&[u8], &str); 25] = [
        (include_bytes!("../cases/09-other-program.json"), "is a game of another program: export it there as a table"),
        (b"PK\x03\x04..[Content_Types].xml..xl/workbook.xml", "is a workbook of a spreadsheet program: save the sheet"),
        (b"PK\x03\x04..mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "is a workbook"),
        (b"\xD0\xCF\x11\xE0", "is a workbook"),
        (b"PK\x03\x04..word/document.xml", "is a document: copy its table"),
        (b"{\\rtf1 Anna}", "is a document"),
        (b"PK\x03\x04..game.json", "is a compressed file: unpack it"),
        (b"\xFF\xD8\xFF\xE0..JFIF", "is a picture"),
        (b"\0\0\0\x18ftypheic", "is a picture"),
        (b"<!DOCTYPE HTML PUBLIC>", "is a web page"),
        (b"rank,player,games,total,per_game,last_five\r\n1,Anna,3,90,30,1 1 2\r\n", "is a ranking"),
        (b"  \n", "is empty"),
        (b",,,\n", "is empty"),
        (b"\"\"\n", "is empty"),
        (b"sep=;\n", "is empty"),
        ("\u{feff},,\n".as_bytes(), "is empty"),
        (b"\xFF\xFE", "is empty"),
        (b"\xFE\xFF", "is empty"),
        (b"\xFF\xFEr", "is cut off"),
        (b"Dear diary,\nwe played.", "line 1: the column round is missing"),
        (b"round,player,bid,tricks\n", "has column names, but no rounds"),
        (&track, "is a table of The Last Wizard, and only tables of Wizard can be read: export the game as JSON"),
        (&settings, "has settings of Tablet of Truth, and no game"),
        (b"{\"version\": 9, \"players\": []}", "was saved by a newer version of Tablet of Truth"),
        (&latin, not_utf8),
    ];
    for (file, named) in ours.chain(others.map(|(file, named)| (file.to_vec(), named))) {
        let shown = place.refusal(file);
        assert!(shown.starts_with(&format!("the file: {named}")), "{shown}");
        assert!(named != "is empty" || shown == "the file: is empty", "{shown}");
    }
    for (path, shown) in [("", "is not a file"), ("none", "cannot be read")] {
        let source = [Source::File(place.archive.folder().join(path))];
        let problems = place.read_at(0, &source, &Answers::new()).preview.problems;
        assert!(problems[0].text.to_string().contains(shown), "{problems:?}");
    }
    // Where one of our files is wanted, another is named, and a broken one of ours stays one of ours.
    for (file, shown) in [
        (r#"{"format": "tablet-of-truth-tournament"}"#, "is a tournament: open it"),
        (r#"{"format": "tablet-of-truth-archive"}"#, "is a whole archive: import it"),
        ("%PDF-1.7", "is a PDF"),
        (r#"{"players": ["A", "B", "C"], "rounds": 3, "dealt": []}"#, "line 1"),
    ] {
        let refused = read_session(file.as_bytes(), at(0)).unwrap_err().to_string();
        assert!(refused.contains(shown), "{refused}");
    }
    let game = read_tournament(br#"{"format": "tablet-of-truth"}"#).unwrap_err().to_string();
    assert!(game.contains("is a game: open it in the archive"), "{game}");
    let newer = place.read("{\"version\": 9, \"players\": []}").preview.problems;
    assert!(matches!(newer[..], [Problem { fault: Fault::Newer, .. }]));
}

/// Tables as people have them, each with what its preview says: games, rules that are not the usual ones (`*`), remarks
/// (`-`), what is left out (`!`) and asked (`?`); not who dealt, when, and that rounds are to come. A table is in
/// `tests/cases/`, or follows its name (`>`) with ⏎ for the ends of lines. An ellipsis stands for the rest.
const CASES: &str = r#"
= 01-wide-pad
2026-03-08 Anna Ben Clara: 3, Anna Ben
- the columns are taken by their numbers, in this order: total, bid
= 02-wide-pairs
2026-03-08 Anna Ben Clara: 2, Anna
= 03-headings-de
2026-03-08 Anna Ben Clara: 2, Anna
= 03-headings-fr
2026-03-08 Anna Ben Clara: 1, Ben
= 04-program-log
2026-03-08 Anna Ben Clara: 1, Ben; trumps green
- the rounds count from 0 in the file, and from 1 here
= 06-date-doubtful
2026-04-03 Anna Ben Clara: 1, Ben
- the dates are read with the day first: no day after the 12th tells
? In the dates, which comes first?: The day | The month (Some(0))
= 06-date-with-slashes
2026-03-14 Anna Ben Clara: 1, Ben
= 07-miscounted-round
! line 7, column 4 (tricks): round 2: the tricks add up to 3, not 2: 1 too many (to keep it as noted, write …
? line 7, column 4 (tricks): round 2: the tricks add up to 3, not 2: 1 too many: Leave this game out | Keep as noted …
= 08-real-game-17-rounds
! line 33, column 4 (tricks): round 8: the tricks add up to 9, not 8: 1 too many (to keep it as noted, write …
? line 33, column 4 (tricks): round 8: the tricks add up to 9, not 8: 1 too many: Leave this game out | Keep …
= 13-round-only-once
2026-03-08 Anna Ben Clara: 2, Ben
= 14-title-and-total
2026-03-08 Anna Ben Clara: 1, Ben
- no part of the list, and left out: “Wizard night 14 March 2026”
- no part of the list, and left out: “Total”
= 15-trump-by-its-name
2026-03-08 Anna Ben Clara: 2, Ben; trumps yellow red
= 16-down-from-ten
2026-03-08 Anna Ben Clara: 2, Ben
* {"hands":[10,9]}
- the file does not say the cards of the rounds: they follow from the tricks
- not the official plan: the hands are those of the 2 rounds in the file
= a date of the United States
> date,round,player,bid,tricks⏎3/14/2026,1,Anna,0,0⏎3/14/2026,1,Ben,1,1⏎3/14/2026,1,Clara,1,0
2026-03-14 Anna Ben Clara: 1, Ben
= a year of two digits
> date;round;player;bid;tricks⏎14.03.26;1;Anna;0;0⏎;1;Ben;1;1⏎;1;Clara;1;0
2026-03-14 Anna Ben Clara: 1, Ben
= a date with dashes
> date;round;player;bid;tricks⏎14-03-2026;1;Anna;0;0⏎;1;Ben;1;1⏎;1;Clara;1;0
2026-03-14 Anna Ben Clara: 1, Ben
= headings in any order and case, with other columns
>  Tricks ,remark,BID,Player,Round,Dealer⏎0,,0,Ana,1,Bo⏎1,"so, so",1,Bo,1,⏎0,,1,Cy,1,⏎,,,,,⏎⏎0,,0,Ana,2,Cy⏎,,,Bo,2,⏎
> ,,1,Cy,2,
2026-03-08 Ana Bo Cy: 1, Bo; Bo deals
- unknown and ignored: remark
= merged heads
> ;Anna;;Ben;;Clara;⏎Runde;Ansage;Stiche;Ansage;Stiche;Ansage;Stiche⏎Runde 1;0;0;1;1;1;0⏎Runde 2;2;2;1;0;0;0⏎
> Runde 3;;;;;;⏎Runde 4;;;;;;
2026-03-08 Anna Ben Clara: 2, Anna
- 1 more round without an entry is left out
= pairs
> R,Anna,Ben,Clara⏎R1,0/0,1/1,1/0⏎R2,2/2,1/0,0/0
2026-03-08 Anna Ben Clara: 2, Anna
- the columns are taken by their numbers, in this order: bid, tricks
= small pairs
> #;Anna;;Ben;;Clara;⏎1;0;0;1;1;1;0⏎2;2;2;1;0;0;0⏎Summe;;;;;;
2026-03-08 Anna Ben Clara: 2, Anna
- the columns are taken by their numbers, in this order: bid, tricks
- no part of the list, and left out: “Summe”
= tricks before bids
> ;Anna;;Ben;;Clara;⏎1;0;0;1;1;0;1⏎2;2;2;0;1;0;0
2026-03-08 Anna Ben Clara: 2, Anna
- the columns are taken by their numbers, in this order: tricks, bid
= decimals
> <bom>Runde;Spieler;Ansage;Stiche;Punkte;Gesamt;;⏎1,0;Anna ;0,0;0,0;20;20;;⏎1,0;Ben;1;1;30,00;30;;⏎
> 1,0;Clara;1;0;-10;-10;;⏎2;Anna ;—;;;;;⏎2;Ben;;;;;;⏎2;Clara;;;;;;
2026-03-08 Anna Ben Clara: 1, Ben
= no headings
> 1,Anna,0,0⏎1,Ben,1,1⏎1,Clara,1,0⏎2,Anna,1,2⏎2,Ben,1,0⏎2,Clara,1,0
2026-03-08 Anna Ben Clara: 2, Ben
- the columns are taken by their numbers, in this order: round, player, bid, tricks
= first and last names
> round,Nr.,First name,Last name,E-mail,bid,tricks⏎1,7,Anna,Meier,a@b.de,0,0⏎1,8,Anna,Kurz,,1,✓⏎1,9,Bo,,,1,0
2026-03-08 Anna Meier Anna Kurz Bo: 1, Anna Kurz
- unknown and ignored: nr., e-mail
= ambiguous
> Runde;Anna;;Ben;;Clara;⏎1;-10;1;-10;0;20;0⏎2;-20;1;-20;1;40;0⏎3;-30;1;-30;1;10;1
! line 3: round 2: the tricks do not follow from bids and points: give the tricks
! line 4, column 6 (clara): no number of tricks gives these points for this bid
? round 2: which tricks did the players take?: Anna 0, Ben 2, Clara 0 | Anna 2, Ben 0, Clara 0 (None)
= uneven and without headings
> 1,Anna,10,0⏎1,Ben,0,1⏎2,Anna,10,0⏎2,Ben,0,1⏎2,Clara,20,0
! line 1: the column round is missing…
= a final
> session,round,player,bid,tricks⏎Final,1,Anna,0,0⏎Final,1,Ben,1,1⏎Final,1,Clara,1,0
2026-03-08 Anna Ben Clara: 1, Ben
= points only
> Runde;Anna;Ben;Clara⏎1;20;30;-10⏎2;60;20;10
! line 1: the column player is missing. A table of rounds begins with…
= a date that is none, at the start of a game
> date,round,player,bid,tricks⏎2026-01-01,1,Anna,0,0⏎2026-01-01,1,Ben,1,1⏎2026-01-01,1,Clara,1,0⏎
> 2026-03-32,1,Dora,0,0⏎2026-03-02,1,Anna,0,0⏎2026-03-02,1,Ben,1,1⏎2026-03-02,1,Clara,1,0⏎2026-03-03,1,Anna,0,0⏎
> 2026-03-03,1,Ben,1,1⏎2026-03-03,1,Clara,1,0
2026-03-03 Anna Ben Clara: 1, Ben
! line 5, column 1 (date): “2026-03-32” is not a date…
! line 5: this row can be of the game above or of the one below: both are left out
= a cell too many, at the start of a game with a label
> session,round,player,bid,tricks⏎A,1,Anna,0,0⏎A,1,Ben,1,1⏎A,1,Clara,1,0⏎B,1,Dora,0,0,0⏎B,1,Eva,0,0⏎B,1,Finn,1,1⏎
> B,1,Gus,1,0
2026-03-08 Anna Ben Clara: 1, Ben
! line 5, column 6 (without a name): there are more cells…
= rounds with decimals
> round,player,bid,tricks⏎1.0,Anna,0,0⏎1.0,Ben,1,1⏎Round 1.0,Clara,1,0⏎2.,Anna,2,2⏎2.,Ben,1,0⏎2.0,Clara,0,0
2026-03-08 Anna Ben Clara: 2, Anna
= half rounds
> round,player,bid,tricks⏎1.5,Anna,0,0⏎Round 1.5,Ben,1,1⏎1,Clara,1,0
! line 2, column 1 (round): “1.5” is not a whole number
! line 3, column 1 (round): “Round 1.5” is not a whole number
= a name in both Unicode forms
> session,round,player,dealer,bid,tricks⏎Café,1,Zoë,Zoe<308>,0,0⏎Cafe<301>,1,Ben,,1,1⏎Café,1,Clara,,1,0⏎
> Café,2,Zoe<308>,,2,2⏎Café,2,Ben,,1,0⏎Café,2,Clara,,0,0
2026-03-08 Zoë Ben Clara: 2, Zoë
= a name in both Unicode forms over two columns
> round,Anna bid,Anna tricks,Zoë bid,Zoe<308> tricks,Clara bid,Clara tricks⏎1,0,0,1,1,1,0
2026-03-08 Anna Zoë Clara: 1, Zoë
= a Bomb and no tricks
> round,player,bid,points,bomb⏎1,Anna,0,20,yes⏎1,Ben,0,20,⏎1,Clara,0,20,
2026-03-08 Anna Ben Clara: 1, Anna Ben Clara
* {"special_cards":["bomb"]}
= sums without a word
> Runde;Anna;;Ben;;Clara;⏎1;0;0;1;1;1;0⏎2;2;2;1;0;0;0⏎;10;;20;;30;
2026-03-08 Anna Ben Clara: 2, Anna
- the columns are taken by their numbers, in this order: bid, tricks
- no part of the list, and left out: “10 20 30”
= a round without its number
> Runde;Anna;;Ben;;Clara;⏎1;0;0;1;1;1;0⏎;2;2;1;0;0;0
! line 3, column 1 (runde): Anna already has a row for round 1, on line 2…
! …
! …
= planned
> round,cards,player,bid,tricks⏎1,1,Anna,0,0⏎1,1,Ben,1,1⏎1,1,Clara,1,0⏎2,2,,,⏎3,3,,,
2026-03-08 Anna Ben Clara: 1, Ben
= line breaks in a name
> round,player,bid,tricks⏎1,Ana,0,0⏎1,"Bo⏎  the third",1,1⏎1,Cy,1,0
2026-03-08 Ana Bo the third Cy: 1, Bo the third
= seats for some rows
> round,player,seat,bid,tricks⏎1,Ana,2,0,0⏎1,Bo,0,1,1⏎1,Cy,1,1,0⏎2,Ana,,2,2⏎2,Bo,,1,0⏎2,Cy,,0,0
2026-03-08 Bo Cy Ana: 2, Ana
= another name on a seat
> round,player,seat,bid,tricks⏎1,Ana,0,0,0⏎1,Bob,1,1,1⏎1,Cy,2,1,0⏎2,Ana,0,2,2⏎2,Bo,1,1,0⏎2,Cy,2,0,0
2026-03-08 Ana Bo Cy: 2, Ana
- Bob played up to round 1, then Bo
= an old pad that breaks Plus/Minus One
> round,player,bid,tricks⏎1,Ana,0,0⏎1,Bo,1,1⏎1,Cy,0,0
2026-03-08 Ana Bo Cy: 1, Bo
* {"plus_minus_one":false}
- in round 1 the bids add up to the cards, so Plus/Minus One is off for this session
= a trump although all cards are dealt
> round,player,bid,tricks,cards,trump⏎1,Ana,0,0,20,red⏎1,Bo,1,1,20,red⏎1,Cy,1,19,20,red
2026-03-08 Ana Bo Cy: 1, Bo; trumps red
* {"extra_cards":1,"hands":[20]}
- not the official plan: the hands are those of the 1 round in the file
- round 1 has a trump although all cards are dealt, so this session's deck has extra cards
= no trump, as all cards are dealt
> round,player,bid,tricks,cards,trump⏎1,Ana,0,0,20,none⏎1,Bo,1,1,20,none⏎1,Cy,1,19,20,none
2026-03-08 Ana Bo Cy: 1, Bo; trumps none
* {"hands":[20]}
- not the official plan: the hands are those of the 1 round in the file
= more cards than the deck has
> round,player,bid,tricks,cards⏎1,Ana,0,0,26⏎1,Bo,1,1,26⏎1,Cy,1,25,26
2026-03-08 Ana Bo Cy: 1, Bo
* {"extra_cards":19,"hands":[26]}
- not the official plan: the hands are those of the 1 round in the file
- the deck has too few cards for its hands, and gets 19 extra cards
= the cards of some rows
> round,player,bid,tricks,cards⏎1,Ana,0,0,3⏎1,Bo,1,1,3⏎1,Cy,1,2,3⏎2,Ana,0,0,5⏎2,Bo,1,1,⏎2,Cy,1,4,
2026-03-08 Ana Bo Cy: 2, Bo
* {"hands":[3,5]}
- not the official plan: the hands are those of the 2 rounds in the file
= no points in the last round
> round,player,bid,tricks,points⏎1,A,0,0,⏎1,B,1,1,⏎1,C,1,0,⏎2,A,1,1,⏎2,B,0,0,⏎2,C,2,1,
2026-03-08 A B C: 2, A B
= two players
> round,player,bid,tricks⏎1,Ana,0,0⏎1,Bo,1,1
! line 3, column 2 (player): Wizard is for 3 to 6 players, not 2…
= seven players
> round,player,bid,tricks⏎1,A,0,0⏎1,B,0,0⏎1,C,0,0⏎1,D,0,0⏎1,E,0,0⏎1,F,0,0⏎1,G,0,0
! line 8, column 2 (player): Wizard is for 3 to 6 players, not 7…
= a hand that no deck has
> round,player,bid,tricks,cards⏎1,Ana,0,0,27⏎1,Bo,0,0,27⏎1,Cy,0,0,27
! line 2, column 5 (cards): round 1 cannot have 27 cards…
"#;

fn case(name: &str) -> (Vec<u8>, Vec<&'static str>) {
    let found = CASES.split("\n= ").find(|case| case.lines().next() == Some(name)).unwrap();
    let (source, text): (Vec<_>, Vec<_>) = found.lines().skip(1).partition(|line| line.starts_with("> "));
    if source.is_empty() {
        return (fs::read(format!("{}/tests/cases/{name}.csv", env!("CARGO_MANIFEST_DIR"))).unwrap(), text);
    }
    let source: String = source.iter().map(|line| &line[2..]).collect();
    let letters = [("⏎", "\n"), ("<bom>", "\u{feff}"), ("<301>", "\u{301}"), ("<308>", "\u{308}")];
    (letters.iter().fold(source, |source, (written, meant)| source.replace(written, meant)).into_bytes(), text)
}

/// The rules that are not the usual ones, as a file has them.
fn unusual(rules: &RuleSet) -> Option<String> {
    let [Value::Object(mut rules), usual] = [rules, &classic()].map(|rules| serde_json::to_value(rules).unwrap())
    else {
        panic!()
    };
    rules.retain(|key, value| usual.get(key) != Some(value));
    (!rules.is_empty()).then(|| Value::Object(rules).to_string())
}

/// What [`CASES`] say of a table.
fn report(source: impl Into<Vec<u8>>, answers: &Answers) -> Vec<String> {
    let place = Place::new();
    let import = place.read_at(600, &[bytes(source)], answers);
    let preview = import.preview.clone();
    import.write().unwrap();
    let mut lines = Vec::new();
    for item in &preview.items {
        let Imported::Session { started, players, rounds, winners } = &item.what else { panic!("{item:?}") };
        let session = load(item.writes().unwrap());
        let mut line = format!("{} {}: {rounds}, ", started.format("%Y-%m-%d"), players.join(" "));
        line += &winners.join(" ");
        if session.game().dealer(1) > 0 {
            line += &format!("; {} deals", players[session.game().dealer(1)]);
        }
        let trumps: Vec<&str> = session.rounds().iter().map(|round| round.trump.map_or("?", Trump::key)).collect();
        if trumps.iter().any(|trump| *trump != "?") {
            line += &format!("; trumps {}", trumps.join(" "));
        }
        lines.push(line);
        lines.extend(unusual(session.game().rules()).map(|rules| format!("* {rules}")));
        lines.extend(notes(item).into_iter().map(|note| format!("- {note}")));
    }
    lines.extend(preview.problems.iter().map(|problem| format!("! {}", problem.text)));
    for question in &preview.questions {
        let options: Vec<String> = question.options.iter().map(ToString::to_string).collect();
        lines.push(format!("? {}: {} ({:?})", question.text, options.join(" | "), question.chosen));
    }
    let always = ["does not say who dealt first", "the time of the import is used", "of 20 rounds are complete"];
    lines.retain(|line| !always.iter().any(|words| line.contains(words)));
    lines
}

#[test]
fn tables_as_people_have_them() {
    let is_reported = |text: &str, expected: &str| {
        expected.strip_suffix('…').map_or(text == expected, |beginning| text.starts_with(beginning))
    };
    let mut wrong = Vec::new();
    for name in CASES.split("\n= ").skip(1).map(|case| case.lines().next().unwrap()) {
        let (source, expected) = case(name);
        let text = report(source, &Answers::new());
        if text.len() != expected.len()
            || text.iter().zip(expected).any(|(text, expected)| !is_reported(text, expected))
        {
            wrong.push((name, text));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_question_about_a_table_is_answered_by_reading_again() {
    let answered = |name, line, option| report(case(name).0, &Answers::from([((0, line), option)]));
    let month_first = answered("06-date-doubtful", 1, 1);
    assert!(month_first[0].starts_with("2026-03-04 ") && month_first[1] == "- the dates are read with the month first");
    let kept = answered("07-miscounted-round", 7, 1);
    assert_eq!(kept[0], "2026-03-08 Anna Ben Clara: 3, Anna");
    assert!(kept.last().unwrap().ends_with("Leave this game out | Keep as noted (Some(1))"), "{kept:?}");
    // Answers that are not among the options count as none.
    for option in [0, 9] {
        assert!(answered("07-miscounted-round", 7, option)[0].starts_with("! line 7"));
    }
    let ambiguous = String::from_utf8(case("ambiguous").0).unwrap();
    let (short, _) = ambiguous.rsplit_once("3;").unwrap();
    let answers = Answers::from([((0, 3), 1)]);
    assert_eq!(report(short, &answers)[0], "2026-03-08 Anna Ben Clara: 2, Clara");
    let place = Place::new();
    place.read_at(600, &[bytes(short)], &answers).write().unwrap();
    assert_eq!(place.sessions()[0].rounds()[1].tricks, [2, 0, 0]);
}

#[test]
fn a_question_of_an_attempt_that_was_not_taken_is_not_asked() {
    let known = session(3, RuleSet { hands: Some(vec![3, 3]), ..classic() });
    let [ana, bo, cy] = [0, 1, 2].map(|seat| known.people().names_at_end()[seat].clone());
    let id = known.id();
    // With the three cards of the known game there are two ways, and with the one card of the official plan one.
    let table = format!("session,round,player,bid,points\n{id},1,{ana},0,-10\n{id},1,{bo},1,-10\n{id},1,{cy},1,-10\n");
    let preview = Place::with(&[&known]).read(table).preview;
    assert_eq!((preview.items.len(), preview.problems, preview.questions), (1, vec![], vec![]));
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
    let mut rows: Vec<Vec<&str>> = FULL.lines().map(|line| line.split(',').collect()).collect();
    rows[line - 1][column - 1] = cell;
    rows.iter().map(|row| row.join(",") + "\n").collect()
}

#[test]
fn the_full_pad_is_read_in_every_column() {
    let text = ["2026-03-07 Ana Bo Cy: 3, Ana; trumps red ? none", r#"* {"special_cards":["bomb","cloud"]}"#];
    assert_eq!(report(FULL, &Answers::new()), text);
    assert_eq!(brought(FULL).current_totals(), [70, 10, 40]);
}

#[test]
fn every_bad_cell_is_named_by_line_and_column() {
    let place = Place::with(&[&evening()]);
    for (line, column, cell, expected) in [
        (2, 3, "", "line 2, column 3 (round): this cell must not be empty"),
        (3, 3, "one", "line 3, column 3 (round): “one” is not a whole number"),
        (3, 3, "0", "line 3, column 3 (round): 0 is not a round"),
        (3, 3, "41", "line 3, column 3 (round): 41 is not a round"),
        (3, 3, "2", "line 6, column 3 (round): Bo already has a row for round 2, on line 3"),
        (3, 3, "9", "line 4, column 7 (player): Bo has no row for round 1"),
        (3, 2, "March", "line 3, column 2 (date): “March” is not a date"),
        (
            3,
            2,
            "2026-03-08",
            "line 3, column 2 (date): 2026-03-08T12:00:00 here, but 2026-03-07T12:00:00 according to line 2",
        ),
        (3, 4, "2", "line 3, column 4 (cards): 2 here, but 1 according to line 2"),
        (3, 5, "1", "line 3, column 5 (dealer): Bo here, but Ana according to line 2"),
        (3, 5, "Dora", "line 3, column 5 (dealer): “Dora” is neither a seat nor one of the players"),
        (6, 5, "2", "line 6, column 5 (dealer): Cy here, but Bo according to line 5"),
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
        let text = place.refusal(with_cell(line, column, cell));
        assert!(text.contains(expected), "{line} {column} {cell:?}: {text}");
    }
}

#[test]
fn every_bad_row_is_named() {
    let full: Vec<&str> = FULL.lines().collect();
    let rows = |kept: &dyn Fn(usize) -> bool| -> String {
        let kept = full.iter().enumerate().filter(|(index, _)| kept(index + 1));
        kept.map(|(_, line)| format!("{line}\n")).collect()
    };
    let long = "C".repeat(81);
    let many: String =
        (1..=21).flat_map(|round| ["Ana", "Bo", "Cy"].map(|name| format!("{round},{name},0,0\n"))).collect();
    let named = |name: &str| PAD.replace("Bo", &format!("\"{name}\""));
    // Lines are counted as an editor shows them.
    let lines = "\r\n\r\nround,player,bid,tricks\r\n1,\"A\r\nna\",0,0\r\n\r\n1,Bo,1,1\r\n1,Cy,y,0\r\n";
    for (source, text) in [
        (rows(&|line| line != 3), "line 3, column 7 (player): Bo has no row for round 1"),
        (rows(&|line| !(5..=7).contains(&line)), "line 5, column 3 (round): round 2 is missing before round 3"),
        (format!("{FULL}{}\n", full[9]), "line 11, column 3 (round): Cy already has a row for round 3, on line 10"),
        (
            FULL.replacen("30,30,false,", "30,30,false,,oops", 1),
            "line 3, column 16 (without a name): there are more cells",
        ),
        (PAD.replace("Cy", &long), "line 4, column 2 (player): the name of player 3 is longer than 80"),
        (format!("round,player,bid,tricks\n{many}"), "line 62, column cards: a game of 3 has 20 rounds"),
        (named("\u{200b}\u{2060}"), "line 3, column 2 (player): the name of player 2 has no visible letter"),
        (named("\u{3164}"), "line 3, column 2 (player): the name of player 2 has no visible letter"),
        (named("\u{ad}"), "line 3, column 2 (player): the name of player 2 has no visible letter"),
        (named("B\u{7}o"), "line 3, column 2 (player): the name of player 2 has a control character"),
        (named("\u{1b}[2J"), "line 3, column 2 (player): the name of player 2 has a control character"),
        (named("Bo\u{9b}"), "line 3, column 2 (player): the name of player 2 has a control character"),
        (lines.to_owned(), "line 8, column 3 (bid)"),
        (lines.replace("\r\n", "\n"), "line 8, column 3 (bid)"),
        (lines.replace("\r\n", "\r"), "line 8, column 3 (bid)"),
        (format!("sep=,\n{}", PAD.replace("1,Bo,1", "1,Bo,?")), "line 4, column 3 (bid)"),
    ] {
        let refused = Place::new().refusal(source);
        assert!(refused.contains(text), "{refused}");
    }
}

#[test]
fn all_mistakes_are_reported_at_once_and_a_wrong_total_only_once() {
    let place = Place::new();
    let mut text = with_cell(3, 9, "x");
    text = text.replacen("2,0,0,0,20,10,true", "2,0,0,zero,20,10,true", 1);
    assert_eq!(place.read(text).preview.problems.len(), 2);
    // Ana's total is wrong from round 2 on, and reported once.
    let text = FULL.replace("1,1,30,50,", "1,1,30,60,").replace("0,0,20,70,", "0,0,20,80,");
    let problems = place.read(text).preview.problems;
    assert_eq!(problems.len(), 1);
    assert_eq!((problems[0].line, problems[0].column, problems[0].fault), (5, 13, Fault::BrokenRule));
    assert_eq!(problems[0].text.to_string(), "line 5, column 13 (total): 50 by our rules, but the file says 60");
}

#[test]
fn several_sessions_are_distinguished() {
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
    assert_eq!(place.import(file.clone()).len(), 5);
    let sessions = place.sessions();
    let mut days: Vec<_> = sessions.iter().map(|session| session.started().format("%d %H:%M").to_string()).collect();
    days.sort();
    assert_eq!(days, ["01 12:00", "01 12:00", "02 20:15", "03 12:00", "04 20:15"]);
    let known = sessions.into_iter().find(|session| session.id().to_string() == id).unwrap();
    assert_eq!((known.scored(), known.started().offset().local_minus_utc()), (2, 9 * 3600));
    assert!(place.knows(file));
    let in_form = |e: &str| PAD.replace("Cy", &format!("Zo{e}"));
    let place = Place::new();
    place.import(in_form("e\u{308}"));
    assert!(place.knows(in_form("ë")));
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
        let facts = random_round(known.game(), known.scored() + 1, &mut fastrand::Rng::with_seed(seed));
        known = scored(&known, &facts);
    }
    let known = known.apply(Command::EndEarly(at(60))).unwrap();
    let place = Place::with(&[&known]);
    assert!(place.knows(table(&known)));
    // A corrected trump is taken from the spreadsheet; what a table cannot say stays.
    let corrected = String::from_utf8(table(&known)).unwrap().replace(",1,1,0,,", ",1,1,0,green,");
    let outcome = place.import(corrected).remove(0);
    let Outcome::Differs { path: copy, known: own, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(own, place.archive.path_for(&known));
    let copy = load(&copy);
    assert_eq!(copy.rounds()[0].trump, Some(Trump::Green));
    assert_eq!((copy.place(), copy.notes(), copy.status()), ("Lisboa", "with a thunderstorm", Status::EndedEarly));
    assert_eq!((copy.game(), copy.people().players_at_end()), (known.game(), known.people().players_at_end()));
    assert_eq!(copy.table().scored[1..], known.table().scored[1..]);
}

#[test]
fn hostile_names_survive_export_and_import() {
    let hostile = [
        ["=1+1", "+1", "-1"],
        ["@SUM(A1)", "'quoted", "''twice"],
        ["a,b;c\td", "say \"hi\"", "two\nlines"],
        ["<script>alert(1)</script>", "\u{202E}desrever", "👩‍👩‍👧‍👦"],
        ["＝wide", "'=both", "O'Neil"],
        ["1", "null", "\u{FEFF}mark"],
        ["no\u{A0}break", "narrow\u{202F}blank", "two  blanks"],
    ];
    for names in hostile {
        // Names as a file may have them.
        let people = People::seated(people(&names), Vec::new()).unwrap();
        let frame = Frame::new(Uuid::from_u128(5), at(0), &people);
        let session = Session::of(frame, Game::new(3, 1, unbound()).unwrap());
        let session = played(&session, &[0, 1, 1], &[0, 0, 1]);
        let back = brought(table(&session));
        assert_eq!(back.people().names_at_end(), session.people().names_at_end());
        assert_eq!((back.id(), back.started(), back.rounds()), (session.id(), session.started(), session.rounds()));
        assert_eq!(back.game().dealer(1), 1);
        assert!(Place::with(&[&session]).knows(table(&session)));
        assert_eq!(brought(text(&session)), session);
        let back = brought(json(&session));
        assert_eq!((back.table(), back.agreed()), (session.table(), session.agreed()));
    }
}

// --- Any game at all ------------------------------------------------------------------------------------------------

/// Any game, with notes of its own.
fn games<G: Drawn>() -> impl Strategy<Value = Session<G>> {
    crate::common::operation::games().prop_map(|game| game.noted("Café", "line one\nline two\u{7f}").unwrap())
}

proptest! {
    #![proptest_config(cases(128, 26))]

    #[test]
    fn the_json_of_any_game_is_read_as_that_game(game in games::<Game>(), left_out: bool) {
        let game = if left_out { game.as_counted(Counted::No) } else { game };
        let from = Place::with(&[&game]);
        prop_assert!(from.knows(json(&game)));
        prop_assert_eq!(&from.read(json(&game)).preview.items[0].notes, &Vec::new());
        let back = brought(json(&game));
        prop_assert_eq!((back.table(), back.agreed()), (game.table(), game.agreed()));
        prop_assert_eq!(fingerprint(&back), fingerprint(&game));
    }

    #[test]
    fn the_json_of_any_game_of_the_last_wizard_is_read_as_that_game(game in games::<last_wizard::Game>()) {
        let place = Place::new();
        let Outcome::New(path) = place.import(json(&game)).remove(0) else { panic!() };
        let back = Archive::load(&path).unwrap().session.last_wizard().unwrap();
        prop_assert_eq!((back.table(), back.agreed()), (game.table(), game.agreed()));
        prop_assert_eq!(fingerprint(&back), fingerprint(&game));
        prop_assert!(place.knows(write_session(&game, at(9)).unwrap()));
    }

    #[test]
    fn any_game_survives_every_format(game in games::<Game>()) {
        let (from, to) = (Place::with(&[&game, &numbered(&game, 1)]), Place::new());
        let one_file = bundle(&from);
        prop_assert!(matches!(to.import(one_file.clone())[..], [Outcome::New(_), Outcome::New(_)]));
        prop_assert!(to.sessions().contains(&game) && to.sessions() == from.sessions());
        // Steps, times and undone steps are in the file too: the second archive writes the very same one.
        prop_assert!(to.knows(one_file.clone()) && bundle(&to) == one_file);
        // Into the archive that has the session: the table is that session.
        prop_assert!(from.knows(table(&game)));
        // Into an empty archive: the table holds all that was played, and says what it lacks.
        let alone = Place::new();
        let import = alone.read(table(&game));
        let notes = notes(&import.preview.items[0]);
        import.write().unwrap();
        let back = alone.sessions().remove(0);
        prop_assert!(notes.iter().any(|note| note.contains("a table holds only the rounds")), "{notes:?}");
        let reported = game.taken_over();
        prop_assert!(reported.iter().all(|line| notes.contains(&line.to_string())), "{reported:?} {notes:?}");
        prop_assert_eq!(back.rounds(), game.rounds());
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
        prop_assert!(alone.knows(table(&game)));
    }
}

/// Three rounds by Ana, Zoë and 李雷, then Cy on 李雷's seat.
fn handed_over() -> Session {
    taken_over(&evening(), 2, &Player::new("Cy", Uuid::from_u128(0xc4)))
}

#[test]
fn a_table_tells_who_played_each_round() {
    // A seat that changed hands is told even before another round is played.
    for (game, rows) in [(later(&handed_over()), 12), (handed_over(), 12)] {
        let text = String::from_utf8(table(&game)).unwrap();
        let of = |name: &str| text.lines().filter(|line| line.contains(&format!(",{name},2,"))).count();
        assert_eq!((of("李雷"), of("Cy"), text.lines().count() - 1), (3, 1, rows), "{text}");
    }
    // The earlier table is still of this session, and so is a later one in an archive that has the earlier state.
    let outcome = Place::with(&[&handed_over()]).import(table(&evening())).remove(0);
    assert!(matches!(outcome, Outcome::Differs { .. }), "{outcome:?}");
    let place = Place::with(&[&evening().noted("Lisboa", "").unwrap()]);
    place.import(table(&handed_over()));
    assert!(place.sessions().iter().all(|session| session.place() == "Lisboa"), "the archive supplies the place");
}

#[test]
fn a_former_player_is_known_by_name() {
    let place = Place::with(&[&later(&handed_over())]);
    let Outcome::New(path) = place.import(PAD.replace(",Bo,", ",李雷,")).remove(0) else { panic!() };
    assert_eq!(load(&path).people().players_at_end()[1], people(&NAMES)[2]);
}

#[test]
fn a_game_without_rounds_comes_back_from_a_table() {
    for game in [session(4, classic()), after(&session(3, classic()), [Command::Trump(Some(Trump::Red))])] {
        assert!(Place::with(&[&game]).knows(table(&game)));
        let back = brought(table(&game));
        assert_eq!((back.table(), back.people().names_at_end()), (game.table(), game.people().names_at_end()));
        assert_eq!((back.id(), back.open().unwrap().1.phase), (game.id(), Phase::Bidding));
    }
}

/// The table with a column that says of this round that its tricks stand as noted.
fn kept_as_noted(table: &[u8], round: &str) -> String {
    let row = |line: &str| match line.split(',').next() {
        Some("round") => format!("{line},waived\n"),
        Some(number) if number == round => format!("{line},tricks\n"),
        _ => format!("{line},\n"),
    };
    String::from_utf8_lossy(table).lines().map(row).collect()
}

#[test]
fn a_table_tells_which_rounds_were_kept_against_a_rule() {
    let place = Place::new();
    for (name, round, line) in [("07-miscounted-round", "2", 7), ("08-real-game-17-rounds", "8", 33)] {
        let (table, _) = case(name);
        let refusal = place.refusal(table.clone());
        assert!(refusal.contains("1 too many") && refusal.contains(&format!("line {line}")), "{refusal}");
        assert!(refusal.contains("“tricks” under “waived”"), "{refusal}");
        place.import(kept_as_noted(&table, round));
    }
    let games = place.sessions();
    let mut waived: Vec<_> = games.iter().flat_map(|game| game.rounds()).map(|round| round.waived.clone()).collect();
    waived.retain(|waived| !waived.is_empty());
    assert_eq!(waived, [[Waiver::Tricks].into(), [Waiver::Tricks].into()]);
    assert!(games.iter().all(|game| place.knows(table(game))));
    // Into another archive, with bids that add up in another round.
    let kept = |waived: &[Waiver], tricks: &[u8]| {
        let facts = Round { waived: waived.iter().copied().collect(), ..round(&[0, 0, 1], tricks) };
        after(&evening(), [Command::Correct(1, facts)])
    };
    let corrected = [kept(&[Waiver::PlusMinusOne], &[0, 0, 1]), kept(&Waiver::ALL, &[1, 0, 1])];
    for game in games.iter().chain(&corrected) {
        let back = brought(table(game));
        assert_eq!(back.rounds(), game.rounds());
        assert_eq!(back.game().rules().plus_minus_one, game.game().rules().plus_minus_one);
    }
}

#[test]
fn a_table_tells_under_which_form_of_plus_minus_one_rounds_were_kept() {
    let kept = |bids: &[u8], tricks: &[u8]| Round { waived: [Waiver::PlusMinusOne].into(), ..round(bids, tricks) };
    // In round 1 bids may add up, in round 2 they stand against the rule.
    let from_two_cards = RuleSet { plus_minus_one_from_cards: 2, ..classic() };
    // Cy bids 0 although the bids before are the only card; the dealer's bid makes them more.
    let in_turn = RuleSet { plus_minus_one_in_turn: true, ..classic() };
    let last_zero = RuleSet { last_may_bid_zero: true, ..classic() };
    for (rules, rounds) in [
        (from_two_cards, [round(&[1, 0, 0], &[1, 0, 0]), kept(&[1, 1, 0], &[1, 0, 1])]),
        (in_turn, [kept(&[1, 1, 0], &[1, 0, 0]), round(&[1, 0, 0], &[1, 0, 1])]),
        (last_zero, [kept(&[1, 0, 0], &[1, 0, 0]), round(&[1, 0, 1], &[1, 0, 1])]),
    ] {
        let mut game = session(3, rules.clone());
        for (number, facts) in (1..).zip(&rounds) {
            game = scored(&game, &round(&[0, 0, 0], &[number, 0, 0]));
            game = after(&game, [Command::Correct(number.into(), facts.clone())]);
        }
        let text = report(table(&game), &Answers::new());
        assert!(text.iter().any(|note| note.contains("the rounds kept against the rule")), "{text:?}");
        let back = brought(table(&game));
        assert_eq!((back.rounds(), back.game().rules()), (game.rounds(), &rules));
    }
}

#[test]
fn a_seat_taken_over_after_the_last_round_is_in_the_table() {
    let late = include_str!("cases/f6-late-takeover.json");
    let rounds = |first: &str, second: &str| format!("[{first},{second}]");
    let (one, two) = (r#"{"bids":[0,0,1],"tricks":[0,0,1]}"#, r#"{"bids":[0,0,2],"tricks":[0,0,2]}"#);
    let own_hands = late.replace("[1,2]", "[2,1]").replace(&rounds(one, two), &rounds(two, one));
    // Without hands of its own, a table elsewhere is the beginning of an official game.
    for (text, status) in [(late, Status::Running), (&own_hands, Status::Finished)] {
        let game = read_session(text.as_bytes(), at(600)).unwrap().session.wizard().unwrap();
        assert!(Place::with(&[&game]).knows(table(&game)));
        let alone = Place::new();
        alone.import(table(&game));
        let back = alone.sessions().remove(0);
        assert_eq!((back.status(), back.taken_over()), (status, game.taken_over()));
        assert_eq!((back.people().names_at_end(), back.rounds()), (game.people().names_at_end(), game.rounds()));
        assert!(alone.knows(table(&game)));
    }
}

#[test]
fn a_game_begun_in_a_year_that_no_table_can_hold_is_refused() {
    let file = String::from_utf8(text(&evening())).unwrap();
    let begun = |year: &str| file.replacen("\"started\": \"2026", &format!("\"started\": \"{year}"), 1);
    assert_ne!(begun("1999"), file);
    for year in ["-0001", "+10000", "+262000"] {
        let refused = Place::new().refusal(begun(year));
        assert!(refused.contains("a year from 0 to 9999") && refused.contains("line "), "{refused}");
    }
    for year in ["0000", "9999"] {
        let game = read_session(begun(year).as_bytes(), at(600)).unwrap().session.wizard().unwrap();
        assert_eq!(brought(table(&game)).started(), game.started());
    }
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
    let back = brought(table(&fined));
    assert_eq!((back.table().penalties.as_slice(), back.rounds()), (&given[..], fined.rounds()));
    let alone = Place::new();
    alone.import(table(&fined));
    assert!(alone.knows(table(&fined)));
    let text = |bad: &str| String::from_utf8(table(&fined)).unwrap().replace("1:-20:time", bad);
    for (bad, shown) in [
        ("-20 time", "is not a list of this round's penalties"),
        ("2:-20:time", "is not a list of this round's penalties"),
        ("1:-25:time", "a penalty cannot have -25 points"),
    ] {
        let refused = alone.refusal(text(bad));
        assert!(refused.contains(shown) && refused.contains("line 2, column 16 (penalties)"), "{refused}");
    }
    // Those of one round may be given in any order, which follows the players when they change seats.
    let given = [penalty(2, 1, -10, "time"), penalty(0, 1, -20, "")];
    let fined = after(&evening(), [Command::Penalties(given.to_vec())]);
    let place = Place::with(&[&fined]);
    assert!(place.knows(table(&fined)));
    let moved = reseated(&fined, &[2, 1, 0], 0);
    assert_eq!(place.import(write_session(&moved, at(500)).unwrap()).len(), 1);
    assert!(place.sessions().contains(&moved));
}
