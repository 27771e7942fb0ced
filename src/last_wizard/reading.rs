use super::game::Game;
use super::round::{Rank, Round, Turn};
use super::table::Table;
use super::track::{End, GOAL, Move, alone_in_front, signed};
use crate::game::{RoundState, SheetCell, SheetRow, given, reason as translated_reason};
use crate::seats::{PerSeat, Seat};
use crate::text;
use crate::text::Text;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatReading {
    pub turn: Turn,
    pub rank: Option<Rank>,
    pub before: i32,
    /// Once certain; a fold's is certain at once.
    pub moved: Option<Move>,
    pub by_hand: i32,
    pub after: Option<i32>,
}

impl SeatReading {
    pub fn by(&self) -> Option<i32> {
        self.after.map(|after| after - self.before)
    }

    /// A fold moves the pawn at once, everything else when the round counts.
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundReading {
    pub number: usize,
    pub first_player: Seat,
    pub state: RoundState,
    pub ended: Option<End>,
    pub reason: String,
    pub seats: PerSeat<SeatReading>,
}

impl RoundReading {
    /// After the round once it counts, and now while it is open.
    pub fn spaces(&self) -> PerSeat<i32> {
        self.seats.map(SeatReading::space)
    }

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
                reason = translated_reason(reason),
            )),
        }
    }

    /// The spaces by hand, and a sentence with them; `None` without a move by hand.
    pub fn manual_move(&self, seat: Seat, name: &str) -> Option<(i32, Text)> {
        let by = self.seats.get(seat).map(|seat| seat.by_hand).filter(|&by| by != 0)?;
        Some((by, moved_in(self.number, vec![given(name, signed(by), &self.reason)])))
    }

    pub fn end_reason(&self, names: &[String]) -> Text {
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
    /// `spaces` are those before the round.
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
