use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Error, IgnoredAny, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::game::{Agreed, InFile};
use crate::seats::{PerSeat, Seat};
use crate::session::{Agreement, Change, Former, People, Player, SetupError, Step};

#[derive(Serialize)]
#[serde(untagged, bound = "")]
pub(super) enum WrittenStep<G: InFile> {
    Agree(Agree<G>),
    Play(G::Tap),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
pub(super) enum Agree<G: InFile> {
    Agree(Box<WrittenChange<G>>),
}

impl<'de, G: InFile> Deserialize<'de> for WrittenStep<G> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Ok(match one_of(input, &["agree"])? {
            Either::First(agree) => WrittenStep::Agree(agree),
            Either::Second(tap) => WrittenStep::Play(tap),
        })
    }
}

pub(super) enum Either<A, B> {
    First(A),
    Second(B),
}

/// Chosen by the names in the object. Not buffered and tried twice, so that errors have the right position.
pub(super) fn one_of<'de, D: Deserializer<'de>, A: Deserialize<'de>, B: Deserialize<'de>>(
    input: D,
    names: &'static [&'static str],
) -> Result<Either<A, B>, D::Error> {
    input.deserialize_any(OneOf { names, step: PhantomData })
}

struct OneOf<A, B> {
    names: &'static [&'static str],
    step: PhantomData<(A, B)>,
}

impl<'de, A: Deserialize<'de>, B: Deserialize<'de>> Visitor<'de> for OneOf<A, B> {
    type Value = Either<A, B>;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a step: its name, or an object with its name alone")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Either<A, B>, E> {
        let name: StrDeserializer<E> = name.into_deserializer();
        B::deserialize(name).map(Either::Second)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Either<A, B>, M::Error> {
        let Some(name) = map.next_key::<String>()? else { return Err(Error::invalid_length(0, &self)) };
        let is_first = self.names.contains(&name.as_str());
        let step = MapAccessDeserializer::new(Named { name: Some(name), map: &mut map });
        let read =
            if is_first { A::deserialize(step).map(Either::First) } else { B::deserialize(step).map(Either::Second) };
        let read = read?;
        match map.next_key::<IgnoredAny>()? {
            Some(_) => Err(Error::invalid_length(2, &self)),
            None => Ok(read),
        }
    }
}

struct Named<M> {
    name: Option<String>,
    map: M,
}

impl<'de, M: MapAccess<'de>> MapAccess<'de> for Named<M> {
    type Error = M::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, M::Error> {
        match self.name.take() {
            Some(name) => seed.deserialize(name.into_deserializer()).map(Some),
            None => self.map.next_key_seed(seed),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, M::Error> {
        self.map.next_value_seed(seed)
    }
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
                WrittenStep::Agree(Agree::Agree(Box::new(agree)))
            }
        }
    }
}

impl<G: InFile> WrittenStep<G> {
    pub(super) fn read(self) -> Result<Step<G>, SetupError> {
        match self {
            WrittenStep::Play(tap) => Ok(Step::Play(tap.into())),
            WrittenStep::Agree(Agree::Agree(change)) => {
                let WrittenChange { from, to, seats } = *change;
                Ok(Step::Agree(Box::new(Change { from: from.read()?, to: to.read()?, seats })))
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

impl<G: InFile> WrittenAgreement<G> {
    fn read(self) -> Result<Agreement<G>, SetupError> {
        let WrittenAgreement { players, former_players: former, agreed } = self;
        let game = G::of_agreed(agreed, players.len())?;
        Ok(Agreement { people: People::seated(players, former)?, game })
    }
}
