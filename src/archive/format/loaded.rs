//! A session read from a file, and what the file left open.

use chrono::{DateTime, FixedOffset};

use crate::seats::Seat;
use crate::session::AnySession;

/// A session read from a file.
#[derive(Debug)]
pub struct Loaded {
    /// The session.
    pub session: AnySession,
    /// The time it was last saved, if the file says so.
    pub saved: Option<DateTime<FixedOffset>>,
    /// The paths of fields that this program does not know and did not read.
    pub unknown: Vec<String>,
    /// Whether the file gives an id; without one, a session gets a new id each time it is read.
    pub identified: bool,
    /// What else was made up because the file does not say it.
    pub made_up: MadeUp,
}

/// Values made up, anew at each reading, because a file written by hand leaves them out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeUp {
    /// Whether the starting time is made up.
    pub started: bool,
    /// The seats whose players' ids are made up.
    pub players: Vec<Seat>,
}
