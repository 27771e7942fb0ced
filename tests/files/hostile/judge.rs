//! What must hold for any input: it is read as consistent facts, or refused with a message that can be shown.

use std::fmt::Display;

use tablet_of_truth::archive::{
    Answers, Archive, Import, MadeUp, Outcome, Settings, Source, is_tournament, read_record, read_session,
    read_tournament, write_session,
};
use tablet_of_truth::each;
use tablet_of_truth::export::{Format, export};
use tablet_of_truth::game::RoundState;
use tablet_of_truth::session::{AnySession, Everyone, Record, fingerprint};

use crate::common::at;
use crate::export::english;

/// The longest refusal, in letters: a path of the greatest length and a sentence.
const SAID_MAX: usize = 6_000;

/// Checks that a refusal says something, fits on one line and does not repeat the file.
pub fn can_be_shown(error: &impl Display) {
    let text = error.to_string();
    assert!(!text.trim().is_empty());
    assert!(text.chars().count() < SAID_MAX, "{} letters: {}…", text.len(), text.chars().take(300).collect::<String>());
    assert!(!text.chars().any(char::is_control), "{text:?}");
}

pub fn session(text: &[u8]) -> Option<AnySession> {
    let loaded = match read_session(text, at(600)) {
        Ok(loaded) => loaded,
        Err(error) => {
            can_be_shown(&error);
            return None;
        }
    };
    let session = loaded.session;
    // The reader for lists must agree with the reader for sessions.
    let record = read_record(text, at(600), &Everyone::default()).unwrap().record;
    if loaded.identified && loaded.made_up == MadeUp::default() {
        assert_eq!(record, each!(&session, session => Record::of(session)));
    }
    let written = each!(&session, session => write_session(session, at(601))).unwrap();
    let again = read_session(&written, at(602)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.session, session);
    let print = |session: &AnySession| each!(session, session => fingerprint(session));
    assert_eq!(print(&again.session), print(&session));
    assert!(again.unknown.is_empty());
    // Whatever the facts are, statistics and exports can take them.
    each!(&session, session => {
        let scored = session.sheet().iter().filter(|row| row.state == RoundState::Scored).count();
        assert_eq!(scored, session.scored());
        assert_eq!(session.standings().len(), session.people().players_at_end().len());
        for format in [Format::Text, Format::Csv, Format::Json, Format::Html, Format::BgStats] {
            let _ = export(session, format, true, english());
        }
    });
    Some(session)
}

pub fn read(archive: &Archive, bytes: &[u8]) -> Import {
    let source = Source::Bytes { name: "it".into(), bytes: bytes.into() };
    Import::read(archive, &[source], &Answers::new(), at(600)).unwrap_or_else(|error| panic!("{error}"))
}

/// Judges a source to import: an accepted one is written inside the folder only and recognised the next time.
/// Returns the number of sessions and tournaments if it is accepted.
pub fn import(bytes: &[u8]) -> Option<usize> {
    let place = tempfile::tempdir().unwrap();
    let archive = Archive::new(place.path().join("sessions"));
    let import = read(&archive, bytes);
    import.preview.problems.iter().for_each(|problem| can_be_shown(&problem.text));
    import.preview.items.iter().flat_map(|item| &item.notes).for_each(|note| can_be_shown(&note.text));
    if import.preview.items.is_empty() && !import.preview.problems.is_empty() {
        return None;
    }
    let items = import.preview.items.len();
    let written = import.write().unwrap_or_else(|error| panic!("{error}"));
    for path in &written {
        assert_eq!(path.parent(), Some(archive.folder()));
        let text = std::fs::read(path).unwrap();
        if is_tournament(path) {
            read_tournament(&text).expect("what was written is read");
        } else {
            session(&text).expect("what was written is read");
        }
    }
    let beside = std::fs::read_dir(place.path()).unwrap().count();
    assert_eq!(beside, usize::from(!written.is_empty()), "an import may write only into the folder");
    let all = &read(&archive, bytes).preview.items;
    assert!(all.iter().all(|item| matches!(item.outcome, Outcome::Same(_))), "{all:?}");
    Some(items)
}

pub fn settings(text: &[u8]) -> Option<Settings> {
    let settings = Settings::read(text).ok()?;
    let written = serde_json::to_vec(&settings).unwrap();
    assert!(Settings::read(&written).unwrap() == settings);
    Some(settings)
}
