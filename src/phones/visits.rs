//! When phones were here.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{Secret, Seen, limits};

/// Whom limits and visits are counted for.
#[derive(Clone, Debug, PartialEq)]
pub enum Visitor {
    /// The phone of a seat.
    Seat(Secret),
    /// One without a seat, or with one that is none any more.
    Looker(IpAddr),
}

#[derive(Debug)]
struct Visit {
    who: Visitor,
    last: Instant,
    /// How many of its requests are being answered.
    waiting: usize,
}

impl Visit {
    fn ago(&self) -> Duration {
        if self.waiting > 0 { Duration::ZERO } else { self.last.elapsed() }
    }
}

/// Everybody's last visit.
#[derive(Debug, Default)]
pub struct Visits(Mutex<Vec<Visit>>);

impl Visits {
    fn all(&self) -> MutexGuard<'_, Vec<Visit>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that somebody is here, for as long as what it returns lives.
    pub fn begin(&self, who: Visitor, from: IpAddr) -> Present<'_> {
        let mut visits = self.all();
        // Who has a seat now looked on before; lookers that have gone are forgotten after a while.
        let seated = matches!(who, Visitor::Seat(_));
        visits.retain(|visit| match visit.who {
            Visitor::Seat(_) => true,
            Visitor::Looker(address) => {
                visit.waiting > 0 || !(seated && address == from) && visit.ago() < limits::LOOKING
            }
        });
        match visits.iter_mut().find(|visit| visit.who == who) {
            Some(visit) => visit.waiting += 1,
            None => visits.push(Visit { who: who.clone(), last: Instant::now(), waiting: 1 }),
        }
        Present(self, who)
    }

    /// Forgets the phones of all seats but these.
    pub fn keep(&self, seats: &[Option<Secret>]) {
        self.all().retain(|visit| match &visit.who {
            Visitor::Seat(its) => seats.iter().flatten().any(|seat| seat == its),
            Visitor::Looker(_) => true,
        });
    }

    /// Forgets who looked on.
    pub fn forget_lookers(&self) {
        self.all().retain(|visit| matches!(visit.who, Visitor::Seat(_)));
    }

    /// When the phones of these seats were seen last.
    pub fn seen(&self, seats: &[Option<Secret>]) -> Seen {
        let visits = self.all();
        let of_seat = |seat: &Option<Secret>| {
            let who = Visitor::Seat(seat.clone()?);
            visits.iter().find(|visit| visit.who == who).map(Visit::ago)
        };
        let looks = |visit: &&Visit| matches!(visit.who, Visitor::Looker(_)) && visit.ago() < limits::LOOKING;
        Seen { seats: seats.iter().map(of_seat).collect(), lookers: visits.iter().filter(looks).count() }
    }
}

/// A phone that is here.
pub struct Present<'a>(&'a Visits, Visitor);

impl Drop for Present<'_> {
    fn drop(&mut self) {
        if let Some(visit) = self.0.all().iter_mut().find(|visit| visit.who == self.1) {
            visit.waiting = visit.waiting.saturating_sub(1);
            visit.last = Instant::now();
        }
    }
}
