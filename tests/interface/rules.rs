use serde_json::json;
use slint::platform::Key;
use tablet_of_truth::app::Page;
use tablet_of_truth::wizard::{Card, FirstHand, Trump};

use crate::shelf::{game, opened};
use crate::walk::seen::Seen;
use crate::window::{Window, paint_windows};

const FIELD: &str = "Search the rules";
const MUST_FOLLOW: &str = "you must follow it or play a Wizard";
const JUGGLER: &str = "Whoever plays the Juggler names a colour";

/// All the rules in a window high enough to show them.
fn at_the_rules() -> Window {
    let mut window = Window::new();
    window.resize(1280.0, 9000.0);
    window.taps(&["Rules", "All rules"]);
    assert_eq!(window.page(), Page::Rules);
    window
}

#[test]
fn the_odds_are_a_chapter_with_the_tables_players() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo", "Dora", "Émilie"]);
    window.resize(1280.0, 2000.0);
    window.taps(&["Rules", "First-hand odds"]);
    assert_eq!(window.find("5 players at the table").accessible_checked(), Some(true));
    window.must_say(&[
        "Choose the turned-up card.",
        "of the classic 60 that you cannot see",
        "from 48 beaten cards on, not from 49",
        "because it counts that Jester among the unknown cards",
    ]);
    window.taps(&["3 players at the table", "Turned up: Jester"]);
    let odds = FirstHand { players: 3, seat: 2, turned_up: Card::Jester, card: Card::Wizard, trump: Trump::None };
    let percent = format!("No. 3 ✓ {:.1}", 100.0 * odds.odds().unwrap().chance.value());
    assert!(window.labelled("Wizard: ").ends_with(&percent), "{percent}: {:#?}", window.labels());
    assert!(!window.says("Choose the turned-up card."));
    window.key(Key::Escape);
    assert_eq!(window.page(), Page::Table);
}

#[test]
fn the_keys_search_and_turn_the_pages() {
    let mut window = at_the_rules();
    window.resize(1280.0, 820.0);
    let top = window.find(FIELD).absolute_position().y;
    window.key(Key::PageDown);
    assert!(!window.shows(FIELD), "the text must scroll");
    window.key(Key::Home);
    assert!((window.find(FIELD).absolute_position().y - top).abs() < 1.0);
    for ask in ["/", "Ctrl+F"] {
        if ask == "/" {
            window.key("/");
        } else {
            window.chord(&[Key::Control], "f");
        }
        assert_eq!(window.page(), Page::Rules);
        window.type_in("bomb");
        window.must_say(&["A trick with the Bomb belongs to nobody"]);
        assert!(!window.says(MUST_FOLLOW), "{ask}: {:#?}", window.labels());
        window.tap("Clear the search");
        window.key(Key::Escape);
        assert_eq!(window.page(), Page::Home);
        window.chord(&[Key::Control], "4");
    }
}

#[test]
fn a_chapter_is_one_tap_away_and_begins_at_the_top() {
    for width in [1280.0, 400.0] {
        let mut window = Window::new();
        window.resize(width, 820.0);
        window.tap("Rules");
        assert!(window.says("The game in short") && !window.says(JUGGLER), "{:#?}", window.labels());
        window.key(Key::End);
        window.tap("Juggler");
        assert!(window.says(JUGGLER) && !window.says("share 60 cards"), "{:#?}", window.labels());
        let after = window.find(&window.labelled(JUGGLER)).absolute_position().y;
        assert!((0.0..400.0).contains(&after), "{width}: at {after}");
    }
}

#[test]
fn rules_are_set_for_reading() {
    paint_windows();
    let window = at_the_rules();
    let mut read = 0;
    let seen = Seen::in_window(&window);
    for words in seen.words.iter().filter(|words| words.text.len() > 120) {
        // A letter is as wide as 0.485 of its size, on average.
        let letters = words.place.width() / (0.485 * words.pixels);
        assert!(letters < 72.0, "{words} has {letters:.0} letters in a line");
        let lines = (words.ink.height() / (1.45 * words.pixels)).round();
        let line = words.ink.height() / lines / words.pixels;
        assert!((1.4..=1.5).contains(&line), "a line of {words} is {line:.2} of its letters high");
        read += 1;
    }
    assert!(read > 30, "{read} texts");
}

#[test]
fn a_digit_waits_as_long_as_a_rule_is_looked_up() {
    // In round 12, a 1 may become 10, 11 or 12.
    let rounds = (1..12).map(|cards| json!({"bids": [0, 0, 0], "tricks": [cards, 0, 0]})).collect();
    let game = game(12, "2026-03-07T20:15:00+01:00", &["Anna", "Ben", "Cleo"], &[], rounds);
    let (_shelf, mut window) = opened(&game);
    window.resize(400.0, 820.0);
    window.key("1");
    window.taps(&["More", "Look up a rule"]);
    assert_eq!(window.page(), Page::Rules);
    window.pause(5000);
    window.key("2");
    window.key(Key::Escape);
    window.key("0");
    assert_eq!(window.ui.with_app(|app| app.table().rows[0].bid), Some(10));
}
