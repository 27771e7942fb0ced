use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use super::player::Number;
use super::settings::Settings;
use crate::game::{in_four_digits, present};
use crate::seats::Seat;
use crate::wizard::{PLAYERS_MIN, Plan};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// `None` if it was not drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// `None` if its clock does not run.
    #[serde(default, deserialize_with = "begun", skip_serializing_if = "Option::is_none")]
    pub started: Option<DateTime<FixedOffset>>,
    pub tables: Vec<Table>,
}

fn begun<'de, D: Deserializer<'de>>(input: D) -> Result<Option<DateTime<FixedOffset>>, D::Error> {
    DateTime::deserialize(input).and_then(in_four_digits).map(Some)
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Table {
    pub name: String,
    /// Clockwise.
    pub players: Vec<Number>,
    pub first_dealer: Seat,
    /// Whether it stays when the round is seated again.
    pub locked: bool,
    /// What is taken from everyone there for playing on after the time.
    pub overtime: i32,
    pub outcome: Outcome,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing: a session that names the table has the result.
    #[default]
    Open,
    Session(Uuid),
    /// In the order of the players.
    Results(Vec<TableResult>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WrittenResult", into = "WrittenResult")]
pub enum TableResult {
    Absent,
    Played(Game),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Before penalties.
    pub points: i32,
    pub met: u8,
    pub hands: Option<Vec<i32>>,
    pub penalty: i32,
    pub play_off: Option<i32>,
}

impl Game {
    /// After penalties.
    pub fn counted(&self) -> i32 {
        self.points.saturating_sub(self.penalty)
    }
}

impl Table {
    pub fn results(&self) -> Option<&[TableResult]> {
        match &self.outcome {
            Outcome::Results(results) => Some(results),
            Outcome::Open | Outcome::Session(_) => None,
        }
    }

    /// The plans that may have been played there, if so many came, with the number of their hands: those of its size,
    /// or of as many as came. Where single hands are known, a game that was broken off has only as many of them.
    pub fn dealt(&self, settings: &Settings, present: usize) -> Vec<(Plan, usize)> {
        let hands = |result: &TableResult| match result {
            TableResult::Played(game) => game.hands.as_ref().map(Vec::len),
            TableResult::Absent => None,
        };
        let played = self.results().and_then(|results| results.iter().filter_map(hands).max());
        let plans = [self.players.len(), present].map(|size| settings.plan(size.max(PLAYERS_MIN)));
        let broken_off =
            plans.iter().filter_map(|plan| Some((plan, played.filter(|&played| played <= plan.rounds())?)));
        let whole = plans.iter().map(|plan| (plan, plan.rounds()));
        broken_off.chain(whole).map(|(plan, hands)| (plan.clone(), hands)).collect()
    }

    /// Without the absent ones.
    pub fn present(&self) -> impl Iterator<Item = Number> {
        let absent = |seat: Seat| self.results().and_then(|all| all.get(seat)) == Some(&TableResult::Absent);
        self.players.iter().enumerate().filter(move |(seat, _)| !absent(*seat)).map(|(_, number)| *number)
    }
}

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
