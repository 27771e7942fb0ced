//! Schema and program against each other: both accept a file with one fault in it, or neither does, but for the rules
//! that a schema cannot say.

use serde_json::{Value, json};
use tablet_of_truth::archive::{LoadError, read_session};
use tablet_of_truth::game::Status;
use tablet_of_truth::last_wizard;
use tablet_of_truth::session::{Counted, Frame, People, Player, Session};
use tablet_of_truth::wizard::{Bidding, RuleSet, SpecialCard, TieBreak};
use uuid::Uuid;

use crate::common::json::{Validator, paths, with};
use crate::common::operation::{Operation, operated};
use crate::common::thorough::is_thorough;
use crate::common::{EXAMPLE, NAMES, at, bidding, classic, people, taken_over, tournament_table, with_cards, with_id};
use crate::schema::{saved, states};

/// What the program refuses and a schema cannot say, in the program's words, with `*` for what differs. All of it
/// depends on another place in the file, or on how the game is played.
const BEYOND_A_SCHEMA: &[&str] = &[
    // How many sit there, and who.
    "two players are called “*”: names must be distinct",
    "are one person in your archive, and cannot sit at one table",
    "the first dealer is seat",
    "the first player is seat",
    "somebody played on seat * before, but the seats are",
    "the seating names other rounds or seats than the game has",
    "” has * entry, but there are",
    "” has * entries, but there are",
    "a penalty names seat *, but the seats are",
    "the Cloud was taken by seat *, but the seats are",
    // What excludes each other, and what the plan and the deck allow.
    "Plus/Minus One cannot be checked with Secret prediction",
    "Plus/Minus One can only bind whoever's turn it is where bids are open",
    "Plus/Minus One cannot bind everyone and let the last always bid 0",
    "Plus/Minus One cannot begin in round *: the game has",
    "Plus/Minus One cannot begin with hands of * cards",
    "the Dragon and the Fairy must be in the deck together",
    "Clairvoyance is only played without special cards",
    "Clairvoyance needs a first round of one card",
    "Unicolor is only played without special cards",
    "Unicolor is for 3 or 4 players",
    "round * cannot have * card: 1 to * are possible",
    "round * cannot have * cards: 1 to * are possible",
    "round * cannot be dealt: * players × * cards",
    "the game has only * round",
    // How a round of Wizard adds up.
    "Unicolor has no trump",
    "all cards of the deck are dealt, so there is no trump",
    " cannot bid *: a bid can be from 0 to",
    " may not bid *: the bids would add up to",
    " may not bid 0: the bids before theirs add up to",
    " has not bid yet",
    " cannot have taken * trick: the round has",
    " cannot have taken * tricks: the round has",
    "the tricks of * are missing",
    "the tricks add up to",
    " Bombs cannot have been played in this round",
    " Clouds cannot have been taken in this round",
    "the Bomb was played, but it is not among the special cards",
    "the Cloud was taken, but it is not among the special cards",
    "the Cloud was played, but who took it is missing",
    "the Cloud changes *'s bid, but by how much is missing",
    " cannot have taken the Cloud without taking a trick",
    "the Cloud cannot change the bid of * from * to",
    "a penalty follows round *, but only",
    // One line: no control characters of any kind.
    "the reason of a penalty is one line",
    "the reason of a manual move is one line",
    // How a round of The Last Wizard is played.
    " has folded and cannot bet or show a hand after that",
    " has no round token and has not folded",
    " has no square token and has not folded",
    " cannot show a hand without a round token and a square one",
    " has a rank and a hand: give only one of them",
    " has a rank where others have hands",
    "the hand of * is missing",
    " cannot fold: all others have folded",
    " cannot have the second best hand: it counts with five or six players only",
    " cannot have the second best hand: several have the best",
    "nobody has the best hand",
    "nobody has the second best hand",
    "the game ended with round",
    "a game has at most * rounds",
];

/// Whether a text has these words in this order, with anything in place of each `*`.
fn says(text: &str, words: &str) -> bool {
    words.split('*').try_fold(text, |rest, part| rest.split_once(part).map(|(_, rest)| rest)).is_some()
}

fn is_beyond_a_schema(error: &LoadError) -> bool {
    let text = error.to_string();
    BEYOND_A_SCHEMA.iter().any(|words| says(&text, words))
}

/// Values of every type, some of them right somewhere, some just beyond a limit.
fn values() -> Vec<Value> {
    let id = "0aa00000-0000-4000-8000-0000000000ff";
    let values = json!([
        -1000, -100, -2, -1, 0, 1, 2, 3, 6, 7, 10, 27, 30, 41, 81, 256, 510, null, true, false, 1.0, -0.0, 2.0, 1.5,
        "", " ", "cloud", "best", "first", "fold", "advance", "play_on", "bids_met", "open", id,
        "2026-03-07T20:15:00+01:00", "now", "x".repeat(81), "x".repeat(121), "x".repeat(4001),
        [], [[]], [0], [null], [0, 1, 2], [1, 0, 0], ["cloud"],
        {}, {"player": 0, "change": 1}, {"player": 1}, {"change": -1},
        {"name": "Dan"}, {"name": "Dan", "id": null}, {"name": "Dan", "id": id},
        {"bid": [9, 255]}, {"bid": [0, 1], "tricks": [0, 1]}, {"agree": []},
        {"correct": [7, {"bids": [], "tricks": []}]}, {"token": 2}, {"rank": "best"},
        {"moves": [1, 0, 0]}, {"score": null}, {"cloud": []}, {"penalties": [[0, 1, -10]]},
    ]);
    serde_json::from_value(values).unwrap()
}

/// Everything that may stand in place of a value; `None` where it is left out.
fn instead(there: &Value, from_elsewhere: &Value) -> Vec<Option<Value>> {
    let mut instead = values();
    instead.push(from_elsewhere.clone());
    match there {
        // An object as a list of its fields, which serde would read.
        Value::Object(members) => instead.push(members.values().cloned().collect()),
        Value::Array(list) => {
            instead.push(list.iter().chain(list.last()).cloned().collect());
            instead.push(list.iter().skip(1).cloned().collect());
            instead.push(list.iter().rev().cloned().collect());
        }
        Value::Number(number) => instead.extend(number.as_i64().map(|number| json!(number as f64))),
        _ => {}
    }
    instead.into_iter().map(Some).chain([None]).collect()
}

/// The kind of step at a path, so that each kind is tried, and not each of a hundred bids.
fn kind_of_step(file: &Value, path: &str) -> Option<String> {
    let number = path.strip_prefix("/steps/")?.split('/').next()?;
    let step = file.pointer(&format!("/steps/{number}"))?;
    Some(step.as_object().and_then(|step| step.keys().next().cloned()).unwrap_or_else(|| step.to_string()))
}

/// Holds the program against a schema over every fault of these files.
fn hold(schema: &str, files: &[Value]) {
    let schema = Validator::of(schema);
    let (mut tried, mut accepted, mut differ) = (0, 0, Vec::new());
    let mut random = fastrand::Rng::with_seed(29);
    for (number, file) in files.iter().enumerate() {
        assert_eq!(schema.check(file), Ok(()), "{file}");
        read_session(file.to_string().as_bytes(), at(0)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let (mut all, mut steps) = (Vec::new(), std::collections::BTreeMap::new());
        paths(file, "", &mut all);
        for path in &all {
            if let Some(kind) = kind_of_step(file, path) {
                let first = steps.entry(kind).or_insert_with(|| path.clone());
                if path != first && !path.starts_with(&format!("{first}/")) {
                    continue;
                }
            }
            let from_elsewhere = file.pointer(&all[random.usize(..all.len())]).unwrap();
            for value in instead(file.pointer(path).unwrap(), from_elsewhere) {
                // Some of them, others in each place.
                if random.u8(..if is_thorough() { 3 } else { 24 }) > 0 {
                    continue;
                }
                let how: String =
                    value.as_ref().map_or("left out".to_owned(), |value| value.to_string().chars().take(200).collect());
                let fault = with(file, path, value);
                let described = schema.check(&fault);
                let read = read_session(fault.to_string().as_bytes(), at(0));
                tried += 1;
                accepted += usize::from(read.is_ok());
                let how = |why: String| format!("file {number}: {path} = {how}: {why}");
                match (described, read) {
                    (Ok(()), Err(error)) if !is_beyond_a_schema(&error) => {
                        differ.push(how(format!("only the schema accepts it: {error}")));
                    }
                    (Err(error), Ok(_)) => differ.push(how(format!("only the program accepts it: {error}"))),
                    _ => {}
                }
            }
        }
    }
    println!("{tried} faults, {accepted} of which are none, {} told apart", differ.len());
    assert!(differ.is_empty(), "{} of {tried} differ:\n{}", differ.len(), differ.join("\n"));
    assert!(tried > 1_000 && accepted > tried / 100 && accepted < tried, "{accepted} of {tried}");
}

#[test]
fn schema_and_program_accept_the_same_files_of_wizard() {
    let cards = with_cards(&[SpecialCard::Bomb, SpecialCard::Cloud, SpecialCard::Vampire]);
    let with_all = RuleSet {
        plus_minus_one: true,
        plus_minus_one_from: 2,
        plus_minus_one_from_cards: 2,
        last_may_bid_zero: true,
        extra_cards: 3,
        tie_break: TieBreak::ALL.to_vec(),
        hands: Some(vec![2, 3, 4, 5, 6, 7]),
        ..cards
    };
    let once_broken = RuleSet { tie_break: vec![TieBreak::BidsMet], ..bidding(Bidding::Secret) };
    let in_turn = RuleSet { plus_minus_one_in_turn: true, hands: Some(vec![2, 1, 3, 5, 4]), ..classic() };
    let mut files = vec![serde_json::from_str(EXAMPLE).unwrap()];
    for (players, rules) in [(3, classic()), (4, with_all), (5, once_broken), (3, in_turn)] {
        let states = states(players, rules);
        // The last one has nearly everything: penalties, a substitute, a new seating, an early end. Another is in the
        // middle.
        let last = with_id(&states.last().unwrap().noted("The old mill", "It rained.").unwrap(), Uuid::from_u128(33));
        let copy = Counted::CopyOf(Uuid::from_u128(32));
        let last = last.as_counted(if players == 3 { Counted::No } else { copy }).at_tournament(tournament_table());
        files.extend([&states[states.len() / 3], &last].map(saved));
    }
    hold("session", &files);
}

#[test]
fn schema_and_program_accept_the_same_files_of_the_last_wizard() {
    let mut random = fastrand::Rng::with_seed(30);
    let by_hand = json!({"game": "last-wizard", "players": ["A", {"name": "B"}, "C"], "first_player": 1, "rounds": [
        {"facts": [{"round_token": 2, "square_token": 4, "rank": "best"}, {"fold": 1}, {"round_token": 3, "fold": 2}],
         "moves": [0, 0, -1], "reason": "misdeal"}]});
    let mut files = vec![by_hand];
    for players in [3, 5] {
        let start: Vec<i64> = (0..players).map(|seat| 14 + seat as i64 % 3).collect();
        let rules =
            last_wizard::RuleSet { fold_doubles: players == 3, pack: (players == 5).then_some(last_wizard::Pack::Red) };
        let game = last_wizard::Game::new(players, 0, rules, Some(&start)).unwrap();
        let people = People::new(people(&NAMES[..players])).unwrap();
        let (id, place, notes) = (Uuid::from_u128(31), "The old mill", "It rained.");
        let counted = if players == 3 { Counted::No } else { Counted::CopyOf(Uuid::from_u128(32)) };
        let frame = Frame { place, notes, counted, ..Frame::new(id, at(0), &people) };
        let mut session = Session::of(frame, game).at_tournament(tournament_table());
        for number in 1..=3 {
            session = operated(Operation::AnyRound, &session, &mut random).map_or(session, |(session, _)| session);
            if number == 1 {
                session = taken_over(&session, 1, &Player::new("Dora", Uuid::from_u128(0xd0a)));
            }
        }
        files.push(saved(&session));
        if session.status() == Status::Running {
            files.push(saved(&session.apply(last_wizard::Command::EndEarly(at(80))).unwrap()));
        }
    }
    hold("last-wizard", &files);
}

/// Checks that the text is refused on its second line, and what was expected there is said.
fn refused_on_line_2(text: &str, expected: &str) {
    match read_session(text.as_bytes(), at(0)) {
        Err(LoadError::Syntax { line, column, message }) => {
            assert!(line == 2 && message.contains(expected), "{line}:{column}: {message}\n{text}");
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn lists_and_objects_in_each_others_place_are_refused_where_they_stand() {
    let table = "{\"players\": [\"A\", \"B\", \"C\"], \"first_dealer\": 0,\n";
    let round = "\"rounds\": [{\"bids\": [0, 1, 1], \"tricks\": [0, 0, 1]";
    let rules = "{\"players\": [], \"rules\": []}";
    let track = "{\"game\": \"last-wizard\", \"players\": [\"A\", \"B\", \"C\"], \"first_player\": 0,\n";
    for wrong in [
        format!("{table}\"rules\": [],\n{round}}}]}}"),
        format!("{table}{round}, \"cloud\": [0, -1]}}]}}"),
        format!("{table}{round}, \"clouds\": [[0, -1]]}}]}}"),
        format!("{table}\"penalties\": [[0, 1, -10, \"time\"]],\n{round}}}]}}"),
        format!("{table}\"rounds\": [[[0, 1, 1], [0, 0, 1]]]}}"),
        format!("{table}\"seating\": [[1, [0, 1, 2]]],\n{round}}}]}}"),
        format!("{table}\"former_players\": [[0, 1, \"D\", \"0aa00000-0000-4000-8000-000000000000\"]],\n{round}}}]}}"),
        format!("{table}\"steps\": [{{\"cloud\": [0, 1]}}],\n{round}}}]}}"),
        format!("{table}\"steps\": [{{\"penalties\": [[0, 1, -10]]}}],\n{round}}}]}}"),
        format!("{table}\"steps\": [{{\"correct\": [1, [[0], [0]]]}}],\n{round}}}]}}"),
        format!("{table}\"steps\": [{{\"agree\": []}}],\n{round}}}]}}"),
        format!("{table}\"steps\": [{{\"agree\": {{\"from\": {rules}}}}}],\n{round}}}]}}"),
        format!("{track}\"rules\": [true],\n\"rounds\": []}}"),
        format!("{track}\"rounds\": [{{\"facts\": [[2, 4], [], []]}}]}}"),
        format!("{track}\"rounds\": [[[]]]}}"),
        "\n[null, 1]".to_owned(),
    ] {
        refused_on_line_2(&wrong, "expected an object");
    }
    refused_on_line_2(&format!("{table}\"steps\": [[true]],\n{round}}}]}}"), "expected a step");
    let rest = "\"first_dealer\": 0, \"place\": \"\"";
    for wrong in [
        format!("{{{rest},\n\"players\": {{}}, \"rounds\": []}}"),
        format!("{{{rest}, \"players\": [\"A\", \"B\", \"C\"],\n\"rounds\": {{}}}}"),
        format!("{track}\"rounds\": [{{\"facts\": {{}}}}]}}"),
    ] {
        refused_on_line_2(&wrong, "expected a list");
    }
}

#[test]
fn version_0_and_ids_that_are_null_are_refused_where_they_stand() {
    let rest = "\"players\": [\"A\", \"B\", \"C\"], \"first_dealer\": 0, \"rounds\": []}";
    refused_on_line_2(&format!("{{\n\"version\": 0, {rest}"), "a version from 1 on");
    refused_on_line_2(&format!("{{\n\"version\": null, {rest}"), "null");
    for id in ["id", "copy_of"] {
        refused_on_line_2(&format!("{{\n\"{id}\": null, {rest}"), "null");
    }
    let players = "[{\"name\": \"A\", \"id\": null}, \"B\", \"C\"]";
    refused_on_line_2(
        &format!("{{\"first_dealer\": 0, \"rounds\": [],\n\"players\": {players}, \"place\": \"\"}}"),
        "null",
    );
    refused_on_line_2(&format!("{{\n\"player_ids\": [null], {rest}"), "null");
}

#[test]
fn a_whole_number_may_end_in_point_zero_wherever_there_is_one() {
    fn with_points(value: &mut Value) {
        match value {
            Value::Number(number) => *value = json!(number.as_f64().unwrap()),
            Value::Array(list) => list.iter_mut().for_each(with_points),
            Value::Object(members) => members.values_mut().for_each(with_points),
            _ => {}
        }
    }
    let rules = RuleSet { extra_cards: 2, ..with_cards(&[SpecialCard::Bomb, SpecialCard::Cloud]) };
    for state in states(4, rules) {
        let plain = saved(&state);
        let mut pointed = plain.clone();
        with_points(&mut pointed);
        let text = pointed.to_string();
        assert!(text.contains("\"first_dealer\":0.0"), "{text}");
        let read = read_session(text.as_bytes(), at(0)).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(saved(read.session.as_ref().wizard().unwrap()), plain);
    }
    let round = |tricks: &str| format!("{{\"bids\": [0, 1, 1], \"tricks\": [0, 0, {tricks}]}}");
    let file = |tricks: &str| {
        format!("{{\"players\": [\"A\", \"B\", \"C\"], \"first_dealer\": 0,\n\"rounds\": [{}]}}", round(tricks))
    };
    assert!(read_session(file("1.0").as_bytes(), at(0)).is_ok());
    assert!(read_session(file("1e0").as_bytes(), at(0)).is_ok());
    refused_on_line_2(&file("1.5"), "expected a whole number");
    refused_on_line_2(&file("1e300"), "expected a whole number");
    refused_on_line_2(&file("\"1\""), "expected a whole number");
}
