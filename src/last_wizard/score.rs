use std::cmp::Reverse;

use super::game::{Game, PlayedRound, ROUNDS_MAX};
use super::round::{Rank, Round, Stage, Turn};
use super::table::Table;
use super::track::{Bet, End, Move, Token, alone_in_front};
use crate::game::Standing;
use crate::seats::{PerSeat, Seat};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospects {
    pub best: Move,
    /// `None` if the second best hand does not count.
    pub second: Option<Move>,
    pub other: Move,
}

/// At the showdown (LW): the sum forwards, the lower token, or the sum backwards.
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
    /// A fold's move is certain at once, the others once the round is over. `spaces` are those before the round.
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

    pub(super) fn after(&self, number: usize, spaces: &PerSeat<i32>, round: &PlayedRound) -> PerSeat<i32> {
        let moves = self.moves(number, spaces, round.facts());
        let to = |((seat, &space), moved): ((Seat, &i32), &Option<Move>)| {
            let to = moved.map_or(space, |moved| moved.to);
            Move::plainly(to, round.facts().moved_by_hand(seat)).to
        };
        spaces.iter().enumerate().zip(&moves).map(to).collect()
    }

    pub fn ends(&self, number: usize, spaces: &PerSeat<i32>, round: &PlayedRound) -> bool {
        number >= ROUNDS_MAX || End::of(&self.after(number, spaces, round)).is_some()
    }

    pub fn spaces(&self, table: &Table, rounds: usize) -> PerSeat<i32> {
        let played = (1..).zip(&table.scored).take(rounds);
        played.fold(self.start().clone(), |spaces, (number, round)| self.after(number, &spaces, &round.facts))
    }

    /// In the open round; `None` if the player cannot fold at this bet.
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

    pub fn prospects(&self, space: i32, round: Token, square: Token) -> Prospects {
        let turn = Turn::Stayed { round, square, shown: None };
        Prospects {
            best: shown(space, Rank::Best, turn),
            second: self.second_counts().then(|| shown(space, Rank::Second, turn)),
            other: shown(space, Rank::Other, turn),
        }
    }
}

/// Most points win, and equal players share the rank (LW).
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
