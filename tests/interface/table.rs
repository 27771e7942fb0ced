use slint::ComponentHandle;
use slint::platform::{Key, WindowEvent};
use tablet_of_truth::app::Page;

use crate::keys::tab_to;
use crate::shelf::{game, opened};
use crate::window::Window;

const CLOUD: &str = "Cloud: a bid changes by one";

/// Three players at the tricks of round 1: Ben bid 0, Cleo 1, Anna (the dealer) 1.
fn at_tricks() -> Window {
    let mut window = Window::dealt();
    window.enter(&[0, 1, 1]);
    window
}

#[test]
fn the_large_button_of_the_last_round_says_that_it_ends_the_game() {
    let first = serde_json::json!([{"bids": [0, 0, 0], "tricks": [1, 0, 0]}]);
    let begun = game(1, "2026-01-01T20:00:00+01:00", &["Anna", "Ben", "Cleo"], &[1, 1], first);
    let (_shelf, mut window) = opened(&begun);
    window.enter(&[0; 3]);
    for (width, height) in [(1280.0, 800.0), (360.0, 720.0)] {
        window.resize(width, height);
        assert!(window.shows("Score round 2 and end the game"), "{:#?}", window.labels());
    }
    window.type_number(1);
    window.tap("Score round 2 and end the game");
    assert_eq!(window.page(), Page::Result);
    window.key(Key::PageUp);
    assert!(window.shows("Save changes"), "a correction ends nothing: {:#?}", window.labels());
}

#[test]
fn secret_predictions_come_after_the_tricks() {
    let mut window = Window::dealt_with(&["House rules", "Secret"]);
    window.took("Ben", 0);
    window.took("Cleo", 1);
    window.tap("Reveal the bids");
    for (name, bid) in [("Ben", 0), ("Cleo", 1), ("Anna", 0)] {
        window.bid(name, bid);
    }
    window.tap("Score round 1");
    assert!(window.shows("Round 1, Cleo, total 30, bid 1, took 1, met"));
}

#[test]
fn confided_bids_are_covered_until_the_round_is_scored() {
    let mut window = Window::new();
    window.resize(1280.0, 1400.0);
    window.deal_with(&["Anna", "Ben", "Cleo"], &["House rules", "Confided"]);
    let tells =
        |window: &Window| window.labels().into_iter().find(|label| label.contains("bid 1") || label.contains("bids 1"));
    // In any order; the last in bidding order must change theirs.
    for (name, bid) in [("Anna", 1), ("Ben", 0), ("Cleo", 0)] {
        window.tap(&format!("{name}, total 0, no bid yet"));
        window.bid(name, bid);
    }
    assert!(window.says("Anna, who bids last, must change theirs."), "{:#?}", window.labels());
    // Only the entry may show a confided bid.
    window.must_show(&["Anna, total 0, bid 1", "Round 1, Anna, not played yet"]);
    window.tap("Ben, total 0, bid 0");
    window.bid("Ben", 1);
    window.key("r");
    assert_eq!(tells(&window), None, "confided bids must not be on the board");
    window.key("r");
    window.tap("Start the tricks");
    assert!(window.shows("Ben, tricks not entered") && tells(&window).is_none(), "{:#?}", window.labels());
    window.took("Ben", 0);
    window.took("Cleo", 1);
    assert!(window.shows("Cleo, took 1") && tells(&window).is_none(), "{:#?}", window.labels());
    assert!(!window.says("points") && !window.says("−10"), "points would betray the bids");
    window.key(Key::F11);
    assert!(window.shows("Cleo, took 1, total 0") && tells(&window).is_none(), "{:#?}", window.labels());
    window.tap("Show the board to both sides");
    assert!(tells(&window).is_none(), "{:#?}", window.labels());
    window.tap("Show the board to both sides");
    window.key(Key::Escape);
    window.tap("Change the bid of Anna");
    assert!(window.shows("Anna, total 0, bid 1") && window.shows("Ben, total 0, bid 1"), "{:#?}", window.labels());
    window.taps(&["Start the tricks", "Score round 1"]);
    assert!(window.shows("Round 1, Ben, total −10, bid 1, took 0, missed"), "{:#?}", window.labels());
}

#[test]
fn the_cloud_is_a_sign_beside_a_bid() {
    let mut window = at_tricks();
    assert!(!window.shows("Bomb: one trick to nobody") && !window.shows(CLOUD), "not in this deck");
    window = Window::new();
    window.deal_with(&["Arnaud", "Anna", "Émilie", "Thomas"], &["25 years"]);
    // All bid 0, and Arnaud took the trick.
    window.play_rounds(1, 4);
    window.enter(&[1, 1, 2, 1]);
    let place = |window: &Window| window.find("Change the bid of Thomas").absolute_position();
    let before = place(&window);
    assert!(!window.shows("Thomas took the Cloud: bid −1"));
    window.tap(CLOUD);
    assert_eq!(place(&window), before, "their room was kept");
    assert_eq!(window.find("Thomas took the Cloud: bid −1").accessible_checked(), Some(false));
    window.taps(&["Thomas took the Cloud: bid −1", "Bomb: one trick to nobody"]);
    assert_eq!(window.find("Thomas took the Cloud: bid −1").accessible_checked(), Some(true));
    for (name, took) in [("Émilie", 0), ("Thomas", 1), ("Arnaud", 0)] {
        window.took(name, took);
    }
    assert!(window.shows("Thomas, bid 1, took 1, −10 points"), "{:#?}", window.labels());
    window.tap("Score round 2");
    assert!(window.shows("Round 2, Thomas, total 10, bid 0, took 1, missed"), "{:#?}", window.labels());
}

#[test]
fn a_round_kept_against_a_rule_is_marked() {
    let mut window = at_tricks();
    window.took("Ben", 0);
    window.took("Cleo", 1);
    assert!(!window.shows("Keep as noted"));
    window.taps(&["Anna took 1, too many", "Keep as noted"]);
    let kept = "Correct round 1 (kept although the tricks do not add up)";
    assert!(window.shows("≠ the tricks do not add up, and stand as the table noted them"), "{:#?}", window.labels());
    window.taps(&[kept, "Anna, took 1"]);
    window.took("Anna", 0);
    window.tap("Save changes");
    assert!(window.shows("Correct round 1") && !window.shows(kept), "{:#?}", window.labels());
    window.tap("Correct round 1");
    assert!(!window.shows("Save anyway"));
    window.taps(&["Anna, bid 1", "Anna may not bid 0", "Save anyway"]);
    assert!(window.shows("Correct round 1 (kept although the bids add up)"), "{:#?}", window.labels());
    assert!(window.shows("±1 the bids add up to the cards, and the table allowed it"));
}

#[test]
fn a_held_key_counts_once() {
    let mut window = Window::dealt();
    window.hold("0");
    assert!(window.shows("Ben, total 0, bid 0") && window.shows("Cleo, total 0, no bid yet"), "{:#?}", window.labels());
    window.hold("1");
    window.hold("1");
    assert!(window.shows("Anna, total 0, bid 1"), "{:#?}", window.labels());
    window.hold(Key::Backspace);
    assert!(window.shows("Anna, total 0, no bid yet") && window.shows("Cleo, total 0, bid 1"));
    window.key("1");
    window.hold("\n");
    assert!(window.shows("Score round 1") && !window.says("How many tricks did Ben take?"), "{:#?}", window.labels());
    window.window().window().dispatch_event(WindowEvent::KeyPressed { text: Key::Control.into() });
    window.hold("z");
    window.window().window().dispatch_event(WindowEvent::KeyReleased { text: Key::Control.into() });
    assert!(window.shows("Start the tricks") && window.shows("Anna, total 0, bid 1"), "{:#?}", window.labels());
}

#[test]
fn a_held_key_presses_a_button_once() {
    for key in ["\n", " "] {
        let mut window = Window::dealt();
        tab_to(&mut window, "Ben bids 0");
        window.hold(key);
        window.must_show(&["Ben, total 0, bid 0", "Cleo, total 0, no bid yet"]);
    }
}

#[test]
fn six_players_the_numbers_and_the_signs_of_the_cloud_are_whole() {
    let names = ["Anna-Katharina", "Ben", "Clara", "Jean-Sébastien", "Eva", "Fritz"];
    let mut window = Window::new();
    window.resize(1280.0, 1600.0);
    window.deal_with(&names, &["30 years"]);
    window.play_rounds(6, 6);
    window.enter(&[0; 6]);
    for (width, height) in [(1280.0, 800.0), (1024.0, 600.0)] {
        window.resize(width, height);
        let whole = |window: &Window, label: &str| {
            let place = window.place(label);
            assert!(place.top >= 0.0 && place.bottom <= height, "{label} at {width}×{height}: {place}");
        };
        let all = |window: &Window| {
            for name in names {
                whole(window, &format!("{name}, bid 0, tricks not entered"));
            }
            whole(window, "Score round 7");
        };
        all(&window);
        window.tap(CLOUD);
        whole(&window, "Fritz took the Cloud: bid +1");
        all(&window);
        window.tap("Cloud: again if nobody took it");
    }
    window.taps(&["Bomb: one trick to nobody", "Bomb: one trick to nobody"]);
    assert!(window.says("Tricks 0 of 5, two bombed") && window.offers("Two Bombs: two tricks to nobody"));
}
