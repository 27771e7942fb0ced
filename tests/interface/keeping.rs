//! Never losing a tap: resuming, rematches, disks that refuse, two windows, unreadable files.

use std::fs;
use std::time::Duration;

use i_slint_backend_testing::mock_elapsed_time;
use slint::ComponentHandle;
use slint::platform::WindowEvent;

use crate::archive::rename;
use crate::shelf::Shelf;
use crate::window::Window;

#[test]
fn an_unfinished_game_is_offered_on_start() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut window = Window::open(folder.path(), None);
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 1);
    window.settle();
    drop(window);
    let mut window = Window::open(folder.path(), None);
    assert!(window.says("Cleo has not bid yet"));
    window.click("Continue");
    assert!(window.shows("Ben, total 0, bid 1"));
}

#[test]
fn a_rematch_moves_the_deal_on_and_names_are_remembered() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut window = Window::open(folder.path(), None);
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.click("End the game early");
    window.click("End the game");
    assert!(window.shows("Ended before the first round"));
    window.settle();
    let first = window.file();
    window.click("Rematch");
    window.settle();
    assert_ne!(window.file(), first);
    assert!(window.shows("Anna deals"), "without a scored round the deal must not move on");
    drop(window);
    let mut window = Window::open(folder.path(), None);
    window.start_setup(&["Ben"]);
    assert!(window.shows("Anna plays"));
    assert!(!window.shows("Ben plays"), "Ben sits here and must not be offered again");
    window.click("Cleo plays");
    window.click("Anna plays");
    window.click("Deal round 1");
    let (old, new) = (read(&first), read(&window.file()));
    let id = |session: &tablet_of_truth::session::Session, name: &str| {
        session.people().players_at_end().iter().find(|player| player.name == name).unwrap().id
    };
    window.settle();
    assert_eq!(id(&old, "Cleo"), id(&new, "Cleo"), "Cleo must keep her id");
}

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
fn a_folder_that_refuses_is_reported_and_the_game_goes_on() {
    let folder = tempfile::TempDir::new().unwrap();
    let data = folder.path().join("data");
    fs::write(&data, "a file where the folder should be").unwrap();
    let mut window = Window::open(&data, None);
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 1);
    window.settle();
    assert!(window.says("Not saved"), "{:#?}", window.labels());
    window.bid("Cleo", 1);
    window.settle();
    assert!(window.shows("Cleo, total 0, bid 1"), "the game must go on in memory");
    fs::remove_file(&data).unwrap();
    window.click("Try again");
    window.settle();
    assert!(!window.says("Not saved"));
    assert_eq!(read(&window.file()).steps().len(), 2);
}

#[test]
fn a_game_can_be_saved_elsewhere_and_goes_on_there() {
    let folder = tempfile::TempDir::new().unwrap();
    let data = folder.path().join("data");
    fs::write(&data, "").unwrap();
    let mut window = Window::open(&data, None);
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.bid("Ben", 1);
    window.settle();
    let elsewhere = folder.path().join("stick/game.json");
    fs::create_dir(folder.path().join("stick")).unwrap();
    window.click("Save elsewhere…");
    window.find("File to save as").set_accessible_value(elsewhere.to_str().unwrap());
    window.click("Save here");
    window.settle();
    assert!(window.says("The next taps go there too"));
    window.bid("Cleo", 1);
    window.settle();
    assert_eq!(read(&elsewhere).steps().len(), 2);
}

#[test]
fn saving_elsewhere_does_not_overwrite_a_file() {
    let folder = tempfile::TempDir::new().unwrap();
    let data = folder.path().join("data");
    fs::write(&data, "").unwrap();
    let other = folder.path().join("letter.json");
    fs::write(&other, "dear").unwrap();
    let mut window = Window::open(&data, None);
    window.deal(&["Anna", "Ben", "Cleo"]);
    window.settle();
    window.click("Save elsewhere…");
    window.find("File to save as").set_accessible_value(other.to_str().unwrap());
    window.click("Save here");
    assert!(window.says("Not saved as"));
    assert_eq!(fs::read_to_string(&other).unwrap(), "dear");
}

#[test]
fn a_second_window_reads_only_and_says_why() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut first = Window::open(folder.path(), None);
    first.deal(&["Anna", "Ben", "Cleo"]);
    first.bid("Ben", 1);
    first.settle();
    let file = first.file();
    let mut second = Window::open(folder.path(), Some(file.clone()));
    assert!(second.says("Another window of Tablet of Truth has this game open"));
    second.bid("Cleo", 1);
    assert!(second.shows("Cleo, total 0, no bid yet"));
    first.bid("Cleo", 0);
    first.settle();
    drop(first);
    second.click("Try again");
    assert!(!second.says("Another window"));
    assert!(second.shows("Cleo, total 0, bid 0"), "the second window must show what the first saved");
    second.bid("Anna", 1);
    second.settle();
    assert_eq!(read(&file).steps().len(), 3);
}

#[test]
fn an_unreadable_file_is_named_and_left_as_it_is() {
    let folder = tempfile::TempDir::new().unwrap();
    let broken = folder.path().join("2026-01-01_broken.json");
    fs::write(&broken, "{\"players\": [").unwrap();
    let window = Window::open(folder.path(), None);
    assert!(
        window.says("2026-01-01_broken.json could not be read and was left untouched: line 1"),
        "{:#?}",
        window.labels()
    );
    assert_eq!(fs::read_to_string(&broken).unwrap(), "{\"players\": [");
}

#[test]
fn a_file_of_a_newer_version_is_refused() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("newer.json");
    fs::write(&file, r#"{"format": "tablet-of-truth", "version": 99}"#).unwrap();
    let window = Window::open(folder.path(), Some(file.clone()));
    assert!(window.says("newer.json cannot be opened and was left untouched: was saved by a newer version"));
    assert_eq!(fs::read_to_string(&file).unwrap(), r#"{"format": "tablet-of-truth", "version": 99}"#);
}

#[test]
fn theme_and_text_size_are_remembered() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut window = Window::open(folder.path(), None);
    window.click("Settings");
    window.click("Parchment");
    window.click("Text size 150 percent");
    drop(window);
    let mut window = Window::open(folder.path(), None);
    window.click("Settings");
    assert_eq!(window.find("Parchment").accessible_checked(), Some(true));
    assert_eq!(window.find("Text size 150 percent").accessible_checked(), Some(true));
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
