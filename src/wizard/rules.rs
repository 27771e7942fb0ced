//! A new rule is a field of [`RuleSet`] with its default, a line of [`RULES`], and its effect in the game. Files,
//! settings, set-up, exports and fingerprint take it from here.

use std::collections::BTreeSet;
use std::ops::{Not, RangeInclusive};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::card::{DeckNames, SpecialCard};
use super::choices::{Bidding, Edition, TieBreak};
use super::plan::{EXTRA_CARDS_MAX, Plan, official_rounds};
use super::written_rule::{
    bounded_hands, default_false, default_one, default_true, default_zero, fits_older_form, is_none, is_one,
    is_usual_deck, ties,
};
use crate::text;
use crate::text::Text;

/// Stored with the session, so that old games keep their rules. A rule newer than version 1 of the format is left out
/// of a file while it has its default.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, remote = "Self")]
pub struct RuleSet {
    /// The bids of all players may not add up to the cards dealt.
    #[serde(deserialize_with = "default_true")]
    pub plus_minus_one: bool,
    /// The first round, from 1, in which Plus/Minus One holds; above 1 a house rule.
    #[serde(deserialize_with = "default_one", skip_serializing_if = "is_one")]
    pub plus_minus_one_from: u8,
    /// The smallest hand in which Plus/Minus One holds; 2 in championships since 2015.
    #[serde(deserialize_with = "default_one", skip_serializing_if = "is_one")]
    pub plus_minus_one_from_cards: u8,
    /// Despite Plus/Minus One, as in championships up to 2014.
    #[serde(deserialize_with = "default_false", skip_serializing_if = "Not::not")]
    pub last_may_bid_zero: bool,
    /// Binds everyone once the bids add up, not only the last (E, as we read it).
    #[serde(deserialize_with = "default_false", skip_serializing_if = "Not::not")]
    pub plus_minus_one_in_turn: bool,
    pub bidding: Bidding,
    /// Empty for the classic game.
    pub special_cards: BTreeSet<SpecialCard>,
    /// From other editions and house decks, without the special ones: a card is then left over in the last round.
    #[serde(deserialize_with = "default_zero", skip_serializing_if = "is_none")]
    pub extra_cards: u8,
    #[serde(skip_serializing_if = "is_usual_deck")]
    pub deck: DeckNames,
    /// Each player owns one colour, there is no trump and round 1 has four cards (25).
    pub unicolor: bool,
    /// In round 1 each player sees every card but their own (25, E, W). A reminder only.
    pub clairvoyance: bool,
    /// Cards per round; `None` for the official plan.
    #[serde(deserialize_with = "bounded_hands", skip_serializing_if = "Option::is_none")]
    pub hands: Option<Vec<u8>>,
    /// In order of priority; if empty, equal players share the victory.
    #[serde(alias = "ties_by_bids_met", deserialize_with = "ties", skip_serializing_if = "fits_older_form")]
    pub tie_break: Vec<TieBreak>,
}

impl Default for RuleSet {
    fn default() -> Self {
        RuleSet {
            plus_minus_one: true,
            plus_minus_one_from: 1,
            plus_minus_one_from_cards: 1,
            last_may_bid_zero: false,
            plus_minus_one_in_turn: false,
            bidding: Bidding::Open,
            special_cards: BTreeSet::new(),
            extra_cards: 0,
            deck: DeckNames::Peoples,
            unicolor: false,
            clairvoyance: false,
            hands: None,
            tie_break: Vec::new(),
        }
    }
}

/// No tie-break or bids met alone are written in the older form, which older versions can read.
impl Serialize for RuleSet {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            #[serde(flatten, serialize_with = "bare")]
            rules: &'a RuleSet,
            #[serde(skip_serializing_if = "Not::not")]
            ties_by_bids_met: bool,
        }
        fn bare<S: Serializer>(rules: &&RuleSet, out: S) -> Result<S::Ok, S::Error> {
            RuleSet::serialize(rules, out)
        }
        Written { rules: self, ties_by_bids_met: self.tie_break == [TieBreak::BidsMet] }.serialize(out)
    }
}

impl<'de> Deserialize<'de> for RuleSet {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<RuleSet, D::Error> {
        RuleSet::deserialize(input)
    }
}

#[derive(Debug)]
pub struct Rule {
    pub key: &'static str,
    pub since: u64,
    pub title: fn() -> Text,
    pub hint: fn(&RuleSet) -> Text,
    pub control: Control,
    /// The rule it depends on: it is offered only while that one is on.
    pub under: Option<&'static str>,
    /// Among the house rules of the set-up: the others have places of their own there, or none.
    pub house: bool,
    /// 1 or 0 for on or off, a number, or an index into the choices.
    pub value: fn(&RuleSet) -> u8,
    pub set: fn(&mut RuleSet, u8),
    /// For a session's page and exports; `None` if not worth mentioning.
    pub described: fn(&RuleSet) -> Option<Text>,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.key == other.key
    }
}

#[derive(Debug)]
pub enum Control {
    Switch,
    Number { range: fn(&RuleSet, usize) -> RangeInclusive<u8>, less: fn() -> Text, more: fn() -> Text },
    Choice(&'static [fn() -> Text]),
    Order(&'static [Ordered]),
}

#[derive(Debug)]
pub struct Ordered {
    pub title: fn() -> Text,
    pub hint: fn() -> Text,
}

/// In the order of the set-up, where special cards and plan have places of their own.
pub const RULES: &[Rule] = &[
    Rule {
        key: "plus_minus_one",
        since: 1,
        title: || text!("Plus/Minus One"),
        hint: |_| text!("The bids may not add up to the tricks"),
        control: Control::Switch,
        under: None,
        house: false,
        value: |rules| rules.plus_minus_one.into(),
        set: |rules, value| rules.plus_minus_one = value > 0,
        described: |rules| match (rules.plus_minus_one, rules.plus_minus_one_from, rules.plus_minus_one_from_cards) {
            (false, ..) => Some(text!("without Plus/Minus One")),
            (true, 1, 1) => Some(text!("Plus/Minus One")),
            (true, ..) => None,
        },
    },
    Rule {
        key: "bidding",
        since: 1,
        title: || text!("Bids"),
        hint: |rules| match rules.bidding {
            Bidding::Open => text!("Announced in order, the dealer last."),
            Bidding::Hidden => text!("Written secretly, revealed at once before play."),
            Bidding::Confided => {
                text!("Written secretly for the scorekeeper, who covers them until the round is scored.")
            }
            Bidding::Secret => text!("Written secretly, revealed after the round."),
        },
        control: Control::Choice(&[
            || text!("Open"),
            || text!("Hidden"),
            || text!("known to the scorekeeper only" => "Confided"),
            || text!("Secret"),
        ]),
        under: None,
        house: true,
        value: |rules| rules.bidding as u8,
        set: |rules, value| rules.bidding = Bidding::ALL.get(usize::from(value)).copied().unwrap_or(rules.bidding),
        described: |rules| match rules.bidding {
            Bidding::Open => None,
            Bidding::Hidden => Some(text!("Hidden bids")),
            Bidding::Confided => Some(text!("Confided bids")),
            Bidding::Secret => Some(text!("Secret bids")),
        },
    },
    Rule {
        key: "clairvoyance",
        since: 1,
        title: || text!("Clairvoyance"),
        hint: |_| text!("In round 1 everyone sees every card but their own"),
        control: Control::Switch,
        under: None,
        house: true,
        value: |rules| rules.clairvoyance.into(),
        set: |rules, value| rules.clairvoyance = value > 0,
        described: |rules| rules.clairvoyance.then(|| text!("Clairvoyance")),
    },
    Rule {
        key: "unicolor",
        since: 1,
        title: || text!("Unicolor"),
        hint: |_| text!("Everyone owns one colour: no trump, twelve rounds of 4 to 15 cards"),
        control: Control::Switch,
        under: None,
        house: true,
        value: |rules| rules.unicolor.into(),
        set: |rules, value| rules.unicolor = value > 0,
        described: |rules| rules.unicolor.then(|| text!("Unicolor")),
    },
    Rule {
        key: "plus_minus_one_from",
        since: 1,
        title: || text!("First round with Plus/Minus One"),
        hint: |rules| match rules.plus_minus_one_from {
            1 => text!("In every round"),
            from => text!("From round {round} on", round = from),
        },
        control: Control::Number {
            range: |rules, players| 1..=rules.last_round(players),
            less: || text!("Plus/Minus One begins a round earlier"),
            more: || text!("Plus/Minus One begins a round later"),
        },
        under: Some("plus_minus_one"),
        house: false,
        value: |rules| rules.plus_minus_one_from,
        set: |rules, value| rules.plus_minus_one_from = value,
        described: |rules| {
            let from = rules.plus_minus_one_from;
            (rules.plus_minus_one && from > 1).then(|| text!("Plus/Minus One from round {round}", round = from))
        },
    },
    Rule {
        key: "plus_minus_one_from_cards",
        since: 2,
        title: || text!("Smallest hand with Plus/Minus One"),
        hint: |rules| match rules.plus_minus_one_from_cards {
            1 => text!("In hands of any size"),
            cards => text!("From hands of {cards} cards on", cards = cards),
        },
        control: Control::Number {
            range: |rules, players| 1..=rules.largest_hand(players),
            less: || text!("Plus/Minus One from hands one card smaller"),
            more: || text!("Plus/Minus One from hands one card larger"),
        },
        under: Some("plus_minus_one"),
        house: false,
        value: |rules| rules.plus_minus_one_from_cards,
        set: |rules, value| rules.plus_minus_one_from_cards = value,
        described: |rules| {
            let cards = rules.plus_minus_one_from_cards;
            (rules.plus_minus_one && cards > 1)
                .then(|| text!("Plus/Minus One from hands of {cards} cards", cards = cards))
        },
    },
    Rule {
        key: "last_may_bid_zero",
        since: 2,
        title: || text!("The last may always bid 0"),
        hint: |_| text!("Plus/Minus One then forbids only other numbers"),
        control: Control::Switch,
        under: Some("plus_minus_one"),
        house: true,
        value: |rules| rules.last_may_bid_zero.into(),
        set: |rules, value| rules.last_may_bid_zero = value > 0,
        described: |rules| {
            (rules.plus_minus_one && rules.last_may_bid_zero).then(|| text!("the last bidder may always bid 0"))
        },
    },
    Rule {
        key: "plus_minus_one_in_turn",
        since: 2,
        title: || text!("Plus/Minus One binds everyone"),
        hint: |_| text!("Nobody may bid 0 while the bids so far add up to the tricks"),
        control: Control::Switch,
        under: Some("plus_minus_one"),
        house: true,
        value: |rules| rules.plus_minus_one_in_turn.into(),
        set: |rules, value| rules.plus_minus_one_in_turn = value > 0,
        described: |rules| {
            (rules.plus_minus_one && rules.plus_minus_one_in_turn)
                .then(|| text!("nobody may bid 0 while the bids add up"))
        },
    },
    Rule {
        key: "extra_cards",
        since: 2,
        title: || text!("Extra cards in the deck"),
        hint: |rules| match rules.extra_cards {
            0 => text!("None besides the special cards"),
            cards => text!("{n} extra card" | "{n} extra cards" % cards),
        },
        control: Control::Number {
            range: |_, _| 0..=EXTRA_CARDS_MAX,
            less: || text!("One fewer extra card"),
            more: || text!("One more extra card"),
        },
        under: None,
        house: false,
        value: |rules| rules.extra_cards,
        set: |rules, value| rules.extra_cards = value,
        described: |rules| {
            let cards = rules.extra_cards;
            (cards > 0).then(|| text!("{n} extra card" | "{n} extra cards" % cards))
        },
    },
    Rule {
        key: "deck",
        since: 2,
        title: || text!("Names of the colours"),
        hint: |rules| match rules.deck {
            DeckNames::Peoples => text!("Humans, Dwarves, Elves, Giants"),
            DeckNames::Suits => text!("Spades, hearts, clubs, diamonds, from 2 to ace"),
            DeckNames::Colours => text!("Blue, red, green, yellow"),
        },
        control: Control::Choice(&[|| text!("Peoples"), || text!("Suits"), || text!("names of a deck" => "Colours")]),
        under: None,
        house: true,
        value: |rules| rules.deck as u8,
        set: |rules, value| rules.deck = DeckNames::ALL.get(usize::from(value)).copied().unwrap_or(rules.deck),
        described: |rules| match rules.deck {
            DeckNames::Peoples => None,
            DeckNames::Suits => Some(text!("deck of suits")),
            DeckNames::Colours => Some(text!("deck of plain colours")),
        },
    },
    Rule {
        key: "tie_break",
        since: 1,
        title: || text!("Equal points"),
        hint: |_| text!("Otherwise equal points share the victory"),
        control: Control::Order(&[
            Ordered { title: || text!("Ties broken by bids met"), hint: || text!("Whoever met more bids is ahead") },
            Ordered {
                title: || text!("Ties broken by best round"),
                hint: || text!("Whoever scored more points in one round is ahead"),
            },
            Ordered {
                title: || text!("Ties broken by sum of bids"),
                hint: || text!("Whoever bid more tricks in total is ahead"),
            },
        ]),
        under: None,
        house: true,
        value: |rules| TieBreak::packed(&rules.tie_break),
        set: |rules, value| rules.tie_break = TieBreak::unpacked(value),
        described: |rules| {
            let names = rules.tie_break.iter().map(|one| one.name());
            let next =
                |one: Text, next: Text| text!("what breaks a tie" => "{one}, then {next}", one = one, next = next);
            Some(text!("Ties broken by {criteria}", criteria = names.reduce(next)?))
        },
    },
];

impl Control {
    /// Appends the choice to the order, or removes it if present.
    pub fn turned(value: u8, choice: usize) -> u8 {
        let mut list = TieBreak::unpacked(value);
        if let Some(&one) = TieBreak::ALL.get(choice) {
            match list.iter().position(|&there| there == one) {
                Some(place) => drop(list.remove(place)),
                None => list.push(one),
            }
        }
        TieBreak::packed(&list)
    }

    pub fn place(value: u8, choice: usize) -> usize {
        let one = TieBreak::ALL.get(choice);
        TieBreak::unpacked(value).iter().position(|there| Some(there) == one).map_or(0, |place| place + 1)
    }
}

impl Rule {
    pub fn of(key: &str) -> Option<&'static Rule> {
        RULES.iter().find(|rule| rule.key == key)
    }

    pub fn holds(&self, rules: &RuleSet) -> bool {
        self.under.is_none_or(|key| Rule::of(key).is_some_and(|rule| (rule.value)(rules) > 0))
    }
}

impl Plan {
    /// Its own hands, Unicolor's twelve rounds of 4 to 15 cards, or the official ⌊60 / players⌋ rounds.
    pub fn of(rules: &RuleSet, players: usize) -> Plan {
        let hands = match &rules.hands {
            Some(hands) => hands.clone(),
            None if rules.unicolor => (4..=15).collect(),
            None => (1..=official_rounds(players)).collect(),
        };
        Plan::with(hands)
    }
}

impl RuleSet {
    /// With as many extra cards as the largest hand needs, and one to turn up if possible. Tables of rounds omit them.
    #[must_use]
    pub fn dealable(&self, players: usize) -> RuleSet {
        let most = self.hands.iter().flatten().copied().max().unwrap_or_default();
        let short = (usize::from(most) * players).saturating_sub(self.deck());
        if short == 0 {
            return self.clone();
        }
        let more = u8::try_from(short + 1).unwrap_or(u8::MAX);
        RuleSet { extra_cards: self.extra_cards.saturating_add(more).min(EXTRA_CARDS_MAX), ..self.clone() }
    }

    pub fn last_round(&self, players: usize) -> u8 {
        u8::try_from(Plan::of(self, players).rounds()).unwrap_or(u8::MAX).max(1)
    }

    pub(super) fn largest_hand(&self, players: usize) -> u8 {
        Plan::of(self, players).hands().iter().copied().max().unwrap_or(1).max(1)
    }

    pub fn own_hands(&self, players: usize) -> Option<&Vec<u8>> {
        let usual = Plan::of(&RuleSet { hands: None, ..self.clone() }, players);
        self.hands.as_ref().filter(|hands| hands.as_slice() != usual.hands())
    }

    /// In a few words each, without the official plan and open bids.
    pub fn described(&self, players: usize) -> Vec<Text> {
        let hands = self.own_hands(players).map(|_| text!("Custom hands"));
        RULES.iter().filter_map(|rule| (rule.described)(self)).chain(hands).collect()
    }

    /// The oldest version of the file format that can hold these rules.
    pub fn version(&self) -> u64 {
        let usual = RuleSet::default();
        let chosen = RULES.iter().filter(|rule| (rule.value)(self) != (rule.value)(&usual));
        // Version 2 also added values to older rules.
        let newer = match (self.bidding, self.edition()) {
            (Bidding::Confided, _) | (_, Edition::ThirtyYears) => true,
            (Bidding::Open | Bidding::Hidden | Bidding::Secret, Edition::Classic | Edition::Anniversary) => {
                !fits_older_form(&self.tie_break)
            }
        };
        chosen.map(|rule| rule.since).fold(if newer { 2 } else { 1 }, u64::max)
    }

    pub fn has(&self, card: SpecialCard) -> bool {
        self.special_cards.contains(&card)
    }

    pub fn edition(&self) -> Edition {
        let has_all = |edition: &Edition| self.special_cards.iter().all(|card| edition.cards().contains(card));
        Edition::ALL.into_iter().find(has_all).unwrap_or(Edition::ThirtyYears)
    }

    /// Per round: once if in the deck, twice if Witch or Vampire can bring it back (ours).
    pub fn most_of(&self, card: SpecialCard) -> u8 {
        u8::from(self.has(card)) * if self.edition() == Edition::ThirtyYears { 2 } else { 1 }
    }

    /// 60, and the special and extra cards.
    pub fn deck(&self) -> usize {
        60 + self.special_cards.len() + usize::from(self.extra_cards)
    }
}
