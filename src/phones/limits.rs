//! All limits of the server.

use std::time::{Duration, Instant};

/// How long a request may take from the first packet to the last byte of its body.
pub const REQUEST: Duration = Duration::from_secs(4);
/// How long a phone may take to read its answer.
pub const READING: Duration = Duration::from_secs(4);
/// How long a change waits for the program.
pub const ANSWER: Duration = Duration::from_secs(7);
/// How long a server that stops waits until the phones that are here have read that.
pub const GOODBYE: Duration = Duration::from_millis(500);
/// How often it looks whether they are gone.
pub const MOMENT: Duration = Duration::from_millis(10);
/// How long a phone may wait for news.
pub const LOOK: Duration = Duration::from_secs(25);
/// How long after its last request somebody still looks on.
pub const LOOKING: Duration = Duration::from_secs(40);
/// The most bytes of a request's head; the library allows no fewer.
pub const HEAD: usize = 8192;
pub const BODY: usize = 2048;
/// Changes of a phone: so many at once, then so many a second.
pub const CHANGES: (f64, f64) = (10.0, 5.0);
/// Looks of a phone: one after each change of anybody at the table.
pub const LOOKS: (f64, f64) = (40.0, 20.0);
/// How long the listener rests when the system has no descriptor left.
pub const REST: Duration = Duration::from_millis(100);
/// How often the listener is looked after, and after how many times the addresses.
pub const LOOK_AFTER: (Duration, u32) = (Duration::from_secs(1), 3);

/// Requests that are not whole yet and answers without the key, at once, and of one address.
pub const OF_STRANGERS: (usize, usize) = (24, 8);
/// The same for addresses that have shown the key: strangers never take these.
pub const OF_KNOWN: usize = 8;
/// What one phone with a seat asks at once.
pub const OF_A_SEAT: usize = 4;
/// What all phones without a seat ask at once, and how many of them may wait for news.
pub const OF_LOOKERS: (usize, usize) = (12, 8);
/// More addresses than phones in any room; one that shows another address each time is a stranger.
pub const KNOWN: usize = 64;

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
