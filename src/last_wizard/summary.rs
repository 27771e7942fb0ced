//! What lists and statistics know of a game, packed.

use super::reading::SeatReading;
use super::{Game, Table};

/// What became of a player's bet in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Folded at either bet.
    Folded,
    /// The bet moved the pawn forward.
    Won,
    /// It did not.
    Lost,
    /// All others folded before the player had a token.
    Spared,
}

/// One player's result of a round that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundResult {
    /// The space after it.
    pub space: i16,
    /// What became of the bet.
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
        // No game lasts long enough to leave these bounds.
        Some(RoundResult { space: i16::try_from(seat.after?).unwrap_or(i16::MAX), outcome })
    }
}

/// What is to be known of a game, without its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    players: usize,
    /// Round after round in seat order.
    results: Box<[RoundResult]>,
}

impl Summary {
    /// What is to be known of a game with these facts.
    pub fn of(game: &Game, table: &Table) -> Summary {
        let readings = game.readings(table);
        let results = readings.iter().flat_map(|round| round.seats.iter().filter_map(RoundResult::of)).collect();
        Summary { players: game.players(), results }
    }

    /// The results of each scored round, in seat order.
    pub fn results(&self) -> impl ExactSizeIterator<Item = &[RoundResult]> {
        self.results.chunks(self.players.max(1))
    }
}
