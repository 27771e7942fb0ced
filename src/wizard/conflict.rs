use super::card::SpecialCard;
use super::choices::{Bidding, TieBreak};
use super::plan::{EXTRA_CARDS_MAX, PLAYERS_MAX, PLAYERS_MIN, Plan, ROUNDS_MAX, hand_max};
use super::rules::{Control, RULES, Rule, RuleSet};
use crate::text;
use crate::text::Text;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum RuleConflict {
    Players(usize),
    /// The sum of unknown bids cannot be checked.
    PlusMinusOneWithSecret,
    /// Hidden, confided and secret bids have no turns.
    InTurnWithoutTurns,
    InTurnWithLastZero,
    DragonWithoutFairy,
    /// Excluded by 25.
    ClairvoyanceWithSpecialCards,
    ClairvoyanceWithoutOneCard,
    /// Excluded by 25.
    UnicolorWithSpecialCards,
    /// 3 or 4 are possible.
    UnicolorPlayers(usize),
    /// A plan has 1 to 40 rounds.
    RoundCount(usize),
    HandSize {
        /// From 1.
        round: usize,
        cards: u8,
        max: u8,
    },
    Deck {
        /// From 1.
        round: usize,
        players: usize,
        cards: u8,
        deck: usize,
    },
    TieBreakTwice,
    PlusMinusOneFrom {
        from: u8,
        rounds: usize,
    },
    ExtraCards(u8),
    PlusMinusOneFromCards {
        cards: u8,
        most: u8,
    },
}

impl RuleConflict {
    pub fn text(&self) -> Text {
        match *self {
            RuleConflict::Players(players) => text!(
                "Wizard is for {min} to {max} players, not {players}",
                min = PLAYERS_MIN,
                max = PLAYERS_MAX,
                players = players,
            ),
            RuleConflict::PlusMinusOneWithSecret => text!(
                "Plus/Minus One cannot be checked with Secret prediction: nobody knows the bids before play. Set \
                 “plus_minus_one” to false"
            ),
            RuleConflict::InTurnWithoutTurns => text!(
                "Plus/Minus One can only bind whoever's turn it is where bids are open: others have no order. Set \
                 “plus_minus_one_in_turn” to false"
            ),
            RuleConflict::InTurnWithLastZero => text!(
                "Plus/Minus One cannot bind everyone and let the last always bid 0: set “plus_minus_one_in_turn” or \
                 “last_may_bid_zero” to false"
            ),
            RuleConflict::DragonWithoutFairy => text!("the Dragon and the Fairy must be in the deck together"),
            RuleConflict::ClairvoyanceWithSpecialCards => text!("Clairvoyance is only played without special cards"),
            RuleConflict::ClairvoyanceWithoutOneCard => text!("Clairvoyance needs a first round of one card"),
            RuleConflict::UnicolorWithSpecialCards => text!("Unicolor is only played without special cards"),
            RuleConflict::UnicolorPlayers(players) => {
                text!("Unicolor is for 3 or 4 players, not {players}", players = players)
            }
            RuleConflict::RoundCount(rounds) => {
                text!("a plan has 1 to {max} rounds, not {rounds}", max = ROUNDS_MAX, rounds = rounds)
            }
            RuleConflict::HandSize { round, cards, max } => text!(
                "round {round} cannot have {n} card: 1 to {max} are possible"
                    | "round {round} cannot have {n} cards: 1 to {max} are possible" % cards,
                round = round,
                max = max,
            ),
            RuleConflict::Deck { round, players, cards, deck } => text!(
                "round {round} cannot be dealt: {players} players × {cards} cards are {dealt}, the deck has {deck}; \
                 deal fewer, or give the deck more “extra_cards”",
                round = round,
                players = players,
                cards = cards,
                dealt = players * usize::from(cards),
                deck = deck,
            ),
            RuleConflict::TieBreakTwice => text!("a tie break is listed twice in “tie_break”"),
            RuleConflict::PlusMinusOneFrom { from, rounds } => text!(
                "Plus/Minus One cannot begin in round {from}: the game has {n} round"
                    | "Plus/Minus One cannot begin in round {from}: the game has {n} rounds" % rounds,
                from = from,
            ),
            RuleConflict::ExtraCards(cards) => {
                text!("a deck has 0 to {max} extra cards, not {cards}", max = EXTRA_CARDS_MAX, cards = cards)
            }
            RuleConflict::PlusMinusOneFromCards { cards, most } => text!(
                "Plus/Minus One cannot begin with hands of {cards} cards: 1 to {most} are possible",
                cards = cards,
                most = most,
            ),
        }
    }
}

impl RuleConflict {
    /// The rule excluded by this conflict, and why, in the few words of the set-up.
    fn excludes(&self, rules: &RuleSet) -> Option<(&'static str, Text)> {
        match self {
            RuleConflict::PlusMinusOneWithSecret => {
                Some(("plus_minus_one", text!("Not with Secret prediction: nobody knows the bids before play")))
            }
            RuleConflict::InTurnWithoutTurns => {
                Some(("plus_minus_one_in_turn", text!("Only with open bids: others have no order")))
            }
            RuleConflict::InTurnWithLastZero => {
                Some(("plus_minus_one_in_turn", text!("Not where the last may always bid 0")))
            }
            RuleConflict::ClairvoyanceWithSpecialCards => Some(("clairvoyance", text!("Only without special cards"))),
            RuleConflict::ClairvoyanceWithoutOneCard if rules.unicolor => {
                Some(("clairvoyance", text!("Not with Unicolor")))
            }
            RuleConflict::ClairvoyanceWithoutOneCard => {
                Some(("clairvoyance", text!("Only when the first round has one card")))
            }
            RuleConflict::UnicolorWithSpecialCards => Some(("unicolor", text!("Only without special cards"))),
            RuleConflict::UnicolorPlayers(_) => Some(("unicolor", text!("Only for 3 or 4 players"))),
            RuleConflict::Players(_)
            | RuleConflict::DragonWithoutFairy
            | RuleConflict::RoundCount(_)
            | RuleConflict::HandSize { .. }
            | RuleConflict::Deck { .. }
            | RuleConflict::TieBreakTwice
            | RuleConflict::PlusMinusOneFrom { .. }
            | RuleConflict::ExtraCards(_)
            | RuleConflict::PlusMinusOneFromCards { .. } => None,
        }
    }
}

impl RuleSet {
    /// Why a rule cannot be switched on, in a few words; `None` if it can.
    pub fn excluded(&self, rule: &Rule, players: usize) -> Option<Text> {
        if !matches!(rule.control, Control::Switch) {
            return None;
        }
        let mut rules = self.clone();
        (rule.set)(&mut rules, 1);
        let reasons = rules.conflicts(players).into_iter().filter_map(|conflict| conflict.excludes(&rules));
        reasons.filter(|(key, _)| *key == rule.key).map(|(_, reason)| reason).next()
    }

    /// Switches excluded rules off and brings numbers into range.
    #[must_use]
    pub fn playable(&self, players: usize) -> RuleSet {
        let mut rules = self.clone();
        // Unicolor excludes Clairvoyance, and not the other way round.
        for rule in RULES.iter().rev() {
            if rules.excluded(rule, players).is_some() {
                (rule.set)(&mut rules, 0);
            }
        }
        for rule in RULES {
            if let Control::Number { range, .. } = rule.control {
                let (least, most) = range(&rules, players).into_inner();
                let value = (rule.value)(&rules).clamp(least, most);
                (rule.set)(&mut rules, value);
            }
        }
        rules
    }
    pub fn check(&self, players: usize) -> Result<(), RuleConflict> {
        match self.conflicts(players).into_iter().next() {
            Some(conflict) => Err(conflict),
            None => Ok(()),
        }
    }

    pub fn conflicts(&self, players: usize) -> Vec<RuleConflict> {
        use RuleConflict as C;
        let mut found = Vec::new();
        if !(PLAYERS_MIN..=PLAYERS_MAX).contains(&players) {
            return vec![C::Players(players)];
        }
        if self.plus_minus_one && self.bidding == Bidding::Secret {
            found.push(C::PlusMinusOneWithSecret);
        }
        let in_turn = self.plus_minus_one && self.plus_minus_one_in_turn;
        if in_turn && self.bidding != Bidding::Open {
            found.push(C::InTurnWithoutTurns);
        }
        if in_turn && self.last_may_bid_zero {
            found.push(C::InTurnWithLastZero);
        }
        if self.has(SpecialCard::Dragon) != self.has(SpecialCard::Fairy) {
            found.push(C::DragonWithoutFairy);
        }
        let special = !self.special_cards.is_empty();
        if self.extra_cards > EXTRA_CARDS_MAX {
            found.push(C::ExtraCards(self.extra_cards));
        }
        if self.unicolor && special {
            found.push(C::UnicolorWithSpecialCards);
        }
        if self.unicolor && players > 4 {
            found.push(C::UnicolorPlayers(players));
        }
        if let Some(hands) = &self.hands {
            if hands.is_empty() || hands.len() > ROUNDS_MAX {
                found.push(C::RoundCount(hands.len()));
                return found;
            }
            let (max, deck) = (hand_max(players, self.unicolor), self.deck());
            let hand = |is_odd: &dyn Fn(u8) -> bool| (1..).zip(hands).find(|(_, cards)| is_odd(**cards));
            if let Some((round, &cards)) = hand(&|cards| !(1..=max).contains(&cards)) {
                found.push(C::HandSize { round, cards, max });
            } else if let Some((round, &cards)) = hand(&|cards| usize::from(cards) * players > deck) {
                found.push(C::Deck { round, players, cards, deck });
            }
        }
        let twice = |(place, one): (usize, &TieBreak)| self.tie_break.iter().take(place).any(|before| before == one);
        if self.tie_break.iter().enumerate().any(twice) {
            found.push(C::TieBreakTwice);
        }
        let plan = Plan::of(self, players);
        if self.clairvoyance && special {
            found.push(C::ClairvoyanceWithSpecialCards);
        }
        if self.clairvoyance && plan.cards(1) != Some(1) {
            found.push(C::ClairvoyanceWithoutOneCard);
        }
        let from = self.plus_minus_one_from;
        if self.plus_minus_one && (from == 0 || usize::from(from) > plan.rounds()) {
            found.push(C::PlusMinusOneFrom { from, rounds: plan.rounds() });
        }
        let (cards, most) = (self.plus_minus_one_from_cards, self.largest_hand(players));
        if self.plus_minus_one && !(1..=most).contains(&cards) {
            found.push(C::PlusMinusOneFromCards { cards, most });
        }
        found
    }
}
