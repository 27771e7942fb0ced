//! When phones were here.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{SeatedPhone, Secret, Seen, limits};

/// Who limits and visits are counted for.
#[derive(Clone, Debug, PartialEq)]
pub enum Visitor {
    Seat(Secret),
    /// A phone without a valid seat.
    Looker(IpAddr),
}

impl Visitor {
    /// Whether both share one limit: each seat has its own, all phones without one share another.
    pub fn shares_with(&self, other: &Visitor) -> bool {
        match (self, other) {
            (Visitor::Seat(one), Visitor::Seat(other)) => one == other,
            (one, other) => matches!((one, other), (Visitor::Looker(_), Visitor::Looker(_))),
        }
    }
}

#[derive(Debug)]
struct Visit {
    who: Visitor,
    last: Instant,
    /// Requests being answered.
    waiting: usize,
}

impl Visit {
    fn ago(&self) -> Duration {
        if self.waiting > 0 { Duration::ZERO } else { self.last.elapsed() }
    }
}

#[derive(Debug, Default)]
pub struct Visits(Mutex<Vec<Visit>>);

impl Visits {
    fn all(&self) -> MutexGuard<'_, Vec<Visit>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a visitor as present while the returned guard lives.
    pub fn begin(&self, who: Visitor, from: IpAddr) -> Present<'_> {
        let mut visits = self.all();
        // A seated phone is no longer a looker; absent lookers are forgotten after a while.
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

    /// Forgets all phones with a seat but these.
    pub fn keep(&self, phones: &[SeatedPhone]) {
        self.all().retain(|visit| match &visit.who {
            Visitor::Seat(its) => phones.iter().any(|phone| phone.secret() == its),
            Visitor::Looker(_) => true,
        });
    }

    pub fn forget_lookers(&self) {
        self.all().retain(|visit| matches!(visit.who, Visitor::Seat(_)));
    }

    pub fn seen(&self) -> Seen {
        let mut seen = Seen::default();
        for visit in self.all().iter() {
            match &visit.who {
                Visitor::Seat(its) => seen.phones.push((its.clone(), visit.ago())),
                Visitor::Looker(_) => seen.lookers += usize::from(visit.ago() < limits::LOOKING),
            }
        }
        seen
    }
}

pub struct Present<'a>(&'a Visits, Visitor);

impl Drop for Present<'_> {
    fn drop(&mut self) {
        if let Some(visit) = self.0.all().iter_mut().find(|visit| visit.who == self.1) {
            visit.waiting = visit.waiting.saturating_sub(1);
            visit.last = Instant::now();
        }
    }
}
