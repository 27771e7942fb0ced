//! Fuzzes imports: a table of rounds, a whole archive, a session or a tournament. What is read can be written and is
//! then recognised; nothing is written outside the folder.
#![no_main]

use std::fs;
use std::path::Path;

use chrono::DateTime;
use libfuzzer_sys::fuzz_target;
use tablet_of_truth::archive::{Answers, Archive, Import, Outcome, Source, TournamentFile, is_tournament};

fuzz_target!(|bytes: &[u8]| {
    let now = DateTime::parse_from_rfc3339("2026-03-07T20:15:00+01:00").unwrap();
    let place = Path::new("/dev/shm");
    let place = if place.is_dir() { tempfile::tempdir_in(place) } else { tempfile::tempdir() }.unwrap();
    let archive = Archive::new(place.path().join("sessions"));
    let source = || Source::Bytes { name: "fuzz".into(), bytes: bytes.to_vec() };
    let import = Import::read(&archive, &[source()], &Answers::new(), now).expect("the folder can be read");
    let notes = import.preview.items.iter().flat_map(|item| &item.notes).map(|note| &note.text);
    for text in import.preview.problems.iter().map(|problem| &problem.text).chain(notes) {
        let message = text.to_string();
        assert!(!message.is_empty() && message.chars().count() < 200_000, "{} letters", message.len());
        assert!(!message.chars().any(char::is_control), "{message:?}");
    }
    // Files take time, and a few show as much as many.
    if import.preview.items.len() > 8 {
        return;
    }
    let items = import.preview.items.len();
    let written = import.write().expect("what was read can be written");
    for path in &written {
        assert_eq!(path.parent(), Some(archive.folder()), "nothing outside of the folder");
        if is_tournament(path) {
            TournamentFile::open(path).expect("what was written can be read");
        } else {
            Archive::load(path).expect("what was written can be read");
        }
    }
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), usize::from(!written.is_empty()));
    let again = Import::read(&archive, &[source()], &Answers::new(), now).expect("the folder can be read again");
    assert_eq!(again.preview.items.len(), items);
    for item in &again.preview.items {
        assert!(matches!(item.outcome, Outcome::Same(_)), "known by now: {item:?}");
    }
});
