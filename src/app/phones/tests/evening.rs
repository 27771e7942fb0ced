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
    assert!(evening.published().phones.is_empty());
    assert_eq!(evening.ask(&phones[1], bid(1, 3)), Answer::Unknown);
    assert_ne!(evening.app.phones().link, before.link);

    let room = evening.room();
    wait(&mut evening.app, |_| room.exists());
    evening.app.handle(Command::OnPhones(PhonesCommand::Stop));
    assert_eq!(evening.app.phones().state, PhonesState::Off);
    assert_eq!(evening.ask_as(None, 1, PEER, Change::Claim(0)), Answer::Closed);
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
    let secrets: Vec<Secret> = evening.published().phones.iter().map(|phone| phone.secret().clone()).collect();
    assert_eq!(secrets, phones);
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

fn other_game(evening: &Evening, people: &[&str]) -> PathBuf {
    let path = evening.folder.path().join("games/other.json");
    let known = players(&["Anna", "Ben", "Cleo"]);
    let player = |name: &&str| {
        Player::new(*name, known.iter().find(|one| one.name == **name).map_or(Uuid::new_v4(), |one| one.id))
    };
    let people = people.iter().map(player).collect();
    let other = Session::new(Uuid::new_v4(), now(), people, 0, RuleSet::default()).unwrap();
    SessionFile::new(path.clone()).save_now(other).unwrap();
    await_releases(PATIENCE);
    path
}

#[test]
fn phones_stay_with_the_game_on_the_table_whatever_is_done_to_another() {
    let note = |of: PathBuf| ArchiveCommand::Note {
        of,
        place: Edit { to: "kitchen".into(), ..Edit::default() },
        notes: Edit::default(),
    };
    for people in [["Dora", "Emil", "Fritz"], ["Anna", "Ben", "Cleo"]] {
        for ends in [false, true] {
            let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
            let phones = evening.claim_all();
            let path = evening.app.session_file().unwrap().to_owned();
            let other = other_game(&evening, &people);
            evening.app.handle(Command::Show(Page::Archive));
            settle(&mut evening.app);
            if ends {
                evening.app.handle(Command::EndOf(other));
            } else {
                evening.app.handle(Command::OnArchive(ArchiveCommand::View(other.clone())));
                settle(&mut evening.app);
                evening.app.handle(Command::OnArchive(note(other)));
            }
            settle(&mut evening.app);
            evening.app.pump();
            assert_eq!(evening.app.phones().state, PhonesState::On, "{people:?}, {ends}");
            assert!(evening.reason(&phones[1], bid(1, 1)).contains("left the table"));
            evening.app.handle(Command::Open(path));
            settle(&mut evening.app);
            evening.kept(&phones[1], bid(1, 1));
        }
    }
}

#[test]
fn after_a_close_nothing_listens_until_somebody_asks_and_then_all_come_back() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    evening.kept(&phones[1], bid(1, 1));
    let path = evening.app.session_file().unwrap().to_owned();
    let mut evening = evening.again(App::close, at_home);
    assert_eq!(evening.app.page(), Page::Home);
    evening.app.handle(Command::Open(path));
    settle(&mut evening.app);
    assert!(evening.is_not_listening());
    assert!(evening.app.phones().seats.iter().all(|seat| seat.state == PhoneAt::Free), "no signs at the seats");
    evening.app.handle(Command::OnPhones(PhonesCommand::Switch));
    wait(&mut evening.app, |app| app.phones().state == PhonesState::On);
    evening.kept(&phones[2], bid(1, 1));
    // A crash of the program that somebody asked to let phones in.
    let mut evening = evening.again(|_| (), at_home);
    wait(&mut evening.app, |app| app.phones().state == PhonesState::On);
    evening.kept(&phones[0], bid(1, 0));
}

#[test]
fn in_another_network_nothing_listens_until_somebody_asks() {
    let elsewhere = || vec![IpAddr::V4(Ipv4Addr::new(10, 0, 0, 7))];
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    let mut evening = evening.again(|_| (), elsewhere);
    assert_eq!(evening.app.page(), Page::Table);
    assert!(evening.is_not_listening());
    evening.app.handle(Command::OnPhones(PhonesCommand::Switch));
    wait(&mut evening.app, |app| app.phones().state == PhonesState::On);
    evening.kept(&phones[1], bid(1, 1));

    // The device is carried there while the game is on.
    let event = |evening: &Evening, addresses: Vec<IpAddr>| {
        (evening.net.0.lock().unwrap().as_ref().unwrap().3)(ServerEvent::Addresses(addresses));
    };
    event(&evening, elsewhere());
    evening.app.pump();
    assert_eq!(evening.app.phones().state, PhonesState::On, "the panel is open: the new code is shown");
    evening.app.handle(Command::OnPhones(PhonesCommand::Close));
    event(&evening, Vec::new());
    event(&evening, elsewhere());
    evening.app.pump();
    assert_eq!(evening.app.phones().state, PhonesState::On, "the same network again");
    event(&evening, at_home());
    evening.app.pump();
    assert_eq!(evening.app.phones().state, PhonesState::Off);
    evening.app.handle(Command::OnPhones(PhonesCommand::Switch));
    wait(&mut evening.app, |app| app.phones().state == PhonesState::On);
    evening.kept(&phones[2], bid(1, 1));
}

#[test]
fn a_second_window_on_the_same_game_serves_no_phone() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    let room = evening.room();
    let before = fs::read(&room).unwrap();
    let net = Net::default();
    let mut second = served(config_in(evening.folder.path()), &net);
    settle(&mut second);
    let path = evening.app.session_file().unwrap().to_owned();
    second.handle(Command::Open(path));
    settle(&mut second);
    assert_eq!(second.save_state(), SaveState::ReadOnly);
    second.handle(Command::OnPhones(PhonesCommand::Switch));
    for _ in 0..20 {
        std::thread::sleep(Duration::from_millis(5));
        second.pump();
    }
    let PhonesState::Failed(reason) = second.phones().state else { panic!("{:?}", second.phones()) };
    assert!(reason.to_string().contains("Another window"), "{reason}");
    second.close();
    drop(second);
    assert!(net.0.lock().unwrap().is_none());
    assert_eq!(fs::read(&room).unwrap(), before);
    evening.kept(&phones[1], bid(1, 1));
}
