//! Seats at the table, and lists with one entry per seat.

use serde::{Deserialize, Serialize};

/// A seat at the table, counted clockwise from 0.
pub type Seat = usize;

/// One entry per player, in seat order. A list from outside may have the wrong length; the rules refuse it before it
/// counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PerSeat<T>(Box<[T]>);

impl<T> PerSeat<T> {
    /// Makes a list for this many players from what `entry` returns for each seat.
    pub fn new(players: usize, entry: impl FnMut(Seat) -> T) -> PerSeat<T> {
        (0..players).map(entry).collect()
    }

    /// The number of entries.
    #[allow(clippy::len_without_is_empty, reason = "nobody plays at a table without players")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The entry of a seat; `None` where nobody sits.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat)
    }

    /// Replaces the entry of a seat; does nothing where nobody sits.
    pub fn set(&mut self, seat: Seat, entry: T) {
        if let Some(place) = self.0.get_mut(seat) {
            *place = entry;
        }
    }

    /// All entries in seat order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// All entries in seat order, mutably.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// The list of what `change` returns for each entry.
    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> PerSeat<U> {
        self.iter().map(change).collect()
    }
}

/// A list of which some entries may be unknown.
impl<T: Copy> PerSeat<Option<T>> {
    /// The entry of a seat, if known.
    pub fn known(&self, seat: Seat) -> Option<T> {
        self.get(seat).copied().flatten()
    }

    /// All entries, if every one is known.
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
