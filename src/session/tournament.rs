use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::text;
use crate::text::Text;

/// Letters and digits.
pub const TABLE_NAME_MAX: usize = 8;
const ROUND_MAX: u8 = 100;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct TournamentTable {
    pub id: Uuid,
    /// From 1.
    pub round: u8,
    pub table: String,
}

impl TournamentTable {
    /// `name` is the tournament's; `stage` replaces the round's number if stages have names.
    pub fn text(&self, name: Option<&str>, stage: Option<Text>) -> Text {
        let (round, table) = (usize::from(self.round), &*self.table);
        match (name, stage) {
            (Some(name), Some(stage)) => {
                text!("{name}, {stage}, table {table}", name = name, stage = stage, table = table)
            }
            (Some(name), None) => {
                text!("{name}, round {round}, table {table}", name = name, round = round, table = table)
            }
            (None, _) => text!("Round {round} of a tournament, table {table}", round = round, table = table),
        }
    }
}

pub fn is_table_name(name: &str) -> bool {
    (1..=TABLE_NAME_MAX).contains(&name.len()) && name.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

#[derive(Deserialize)]
struct Written {
    id: Uuid,
    round: u8,
    table: String,
}

impl TryFrom<Written> for TournamentTable {
    type Error = &'static str;

    fn try_from(Written { id, round, table }: Written) -> Result<TournamentTable, &'static str> {
        if !(1..=ROUND_MAX).contains(&round) {
            return Err("the rounds of a tournament are 1 to 100");
        }
        if !is_table_name(&table) {
            return Err("the name of a table has 1 to 8 letters or digits");
        }
        Ok(TournamentTable { id, round, table })
    }
}
