//! What a file says and what it leaves open.

use chrono::{DateTime, FixedOffset};

use crate::seats::Seat;
use crate::session::AnySession;

/// A session that was read.
#[derive(Debug)]
pub struct Loaded {
    /// The session.
    pub session: AnySession,
    /// When it was last saved, if the file says so.
    pub saved: Option<DateTime<FixedOffset>>,
    /// Fields that this program does not know and did not read, as paths.
    pub unknown: Vec<String>,
    /// The file gives the session an id; a game written by hand gets a new one each time it is read.
    pub identified: bool,
    /// What else the file does not say and the reading made up.
    pub made_up: MadeUp,
}

/// What a game written by hand leaves open. It is made up anew each time the file is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeUp {
    /// When it was set up.
    pub started: bool,
    /// The ids of the players on these seats.
    pub players: Vec<Seat>,
}
