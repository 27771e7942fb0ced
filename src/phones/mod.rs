//! The other players' phones: what they may know, who sits where, and the page that is served to their browsers.

mod addresses;
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
pub use messages::{Ask, Busy, Published, Seen, ServerEvent, StartError};
pub use moves::{Wanted, after, can_take_back, is_running, wanted};
#[doc(hidden)]
pub use request::read as read_request;
pub use room::{Lookup, NoRandomness, Outcome, Room, no_randomness};
pub use secret::Secret;
pub use server::Server;
pub use view::{Context, PhoneView, views};

use crate::seats::Seat;
use crate::text::Text;

/// A change that a phone asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Takes this seat.
    Claim(Seat),
    /// Bids in this round.
    Bid {
        /// The round, from 1.
        round: usize,
        /// The bid.
        bid: u8,
    },
    /// Enters the phone's own tricks of this round.
    Tricks {
        /// The round, from 1.
        round: usize,
        /// The tricks.
        tricks: u8,
    },
    /// Takes the phone's own number of this round back.
    Back {
        /// The round, from 1.
        round: usize,
    },
    /// Takes this token (The Last Wizard).
    Bet {
        /// The round, from 1.
        round: usize,
        /// The token, −1 to 9.
        token: i8,
    },
    /// Folds (The Last Wizard).
    Fold {
        /// The round, from 1.
        round: usize,
    },
    /// Shows the total of the hand (The Last Wizard).
    Show {
        /// The round, from 1.
        round: usize,
        /// The total.
        hand: i16,
    },
    /// Leaves the seat.
    Leave,
}

/// What the program answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The change is on disk, and views of this revision show it.
    Kept(u64),
    /// The seat belongs to the phone that shows this secret.
    Seated(Seat, Secret),
    /// The phone has left its seat.
    Left,
    /// The change cannot be made now.
    Refused {
        /// Why, and what to do.
        reason: Text,
        /// Whether the scorekeeper is asked: the same change again may succeed.
        asked: bool,
    },
    /// The key or the seat's secret is none, or no longer.
    Unknown,
}
