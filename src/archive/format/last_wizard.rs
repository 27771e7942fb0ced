//! The parts of a file that belong to The Last Wizard.

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};

use super::error::VERSION;
use super::game::{AtMost, Foreign, InFile, Told, seated};
use crate::game::BrokenRule;
use crate::last_wizard::{Breach, Command, Game, PLAYERS_MAX, ROUNDS_MAX, RuleSet, Table, WrittenRound};
use crate::seats::{Order, PerSeat};
use crate::session::{Session, SetupError};

/// The first players, the rules and the starting spaces.
#[derive(Serialize, Deserialize)]
pub struct Agreed {
    first_player: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seating: Vec<Order>,
    rules: RuleSet,
    /// The starting spaces; missing if 15 for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<Vec<i64>>,
}

impl InFile for Game {
    type Agreed = Agreed;
    type Round = WrittenRound;
    type Tap = Command;
    type FirstDealer = Option<Foreign>;
    type FirstPlayer = i64;
    type Start = Option<AtMost<i64, { PLAYERS_MAX + 1 }>>;
    type RulesGiven = RuleSet;
    type Rounds = AtMost<WrittenRound, ROUNDS_MAX>;
    type Penalties = Option<Foreign>;

    fn version(_: &Session<Game>) -> u64 {
        VERSION
    }

    fn agreed(&self) -> Agreed {
        let spaces = |start: &PerSeat<i32>| start.iter().map(|&space| space.into()).collect();
        Agreed {
            first_player: i64::try_from(self.first_player(1)).unwrap_or_default(),
            seating: self.seating().changes(),
            rules: self.rules().clone(),
            start: self.own_start().map(spaces),
        }
    }

    fn of_agreed(agreed: Agreed, players: usize) -> Result<Game, SetupError> {
        let Agreed { first_player, seating, rules, start } = agreed;
        let game = Game::new(players, first_player, rules, start.as_deref())?;
        let seating = seated(players, game.first_player(1), seating)?;
        Ok(game.seated(seating))
    }

    fn rounds(session: &Session<Game>) -> Vec<WrittenRound> {
        session.table().written()
    }

    fn ended_early(table: &Table) -> Option<DateTime<FixedOffset>> {
        table.ended_early
    }

    fn rounds_left_out(rounds: &Self::Rounds) -> usize {
        rounds.count - rounds.kept.len()
    }

    fn tap(step: &Command) -> Command {
        step.clone()
    }

    fn step(tap: Command) -> Command {
        tap
    }

    fn game_of(told: &Told<Game>, players: usize) -> Result<Game, SetupError> {
        let start = told.start.as_ref().map(|start| start.kept.as_slice());
        let game = Game::new(players, told.first_player, told.rules.clone(), start)?;
        let seating = seated(players, game.first_player(1), told.seating.clone())?;
        Ok(game.seated(seating))
    }

    fn table_of(&self, told: Told<Game>, names_in: &dyn Fn(usize) -> Vec<String>) -> Result<Table, BrokenRule<Breach>> {
        let read = Table::with_rounds(self, &told.rounds.kept, told.ended_early);
        read.map_err(|(round, breach)| BrokenRule { round, breach, names: names_in(round) })
    }

    fn numbers(session: &Session<Game>) -> String {
        // Serialising numbers and text to memory cannot fail.
        serde_json::to_string(&session.table().written()).unwrap_or_default()
    }
}
