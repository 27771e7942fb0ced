//! Copying an archive to another folder: nothing is lost, overwritten or left behind.

use std::fs;
use std::path::{Path, PathBuf};

use tablet_of_truth::archive::{Archive, Copies, CopyError, copy_archive};
use tempfile::TempDir;

/// Three files, one of them in the trash, and one that is not the program's.
fn archive(folder: &Path) -> Archive {
    fs::create_dir_all(folder.join("Trash")).unwrap();
    for (name, text) in [("a.json", "one"), ("b.json", "two"), ("Trash/a.json", "three"), ("letter.txt", "mine")] {
        fs::write(folder.join(name), text).unwrap();
    }
    Archive::new(folder.to_owned())
}

fn places() -> (TempDir, PathBuf, PathBuf) {
    let home = TempDir::new().unwrap();
    let (old, new) = (home.path().join("old"), home.path().join("new"));
    (home, old, new)
}

fn text(folder: &Path, name: &str) -> Option<String> {
    fs::read_to_string(folder.join(name)).ok()
}

fn copied(old: &Path, new: &Path) -> Result<Option<Copies>, CopyError> {
    copy_archive(&archive(old), new, |_, _| {})
}

#[test]
fn every_file_is_copied_and_none_is_removed() {
    let (_home, old, new) = places();
    let mut steps = Vec::new();
    let copies = copy_archive(&archive(&old), &new, |done, of| steps.push((done, of))).unwrap().unwrap();
    assert_eq!((copies.count, &steps[..]), (3, &[(1, 3), (2, 3), (3, 3)][..]));
    for (name, expected) in [("a.json", "one"), ("b.json", "two"), ("Trash/a.json", "three")] {
        assert_eq!(text(&old, name).as_deref(), Some(expected), "{name} is still there");
        assert_eq!(text(&new, name).as_deref(), Some(expected), "{name} is copied");
    }
    assert_eq!(text(&new, "letter.txt"), None);
    copies.remove();
    assert_eq!((text(&new, "a.json"), text(&new, "Trash/a.json")), (None, None));
}

#[test]
fn a_copy_that_was_cut_short_is_completed() {
    let (_home, old, new) = places();
    fs::create_dir(&new).unwrap();
    fs::write(new.join("a.json"), "one").unwrap();
    fs::write(new.join(".b.json.tmp"), "tw").unwrap();
    let copies = copied(&old, &new).unwrap().unwrap();
    assert_eq!((copies.count, text(&new, "b.json").as_deref()), (3, Some("two")));
    copies.remove();
    assert_eq!(text(&new, "a.json").as_deref(), Some("one"), "a file that was there before stays");
}

#[test]
fn a_differing_file_in_the_trash_stops_it() {
    let (_home, old, new) = places();
    fs::create_dir_all(new.join("Trash")).unwrap();
    fs::write(new.join("Trash/a.json"), "another").unwrap();
    let refused = copied(&old, &new).unwrap_err();
    assert_eq!(refused.path, new.join("Trash/a.json"));
    assert_eq!((text(&new, "a.json"), text(&new, "Trash/a.json").as_deref()), (None, Some("another")));
}

#[test]
fn a_file_that_changes_meanwhile_stops_it() {
    let (_home, old, new) = places();
    let change = |done, _| {
        if done == 3 {
            fs::write(old.join("b.json"), "two, and more").unwrap();
        }
    };
    let refused = copy_archive(&archive(&old), &new, change).unwrap_err();
    assert_eq!(refused.path, new.join("b.json"));
    assert_eq!((text(&new, "a.json"), text(&old, "b.json").as_deref()), (None, Some("two, and more")));
}

#[test]
fn a_failed_copy_leaves_none() {
    let (_home, old, new) = places();
    fs::create_dir(&new).unwrap();
    // A file stands where the trash should go.
    fs::write(new.join("Trash"), "").unwrap();
    assert!(copied(&old, &new).is_err());
    assert_eq!((text(&new, "a.json"), text(&new, "b.json")), (None, None));
    assert_eq!(text(&old, "a.json").as_deref(), Some("one"));
}
