//! The rule set of a table, and which options exclude each other.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::plan::{Plan, ROUNDS_MAX, hand_max};
use super::{PLAYERS_MAX, PLAYERS_MIN, SpecialCard};
use crate::text;
use crate::text::Text;

/// How bids are made known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bidding {
    /// Announced in order, the dealer last.
    #[default]
    Open,
    /// Written secretly, revealed at once before play.
    Hidden,
    /// Written secretly, revealed after the round.
    Secret,
}

/// What was agreed at a table. Kept with the session, so that an old game is always read with its own rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// The bids of all players may not add up to the cards dealt.
    pub plus_minus_one: bool,
    /// The first round (from 1) in which Plus/Minus One holds; a house rule when above 1.
    pub plus_minus_one_from: u8,
    /// How bids are made known.
    pub bidding: Bidding,
    /// The special cards in the deck; empty for the classic game.
    pub special_cards: BTreeSet<SpecialCard>,
    /// Each player owns one colour, there is no trump and round 1 has four cards (25-year edition).
    pub unicolor: bool,
    /// In round 1 each player sees every card but their own. A reminder only.
    pub clairvoyance: bool,
    /// The cards dealt in each round, when the table does not play the official plan.
    pub hands: Option<Vec<u8>>,
    /// House rule: equal points are told apart by the number of bids met.
    pub ties_by_bids_met: bool,
}

impl Default for RuleSet {
    fn default() -> Self {
        RuleSet {
            plus_minus_one: true,
            plus_minus_one_from: 1,
            bidding: Bidding::Open,
            special_cards: BTreeSet::new(),
            unicolor: false,
            clairvoyance: false,
            hands: None,
            ties_by_bids_met: false,
        }
    }
}

/// Why a rule set cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum RuleConflict {
    /// Wizard is for 3 to 6 players.
    Players(usize),
    /// Nobody can check the sum of bids that nobody knows.
    PlusMinusOneWithSecret,
    /// Dragon and Fairy come together.
    DragonWithoutFairy,
    /// The 25-year edition allows Clairvoyance only without special cards.
    ClairvoyanceWithSpecialCards,
    /// The first round has more than one card.
    ClairvoyanceWithoutOneCard,
    /// The 25-year edition allows Unicolor only without special cards.
    UnicolorWithSpecialCards,
    /// Unicolor is for 3 or 4 players.
    UnicolorPlayers(usize),
    /// A plan has 1 to 40 rounds.
    RoundCount(usize),
    /// A hand is too small or too large.
    HandSize {
        /// The round, from 1.
        round: usize,
        /// The cards asked for.
        cards: u8,
        /// The most that can be dealt.
        max: u8,
    },
    /// Plus/Minus One would begin outside the plan.
    PlusMinusOneFrom {
        /// The round asked for.
        from: u8,
        /// The rounds of the plan.
        rounds: usize,
    },
}

impl RuleConflict {
    /// What is wrong and what to do.
    pub fn text(&self) -> Text {
        match *self {
            RuleConflict::Players(players) => text!(
                "Wizard is for {min} to {max} players, not {players}",
                min = PLAYERS_MIN,
                max = PLAYERS_MAX,
                players = players,
            ),
            RuleConflict::PlusMinusOneWithSecret => text!(
                "Plus/Minus One cannot be checked with Secret prediction: nobody knows the bids before play. Set \"plus_minus_one\" to false"
            ),
            RuleConflict::DragonWithoutFairy => text!("the Dragon and the Fairy are only in the deck together"),
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
                "round {round} cannot have {n} card: from 1 to {max} are possible"
                    | "round {round} cannot have {n} cards: from 1 to {max} are possible" % cards,
                round = round,
                max = max,
            ),
            RuleConflict::PlusMinusOneFrom { from, rounds } => text!(
                "Plus/Minus One cannot begin in round {from}: the game has {n} round"
                    | "Plus/Minus One cannot begin in round {from}: the game has {n} rounds" % rounds,
                from = from,
            ),
        }
    }
}

impl RuleSet {
    /// Is this special card in the deck?
    pub fn has(&self, card: SpecialCard) -> bool {
        self.special_cards.contains(&card)
    }

    /// The cards of the deck: 60 and the special ones.
    pub fn deck(&self) -> usize {
        60 + self.special_cards.len()
    }

    /// The first reason why `players` people cannot play by these rules.
    ///
    /// # Errors
    /// The [`RuleConflict`], in the order of the rules.
    pub fn check(&self, players: usize) -> Result<(), RuleConflict> {
        match self.conflicts(players).into_iter().next() {
            Some(conflict) => Err(conflict),
            None => Ok(()),
        }
    }

    /// Every reason why `players` people cannot play by these rules.
    pub fn conflicts(&self, players: usize) -> Vec<RuleConflict> {
        use RuleConflict as C;
        let mut found = Vec::new();
        if !(PLAYERS_MIN..=PLAYERS_MAX).contains(&players) {
            return vec![C::Players(players)];
        }
        if self.plus_minus_one && self.bidding == Bidding::Secret {
            found.push(C::PlusMinusOneWithSecret);
        }
        if self.has(SpecialCard::Dragon) != self.has(SpecialCard::Fairy) {
            found.push(C::DragonWithoutFairy);
        }
        let special = !self.special_cards.is_empty();
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
            let max = hand_max(players, self.unicolor);
            let odd = hands.iter().enumerate().find(|(_, cards)| !(1..=max).contains(*cards));
            if let Some((index, &cards)) = odd {
                found.push(C::HandSize { round: index + 1, cards, max });
            }
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
        found
    }
}
