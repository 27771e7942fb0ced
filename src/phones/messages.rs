//! Messages between server and program.

use std::io;
use std::net::IpAddr;
use std::time::Duration;

use super::{Answer, Change, PhoneView, SeatedPhone, Secret};
use crate::text;
use crate::text::Text;

#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The revision; phones with another one are sent this state.
    pub revision: u64,
    pub key: Secret,
    pub everybody: PhoneView,
    pub phones: Vec<SeatedPhone>,
}

impl Published {
    /// `None` if no seat has this secret.
    pub fn view_of(&self, secret: &Secret) -> Option<&PhoneView> {
        self.phones.iter().find(|phone| phone.secret() == secret).map(SeatedPhone::view)
    }
}

pub struct Ask {
    /// The seat's secret as the phone sent it, unchecked.
    pub from: Option<Secret>,
    pub peer: IpAddr,
    /// The number of the change, ascending.
    pub change: u64,
    pub what: Change,
    /// Called with the answer, from any thread, after the new state is published: a seated phone uses its secret at
    /// once. A phone waits seven seconds, then retries with the same number.
    pub answer: Box<dyn FnOnce(Answer) + Send>,
}

/// The program takes no request now; the phone retries later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerEvent {
    /// The addresses now, the best first; empty without a network.
    Addresses(Vec<IpAddr>),
    /// The listening socket had died, as after the device slept, and has been replaced.
    Rebuilt,
    /// The listening socket has died and cannot be replaced yet; the server keeps trying.
    Failed(Text),
}

pub(super) fn no_port(error: &io::Error) -> Text {
    text!(
        "No port is free for the phones ({error}). Close other programs or restart this device.",
        error = error.to_string()
    )
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// How long ago each phone with a seat was here; zero while it waits for news.
    pub phones: Vec<(Secret, Duration)>,
    pub lookers: usize,
}

impl Seen {
    /// `None` before its first visit.
    pub fn ago(&self, secret: &Secret) -> Option<Duration> {
        self.phones.iter().find(|(seen, _)| seen == secret).map(|(_, ago)| *ago)
    }
}
