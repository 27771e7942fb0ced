//! Moving an archive to another folder through the library: nothing is lost or overwritten.

use std::fs;
use std::path::Path;

use tablet_of_truth::archive::{Archive, MoveError, copy_archive, lock};
use tempfile::TempDir;

/// Three files, one of them in the trash, and one that is not the program's.
fn archive(folder: &Path) -> Archive {
    fs::create_dir_all(folder.join("Trash")).unwrap();
    for (name, text) in [("a.json", "one"), ("b.json", "two"), ("Trash/a.json", "three"), ("letter.txt", "mine")] {
        fs::write(folder.join(name), text).unwrap();
    }
    Archive::new(folder.to_owned())
}

fn text(folder: &Path, name: &str) -> Option<String> {
    fs::read_to_string(folder.join(name)).ok()
}

#[test]
fn every_file_is_copied_before_any_is_deleted() {
    let home = TempDir::new().unwrap();
    let (old, new) = (home.path().join("old"), home.path().join("far/new"));
    let archive = archive(&old);
    let mut told = Vec::new();
    let copied = copy_archive(&archive, &new, None, |done, of| told.push((done, of))).unwrap();
    assert_eq!(told, [(1, 3), (2, 3), (3, 3)]);
    for (name, expected) in [("a.json", "one"), ("b.json", "two"), ("Trash/a.json", "three")] {
        assert_eq!(text(&old, name).as_deref(), Some(expected), "{name} is still there");
        assert_eq!(text(&new, name).as_deref(), Some(expected), "{name} is copied");
    }
    assert_eq!((copied.files(), copied.clear()), (3, 0));
    assert_eq!((text(&old, "a.json"), text(&old, "Trash/a.json")), (None, None));
    assert_eq!(text(&old, "letter.txt").as_deref(), Some("mine"));
    assert_eq!(text(&new, "letter.txt"), None);
}

#[test]
fn a_file_changed_during_the_move_stays() {
    let home = TempDir::new().unwrap();
    let (old, new) = (home.path().join("old"), home.path().join("new"));
    let copied = copy_archive(&archive(&old), &new, None, |_, _| {}).unwrap();
    fs::write(old.join("b.json"), "two, and more").unwrap();
    assert_eq!(copied.clear(), 1);
    assert_eq!(text(&old, "b.json").as_deref(), Some("two, and more"));
    assert_eq!(text(&old, "a.json"), None);
}

#[test]
fn cancelling_deletes_the_copies_and_nothing_else() {
    let home = TempDir::new().unwrap();
    let (old, new) = (home.path().join("old"), home.path().join("new"));
    let archive = archive(&old);
    fs::create_dir(&new).unwrap();
    fs::write(new.join("a.json"), "one").unwrap();
    copy_archive(&archive, &new, None, |_, _| {}).unwrap().give_up();
    assert_eq!(text(&new, "a.json").as_deref(), Some("one"), "a file that was there before stays");
    assert_eq!((text(&new, "b.json"), text(&new, "Trash/a.json")), (None, None));
    assert_eq!(text(&old, "b.json").as_deref(), Some("two"));
}

#[test]
fn a_differing_file_in_the_way_stops_everything_before_it_begins() {
    let home = TempDir::new().unwrap();
    let (old, new) = (home.path().join("old"), home.path().join("new"));
    let archive = archive(&old);
    fs::create_dir_all(new.join("Trash")).unwrap();
    fs::write(new.join("Trash/a.json"), "another").unwrap();
    let refused = copy_archive(&archive, &new, None, |_, _| {}).unwrap_err();
    assert!(matches!(&refused, MoveError::Differs(name) if name.contains("a.json")), "{refused}");
    assert_eq!(text(&new, "a.json"), None);
    assert_eq!(text(&new, "Trash/a.json").as_deref(), Some("another"));
}

#[test]
fn a_failed_move_leaves_no_copies() {
    let home = TempDir::new().unwrap();
    let (old, new) = (home.path().join("old"), home.path().join("new"));
    let archive = archive(&old);
    fs::create_dir(&new).unwrap();
    // A file stands where the trash should go.
    fs::write(new.join("Trash"), "").unwrap();
    let refused = copy_archive(&archive, &new, None, |_, _| {}).unwrap_err();
    assert!(matches!(refused, MoveError::Io { .. }), "{refused}");
    assert_eq!((text(&new, "a.json"), text(&new, "b.json")), (None, None));
    assert_eq!(text(&old, "a.json").as_deref(), Some("one"));
}

#[test]
fn a_session_that_is_open_elsewhere_stays() {
    let home = TempDir::new().unwrap();
    let (old, new) = (home.path().join("old"), home.path().join("new"));
    let archive = archive(&old);
    let held = lock(&old.join("b.json"));
    let refused = copy_archive(&archive, &new, None, |_, _| {}).unwrap_err();
    assert!(matches!(&refused, MoveError::Open(name) if name == "b.json"), "{refused}");
    assert!(!new.exists());
    assert!(
        copy_archive(&archive, &new, Some(&old.join("b.json")), |_, _| {}).is_ok(),
        "the program's own lock is no obstacle"
    );
    drop(held);
}

#[cfg(unix)]
#[test]
fn one_folder_under_two_names_is_one_folder() {
    let home = TempDir::new().unwrap();
    let old = home.path().join("old");
    let archive = archive(&old);
    std::os::unix::fs::symlink(&old, home.path().join("link")).unwrap();
    let to = |name: &str| copy_archive(&archive, &home.path().join(name), None, |_, _| {}).unwrap_err();
    assert!(matches!(to("link"), MoveError::Same));
    assert!(matches!(to("link/deeper/still"), MoveError::Inside));
    assert!(!old.join("deeper").exists());
}
