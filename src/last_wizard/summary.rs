//! What lists and statistics know of a game, packed.

use super::reading::SeatReading;
use super::{Game, Table};

/// The result of a player's bet in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Folded at either bet.
    Folded,
    /// The bet moved the pawn forward.
    Won,
    /// The bet did not move the pawn forward.
    Lost,
    /// All others folded before the player had a token.
    Spared,
}

/// A player's result in a scored round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundResult {
    /// The space after the round.
    pub space: i16,
    /// The result of the bet.
    pub outcome: Outcome,
}

impl RoundResult {
    fn of(seat: &SeatReading) -> Option<RoundResult> {
        let outcome = match (seat.turn.folded(), seat.won()) {
            (Some(_), _) => Outcome::Folded,
            (None, Some(true)) => Outcome::Won,
            (None, Some(false)) => Outcome::Lost,
            (None, None) => Outcome::Spared,
        };
        // No game lasts long enough to exceed this range.
        Some(RoundResult { space: i16::try_from(seat.after?).unwrap_or(i16::MAX), outcome })
    }
}

/// A game in brief, without its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    players: u8,
    /// The results of the scored rounds, round by round in seat order.
    results: Box<[RoundResult]>,
}

impl Summary {
    /// Summarises a game with these facts.
    pub fn of(game: &Game, table: &Table) -> Summary {
        let readings = game.readings(table);
        let results = readings.iter().flat_map(|round| round.seats.iter().filter_map(RoundResult::of)).collect();
        Summary { players: u8::try_from(game.players()).unwrap_or(u8::MAX), results }
    }

    /// The results of each scored round, in seat order.
    pub fn results(&self) -> impl ExactSizeIterator<Item = &[RoundResult]> {
        self.results.chunks(self.players.max(1).into())
    }
}
