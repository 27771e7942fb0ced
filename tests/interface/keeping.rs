//! Never losing a tap: disks that refuse, two windows, closing.

use std::fs;
use std::time::Duration;

use i_slint_backend_testing::mock_elapsed_time;
use slint::ComponentHandle;
use slint::platform::WindowEvent;

use crate::archive::rename;
use crate::shelf::Shelf;
use crate::window::Window;

fn read(path: &std::path::Path) -> tablet_of_truth::session::Session {
    for _ in 0..1000 {
        if let Ok(loaded) = tablet_of_truth::archive::Archive::load(path) {
            return loaded.session.wizard().unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("{} is not written", path.display());
}

#[test]
fn an_unsaved_game_is_told_tried_again_and_saved_elsewhere() {
    let folder = tempfile::TempDir::new().unwrap();
    let (data, letter) = (folder.path().join("data"), folder.path().join("letter.json"));
    fs::write(&data, "a file where the folder should be").unwrap();
    fs::write(&letter, "dear").unwrap();
    let mut window = Window::open(&data, None);
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.settle();
    window.click("Try again");
    window.settle();
    assert!(window.says("Not saved"), "{:#?}", window.labels());
    window.click("Save elsewhere…");
    for (place, told) in [(&letter, "Not saved as"), (&folder.path().join("game.json"), "The next taps go there too")] {
        window.find("File to save as").set_accessible_value(place.to_str().unwrap());
        window.click("Save here");
        window.settle();
        assert!(window.says(told), "{:#?}", window.labels());
    }
    assert!(!window.says("Not saved") && fs::read_to_string(&letter).unwrap() == "dear");
}

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
    second.click("Try again");
    assert!(!second.says("Another window"));
    // Nothing that appears late takes the tap for the second one of a double tap.
    second.settle();
    second.bid("Ben", 1);
    second.settle();
    assert_eq!(read(&file).steps().len(), 1);
}

#[test]
fn the_window_closes_only_after_the_last_write() {
    use slint::ComponentHandle;
    let mut window = Window::new();
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 1);
    let saving = window.ui.with_app(tablet_of_truth::app::App::is_saving);
    window.window().window().dispatch_event(slint::platform::WindowEvent::CloseRequested);
    if saving {
        assert!(window.window().window().is_visible(), "the window must wait for the last tap");
    }
    window.settle();
    assert!(!window.window().window().is_visible(), "the window must close after the last write");
    assert_eq!(read(&window.file()).steps().len(), 1);
}

#[test]
fn a_window_with_unsaved_taps_asks_before_it_closes() {
    use slint::ComponentHandle;
    let folder = tempfile::TempDir::new().unwrap();
    let data = folder.path().join("data");
    fs::write(&data, "").unwrap();
    let mut window = Window::open(&data, None);
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.settle();
    window.window().window().dispatch_event(slint::platform::WindowEvent::CloseRequested);
    assert!(window.window().window().is_visible());
    assert!(window.says("Your last taps are not saved."));
    window.click("Close anyway");
    assert!(!window.window().window().is_visible());
}

#[test]
fn closing_waits_for_a_renaming_and_says_so() {
    let shelf = Shelf::evenings();
    let mut window = shelf.archive();
    window.deaf = true;
    rename(&mut window, "Anna", "Annabel");
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    assert!(window.window().window().is_visible());
    assert!(window.says("The window will close when that is done."), "{:#?}", window.labels());
    window.wait_until(|ui| !ui.window().window().is_visible());
    let names = shelf.sessions().into_values().flat_map(|session| session.people().names_at_end()).collect::<Vec<_>>();
    assert!(!names.contains(&"Anna".to_owned()));
}

#[test]
fn a_disk_that_does_not_respond_is_reported_and_the_game_can_be_saved_elsewhere() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut window = Window::open(&folder.path().join("data"), None);
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.settle();
    let before = window.file();
    window.deaf = true;
    window.bid("Ben", 1);
    assert!(!window.says("The disk is not responding"));
    mock_elapsed_time(Duration::from_millis(400));
    assert!(!window.says("The disk is not responding"));
    mock_elapsed_time(Duration::from_millis(2900));
    assert!(window.says("The disk is not responding"), "{:#?}", window.labels());
    assert!(!window.shows("Close anyway"));
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    assert!(window.window().window().is_visible());
    assert!(window.shows("Close anyway"));
    window.click("Save elsewhere…");
    let place = folder.path().join("elsewhere.json");
    window.find("File to save as").set_accessible_value(place.to_str().unwrap());
    window.click("Save here");
    window.settle();
    assert!(!window.says("The disk is not responding"));
    assert_eq!(window.file(), place);
    window.bid("Cleo", 1);
    window.settle();
    assert_eq!(read(&place).steps().len(), 2);
    assert_eq!(read(&before).steps().len(), 1);
}

#[test]
fn a_window_can_be_closed_while_the_disk_does_not_respond() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut window = Window::open(folder.path(), None);
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.settle();
    window.deaf = true;
    window.bid("Ben", 1);
    window.window().window().dispatch_event(WindowEvent::CloseRequested);
    window.wait_in_vain();
    window.click("Close anyway");
    assert!(!window.window().window().is_visible());
}
