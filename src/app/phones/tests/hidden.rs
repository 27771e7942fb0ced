//! What stays hidden until the rules reveal it.

use super::*;

/// What everybody but the phones themselves sees, before and after the reveal, if these bids are made by phones.
fn seen(rules: Bidding, bids: [u8; 3]) -> (String, String, String) {
    let mut evening = Evening::of(wizard(bidding(rules)));
    let phones = evening.claim_all();
    let mut before = Vec::new();
    for (seat, &number) in bids.iter().enumerate() {
        let reveals = seat == 2 && rules == Bidding::Hidden;
        if !reveals {
            evening.kept(&phones[seat], bid(1, number));
        }
        for other in seat + 1..3 {
            before.push(evening.view(Some(other)).to_string());
        }
        before.push(evening.view(None).to_string());
        if rules != Bidding::Confided {
            before.push(evening.tablet());
        }
    }
    if rules == Bidding::Hidden {
        evening.kept(&phones[2], bid(1, bids[2]));
    } else {
        if rules == Bidding::Confided {
            evening.tap(TableCommand::Primary);
        }
        for (seat, number) in [3, 3, 3].into_iter().enumerate() {
            evening.kept(&phones[seat], tricks(1, number));
        }
        // Each phone sees only its own bid.
        for (seat, number) in bids.iter().enumerate() {
            let view = evening.view(Some(seat));
            assert_eq!((&view["you"]["bid"], &view["players"][seat]["bid"]), (&(*number).into(), &Value::Null));
            assert_eq!(view["players"][seat]["has_bid"], true);
        }
        before.push(evening.view(None).to_string());
        before.push(evening.tablet());
        evening.tap(TableCommand::Primary);
    }
    let everybody = evening.view(None);
    for (seat, number) in bids.iter().enumerate().filter(|_| rules != Bidding::Confided) {
        assert_eq!(everybody["players"][seat]["bid"], *number);
        assert_eq!(evening.view(Some(2))["players"][seat]["bid"], *number);
    }
    (before.join("\n"), everybody.to_string(), evening.tablet())
}

#[test]
fn hidden_bids_leave_no_trace_before_the_reveal_and_are_everywhere_after_it() {
    for rules in [Bidding::Hidden, Bidding::Secret, Bidding::Confided] {
        // Both add up to the same, so that only the bids themselves differ, and to other sums.
        let (before, after, tablet) = seen(rules, [7, 2, 4]);
        for bids in [[2, 7, 4], [8, 1, 3]] {
            let (other, revealed, shown) = seen(rules, bids);
            assert!(before == other, "{rules:?}: something differs before the reveal\n{before}\n\n{other}");
            assert!(after != revealed && tablet != shown, "{rules:?}");
        }
    }
}

#[test]
fn no_phone_reads_another_seats_bid_while_a_change_of_seats_is_saved() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Hidden)));
    let phones = evening.claim_all();
    evening.kept(&phones[2], bid(1, 7));
    evening.change_game(vec![SetupCommand::Move { from: 2, to: 1 }]);
    assert!(evening.app.is_saving());
    for saved in [false, true] {
        let own = phones.iter().map(|phone| evening.view_of(phone)["you"]["bid"].clone());
        assert_eq!(own.collect::<Vec<_>>(), [Value::Null, Value::Null, 7.into()], "saved: {saved}");
        settle(&mut evening.app);
        evening.app.pump();
    }
    assert_eq!(evening.view_of(&phones[2])["you"]["seat"], 1);
    evening.kept(&phones[1], bid(1, 4));
    assert_eq!(evening.view_of(&phones[1])["you"]["bid"], 4);
}

#[test]
fn a_phone_that_gets_a_seat_during_a_save_gets_no_view_of_the_phone_before() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Hidden)));
    let phones = evening.claim_all();
    evening.kept(&phones[0], bid(1, 7));
    let ask = |evening: &mut Evening| evening.ask_as(None, 1, OTHER, Change::Claim(0));
    assert!(matches!(ask(&mut evening), Answer::Refused { pending: true, .. }));
    evening.app.handle(Command::OnTable(TableCommand::Number(2)));
    let PhoneAt::Asks(digits) = evening.app.phones().seats[0].state else { panic!("no phone asks") };
    evening.app.handle(Command::OnPhones(PhonesCommand::Agree(0, digits)));
    assert!(evening.app.is_saving());
    assert_eq!(evening.view_of(&phones[0]), Value::Null, "the phone before is out at once");
    assert!(evening.own_views().iter().all(|view| view["you"]["bid"] != 7));
    let Answer::Seated(0, new) = ask(&mut evening) else { panic!("not seated") };
    let view = evening.view_of(&new);
    assert_eq!((&view["you"]["seat"], &view["you"]["bid"]), (&0.into(), &Value::Null));
}
