//! Fuzzes imports: a table of rounds, a whole archive, a session or a tournament. What is read can be written and is
//! then recognised; nothing is written outside the folder.
#![no_main]

use std::fs;
use std::path::Path;

use chrono::DateTime;
use libfuzzer_sys::fuzz_target;
use tablet_of_truth::archive::{Archive, Import, Outcome, Source, TournamentFile, is_tournament};

fuzz_target!(|bytes: &[u8]| {
    let now = DateTime::parse_from_rfc3339("2026-03-07T20:15:00+01:00").unwrap();
    let place = Path::new("/dev/shm");
    let place = if place.is_dir() { tempfile::tempdir_in(place) } else { tempfile::tempdir() }.unwrap();
    let archive = Archive::new(place.path().join("sessions"));
    let source = || Source::Bytes { name: "fuzz".into(), bytes: bytes.to_vec() };
    let import = match Import::read(&archive, &[source()], now) {
        Ok(import) => import,
        Err(error) => {
            let said = error.to_string();
            assert!(!said.is_empty() && said.chars().count() < 200_000, "{} letters", said.len());
            assert!(!said.chars().any(char::is_control), "{said:?}");
            return;
        }
    };
    for item in import.items() {
        item.notes.iter().for_each(|note| drop(note.to_string()));
    }
    // Files take time, and a few show as much as many.
    if import.items().len() > 8 {
        return;
    }
    let items = import.items().len();
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
    let again = Import::read(&archive, &[source()], now).expect("what was imported can be imported again");
    assert_eq!(again.items().len(), items);
    for item in again.items() {
        assert!(matches!(item.outcome, Outcome::Same(_)), "known by now: {item:?}");
    }
});
