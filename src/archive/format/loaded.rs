use chrono::{DateTime, FixedOffset};

use crate::each;
use crate::seats::Seat;
use crate::session::{AnyRef, AnySession};

#[derive(Debug)]
pub struct Loaded {
    pub session: AnySession,
    pub saved: Option<DateTime<FixedOffset>>,
    /// Paths of fields unknown to this program.
    pub unknown: Vec<String>,
    /// Without an id in the file, each reading assigns a new one.
    pub identified: bool,
    pub made_up: MadeUp,
}

impl Loaded {
    pub fn is_version_of(&self, session: AnyRef) -> bool {
        let id = |session: AnyRef| each!(session, session => session.id());
        let there = self.session.as_ref();
        there.name() == session.name() && (!self.identified || id(there) == id(session))
    }
}

/// A handwritten file omits them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeUp {
    pub started: bool,
    pub players: Vec<Seat>,
}
