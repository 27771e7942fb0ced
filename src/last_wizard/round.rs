//! The facts of one round, as they are entered.

use serde::{Deserialize, Serialize};

use super::track::{Bet, Token};
use crate::seats::{PerSeat, Seat};

/// The largest hand that is taken, above and below 0: LW's card values are not known to us.
pub const HAND_MAX: i32 = 999;

/// How a hand compares at the showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    /// The best hand, or one of several best ones.
    Best,
    /// The second best, or one of several; with five or six players, after one best.
    Second,
    /// Any other.
    Other,
}

/// What a player showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// How the hand compares.
    Rank(Rank),
    /// What the hand is worth, so that the ranks follow.
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
        /// What was shown, once that is known.
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

    /// Could it have become the later one by going on?
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

    /// The round token.
    pub fn round_token(self) -> Option<Token> {
        match self {
            Turn::Bet(round) | Turn::FoldedSecond(round) | Turn::Stayed { round, .. } => Some(round),
            Turn::Waiting | Turn::FoldedFirst => None,
        }
    }

    /// The square token.
    pub fn square_token(self) -> Option<Token> {
        match self {
            Turn::Stayed { square, .. } => Some(square),
            _ => None,
        }
    }

    /// The tokens held together.
    pub fn sum(self) -> i32 {
        [self.round_token(), self.square_token()].into_iter().flatten().map(Token::value).sum()
    }

    /// What was shown.
    pub fn shown(self) -> Option<Shown> {
        match self {
            Turn::Stayed { shown, .. } => shown,
            _ => None,
        }
    }

    /// The same with something else shown; nothing is shown without both tokens.
    pub(super) fn showing(self, shown: Option<Shown>) -> Turn {
        match self {
            Turn::Stayed { round, square, .. } => Turn::Stayed { round, square, shown },
            other => other,
        }
    }
}

/// What a table rules itself, beside the moves of a round.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Manual {
    moves: PerSeat<i32>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    reason: String,
}

impl Manual {
    /// These moves, if there are any, for a reason; spaces around it do not count.
    pub fn new(moves: PerSeat<i32>, reason: &str) -> Option<Manual> {
        moves.iter().any(|&by| by != 0).then(|| Manual { moves, reason: reason.trim().to_owned() })
    }

    /// By how much each player moves, after the round's own moves.
    pub fn moves(&self) -> &PerSeat<i32> {
        &self.moves
    }

    /// Why; may be empty.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

/// How far a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Somebody has still to take a round token or fold.
    FirstBet,
    /// Somebody has still to take a square token or fold.
    SecondBet,
    /// Hands are compared.
    Showdown,
    /// All others have folded: whoever is left gains her tokens, without a showdown (LW).
    Alone(Seat),
}

/// What is known of a round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    /// What each player did.
    pub turns: PerSeat<Turn>,
    /// What the table moves by itself.
    pub manual: Option<Manual>,
}

impl Round {
    /// A round of which nothing is known.
    pub fn empty(players: usize) -> Round {
        Round { turns: PerSeat::new(players, |_| Turn::Waiting), manual: None }
    }

    /// Is anything known?
    pub fn is_begun(&self) -> bool {
        self.manual.is_some() || self.turns.iter().any(|turn| *turn != Turn::Waiting)
    }

    /// How far it is. Where everyone folded, which breaks the rules, it is at the showdown.
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

    /// Is all known that a round needs, whether it keeps the rules or not?
    pub fn is_complete(&self) -> bool {
        match self.stage() {
            Stage::FirstBet | Stage::SecondBet => false,
            Stage::Alone(_) => true,
            Stage::Showdown => self.stayed().all(|seat| self.shown(seat).is_some()),
        }
    }

    /// Who took both tokens, in seat order.
    pub fn stayed(&self) -> impl Iterator<Item = Seat> {
        let turns = self.turns.iter().enumerate();
        turns.filter(|(_, turn)| matches!(turn, Turn::Stayed { .. })).map(|(seat, _)| seat)
    }

    /// What a player showed.
    pub fn shown(&self, seat: Seat) -> Option<Shown> {
        self.turns.get(seat).and_then(|turn| turn.shown())
    }

    /// The spaces that a player is moved by hand.
    pub fn moved_by_hand(&self, seat: Seat) -> i32 {
        self.manual.as_ref().and_then(|manual| manual.moves.get(seat)).copied().unwrap_or(0)
    }

    /// The round with everybody on another seat: on seat `i` sits who sat on `seats[i]`.
    pub(super) fn reseated(&self, seats: &PerSeat<Seat>) -> Round {
        let turn = |&seat: &Seat| self.turns.get(seat).copied().unwrap_or(Turn::Waiting);
        let moves = seats.map(|&seat| self.moved_by_hand(seat));
        let manual = self.manual.as_ref().and_then(|manual| Manual::new(moves, &manual.reason));
        Round { turns: seats.map(turn), manual }
    }
}
