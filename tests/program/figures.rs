//! Figures for programs: the same in JSON and CSV, and each of them in `docs/statistics.md`.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};
use tablet_of_truth::archive::write_session;
use tablet_of_truth::session::{Face, OfGame, Record};
use tablet_of_truth::statistics::{League, Statistics, TrackStatistics};
use tablet_of_truth::table::{Column, Order, league, players};
use tablet_of_truth::wizard::RuleSet;
use tempfile::TempDir;

use crate::common::{NAMES, at, played, session_of, unbound};
use crate::terminal::{output, program};

const DOCUMENT: &str = include_str!("../../docs/statistics.md");

/// A finished game of each kind.
fn archive() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let session = session_of(&NAMES[..3], RuleSet { hands: Some(vec![1]), ..unbound() });
    let session = played(&session, &[0, 1, 0], &[0, 0, 1]);
    fs::write(folder.path().join("wizard.json"), write_session(&session, at(50)).unwrap()).unwrap();
    let track = r#"{"game": "last-wizard", "players": ["Ana", "Bo", "Cy"], "first_player": 0, "start": [29, 10, 10],
        "rounds": [{"facts": [{"round_token": 1, "square_token": 1, "rank": "best"}, {"fold": 1}, {"fold": 1}]}]}"#;
    fs::write(folder.path().join("last-wizard.json"), track).unwrap();
    folder
}

fn printed(folder: &TempDir, command: &str) -> String {
    let output = output(program(folder.path()).args(command.split(' ')).args(["--data-dir", "."]), b"");
    assert_eq!(output.status.code(), Some(0), "{command}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_figure_of_a_player_is_in_the_json() {
    let json: Value = serde_json::from_str(&printed(&archive(), "stats --format json")).unwrap();
    let player = json["players"][0].as_object().unwrap();
    let names: BTreeSet<&str> = player.keys().map(String::as_str).collect();
    let expected = "best_total bid_minus_tricks by_edition by_players ended_early form games heat_map longest_run \
         mean_place mean_total name points_per_round rating rounds share_met share_overbid share_underbid share_zero \
         shared_wins win_share wins worst_total zero_met";
    assert_eq!(names, expected.split_whitespace().collect());
    assert_eq!(player["by_edition"]["classic"]["mean_total"], player["by_players"]["3"]["mean_total"]);
    assert_eq!((&player["form"][0]["rounds"], &player["rating"]["sample"]), (&json!(1), &json!(1)));
    assert_eq!((&player["share_met"]["sample"], &player["share_met"]["small"]), (&json!(1), &json!(true)));
}

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

#[test]
fn the_document_names_every_field_of_the_json() {
    let folder = archive();
    let mut found = Vec::new();
    for command in ["list", "stats", "stats --game last-wizard"] {
        let json = printed(&folder, &format!("{command} --format json"));
        fields(&serde_json::from_str(&json).unwrap(), &mut found);
    }
    assert!(["rating", "head_to_head", "longest_lead"].iter().all(|name| found.iter().any(|other| other == name)));
    for name in found {
        let number = name.chars().all(|letter| letter.is_ascii_digit());
        assert!(number || DOCUMENT.contains(&format!("`{name}`")), "{name} is not in docs/statistics.md");
    }
}

#[test]
fn csv_has_the_figures_of_the_json() {
    let folder = archive();
    for (game, columns) in [("wizard", 22), ("last-wizard", 16)] {
        let csv = printed(&folder, &format!("stats --game {game} --format csv"));
        let json: Value =
            serde_json::from_str(&printed(&folder, &format!("stats --game {game} --format json"))).unwrap();
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let heads = reader.headers().unwrap().clone();
        assert_eq!((heads.len(), &heads[0]), (columns, "rank"));
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.unwrap()).collect();
        assert_eq!(rows.len(), 3);
        for row in rows {
            let all = json["players"].as_array().unwrap();
            let figures = all.iter().find(|player| player["name"] == row[1]).unwrap();
            for (key, cell) in heads.iter().zip(&row).skip(1) {
                let figure = if key == "uncertainty" { &figures["rating"][key] } else { &figures[key] };
                let same = match figure.get("value").unwrap_or(figure) {
                    Value::String(name) => name == cell,
                    Value::Null => cell.is_empty(),
                    value => (cell.parse::<f64>().unwrap() - value.as_f64().unwrap()).abs() <= 0.005,
                };
                assert!(same, "{key}: {cell}, {figure}");
            }
        }
    }
}

/// What the window says beside a figure is the first sentence of its line.
#[test]
fn the_document_explains_each_figure_as_the_tables_do() {
    let nobody: [&Record; 0] = [];
    let face = |_: &str| Face::default();
    let season = League::default();
    let of = [OfGame::Wizard(Statistics::of(nobody)), OfGame::LastWizard(TrackStatistics::of(nobody))];
    let tables = of.iter().map(|of| players(of, &season, Order::default(), &face)).chain([league(&season, &face)]);
    let columns: Vec<_> = tables.flat_map(|table| table.columns).collect();
    let named =
        |column: &Column| Some((column.key, column.head.as_ref()?.to_string(), column.meaning.as_ref()?.to_string()));
    let named: Vec<_> = columns.iter().filter_map(named).collect();
    assert!(named.len() > 20);
    let cells = |line: &'static str| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect::<Vec<_>>();
    let lines = DOCUMENT.lines().filter_map(|line| <[&str; 5]>::try_from(cells(line)).ok());
    let lines: Vec<_> = lines.filter(|[_, _, name, ..]| !matches!(*name, "" | "Name" | "---")).collect();
    for (key, head, meaning) in &named {
        let is_it = |[_, of, name, words, _]: &[&str; 5]| of == key && name == head && words.starts_with(meaning);
        assert!(lines.iter().any(is_it), "docs/statistics.md lacks: | `{key}` | {head} | {meaning}");
    }
    for [_, _, name, ..] in lines {
        assert!(named.iter().any(|(_, head, _)| head == name), "no table has a column {name}");
    }
}
