//! What a table agrees on, and how it changes during a game.

use uuid::Uuid;

use super::frame::{Former, Player};
use crate::game::{Refusal, Rules};
use crate::seats::{PerSeat, Seat};

/// The players, their seats and their rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement<G> {
    /// The players, in seat order.
    pub players: Vec<Player>,
    /// Players whose seat was later taken over, earliest first.
    pub former: Vec<Former>,
    /// The dealer, rules and plan.
    pub game: G,
}

impl<G> Agreement<G> {
    /// Replaces the name and id of a player wherever they sit or sat.
    pub(super) fn rename(&mut self, id: Uuid, player: &Player) {
        let former = self.former.iter_mut().map(|former| &mut former.player);
        for place in self.players.iter_mut().chain(former).filter(|place| place.id == id) {
            place.clone_from(player);
        }
    }
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
    pub(super) fn take(&self, agreed: &mut Agreement<G>, table: &mut G::Table) -> Result<(), Refusal<G::Breach>> {
        match self {
            Step::Play(step) => agreed.game.perform(table, step),
            Step::Agree(change) => {
                let Change { from, to, seats } = &**change;
                if from != agreed || !is_reordering(seats, from.players.len()) || to.game.players() != seats.len() {
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
