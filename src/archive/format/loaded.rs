//! A session read from a file, and what the file left open.

use chrono::{DateTime, FixedOffset};

use crate::each;
use crate::last_wizard::ROUNDS_MAX;
use crate::seats::Seat;
use crate::session::{AnyRef, AnySession, ToldApart};
use crate::text;
use crate::text::Text;

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
    /// The number of rounds left out, because a game of The Last Wizard has at most [`ROUNDS_MAX`].
    pub rounds_left_out: usize,
    /// Players who shared a name or an id with another at the table.
    pub told_apart: Vec<ToldApart>,
}

impl Loaded {
    /// Whether the file holds this session, if perhaps another version of it.
    pub fn is_version_of(&self, session: AnyRef) -> bool {
        let id = |session: AnyRef| each!(session, session => session.id());
        let there = self.session.as_ref();
        there.name() == session.name() && (!self.identified || id(there) == id(session))
    }

    /// What was wrong in the file and is put right or left out; `None` if nothing was.
    pub fn mended(&self) -> Option<Text> {
        let left_out = (self.rounds_left_out > 0).then(|| {
            text!(
                "a game has at most {max} rounds, and {n} round after them is left out"
                    | "a game has at most {max} rounds, and {n} rounds after them are left out" % self.rounds_left_out,
                max = ROUNDS_MAX,
            )
        });
        let told_apart = self.told_apart.iter().map(|ToldApart { was, now }| {
            if was.name == now.name {
                text!(
                    "{name} had the same entry in your archive as another player, and has a new one",
                    name = was.name.clone()
                )
            } else {
                text!(
                    "two players are called \"{name}\", and the second is \"{other}\" now",
                    name = was.name.clone(),
                    other = now.name.clone()
                )
            }
        });
        Text::row(left_out.into_iter().chain(told_apart))
    }
}

/// Values made up, anew at each reading, because a file written by hand leaves them out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeUp {
    /// Whether the starting time is made up.
    pub started: bool,
    /// The seats whose players' ids are made up.
    pub players: Vec<Seat>,
}
