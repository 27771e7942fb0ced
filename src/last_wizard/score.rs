//! How the pawns move, and the standings. Always computed from the facts, never stored.

use std::cmp::Reverse;

use super::game::{Game, PlayedRound};
use super::round::{Rank, Round, Stage, Turn};
use super::table::Table;
use super::track::{Bet, Move, Token, alone_in_front};
use crate::game::Standing;
use crate::seats::{PerSeat, Seat};

/// What tokens would move at the showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospects {
    /// With the best hand.
    pub best: Move,
    /// With the second best, where that counts.
    pub second: Option<Move>,
    /// With any other.
    pub other: Move,
}

/// The move of a hand at the showdown (LW): the sum forwards, the lower token, or the sum backwards.
fn shown(space: i32, rank: Rank, turn: Turn) -> Move {
    let tokens = turn.round_token().into_iter().chain(turn.square_token());
    Move::from(
        space,
        match rank {
            Rank::Best => turn.sum(),
            Rank::Second => tokens.min().map_or(0, Token::value),
            Rank::Other => -turn.sum(),
        },
    )
}

impl Game {
    /// The moves that are certain: a fold's at once, the others' when the round comes to its end. `spaces` is where the pawns
    /// stand before the round.
    pub(super) fn moves(&self, number: usize, spaces: &PerSeat<i32>, round: &Round) -> PerSeat<Option<Move>> {
        let (stage, ranks) = (round.stage(), self.filled_ranks(round));
        let (mut now, mut moves) = (spaces.clone(), spaces.map(|_| None));
        for seat in self.order(number) {
            let (Some(&turn), Some(&space)) = (round.turns.get(seat), spaces.get(seat)) else { continue };
            let certain = match turn {
                Turn::FoldedFirst => {
                    let by = i32::from(alone_in_front(&now) != Some(seat));
                    let doubles = self.rules().fold_doubles;
                    let fold = if doubles { Move::from(space, by) } else { Move::plainly(space, by) };
                    now.set(seat, fold.to);
                    Some(fold)
                }
                Turn::FoldedSecond(round) => Some(Move::from(space, -round.value())),
                turn if stage == Stage::Alone(seat) => Some(Move::from(space, turn.sum())),
                turn => ranks.known(seat).map(|rank| shown(space, rank, turn)),
            };
            moves.set(seat, certain);
        }
        moves
    }

    /// Where the pawns stand after a round, with what the table moved by itself.
    pub(super) fn after(&self, number: usize, spaces: &PerSeat<i32>, round: &PlayedRound) -> PerSeat<i32> {
        let moves = self.moves(number, spaces, round.facts());
        let to = |((seat, &space), moved): ((Seat, &i32), &Option<Move>)| {
            let to = moved.map_or(space, |moved| moved.to);
            Move::plainly(to, round.facts().moved_by_hand(seat)).to
        };
        spaces.iter().enumerate().zip(&moves).map(to).collect()
    }

    /// Where the pawns stand after so many rounds.
    pub fn spaces(&self, table: &Table, rounds: usize) -> PerSeat<i32> {
        let played = (1..).zip(&table.scored).take(rounds);
        played.fold(self.start().clone(), |spaces, (number, round)| self.after(number, &spaces, &round.facts))
    }

    /// What a fold would move in the open round; `None` where the player cannot fold at this bet.
    pub fn folding(&self, table: &Table, seat: Seat, bet: Bet) -> Option<Move> {
        let number = table.scored.len() + 1;
        let mut round = table.open.clone()?;
        let folded = match bet {
            Bet::First => Turn::FoldedFirst,
            Bet::Second => Turn::FoldedSecond(round.turns.get(seat)?.round_token()?),
        };
        round.turns.set(seat, folded);
        round.turns.iter().any(|turn| turn.folded().is_none()).then_some(())?;
        self.moves(number, &self.spaces(table, table.scored.len()), &round).known(seat)
    }

    /// What these tokens would move at the showdown from a space.
    pub fn prospects(&self, space: i32, round: Token, square: Token) -> Prospects {
        let turn = Turn::Stayed { round, square, shown: None };
        Prospects {
            best: shown(space, Rank::Best, turn),
            second: self.second_counts().then(|| shown(space, Rank::Second, turn)),
            other: shown(space, Rank::Other, turn),
        }
    }
}

/// The standings after so many rounds: most points win, and equal ones share the place (LW).
pub(super) fn standings(game: &Game, table: &Table, rounds: usize) -> Vec<Standing> {
    let spaces = game.spaces(table, rounds);
    let readings = game.readings(table);
    let won = |seat: Seat| {
        let scored = readings.iter().take(rounds.min(table.scored.len()));
        scored.filter(|round| round.seats.get(seat).is_some_and(|seat| seat.won() == Some(true))).count()
    };
    let lines = spaces.iter().enumerate().map(|(seat, &total)| Standing { rank: 0, seat, total, met: won(seat) });
    Standing::ranked(lines.collect(), |line| Reverse(line.total))
}
