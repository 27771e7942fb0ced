//! Tournaments with bytes or values changed: refused with line and column, or with the rule that they break, or read.

use serde_json::json;
use tablet_of_truth::archive::{LoadError, read_tournament, write_tournament};
use tablet_of_truth::export::{Paper, tournament_paper};
use tablet_of_truth::language::Language;

use super::judge::can_be_shown;
use super::mutations::{cases, run, run_values};
use crate::common::json::{Validator, tournament};
use crate::common::thorough::is_thorough;

fn is_read(text: &[u8]) -> bool {
    let loaded = match read_tournament(text) {
        Ok(loaded) => loaded,
        Err(error) => {
            can_be_shown(&error);
            let shown = error.to_string();
            let is_placed = shown.contains("line ") && shown.contains("column ") || error.is_broken_rule();
            // What it is at all has no place in the file, and bytes that are no text have no line.
            let is_other = matches!(error, LoadError::Other(_) | LoadError::Newer(_) | LoadError::Unread(_));
            assert!(is_placed || is_other, "{shown}");
            return false;
        }
    };
    let tournament = loaded.tournament;
    let written = write_tournament(&tournament).unwrap();
    let again = read_tournament(&written).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((&again.tournament, &again.unknown), (&tournament, &Vec::new()));
    let seated = tournament.rounds.len();
    for after in 0..=seated {
        let ranking = tournament.ranking(after);
        assert_eq!(ranking.len(), tournament.players.len());
        tournament.cut(&ranking);
    }
    for round in 1..=seated + 1 {
        if let Err(error) = tournament.seat(round, 1) {
            can_be_shown(&error.text());
        }
    }
    // Drawing takes its time.
    if text.len().is_multiple_of(if is_thorough() { 16 } else { 64 }) {
        for paper in Paper::ALL {
            if let Err(error) = tournament_paper(&tournament, paper, seated, Language::ENGLISH) {
                can_be_shown(&error);
            }
        }
    }
    true
}

#[test]
fn tournaments_with_mutated_bytes_are_read_or_refused() {
    let file = tournament();
    let bases = [file.to_string().into_bytes(), serde_json::to_vec_pretty(&file).unwrap()];
    assert!(bases.iter().all(|base| is_read(base)));
    run("tournaments", cases(1_000), &bases, is_read);
}

#[test]
fn tournaments_with_strange_values_are_read_or_refused() {
    let schema = Validator::of("tournament");
    assert_eq!(schema.check(&tournament()), Ok(()));
    let own = json!([
        "late", "points", "here", 3.0, 1001, 70000, [45], [4, 4], [1, 2, 3], vec![1; 2000], {"number": 1, "name": "A"},
        {"number": 65536, "name": "x"}, {"absent": true}, {"hands": [20, -10]}, "A".repeat(100_000),
    ]);
    run_values("tournaments", 3, &[tournament()], own.as_array().unwrap(), |text| {
        let is_read = is_read(text);
        if is_read {
            assert_eq!(schema.check(&serde_json::from_slice(text).unwrap()), Ok(()), "only the program accepts it");
        }
        is_read
    });
}

#[test]
fn a_truncated_tournament_is_refused() {
    let text = tournament().to_string();
    for end in (0..text.len()).step_by(if is_thorough() { 1 } else { 7 }) {
        assert!(!is_read(&text.as_bytes()[..end]), "cut off after {end} bytes");
    }
    for key in ["id", "name", "players", "rounds", "settings", "format"] {
        let twice = text.replacen('{', &format!("{{\"{key}\": {},", tournament()[key]), 1);
        assert!(!is_read(twice.as_bytes()), "{key}");
    }
}
