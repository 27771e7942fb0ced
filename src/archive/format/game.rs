//! What files have of a game, beside what they have of every session.

use std::fmt;

use chrono::{DateTime, FixedOffset};
use serde::de::{DeserializeOwned, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::error::LoadError;
use crate::game::BrokenRule;
use crate::session::{Recorded, Session, SetupError};
use crate::wizard::Penalty;

/// A game as files have it.
pub trait InFile: Recorded {
    /// Who begins and by which rules.
    type Agreed: Serialize + DeserializeOwned;
    /// A round.
    type Round: Serialize;
    /// A step at the table.
    type Tap: Serialize + DeserializeOwned;

    /// `first_dealer` as it is given; [`Foreign`] where there is none, as in what follows.
    type FirstDealer: DeserializeOwned;
    /// `first_player` as it is given.
    type FirstPlayer: DeserializeOwned;
    /// `start` as it is given.
    type Start: DeserializeOwned + Default;
    /// `rules` as they are given.
    type RulesGiven: DeserializeOwned + Default;
    /// `rounds` as they are given.
    type Rounds: DeserializeOwned;
    /// `penalties` as they are given.
    type Penalties: DeserializeOwned + Default;

    /// The oldest version of the format that has all of this session.
    fn version(session: &Session<Self>) -> u64;

    /// Who begins and by which rules.
    fn agreed(&self) -> Self::Agreed;

    /// A game of so many players that was agreed so.
    ///
    /// # Errors
    /// Why it cannot be played.
    fn of_agreed(agreed: Self::Agreed, players: usize) -> Result<Self, SetupError>;

    /// The rounds, the open one last.
    fn rounds(session: &Session<Self>) -> Vec<Self::Round>;

    /// Points that are given beside the rounds.
    fn penalties(_: &Self::Table) -> &[Penalty] {
        &[]
    }

    /// When the table stopped before the end.
    fn ended_early(table: &Self::Table) -> Option<DateTime<FixedOffset>>;

    /// A step as it is written.
    fn tap(step: &Self::Step) -> Self::Tap;

    /// A step that was written.
    fn step(tap: Self::Tap) -> Self::Step;

    /// Completes the rules of a file that leaves some out. `text` is the whole file.
    ///
    /// # Errors
    /// When they are no rules.
    fn completed(given: Self::RulesGiven, _version: Option<u64>, _text: &[u8]) -> Result<Self::RulesGiven, LoadError> {
        Ok(given)
    }

    /// The game of so many players that a file tells.
    ///
    /// # Errors
    /// Why it cannot be played.
    fn game_of(told: &Told<Self>, players: usize) -> Result<Self, SetupError>;

    /// What lies on the table, by what a file tells. `names` are the players in seat order.
    ///
    /// # Errors
    /// The first rule that is broken.
    fn table_of(&self, told: Told<Self>, names: &[String]) -> Result<Self::Table, BrokenRule<Self::Breach>>;

    /// The numbers of the rounds, in one line: they give a game its id that a file gives none.
    fn numbers(session: &Session<Self>) -> String;
}

/// What a file tells of a game, nothing of it checked.
pub struct Told<G: InFile> {
    pub(super) first_dealer: G::FirstDealer,
    pub(super) first_player: G::FirstPlayer,
    pub(super) start: G::Start,
    pub(super) rules: G::RulesGiven,
    pub(super) rounds: G::Rounds,
    pub(super) penalties: G::Penalties,
    pub(super) ended_early: Option<DateTime<FixedOffset>>,
}

/// A field of another game's files: it is not read, and counts as unknown.
#[derive(Debug, Default)]
pub struct Foreign;

impl<'de> Deserialize<'de> for Foreign {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Foreign, D::Error> {
        IgnoredAny::deserialize(input).map(|_| Foreign)
    }
}

/// A list of which no more is kept than a game can have: one without end needs no memory.
pub struct AtMost<T, const MOST: usize> {
    pub(super) kept: Vec<T>,
    /// How many there were.
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
