//! The parts of a session other than its game.

use std::hash::{DefaultHasher, Hash, Hasher};

use chrono::{DateTime, FixedOffset};
use uuid::Uuid;

use super::people::People;
use super::tournament::TournamentTable;
use crate::game::Rules;

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

pub(super) fn print_of<G: Rules>(frame: &Frame, game: &G, table: &G::Table) -> u64 {
    let mut hash = DefaultHasher::new();
    (frame, game, table).hash(&mut hash);
    hash.finish()
}
