//! The parts of a file that depend on the game.

use std::fmt;

use chrono::{DateTime, FixedOffset};
use serde::de::{DeserializeOwned, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::error::LoadError;
use crate::game::BrokenRule;
use crate::seats::{Order, Seat, Seating};
use crate::session::{Recorded, Session, SetupError};
use crate::wizard::Penalty;

/// A game as written in files.
pub trait InFile: Recorded {
    /// The first dealer or player, and the rules.
    type Agreed: Serialize + DeserializeOwned;
    /// A round.
    type Round: Serialize;
    /// A step at the table.
    type Tap: Serialize + DeserializeOwned;

    /// The type of the field `first_dealer`; [`Foreign`] if the game has no such field, as in the types below.
    type FirstDealer: DeserializeOwned;
    /// The type of the field `first_player`.
    type FirstPlayer: DeserializeOwned;
    /// The type of the field `start`.
    type Start: DeserializeOwned + Default;
    /// The type of the field `rules`.
    type RulesGiven: DeserializeOwned + Default;
    /// The type of the field `rounds`.
    type Rounds: DeserializeOwned;
    /// The type of the field `penalties`.
    type Penalties: DeserializeOwned + Default;

    /// The oldest version of the format that can hold this session.
    fn version(session: &Session<Self>) -> u64;

    /// The first dealer or player, and the rules.
    fn agreed(&self) -> Self::Agreed;

    /// Makes a game from an agreement, for this many players.
    ///
    /// # Errors
    /// The reason why it cannot be played.
    fn of_agreed(agreed: Self::Agreed, players: usize) -> Result<Self, SetupError>;

    /// The rounds, the open one last.
    fn rounds(session: &Session<Self>) -> Vec<Self::Round>;

    /// Points given outside the rounds.
    fn penalties(_: &Self::Table) -> &[Penalty] {
        &[]
    }

    /// The time the table stopped, if before the end.
    fn ended_early(table: &Self::Table) -> Option<DateTime<FixedOffset>>;

    /// The number of rounds beyond those that a game may have, which are not read.
    fn rounds_left_out(_: &Self::Rounds) -> usize {
        0
    }

    /// A step in its written form.
    fn tap(step: &Self::Step) -> Self::Tap;

    /// A step from its written form.
    fn step(tap: Self::Tap) -> Self::Step;

    /// Completes the rules of a file that leaves some out. `text` is the whole file.
    ///
    /// # Errors
    /// They are not valid rules.
    fn completed(given: Self::RulesGiven, _version: Option<u64>, _text: &[u8]) -> Result<Self::RulesGiven, LoadError> {
        Ok(given)
    }

    /// Makes the game that a file describes, for this many players.
    ///
    /// # Errors
    /// The reason why it cannot be played.
    fn game_of(told: &Told<Self>, players: usize) -> Result<Self, SetupError>;

    /// The facts that a file describes. `names_in` gives the players of a round (from 1), in seat order.
    ///
    /// # Errors
    /// The first rule broken.
    fn table_of(
        &self,
        told: Told<Self>,
        names_in: &dyn Fn(usize) -> Vec<String>,
    ) -> Result<Self::Table, BrokenRule<Self::Breach>>;

    /// The numbers of the rounds on one line, from which a game without an id gets one.
    fn numbers(session: &Session<Self>) -> String;
}

/// The fields of a file about its game, unchecked.
pub struct Told<G: InFile> {
    pub(super) first_dealer: G::FirstDealer,
    pub(super) first_player: G::FirstPlayer,
    pub(super) seating: Vec<Order>,
    pub(super) start: G::Start,
    pub(super) rules: G::RulesGiven,
    pub(super) rounds: G::Rounds,
    pub(super) penalties: G::Penalties,
    pub(super) ended_early: Option<DateTime<FixedOffset>>,
}

/// The seating of a file with this dealer, or first player, of round 1.
pub(super) fn seated(players: usize, first: Seat, changes: Vec<Order>) -> Result<Seating, SetupError> {
    let seating = Seating::new(players, first).with(changes).filter(|seating| seating.starter(1) == first);
    seating.ok_or(SetupError::Seating { players })
}

/// A field of another game: it is not read, and counts as unknown.
#[derive(Debug, Default)]
pub struct Foreign;

impl<'de> Deserialize<'de> for Foreign {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Foreign, D::Error> {
        IgnoredAny::deserialize(input).map(|_| Foreign)
    }
}

/// A list that keeps no more entries than a game can have, so that an endless one needs little memory.
pub struct AtMost<T, const MOST: usize> {
    pub(super) kept: Vec<T>,
    /// The number of entries, kept or not.
    pub(super) count: usize,
}

impl<T, const MOST: usize> Default for AtMost<T, MOST> {
    fn default() -> Self {
        AtMost { kept: Vec::new(), count: 0 }
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for AtMost<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Items<T, const MOST: usize>(AtMost<T, MOST>);
        impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Items<T, MOST> {
            type Value = AtMost<T, MOST>;
            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("a sequence")
            }
            fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Self::Value, A::Error> {
                while let Some(item) = list.next_element()? {
                    self.0.count += 1;
                    if self.0.count <= MOST {
                        self.0.kept.push(item);
                    }
                }
                Ok(self.0)
            }
        }
        input.deserialize_seq(Items(AtMost::default()))
    }
}
