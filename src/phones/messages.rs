//! What the server takes and gives.

use std::io;
use std::net::IpAddr;
use std::time::Duration;

use super::{Answer, Change, PhoneView, Secret};
use crate::seats::Seat;
use crate::text;
use crate::text::Text;

/// What the phones get to see, until the next is published.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The number of this state; another one than a phone has is sent to it.
    pub revision: u64,
    /// The key that is in the code.
    pub key: Secret,
    /// The secret of the phone at each seat, in seat order.
    pub seats: Vec<Option<Secret>>,
    /// What everybody may know.
    pub everybody: PhoneView,
    /// What the phone at each seat may know, in seat order.
    pub own: Vec<PhoneView>,
}

impl Published {
    /// The seat of the phone that has this secret.
    pub fn seat_of(&self, secret: &Secret) -> Option<Seat> {
        self.seats.iter().position(|seat| seat.as_ref() == Some(secret))
    }
}

/// A change that a phone asks for, with the key shown.
pub struct Ask {
    /// The seat's secret, if the phone showed one: not looked at yet.
    pub from: Option<Secret>,
    /// The address of the phone.
    pub peer: IpAddr,
    /// The number of the change, which rises.
    pub change: u64,
    /// What is to be changed.
    pub what: Change,
    /// To be called with the answer, from any thread, after what it says has been published: a phone that is seated
    /// shows its secret at once. A phone waits seven seconds for it, then asks again with the same number.
    pub answer: Box<dyn FnOnce(Answer) + Send>,
}

/// The program takes no further asks now; the phone asks again later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

/// What happened to the server by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerEvent {
    /// The addresses of this device are others now, the best first; none: there is no network.
    Addresses(Vec<IpAddr>),
    /// The listening socket had died, as after the device slept, and is built anew.
    Rebuilt,
    /// The listening socket has died and cannot be built anew yet; it is tried again and again.
    Failed(Text),
}

/// Why there is no server.
#[derive(Debug)]
pub enum StartError {
    /// The device has no address that a phone could reach.
    NoNetwork,
    /// No port can be listened on.
    NoPort(io::Error),
    /// The system gives no thread or no timer.
    NoThread(io::Error),
}

impl StartError {
    /// Says what is wrong and what to do.
    pub fn text(&self) -> Text {
        match self {
            StartError::NoNetwork => {
                text!("This device is in no network. Join a Wi-Fi, or let a phone open a hotspot.")
            }
            StartError::NoPort(error) => text!(
                "No port is free for the phones ({error}). Close other programs or restart this device.",
                error = error.to_string()
            ),
            StartError::NoThread(error) => text!(
                "The phones’ server cannot run ({error}). Close other programs and try again.",
                error = error.to_string()
            ),
        }
    }
}

/// When phones were seen last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// For each seat how long ago its phone was here; zero while it waits for news, `None` if it has not come yet.
    pub seats: Vec<Option<Duration>>,
    /// The number of addresses that look on without a seat.
    pub lookers: usize,
}
