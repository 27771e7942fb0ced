//! A tournament: players, rounds of tables, results, places, ranking, seats. A tournament and a request go in; a
//! ranking, seats or a typed refusal comes out.
//!
//! Pure: no file, clock, locale, thread or window; seeds are passed in. Rounds of the tournament count from 1. What is
//! counted is in `docs/tournaments.md`.

mod check;
mod costs;
mod exact;
mod names;
mod places;
mod played;
mod player;
mod ranking;
mod reach;
mod search;
mod seats;
mod settings;
mod slip;
mod stages;
mod table;
mod violation;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use names::Names;
pub use places::{Placed, TablePoints};
pub use played::Played;
pub use player::{Number, Player, Status};
pub use ranking::Line;
pub use reach::Reach;
pub use seats::{CannotSeat, Seats, table_sizes};
pub use settings::{PlaceBy, PointsBy, Preset, RankBy, Seating, Settings};
pub use slip::{Slip, SlipFault};
pub use table::{Game, Outcome, Round, Table, TableResult};
pub use violation::{TableFault, Violation};

pub const PLAYERS_MAX: usize = 1000;
pub const ROUNDS_MAX: usize = 100;

/// A tournament as in its file; see [`Tournament::check`] for the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tournament {
    /// The tournament's id; a file written by hand may have none, and gets one when it is read.
    #[serde(default = "Uuid::nil")]
    pub id: Uuid,
    /// The device that organises it and alone may change it; `None` before the first change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organiser: Option<Uuid>,
    pub name: String,
    /// May be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<NaiveDate>,
    #[serde(default)]
    pub settings: Settings,
    /// In the order of the file.
    pub players: Vec<Player>,
    #[serde(default)]
    pub rounds: Vec<Round>,
}

impl Tournament {
    pub fn player(&self, number: Number) -> Option<&Player> {
        self.players.iter().find(|player| player.number == number)
    }

    /// The round from 1; `None` if it is not seated yet.
    pub fn tables(&self, round: usize) -> &[Table] {
        round.checked_sub(1).and_then(|index| self.rounds.get(index)).map_or(&[], |round| &round.tables)
    }

    pub fn open_tables(&self) -> impl Iterator<Item = (usize, &Table)> {
        let tables = (1..).zip(&self.rounds).flat_map(|(round, of)| of.tables.iter().map(move |table| (round, table)));
        tables.filter(|(_, table)| table.results().is_none())
    }
}
