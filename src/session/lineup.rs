//! Who sat where in a session, and how they stand, packed so that a hundred thousand fit into memory.

use super::people::{People, Player};
use super::person::{Everyone, Person};
use crate::game::Standing;
use crate::seats::Seat;

/// The last round of whoever sits there at the end. No game has as many rounds.
const TO_THE_END: u8 = u8::MAX;

/// A person on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sitting {
    person: Person,
    seat: u8,
    /// The last round played there.
    until: u8,
    /// The line of the standings; meaningless for those who left.
    rank: u8,
    met: u8,
    total: i32,
}

/// The people of a record, read with a round, and the standings.
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

    /// Those at the end in seat order, and those who left.
    fn parts(&self) -> (&[Sitting], &[Sitting]) {
        self.sittings.split_at(self.sittings.partition_point(|sitting| sitting.until == TO_THE_END))
    }

    /// The number of seats.
    #[allow(clippy::len_without_is_empty, reason = "nobody plays at a table without players")]
    pub fn len(&self) -> usize {
        self.parts().0.len()
    }

    /// The player on a seat at the session's end so far.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        Some(&*self.parts().0.get(seat)?.person)
    }

    /// The players at the session's end so far, in seat order.
    pub fn players_at_end(&self) -> impl ExactSizeIterator<Item = &Player> + Clone {
        self.parts().0.iter().map(|sitting| &*sitting.person)
    }

    /// The names at the session's end so far, in seat order.
    pub fn names_at_end(&self) -> Vec<String> {
        self.players_at_end().map(|player| player.name.clone()).collect()
    }

    /// Whether a seat was taken over.
    pub fn has_changed(&self) -> bool {
        !self.parts().1.is_empty()
    }

    /// The players of a round (from 1), in seat order.
    pub fn players_in(&self, round: usize) -> impl Iterator<Item = &Player> {
        let (at_end, left) = self.parts();
        at_end.iter().map(move |last| {
            let then = left.iter().find(|left| left.seat == last.seat && round <= left.until.into());
            &*then.unwrap_or(last).person
        })
    }

    /// Everyone who played, each id once: those at the end in seat order, then those who had left.
    pub fn everyone(&self) -> impl Iterator<Item = &Person> + Clone {
        let at_end = self.len();
        let earlier = move |index: usize, person: &Person| {
            index >= at_end && self.sittings.iter().take(index).any(|other| other.person.id == person.id)
        };
        let people = self.sittings.iter().map(|sitting| &sitting.person).enumerate();
        people.filter(move |(index, person)| !earlier(*index, person)).map(|(_, person)| person)
    }

    /// The standings after the rounds scored so far, best first, equal ones in seat order.
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

/// A number of seats, rounds or ranks: no game has more than fit.
fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
