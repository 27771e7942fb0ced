//! A step as written in files.

use serde::{Deserialize, Serialize};

use super::game::{Agreed, InFile};
use crate::seats::{PerSeat, Seat};
use crate::session::{Agreement, Change, Former, People, Player, SetupError, Step};

/// A step at the table, or a change of agreement.
#[derive(Serialize, Deserialize)]
#[serde(untagged, bound = "")]
pub(super) enum WrittenStep<G: InFile> {
    Agree { agree: Box<WrittenChange<G>> },
    Play(G::Tap),
}

#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub(super) struct WrittenChange<G: InFile> {
    from: WrittenAgreement<G>,
    to: WrittenAgreement<G>,
    seats: PerSeat<Seat>,
}

#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
struct WrittenAgreement<G: InFile> {
    players: Vec<Player>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    former_players: Vec<Former>,
    #[serde(flatten)]
    agreed: Agreed<G>,
}

impl<G: InFile> From<&Step<G>> for WrittenStep<G> {
    fn from(step: &Step<G>) -> WrittenStep<G> {
        match step {
            Step::Play(step) => WrittenStep::Play(G::Tap::from(step.clone())),
            Step::Agree(change) => {
                let Change { from, to, seats } = &**change;
                let agree = WrittenChange { from: from.into(), to: to.into(), seats: seats.clone() };
                WrittenStep::Agree { agree: Box::new(agree) }
            }
        }
    }
}

impl<G: InFile> TryFrom<WrittenStep<G>> for Step<G> {
    type Error = SetupError;

    fn try_from(step: WrittenStep<G>) -> Result<Step<G>, SetupError> {
        match step {
            WrittenStep::Play(tap) => Ok(Step::Play(tap.into())),
            WrittenStep::Agree { agree } => {
                let WrittenChange { from, to, seats } = *agree;
                Ok(Step::Agree(Box::new(Change { from: from.try_into()?, to: to.try_into()?, seats })))
            }
        }
    }
}

impl<G: InFile> From<&Agreement<G>> for WrittenAgreement<G> {
    fn from(agreed: &Agreement<G>) -> WrittenAgreement<G> {
        let Agreement { people, game } = agreed;
        WrittenAgreement {
            players: people.players_at_end().to_vec(),
            former_players: people.former().to_vec(),
            agreed: game.agreed(),
        }
    }
}

impl<G: InFile> TryFrom<WrittenAgreement<G>> for Agreement<G> {
    type Error = SetupError;

    fn try_from(written: WrittenAgreement<G>) -> Result<Agreement<G>, SetupError> {
        let WrittenAgreement { players, former_players: former, agreed } = written;
        let game = G::of_agreed(agreed, players.len())?;
        Ok(Agreement { people: People::seated(players, former)?, game })
    }
}
