//! A session read from a file, and what the file left open.

use chrono::{DateTime, FixedOffset};

use crate::each;
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
    /// The remark on rounds left out, because no game has so many.
    pub rounds_left_out: Option<Text>,
    /// The number of rounds that can have no trump, but had one in the file.
    pub trumps_dropped: usize,
    /// The number of cards that the deck got, because an earlier version let larger hands be dealt than it had.
    pub extra_cards: u8,
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
        let trumps = (self.trumps_dropped > 0).then(|| trumps_dropped(self.trumps_dropped));
        let deck_filled = (self.extra_cards > 0).then(|| deck_filled(self.extra_cards));
        let told_apart = self.told_apart.iter().map(|ToldApart { was, now }| {
            if was.name == now.name {
                text!(
                    "{name} had the same entry in your archive as another player, and has a new one",
                    name = was.name.clone()
                )
            } else {
                text!(
                    "two players are called “{name}”, and the second is “{other}” now",
                    name = was.name.clone(),
                    other = now.name.clone()
                )
            }
        });
        Text::row(self.rounds_left_out.clone().into_iter().chain(deck_filled).chain(trumps).chain(told_apart))
    }
}

/// The remark that the deck got so many cards.
pub fn deck_filled(cards: u8) -> Text {
    text!(
        "the deck has too few cards for its hands, and gets {n} extra card"
            | "the deck has too few cards for its hands, and gets {n} extra cards" % cards
    )
}

/// The remark that so many rounds had a trump but can have none.
pub fn trumps_dropped(rounds: usize) -> Text {
    text!(
        "{n} round has a trump though it can have none, and the trump is left out"
            | "{n} rounds have a trump though they can have none, and the trumps are left out" % rounds
    )
}

/// Values made up, anew at each reading, because a file written by hand leaves them out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeUp {
    /// Whether the starting time is made up.
    pub started: bool,
    /// The seats whose players' ids are made up.
    pub players: Vec<Seat>,
}
