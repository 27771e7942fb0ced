//! Seats at the table, lists with one entry per seat, and the order of the seats round by round.

use serde::{Deserialize, Serialize};

/// A seat at the table, counted clockwise from 0.
pub type Seat = usize;

/// One entry per player, in seat order. A list from outside may have the wrong length; the rules refuse it before it
/// counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PerSeat<T>(Box<[T]>);

impl<T> PerSeat<T> {
    pub fn new(players: usize, entry: impl FnMut(Seat) -> T) -> PerSeat<T> {
        (0..players).map(entry).collect()
    }

    #[allow(clippy::len_without_is_empty, reason = "a table always has players")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// `None` for a seat that does not exist.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat)
    }

    /// Does nothing for a seat that does not exist.
    pub fn set(&mut self, seat: Seat, entry: T) {
        if let Some(place) = self.0.get_mut(seat) {
            *place = entry;
        }
    }

    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> PerSeat<U> {
        self.iter().map(change).collect()
    }
}

impl<T: Copy> PerSeat<Option<T>> {
    pub fn known(&self, seat: Seat) -> Option<T> {
        self.get(seat).copied().flatten()
    }

    /// `None` unless every entry is known.
    pub fn whole(&self) -> Option<PerSeat<T>> {
        self.iter().copied().collect()
    }
}

impl<T> FromIterator<T> for PerSeat<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> PerSeat<T> {
        PerSeat(entries.into_iter().collect())
    }
}

impl<T> IntoIterator for PerSeat<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_vec().into_iter()
    }
}

impl<'a, T> IntoIterator for &'a PerSeat<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq<U>, U, const PLAYERS: usize> PartialEq<[U; PLAYERS]> for PerSeat<T> {
    fn eq(&self, other: &[U; PLAYERS]) -> bool {
        *self.0 == other[..]
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Order {
    /// From 1.
    pub from_round: usize,
    /// All seats, clockwise from the one that deals, or goes first, in that round.
    pub clockwise: PerSeat<Seat>,
}

impl Order {
    fn usual(from_round: usize, first: Seat, players: usize) -> Order {
        Order { from_round, clockwise: PerSeat::new(players, |step| (first + step) % players) }
    }

    fn in_round(&self, round: usize) -> impl Iterator<Item = Seat> + Clone {
        let moved = round.saturating_sub(self.from_round).checked_rem(self.clockwise.len()).unwrap_or_default();
        self.clockwise.iter().cycle().skip(moved).take(self.clockwise.len()).copied()
    }
}

/// The order at the table, round by round. The deal, or the right to go first, moves on clockwise by one seat a round;
/// the table may change dealer or seats between rounds, and the rounds before keep the order they were played in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seating {
    first: Order,
    later: Box<[Order]>,
}

impl Seating {
    /// The seats in their own order, with the one that deals, or goes first, in round 1 (modulo the players).
    pub fn new(players: usize, first: Seat) -> Seating {
        Seating { first: Order::usual(1, first, players), later: Box::default() }
    }

    /// The seating with these changes, in order of rounds; `None` if they are not, or if one leaves out a seat.
    pub fn with(self, changes: Vec<Order>) -> Option<Seating> {
        let players = self.players();
        let mut seating = self;
        let mut before = 0;
        for order in changes {
            let is_whole = (0..players).all(|seat| order.clockwise.iter().any(|&there| there == seat));
            if order.from_round <= before || order.clockwise.len() != players || !is_whole {
                return None;
            }
            before = order.from_round;
            seating = seating.changed(order);
        }
        Some(seating)
    }

    fn changed(self, order: Order) -> Seating {
        if self.in_round(order.from_round).eq(order.clockwise.iter().copied()) {
            return self;
        }
        if order.from_round <= 1 {
            return Seating { first: order, later: self.later };
        }
        Seating { later: self.later.into_iter().chain([order]).collect(), ..self }
    }

    /// The seating with another dealer, or first player, from a round on. The rounds before keep their order: seat `i`
    /// is taken by the one who sat on `seats[i]`.
    pub fn from_round(&self, round: usize, first: Seat, seats: &PerSeat<Seat>) -> Seating {
        let now_on = |was: &Seat| seats.iter().position(|before| before == was).unwrap_or(*was);
        let moved = |order: &Order| Order { clockwise: order.clockwise.map(now_on), ..*order };
        let before = Seating { first: moved(&self.first), later: Box::default() };
        let played = self.later.iter().filter(|order| order.from_round < round).map(moved);
        let now = Order::usual(round, first, self.players());
        played.chain([now]).fold(before, Seating::changed)
    }

    pub fn players(&self) -> usize {
        self.first.clockwise.len()
    }

    /// The seats in a round (from 1), clockwise from the one that deals or goes first.
    pub fn in_round(&self, round: usize) -> impl Iterator<Item = Seat> + Clone {
        let order = self.later.iter().rev().find(|order| order.from_round <= round).unwrap_or(&self.first);
        order.in_round(round)
    }

    /// The seat that deals, or goes first, in a round (from 1).
    pub fn starter(&self, round: usize) -> Seat {
        self.in_round(round).next().unwrap_or_default()
    }

    /// What differs from the seats' own order, moved on by one seat a round.
    pub fn changes(&self) -> Vec<Order> {
        let first = Some(&self.first).filter(|first| **first != Order::usual(1, self.starter(1), self.players()));
        first.into_iter().chain(&self.later).cloned().collect()
    }
}
