use chrono::DateTime;
use tablet_of_truth::language::months;
use tablet_of_truth::session::{Filter, Kind, Player, Record, Searchable, Session, folded};
use tablet_of_truth::wizard::{Edition, RuleSet, SpecialCard};
use uuid::Uuid;

use crate::common::{people, round, scored, session_of, taken_over, unbound, with_cards};

type Searched = (Record, Searchable);

fn record(started: &str, names: &[&str], rules: RuleSet, place: &str, notes: &str) -> Searched {
    let started = DateTime::parse_from_rfc3339(started).unwrap();
    let session = Session::new(Uuid::nil(), started, people(names), 0, rules).unwrap();
    searched(&session.noted(place, notes).unwrap())
}

fn searched(session: &Session) -> Searched {
    (Record::of(session), Searchable::of(session.place(), session.notes()))
}

fn evening() -> Searched {
    let names = ["Émilie", "Łukasz Ström", "O’Neill", "李雷"];
    record("2026-03-07T20:15:00+01:00", &names, unbound(), "Café Straße 12", "Rainy.\nTwo pots of TEA")
}

fn keeps(filter: &Filter, (record, searchable): &Searched) -> bool {
    filter.keeps(record, searchable)
}

fn search(text: &str) -> Filter {
    Filter::default().search(text, months())
}

fn found(text: &str) -> bool {
    keeps(&search(text), &evening())
}

#[test]
fn letters_are_compared_without_case_and_accents() {
    for (text, expected) in [
        ("Émilie", "emilie"),
        ("E\u{301}milie", "emilie"),
        ("STRASSE Straße ẞ", "strasse strasse ss"),
        ("İstanbul ISPARTA ı", "istanbul isparta i"),
        ("Łódź Ørsted Æsir Œuvre Đà", "lodz orsted aesir oeuvre da"),
        ("ΝΊΚΟΣ Νίκος", "νικοσ νικοσ"),
        ("Ｆｕｌｌ ﬁne", "full fine"),
        ("李雷 Ольга", "李雷 ольга"),
        ("O’Neill", "o'neill"),
    ] {
        assert_eq!(folded(text), expected, "{text}");
    }
    assert_ne!(folded("की"), folded("का"), "vowel signs are letters, not accents");
}

#[test]
fn every_part_of_a_session_is_searched() {
    for text in ["emilie", "EMIL", "ström", "strom", "lukasz", "李", "o'neill", "O’N", "cafe", "strasse", "pots of tea"]
    {
        assert!(found(text), "{text}");
    }
    for text in ["emilia", "tee", "classic", "emilie\u{301}x"] {
        assert!(!found(text), "{text}");
    }
}

#[test]
fn all_words_must_be_there_in_any_order() {
    assert!(found("tea emilie 2026") && found("  LUKASZ\tcafé\n"));
    assert!(!found("emilie nobody"));
    assert!(!found("emilielukasz"), "a word does not span two names");
    assert!(!found("ström'o"));
}

#[test]
fn dates_are_found_in_several_spellings() {
    let spellings = [
        "2026-03-07",
        "2026-03",
        "2026",
        "7.3.2026",
        "07.03.2026",
        "7.3.",
        "3.2026",
        "march",
        "mar 2026",
        "March 2026",
        "März",
        "Maerz",
        "mars",
        "março",
    ];
    for text in spellings {
        assert!(found(text), "{text}");
    }
    for text in ["2025", "2026-04", "17.3.2026", "may", "mar 2025", "026", "6-03"] {
        assert!(!found(text), "{text}");
    }
    let seventeenth = record("2026-03-17T20:15:00+01:00", &["A", "B", "C"], unbound(), "", "");
    assert!(!keeps(&search("7.3."), &seventeenth), "a number matches from its first digit on");
    assert!(keeps(&search("17.3"), &seventeenth));
}

#[test]
fn numbers_in_texts_are_found_too() {
    assert!(found("12") && found("straße 12"));
    let table = record("2026-01-01T20:15:00+01:00", &["Player 1", "B2", "C"], unbound(), "Table12", "");
    assert!(keeps(&search("b2"), &table) && keeps(&search("12"), &table));
}

#[test]
fn a_session_belongs_to_the_local_day() {
    let late = record("2025-12-31T23:30:00-05:00", &["A", "B", "C"], unbound(), "", "");
    assert!(keeps(&Filter { year: Some(2025), ..Filter::default() }, &late), "in UTC it is already the next year");
    assert!(keeps(&search("31.12.2025"), &late));
}

#[test]
fn all_parts_of_a_filter_must_match() {
    let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let all = Filter::default();
    for (filter, expected) in [
        (all.clone(), true),
        (Filter { players: named(&["Émilie", "李雷"]), ..all.clone() }, true),
        (Filter { players: named(&["Émilie", "Bo"]), ..all.clone() }, false),
        (Filter { players: named(&["Emilie"]), ..all.clone() }, false),
        (Filter { players: named(&["Émil"]), ..all.clone() }, false),
        (Filter { player_count: Some(4), ..all.clone() }, true),
        (Filter { player_count: Some(3), ..all.clone() }, false),
        (Filter { kind: Some(Kind::Wizard(Edition::Classic)), ..all.clone() }, true),
        (Filter { kind: Some(Kind::Wizard(Edition::Anniversary)), ..all.clone() }, false),
        (Filter { year: Some(2026), player_count: Some(4), ..all.clone() }.search("tea", months()), true),
        (Filter { year: Some(2025), player_count: Some(4), ..all.clone() }.search("tea", months()), false),
    ] {
        assert_eq!(keeps(&filter, &evening()), expected, "{filter:?}");
    }
    let special = record("2026-03-07T20:15:00+01:00", &["A", "B", "C"], with_cards(&[SpecialCard::Bomb]), "", "");
    assert!(keeps(&Filter { kind: Some(Kind::Wizard(Edition::Anniversary)), ..Filter::default() }, &special));
}

#[test]
fn a_filter_that_asks_for_nothing_is_empty() {
    assert!(search(" \t").is_empty());
    assert!(!search("a").is_empty());
    assert!(search("a").search("", months()).is_empty(), "a search replaces the one before");
}

#[test]
fn those_who_left_are_found_too() {
    let begun = scored(&session_of(&["Ana", "Bo", "Cy"], unbound()), &round(&[1, 0, 0], &[1, 0, 0]));
    let dan = Player::new("Dan", Uuid::from_u128(0xda));
    let record = searched(&taken_over(&begun, 2, &dan));
    for name in ["Cy", "Dan"] {
        assert!(keeps(&search(name), &record), "{name}");
        assert!(keeps(&Filter { players: vec![name.to_owned(), "Ana".to_owned()], ..Filter::default() }, &record));
    }
    assert!(keeps(&Filter { player_count: Some(3), ..Filter::default() }, &record), "three sit at the table");
}

#[test]
fn the_part_of_the_notes_that_was_found_is_quoted() {
    let notes = "We began late because the train stood still. Then Łukasz’s dog ate a Jester, straight off the table, \
                 and nobody dared to take it back from him for the rest of the evening.\nRainy.";
    let (record, searchable) =
        record("2026-03-07T20:15:00+01:00", &["Anna", "Ben", "Cleo"], unbound(), "Kitchen", notes);
    let quoted = |text: &str| search(text).quoted(&record, &searchable);
    for (text, expected) in [
        (
            "JESTER",
            "…Łukasz’s dog ate a Jester, straight off the table, and nobody dared to take it back from him for…",
        ),
        ("anna rainy", "…of the evening. Rainy."),
        ("late", "We began late because the train stood still. Then Łukasz’s dog ate a Jester, straight…"),
    ] {
        assert_eq!(quoted(text).as_deref(), Some(expected), "{text}");
    }
    for text in ["", "anna", "kitchen", "march", "7.3."] {
        assert_eq!(quoted(text), None, "{text} is found without the notes");
    }
}
