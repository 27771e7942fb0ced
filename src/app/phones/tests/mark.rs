use super::*;

#[test]
fn a_bid_leaves_what_is_typed_and_a_correction_alone_and_is_undone() {
    let mut evening = Evening::of(wizard(RuleSet { hands: Some(vec![9, 19]), ..bidding(Bidding::Open) }));
    let phones = evening.claim_all();
    for (seat, number) in [(1, 1), (2, 1), (0, 1)] {
        evening.kept(&phones[seat], bid(1, number));
    }
    evening.tap(TableCommand::Primary);
    for phone in &phones {
        evening.kept(phone, tricks(1, 3));
    }
    evening.tap(TableCommand::Primary);
    assert_eq!(evening.view(None)["sheet"][0]["cells"][0]["points"], -20);

    evening.app.handle(Command::OnTable(TableCommand::Digit(1)));
    let mark = |app: &App| -> Vec<(Seat, bool, Option<u8>)> {
        app.table().rows.iter().map(|row| (row.seat, row.selected, row.typed)).collect()
    };
    let before = mark(&evening.app);
    evening.kept(&phones[2], bid(2, 5));
    assert_eq!(mark(&evening.app), before);
    assert!(evening.app.is_typing());
    evening.app.handle(Command::OnTable(TableCommand::Backspace));

    evening.tap(TableCommand::Correct { round: 1, seat: Some(1) });
    evening.tap(TableCommand::Field(Field::Bid));
    evening.tap(TableCommand::Number(2));
    let draft = format!("{:?}", evening.app.table());
    evening.kept(&phones[0], bid(2, 4));
    assert_eq!(format!("{:?}", evening.app.table()), draft);
    evening.tap(TableCommand::Primary);
    let session = evening.app.wizard().unwrap();
    assert_eq!(session.rounds()[0].bids, [1, 2, 1]);
    assert_eq!(session.open().unwrap().1.facts.bids, [Some(4), None, Some(5)]);

    for bids in [[Some(4), None, Some(5)], [None, None, Some(5)], [None; 3]] {
        evening.app.handle(Command::Undo);
        settle(&mut evening.app);
        assert_eq!(evening.app.wizard().unwrap().open().unwrap().1.facts.bids, bids);
    }
    evening.app.pump();
    assert_eq!(evening.view(Some(2))["you"]["asks"], "bid");
}

fn mark(app: &App) -> Seat {
    app.table().rows.iter().find(|row| row.selected).unwrap().seat
}

fn bids(app: &App) -> Vec<Option<u8>> {
    app.wizard().unwrap().open().unwrap().1.facts.bids.iter().copied().collect()
}

#[test]
fn a_number_typed_after_a_phones_bid_is_the_next_players() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    assert_eq!(mark(&evening.app), 1, "Ben is next");
    evening.kept(&phones[1], bid(1, 3));
    assert_eq!(mark(&evening.app), 2, "Cleo is next, whichever device enters her bid");
    // Who tapped in the same moment meant Ben.
    for early in [TableCommand::Number(1), TableCommand::Digit(1), TableCommand::Backspace] {
        evening.tap(early);
        assert_eq!((bids(&evening.app), mark(&evening.app)), (vec![None, Some(3), None], 2));
        let notice = evening.app.table().common.notice.unwrap().to_string();
        assert!(notice.contains("Nothing was entered here"), "{notice}");
    }
    evening.a_moment();
    evening.tap(TableCommand::Digit(2));
    assert_eq!((bids(&evening.app), mark(&evening.app)), (vec![None, Some(3), Some(2)], 0));
    // What a phone takes back does not take the mark from another.
    evening.tap(TableCommand::Backspace);
    evening.kept(&phones[1], Change::Back { round: 1 });
    assert_eq!(mark(&evening.app), 2);
    evening.tap(TableCommand::Digit(1));
    assert_eq!((bids(&evening.app), mark(&evening.app)), (vec![None, None, Some(1)], 1));

    // The next one of a list that is typed again is the round's mark, too.
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    evening.tap(TableCommand::Digit(3));
    evening.tap(TableCommand::Select(1, Field::Bid));
    evening.tap(TableCommand::Digit(4));
    evening.kept(&phones[2], bid(1, 1));
    evening.a_moment();
    evening.tap(TableCommand::Digit(0));
    assert_eq!(bids(&evening.app), [Some(0), Some(4), Some(1)]);
}

#[test]
fn who_chooses_a_player_after_a_phones_bid_enters_at_once() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    evening.kept(&phones[1], bid(1, 3));
    evening.tap(TableCommand::Select(0, Field::Bid));
    evening.tap(TableCommand::Number(2));
    assert_eq!(bids(&evening.app), [Some(2), Some(3), None]);
}

#[test]
fn a_phone_moves_no_mark_that_the_scorekeeper_set() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Hidden)));
    let phones = evening.claim_all();
    evening.tap(TableCommand::Select(2, Field::Bid));
    for (seat, number) in [(1, 3), (2, 1)] {
        evening.kept(&phones[seat], bid(1, number));
        assert_eq!(mark(&evening.app), 2);
    }
    evening.tap(TableCommand::Number(4));
    assert_eq!((bids(&evening.app), mark(&evening.app)), (vec![None, Some(3), Some(4)], 0));
    evening.tap(TableCommand::Step { down: false });
    evening.kept(&phones[0], bid(1, 0));
    assert_eq!(mark(&evening.app), 2, "it was moved there by key");

    // Nor one that has waited for the last number of all.
    let mut evening = Evening::of(wizard(bidding(Bidding::Hidden)));
    let phones = evening.claim_all();
    for seat in [2, 0, 1] {
        evening.kept(&phones[seat], bid(1, 1));
        assert_eq!(mark(&evening.app), 1);
    }

    // Nor one at which somebody is typing.
    let mut evening = Evening::of(wizard(RuleSet { hands: Some(vec![19]), ..bidding(Bidding::Open) }));
    let phones = evening.claim_all();
    evening.app.handle(Command::OnTable(TableCommand::Digit(1)));
    evening.kept(&phones[1], bid(1, 5));
    assert_eq!(mark(&evening.app), 1);
    evening.tap(TableCommand::Digit(2));
    assert_eq!((bids(&evening.app), mark(&evening.app)), (vec![None, Some(12), None], 2));
}

#[test]
fn the_mark_on_the_track_goes_on_with_the_round_unless_the_scorekeeper_set_it() {
    let names = ["Anna", "Ben", "Cleo"];
    let mut evening = Evening::of(track(&names));
    let phones = evening.claim_all();
    let at = |app: &App| (app.track().part, app.track().common.selected);
    for (seat, name) in names.into_iter().enumerate() {
        assert_eq!(at(&evening.app), (Part::First, name.to_owned()));
        evening.kept(&phones[seat], Change::Bet { round: 1, token: 2 });
    }
    assert_eq!(at(&evening.app), (Part::Second, "Anna".to_owned()));
    let token = Token::try_from(4).unwrap();
    let tap = |app: &mut App, command| app.handle(Command::OnTable(TableCommand::OnTrack(command)));
    for early in [TrackCommand::Token(token), TrackCommand::Fold] {
        tap(&mut evening.app, early);
        assert_eq!(at(&evening.app), (Part::Second, "Anna".to_owned()), "it was meant for Cleo's first bet");
    }
    evening.a_moment();
    tap(&mut evening.app, TrackCommand::Token(token));
    assert_eq!(at(&evening.app), (Part::Second, "Ben".to_owned()));

    tap(&mut evening.app, TrackCommand::Part(Part::First));
    evening.kept(&phones[1], Change::Bet { round: 1, token: 3 });
    assert_eq!(at(&evening.app), (Part::First, "Anna".to_owned()));
    evening.tap(TableCommand::Select(2, Field::Bid));
    tap(&mut evening.app, TrackCommand::Part(Part::Second));
    evening.tap(TableCommand::Select(2, Field::Bid));
    evening.kept(&phones[2], Change::Bet { round: 1, token: 1 });
    assert_eq!(at(&evening.app), (Part::Second, "Cleo".to_owned()));

    // What is typed of a hand stays whose it is.
    evening.app.handle(Command::OnTable(TableCommand::Escape));
    assert_eq!(at(&evening.app), (Part::Showdown, "Anna".to_owned()));
    tap(&mut evening.app, TrackCommand::ByHand(true));
    evening.app.handle(Command::OnTable(TableCommand::Digit(1)));
    evening.kept(&phones[0], Change::Show { round: 1, hand: 30 });
    assert_eq!(at(&evening.app), (Part::Showdown, "Anna".to_owned()));
    evening.tap(TableCommand::Digit(4));
    evening.tap(TableCommand::Pause);
    let Some(OfGame::LastWizard(session)) = evening.app.session() else { panic!("another game") };
    let hands: Vec<_> = session.table().open.as_ref().unwrap().turns.iter().map(|turn| turn.shown()).collect();
    assert_eq!(hands, [Some(Shown::Hand(14)), None, None]);
    assert_eq!(at(&evening.app), (Part::Showdown, "Ben".to_owned()));
}
