//! What a table agrees on, and how it changes during a game.

use super::people::People;
use crate::game::{Refusal, Rules};
use crate::seats::{PerSeat, Seat};

/// The players, their seats and their rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement<G> {
    /// Who sat where, round by round.
    pub people: People,
    /// The dealer, rules and plan.
    pub game: G,
}

/// A change of the agreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<G> {
    /// The agreement before.
    pub from: Agreement<G>,
    /// The agreement from now on.
    pub to: Agreement<G>,
    /// For each new seat, the old seat whose rounds it continues.
    pub seats: PerSeat<Seat>,
}

/// An event in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<G: Rules> {
    /// A step at the table.
    Play(G::Step),
    /// The table changed its agreement.
    Agree(Box<Change<G>>),
}

impl<G: Rules> Step<G> {
    /// The change of agreement, if the step is one.
    pub fn change(&self) -> Option<&Change<G>> {
        match self {
            Step::Play(_) => None,
            Step::Agree(change) => Some(change),
        }
    }

    pub(super) fn change_mut(&mut self) -> Option<&mut Change<G>> {
        match self {
            Step::Play(_) => None,
            Step::Agree(change) => Some(change),
        }
    }

    /// Takes the step; on an error everything stays as it was.
    pub(super) fn take(&self, agreed: &mut Agreement<G>, table: &mut G::Table) -> Result<(), Refusal<G::Violation>> {
        match self {
            Step::Play(step) => agreed.game.perform(table, step),
            Step::Agree(change) => {
                let Change { from, to, seats } = &**change;
                if from != agreed
                    || !is_reordering(seats, from.people.len())
                    || to.game.seating().players() != seats.len()
                    || to.people.len() != seats.len()
                {
                    return Err(Refusal::NotNow);
                }
                *table = to.game.carry(&from.game, table, seats)?;
                agreed.clone_from(to);
                Ok(())
            }
        }
    }
}

/// Whether `seats` holds each of `count` seats exactly once.
fn is_reordering(seats: &PerSeat<Seat>, count: usize) -> bool {
    seats.len() == count && (0..count).all(|seat| seats.iter().any(|&there| there == seat))
}
