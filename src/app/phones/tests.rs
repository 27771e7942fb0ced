//! The program's side of the phones, without a network: what phones see, may enter and are answered.

use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use uuid::Uuid;

use super::state::{Asks, PhoneServer};
use super::{PhoneAt, PhonesCommand, PhonesState};
use crate::app::spawn::tests::{PATIENCE, config_in, settle};
use crate::app::{App, Command, Config, Field, Page, TableCommand, TrackCommand, now};
use crate::archive::InFile;
use crate::each;
use crate::export::{Format, Look, export};
use crate::language::Language;
use crate::last_wizard::{self, Token};
use crate::phones::{Answer, Ask, Change, Published, Secret, Seen};
use crate::seats::Seat;
use crate::session::{AnySession, OfGame, Player, Session};
use crate::wizard::{self, Bidding, RuleSet};

const PEER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 168, 178, 5));
const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 168, 178, 6));

/// What a server would have: the newest state, and the way to ask.
#[derive(Clone, Default)]
struct Net(Arc<Mutex<Option<(Published, Asks, u16)>>>);

impl PhoneServer for Net {
    fn publish(&self, published: Published) {
        let mut inside = self.0.lock().unwrap();
        let (before, ..) = inside.as_mut().unwrap();
        assert!(before.revision <= published.revision);
        *before = published;
    }

    fn port(&self) -> u16 {
        self.0.lock().unwrap().as_ref().unwrap().2
    }

    fn addresses(&self) -> Vec<IpAddr> {
        vec![PEER, OTHER]
    }

    fn seen(&self) -> Seen {
        Seen::default()
    }
}

struct Evening {
    app: App,
    net: Net,
    folder: TempDir,
    number: u64,
}

fn players(names: &[&str]) -> Vec<Player> {
    names.iter().enumerate().map(|(id, name)| Player::new(*name, Uuid::from_u128(id as u128 + 1))).collect()
}

fn wizard(rules: RuleSet) -> Session {
    Session::new(Uuid::new_v4(), now(), players(&["Anna", "Ben", "Cleo"]), 0, rules).unwrap()
}

fn bidding(bidding: Bidding) -> RuleSet {
    let plus_minus_one = bidding != Bidding::Secret;
    RuleSet { bidding, plus_minus_one, hands: Some(vec![9, 9]), ..RuleSet::default() }
}

fn track(names: &[&str]) -> Session<last_wizard::Game> {
    let game = last_wizard::Game::new(names.len(), 0, last_wizard::RuleSet::default(), None).unwrap();
    Session::begin(Uuid::new_v4(), now(), players(names), game).unwrap()
}

fn served(config: Config, net: &Net) -> App {
    let mut app = App::new(config, || ());
    let net = net.clone();
    app.phones.start = Arc::new(move |port, published, asks, _| {
        *net.0.lock().unwrap() = Some((published, asks, port));
        Ok(Box::new(net.clone()) as Box<dyn PhoneServer>)
    });
    app
}

fn wait(app: &mut App, done: impl Fn(&App) -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !done(app) {
        assert!(Instant::now() < deadline, "it never came: {:?}", app.phones());
        app.pump();
        std::thread::sleep(Duration::from_millis(2));
    }
}

impl Evening {
    fn of<G: InFile>(session: Session<G>) -> Evening
    where
        AnySession: From<Session<G>>,
    {
        let (folder, net) = (TempDir::new().unwrap(), Net::default());
        let mut app = served(config_in(folder.path()), &net);
        settle(&mut app);
        app.begin(Ok(session));
        settle(&mut app);
        app.handle(Command::OnPhones(PhonesCommand::Switch));
        wait(&mut app, |app| app.phones().state == PhonesState::On);
        Evening { app, net, folder, number: 0 }
    }

    /// Asks as the phone with this secret, and waits for the answer.
    fn ask_as(&mut self, from: Option<&Secret>, change: u64, peer: IpAddr, what: Change) -> Answer {
        let (answer, answered) = channel();
        let answer = Box::new(move |said| answer.send(said).unwrap());
        let ask = Ask { from: from.cloned(), peer, change, what, answer };
        (self.net.0.lock().unwrap().as_ref().unwrap().1)(ask).unwrap();
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.app.pump();
            if let Ok(said) = answered.try_recv() {
                return said;
            }
            assert!(Instant::now() < deadline, "a phone was never answered");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn ask(&mut self, from: &Secret, what: Change) -> Answer {
        self.number += 1;
        self.ask_as(Some(from), self.number, PEER, what)
    }

    fn claim(&mut self, seat: Seat) -> Secret {
        self.number += 1;
        match self.ask_as(None, self.number, PEER, Change::Claim(seat)) {
            Answer::Seated(at, secret) if at == seat => secret,
            other => panic!("{other:?}"),
        }
    }

    fn claim_all(&mut self) -> Vec<Secret> {
        let seats = self.app.phones().seats.len();
        (0..seats).map(|seat| self.claim(seat)).collect()
    }

    fn kept(&mut self, from: &Secret, what: Change) {
        let said = self.ask(from, what.clone());
        let Answer::Kept(revision) = said else { panic!("{what:?}: {said:?}") };
        assert!(revision <= self.published().revision);
    }

    fn reason(&mut self, from: &Secret, what: Change) -> String {
        match self.ask(from, what.clone()) {
            Answer::Refused { reason, asked: false } => reason.to_string(),
            other => panic!("{what:?}: {other:?}"),
        }
    }

    fn published(&self) -> Published {
        self.net.0.lock().unwrap().as_ref().unwrap().0.clone()
    }

    /// What the phone at a seat reads; `None` for a phone without a seat.
    fn view(&self, seat: Option<Seat>) -> Value {
        let published = self.published();
        let view = seat.map_or(&published.everybody, |seat| &published.own[seat]);
        view.json(Language::ENGLISH)
    }

    fn tap(&mut self, command: TableCommand) {
        self.app.handle(Command::OnTable(command));
        settle(&mut self.app);
        self.app.pump();
    }

    fn file(&mut self) -> Vec<u8> {
        settle(&mut self.app);
        fs::read(self.app.session_file().unwrap()).unwrap()
    }

    fn room(&self) -> PathBuf {
        self.folder.path().join("phones.json")
    }

    fn tablet(&self) -> String {
        let session = self.app.session().unwrap();
        let look = Look { language: Language::ENGLISH, seats: self.app.looks() };
        let formats = [Format::Text, Format::Csv, Format::Html];
        let exports = formats.map(|format| {
            let bytes = each!(session, session => export(session, format, false, look));
            String::from_utf8(bytes.unwrap()).unwrap()
        });
        format!("{:?} {:?} {:?} {exports:?}", self.app.table(), self.app.board(), self.app.sheet())
    }
}

fn bid(round: usize, bid: u8) -> Change {
    Change::Bid { round, bid }
}

fn tricks(round: usize, tricks: u8) -> Change {
    Change::Tricks { round, tricks }
}

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
        // Each phone sees its own bid, nobody another's.
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
        assert!(matches!(evening.ask_as(None, 90, OTHER, Change::Claim(9)), Answer::Refused { asked: false, .. }));
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
    assert!(numbers[3]["refused"].as_str().unwrap().contains("add up to 9") && numbers[2]["refused"].is_null());
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
    // A claim whose answer was lost gets the same secret, and nobody else does.
    let seated = evening.ask_as(None, 7, PEER, Change::Claim(1));
    assert_eq!(evening.ask_as(None, 7, PEER, Change::Claim(1)), seated);
    assert!(matches!(evening.ask_as(None, 7, OTHER, Change::Claim(1)), Answer::Refused { asked: true, .. }));
}

#[test]
fn a_taken_seat_changes_hands_when_the_scorekeeper_agrees_without_its_hidden_bid() {
    let mut evening = Evening::of(wizard(bidding(Bidding::Hidden)));
    let phones = evening.claim_all();
    evening.kept(&phones[0], bid(1, 7));
    let ask = |evening: &mut Evening| evening.ask_as(None, 1, OTHER, Change::Claim(0));
    assert!(matches!(ask(&mut evening), Answer::Refused { asked: true, .. }));
    assert_eq!(evening.app.phones().seats[0].state, PhoneAt::Asks);
    evening.app.handle(Command::OnPhones(PhonesCommand::Refuse(0)));
    assert!(matches!(ask(&mut evening), Answer::Refused { asked: false, .. }));
    assert!(matches!(evening.ask_as(None, 2, OTHER, Change::Claim(0)), Answer::Refused { asked: true, .. }));
    evening.app.handle(Command::OnPhones(PhonesCommand::Agree(0)));
    let Answer::Seated(0, new) = evening.ask_as(None, 2, OTHER, Change::Claim(0)) else { panic!("not seated") };
    assert_ne!(new, phones[0]);
    assert_eq!(evening.ask(&phones[0], Change::Back { round: 1 }), Answer::Unknown);

    let view = evening.view(Some(0));
    assert_eq!((&view["you"]["bid"], &view["players"][0]["has_bid"]), (&Value::Null, &true.into()));
    // A guess is not told to be right.
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
fn a_bid_leaves_the_mark_what_is_typed_and_a_correction_alone_and_is_undone() {
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
    let (before, pad) = (mark(&evening.app), evening.app.pad());
    evening.kept(&phones[2], bid(2, 5));
    assert_eq!((mark(&evening.app), evening.app.pad()), (before, pad));
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
fn what_is_not_on_disk_is_not_said_to_be_kept() {
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
    let kept = |room: &Path| fs::read_to_string(room).is_ok_and(|text| text.matches("[1,").count() == 2);
    wait(&mut evening.app, |_| kept(&room));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&room).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let Evening { app, net, folder, number } = evening;
    drop(app);
    *net.0.lock().unwrap() = None;

    let mut app = served(config_in(folder.path()), &net);
    wait(&mut app, |app| app.phones().state == PhonesState::On);
    settle(&mut app);
    let mut evening = Evening { app, net, folder, number };
    let after = evening.published();
    assert_eq!((&after.key, &after.seats), (&before.key, &before.seats));
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

/// Random numbers for one game.
fn random(game: u64) -> fastrand::Rng {
    fastrand::Rng::with_seed(game)
}

#[test]
fn games_of_wizard_by_phones_are_the_games_at_the_table() {
    for game in 0..8 {
        let mut random = random(game);
        let rules = Bidding::ALL[game as usize % 4];
        let mut evening = Evening::of(wizard(RuleSet { hands: Some(vec![2, 4]), ..bidding(rules) }));
        let phones = evening.claim_all();
        let mut table = evening.app.wizard().unwrap().clone();
        let mut steps = 0;
        while evening.app.wizard().unwrap().open().is_some() {
            steps += 1;
            assert!(steps < 2000, "the game does not end");
            let round = table.scored() + 1;
            let seat = random.usize(0..3);
            let number = random.u8(0..=5);
            let (what, step) = match random.u8(0..10) {
                0..4 => (bid(round, number), wizard::Command::Bid(seat, Some(number))),
                4..8 => (tricks(round, number), wizard::Command::Tricks(seat, Some(number))),
                // Revealed secret bids are the scorekeeper's.
                8 if rules == Bidding::Secret && table.open().unwrap().1.facts.bids.whole().is_none() => continue,
                8 => {
                    evening.app.handle(Command::OnTable(TableCommand::Primary));
                    settle(&mut evening.app);
                    table = evening.app.wizard().unwrap().clone();
                    continue;
                }
                _ => {
                    // What keeps a round from ending is entered anew.
                    let in_play = table.open().unwrap().1.facts.tricks.known(seat).is_some();
                    let step =
                        if in_play { wizard::Command::Tricks(seat, None) } else { wizard::Command::Bid(seat, None) };
                    (Change::Back { round }, step)
                }
            };
            let (said, at_table) = (evening.ask(&phones[seat], what), table.apply(step));
            if let (Answer::Kept(_), Ok(next)) = (&said, at_table) {
                table = next;
            }
            assert_eq!(evening.app.wizard().unwrap(), &table, "{said:?}");
        }
        assert_eq!(table.scored(), 2);
    }
}

#[test]
fn games_of_the_last_wizard_by_phones_are_the_games_at_the_table() {
    for game in 0..6 {
        let mut random = random(game);
        let mut evening = Evening::of(track(&["Anna", "Ben", "Cleo"]));
        let phones = evening.claim_all();
        for _ in 0..120 {
            let Some(OfGame::LastWizard(session)) = evening.app.session() else { panic!("another game") };
            let before = session.clone();
            let (round, seat) = (before.scored() + 1, random.usize(0..3));
            let what = match random.u8(0..8) {
                0..3 => Change::Bet { round, token: random.i8(-2..=10) },
                3 => Change::Fold { round },
                4..6 => Change::Show { round, hand: random.i16(-20..40) },
                6 => Change::Back { round },
                _ => {
                    evening.app.handle(Command::OnTable(TableCommand::Primary));
                    settle(&mut evening.app);
                    continue;
                }
            };
            let said = evening.ask(&phones[seat], what.clone());
            let Some(OfGame::LastWizard(after)) = evening.app.session() else { panic!("another game") };
            match (said, what) {
                (Answer::Kept(_), Change::Back { .. }) => assert_eq!(after, &before.undo().unwrap()),
                (Answer::Kept(_), _) => {
                    let Some(crate::session::Step::Play(step)) = after.last_step() else { panic!("no step") };
                    assert_eq!(&before.apply(step.clone()).unwrap(), after);
                }
                (Answer::Refused { .. }, _) => assert_eq!(after, &before),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn the_mark_on_the_track_stays_where_the_scorekeeper_left_it() {
    let mut evening = Evening::of(track(&["Anna", "Ben", "Cleo"]));
    let phones = evening.claim_all();
    let selected = evening.app.track().selected;
    evening.kept(&phones[0], Change::Bet { round: 1, token: 2 });
    assert_eq!((evening.app.track().selected, selected), ("Anna".to_owned(), "Anna".to_owned()));
    let token = Token::try_from(4).unwrap();
    evening.app.handle(Command::OnTrack(TrackCommand::Token(token)));
    assert_eq!(evening.app.track().selected, "Ben");
}
