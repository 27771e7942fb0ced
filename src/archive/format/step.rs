//! A step as a file has it.

use serde::{Deserialize, Serialize};

use crate::seats::{PerSeat, Seat};
use crate::session::{Agreement, Change, Former, Player, Step};
use crate::wizard::{CloudEntry, Command, Game, RuleConflict, RuleSet};

/// A step at the table, or a change of what was agreed. One Bomb and one Cloud are written as version 1 has them.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum WrittenStep {
    Agree { agree: Box<WrittenChange> },
    Bomb(OneBomb),
    Cloud(OneCloud),
    Play(Command),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OneBomb {
    bomb: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OneCloud {
    /// Null: nobody took it. Left out, the step is another one.
    #[serde(deserialize_with = "Option::deserialize")]
    cloud: Option<CloudEntry>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct WrittenChange {
    from: WrittenAgreement,
    to: WrittenAgreement,
    seats: PerSeat<Seat>,
}

#[derive(Serialize, Deserialize)]
struct WrittenAgreement {
    players: Vec<Player>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    former_players: Vec<Former>,
    first_dealer: Seat,
    rules: RuleSet,
}

impl From<&Step<Game>> for WrittenStep {
    fn from(step: &Step<Game>) -> WrittenStep {
        match step {
            Step::Play(Command::Bombs(bombs @ 0..=1)) => WrittenStep::Bomb(OneBomb { bomb: *bombs > 0 }),
            Step::Play(Command::Clouds(clouds)) if clouds.len() < 2 => {
                WrittenStep::Cloud(OneCloud { cloud: clouds.first().copied() })
            }
            Step::Play(step) => WrittenStep::Play(step.clone()),
            Step::Agree(change) => {
                let Change { from, to, seats } = &**change;
                let agree = WrittenChange { from: from.into(), to: to.into(), seats: seats.clone() };
                WrittenStep::Agree { agree: Box::new(agree) }
            }
        }
    }
}

impl TryFrom<WrittenStep> for Step<Game> {
    type Error = RuleConflict;

    fn try_from(step: WrittenStep) -> Result<Step<Game>, RuleConflict> {
        match step {
            WrittenStep::Bomb(OneBomb { bomb }) => Ok(Step::Play(Command::Bombs(bomb.into()))),
            WrittenStep::Cloud(OneCloud { cloud }) => Ok(Step::Play(Command::Clouds(cloud.into_iter().collect()))),
            WrittenStep::Play(step) => Ok(Step::Play(step)),
            WrittenStep::Agree { agree } => {
                let WrittenChange { from, to, seats } = *agree;
                Ok(Step::Agree(Box::new(Change { from: from.try_into()?, to: to.try_into()?, seats })))
            }
        }
    }
}

impl From<&Agreement<Game>> for WrittenAgreement {
    fn from(agreed: &Agreement<Game>) -> WrittenAgreement {
        let Agreement { players, former, game } = agreed;
        WrittenAgreement {
            players: players.clone(),
            former_players: former.clone(),
            first_dealer: game.first_dealer(),
            rules: game.rules().clone(),
        }
    }
}

impl TryFrom<WrittenAgreement> for Agreement<Game> {
    type Error = RuleConflict;

    fn try_from(written: WrittenAgreement) -> Result<Agreement<Game>, RuleConflict> {
        let WrittenAgreement { players, former_players: former, first_dealer, rules } = written;
        let game = Game::new(players.len(), first_dealer, rules)?;
        Ok(Agreement { players, former, game })
    }
}
