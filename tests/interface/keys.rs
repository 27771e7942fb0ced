//! Keys: they still work when the focused control disappears, and shortcuts at the table.

use slint::ComponentHandle;
use slint::platform::Key;
use tablet_of_truth::app::Page;
use tablet_of_truth::wizard::{Round, Trump};
use tablet_of_truth_window::{AppAdapter, FocusPlace};

use crate::shelf::evenings;
use crate::walk::seen::focused_name;
use crate::window::Window;

pub fn tab_to(window: &mut Window, label: &str) {
    for _ in 0..200 {
        window.key(Key::Tab);
        if focused_name(window) == label {
            return;
        }
    }
    panic!("Tab does not reach {label:?}: {:#?}", window.labels());
}

#[test]
fn keys_work_on_the_rules_opened_over_a_panel() {
    let (_shelf, mut window) = evenings();
    window.taps(&["Import, backup, names, trash", "Rules"]);
    assert_eq!(window.page(), Page::Rules);
    window.key(Key::Escape);
    assert_eq!(window.page(), Page::Archive);
    assert!(window.offers("Import sessions"), "the panel must still be open: {:#?}", window.labels());
    window.key(Key::Escape);
    assert!(!window.offers("Import sessions"));
    window.taps(&["Import, backup, names, trash", "Rules"]);
    window.chord(&[Key::Control], "1");
    assert_eq!(window.page(), Page::Home);
}

#[test]
fn keys_work_after_the_focused_player_is_removed() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    tab_to(&mut window, "Remove Cleo");
    window.key("\n");
    assert!(!window.offers("Remove Cleo"));
    window.key(Key::Escape);
    assert_eq!(window.page(), Page::Home);
}

#[test]
fn keys_work_after_the_focused_session_is_closed() {
    let (_shelf, mut window) = evenings();
    tab_to(&mut window, "Correct round 1");
    window.key(Key::Escape);
    assert!(!window.offers("Correct round 1"));
    window.chord(&[Key::Control], "1");
    assert_eq!(window.page(), Page::Home);
}

fn facts(window: &Window) -> Round {
    window.ui.with_app(|app| app.wizard().unwrap().open().unwrap().1.facts.clone())
}

#[test]
fn trumps_are_named_as_on_the_cards_and_keep_their_keys() {
    let mut window = Window::new();
    window.resize(1280.0, 1700.0);
    window.deal_with(&["Anna", "Ben", "Cleo"], &["House rules", "Suits"]);
    assert!(window.shows("Spades are trump") && !window.says("Humans"), "{:#?}", window.labels());
    window.key("g");
    assert_eq!(facts(&window).trump, Some(Trump::Yellow), "G is the key of the Giants, here the Diamonds");
    assert_eq!(window.control("Diamonds are trump").accessible_checked(), Some(true));
    window.taps(&["Rules", "First-hand odds"]);
    assert!(window.offers("Turned up: 2") && window.offers("Turned up: K"), "{:#?}", window.labels());
    assert!(!window.offers("Turned up: 1") && !window.offers("Turned up: 13"));
    window.tap("Turned up: A");
    assert!(window.says("Q: Trump ✓ "), "{:#?}", window.labels());
    window.key(Key::Escape);
    window.key(Key::F11);
    assert!(window.shows("Diamonds are trump"), "{:#?}", window.labels());
    window.key(Key::Escape);
    window.key(Key::F1);
    assert!(window.says("Trump: Spades, Hearts, Clubs, Diamonds, none"), "{:#?}", window.labels());
}

#[test]
fn the_digit_row_of_a_french_keyboard_enters_digits_without_shift() {
    let mut window = Window::dealt();
    let bids = |window: &Window| facts(window).bids.iter().copied().collect::<Vec<Option<u8>>>();
    let row = |window: &mut Window, digit: i32, letter: &str, held: &[Key]| {
        window.window().global::<AppAdapter>().set_row_digit(digit);
        window.chord(held, letter);
        window.window().global::<AppAdapter>().set_row_digit(-1);
    };
    row(&mut window, 1, "&", &[]);
    row(&mut window, 0, "à", &[]);
    assert_eq!(bids(&window), [None, Some(1), Some(0)]);
    // With Shift it is a digit anyway, and Backspace does not mind that Shift is still held.
    window.chord(&[Key::Shift], "1");
    window.chord(&[Key::Shift], &String::from(char::from(Key::Backspace)));
    assert_eq!(bids(&window), [None, Some(1), Some(0)]);
    // Elsewhere on the keyboard the signs are what they were: a sign of the Cloud.
    window.key("-");
    assert_eq!(bids(&window), [None, Some(1), Some(0)]);
    row(&mut window, 2, "é", &[Key::Control]);
    assert_eq!(window.page(), Page::Archive);
    row(&mut window, 1, "&", &[Key::Control]);
    assert_eq!(window.page(), Page::Home);
}

#[test]
fn a_refused_bid_is_allowed_by_key_and_by_the_boards_button() {
    for by_key in [false, true] {
        let mut window = Window::dealt();
        window.tap("Board for the players");
        assert!(!window.shows("Allow it this once"));
        for bid in [0, 0, 1] {
            window.type_number(bid);
        }
        assert!(window.shows("Allow it this once"), "{:#?}", window.labels());
        if by_key {
            window.chord(&[Key::Control], "\n");
        } else {
            window.tap("Allow it this once");
        }
        assert_eq!(facts(&window).bids.iter().copied().collect::<Vec<_>>(), [Some(1), Some(0), Some(0)]);
    }
}

#[test]
fn the_ring_shows_after_a_key_and_not_after_a_click() {
    let mut window = Window::dealt();
    let by_key = |window: &Window| window.window().global::<FocusPlace>().get_by_key();
    window.taps(&["More", "End the game early"]);
    assert!(!by_key(&window), "a click must not show the focus ring");
    window.key(Key::Tab);
    assert!(by_key(&window));
    window.tap("Play on");
    assert!(!by_key(&window));
}
