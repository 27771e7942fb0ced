//! The parts of a session other than its game.

use std::hash::{DefaultHasher, Hash, Hasher};

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::game::Rules;
use crate::seats::Seat;

/// A player at the table. The id stays the same from game to game, so that the name can change.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// The name on the sheet; not empty, without spaces around it.
    pub name: String,
    /// The player's id in every session of an archive.
    pub id: Uuid,
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

/// The players of a round (from 1), in seat order.
pub(super) fn players_in<'a>(
    players: &'a [Player],
    former: &'a [Former],
    round: usize,
) -> impl Iterator<Item = &'a Player> {
    let then = move |seat: Seat| former.iter().find(move |former| former.seat == seat && round <= former.rounds);
    players.iter().enumerate().map(move |(seat, player)| then(seat).map_or(player, |former| &former.player))
}

/// The parts of a session other than its game.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Frame<'a> {
    /// The session's id.
    pub id: Uuid,
    /// The time it was set up.
    pub started: DateTime<FixedOffset>,
    /// The players, in seat order.
    pub players: &'a [Player],
    /// Players whose seat was later taken over, earliest first.
    pub former: &'a [Former],
    /// The place; may be empty.
    pub place: &'a str,
    /// The notes; may be empty.
    pub notes: &'a str,
    /// The session that this is a trial copy of, if any.
    pub copy_of: Option<Uuid>,
}

pub(super) fn print_of<G: Rules>(frame: &Frame, game: &G, table: &G::Table) -> u64 {
    let mut hash = DefaultHasher::new();
    (frame, game, table).hash(&mut hash);
    hash.finish()
}
