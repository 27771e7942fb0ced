//! The facts of one round as entered.

use serde::{Deserialize, Serialize};

use super::track::{Bet, Token};
use crate::seats::{PerSeat, Seat};

/// The largest hand accepted, above and below 0 (ours: LW's card values are not known to us).
pub const HAND_MAX: i32 = 999;

/// The rank of a hand at the showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    /// The best hand, or one of several best ones.
    Best,
    /// The second best hand, or one of several; needs five or six players and a single best hand.
    Second,
    /// Any other hand.
    Other,
}

/// What a player shows at the showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// The rank of the hand.
    Rank(Rank),
    /// The value of the hand, from which the ranks follow.
    Hand(i32),
}

/// What a player did in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Nothing yet.
    Waiting,
    /// Folded at the first bet.
    FoldedFirst,
    /// Took a round token.
    Bet(Token),
    /// Took a round token and folded at the second bet.
    FoldedSecond(Token),
    /// Took both tokens.
    Stayed {
        /// The round token.
        round: Token,
        /// The square token.
        square: Token,
        /// What was shown, once known.
        shown: Option<Shown>,
    },
}

impl Turn {
    /// The bet at which the player folded.
    pub fn folded(self) -> Option<Bet> {
        match self {
            Turn::FoldedFirst => Some(Bet::First),
            Turn::FoldedSecond(_) => Some(Bet::Second),
            Turn::Waiting | Turn::Bet(_) | Turn::Stayed { .. } => None,
        }
    }

    /// Whether going on from this turn could have led to the later one.
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

    /// The round token, if held.
    pub fn round_token(self) -> Option<Token> {
        match self {
            Turn::Bet(round) | Turn::FoldedSecond(round) | Turn::Stayed { round, .. } => Some(round),
            Turn::Waiting | Turn::FoldedFirst => None,
        }
    }

    /// The square token, if held.
    pub fn square_token(self) -> Option<Token> {
        match self {
            Turn::Stayed { square, .. } => Some(square),
            _ => None,
        }
    }

    /// The sum of the tokens held.
    pub fn sum(self) -> i32 {
        [self.round_token(), self.square_token()].into_iter().flatten().map(Token::value).sum()
    }

    /// What was shown, if anything.
    pub fn shown(self) -> Option<Shown> {
        match self {
            Turn::Stayed { shown, .. } => shown,
            _ => None,
        }
    }

    /// The same turn with this shown; without both tokens nothing is shown.
    pub(super) fn showing(self, shown: Option<Shown>) -> Turn {
        match self {
            Turn::Stayed { round, square, .. } => Turn::Stayed { round, square, shown },
            other => other,
        }
    }
}

/// Moves that the table makes by hand, besides those of the round.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Manual {
    moves: PerSeat<i32>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    reason: String,
}

impl Manual {
    /// These moves, if any, with a trimmed reason.
    pub fn new(moves: PerSeat<i32>, reason: &str) -> Option<Manual> {
        moves.iter().any(|&by| by != 0).then(|| Manual { moves, reason: reason.trim().to_owned() })
    }

    /// The spaces each player moves, after the round's own moves.
    pub fn moves(&self) -> &PerSeat<i32> {
        &self.moves
    }

    /// The reason; may be empty.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

/// How far a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Someone has yet to take a round token or fold.
    FirstBet,
    /// Someone has yet to take a square token or fold.
    SecondBet,
    /// The hands are compared.
    Showdown,
    /// All others have folded: the one left gains the tokens they hold, without a showdown (LW).
    Alone(Seat),
}

/// The facts of a round, as far as known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    /// What each player did, in seat order.
    pub turns: PerSeat<Turn>,
    /// The moves made by hand, if any.
    pub manual: Option<Manual>,
}

impl Round {
    /// A round with no facts.
    pub fn empty(players: usize) -> Round {
        Round { turns: PerSeat::new(players, |_| Turn::Waiting), manual: None }
    }

    /// Whether anything is known.
    pub fn is_begun(&self) -> bool {
        self.manual.is_some() || self.turns.iter().any(|turn| *turn != Turn::Waiting)
    }

    /// The stage of the round. If everyone folded, which breaks the rules, it is the showdown.
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

    /// Whether all that a round needs is known, whether or not it keeps the rules.
    pub fn is_complete(&self) -> bool {
        match self.stage() {
            Stage::FirstBet | Stage::SecondBet => false,
            Stage::Alone(_) => true,
            Stage::Showdown => self.stayed().all(|seat| self.shown(seat).is_some()),
        }
    }

    /// The players who took both tokens, in seat order.
    pub fn stayed(&self) -> impl Iterator<Item = Seat> {
        let turns = self.turns.iter().enumerate();
        turns.filter(|(_, turn)| matches!(turn, Turn::Stayed { .. })).map(|(seat, _)| seat)
    }

    /// What a player showed, if anything.
    pub fn shown(&self, seat: Seat) -> Option<Shown> {
        self.turns.get(seat).and_then(|turn| turn.shown())
    }

    /// The spaces a player is moved by hand.
    pub fn moved_by_hand(&self, seat: Seat) -> i32 {
        self.manual.as_ref().and_then(|manual| manual.moves.get(seat)).copied().unwrap_or(0)
    }

    /// The round with the players moved: seat `i` is taken by whoever sat on `seats[i]`.
    pub(super) fn reseated(&self, seats: &PerSeat<Seat>) -> Round {
        let turn = |&seat: &Seat| self.turns.get(seat).copied().unwrap_or(Turn::Waiting);
        let moves = seats.map(|&seat| self.moved_by_hand(seat));
        let manual = self.manual.as_ref().and_then(|manual| Manual::new(moves, &manual.reason));
        Round { turns: seats.map(turn), manual }
    }
}
