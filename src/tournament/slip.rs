//! What a result slip can say at all.

use super::table::Game;
use crate::text;
use crate::text::Text;

/// The most that a penalty takes, or a table gives back.
pub(super) const PENALTY_MAX: i32 = 1000;
/// The cards of the hand that is played for a place.
const PLAY_OFF: i32 = 5;

/// A slip: points and bids met, over hands of these cards.
#[derive(Clone, Copy, Debug)]
pub struct Slip<'a> {
    /// The cards of each hand that was played.
    pub hands: &'a [u8],
    /// The points, before penalties.
    pub points: i32,
    /// How many bids were met.
    pub met: u8,
}

/// A reason why a result cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlipFault {
    /// The points are no multiple of 10.
    NotTens(i32),
    /// More bids were met than there are hands.
    Met {
        /// The bids said to be met.
        met: u8,
        /// The hands.
        hands: usize,
    },
    /// The points are out of reach with so many bids met.
    Points {
        /// The points.
        points: i32,
        /// The bids met.
        met: u8,
        /// The fewest points possible.
        least: i32,
        /// The most points possible.
        most: i32,
    },
    /// There are more hands than the plan has.
    Hands {
        /// The hands given.
        given: usize,
        /// The hands of the plan.
        planned: usize,
    },
    /// No hand is worth so much.
    Hand(i32),
    /// The hands do not add up to the points.
    Sum {
        /// The points.
        points: i32,
        /// The sum of the hands.
        sum: i64,
    },
    /// As many hands brought points, but other bids are said to be met.
    HandsMet {
        /// The bids said to be met.
        met: u8,
        /// The hands that brought points.
        won: usize,
    },
    /// A hand of five cards is not worth so much.
    PlayOff(i32),
    /// The penalty is too large.
    Penalty(i32),
}

impl SlipFault {
    /// What is wrong.
    pub fn text(&self) -> Text {
        match self {
            SlipFault::NotTens(points) => text!("{points} is no multiple of 10", points = *points),
            SlipFault::Met { met, hands } => {
                text!("{met} bids cannot be met in {hands} hands", met = *met, hands = *hands)
            }
            SlipFault::Points { points, met, least, most } => text!(
                "{points} points cannot be with {met} bids met: {least} to {most} are possible",
                points = *points,
                met = *met,
                least = *least,
                most = *most,
            ),
            SlipFault::Hands { given, planned } => {
                text!("there are {given} hands, but the plan has {planned}", given = *given, planned = *planned)
            }
            SlipFault::Hand(points) => text!("no hand is worth {points} points", points = *points),
            SlipFault::Sum { points, sum } => {
                text!("the hands add up to {sum}, not to {points} points", sum = *sum, points = *points)
            }
            SlipFault::HandsMet { met, won } => {
                text!("{won} hands brought points, but {met} bids are said to be met", won = *won, met = *met,)
            }
            SlipFault::PlayOff(points) => {
                text!("a play-off hand of five cards is not worth {points} points", points = *points)
            }
            SlipFault::Penalty(points) => {
                text!("a penalty of {points} is more than {most}", points = *points, most = PENALTY_MAX)
            }
        }
    }
}

/// Whether a hand of at most this many cards can be worth this.
fn can_be(points: i32, cards: i32) -> bool {
    points % 10 == 0 && ((20..=20 + 10 * cards).contains(&points) || (-10 * cards..=-10).contains(&points))
}

impl Slip<'_> {
    /// The fewest and the most points that are possible with so many bids met.
    pub fn bounds(&self) -> (i32, i32) {
        self.reach(10)
    }

    /// The bounds if a card is worth this much: less than 10 where nobody would bid, or miss, whole hands.
    fn reach(&self, card: i32) -> (i32, i32) {
        let mut hands: Vec<i32> = self.hands.iter().map(|cards| (*cards).into()).collect();
        hands.sort_unstable_by_key(|cards| -cards);
        let met = usize::from(self.met).min(hands.len());
        let missed = hands.len() - met;
        let largest = |count: usize| hands.iter().take(count).sum::<i32>();
        let tens = |count: usize| i32::try_from(count).unwrap_or(i32::MAX / 20) * 10;
        (2 * tens(met) - card * largest(missed), 2 * tens(met) + card * largest(met) - tens(missed))
    }

    /// Checks that it can be.
    ///
    /// # Errors
    /// The first [`SlipFault`].
    pub fn check(&self) -> Result<(), SlipFault> {
        let Slip { hands, points, met } = *self;
        if points % 10 != 0 {
            return Err(SlipFault::NotTens(points));
        }
        if usize::from(met) > hands.len() {
            return Err(SlipFault::Met { met, hands: hands.len() });
        }
        let (least, most) = self.bounds();
        if (least..=most).contains(&points) { Ok(()) } else { Err(SlipFault::Points { points, met, least, most }) }
    }

    /// Whether it can be, but is so rare that it is worth asking back: as if whole halves of the hands were bid or
    /// missed.
    pub fn is_unlikely(&self) -> bool {
        let (least, most) = self.reach(5);
        !(least..=most).contains(&self.points)
    }
}

impl Game {
    /// Checks that this can have been played over hands as one of these lists has them.
    ///
    /// # Errors
    /// The first [`SlipFault`] by the last of them.
    pub fn check_by(&self, dealt: &[Vec<u8>]) -> Result<(), SlipFault> {
        let checked = dealt.iter().map(|hands| self.check(hands));
        checked.reduce(|one, other| one.or(other)).unwrap_or(Ok(()))
    }

    /// Whether it can be, but is so rare that it is worth asking back, whichever of these hands were dealt. Where
    /// single hands are known, nothing is asked: they show how it came about.
    pub fn is_unlikely(&self, dealt: &[Vec<u8>]) -> bool {
        let slip = |hands| Slip { hands, points: self.points, met: self.met };
        self.hands.is_none() && dealt.iter().all(|hands| slip(hands).is_unlikely())
    }

    /// Checks that this can have been played over hands of these cards.
    ///
    /// # Errors
    /// The first [`SlipFault`].
    pub fn check(&self, plan: &[u8]) -> Result<(), SlipFault> {
        let Game { points, met, ref hands, penalty, play_off } = *self;
        let given = hands.as_ref().map_or(plan.len(), Vec::len);
        // A game may be broken off: then only the hands that were played count.
        let played = plan.get(..given).ok_or(SlipFault::Hands { given, planned: plan.len() })?;
        Slip { hands: played, points, met }.check()?;
        if let Some(hands) = hands {
            let most = plan.iter().copied().max().unwrap_or(0);
            if let Some(hand) = hands.iter().find(|hand| !can_be(**hand, most.into())) {
                return Err(SlipFault::Hand(*hand));
            }
            let (sum, won) = (hands.iter().map(|hand| i64::from(*hand)).sum(), hands.iter().filter(|hand| **hand > 0));
            if sum != i64::from(points) {
                return Err(SlipFault::Sum { points, sum });
            }
            let won = won.count();
            if won != usize::from(met) {
                return Err(SlipFault::HandsMet { met, won });
            }
        }
        if let Some(points) = play_off.filter(|points| !can_be(*points, PLAY_OFF)) {
            return Err(SlipFault::PlayOff(points));
        }
        if penalty.checked_abs().is_none_or(|size| size > PENALTY_MAX) {
            return Err(SlipFault::Penalty(penalty));
        }
        Ok(())
    }
}
