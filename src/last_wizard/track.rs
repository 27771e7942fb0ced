use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::seats::{PerSeat, Seat};

/// For everyone (LW).
pub const START: i32 = 15;
pub const START_MAX: i32 = GOAL - 1;
/// Ends the game (LW). The track goes on beyond it.
pub const GOAL: i32 = 30;
/// A gain is doubled on these spaces (LW).
pub const ZONE: RangeInclusive<i32> = 1..=7;
pub const MANUAL_MAX: i32 = 99;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bet {
    /// For a round token, or a fold for +1.
    First,
    Second,
}

/// −1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct Token(i8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a token is worth -1 to 9, not {0}")]
pub struct NoSuchToken(i64);

impl Token {
    pub const MIN: Token = Token(-1);
    pub const MAX: Token = Token(9);

    /// Lowest first.
    pub fn all() -> impl Iterator<Item = Token> {
        (Token::MIN.0..=Token::MAX.0).map(Token)
    }

    pub fn value(self) -> i32 {
        self.0.into()
    }
}

impl TryFrom<i64> for Token {
    type Error = NoSuchToken;

    fn try_from(value: i64) -> Result<Token, NoSuchToken> {
        let token = i8::try_from(value).ok().map(Token);
        token.filter(|token| (Token::MIN..=Token::MAX).contains(token)).ok_or(NoSuchToken(value))
    }
}

impl From<Token> for i64 {
    fn from(token: Token) -> i64 {
        token.0.into()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub by: i32,
    /// A gain that begins in the zone.
    pub doubled: bool,
    pub to: i32,
}

impl Move {
    /// A gain that begins in the zone is doubled wholly, a loss never, and the track ends at 0 (LW).
    pub(super) fn from(space: i32, by: i32) -> Move {
        let doubled = by > 0 && ZONE.contains(&space);
        Move { doubled, ..Move::plainly(space, if doubled { 2 * by } else { by }) }
    }

    pub(super) fn plainly(space: i32, by: i32) -> Move {
        let to = (space + by).max(0);
        Move { by: to - space, doubled: false, to }
    }
}

pub fn signed(by: i32) -> String {
    match by {
        0 => "0".to_owned(),
        1.. => format!("+{by}"),
        _ => format!("−{}", by.unsigned_abs()),
    }
}

/// Strictly before all others, those out of the round included (LW: "alone in front").
pub fn alone_in_front(spaces: &PerSeat<i32>) -> Option<Seat> {
    let first = spaces.iter().max()?;
    let mut there = spaces.iter().enumerate().filter(|(_, space)| *space == first);
    there.next().filter(|_| there.next().is_none()).map(|(seat, _)| seat)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    Thirty,
    Zero,
}

impl End {
    /// After a round with the pawns on these spaces; checked once per round (LW).
    pub(super) fn of(spaces: &PerSeat<i32>) -> Option<End> {
        let stands = |end: fn(&i32) -> bool| spaces.iter().any(end);
        if stands(|&space| space >= GOAL) {
            Some(End::Thirty)
        } else {
            stands(|&space| space == 0).then_some(End::Zero)
        }
    }
}
