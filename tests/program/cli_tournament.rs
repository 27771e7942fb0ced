//! `tournament` in a terminal: the worked examples, sessions of tables, seats, refusals.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tablet_of_truth::archive::write_session;
use tablet_of_truth::session::{Session, TournamentTable};
use tablet_of_truth::wizard::{Command, RuleSet};
use uuid::Uuid;

use crate::cli::{Answer, run};
use crate::common::{after, at, played, session_of, unbound};

const ID: &str = "0aa00000-0000-4000-8000-000000000000";

fn vector(id: &str) -> Value {
    let file: Value = serde_json::from_str(include_str!("../vectors/tournament.json")).unwrap();
    file["vectors"]
        .as_array()
        .unwrap()
        .iter()
        .find(|vector| vector["id"].as_str().unwrap().starts_with(id))
        .unwrap()
        .clone()
}

fn terminal(file: &Path, more: &[&str]) -> Answer {
    run(&[&["tournament", file.to_str().unwrap()], more].concat(), b"")
}

/// What the terminal says of a tournament, as JSON.
fn report(file: &Value, more: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("open.tournament.json");
    fs::write(&path, file.to_string()).unwrap();
    let answer = terminal(&path, &[&["--format", "json"], more].concat());
    assert_eq!((answer.code, &*answer.told), (Some(0), ""), "{file}");
    serde_json::from_str(&answer.out).unwrap()
}

fn tournament(settings: Value, numbers: impl IntoIterator<Item = u64>, rounds: Value) -> Value {
    let players: Vec<Value> =
        numbers.into_iter().map(|number| json!({"number": number, "name": format!("P{number}")})).collect();
    json!({"id": ID, "name": "Open", "settings": settings, "players": players, "rounds": rounds})
}

/// The report of one table with these results.
fn table(settings: Value, players: &[u64], results: Value) -> BTreeMap<u64, Value> {
    let rounds = json!([{"tables": [{"table": "A", "players": players, "results": results}]}]);
    let told = report(&tournament(settings, players.iter().copied(), rounds), &[]);
    let places = told["tables"][0]["places"].as_array().unwrap().clone();
    places.into_iter().map(|place| (place["number"].as_u64().unwrap(), place)).collect()
}

#[test]
fn the_ranking_of_a_real_tournament_is_reckoned() {
    let vector = vector("T1");
    let mut others = 1_000;
    let (mut numbers, mut rounds) = (Vec::new(), vec![Vec::new(); 3]);
    for player in vector["players"].as_array().unwrap() {
        let number = player["player"].as_u64().unwrap();
        numbers.push(number);
        for (round, game) in player["games"].as_array().unwrap().iter().enumerate() {
            let (worth, points) = (game[0].as_u64().unwrap(), game[1].as_i64().unwrap());
            let place = [45, 30, 20, 10].iter().position(|each| *each == worth).unwrap();
            let mut sitting: Vec<u64> = (others..others + 3).collect();
            others += 3;
            numbers.extend(&sitting);
            sitting.insert(place, number);
            let results: Vec<Value> = (0..4)
                .map(|seat: i64| {
                    let ahead = place as i64 - seat;
                    json!({"points": points + 10 * ahead, "met": if ahead == 0 { game[2].clone() } else { json!(6) }})
                })
                .collect();
            let name = format!("T{}", rounds[round].len() + 1);
            rounds[round].push(json!({"table": name, "players": sitting, "results": results}));
        }
    }
    let rounds: Vec<Value> = rounds.into_iter().map(|tables| json!({"tables": tables})).collect();
    let told = report(&tournament(json!({"cut": 2}), numbers, rounds.into()), &[]);
    let ranking = told["ranking"].as_array().unwrap();
    let order: Vec<&Value> = ranking.iter().take(9).map(|line| &line["number"]).collect();
    assert_eq!(order, vector["expect"]["order"].as_array().unwrap().iter().collect::<Vec<_>>());
    for line in &ranking[..9] {
        let number = line["number"].to_string();
        assert_eq!(line["rank"], vector["expect"]["ranks"][&number]);
        let sums = json!([line["table_points"], line["points"], line["met"]]);
        assert_eq!(sums, vector["sums"][&number]);
        assert_eq!(line["games"], 3);
    }
    assert_eq!(told["cut"], json!([4, 77]));
    assert_eq!(told["open_tables"], json!([]));
}

#[test]
fn the_places_of_the_worked_tables_are_reckoned() {
    for id in ["T2-table-G", "T2-table-R", "T7", "T8"] {
        let vector = vector(id);
        let all = vector["players"].as_array().unwrap();
        let keys: Vec<String> = all.iter().map(|one| one["player"].to_string().replace('"', "")).collect();
        let penalty = |key: &str| {
            let of = &vector["penalties"];
            of["table"].as_i64().unwrap_or(0) + of[key].as_i64().unwrap_or(0)
        };
        let result = |(key, one): (&String, &Value)| match one["points"].as_i64() {
            Some(points) => json!({"points": points, "met": one["met"], "penalty": penalty(key)}),
            None => json!({"points": null, "met": null, "absent": true}),
        };
        let results: Vec<Value> = keys.iter().zip(all).map(result).collect();
        let told = table(json!({}), &[1, 2, 3, 4], results.into());
        for (number, key) in (1..).zip(&keys) {
            for (wanted, field) in [("places", "place"), ("tournament_points", "table_points"), ("points", "points")] {
                if let Some(wanted) = vector["expect"][wanted].get(key) {
                    assert_eq!(&told[&number][field], wanted, "{id}: {key}");
                }
            }
        }
    }
    for id in ["T4-best-hand", "T4-how-often"] {
        let vector = vector(id);
        let result = |one: &Value| json!({"hands": one["hands"], "points": one["points"], "met": one["met"]});
        let mut results: Vec<Value> = vector["players"].as_array().unwrap().iter().map(result).collect();
        results.push(json!({"absent": true}));
        let told = table(json!({"hands": {"3": [5, 6, 7, 8]}}), &[1, 2, 3], results.into());
        assert_eq!((&told[&1]["place"], &told[&2]["place"]), (&json!(1), &json!(2)), "{id}");
        assert_eq!(told[&3]["place"], Value::Null);
    }
    let level = json!([{"points": 100, "met": 4}, {"points": 100, "met": 4}, {"points": 90, "met": 4}]);
    let told = table(json!({}), &[1, 2, 3], level);
    assert_eq!((&told[&1]["table_points"], &told[&3]["table_points"]), (&json!(37.5), &json!(20)));
}

#[test]
fn the_third_round_of_sixteen_is_seated_as_worked_out() {
    let vector = vector("T6");
    let standing: Vec<&str> =
        vector["standing_before_round_3"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let number = |name: &str| standing.iter().position(|other| *other == name).unwrap() as u64 + 1;
    let tables = |all: &Value| -> Vec<Vec<u64>> {
        let table =
            |table: &Value| table.as_array().unwrap().iter().map(|name| number(name.as_str().unwrap())).collect();
        all.as_array().unwrap().iter().map(table).collect()
    };
    let mut rounds = Vec::new();
    for round in vector["tables"].as_array().unwrap() {
        let mut seated = Vec::new();
        for (at, players) in tables(round).into_iter().enumerate() {
            let results: Vec<Value> =
                players.iter().map(|number| json!({"points": 300 - 10 * number, "met": 5})).collect();
            seated.push(json!({"table": format!("T{at}"), "players": players, "results": results}));
        }
        rounds.push(json!({"tables": seated}));
    }
    let settings = json!({"table_points": "points"});
    let file = tournament(settings, 1..=16, rounds.into());
    let order = report(&file, &[]);
    let order: Vec<u64> =
        order["ranking"].as_array().unwrap().iter().map(|line| line["number"].as_u64().unwrap()).collect();
    assert_eq!(order, (1..=16).collect::<Vec<_>>());
    let told = report(&file, &["--seats", "--seed", "7"]);
    assert_eq!((&told["round"], &told["repeated_meetings"]), (&json!(3), &json!(0)));
    let sets =
        |all: Vec<Vec<u64>>| all.into_iter().map(|one| one.into_iter().collect()).collect::<BTreeSet<BTreeSet<u64>>>();
    let ours = told["tables"].as_array().unwrap();
    let players =
        |table: &Value| table["players"].as_array().unwrap().iter().map(|one| one.as_u64().unwrap()).collect();
    assert_eq!(sets(ours.iter().map(players).collect()), sets(tables(&vector["expect"]["tables"])));
    assert!(ours.iter().all(|table| table["first_dealer"].as_u64().unwrap() < 4));
    assert_eq!(told, report(&file, &["--seats", "--seed", "7"]));
}

/// A session of three rounds at a table of the tournament.
fn game(names: &[&str], id: u128, round: u8, table: &str, finished: bool) -> Session {
    let rules = RuleSet { hands: Some(vec![1, 2, 3]), ..unbound() };
    let rounds: [([u8; 3], [u8; 3]); 3] = [([0, 1, 0], [0, 1, 0]), ([0, 2, 0], [1, 1, 0]), ([3, 0, 1], [3, 0, 0])];
    let rounds = rounds.iter().take(if finished { 3 } else { 2 });
    let session = rounds.fold(session_of(names, rules), |session, (bids, tricks)| played(&session, bids, tricks));
    let session = session.duplicate(Uuid::from_u128(id)).as_copy_of(None);
    session.at_tournament(TournamentTable { id: ID.parse().unwrap(), round, table: table.into() })
}

fn keep(folder: &Path, name: &str, session: &Session) {
    fs::write(folder.join(name), write_session(session, at(90)).unwrap()).unwrap();
}

#[test]
fn sessions_that_name_a_table_are_found_and_none_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("open.tournament.json");
    let seats = |name: &str, players: [u64; 3]| json!({"table": name, "players": players});
    let rounds = json!([{"tables": [seats("A", [1, 2, 3]), seats("B", [4, 5, 6]), seats("C", [7, 8, 9])]}]);
    let mut file = tournament(json!({"hands": {"3": [1, 2, 3]}}), 1..=9, rounds);
    fs::write(&path, file.to_string()).unwrap();
    let json = |file: &Value| -> (Value, String) {
        fs::write(&path, file.to_string()).unwrap();
        let answer = terminal(&path, &["--format", "json"]);
        assert_eq!(answer.code, Some(0), "{}", answer.told);
        (serde_json::from_str(&answer.out).unwrap(), answer.told)
    };
    keep(folder.path(), "a.json", &game(&["P1", "P2", "P3"], 1, 1, "A", true));
    keep(folder.path(), "b.json", &game(&["P4", "P5", "P6"], 2, 1, "B", false));
    let (told, notes) = json(&file);
    assert_eq!((&told["open_tables"], &*notes), (&json!(["1/B", "1/C"]), ""));
    let session = game(&["P1", "P2", "P3"], 1, 1, "A", true);
    for place in told["tables"][0]["places"].as_array().unwrap() {
        let seat = place["number"].as_u64().unwrap() as usize - 1;
        assert_eq!(place["points"], *session.current_totals().get(seat).unwrap());
    }
    // Two for one table: both are named, and neither counts until the file names one.
    keep(folder.path(), "a2.json", &game(&["P3", "P2", "P1"], 3, 1, "A", true));
    let (told, notes) = json(&file);
    assert_eq!(told["open_tables"], json!(["1/A", "1/B", "1/C"]));
    assert!(notes.contains("a.json") && notes.contains("a2.json") && notes.contains("round 1, table A"), "{notes}");
    file["rounds"][0]["tables"][0]["session"] = json!(Uuid::from_u128(3));
    let (told, notes) = json(&file);
    assert_eq!((&told["open_tables"], &*notes), (&json!(["1/B", "1/C"]), ""));
    // The same file twice, as a synchronising program leaves it, is one.
    keep(folder.path(), "c.json", &game(&["P7", "P8", "P9"], 4, 1, "C", true));
    keep(folder.path(), "c.sync-conflict-20260307-201500-ABCDEFG.json", &game(&["P7", "P8", "P9"], 4, 1, "C", true));
    assert_eq!(json(&file).0["open_tables"], json!(["1/B"]));
    // A table that there is not, somebody who does not sit there, a session that is missing.
    keep(folder.path(), "d.json", &game(&["P1", "P2", "P3"], 5, 2, "A", true));
    keep(folder.path(), "b.json", &game(&["P4", "P5", "P7"], 2, 1, "B", true));
    file["rounds"][0]["tables"][2]["session"] = json!(Uuid::from_u128(99));
    let (told, notes) = json(&file);
    assert_eq!(told["open_tables"], json!(["1/B", "1/C"]));
    for part in
        ["round 2, table A: d.json: the tournament has no such table", "P7 does not sit", "is not in the folder"]
    {
        assert!(notes.contains(part), "{part}: {notes}");
    }
    // Another version of the tournament is told of; the same one is not.
    let copy = folder.path().join("open.tournament.sync-conflict-20260307-201500-ABCDEFG.json");
    fs::write(&copy, file.to_string()).unwrap();
    assert!(!json(&file).1.contains("another version"));
    fs::write(&copy, tournament(json!({}), 1..=9, json!([])).to_string()).unwrap();
    let notes = json(&file).1;
    assert!(notes.contains("ABCDEFG.json is another version of this tournament"), "{notes}");
    // Lists of sessions do not take the tournament for a session.
    let list = run(&["--data-dir", folder.path().to_str().unwrap(), "list", "--format", "json"], b"");
    assert_eq!((list.code, &*list.told), (Some(0), ""));
}

#[test]
fn seats_are_written_once_and_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("open.tournament.json");
    fs::write(&path, tournament(json!({}), 1..=21, json!([])).to_string()).unwrap();
    let before = fs::read_to_string(&path).unwrap();
    let shown = terminal(&path, &["--seats", "--seed", "5", "--format", "json"]);
    assert_eq!((shown.code, &*shown.told), (Some(0), ""));
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    let written = terminal(&path, &["--seats", "--seed", "5", "--write", "--format", "json"]);
    assert_eq!(written.out, shown.out);
    let file: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let told: Value = serde_json::from_str(&shown.out).unwrap();
    assert_eq!(file["rounds"][0]["tables"], told["tables"]);
    assert_eq!((&file["rounds"][0]["seed"], &file["id"]), (&json!(5), &json!(ID)));
    assert_eq!(told["tables"].as_array().unwrap().len(), 5);
    let next = terminal(&path, &["--seats"]);
    assert!(next.out.contains("Seats of round 2, drawn from") && next.told.contains("1/A"), "{next:?}");
    let csv = terminal(&path, &["--seats", "--format", "csv"]).out;
    assert!(csv.starts_with("round,table,number,name,first_dealer\r\n2,A,"), "{csv}");
    assert_eq!(csv.lines().count(), 22);
    let text = terminal(&path, &[]).out;
    assert!(text.contains("Rank") && text.contains("Tables without a result: 1/A"), "{text}");
    let csv = terminal(&path, &["--format", "csv"]).out;
    assert!(csv.starts_with("rank,number,name,table_points,points,met,games\r\n1,1,P1,0,0,0,0\r\n"), "{csv}");
    let german = terminal(&path, &["--language", "de"]).out;
    assert!(german.contains("Turnierpunkte"), "{german}");
}

#[test]
fn papers_are_written_where_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("open.tournament.json");
    fs::write(&path, tournament(json!({"cut": 4}), 1..=21, json!([])).to_string()).unwrap();
    let to = |more: &[&str]| terminal(&path, &[more, &["-o", folder.path().to_str().unwrap()]].concat());
    let early = to(&["--paper", "slips"]);
    assert!(early.code == Some(2) && early.told.contains("no round is seated yet"), "{early:?}");
    assert_eq!(terminal(&path, &["--seats", "--write"]).code, Some(0));
    for paper in ["seats-by-table", "seats-by-name", "slips", "pads", "ranking", "report"] {
        let answer = to(&["--paper", paper]);
        assert_eq!((answer.code, &*answer.out, &*answer.told), (Some(0), "", ""), "{paper}");
        let written = folder.path().join(format!("tournament_Open_1_{paper}.pdf"));
        assert!(fs::read(&written).unwrap().starts_with(b"%PDF"), "{paper}");
        let again = to(&["--paper", paper]);
        assert!(again.code == Some(2) && again.told.contains("--force"), "{again:?}");
        assert_eq!(to(&["--paper", paper, "--force"]).code, Some(0));
    }
    let later = to(&["--paper", "seats-by-name", "--round", "2"]);
    assert!(later.code == Some(2) && later.told.contains("round 2 is not seated yet"), "{later:?}");
    let before = to(&["--paper", "ranking", "--round", "0"]);
    assert_eq!(before.code, Some(0), "{before:?}");
    for wrong in [&["--round", "1"][..], &["--paper", "slips", "--seats"], &["--paper", "slips", "--format", "csv"]] {
        assert_eq!(terminal(&path, wrong).code, Some(2), "{wrong:?}");
    }
}

#[test]
fn the_exit_code_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("open.tournament.json");
    let code = |text: &str, more: &[&str]| {
        fs::write(&path, text).unwrap();
        let answer = terminal(&path, more);
        assert_eq!(answer.out, "");
        (answer.code, answer.told)
    };
    let results = json!([{"points": 700, "met": 3}, {"points": 10, "met": 3}, {"points": 10, "met": 3}]);
    let rounds = json!([{"tables": [{"table": "A", "players": [1, 2, 3], "results": results}]}]);
    let (exit, told) = code(&tournament(json!({}), 1..=3, rounds).to_string(), &[]);
    assert_eq!(exit, Some(1));
    assert!(told.contains("table A: P1 (1): 700 points cannot be with 3 bids met"), "{told}");
    let (exit, told) = code("{\"name\": \"Open\",\n\"players\": 7}", &[]);
    assert!(exit == Some(2) && told.contains("line 2, column"), "{told}");
    let few = tournament(json!({}), 1..=2, json!([])).to_string();
    let (exit, told) = code(&few, &["--seats"]);
    assert!(exit == Some(2) && told.contains("2 players are too few"), "{told}");
    let (exit, told) = code(&few, &["--after-round", "1"]);
    assert!(exit == Some(2) && told.contains("has only 0 rounds"), "{told}");
    assert_eq!(code(&few, &["--write"]).0, Some(2));
    let session = write_session(&game(&["P1", "P2", "P3"], 1, 1, "A", true), at(90)).unwrap();
    let (exit, told) = code(&String::from_utf8(session).unwrap(), &[]);
    assert!(exit == Some(2) && told.contains("file of another kind"), "{told}");
    assert_eq!(terminal(&folder.path().join("none.tournament.json"), &[]).code, Some(2));
    let help = run(&["tournament", "--help"], b"").out;
    assert!(help.contains("Exit code 0: counted"), "{help}");
}

#[test]
fn a_finished_session_has_every_hand() {
    let session = game(&["P1", "P2", "P3"], 1, 1, "A", true);
    assert_eq!(after(&session, []).scored(), 3);
    let penalised = after(&session, [Command::Penalties(vec![crate::common::penalty(0, 3, -20, "time")])]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("open.tournament.json");
    let rounds = json!([{"tables": [{"table": "A", "players": [3, 1, 2]}]}]);
    fs::write(&path, tournament(json!({"hands": {"3": [1, 2, 3]}}), 1..=3, rounds).to_string()).unwrap();
    keep(folder.path(), "a.json", &penalised);
    let told: Value = serde_json::from_str(&terminal(&path, &["--format", "json"]).out).unwrap();
    let ranking = told["ranking"].as_array().unwrap();
    for line in ranking {
        let seat = line["number"].as_u64().unwrap() as usize - 1;
        assert_eq!(line["points"], *penalised.current_totals().get(seat).unwrap());
    }
}

#[test]
fn two_of_one_name_have_their_numbers_and_a_game_names_its_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("open.tournament.json");
    let rounds = json!([{"tables": [{"table": "A", "players": [1, 2, 3]}]}]);
    let mut file = tournament(json!({"hands": {"3": [1, 2, 3]}}), 1..=4, rounds);
    for number in [0, 3] {
        file["players"][number]["name"] = "Anna".into();
    }
    fs::write(&path, file.to_string()).unwrap();
    let game = game(&["Anna (1)", "P2", "P3"], 1, 1, "A", true);
    keep(folder.path(), "a.json", &game);
    let answer = terminal(&path, &[]);
    assert!(answer.out.contains("Anna (1)") && answer.out.contains("Anna (4)"), "{}", answer.out);
    assert_eq!(answer.told, "", "the game counts");
    let seats = terminal(&path, &["--seats"]).out;
    assert!(seats.contains("1 Anna (1)") && seats.contains("4 Anna (4)"), "{seats}");
    let csv = terminal(&path, &["--format", "csv"]).out;
    assert!(csv.contains(",Anna,") && !csv.contains("Anna ("), "programs have the number beside it: {csv}");

    for format in ["text", "markdown", "html", "svg"] {
        let exported = |file: &Path| run(&["export", file.to_str().unwrap(), "--to", format], b"").out;
        assert!(exported(&folder.path().join("a.json")).contains("Open, round 1, table A"), "{format}");
        let elsewhere = tempfile::tempdir().unwrap();
        keep(elsewhere.path(), "a.json", &game);
        assert!(exported(&elsewhere.path().join("a.json")).contains("Round 1 of a tournament, table A"), "{format}");
    }
}
