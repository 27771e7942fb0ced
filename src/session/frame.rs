//! The parts of a session other than its game.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use chrono::{DateTime, FixedOffset};
use uuid::Uuid;

use super::people::People;
use super::tournament::TournamentTable;

/// The parts of a session other than its game.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Frame<'a> {
    /// The session's id.
    pub id: Uuid,
    /// The time it was set up.
    pub started: DateTime<FixedOffset>,
    /// Who sat where, round by round.
    pub people: &'a People,
    /// The place; may be empty.
    pub place: &'a str,
    /// The notes; may be empty.
    pub notes: &'a str,
    /// The session that this is a trial copy of, if any.
    pub copy_of: Option<Uuid>,
    /// The table of a tournament at which it is played, if any.
    pub tournament: Option<&'a TournamentTable>,
}

impl<'a> Frame<'a> {
    /// The parts of a session of which no more is known.
    pub fn new(id: Uuid, started: DateTime<FixedOffset>, people: &'a People) -> Frame<'a> {
        Frame { id, started, people, place: "", notes: "", copy_of: None, tournament: None }
    }
}

/// A number that two values share if they are equal. Stable within one build only, so not for storing.
pub fn print_of(value: impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}
