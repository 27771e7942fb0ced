//! Variants and house rules, each for itself: RULES of `docs/rules.md` that few tables play.

use serde_json::{Value, json};
use tablet_of_truth::archive::{read_session, write_session};
use tablet_of_truth::session::Session;
use tablet_of_truth::wizard::{Breach, RuleConflict, RuleSet, Trump};

use crate::common::{at, classic, game, known, played, round, session};

/// The session as its file has it.
fn written(session: &Session) -> Value {
    serde_json::from_slice(&write_session(session, at(9)).unwrap()).unwrap()
}

/// Is the rule kept by a file of version 2, and left out of one of version 1 where it is the usual one?
fn kept(key: &str, rules: &RuleSet) {
    let played = session(3, rules.clone());
    let file = written(&played);
    assert_eq!(file["version"], json!(2), "{file}");
    assert!(file["rules"].get(key).is_some(), "{file}");
    let text = file.to_string();
    assert_eq!(read_session(text.as_bytes(), at(9)).unwrap().session, played);
    let usual = written(&session(3, classic()));
    assert_eq!((&usual["version"], usual["rules"].get(key)), (&json!(1), None));
}

fn conflict(rules: RuleSet) -> RuleConflict {
    rules.check(3).expect_err("the rules can be played")
}

#[test]
fn plus_minus_one_may_leave_small_hands_out() {
    let rules = RuleSet { plus_minus_one_from_cards: 2, ..classic() };
    let one = played(&session(3, rules.clone()), &[0, 0, 1], &[0, 0, 1]);
    let adding_up = one.game().check_round(2, &round(&[0, 2, 0], &[0, 0, 2]));
    assert_eq!(adding_up, Err(Breach::PlusMinusOne { player: 1, bid: 2, cards: 2 }));
    let hands = RuleSet { hands: Some(vec![3, 1, 2]), ..rules.clone() };
    let game = game(3, hands);
    assert_eq!(
        [1, 2, 3].map(|round| game.plus_minus_one(round)),
        [true, false, true],
        "the hand counts, not the round"
    );
    kept("plus_minus_one_from_cards", &rules);
    let from = |cards: u8| RuleSet { plus_minus_one_from_cards: cards, hands: Some(vec![1, 4]), ..classic() };
    assert_eq!(conflict(from(5)), RuleConflict::PlusMinusOneFromCards { cards: 5, most: 4 });
    assert_eq!(conflict(from(0)), RuleConflict::PlusMinusOneFromCards { cards: 0, most: 4 });
    let off = RuleSet { plus_minus_one: false, ..from(5) };
    assert_eq!(off.check(3), Ok(()), "it says nothing where Plus/Minus One is off");
    assert_eq!(from(9).playable(3).plus_minus_one_from_cards, 4);
}

#[test]
fn the_last_may_always_bid_zero() {
    let rules = RuleSet { last_may_bid_zero: true, ..classic() };
    let one = played(&session(3, rules.clone()), &[0, 1, 0], &[0, 1, 0]);
    assert_eq!(one.rounds()[0].waived, [].into(), "nothing was waived");
    let game = one.game();
    assert_eq!(game.forbidden_bid(2, &known(&[2, 0, 0])), None);
    assert_eq!(game.forbidden_bid(2, &known(&[1, 0, 0])), Some(1), "any other number that adds up stays forbidden");
    kept("last_may_bid_zero", &rules);
}

#[test]
fn with_extra_cards_a_card_is_left_in_the_last_round() {
    let rules = RuleSet { extra_cards: 1, ..classic() };
    let (plain, more) = (game(3, classic()), game(3, rules.clone()));
    assert_eq!((plain.given_trump(20), more.given_trump(20)), (Some(Trump::None), None));
    assert_eq!(more.plan(), plain.plan(), "the rounds stay");
    let all = game(3, RuleSet { extra_cards: 3, hands: Some(vec![20, 21]), ..classic() });
    assert_eq!((all.given_trump(1), all.given_trump(2)), (None, Some(Trump::None)), "63 cards, all dealt");
    kept("extra_cards", &rules);
    assert_eq!(conflict(RuleSet { extra_cards: 21, ..classic() }), RuleConflict::ExtraCards(21));
}
