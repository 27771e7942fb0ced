use std::ops::Not;

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::game::PLAYERS_MAX;
use super::round::{HAND_MAX, Manual, Rank, Round, Shown, Turn};
use super::track::{Bet, Token};
use super::violation::Violation;
use crate::game::AtMost;
use crate::seats::{PerSeat, Seat};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WrittenFacts {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_token: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square_token: Option<i64>,
    /// The bet at which the player folded, 1 or 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fold: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<i64>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenRound {
    #[serde(deserialize_with = "few")]
    pub facts: Vec<WrittenFacts>,
    /// Spaces by hand, in seat order; empty without any move.
    #[serde(default, deserialize_with = "few", skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<i64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<DateTime<FixedOffset>>,
    #[serde(default, skip_serializing_if = "Not::not")]
    pub open: bool,
}

/// At most one more than the players, so that the excess is reported.
fn few<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<Vec<T>, D::Error> {
    AtMost::<T, { PLAYERS_MAX + 1 }>::deserialize(input).map(|list| list.kept)
}

impl From<&Round> for WrittenRound {
    fn from(round: &Round) -> WrittenRound {
        let facts = |turn: &Turn| WrittenFacts {
            round_token: turn.round_token().map(i64::from),
            square_token: turn.square_token().map(i64::from),
            fold: turn.folded().map(|bet| if bet == Bet::First { 1 } else { 2 }),
            rank: turn.shown().and_then(|shown| if let Shown::Rank(rank) = shown { Some(rank) } else { None }),
            hand: turn.shown().and_then(|shown| if let Shown::Hand(hand) = shown { Some(hand.into()) } else { None }),
        };
        let (moves, reason) = round.manual.as_ref().map_or_else(Default::default, |manual| {
            (manual.moves().iter().map(|&by| by.into()).collect(), manual.reason().to_owned())
        });
        WrittenRound { facts: round.turns.iter().map(facts).collect(), moves, reason, finished: None, open: false }
    }
}

impl TryFrom<&WrittenRound> for Round {
    type Error = Violation;

    fn try_from(written: &WrittenRound) -> Result<Round, Violation> {
        let WrittenRound { facts, moves, reason, finished: _, open: _ } = written;
        let turns = facts.iter().enumerate().map(|(player, facts)| facts.turn(player)).collect::<Result<_, _>>()?;
        let by = |(player, &by): (Seat, &i64)| i32::try_from(by).map_err(|_| Violation::MoveRange { player, by });
        let moves: PerSeat<i32> = moves.iter().enumerate().map(by).collect::<Result<_, _>>()?;
        Ok(Round { turns, manual: Manual::new(moves, reason) })
    }
}

impl WrittenFacts {
    fn turn(&self, player: Seat) -> Result<Turn, Violation> {
        let token = |value: i64| Token::try_from(value).map_err(|_| Violation::TokenRange { player, token: value });
        let (round, square) = (self.round_token.map(token).transpose()?, self.square_token.map(token).transpose()?);
        let hand = |hand: i64| {
            let known = i32::try_from(hand).ok().filter(|hand| hand.abs() <= HAND_MAX);
            known.ok_or(Violation::HandRange { player, hand, most: HAND_MAX })
        };
        let shown = match (self.rank, self.hand) {
            (Some(_), Some(_)) => return Err(Violation::RankAndHand { player }),
            (rank, None) => rank.map(Shown::Rank),
            (None, Some(worth)) => Some(Shown::Hand(hand(worth)?)),
        };
        match (self.fold, round, square, shown) {
            (Some(1), None, None, None) => Ok(Turn::FoldedFirst),
            (Some(2), Some(round), None, None) => Ok(Turn::FoldedSecond(round)),
            (Some(2), None, None, None) => Err(Violation::TokenMissing { player, bet: Bet::First }),
            (Some(1 | 2), ..) => Err(Violation::AfterFold { player }),
            (Some(fold), ..) => Err(Violation::NoSuchBet { player, fold }),
            (None, Some(round), Some(square), shown) => Ok(Turn::Stayed { round, square, shown }),
            (None, _, _, Some(_)) => Err(Violation::RankWithoutTokens { player }),
            (None, None, Some(_), None) => Err(Violation::TokenMissing { player, bet: Bet::First }),
            (None, Some(round), None, None) => Ok(Turn::Bet(round)),
            (None, None, None, None) => Ok(Turn::Waiting),
        }
    }
}

impl Serialize for Round {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        WrittenRound::from(self).serialize(out)
    }
}

impl<'de> Deserialize<'de> for Round {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Round, D::Error> {
        let written = WrittenRound::deserialize(input)?;
        Round::try_from(&written).map_err(serde::de::Error::custom)
    }
}
