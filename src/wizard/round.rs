//! The facts of one round.

use serde::{Deserialize, Serialize};

use super::{Seat, Trump};

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

/// What happened in one round, in seat order. `None` is not (yet) known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    /// The announced bids.
    pub bids: Vec<Option<u8>>,
    /// The tricks each player took.
    pub tricks: Vec<Option<u8>>,
    /// The trump; `None` when it was not recorded.
    pub trump: Option<Trump>,
    /// The Bomb was played, so that one trick belongs to nobody.
    pub bomb: bool,
    /// The Cloud's taker and change.
    pub cloud: Option<Cloud>,
}

impl Round {
    /// A round of which nothing is known but the trump that the rules give it.
    pub fn empty(players: usize, trump: Option<Trump>) -> Round {
        Round { bids: vec![None; players], tricks: vec![None; players], trump, bomb: false, cloud: None }
    }

    /// The bid that is scored for a seat: the announced one with the Cloud's change. May lie one outside the legal range
    /// when the round has not been checked.
    pub fn scored_bid(&self, seat: Seat) -> Option<i16> {
        let bid = i16::from(self.bids.get(seat).copied().flatten()?);
        let change = self.cloud.filter(|cloud| cloud.player == seat).map_or(0, |cloud| i8::from(cloud.change).into());
        Some(bid + change)
    }

    /// Do the scored bid and the tricks of a seat agree? `None` while one is unknown.
    pub fn met(&self, seat: Seat) -> Option<bool> {
        let tricks = self.tricks.get(seat).copied().flatten()?;
        Some(self.scored_bid(seat)? == i16::from(tricks))
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
