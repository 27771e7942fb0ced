//! The facts of one round.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Not;

use serde::{Deserialize, Serialize};

use super::Trump;
use crate::seats::{PerSeat, Seat};

/// Who took the trick with the Cloud, and how they changed their bid for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cloud {
    /// The seat of the player who took the trick.
    pub player: Seat,
    /// How they changed it.
    pub change: Change,
}

/// How the Cloud changes a bid: −1 or 1 in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i8")]
pub enum Change {
    /// By −1.
    Less,
    /// By +1.
    More,
}

/// A change that is neither −1 nor +1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the Cloud changes a bid by -1 or 1, not by {0}")]
pub struct NoSuchChange(i64);

impl TryFrom<i64> for Change {
    type Error = NoSuchChange;

    fn try_from(change: i64) -> Result<Change, NoSuchChange> {
        match change {
            -1 => Ok(Change::Less),
            1 => Ok(Change::More),
            other => Err(NoSuchChange(other)),
        }
    }
}

impl From<Change> for i8 {
    fn from(change: Change) -> i8 {
        match change {
            Change::Less => -1,
            Change::More => 1,
        }
    }
}

/// What is known of the Cloud in a round that is being entered. A file has a taker without a change while it is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Option<WrittenCloud>", into = "Option<WrittenCloud>")]
pub enum CloudEntry {
    /// It changes no bid: it was not played, or nobody took it.
    #[default]
    Out,
    /// It was played: who took it, once that is known, has still to say how their bid changes.
    Asked(Option<Seat>),
    /// Who took it, and how they changed their bid.
    Taken(Cloud),
}

impl CloudEntry {
    /// Who took it, as far as that is known.
    pub fn taker(self) -> Option<Seat> {
        match self {
            CloudEntry::Out => None,
            CloudEntry::Asked(taker) => taker,
            CloudEntry::Taken(cloud) => Some(cloud.player),
        }
    }

    /// Who took it, and how they changed their bid, once both is known.
    pub fn taken(self) -> Option<Cloud> {
        match self {
            CloudEntry::Taken(cloud) => Some(cloud),
            CloudEntry::Out | CloudEntry::Asked(_) => None,
        }
    }
}

impl From<Option<Cloud>> for CloudEntry {
    fn from(cloud: Option<Cloud>) -> CloudEntry {
        cloud.map_or(CloudEntry::Out, CloudEntry::Taken)
    }
}

impl From<CloudEntry> for Option<Cloud> {
    fn from(entry: CloudEntry) -> Option<Cloud> {
        entry.taken()
    }
}

/// A Cloud as files have it.
#[derive(Serialize, Deserialize)]
struct WrittenCloud {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    player: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    change: Option<Change>,
}

impl TryFrom<Option<WrittenCloud>> for CloudEntry {
    type Error = &'static str;

    fn try_from(written: Option<WrittenCloud>) -> Result<CloudEntry, &'static str> {
        let Some(WrittenCloud { player, change }) = written else { return Ok(CloudEntry::Out) };
        match (player, change) {
            (None, Some(_)) => Err("missing field `player`"),
            (Some(player), Some(change)) => Ok(CloudEntry::Taken(Cloud { player, change })),
            (player, None) => Ok(CloudEntry::Asked(player)),
        }
    }
}

impl From<CloudEntry> for Option<WrittenCloud> {
    fn from(entry: CloudEntry) -> Option<WrittenCloud> {
        let change = entry.taken().map(|cloud| cloud.change);
        (entry != CloudEntry::Out).then(|| WrittenCloud { player: entry.taker(), change })
    }
}

/// A rule that a table did not insist on in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Waiver {
    /// The bids may add up to the cards.
    PlusMinusOne,
}

/// A number of a round: `u8` once all of it is known, `Option<u8>` while it is being entered.
pub trait Number {
    /// What is known of the Cloud then.
    type Cloud: Copy + Debug + Default + Eq + Hash + Into<Option<Cloud>>;
}

impl Number for u8 {
    type Cloud = Option<Cloud>;
}

impl Number for Option<u8> {
    type Cloud = CloudEntry;
}

/// What happened in one round: with numbers that may not be known yet, or (`Round<u8>`) complete and checked by
/// [`Game::check_round`](super::Game::check_round).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Round<N: Number = Option<u8>> {
    /// The announced bids.
    pub bids: PerSeat<N>,
    /// The tricks each player took.
    pub tricks: PerSeat<N>,
    /// The trump; `None` when it was not recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trump: Option<Trump>,
    /// The Bomb was played, so that one trick belongs to nobody.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub bomb: bool,
    /// The Cloud's taker and change.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub cloud: N::Cloud,
    /// What the table did not insist on, so that the round is kept as it was; once it is scored, only what was needed.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub waived: BTreeSet<Waiver>,
}

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl<N: Number> Round<N> {
    /// How the Cloud changes the bid of a seat.
    pub(super) fn change(&self, seat: Seat) -> i8 {
        let cloud: Option<Cloud> = self.cloud.into();
        cloud.filter(|cloud| cloud.player == seat).map_or(0, |cloud| cloud.change.into())
    }
}

impl Round {
    /// A round of which nothing is known but the trump that the rules give it.
    pub fn empty(players: usize, trump: Option<Trump>) -> Round {
        let unknown = PerSeat::new(players, |_| None);
        Round {
            bids: unknown.clone(),
            tricks: unknown,
            trump,
            bomb: false,
            cloud: CloudEntry::Out,
            waived: BTreeSet::new(),
        }
    }

    /// Is a bid or the tricks of anyone known?
    pub fn is_begun(&self) -> bool {
        self.bids.iter().chain(&self.tricks).any(Option::is_some)
    }

    /// Are all bids and tricks known?
    pub fn is_complete(&self) -> bool {
        self.bids.iter().chain(&self.tricks).all(Option::is_some)
    }

    /// The bid that is scored for a seat: the announced one with the Cloud's change. May lie one outside the legal range
    /// when the round has not been checked.
    pub fn scored_bid(&self, seat: Seat) -> Option<i16> {
        Some(i16::from(self.bids.known(seat)?) + i16::from(self.change(seat)))
    }

    /// The sum of the bids known so far.
    pub fn bid_sum(&self) -> u16 {
        self.bids.iter().flatten().map(|&bid| u16::from(bid)).sum()
    }

    /// The sum of the tricks entered so far.
    pub fn trick_sum(&self) -> u16 {
        self.tricks.iter().flatten().map(|&tricks| u16::from(tricks)).sum()
    }
}

impl Round<u8> {
    /// The same facts as those of a round that is being entered.
    pub fn as_entered(&self) -> Round {
        let Round { bids, tricks, trump, bomb, cloud, waived } = self;
        let (bids, tricks) = (bids.map(|&bid| Some(bid)), tricks.map(|&tricks| Some(tricks)));
        Round { bids, tricks, trump: *trump, bomb: *bomb, cloud: (*cloud).into(), waived: waived.clone() }
    }
}
