use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Not;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Trump;
use crate::game::present;
use crate::seats::{PerSeat, Seat};
use crate::text;
use crate::text::Text;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cloud {
    pub player: Seat,
    pub change: Change,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i8")]
pub enum Change {
    Less,
    More,
}

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

/// In files the change is missing until it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "WrittenCloud", into = "WrittenCloud")]
pub enum CloudEntry {
    Asked(Option<Seat>),
    Taken(Cloud),
}

impl CloudEntry {
    pub fn taker(self) -> Option<Seat> {
        match self {
            CloudEntry::Asked(taker) => taker,
            CloudEntry::Taken(cloud) => Some(cloud.player),
        }
    }

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Waiver {
    PlusMinusOne,
    /// The tricks stay as noted, and need not add up to the cards.
    Tricks,
}

impl Waiver {
    /// In the order in which sheets explain them.
    pub const ALL: [Waiver; 2] = variants!(Waiver: PlusMinusOne, Tricks);

    fn mark(self) -> &'static str {
        match self {
            Waiver::PlusMinusOne => "±1",
            Waiver::Tricks => "≠",
        }
    }

    pub fn marks(waived: &BTreeSet<Waiver>) -> String {
        waived.iter().map(|waiver| waiver.mark()).collect::<Vec<_>>().join(" ")
    }

    pub fn text(self) -> Text {
        match self {
            Waiver::PlusMinusOne => text!("±1 the bids add up to the cards, and the table allowed it"),
            Waiver::Tricks => text!("≠ the tricks do not add up, and stand as the table noted them"),
        }
    }
}

/// `u8` once all numbers are known, `Option<u8>` while the round is being entered.
pub trait Number {
    type Cloud: Copy + Debug + Eq + Hash + Into<Option<Cloud>>;
}

impl Number for u8 {
    type Cloud = Cloud;
}

impl Number for Option<u8> {
    type Cloud = CloudEntry;
}

/// `Round<u8>` is complete and checked by [`Game::check_round`](super::Game::check_round).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round<N: Number = Option<u8>> {
    pub bids: PerSeat<N>,
    pub tricks: PerSeat<N>,
    /// `None` if not recorded.
    pub trump: Option<Trump>,
    /// Tricks that count for no player because of a Bomb.
    pub bombs: u8,
    pub clouds: Vec<N::Cloud>,
    /// Rules waived, so that the round stays as played; once scored, only those it needs.
    pub waived: BTreeSet<Waiver>,
}

#[derive(Serialize, Deserialize)]
pub struct WrittenRound {
    bids: PerSeat<Option<u8>>,
    tricks: PerSeat<Option<u8>>,
    /// Null if none was recorded; left out where the rules fix it.
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
    pub(super) fn change(&self, seat: Seat) -> i8 {
        self.changes(seat).map(i8::from).sum()
    }

    pub(super) fn changes(&self, seat: Seat) -> impl Iterator<Item = Change> {
        let known = self.clouds.iter().filter_map(|&cloud| cloud.into());
        known.filter(move |cloud: &Cloud| cloud.player == seat).map(|cloud| cloud.change)
    }
}

impl Round {
    pub fn empty(players: usize, trump: Option<Trump>) -> Round {
        let unknown = PerSeat::new(players, |_| None);
        Round { bids: unknown.clone(), tricks: unknown, trump, bombs: 0, clouds: Vec::new(), waived: BTreeSet::new() }
    }

    /// Drops the waiver of the tricks before.
    pub fn set_tricks(&mut self, player: Seat, tricks: Option<u8>) {
        self.tricks.set(player, tricks);
        self.waived.remove(&Waiver::Tricks);
    }

    /// Drops the waiver of the tricks before.
    pub fn set_bombs(&mut self, bombs: u8) {
        self.bombs = bombs;
        self.waived.remove(&Waiver::Tricks);
    }

    pub fn is_begun(&self) -> bool {
        self.bids.iter().chain(&self.tricks).any(Option::is_some)
    }

    pub fn is_complete(&self) -> bool {
        self.bids.iter().chain(&self.tricks).all(Option::is_some)
    }

    /// The bid with the Clouds' changes; may be out of range in an unchecked round.
    pub fn scored_bid(&self, seat: Seat) -> Option<i16> {
        Some(i16::from(self.bids.known(seat)?) + i16::from(self.change(seat)))
    }

    pub fn bid_sum(&self) -> u16 {
        self.bids.iter().flatten().map(|&bid| u16::from(bid)).sum()
    }

    pub fn trick_sum(&self) -> u16 {
        self.tricks.iter().flatten().map(|&tricks| u16::from(tricks)).sum()
    }
}

impl Round<u8> {
    pub fn as_entered(&self) -> Round {
        let Round { bids, tricks, trump, bombs, clouds, waived } = self;
        let (bids, tricks) = (bids.map(|&bid| Some(bid)), tricks.map(|&tricks| Some(tricks)));
        let clouds = clouds.iter().copied().map(CloudEntry::Taken).collect();
        Round { bids, tricks, trump: *trump, bombs: *bombs, clouds, waived: waived.clone() }
    }
}
