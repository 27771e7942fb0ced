//! The window's view of phones, and its commands.

use std::time::Duration;

use crate::seats::Seat;
use crate::text::Text;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhonesCommand {
    /// Opens the panel, and lets phones in from now on; or closes the panel.
    Switch,
    /// Closes the panel. Phones stay.
    Close,
    /// Closes the room to phones.
    Stop,
    /// Makes another code: all phones are thrown out.
    NewCode,
    NextAddress,
    Release(Seat),
    /// Gives the seat to the phone that asks for it with these digits.
    Agree(Seat, u8),
    /// Leaves the seat to the phone that has it.
    Refuse(Seat),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhonesView {
    pub open: bool,
    pub state: PhonesState,
    /// Empty if there is none.
    pub link: String,
    pub addresses: usize,
    /// In seat order.
    pub seats: Vec<PhoneSeat>,
    /// The number of phones without a seat.
    pub lookers: usize,
    /// Whether to show what may keep phones out, because none has come.
    pub help: bool,
    pub notice: Option<Text>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PhonesState {
    #[default]
    Off,
    Starting,
    On,
    Failed(Text),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneSeat {
    pub seat: Seat,
    pub name: String,
    pub state: PhoneAt,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PhoneAt {
    #[default]
    Free,
    /// A phone heard from just now.
    Here,
    /// A phone last heard from this long ago.
    Away(Duration),
    /// Taken, while another phone asks for the seat with these digits.
    Asks(u8),
}
