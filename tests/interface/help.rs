//! Shortcuts, the sheet that lists them, and focus that stays inside what is open.

use std::ops::RangeBounds;

use slint::platform::Key;
use tablet_of_truth::app::Page;

use crate::shelf::{Shelf, cafe, kitchen, new_year};
use crate::tournament::afternoon;
use crate::walk::seen::focused_name;
use crate::window::Window;

#[test]
fn the_sheet_opens_by_key_and_by_button_and_lists_the_page() {
    let mut window = Window::new();
    window.key(Key::F1);
    assert!(window.says("Ctrl+N: Set up a new game"));
    assert!(!window.says("Undo the last number"));
    window.key(Key::Escape);
    assert!(!window.says("Ctrl+N"));
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.key("?");
    assert!(window.says("Backspace: Undo the last number") && window.says("Ctrl+N: Set up a new game"));
    window.key("2");
    assert!(window.says("Ctrl+N"), "the page behind must not get the keys");
    window.key("?");
    assert!(window.shows("Ben, total 0, no bid yet"), "no bid may be entered");
    window.key("1");
    assert!(window.shows("Ben, total 0, bid 1"), "the table must get the keys back");
    window.taps(&["Settings", "Keyboard shortcuts"]);
    assert!(window.says("F1   ?: Show these shortcuts"));
    window.tap("Close");
    assert!(!window.says("F1   ?"));
}

#[test]
fn a_letter_or_question_mark_in_a_field_is_text() {
    let mut window = Window::dealt();
    window.chord(&[Key::Control], "n");
    window.type_in("hbce?");
    assert_eq!(window.written("Name of a player"), "hbce?");
    assert!(!window.says("Ctrl+N"));
    window.key(Key::F1);
    assert!(window.says("Enter: In the name field: add the player"));
}

#[test]
fn no_game_is_dealt_behind_the_sheet() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.key(Key::F1);
    window.chord(&[Key::Control], "\n");
    assert_eq!(window.page(), Page::Setup);
    assert!(!window.says("F1   ?"), "the button with the ring closes the sheet");
    window.chord(&[Key::Control], "\n");
    assert_eq!(window.page(), Page::Table);
}

#[test]
fn a_search_by_key_takes_what_is_typed() {
    let mut window = Window::new();
    window.chord(&[Key::Control], "f");
    assert_eq!(window.page(), Page::Archive);
    window.key("z");
    window.key("o");
    assert_eq!(window.written("Search players, notes, dates"), "zo");
}

#[test]
fn a_letter_opens_the_sheet_where_it_is_not_beside_the_table() {
    let mut window = Window::after_a_round();
    for (width, shown) in [(1280.0, false), (400.0, true), (400.0, false)] {
        window.resize(width, 820.0);
        window.key("t");
        assert_eq!(window.says("Tap a round to correct it."), shown, "{width}");
    }
}

/// Presses Tab or Shift+Tab until the focus is where it stopped first, at most 60 times, and returns every place where
/// it stopped.
fn round_trip(window: &mut Window, back: bool) -> Vec<(f32, f32)> {
    let mut places: Vec<(f32, f32)> = Vec::new();
    for _ in 0..60 {
        window.key(if back { Key::Backtab } else { Key::Tab });
        let place = window.focused();
        if places.first() == Some(&place) {
            break;
        }
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places.sort_by(|a, b| a.partial_cmp(b).unwrap());
    places
}

/// Tab visits so many controls, backwards as well, and comes to the rail or not.
fn stays(window: &mut Window, place: &str, controls: impl RangeBounds<usize>, rail: bool) {
    let (forth, back) = (round_trip(window, false), round_trip(window, true));
    assert_eq!(forth, back, "{place}: both directions must visit the same controls");
    assert!(controls.contains(&forth.len()), "{place}: {forth:?}");
    assert_eq!(forth.iter().any(|at| at.0 < 80.0), rail, "{place}: {forth:?}");
}

#[test]
fn tab_stays_inside_what_is_open() {
    let mut window = Window::dealt();
    window.taps(&["More", "End the game early"]);
    // Two answers, and it is closed.
    stays(&mut window, "the question", 3..=3, false);
    window.tap("Play on");
    stays(&mut window, "the table", 10.., true);
    window.key(Key::F1);
    stays(&mut window, "the help", 1..=1, false);
    window.key(Key::Escape);
    window.taps(&["More", "End the game early", "End the game", "Share", "Other formats…"]);
    stays(&mut window, "the panel", 6.., false);
    // Help opened over a panel is on top; the panel waits below.
    window.key(Key::F1);
    stays(&mut window, "the help over it", 1..=1, false);
    window.key(Key::Escape);
    stays(&mut window, "the panel again", 6.., false);
    (0..2).for_each(|_| window.key(Key::Escape));
    stays(&mut window, "the result", 6.., true);
}

#[test]
fn what_comes_to_a_page_under_the_sheet_takes_no_key_from_it() {
    let shelf = Shelf::with(&[kitchen()]);
    let mut window = Window::open(shelf.path(), None);
    window.key(Key::F1);
    shelf.put(&cafe());
    shelf.put(&new_year());
    std::fs::write(shelf.path().join("2026-11-28_00000bad.json"), "torn").unwrap();
    let games = afternoon(3, true);
    for file in std::fs::read_dir(games.path()).unwrap().flatten() {
        std::fs::copy(file.path(), shelf.path().join(file.file_name())).unwrap();
    }
    window.until("offers the game", |window| window.offers("Continue") && window.offers("Organise Saarlouis open"));
    assert_eq!(round_trip(&mut window, false).len(), 1, "{}", focused_name(&window));
}
