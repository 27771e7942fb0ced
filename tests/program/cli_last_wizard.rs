//! The Last Wizard in a terminal: `score`, `export`, `list`, `stats`, `import` and `check` with its files.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{run, score};

/// Three rounds of three players, with a doubled gain, folds by all but one, and a move by hand.
fn game() -> Value {
    json!({"game": "last-wizard", "players": ["Ana", "Bo", "Cy"], "first_player": 1, "start": [6, 14, 20], "rounds": [
        {"facts": [{"round_token": 2, "square_token": 4, "rank": "best"}, {"fold": 1},
                   {"round_token": 3, "square_token": 2, "rank": "other"}]},
        {"facts": [{"fold": 1}, {"round_token": 1, "fold": 2}, {"round_token": 2, "square_token": -1}]},
        {"facts": [{"round_token": 3, "square_token": 9, "hand": 30}, {"fold": 1},
                   {"round_token": 1, "square_token": 1, "hand": 12}],
         "moves": [0, 0, -1], "reason": "late"}]})
}

#[test]
fn every_worked_round_is_scored() {
    let file: Value = serde_json::from_str(include_str!("../vectors/last-wizard.json")).unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    assert!(vectors.len() >= 13);
    for vector in vectors {
        let (id, expect) = (&vector["id"], &vector["expect"]);
        let file = json!({"game": "last-wizard", "players": vector["players"], "first_player": vector["start_player"],
            "start": vector["before"], "rounds": [{"facts": vector["facts"]}]});
        let answer = score("json", &file.to_string());
        if expect["refused"].is_string() {
            assert_eq!(answer.code, Some(1), "{id}: {}", answer.out);
            continue;
        }
        assert_eq!(answer.code, Some(0), "{id}: {}", answer.told);
        let scores: Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!((&scores["game"], &scores["players"]), (&json!("last-wizard"), &vector["players"]), "{id}");
        let round = &scores["rounds"][0];
        for field in ["moves", "after", "ended"] {
            assert_eq!(round[field], expect[field], "{id}: {field}");
        }
        assert_eq!(scores["complete"], json!(!expect["ended"].is_null()), "{id}");
        let first = scores["standings"].as_array().unwrap().iter().filter(|line| line["rank"] == 1);
        let winners: Vec<Value> = first.map(|line| line["player"].clone()).collect();
        if scores["complete"] == true {
            assert_eq!(json!(winners), expect["winners"], "{id}");
        }
    }
}

#[test]
fn a_game_is_scored_for_people_too() {
    let answer = score("table", &game().to_string());
    assert_eq!((answer.code, answer.told.as_str()), (Some(0), ""));
    for words in [
        "18  +2×6",
        "15  (+1)",
        "15  −5",
        "30  +12",
        "Standings after round 3 (finished)",
        "30  Ana",
        "Round 3, moved by hand: Cy −1 (late)",
    ] {
        assert!(answer.out.contains(words), "{words}: {}", answer.out);
    }
    let csv = score("csv", &game().to_string()).out;
    let rows: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!(rows.len(), 1 + 9 + 1);
    assert!(rows[1].ends_with(",1,1,Ana,0,2,4,,best,,,12,18"), "{}", rows[1]);
}

#[test]
fn impossible_rounds_are_refused_with_round_name_and_reason() {
    let with = |path: &str, value: Value| {
        let mut file = game();
        *file.pointer_mut(path).unwrap() = value;
        score("json", &file.to_string())
    };
    for (path, value, code, said) in [
        ("/rounds/1/facts/2", json!({"fold": 1}), 1, "round 2: Bo cannot fold"),
        ("/rounds/0/facts/2/rank", json!("second"), 1, "round 1: Cy cannot have the second best hand"),
        ("/rounds/0/facts/0/rank", json!("other"), 1, "round 1: nobody has the best hand"),
        ("/rounds/0/facts/0/round_token", json!(10), 1, "round 1: Ana cannot have a token of 10"),
        ("/start/1", json!(30), 1, "player 2 cannot start on space 30"),
        ("/first_player", json!(3), 1, "the first player is seat 3"),
        ("/players", json!(["Ana", "Bo"]), 1, "3 to 6 players"),
        ("/rounds/0/facts/0/rank", json!("worst"), 2, "unknown variant `worst`"),
        ("/game", json!("poker"), 2, "does not know: “poker”"),
    ] {
        let answer = with(path, value);
        assert_eq!(answer.code, Some(code), "{path}: {}", answer.told);
        assert!(answer.told.contains(said), "{path}: {}", answer.told);
    }
    let mut file = game();
    file["first_dealer"] = json!(0);
    assert!(score("json", &file.to_string()).told.contains("the field “first_dealer” is unknown"), "of the other game");
}

#[test]
fn it_is_kept_listed_and_exported_apart_from_wizard() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("games");
    let data = data.to_str().unwrap();
    let file = folder.path().join("game.json");
    std::fs::write(&file, game().to_string()).unwrap();
    let at = |arguments: &[&str]| {
        let answer = run(&[&["--data-dir", data], arguments].concat(), b"");
        assert_eq!(answer.code, Some(0), "{arguments:?}: {}", answer.told);
        answer.out
    };
    at(&["import", file.to_str().unwrap()]);
    let again = at(&["import", file.to_str().unwrap()]);
    assert!(again.contains("0 new, 1 the same"), "{again}");
    let list: Value = serde_json::from_str(&at(&["list", "--format", "json"])).unwrap();
    let line = &list["sessions"][0];
    assert_eq!(
        (&line["game"], &line["rounds"], &line["standings"][0]["total"]),
        (&json!("last-wizard"), &json!(3), &json!(30))
    );
    assert!(line.get("edition").is_none() && line.get("rounds_planned").is_none(), "{line}");
    assert!(at(&["list"]).contains("The Last Wizard"));
    let count = |game: &str| at(&["list", "--format", "csv", "--game", game]).lines().count();
    assert_eq!((count("last-wizard"), count("wizard")), (2, 1));
    let stats: Value = serde_json::from_str(&at(&["stats", "--format", "json"])).unwrap();
    assert_eq!(
        (&stats["sessions"]["finished"], &stats["players"]),
        (&json!(0), &json!([])),
        "by default only Wizard is counted"
    );
    let told = at(&["stats"]);
    assert!(told.contains("1 session of The Last Wizard is counted apart: --game last-wizard"), "{told}");
    let stats: Value = serde_json::from_str(&at(&["stats", "--game", "last-wizard", "--format", "json"])).unwrap();
    assert_eq!(
        (&stats["game"], &stats["sessions"]["finished"], &stats["sessions"]["rounds"]),
        (&json!("last-wizard"), &json!(1), &json!(3))
    );
    let figure = |name: &str, key: &str| {
        let players = stats["players"].as_array().unwrap();
        players.iter().find(|player| player["name"] == name).unwrap()[key]["value"].clone()
    };
    for (name, end, folded, won, lost, lead) in
        [("Ana", 30, 1, 2, 0, 3), ("Bo", 15, 3, 0, 0, 0), ("Cy", 13, 0, 1, 2, 0)]
    {
        let third = |rounds: i32| json!(f64::from(rounds) / 3.0);
        let figures = ["mean_total", "share_folded", "share_won", "share_lost", "longest_lead"];
        let expected = [json!(f64::from(end)), third(folded), third(won), third(lost), json!(f64::from(lead))];
        assert_eq!(figures.map(|key| figure(name, key)), expected, "{name}");
    }
    let document = include_str!("../../docs/statistics.md");
    let fields = stats["players"][0].as_object().unwrap().keys();
    fields.for_each(|key| assert!(document.contains(&format!("`{key}`")), "{key} is not in docs/statistics.md"));
    let table = at(&["stats", "--game", "last-wizard"]);
    assert!(table.contains("Longest lead") && table.contains("Ana") && !table.contains("Rating"), "{table}");
    assert!(at(&["check"]).contains("fine"));
    let kept = std::path::Path::new(data).join(line["file"].as_str().unwrap());
    for (format, wanted) in [
        ("text", "✓ moved forwards"),
        ("markdown", "Bets won"),
        ("html", "plays first"),
        ("svg", "Spaces by round"),
        ("text", "* Round 3, moved by hand: Cy −1 (late)"),
    ] {
        let out = at(&["export", "--to", format, kept.to_str().unwrap()]);
        assert!(out.contains(wanted), "{format}: {out}");
        assert!(!out.contains(">dealer") && !out.contains("Bids met") && !out.contains("Trump"), "{format}: {out}");
    }
    at(&["export", "--to", "csv", "-o", folder.path().to_str().unwrap(), kept.to_str().unwrap()]);
    let names =
        || std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(
        names().any(|name| name.starts_with("last-wizard_") && name.ends_with("_Ana_Bo_Cy.csv")),
        "{:?}",
        names().collect::<Vec<_>>()
    );
    assert!(at(&["export", "--to", "bgstats", kept.to_str().unwrap()]).contains("\"name\": \"The Last Wizard\""));
}
