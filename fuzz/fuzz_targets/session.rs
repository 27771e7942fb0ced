//! Fuzzes session files: what is read, written and read again is the same; both readers agree; every figure and export
//! can be made; refusals are short.
#![no_main]

use chrono::{DateTime, FixedOffset};
use libfuzzer_sys::fuzz_target;
use tablet_of_truth::archive::{InFile, LoadError, read_record, read_session, write_session};
use tablet_of_truth::each;
use tablet_of_truth::export::{ExportOptions, Exported, Format, export};
use tablet_of_truth::game::RoundState;
use tablet_of_truth::language::Language;
use tablet_of_truth::session::{AnySession, Colour, Everyone, Record, Session, fingerprint};

fuzz_target!(|text: &[u8]| {
    let now = DateTime::parse_from_rfc3339("2026-03-07T20:15:00+01:00").unwrap();
    match read_session(text, now) {
        Ok(loaded) => {
            let session = loaded.session;
            let record = read_record(text, now, &Everyone::default()).expect("what opens is listed").record;
            let whole = loaded.identified && loaded.made_up == Default::default();
            each!(&session, session => {
                assert!(!whole || record == Record::of(session), "both readers agree");
                again(session, now);
                look_at(session);
            });
        }
        Err(error) => check_message(&error),
    }
});

/// Checks that what is written is read back as equal.
fn again<G: InFile>(session: &Session<G>, now: DateTime<FixedOffset>)
where
    AnySession: PartialEq<Session<G>>,
{
    let written = write_session(session, now).unwrap();
    let read = read_session(&written, now).expect("what was written is read");
    assert!(read.session == *session, "what was written is read as equal");
    assert_eq!(each!(&read.session, read => fingerprint(read)), fingerprint(session));
    assert!(read.unknown.is_empty() && read.identified);
    assert_eq!(each!(&read.session, read => write_session(read, now)).unwrap(), written);
}

/// Makes everything that is shown of a session.
fn look_at<G: Exported>(session: &Session<G>) {
    let totals = session.current_totals();
    assert_eq!(totals.len(), session.people().players_at_end().len());
    assert_eq!(session.standings().len(), totals.len());
    let scored = session.sheet().iter().filter(|row| row.state == RoundState::Scored).count();
    assert_eq!(scored, session.scored());
    let look = ExportOptions {
        language: Language::ENGLISH,
        seats: Colour::ALL.map(|colour| (colour, None)),
        tournament: None,
    };
    for format in [Format::Text, Format::Markdown, Format::Csv, Format::Json, Format::Html, Format::BgStats] {
        let _ = export(session, format, true, look);
    }
    let mut back = session.clone();
    for _ in 0..4 {
        let Ok(before) = back.undo() else { break };
        assert_eq!(before.redo().unwrap(), back);
        back = before;
    }
}

fn check_message(error: &LoadError) {
    let message = error.to_string();
    assert!(!message.is_empty() && message.chars().count() < 20_000, "{} letters", message.len());
    assert!(!message.chars().any(char::is_control), "{message:?}");
}
