//! The program's side of the phones, without a network: what phones see, may enter and are answered.

mod disk;
mod evening;
mod games;
mod hidden;
mod mark;
mod seats;

use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use uuid::Uuid;

use super::state::{Asks, Events, PhoneServer};
use super::{PhoneAt, PhonesCommand, PhonesState};
use crate::app::spawn::tests::{PATIENCE, config_in, settle};
use crate::app::{
    App, ArchiveCommand, Command, Config, Edit, Field, Page, Part, SaveState, SetupCommand, TableCommand, TrackCommand,
    now,
};
use crate::archive::{InFile, SessionFile, await_releases};
use crate::each;
use crate::export::{ExportOptions, Format, export};
use crate::language::Language;
use crate::last_wizard::{self, Shown, Token};
use crate::phones::{Answer, Ask, Change, Published, Secret, Seen, ServerEvent};
use crate::seats::Seat;
use crate::session::{Agreement, AnySession, OfGame, People, Player, Session};
use crate::wizard::{self, Bidding, RuleSet};

const PEER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 168, 178, 5));
const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 168, 178, 6));
const THIRD: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 168, 178, 7));

/// What a server would have: the newest state, the channels to and from the program, and its port.
type Inside = (Published, Asks, u16, Events);

#[derive(Clone, Default)]
struct Net(Arc<Mutex<Option<Inside>>>);

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
        at_home()
    }

    fn seen(&self) -> Seen {
        Seen::default()
    }
}

fn at_home() -> Vec<IpAddr> {
    vec![PEER, OTHER]
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
    app.phones.addresses = at_home;
    app.phones.start = Arc::new(move |port, published, asks, events| {
        *net.0.lock().unwrap() = Some((published, asks, port, events));
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

    fn ask_as(&mut self, from: Option<&Secret>, change: u64, peer: IpAddr, what: Change) -> Answer {
        let (answer, answered) = channel();
        let answer = Box::new(move |reply| answer.send(reply).unwrap());
        let ask = Ask { from: from.cloned(), peer, change, what, answer };
        (self.net.0.lock().unwrap().as_ref().unwrap().1)(ask).unwrap();
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.app.pump();
            if let Ok(reply) = answered.try_recv() {
                return reply;
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

    /// Claims every seat, and waits until a crash loses none.
    fn claim_all(&mut self) -> Vec<Secret> {
        let seats = self.app.phones().seats.len();
        let phones = (0..seats).map(|seat| self.claim(seat)).collect();
        let room = self.room();
        wait(&mut self.app, |_| fs::read_to_string(&room).is_ok_and(|text| text.matches("secret").count() == seats));
        phones
    }

    fn kept(&mut self, from: &Secret, what: Change) {
        let reply = self.ask(from, what.clone());
        let Answer::Kept(revision) = reply else { panic!("{what:?}: {reply:?}") };
        assert!(revision <= self.published().revision);
    }

    fn reason(&mut self, from: &Secret, what: Change) -> String {
        match self.ask(from, what.clone()) {
            Answer::Refused { reason, pending: false } => reason.to_string(),
            other => panic!("{what:?}: {other:?}"),
        }
    }

    fn published(&self) -> Published {
        self.net.0.lock().unwrap().as_ref().unwrap().0.clone()
    }

    fn view(&self, seat: Option<Seat>) -> Value {
        match seat {
            None => self.published().everybody.json(Language::ENGLISH),
            Some(seat) => self.own_views().into_iter().find(|view| view["you"]["seat"] == seat).unwrap(),
        }
    }

    fn own_views(&self) -> Vec<Value> {
        self.published().phones.iter().map(|phone| self.view_of(phone.secret())).collect()
    }

    /// Null if it has no seat.
    fn view_of(&self, secret: &Secret) -> Value {
        self.published().view_of(secret).map(|view| view.json(Language::ENGLISH)).unwrap_or_default()
    }

    fn change_game(&mut self, changes: Vec<SetupCommand>) {
        self.app.handle(Command::Show(Page::Change));
        changes.into_iter().for_each(|change| self.app.handle(Command::OnSetup(change)));
        self.app.handle(Command::ChangeGame);
        assert_eq!(self.app.page(), Page::Table);
    }

    fn tap(&mut self, command: TableCommand) {
        self.app.handle(Command::OnTable(command));
        settle(&mut self.app);
        self.app.pump();
    }

    fn a_moment(&self) {
        std::thread::sleep(Duration::from_millis(420));
    }

    /// The evening after the program was stopped by `stop` and started again, with these addresses.
    fn again(self, stop: impl FnOnce(&mut App), addresses: fn() -> Vec<IpAddr>) -> Evening {
        let Evening { mut app, net, folder, number } = self;
        stop(&mut app);
        drop(app);
        *net.0.lock().unwrap() = None;
        let mut app = served(config_in(folder.path()), &net);
        app.phones.addresses = addresses;
        settle(&mut app);
        Evening { app, net, folder, number }
    }

    fn is_not_listening(&mut self) -> bool {
        for _ in 0..20 {
            std::thread::sleep(Duration::from_millis(5));
            self.app.pump();
        }
        self.app.phones().state == PhonesState::Off && self.net.0.lock().unwrap().is_none()
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
        let look = ExportOptions { language: Language::ENGLISH, seats: self.app.looks(), tournament: None };
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
