use super::*;

#[test]
fn what_belongs_to_others_is_refused_and_writes_nothing() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    let before = evening.file();
    let foreign = [
        bid(1, 3),
        bid(2, 3),
        bid(0, 3),
        bid(1, 10),
        bid(1, 255),
        tricks(1, 0),
        tricks(2, 0),
        Change::Back { round: 1 },
        Change::Bet { round: 1, token: 2 },
        Change::Fold { round: 1 },
        Change::Show { round: 1, hand: 14 },
    ];
    // Ben, left of Anna who deals, bids first: his bids of this round alone are right.
    for (seat, phone) in phones.iter().enumerate() {
        for what in foreign.iter().filter(|what| seat != 1 || **what != foreign[0]) {
            assert!(!evening.reason(phone, what.clone()).is_empty());
        }
        let reason = evening.reason(phone, Change::Claim((seat + 1) % 3));
        assert_eq!(reason, "Leave your seat first.");
        assert!(matches!(evening.ask_as(None, 90, OTHER, Change::Claim(9)), Answer::Refused { pending: false, .. }));
    }
    let stranger = Secret::new().unwrap();
    for what in &foreign {
        assert_eq!(evening.ask(&stranger, what.clone()), Answer::Unknown);
    }
    assert_eq!(evening.ask_as(None, 900, PEER, bid(1, 3)), Answer::Unknown);
    assert_eq!(evening.file(), before, "nothing may have been written");

    evening.kept(&phones[1], bid(1, 3));
    evening.kept(&phones[2], bid(1, 3));
    let before = evening.file();
    assert!(evening.reason(&phones[0], bid(1, 3)).contains("Plus/Minus One"));
    let view = evening.view(Some(0));
    let numbers = &view["you"]["numbers"];
    let reason = "You may not bid 3: the bids would add up to 9 (Plus/Minus One).";
    assert!(numbers[3]["refused"] == reason && numbers[2]["refused"].is_null(), "{numbers}");
    assert_eq!(evening.reason(&phones[0], bid(1, 3)), reason);
    assert_eq!(evening.file(), before);
}

#[test]
fn a_change_of_the_same_number_is_answered_alike_and_a_lower_one_refused() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    let first = evening.ask_as(Some(&phones[1]), 50, PEER, bid(1, 4));
    assert!(matches!(first, Answer::Kept(_)));
    let file = evening.file();
    assert!(matches!(evening.ask_as(Some(&phones[1]), 50, PEER, bid(1, 4)), Answer::Kept(_)));
    let late = evening.ask_as(Some(&phones[1]), 49, PEER, Change::Back { round: 1 });
    assert!(matches!(late, Answer::Refused { .. }));
    let no = evening.ask_as(Some(&phones[1]), 51, PEER, bid(1, 5));
    assert_eq!(evening.ask_as(Some(&phones[1]), 51, PEER, Change::Back { round: 1 }), no);
    assert_eq!(evening.file(), file);

    assert_eq!(evening.ask_as(Some(&phones[1]), 60, PEER, Change::Leave), Answer::Left);
    assert_eq!(evening.ask_as(Some(&phones[1]), 60, PEER, Change::Leave), Answer::Left);
    assert_eq!(evening.ask_as(Some(&phones[1]), 61, PEER, bid(1, 4)), Answer::Unknown);
    // A claim whose answer was lost gets the same secret, and no other phone does.
    let seated = evening.ask_as(None, 7, PEER, Change::Claim(1));
    assert_eq!(evening.ask_as(None, 7, PEER, Change::Claim(1)), seated);
    assert!(matches!(evening.ask_as(None, 7, OTHER, Change::Claim(1)), Answer::Refused { pending: true, .. }));
}

fn digits(evening: &Evening, seat: Seat) -> u8 {
    match evening.app.phones().seats[seat].state {
        PhoneAt::Asks(digits) => digits,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_taken_seat_changes_hands_when_the_scorekeeper_agrees_without_its_hidden_bid() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Hidden)));
    let phones = evening.claim_all();
    evening.kept(&phones[0], bid(1, 7));
    let ask = |evening: &mut Evening| evening.ask_as(None, 1, OTHER, Change::Claim(0));
    assert!(matches!(ask(&mut evening), Answer::Refused { pending: true, .. }));
    let refused = digits(&evening, 0);
    evening.app.handle(Command::OnPhones(PhonesCommand::Refuse(0)));
    assert!(matches!(ask(&mut evening), Answer::Refused { pending: false, .. }));
    let again = evening.ask_as(None, 2, OTHER, Change::Claim(1));
    let Answer::Refused { reason, pending: false } = again else { panic!("{again:?}") };
    assert!(reason.to_string().contains("in a minute"), "{reason}");
    assert_eq!(evening.app.phones().seats[1].state, PhoneAt::Here, "the scorekeeper is not asked again");
    // Another phone is distinguished, also from the one before.
    let third = |evening: &mut Evening| evening.ask_as(None, 2, THIRD, Change::Claim(0));
    let Answer::Refused { reason, pending: true } = third(&mut evening) else { panic!("not asked") };
    let now = digits(&evening, 0);
    assert!(now != refused && (10..100).contains(&now) && reason.to_string().contains(&now.to_string()), "{reason}");
    evening.app.handle(Command::OnPhones(PhonesCommand::Agree(0, refused)));
    assert!(matches!(third(&mut evening), Answer::Refused { pending: true, .. }), "meant for the other one");
    evening.app.handle(Command::OnPhones(PhonesCommand::Agree(0, now)));
    let Answer::Seated(0, new) = third(&mut evening) else { panic!("not seated") };
    assert_ne!(new, phones[0]);
    assert_eq!(evening.ask(&phones[0], Change::Back { round: 1 }), Answer::Unknown);

    let view = evening.view(Some(0));
    assert_eq!((&view["you"]["bid"], &view["players"][0]["has_bid"]), (&Value::Null, &true.into()));
    // A right guess is answered like a wrong one.
    assert_eq!(evening.reason(&new, bid(1, 7)), evening.reason(&new, bid(1, 6)));
    evening.kept(&new, Change::Back { round: 1 });
    evening.kept(&new, bid(1, 2));
    assert_eq!(evening.view(Some(0))["you"]["bid"], 2);
    for _ in 0..2 {
        evening.app.handle(Command::Undo);
        settle(&mut evening.app);
        evening.app.pump();
    }
    assert_eq!(evening.view(Some(0))["you"]["bid"], Value::Null, "undo brings back the bid of the phone before");
    evening.kept(&phones[1], bid(1, 1));
    evening.kept(&phones[2], bid(1, 2));
    assert_eq!(evening.view(Some(0))["you"]["bid"], 7, "all are in");
}

#[test]
fn a_phone_takes_its_own_number_back_until_the_round_goes_on() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    evening.kept(&phones[1], bid(1, 3));
    assert_eq!(evening.view(Some(1))["you"]["can_take_back"], true);
    evening.kept(&phones[1], Change::Back { round: 1 });
    evening.kept(&phones[1], bid(1, 4));
    evening.kept(&phones[2], bid(1, 1));
    assert_eq!(evening.view(Some(1))["you"]["can_take_back"], false);
    evening.reason(&phones[1], Change::Back { round: 1 });

    let mut evening = Evening::of(track(&["Anna", "Ben", "Cleo"]));
    let phones = evening.claim_all();
    assert_eq!(evening.view(Some(0))["you"]["tokens"][0]["number"], -1);
    evening.kept(&phones[0], Change::Bet { round: 1, token: -1 });
    evening.kept(&phones[0], Change::Back { round: 1 });
    evening.kept(&phones[0], Change::Bet { round: 1, token: 3 });
    evening.kept(&phones[1], Change::Fold { round: 1 });
    evening.reason(&phones[0], Change::Back { round: 1 });
    let view = evening.view(None);
    assert_eq!((&view["phase"], &view["turn"]), (&"first_bet".into(), &2.into()));
    assert_eq!((&view["players"][0]["tokens"][0], &view["players"][1]["folded"]), (&3.into(), &true.into()));
}

#[test]
fn a_replacement_does_not_get_the_phone_of_the_player_before() {
    let replace = |evening: &mut Evening, name: &str| {
        evening.change_game(vec![SetupCommand::Name(2, name.into()), SetupCommand::Same(2, false)]);
        settle(&mut evening.app);
        evening.app.pump();
    };
    let mut evening = Evening::of(wizard(RuleSet { hands: Some(vec![1, 1]), ..bidding(Bidding::Open) }));
    let phones = evening.claim_all();
    replace(&mut evening, "Dan");
    assert_eq!(evening.ask(&phones[2], bid(1, 1)), Answer::Unknown, "before a round is scored");
    let dan = evening.claim(2);
    evening.kept(&phones[1], bid(1, 0));
    evening.kept(&dan, bid(1, 0));
    evening.kept(&phones[0], bid(1, 0));
    evening.tap(TableCommand::Primary);
    for (phone, number) in [(&phones[0], 1), (&phones[1], 0), (&dan, 0)] {
        evening.kept(phone, tricks(1, number));
    }
    evening.tap(TableCommand::Primary);
    replace(&mut evening, "Emil");
    let emil = evening.claim(2);
    replace(&mut evening, "Fritz");
    assert_eq!(evening.ask(&emil, bid(2, 0)), Answer::Unknown, "before the next one is scored");
}
