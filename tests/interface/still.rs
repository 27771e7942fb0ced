//! Nothing moves: each number stays in place from round to round, and so do the buttons below.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use i_slint_backend_testing::{AccessibleRole, ElementQuery, mock_elapsed_time};
use slint::ComponentHandle;
use tablet_of_truth_window::AppAdapter;
use tempfile::TempDir;

use crate::archive::OVER_LIST;
use crate::shelf::evenings;
use crate::window::Window;

pub const SIX: [&str; 6] = ["Anna", "Ben", "Cleo", "Dora", "Émilie", "Finn"];
pub const SIZES: [(f32, f32); 5] = [(1280.0, 800.0), (1024.0, 700.0), (800.0, 600.0), (400.0, 820.0), (820.0, 1180.0)];

/// In whole pixels.
pub type Place = (i64, i64);

pub fn six_at(width: f32, height: f32) -> Window {
    let mut window = Window::new();
    window.deal(&SIX);
    window.resize(width, height);
    window
}

/// The position of each number of the keypad that the round has.
fn numbers(window: &Window) -> BTreeMap<u8, Place> {
    let number = |label: &str| {
        let label = label.strip_suffix(", too many").unwrap_or(label);
        let (_, number) = [" may not bid ", " bids ", " took "].iter().find_map(|verb| label.split_once(verb))?;
        number.parse().ok()
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
        let mut window = six_at(width, height);
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
        let mut window = six_at(width, height);
        let (before, undo) = (numbers(&window), at(&window, "Undo"));
        for _ in 0..5 {
            window.type_number(0);
        }
        window.tap("Anna may not bid 1");
        assert!(window.says("the bids would add up") && window.shows("Allow it this once"));
        assert_eq!(numbers(&window), before, "a refused bid at {width}×{height}");
        assert_eq!(at(&window, "Undo"), undo);
        window.bid("Anna", 0);
        window.key("\n");
        window.key("\n");
        assert!(window.says("How many tricks did Ben take?"));
        assert_eq!(numbers(&window), before, "missing tricks at {width}×{height}");
        window.tap("Ben took 1");
        window.key("\n");
        assert!(window.says("Round 1 is scored"));
        let second = numbers(&window);
        before.iter().for_each(|(number, place)| assert_eq!(second.get(number), Some(place), "{width}×{height}"));
        assert!(window.shows("Undo"), "{width}×{height}");
    }
}

#[test]
fn the_first_round_kept_although_the_bids_add_up_moves_no_column() {
    for (width, height) in [(1280.0, 800.0), (1024.0, 700.0), (820.0, 1180.0)] {
        let mut window = six_at(width, height);
        let columns = |window: &Window| SIX.map(|name| at(window, &format!("Penalty for {name}")));
        let before = columns(&window);
        for _ in 0..5 {
            window.type_number(0);
        }
        window.taps(&["Anna may not bid 1", "Allow it this once"]);
        window.key("\n");
        window.enter(&[0; 5]);
        assert!(window.says("±1 the bids add up"), "{:#?}", window.labels());
        assert_eq!(columns(&window), before, "{width}×{height}");
    }
}

#[test]
fn save_anyway_does_not_move_a_number() {
    for (width, height) in SIZES {
        let mut window = Window::new();
        window.deal(&SIX);
        window.play_rounds(1, 6);
        window.tap("Correct round 1");
        window.resize(width, height);
        let before = numbers(&window);
        assert_eq!(before.len(), 2, "{:#?}", window.labels());
        window.type_number(1);
        assert!(window.shows("Save anyway"), "{:#?}", window.labels());
        assert_eq!(numbers(&window), before, "{width}×{height}");
    }
}

#[test]
fn the_whole_window_is_painted_once_after_changes_and_not_at_rest() {
    let mut window = Window::after_a_round();
    let turns = |window: &Window| window.window().global::<AppAdapter>().get_repaint_toggle();
    window.pause(1000);
    let before = turns(&window);
    window.key("1");
    window.pause(100);
    assert_eq!(turns(&window), before, "a tap is painted first");
    window.pause(100);
    assert_ne!(turns(&window), before);
    window.pause(5000);
    assert_ne!(turns(&window), before, "nothing is painted at rest");
}

/// The place of each control but the lines of lists, which come and go.
pub fn controls(window: &Window) -> BTreeMap<String, Place> {
    let used = [AccessibleRole::Button, AccessibleRole::Tab, AccessibleRole::RadioButton, AccessibleRole::TextInput];
    let all = ElementQuery::from_root(window.window()).find_all();
    let found = all.iter().filter(|element| element.accessible_role().is_some_and(|role| used.contains(&role)));
    found.filter_map(|control| Some((control.accessible_label()?.into(), place(control.absolute_position())))).collect()
}

/// Checks that each of these controls that is still there is where it was.
pub fn are_still(window: &Window, before: &BTreeMap<String, Place>, after: &str) {
    let now = controls(window);
    let moved = before.iter().filter(|(label, was)| now.get(*label).is_some_and(|is| is != *was));
    let moved: Vec<_> = moved.map(|(label, was)| format!("{label}: {was:?} to {:?}", now[label])).collect();
    assert!(moved.is_empty(), "after {after}: {moved:#?}");
}

#[test]
fn a_disk_that_is_slow_or_refuses_moves_nothing_at_the_table() {
    for (width, height) in SIZES {
        let folder = TempDir::new().unwrap();
        let data = folder.path().join("data");
        let at = |what: &str| format!("{what} at {width}×{height}");
        let mut window = Window::open(&data, None);
        window.deal(&SIX);
        window.resize(width, height);
        window.settle();
        let before = controls(&window);
        window.deaf = true;
        window.bid("Ben", 1);
        for milliseconds in [0, 400] {
            mock_elapsed_time(Duration::from_millis(milliseconds));
            assert!(!window.says("The disk is not responding"), "{}", at("a moment"));
        }
        mock_elapsed_time(Duration::from_millis(2900));
        assert!(window.says("The disk is not responding") && !window.shows("Close anyway"), "{}", at("the slow disk"));
        are_still(&window, &before, &at("the slow disk"));
        window.deaf = false;
        window.settle();
        assert!(!window.says("The disk is not responding"));

        fs::remove_dir_all(&data).unwrap();
        fs::write(&data, "a file where the folder should be").unwrap();
        window.bid("Cleo", 1);
        window.settle();
        assert!(window.says("Not saved: "), "{}", at("the refusal"));
        are_still(&window, &before, &at("the refusal"));
        window.tap("Hide");
        assert!(!window.says("Not saved: "), "{}", at("hiding"));
        assert!(window.shows("Not saved"), "the mark stays: {}", at("hiding"));
        window.bid("Dora", 0);
        window.settle();
        assert!(!window.says("Not saved: "), "{}", at("the next tap"));
        window.tap(if width < 720.0 { "Home" } else { "Archive" });
        assert!(window.says("Not saved: "), "another page says it again: {}", at("home"));
    }
}

#[test]
fn saving_a_file_moves_nothing_in_share() {
    let folder = TempDir::new().unwrap();
    for (width, height) in SIZES {
        let (_shelf, mut window) = evenings();
        window.resize(width, height);
        window.taps(&["Share", "Other formats…", "Elsewhere…"]);
        let file = folder.path().join(format!("{width}.pdf"));
        if width < 720.0 {
            window.wheel_at(width / 2.0, height / 2.0, -1000.0);
        }
        window.fill("Where to save the file", file.to_str().unwrap());
        let before = controls(&window);
        for text in ["Saved as ", "already exists"] {
            window.control("Save").invoke_accessible_default_action();
            are_still(&window, &before, "the tap");
            window.until_says(text);
            let at = format!("{text:?} at {width}×{height}");
            are_still(&window, &before, &at);
            assert_eq!(before.keys().find(|label| !window.shows(label)), None, "after {at}");
            let (save, message) = (window.control("Save"), window.control("OK"));
            let bottom = save.absolute_position().y + save.size().height;
            assert!(width < 720.0 || bottom < message.absolute_position().y, "the message covers Save after {at}");
        }
        window.tap("Replace it");
        window.until_says("Saved as ");
        are_still(&window, &before, "a replacement");
        window.tap("OK");
        assert!(!window.says("Saved as "));
        are_still(&window, &before, "the message");
    }
}

#[test]
fn deleting_and_undoing_moves_nothing_in_the_archive() {
    for (width, height) in SIZES {
        let (_shelf, mut window) = evenings();
        window.resize(width, height);
        if width < 720.0 {
            window.tap("Back to the list");
        }
        let mut list = controls(&window);
        // Beside the list, another session takes the deleted one's place.
        list.retain(|_, (x, _)| width < 720.0 || (*x as f32) < 0.4 * width);
        let first = window.lines().remove(0);
        window.tap(&first);
        let session = controls(&window);
        window.tap("More");
        are_still(&window, &session, "the menu");
        window.tap("Delete: move it to the trash");
        assert!(window.shows("The session is in the trash."));
        are_still(&window, &list, &format!("a deletion at {width}×{height}"));
        window.tap("Undo");
        assert!(window.shows("The session is back."));
        are_still(&window, &session, &format!("its undoing at {width}×{height}"));
        window.tap("OK");
        assert!(!window.shows("The session is back."));
        are_still(&window, &session, "the message");
    }
}

#[test]
fn restoring_and_emptying_moves_nothing_in_the_trash() {
    let (_shelf, mut window) = evenings();
    for _ in 0..3 {
        let first = window.lines().remove(0);
        window.taps(&[first.as_str(), "More", "Delete: move it to the trash"]);
    }
    window.taps(&["Import, backup, names, trash", "Trash"]);
    window.until("shows the trash", |window| window.offers("Empty the trash…"));
    let before = controls(&window);
    window.taps(&["Empty the trash…", "Keep them"]);
    are_still(&window, &before, "the answer");
    let last = before.iter().filter(|(label, _)| label.starts_with("Restore ")).max_by_key(|(_, place)| place.1);
    window.tap(last.unwrap().0);
    window.until_says("The session is back.");
    // Below the panel, the session that is back is shown.
    let of_trash = |label: &str| label != "Empty the trash…" && (label.starts_with("Restore ") || label == "Close");
    let above: BTreeMap<String, Place> = before.into_iter().filter(|(label, _)| of_trash(label)).collect();
    are_still(&window, &above, "the return of the last");
}

#[test]
fn no_panel_moves_the_page_below_it() {
    for (width, height) in SIZES {
        let (_shelf, mut window) = evenings();
        window.resize(width, height);
        let over_session: &[&[&str]] = &[&["More"], &["Share"], &["Share", "Other formats…"]];
        for (page, ways) in [over_session, &OVER_LIST].into_iter().enumerate() {
            if page == 1 && width < 720.0 {
                window.tap("Back to the list");
            }
            let before = controls(&window);
            for way in ways {
                window.taps(way);
                are_still(&window, &before, &format!("opening {way:?} at {width}×{height}"));
                for _ in way.iter() {
                    if window.offers("Close") {
                        window.tap("Close");
                    }
                }
                are_still(&window, &before, &format!("closing {way:?} at {width}×{height}"));
            }
        }
    }
}
