//! All limits of the server, and who is counted by them.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// How long a request may take from the first packet to the last byte of its body.
pub const REQUEST: Duration = Duration::from_secs(4);
/// How long a phone may take to read its answer.
pub const READING: Duration = Duration::from_secs(4);
/// How long a change waits for the program.
pub const ANSWER: Duration = Duration::from_secs(7);
/// How long a phone may wait for news.
pub const LOOK: Duration = Duration::from_secs(25);
/// How long after its last request somebody still looks on.
pub const LOOKING: Duration = Duration::from_secs(40);
/// The most bytes of a request's head; the library allows no fewer.
pub const HEAD: usize = 8192;
/// The most bytes of a request's body.
pub const BODY: usize = 2048;
/// Changes of a phone: so many at once, then so many a second.
pub const CHANGES: (f64, f64) = (10.0, 5.0);
/// Looks of a phone: one after each change of anybody at the table.
pub const LOOKS: (f64, f64) = (40.0, 20.0);
/// How long the listener rests when the system has no descriptor left.
pub const REST: Duration = Duration::from_millis(100);
/// How often the listener is looked after, and after how many times the addresses.
pub const LOOK_AFTER: (Duration, u32) = (Duration::from_secs(1), 3);

const CONNECTIONS: usize = 32;
/// So that those who have shown the key always find a place.
const OF_STRANGERS: usize = 24;
const OF_A_STRANGER: usize = 8;
const OF_A_PHONE: usize = 16;
/// More addresses than phones in any room; one that shows another address each time is a stranger.
const KNOWN: usize = 64;

/// The connections, counted.
#[derive(Debug, Default)]
pub struct Connections {
    inside: HashMap<IpAddr, usize>,
    /// Those who have shown the key.
    known: HashSet<IpAddr>,
}

impl Connections {
    /// Whether one more connection from this address is let in; if so it is counted until it is released.
    pub fn admit(&mut self, from: IpAddr) -> bool {
        let of_strangers =
            self.inside.iter().filter(|(address, _)| !self.known.contains(address)).map(|(_, count)| count);
        let (all, strangers): (usize, usize) = (self.inside.values().sum(), of_strangers.sum());
        let known = self.known.contains(&from);
        let its = self.inside.entry(from).or_default();
        let admitted = all < CONNECTIONS
            && if known { *its < OF_A_PHONE } else { *its < OF_A_STRANGER && strangers < OF_STRANGERS };
        *its += usize::from(admitted);
        if *its == 0 {
            self.inside.remove(&from);
        }
        admitted
    }

    /// Takes one connection from the count.
    pub fn release(&mut self, from: IpAddr) {
        if let Some(its) = self.inside.get_mut(&from) {
            *its -= 1;
            if *its == 0 {
                self.inside.remove(&from);
            }
        }
    }

    /// Notes that this address has shown the key.
    pub fn trust(&mut self, from: IpAddr) {
        if self.known.len() < KNOWN {
            self.known.insert(from);
        }
    }

    /// Makes everybody a stranger: there is a new key.
    pub fn forget_known(&mut self) {
        self.known.clear();
    }
}

/// How often each of several may do something.
#[derive(Debug)]
pub struct RateLimit<Visitor> {
    most: f64,
    a_second: f64,
    /// How many are left to those who are not at rest, and when that was.
    left: Vec<(Visitor, f64, Instant)>,
}

impl<Visitor: PartialEq> RateLimit<Visitor> {
    /// Allows this many at once, then so many a second.
    pub fn new((most, a_second): (f64, f64)) -> Self {
        RateLimit { most, a_second, left: Vec::new() }
    }

    /// Takes one, if there is one.
    pub fn allows(&mut self, who: Visitor, now: Instant) -> bool {
        let (most, a_second) = (self.most, self.a_second);
        for (_, left, then) in &mut self.left {
            *left = most.min(*left + now.duration_since(*then).as_secs_f64() * a_second);
            *then = now;
        }
        self.left.retain(|(other, left, _)| *left < most || *other == who);
        match self.left.iter_mut().find(|(other, ..)| *other == who) {
            Some((_, left, _)) if *left < 1.0 => return false,
            Some((_, left, _)) => *left -= 1.0,
            None => self.left.push((who, most - 1.0, now)),
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        [192, 168, 1, last].into()
    }

    #[test]
    fn strangers_never_take_the_places_of_phones() {
        let mut connections = Connections::default();
        let admitted = |connections: &mut Connections, from| (0..100).filter(|_| connections.admit(from)).count();
        assert_eq!(admitted(&mut connections, address(1)), 8);
        assert_eq!(admitted(&mut connections, address(2)), 8);
        assert_eq!(admitted(&mut connections, address(3)), 8);
        assert_eq!(admitted(&mut connections, address(4)), 0, "24 of 32 are taken by strangers");
        connections.trust(address(5));
        assert_eq!(admitted(&mut connections, address(5)), 8);
        connections.release(address(5));
        assert!(!connections.admit(address(4)) && connections.admit(address(5)));
        connections.release(address(1));
        assert!(connections.admit(address(4)), "the place of a stranger is free again");
    }

    #[test]
    fn a_phone_has_a_pace_of_its_own() {
        let (mut limit, start) = (RateLimit::new(CHANGES), Instant::now());
        let taken = |limit: &mut RateLimit<u8>, who, seconds| {
            (0..100).filter(|_| limit.allows(who, start + Duration::from_secs(seconds))).count()
        };
        assert_eq!([taken(&mut limit, 1, 0), taken(&mut limit, 1, 0), taken(&mut limit, 2, 0)], [10, 0, 10]);
        assert_eq!([taken(&mut limit, 1, 1), taken(&mut limit, 1, 60)], [5, 10]);
        assert_eq!(limit.left.len(), 1, "the one at rest is forgotten");
    }
}
