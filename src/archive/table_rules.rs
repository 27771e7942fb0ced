//! The rules with which a table's games begin: what it wishes for, and the named rules that the set-up offers.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize};

use crate::last_wizard;
use crate::last_wizard::Token;
use crate::wizard::{Edition, PlanPreset, RuleSet, SpecialCard, TieBreak};

/// The plan of rounds chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanChoice {
    /// A named plan.
    Preset(PlanPreset),
    /// The table's own list of hands.
    Own,
}

/// The rules a table wishes for. Wishes that exclude each other are both kept, so that switching one off restores the
/// other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TableRules {
    /// The edition.
    #[serde(alias = "anniversary", deserialize_with = "edition_or_whether")]
    pub edition: Edition,
    /// The special cards wanted in the deck; those outside the edition do not count.
    pub cards: BTreeSet<SpecialCard>,
    /// The plan of rounds.
    pub plan: PlanChoice,
    /// The table's own list of hands, as typed.
    pub hands: String,
    /// The other rules; their special cards and hands follow from the wishes above.
    #[serde(flatten)]
    pub rules: RuleSet,
}

/// Reads an edition, or the older form: whether it is the 25-year one.
fn edition_or_whether<'de, D: Deserializer<'de>>(input: D) -> Result<Edition, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Anniversary(bool),
        Edition(Edition),
    }
    Ok(match Written::deserialize(input)? {
        Written::Edition(edition) => edition,
        Written::Anniversary(true) => Edition::Anniversary,
        Written::Anniversary(false) => Edition::Classic,
    })
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

/// Named rules that the set-up offers. They leave the edition, its cards and the deck's names alone, except where
/// noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesPreset {
    /// No variants (G, 25, E, W).
    Booklet,
    /// The rules of [`Settings::our_table`](super::Settings::our_table), including their edition.
    OurTable,
    /// A tournament's hands, Plus/Minus One from two cards, ties broken by bids met, then by the best round.
    Tournament,
}

impl RulesPreset {
    /// All three, in the order in which the set-up shows them.
    pub const ALL: [RulesPreset; 3] = [RulesPreset::Booklet, RulesPreset::OurTable, RulesPreset::Tournament];

    /// The wishes after choosing this preset; `ours` are those of our table.
    #[must_use]
    pub fn of(self, wishes: &TableRules, ours: &TableRules) -> TableRules {
        let RuleSet { special_cards, hands, extra_cards, deck, .. } = wishes.rules.clone();
        let plain = RuleSet { plus_minus_one: false, special_cards, hands, extra_cards, deck, ..RuleSet::default() };
        let named =
            |plan: PlanPreset, rules: RuleSet| TableRules { plan: PlanChoice::Preset(plan), rules, ..wishes.clone() };
        match self {
            RulesPreset::Booklet => named(PlanPreset::EveryRound, plain),
            RulesPreset::OurTable => ours.clone(),
            RulesPreset::Tournament => {
                let tie_break = vec![TieBreak::BidsMet, TieBreak::BestRound];
                let rules = RuleSet { plus_minus_one: true, plus_minus_one_from_cards: 2, tie_break, ..plain };
                named(PlanPreset::Tournament, rules)
            }
        }
    }
}

impl TableRules {
    /// The wishes that lead to these rules for `players` people.
    pub fn of(rules: &RuleSet, players: usize) -> TableRules {
        let preset = PlanPreset::ALL.into_iter().find(|preset| preset.hands(players) == rules.hands);
        let hands: Vec<String> = rules.hands.iter().flatten().map(u8::to_string).collect();
        let wishes = TableRules {
            edition: rules.edition(),
            cards: rules.special_cards.clone(),
            plan: preset.map_or(PlanChoice::Own, PlanChoice::Preset),
            hands: hands.join(" "),
            rules: rules.clone(),
        };
        wishes.bare()
    }

    /// The wishes without what does not count, so that equal ones lead to the same rules.
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

/// The tokens of The Last Wizard offered to a table that has named none: those shown in our copy of the booklet.
const TOKENS: [i64; 5] = [-1, 1, 2, 3, 4];

/// The rules with which games of The Last Wizard begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrackRules {
    /// The rules agreed on.
    #[serde(flatten)]
    pub rules: last_wizard::RuleSet,
    /// The tokens in use, by number of players.
    pub tokens: BTreeMap<usize, BTreeSet<Token>>,
}

impl TrackRules {
    /// The tokens in use at a table of `players`, smallest first.
    pub fn tokens(&self, players: usize) -> BTreeSet<Token> {
        let usual = || TOKENS.into_iter().filter_map(|token| Token::try_from(token).ok()).collect();
        self.tokens.get(&players).cloned().unwrap_or_else(usual)
    }

    /// Takes a token into use at a table of `players`, or out of use if it was in.
    pub fn turn(&mut self, players: usize, token: Token) {
        let mut tokens = self.tokens(players);
        if !tokens.remove(&token) {
            tokens.insert(token);
        }
        self.tokens.insert(players, tokens);
    }
}
