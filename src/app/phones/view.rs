//! What the window sees of phones, and what a tap there means.

use std::time::Duration;

use crate::seats::Seat;
use crate::text::Text;

/// The meaning of a tap in the phones' panel, or of the key that opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhonesCommand {
    /// Opens the panel, and lets phones in from now on; or closes the panel.
    Switch,
    /// Closes the panel. Phones stay.
    Close,
    /// Lets no phone in any more.
    Stop,
    /// Makes another code: all phones are thrown out.
    NewCode,
    /// Shows the next of this computer's addresses.
    NextAddress,
    /// Frees a seat.
    Release(Seat),
    /// Gives the seat to the phone that asks for it.
    Agree(Seat),
    /// Leaves the seat to the phone that has it.
    Refuse(Seat),
}

/// What is known of phones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhonesView {
    /// Whether the panel is open.
    pub open: bool,
    /// Whether phones are let in.
    pub state: PhonesState,
    /// The link that the code has; empty if there is none.
    pub link: String,
    /// The number of addresses to choose from.
    pub addresses: usize,
    /// The seats, in seat order.
    pub seats: Vec<PhoneSeat>,
    /// The number of phones that only look on.
    pub lookers: usize,
    /// Whether to tell what may keep phones out, because none has come.
    pub help: bool,
    /// What to tell about phones.
    pub notice: Option<Text>,
}

/// Whether phones are let in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PhonesState {
    /// No.
    #[default]
    Off,
    /// They soon are.
    Starting,
    /// Yes.
    On,
    /// No, for this reason.
    Failed(Text),
}

/// A seat, and its phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneSeat {
    /// The seat.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// Whether there is a phone.
    pub state: PhoneAt,
}

/// Whether a seat has a phone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PhoneAt {
    /// None.
    #[default]
    Free,
    /// One that was heard of just now.
    Here,
    /// One that was last heard of this long ago.
    Away(Duration),
    /// One, and another asks for the seat.
    Asks,
}
