//! Nothing moves: each number stays in place from round to round, and so do the buttons below.

use std::collections::BTreeMap;
use std::time::Duration;

use i_slint_backend_testing::{AccessibleRole, ElementQuery, mock_elapsed_time};
use slint::ComponentHandle;
use slint::platform::Key;
use tablet_of_truth::ui::AppAdapter;

use crate::window::Window;

const SIX: [&str; 6] = ["Anna", "Ben", "Cleo", "Dora", "Émilie", "Finn"];
const SIZES: [(f32, f32); 4] = [(1280.0, 800.0), (1024.0, 700.0), (800.0, 600.0), (400.0, 820.0)];

/// A position in the window, in whole pixels.
type Place = (i64, i64);

/// The position of each number of the keypad that the round has.
fn numbers(window: &Window) -> BTreeMap<u8, Place> {
    let number = |label: &str| {
        let label = label.strip_suffix(", too many").unwrap_or(label);
        let said = [" may not bid ", " bids ", " took "].iter().find_map(|verb| label.split_once(verb))?;
        said.1.parse().ok()
    };
    let all = ElementQuery::from_root(window.window()).find_all();
    let buttons = all.iter().filter(|element| element.accessible_role() == Some(AccessibleRole::Button));
    buttons
        .filter_map(|button| Some((number(&button.accessible_label()?)?, place(button.absolute_position()))))
        .collect()
}

fn place(at: slint::LogicalPosition) -> Place {
    (at.x.round() as i64, at.y.round() as i64)
}

fn at(window: &Window, label: &str) -> Place {
    place(window.find(label).absolute_position())
}

#[test]
fn numbers_stay_in_place_in_every_round() {
    for (width, height) in SIZES {
        let mut window = Window::new();
        window.deal(&SIX);
        window.resize(width, height);
        let mut known = BTreeMap::new();
        for round in 1..=10 {
            for stage in ["bids", "tricks"] {
                let now = numbers(&window);
                assert_eq!(now.len(), round + 1, "{width}×{height}, round {round}, {stage}: {now:?}");
                for (number, place) in now {
                    let before = *known.entry(number).or_insert(place);
                    assert_eq!(place, before, "{number} in {stage} of round {round} at {width}×{height}");
                }
                for _ in usize::from(stage == "tricks")..6 {
                    window.type_number(0);
                }
                window.key("\n");
            }
        }
    }
}

#[test]
fn no_message_moves_a_number_or_a_button() {
    for (width, height) in SIZES {
        let mut window = Window::new();
        window.deal(&SIX);
        window.resize(width, height);
        let (before, undo) = (numbers(&window), at(&window, "Undo"));
        for _ in 0..5 {
            window.type_number(0);
        }
        window.click("Anna may not bid 1");
        assert!(window.says("the bids would add up") && window.shows("Allow it this once"));
        assert_eq!(numbers(&window), before, "a refused bid at {width}×{height}");
        assert_eq!(at(&window, "Undo"), undo);
        window.bid("Anna", 0);
        window.key("\n");
        window.key("\n");
        assert!(window.says("How many tricks did Ben take?"));
        assert_eq!(numbers(&window), before, "missing tricks at {width}×{height}");
        window.click("Ben took 1");
        window.key("\n");
        assert!(window.says("Round 1 is scored"));
        let second = numbers(&window);
        before.iter().for_each(|(number, place)| assert_eq!(second.get(number), Some(place), "{width}×{height}"));
        for label in ["Undo", "Redo"] {
            assert!(window.shows(label), "{label} at {width}×{height}");
        }
    }
}

#[test]
fn save_anyway_does_not_move_a_number() {
    for (width, height) in SIZES {
        let mut window = Window::new();
        window.deal(&SIX);
        window.play_rounds(1, 6);
        window.click("Correct round 1");
        window.resize(width, height);
        let before = numbers(&window);
        assert_eq!(before.len(), 2, "{:#?}", window.labels());
        window.type_number(1);
        assert!(window.shows("Save anyway"), "{:#?}", window.labels());
        assert_eq!(numbers(&window), before, "{width}×{height}");
    }
}

#[test]
fn redo_stays_where_it_is_and_is_dimmed_at_the_end() {
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    let (redo, edit) = (at(&window, "Redo"), at(&window, "Read out"));
    assert_eq!(window.find("Redo").accessible_enabled(), Some(false));
    window.bid("Ben", 0);
    window.click("Undo");
    assert_eq!((at(&window, "Redo"), at(&window, "Read out")), (redo, edit));
    assert_eq!(window.find("Redo").accessible_enabled(), Some(true));
    window.click("Redo");
    assert_eq!(window.find("Redo").accessible_enabled(), Some(false));
}

#[test]
fn every_undo_says_what_it_undid() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.click("25 years · special cards");
    window.click("Deal round 1");
    window.click("Elves are trump");
    for (name, bid) in [("Ben", 0), ("Cleo", 0)] {
        window.bid(name, bid);
    }
    window.key(Key::Backspace);
    window.bid("Cleo", 1);
    window.click("Anna may not bid 0");
    window.click("Allow it this once");
    window.click("Start the tricks");
    window.click("Bomb: one trick to nobody");
    window.click("Bomb: one trick to nobody");
    window.took("Ben", 1);
    window.click("Who took the Cloud?");
    window.click("Ben took the Cloud");
    window.click("Bid +1");
    window.click("Edit bids");
    window.click("Start the tricks");
    window.click("Score round 1");
    window.click("Correct round 1, kept although the bids add up");
    window.click("Ben, bid 0");
    window.type_number(1);
    window.chord(&[Key::Control], "z");
    assert!(window.says("Undone: the last change of this correction."), "{:#?}", window.labels());
    window.chord(&[Key::Control], "z");
    assert!(window.says("The correction of round 1 is cancelled."), "{:#?}", window.labels());
    window.click("End the game early");
    window.click("End the game");
    window.click("Play on");
    let said = [
        "Undone: playing on.",
        "Undone: ending the game early.",
        "Undone: the score of round 1.",
        "Undone: going on in round 1.",
        "Undone: going back in round 1.",
        "Undone: the Cloud.",
        "Undone: the Cloud.",
        "Undone: the Cloud.",
        "Undone: Ben's tricks.",
        "Undone: the Bomb.",
        "Undone: the Bomb.",
        "Undone: going on in round 1.",
        "Undone: Anna's bid.",
        "Plus/Minus One holds again in round 1.",
        "Undone: Cleo's bid.",
        "Cleo's bid is back.",
        "Undone: Cleo's bid.",
        "Undone: Ben's bid.",
        "Undone: the trump.",
    ];
    for (step, words) in said.iter().enumerate() {
        window.chord(&[Key::Control], "z");
        // Undo at the table is reported at the table.
        if step > 0 {
            assert!(window.says(words), "step {step}, {words}: {:#?}", window.labels());
        }
    }
}

#[test]
fn the_whole_window_is_painted_once_after_changes_and_not_at_rest() {
    let mut window = Window::after_a_round();
    let turns = |window: &Window| window.window().global::<AppAdapter>().get_painted_anew();
    let pause = |milliseconds: u64| mock_elapsed_time(Duration::from_millis(milliseconds));
    pause(1000);
    let before = turns(&window);
    window.key("1");
    pause(100);
    assert_eq!(turns(&window), before, "a tap is painted first");
    pause(100);
    assert_ne!(turns(&window), before);
    pause(5000);
    assert_ne!(turns(&window), before, "nothing is painted at rest");
}
