//! A round as the table, the sheet, the board, the archive and the exports read it.

use super::game::Game;
use super::round::{Rank, Round, Turn};
use super::table::Table;
use super::track::{End, GOAL, Move, alone_in_front, signed};
use crate::game::{RoundState, SheetCell, SheetRow, given, reason as said};
use crate::seats::{PerSeat, Seat};
use crate::text;
use crate::text::Text;

/// A player's part in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatReading {
    /// The tokens, fold and hand.
    pub turn: Turn,
    /// The rank at the showdown, entered or following from others.
    pub rank: Option<Rank>,
    /// The space before the round.
    pub before: i32,
    /// The move by the rules, once certain; a fold's is certain at once.
    pub moved: Option<Move>,
    /// The spaces the table moved the player by hand.
    pub by_hand: i32,
    /// The space after the round, once it counts.
    pub after: Option<i32>,
}

impl SeatReading {
    /// The spaces moved in the whole round, once it counts.
    pub fn by(&self) -> Option<i32> {
        self.after.map(|after| after - self.before)
    }

    /// The pawn's current space: a fold moves it at once, everything else when the round counts.
    pub fn space(&self) -> i32 {
        let folded = self.moved.filter(|_| self.turn.folded().is_some());
        self.after.unwrap_or(folded.map_or(self.before, |moved| moved.to))
    }

    /// Whether the bet moved the pawn forward. `None` for a fold, without a token, or before the round counts.
    pub fn won(&self) -> Option<bool> {
        self.after?;
        let bet = self.turn.folded().is_none() && self.turn.round_token().is_some();
        self.moved.filter(|_| bet).map(|moved| moved.by > 0)
    }

    /// The move, in brackets for a fold: "+2×6", "−5", "(+1)", followed by a manual one: "−5 +2". While the round is
    /// open, the tokens: "3 −1".
    fn entry(&self) -> String {
        let folded = self.turn.folded().is_some();
        let by_rules = self.moved.filter(|_| folded || self.after.is_some()).map(|moved| {
            let by = if moved.doubled { format!("+2×{}", moved.by / 2) } else { signed(moved.by) };
            if folded { format!("({by})") } else { by }
        });
        let tokens = [self.turn.round_token(), self.turn.square_token()].into_iter().flatten();
        let token = |value: i32| if value < 0 { signed(value) } else { value.to_string() };
        let held = || tokens.map(|held| token(held.value())).collect::<Vec<_>>().join(" ");
        let entry = by_rules.unwrap_or_else(held);
        match self.by_hand {
            0 => entry,
            by if entry.is_empty() => signed(by),
            by => format!("{entry} {}", signed(by)),
        }
    }
}

fn moved_in(round: usize, moves: Vec<Text>) -> Text {
    text!("Round {round}, moved by hand: {moves}", round = round, moves = moves)
}

/// A round, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundReading {
    /// The round's number, from 1.
    pub number: usize,
    /// The seat that goes first.
    pub first_player: Seat,
    /// How far the round is.
    pub state: RoundState,
    /// The end of the game, if this round brought it.
    pub ended: Option<End>,
    /// The reason for moves by hand; may be empty.
    pub reason: String,
    /// Each player's tokens, moves and space, in seat order.
    pub seats: PerSeat<SeatReading>,
}

impl RoundReading {
    /// The pawns' spaces: after the round once it counts, and now while it is open.
    pub fn spaces(&self) -> PerSeat<i32> {
        self.seats.map(SeatReading::space)
    }

    /// Whom the table moved by hand, and why; `None` if nobody. `names` are the players in seat order.
    pub fn moved_by_hand(&self, names: &[String]) -> Option<Text> {
        let moved = names.iter().zip(&self.seats).filter(|(_, seat)| seat.by_hand != 0);
        let moves: Vec<Text> = moved.map(|(name, seat)| given(name, signed(seat.by_hand), "")).collect();
        let (round, reason) = (self.number, &self.reason);
        match (moves.is_empty(), reason.is_empty()) {
            (true, _) => None,
            (false, true) => Some(moved_in(round, moves)),
            (false, false) => Some(text!(
                "Round {round}, moved by hand: {moves} ({reason})",
                round = round,
                moves = moves,
                reason = said(reason),
            )),
        }
    }

    /// How the table moved a player by hand, in a few words, and the same with the round; `None` if it did not.
    pub fn moved_told(&self, seat: Seat, name: &str) -> Option<(Text, Text)> {
        let by = self.seats.get(seat).map(|seat| seat.by_hand).filter(|&by| by != 0)?;
        let what = given(name, signed(by), &self.reason);
        Some((what.clone(), moved_in(self.number, vec![what])))
    }

    /// Why the game is over, if this round was its last. `names` are the players in seat order.
    pub fn end_told(&self, names: &[String]) -> Text {
        let on = |is_there: fn(i32) -> bool| -> Vec<String> {
            let there = names.iter().zip(&self.seats).filter(|(_, seat)| is_there(seat.space()));
            there.map(|(name, _)| name.clone()).collect()
        };
        let (goal, start) = (on(|space| space >= GOAL), on(|space| space == 0));
        match self.ended {
            Some(End::Thirty) => text!(
                "{names} reached space {goal}, which ended the game"
                    | "{names} reached space {goal}, which ended the game" % goal.len(),
                names = goal,
                goal = GOAL,
            ),
            Some(End::Zero) => text!(
                "{names} was sent back to space 0, which ended the game"
                    | "{names} were sent back to space 0, which ended the game" % start.len(),
                names = start,
            ),
            None => text!("A game has no more than {n} round" | "A game has no more than {n} rounds" % self.number),
        }
    }

    /// The player who then stands strictly before all others.
    pub fn alone_in_front(&self) -> Option<Seat> {
        alone_in_front(&self.spaces())
    }
}

impl From<&RoundReading> for SheetRow {
    fn from(round: &RoundReading) -> SheetRow {
        let good = |seat: &SeatReading| seat.by().filter(|&by| by != 0).map(|by| by > 0);
        let cell = |seat: &SeatReading| SheetCell { total: seat.after, entry: seat.entry(), good: good(seat) };
        SheetRow { number: round.number, state: round.state, starter: round.first_player, cells: round.seats.map(cell) }
    }
}

impl Game {
    /// Reads a round that is being entered. `spaces` are the pawns' spaces before it.
    pub fn reading(&self, number: usize, spaces: &PerSeat<i32>, round: &Round) -> RoundReading {
        let (ranks, moves) = (self.filled_ranks(round), self.moves(number, spaces, round));
        let seat = |(seat, &before): (Seat, &i32)| SeatReading {
            turn: round.turns.get(seat).copied().unwrap_or(Turn::Waiting),
            rank: ranks.known(seat),
            before,
            moved: moves.known(seat),
            by_hand: round.moved_by_hand(seat),
            after: None,
        };
        RoundReading {
            number,
            first_player: self.first_player(number),
            state: RoundState::Open,
            ended: None,
            reason: round.manual.as_ref().map_or_else(String::new, |manual| manual.reason().to_owned()),
            seats: spaces.iter().enumerate().map(seat).collect(),
        }
    }

    /// The rounds that count, and the open one.
    pub fn readings(&self, table: &Table) -> Vec<RoundReading> {
        let mut spaces = self.start().clone();
        let mut readings = Vec::with_capacity(table.scored.len() + 1);
        for (number, scored) in (1..).zip(&table.scored) {
            let mut reading = self.reading(number, &spaces, scored.facts.facts());
            spaces = self.after(number, &spaces, &scored.facts);
            reading.seats.iter_mut().zip(&spaces).for_each(|(seat, &after)| seat.after = Some(after));
            readings.push(RoundReading { state: RoundState::Scored, ended: End::of(&spaces), ..reading });
        }
        let open = table.open.as_ref();
        readings.extend(open.map(|round| self.reading(table.scored.len() + 1, &spaces, round)));
        readings
    }
}
