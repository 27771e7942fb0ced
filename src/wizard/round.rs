//! The facts of one round.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Not;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

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

/// A Cloud of a round that is being entered. A file has a taker without a change while it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "WrittenCloud", into = "WrittenCloud")]
pub enum CloudEntry {
    /// It was played: who took it, once that is known, has still to say how their bid changes.
    Asked(Option<Seat>),
    /// Who took it, and how they changed their bid.
    Taken(Cloud),
}

impl CloudEntry {
    /// Who took it, as far as that is known.
    pub fn taker(self) -> Option<Seat> {
        match self {
            CloudEntry::Asked(taker) => taker,
            CloudEntry::Taken(cloud) => Some(cloud.player),
        }
    }

    /// Who took it, and how they changed their bid, once both is known.
    pub fn taken(self) -> Option<Cloud> {
        match self {
            CloudEntry::Taken(cloud) => Some(cloud),
            CloudEntry::Asked(_) => None,
        }
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

impl TryFrom<WrittenCloud> for CloudEntry {
    type Error = &'static str;

    fn try_from(WrittenCloud { player, change }: WrittenCloud) -> Result<CloudEntry, &'static str> {
        match (player, change) {
            (None, Some(_)) => Err("missing field `player`"),
            (Some(player), Some(change)) => Ok(CloudEntry::Taken(Cloud { player, change })),
            (player, None) => Ok(CloudEntry::Asked(player)),
        }
    }
}

impl From<CloudEntry> for WrittenCloud {
    fn from(entry: CloudEntry) -> WrittenCloud {
        WrittenCloud { player: entry.taker(), change: entry.taken().map(|cloud| cloud.change) }
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
    /// What is known of a Cloud then.
    type Cloud: Copy + Debug + Eq + Hash + Into<Option<Cloud>>;
}

impl Number for u8 {
    type Cloud = Cloud;
}

impl Number for Option<u8> {
    type Cloud = CloudEntry;
}

/// What happened in one round: with numbers that may not be known yet, or (`Round<u8>`) complete and checked by
/// [`Game::check_round`](super::Game::check_round).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round<N: Number = Option<u8>> {
    /// The announced bids.
    pub bids: PerSeat<N>,
    /// The tricks each player took.
    pub tricks: PerSeat<N>,
    /// The trump; `None` when it was not recorded.
    pub trump: Option<Trump>,
    /// The tricks that belong to nobody because a Bomb was played in them.
    pub bombs: u8,
    /// The Clouds that were taken, in order.
    pub clouds: Vec<N::Cloud>,
    /// What the table did not insist on, so that the round is kept as it was; once it is scored, only what was needed.
    pub waived: BTreeSet<Waiver>,
}

/// A round as files have it: one Bomb and one Cloud in the words of version 1, two as a number and a list.
#[derive(Serialize, Deserialize)]
pub struct WrittenRound {
    bids: PerSeat<Option<u8>>,
    tricks: PerSeat<Option<u8>>,
    /// The trump, or null where none was recorded; left out where that goes without saying.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub trump: Option<Option<Trump>>,
    #[serde(default, skip_serializing_if = "Not::not")]
    bomb: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bombs: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cloud: Option<CloudEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    clouds: Vec<CloudEntry>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    waived: BTreeSet<Waiver>,
}

/// Reads what is there: null is said, and not left out.
pub fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<Option<T>, D::Error> {
    T::deserialize(input).map(Some)
}

/// Clouds as files have them: one, or a list of more.
pub fn one_or_list(clouds: Vec<CloudEntry>) -> (Option<CloudEntry>, Vec<CloudEntry>) {
    match clouds[..] {
        [one] => (Some(one), Vec::new()),
        _ => (None, clouds),
    }
}

impl From<Round> for WrittenRound {
    fn from(facts: Round) -> WrittenRound {
        let Round { bids, tricks, trump, bombs, clouds, waived } = facts;
        let (cloud, clouds) = one_or_list(clouds);
        let (bomb, bombs) = (bombs == 1, (bombs > 1).then_some(bombs));
        WrittenRound { bids, tricks, trump: trump.map(Some), bomb, bombs, cloud, clouds, waived }
    }
}

impl From<WrittenRound> for Round {
    fn from(written: WrittenRound) -> Round {
        let WrittenRound { bids, tricks, trump, bomb, bombs, cloud, clouds, waived } = written;
        let clouds = cloud.into_iter().chain(clouds).collect();
        Round { bids, tricks, trump: trump.flatten(), bombs: bombs.unwrap_or(bomb.into()), clouds, waived }
    }
}

impl Serialize for Round {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        WrittenRound::from(self.clone()).serialize(out)
    }
}

impl<'de> Deserialize<'de> for Round {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Round, D::Error> {
        WrittenRound::deserialize(input).map(Round::from)
    }
}

impl<N: Number> Round<N> {
    /// How the Clouds change the bid of a seat together.
    pub(super) fn change(&self, seat: Seat) -> i8 {
        self.changes(seat).map(i8::from).sum()
    }

    /// How each Cloud that a seat took changes its bid, in order.
    pub(super) fn changes(&self, seat: Seat) -> impl Iterator<Item = Change> {
        let known = self.clouds.iter().filter_map(|&cloud| cloud.into());
        known.filter(move |cloud: &Cloud| cloud.player == seat).map(|cloud| cloud.change)
    }
}

impl Round {
    /// A round of which nothing is known but the trump that the rules give it.
    pub fn empty(players: usize, trump: Option<Trump>) -> Round {
        let unknown = PerSeat::new(players, |_| None);
        Round { bids: unknown.clone(), tricks: unknown, trump, bombs: 0, clouds: Vec::new(), waived: BTreeSet::new() }
    }

    /// Is a bid or the tricks of anyone known?
    pub fn is_begun(&self) -> bool {
        self.bids.iter().chain(&self.tricks).any(Option::is_some)
    }

    /// Are all bids and tricks known?
    pub fn is_complete(&self) -> bool {
        self.bids.iter().chain(&self.tricks).all(Option::is_some)
    }

    /// The bid that is scored for a seat: the announced one with the Clouds' changes. May lie outside the legal range
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
        let Round { bids, tricks, trump, bombs, clouds, waived } = self;
        let (bids, tricks) = (bids.map(|&bid| Some(bid)), tricks.map(|&tricks| Some(tricks)));
        let clouds = clouds.iter().copied().map(CloudEntry::Taken).collect();
        Round { bids, tricks, trump: *trump, bombs: *bombs, clouds, waived: waived.clone() }
    }
}
