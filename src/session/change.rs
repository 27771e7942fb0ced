//! What a table agrees on, and how that changes while a game is played.

use uuid::Uuid;

use super::frame::{Former, Player};
use crate::game::{Refusal, Rules};
use crate::seats::{PerSeat, Seat};

/// Who sits where and by which rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement<G> {
    /// Who plays, in seat order.
    pub players: Vec<Player>,
    /// Who sat on a seat before somebody else took it over, the earliest first.
    pub former: Vec<Former>,
    /// Dealer, rules and plan.
    pub game: G,
}

impl<G> Agreement<G> {
    /// Gives somebody another name or id, wherever they sit or sat.
    pub(super) fn rename(&mut self, id: Uuid, player: &Player) {
        let former = self.former.iter_mut().map(|former| &mut former.player);
        for place in self.players.iter_mut().chain(former).filter(|place| place.id == id) {
            place.clone_from(player);
        }
    }
}

/// A change of what was agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<G> {
    /// What was agreed before.
    pub from: Agreement<G>,
    /// What is agreed from now on.
    pub to: Agreement<G>,
    /// For each seat, the seat of before whose rounds it goes on with.
    pub seats: PerSeat<Seat>,
}

/// What can happen to a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<G: Rules> {
    /// A step at the table.
    Play(G::Step),
    /// The table agreed on something else.
    Agree(Box<Change<G>>),
}

impl<G: Rules> Step<G> {
    /// The change, if it is one.
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

    /// Takes the step, or leaves everything as it is.
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

/// Is every one of so many seats there once?
fn is_reordering(seats: &PerSeat<Seat>, count: usize) -> bool {
    seats.len() == count && (0..count).all(|seat| seats.iter().any(|&there| there == seat))
}
