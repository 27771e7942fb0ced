use std::marker::PhantomData;

use chrono::{DateTime, FixedOffset};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};

use super::error::LoadError;
use super::strict::strictly;
use crate::game::{AtMost, BrokenRule, Rules};
use crate::seats::{Order, Seat, Seating};
use crate::session::{Session, SetupError, Summary};
use crate::wizard::{PENALTIES_MAX, Penalty, PenaltyGiven};

pub trait InFile: Rules<Summary: Into<Summary>> {
    type RuleSet: Serialize + DeserializeOwned + Default;
    type Rounds: DeserializeOwned;
    type Round: Serialize;
    type Tap: Serialize + DeserializeOwned + From<Self::Step> + Into<Self::Step>;

    fn version(session: &Session<Self>) -> u64;

    fn agreed(&self) -> Agreed<Self>;

    fn of_agreed(agreed: Agreed<Self>, players: usize) -> Result<Self, SetupError>;

    /// The open one last.
    fn rounds(session: &Session<Self>) -> Vec<Self::Round>;

    fn penalties(_: &Self::Table) -> &[Penalty] {
        &[]
    }

    /// Fills in rules that a file leaves out. `text` is the whole file.
    fn completed(given: Self::RuleSet, _version: Option<u64>, _text: &[u8]) -> Result<Self::RuleSet, LoadError> {
        Ok(given)
    }

    /// `names_in` gives the players of a round (from 1), in seat order.
    fn table_of(
        &self,
        read: TableIn<Self>,
        names_in: &dyn Fn(usize) -> Vec<String>,
    ) -> Result<Self::Table, BrokenRule<Self::Violation>>;

    /// On one line; a game without an id gets one derived from it.
    fn numbers(session: &Session<Self>) -> String;
}

/// Unchecked. A game has one of the first two.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Agreed<G: InFile> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::archive) first_dealer: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::archive) first_player: Option<i64>,
    #[serde(default, deserialize_with = "strictly", skip_serializing_if = "Vec::is_empty")]
    pub(in crate::archive) seating: Vec<Order>,
    #[serde(deserialize_with = "strictly")]
    pub(in crate::archive) rules: G::RuleSet,
    /// `None` if 15 for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::archive) start: Option<Vec<i64>>,
}

/// Unchecked.
pub struct TableIn<G: InFile> {
    pub(in crate::archive) rounds: G::Rounds,
    pub(in crate::archive) penalties: Penalties,
    pub(in crate::archive) ended_early: Option<DateTime<FixedOffset>>,
}

/// One more than allowed, so that the excess is reported.
pub(super) type Penalties = AtMost<PenaltyGiven, { PENALTIES_MAX + 1 }>;

/// `first` is the dealer, or first player, of round 1.
pub(super) fn seated(players: usize, first: Seat, changes: Vec<Order>) -> Result<Seating, SetupError> {
    let seating = Seating::new(players, first).with(changes).filter(|seating| seating.starter(1) == first);
    seating.ok_or(SetupError::Seating { players })
}

/// A field of game `O` only: in files of another game it is skipped and counts as unknown.
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
