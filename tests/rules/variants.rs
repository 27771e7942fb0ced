//! Variants and house rules of `docs/rules.md` that few tables play.

use serde_json::{Value, json};
use tablet_of_truth::archive::{read_session, write_session};
use tablet_of_truth::game::Refusal;
use tablet_of_truth::wizard::{
    Bidding, Command, Control, DeckNames, Edition, Game, RULES, Round, Rule, RuleConflict, RuleSet, SpecialCard,
    TieBreak, Trump, Violation, Waiver,
};

use crate::common::{after, at, classic, cloud, game, known, played, round, scored, session, with_cards};
use crate::schema::{SCHEMA, saved};

/// Checks that version 2 of the format keeps this rule, and that a file of version 1 leaves it out at its default.
fn kept(key: &str, rules: &RuleSet) {
    let played = session(3, rules.clone());
    let file = saved(&played);
    assert_eq!(file["version"], json!(2), "{file}");
    assert!(file["rules"].get(key).is_some(), "{file}");
    let text = file.to_string();
    assert_eq!(read_session(text.as_bytes(), at(9)).unwrap().session, played);
    let usual = saved(&session(3, classic()));
    assert_eq!((&usual["version"], usual["rules"].get(key)), (&json!(1), None));
}

fn conflict(rules: RuleSet) -> RuleConflict {
    rules.check(3).expect_err("the rules can be played")
}

#[test]
fn every_rule_has_the_value_it_is_set_to() {
    let mut rules = classic();
    for rule in RULES {
        let ends = match &rule.control {
            Control::Switch => [0, 1],
            Control::Number { range, .. } => range(&rules, 3).into_inner().into(),
            Control::Choice(choices) => [0, choices.len() as u8 - 1],
            Control::Order(choices) => [0, (0..choices.len()).fold(0, Control::turned)],
        };
        for value in ends {
            (rule.set)(&mut rules, value);
            assert_eq!((rule.value)(&rules), value, "{}", rule.key);
        }
        // What is set behind the last choice would be a variant without a name.
        match &rule.control {
            Control::Choice(choices) => {
                (rule.set)(&mut rules, choices.len() as u8);
                assert!((rule.value)(&rules) < choices.len() as u8, "{} has a choice without a name", rule.key);
            }
            Control::Order(choices) => assert_eq!(Control::turned(0, choices.len()), 0, "{}", rule.key),
            Control::Switch | Control::Number { .. } => {}
        }
    }
}

#[test]
fn every_field_is_a_rule_with_the_version_that_first_had_it() {
    // Without `..`, so that a new rule is thought of here.
    let all = RuleSet {
        plus_minus_one: false,
        plus_minus_one_from: 2,
        plus_minus_one_from_cards: 2,
        last_may_bid_zero: true,
        plus_minus_one_in_turn: true,
        bidding: Bidding::Hidden,
        special_cards: SpecialCard::OF_25.into(),
        extra_cards: 1,
        deck: DeckNames::Suits,
        unicolor: true,
        clairvoyance: true,
        hands: Some(vec![1]),
        tie_break: TieBreak::ALL.to_vec(),
    };
    let [all, usual] = [all, classic()].map(|rules| serde_json::to_value(rules).unwrap());
    let keys = all.as_object().unwrap().keys().filter(|key| !["special_cards", "hands"].contains(&&***key));
    assert_eq!(keys.clone().count(), RULES.len());
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    for key in keys {
        let rule = Rule::of(key).unwrap_or_else(|| panic!("{key} is no rule"));
        let described = &schema["$defs"]["agreed_rules"]["properties"];
        assert!(described.get(key).is_some(), "docs/session.schema.json does not describe {key}");
        assert!(rule.since == 1 || usual.get(key).is_none(), "an older program reads {key} as unknown");
    }
}

#[test]
fn plus_minus_one_can_begin_at_a_hand_size() {
    let rules = RuleSet { plus_minus_one_from_cards: 2, ..classic() };
    let one = played(&session(3, rules.clone()), &[0, 0, 1], &[0, 0, 1]);
    let adding_up = one.game().check_round(2, &round(&[0, 2, 0], &[0, 0, 2]));
    assert_eq!(adding_up, Err(Violation::PlusMinusOne { player: 1, bid: 2, cards: 2 }));
    let hands = RuleSet { hands: Some(vec![3, 1, 2]), ..rules.clone() };
    let game = game(3, hands);
    assert_eq!(
        [1, 2, 3].map(|round| game.plus_minus_one(round)),
        [true, false, true],
        "the number of cards counts, not that of the round"
    );
    kept("plus_minus_one_from_cards", &rules);
    let from = |cards: u8| RuleSet { plus_minus_one_from_cards: cards, hands: Some(vec![1, 4]), ..classic() };
    assert_eq!(conflict(from(5)), RuleConflict::PlusMinusOneFromCards { cards: 5, most: 4 });
    assert_eq!(conflict(from(0)), RuleConflict::PlusMinusOneFromCards { cards: 0, most: 4 });
    let off = RuleSet { plus_minus_one: false, ..from(5) };
    assert_eq!(off.check(3), Ok(()), "the limit does not matter with Plus/Minus One off");
    assert_eq!(from(9).playable(3).plus_minus_one_from_cards, 4);
}

#[test]
fn the_last_bidder_may_always_bid_zero() {
    let rules = RuleSet { last_may_bid_zero: true, ..classic() };
    let one = played(&session(3, rules.clone()), &[0, 1, 0], &[0, 1, 0]);
    assert_eq!(one.rounds()[0].waived, [].into(), "a bid of 0 needs no waiver");
    let game = one.game();
    assert_eq!(game.forbidden_bid(2, &known(&[2, 0, 0])), None);
    assert_eq!(game.forbidden_bid(2, &known(&[1, 0, 0])), Some(1), "any other bid that adds up stays forbidden");
    kept("last_may_bid_zero", &rules);
}

/// Three players and five cards: A deals and is the last, B begins. Everyone is bound.
fn in_turn() -> RuleSet {
    RuleSet { plus_minus_one_in_turn: true, hands: Some(vec![5]), ..classic() }
}

#[test]
fn who_bids_while_the_bids_add_up_may_not_bid_zero() {
    // The bids before, in bidding order, and what the next one may not bid: with the option, and without it.
    let cases: [(&[u8], Option<u8>, Option<u8>); 9] = [
        (&[], None, None),
        (&[4], None, None),
        (&[5], Some(0), None),
        (&[0, 5], Some(0), None),
        (&[3, 2], Some(0), None),
        (&[5, 1], None, None),
        (&[5, 0, 0], Some(0), Some(0)),
        (&[2, 1, 2], Some(0), Some(0)),
        (&[2, 1, 1], Some(1), Some(1)),
    ];
    for (before, bound, free) in cases {
        for (rules, forbidden) in [(in_turn(), bound), (RuleSet { plus_minus_one_in_turn: false, ..in_turn() }, free)] {
            let game = game(4, rules);
            let order = game.bidding_order(1);
            let mut facts = Round::empty(4, None);
            order.iter().zip(before).for_each(|(&seat, &bid)| facts.bids.set(seat, Some(bid)));
            let next = order[before.len()];
            assert_eq!(game.forbidden_to(1, &facts.bids, next), forbidden, "{before:?}");
            let of_last = forbidden.filter(|_| next == game.dealer(1));
            assert_eq!(game.forbidden_bid(1, &facts.bids), of_last, "before the last bid nothing is forbidden");
            for bid in 0..=5 {
                assert_eq!(game.may_bid(1, &facts, next, bid).is_err(), forbidden == Some(bid), "{before:?}: {bid}");
            }
        }
    }
    kept("plus_minus_one_in_turn", &in_turn());
}

#[test]
fn a_zero_at_the_sum_is_refused_in_a_round_and_in_its_correction() {
    let start = session(3, in_turn());
    let at_sum = after(&start, [Command::Bid(1, Some(5))]);
    let in_turn_broken = |player: usize| Violation::PlusMinusOneInTurn { player, cards: 5 };
    let broken = |violation: Violation| Err(Refusal::Rule { round: 1, violation });
    assert_eq!(at_sum.apply(Command::Bid(2, Some(0))), broken(in_turn_broken(2)));
    let bid = after(&at_sum, [Command::Bid(2, Some(1)), Command::Bid(0, Some(0))]);
    after(&bid, [Command::Advance]);
    // Who bid first changes theirs: the one after them must change, in whatever order it was entered.
    let zero = after(&start, [Command::Bid(1, Some(4)), Command::Bid(2, Some(0)), Command::Bid(0, Some(2))]);
    let changed = after(&zero, [Command::Bid(1, Some(5))]);
    assert_eq!(changed.apply(Command::Advance), broken(in_turn_broken(2)));
    let early = after(&start, [Command::Bid(2, Some(0)), Command::Bid(1, Some(5)), Command::Bid(0, Some(1))]);
    assert_eq!(early.apply(Command::Advance), broken(in_turn_broken(2)));
    for state in [&changed, &early] {
        let file = write_session(state, at(9)).unwrap();
        assert_eq!(read_session(&file, at(9)).unwrap().session, *state, "such bids are kept as they are");
        let mut by_hand: Value = serde_json::from_slice(&file).unwrap();
        by_hand.as_object_mut().unwrap().remove("steps");
        let read = read_session(by_hand.to_string().as_bytes(), at(9)).unwrap().session;
        assert_eq!(read.wizard().unwrap().table(), state.table(), "there are steps to these bids");
    }
    let one = played(&start, &[1, 5, 2], &[0, 5, 0]);
    let zero = round(&[1, 5, 0], &[0, 5, 0]);
    assert_eq!(one.apply(Command::Correct(1, zero.clone())), broken(in_turn_broken(2)));
    let kept = after(&one, [Command::Correct(1, Round { waived: [Waiver::PlusMinusOne].into(), ..zero })]);
    assert_eq!(kept.rounds()[0].waived, [Waiver::PlusMinusOne].into(), "and the sheet marks it");
}

#[test]
fn plus_minus_one_binds_everyone_only_where_bids_are_open_and_nobody_may_always_bid_zero() {
    for bidding in [Bidding::Hidden, Bidding::Confided] {
        let rules = RuleSet { bidding, ..in_turn() };
        assert_eq!(conflict(rules.clone()), RuleConflict::InTurnWithoutTurns);
        assert_eq!(rules.playable(3), RuleSet { plus_minus_one_in_turn: false, ..rules });
    }
    let zero = RuleSet { last_may_bid_zero: true, ..in_turn() };
    assert_eq!(conflict(zero.clone()), RuleConflict::InTurnWithLastZero);
    assert_eq!(zero.playable(3), RuleSet { plus_minus_one_in_turn: false, ..zero });
    let off = RuleSet { plus_minus_one: false, bidding: Bidding::Secret, ..in_turn() };
    assert_eq!(off.check(3), Ok(()), "the form does not matter with Plus/Minus One off");
}

#[test]
fn with_extra_cards_a_card_is_left_in_the_last_round() {
    let rules = RuleSet { extra_cards: 1, ..classic() };
    let (plain, more) = (game(3, classic()), game(3, rules.clone()));
    assert_eq!((plain.given_trump(20), more.given_trump(20)), (Some(Trump::None), None));
    assert_eq!(more.plan(), plain.plan(), "extra cards add no rounds");
    let all = game(3, RuleSet { extra_cards: 3, hands: Some(vec![20, 21]), ..classic() });
    assert_eq!((all.given_trump(1), all.given_trump(2)), (None, Some(Trump::None)), "round 2 deals all 63 cards");
    kept("extra_cards", &rules);
    assert_eq!(conflict(RuleSet { extra_cards: 21, ..classic() }), RuleConflict::ExtraCards(21));
}

// --- The 30-year edition --------------------------------------------------------------------------------------------

fn with_witch(hands: &[u8]) -> RuleSet {
    let cards = [SpecialCard::Bomb, SpecialCard::Cloud, SpecialCard::Witch];
    RuleSet { hands: Some(hands.to_vec()), ..with_cards(&cards) }
}

#[test]
fn the_edition_follows_from_the_cards() {
    let edition = |cards: &[SpecialCard]| with_cards(cards).edition();
    assert_eq!(edition(&[]), Edition::Classic);
    assert_eq!(edition(&SpecialCard::OF_25), Edition::Anniversary);
    assert_eq!(edition(&[SpecialCard::Vampire]), Edition::ThirtyYears);
    assert_eq!(edition(&SpecialCard::ALL), Edition::ThirtyYears);
    assert_eq!(saved(&session(3, with_cards(&[SpecialCard::Witch])))["version"], json!(2));
    let of_25 = session(3, with_cards(&[SpecialCard::Bomb]));
    assert_eq!(saved(&of_25)["version"], json!(1));
}

#[test]
fn two_bombs_take_two_tricks() {
    let start = session(3, with_witch(&[4, 1, 1]));
    let facts = Round { bombs: 2, ..round(&[1, 1, 0], &[1, 1, 0]) };
    let one = scored(&start, &facts);
    assert_eq!(one.current_totals(), [30, 30, 20]);
    let three = Round { bombs: 3, ..facts.clone() };
    assert_eq!(one.game().check_round(1, &three), Err(Violation::Bombs { bombs: 3, most: 2 }));
    let in_round_of_one = Round { bombs: 2, ..round(&[0, 0, 0], &[0, 0, 0]) };
    assert_eq!(one.game().check_round(2, &in_round_of_one), Err(Violation::Bombs { bombs: 2, most: 1 }));
    let without = game(3, RuleSet { hands: Some(vec![4]), ..with_cards(&[SpecialCard::Bomb]) });
    assert_eq!(
        without.check_round(1, &facts),
        Err(Violation::Bombs { bombs: 2, most: 1 }),
        "without the Witch nobody brings the Bomb back"
    );
    let hint = Violation::TricksSum { sum: 2, expected: 3, bomb_possible: true, bombs: 1 };
    assert_eq!(one.game().check_round(1, &Round { bombs: 1, ..facts }), Err(hint));
}

fn two_clouds(game: &Game, bids: &[u8], tricks: &[u8], clouds: &[(usize, i8)]) -> Result<Vec<u8>, Violation> {
    let clouds = clouds.iter().map(|&(player, change)| cloud(player, change)).collect();
    let round = game.check_round(1, &Round { clouds, ..round(bids, tricks) })?;
    Ok(game.scores(1, &round).map(|score| score.bid).collect())
}

#[test]
fn two_clouds_change_bids_one_after_the_other() {
    let game = game(3, with_witch(&[3]));
    assert_eq!(two_clouds(&game, &[1, 1, 0], &[2, 1, 0], &[(0, 1), (1, -1)]), Ok(vec![2, 0, 0]), "two takers");
    assert_eq!(two_clouds(&game, &[1, 1, 0], &[3, 0, 0], &[(0, 1), (0, 1)]), Ok(vec![3, 1, 0]), "one taker");
    assert_eq!(two_clouds(&game, &[0, 1, 0], &[3, 0, 0], &[(0, 1), (0, -1)]), Ok(vec![0, 1, 0]));
    let below = two_clouds(&game, &[0, 1, 0], &[3, 0, 0], &[(0, -1), (0, 1)]).unwrap_err();
    assert!(
        matches!(below, Violation::CloudRange { player: 0, bid: 0, .. }),
        "each changes the bid as it then is: {below:?}"
    );
    let above = two_clouds(&game, &[2, 1, 0], &[3, 0, 0], &[(0, 1), (0, 1)]).unwrap_err();
    assert!(matches!(above, Violation::CloudRange { player: 0, bid: 3, .. }), "{above:?}");
    let three = two_clouds(&game, &[1, 1, 0], &[2, 1, 0], &[(0, 1), (0, 1), (0, 1)]);
    assert_eq!(three, Err(Violation::Clouds { clouds: 3, most: 2 }));
    let without_trick = two_clouds(&game, &[1, 1, 0], &[3, 0, 0], &[(0, 1), (1, 1)]);
    assert_eq!(without_trick, Err(Violation::CloudWithoutTrick { player: 1 }));
}

#[test]
fn one_bomb_and_one_cloud_are_written_as_ever_and_two_as_a_list() {
    let start = session(3, RuleSet { hands: Some(vec![4, 4]), ..with_cards(&[SpecialCard::Bomb, SpecialCard::Cloud]) });
    let one = Round { bombs: 1, clouds: vec![cloud(1, -1)], ..round(&[1, 1, 1], &[1, 1, 1]) };
    let file = saved(&after(&scored(&start, &one), [Command::Correct(1, Round { bombs: 1, ..one.clone() })]));
    assert_eq!(file["version"], json!(1), "{file}");
    let round_of = |file: &Value| file["rounds"][0].clone();
    assert_eq!(
        (&round_of(&file)["bomb"], &round_of(&file)["cloud"]),
        (&json!(true), &json!({"player": 1, "change": -1}))
    );
    assert!(file["steps"].as_array().unwrap().contains(&json!({"bomb": true})));
    assert!(file["steps"].as_array().unwrap().contains(&json!({"cloud": {"player": 1, "change": -1}})));
    let two = Round { bombs: 2, clouds: vec![cloud(1, -1), cloud(1, -1)], ..round(&[1, 2, 0], &[1, 1, 0]) };
    let played = scored(&session(3, with_witch(&[4, 4])), &two);
    let corrected = after(&played, [Command::Correct(1, two)]);
    let file = saved(&corrected);
    let clouds = json!([{"player": 1, "change": -1}, {"player": 1, "change": -1}]);
    assert_eq!(
        (&file["version"], &round_of(&file)["bombs"], &round_of(&file)["clouds"]),
        (&json!(2), &json!(2), &clouds)
    );
    assert_eq!(read_session(file.to_string().as_bytes(), at(9)).unwrap().session, corrected);
}
