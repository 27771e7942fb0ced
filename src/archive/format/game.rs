//! The parts of a file that depend on the game.

use std::marker::PhantomData;

use chrono::{DateTime, FixedOffset};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};

use super::error::LoadError;
use super::strict::strictly;
use crate::game::{AtMost, BrokenRule, Rules};
use crate::seats::{Order, Seat, Seating};
use crate::session::{Session, SetupError, Summary};
use crate::text::Text;
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

    /// The remark on rounds beyond those that a game may have, which are not read; `None` if there are none.
    fn rounds_left_out(_: &Self::Rounds) -> Option<Text> {
        None
    }

    /// Takes trumps out of rounds that can have none; returns the number of such rounds.
    fn drop_trumps(&self, _: &mut Self::Rounds) -> usize {
        0
    }

    /// Completes the rules of a file that leaves some out. `text` is the whole file.
    ///
    /// # Errors
    /// They are not valid rules.
    fn completed(given: Self::RuleSet, _version: Option<u64>, _text: &[u8]) -> Result<Self::RuleSet, LoadError> {
        Ok(given)
    }

    /// Gives the deck the cards that its hands need: earlier versions did not hold them against each other. Returns how
    /// many it got.
    fn fill_deck(_: &mut Self::RuleSet, _players: usize) -> u8 {
        0
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
    #[serde(default, deserialize_with = "strictly", skip_serializing_if = "Vec::is_empty")]
    pub(super) seating: Vec<Order>,
    #[serde(deserialize_with = "strictly")]
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
