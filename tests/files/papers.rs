//! The papers of a tournament, read back from their PDF.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tablet_of_truth::archive::read_tournament;
use tablet_of_truth::export::{Paper, suggested_paper_name, tournament_paper};
use tablet_of_truth::language::Language;
use tablet_of_truth::tournament::Tournament;

use crate::export::{HOSTILE, pdf_pages, pdf_text};

/// A tournament whose first round has a result at every table but the last, and whose second is seated.
fn tournament(players: usize, settings: Value, name: impl Fn(usize) -> String) -> Tournament {
    let player = |number| match number {
        3 => json!({"number": 3, "name": name(3), "status": "qualified_before"}),
        4 => json!({"number": 4, "name": name(4), "status": "left", "after_round": 1}),
        _ => json!({"number": number, "name": name(number)}),
    };
    let everybody: Vec<Value> = (1..=players).map(player).collect();
    let mut file = json!({
        "id": "0aa00000-0000-4000-8000-000000000000", "name": "Saarlouis open", "place": "Theater",
        "date": "2026-11-28",
        "settings": settings, "players": everybody,
    });
    let read = |file: &Value| read_tournament(file.to_string().as_bytes()).unwrap().tournament;
    let mut rounds = Vec::new();
    for round in 1..=2 {
        file["rounds"] = json!(rounds);
        let seats = read(&file).seat_next(round).unwrap();
        let last = seats.tables.len() - 1;
        let table = |(index, table)| {
            let mut table: Value = table;
            let players = table["players"].as_array().unwrap().clone();
            if round == 1 && index != last {
                let result = |number: &Value| json!({"points": 10 * (number.as_u64().unwrap() % 40), "met": 6});
                let mut results: Vec<Value> = players.iter().map(result).collect();
                results[0] = json!({"absent": true});
                table["results"] = results.into();
            }
            table
        };
        let tables = seats.tables.iter().map(|table| serde_json::to_value(table).unwrap()).enumerate();
        rounds.push(json!({"tables": tables.map(table).collect::<Vec<_>>()}));
    }
    file["rounds"] = json!(rounds);
    read(&file)
}

fn named(number: usize) -> String {
    format!("Name{number}x")
}

fn paper(of: &Tournament, paper: Paper, round: usize) -> Vec<u8> {
    tournament_paper(of, paper, round, Language::ENGLISH).unwrap()
}

/// In the order of the text.
fn names_in(text: &str) -> Vec<usize> {
    text.split("Name").skip(1).map(|rest| rest.split('x').next().unwrap().parse().unwrap()).collect()
}

#[test]
fn every_paper_is_there_in_every_language_and_always_the_same() {
    let of = tournament(9, json!({"cut": 4}), named);
    for (one, pages) in Paper::ALL.into_iter().zip([1, 1, 1, 2, 1, 2]) {
        let english = paper(&of, one, 1);
        assert_eq!(pdf_pages(&english), pages, "{one:?}");
        for language in Language::all() {
            let bytes = tournament_paper(&of, one, 1, language).unwrap();
            assert_eq!(bytes == english, language == Language::ENGLISH, "{one:?}");
        }
    }
}

#[test]
fn three_hundred_players_are_all_on_the_lists_and_once() {
    let of = tournament(300, json!({"cut": 16}), named);
    let everybody: BTreeSet<usize> = (1..=300).collect();
    let read = |one, most| {
        let pages = pdf_extract::extract_text_from_mem_by_pages(&paper(&of, one, 1)).unwrap();
        assert!(pages.len() <= most, "{one:?}: {}", pages.len());
        let names = names_in(&pages.concat().replace([' ', '\u{a0}'], ""));
        assert_eq!(names.len(), 300, "{one:?}");
        assert_eq!(names.iter().copied().collect::<BTreeSet<_>>(), everybody, "{one:?}");
        names
    };
    // By name as in a telephone book, by table as they are named.
    let mut sorted: Vec<usize> = everybody.iter().copied().collect();
    sorted.sort_by_key(|number| named(*number));
    assert_eq!(read(Paper::SeatsByName, 5), sorted);
    let seated: Vec<usize> = of.tables(1).iter().flat_map(|table| &table.players).map(|one| (*one).into()).collect();
    assert_eq!(read(Paper::SeatsByTable, 7), seated);
    assert_eq!(read(Paper::Slips, 19), seated);
    let ranked: Vec<usize> = of.ranking(1).iter().map(|line| line.number.into()).collect();
    assert_eq!(read(Paper::Ranking, 9), ranked);
}

#[test]
fn the_report_has_the_ranking_and_every_table() {
    let of = tournament(21, json!({"cut": 4}), named);
    let places = |round| of.tables(round).iter().map(|table| table.players.len()).sum::<usize>();
    let text = pdf_text(&paper(&of, Paper::Report, 2));
    assert_eq!(names_in(&text).len(), 21 + places(1) + places(2));
    assert!(text.contains("Round1") && text.contains("Round2"), "{text}");
}

#[test]
fn the_report_begins_with_the_podium() {
    let table = |players: [usize; 4], points: [i64; 4]| {
        let name = ["A", "B"][(players[0] - 1) % 2];
        json!({"table": name, "players": players, "results": points.map(|points| json!({"points": points, "met": 5}))})
    };
    let round = [table([1, 3, 5, 7], [200, 180, 160, 140]), table([2, 4, 6, 8], [190, 170, 150, 130])];
    let everybody: Vec<Value> = (1..=8).map(|number| json!({"number": number, "name": named(number)})).collect();
    let of = |last: Value| -> Tournament {
        let file = json!({"name": "Saarlouis open", "settings": {"rounds": 1, "stages": [4]}, "players": everybody,
            "rounds": [{"tables": round}, {"tables": [last]}]});
        read_tournament(file.to_string().as_bytes()).unwrap().tournament
    };
    let first = |of: &Tournament, one, round| {
        let pages = pdf_extract::extract_text_from_mem_by_pages(&paper(of, one, round)).unwrap();
        pages[0].replace([' ', '\u{a0}'], "")
    };
    let played = of(table([1, 2, 3, 4], [20, 70, 90, 50]));
    for one in [Paper::Report, Paper::Ranking] {
        let text = first(&played, one, 2);
        // The second, the first and the third on their steps, then everybody.
        assert_eq!(names_in(&text), [2, 3, 4, 3, 2, 4, 1, 5, 6, 7, 8], "{text}");
        assert!(text.contains("Final"), "{text}");
        assert_eq!(names_in(&first(&played, one, 1)), [1, 2, 3, 4, 5, 6, 7, 8]);
    }
    let mut open = table([1, 2, 3, 4], [0; 4]);
    open.as_object_mut().unwrap().remove("results");
    assert_eq!(names_in(&first(&of(open), Paper::Report, 2)), [1, 2, 3, 4, 5, 6, 7, 8], "the final is played");
    assert!(first(&played, Paper::Slips, 2).contains("Final"));
}

#[test]
fn accents_do_not_send_a_name_to_the_end() {
    let names = ["Zoë", "Émile", "Anna", "Łukasz", "emil", "Öznur", "Otto", "Ben", "Mara"];
    let of = tournament(9, json!({}), |number| names[number - 1].to_owned());
    let text = pdf_text(&paper(&of, Paper::SeatsByName, 1));
    let at = |name: &str| text.find(name).unwrap_or_else(|| panic!("{name}: {text}"));
    let order = ["Anna", "Ben", "emil", "Émile", "Łukasz", "Mara", "Otto", "Öznur", "Zoë"].map(at);
    assert!(order.is_sorted(), "{text}");
}

#[test]
fn slips_and_pads_have_the_hands_of_their_table() {
    let hands = json!({"4": [2, 4, 6, 8], "5": [3, 5, 7]});
    let of = tournament(21, json!({"hands": hands, "rules": {"plus_minus_one_from_cards": 2}}), named);
    let text = pdf_text(&paper(&of, Paper::Slips, 1));
    assert_eq!((text.matches("Hands:2468").count(), text.matches("Hands:357").count()), (4, 1), "{text}");
    for words in ["TableE", "Round1", "Signature", "Points", "Bidsmet"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let text = pdf_text(&paper(&of, Paper::Pads, 1));
    assert_eq!((text.matches("4players,4rounds").count(), text.matches("8cards").count()), (4, 4), "{text}");
    // Whoever deals first has the first column.
    let table = &of.tables(1)[0];
    let dealer = usize::from(table.players[table.first_dealer]);
    assert_eq!(names_in(&text)[0], dealer);
}

#[test]
fn the_ranking_says_who_goes_on_and_what_is_missing() {
    let text = pdf_text(&paper(&tournament(21, json!({"cut": 4}), named), Paper::Ranking, 1));
    for words in ["goeson", "qualifiedbefore", "left", "Tableswithoutaresult:1/E"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let text = pdf_text(&paper(&tournament(21, json!({}), named), Paper::Ranking, 1));
    assert!(!text.contains("goeson"), "{text}");
    let text = pdf_text(&paper(&tournament(21, json!({}), named), Paper::Report, 1));
    assert!(text.contains("absent") && text.contains("noresult") && !text.contains("Round2"), "{text}");
}

#[test]
fn names_of_any_kind_change_no_page() {
    let plain = tournament(12, json!({"cut": 8}), named);
    let name = |number: usize| match number % 8 {
        7 => "Wolfeschlegelsteinhausenbergerdorff the Elder".to_owned(),
        6 => "W".repeat(60),
        kind => format!("{} {number}", HOSTILE[kind].replace(|letter: char| letter.is_control(), " ")),
    };
    let hostile = tournament(12, json!({"cut": 8}), name);
    for one in Paper::ALL {
        let bytes = paper(&hostile, one, 2);
        assert_eq!(pdf_pages(&bytes), pdf_pages(&paper(&plain, one, 2)), "{one:?}");
        let text = pdf_text(&bytes);
        let turning = |letter: char| matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n' || turning(letter)), "{text:?}");
        assert!(text.contains("=1+1"), "{one:?}: {text}");
    }
}

#[test]
fn a_round_that_is_not_seated_has_no_paper() {
    let of = tournament(9, json!({}), named);
    for one in Paper::ALL {
        let refused = tournament_paper(&of, one, 3, Language::ENGLISH);
        assert!(refused.is_err_and(|why| why.to_string().contains("round 3 is not seated yet")), "{one:?}");
        let before = tournament_paper(&of, one, 0, Language::ENGLISH);
        assert_eq!(before.is_ok(), matches!(one, Paper::Ranking | Paper::Report), "{one:?}");
    }
}

#[test]
fn file_names_say_what_is_in_them() {
    let of = tournament(9, json!({}), named);
    let name = suggested_paper_name(&of, Paper::SeatsByName, 2);
    assert_eq!(name, "tournament_2026-11-28_Saarlouis-open_2_seats-by-name.pdf");
    let of = Tournament { date: None, name: "a/b\\c".into(), ..of };
    assert_eq!(suggested_paper_name(&of, Paper::Slips, 1), "tournament_a-b-c_1_slips.pdf");
}
