//! Never losing a tap: disks that refuse, two windows, closing.

use std::fs;

use slint::ComponentHandle;
use slint::platform::WindowEvent;

use crate::shelf::{evenings, load};
use crate::window::Window;

#[test]
fn a_second_window_says_why_it_only_reads() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut first = Window::open(folder.path(), None);
    first.deal(&["Anna", "Ben", "Cleo"]);
    first.settle();
    let file = first.file();
    let mut second = Window::open(folder.path(), Some(file.clone()));
    assert!(second.says("Another window of Tablet of Truth has this game open"));
    drop(first);
    second.tap("Try again");
    assert!(!second.says("Another window"));
    // Nothing that appears late takes the tap for the second one of a double tap.
    second.settle();
    second.bid("Ben", 1);
    second.settle();
    assert_eq!(load(&file).steps().len(), 1);
}

#[test]
fn the_window_closes_only_after_the_last_write() {
    let mut window = Window::dealt();
    window.bid("Ben", 1);
    let saving = window.ui.with_app(tablet_of_truth::app::App::is_saving);
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    if saving {
        assert!(window.window().window().is_visible(), "the window must wait for the last tap");
    }
    window.settle();
    assert!(!window.window().window().is_visible(), "the window must close after the last write");
    assert_eq!(load(&window.file()).steps().len(), 1);
}

#[test]
fn a_window_with_unsaved_taps_asks_before_it_closes() {
    for refuses in [true, false] {
        let folder = tempfile::TempDir::new().unwrap();
        let data = folder.path().join("data");
        if refuses {
            fs::write(&data, "").unwrap();
        }
        let mut window = Window::open(&data, None);
        window.deal(&["Anna", "Ben", "Cleo"]);
        window.settle();
        // A disk that does not respond.
        window.deaf = !refuses;
        if !refuses {
            window.bid("Ben", 1);
        }
        window.window().window().dispatch_event(WindowEvent::CloseRequested);
        assert!(window.window().window().is_visible(), "refuses: {refuses}");
        if refuses {
            assert!(window.says("Your last taps are not saved."));
        } else {
            window.wait_in_vain();
        }
        window.tap("Close anyway");
        assert!(!window.window().window().is_visible(), "refuses: {refuses}");
    }
}

#[test]
fn closing_waits_for_a_renaming_and_says_so() {
    let (shelf, mut window) = evenings();
    window.deaf = true;
    window.taps(&["Import, backup, names, trash", "Names: change or merge", "Anna"]);
    window.fill("New name of Anna", "Annabel");
    window.tap("Change the name");
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    assert!(window.window().window().is_visible());
    assert!(window.says("The window will close when that is done."), "{:#?}", window.labels());
    window.wait_until(|ui| !ui.window().window().is_visible());
    let names = shelf.sessions().into_values().flat_map(|session| session.people().names_at_end()).collect::<Vec<_>>();
    assert!(!names.contains(&"Anna".to_owned()));
}
