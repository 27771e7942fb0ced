//! The facts of one round.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Not;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Trump;
use crate::game::present;
use crate::seats::{PerSeat, Seat};

/// The taker of the trick with the Cloud, and their change of bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cloud {
    /// The taker's seat.
    pub player: Seat,
    /// The change of their bid.
    pub change: Change,
}

/// The Cloud's change of a bid, written as −1 or 1 in files.
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

/// A Cloud in a round that is being entered. In files it has a taker but no change until that is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "WrittenCloud", into = "WrittenCloud")]
pub enum CloudEntry {
    /// Played; how the bid of its taker (if known) changes is still open.
    Asked(Option<Seat>),
    /// Played, with its taker and their change of bid.
    Taken(Cloud),
}

impl CloudEntry {
    /// The taker's seat, if known.
    pub fn taker(self) -> Option<Seat> {
        match self {
            CloudEntry::Asked(taker) => taker,
            CloudEntry::Taken(cloud) => Some(cloud.player),
        }
    }

    /// The taker with their change of bid, if both are known.
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

/// A Cloud as written in files.
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

/// A rule that the table waives in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Waiver {
    /// The bids may add up to the cards.
    PlusMinusOne,
}

/// A number in a round: `u8` once all are known, `Option<u8>` while the round is being entered.
pub trait Number {
    /// What is known of a Cloud at that point.
    type Cloud: Copy + Debug + Eq + Hash + Into<Option<Cloud>>;
}

impl Number for u8 {
    type Cloud = Cloud;
}

impl Number for Option<u8> {
    type Cloud = CloudEntry;
}

/// The facts of a round: with numbers that may be unknown, or (`Round<u8>`) complete and checked by
/// [`Game::check_round`](super::Game::check_round).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round<N: Number = Option<u8>> {
    /// The announced bids.
    pub bids: PerSeat<N>,
    /// The tricks each player took.
    pub tricks: PerSeat<N>,
    /// The trump; `None` if not recorded.
    pub trump: Option<Trump>,
    /// The number of tricks that went to nobody because of a Bomb.
    pub bombs: u8,
    /// The Clouds that were taken, in order.
    pub clouds: Vec<N::Cloud>,
    /// The rules the table waived, so that the round stays as played; once scored, only those it needs.
    pub waived: BTreeSet<Waiver>,
}

/// A round as written in files: a single Bomb and Cloud in the words of version 1, more as a number and a list.
#[derive(Serialize, Deserialize)]
pub struct WrittenRound {
    bids: PerSeat<Option<u8>>,
    tricks: PerSeat<Option<u8>>,
    /// The trump, or null if none was recorded; left out where the rules fix it.
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

/// The Clouds as written in files: a single one, or a list of more.
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
    /// The sum of the Clouds' changes to a seat's bid.
    pub(super) fn change(&self, seat: Seat) -> i8 {
        self.changes(seat).map(i8::from).sum()
    }

    /// The changes to a seat's bid by each Cloud it took, in order.
    pub(super) fn changes(&self, seat: Seat) -> impl Iterator<Item = Change> {
        let known = self.clouds.iter().filter_map(|&cloud| cloud.into());
        known.filter(move |cloud: &Cloud| cloud.player == seat).map(|cloud| cloud.change)
    }
}

impl Round {
    /// A round with no facts but the trump that the rules fix.
    pub fn empty(players: usize, trump: Option<Trump>) -> Round {
        let unknown = PerSeat::new(players, |_| None);
        Round { bids: unknown.clone(), tricks: unknown, trump, bombs: 0, clouds: Vec::new(), waived: BTreeSet::new() }
    }

    /// Whether anyone's bid or tricks are known.
    pub fn is_begun(&self) -> bool {
        self.bids.iter().chain(&self.tricks).any(Option::is_some)
    }

    /// Whether all bids and tricks are known.
    pub fn is_complete(&self) -> bool {
        self.bids.iter().chain(&self.tricks).all(Option::is_some)
    }

    /// The scored bid of a seat: the announced one with the Clouds' changes. May be out of range if the round has not
    /// been checked.
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
    /// The same facts in the form of a round that is being entered.
    pub fn as_entered(&self) -> Round {
        let Round { bids, tricks, trump, bombs, clouds, waived } = self;
        let (bids, tricks) = (bids.map(|&bid| Some(bid)), tricks.map(|&tricks| Some(tricks)));
        let clouds = clouds.iter().copied().map(CloudEntry::Taken).collect();
        Round { bids, tricks, trump: *trump, bombs: *bombs, clouds, waived: waived.clone() }
    }
}
