//! The possible results on a slip.

use super::table::Game;
use crate::text;
use crate::text::Text;
use crate::wizard::{PLAYERS_MIN, Plan, PointsPossible, RuleSet};

/// The most points that a penalty takes or gives back.
pub(super) const PENALTY_MAX: i32 = 1000;
/// The cards of the hand that decides a place.
const PLAY_OFF: u8 = 5;

#[derive(Clone, Copy, Debug)]
pub struct Slip<'a> {
    pub plan: &'a Plan,
    pub played: usize,
    /// Before penalties.
    pub points: i32,
    pub met: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlipFault {
    NotTens(i32),
    Met { met: u8, hands: usize },
    Points { points: i32, met: u8, least: i32, most: i32 },
    Hands { given: usize, planned: usize },
    Hand(i32),
    Sum { points: i32, sum: i64 },
    HandsMet { met: u8, won: usize },
    PlayOff(i32),
    Penalty(i32),
}

impl SlipFault {
    pub fn text(&self) -> Text {
        match self {
            SlipFault::NotTens(points) => text!("{points} is no multiple of 10", points = *points),
            SlipFault::Met { met, hands } => {
                text!("{met} bids cannot be met in {hands} hands", met = *met, hands = *hands)
            }
            SlipFault::Points { points, met, least, most } => text!(
                "{points} points cannot be with {n} bid met: {least} to {most} are possible"
                    | "{points} points cannot be with {n} bids met: {least} to {most} are possible" % *met,
                points = *points,
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

/// Whether one of the first hands of a plan can be worth this.
fn can_be(points: i32, plan: &Plan, played: usize) -> bool {
    let is_within = |(least, most): (i32, i32)| (least..=most).contains(&points);
    let mut possible = (1..=played).map(|round| plan.points_possible(round));
    points % 10 == 0 && possible.any(|hand| is_within(hand.met) || is_within(hand.missed))
}

impl Slip<'_> {
    /// The fewest and most points with this many bids met.
    pub fn bounds(&self) -> (i32, i32) {
        self.reach(|hand| hand)
    }

    /// The bounds if each hand brings only `part` of its range.
    fn reach(&self, part: impl Fn(PointsPossible) -> PointsPossible) -> (i32, i32) {
        let hands: Vec<PointsPossible> =
            (1..=self.played).map(|round| part(self.plan.points_possible(round))).collect();
        let met = usize::from(self.met).min(hands.len());
        // The hands that make the largest difference are missed for the fewest points, and met for the most.
        let sum = |all: i32, mut differences: Vec<i32>, count: usize| {
            differences.sort_unstable_by(|one, other| other.cmp(one));
            all + differences.into_iter().take(count).sum::<i32>()
        };
        let losses = hands.iter().map(|hand| hand.met.0 - hand.missed.0).collect();
        let gains = hands.iter().map(|hand| hand.met.1 - hand.missed.1).collect();
        let least = -sum(-hands.iter().map(|hand| hand.met.0).sum::<i32>(), losses, hands.len() - met);
        (least, sum(hands.iter().map(|hand| hand.missed.1).sum(), gains, met))
    }

    pub fn check(&self) -> Result<(), SlipFault> {
        let Slip { points, met, played: hands, .. } = *self;
        if points % 10 != 0 {
            return Err(SlipFault::NotTens(points));
        }
        if usize::from(met) > hands {
            return Err(SlipFault::Met { met, hands });
        }
        let (least, most) = self.bounds();
        if (least..=most).contains(&points) { Ok(()) } else { Err(SlipFault::Points { points, met, least, most }) }
    }

    /// Whether it can be, but is so rare that it is worth asking back: as if whole halves of the hands were bid or
    /// missed.
    pub fn is_unlikely(&self) -> bool {
        let halved = |PointsPossible { met, missed }: PointsPossible| PointsPossible {
            met: (met.0, (met.0 + met.1) / 2),
            missed: (missed.0 / 2, missed.1),
        };
        let (least, most) = self.reach(halved);
        !(least..=most).contains(&self.points)
    }
}

impl Game {
    /// Checks that this is possible over this many hands of one of these plans.
    pub fn check_by(&self, dealt: &[(Plan, usize)]) -> Result<(), SlipFault> {
        let checked = dealt.iter().map(|(plan, planned)| self.check(plan, *planned));
        checked.reduce(|one, other| one.or(other)).unwrap_or(Ok(()))
    }

    /// Whether it is possible but so rare, with any of these hands, that the user should confirm it. Never if single
    /// hands are known.
    pub fn is_unlikely(&self, dealt: &[(Plan, usize)]) -> bool {
        let slip = |(plan, played): &(Plan, usize)| self.slip(plan, *played).is_unlikely();
        self.hands.is_none() && dealt.iter().all(slip)
    }

    fn slip<'a>(&self, plan: &'a Plan, played: usize) -> Slip<'a> {
        Slip { plan, played, points: self.points, met: self.met }
    }

    /// Checks that this is possible over the first hands of a plan.
    pub fn check(&self, plan: &Plan, planned: usize) -> Result<(), SlipFault> {
        let Game { points, met, ref hands, penalty, play_off } = *self;
        // A game may end early: then only the hands played count.
        let given = hands.as_ref().map_or(planned, Vec::len);
        if given > planned {
            return Err(SlipFault::Hands { given, planned });
        }
        self.slip(plan, given).check()?;
        if let Some(hands) = hands {
            if let Some(hand) = hands.iter().find(|hand| !can_be(**hand, plan, planned)) {
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
        let one_hand = Plan::of(&RuleSet { hands: Some(vec![PLAY_OFF]), ..RuleSet::default() }, PLAYERS_MIN);
        if let Some(points) = play_off.filter(|points| !can_be(*points, &one_hand, 1)) {
            return Err(SlipFault::PlayOff(points));
        }
        if penalty.checked_abs().is_none_or(|size| size > PENALTY_MAX) {
            return Err(SlipFault::Penalty(penalty));
        }
        Ok(())
    }
}
