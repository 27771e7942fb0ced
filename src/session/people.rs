//! Seats change hands during a game, so people are read with a round.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::error::SetupError;
use super::look::Look;
use super::name::{NAME_MAX, WrongName, checked_name};
use crate::seats::Seat;
use crate::text::composed;

/// The id stays the same from game to game, so that the name can change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Not empty, without surrounding spaces.
    pub name: String,
    /// The same in every session of an archive.
    pub id: Uuid,
    #[serde(flatten)]
    pub look: Look,
}

impl Player {
    pub fn new(name: impl Into<String>, id: Uuid) -> Player {
        Player { name: name.into(), id, look: Look::default() }
    }
}

/// Two copies of a game whose people only look different have the same facts.
impl Hash for Player {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, self.id).hash(state);
    }
}

/// Played the first rounds on a seat that another has now.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Former {
    pub seat: Seat,
    /// Last round played there, from 1.
    pub rounds: usize,
    #[serde(flatten)]
    pub player: Player,
}

/// In no round does one name or one id sit on two seats.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct People {
    last: Box<[Player]>,
    former: Box<[Former]>,
}

impl People {
    /// Every name must pass [`checked_name`].
    pub fn new(players: Vec<Player>) -> Result<People, SetupError> {
        let named = players.into_iter().enumerate().map(|(seat, player)| match checked_name(&player.name) {
            Ok(name) => Ok(Player { name, ..player }),
            Err(wrong) => Err(SetupError::Name { player: seat + 1, wrong }),
        });
        People::seated(named.collect::<Result<_, _>>()?, Vec::new())
    }

    /// `last` are those on the seats at the end. Names are only trimmed: the stricter [`checked_name`] is for new
    /// names, and old files must stay readable.
    ///
    /// # Errors
    /// An empty or too long name, one name or id twice in a round, or a former player on a seat that does not exist.
    pub fn seated(last: Vec<Player>, former: Vec<Former>) -> Result<People, SetupError> {
        let trimmed = |(seat, player): (Seat, Player)| {
            let name = composed(player.name.trim()).into_owned();
            let wrong = if name.is_empty() {
                Some(WrongName::Empty)
            } else {
                Some(WrongName::Long).filter(|_| name.chars().count() > NAME_MAX)
            };
            wrong.map_or(Ok(Player { name, ..player }), |wrong| Err(SetupError::Name { player: seat + 1, wrong }))
        };
        let players = last.len();
        let last: Box<[Player]> = last.into_iter().enumerate().map(trimmed).collect::<Result<_, _>>()?;
        let former = former.into_iter().map(|Former { seat, rounds, player }| {
            if seat >= players {
                return Err(SetupError::FormerSeat { seat, players });
            }
            Ok(Former { seat, rounds, player: trimmed((seat, player))? })
        });
        let mut former: Box<[Former]> = former.collect::<Result<_, _>>()?;
        former.sort_by_key(|former| (former.rounds, former.seat));
        let people = People { last, former };
        for round in people.changes() {
            let mut before: Vec<&Player> = Vec::new();
            for player in people.players_in(round) {
                if before.iter().any(|other| other.name == player.name) {
                    return Err(SetupError::SameName(player.name.clone()));
                }
                if let Some(other) = before.iter().find(|other| other.id == player.id) {
                    return Err(SetupError::SamePerson { name: player.name.clone(), other: other.name.clone() });
                }
                before.push(player);
            }
        }
        Ok(people)
    }

    /// First rounds of each set of people.
    fn changes(&self) -> impl Iterator<Item = usize> {
        std::iter::once(1).chain(self.former.iter().map(|former| former.rounds.saturating_add(1)))
    }

    /// Seats.
    #[allow(clippy::len_without_is_empty, reason = "a table always has players")]
    pub fn len(&self) -> usize {
        self.last.len()
    }

    /// In seat order: those of the open round, or of the last one.
    pub fn players_at_end(&self) -> &[Player] {
        &self.last
    }

    /// In seat order.
    pub fn names_at_end(&self) -> Vec<String> {
        names(self.last.iter())
    }

    /// In seat order; `round` counts from 1.
    pub fn players_in(&self, round: usize) -> impl Iterator<Item = &Player> {
        let then = move |seat| self.former.iter().find(move |former| former.seat == seat && round <= former.rounds);
        self.last.iter().enumerate().map(move |(seat, player)| then(seat).map_or(player, |former| &former.player))
    }

    /// In seat order; `round` counts from 1.
    pub fn names_in(&self, round: usize) -> Vec<String> {
        names(self.players_in(round))
    }

    /// Earliest first, those of one round in seat order.
    pub fn former(&self) -> &[Former] {
        &self.former
    }

    /// Each id once: those at the end in seat order, then those who left.
    pub fn everyone(&self) -> impl Iterator<Item = &Player> + Clone {
        let left = self.former.iter().map(|former| &former.player);
        let earlier = |index: usize, id: Uuid| self.former[..index].iter().any(|former| former.player.id == id);
        let left = left.enumerate().filter(move |(index, player)| {
            !earlier(*index, player.id) && self.last.iter().all(|other| other.id != player.id)
        });
        self.last.iter().chain(left.map(|(_, player)| player))
    }

    /// Replaces a person's name and id everywhere. If it becomes the person before on a seat, the two merge.
    ///
    /// # Errors
    /// The new name or id sits at the table in the same round.
    pub fn renamed(&self, id: Uuid, to: &Player) -> Result<People, SetupError> {
        let mut people = self.clone();
        let former = people.former.iter_mut().map(|former| &mut former.player);
        for player in people.last.iter_mut().chain(former).filter(|player| [id, to.id].contains(&player.id)) {
            player.clone_from(&Player { look: player.look, ..to.clone() });
        }
        let stays = |one: &Former| {
            let next = one.rounds.checked_add(1).and_then(|round| people.players_in(round).nth(one.seat));
            next.is_some_and(|next| (next.id, &next.name) == (one.player.id, &one.player.name))
        };
        let former = people.former.iter().filter(|one| !stays(one)).cloned().collect();
        People::seated(people.last.into_vec(), former)
    }
}

impl People {
    /// Those at the end, in seat order.
    #[must_use]
    pub fn looking(mut self, looks: impl IntoIterator<Item = Look>) -> People {
        for (player, look) in self.last.iter_mut().zip(looks) {
            player.look = look;
        }
        self
    }
}

fn names<'a>(players: impl Iterator<Item = &'a Player>) -> Vec<String> {
    players.map(|player| player.name.clone()).collect()
}
