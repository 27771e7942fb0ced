//! The window as a page in a browser, without files and folders.

use std::fs;

use serde_json::{Value, json};
use slint::platform::Key;

use crate::shelf::{Shelf, kitchen};
use crate::window::Window;

use mirror::Mirror;

/// What a page tells a screen reader, which the program has in a browser only.
#[path = "../../src/ui/mirror.rs"]
mod mirror;

fn in_browser(window: &Window) {
    window.ui.set_in_browser(true, None);
}

#[test]
fn settings_and_keys_do_not_mention_folders() {
    let mut window = Window::new();
    in_browser(&window);
    window.tap("Settings");
    assert!(window.says("this browser's storage") && !window.says("Change…"));
    window.key(Key::F1);
    assert!(window.says("Ctrl+F: Search") && !window.says("Ctrl+N"), "the browser keeps that key for itself");
}

#[test]
fn exports_are_downloaded() {
    let shelf = Shelf::with(&[kitchen()]);
    let mut window = Window::open(shelf.path(), None);
    in_browser(&window);
    window.tap("Archive");
    window.key(Key::DownArrow);
    window.taps(&["Share", "Other formats…"]);
    assert!(!window.shows("Elsewhere…") && !window.shows("Copy picture") && !window.shows("Print…"));
    window.taps(&["Close", "Close", "Import, backup, names, trash", "Import sessions"]);
    assert!(window.shows("Browse…") && !window.shows("File to import") && !window.shows("Import"));
}

#[test]
fn a_game_that_is_not_saved_can_be_downloaded() {
    let shelf = Shelf::new();
    let path = shelf.path().join("data");
    fs::write(&path, "a file where the folder should be").unwrap();
    let mut window = Window::open(&path, None);
    in_browser(&window);
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.settle();
    assert!(window.says("What you enter stays in memory; try again."), "{:#?}", window.labels());
    assert!(window.shows("Download the game") && !window.shows("Save elsewhere…"));
}

#[test]
fn sharing_shows_the_address_of_the_page() {
    let shelf = Shelf::with(&[kitchen()]);
    let mut window = Window::open(shelf.path(), None);
    window.tap("Archive");
    window.key(Key::DownArrow);
    window.taps(&["Share", "Other formats…"]);
    assert!(!window.offers("This program on a phone"), "this build has no address of a page");
    window.ui.set_in_browser(false, Some("https://example.org/tablet/"));
    window.tap("This program on a phone");
    window.must_say(&["https://example.org/tablet/ is this program as a web page"]);
    window.must_show(&["Code with the address of the page", "Copy the address"]);
}

fn elements(element: &Value) -> Vec<&Value> {
    let inside = element["inside"].as_array().into_iter().flatten().flat_map(elements);
    std::iter::once(element).chain(inside).collect()
}

#[test]
fn a_screen_reader_gets_no_more_for_every_screen_opened() {
    let window = Window::new();
    let mirror = Mirror::default();
    let read = || serde_json::to_value(mirror.read(window.window())).unwrap();
    // Presses the button of a page and returns the largest number of an element there.
    let open = |page: &str| {
        let before = read();
        let named = |element: &&Value| element["properties"]["label"] == page && element["can"]["press"] == true;
        let button = elements(&before).into_iter().find(named).unwrap()["id"].clone();
        mirror.act(window.window(), &json!({"id": button, "what": "press"}).to_string()).unwrap();
        elements(&read()).iter().filter_map(|element| element["id"].as_u64()).max().unwrap()
    };
    let walk = || ["Rules", "Settings", "Play"].map(open).into_iter().max().unwrap();
    let first = walk();
    let later = (0..20).map(|_| walk()).max().unwrap();
    assert!(first > 20 && later < 2 * first, "{first}, then {later}");
}
