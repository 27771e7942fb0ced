//! The table: refusals with a reason, special cards, undo, corrections, ending early.

use slint::platform::{Key, WindowEvent};
use slint::{ComponentHandle, SharedString};
use tablet_of_truth::app::{Overlay, Page};
use tablet_of_truth::session::Session;

use crate::shelf::{Shelf, game, load};
use crate::window::Window;

const FOUR: [&str; 4] = ["Arnaud", "Anna", "Émilie", "Thomas"];

/// Three players at the tricks of round 1: Ben bid 0, Cleo 1, Anna (the dealer) 1.
fn at_tricks() -> Window {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 0);
    window.bid("Cleo", 1);
    window.bid("Anna", 1);
    window.click("Start the tricks");
    window
}

/// The 25-year edition at the tricks of round 2; in round 1 all bid 0 and Arnaud took the trick.
fn with_special_cards() -> Window {
    let mut window = Window::new();
    window.start_setup(&FOUR);
    window.show_rules();
    window.click("25 years · special cards");
    window.click("Deal round 1");
    for name in ["Anna", "Émilie", "Thomas", "Arnaud"] {
        window.bid(name, 0);
    }
    window.click("Start the tricks");
    for name in ["Anna", "Émilie", "Thomas"] {
        window.took(name, 0);
    }
    window.click("Score round 1");
    for (name, bid) in [("Émilie", 1), ("Thomas", 1), ("Arnaud", 2), ("Anna", 1)] {
        window.bid(name, bid);
    }
    window.click("Start the tricks");
    window
}

#[test]
fn the_forbidden_bid_is_named_and_refused_with_the_reason() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 0);
    window.bid("Cleo", 0);
    assert!(window.shows("Anna may not bid 1"));
    assert!(window.says("1 is not allowed: the bids would add up to 1 (Plus/Minus One)."));
    window.click("Anna may not bid 1");
    assert!(window.shows("Anna, total 0, no bid yet"), "the bid must not be entered");
    window.bid("Anna", 0);
    assert!(window.shows("Anna, total 0, bid 0"));
}

#[test]
fn when_a_bid_is_changed_the_last_bidder_must_change() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 1);
    window.bid("Cleo", 0);
    window.bid("Anna", 1);
    window.click("Ben, total 0, bid 1");
    window.bid("Ben", 0);
    window.click("Start the tricks");
    assert!(window.says("The bids add up to 1 (Plus/Minus One). Anna, who bids last, must change theirs."));
    window.bid("Anna", 0);
    window.click("Start the tricks");
    assert!(window.shows("Score round 1"));
}

#[test]
fn the_large_button_of_the_last_round_says_that_it_ends_the_game() {
    let first = serde_json::json!([{"bids": [0, 0, 0], "tricks": [1, 0, 0]}]);
    let begun = game(1, "2026-01-01T20:00:00+01:00", &["Anna", "Ben", "Cleo"], &[1, 1], first);
    let shelf = Shelf::with(std::slice::from_ref(&begun));
    let mut window = Window::open(shelf.path(), Some(shelf.path_of(&begun)));
    for _ in 0..3 {
        window.type_number(0);
    }
    window.click("Start the tricks");
    for (width, height) in [(1280.0, 800.0), (360.0, 720.0)] {
        window.resize(width, height);
        assert!(window.shows("Score round 2 and end the game"), "{:#?}", window.labels());
    }
    window.type_number(1);
    window.click("Score round 2 and end the game");
    assert_eq!(window.page(), Page::Result);
    window.key(Key::PageUp);
    assert!(window.shows("Save changes"), "a correction ends nothing: {:#?}", window.labels());
}

#[test]
fn the_large_button_says_what_is_missing() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.click("Start the tricks");
    assert!(window.says("Ben has not bid yet."));
    let mut window = at_tricks();
    window.click("Score round 1");
    assert!(window.says("How many tricks did Ben take?"));
}

#[test]
fn tricks_that_do_not_add_up_are_refused_and_can_be_corrected() {
    let mut window = at_tricks();
    window.took("Ben", 1);
    assert!(window.shows("Cleo, bid 1, took 0, −10 points"), "the others' zeros must fill in");
    window.click("Cleo, bid 1, took 0, −10 points");
    window.click("Cleo took 1, too many");
    assert!(window.says("The tricks add up to 2, not 1: 1 too many."));
    window.click("Ben, bid 0, took 1, −10 points");
    window.took("Ben", 0);
    window.click("Score round 1");
    assert!(window.shows("Round 1, Cleo, total 30, bid 1, took 1, met"));
}

#[test]
fn bomb_and_cloud_count_as_the_rules_say() {
    let mut window = with_special_cards();
    window.took("Émilie", 0);
    window.took("Thomas", 1);
    window.took("Arnaud", 0);
    window.click("Bomb: one trick to nobody");
    window.click("Who took the Cloud?");
    window.click("Thomas took the Cloud");
    window.click("Bid −1");
    assert!(window.shows("Thomas, bid 1, took 1, −10 points"), "{:#?}", window.labels());
    window.click("Score round 2");
    assert!(window.shows("Round 2, Thomas, total 10, bid 0, took 1, missed"), "{:#?}", window.labels());
}

#[test]
fn a_missing_trick_asks_for_the_bomb() {
    let mut window = with_special_cards();
    for (name, took) in [("Émilie", 0), ("Thomas", 1), ("Arnaud", 0)] {
        window.took(name, took);
    }
    window.click("Anna, bid 1, took 1, 30 points");
    window.took("Anna", 0);
    assert!(window.says("The tricks add up to 1, but 2 cards were dealt. Was the Bomb played?"));
    window.click("Bomb: one trick to nobody");
    window.click("Score round 2");
    assert!(window.says("Round 3 of 15"));
}

#[test]
fn bomb_and_cloud_are_offered_only_if_in_the_deck() {
    let window = at_tricks();
    assert!(!window.shows("Bomb: one trick to nobody"));
    assert!(!window.shows("Who took the Cloud?"));
}

#[test]
fn undo_and_redo_reach_the_first_bid_even_after_a_restart() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut window = Window::open(folder.path(), None);
    window.deal(&["Anna", "Ben", "Cleo"]);
    for (name, bid) in [("Ben", 0), ("Cleo", 1), ("Anna", 1)] {
        window.bid(name, bid);
    }
    window.click("Start the tricks");
    window.took("Ben", 1);
    window.click("Score round 1");
    window.chord(&[Key::Control], "z");
    window.settle();
    let file = window.file();
    drop(window);
    let mut window = Window::open(folder.path(), Some(file));
    assert!(window.shows("Score round 1"), "the undo must be kept");
    for _ in 0..5 {
        window.chord(&[Key::Control], "z");
    }
    assert!(window.shows("Ben, total 0, no bid yet"));
    window.chord(&[Key::Control], "z");
    assert!(window.says("This is the first deal"));
    for _ in 0..6 {
        window.chord(&[Key::Control, Key::Shift], "Z");
    }
    assert!(window.says("Round 2 of 20"));
    assert!(window.shows("Round 1, Ben, total −10, bid 0, took 1, missed"));
}

#[test]
fn backspace_takes_the_last_number_back_and_arrows_choose_a_player() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.key("0");
    window.key("1");
    window.key(Key::Backspace);
    assert!(window.shows("Cleo, total 0, no bid yet"));
    assert!(window.shows("Ben, total 0, bid 0"));
    window.key(Key::UpArrow);
    window.key("1");
    assert!(window.shows("Ben, total 0, bid 1"));
}

#[test]
fn an_earlier_round_is_corrected_and_the_totals_follow() {
    let mut window = at_tricks();
    window.took("Ben", 1);
    window.click("Score round 1");
    window.click("Correct round 1");
    assert!(window.shows("Correct round 1"));
    window.click("Ben, took 1");
    window.took("Ben", 0);
    window.click("Save changes");
    assert!(window.says("The tricks add up to 0, not 1: 1 is missing."), "{:#?}", window.labels());
    window.click("Cleo, took 0");
    window.took("Cleo", 1);
    window.click("Save changes");
    assert!(window.says("Round 1 is corrected; the totals follow."));
    assert!(window.shows("Round 1, Cleo, total 30, bid 1, took 1, met"));
    assert!(window.shows("Round 1, Ben, total 20, bid 0, took 0, met"));
    assert!(window.says("Round 2 of 20"), "the open round must stay as it was");
}

#[test]
fn a_correction_may_not_break_plus_minus_one_and_can_be_cancelled() {
    let mut window = at_tricks();
    window.took("Ben", 1);
    window.click("Score round 1");
    window.click("Correct round 1");
    window.click("Anna, bid 1");
    window.click("Anna may not bid 0");
    window.click("Save changes");
    assert!(window.says("If that is what was bid, save it anyway"), "{:#?}", window.labels());
    window.key(Key::Escape);
    assert!(window.says("The changes to round 1 are not saved yet."), "{:#?}", window.labels());
    window.key(Key::Escape);
    assert!(window.shows("Round 1, Anna, total −10, bid 1, took 0, missed"));
    assert!(!window.offers("Save changes"), "{:#?}", window.labels());
}

#[test]
fn a_game_is_ended_early_with_a_question_first_and_can_go_on() {
    let mut window = at_tricks();
    window.took("Ben", 1);
    window.click("Score round 1");
    window.click("End the game early");
    window.click("Play on");
    assert!(window.says("Round 2 of 20"));
    window.click("End the game early");
    window.click("End the game");
    assert!(window.says("led when the game ended"));
    assert!(window.says("Round 1 of 20"));
    window.click("Play on");
    assert!(window.says("Round 2 of 20"));
}

#[test]
fn the_key_r_opens_the_board_and_leads_back() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 1);
    window.key("r");
    assert_eq!(window.page(), Page::Board);
    window.key("R");
    assert_eq!(window.page(), Page::Table);
    window.click("End the game early");
    window.key("r");
    assert!(window.page() == Page::Table && window.shows("Play on"), "{:#?}", window.labels());
}

#[test]
fn secret_predictions_come_after_the_tricks() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.click("Secret");
    window.click("Deal round 1");
    window.took("Ben", 0);
    window.took("Cleo", 1);
    window.click("Reveal the bids");
    for (name, bid) in [("Ben", 0), ("Cleo", 1), ("Anna", 0)] {
        window.bid(name, bid);
    }
    window.click("Score round 1");
    assert!(window.shows("Round 1, Cleo, total 30, bid 1, took 1, met"));
}

#[test]
fn confided_bids_are_covered_until_the_round_is_scored() {
    let mut window = Window::new();
    window.resize(1280.0, 1400.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.click("Confided");
    assert!(window.says("for the scorekeeper, who covers them"), "{:#?}", window.labels());
    window.click("Deal round 1");
    let tells =
        |window: &Window| window.labels().into_iter().find(|label| label.contains("bid 1") || label.contains("bids 1"));
    // In any order; the last in bidding order must change theirs.
    for (name, bid) in [("Anna", 1), ("Ben", 0), ("Cleo", 0)] {
        window.click(&format!("{name}, total 0, no bid yet"));
        window.bid(name, bid);
    }
    assert!(window.says("Anna, who bids last, must change theirs."), "{:#?}", window.labels());
    assert!(
        window.shows("Anna, total 0, bid 1") && window.shows("Round 1, Anna, not played yet"),
        "only the entry may show a confided bid"
    );
    window.click("Ben, total 0, bid 0");
    window.bid("Ben", 1);
    window.key("r");
    assert_eq!(tells(&window), None, "confided bids must not be on the board");
    window.key("r");
    window.click("Start the tricks");
    assert!(window.shows("Ben, tricks not entered") && tells(&window).is_none(), "{:#?}", window.labels());
    window.took("Ben", 0);
    window.took("Cleo", 1);
    assert!(window.shows("Cleo, took 1") && tells(&window).is_none(), "{:#?}", window.labels());
    assert!(
        !window.labels().iter().any(|label| label.contains("points") || label.contains("−10")),
        "points would betray the bids"
    );
    window.key(Key::F11);
    assert!(window.shows("Cleo, took 1, total 0") && tells(&window).is_none(), "{:#?}", window.labels());
    window.click("Show the board to both sides");
    assert!(tells(&window).is_none(), "{:#?}", window.labels());
    window.click("Show the board to both sides");
    window.key(Key::Escape);
    window.click("Edit bids");
    assert!(window.shows("Anna, total 0, bid 1") && window.shows("Ben, total 0, bid 1"), "{:#?}", window.labels());
    window.click("Start the tricks");
    window.click("Score round 1");
    assert!(window.shows("Round 1, Ben, total −10, bid 1, took 0, missed"), "{:#?}", window.labels());
}

#[test]
fn a_number_that_is_too_large_is_refused_whole() {
    let mut window = Window::new();
    window.resize(1280.0, 1400.0);
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.show_rules();
    window.click("Custom");
    window.find("Cards dealt in each round").set_accessible_value("12");
    window.click("Deal round 1");
    window.key("1");
    window.key("3");
    assert!(window.says("A bid can be from 0 to 12."));
    assert!(window.shows("Ben, total 0, no bid yet"), "neither digit may be entered");
    window.key("1");
    window.key("2");
    assert!(window.shows("Ben, total 0, bid 12"));
    assert!(window.shows("Round 1, Ben, bid 12"));
}

#[test]
fn trump_is_one_tap_and_can_be_taken_back() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.click("Elves are trump");
    assert_eq!(window.find("Elves are trump").accessible_checked(), Some(true));
    window.click("Elves are trump");
    assert_eq!(window.find("Elves are trump").accessible_checked(), Some(false));
}

fn session(window: &Window) -> Session {
    window.ui.with_app(|app| app.wizard().unwrap().clone())
}

fn undo(window: &mut Window) {
    window.chord(&[Key::Control], "z");
}

/// Three players in round 2, correcting round 1, in which Ben took 1 and the others 0; Ben's tricks are selected.
fn in_a_correction() -> Window {
    let mut window = at_tricks();
    window.took("Ben", 1);
    window.click("Score round 1");
    window.bid("Cleo", 0);
    window.click("Correct round 1");
    window.click("Ben, took 1");
    window
}

#[test]
fn undo_in_a_correction_reverts_its_numbers_and_then_closes_it() {
    let mut window = in_a_correction();
    let before = session(&window);
    window.took("Ben", 0);
    window.click("Cleo, took 0");
    window.took("Cleo", 1);
    undo(&mut window);
    assert!(window.shows("Cleo, took 0") && window.shows("Ben, took 0"), "{:#?}", window.labels());
    window.chord(&[Key::Control], "y");
    assert!(window.shows("Cleo, took 1"), "redo must enter it again");
    undo(&mut window);
    undo(&mut window);
    assert!(window.shows("Ben, took 1") && window.shows("Save changes"));
    undo(&mut window);
    assert!(
        !window.shows("Save changes") && window.says("Round 2 of 20"),
        "without changes, undo must close the correction"
    );
    assert_eq!(session(&window), before, "no step of the game may be undone");
    undo(&mut window);
    assert!(
        window.shows("Cleo, total −10, no bid yet"),
        "the next undo must take back the last bid: {:#?}",
        window.labels()
    );
}

#[test]
fn undo_does_nothing_under_a_panel() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 1);
    let before = session(&window);
    for (open, close) in [("p", SharedString::from(Key::Escape)), ("?", "?".into())] {
        window.key(open);
        undo(&mut window);
        assert_eq!(session(&window), before, "{open:?}");
        window.key(close);
    }
    window.click("End the game early");
    undo(&mut window);
    assert_eq!(session(&window), before, "undo must do nothing under the question about ending");
    window.click("Play on");
    window.resize(400.0, 820.0);
    window.key("t");
    undo(&mut window);
    window.find("Undo").invoke_accessible_default_action();
    window.key(Key::DownArrow);
    assert_eq!(session(&window), before, "undo must do nothing under the sheet");
    window.key("t");
    assert!(window.says("Cleo bids 0"), "Cleo is still to bid: {:#?}", window.labels());
    undo(&mut window);
    assert!(window.shows("Ben, total 0, no bid yet"));
}

#[test]
fn a_held_key_counts_once() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
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
        let mut window = Window::new();
        window.deal(&["Anna", "Ben", "Cleo"]);
        let place = window.find("Ben bids 0").absolute_position();
        let reaches = |window: &mut Window| {
            window.key(Key::Tab);
            let (x, y) = window.focused();
            (x - place.x).abs() < 10.0 && (y - place.y).abs() < 10.0
        };
        assert!((0..100).any(|_| reaches(&mut window)), "Tab reaches the number");
        window.hold(key);
        assert!(window.shows("Ben, total 0, bid 0"), "{:#?}", window.labels());
        assert!(window.shows("Cleo, total 0, no bid yet"), "{:#?}", window.labels());
    }
}

/// Anna's 1 waits for another digit.
fn with_a_digit() -> Window {
    let mut window = Window::in_round_12();
    window.key("1");
    assert!(window.ui.with_app(|app| app.table().rows[0].typed.is_some()), "a digit waits");
    window
}

fn bids(window: &Window) -> Vec<Option<u8>> {
    window.ui.with_app(|app| app.table().rows.iter().map(|row| row.bid).collect())
}

fn selected(window: &Window) -> usize {
    window.ui.with_app(|app| app.table().rows.iter().position(|row| row.selected).unwrap())
}

#[test]
fn a_waiting_digit_is_entered_before_anything_else() {
    let entered = [Some(1), None, None];
    let mut window = with_a_digit();
    window.key(Key::DownArrow);
    assert_eq!((bids(&window), selected(&window)), (entered.to_vec(), 1), "the next player must be selected");
    let mut window = with_a_digit();
    window.key(Key::UpArrow);
    assert_eq!((bids(&window), selected(&window)), (entered.to_vec(), 0));
    let mut window = with_a_digit();
    let last = window.ui.with_app(|app| app.table().rows[2].name.clone());
    let line = window.labels().into_iter().find(|label| label.starts_with(&last) && label.ends_with("no bid yet"));
    window.click(&line.unwrap());
    assert_eq!((bids(&window), selected(&window)), (entered.to_vec(), 2));
    let mut window = with_a_digit();
    window.click("Elves are trump");
    assert_eq!(bids(&window), entered);
    // The board continues the entry, so that there it still waits.
    let mut window = with_a_digit();
    window.key("r");
    window.key("1");
    assert_eq!((bids(&window), window.page()), (vec![Some(11), None, None], Page::Board));
    for page in ["1", "2", "3", "5", "n"] {
        let mut window = with_a_digit();
        let file = window.file();
        window.chord(&[Key::Control], page);
        assert_ne!(window.page(), Page::Table);
        window.settle();
        let kept = load(&file);
        assert_eq!(kept.open().unwrap().1.facts.bids.iter().flatten().collect::<Vec<_>>(), [&1], "Ctrl+{page}");
    }
}

#[test]
fn undo_escape_and_backspace_drop_a_waiting_digit() {
    type Way = fn(&mut Window);
    let ways: [Way; 3] = [undo, |window| window.key(Key::Escape), |window| window.key(Key::Backspace)];
    for way in ways {
        let mut window = with_a_digit();
        let before = session(&window);
        way(&mut window);
        assert!(window.ui.with_app(|app| app.table().rows.iter().all(|row| row.typed.is_none())));
        assert_eq!(session(&window), before, "nothing else may change");
    }
}

#[test]
fn a_refused_waiting_digit_is_reported_on_any_page() {
    let forbidden = || {
        let mut window = with_a_digit();
        window.key("1");
        window.type_number(0);
        window.key("1");
        assert_eq!(bids(&window), [Some(11), Some(0), None]);
        window
    };
    let told = "1 is not allowed: the bids would add up to 12 (Plus/Minus One).";
    let mut window = forbidden();
    window.key(Key::UpArrow);
    assert!(window.says(told) && selected(&window) == 1, "{:#?}", window.labels());
    let mut window = forbidden();
    window.chord(&[Key::Control], "5");
    assert!(window.says(told) && window.page() == Page::Settings, "{:#?}", window.labels());
    assert_eq!(
        session(&window).open().unwrap().1.facts.bids.iter().flatten().count(),
        2,
        "the digit must not be entered"
    );
}

#[test]
fn a_changed_correction_is_not_left_unnoticed() {
    let told = "The changes to round 1 are not saved yet. Save them or cancel first.";
    let mut window = in_a_correction();
    window.took("Ben", 0);
    for page in ["1", "2", "3", "5", "n"] {
        window.chord(&[Key::Control], page);
        assert!(window.page() == Page::Table && window.says(told), "Ctrl+{page}: {:#?}", window.labels());
        assert!(window.shows("Ben, took 0") && window.shows("Save changes"));
    }
    // Looking up a rule is allowed, but leads on to no other page.
    window.chord(&[Key::Control], "4");
    assert_eq!(window.page(), Page::Rules);
    window.chord(&[Key::Control], "2");
    assert!(window.page() == Page::Table && window.says(told), "{:#?}", window.labels());
    window.click("Cleo, took 0");
    window.took("Cleo", 1);
    window.click("Save changes");
    assert_eq!(session(&window).current_totals(), [-10, 20, 30]);
    window.chord(&[Key::Control], "2");
    assert_eq!(window.page(), Page::Archive);
}

#[test]
fn a_changed_correction_is_not_replaced_by_another_round() {
    let mut window = in_a_correction();
    window.key(Key::Escape);
    for _ in 0..2 {
        window.type_number(0);
    }
    window.key("\n");
    for _ in 0..2 {
        window.type_number(0);
    }
    window.key("\n");
    window.click("Correct round 1");
    window.click("Ben, took 1");
    window.took("Ben", 0);
    window.click("Correct round 2");
    assert!(window.says("The changes to round 1 are not saved yet."), "{:#?}", window.labels());
    assert!(window.shows("Ben, took 0"));
    window.key(Key::Escape);
    assert!(window.says("Press Esc again to drop them."), "{:#?}", window.labels());
    window.key(Key::Escape);
    window.click("Correct round 2");
    assert!(!window.says("are not saved yet"));
}

#[test]
fn after_a_retyped_number_the_player_below_is_selected() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    for _ in 0..2 {
        window.key("0");
    }
    window.click("Ben, total 0, bid 0");
    window.key("1");
    assert_eq!(
        (bids(&window), selected(&window)),
        (vec![Some(1), Some(0), None], 1),
        "Cleo must be selected, filled in or not"
    );
    window.key("1");
    assert_eq!((bids(&window), selected(&window)), (vec![Some(1), Some(1), None], 2));
    window.key("0");
    window.key("1");
    assert_eq!(
        (bids(&window), selected(&window)),
        (vec![Some(1), Some(1), Some(1)], 2),
        "the last player must stay selected"
    );
}

#[test]
fn in_a_correction_the_selection_moves_down_the_column() {
    let mut window = in_a_correction();
    for (number, next) in [("0", 1), ("1", 2), ("0", 2)] {
        window.key(number);
        assert_eq!(selected(&window), next, "{:#?}", window.labels());
    }
    window.click("Save changes");
    assert_eq!(session(&window).rounds()[0].tricks, [0, 0, 1], "Anna, Ben, Cleo");
}

/// The 25-year edition in round 2 with all tricks entered; Thomas took the Cloud, its change is still asked.
fn asked_about_the_cloud() -> Window {
    let mut window = with_special_cards();
    for (name, took) in [("Émilie", 0), ("Thomas", 1), ("Arnaud", 0)] {
        window.took(name, took);
    }
    window.click("Who took the Cloud?");
    window.click("Thomas took the Cloud");
    window
}

#[test]
fn scoring_waits_for_the_cloud() {
    let mut window = asked_about_the_cloud();
    window.click("Score round 2");
    assert!(window.says("How does the Cloud change Thomas's bid?"), "{:#?}", window.labels());
    assert!(window.says("Round 2 of 15"));
    window.click("Bid −1");
    window.click("Score round 2");
    assert!(window.shows("Round 2, Thomas, total 10, bid 0, took 1, missed"), "{:#?}", window.labels());
}

#[test]
fn digits_enter_no_tricks_while_the_cloud_is_asked_about() {
    let mut window = with_special_cards();
    window.took("Émilie", 0);
    let tricks = |window: &Window| session(window).open().unwrap().1.facts.tricks.clone();
    let before = tricks(&window);
    window.click("Who took the Cloud?");
    for key in ["1".into(), SharedString::from(Key::Backspace), "2".into()] {
        window.key(key.clone());
        assert!(window.says("Who took the Cloud? Choose a player, or nobody."), "{:#?}", window.labels());
        assert_eq!(tricks(&window), before, "{key:?}");
        assert!(window.shows("Nobody took the Cloud"), "the question stays");
    }
    window.click("Thomas took the Cloud");
    window.key("0");
    assert!(window.says("How does the Cloud change Thomas's bid?"), "{:#?}", window.labels());
    assert_eq!(tricks(&window), before);
    window.key("+");
    window.key("2");
    assert_ne!(tricks(&window), before, "after the answer, digits are tricks again");
}

#[test]
fn nobody_took_the_cloud_is_never_preselected() {
    let mut window = with_special_cards();
    for (name, took) in [("Émilie", 0), ("Thomas", 1), ("Arnaud", 0)] {
        window.took(name, took);
    }
    window.click("Who took the Cloud?");
    assert_eq!(window.find("Nobody took the Cloud").accessible_checked(), Some(false));
    window.click("Score round 2");
    assert!(window.says("Who took the Cloud? Choose a player, or nobody."), "{:#?}", window.labels());
    assert!(window.says("Round 2 of 15"));
    window.click("Nobody took the Cloud");
    window.click("Score round 2");
    assert!(window.shows("Round 2, Thomas, total 50, bid 1, took 1, met"), "{:#?}", window.labels());
}

#[test]
fn closing_the_question_about_the_cloud_removes_the_cloud() {
    type Way = fn(&mut Window);
    let ways: [Way; 2] =
        [|window| window.key(Key::Escape), |window| window.click("How does the bid of Thomas change?")];
    for way in ways {
        let mut window = asked_about_the_cloud();
        way(&mut window);
        assert!(window.says("Nobody has the Cloud: no bid changes."), "{:#?}", window.labels());
        assert!(window.shows("Who took the Cloud?"));
        undo(&mut window);
        assert!(window.shows("Bid −1"), "undo must ask again: {:#?}", window.labels());
        way(&mut window);
        window.click("Score round 2");
        assert!(window.shows("Round 2, Thomas, total 50, bid 1, took 1, met"), "{:#?}", window.labels());
    }
}

#[test]
fn a_question_about_the_cloud_outlasts_other_taps_and_a_restart() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut window = Window::open(folder.path(), None);
    window.start_setup(&FOUR);
    window.show_rules();
    window.click("25 years · special cards");
    window.click("Deal round 1");
    for name in ["Anna", "Émilie", "Thomas", "Arnaud"] {
        window.bid(name, 0);
    }
    window.click("Start the tricks");
    window.took("Anna", 1);
    window.click("Who took the Cloud?");
    window.click("Anna took the Cloud");
    window.settle();
    let file = window.file();
    drop(window);
    let mut window = Window::open(folder.path(), Some(file));
    assert!(window.shows("Bid +1") && window.shows("How does the bid of Anna change?"), "{:#?}", window.labels());
    window.key("0");
    assert!(window.shows("Anna, bid 0, took 1, −10 points"), "no digit answers it: {:#?}", window.labels());
    window.click("Score round 1");
    assert!(window.says("How does the Cloud change Anna's bid?") && window.says("Round 1 of 15"));
    window.click("Bid +1");
    window.click("Score round 1");
    assert!(window.shows("Round 1, Anna, total 30, bid 1, took 1, met"), "{:#?}", window.labels());
}

#[test]
fn a_question_about_the_cloud_is_asked_again_after_a_look_at_the_settings() {
    let mut window = asked_about_the_cloud();
    window.chord(&[Key::Control], "5");
    assert_eq!(window.page(), Page::Settings);
    window.key(Key::Escape);
    assert!(window.page() == Page::Table && window.shows("Bid −1"), "{:#?}", window.labels());
}

#[test]
fn escape_closes_a_panel_before_the_question_beneath() {
    let mut window = asked_about_the_cloud();
    let overlay = |window: &Window| window.ui.with_app(|app| app.overlay());
    window.key("p");
    assert_eq!(overlay(&window), Overlay::Penalty);
    window.key(Key::Escape);
    assert!(overlay(&window) == Overlay::None && window.shows("Bid −1"), "{:#?}", window.labels());
    window.key(Key::Escape);
    assert!(window.says("Nobody has the Cloud: no bid changes."), "{:#?}", window.labels());
}

#[test]
fn a_past_round_can_be_kept_although_its_bids_add_up() {
    let mut window = at_tricks();
    window.took("Ben", 1);
    window.click("Score round 1");
    window.click("Correct round 1");
    assert!(!window.shows("Save anyway"));
    window.click("Anna, bid 1");
    window.click("Anna may not bid 0");
    assert!(window.says("If that is what was bid, save it anyway"), "{:#?}", window.labels());
    assert!(window.says("Totals: Anna −10 → 20."), "{:#?}", window.labels());
    window.click("Save anyway");
    assert!(window.shows("Correct round 1 (kept although the bids add up)"), "{:#?}", window.labels());
    assert!(window.shows("±1 the bids add up to the cards, and the table allowed it"));
    assert!(window.shows("Round 1, Anna, total 20, bid 0, took 0, met"));
    window.settle();
    assert_eq!(load(&window.file()).rounds(), session(&window).rounds(), "the file must hold the waiver");
    undo(&mut window);
    assert!(window.shows("Correct round 1") && window.shows("Round 1, Anna, total −10, bid 1, took 0, missed"));
    // Corrected to bids that do not add up, it is an ordinary round again.
    window.chord(&[Key::Control], "y");
    window.click("Correct round 1 (kept although the bids add up)");
    window.click("Anna, bid 0");
    window.click("Anna bids 1");
    window.click("Save changes");
    assert!(window.shows("Correct round 1"), "{:#?}", window.labels());
}

#[test]
fn a_forbidden_bid_can_be_allowed_once() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 0);
    window.bid("Cleo", 1);
    assert!(!window.shows("Allow it this once"));
    window.click("Anna may not bid 0");
    window.click("Allow it this once");
    assert!(window.shows("Anna, total 0, bid 0") && !window.shows("Allow it this once"), "{:#?}", window.labels());
    window.click("Start the tricks");
    window.took("Ben", 0);
    window.took("Cleo", 1);
    window.click("Score round 1");
    assert!(window.shows("Correct round 1 (kept although the bids add up)"), "{:#?}", window.labels());
    for name in ["Cleo", "Anna"] {
        window.bid(name, 0);
    }
    assert!(window.shows("Ben may not bid 2"), "the rule must hold in the next round: {:#?}", window.labels());
    for _ in 0..7 {
        undo(&mut window);
    }
    assert!(window.shows("Anna, total 0, no bid yet"), "{:#?}", window.labels());
    undo(&mut window);
    assert!(window.shows("Anna may not bid 0"), "{:#?}", window.labels());
}

#[test]
fn six_players_the_numbers_and_the_question_of_the_cloud_are_whole() {
    let names = ["Anna-Katharina", "Ben", "Clara", "Jean-Sébastien", "Eva", "Fritz"];
    let mut window = Window::new();
    window.resize(1280.0, 1600.0);
    window.start_setup(&names);
    window.show_rules();
    window.click("30 years · more special cards");
    window.click("Deal round 1");
    window.play_rounds(6, 6);
    for _ in 0..6 {
        window.type_number(0);
    }
    window.key("\n");
    for (width, height) in [(1280.0, 800.0), (1024.0, 600.0)] {
        window.resize(width, height);
        let whole = |window: &Window, label: &str| {
            let (at, size) = (window.find(label).absolute_position(), window.find(label).size());
            assert!(at.y >= 0.0 && at.y + size.height <= height, "{label} at {width}×{height}: {at:?} {size:?}");
        };
        let all = |window: &Window| {
            for name in names {
                whole(window, &format!("{name}, bid 0, tricks not entered"));
            }
            whole(window, "Score round 7");
        };
        all(&window);
        window.click("Who took the Cloud?");
        whole(&window, "Fritz took the Cloud");
        all(&window);
        window.click("Who took the Cloud?");
    }
}
