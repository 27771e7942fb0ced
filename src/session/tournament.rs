//! The table of a tournament at which a session is played.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::text;
use crate::text::Text;

/// The most letters and digits of a table's name.
pub const TABLE_NAME_MAX: usize = 8;
/// The last round that a session can name.
const ROUND_MAX: u8 = 100;

/// The table of a tournament at which a session is played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct TournamentTable {
    /// The tournament.
    pub id: Uuid,
    /// Its round, from 1.
    pub round: u8,
    /// The table's name.
    pub table: String,
}

impl TournamentTable {
    /// The table in words, of the tournament with this name.
    pub fn text(&self, name: Option<&str>) -> Text {
        let (round, table) = (usize::from(self.round), &*self.table);
        match name {
            Some(name) => text!("{name}, round {round}, table {table}", name = name, round = round, table = table),
            None => text!("Round {round} of a tournament, table {table}", round = round, table = table),
        }
    }
}

/// Whether a table can have this name.
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
