//! The people of a session, read with a round: seats change hands while a game runs.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::error::SetupError;
use super::look::Look;
use super::name::{NAME_MAX, WrongName, checked_name, name_with};
use crate::seats::Seat;

/// A player at the table. The id stays the same from game to game, so that the name can change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The name on the sheet; not empty, without spaces around it.
    pub name: String,
    /// The player's id in every session of an archive.
    pub id: Uuid,
    /// The colour and the sign in this session.
    #[serde(flatten)]
    pub look: Look,
}

impl Player {
    /// A player who looks as nobody has chosen yet.
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

/// A player who played the first rounds on a seat that another has now.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Former {
    /// The seat.
    pub seat: Seat,
    /// The last round they played there, from 1.
    pub rounds: usize,
    /// The player.
    #[serde(flatten)]
    pub player: Player,
}

/// A player of a file who shared a name or an id with another at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldApart {
    /// As the file has them.
    pub was: Player,
    /// With a name or an id of their own.
    pub now: Player,
}

/// A round in which two players have one name or id.
struct Clash {
    round: usize,
    /// The later of the two.
    seat: Seat,
    error: SetupError,
}

/// Who sat where, round by round. In no round does one name or one id sit on two seats.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct People {
    last: Box<[Player]>,
    former: Box<[Former]>,
}

impl People {
    /// Makes the people of a new table. [`checked_name`] must allow every name.
    ///
    /// # Errors
    /// What is wrong with a name, or two players with one name or id.
    pub fn new(players: Vec<Player>) -> Result<People, SetupError> {
        let named = players.into_iter().enumerate().map(|(seat, player)| match checked_name(&player.name) {
            Ok(name) => Ok(Player { name, ..player }),
            Err(wrong) => Err(SetupError::Name { player: seat + 1, wrong }),
        });
        People::seated(named.collect::<Result<_, _>>()?, Vec::new())
    }

    /// Makes the people of a session: those on the seats at its end, and those whose seat was taken over. Names are
    /// trimmed. The stricter rules of [`checked_name`] are for new names only: files with others must stay readable.
    ///
    /// # Errors
    /// A name that is empty or too long, two players of one round with one name or id, or a former player on a seat
    /// that does not exist.
    pub fn seated(last: Vec<Player>, former: Vec<Former>) -> Result<People, SetupError> {
        let people = People::trimmed(last, former)?;
        people.clash().map_or(Ok(people), |clash| Err(clash.error))
    }

    /// Makes the people of a file in which a name or an id may sit on two seats in one round, as version 0.1 could
    /// write it: the later seat gets a number behind the name or an id of its own, the same ones at each reading.
    /// Returns whom it changed, too.
    ///
    /// # Errors
    /// As [`People::seated`], but for two of one name or id.
    pub fn told_apart(last: Vec<Player>, former: Vec<Former>) -> Result<(People, Vec<ToldApart>), SetupError> {
        let mut people = People::trimmed(last, former)?;
        let mut told_apart = Vec::new();
        while let Some(Clash { round, seat, error }) = people.clash() {
            let all = people.last.iter().chain(people.former.iter().map(|former| &former.player));
            let names: Vec<String> = all.map(|player| player.name.clone()).collect();
            let Some(player) = people.player_mut(seat, round).filter(|_| told_apart.len() < 2 * names.len()) else {
                return Err(error);
            };
            let was = player.clone();
            match error {
                SetupError::SamePerson { .. } => player.id = Uuid::new_v5(&was.id, was.name.as_bytes()),
                _ => player.name = numbered(&was.name, &names),
            }
            told_apart.push(ToldApart { was, now: player.clone() });
        }
        Ok((people, told_apart))
    }

    /// The people with trimmed names, not yet compared.
    fn trimmed(last: Vec<Player>, former: Vec<Former>) -> Result<People, SetupError> {
        let trimmed = |(seat, player): (Seat, Player)| {
            let name = player.name.trim().to_owned();
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
        Ok(People { last, former })
    }

    /// The first round in which two players have one name or id.
    fn clash(&self) -> Option<Clash> {
        self.changes().find_map(|round| {
            let mut before: Vec<&Player> = Vec::new();
            for (seat, player) in self.players_in(round).enumerate() {
                let error = if before.iter().any(|other| other.name == player.name) {
                    Some(SetupError::SameName(player.name.clone()))
                } else {
                    let other = before.iter().find(|other| other.id == player.id);
                    other.map(|other| SetupError::SamePerson { name: player.name.clone(), other: other.name.clone() })
                };
                if let Some(error) = error {
                    return Some(Clash { round, seat, error });
                }
                before.push(player);
            }
            None
        })
    }

    /// The player on a seat in a round.
    fn player_mut(&mut self, seat: Seat, round: usize) -> Option<&mut Player> {
        let former = self.former.iter_mut().find(|former| former.seat == seat && round <= former.rounds);
        former.map(|former| &mut former.player).or(self.last.get_mut(seat))
    }

    /// The first rounds with each set of people.
    fn changes(&self) -> impl Iterator<Item = usize> {
        std::iter::once(1).chain(self.former.iter().map(|former| former.rounds.saturating_add(1)))
    }

    /// The number of seats.
    #[allow(clippy::len_without_is_empty, reason = "nobody plays at a table without players")]
    pub fn len(&self) -> usize {
        self.last.len()
    }

    /// The players at the session's end so far, in seat order: those of the open round, or of the last one.
    pub fn players_at_end(&self) -> &[Player] {
        &self.last
    }

    /// The names at the session's end so far, in seat order.
    pub fn names_at_end(&self) -> Vec<String> {
        names(self.last.iter())
    }

    /// The players of a round (from 1), in seat order.
    pub fn players_in(&self, round: usize) -> impl Iterator<Item = &Player> {
        let then = move |seat| self.former.iter().find(move |former| former.seat == seat && round <= former.rounds);
        self.last.iter().enumerate().map(move |(seat, player)| then(seat).map_or(player, |former| &former.player))
    }

    /// The names in a round (from 1), in seat order.
    pub fn names_in(&self, round: usize) -> Vec<String> {
        names(self.players_in(round))
    }

    /// Players whose seat was later taken over, earliest first, those of one round in seat order.
    pub fn former(&self) -> &[Former] {
        &self.former
    }

    /// Everyone who played, each id once: those at the end in seat order, then those who had left.
    pub fn everyone(&self) -> impl Iterator<Item = &Player> + Clone {
        let left = self.former.iter().map(|former| &former.player);
        let earlier = |index: usize, id: Uuid| self.former[..index].iter().any(|former| former.player.id == id);
        let left = left.enumerate().filter(move |(index, player)| {
            !earlier(*index, player.id) && self.last.iter().all(|other| other.id != player.id)
        });
        self.last.iter().chain(left.map(|(_, player)| player))
    }

    /// The people with a person's name and id replaced wherever they sit or sat.
    ///
    /// # Errors
    /// The new name or id sits at the table in the same round.
    pub fn renamed(&self, id: Uuid, to: &Player) -> Result<People, SetupError> {
        let mut people = self.clone();
        let former = people.former.iter_mut().map(|former| &mut former.player);
        for player in people.last.iter_mut().chain(former).filter(|player| player.id == id) {
            player.clone_from(&Player { look: player.look, ..to.clone() });
        }
        People::seated(people.last.into_vec(), people.former.into_vec())
    }
}

impl People {
    /// The people with these looks, in seat order, at the session's end.
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

/// The name with a number behind it that makes it different from all of these.
fn numbered(name: &str, names: &[String]) -> String {
    (2..).map(|number| name_with(name, number)).find(|numbered| !names.contains(numbered)).unwrap_or_default()
}
