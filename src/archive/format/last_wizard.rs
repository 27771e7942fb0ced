use super::game::{Agreed, InFile, TableIn, seated};
use crate::game::{AtMost, BrokenRule};
use crate::last_wizard::{Command, Game, ROUNDS_MAX, RuleSet, Table, Violation, WrittenRound};
use crate::seats::PerSeat;
use crate::session::{Session, SetupError};

impl InFile for Game {
    type RuleSet = RuleSet;
    /// One more than allowed, so that the excess is reported.
    type Rounds = AtMost<WrittenRound, { ROUNDS_MAX + 1 }>;
    type Round = WrittenRound;
    type Tap = Command;

    fn version(_: &Session<Game>) -> u64 {
        2
    }

    fn agreed(&self) -> Agreed<Game> {
        let spaces = |start: &PerSeat<i32>| start.iter().map(|&space| space.into()).collect();
        Agreed {
            first_dealer: None,
            first_player: i64::try_from(self.first_player(1)).ok(),
            seating: self.seating().changes(),
            rules: self.rules().clone(),
            start: self.own_start().map(spaces),
        }
    }

    fn of_agreed(agreed: Agreed<Game>, players: usize) -> Result<Game, SetupError> {
        let Agreed { first_player, seating, rules, start, .. } = agreed;
        let first_player = first_player.ok_or(SetupError::Seating { players })?;
        let game = Game::new(players, first_player, rules, start.as_deref())?;
        let seating = seated(players, game.first_player(1), seating)?;
        Ok(game.seated(seating))
    }

    fn rounds(session: &Session<Game>) -> Vec<WrittenRound> {
        session.table().written()
    }

    fn table_of(
        &self,
        read: TableIn<Game>,
        names_in: &dyn Fn(usize) -> Vec<String>,
    ) -> Result<Table, BrokenRule<Violation>> {
        let table = Table::with_rounds(self, &read.rounds.kept, read.ended_early);
        table.map_err(|(round, violation)| BrokenRule { round, violation, names: names_in(round) })
    }

    fn numbers(session: &Session<Game>) -> String {
        // Serialising numbers and text to memory cannot fail.
        serde_json::to_string(&session.table().written()).unwrap_or_default()
    }
}
