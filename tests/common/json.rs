//! JSON files: every place in them, a change of one, and whether a schema of `docs` describes them.

use std::fs;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};

/// The paths of a value and of all in it, such as `/rounds/0/bids`.
pub fn paths(value: &Value, here: &str, found: &mut Vec<String>) {
    found.push(here.to_owned());
    match value {
        Value::Array(list) => {
            (0..).zip(list).for_each(|(at, item): (usize, _)| paths(item, &format!("{here}/{at}"), found))
        }
        Value::Object(members) => members.iter().for_each(|(name, item)| paths(item, &format!("{here}/{name}"), found)),
        _ => {}
    }
}

/// The file with the value at a path replaced, added or left out.
pub fn with(file: &Value, path: &str, value: Option<Value>) -> Value {
    let mut file = file.clone();
    let Some((parent, name)) = path.rsplit_once('/') else { return value.unwrap_or(file) };
    match (file.pointer_mut(parent).unwrap(), value) {
        (Value::Object(members), Some(value)) => drop(members.insert(name.into(), value)),
        (Value::Object(members), None) => drop(members.remove(name)),
        (Value::Array(list), Some(value)) => list[name.parse::<usize>().unwrap()] = value,
        (Value::Array(list), None) => drop(list.remove(name.parse().unwrap())),
        (other, _) => panic!("{path}: {other}"),
    }
    file
}

/// A tournament with every field: two rounds, of which the first has results.
pub fn tournament() -> Value {
    let result = |points: i32| json!({"points": points, "met": 6});
    let hands = json!([30, -10, 30, -10, 40, -10, 20, -10, -10, -10]);
    json!({
        "format": "tablet-of-truth-tournament", "version": 1, "id": "0aa00000-0000-4000-8000-000000000000",
        "name": "Saarlouis open", "place": "Café", "date": "2026-11-28",
        "settings": {
            "hands": {"3": [2, 4, 6, 8, 10, 12, 14, 16, 18, 20], "4": [1, 3, 5, 7, 9, 11, 12, 13, 14, 15]},
            "rules": {"plus_minus_one": true, "plus_minus_one_from_cards": 2}, "table_points": [45, 30, 20, 10, 5],
            "place_by": ["points", "bids_met", "best_hand", "play_off"], "rank_by": ["table_points", "points"],
            "rounds": 2, "seating": "swiss", "cut": 4, "stages": [4], "minutes": 45,
        },
        "players": [
            {"number": 1, "name": "Anna"}, {"number": 2, "name": "דוד", "status": "qualified_before"},
            {"number": 3, "name": "Cleo", "status": "late", "from_round": 2}, {"number": 4, "name": "Ben"},
            {"number": 5, "name": "Émilie", "status": "left", "after_round": 1}, {"number": 6, "name": "Finn"},
            {"number": 7, "name": "Gus", "status": "disqualified"}, {"number": 8, "name": "李雷"},
            {"number": 9, "name": "Ida"}, {"number": 10, "name": "Jo", "status": "here"},
        ],
        "rounds": [
            {"seed": 7, "started": "2026-11-28T10:00:00+01:00", "tables": [
                {"table": "A", "players": [1, 2, 4, 5], "first_dealer": 3, "locked": true, "overtime": 20, "results": [
                    result(110), {"points": 60, "met": 4, "hands": hands, "penalty": 10}, result(110), {"absent": true},
                ]},
                {"table": "B", "players": [6, 8, 9], "results": [
                    {"points": 80, "met": 5, "play_off": 40}, {"points": 80, "met": 5, "play_off": -10}, result(70),
                ]},
            ]},
            {"tables": [
                {"table": "A", "players": [1, 6, 3, 10], "first_dealer": 1},
                {"table": "AA", "players": [2, 8, 9], "session": "0bb00000-0000-4000-8000-000000000000"},
            ]},
        ],
    })
}

pub struct Validator {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    /// The schema of this name.
    pub fn of(name: &str) -> Validator {
        Validator::changed(name, |_| ())
    }

    /// The schema of this name with a change of each.
    pub fn changed(name: &str, change: fn(&mut Value)) -> Validator {
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        let url = |name: &str| format!("https://tablet-of-truth.invalid/{name}.schema.json");
        for name in ["session", "archive", "last-wizard", "tournament"] {
            let path = format!("{}/docs/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
            let mut schema = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
            change(&mut schema);
            compiler.add_resource(&url(name), schema).unwrap();
        }
        let mut schemas = Schemas::new();
        let index = compiler.compile(&url(name), &mut schemas).unwrap();
        Validator { schemas, index }
    }

    pub fn check(&self, file: &Value) -> Result<(), String> {
        self.schemas.validate(file, self.index).map_err(|error| format!("{error:#}"))
    }
}
