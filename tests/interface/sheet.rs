use std::time::Duration;

use i_slint_backend_testing::mock_elapsed_time;
use serde_json::json;
use slint::platform::{Key, PointerEventButton};
use tablet_of_truth::app::Page;
use tablet_of_truth::archive::Preference;
use tablet_of_truth::wizard::Trump;

use crate::archive::KITCHEN;
use crate::shelf::{Shelf, evenings, game, opened};
use crate::walk::seen::Seen;
use crate::window::{Window, paint_windows};

/// The labels that start with one of these, in window order.
fn beginning(window: &Window, starts: &[&str]) -> Vec<String> {
    window.labels().into_iter().filter(|label| starts.iter().any(|start| label.starts_with(start))).collect()
}

/// How many texts in the window are just this number.
fn shown(window: &Window, number: &str) -> usize {
    Seen::in_window(window).words.iter().filter(|words| words.text == number).count()
}

#[test]
fn a_total_runs_to_its_new_number_unless_motion_is_reduced() {
    paint_windows();
    for still in [false, true] {
        let mut window = Window::after_a_round();
        window.prefer(Preference::ReduceMotion(still));
        window.enter(&[0; 3]);
        // Cleo takes none, Anna both; Ben comes from 30 to 50.
        window.took("Cleo", 0);
        window.took("Anna", 2);
        let before = shown(&window, "50");
        window.tap("Score round 2");
        assert!(window.shows("Round 2, Ben, total 50, bid 0, took 0, met"), "{:#?}", window.labels());
        let at_once = shown(&window, "50");
        mock_elapsed_time(Duration::from_millis(250));
        let at_last = shown(&window, "50");
        assert!(before < at_last, "{before} {at_last}");
        assert_eq!(at_last - at_once, usize::from(!still), "still: {still}");
    }
}

/// A game of two rounds of which the last is to be played, with motion or without.
fn before_the_last_round(still: bool) -> (Shelf, Window) {
    let rounds = json!([{"bids": [0, 0, 0], "tricks": [1, 0, 0]}]);
    let evening = game(30, "2026-03-07T20:15:00+01:00", &["Anna", "Ben", "Cleo"], &[1, 2], rounds);
    let (shelf, window) = opened(&evening);
    window.prefer(Preference::ReduceMotion(still));
    (shelf, window)
}

#[test]
fn the_totals_of_the_result_run_when_the_last_round_is_scored() {
    paint_windows();
    for still in [false, true] {
        let (_shelf, mut window) = before_the_last_round(still);
        window.enter(&[0; 3]);
        // Cleo takes none, Anna both, and so Ben none: he and Cleo come from 20 to 40.
        window.enter(&[0, 2]);
        assert_eq!(window.page(), Page::Result, "{:#?}", window.labels());
        let at_once = shown(&window, "40");
        mock_elapsed_time(Duration::from_millis(250));
        let at_last = shown(&window, "40");
        assert_eq!(at_last - at_once, if still { 0 } else { 2 }, "still: {still}");
        // Whoever comes back finds them there.
        window.settle();
        window.tap("Settings");
        window.key(Key::Escape);
        assert_eq!((window.page(), shown(&window, "40")), (Page::Result, at_last));
    }
}

#[test]
fn players_slide_to_their_places_when_the_last_round_is_scored() {
    for (across, down) in [(1280.0, 800.0), (800.0, 400.0)] {
        for still in [false, true] {
            let (_shelf, mut window) = before_the_last_round(still);
            window.resize(across, down);
            window.enter(&[0; 3]);
            // Ben, first with Cleo until then, takes both tricks and is the last now; Anna becomes the second.
            window.enter(&[0, 0]);
            assert!(window.shows("Place 3: Ben, 0 points, 1 bid met"), "{:#?}", window.labels());
            let at_once = window.places("Avatar");
            mock_elapsed_time(Duration::from_millis(200));
            let at_last = window.places("Avatar");
            assert_eq!(at_once == at_last, still, "{across}×{down}: {at_once:?}");
            mock_elapsed_time(Duration::from_millis(200));
            assert_eq!(window.places("Avatar"), at_last);
        }
    }
}

#[test]
fn trump_and_bomb_are_marked_beside_their_round() {
    let mut window = Window::dealt_with(&["25 years"]);
    window.tap("Dwarves are trump");
    window.enter(&[0; 3]);
    window.tap("Bomb: one trick to nobody");
    window.key("\n");
    assert!(window.says("Round 2 of"), "{:#?}", window.labels());
    let count_of = |words: &str| window.labels().iter().filter(|label| *label == words).count();
    // One to choose it for round 2, one on the sheet.
    assert_eq!((count_of("Dwarves are trump"), count_of("Elves are trump")), (2, 1), "{:#?}", window.labels());
    assert_eq!(count_of("The Bomb was played"), 1);
}

#[test]
fn a_tap_on_a_cell_corrects_the_number_of_its_player() {
    let mut window = Window::dealt();
    window.play_rounds(2, 3);
    for name in ["Cleo", "Anna", "Ben"] {
        let cell = beginning(&window, &[&format!("Round 1, {name}, total")]).remove(0);
        window.look();
        window.find(&cell).mock_single_click(PointerEventButton::Left);
        window.settle();
        assert!(window.shows(&format!("{name} bids 0")), "{cell}: {:#?}", window.labels());
        window.tap("Cancel");
    }
    // By keys or a screen reader: from the first bid on.
    window.find("Correct round 1").invoke_accessible_default_action();
    window.settle();
    assert!(window.shows("Ben bids 0"), "{:#?}", window.labels());
    // So does one in the archive.
    let (_shelf, mut window) = evenings();
    window.tap(KITCHEN);
    let cell = beginning(&window, &["Round 2, Ben, total"]).remove(0);
    window.look();
    window.find(&cell).mock_single_click(PointerEventButton::Left);
    window.settle();
    assert_eq!(window.page(), Page::Table);
    assert!(window.says("Correct round 2") && window.shows("Ben bids 0"), "{:#?}", window.labels());
    let lit = ["Archive", "Play"].map(|page| window.control(page).accessible_item_selected());
    assert_eq!(lit, [Some(true), Some(false)]);
    window.bid("Ben", 2);
    window.must_show(&["Totals: Ben 90 → 50. First: Anna instead of Ben."]);
}

#[test]
fn unicolor_asks_for_no_trump() {
    let mut window = Window::new();
    window.resize(1280.0, 1400.0);
    window.deal_with(&["Anna", "Ben", "Cleo"], &["House rules", "Unicolor"]);
    assert!(window.shows("Anna, total 0, no bid yet"), "{:#?}", window.labels());
    assert!(!window.says("trump") && !window.shows("Trump"), "{:#?}", window.labels());
    window.enter(&[0; 3]);
    assert!(window.shows("Score round 1"), "{:#?}", window.labels());
    assert!(!window.says("trump") && !window.shows("Trump"), "{:#?}", window.labels());
}

#[test]
fn a_round_that_deals_all_cards_offers_no_trump() {
    let mut window = Window::new();
    window.resize(1280.0, 2000.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.fill("Cards dealt in each round", "20 19");
    window.close_rules();
    window.tap("Deal round 1");
    let offers_none = |window: &mut Window| {
        assert!(window.shows("No trump: all cards are dealt"), "{:#?}", window.labels());
        assert!(!window.shows("Humans are trump"), "{:#?}", window.labels());
        for key in ["h", "n"] {
            window.key(key);
            assert!(window.says("All cards are dealt, so there is no trump."), "{:#?}", window.labels());
        }
    };
    let trump = |window: &Window| window.ui.with_app(|app| app.wizard().unwrap().rounds().first().unwrap().trump);
    for width in [1280.0, 400.0] {
        window.resize(width, 820.0);
        offers_none(&mut window);
    }
    window.enter(&[0; 3]);
    offers_none(&mut window);
    window.enter(&[0; 2]);
    assert_eq!(trump(&window), Some(Trump::None));
    assert!(window.shows("Humans are trump") && !window.says("all cards are dealt"), "{:#?}", window.labels());
    window.taps(&["Score sheet", "Correct round 1"]);
    offers_none(&mut window);
    window.key("\n");
    assert_eq!(trump(&window), Some(Trump::None));
}
