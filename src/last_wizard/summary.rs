use super::reading::SeatReading;
use super::{Game, Table};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Folded,
    Won,
    Lost,
    /// All others folded before the player had a token.
    Spared,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundResult {
    pub space: i16,
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    players: u8,
    results: Box<[RoundResult]>,
}

impl Summary {
    pub fn of(game: &Game, table: &Table) -> Summary {
        let readings = game.readings(table);
        let results = readings.iter().flat_map(|round| round.seats.iter().filter_map(RoundResult::of)).collect();
        Summary { players: u8::try_from(game.players()).unwrap_or(u8::MAX), results }
    }

    pub fn results(&self) -> impl ExactSizeIterator<Item = &[RoundResult]> {
        self.results.chunks(self.players.max(1).into())
    }
}
