//! The section *What is counted* of `docs/rules.md`, in its order. In `properties.rs` the totals, ranks, files, undo
//! and redo of random games are checked.

use serde_json::{Value, json};
use tablet_of_truth::archive::{LoadError, Loaded, read_session};
use tablet_of_truth::game::{Breaks, Refusal};
use tablet_of_truth::seats::PerSeat;
use tablet_of_truth::session::{Agreement, Session, SetupError, Status, WrongName};
use tablet_of_truth::wizard::{
    Bidding, BrokenRule, Change, CloudEntry, Command, DeckNames, Game, Penalty, Phase, Plan, PlanPreset, ROUNDS_MAX,
    Round, RuleConflict, RuleSet, SpecialCard, TieBreak, Trump, Violation, Waiver,
};
use uuid::Uuid;

use crate::common::operation::check_file;
use crate::common::{
    after, at, bidding, classic, cloud, entering, game, hands, known, penalty, people, played, round, scored, session,
    session_of, totals, unbound, with_cards, without,
};
use crate::schema::saved;

const NO_TRUMP: Option<Trump> = Some(Trump::None);

fn vectors(group: &str) -> Value {
    let file: Value = serde_json::from_str(include_str!("../vectors/printed-examples.json")).unwrap();
    file[group].clone()
}

fn numbers<T: TryFrom<i64>>(list: &Value) -> Vec<T> {
    list.as_array().unwrap().iter().map(number).collect()
}

fn number<T: TryFrom<i64>>(value: &Value) -> T {
    T::try_from(value.as_i64().unwrap()).ok().unwrap()
}

/// The refusal of this step, which must leave the session as it was.
fn refused(session: &Session, step: Command) -> Refusal<Violation> {
    let before = session.clone();
    let refusal = session.apply(step.clone()).expect_err(&format!("{step:?} should be refused"));
    assert_eq!(*session, before);
    refusal
}

fn broken(round: usize, violation: Violation) -> Refusal<Violation> {
    Refusal::Rule { round, violation }
}

/// The violation for which a complete round is refused, by its steps and by `check_round` alike.
fn violation_of(session: &Session, facts: &Round) -> Violation {
    let number = session.table().scored.len() + 1;
    let steps = entering(session.game(), number, facts);
    let outcome = steps.into_iter().try_fold(session.clone(), |session, step| session.apply(step));
    match outcome.expect_err("the round should be refused") {
        Refusal::Rule { round, violation } => {
            assert_eq!(round, number);
            assert_eq!(session.game().check_round(number, facts), Err(violation.clone()));
            violation
        }
        other => panic!("{other:?}"),
    }
}

fn bids(session: &Session, bids: &[(usize, u8)]) -> Session {
    after(session, bids.iter().map(|&(seat, bid)| Command::Bid(seat, Some(bid))))
}

fn tricks(session: &Session, tricks: &[(usize, u8)]) -> Session {
    after(session, tricks.iter().map(|&(seat, tricks)| Command::Tricks(seat, Some(tricks))))
}

/// Reads a file of three with these hands and rounds.
fn read(hands: &[u8], rounds: Value) -> Result<Loaded, LoadError> {
    let rules = json!({"plus_minus_one": false, "hands": hands});
    let file = json!({"players": ["Ana", "Bo", "Cy"], "first_dealer": 0, "rules": rules, "rounds": rounds});
    read_session(file.to_string().as_bytes(), at(1))
}

// --- 1. Players, rounds, cards --------------------------------------------------------------------------------------

#[test]
fn rounds_follow_from_the_number_of_players() {
    for (players, rounds) in vectors("rounds_by_players").as_object().unwrap() {
        let players: usize = players.parse().unwrap();
        let game = game(players, classic());
        assert_eq!(game.plan().rounds(), number::<usize>(rounds));
        let expected: Vec<u8> = (1..=number::<u8>(rounds)).collect();
        assert_eq!(game.plan().hands(), expected, "round r deals r cards");
        let with_all = Plan::of(&with_cards(&SpecialCard::ALL), players);
        assert_eq!(*game.plan(), with_all, "special cards change nothing in that");
    }
}

#[test]
fn wizard_is_for_three_to_six() {
    for players in [0, 1, 2, 7, 100] {
        assert_eq!(Game::new(players, 0, classic()), Err(RuleConflict::Players(players)));
    }
    assert_eq!(RuleConflict::Players(2).to_string(), "Wizard is for 3 to 6 players, not 2");
}

#[test]
fn rounds_outside_the_plan_have_no_cards() {
    let game = game(6, classic());
    assert_eq!((game.plan().cards(0), game.plan().cards(10), game.plan().cards(11)), (None, Some(10), None));
    assert_eq!((game.cards(0), game.cards(11)), (0, 0));
}

#[test]
fn a_table_that_stops_early_keeps_its_rounds_and_can_play_on() {
    let two = played(&played(&session(3, unbound()), &[0, 1, 1], &[0, 0, 1]), &[2, 0, 0], &[1, 0, 1]);
    let half = bids(&two, &[(0, 1)]);
    let ended = after(&half, [Command::EndEarly(at(40))]);
    assert_eq!(ended.status(), Status::EndedEarly);
    assert_eq!(ended.table().ended_early, Some(at(40)));
    for step in [
        Command::Bid(1, Some(0)),
        Command::Tricks(1, Some(0)),
        Command::Trump(NO_TRUMP),
        Command::Bombs(0),
        Command::Clouds(vec![]),
        Command::Advance,
        Command::Back,
        Command::Score(None),
        Command::EndEarly(at(41)),
    ] {
        assert_eq!(refused(&ended, step), Refusal::GameOver);
    }
    let on = after(&ended, [Command::PlayOn]);
    assert_eq!((on.status(), on.table()), (Status::Running, half.table()));
    assert_eq!(refused(&on, Command::PlayOn), Refusal::NotNow);
}

#[test]
fn a_games_minutes_are_known_from_one_to_a_day() {
    for (minutes, known) in [(0, None), (1, Some(1)), (24 * 60, Some(24 * 60)), (24 * 60 + 1, None)] {
        let ended = after(&session(3, classic()), [Command::EndEarly(at(minutes))]);
        assert_eq!(ended.minutes(), known, "{minutes}");
    }
}

#[test]
fn the_last_round_finishes_the_game() {
    let finished = played(&session(3, hands(&[1])), &[0, 1, 1], &[0, 0, 1]);
    assert_eq!(finished.status(), Status::Finished);
    assert_eq!(finished.open(), None);
    for step in [Command::Bid(0, Some(0)), Command::Score(None), Command::EndEarly(at(9)), Command::Trump(None)] {
        assert_eq!(refused(&finished, step), Refusal::GameOver);
    }
    assert_eq!(refused(&finished, Command::PlayOn), Refusal::NotNow);
}

// --- 2. Dealer, bidding order, lead ---------------------------------------------------------------------------------

#[test]
fn the_deal_passes_clockwise_and_the_left_neighbour_begins() {
    let game = Game::new(4, 2, classic()).unwrap();
    let dealers: Vec<usize> = (1..=6).map(|round| game.dealer(round)).collect();
    let leaders: Vec<usize> = (1..=6).map(|round| game.leader(round)).collect();
    assert_eq!(dealers, [2, 3, 0, 1, 2, 3]);
    assert_eq!(leaders, [3, 0, 1, 2, 3, 0]);
    assert_eq!(game.bidding_order(1), [3, 0, 1, 2], "the dealer bids last");
    assert_eq!(game.bidding_order(3), [1, 2, 3, 0]);
}

#[test]
fn a_rematch_continues_the_deal() {
    let start = session(3, hands(&[1, 1]));
    assert_eq!(start.rematch_dealer(), 0);
    let one = played(&start, &[0, 1, 1], &[0, 0, 1]);
    assert_eq!(one.rematch_dealer(), 1);
    assert_eq!(played(&one, &[0, 1, 1], &[0, 0, 1]).rematch_dealer(), 2);
}

// --- 3. Trump -------------------------------------------------------------------------------------------------------

#[test]
fn there_is_no_trump_where_all_cards_are_dealt_and_in_unicolor() {
    let without_trump = |players: usize, rules: RuleSet| -> Vec<usize> {
        let game = game(players, rules);
        (1..=game.plan().rounds()).filter(|&round| game.given_trump(round) == NO_TRUMP).collect()
    };
    let none = Vec::<usize>::new();
    for (players, last) in [(3, 20), (4, 15), (5, 12), (6, 10)] {
        assert_eq!(without_trump(players, classic()), [last]);
        assert_eq!(without_trump(players, with_cards(&[SpecialCard::Cloud])), none, "a card is left to turn up");
    }
    assert_eq!(without_trump(4, RuleSet { unicolor: true, ..classic() }), (1..=12).collect::<Vec<_>>());
    assert_eq!(without_trump(4, hands(&[15, 14, 15, 1])), [1, 3]);
    assert_eq!(without_trump(3, hands(&[19, 1])), none);
    let four = [SpecialCard::Bomb, SpecialCard::Cloud, SpecialCard::Werewolf, SpecialCard::Juggler];
    let sixty_four = RuleSet { hands: Some(vec![15, 16]), ..with_cards(&four) };
    assert_eq!(without_trump(4, sixty_four), [2], "4 × 16 is 60 and four special cards");
}

#[test]
fn trump_is_recorded_and_changes_no_score() {
    let start = session(3, hands(&[19, 20]));
    assert_eq!(start.open().unwrap().1.facts.trump, None);
    let red = after(&start, [Command::Trump(Some(Trump::Red))]);
    assert_eq!(red.open().unwrap().1.facts.trump, Some(Trump::Red));
    let facts = round(&[0, 9, 9], &[0, 9, 10]);
    let with = scored(&red, &facts);
    assert_eq!(with.table().scored[0].facts.trump, Some(Trump::Red));
    assert_eq!(totals(&with), totals(&scored(&start, &facts)));
    assert_eq!(with.open().unwrap().1.facts.trump, NO_TRUMP, "round 2 deals all 60 cards");
    assert_eq!(after(&with, [Command::Trump(None)]).open().unwrap().1.facts.trump, None);
}

#[test]
fn a_round_that_has_no_trump_takes_none() {
    let unicolor = RuleSet { unicolor: true, ..hands(&[15, 4]) };
    let extra = RuleSet { extra_cards: 1, ..hands(&[20, 19]) };
    // The rules, and whether Unicolor or the deck leaves the first round without a trump.
    let cases = [
        (unicolor, Some(true)),
        (hands(&[20, 19]), Some(false)),
        (hands(&[19, 20]), None),
        (extra, None),
        (RuleSet { hands: Some(vec![20, 19]), ..with_cards(&[SpecialCard::Juggler]) }, None),
    ];
    let facts = round(&[0, 4, 4], &[0, 0, 0]);
    for (rules, none) in cases {
        let start = session(3, rules.clone());
        let cards = start.game().cards(1);
        let facts = Round { tricks: known(&[0, 0, cards]), ..facts.clone() };
        let done = scored(&start, &facts);
        for trump in [Trump::Blue, Trump::Red, Trump::Green, Trump::Yellow] {
            let wrong = none.map(|unicolor| Violation::NoTrump { unicolor });
            let refused = wrong.map(|violation| Refusal::Rule { round: 1, violation });
            let red = Command::Trump(Some(trump));
            assert_eq!(start.apply(red).err(), refused, "{rules:?}");
            let correction = Command::Correct(1, Round { trump: Some(trump), ..facts.clone() });
            assert_eq!(done.apply(correction).err(), refused, "{rules:?}");
        }
        for trump in [NO_TRUMP, None] {
            let kept = after(&done, [Command::Correct(1, Round { trump, ..facts.clone() })]);
            assert_eq!(kept.rounds()[0].trump, trump);
        }
    }
}

#[test]
fn a_file_with_a_trump_where_there_is_none_is_refused() {
    let with_trump = |trump: &str| read(&[20, 19], json!([{"bids": [0, 4, 4], "tricks": [0, 10, 10], "trump": trump}]));
    let refused = with_trump("red").unwrap_err();
    assert!(refused.is_broken_rule(), "{refused}");
    assert!(refused.to_string().contains("all cards of the deck are dealt, so there is no trump"), "{refused}");
    assert!(with_trump("none").is_ok());
}

#[test]
fn a_round_that_can_have_no_trump_any_more_loses_it() {
    let more = RuleSet { extra_cards: 1, ..hands(&[20, 19]) };
    let start = session(3, more);
    let red = after(&start, [Command::Trump(Some(Trump::Red))]);
    let scored = scored(&red, &round(&[0, 4, 4], &[0, 10, 10]));
    for (session, trump) in [(&red, None), (&scored, Some(Trump::Red))] {
        let game = Game::new(3, 0, hands(&[20, 19])).unwrap();
        let agreed = Agreement { game, ..session.agreed().clone() };
        let changed = session.agree(agreed, PerSeat::new(3, |seat| seat)).unwrap();
        let now = changed.rounds().first().map_or_else(|| changed.open().unwrap().1.facts.trump, |round| round.trump);
        assert_eq!(now, NO_TRUMP);
        assert_eq!(changed.undo().unwrap().rounds().first().and_then(|round| round.trump), trump);
    }
}

// --- 4. Bids --------------------------------------------------------------------------------------------------------

#[test]
fn a_bid_is_from_zero_to_the_cards_dealt() {
    let second = played(&session(3, unbound()), &[0, 1, 1], &[0, 0, 1]);
    for bid in 0..=2 {
        bids(&second, &[(0, bid)]);
    }
    for bid in [3, 255] {
        let violation = Violation::BidRange { player: 0, bid: bid.into(), cards: 2 };
        assert_eq!(refused(&second, Command::Bid(0, Some(bid))), broken(2, violation));
    }
}

#[test]
fn a_seat_must_be_at_the_table() {
    let start = session(3, with_cards(&[SpecialCard::Cloud]));
    for step in [
        Command::Bid(3, Some(0)),
        Command::Bid(3, None),
        Command::Tricks(3, Some(0)),
        Command::Clouds(vec![cloud(3, 1)]),
        Command::Tricks(usize::MAX, None),
    ] {
        assert!(matches!(refused(&start, step), Refusal::NoSuchSeat(seat) if seat >= 3));
    }
}

#[test]
fn a_bid_and_a_cloud_can_be_taken_back() {
    let start = session(3, with_cards(&[SpecialCard::Cloud]));
    for (entered, taken_back) in [
        (Command::Bid(1, Some(1)), Command::Bid(1, None)),
        (Command::Clouds(vec![cloud(2, 1)]), Command::Clouds(vec![])),
    ] {
        assert_eq!(after(&start, [entered.clone(), taken_back]).table(), start.table(), "{entered:?}");
    }
}

#[test]
fn all_must_bid_before_play_begins() {
    let start = session(4, unbound());
    let missing = |session: &Session| refused(session, Command::Advance);
    assert_eq!(missing(&start), broken(1, Violation::BidMissing { player: 1 }), "the first in bidding order");
    let three = bids(&start, &[(0, 0), (1, 0), (3, 0)]);
    assert_eq!(missing(&three), broken(1, Violation::BidMissing { player: 2 }));
    let all = bids(&three, &[(2, 1)]);
    let playing = after(&all, [Command::Advance]);
    assert_eq!(playing.open().unwrap().1.phase, Phase::Playing);
    assert_eq!(refused(&playing, Command::Advance), Refusal::NotNow);
    assert_eq!(refused(&playing, Command::Bid(0, Some(1))), Refusal::NotNow);
    assert_eq!(refused(&all, Command::Score(None)), Refusal::NotNow);
    assert_eq!(after(&playing, [Command::Back]).table(), all.table());
    assert_eq!(refused(&all, Command::Back), Refusal::NotNow);
}

#[test]
fn plus_minus_one_is_the_default() {
    assert!(RuleSet::default().plus_minus_one);
    assert_eq!(RuleSet::default().plus_minus_one_from, 1);
    assert_eq!(RuleSet::default().bidding, Bidding::Open);
}

#[test]
fn the_printed_examples_of_the_forbidden_bid_hold() {
    let examples = vectors("plus_minus_one");
    assert_eq!(examples.as_array().unwrap().len(), 3);
    for example in examples.as_array().unwrap() {
        let cards: u8 = number(&example["round"]);
        let rules = RuleSet { hands: Some(vec![cards]), ..classic() };
        let start = session(number(&example["players"]), rules);
        let before: Vec<u8> = numbers(&example["bids_before"]);
        let in_order = start.game().bidding_order(1);
        let so_far: Vec<(usize, u8)> = in_order.iter().copied().zip(before).collect();
        let others_bid = bids(&start, &so_far);
        let forbidden = example["forbidden_for_last"].as_u64().map(|bid| bid as u8);
        assert_eq!(start.game().forbidden_bid(1, &others_bid.open().unwrap().1.facts.bids), forbidden, "{example}");
        for bid in 0..=cards {
            let taken = others_bid.apply(Command::Bid(0, Some(bid)));
            let violation = Violation::PlusMinusOne { player: 0, bid, cards };
            match taken {
                Ok(session) => {
                    assert_ne!(Some(bid), forbidden, "{example}");
                    after(&session, [Command::Advance]);
                }
                Err(refusal) => assert_eq!((Some(bid), refusal), (forbidden, broken(1, violation)), "{example}"),
            }
        }
    }
}

#[test]
fn plus_minus_one_is_checked_again_when_a_bid_changes() {
    let start = session(3, RuleSet { hands: Some(vec![5]), ..classic() });
    let all = bids(&start, &[(1, 2), (2, 2), (0, 2)]);
    let changed = bids(&all, &[(1, 1)]);
    let violation = Violation::PlusMinusOne { player: 0, bid: 2, cards: 5 };
    assert_eq!(refused(&changed, Command::Advance), broken(1, violation), "the last to have announced must change");
    let dealer_changed = bids(&changed, &[(0, 3)]);
    after(&dealer_changed, [Command::Advance]);
    let other_way = bids(&changed, &[(2, 3)]);
    after(&other_way, [Command::Advance]);
    let dealer_first = bids(&start, &[(0, 1), (1, 2), (2, 2)]);
    let violation = Violation::PlusMinusOne { player: 0, bid: 1, cards: 5 };
    assert_eq!(refused(&dealer_first, Command::Advance), broken(1, violation), "in whatever order they bid");
}

#[test]
fn hidden_bids_come_in_any_order_and_are_checked_when_revealed() {
    let rules = RuleSet { bidding: Bidding::Hidden, hands: Some(vec![3]), ..classic() };
    let start = session(3, rules);
    let written = bids(&start, &[(2, 1), (0, 1), (1, 1)]);
    let violation = Violation::PlusMinusOne { player: 0, bid: 1, cards: 3 };
    assert_eq!(
        refused(&written, Command::Advance),
        broken(1, violation.clone()),
        "the last in bidding order must change"
    );
    let dealer_last = bids(&start, &[(1, 1), (2, 1), (0, 1)]);
    assert_eq!(refused(&dealer_last, Command::Advance), broken(1, violation.clone()));
    let changed = bids(&written, &[(0, 2)]);
    after(&changed, [Command::Advance]);
    assert_eq!(refused(&changed, Command::Bid(0, Some(1))), broken(1, violation), "all bids are revealed by now");
}

#[test]
fn confided_bids_are_checked_like_hidden_ones_and_read_once_the_round_is_scored() {
    let rules = RuleSet { bidding: Bidding::Confided, hands: Some(vec![3]), ..classic() };
    assert_eq!(rules.version(), 2);
    let written = bids(&session(3, rules), &[(2, 1), (0, 1), (1, 1)]);
    let violation = Violation::PlusMinusOne { player: 0, bid: 1, cards: 3 };
    assert_eq!(refused(&written, Command::Advance), broken(1, violation), "the last in bidding order must change");
    let changed = after(&bids(&written, &[(0, 2)]), [Command::Advance]);
    let played = tricks(&changed, &[(1, 1), (2, 1), (0, 1)]);
    for state in [&written, &changed, &played] {
        let open = &state.readings()[0];
        assert!(open.seats.iter().all(|seat| (seat.bid, seat.points, seat.met) == (None, None, None)), "{open:?}");
        let (number, round) = state.open().unwrap();
        assert!(!round.bids_are_known(Bidding::Confided));
        assert!(state.game().reading(number, &round.facts).seats.iter().all(|seat| seat.bid.is_some()));
    }
    let scored = after(&played, [Command::Score(None)]);
    assert_eq!(scored.readings()[0].seats.map(|seat| seat.bid).whole(), Some(PerSeat::from_iter([2, 1, 1])));
    assert_eq!(scored.current_totals(), [-10, 30, 30]);
}

#[test]
fn secret_predictions_are_entered_after_the_tricks() {
    let start = session(3, RuleSet { hands: Some(vec![3]), ..bidding(Bidding::Secret) });
    assert_eq!(start.open().unwrap().1.phase, Phase::Playing);
    assert_eq!(refused(&start, Command::Advance), broken(1, Violation::TricksMissing { player: 1 }));
    let wrong = tricks(&start, &[(0, 1), (1, 1), (2, 2)]);
    let sum = Violation::TricksSum { sum: 4, expected: 3, bomb_possible: false, bombs: 0 };
    assert_eq!(refused(&wrong, Command::Advance), broken(1, sum));
    let taken = tricks(&wrong, &[(2, 1)]);
    assert_eq!(refused(&taken, Command::Score(None)), Refusal::NotNow);
    let revealed = after(&taken, [Command::Advance]);
    assert_eq!(revealed.open().unwrap().1.phase, Phase::Bidding);
    assert_eq!(refused(&revealed, Command::Tricks(0, Some(2))), Refusal::NotNow);
    assert_eq!(refused(&revealed, Command::Score(None)), broken(1, Violation::BidMissing { player: 1 }));
    let done = after(&bids(&revealed, &[(0, 1), (1, 1), (2, 1)]), [Command::Score(None)]);
    assert_eq!(done.current_totals(), [30, 30, 30], "secret bids may add up to anything");
    let taken = after(&tricks(&start, &[(1, 1), (2, 1)]), [Command::Advance]);
    let done = after(&bids(&taken, &[(0, 1), (1, 0), (2, 1)]), [Command::Score(None)]);
    assert_eq!(done.table().scored[0].facts.tricks, [1, 1, 1], "the last tricks fill in");
}

#[test]
fn plus_minus_one_can_be_off_or_begin_later() {
    let off = played(&session(3, unbound()), &[0, 0, 1], &[0, 0, 1]);
    assert_eq!(off.current_totals(), [20, 20, 30]);
    let later = RuleSet { plus_minus_one_from: 2, ..classic() };
    let one = played(&session(3, later), &[0, 0, 1], &[0, 0, 1]);
    let violation = Violation::PlusMinusOne { player: 1, bid: 2, cards: 2 };
    assert_eq!(violation_of(&one, &round(&[0, 2, 0], &[0, 0, 2])), violation);
    let bids = known(&[0, 2, 0]);
    assert_eq!((one.game().forbidden_bid(1, &bids), one.game().forbidden_bid(2, &bids)), (None, Some(2)));
}

#[test]
fn plus_minus_one_counts_the_cards_dealt_even_with_a_bomb() {
    let rules = RuleSet { plus_minus_one: true, hands: Some(vec![2]), ..with_cards(&[SpecialCard::Bomb]) };
    let start = session(3, rules);
    let bombed = scored(&start, &Round { bombs: 1, ..round(&[0, 1, 0], &[0, 1, 0]) });
    assert_eq!(bombed.current_totals(), [20, 30, 20], "the bids may add up to the tricks left after the Bomb");
    let facts = Round { bombs: 1, ..round(&[0, 2, 0], &[0, 1, 0]) };
    assert_eq!(violation_of(&start, &facts), Violation::PlusMinusOne { player: 0, bid: 0, cards: 2 });
}

#[test]
fn a_round_with_plus_minus_one_waived_counts() {
    let played = played(&session(3, classic()), &[1, 0, 1], &[1, 0, 0]);
    let waived = Round { waived: [Waiver::PlusMinusOne].into(), ..round(&[0, 1, 0], &[0, 1, 0]) };
    let kept = after(&played, [Command::Correct(1, waived.clone())]);
    assert_eq!((kept.rounds()[0].waived.clone(), &saved(&kept)["version"]), (waived.waived, &2.into()));
}

// --- 5. Tricks ------------------------------------------------------------------------------------------------------

fn playing(rules: RuleSet, all_bids: &[(usize, u8)]) -> Session {
    after(&bids(&session(3, rules), all_bids), [Command::Advance])
}

fn playing_three_cards(cards: &[SpecialCard]) -> Session {
    let rules = RuleSet { hands: Some(vec![3]), ..with_cards(cards) };
    playing(rules, &[(0, 1), (1, 1), (2, 1)])
}

#[test]
fn tricks_add_up_to_the_cards() {
    let start = playing_three_cards(&[]);
    for (taken, sum, sentence) in [
        ([0, 1, 1], 2, "the tricks add up to 2, not 3: 1 missing"),
        ([3, 1, 1], 5, "the tricks add up to 5, not 3: 2 too many"),
    ] {
        let entered = tricks(&start, &[(0, taken[0]), (1, taken[1]), (2, taken[2])]);
        let violation = Violation::TricksSum { sum, expected: 3, bomb_possible: false, bombs: 0 };
        assert_eq!(refused(&entered, Command::Score(None)), broken(1, violation.clone()));
        let keep =
            "(to keep it as noted, write \"waived\": [\"tricks\"]; in a table of rounds, “tricks” under “waived”)";
        let rule = BrokenRule { round: 1, violation, names: Vec::new() };
        assert_eq!(rule.text().to_string(), format!("round 1: {sentence}"));
        assert_eq!(rule.in_file().to_string(), format!("round 1: {sentence} {keep}"));
    }
    let violation = Violation::TricksRange { player: 2, tricks: 4, cards: 3 };
    assert_eq!(refused(&start, Command::Tricks(2, Some(4))), broken(1, violation));
}

#[test]
fn tricks_that_do_not_add_up_stand_as_noted_until_one_of_them_changes() {
    for (taken, total) in [([3, 1, 1], 5), ([0, 1, 0], 1), ([3, 3, 3], 9)] {
        let noted = tricks(&playing_three_cards(&[]), &[(0, taken[0]), (1, taken[1]), (2, taken[2])]);
        let keep = Command::Waive([Waiver::Tricks].into());
        let kept = after(&noted, [keep.clone(), Command::Score(None)]);
        let noted_round = kept.rounds()[0].clone();
        assert_eq!((noted_round.tricks.iter().sum::<u8>(), noted_round.waived), (total, [Waiver::Tricks].into()));
        let points = taken.map(|tricks| if tricks == 1 { 30 } else { -10 * i32::from(tricks.abs_diff(1)) });
        assert_eq!(kept.current_totals(), points, "each is scored as noted");
        let changed = after(&noted, [keep, Command::Tricks(0, Some(2))]);
        assert!(changed.open().unwrap().1.facts.waived.is_empty(), "the table has not seen these");
        // Written by hand, it is the same round.
        let mut file = saved(&kept);
        assert_eq!((&file["version"], &file["rounds"][0]["waived"]), (&2.into(), &json!(["tricks"])));
        file.as_object_mut().unwrap().remove("steps");
        let by_hand = read_session(file.to_string().as_bytes(), at(9)).unwrap().session.wizard().unwrap();
        assert_eq!(by_hand.rounds(), kept.rounds());
        assert_eq!(by_hand.undo().unwrap().open().unwrap().1.facts.waived, [Waiver::Tricks].into());
    }
    let beyond = Round { waived: [Waiver::Tricks].into(), ..round(&[1, 1, 1], &[4, 0, 0]) };
    let violation = Violation::TricksRange { player: 0, tricks: 4, cards: 3 };
    assert_eq!(playing_three_cards(&[]).game().check_round(1, &beyond), Err(violation));
    // With Secret prediction the tricks come first.
    let rules = RuleSet { hands: Some(vec![3]), ..bidding(Bidding::Secret) };
    let noted = tricks(&session(3, rules), &[(0, 3), (1, 1), (2, 0)]);
    let kept = [Command::Waive([Waiver::Tricks].into()), Command::Advance];
    let revealed = bids(&after(&noted, kept), &[(0, 3), (1, 1), (2, 0)]);
    assert_eq!(after(&revealed, [Command::Score(None)]).current_totals(), [50, 30, 20]);
}

#[test]
fn tricks_may_be_noted_while_bids_are_still_changed() {
    let start = session(3, unbound());
    let early = tricks(&start, &[(1, 1)]);
    let advanced = after(&bids(&early, &[(0, 0), (1, 1), (2, 0)]), [Command::Advance]);
    assert_eq!(advanced.open().unwrap().1.facts.tricks, [None, Some(1), None]);
    assert_eq!(after(&advanced, [Command::Score(None)]).current_totals(), [20, 30, 20]);
}

#[test]
fn the_last_players_tricks_fill_in() {
    let start = playing_three_cards(&[]);
    let filled = |session: &Session| session.game().filled_tricks(1, &session.open().unwrap().1.facts);
    assert_eq!(filled(&start), [None, None, None]);
    let one = tricks(&start, &[(1, 2)]);
    assert_eq!(filled(&one), [None, Some(2), None]);
    let two = tricks(&one, &[(2, 0)]);
    assert_eq!(filled(&two), known(&[1, 2, 0]));
    assert_eq!(after(&two, [Command::Score(None)]).table().scored[0].facts.tricks, [1, 2, 0]);
    let all_taken = tricks(&start, &[(0, 3)]);
    assert_eq!(filled(&all_taken), known(&[3, 0, 0]), "all tricks are taken: nothing is left for the others");
    let too_many = tricks(&start, &[(0, 3), (1, 1)]);
    assert_eq!(filled(&too_many), [Some(3), Some(1), None], "no value is possible");
    assert_eq!(refused(&one, Command::Score(None)), broken(1, Violation::TricksMissing { player: 2 }));
    let bombs = playing_three_cards(&[SpecialCard::Bomb]);
    let bombed = after(&bombs, [Command::Bombs(1), Command::Tricks(1, Some(1)), Command::Tricks(2, Some(0))]);
    assert_eq!(filled(&bombed), known(&[1, 1, 0]), "one trick belongs to nobody");
}

// --- 6. Special cards -----------------------------------------------------------------------------------------------

#[test]
fn the_trick_with_the_bomb_belongs_to_nobody() {
    let start = playing_three_cards(&[SpecialCard::Bomb]);
    let two = tricks(&start, &[(0, 1), (1, 1), (2, 0)]);
    let hint = Violation::TricksSum { sum: 2, expected: 3, bomb_possible: true, bombs: 0 };
    assert_eq!(refused(&two, Command::Score(None)), broken(1, hint.clone()));
    assert!(hint.text(&[]).to_string().ends_with("1 missing. Was the Bomb played?"));
    let one = tricks(&start, &[(0, 1), (1, 0), (2, 0)]);
    let no_hint = Violation::TricksSum { sum: 1, expected: 3, bomb_possible: false, bombs: 0 };
    assert_eq!(refused(&one, Command::Score(None)), broken(1, no_hint), "two tricks are missing");
    let bombed = after(&two, [Command::Bombs(1), Command::Score(None)]);
    assert_eq!(bombed.current_totals(), [30, 30, -10]);
    let three = tricks(&after(&start, [Command::Bombs(1)]), &[(0, 1), (1, 1), (2, 1)]);
    let sum = Violation::TricksSum { sum: 3, expected: 2, bomb_possible: false, bombs: 1 };
    assert_eq!(refused(&three, Command::Score(None)), broken(1, sum));
}

#[test]
fn a_secret_round_takes_the_bomb_with_its_tricks() {
    let rules = RuleSet { hands: Some(vec![3]), bidding: Bidding::Secret, ..with_cards(&[SpecialCard::Bomb]) };
    let taken = tricks(&after(&session(3, rules), [Command::Bombs(1)]), &[(0, 1), (1, 1), (2, 0)]);
    let revealed = after(&taken, [Command::Advance]);
    assert_eq!(refused(&revealed, Command::Bombs(0)), Refusal::NotNow);
    after(&revealed, [Command::Back, Command::Bombs(0)]);
}

#[test]
fn the_printed_examples_of_the_cloud_hold() {
    let examples = vectors("cloud");
    assert_eq!(examples.as_array().unwrap().len(), 3);
    for example in examples.as_array().unwrap() {
        let (bid, taken): (u8, u8) = (number(&example["bid"]), number(&example["tricks"]));
        let rules = RuleSet { hands: Some(vec![8]), ..with_cards(&[SpecialCard::Cloud]) };
        let facts =
            Round { clouds: vec![cloud(1, number(&example["change"]))], ..round(&[0, bid, 0], &[8 - taken, taken, 0]) };
        let done = scored(&session(3, rules), &facts);
        let kept = done.game().scores(1, done.rounds()[0]).nth(1).unwrap();
        assert_eq!(kept.points, number::<i32>(&example["points"]), "{example}");
        let changed = i16::from(bid) + number::<i16>(&example["change"]);
        assert_eq!((kept.announced, i16::from(kept.bid)), (bid, changed), "both bids are kept");
    }
}

#[test]
fn the_cloud_keeps_a_bid_within_the_round() {
    let start = session(3, with_cards(&[SpecialCard::Cloud]));
    let down = Round { clouds: vec![cloud(2, -1)], ..round(&[0, 1, 0], &[0, 0, 1]) };
    assert_eq!(
        violation_of(&start, &down),
        Violation::CloudRange { player: 2, bid: 0, change: Change::Less, cards: 1 }
    );
    let up = Round { clouds: vec![cloud(2, 1)], ..round(&[0, 1, 1], &[0, 0, 1]) };
    let violation = violation_of(&start, &up);
    assert_eq!(violation, Violation::CloudRange { player: 2, bid: 1, change: Change::More, cards: 1 });
    let sentence = "the Cloud cannot change the bid of C from 1 to 2: a bid can be from 0 to 1";
    assert_eq!(violation.text(&["A".into(), "B".into(), "C".into()]).to_string(), sentence);
}

#[test]
fn bomb_and_cloud_must_be_in_the_deck_and_their_taker_at_the_table() {
    let [with_bomb, with_cloud] = [SpecialCard::Bomb, SpecialCard::Cloud].map(|card| session(3, with_cards(&[card])));
    assert_eq!(refused(&with_bomb, Command::Clouds(vec![cloud(2, 1)])), broken(1, Violation::CloudNotInDeck));
    assert_eq!(refused(&with_cloud, Command::Bombs(1)), broken(1, Violation::BombNotInDeck));
    after(&with_cloud, [Command::Bombs(0)]);
    let facts = Round { clouds: vec![cloud(3, 1)], ..round(&[0, 0, 0], &[0, 0, 1]) };
    assert_eq!(with_cloud.game().check_round(1, &facts), Err(Violation::CloudPlayer { player: 3 }));
}

#[test]
fn the_cloud_is_no_bid_for_plus_minus_one() {
    let rules = RuleSet { plus_minus_one: true, hands: Some(vec![3]), ..with_cards(&[SpecialCard::Cloud]) };
    let facts = Round { clouds: vec![cloud(1, -1)], ..round(&[0, 3, 1], &[0, 2, 1]) };
    assert_eq!(scored(&session(3, rules), &facts).current_totals(), [20, 40, 30], "the changed bids may add up to 3");
}

#[test]
fn an_open_question_about_the_cloud_is_never_dropped() {
    let facts = round(&[0, 1, 1], &[0, 0, 1]);
    for asked in [CloudEntry::Asked(None), CloudEntry::Asked(Some(2))] {
        let open = Round { clouds: vec![asked], ..facts.clone() };
        let start = session(3, with_cards(&[SpecialCard::Cloud]));
        assert_eq!(violation_of(&start, &open), Violation::CloudOpen { player: asked.taker() });
        let answered = Round { clouds: vec![cloud(2, -1)], ..facts.clone() };
        let steps = entering(start.game(), 1, &answered);
        let before = after(&start, [Command::Clouds(vec![asked])]);
        assert_eq!(after(&before, steps).current_totals(), [20, -10, -10]);
        let played = scored(&start, &answered);
        let correction = Command::Correct(1, open);
        assert_eq!(refused(&played, correction), broken(1, Violation::CloudOpen { player: asked.taker() }));
    }
    let none = Command::Clouds(vec![CloudEntry::Asked(None)]);
    assert_eq!(refused(&session(3, unbound()), none), broken(1, Violation::CloudNotInDeck));
    // With secret bids the taker is known before their bid is; only scoring waits.
    let rules = RuleSet { special_cards: [SpecialCard::Cloud].into(), ..bidding(Bidding::Secret) };
    let played = tricks(&session(3, rules), &[(2, 1)]);
    let revealed = after(&played, [Command::Clouds(vec![CloudEntry::Asked(Some(2))]), Command::Advance]);
    let bid = bids(&revealed, &[(0, 0), (1, 1), (2, 1)]);
    assert_eq!(refused(&bid, Command::Score(None)), broken(1, Violation::CloudOpen { player: Some(2) }));
}

// --- 7. Scores ------------------------------------------------------------------------------------------------------

#[test]
fn the_printed_examples_of_whole_rounds_hold() {
    let examples = vectors("wizard");
    assert_eq!(examples.as_array().unwrap().len(), 3);
    for example in examples.as_array().unwrap() {
        let rounds = example["rounds"].as_array().unwrap();
        let dealt: Vec<u8> = rounds.iter().map(|round| number(&round["round"])).collect();
        let names: Vec<&str> =
            example["players"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let mut session = session_of(&names, hands(&dealt));
        for line in rounds {
            session = played(&session, &numbers(&line["bids"]), &numbers(&line["tricks"]));
            let readings = session.readings();
            let last = readings.iter().rfind(|round| round.is_scored()).unwrap();
            let points: Vec<i32> = last.seats.iter().map(|seat| seat.points.unwrap()).collect();
            assert_eq!(points, numbers::<i32>(&line["points"]), "{example}");
            let totals = last.totals().unwrap();
            let before = numbers::<i32>(&example["before"]);
            let sum: Vec<i32> = totals.iter().zip(before).map(|(total, before)| total + before).collect();
            assert_eq!(sum, numbers::<i32>(&line["totals"]), "{example}");
        }
    }
}

#[test]
fn a_bid_that_is_met_is_worth_twenty_and_its_tricks() {
    let done = played(&session(3, hands(&[20])), &[20, 0, 20], &[20, 0, 0]);
    assert_eq!(done.current_totals(), [220, 20, -200]);
}

#[test]
fn a_list_breaks_ties_in_its_order() {
    use TieBreak::{BestRound, BidsMet, SumOfBids};
    // Bid·tricks: Ana 1·1 and 0·1; Zoë 0·0 twice, less a penalty of 20; 李雷 0·2 and 2·2.
    let facts = [round(&[1, 0, 0], &[1, 0, 2]), round(&[0, 0, 2], &[1, 0, 2])];
    let decided = |list: &[TieBreak]| {
        let start = session(3, RuleSet { tie_break: list.to_vec(), ..hands(&[3, 3]) });
        let played = facts.iter().fold(start, |session, facts| scored(&session, facts));
        let even = after(&played, [Command::Penalties(vec![penalty(1, 2, -20, "")])]);
        assert_eq!(even.current_totals(), [20, 20, 20]);
        let order: Vec<(usize, usize)> = even.standings().iter().map(|line| (line.rank, line.seat)).collect();
        (order, even.game().decided_by(even.table()))
    };
    assert_eq!(decided(&[]), (vec![(1, 0), (1, 1), (1, 2)], None));
    assert_eq!(decided(&[BidsMet]), (vec![(1, 1), (2, 0), (2, 2)], Some(BidsMet)));
    assert_eq!(decided(&[BidsMet, BestRound]), (vec![(1, 1), (2, 2), (3, 0)], Some(BidsMet)));
    assert_eq!(decided(&[BestRound]), (vec![(1, 2), (2, 0), (3, 1)], Some(BestRound)));
    assert_eq!(decided(&[SumOfBids]), (vec![(1, 2), (2, 0), (3, 1)], Some(SumOfBids)));
    assert_eq!(decided(&[SumOfBids, BidsMet]).1, Some(SumOfBids));
}

#[test]
fn a_list_of_ties_is_written_so_that_older_programs_read_their_part() {
    let rules_of = |tie_break: Vec<TieBreak>| {
        let session = session(3, RuleSet { tie_break, ..unbound() });
        let file: Value = serde_json::from_slice(&check_file(&session)).unwrap();
        let rules = &file["rules"];
        (file["version"].clone(), rules.get("ties_by_bids_met").cloned(), rules.get("tie_break").cloned())
    };
    assert_eq!(rules_of(vec![]), (1.into(), None, None));
    assert_eq!(rules_of(vec![TieBreak::BidsMet]), (1.into(), Some(true.into()), None));
    let two = vec![TieBreak::BidsMet, TieBreak::BestRound];
    assert_eq!(rules_of(two), (2.into(), None, Some(json!(["bids_met", "best_round"]))));
    assert_eq!(rules_of(vec![TieBreak::SumOfBids]), (2.into(), None, Some(json!(["sum_of_bids"]))));
}

// --- Corrections ----------------------------------------------------------------------------------------------------

fn three_rounds() -> Session {
    let one = played(&session(3, classic()), &[1, 1, 1], &[0, 0, 1]);
    let two = played(&one, &[1, 0, 2], &[1, 0, 1]);
    played(&two, &[3, 0, 1], &[3, 0, 0])
}

#[test]
fn a_correction_keeps_the_time_of_scoring() {
    let corrected = after(&three_rounds(), [Command::Correct(1, round(&[1, 1, 1], &[1, 0, 0]))]);
    assert_eq!(corrected.table().scored[0].finished, Some(at(1)));
}

#[test]
fn a_correction_that_breaks_a_rule_is_refused_with_the_same_violation() {
    let session = three_rounds();
    for (facts, violation) in [
        (round(&[0, 0, 1], &[0, 0, 1]), Violation::PlusMinusOne { player: 0, bid: 0, cards: 1 }),
        (round(&[0, 2, 0], &[0, 0, 1]), Violation::BidRange { player: 1, bid: 2, cards: 1 }),
        (round(&[1, 1, 1], &[0, 2, 0]), Violation::TricksRange { player: 1, tricks: 2, cards: 1 }),
        (round(&[1, 1, 1], &[1, 1, 0]), Violation::TricksSum { sum: 2, expected: 1, bomb_possible: false, bombs: 0 }),
        (Round { bombs: 1, ..round(&[1, 1, 1], &[0, 0, 0]) }, Violation::BombNotInDeck),
        (Round { clouds: vec![cloud(0, 1)], ..round(&[1, 1, 1], &[1, 0, 0]) }, Violation::CloudNotInDeck),
        (Round { bids: without(1, &[1, 1, 1]), ..round(&[], &[1, 0, 0]) }, Violation::BidMissing { player: 1 }),
        (Round { tricks: without(0, &[0, 1, 0]), ..round(&[1, 1, 1], &[]) }, Violation::TricksMissing { player: 0 }),
        (round(&[1, 1], &[1, 0, 0]), Violation::Length { list: "bids", found: 2, players: 3 }),
        (round(&[1, 1, 1], &[1, 0, 0, 0]), Violation::Length { list: "tricks", found: 4, players: 3 }),
    ] {
        assert_eq!(refused(&session, Command::Correct(1, facts)), broken(1, violation));
    }
}

#[test]
fn only_scored_rounds_can_be_corrected() {
    let session = three_rounds();
    for number in [0, 4, 21, usize::MAX] {
        let step = Command::Correct(number, round(&[0, 0, 0], &[1, 0, 0]));
        assert_eq!(refused(&session, step), Refusal::NotScored(number));
    }
}

// --- 8. More variants, and which exclude each other -----------------------------------------------------------------

#[test]
fn presets_offer_shorter_and_other_plans() {
    assert_eq!(PlanPreset::EveryRound.hands(4), None);
    let every_other = |players: usize| PlanPreset::EveryOther.hands(players).unwrap();
    assert_eq!(every_other(3), [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
    assert_eq!(every_other(4), [1, 3, 5, 7, 9, 11, 13, 15]);
    assert_eq!((every_other(5), every_other(6)), (vec![2, 4, 6, 8, 10, 12], vec![2, 4, 6, 8, 10]));
    let tournament = |players: usize| PlanPreset::Tournament.hands(players);
    assert_eq!(tournament(3), Some(every_other(3)));
    assert_eq!(tournament(4), Some(vec![1, 3, 5, 7, 9, 11, 12, 13, 14, 15]));
    assert_eq!(tournament(5), Some(vec![2, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
    assert_eq!(tournament(6), None, "the official plan has ten rounds");
    let remembered: PlanPreset = serde_json::from_str("\"odd_rounds\"").unwrap();
    assert_eq!(remembered, PlanPreset::EveryOther, "the settings of an older program");
    assert_eq!(PlanPreset::LastTen.hands(3), Some((11..=20).collect()));
    assert_eq!(PlanPreset::LastTen.hands(6), Some((1..=10).collect()));
    assert_eq!(PlanPreset::UpAndDown.hands(6), Some(vec![1, 2, 3, 4, 5, 4, 3, 2, 1]));
    assert_eq!(PlanPreset::UpAndDown.hands(4), Some(vec![1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1]));
    for (players, preset) in (3..=6).flat_map(|players| PlanPreset::ALL.map(|preset| (players, preset))) {
        let rules = RuleSet { hands: preset.hands(players), ..classic() };
        assert_eq!(rules.conflicts(players), [], "{preset:?} with {players} players");
    }
}

#[test]
fn custom_hands_replace_the_plan_and_unicolor_has_its_own() {
    let game = game(4, hands(&[1, 4, 7, 10, 13, 1]));
    assert_eq!((game.plan().rounds(), game.cards(5), game.cards(6)), (6, 13, 1));
    for players in [3, 4] {
        let unicolor = |rules: RuleSet| Plan::of(&RuleSet { unicolor: true, ..rules }, players).hands().to_vec();
        assert_eq!((unicolor(classic()), unicolor(hands(&[15, 4]))), ((4..=15).collect(), vec![15, 4]));
    }
}

#[test]
fn custom_hands_have_bounds() {
    let conflicts = |players: usize, list: &[u8]| hands(list).conflicts(players);
    let size = |round: usize, cards: u8, max: u8| vec![RuleConflict::HandSize { round, cards, max }];
    assert_eq!(conflicts(3, &[]), [RuleConflict::RoundCount(0)]);
    assert_eq!(conflicts(3, &[1; ROUNDS_MAX]), []);
    assert_eq!(conflicts(3, &[1; ROUNDS_MAX + 1]), [RuleConflict::RoundCount(41)]);
    assert_eq!(conflicts(3, &[1, 0]), size(2, 0, 26));
    for (players, max) in [(3, 26), (4, 20), (5, 16), (6, 13)] {
        assert_eq!(RuleSet { extra_cards: 20, ..hands(&[1, max]) }.conflicts(players), []);
        assert_eq!(conflicts(players, &[max + 1]), size(1, max + 1, max));
    }
    let unicolor = RuleSet { unicolor: true, ..hands(&[15, 16]) };
    assert_eq!(unicolor.conflicts(3), size(2, 16, 15));
}

#[test]
fn hands_are_held_against_the_deck() {
    let deck =
        |round: usize, players: usize, cards: u8, deck: usize| RuleConflict::Deck { round, players, cards, deck };
    let text_of = |conflict: &RuleConflict| conflict.text().to_string();
    assert_eq!(hands(&[1, 10, 13]).conflicts(6), [deck(3, 6, 13, 60)]);
    assert!(text_of(&deck(3, 6, 13, 60)).contains("6 players × 13 cards are 78, the deck has 60"));
    let of_25 = RuleSet { hands: Some(vec![22, 26]), ..with_cards(&SpecialCard::OF_25) };
    assert_eq!(of_25.conflicts(3), [deck(2, 3, 26, 67)]);
    for (extra_cards, conflicts) in [(17, vec![deck(1, 6, 13, 77)]), (18, vec![]), (20, vec![])] {
        assert_eq!(RuleSet { extra_cards, ..hands(&[13]) }.conflicts(6), conflicts);
    }
    for (players, all) in [(3, 20), (4, 15), (5, 12), (6, 10)] {
        assert_eq!(hands(&[all]).conflicts(players), []);
        assert_eq!(hands(&[all + 1]).conflicts(players), [deck(1, players, all + 1, 60)]);
    }
}

#[test]
fn a_deck_gets_the_cards_that_its_hands_need() {
    let extra = |players: usize, list: &[u8]| hands(list).dealable(players).extra_cards;
    assert_eq!((extra(3, &[1, 20]), extra(6, &[10])), (0, 0), "nothing is missing");
    assert_eq!((extra(3, &[21]), extra(3, &[26, 1])), (4, 19), "and one is left to turn up");
    assert_eq!((extra(4, &[20]), extra(5, &[16])), (20, 20), "as far as a deck may have it");
    for (players, most) in [(3, 26), (4, 20), (5, 16), (6, 13)] {
        assert_eq!(hands(&[most]).dealable(players).conflicts(players), []);
    }
    assert_eq!(classic().dealable(6), classic());
}

#[test]
fn options_that_exclude_each_other_are_refused() {
    use RuleConflict as C;
    use SpecialCard::{Bomb, Dragon, Fairy};
    let unicolor = RuleSet { unicolor: true, ..unbound() };
    let clairvoyance = RuleSet { clairvoyance: true, ..unbound() };
    for (players, rules, expected) in [
        (3, RuleSet { bidding: Bidding::Secret, ..classic() }, C::PlusMinusOneWithSecret),
        (3, with_cards(&[Dragon]), C::DragonWithoutFairy),
        (3, with_cards(&[Fairy, Bomb]), C::DragonWithoutFairy),
        (4, RuleSet { unicolor: true, ..with_cards(&[Bomb]) }, C::UnicolorWithSpecialCards),
        (5, unicolor.clone(), C::UnicolorPlayers(5)),
        (6, unicolor.clone(), C::UnicolorPlayers(6)),
        (3, RuleSet { clairvoyance: true, ..with_cards(&[Bomb]) }, C::ClairvoyanceWithSpecialCards),
        (3, RuleSet { clairvoyance: true, ..unicolor.clone() }, C::ClairvoyanceWithoutOneCard),
        (3, RuleSet { clairvoyance: true, ..hands(&[2, 1]) }, C::ClairvoyanceWithoutOneCard),
        (6, RuleSet { plus_minus_one_from: 11, ..classic() }, C::PlusMinusOneFrom { from: 11, rounds: 10 }),
        (6, RuleSet { plus_minus_one_from: 0, ..classic() }, C::PlusMinusOneFrom { from: 0, rounds: 10 }),
    ] {
        assert_eq!(rules.conflicts(players), std::slice::from_ref(&expected), "{rules:?}");
        assert_eq!(Game::new(players, 0, rules), Err(expected.clone()));
        assert!(!expected.to_string().is_empty());
    }
    for (players, rules) in [
        (3, bidding(Bidding::Secret)),
        (6, with_cards(&[Dragon, Fairy])),
        (6, with_cards(&SpecialCard::ALL)),
        (4, RuleSet { bidding: Bidding::Secret, ..unicolor }),
        (6, clairvoyance),
        (6, RuleSet { plus_minus_one_from: 10, ..classic() }),
    ] {
        assert_eq!(rules.conflicts(players), [], "{rules:?}");
    }
}

#[test]
fn every_conflict_of_a_rule_set_is_reported() {
    let rules = RuleSet {
        bidding: Bidding::Secret,
        unicolor: true,
        clairvoyance: true,
        special_cards: [SpecialCard::Dragon].into(),
        ..classic()
    };
    let conflicts = rules.conflicts(6);
    assert_eq!(conflicts.len(), 6, "{conflicts:?}");
    assert_eq!(rules.check(6), Err(conflicts[0].clone()));
}

// --- Setting up, and telling what is wrong --------------------------------------------------------------------------

fn set_up(names: &[&str], first_dealer: usize, rules: RuleSet) -> Result<Session, SetupError> {
    Session::new(Uuid::nil(), at(0), people(names), first_dealer, rules)
}

#[test]
fn a_table_that_cannot_be_set_up_is_refused() {
    let (long, fits) = ("x".repeat(81), "é".repeat(80));
    assert!(set_up(&["A", "B", &format!(" {fits} ")], 0, classic()).is_ok(), "characters count, not bytes or spaces");
    assert_eq!(set_up(&["A", "B", "C"], 2, classic()).unwrap().game().dealer(1), 2);
    let name = |player, wrong| SetupError::Name { player, wrong };
    let secret = RuleSet { bidding: Bidding::Secret, ..classic() };
    let cases: [(&[&str], usize, RuleSet, SetupError); 8] = [
        (&["A", "", "C"], 0, classic(), name(2, WrongName::Empty)),
        (&["A", "B", " \t"], 0, classic(), name(3, WrongName::Empty)),
        (&["A", "B", &long], 0, classic(), name(3, WrongName::Long)),
        (&["A", "B", "A"], 0, classic(), SetupError::SameName("A".into())),
        (&["A", "B", " A "], 0, classic(), SetupError::SameName("A".into())),
        (&["A", "B", "C"], 3, classic(), SetupError::FirstDealer { dealer: 3, players: 3 }),
        (&["A", "B", "C"], 0, secret, SetupError::Rules(RuleConflict::PlusMinusOneWithSecret)),
        (&["A", "B"], 0, classic(), SetupError::Rules(RuleConflict::Players(2))),
    ];
    for (names, dealer, rules, expected) in cases {
        assert_eq!(set_up(names, dealer, rules), Err(expected), "{names:?}, dealer {dealer}");
    }
}

#[test]
fn names_are_visible_and_on_one_line() {
    // Zero width, soft hyphen, marks of direction, blank fillers, joiners and selectors, tags.
    let unseen = ["\u{200b}", "\u{ad}\u{200d}", "\u{202e}\u{2066}", "\u{3164}", "\u{115f}\u{1160}", "\u{2800}"];
    let more = ["\u{fe0f}", "\u{e0041}", "\u{feff}", "\u{34f}", "\u{ffa0}", "\u{fffb}", "\u{200b} \u{200b}"];
    for name in unseen.into_iter().chain(more) {
        let error = set_up(&["A", name, "C"], 0, classic()).expect_err(&format!("{name:?}")).to_string();
        assert_eq!(error, "the name of player 2 has no visible letter");
    }
    for name in ["a\u{0}b", "\u{7}", "\u{1b}[2J", "\u{7f}x", "x\u{9b}y"] {
        let error = set_up(&["A", "B", name], 0, classic()).expect_err(&format!("{name:?}")).to_string();
        assert_eq!(error, "the name of player 3 has a control character: type it again");
    }
    let fine = ["a\u{200b}b", "\u{202e}x", "🧙\u{200d}♂\u{fe0f}", "e\u{301}", "دوستی", "李", "."];
    for names in fine.windows(3) {
        assert!(set_up(names, 0, classic()).is_ok(), "{names:?}");
    }
    let trimmed = set_up(&[" A ", "two\nlines", "\ta\t b\n"], 0, classic()).unwrap();
    assert_eq!(trimmed.people().names_at_end(), ["A", "two lines", "a b"]);
}

#[test]
fn texts_are_composed() {
    let (apart, composed) = ("e\u{301}", "\u{e9}");
    let session = set_up(&["A", "B", apart], 0, unbound()).unwrap();
    assert_eq!(session.people().names_at_end(), ["A", "B", composed]);
    assert!(
        matches!(set_up(&["A", apart, composed], 0, unbound()), Err(SetupError::SameName(name)) if name == composed)
    );
    let noted = session.noted(apart, apart).unwrap();
    assert_eq!((noted.place(), noted.notes()), (composed, composed));
    let fined = after(&session, [Command::Penalties(vec![penalty(0, 0, -10, apart)])]);
    assert_eq!(fined.table().penalties[0].reason, composed);
}

#[test]
fn a_round_beyond_the_plan_cannot_be_checked() {
    let game = game(3, hands(&[1, 2]));
    let beyond = game.check_round(3, &round(&[0, 0, 0], &[0, 0, 0]));
    assert_eq!(beyond, Err(Violation::NoSuchRound { planned: 2 }));
    let refused = read(&[1, 2], json!(vec![json!({"bids": [0, 0, 0], "tricks": [0, 0, 1]}); 3])).unwrap_err();
    assert_eq!(refused.to_string(), "round 3: the game has only 2 rounds");
}

#[test]
fn every_violation_has_a_sentence_that_names_its_player() {
    let names: Vec<String> = ["Ana", "Bo", "Cy"].map(String::from).to_vec();
    let player = 1;
    for violation in [
        Violation::BidRange { player, bid: -1, cards: 2 },
        Violation::BidMissing { player },
        Violation::PlusMinusOne { player, bid: 1, cards: 2 },
        Violation::TricksRange { player, tricks: 9, cards: 2 },
        Violation::TricksMissing { player },
        Violation::CloudChange { player, change: 2 },
        Violation::CloudWithoutTrick { player },
        Violation::CloudRange { player, bid: 0, change: Change::Less, cards: 2 },
    ] {
        assert!(violation.text(&names).to_string().contains("Bo"), "{}", violation.text(&names).to_string());
        assert!(violation.text(&[]).to_string().contains('?'), "a seat without a name is no panic");
    }
    let broken = BrokenRule { round: 7, violation: Violation::PlusMinusOne { player, bid: 1, cards: 2 }, names };
    assert_eq!(broken.to_string(), "round 7: Bo may not bid 1: the bids would add up to 2 (Plus/Minus One)");
}

#[test]
fn penalty_points_count_in_the_totals_from_their_round_on() {
    let dealt = session(3, unbound());
    let twice = played(&played(&dealt, &[0, 1, 0], &[0, 1, 0]), &[0, 2, 0], &[0, 2, 0]);
    let given = vec![penalty(1, 2, -50, "judge"), penalty(0, 1, -10, "time"), penalty(2, 0, 20, "")];
    let fined = after(&twice, [Command::Penalties(given)]);
    assert_eq!(
        totals(&fined),
        [[10, 30, 40], [30, 20, 60]],
        "penalties count from their round on, those of 0 before round 1"
    );
    let shown: Vec<_> =
        fined.sheet().into_iter().take(2).map(|row| row.cells.map(|cell| cell.total.unwrap())).collect();
    assert_eq!(shown, [[20, 30, 40], [30, 70, 60]], "on the sheet they stand below the round that they follow");
    let led_to: Vec<i32> = fined.table().totals_with_penalties(&fined.readings()).collect();
    assert_eq!(led_to, [20, 10, 20], "there each has the total to which it leads");
    let points: Vec<_> = fined.readings()[0].seats.iter().map(|seat| seat.points).collect();
    assert_eq!(points, [Some(20), Some(30), Some(20)], "penalties never change a round's own points");
    let less = after(&fined, [Command::Penalties(vec![penalty(0, 1, -10, "time")])]);
    assert_eq!(less.current_totals(), [30, 70, 40]);
    let over = after(&fined, [Command::EndEarly(at(9)), Command::Penalties(Vec::new())]);
    assert_eq!(over.current_totals(), [40, 70, 40], "penalties may be given after the end");
    let (file, plain) = (saved(&fined), saved(&twice));
    assert_eq!((&file["version"], &file["penalties"][0]["points"]), (&2.into(), &20.into()));
    assert_eq!((&plain["version"], plain.get("penalties")), (&1.into(), None));
}

#[test]
fn impossible_penalties_are_refused() {
    let start = played(&session(3, unbound()), &[0, 1, 0], &[0, 1, 0]);
    let refuses = |given: Penalty, violation: Violation| {
        assert_eq!(refused(&start, Command::Penalties(vec![given])), broken(0, violation));
    };
    refuses(penalty(3, 1, -10, ""), Violation::PenaltyPlayer { player: 3 });
    refuses(penalty(0, 2, -10, ""), Violation::PenaltyRound { after_round: 2, scored: 1 });
    for points in [0, 5, -15, 510, -510] {
        refuses(penalty(0, 1, points, ""), Violation::PenaltyPoints { points: points.into() });
    }
    refuses(penalty(0, 1, -10, "two\nlines"), Violation::PenaltyReason);
    refuses(penalty(0, 1, -10, &"long".repeat(21)), Violation::PenaltyReason);
    let many = vec![penalty(0, 1, -10, ""); 201];
    assert_eq!(refused(&start, Command::Penalties(many.clone())), broken(0, Violation::PenaltyCount));
    assert_eq!(after(&start, [Command::Penalties(many[1..].to_vec())]).current_totals(), [-1980, 30, 20]);
}

#[test]
fn the_names_of_the_deck_change_no_rule() {
    let named = |deck: DeckNames| session(3, RuleSet { deck, ..classic() });
    let facts = |session: &Session| (session.game().plan().clone(), session.readings(), session.current_totals());
    let played_with = |deck: DeckNames| played(&named(deck), &[1, 0, 1], &[1, 0, 0]);
    for deck in [DeckNames::Suits, DeckNames::Colours] {
        assert_eq!(facts(&played_with(deck)), facts(&played_with(DeckNames::Peoples)));
        assert_eq!(named(deck).game().rules().version(), 2);
    }
    assert_eq!(named(DeckNames::Peoples).game().rules().version(), 1);
    let ranks = |deck: DeckNames| (1..=13).map(|rank| deck.rank(rank).to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(ranks(DeckNames::Suits), "2 3 4 5 6 7 8 9 10 J Q K A");
    assert_eq!(ranks(DeckNames::Colours), "1 2 3 4 5 6 7 8 9 10 11 12 13");
}
