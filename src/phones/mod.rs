//! The players' phones: their views, their seats, and the page served to their browsers.

mod addresses;
mod connections;
mod limits;
mod listener;
mod messages;
mod moves;
mod page;
mod request;
mod response;
mod room;
mod secret;
mod server;
mod service;
mod view;
mod visits;
mod words;

pub use addresses::addresses;
pub use messages::{Ask, Busy, Published, Seen, ServerEvent};
pub use moves::{NextEntry, after, can_take_back, is_running, next_entry};
#[doc(hidden)]
pub use request::read as read_request;
pub use room::{Lookup, NoRandomness, Outcome, Room, no_randomness};
pub use secret::Secret;
pub use server::Server;
pub use view::{PhoneView, SeatedPhone, TableState, views};

use crate::seats::Seat;
use crate::text::Text;

/// A change requested by a phone. Rounds count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Claim(Seat),
    Bid {
        round: usize,
        bid: u8,
    },
    Tricks {
        round: usize,
        tricks: u8,
    },
    /// Takes the phone's own number of this round back.
    Back {
        round: usize,
    },
    /// Takes this token (The Last Wizard).
    Bet {
        round: usize,
        /// −1 to 9.
        token: i8,
    },
    Fold {
        round: usize,
    },
    /// Shows the total of the hand (The Last Wizard).
    Show {
        round: usize,
        hand: i16,
    },
    Leave,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The change is on disk, and views of this revision show it.
    Kept(u64),
    Seated(Seat, Secret),
    Left,
    Refused {
        reason: Text,
        /// Whether the scorekeeper has yet to decide; the same change may succeed later.
        pending: bool,
    },
    /// The key or the seat's secret is invalid.
    Unknown,
    /// The evening is over: no phone is let in.
    Closed,
}
