//! What is on disk, and whose it is to write.

use super::*;

fn room_keeps(evening: &mut Evening, bids: usize) {
    let room = evening.room();
    wait(&mut evening.app, |_| fs::read_to_string(&room).is_ok_and(|text| text.matches("[1,").count() == bids));
}

#[test]
fn what_is_not_on_disk_is_not_reported_as_kept() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    let games = evening.folder.path().join("games");
    let aside = evening.folder.path().join("aside");
    fs::rename(&games, &aside).unwrap();
    fs::write(&games, "").unwrap();
    let Answer::Refused { reason, .. } = evening.ask_as(Some(&phones[1]), 40, PEER, bid(1, 3)) else {
        panic!("it cannot be on disk")
    };
    assert!(reason.to_string().contains("not saved"), "{reason}");
    fs::remove_file(&games).unwrap();
    fs::rename(&aside, &games).unwrap();
    evening.app.handle(Command::TryAgain);
    settle(&mut evening.app);
    assert!(matches!(evening.ask_as(Some(&phones[1]), 40, PEER, bid(1, 3)), Answer::Kept(_)));
    assert!(String::from_utf8(evening.file()).unwrap().contains("\"bid\""));
}

#[test]
fn phones_come_back_after_a_kill_with_their_seats_and_covered_bids() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Hidden)));
    let phones = evening.claim_all();
    evening.kept(&phones[0], bid(1, 7));
    evening.kept(&phones[1], bid(1, 2));
    let before = evening.published();
    let room = evening.room();
    room_keeps(&mut evening, 2);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&room).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let mut evening = evening.again(|_| (), at_home);
    wait(&mut evening.app, |app| app.phones().state == PhonesState::On);
    let after = evening.published();
    let secrets =
        |published: &Published| published.phones.iter().map(|phone| phone.secret().clone()).collect::<Vec<_>>();
    assert_eq!((&after.key, secrets(&after)), (&before.key, secrets(&before)));
    assert!(after.revision > before.revision, "phones that come back must see what is new");
    assert_eq!((evening.app.page(), evening.net.port()), (Page::Table, 27272));
    for (seat, own) in [(0, Value::from(7)), (1, 2.into()), (2, Value::Null)] {
        let view = evening.view(Some(seat));
        assert_eq!(view["you"]["bid"], own);
        assert_eq!(view["players"][0]["bid"], Value::Null, "it is still covered");
    }
    // The answer that was lost with the program.
    evening.kept(&phones[1], bid(1, 2));
    evening.app.handle(Command::Undo);
    settle(&mut evening.app);
    evening.app.pump();
    assert_eq!(evening.view(Some(1))["you"]["asks"], "bid");
}

#[test]
fn a_program_that_finds_its_session_in_another_window_serves_no_phone() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    evening.kept(&phones[1], bid(1, 3));
    room_keeps(&mut evening, 1);
    let path = evening.app.session_file().unwrap().to_owned();
    let mut other = None;
    let take_over = |app: &mut App| {
        app.open_session.play = None;
        await_releases(PATIENCE);
        other = Some(SessionFile::open(&path).unwrap().0).filter(SessionFile::may_write);
    };
    let mut evening = evening.again(take_over, at_home);
    assert!(other.is_some() && evening.app.save_state() == SaveState::ReadOnly);
    assert!(evening.is_not_listening() && evening.room().exists());
    drop(other);
    await_releases(PATIENCE);
    evening.app.handle(Command::TryAgain);
    settle(&mut evening.app);
    assert!(evening.is_not_listening(), "until somebody asks");
    evening.app.handle(Command::OnPhones(PhonesCommand::Switch));
    wait(&mut evening.app, |app| app.phones().state == PhonesState::On);
}

#[test]
fn once_another_window_has_taken_a_session_over_phones_are_refused_and_nothing_is_written() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    evening.kept(&phones[1], bid(1, 3));
    let before = evening.file();
    let path = evening.app.session_file().unwrap().to_owned();
    // The folder is put back without the lock, as after a change of disks, and another window is first.
    let games = evening.folder.path().join("games");
    fs::rename(&games, evening.folder.path().join("aside")).unwrap();
    fs::create_dir(&games).unwrap();
    fs::write(&path, &before).unwrap();
    let (other, _) = SessionFile::open(&path).unwrap();
    assert!(other.may_write());

    let refusal = evening.reason(&phones[2], bid(1, 4));
    assert!(refusal.contains("not saved") && refusal.contains("Another window"), "{refusal}");
    assert_eq!(evening.app.save_state(), SaveState::ReadOnly);
    let view = evening.view(Some(2));
    assert!(view["you"]["says"].as_str().unwrap().contains("Another window"), "{view}");
    assert_eq!((&view["you"]["asks"], &view["you"]["can_take_back"]), (&Value::Null, &false.into()));
    // The same change again is answered alike, and another is refused.
    evening.number -= 1;
    assert_eq!(evening.reason(&phones[2], bid(1, 4)), refusal);
    assert!(evening.reason(&phones[0], bid(1, 0)).contains("Another window"));
    assert_eq!(fs::read(&path).unwrap(), before);
    drop(other);
}

#[test]
fn phones_follow_what_another_device_has_written() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    evening.kept(&phones[1], bid(1, 3));
    let path = evening.app.session_file().unwrap().to_owned();
    let OfGame::Wizard(session) = evening.app.session().unwrap().cloned() else { panic!("another game") };
    let elsewhere = TempDir::new().unwrap().path().join("game.json");
    SessionFile::new(elsewhere.clone()).save_now(session.apply(wizard::Command::Bid(2, Some(4))).unwrap()).unwrap();
    fs::copy(&elsewhere, &path).unwrap();
    evening.app.check_file::<AnySession>();
    wait(&mut evening.app, |app| {
        app.wizard().is_some_and(|session| session.open().unwrap().1.facts.bids.known(2) == Some(4))
    });
    evening.app.pump();
    assert_eq!(
        (&evening.view(Some(2))["you"]["bid"], &evening.view(Some(0))["you"]["asks"]),
        (&4.into(), &"bid".into())
    );
    evening.kept(&phones[0], bid(1, 1));
    assert_eq!(evening.app.wizard().unwrap().open().unwrap().1.facts.bids, [Some(1), Some(3), Some(4)]);
}

#[test]
fn phones_wait_while_the_folder_is_being_changed() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Open)));
    let phones = evening.claim_all();
    let before = evening.file();
    evening.app.copying = Some((0, 2));
    assert!(evening.reason(&phones[1], bid(1, 3)).contains("being copied"));
    evening.app.copying = None;
    assert_eq!(evening.file(), before);
    evening.kept(&phones[1], bid(1, 3));
}

#[test]
fn a_bid_is_its_persons_where_another_device_has_just_changed_the_seats() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Hidden)));
    let phones = evening.claim_all();
    let path = evening.app.session_file().unwrap().to_owned();
    let OfGame::Wizard(session) = evening.app.session().unwrap().cloned() else { panic!("another game") };
    let [anna, ben, cleo] = session.people().players_at_end() else { panic!("others") };
    let people = People::new(vec![anna.clone(), cleo.clone(), ben.clone()]).unwrap();
    let seats = [0, 2, 1].into_iter().collect();
    let swapped = session.agree(Agreement { people, game: session.game().clone() }, seats).unwrap();
    let elsewhere = TempDir::new().unwrap().path().join("game.json");
    SessionFile::new(elsewhere.clone()).save_now(swapped).unwrap();
    fs::copy(&elsewhere, &path).unwrap();
    evening.app.check_file::<AnySession>();
    // The news has come, and is not taken in before the bid.
    std::thread::sleep(Duration::from_millis(500));
    evening.kept(&phones[1], bid(1, 4));
    assert_eq!(evening.app.wizard().unwrap().open().unwrap().1.facts.bids, [None, None, Some(4)]);
    assert_eq!(evening.view_of(&phones[1])["you"]["bid"], 4);
    assert_eq!(evening.view_of(&phones[2])["you"]["bid"], Value::Null);
}
