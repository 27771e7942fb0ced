//! Who sat where, and the standings, packed so that ten thousand take little memory.

use uuid::Uuid;

use super::people::{People, Player};
use super::person::{Everyone, Person};
use crate::game::Standing;
use crate::seats::Seat;

/// For players at the end. No game has as many rounds.
const TO_THE_END: u8 = u8::MAX;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Sitting {
    person: Person,
    seat: u8,
    /// Last round played there.
    until: u8,
    /// Meaningless for those who left.
    rank: u8,
    met: u8,
    total: i32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    /// Those at the end, in seat order, then those who left, earliest first.
    sittings: Box<[Sitting]>,
}

impl Lineup {
    pub(super) fn of(people: &People, standings: &[Standing], everyone: &Everyone) -> Lineup {
        let at_end = people.players_at_end().iter().enumerate().map(|(seat, player)| (seat, player, TO_THE_END));
        let left = people.former().iter().map(|left| {
            let until = u8::try_from(left.rounds).unwrap_or(TO_THE_END).min(TO_THE_END - 1);
            (left.seat, &left.player, until)
        });
        let sitting = |(seat, player, until): (Seat, &Player, u8)| {
            let line = standings.iter().find(|line| line.seat == seat);
            Sitting {
                person: everyone.person(player),
                seat: small(seat),
                until,
                rank: line.map_or(0, |line| small(line.rank)),
                met: line.map_or(0, |line| small(line.met)),
                total: line.map_or(0, |line| line.total),
            }
        };
        Lineup { sittings: at_end.chain(left).map(sitting).collect() }
    }

    fn parts(&self) -> (&[Sitting], &[Sitting]) {
        self.sittings.split_at(self.sittings.partition_point(|sitting| sitting.until == TO_THE_END))
    }

    /// Seats.
    #[allow(clippy::len_without_is_empty, reason = "a table always has players")]
    pub fn len(&self) -> usize {
        self.parts().0.len()
    }

    pub fn player(&self, seat: Seat) -> Option<&Player> {
        Some(&*self.parts().0.get(seat)?.person)
    }

    /// In seat order.
    pub fn players_at_end(&self) -> impl ExactSizeIterator<Item = &Player> + Clone {
        self.parts().0.iter().map(|sitting| &*sitting.person)
    }

    /// In seat order.
    pub fn names_at_end(&self) -> Vec<String> {
        self.players_at_end().map(|player| player.name.clone()).collect()
    }

    pub fn has_changed(&self) -> bool {
        !self.parts().1.is_empty()
    }

    /// In seat order; `round` counts from 1.
    pub fn players_in(&self, round: usize) -> impl Iterator<Item = &Player> {
        let (at_end, left) = self.parts();
        at_end.iter().map(move |last| {
            let then = left.iter().find(|left| left.seat == last.seat && round <= left.until.into());
            &*then.unwrap_or(last).person
        })
    }

    /// Each id once: those at the end in seat order, then those who left.
    pub fn everyone(&self) -> impl Iterator<Item = &Person> + Clone {
        let at_end = self.len();
        let earlier = move |index: usize, person: &Person| {
            index >= at_end && self.sittings.iter().take(index).any(|other| other.person.id == person.id)
        };
        let people = self.sittings.iter().map(|sitting| &sitting.person).enumerate();
        people.filter(move |(index, person)| !earlier(*index, person)).map(|(_, person)| person)
    }

    /// With the names used by statistics.
    #[must_use]
    pub fn named(mut self, name: impl Fn(&Player) -> String) -> Lineup {
        for sitting in &mut self.sittings {
            let player = &*sitting.person;
            sitting.person = Person::from(&Player { name: name(player), ..player.clone() });
        }
        self
    }

    /// Everyone who shared a round with this person, possibly repeated.
    pub fn tablemates(&self, person: Uuid) -> impl Iterator<Item = &Player> {
        let changes = std::iter::once(1).chain(self.parts().1.iter().map(|left| usize::from(left.until) + 1));
        let is_there = move |round: &usize| self.players_in(*round).any(|player| player.id == person);
        changes.filter(is_there).flat_map(|round| self.players_in(round)).filter(move |player| player.id != person)
    }

    /// Best first, ties in seat order.
    pub fn standings(&self) -> impl Iterator<Item = Standing> {
        let lines = self.parts().0;
        let ranks = 1..=small(lines.len());
        ranks.flat_map(|rank| lines.iter().filter(move |line| line.rank == rank)).map(|line| Standing {
            rank: line.rank.into(),
            seat: line.seat.into(),
            total: line.total,
            met: line.met.into(),
        })
    }
}

/// No game has more seats, rounds or ranks than fit.
fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
