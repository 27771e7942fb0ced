//! What a session is besides its game.

use std::hash::{DefaultHasher, Hash, Hasher};

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::game::Rules;
use crate::seats::Seat;

/// Someone at the table. The id is kept from game to game, so that a name can change.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// As written on the sheet; not empty, without spaces around it.
    pub name: String,
    /// Who this is, in every session of an archive.
    pub id: Uuid,
}

/// Somebody who played the first rounds on a seat that another has now.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Former {
    /// The seat.
    pub seat: Seat,
    /// The last round that they played on it, from 1.
    pub rounds: usize,
    /// Who it was.
    #[serde(flatten)]
    pub player: Player,
}

/// Who played a round, from 1, in seat order.
pub(super) fn players_in<'a>(
    players: &'a [Player],
    former: &'a [Former],
    round: usize,
) -> impl Iterator<Item = &'a Player> {
    let then = move |seat: Seat| former.iter().find(move |former| former.seat == seat && round <= former.rounds);
    players.iter().enumerate().map(move |(seat, player)| then(seat).map_or(player, |former| &former.player))
}

/// What a session is besides its game.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Frame<'a> {
    /// The session's id.
    pub id: Uuid,
    /// When it was set up.
    pub started: DateTime<FixedOffset>,
    /// Who plays, in seat order.
    pub players: &'a [Player],
    /// Who sat on a seat before somebody else took it over, the earliest first.
    pub former: &'a [Former],
    /// Where; may be empty.
    pub place: &'a str,
    /// What was noted; may be empty.
    pub notes: &'a str,
    /// The session of which it is a copy to try something on.
    pub copy_of: Option<Uuid>,
}

pub(super) fn print_of<G: Rules>(frame: &Frame, game: &G, table: &G::Table) -> u64 {
    let mut hash = DefaultHasher::new();
    (frame, game, table).hash(&mut hash);
    hash.finish()
}
