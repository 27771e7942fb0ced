//! The pointer: a button under it is lit and shows its tip, and a double tap reaches nothing that came with its first
//! tap.

use std::time::Duration;

use i_slint_backend_testing::{AccessibleRole, ElementHandle, ElementQuery, mock_elapsed_time};
use serde_json::json;
use slint::platform::{Key, PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalPosition, Rgba8Pixel};
use tablet_of_truth::app::Page;

use crate::shelf::{Shelf, evenings, game};
use crate::track;
use crate::walk::place::Place;
use crate::window::{Window, paint_windows, place_of};

fn painted(window: &Window) -> Vec<Rgba8Pixel> {
    window.window().window().take_snapshot().unwrap().as_slice().to_vec()
}

fn point_at(window: &Window, position: LogicalPosition) {
    window.window().window().dispatch_event(WindowEvent::PointerMoved { position });
    mock_elapsed_time(Duration::from_millis(20));
}

fn differing(one: &[Rgba8Pixel], other: &[Rgba8Pixel]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one != other).count()
}

#[test]
fn a_button_under_the_pointer_is_lit_and_says_what_it_is_for() {
    paint_windows();
    let window = Window::dealt();
    let button = window.place("Board for the players");
    let elsewhere = LogicalPosition::new(button.left - 40.0, button.bottom + 400.0);
    point_at(&window, elsewhere);
    let before = painted(&window);

    point_at(&window, middle_of(&window, "Board for the players"));
    let lit = painted(&window);
    let area = button.area() as usize;
    let changed = differing(&before, &lit);
    assert!(changed > area / 2 && changed <= area, "only the button may be lit: {changed} of {area}");

    mock_elapsed_time(Duration::from_millis(700));
    let changed = differing(&lit, &painted(&window));
    assert!(changed > area / 2, "the tip must show: {changed}");

    point_at(&window, elsewhere);
    mock_elapsed_time(Duration::from_millis(300));
    assert_eq!(differing(&before, &painted(&window)), 0, "light and tip must go with the pointer");
}

/// The smallest place that holds everything that differs between two pictures of this width.
fn changed_place(one: &[Rgba8Pixel], other: &[Rgba8Pixel], across: usize) -> Place {
    let differ = one.iter().zip(other).enumerate().filter(|(_, (one, other))| one != other);
    let nowhere = Place { left: f32::MAX, top: f32::MAX, right: 0.0, bottom: 0.0 };
    differ.fold(nowhere, |place, (index, _)| {
        let (x, y) = ((index % across) as f32, (index / across) as f32);
        Place {
            left: place.left.min(x),
            top: place.top.min(y),
            right: place.right.max(x + 1.0),
            bottom: place.bottom.max(y + 1.0),
        }
    })
}

#[test]
fn a_tip_lies_beside_what_it_explains_and_inside_the_window() {
    paint_windows();
    let window = Window::dealt();
    for (width, height, percent) in
        [(1280.0, 800.0, 100), (1280.0, 800.0, 200), (800.0, 480.0, 100), (360.0, 640.0, 100), (360.0, 640.0, 200)]
    {
        window.text_size(percent);
        window.resize(width, height);
        // What is not saved for long has a message over the page.
        window.settle();
        mock_elapsed_time(Duration::from_millis(500));
        let mut tips = 0;
        for label in ["More", "Undo", "Archive", "Settings"] {
            if !window.offers(label) {
                continue;
            }
            let button = window.place_of_control(label);
            if button.bottom > height {
                continue;
            }
            point_at(&window, middle_of(&window, label));
            let lit = painted(&window);
            mock_elapsed_time(Duration::from_millis(700));
            let tip = changed_place(&lit, &painted(&window), width as usize);
            let at = format!("the tip of {label} at {tip}, {width}×{height}, {percent} %");
            if !tip.is_empty() {
                tips += 1;
                assert!(tip.within(&button).is_empty(), "{at} covers {button}");
                assert!(tip.left > 0.0 && tip.top > 0.0, "{at} is cut off");
                assert!(tip.right < width && tip.bottom < height, "{at} is cut off");
            }
            window.window().window().dispatch_event(WindowEvent::PointerExited);
            mock_elapsed_time(Duration::from_millis(300));
        }
        assert!(tips >= 1, "{tips} tips at {width}×{height}, {percent} %");
    }
}

fn middle_of(window: &Window, label: &str) -> LogicalPosition {
    let (x, y) = window.place_of_control(label).middle();
    LogicalPosition::new(x, y)
}

fn tap_at(window: &Window, position: LogicalPosition) {
    let (send, button) = (|event| window.window().window().dispatch_event(event), PointerEventButton::Left);
    send(WindowEvent::PointerMoved { position });
    send(WindowEvent::PointerPressed { position, button });
    mock_elapsed_time(Duration::from_millis(40));
    send(WindowEvent::PointerReleased { position, button });
}

/// Taps a control twice, as fast as people do.
fn double_tap(window: &Window, label: &str) -> LogicalPosition {
    window.look();
    let position = middle_of(window, label);
    tap_at(window, position);
    mock_elapsed_time(Duration::from_millis(120));
    tap_at(window, position);
    mock_elapsed_time(Duration::from_millis(20));
    window.await_disk();
    position
}

fn button_at(window: &Window, at: LogicalPosition) -> Option<String> {
    let holds = |button: &ElementHandle| place_of(button).has((at.x, at.y));
    let all = ElementQuery::from_root(window.window()).find_all();
    let mut buttons = all.iter().filter(|element| element.accessible_role() == Some(AccessibleRole::Button));
    buttons.find(|button| holds(button)).and_then(|button| button.accessible_label()).map(String::from)
}

const SIZES: [(f32, f32); 3] = [(1280.0, 800.0), (1024.0, 600.0), (400.0, 820.0)];

#[test]
fn a_double_tap_on_the_last_token_enters_nothing_of_the_next_part() {
    let turns = |window: &Window| {
        let session = window.ui.with_app(|app| app.session().unwrap().last_wizard().unwrap().clone());
        session.table().open.as_ref().unwrap().turns.clone()
    };
    let mut met = Vec::new();
    for (width, height) in SIZES {
        let (mut window, _folder) = track::open(&[15, 15, 15], 0, json!([]));
        window.resize(width, height);
        window.key("2");
        window.key("3");
        double_tap(&window, "Takako takes 1");
        let squares = turns(&window).iter().filter_map(|turn| turn.square_token()).count();
        let rounds = turns(&window).iter().filter_map(|turn| turn.round_token()).count();
        assert_eq!((rounds, squares), (3, 0), "{width}×{height}");
        window.key("1");
        window.key("1");
        let at = double_tap(&window, &window.labelled("Takako takes 1"));
        let below = button_at(&window, at).unwrap_or_default();
        met.push(below.clone());
        assert_eq!(turns(&window).iter().filter_map(|turn| turn.square_token()).count(), 3, "the first tap counts");
        assert_eq!(turns(&window).iter().filter_map(|turn| turn.shown()).count(), 0, "{below} at {width}×{height}");
        window.settle();
    }
    assert!(met.iter().any(|below| below.contains(" hand")), "a rank must come where the tap was: {met:?}");
}

#[test]
fn a_double_tap_opens_a_panel_or_a_session_and_does_nothing_in_it() {
    for (width, height) in SIZES {
        let mut window = Window::new();
        window.start_setup(&["Anna", "Ben", "Cleo"]);
        window.resize(width, height);
        let face = "Change Anna";
        double_tap(&window, face);
        assert!(window.shows("Moon"), "the panel stays at {width}×{height}: {:#?}", window.labels());
        window.key(Key::Escape);
        assert!(window.offers(face), "no colour is chosen at {width}×{height}: {:#?}", window.labels());
        window.tap("Deal round 1");
        double_tap(&window, "More");
        assert!(window.offers("Notes"), "the menu stays at {width}×{height}: {:#?}", window.labels());
    }
    let (_shelf, mut window) = evenings();
    window.resize(400.0, 820.0);
    window.tap("Back to the list");
    for line in window.lines() {
        double_tap(&window, &line);
        assert_eq!(window.page(), Page::Archive, "{line} is corrected");
        assert!(window.says("Correct round "), "{line} opens and stays: {:#?}", window.labels());
        window.tap("Back to the list");
    }
}

#[test]
fn a_double_tap_on_what_makes_rows_move_up_takes_one_row() {
    let unfinished = |day: u32| {
        let rounds = json!([{"bids": [0, 0, 0], "tricks": [1, 0, 0]}]);
        game(day, &format!("2026-03-0{day}T20:00:00+01:00"), &["Anna", "Ben", "Cleo"], &[1, 2], rounds)
    };
    let shelf = Shelf::with(&[1, 2, 3].map(unfinished));
    let mut window = Window::open(shelf.path(), None);
    let deletes = |window: &Window| {
        window.labels().into_iter().filter(|label| label.starts_with("More about the game")).collect::<Vec<_>>()
    };
    let before = deletes(&window);
    assert!(before.len() >= 2, "{:#?}", window.labels());
    window.tap(&before[0]);
    double_tap(&window, "Delete: move it to the trash");
    window.settle();
    assert_eq!(deletes(&window).len(), before.len() - 1);
    window.start_setup(&["Anna", "Ben", "Cleo", "Dora"]);
    double_tap(&window, "Remove Ben");
    assert!(window.offers("Remove Anna") && window.offers("Remove Cleo") && window.offers("Remove Dora"));
}

#[test]
fn a_press_that_has_stayed_on_a_row_can_still_scroll() {
    let shelf = Shelf::generated(20, 7);
    let mut window = shelf.archive();
    window.resize(400.0, 600.0);
    window.tap("Back to the list");
    window.settle();
    let line = window.lines().remove(1);
    let y = |window: &Window| window.place_of_control(&line).top;
    for rested in [0, 700] {
        let before = window.place_of_control(&line);
        let at = |by: f32| LogicalPosition::new(before.left + 100.0, before.middle().1 + by);
        let send = |event| window.window().window().dispatch_event(event);
        send(WindowEvent::PointerMoved { position: at(0.0) });
        send(WindowEvent::PointerPressed { position: at(0.0), button: PointerEventButton::Left });
        mock_elapsed_time(Duration::from_millis(rested));
        for step in 1..=10 {
            send(WindowEvent::PointerMoved { position: at(-5.0 * step as f32) });
            mock_elapsed_time(Duration::from_millis(16));
        }
        let scrolled = before.top - y(&window);
        assert!((35.0..=50.5).contains(&scrolled), "after {rested} ms the row has moved by {scrolled}");
        mock_elapsed_time(Duration::from_millis(500));
        send(WindowEvent::PointerReleased { position: at(-50.0), button: PointerEventButton::Left });
        mock_elapsed_time(Duration::from_millis(500));
        assert!(!window.says("Back to the list"), "letting go is not a tap: {:#?}", window.labels());
    }
    // Where it began, it is a tap, however long it takes.
    window.look();
    let before = window.place_of_control(&line);
    let position = LogicalPosition::new(before.left + 100.0, before.middle().1);
    let send = |event| window.window().window().dispatch_event(event);
    send(WindowEvent::PointerPressed { position, button: PointerEventButton::Left });
    mock_elapsed_time(Duration::from_millis(700));
    send(WindowEvent::PointerReleased { position, button: PointerEventButton::Left });
    window.settle();
    assert!(window.shows("Back to the list"), "{:#?}", window.labels());
}

#[test]
fn a_tap_right_after_a_key_counts() {
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben"]);
    window.fill("Name of a player", "Cleo");
    window.key("\n");
    tap_at(&window, middle_of(&window, "Deal round 1"));
    assert_eq!(window.page(), Page::Table, "{:#?}", window.labels());
}

#[test]
fn numbers_are_tapped_as_fast_as_fingers_go_and_undo_too() {
    let mut window = Window::dealt();
    window.look();
    let number = middle_of(&window, "Ben bids 0");
    let bids = |window: &Window| {
        window.ui.with_app(|app| app.wizard().unwrap().open().unwrap().1.facts.bids.iter().flatten().count())
    };
    for entered in 1..=3 {
        // Faster is a bounce.
        mock_elapsed_time(Duration::from_millis(110));
        tap_at(&window, number);
        assert_eq!(bids(&window), entered, "each tap enters a bid");
    }
    window.key("\n");
    let undo = middle_of(&window, "Undo");
    (0..3).for_each(|_| tap_at(&window, undo));
    assert_eq!(bids(&window), 1, "each tap undoes a step");
    window.settle();
}

/// `app::bounce` tries how far apart.
#[test]
fn a_double_tap_or_a_bouncing_key_enters_one_number_and_says_so_for_a_moment() {
    let shown = "Twice within a moment counts once: enter it again if you meant two.";
    for by_key in [false, true] {
        let window = Window::dealt();
        window.look();
        let position = middle_of(&window, "Ben bids 0");
        let (send, button) = (|event| window.window().window().dispatch_event(event), PointerEventButton::Left);
        for _ in 0..2 {
            if by_key {
                send(WindowEvent::KeyPressed { text: "0".into() });
                send(WindowEvent::KeyReleased { text: "0".into() });
            } else {
                send(WindowEvent::PointerMoved { position });
                send(WindowEvent::PointerPressed { position, button });
                send(WindowEvent::PointerReleased { position, button });
            }
            mock_elapsed_time(Duration::from_millis(30));
        }
        let entered = window.ui.with_app(|app| app.table().rows.iter().flat_map(|row| row.bid).count());
        assert_eq!((entered, window.shows(shown)), (1, true), "by key: {by_key}");
        mock_elapsed_time(Duration::from_secs(4));
        assert!(!window.shows(shown), "{:#?}", window.labels());
    }
}
