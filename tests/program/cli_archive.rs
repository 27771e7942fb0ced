//! `list` and `stats`: an archive in a terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use chrono::{DateTime, Duration};
use serde_json::{Value, json};
use tablet_of_truth::archive::{Archive, write_session};
use tablet_of_truth::session::{Frame, People, Player, Session};
use tablet_of_truth::wizard::{Command, Game, RuleSet, SpecialCard};
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::{after, people, played, taken_over, unbound, with_cards};

struct Answer {
    code: Option<i32>,
    out: String,
    told: String,
}

/// Runs the program on this folder; it must neither panic nor print control characters.
fn run(folder: &Path, arguments: &[&str]) -> Answer {
    let mut process = Process::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
    process.args(arguments).arg("--data-dir").arg(folder).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    // English, whatever the language of the machine.
    process.env("LC_ALL", "C");
    let output = process.output().unwrap();
    let (out, told) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(!told.contains("panicked at"), "{told}");
    for text in [&out, &told] {
        assert!(!text.chars().any(|letter| letter.is_control() && !matches!(letter, '\r' | '\n')), "{text:?}");
    }
    Answer { code: output.status.code(), out, told }
}

fn json_of(folder: &Path, arguments: &[&str]) -> Value {
    let answer = run(folder, &[arguments, &["--format", "json"]].concat());
    assert_eq!(answer.code, Some(0), "{}", answer.told);
    serde_json::from_str(&answer.out).unwrap()
}

/// The last parts of the listed sessions' ids.
fn listed(folder: &Path, arguments: &[&str]) -> Vec<u64> {
    let list = json_of(folder, &[&["list"], arguments].concat());
    let id = |line: &Value| Uuid::parse_str(line["id"].as_str().unwrap()).unwrap().as_u64_pair().1;
    list["sessions"].as_array().unwrap().iter().map(id).collect()
}

fn new(id: u128, started: &str, names: &[&str], rules: RuleSet) -> Session {
    let (started, people) =
        (DateTime::parse_from_rfc3339(started).unwrap(), People::seated(people(names), Vec::new()).unwrap());
    let frame = Frame::new(Uuid::from_u128(id), started, &people);
    Session::of(frame, Game::new(names.len(), 0, rules).unwrap())
}

fn keep(archive: &Archive, session: &Session) -> PathBuf {
    let path = archive.path_for(session);
    fs::write(&path, write_session(session, session.started()).unwrap()).unwrap();
    path
}

/// Three games: a finished one of three, one of four with special cards that was ended early, and a running one.
fn archive() -> (TempDir, Archive) {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::new(folder.path().to_owned());
    let short = RuleSet { hands: Some(vec![1, 1]), ..unbound() };
    let finished = new(1, "2025-03-07T20:15:00+01:00", &["Émilie", "Bo", "Cy"], short);
    let finished = played(&played(&finished, &[1, 0, 0], &[1, 0, 0]), &[0, 1, 0], &[0, 0, 1]);
    keep(&archive, &finished.noted("Café", "=a note").unwrap());
    let four = ["Émilie", "Bo", "Cy", "Dee"];
    let ended = new(2, "2026-05-01T20:15:00+02:00", &four, with_cards(&[SpecialCard::Bomb]));
    let ended = played(&ended, &[0, 1, 0, 0], &[0, 1, 0, 0]);
    let at = ended.started() + Duration::hours(1);
    keep(&archive, &after(&ended, [Command::EndEarly(at)]));
    let running = new(3, "2026-06-01T20:15:00+02:00", &["Bo", "Cy", "Emilie"], unbound());
    keep(&archive, &running);
    (folder, archive)
}

#[test]
fn the_list_is_aligned_and_newest_first() {
    let (folder, _) = archive();
    let answer = run(folder.path(), &["list"]);
    let expected = "\
Date         Players               First       Rounds   Edition    State         File
2026-06-01   Bo, Cy, Emilie                      0/20   Classic    running       2026-06-01_Bo_Cy_Emilie_00000000.json
2026-05-01   Émilie, Bo, Cy, Dee   Bo 30         1/15   25 years   ended early   2026-05-01_Émilie_Bo_Cy_Dee_\
00000000.json
2025-03-07   Émilie, Bo, Cy        Émilie 50      2/2   Classic    finished      2025-03-07_Émilie_Bo_Cy_00000000.json
";
    assert_eq!((answer.code, answer.told.as_str(), answer.out.as_str()), (Some(0), "", expected));
}

#[test]
fn a_shared_first_place_names_both() {
    let folder = tempfile::tempdir().unwrap();
    let short = RuleSet { hands: Some(vec![1]), ..unbound() };
    let session = new(1, "2025-03-07T20:15:00+01:00", &["Ana", "Bo", "Cy"], short);
    keep(&Archive::new(folder.path().to_owned()), &played(&session, &[0, 0, 0], &[1, 0, 0]));
    assert!(run(folder.path(), &["list"]).out.contains("   Bo, Cy 20   "));
    assert!(run(folder.path(), &["list", "--format", "csv"]).out.contains(",\"Bo, Cy\",20,"));
}

#[test]
fn the_list_as_json_has_every_field() {
    let (folder, archive) = archive();
    let list = json_of(folder.path(), &["list", "--year", "2025"]);
    let path = archive.paths().unwrap().pop().unwrap();
    let expected = json!({"sessions": [{
        "file": path.file_name().unwrap().to_str().unwrap(), "id": Uuid::from_u128(1).to_string(),
        "started": "2025-03-07T20:15:00+01:00", "finished": "2026-03-07T20:17:00+01:00", "status": "finished",
        "game": "wizard", "edition": "classic", "rounds": 2, "rounds_planned": 2, "players": ["Émilie", "Bo", "Cy"],
        "standings": [{"rank": 1, "player": "Émilie", "total": 50}, {"rank": 2, "player": "Bo", "total": 10},
                      {"rank": 2, "player": "Cy", "total": 10}],
        "place": "Café", "notes": "=a note",
    }]});
    assert_eq!(list, expected);
    let all = json_of(folder.path(), &["list"]);
    assert_eq!((&all["sessions"][0]["status"], &all["sessions"][0]["finished"]), (&json!("running"), &Value::Null));
    assert_eq!(all["sessions"][1]["status"], "ended_early");
}

#[test]
fn a_trial_copy_is_listed_as_one_and_not_counted() {
    let (folder, archive) = archive();
    let before = json_of(folder.path(), &["stats"]);
    let mut sessions =
        archive.paths().unwrap().into_iter().map(|path| Archive::load(&path).unwrap().session.wizard().unwrap());
    let original = sessions.find(|session| session.id() == Uuid::from_u128(1)).unwrap();
    keep(&archive, &original.duplicate(Uuid::from_u128(9 << 96)));
    let list = json_of(folder.path(), &["list", "--year", "2025"]);
    let marks: Vec<&Value> = list["sessions"].as_array().unwrap().iter().map(|line| &line["copy_of"]).collect();
    assert_eq!(marks.iter().filter(|mark| mark.is_null()).count(), 1, "{list}");
    let of = json!(Uuid::from_u128(1).to_string());
    assert!(marks.contains(&&of), "{list}");
    let table = run(folder.path(), &["list", "--year", "2025"]).out;
    assert_eq!(table.matches("finished, a copy").count(), 1, "{table}");
    let csv = run(folder.path(), &["list", "--year", "2025", "--format", "csv"]).out;
    assert!(csv.contains(&format!(",{},wizard,\r\n", Uuid::from_u128(1))), "{csv}");
    let mut after = json_of(folder.path(), &["stats"]);
    assert_eq!(after["sessions"]["copies"], 1);
    after["sessions"]["copies"] = json!(0);
    assert_eq!(after, before);
    assert!(run(folder.path(), &["stats"]).out.contains("1 copy of a session does not count."));
}

#[test]
fn the_list_as_csv_has_a_row_for_each_session() {
    let (folder, _) = archive();
    let answer = run(folder.path(), &["list", "--format", "csv", "--search", "cafe"]);
    let rows: Vec<&str> = answer.out.split("\r\n").collect();
    let header = "file,id,started,finished,status,edition,rounds,rounds_planned,players,first,total,place,notes,\
         copy_of,game,former_players";
    assert_eq!((rows.len(), rows[0]), (3, header));
    assert!(rows[1].contains(",finished,classic,2,2,\"Émilie, Bo, Cy\",Émilie,50,Café,'=a note"), "{}", rows[1]);
}

#[test]
fn filters_select_sessions() {
    let (folder, _) = archive();
    for (arguments, expected) in [
        (&[][..], &[3, 2, 1][..]),
        (&["--player", "Émilie"], &[2, 1]),
        (&["--player", "Émilie", "--player", "Dee"], &[2]),
        (&["--player", "Émilie", "--player", "Emilie"], &[]),
        (&["--players", "3"], &[3, 1]),
        (&["--edition", "anniversary"], &[2]),
        (&["--edition", "classic"], &[3, 1]),
        (&["--year", "2026"], &[3, 2]),
        (&["--search", "emilie"], &[3, 2, 1]),
        (&["--search", "march 2025"], &[1]),
        (&["--search", "7.3.2025 CAFÉ"], &[1]),
        (&["--search", "cafe", "--year", "2026"], &[]),
    ] {
        assert_eq!(listed(folder.path(), arguments), expected, "{arguments:?}");
    }
    let stats = json_of(folder.path(), &["stats", "--edition", "anniversary"]);
    assert_eq!((&stats["sessions"]["finished"], &stats["sessions"]["ended_early"]), (&json!(0), &json!(1)));
}

#[test]
fn a_player_who_left_is_listed_and_found() {
    let (folder, archive) = archive();
    let begun = new(4, "2026-07-01T20:15:00+02:00", &["Ana", "Ida", "Kim"], unbound());
    let dan = Player::new("Dan", Uuid::from_u128(0xda));
    keep(&archive, &played(&taken_over(&played(&begun, &[1, 0, 0], &[1, 0, 0]), 2, &dan), &[1, 1, 0], &[1, 1, 0]));
    for arguments in [["--player", "Kim"], ["--player", "Dan"], ["--search", "kim"]] {
        assert_eq!(listed(folder.path(), &arguments), [4], "{arguments:?}");
    }
    let told = run(folder.path(), &["list", "--player", "KIM"]).told;
    assert!(told.contains("there are sessions with “Kim”"), "{told}");
    let table = run(folder.path(), &["list", "--player", "Kim"]).out;
    assert!(table.contains("   Ana, Ida, Dan (before: Kim)   "), "{table}");
    let list = json_of(folder.path(), &["list", "--player", "Kim"]);
    let line = &list["sessions"][0];
    assert_eq!((&line["players"][2], &line["former_players"]), (&json!("Dan"), &json!(["Kim"])));
    let csv = run(folder.path(), &["list", "--player", "Kim", "--format", "csv"]).out;
    assert!(csv.lines().last().unwrap().ends_with(",wizard,Kim"), "{csv}");
}

#[test]
fn an_impossible_filter_is_refused() {
    let (folder, _) = archive();
    for arguments in [["list", "--players", "7"], ["stats", "--edition", "gold"], ["stats", "--year", "soon"]] {
        let answer = run(folder.path(), &arguments);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
    }
    assert_eq!(run(folder.path(), &["stats", "--format", "csv"]).code, Some(2));
    assert_eq!(run(folder.path(), &["game.json", "list"]).code, Some(2), "a file and a command exclude each other");
}

#[test]
fn the_league_is_told_for_people_and_programs() {
    let (folder, _) = archive();
    let answer = run(folder.path(), &["league"]);
    let expected = "\
League
A game gives one for everyone below, minus one for everyone above

    Player  Games  Total  Per game  Last five
1.  Émilie      1     +2     +2.00  1
2.  Bo          1     −1     −1.00  2
2.  Cy          1     −1     −1.00  2
";
    assert_eq!((answer.code, answer.told.as_str(), answer.out.as_str()), (Some(0), "", expected));
    let line = |rank: u32, player: &str, total: f64| {
        let games = 1;
        json!({"rank": rank, "player": player, "games": games, "total": total, "per_game": total})
    };
    let all = json!({"league": [line(1, "Émilie", 45.0), line(2, "Bo", 25.0), line(2, "Cy", 25.0)], "unranked": []});
    assert_eq!(json_of(folder.path(), &["league", "--rule", "table-points"]), all);
    let csv = run(folder.path(), &["league", "--format", "csv", "--rule", "wins", "--least-games", "2"]).out;
    let lines = "rank,player,games,total,per_game,last_five\r\n,Bo,1,0,0,2\r\n,Cy,1,0,0,2\r\n,Émilie,1,1,1,1\r\n";
    assert_eq!(csv, lines);
    let few = run(folder.path(), &["league", "--least-games", "2", "--drop", "3", "--from", "2025-01-01"]).out;
    let expected = "\
League · from 1 Jan 2025 on
A game gives one for everyone below, minus one for everyone above · at least 2 games · the worst 3 games do not count

Below the line, fewer than 4 games: Bo (1), Cy (1) and Émilie (1)
";
    assert_eq!(few, expected);
    let nobody = run(folder.path(), &["league", "--year", "2024"]);
    assert!(
        nobody.code == Some(0) && nobody.out.ends_with("\n\nNo finished games in this season.\n"),
        "{}",
        nobody.out
    );
}

#[test]
fn the_league_takes_the_filters_of_the_statistics() {
    let (folder, _) = archive();
    let found = |arguments: &[&str]| json_of(folder.path(), &[&["league"], arguments].concat())["league"].clone();
    assert_eq!(found(&["--from", "2025-03-07", "--to", "2025-03-07"]).as_array().unwrap().len(), 3);
    let nothing: [&[&str]; 7] = [
        &["--from", "2025-03-08"],
        &["--to", "2025-03-06"],
        &["--player", "Dee"],
        &["--year", "2024"],
        &["--game", "last-wizard"],
        &["--drop", "1"],
        &["--drop", "4294967295"],
    ];
    for arguments in nothing {
        assert_eq!(found(arguments), json!([]), "{arguments:?}");
    }
    let refused: [&[&str]; 5] = [
        &["--rule", "best"],
        &["--from", "soon"],
        &["--least-games", "-1"],
        &["--format", "pdf"],
        &["--from", "2025-03-08", "--to", "2025-03-07"],
    ];
    for arguments in refused {
        let answer = run(folder.path(), &[&["league"], arguments].concat());
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{arguments:?}");
    }
    assert_eq!(
        run(&folder.path().join("nowhere"), &["league"]).code,
        run(&folder.path().join("nowhere"), &["stats"]).code
    );
}

#[test]
fn another_spelling_of_a_name_is_pointed_out() {
    let (folder, _) = archive();
    let answer = run(folder.path(), &["list", "--player", "EMILIE"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(0), "No sessions.\n"));
    assert!(answer.told.contains("“Emilie” and “Émilie”"), "{}", answer.told);
}

#[test]
fn statistics_are_aligned_for_people() {
    let (folder, _) = archive();
    let answer = run(folder.path(), &["stats"]);
    assert_eq!((answer.code, answer.told.as_str()), (Some(0), ""));
    assert!(answer.out.starts_with("1 finished, 1 ended early, 1 running; 3 rounds count.\n"), "{}", answer.out);
    let rows: Vec<Vec<&str>> = answer.out.lines().map(|line| line.split_whitespace().collect()).collect();
    let row = |name: &str| rows.iter().find(|row| row.first() == Some(&name)).unwrap().join(" ");
    assert_eq!(row("Émilie"), "Émilie 1 100 %* 50* 50* 50* 3 23.3* 100 %* +0.00* 3* 30.3 ± 7.8*");
    assert_eq!(row("Dee"), "Dee 0 – – – – 1 20.0* 100 %* +0.00* 1* –");
    assert!(!answer.out.contains("Highest total"), "a game of two rounds must set no record: {}", answer.out);
}

#[test]
fn statistics_as_json_name_every_figure() {
    let (folder, archive) = archive();
    let five = RuleSet { hands: Some(vec![1; 5]), ..unbound() };
    let mut session = new(4, "2025-04-01T20:15:00+02:00", &["Émilie", "Bo", "Zed"], five);
    for _ in 0..5 {
        session = played(&session, &[1, 0, 0], &[1, 0, 0]);
    }
    keep(&archive, &session);
    let stats = json_of(folder.path(), &["stats"]);
    let sessions = json!({"finished": 2, "ended_early": 1, "running": 1, "copies": 0, "rounds": 8,
        "shared_victories": 0, "first": "2025-03-07T20:15:00+01:00", "last": "2026-05-01T20:15:00+02:00"});
    assert_eq!(stats["sessions"], sessions);
    let player = stats["players"].as_array().unwrap().iter().find(|player| player["name"] == "Émilie").unwrap();
    let mut fields: Vec<&str> = player.as_object().unwrap().keys().map(String::as_str).collect();
    fields.sort_unstable();
    let expected = "best_total bid_minus_tricks by_edition by_players ended_early form games heat_map longest_run \
         mean_place mean_total name points_per_round rating rounds share_met share_overbid share_underbid share_zero \
         shared_wins win_share wins worst_total zero_met";
    assert_eq!(fields, expected.split_whitespace().collect::<Vec<_>>());
    assert_eq!(player["share_met"], json!({"value": 1.0, "sample": 8, "small": true}));
    assert_eq!(player["by_edition"]["classic"]["mean_total"], json!({"value": 100.0, "sample": 2, "small": true}));
    assert_eq!(player["by_players"]["3"]["wins"], 2);
    assert_eq!((&player["form"][0]["total"], &player["form"][1]["total"]), (&json!(50), &json!(150)));
    assert_eq!(player["rating"]["sample"], 2);
    let pair = &stats["head_to_head"][0];
    assert_eq!((&pair["player"], &pair["opponent"], &pair["behind"]), (&json!("Bo"), &json!("Émilie"), &json!(2)));
    let id = Uuid::from_u128(4).to_string();
    let highest = json!({"value": 150, "session": id, "started": "2025-04-01T20:15:00+02:00", "names": ["Émilie"],
        "round": null, "games": 1});
    assert_eq!(stats["records"]["highest_total"], highest);
    assert_eq!(stats["records"]["highest_round"]["round"], 1);
}

#[test]
fn the_document_names_every_field_of_the_json() {
    let document = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/statistics.md")).unwrap();
    fn fields(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => members.iter().for_each(|(name, value)| {
                found.push(name.clone());
                fields(value, found);
            }),
            Value::Array(values) => values.iter().for_each(|value| fields(value, found)),
            _ => {}
        }
    }
    let (folder, _) = archive();
    let mut found = Vec::new();
    fields(&json_of(folder.path(), &["stats"]), &mut found);
    fields(&json_of(folder.path(), &["list"]), &mut found);
    for name in found {
        let number = name.chars().all(|letter| letter.is_ascii_digit());
        assert!(number || document.contains(&format!("`{name}`")), "{name} is not in docs/statistics.md");
    }
}

#[test]
fn tooltips_are_short_sentences() {
    let document = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/statistics.md")).unwrap();
    let (_, table) = document.split_once("| Key | Tooltip |\n|---|---|\n").unwrap();
    let rows: Vec<&str> = table.lines().take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 20);
    for row in rows {
        let tooltip = row.split('|').nth(2).unwrap().trim();
        assert!(tooltip.ends_with('.') && tooltip.chars().count() <= 120, "{tooltip}");
    }
}

#[test]
fn a_damaged_file_among_good_ones_is_named_and_left_out() {
    let (folder, _) = archive();
    fs::write(folder.path().join("2026-01-01_broken\u{1b}[31m.json"), "{\"players\": [\"A\"").unwrap();
    fs::create_dir(folder.path().join("folder.json")).unwrap();
    let impossible =
        r#"{"players": ["A", "B", "C"], "first_dealer": 0, "rounds": [{"bids": [9, 0, 0], "tricks": [0, 0, 1]}]}"#;
    fs::write(folder.path().join("impossible.json"), impossible).unwrap();
    for arguments in [&["list"][..], &["list", "--format", "json"], &["list", "--format", "csv"], &["stats"]] {
        let answer = run(folder.path(), arguments);
        assert_eq!(answer.code, Some(0));
        assert_eq!(answer.told.lines().count(), 3, "{}", answer.told);
        for name in ["2026-01-01_broken", "folder.json", "impossible.json"] {
            assert!(answer.told.contains(name), "{}", answer.told);
        }
    }
    assert_eq!(listed(folder.path(), &[]), [3, 2, 1]);
    assert_eq!(json_of(folder.path(), &["stats"])["sessions"]["rounds"], 3);
}

#[test]
fn a_copied_file_is_listed_and_not_counted() {
    let (folder, archive) = archive();
    let path = archive.paths().unwrap().pop().unwrap();
    fs::copy(&path, folder.path().join("copy.json")).unwrap();
    assert_eq!(listed(folder.path(), &["--year", "2025"]), [1, 1]);
    let stats = json_of(folder.path(), &["stats"]);
    assert_eq!((&stats["sessions"]["finished"], &stats["sessions"]["copies"]), (&json!(1), &json!(1)));
    assert!(run(folder.path(), &["stats"]).out.contains("\n1 copy of a session does not count."));
}

#[test]
fn an_empty_archive_lists_no_sessions() {
    let folder = tempfile::tempdir().unwrap();
    let list = run(folder.path(), &["list"]);
    assert_eq!((list.code, list.told.as_str(), list.out.as_str()), (Some(0), "", "No sessions.\n"));
    assert_eq!(json_of(folder.path(), &["list"]), json!({"sessions": []}));
    assert_eq!(run(folder.path(), &["list", "--format", "csv"]).out.lines().count(), 1);
    let stats = run(folder.path(), &["stats"]);
    assert_eq!(stats.out, "0 finished, 0 ended early, 0 running; 0 rounds count.\n");
    assert_eq!(json_of(folder.path(), &["stats"])["players"], json!([]));
}

#[test]
fn a_missing_folder_is_not_an_empty_archive() {
    let (folder, archive) = archive();
    let backup = folder.path().join("out/all.json");
    assert_eq!(run(folder.path(), &["backup", backup.to_str().unwrap()]).code, Some(0));
    let good = fs::read(&backup).unwrap();
    let game = archive.paths().unwrap().remove(0);
    let missing = folder.path().join("drive/games");
    let backup = ["backup", "--force", backup.to_str().unwrap()];
    for arguments in [&["list"][..], &["stats"], &["check"], &backup, &["import", game.to_str().unwrap()]] {
        let answer = run(&missing, arguments);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(answer.told.contains("drive/games is missing"), "{}", answer.told);
    }
    assert_eq!(fs::read(backup[2]).unwrap(), good);
    assert!(!folder.path().join("drive").exists(), "the place of a missing drive must stay empty");
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let answer = run(&file, &["stats"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
    assert!(answer.told.contains("file"), "{}", answer.told);
}

#[test]
fn an_import_may_create_a_folder() {
    let (folder, archive) = archive();
    let game = archive.paths().unwrap().remove(0);
    let new = folder.path().join("new");
    let answer = run(&new, &["import", "--dry-run", game.to_str().unwrap()]);
    assert_eq!(answer.code, Some(0), "{}", answer.told);
    assert!(answer.told.contains("new is a new one") && !new.exists(), "{}", answer.told);
    assert_eq!(run(&new, &["import", game.to_str().unwrap()]).code, Some(0));
    let again = run(&new, &["import", game.to_str().unwrap()]);
    assert_eq!((again.code, again.told.as_str()), (Some(0), ""));
    assert_eq!(listed(&new, &[]).len(), 1);
}

#[test]
fn an_empty_backup_replaces_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let (empty, backup) = (folder.path().join("mount-point"), folder.path().join("all.json"));
    fs::create_dir(&empty).unwrap();
    fs::write(&backup, "what was kept").unwrap();
    let command = ["backup", "--force", backup.to_str().unwrap()];
    for unreadable in [false, true] {
        if unreadable {
            fs::write(empty.join("broken.json"), "{").unwrap();
        }
        let answer = run(&empty, &command);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
        assert!(answer.told.contains("stays as it is"), "{}", answer.told);
        assert_eq!(fs::read_to_string(&backup).unwrap(), "what was kept");
    }
    fs::remove_file(&backup).unwrap();
    assert_eq!(run(&empty, &command).code, Some(1), "an empty backup may be written where no file is");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_missing_folder_of_the_settings_is_not_an_empty_archive() {
    let (folder, archive) = archive();
    let game = archive.paths().unwrap().remove(0);
    let home = TempDir::new().unwrap();
    let settings = home.path().join("tablet-of-truth/settings.json");
    fs::create_dir(settings.parent().unwrap()).unwrap();
    let run = |arguments: &[&str]| {
        let mut process = Process::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
        process.args(arguments).env("LC_ALL", "C").env("XDG_CONFIG_HOME", home.path());
        let output = process.env("XDG_DATA_HOME", home.path().join("data")).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let import = ["import", game.to_str().unwrap()];
    let backup = home.path().join("all.json");
    let backup = ["backup", backup.to_str().unwrap()];
    // The platform's own folder is created with the first game.
    for arguments in [&["list"][..], &["stats"], &["check"], &backup] {
        assert_eq!(run(arguments), (Some(0), String::new()), "{arguments:?}");
    }
    let missing = folder.path().join("mounted");
    fs::write(&settings, json!({ "data_folder": missing }).to_string()).unwrap();
    for arguments in [&["list"][..], &["stats"], &["check"], &["backup", "--force", backup[1]], &import] {
        let (code, told) = run(arguments);
        assert!(code == Some(2) && told.contains("mounted is missing"), "{arguments:?}: {told}");
    }
    assert!(!missing.exists() && fs::read(backup[1]).is_ok());
}

#[test]
fn several_paths_to_a_file_are_one_file_for_check() {
    let (folder, archive) = archive();
    let game = archive.paths().unwrap().remove(0);
    let name = game.file_name().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    let around = folder.path().join("in/..").join(name);
    let answer = run(folder.path(), &["check", game.to_str().unwrap(), around.to_str().unwrap()]);
    assert_eq!(answer.code, Some(0), "{}", answer.out);
    assert!(answer.out.contains("1 file, all fine."), "{}", answer.out);
}

#[test]
fn the_folder_may_come_before_the_command() {
    let (folder, _) = archive();
    let mut process = Process::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
    process.env("LC_ALL", "C");
    let output = process.arg("--data-dir").arg(folder.path()).arg("list").output().unwrap();
    assert_eq!(output.stdout, run(folder.path(), &["list"]).out.into_bytes());
}

#[test]
fn names_do_not_control_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let short = RuleSet { hands: Some(vec![1; 5]), ..unbound() };
    let names = ["\u{1b}[2J", "a\nb\u{9b}31m", "李雷李雷"];
    let mut session = new(1, "2025-03-07T20:15:00+01:00", &names, short);
    for _ in 0..5 {
        session = played(&session, &[1, 0, 0], &[1, 0, 0]);
    }
    let session = session.noted("\u{7}", "two\nlines\u{1b}").unwrap();
    keep(&Archive::new(folder.path().to_owned()), &session);
    // `run` looks for control characters in all output.
    for arguments in [&["list"][..], &["list", "--format", "json"], &["list", "--format", "csv"], &["stats"]] {
        assert_eq!(run(folder.path(), arguments).code, Some(0));
    }
    let list = run(folder.path(), &["list"]).out;
    assert_eq!(list.lines().count(), 2, "{list}");
    let stats = run(folder.path(), &["stats", "--format", "json"]).out;
    assert!(stats.contains(r"\u009b"), "{stats}");
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_folder_the_one_of_the_settings_is_read() {
    let (folder, _archive) = archive();
    let home = TempDir::new().unwrap();
    let settings = home.path().join("tablet-of-truth/settings.json");
    fs::create_dir(settings.parent().unwrap()).unwrap();
    let list = || {
        let mut process = Process::new(env!("CARGO_BIN_EXE_tablet-of-truth"));
        process.arg("list").env("XDG_CONFIG_HOME", home.path()).env("XDG_DATA_HOME", home.path().join("data"));
        let output = process.output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    fs::write(&settings, serde_json::json!({ "data_folder": folder.path() }).to_string()).unwrap();
    assert!(list().0.lines().count() > 2, "the list must show the sessions of that folder");
    fs::write(&settings, "{").unwrap();
    let (printed, told) = list();
    assert!(printed.lines().count() < 3, "{printed}");
    assert!(told.contains("the settings cannot be read"), "{told}");
}
