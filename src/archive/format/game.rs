//! The parts of a file that depend on the game.

use std::fmt;
use std::marker::PhantomData;

use chrono::{DateTime, FixedOffset};
use serde::de::{DeserializeOwned, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::error::LoadError;
use crate::game::{BrokenRule, Rules};
use crate::seats::{Order, Seat, Seating};
use crate::session::{Session, SetupError, Summary};
use crate::wizard::{PENALTIES_MAX, Penalty, PenaltyGiven};

/// A game as written in files.
pub trait InFile: Rules<Summary: Into<Summary>> {
    /// The rules.
    type RuleSet: Serialize + DeserializeOwned + Default;
    /// The rounds, as read.
    type Rounds: DeserializeOwned;
    /// A round, as written.
    type Round: Serialize;
    /// A step at the table.
    type Tap: Serialize + DeserializeOwned + From<Self::Step> + Into<Self::Step>;

    /// The oldest version of the format that can hold this session.
    fn version(session: &Session<Self>) -> u64;

    /// The first dealer or player, the rules and the starting spaces.
    fn agreed(&self) -> Agreed<Self>;

    /// Makes a game from an agreement, for this many players.
    ///
    /// # Errors
    /// The reason why it cannot be played.
    fn of_agreed(agreed: Agreed<Self>, players: usize) -> Result<Self, SetupError>;

    /// The rounds, the open one last.
    fn rounds(session: &Session<Self>) -> Vec<Self::Round>;

    /// Points given outside the rounds.
    fn penalties(_: &Self::Table) -> &[Penalty] {
        &[]
    }

    /// The number of rounds beyond those that a game may have, which are not read.
    fn rounds_left_out(_: &Self::Rounds) -> usize {
        0
    }

    /// Completes the rules of a file that leaves some out. `text` is the whole file.
    ///
    /// # Errors
    /// They are not valid rules.
    fn completed(given: Self::RuleSet, _version: Option<u64>, _text: &[u8]) -> Result<Self::RuleSet, LoadError> {
        Ok(given)
    }

    /// The facts that a file describes. `names_in` gives the players of a round (from 1), in seat order.
    ///
    /// # Errors
    /// The first rule broken.
    fn table_of(
        &self,
        told: Told<Self>,
        names_in: &dyn Fn(usize) -> Vec<String>,
    ) -> Result<Self::Table, BrokenRule<Self::Violation>>;

    /// The numbers of the rounds on one line, from which a game without an id gets one.
    fn numbers(session: &Session<Self>) -> String;
}

/// What a table agreed on, unchecked. A game has one of the first two.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Agreed<G: InFile> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_dealer: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_player: Option<i64>,
    /// Where the deal did not simply move on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) seating: Vec<Order>,
    pub(super) rules: G::RuleSet,
    /// The starting spaces; missing if 15 for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<Vec<i64>>,
}

/// The facts of a file, unchecked.
pub struct Told<G: InFile> {
    pub(super) rounds: G::Rounds,
    pub(super) penalties: Penalties,
    pub(super) ended_early: Option<DateTime<FixedOffset>>,
}

/// The penalties of a file: one more than allowed, so that the excess is reported.
pub(super) type Penalties = AtMost<PenaltyGiven, { PENALTIES_MAX + 1 }>;

/// The seating of a file with this dealer, or first player, of round 1.
pub(super) fn seated(players: usize, first: Seat, changes: Vec<Order>) -> Result<Seating, SetupError> {
    let seating = Seating::new(players, first).with(changes).filter(|seating| seating.starter(1) == first);
    seating.ok_or(SetupError::Seating { players })
}

/// A field that only the game `O` has: in a file of another game it is not read, and counts as unknown.
pub(super) struct Own<O, G, T>(pub(super) Option<T>, PhantomData<(O, G)>);

impl<O, G, T> Default for Own<O, G, T> {
    fn default() -> Self {
        Own(None, PhantomData)
    }
}

impl<'de, O: Rules, G: Rules, T: Deserialize<'de>> Deserialize<'de> for Own<O, G, T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let read = if O::NAME == G::NAME {
            Some(T::deserialize(input)?)
        } else {
            Option::<IgnoredAny>::deserialize(input)?;
            None
        };
        Ok(Own(read, PhantomData))
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
