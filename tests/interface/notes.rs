use chrono::{Days, Local};
use slint::platform::Key;
use tablet_of_truth::session::Session;

use crate::shelf::load;
use crate::walk::seen::focused_name;
use crate::window::Window;

fn kept(window: &Window) -> Session {
    window.settle();
    load(&window.file())
}

#[test]
fn notes_are_typed_at_the_table_and_saved_like_a_tap() {
    let mut window = Window::after_a_round();
    window.taps(&["More", "Notes"]);
    window.type_in("3 cards dealt twice");
    assert_eq!(kept(&window).notes(), "3 cards dealt twice", "they must be saved without another tap");
    assert!(window.shows("Date, place and notes are saved."), "{:#?}", window.labels());
    window.key(Key::Escape);
    assert!(window.says("Round 2 of 20") && window.shows("Ben, total 30, no bid yet"), "{:#?}", window.labels());
    window.find("Correct round 1").invoke_accessible_default_action();
    window.tap("More");
    assert!(!window.offers("Change rules, seats and names"));
    window.tap("Notes");
    window.type_in("!");
    assert_eq!(kept(&window).notes(), "3 cards dealt twice!", "they must be extended");
    window.key(Key::Escape);
    window.tap("Cancel");
    // Undo takes back the round, not what is noted.
    window.chord(&[Key::Control], "z");
    let undone = kept(&window);
    assert_eq!((undone.scored(), undone.notes()), (0, "3 cards dealt twice!"));
}

#[test]
fn a_date_is_written_in_the_language_of_the_window() {
    let mut window = Window::after_a_round();
    window.speak("de");
    window.taps(&["Mehr", "Notizen"]);
    let today = Local::now().date_naive().format("%d.%m.%Y").to_string();
    assert_eq!(window.written("Datum"), today);
}

#[test]
fn the_date_of_a_game_is_corrected_at_the_table() {
    let mut window = Window::after_a_round();
    let began = kept(&window).started();
    window.taps(&["More", "Notes"]);
    window.fill("Place", "Kitchen");
    for typed in ["2026-01-05", "5.1.2026", " 05.01.2026 "] {
        window.fill("Date", typed);
        let now = kept(&window);
        assert_eq!(now.started().date_naive().to_string(), "2026-01-05", "{typed:?}");
        assert_eq!((now.started().time(), now.place()), (began.time(), "Kitchen"), "{typed:?}");
        window.fill("Date", "2026-01-04");
    }
    let tomorrow = Local::now().date_naive().checked_add_days(Days::new(1)).unwrap().to_string();
    for wrong in ["", "yesterday", "31.2.2026", "1/2/2026", "2026", "0026-01-05", &tomorrow] {
        window.fill("Date", wrong);
        assert!(window.says("The date is unchanged: what was typed is "), "{wrong:?}: {:#?}", window.labels());
        assert_eq!(kept(&window).started().date_naive().to_string(), "2026-01-04", "{wrong:?}");
    }
    window.fill("Notes", "Rain");
    assert_eq!(kept(&window).notes(), "Rain", "the other fields must be saved all the same");
}

#[test]
fn a_panel_over_the_table_keeps_the_keys() {
    let mut window = Window::after_a_round();
    let before = window.ui.with_app(|app| app.wizard().cloned().unwrap());
    window.tap("More");
    window.key("1");
    assert_eq!(window.ui.with_app(|app| app.wizard().cloned().unwrap()), before);
    window.key(Key::Escape);
    assert!(!window.offers("Notes"));
    window.tap("More");
    assert_eq!(focused_name(&window), "Notes");
    window.key("\n");
    assert_eq!(focused_name(&window), "Notes");
    window.key(Key::Escape);
    window.key("1");
    assert_ne!(window.ui.with_app(|app| app.wizard().cloned().unwrap()), before, "the table must get the keys back");
}

fn day(window: &Window) -> String {
    kept(window).started().date_naive().to_string()
}

/// Opens the notes and goes back to the first field.
fn go_to_the_date(window: &mut Window) {
    window.taps(&["More", "Notes"]);
    window.key(Key::Backtab);
    window.key(Key::Backtab);
}

fn on_the_date() -> Window {
    let mut window = Window::after_a_round();
    go_to_the_date(&mut window);
    window.fill("Date", "2026-01-20");
    assert_eq!((focused_name(&window).as_str(), day(&window).as_str()), ("Date", "2026-01-20"));
    window
}

fn types_over(window: &mut Window, text: &str) {
    window.chord(&[Key::Control], "a");
    window.type_in(text);
}

#[test]
fn a_date_being_typed_changes_nothing_until_its_field_is_left() {
    let mut window = on_the_date();
    // Every beginning of it from 2026-01-1 on is a date.
    window.chord(&[Key::Control], "a");
    for letter in "2026-01-15".chars() {
        window.key(String::from(letter));
        assert_eq!(day(&window), "2026-01-20", "after {letter}");
    }
    assert!(window.says("The date is not saved yet"), "{:#?}", window.labels());
    window.key(Key::Tab);
    assert_eq!((focused_name(&window).as_str(), day(&window).as_str()), ("Place", "2026-01-15"));
    assert!(window.shows("Date, place and notes are saved."), "{:#?}", window.labels());
    window.key(Key::Backtab);
    assert_eq!(focused_name(&window), "Date");
    types_over(&mut window, "14.01.2026");
    window.key("\n");
    assert_eq!(day(&window), "2026-01-14", "Enter must keep the date");
    window.key(Key::Tab);
    assert_eq!(window.written("Date"), "2026-01-14");
}

#[test]
fn esc_brings_the_old_date_back() {
    let mut window = on_the_date();
    window.key(Key::End);
    window.key("\u{8}");
    assert_eq!((window.written("Date").as_str(), day(&window).as_str()), ("2026-01-2", "2026-01-20"));
    window.key(Key::Escape);
    assert_eq!((window.written("Date").as_str(), day(&window).as_str()), ("2026-01-20", "2026-01-20"));
    assert_eq!(focused_name(&window), "Date", "the panel must stay open");
    window.key(Key::Tab);
    assert_eq!(day(&window), "2026-01-20");
    window.key(Key::Backtab);
    window.key(Key::Escape);
    assert!(!window.offers("Notes"), "a second Esc must close the panel");
}

#[test]
fn a_refused_date_says_why_and_changes_nothing() {
    let mut window = on_the_date();
    let tomorrow = Local::now().date_naive().checked_add_days(Days::new(1)).unwrap().to_string();
    for (typed, why) in [(tomorrow.as_str(), "is later than today"), ("yesterday", "is no date. Write it like")] {
        types_over(&mut window, typed);
        window.key("\n");
        assert!(window.says(why) && window.says("The date is unchanged"), "{:#?}", window.labels());
        assert_eq!((window.written("Date").as_str(), day(&window).as_str()), (typed, "2026-01-20"));
        window.key(Key::Tab);
        assert_eq!((window.written("Date").as_str(), day(&window).as_str()), ("2026-01-20", "2026-01-20"));
        window.key(Key::Backtab);
    }
    // A panel that is closed says it, too.
    types_over(&mut window, &tomorrow);
    window.tap("Close");
    assert!(window.says("The date is unchanged: what was typed is later than today"), "{:#?}", window.labels());
    assert_eq!(day(&window), "2026-01-20");
    go_to_the_date(&mut window);
    types_over(&mut window, "2026-01-19");
    window.tap("Close");
    assert_eq!(day(&window), "2026-01-19", "a date is kept with its panel closed");
    assert!(!window.says("The date is unchanged"), "{:#?}", window.labels());
}
