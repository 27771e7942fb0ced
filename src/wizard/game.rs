use super::penalty::{PENALTIES_MAX, PENALTY_MAX, PENALTY_STEP};
use super::plan::hand_max;
use super::{
    Bidding, Cloud, CloudEntry, Penalty, PenaltyGiven, Plan, Round, RuleConflict, RuleSet, SpecialCard, Trump,
    Violation, Waiver,
};
use crate::game::REASON_MAX;
use crate::seats::{PerSeat, Seat, Seating};
use crate::text::composed;

type Numbers = PerSeat<Option<u8>>;

/// Checked: every value of this type can be played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    seating: Seating,
    rules: RuleSet,
    plan: Plan,
}

/// The order of Clouds matters only among those of one taker.
pub(super) fn in_seat_order<C>(mut clouds: Vec<C>, taker: impl Fn(&C) -> Option<Seat>) -> Vec<C> {
    clouds.sort_by_key(taker);
    clouds
}

impl Game {
    /// `first_dealer` is taken modulo the players.
    pub fn new(players: usize, first_dealer: Seat, rules: RuleSet) -> Result<Game, RuleConflict> {
        rules.check(players)?;
        Game::seated(Seating::new(players, first_dealer), rules)
    }

    pub fn seated(seating: Seating, rules: RuleSet) -> Result<Game, RuleConflict> {
        rules.check(seating.players())?;
        let plan = Plan::of(&rules, seating.players());
        Ok(Game { seating, rules, plan })
    }

    pub fn players(&self) -> usize {
        self.seating.players()
    }

    pub fn seating(&self) -> &Seating {
        &self.seating
    }

    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Fails if the plan has no room for another round, or the deck not so many cards.
    pub fn with_round_more(&self, cards: u8) -> Result<Game, RuleConflict> {
        let hands = self.plan.hands().iter().copied().chain([cards]).collect();
        Game::seated(self.seating.clone(), RuleSet { hands: Some(hands), ..self.rules.clone() })
    }

    pub fn cards_of_round_more(&self) -> impl DoubleEndedIterator<Item = u8> {
        (1..=hand_max(self.players(), self.rules.unicolor)).filter(|&cards| self.with_round_more(cards).is_ok())
    }

    pub(super) fn dealt_by(&self, first_dealer: Seat) -> Game {
        Game { seating: Seating::new(self.players(), first_dealer), ..self.clone() }
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Also the number of tricks; 0 outside the plan.
    pub fn cards(&self, round: usize) -> u8 {
        self.plan.cards(round).unwrap_or(0)
    }

    pub fn dealer(&self, round: usize) -> Seat {
        self.seating.starter(round)
    }

    /// Left of the dealer: bids first and leads the first trick.
    pub fn leader(&self, round: usize) -> Seat {
        self.seating.in_round(round).nth(1).unwrap_or_default()
    }

    pub fn bidding_order(&self, round: usize) -> Vec<Seat> {
        self.seating.in_round(round).cycle().skip(1).take(self.players()).collect()
    }

    /// None in Unicolor, and none when the whole deck is dealt.
    pub fn given_trump(&self, round: usize) -> Option<Trump> {
        let all_dealt = usize::from(self.cards(round)) * self.players() == self.rules.deck();
        (!self.has_trump() || all_dealt).then_some(Trump::None)
    }

    /// Whether a colour or its absence is noted at all: Unicolor has no trump.
    pub fn has_trump(&self) -> bool {
        !self.rules.unicolor
    }

    /// Why no trump can be chosen, where it is given.
    pub fn no_trump(&self, round: usize) -> Option<Violation> {
        self.given_trump(round).map(|_| Violation::NoTrump { unicolor: self.rules.unicolor })
    }

    pub fn check_trump(&self, round: usize, trump: Option<Trump>) -> Result<(), Violation> {
        let chosen = trump.filter(|trump| *trump != Trump::None);
        chosen.and_then(|_| self.no_trump(round)).map_or(Ok(()), Err)
    }

    pub fn plus_minus_one(&self, round: usize) -> bool {
        let RuleSet { plus_minus_one, plus_minus_one_from, plus_minus_one_from_cards, .. } = self.rules;
        plus_minus_one && round >= usize::from(plus_minus_one_from) && self.cards(round) >= plus_minus_one_from_cards
    }

    /// For the last in bidding order, once all others have bid: cards − sum of the others. `None` if the rule does not
    /// hold, a bid is missing, the others exceed the cards, or it is a 0 that the last may always bid.
    pub fn forbidden_bid(&self, round: usize, bids: &Numbers) -> Option<u8> {
        if !self.plus_minus_one(round) {
            return None;
        }
        let last = self.dealer(round);
        let mut others = 0_u16;
        for (seat, bid) in bids.iter().enumerate() {
            if seat != last {
                others += u16::from((*bid)?);
            }
        }
        let forbidden = u8::try_from(u16::from(self.cards(round)).checked_sub(others)?).ok();
        forbidden.filter(|&bid| bid > 0 || !self.rules.last_may_bid_zero)
    }

    /// For the last in bidding order [`Game::forbidden_bid`]; for anyone else 0, if Plus/Minus One binds everyone and
    /// the bids before add up to the cards.
    pub fn forbidden_to(&self, round: usize, bids: &Numbers, seat: Seat) -> Option<u8> {
        if seat == self.dealer(round) {
            return self.forbidden_bid(round, bids);
        }
        if !self.rules.plus_minus_one_in_turn || !self.plus_minus_one(round) {
            return None;
        }
        let before = self.bidding_order(round).into_iter().take_while(|&other| other != seat);
        let sum: u16 = before.map(|other| bids.known(other).map(u16::from)).sum::<Option<_>>()?;
        (sum == u16::from(self.cards(round))).then_some(0)
    }

    pub(super) fn has_bid_forbidden(&self, round: usize, bids: &Numbers, seat: Seat) -> bool {
        self.forbidden_to(round, bids, seat).is_some_and(|bid| bids.known(seat) == Some(bid))
    }

    fn plus_minus_one_broken(&self, round: usize, player: Seat, bid: u8) -> Violation {
        let cards = self.cards(round);
        if player == self.dealer(round) {
            Violation::PlusMinusOne { player, bid, cards }
        } else {
            Violation::PlusMinusOneInTurn { player, cards }
        }
    }

    /// Open bids are held to Plus/Minus One one by one; hidden ones only once all are revealed.
    pub fn may_bid(&self, round: usize, facts: &Round, player: Seat, bid: u8) -> Result<(), Violation> {
        let (bids, cards) = (&facts.bids, self.cards(round));
        if bid > cards {
            return Err(Violation::BidRange { player, bid: bid.into(), cards });
        }
        let revealed = self.rules.bidding == Bidding::Open || bids.iter().all(Option::is_some);
        let held = revealed && !facts.waived.contains(&Waiver::PlusMinusOne);
        if held && self.forbidden_to(round, bids, player) == Some(bid) {
            return Err(self.plus_minus_one_broken(round, player, bid));
        }
        Ok(())
    }

    pub fn check_bids(&self, round: usize, facts: &Round) -> Result<PerSeat<u8>, Violation> {
        let bids = &facts.bids;
        self.check_length("bids", bids)?;
        let cards = self.cards(round);
        if let Some((player, bid)) = self.beyond(round, bids) {
            return Err(Violation::BidRange { player, bid: bid.into(), cards });
        }
        let whole = self.whole(round, bids).map_err(|player| Violation::BidMissing { player })?;
        match self.adding_up(round, bids) {
            Some((player, bid)) if !facts.waived.contains(&Waiver::PlusMinusOne) => {
                Err(self.plus_minus_one_broken(round, player, bid))
            }
            _ => Ok(whole),
        }
    }

    /// The first in bidding order whose bid breaks Plus/Minus One.
    pub fn adding_up(&self, round: usize, bids: &Numbers) -> Option<(Seat, u8)> {
        let seat = self.bidding_order(round).into_iter().find(|&seat| self.has_bid_forbidden(round, bids, seat))?;
        Some((seat, bids.known(seat)?))
    }

    fn beyond(&self, round: usize, list: &Numbers) -> Option<(Seat, u8)> {
        let cards = self.cards(round);
        let beyond = |seat: Seat| Some((seat, list.known(seat).filter(|&number| number > cards)?));
        self.bidding_order(round).into_iter().find_map(beyond)
    }

    /// Fails with the first seat in bidding order whose number is missing.
    fn whole(&self, round: usize, list: &Numbers) -> Result<PerSeat<u8>, Seat> {
        let first = |order: Vec<Seat>| order.into_iter().find(|&seat| list.known(seat).is_none());
        list.whole().ok_or_else(|| first(self.bidding_order(round)).unwrap_or(self.leader(round)))
    }

    /// The cards, less one for each Bomb.
    pub fn tricks_possible(&self, round: usize, bombs: u8) -> u8 {
        self.cards(round).saturating_sub(bombs)
    }

    /// Adds those with a single possible value: the last player's, or 0 for everyone left when all tricks are taken.
    pub fn filled_tricks(&self, round: usize, facts: &Round) -> Numbers {
        let possible = u16::from(self.tricks_possible(round, facts.bombs));
        let missing = facts.tricks.iter().filter(|tricks| tricks.is_none()).count();
        let left = possible.checked_sub(facts.trick_sum()).and_then(|left| u8::try_from(left).ok());
        match left {
            Some(left) if missing == 1 || left == 0 => facts.tricks.map(|tricks| tricks.or(Some(left))),
            _ => facts.tricks.clone(),
        }
    }

    /// The tricks, if all are in, add up or are waived, and Bomb and Cloud are possible.
    pub fn check_tricks(&self, round: usize, facts: &Round) -> Result<PerSeat<u8>, Violation> {
        self.check_length("tricks", &facts.tricks)?;
        let cards = self.cards(round);
        self.check_bombs(round, facts.bombs)?;
        if let Some((player, tricks)) = self.beyond(round, &facts.tricks) {
            return Err(Violation::TricksRange { player, tricks: tricks.into(), cards });
        }
        let (sum, expected) = (facts.trick_sum(), self.tricks_possible(round, facts.bombs));
        let whole = self.whole(round, &facts.tricks).map_err(|player| Violation::TricksMissing { player });
        // Too many tricks are an error even while some are missing.
        let off = sum > u16::from(expected) || (sum < u16::from(expected) && whole.is_ok());
        if off && !facts.waived.contains(&Waiver::Tricks) {
            let bomb_possible = facts.bombs < self.bombs_possible(round) && sum + 1 == u16::from(expected);
            return Err(Violation::TricksSum { sum, expected, bomb_possible, bombs: facts.bombs });
        }
        let whole = whole?;
        self.check_clouds(round, facts)?;
        Ok(whole)
    }

    /// The most tricks that Bombs can take; 0 if the deck has none.
    pub fn bombs_possible(&self, round: usize) -> u8 {
        self.rules.most_of(SpecialCard::Bomb).min(self.cards(round))
    }

    pub(super) fn check_bombs(&self, round: usize, bombs: u8) -> Result<(), Violation> {
        match self.bombs_possible(round) {
            most if bombs <= most => Ok(()),
            _ if !self.rules.has(SpecialCard::Bomb) => Err(Violation::BombNotInDeck),
            most => Err(Violation::Bombs { bombs: bombs.into(), most }),
        }
    }

    pub fn check_cloud_count(&self, clouds: usize) -> Result<(), Violation> {
        match self.rules.most_of(SpecialCard::Cloud) {
            most if clouds <= usize::from(most) => Ok(()),
            0 => Err(Violation::CloudNotInDeck),
            most => Err(Violation::Clouds { clouds, most }),
        }
    }

    /// Whether those who took the Clouds can have taken them, as far as bids and tricks are known.
    pub fn check_clouds(&self, round: usize, facts: &Round) -> Result<(), Violation> {
        let cards = self.cards(round);
        self.check_cloud_count(facts.clouds.len())?;
        let mut bids = facts.bids.map(|bid| bid.map(i16::from));
        for cloud in &facts.clouds {
            let Some(player) = cloud.taker() else { continue };
            if player >= self.players() {
                return Err(Violation::CloudPlayer { player: i64::try_from(player).unwrap_or(i64::MAX) });
            }
            if facts.tricks.known(player) == Some(0) {
                return Err(Violation::CloudWithoutTrick { player });
            }
            // Each Cloud changes the bid as the one before left it.
            let (Some(bid), Some(cloud)) = (bids.known(player), cloud.taken()) else { continue };
            let changed = bid + i16::from(i8::from(cloud.change));
            if !(0..=i16::from(cards)).contains(&changed) {
                return Err(Violation::CloudRange { player, bid, change: cloud.change, cards });
            }
            bids.set(player, Some(changed));
        }
        Ok(())
    }

    pub fn check_round(&self, round: usize, facts: &Round) -> Result<Round<u8>, Violation> {
        if self.plan.cards(round).is_none() {
            return Err(Violation::NoSuchRound { planned: self.plan.rounds() });
        }
        self.check_trump(round, facts.trump)?;
        let bids = self.check_bids(round, facts)?;
        let tricks = self.check_tricks(round, facts)?;
        let taken = facts.clouds.iter().map(|cloud| match *cloud {
            CloudEntry::Asked(player) => Err(Violation::CloudOpen { player }),
            CloudEntry::Taken(cloud) => Ok(cloud),
        });
        let clouds = in_seat_order(taken.collect::<Result<_, _>>()?, |cloud: &Cloud| Some(cloud.player));
        let bids_broken = self.adding_up(round, &facts.bids).map(|_| Waiver::PlusMinusOne);
        let adds_up = facts.trick_sum() == u16::from(self.tricks_possible(round, facts.bombs));
        let waived = bids_broken.into_iter().chain((!adds_up).then_some(Waiver::Tricks)).collect();
        Ok(Round { bids, tricks, trump: facts.trump, bombs: facts.bombs, clouds, waived })
    }

    pub fn check_penalty(&self, given: PenaltyGiven, scored: usize) -> Result<Penalty, Violation> {
        let PenaltyGiven { player, after_round, points, reason } = given;
        let seat = usize::try_from(player).ok().filter(|&seat| seat < self.players());
        let round = usize::try_from(after_round).ok().filter(|&round| round <= scored);
        let whole = |points: &i32| *points != 0 && points % PENALTY_STEP == 0 && points.abs() <= PENALTY_MAX;
        let tens = i32::try_from(points).ok().filter(|points| points.checked_abs().is_some() && whole(points));
        let reason = composed(reason.trim());
        if reason.chars().count() > REASON_MAX || reason.chars().any(char::is_control) {
            return Err(Violation::PenaltyReason);
        }
        Ok(Penalty {
            player: seat.ok_or(Violation::PenaltyPlayer { player })?,
            after_round: round.ok_or(Violation::PenaltyRound { after_round, scored })?,
            points: tens.ok_or(Violation::PenaltyPoints { points })?,
            reason: reason.into_owned(),
        })
    }

    /// Sorted: earliest first, those after one round in seat order. `scored` is the number of rounds.
    pub fn check_penalties(
        &self,
        given: impl IntoIterator<Item = PenaltyGiven>,
        scored: usize,
    ) -> Result<Vec<Penalty>, Violation> {
        let given = given.into_iter().take(PENALTIES_MAX + 1);
        let mut checked = given.map(|given| self.check_penalty(given, scored)).collect::<Result<Vec<_>, _>>()?;
        if checked.len() > PENALTIES_MAX {
            return Err(Violation::PenaltyCount);
        }
        checked.sort_by_key(|penalty| (penalty.after_round, penalty.player));
        Ok(checked)
    }

    fn check_length(&self, list: &'static str, found: &Numbers) -> Result<(), Violation> {
        if found.len() == self.players() {
            Ok(())
        } else {
            Err(Violation::Length { list, found: found.len(), players: self.players() })
        }
    }
}
