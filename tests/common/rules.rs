//! Any rules that a table may agree on.

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;
use tablet_of_truth::wizard::{Bidding, DeckNames, RuleSet, SpecialCard, TieBreak};

fn special_cards() -> impl Strategy<Value = Vec<SpecialCard>> {
    let any = btree_set(select(&SpecialCard::ALL[..]), 0..=9).prop_map(|cards| cards.into_iter().collect::<Vec<_>>());
    prop_oneof![2 => Just(Vec::new()), 2 => Just(vec![SpecialCard::Bomb, SpecialCard::Cloud]),
        2 => Just(vec![SpecialCard::Bomb, SpecialCard::Cloud, SpecialCard::Vampire]), 3 => any]
}

fn own_hands() -> impl Strategy<Value = Option<Vec<u8>>> {
    prop_oneof![2 => Just(None), 3 => vec(1_u8..=15, 1..=8).prop_map(Some)]
}

fn ties() -> impl Strategy<Value = Vec<TieBreak>> {
    use TieBreak::{BestRound, BidsMet, SumOfBids};
    select(vec![vec![], vec![BidsMet], vec![BestRound], vec![SumOfBids, BestRound], TieBreak::ALL.to_vec()])
}

fn deck() -> impl Strategy<Value = DeckNames> {
    select(vec![DeckNames::Peoples, DeckNames::Suits, DeckNames::Colours])
}

pub fn rules(players: usize) -> impl Strategy<Value = RuleSet> {
    let bidding = select(vec![Bidding::Open, Bidding::Hidden, Bidding::Confided, Bidding::Secret]);
    // Whether the last may bid 0, and whether nobody may at the sum.
    let zeros = select(vec![(false, false), (true, false), (false, true)]);
    let options = (any::<bool>(), 1_u8..=3, 1_u8..=3, zeros, any::<bool>(), any::<bool>(), ties(), 0_u8..=3, deck());
    (bidding, special_cards(), own_hands(), options).prop_map(move |(bidding, cards, hands, options)| {
        let (plus_minus_one, from, from_cards, forms, unicolor, clairvoyance, tie_break, extra, deck) = options;
        let (last_may_bid_zero, plus_minus_one_in_turn) = forms;
        let mut rules = RuleSet {
            plus_minus_one: plus_minus_one && bidding != Bidding::Secret,
            plus_minus_one_from: from,
            plus_minus_one_from_cards: from_cards,
            last_may_bid_zero,
            plus_minus_one_in_turn: plus_minus_one_in_turn && bidding == Bidding::Open,
            bidding,
            special_cards: cards.into_iter().collect(),
            extra_cards: extra,
            deck,
            unicolor,
            clairvoyance,
            hands: hands.map(|hands| hands.into_iter().map(|cards| cards.min((80 / players) as u8)).collect()),
            tie_break,
        };
        make_playable(&mut rules, players);
        assert_eq!(rules.conflicts(players), []);
        rules
    })
}

fn make_playable(rules: &mut RuleSet, players: usize) {
    if rules.has(SpecialCard::Dragon) != rules.has(SpecialCard::Fairy) {
        rules.special_cards.remove(&SpecialCard::Dragon);
        rules.special_cards.remove(&SpecialCard::Fairy);
    }
    let special = !rules.special_cards.is_empty();
    rules.unicolor &= !special && players <= 4;
    let first = rules.hands.as_ref().map_or(if rules.unicolor { 4 } else { 1 }, |hands| hands[0]);
    rules.clairvoyance &= !special && first == 1;
    let rounds = rules.hands.as_ref().map_or(10, Vec::len) as u8;
    rules.plus_minus_one_from = rules.plus_minus_one_from.min(rounds);
    let most = rules.hands.as_ref().map_or(10, |hands| hands.iter().copied().max().unwrap());
    rules.plus_minus_one_from_cards = rules.plus_minus_one_from_cards.min(most);
    *rules = rules.dealable(players);
}
