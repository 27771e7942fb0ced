//! The players' names, where two may be the same.

use std::collections::HashMap;

use super::Tournament;
use super::player::{Number, Player};
use super::table::Table;

/// The players' names as everybody reads them: with the number behind a name that another player has, too, in capital
/// letters or not, as in “Anna (17)”.
#[derive(Clone, Debug)]
pub struct Names(HashMap<Number, String>);

impl Tournament {
    pub fn names(&self) -> Names {
        let small = |player: &Player| player.name.chars().flat_map(char::to_lowercase).collect::<String>();
        let mut have = HashMap::new();
        for player in &self.players {
            *have.entry(small(player)).or_insert(0) += 1;
        }
        let read = |player: &Player| if have[&small(player)] > 1 { player.numbered() } else { player.name.clone() };
        Names(self.players.iter().map(|player| (player.number, read(player))).collect())
    }
}

impl Names {
    /// Empty if no player has this number.
    pub fn of(&self, number: Number) -> &str {
        self.0.get(&number).map_or("", String::as_str)
    }

    /// The names at a table, clockwise, by which a session knows its players.
    pub fn at(&self, table: &Table) -> Vec<String> {
        table.players.iter().map(|number| self.of(*number).to_owned()).collect()
    }
}
