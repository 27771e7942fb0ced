//! Hands of The Last Wizard: the booklet's examples, its powers one by one, what cannot be entered, and random hands
//! against a naive sum.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tablet_of_truth::last_wizard::{CARD_MAX, Goblins, HAND_MAX, Hand, Pack, Power, Term};

use crate::common::thorough::runner;

fn hand(pack: Option<Pack>, cards: &[i32]) -> Hand {
    let mut hand = Hand::of(pack);
    for (place, &value) in cards.iter().enumerate() {
        assert!(hand.set_card(place, Some(value)));
    }
    hand
}

#[test]
fn the_printed_hands_are_worth_what_the_booklet_says() {
    // Two casters of 4 and less, a spell of 8 and another card of 4: the second caster would cast nothing more.
    for cards in [[4, 3, 8, 4], [3, 4, 4, 8], [8, 4, 4, 3]] {
        let hand = hand(None, &cards);
        assert_eq!(hand.total(), Some(16), "{cards:?}");
        assert_eq!(hand.terms().len(), 3);
    }
    let printed = hand(None, &[4, 3, 8, 4]);
    assert_eq!(printed.terms(), [Term::Card(4), Term::Card(8), Term::Card(4)]);
    // Without a caster, two cards.
    assert_eq!(hand(None, &[5, 4]).total(), Some(9));
    // Fortify takes the Dragon from 4 to 12, and its own bonus comes after.
    let mut fortified = hand(Some(Pack::Blue), &[4]);
    assert!(fortified.fortify(Some(0)));
    assert_eq!(fortified.total(), Some(12));
    assert!(fortified.turn(Power::Dragon));
    assert_eq!((fortified.total(), fortified.terms()), (Some(14), vec![Term::Tripled(4), Term::Bonus(2)]));
}

/// What each of them adds is in the naive computation.
#[test]
fn each_power_is_of_its_pack() {
    use Power::{Dragon, Dullahan, Harpy, Pyromancer, Skeletons, Storm, Wave, Witch};
    for power in Power::ALL {
        let pack = match power {
            Skeletons | Harpy | Witch | Wave => Pack::Red,
            Dullahan | Dragon | Pyromancer | Storm => Pack::Blue,
        };
        assert_eq!(power.pack(), pack, "{power:?}");
    }
}

#[test]
fn three_of_four_cards_count_and_another_can_stay_out() {
    let mut hand = hand(None, &[7, 2, 9]);
    assert_eq!((hand.left_out(), hand.total()), (None, Some(18)));
    hand.leave_out(0);
    assert_eq!(hand.total(), Some(18), "of three cards all count");
    assert!(hand.set_card(3, Some(2)));
    assert_eq!((hand.left_out(), hand.total()), (Some(3), Some(18)), "of the lowest, the last");
    hand.leave_out(2);
    assert_eq!((hand.left_out(), hand.total(), hand.counts(2)), (Some(2), Some(11), false));
    hand.leave_out(9);
    assert_eq!(hand.left_out(), Some(2));
    assert!(hand.set_card(0, None));
    assert_eq!((hand.left_out(), hand.total()), (None, Some(13)));
}

#[test]
fn what_no_table_can_hold_cannot_be_entered() {
    let mut hand = hand(None, &[1, 2, 3, 4]);
    assert!(!hand.set_card(4, Some(5)), "a fifth card");
    assert!(!hand.set_card(0, Some(CARD_MAX + 1)) && !hand.set_card(0, Some(-CARD_MAX - 1)));
    assert_eq!(hand.card(0), Some(1));
    // Of a pack that is known, only its own powers.
    let mut red = Hand::of(Some(Pack::Red));
    assert!(!red.can_turn(Power::Storm) && !red.turn(Power::Storm) && !red.set_goblins(Some(Goblins::One)));
    assert!(!red.fortify(Some(0)) && red == Hand::of(Some(Pack::Red)));
    // Of a pack that is not known, those of one.
    assert!(hand.turn(Power::Harpy) && hand.set_goblins(None) && hand.fortify(None) && hand.has(Power::Harpy));
    assert!(hand.turn(Power::Storm) && !hand.has(Power::Harpy));
    // The Goblin King with two Goblins fills a combination, and Storm is a fourth card.
    assert!(hand.can_have(Some(Goblins::One)) && !hand.can_have(Some(Goblins::Two)));
    assert!(hand.turn(Power::Storm) && hand.set_goblins(Some(Goblins::Two)));
    assert!(!hand.can_turn(Power::Dullahan) && !hand.can_fortify(Some(3)));
    // Only a card that counts is fortified.
    assert!(hand.set_goblins(None) && !hand.fortify(Some(0)) && hand.fortify(Some(3)));
    hand.leave_out(3);
    assert_eq!((hand.fortified(), hand.total()), (None, Some(6)));
    assert_eq!(Hand::of(None).total(), None);
}

#[derive(Clone, Debug)]
enum Change {
    Card(usize, Option<i32>),
    LeaveOut(usize),
    Turn(Power),
    Goblins(Option<Goblins>),
    Fortify(Option<usize>),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let one = prop_oneof![
        4 => (0_usize..=4, prop::option::of(-110_i32..=110)).prop_map(|(place, value)| Change::Card(place, value)),
        1 => (0_usize..=4).prop_map(Change::LeaveOut),
        4 => select(Power::ALL.to_vec()).prop_map(Change::Turn),
        1 => select(vec![None, Some(Goblins::One), Some(Goblins::Two)]).prop_map(Change::Goblins),
        1 => prop::option::of(0_usize..=4).prop_map(Change::Fortify),
    ];
    vec(one, 0..=24)
}

/// The sum computed again from what the hand shows: all cards by their values, then the dearest way to leave one out.
fn naive(hand: &Hand, out: Option<usize>) -> Option<i32> {
    let mut cards: Vec<(usize, i32)> = (0..4).filter_map(|place| Some((place, hand.card(place)?))).collect();
    if cards.is_empty() {
        return None;
    }
    if cards.len() == 4 {
        match out {
            Some(out) => cards.retain(|&(place, _)| place != out),
            None => {
                cards.sort_by_key(|&(place, value)| (-value, place));
                cards.pop();
            }
        }
    }
    let mut sum: i32 = cards.iter().map(|&(_, value)| value).sum();
    for &(place, value) in &cards {
        if hand.fortified() == Some(place) {
            sum += value + value;
        }
    }
    for (power, bonus) in Power::ALL.into_iter().zip([3 + 3, 5, 3, 2, 2, 2, 4, 5]) {
        if hand.has(power) {
            sum += bonus;
        }
    }
    Some(match hand.goblins() {
        None => sum,
        Some(Goblins::One) => sum + 6,
        Some(Goblins::Two) => sum + 6 + 6,
    })
}

#[test]
fn random_hands_agree_with_a_naive_computation() {
    let packs = select(vec![None, Some(Pack::Red), Some(Pack::Blue)]);
    let outcome = runner(500, 1).run(&(packs, changes()), |(pack, all)| {
        let (mut hand, mut out) = (Hand::of(pack), None);
        for change in all {
            let before = hand.clone();
            let done = match change {
                Change::Card(place, value) => hand.set_card(place, value),
                Change::LeaveOut(place) => {
                    if place < 4 && (0..4).all(|place| hand.card(place).is_some()) {
                        out = Some(place);
                    }
                    hand.leave_out(place);
                    true
                }
                Change::Turn(power) => {
                    let can = hand.can_turn(power);
                    prop_assert_eq!(can, hand.turn(power));
                    prop_assert!(!can || hand.has(power) != before.has(power));
                    can
                }
                Change::Goblins(goblins) => hand.set_goblins(goblins),
                Change::Fortify(place) => hand.fortify(place),
            };
            prop_assert!(done || hand == before, "what is refused must change nothing");
            prop_assert_eq!(hand.total(), naive(&hand, out));
            if let Some(total) = hand.total() {
                prop_assert_eq!(total, hand.terms().iter().map(|term| term.value()).sum::<i32>());
                prop_assert!(total.abs() <= HAND_MAX);
            }
            let has = |of: Pack| Power::ALL.into_iter().any(|power| power.pack() == of && hand.has(power));
            let blue = has(Pack::Blue) || hand.goblins().is_some() || hand.fortified().is_some();
            prop_assert!(!(has(Pack::Red) && blue));
            prop_assert!(!(pack == Some(Pack::Red) && blue), "a blue power with the red pack");
            prop_assert!(!(pack == Some(Pack::Blue) && has(Pack::Red)), "a red power with the blue pack");
            prop_assert!((0..4).filter(|&place| hand.counts(place)).count() <= 3);
        }
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}
