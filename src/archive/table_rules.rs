use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::last_wizard;
use crate::last_wizard::Token;
use crate::wizard::{Edition, PlanPreset, RuleSet, SpecialCard, written_hands};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanChoice {
    Preset(PlanPreset),
    Own,
}

/// Options that exclude each other are both kept, so that switching one off restores the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TableRules {
    pub edition: Edition,
    /// Those outside the edition have no effect.
    pub cards: BTreeSet<SpecialCard>,
    pub plan: PlanChoice,
    pub hands: String,
    /// Special cards and hands in here are overridden by the fields above.
    #[serde(flatten)]
    pub rules: RuleSet,
}

impl Default for TableRules {
    fn default() -> Self {
        TableRules {
            edition: Edition::Classic,
            cards: SpecialCard::ALL.into_iter().collect(),
            plan: PlanChoice::Preset(PlanPreset::EveryRound),
            hands: String::new(),
            rules: RuleSet::default(),
        }
    }
}

impl TableRules {
    pub fn of(rules: &RuleSet, players: usize) -> TableRules {
        let hands = rules.own_hands(players);
        let preset = PlanPreset::ALL.into_iter().find(|preset| preset.hands(players).as_ref() == hands);
        let wishes = TableRules {
            edition: rules.edition(),
            cards: rules.special_cards.clone(),
            plan: preset.map_or(PlanChoice::Own, PlanChoice::Preset),
            hands: written_hands(hands.map_or(&[], Vec::as_slice)),
            rules: rules.clone(),
        };
        wishes.bare()
    }

    /// Without what has no effect, so that equal values mean equal rules.
    #[must_use]
    pub fn bare(&self) -> TableRules {
        let usual = TableRules::default();
        let cards: BTreeSet<SpecialCard> =
            self.edition.cards().iter().filter(|card| self.cards.contains(card)).copied().collect();
        TableRules {
            edition: self.edition,
            cards: if cards.is_empty() { usual.cards } else { cards },
            plan: self.plan,
            hands: if self.plan == PlanChoice::Own { self.hands.clone() } else { usual.hands },
            rules: RuleSet { special_cards: BTreeSet::new(), hands: None, ..self.rules.clone() },
        }
    }
}

/// The default tokens of The Last Wizard: those pictured in the booklet (LW).
const TOKENS: [i64; 5] = [-1, 1, 2, 3, 4];

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrackRules {
    #[serde(flatten)]
    pub rules: last_wizard::RuleSet,
    pub tokens: BTreeMap<usize, BTreeSet<Token>>,
}

impl TrackRules {
    /// Smallest first.
    pub fn tokens(&self, players: usize) -> BTreeSet<Token> {
        let usual = || TOKENS.into_iter().filter_map(|token| Token::try_from(token).ok()).collect();
        self.tokens.get(&players).cloned().unwrap_or_else(usual)
    }

    pub fn turn(&mut self, players: usize, token: Token) {
        let mut tokens = self.tokens(players);
        if !tokens.remove(&token) {
            tokens.insert(token);
        }
        self.tokens.insert(players, tokens);
    }
}
