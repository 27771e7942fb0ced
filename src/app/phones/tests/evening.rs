//! The beginning and the end of the phones' evening.

use super::*;

#[test]
fn a_new_code_throws_everybody_out_and_stop_leaves_nothing() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    let before = evening.app.phones();
    assert!(before.link.starts_with("http://192.168.178.5:27272/#"));
    evening.app.handle(Command::OnPhones(PhonesCommand::NextAddress));
    assert!(evening.app.phones().link.starts_with("http://192.168.178.6:27272/#"));
    let key = evening.published().key;
    evening.app.handle(Command::OnPhones(PhonesCommand::NewCode));
    assert_ne!(evening.published().key, key);
    assert!(evening.published().seats.iter().all(Option::is_none));
    assert_eq!(evening.ask(&phones[1], bid(1, 3)), Answer::Unknown);
    assert_ne!(evening.app.phones().link, before.link);

    let room = evening.room();
    wait(&mut evening.app, |_| room.exists());
    evening.app.handle(Command::OnPhones(PhonesCommand::Stop));
    assert_eq!(evening.app.phones().state, PhonesState::Off);
    assert_eq!(evening.ask_as(None, 1, PEER, Change::Claim(0)), Answer::Unknown);
    wait(&mut evening.app, |_| !room.exists());
    assert!(evening.app.phones().link.is_empty());
}

#[test]
fn a_rematch_keeps_the_phones_and_the_end_of_the_evening_lets_them_go() {
    let mut evening = Evening::of(wizard(RuleSet { hands: Some(vec![1]), ..bidding(Bidding::Open) }));
    let phones = evening.claim_all();
    for (seat, number) in [(1, 1), (2, 1), (0, 1)] {
        evening.kept(&phones[seat], bid(1, number));
    }
    evening.tap(TableCommand::Primary);
    for (phone, number) in phones.iter().zip([1, 0, 0]) {
        evening.kept(phone, tricks(1, number));
    }
    evening.tap(TableCommand::Primary);
    let view = evening.view(Some(0));
    assert_eq!((&view["over"], &view["phase"], &view["players"][0]["rank"]), (&true.into(), &"over".into(), &1.into()));
    assert!(evening.reason(&phones[0], bid(1, 1)).contains("over"));

    evening.app.handle(Command::Rematch);
    settle(&mut evening.app);
    evening.app.pump();
    assert_eq!(evening.published().seats.iter().flatten().collect::<Vec<_>>(), phones.iter().collect::<Vec<_>>());
    assert_eq!(evening.view(None)["over"], false);
    evening.app.handle(Command::OnTable(TableCommand::End));
    settle(&mut evening.app);
    evening.app.handle(Command::Show(Page::Home));
    settle(&mut evening.app);
    evening.app.pump();
    assert_eq!(evening.app.phones().state, PhonesState::Off, "the game is over and its table was left");
}

#[test]
fn phones_wait_while_the_table_is_left_and_a_game_of_others_lets_them_go() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    let path = evening.app.session_file().unwrap().to_owned();
    evening.app.handle(Command::Show(Page::Home));
    settle(&mut evening.app);
    assert!(evening.reason(&phones[1], bid(1, 1)).contains("left the table"));
    evening.app.handle(Command::Open(path));
    settle(&mut evening.app);
    evening.kept(&phones[1], bid(1, 1));

    let others = ["Dora", "Emil", "Fritz"].map(|name| Player::new(name, Uuid::new_v4())).to_vec();
    let others = Session::new(Uuid::new_v4(), now(), others, 0, RuleSet::default());
    evening.app.begin(others);
    settle(&mut evening.app);
    evening.app.pump();
    assert_eq!(evening.app.phones().state, PhonesState::Off);
}
