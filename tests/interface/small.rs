//! Small windows with large text: every player and number in sight, and nothing missing that a table needs.

use i_slint_backend_testing::ElementHandle;
use serde_json::json;
use slint::ComponentHandle;
use slint::platform::Key;
use tablet_of_truth::ui::{AppAdapter, SettingsAdapter};

use crate::languages::index;
use crate::shelf::{Shelf, kitchen, new_year};
use crate::walk::screens::LONG;
use crate::walk::seen::{Control, Seen, Words};
use crate::window::{Window, paint_windows};

const SIX: [&str; 6] = ["Anna", "Ben", "Cleo", "Dora", "Émilie", "Finn"];

/// These people before the first bid; the first of them deals.
fn dealt(names: &[&str]) -> Window {
    paint_windows();
    let mut window = Window::new();
    window.deal(names);
    window
}

fn shrink(window: &Window, (width, height): (f32, f32), percent: i32) {
    window.window().global::<SettingsAdapter>().invoke_set_text_percent(percent);
    window.resize(width, height);
}

/// The texts in sight.
fn written(window: &Window) -> Vec<String> {
    let seen = Seen::in_window(window);
    seen.words.iter().filter(|words| words.in_sight.area() > 0.0).map(|words| words.text.clone()).collect()
}

fn control<'a>(seen: &'a Seen, name: &str) -> &'a Control {
    let found = seen.controls.iter().find(|control| control.name == name);
    found.unwrap_or_else(|| panic!("no control is named {name:?}"))
}

#[test]
fn low_windows_have_players_left_and_numbers_right() {
    let low = [
        ((1280.0, 800.0), 200),
        ((1024.0, 600.0), 150),
        ((1024.0, 600.0), 100),
        ((800.0, 600.0), 100),
        ((740.0, 480.0), 100),
    ];
    for (size, percent) in low {
        let window = dealt(&SIX);
        shrink(&window, size, percent);
        let seen = Seen::in_window(&window);
        let number = control(&seen, "Ben bids 0");
        for name in SIX {
            let line = control(&seen, &format!("{name}, total 0, no bid yet"));
            assert!(line.place.right <= number.place.left, "{line} beside {number} at {size:?}");
            let whole = size.1 < 500.0 || line.in_sight == line.place;
            assert!(whole, "{line} must be in sight at {size:?} with {percent} %: {:?}", line.in_sight);
        }
        for name in ["Undo", "Start the tricks", "Ben bids 0", "Ben bids 1", "Elves are trump"] {
            let button = control(&seen, name);
            assert_eq!(button.in_sight, button.place, "{button} at {size:?} with {percent} %");
        }
        assert!(window.shows("Score sheet"), "the sheet must be one tap away");
    }
}

#[test]
fn large_text_in_a_narrow_window_keeps_dealer_stage_and_trump() {
    let mut window = dealt(&SIX);
    shrink(&window, (400.0, 820.0), 150);
    let words = written(&window);
    assert!(words.iter().any(|words| words == "Trump"), "{words:#?}");
    assert!(words.iter().any(|words| words.ends_with("Bid")), "{words:#?}");
    let says = |window: &Window, line: &str| {
        let found = ElementHandle::find_by_accessible_label(window.window(), line).next();
        found.and_then(|line| line.accessible_description()).map(String::from)
    };
    assert_eq!(says(&window, "Anna, total 0, no bid yet").as_deref(), Some("dealer"));
    assert_eq!(says(&window, "Ben, total 0, no bid yet").as_deref(), Some("plays first"));
    for bid in [1, 0, 0, 0, 0, 1] {
        window.type_number(bid);
    }
    window.key("\n");
    assert!(written(&window).iter().any(|words| words.contains("Play")));
    window.type_number(1);
    let words = written(&window);
    assert!(words.iter().any(|words| words == "bid 1"), "the bid must stay beside the tricks: {words:#?}");
    assert!(words.iter().any(|words| words == "✓ +30"), "{words:#?}");
}

#[test]
fn the_title_lies_above_the_trumps_in_the_smallest_window() {
    let mut window = dealt(&SIX);
    window.play_rounds(8, 6);
    for size in [(360.0, 640.0), (360.0, 480.0), (400.0, 820.0)] {
        for percent in [100, 150, 200] {
            shrink(&window, size, percent);
            let seen = Seen::in_window(&window);
            let trump = control(&seen, "Humans are trump").place.top;
            let head = seen.words.iter().filter(|words| words.text == "Round 9" || words.text.starts_with("of 10"));
            assert!(head.clone().count() > 1);
            for words in head {
                assert!(words.ink.bottom <= trump + 1.0, "{words} over {trump} at {size:?} with {percent} %");
            }
        }
    }
}

#[test]
fn a_long_name_takes_two_lines_and_keeps_the_sign_of_the_cloud() {
    paint_windows();
    let mut window = Window::new();
    window.start_setup(&LONG);
    window.click("25 years · special cards");
    window.click("Deal round 1");
    for _ in 0..6 {
        window.type_number(0);
    }
    window.key("\n");
    window.click("Who took the Cloud?");
    window.click(&format!("{} took the Cloud", LONG[0]));
    for (size, percent) in [((1280.0, 800.0), 100), ((400.0, 820.0), 100), ((400.0, 820.0), 150)] {
        shrink(&window, size, percent);
        let seen = Seen::in_window(&window);
        let mark = seen.words.iter().find(|words| words.text.contains("±?"));
        assert!(mark.is_some_and(|words| words.text.starts_with("±?")), "{:#?}", written(&window));
    }
    let seen = Seen::in_window(&window);
    let name = seen.words.iter().find(|words| words.text == LONG[1] && words.place.height() > 0.0);
    assert!(name.is_some_and(|words| words.wraps), "{:#?}", written(&window));
}

#[test]
fn a_correction_with_the_cloud_leaves_the_names_whole() {
    paint_windows();
    let mut window = Window::new();
    window.start_setup(&["Anna", "Bettina", "Cleo"]);
    window.click("25 years · special cards");
    window.click("Deal round 1");
    for bid in [1, 0, 1] {
        window.type_number(bid);
    }
    window.key("\n");
    window.taps(&["Who took the Cloud?", "Bettina took the Cloud", "Bid −1"]);
    window.took("Bettina", 1);
    window.click("Score round 1");
    window.key(Key::PageUp);
    for (size, percent) in [((400.0, 820.0), 150), ((400.0, 820.0), 100), ((800.0, 600.0), 100), ((1280.0, 800.0), 100)]
    {
        shrink(&window, size, percent);
        let seen = Seen::in_window(&window);
        let name = seen.words.iter().find(|words| words.text == "Bettina" && words.in_sight.area() > 0.0);
        let whole = name.is_some_and(|words| words.least_width <= words.place.width());
        assert!(whole, "at {size:?} with {percent} %: {:#?}", written(&window));
    }
}

#[test]
fn the_special_cards_are_named_whole_in_a_narrow_window() {
    paint_windows();
    let mut window = Window::new();
    window.start_setup(&["Anna", "Ben", "Cleo"]);
    window.click("25 years · special cards");
    for (language, size, percent) in [
        ("en", (400.0, 2400.0), 150),
        ("en", (400.0, 2400.0), 100),
        ("en", (1280.0, 1600.0), 150),
        ("de", (400.0, 2400.0), 100),
        ("de", (360.0, 2400.0), 200),
    ] {
        window.window().global::<AppAdapter>().invoke_set_language(index(language));
        let longest = if language == "de" { "Gestaltenwandler" } else { "Shapeshifter" };
        shrink(&window, size, percent);
        let seen = Seen::in_window(&window);
        let cell = control(&seen, longest).place;
        let word = seen.words.iter().find(|words| words.text == longest);
        let inside = word.is_some_and(|words| cell.left < words.ink.left && words.ink.right < cell.right);
        assert!(inside, "at {size:?} with {percent} %: {:?} in {cell:?}", word.map(|words| words.ink));
    }
}

#[test]
fn the_smallest_home_breaks_no_word() {
    paint_windows();
    let shelf = Shelf::with(&[new_year()]);
    let window = Window::open(shelf.path(), None);
    window.window().global::<AppAdapter>().invoke_set_language(index("de"));
    shrink(&window, (320.0, 640.0), 200);
    let seen = Seen::in_window(&window);
    let heading = seen.words.iter().find(|words| words.text == "Die letzte Partie").unwrap();
    assert!(heading.least_width <= heading.place.width(), "{heading} needs {}", heading.least_width);
}

/// Where the system has no font for emoji, they are boxes.
#[test]
fn a_name_of_emoji_can_be_seen() {
    let window = dealt(&["🧙", "Ben", "Cleo"]);
    let seen = Seen::in_window(&window);
    let name = seen.words.iter().find(|words| words.text == "🧙" && words.in_sight.area() > 0.0).unwrap();
    let picture = window.window().window().take_snapshot().unwrap();
    let (place, across) = (&name.ink, picture.width() as usize);
    let point = |x: f32, y: f32| picture.as_slice()[y as usize * across + x as usize];
    let rows = (place.top as u32..place.bottom as u32).map(|y| y as f32);
    let points = rows.flat_map(|y| (place.left as u32..place.right as u32).map(move |x| (x as f32, y)));
    let ground = point(place.left, place.top);
    assert!(points.into_iter().any(|(x, y)| point(x, y) != ground), "{name} is blank");
}

#[test]
fn the_chart_has_room_for_numbers_of_five_figures() {
    paint_windows();
    let mut long = kitchen();
    let penalty = json!({"player": 0, "after_round": 1, "points": -500});
    long["penalties"] = json!(vec![penalty; 42]);
    let shelf = Shelf::with(&[long]);
    let mut window = shelf.archive();
    window.resize(1280.0, 2400.0);
    let row = window.lines()[0].clone();
    window.tap(&row);
    window.tap("Chart");
    for percent in [100, 200] {
        window.window().global::<SettingsAdapter>().invoke_set_text_percent(percent);
        window.resize(1280.0, 2400.0);
        let seen = Seen::in_window(&window);
        let numbers: Vec<&Words> = seen.words.iter().filter(|words| words.text == "−20,000").collect();
        assert!(!numbers.is_empty(), "the axis has no −20,000");
        for number in numbers {
            assert!(number.least_width <= number.place.width(), "{number} needs {}", number.least_width);
        }
    }
}
