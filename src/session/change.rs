use super::people::People;
use crate::game::{Refusal, Rules};
use crate::seats::{PerSeat, Seat};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement<G> {
    pub people: People,
    pub game: G,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<G> {
    pub from: Agreement<G>,
    pub to: Agreement<G>,
    /// For each new seat, the old seat whose rounds it continues.
    pub seats: PerSeat<Seat>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<G: Rules> {
    Play(G::Step),
    Agree(Box<Change<G>>),
}

impl<G: Rules> Step<G> {
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

    /// On an error everything stays as it was.
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

fn is_reordering(seats: &PerSeat<Seat>, count: usize) -> bool {
    seats.len() == count && (0..count).all(|seat| seats.iter().any(|&there| there == seat))
}
