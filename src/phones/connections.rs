//! The open connections, and which one is closed when there are too many.

use std::collections::HashSet;
use std::net::IpAddr;

use tokio::sync::oneshot;

use super::limits::{KNOWN, OF_A_SEAT, OF_KNOWN, OF_LOOKERS, OF_STRANGERS};
use super::visits::Visitor;

#[derive(Debug)]
enum Stage {
    /// Its request is incomplete: a newer connection may replace it.
    Coming,
    /// Being answered without the key.
    Answered,
    /// It has shown the key. While it waits for news, a newer one of the same seat ends that by dropping this.
    Inside(Visitor, Option<oneshot::Sender<()>>),
}

#[derive(Debug)]
struct Connection {
    number: u64,
    from: IpAddr,
    /// Whether it uses a slot for known addresses.
    kept: bool,
    stage: Stage,
    /// Dropping it ends the connection.
    _end: oneshot::Sender<()>,
}

/// Oldest first.
#[derive(Debug, Default)]
pub struct Connections {
    all: Vec<Connection>,
    last: u64,
    /// The addresses that have shown the key.
    known: HashSet<IpAddr>,
}

impl Connections {
    fn count(&self, counts: impl Fn(&Connection) -> bool) -> usize {
        self.all.iter().filter(|one| counts(one)).count()
    }

    fn of(&mut self, number: u64) -> Option<&mut Connection> {
        self.all.iter_mut().find(|one| one.number == number)
    }

    /// Admits a connection from this address, until it is released. If there are too many, the oldest with an
    /// incomplete request is closed. Returns its number, and a receiver that ends when it must close; `None` if there
    /// is no slot.
    pub fn admit(&mut self, from: IpAddr) -> Option<(u64, oneshot::Receiver<()>)> {
        let outside = |one: &Connection| !matches!(one.stage, Stage::Inside(..));
        let kept = self.known.contains(&from) && self.count(|one| outside(one) && one.kept) < OF_KNOWN;
        let alike = |one: &Connection| outside(one) && one.kept == kept;
        let (most, of_one) = OF_STRANGERS;
        let its = self.count(|one| alike(one) && one.from == from);
        if !kept && (its >= of_one || self.count(alike) >= most) {
            let goes = |one: &Connection| {
                matches!(one.stage, Stage::Coming) && !one.kept && (its < of_one || one.from == from)
            };
            let oldest = self.all.iter().position(goes)?;
            self.all.remove(oldest);
        }
        self.last += 1;
        let (end, ended) = oneshot::channel();
        self.all.push(Connection { number: self.last, from, kept, stage: Stage::Coming, _end: end });
        Some((self.last, ended))
    }

    pub fn answer(&mut self, number: u64) {
        if let Some(one) = self.of(number) {
            one.stage = Stage::Answered;
        }
    }

    /// Moves a connection with a complete request to those that have shown the key. Returns whether there is a slot.
    pub fn enter(&mut self, number: u64, who: &Visitor) -> bool {
        let most = if matches!(who, Visitor::Seat(_)) { OF_A_SEAT } else { OF_LOOKERS.0 };
        let room = self.count(|one| matches!(&one.stage, Stage::Inside(other, _) if other.shares_with(who))) < most;
        match self.of(number) {
            Some(one) if room => {
                one.stage = Stage::Inside(who.clone(), None);
                true
            }
            _ => false,
        }
    }

    /// Lets a connection wait for news until the returned receiver ends: of each seat only the newest waits. `None` if
    /// too many without a seat wait.
    pub fn wait(&mut self, number: u64) -> Option<oneshot::Receiver<()>> {
        let Stage::Inside(who, _) = &self.of(number)?.stage else { return None };
        let who = who.clone();
        let others = |one: &Connection| {
            one.number != number && matches!(&one.stage, Stage::Inside(other, Some(_)) if other.shares_with(&who))
        };
        match who {
            Visitor::Seat(_) => self.all.iter_mut().filter(|one| others(one)).for_each(Connection::stop_waiting),
            Visitor::Looker(_) if self.count(others) >= OF_LOOKERS.1 => return None,
            Visitor::Looker(_) => {}
        }
        let (end, ended) = oneshot::channel();
        if let Stage::Inside(_, waits) = &mut self.of(number)?.stage {
            *waits = Some(end);
        }
        Some(ended)
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn release(&mut self, number: u64) {
        self.all.retain(|one| one.number != number);
    }

    pub fn trust(&mut self, from: IpAddr) {
        if self.known.len() < KNOWN {
            self.known.insert(from);
        }
    }

    /// Makes every address a stranger, because there is a new key.
    pub fn forget_known(&mut self) {
        self.known.clear();
    }
}

impl Connection {
    fn stop_waiting(&mut self) {
        if let Stage::Inside(_, waits) = &mut self.stage {
            *waits = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot::error::TryRecvError;

    use super::super::Secret;
    use super::*;

    fn address(last: u8) -> IpAddr {
        [192, 168, 1, last].into()
    }

    fn here(connections: &Connections) -> Vec<u64> {
        connections.all.iter().map(|one| one.number).collect()
    }

    #[test]
    fn the_oldest_request_that_is_not_whole_makes_room_for_a_new_one() {
        let mut connections = Connections::default();
        let admitted = |connections: &mut Connections, from, count| -> Vec<u64> {
            (0..count).filter_map(|_| Some(connections.admit(from)?.0)).collect()
        };
        // Of its own, where an address has too many.
        assert_eq!(admitted(&mut connections, address(1), 10), (1..=10).collect::<Vec<_>>());
        assert_eq!(here(&connections), (3..=10).collect::<Vec<_>>());
        let (_, mut end) = connections.admit(address(2)).unwrap();
        admitted(&mut connections, address(2), 7);
        admitted(&mut connections, address(3), 8);
        // Of all, where there are too many; not of those that are answered.
        connections.answer(3);
        assert!(end.try_recv() == Err(TryRecvError::Empty) && admitted(&mut connections, address(4), 8).len() == 8);
        assert_eq!(here(&connections).len(), 24);
        assert!(here(&connections).contains(&3) && !here(&connections).contains(&10));
        assert_eq!(end.try_recv(), Err(TryRecvError::Closed), "the connection has to end");
        // A known address has places that strangers do not take.
        connections.trust(address(5));
        let its = admitted(&mut connections, address(5), 8);
        admitted(&mut connections, address(6), 100);
        assert!(its.iter().all(|number| here(&connections).contains(number)));
        // Where all are answered there is no place, until one ends.
        for number in here(&connections) {
            connections.answer(number);
        }
        assert!(connections.admit(address(7)).is_none());
        connections.release(3);
        assert!(connections.admit(address(7)).is_some());
    }

    #[test]
    fn each_seat_has_places_and_waits_once_and_few_look_on() {
        let mut connections = Connections::default();
        let seat = Visitor::Seat(Secret::new().unwrap());
        let looker = |last| Visitor::Looker(address(last));
        let mut inside = |who: &Visitor| {
            let number = connections.admit(address(1)).unwrap().0;
            connections.enter(number, who).then(|| connections.wait(number))
        };
        let waiting: Vec<_> = (0..9).map(|at| inside(&looker(at)).unwrap()).collect();
        assert_eq!(waiting.iter().filter(|waits| waits.is_some()).count(), 8);
        assert_eq!((0..9).filter(|_| inside(&looker(1)).is_some()).count(), 3, "twelve in all");
        let mut first = inside(&seat).unwrap().unwrap();
        assert_eq!(first.try_recv(), Err(TryRecvError::Empty));
        let mut second = inside(&seat).unwrap().unwrap();
        assert_eq!((first.try_recv(), second.try_recv()), (Err(TryRecvError::Closed), Err(TryRecvError::Empty)));
        assert!(inside(&seat).is_some() && inside(&seat).is_some() && inside(&seat).is_none(), "four of a seat");
        assert!(inside(&Visitor::Seat(Secret::new().unwrap())).is_some());
    }
}
