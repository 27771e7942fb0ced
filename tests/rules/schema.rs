//! `docs/session.schema.json` describes what the program writes and what people write by hand, no more and no less.

use serde_json::{Value, json};
use tablet_of_truth::archive::{InFile, LoadError, read_session, write_session};
use tablet_of_truth::seats::PerSeat;
use tablet_of_truth::session::{Agreement, Colour, Counted, Former, Look, People, Player, Session, Sign};
use tablet_of_truth::wizard::{
    Bidding, COLUMNS, CloudEntry, Column, Command, Control, Game, RULES, RuleSet, SpecialCard, TieBreak, Trump, Waiver,
};

use crate::common::json::{self, Validator};
use crate::common::{
    EXAMPLE, NAMES, after, at, bidding, classic, penalty, played, random_round, session, session_of, unbound,
    with_cards,
};

pub const SCHEMA: &str = include_str!("../../docs/session.schema.json");
const LAST_WIZARD: &str = include_str!("../../docs/last-wizard.schema.json");
const TOURNAMENT: &str = include_str!("../../docs/tournament.schema.json");
const FORMAT_PAGE: &str = include_str!("../../docs/format.md");

/// To find fields that are written but not described.
fn forbid_unknown_properties(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.values_mut().for_each(forbid_unknown_properties);
            let is_object = members.get("properties").is_some_and(Value::is_object) && members.contains_key("type");
            if is_object {
                members.insert("additionalProperties".into(), json!(false));
            }
        }
        Value::Array(list) => list.iter_mut().for_each(forbid_unknown_properties),
        _ => {}
    }
}

pub fn saved<G: InFile>(session: &Session<G>) -> Value {
    serde_json::from_slice(&write_session(session, at(90)).unwrap()).unwrap()
}

/// Rule sets that together use every rule, with their numbers of players.
fn rule_sets() -> Vec<(usize, RuleSet)> {
    let choices = RULES.iter().flat_map(|rule| {
        let count = if let Control::Choice(all) = rule.control { all.len() } else { 0 };
        (0..count).map(|choice| {
            let mut rules = unbound();
            (rule.set)(&mut rules, choice as u8);
            (4, rules)
        })
    });
    let others = [
        (3, classic()),
        (6, unbound()),
        (4, with_cards(&SpecialCard::OF_25)),
        (5, RuleSet { plus_minus_one: true, ..with_cards(&[SpecialCard::Bomb, SpecialCard::Cloud]) }),
        (4, RuleSet { plus_minus_one: true, ..bidding(Bidding::Confided) }),
        (3, RuleSet { special_cards: [SpecialCard::Cloud].into(), ..bidding(Bidding::Secret) }),
        (4, RuleSet { unicolor: true, ..classic() }),
        (
            3,
            RuleSet {
                clairvoyance: true,
                tie_break: vec![TieBreak::BidsMet],
                plus_minus_one_from: 4,
                plus_minus_one_from_cards: 2,
                last_may_bid_zero: true,
                extra_cards: 2,
                ..classic()
            },
        ),
        (4, RuleSet { tie_break: TieBreak::ALL.to_vec(), ..unbound() }),
        (3, RuleSet { hands: Some(vec![1, 3, 20, 26]), extra_cards: 20, plus_minus_one_in_turn: true, ..classic() }),
        (4, RuleSet { hands: Some(vec![9, 9, 9, 9]), ..with_cards(&SpecialCard::ALL) }),
    ];
    choices.chain(others).collect()
}

/// Every state of a random game that has a trump, a correction and an early end.
pub fn states(players: usize, rules: RuleSet) -> Vec<Session> {
    let mut random = fastrand::Rng::with_seed(players as u64);
    let mut states = vec![session(players, rules)];
    for number in 1..=4 {
        let game = states[0].game().clone();
        let facts = random_round(&game, number, &mut random);
        let corrected = Command::Correct(number, random_round(&game, number, &mut random));
        let trumps = game.given_trump(number).map_or(Trump::ALL.to_vec(), |given| vec![given]);
        let mut begun: Vec<_> = trumps.into_iter().map(Some).chain([None]).map(Command::Trump).collect();
        begun.extend([&Waiver::ALL[..], &[]].map(|waived| Command::Waive(waived.iter().copied().collect())));
        if game.rules().has(SpecialCard::Cloud) {
            begun.extend([None, Some(1)].map(|taker| Command::Clouds(vec![CloudEntry::Asked(taker)])));
        }
        for step in begun.into_iter().chain(crate::common::entering(&game, number, &facts)).chain([corrected]) {
            states.push(after(states.last().unwrap(), [step]));
        }
    }
    let penalties = vec![penalty(0, 0, -10, ""), penalty(players - 1, 4, 500, "time")];
    states.push(after(states.last().unwrap(), [Command::Penalties(penalties)]));
    let end = states.last().unwrap().clone();
    let mut agreed = end.agreed().clone();
    let look = Look { colour: Colour::try_from(4).ok(), sign: Some(Sign::Moon), stand_in: true };
    let dora = Player { look, ..Player::new("Dora", uuid::Uuid::from_u128(0xd0a)) };
    let mut now = agreed.people.players_at_end().to_vec();
    let former = vec![Former { seat: 1, rounds: 2, player: std::mem::replace(&mut now[1], dora) }];
    agreed.people = People::seated(now, former).unwrap();
    states.push(end.agree(agreed, PerSeat::new(players, |seat| seat)).unwrap());
    states.push(end.noted("The old mill", "It rained.\nAnna brought cake.").unwrap());
    states.push(end.as_counted(Counted::No));
    states.push(end.as_counted(Counted::CopyOf(uuid::Uuid::from_u128(players as u128))));
    states.push(end.clone().at_tournament(crate::common::tournament_table()));
    states.push(end.undo().unwrap());
    states.push(end.undo().unwrap().undo().unwrap());
    if end.open().is_some() {
        let as_they_sit = PerSeat::new(players, |seat| seat);
        let dealer = (end.game().dealer(5) + 1) % players;
        let seating = end.game().seating().from_round(5, dealer, &as_they_sit);
        let game = Game::seated(seating, end.game().rules().clone()).unwrap();
        states.push(end.agree(Agreement { game, ..end.agreed().clone() }, as_they_sit).unwrap());
        let ended = after(&end, [Command::EndEarly(at(80))]);
        states.push(after(&ended, [Command::PlayOn]));
        states.push(ended);
    }
    states
}

#[test]
fn a_rule_that_is_null_is_the_default() {
    let file = json!({"version": 1, "players": ["Ana", "Bo", "Cy"], "first_dealer": 0, "rounds": [],
        "rules": {"plus_minus_one": null, "plus_minus_one_from": null, "hands": null}});
    let read = read_session(file.to_string().as_bytes(), at(0)).unwrap();
    assert_eq!(*read.session.wizard().unwrap().game().rules(), RuleSet::default());
}

#[test]
fn what_the_program_saves_is_described_to_the_last_field() {
    let published = Validator::of("session");
    let strict = Validator::changed("session", forbid_unknown_properties);
    let mut names = Vec::new();
    properties(&serde_json::from_str(SCHEMA).unwrap(), &mut names);
    // A game of Wizard is written without its name, and ids stand with their players; an export has them apart.
    names.retain(|name| !["game", "player_ids"].contains(&name.as_str()));
    let mut checked = 0;
    for state in rule_sets().into_iter().flat_map(|(players, rules)| states(players, rules)) {
        let file = saved(&state);
        assert_eq!(published.check(&file), Ok(()), "{file}");
        assert_eq!(strict.check(&file), Ok(()), "{file}");
        let text = file.to_string();
        names.retain(|name| !text.contains(&format!("\"{name}\":")));
        checked += 1;
    }
    assert!(checked > 300, "only {checked} files were checked");
    assert_eq!(names, [""; 0], "these were never written");
}

pub fn is_described(file: &Value) {
    thread_local! {
        static STRICT: Validator = Validator::changed("last-wizard", forbid_unknown_properties);
    }
    STRICT.with(|strict| assert_eq!(strict.check(file), Ok(()), "{file}"));
}

fn properties(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            let named = members.get("properties").and_then(Value::as_object);
            found.extend(named.into_iter().flatten().map(|(name, _)| name.clone()));
            members.values().for_each(|member| properties(member, found));
        }
        Value::Array(list) => list.iter().for_each(|entry| properties(entry, found)),
        _ => {}
    }
}

#[test]
fn the_format_page_names_every_field() {
    let in_json: fn(&str) -> String = |name| format!("{{\"{name}\":");
    let in_a_list: fn(&str) -> String = |name| format!("[].{name}`");
    let cases = [(&[SCHEMA, LAST_WIZARD][..], 60, in_json), (&[TOURNAMENT], 30, in_a_list)];
    for (schemas, least, other_way) in cases {
        let mut names = Vec::new();
        schemas.iter().for_each(|schema| properties(&serde_json::from_str(schema).unwrap(), &mut names));
        assert!(names.len() > least, "only {names:?}");
        for name in names {
            let named = [format!("`{name}`"), other_way(&name)].iter().any(|way| FORMAT_PAGE.contains(way));
            assert!(named, "docs/format.md does not explain {name}");
        }
    }
    let (_, csv) = FORMAT_PAGE.split_once("`--format csv` has a row").unwrap();
    for column in COLUMNS.map(Column::name) {
        assert!(csv.contains(&format!("`{column}`")), "docs/format.md does not explain the column {column}");
    }
}

fn accepted(file: &Value) {
    assert_eq!(Validator::of("session").check(file), Ok(()), "{file}");
    read_session(file.to_string().as_bytes(), at(0)).unwrap_or_else(|error| panic!("{file}: {error}"));
}

fn example() -> Value {
    serde_json::from_str(EXAMPLE).unwrap()
}

#[test]
fn what_people_write_is_described_too() {
    accepted(&example());
    accepted(&json!({"players": ["A", "B", "C"], "first_dealer": 2, "rounds": []}));
    let objects = json!([{"name": "A"}, "B", {"name": "C", "id": "0aa00000-0000-4000-8000-000000000000"}]);
    let rounds = json!([{"bids": [0, 1, 1], "tricks": [0, 0, 1], "trump": null}, {"bids": [1, null, 0]}]);
    accepted(&json!({"players": objects, "first_dealer": 0, "rules": {}, "rounds": rounds}));
    // Numbers and names at their limits.
    let names = ["é".repeat(80), "x".into(), "y".into()];
    let rules = json!({"hands": [26], "extra_cards": 18, "plus_minus_one": false});
    accepted(&json!({"players": names, "first_dealer": 0, "rules": rules, "rounds": [{"bids": [26, 0, 26]}]}));
    // Fields that are unknown or repeat what others say.
    let mut file = example();
    file["weather"] = json!("rain");
    file["standings"] = json!([{"rank": 1, "player": "Kevin", "total": 60}]);
    file["rounds"][0]["points"] = json!([20, -10, 30]);
    file["players"][0] = json!({"name": "Thomas", "colour": "red", "stand_in": "perhaps"});
    accepted(&file);
}

#[test]
fn the_page_about_the_format_shows_a_game_that_can_be_read() {
    let (_, rest) = FORMAT_PAGE.split_once("```json\n").unwrap();
    accepted(&serde_json::from_str(rest.split_once("```").unwrap().0).unwrap());
}

/// A game as it is saved, with the value at a path such as `/rounds/0/bids` replaced.
fn with(path: &str, value: Value) -> Value {
    let session = session_of(&NAMES[..3], with_cards(&[SpecialCard::Cloud]));
    json::with(&saved(&played(&session, &[0, 0, 0], &[1, 0, 0])), path, Some(value))
}

/// Checks that the schema refuses the file, and the program with this kind of error.
fn refused(file: &Value, kind: fn(&LoadError) -> bool) {
    assert!(Validator::of("session").check(file).is_err(), "the schema accepts {file}");
    let error = read_session(file.to_string().as_bytes(), at(0)).expect_err(&format!("the program accepts {file}"));
    assert!(kind(&error), "{error:?}");
}

#[test]
fn a_file_of_the_wrong_shape_is_refused_by_schema_and_program() {
    let shape = |error: &LoadError| matches!(error, LoadError::Syntax { .. });
    for missing in ["players", "first_dealer", "rounds"] {
        refused(&json::with(&example(), &format!("/{missing}"), None), shape);
    }
    for (path, value) in [
        ("/players", json!("A, B, C")),
        ("/players/0", json!(7)),
        ("/players/0", json!({"nickname": "A"})),
        ("/players/0/id", json!("not an id")),
        ("/first_dealer", json!("0")),
        ("/first_dealer", json!(0.5)),
        ("/rules", json!([])),
        ("/rounds/0/cloud", json!([0, 1])),
        ("/game", json!(null)),
        ("/version", json!(0)),
        ("/id", json!(null)),
        ("/player_ids", json!([7])),
        ("/rules/extra_cards", json!(-1)),
        ("/started", json!("yesterday")),
        ("/started", json!("2026-03-07T20:15:00")),
        ("/rules/plus_minus_one", json!("yes")),
        ("/rules/bidding", json!("loud")),
        ("/rules/deck", json!("tarot")),
        ("/rules/tie_break", json!(["luck"])),
        ("/rounds/0/waived", json!(["everything"])),
        ("/penalties", json!([{"player": 0, "after_round": 1, "points": "ten"}])),
        ("/rules/special_cards", json!(["cluod"])),
        ("/rules/special_cards", json!(["Cloud"])),
        ("/rules/special_cards", json!("cloud")),
        ("/rules/hands", json!([1, "two"])),
        ("/rounds", json!({})),
        ("/rounds/0", json!({"tricks": [0, 0, 1]})),
        ("/rounds/0/bids", json!(["0", "1", "1"])),
        ("/rounds/0/bids", json!([0.5, 0, 0])),
        ("/rounds/0/bids", json!("0 0 0")),
        ("/rounds/0/tricks", json!([true, false, false])),
        ("/rounds/0/trump", json!("purple")),
        ("/rounds/0/bomb", json!("no")),
        ("/rounds/0/cloud", json!({"change": 1})),
        ("/rounds/0/cloud", json!(0)),
        ("/rounds/0/phase", json!("thinking")),
        ("/steps", json!(["dance"])),
        ("/steps", json!([{"bid": [0, "1"]}])),
        ("/steps", json!([{"bid": [0]}])),
        ("/steps", json!([{"bid": [0, 1], "tricks": [0, 1]}])),
        ("/undone", json!(-1)),
    ] {
        refused(&with(path, value), shape);
    }
}

#[test]
fn limits_of_the_game_are_in_the_schema_where_it_can_say_them() {
    for (path, value) in [
        ("/players", json!(["A", "B"])),
        ("/players", json!(["A", "B", "C", "D", "E", "F", "G"])),
        ("/players/0", json!(" ")),
        ("/players/0", json!("n".repeat(81))),
        ("/first_dealer", json!(-1)),
        ("/first_dealer", json!(6)),
        ("/rules/hands", json!([])),
        ("/rules/hands", json!([0])),
        ("/rules/hands", json!([27])),
        ("/rules/hands", json!(vec![1; 41])),
        ("/rounds/0/bids", json!([-1, 0, 0])),
        ("/rounds/0/bids", json!([0, 0])),
        ("/rounds/0/cloud", json!({"player": 0, "change": 2})),
        ("/rounds/0/cloud", json!({"player": 0, "change": -2})),
        ("/rounds/0/cloud", json!({"player": 0, "change": 0})),
        ("/rounds/0/cloud", json!({"player": 0, "change": i64::MIN})),
        ("/rounds/0/cloud", json!({"player": 0, "change": i64::MAX})),
        ("/rounds/0/cloud", json!({"player": 6, "change": 1})),
    ] {
        refused(&with(path, value), LoadError::is_broken_rule);
    }
}

#[test]
fn other_formats_and_newer_versions_are_refused() {
    refused(&with("/format", json!("tablet-of-lies")), |error| matches!(error, LoadError::Other(_)));
    refused(&with("/version", json!(3)), |error| matches!(error, LoadError::Newer(_)));
    refused(&with("/version", json!("1")), |error| matches!(error, LoadError::Syntax { .. }));
}
