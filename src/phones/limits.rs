//! All limits of the server.

use std::time::{Duration, Instant};

/// How long a request may take from the first packet to the last byte of its body.
pub const REQUEST: Duration = Duration::from_secs(4);
/// How long a phone may take to read its answer.
pub const READING: Duration = Duration::from_secs(4);
/// How long a change waits for the program.
pub const ANSWER: Duration = Duration::from_secs(7);
/// How long a stopping server waits for its phones to read that it stops.
pub const CLOSING: Duration = Duration::from_millis(500);
/// How often to check whether they are gone.
pub const MOMENT: Duration = Duration::from_millis(10);
/// How long a phone may wait for news.
pub const POLL: Duration = Duration::from_secs(25);
/// How long a visitor counts as watching after its last request.
pub const LOOKING: Duration = Duration::from_secs(40);
/// The most bytes of a request's head; the library allows no fewer.
pub const HEAD: usize = 8192;
pub const BODY: usize = 2048;
/// Changes of a phone: burst, then per second.
pub const CHANGES: (f64, f64) = (10.0, 5.0);
/// Polls of a phone: one after each change at the table; burst, then per second.
pub const POLLS: (f64, f64) = (40.0, 20.0);
/// How long the listener rests when the system has no descriptor left.
pub const REST: Duration = Duration::from_millis(100);
/// How often to check the listener, and every how many checks also the addresses.
pub const UPKEEP: (Duration, u32) = (Duration::from_secs(1), 3);

/// Incomplete requests and answers without the key: in all, and of one address.
pub const OF_STRANGERS: (usize, usize) = (24, 8);
/// The same for addresses that have shown the key: strangers cannot use these.
pub const OF_KNOWN: usize = 8;
/// Concurrent requests of one phone with a seat.
pub const OF_A_SEAT: usize = 4;
/// Concurrent requests of all phones without a seat, and how many of them may wait for news.
pub const OF_LOOKERS: (usize, usize) = (12, 8);
/// Remembered addresses: more than phones in any room. A phone that changes its address each time is a stranger.
pub const KNOWN: usize = 64;

/// A token bucket for each visitor.
#[derive(Debug)]
pub struct RateLimit<Visitor> {
    most: f64,
    a_second: f64,
    /// Tokens left and when that was, for each visitor below the maximum.
    left: Vec<(Visitor, f64, Instant)>,
}

impl<Visitor: PartialEq> RateLimit<Visitor> {
    /// The burst, then the rate per second.
    pub fn new((most, a_second): (f64, f64)) -> Self {
        RateLimit { most, a_second, left: Vec::new() }
    }

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
