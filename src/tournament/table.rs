//! The rounds and tables of a tournament, and what was played there.

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::player::Number;
use super::settings::Settings;
use crate::game::present;
use crate::seats::Seat;
use crate::wizard::PLAYERS_MIN;

/// A round that is seated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The seed from which it was drawn, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The time its clock was started, while that runs.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub started: Option<DateTime<FixedOffset>>,
    /// Its tables.
    pub tables: Vec<Table>,
}

/// A table of one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Table {
    /// Its name: A, B, … Z, AA.
    pub name: String,
    /// Who sits there, clockwise.
    pub players: Vec<Number>,
    /// The seat that deals first.
    pub first_dealer: Seat,
    /// Whether it stays when the round is seated again.
    pub locked: bool,
    /// What is taken from everyone there for playing on after the time.
    pub overtime: i32,
    /// What is known of its game.
    pub outcome: Outcome,
}

/// What is known of a table's game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing: a session that names the table has the result.
    #[default]
    Open,
    /// This session has the result.
    Session(Uuid),
    /// The results in the order of the players.
    Results(Vec<TableResult>),
}

/// One player's result at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WrittenResult", into = "WrittenResult")]
pub enum TableResult {
    /// They did not come.
    Absent,
    /// They played.
    Played(Game),
}

/// What somebody played at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The points, before penalties.
    pub points: i32,
    /// How many bids were met.
    pub met: u8,
    /// The points of each hand, if they are known.
    pub hands: Option<Vec<i32>>,
    /// What is taken from the points.
    pub penalty: i32,
    /// The points of the hand that was played for the place.
    pub play_off: Option<i32>,
}

impl Game {
    /// The points after penalties.
    pub fn counted(&self) -> i32 {
        self.points.saturating_sub(self.penalty)
    }
}

impl Table {
    /// The results, if they are known.
    pub fn results(&self) -> Option<&[TableResult]> {
        match &self.outcome {
            Outcome::Results(results) => Some(results),
            Outcome::Open | Outcome::Session(_) => None,
        }
    }

    /// The hands that may have been played there, if so many came: those of its size, or of as many as came. Where
    /// single hands are known, a game that was broken off has only as many of them.
    pub fn dealt(&self, settings: &Settings, present: usize) -> Vec<Vec<u8>> {
        let hands = |result: &TableResult| match result {
            TableResult::Played(game) => game.hands.as_ref().map(Vec::len),
            TableResult::Absent => None,
        };
        let played = self.results().and_then(|results| results.iter().filter_map(hands).max());
        let plans = [self.players.len(), present].map(|size| settings.plan(size.max(PLAYERS_MIN)).hands().to_vec());
        let broken_off = plans.iter().filter_map(|plan| plan.get(..played?)).map(<[u8]>::to_vec);
        broken_off.chain(plans.iter().cloned()).collect()
    }

    /// Who sat there and was not absent.
    pub fn present(&self) -> impl Iterator<Item = Number> {
        let absent = |seat: Seat| self.results().and_then(|all| all.get(seat)) == Some(&TableResult::Absent);
        self.players.iter().enumerate().filter(move |(seat, _)| !absent(*seat)).map(|(_, number)| *number)
    }
}

/// A table as written in files.
#[derive(Serialize, Deserialize)]
struct Written {
    table: String,
    players: Vec<Number>,
    #[serde(default)]
    first_dealer: Seat,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    locked: bool,
    #[serde(default, skip_serializing_if = "is_zero")]
    overtime: i32,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    session: Option<Uuid>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    results: Option<Vec<TableResult>>,
}

fn is_zero(number: &i32) -> bool {
    *number == 0
}

impl TryFrom<Written> for Table {
    type Error = &'static str;

    fn try_from(
        Written { table, players, first_dealer, locked, overtime, session, results }: Written,
    ) -> Result<Table, Self::Error> {
        let outcome = match (session, results) {
            (None, None) => Outcome::Open,
            (Some(id), None) => Outcome::Session(id),
            (None, Some(results)) => Outcome::Results(results),
            (Some(_), Some(_)) => return Err("a table has results or a session, not both"),
        };
        Ok(Table { name: table, players, first_dealer, locked, overtime, outcome })
    }
}

impl From<Table> for Written {
    fn from(Table { name, players, first_dealer, locked, overtime, outcome }: Table) -> Written {
        let (session, results) = match outcome {
            Outcome::Open => (None, None),
            Outcome::Session(id) => (Some(id), None),
            Outcome::Results(results) => (None, Some(results)),
        };
        Written { table: name, players, first_dealer, locked, overtime, session, results }
    }
}

/// A result as written in files.
#[derive(Default, Serialize, Deserialize)]
struct WrittenResult {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    met: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hands: Option<Vec<i32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    penalty: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    play_off: Option<i32>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    absent: bool,
}

impl TryFrom<WrittenResult> for TableResult {
    type Error = &'static str;

    fn try_from(written: WrittenResult) -> Result<TableResult, &'static str> {
        let WrittenResult { points, met, hands, penalty, play_off, absent } = written;
        if absent {
            let nothing = points.unwrap_or(0) == 0 && met.unwrap_or(0) == 0 && penalty.unwrap_or(0) == 0;
            let is_empty = nothing && hands.is_none() && play_off.is_none();
            return if is_empty { Ok(TableResult::Absent) } else { Err("whoever is absent has no points") };
        }
        let sum = |hands: &Vec<i32>| hands.iter().fold(0, |sum: i32, hand| sum.saturating_add(*hand));
        let won = |hands: &Vec<i32>| u8::try_from(hands.iter().filter(|hand| **hand > 0).count()).unwrap_or(u8::MAX);
        let points = points.or_else(|| hands.as_ref().map(sum)).ok_or("a result has points, hands or absent")?;
        let met = met.or_else(|| hands.as_ref().map(won)).ok_or("a result has met or hands")?;
        Ok(TableResult::Played(Game { points, met, hands, penalty: penalty.unwrap_or(0), play_off }))
    }
}

impl From<TableResult> for WrittenResult {
    fn from(result: TableResult) -> WrittenResult {
        match result {
            TableResult::Absent => WrittenResult { absent: true, ..WrittenResult::default() },
            TableResult::Played(Game { points, met, hands, penalty, play_off }) => {
                let penalty = Some(penalty).filter(|penalty| *penalty != 0);
                WrittenResult { points: Some(points), met: Some(met), hands, penalty, play_off, absent: false }
            }
        }
    }
}
