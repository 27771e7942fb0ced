use serde::{Deserialize, Serialize};

use super::track::{Bet, Token};
use crate::seats::{PerSeat, Seat};
use crate::text::composed;

/// Above and below 0 (ours: LW's card values are not known to us).
pub const HAND_MAX: i32 = 999;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    Best,
    /// Possibly shared; needs five or six players and a single best hand.
    Second,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    Rank(Rank),
    Hand(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    Waiting,
    FoldedFirst,
    Bet(Token),
    FoldedSecond(Token),
    Stayed { round: Token, square: Token, shown: Option<Shown> },
}

impl Turn {
    pub fn folded(self) -> Option<Bet> {
        match self {
            Turn::FoldedFirst => Some(Bet::First),
            Turn::FoldedSecond(_) => Some(Bet::Second),
            Turn::Waiting | Turn::Bet(_) | Turn::Stayed { .. } => None,
        }
    }

    pub(super) fn leads_to(self, later: Turn) -> bool {
        match self {
            Turn::Waiting => true,
            Turn::Bet(round) => later.round_token() == Some(round),
            Turn::Stayed { round, square, shown: None } => {
                (later.round_token(), later.square_token()) == (Some(round), Some(square))
            }
            other => other == later,
        }
    }

    pub fn round_token(self) -> Option<Token> {
        match self {
            Turn::Bet(round) | Turn::FoldedSecond(round) | Turn::Stayed { round, .. } => Some(round),
            Turn::Waiting | Turn::FoldedFirst => None,
        }
    }

    pub fn square_token(self) -> Option<Token> {
        match self {
            Turn::Stayed { square, .. } => Some(square),
            _ => None,
        }
    }

    pub fn sum(self) -> i32 {
        [self.round_token(), self.square_token()].into_iter().flatten().map(Token::value).sum()
    }

    pub fn shown(self) -> Option<Shown> {
        match self {
            Turn::Stayed { shown, .. } => shown,
            _ => None,
        }
    }

    pub(super) fn showing(self, shown: Option<Shown>) -> Turn {
        match self {
            Turn::Stayed { round, square, .. } => Turn::Stayed { round, square, shown },
            other => other,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Manual {
    moves: PerSeat<i32>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    reason: String,
}

impl Manual {
    /// Trims the reason. `None` without any move.
    pub fn new(moves: PerSeat<i32>, reason: &str) -> Option<Manual> {
        moves.iter().any(|&by| by != 0).then(|| Manual { moves, reason: composed(reason.trim()).into_owned() })
    }

    pub fn moves(&self) -> &PerSeat<i32> {
        &self.moves
    }

    pub fn reason(&self) -> &str {
        &self.reason
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    FirstBet,
    SecondBet,
    Showdown,
    /// All others have folded: the one left gains the tokens they hold, without a showdown (LW).
    Alone(Seat),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    pub turns: PerSeat<Turn>,
    pub manual: Option<Manual>,
}

impl Round {
    pub fn empty(players: usize) -> Round {
        Round { turns: PerSeat::new(players, |_| Turn::Waiting), manual: None }
    }

    pub fn is_begun(&self) -> bool {
        self.manual.is_some() || self.turns.iter().any(|turn| *turn != Turn::Waiting)
    }

    /// If everyone folded, which breaks the rules, it is the showdown.
    pub fn stage(&self) -> Stage {
        let mut left = self.turns.iter().enumerate().filter(|(_, turn)| turn.folded().is_none());
        if let (Some((seat, _)), None) = (left.next(), left.next()) {
            return Stage::Alone(seat);
        }
        let somebody = |is_there: fn(&Turn) -> bool| self.turns.iter().any(is_there);
        if somebody(|turn| *turn == Turn::Waiting) {
            Stage::FirstBet
        } else if somebody(|turn| matches!(turn, Turn::Bet(_))) {
            Stage::SecondBet
        } else {
            Stage::Showdown
        }
    }

    /// Whether everything needed is known, even if it breaks the rules.
    pub fn is_complete(&self) -> bool {
        match self.stage() {
            Stage::FirstBet | Stage::SecondBet => false,
            Stage::Alone(_) => true,
            Stage::Showdown => self.stayed().all(|seat| self.shown(seat).is_some()),
        }
    }

    pub fn stayed(&self) -> impl Iterator<Item = Seat> {
        let turns = self.turns.iter().enumerate();
        turns.filter(|(_, turn)| matches!(turn, Turn::Stayed { .. })).map(|(seat, _)| seat)
    }

    pub fn shown(&self, seat: Seat) -> Option<Shown> {
        self.turns.get(seat).and_then(|turn| turn.shown())
    }

    pub fn moved_by_hand(&self, seat: Seat) -> i32 {
        self.manual.as_ref().and_then(|manual| manual.moves.get(seat)).copied().unwrap_or(0)
    }

    /// Seat `i` takes the turn of `seats[i]`.
    pub(super) fn reseated(&self, seats: &PerSeat<Seat>) -> Round {
        let turn = |&seat: &Seat| self.turns.get(seat).copied().unwrap_or(Turn::Waiting);
        let moves = seats.map(|&seat| self.moved_by_hand(seat));
        let manual = self.manual.as_ref().and_then(|manual| Manual::new(moves, &manual.reason));
        Round { turns: seats.map(turn), manual }
    }
}
