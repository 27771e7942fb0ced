//! Serving the phones: their asks become steps of the open session, and every change is published to them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use chrono::Local;
use uuid::Uuid;

use super::state::{PhoneServer, Phones};
use super::{PhoneAt, PhoneSeat, PhonesCommand, PhonesState, PhonesView};
use crate::app::{App, Notice, now};
use crate::archive::{remove_private, write_private};
use crate::background::apart;
use crate::each;
use crate::phones::{
    Answer, Ask, Busy, Change, Context, Lookup, Outcome, PhoneView, Published, Room, ServerEvent, after, is_running,
    no_randomness, views,
};
use crate::seats::Seat;
use crate::session::{AnyRef, Player};
use crate::text;
use crate::text::Text;

/// The port that is tried first.
const PORT: u16 = 27272;
/// The most asks that wait for the interface.
const ASKS_MAX: usize = 64;
/// After this time without a sign of it, a phone counts as away.
const AWAY: Duration = Duration::from_secs(40);
/// After this time with the panel open and without a phone, help is shown.
const HELP: Duration = Duration::from_secs(30);

fn people(session: AnyRef<'_>) -> &[Player] {
    each!(session, session => session.people().players_at_end())
}

fn id(session: AnyRef) -> Uuid {
    each!(session, session => session.id())
}

/// The round that is open, from 1.
fn round(session: AnyRef) -> usize {
    each!(session, session => session.scored() + 1)
}

/// The number that is in for a seat in the open round, of the kind that is to be changed.
fn number_in(session: AnyRef, seat: Seat, change: &Change) -> Option<u8> {
    let (_, open) = session.wizard()?.open()?;
    match change {
        Change::Bid { .. } => open.facts.bids.known(seat),
        Change::Tricks { .. } => open.facts.tricks.known(seat),
        _ => None,
    }
}

/// A refusal that the scorekeeper is not asked about.
fn refused(reason: Text) -> Answer {
    Answer::Refused { reason, asked: false }
}

impl App {
    /// The phones.
    pub fn phones(&self) -> PhonesView {
        let phones = &self.phones;
        let Some(room) = &phones.room else {
            let (open, state, notice) = (phones.open.is_some(), phones.state.clone(), phones.notice.clone());
            return PhonesView { open, state, notice, ..PhonesView::default() };
        };
        let (seen, at, names) = (phones.seen(), Instant::now(), self.table_of(room));
        let seat = |(seat, secret): (Seat, _)| {
            let state = match (secret, seen.seats.get(seat).copied().flatten()) {
                (None, _) => PhoneAt::Free,
                (Some(_), _) if room.is_asked_for(seat, at) => PhoneAt::Asks,
                (Some(_), Some(ago)) if ago > AWAY => PhoneAt::Away(ago),
                (Some(_), _) => PhoneAt::Here,
            };
            PhoneSeat { seat, name: names.get(seat).cloned().unwrap_or_default(), state }
        };
        let seats: Vec<PhoneSeat> = room.secrets().into_iter().enumerate().map(seat).collect();
        let nobody = seen.lookers == 0 && seats.iter().all(|seat| seat.state == PhoneAt::Free);
        let long = phones.open.is_some_and(|since| at.duration_since(since) >= HELP);
        PhonesView {
            open: phones.open.is_some(),
            state: phones.state.clone(),
            link: phones.link.clone(),
            addresses: phones.chosen().1,
            seats,
            lookers: seen.lookers,
            help: phones.state == PhonesState::On && nobody && long,
            notice: phones.notice.clone(),
        }
    }

    /// The names of the session that the phones see, in seat order.
    fn table_of(&self, room: &Room) -> Vec<String> {
        let session = self.session().filter(|session| id(*session) == room.session());
        session.map(|session| people(session).iter().map(|player| player.name.clone()).collect()).unwrap_or_default()
    }

    /// Handles a tap in the phones' panel.
    pub(in crate::app) fn on_phones(&mut self, command: PhonesCommand) {
        let (at, round) = (Instant::now(), self.session().map(round));
        self.phones.notice = None;
        match command {
            PhonesCommand::Switch if self.phones.open.take().is_some() => {}
            PhonesCommand::Switch => {
                self.phones.open = Some(at);
                self.open_room();
            }
            PhonesCommand::Close => self.phones.open = None,
            PhonesCommand::Stop => self.stop_phones(),
            PhonesCommand::NewCode => {
                if self.phones.room.as_mut().is_some_and(|room| room.change_key().is_err()) {
                    self.phones.notice = Some(no_randomness());
                }
                self.keep_room();
            }
            PhonesCommand::NextAddress => {
                let all = self.phones.server.as_ref().map(|server| server.addresses()).unwrap_or_default();
                let now = self.phones.chosen().0;
                let place = all.iter().position(|address| Some(*address) == now).unwrap_or_default();
                self.phones.address = all.get((place + 1) % all.len().max(1)).copied();
            }
            PhonesCommand::Release(seat) => {
                if self.phones.room.as_mut().is_some_and(|room| room.release(seat)) {
                    self.keep_room();
                }
            }
            PhonesCommand::Agree(seat) => {
                if self.phones.room.as_mut().is_some_and(|room| room.agree(seat, round, at)) {
                    self.keep_room();
                }
            }
            PhonesCommand::Refuse(seat) => {
                if let Some(room) = &mut self.phones.room {
                    room.refuse(seat);
                }
            }
        }
    }

    /// Opens the room for the game at the table, unless it is open, and starts the server, unless it runs.
    fn open_room(&mut self) {
        if self.phones.room.is_none() {
            let Some(play) = &self.open_session.play else { return };
            let session = play.session();
            let people = people(session).iter().map(|player| player.id);
            match Room::open(now(), id(session), play.path(), people) {
                Ok(room) => self.phones.room = Some(room),
                Err(_) => {
                    self.phones.state = PhonesState::Failed(no_randomness());
                    return;
                }
            }
        }
        if self.phones.server.is_none() && self.phones.state != PhonesState::Starting {
            self.start_serving();
        }
    }

    /// Goes on with the room of an earlier run, unless another session than its own is to be opened. Returns the one to
    /// open: with it at the table the phones are served.
    pub(in crate::app) fn resume_room(&mut self, room: Option<Room>, open: Option<PathBuf>) -> Option<PathBuf> {
        let Some(room) = room else { return open };
        if open.as_ref().is_some_and(|open| open != room.file()) {
            self.keep_room();
            return open;
        }
        let file = room.file().to_owned();
        self.phones.room = Some(room);
        Some(file)
    }

    fn start_serving(&mut self) {
        let Some((everybody, own)) = self.phone_views() else { return };
        let Some(room) = &self.phones.room else { return };
        // Higher than in any earlier run, so that phones that come back see what is new.
        let revision = Local::now().timestamp_micros().unsigned_abs();
        let published = Published { revision, key: room.key().clone(), seats: room.secrets(), everybody, own };
        (self.phones.published, self.phones.state) = (Some(published.clone()), PhonesState::Starting);
        self.phones.starts += 1;
        let (number, port) = (self.phones.starts, room.port.unwrap_or(PORT));
        let (start, asks, events) = (self.phones.start.clone(), self.handle.clone(), self.handle.clone());
        let waiting = Arc::new(AtomicUsize::new(0));
        let ask = move |ask: Ask| {
            if waiting.fetch_add(1, Ordering::Relaxed) >= ASKS_MAX {
                waiting.fetch_sub(1, Ordering::Relaxed);
                return Err(Busy);
            }
            let waiting = waiting.clone();
            asks.post(move |app| {
                waiting.fetch_sub(1, Ordering::Relaxed);
                if app.phones.starts == number {
                    app.asked(ask);
                } else {
                    (ask.answer)(Answer::Unknown);
                }
            });
            Ok(())
        };
        let event = move |event: ServerEvent| {
            events.post(move |app| {
                if app.phones.starts == number {
                    app.served(event);
                }
            });
        };
        let handle = self.handle.clone();
        let work = move || start(port, published, Box::new(ask), Box::new(event)).map_err(|error| error.text());
        self.lanes.add("phones", Path::new("server"), work, move |started| {
            let started = started.unwrap_or_else(Err);
            handle.post(move |app| app.serving(number, started));
        });
    }

    /// Takes in a server that was started.
    fn serving(&mut self, number: u64, started: Result<Box<dyn PhoneServer>, Text>) {
        let left = self.phones.room.as_ref().and_then(|room| room.left(now()));
        let (server, left) = match (started, left) {
            (Ok(server), Some(left)) if self.phones.starts == number => (server, left),
            (Ok(server), _) => return apart("phones-end", move || drop(server)),
            (Err(reason), _) => {
                if self.phones.starts == number {
                    self.phones.state = PhonesState::Failed(reason);
                }
                return;
            }
        };
        if let Some(room) = &mut self.phones.room {
            room.port = Some(server.port());
        }
        // What changed since it was started.
        if let Some(published) = &self.phones.published {
            server.publish(published.clone());
        }
        (self.phones.server, self.phones.state) = (Some(server), PhonesState::On);
        self.keep_room();
        let (ends, stopped) = channel();
        let handle = self.handle.clone();
        self.phones.evening = Some(ends);
        apart("phones-evening", move || {
            if stopped.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                handle.post(|app| app.phones_changed());
            }
        });
    }

    /// Takes in what happened to the server.
    fn served(&mut self, event: ServerEvent) {
        match event {
            ServerEvent::Addresses(all) => {
                let gone = self.phones.address.is_some_and(|address| !all.contains(&address));
                self.phones.notice = match (all.is_empty(), gone) {
                    (true, _) => Some(text!("This device is in no network any more. The phones wait.")),
                    (_, true) => Some(text!("The address has changed: the code is another one now.")),
                    _ => None,
                };
            }
            ServerEvent::Rebuilt => (self.phones.state, self.phones.notice) = (PhonesState::On, None),
            ServerEvent::Failed(reason) => self.phones.state = PhonesState::Failed(reason),
        }
    }

    /// Lets no phone in any more.
    pub(in crate::app) fn stop_phones(&mut self) {
        let (start, file) = (self.phones.start.clone(), self.phones.file.take());
        let before = std::mem::replace(&mut self.phones, Phones { start, ..Phones::beside(None) });
        (self.phones.file, self.phones.starts) = (file, before.starts + 1);
        for (_, reply) in before.waiting {
            reply(Answer::Unknown);
        }
        if let Some(server) = before.server {
            apart("phones-end", move || drop(server));
        }
        self.keep_room();
    }

    /// Writes the room to its file, or removes the file if there is no room.
    fn keep_room(&mut self) {
        let Some(file) = self.phones.file.clone() else { return };
        let room = self.phones.room.as_ref().map(serde_json::to_vec);
        let work = move || match room {
            Some(Ok(bytes)) => write_private(&file, &bytes),
            Some(Err(_)) | None => remove_private(&file),
        };
        // Without the file the phones only have to be let in again after a crash.
        self.lanes.add("phones", Path::new("room"), work, |_| ());
    }

    /// The views of everybody and of each seat; `None` while the session is not at the table.
    fn phone_views(&self) -> Option<(PhoneView, Vec<PhoneView>)> {
        let room = self.phones.room.as_ref()?;
        let play = self.open_session.play.as_ref().filter(|play| id(play.session()) == room.session())?;
        let (session, at) = (play.session(), round(play.session()));
        let looks = self.settings().looks_of(people(session));
        let around = Context {
            phones: room.secrets().iter().map(Option::is_some).collect(),
            colours: looks.iter().map(|(colour, _)| u8::from(*colour)).collect(),
            tokens: self.settings().last_wizard.tokens(people(session).len()),
            closed: (!play.file().may_write()).then(|| Notice::read_only().text),
        };
        let bids = session.wizard().and_then(|session| session.open()).map(|(_, open)| open.facts.bids.clone());
        let bid = |seat: Seat| bids.as_ref().and_then(|bids| bids.known(seat));
        Some(views(session, &around, |seat| bid(seat).is_none_or(|bid| room.sees(seat, at, bid))))
    }

    /// Follows the table after anything that may have changed it: who sits where, what phones see, what is on disk.
    pub(in crate::app) fn phones_changed(&mut self) {
        let Some(room) = &self.phones.room else { return };
        if room.left(now()).is_none() || self.phones_are_over() {
            self.stop_phones();
            return;
        }
        self.follow_table();
        let waits = self.phones.server.is_none() && self.phones.state == PhonesState::Off;
        if waits && self.open_session.play.is_some() {
            self.start_serving();
        }
        self.publish();
        self.answer_waiting();
        self.phones.renew_link();
    }

    /// Whether the game has ended and its table was left, or another table plays now.
    fn phones_are_over(&self) -> bool {
        let Some(room) = &self.phones.room else { return false };
        match &self.open_session.play {
            None => self.phones.is_over,
            Some(_) if self.screens.corrects_from_archive() => false,
            Some(play) => !room.knows(people(play.session()).iter().map(|player| player.id)),
        }
    }

    /// Moves the phones with their people.
    fn follow_table(&mut self) {
        let Some(play) = self.open_session.play.as_ref().filter(|_| !self.screens.corrects_from_archive()) else {
            return;
        };
        let Some(room) = &mut self.phones.room else { return };
        let session = play.session();
        self.phones.is_over = is_running(session).is_err();
        let seated: Vec<Uuid> = people(session).iter().map(|player| player.id).collect();
        let played = |person: Uuid| each!(session, session => session.people().everyone().any(|one| one.id == person));
        if room.sit(id(session), play.path(), &seated, played) {
            self.keep_room();
        }
    }

    fn publish(&mut self) {
        // A phone shows as kept what it sees, so it sees only what is.
        let views = self.phone_views().filter(|_| !self.open_session.is_saving());
        let (Some(room), Some(before)) = (&self.phones.room, &self.phones.published) else { return };
        let (everybody, own) = views.unwrap_or_else(|| (before.everybody.clone(), before.own.clone()));
        let next =
            Published { revision: before.revision, key: room.key().clone(), seats: room.secrets(), everybody, own };
        if next != *before {
            let next = Published { revision: next.revision + 1, ..next };
            if let Some(server) = &self.phones.server {
                server.publish(next.clone());
            }
            self.phones.published = Some(next);
        }
    }

    /// Answers the phones whose steps are on disk, or cannot get there.
    fn answer_waiting(&mut self) {
        let revision = self.phones.published.as_ref().map_or(0, |published| published.revision);
        for (ticket, reply) in std::mem::take(&mut self.phones.waiting) {
            match self.open_session.is_on_disk(ticket) {
                None => self.phones.waiting.push((ticket, reply)),
                Some(Ok(())) => reply(Answer::Kept(revision)),
                Some(Err(error)) => {
                    let reason = error.map_or_else(|| Notice::read_only().text, |error| error.text());
                    reply(refused(text!("It is entered at the table, but not saved there: {reason}", reason = reason)));
                }
            }
        }
    }

    /// Handles what a phone asks for.
    fn asked(&mut self, ask: Ask) {
        let Ask { from, peer, change: number, what, answer } = ask;
        let round = self.session().map(round);
        let seen = self.phones.seen();
        let Some(room) = &mut self.phones.room else { return answer(Answer::Unknown) };
        if let Change::Claim(seat) = what {
            // Who knows the secret already needs no second answer, and nobody else gets it.
            if seen.seats.get(seat).is_some_and(Option::is_some) {
                room.has_come(seat);
            }
            let before = room.secrets();
            let said = room.claim(from.as_ref(), seat, (peer, number), round, Instant::now());
            if room.secrets() != before {
                self.keep_room();
                self.publish();
            }
            return answer(said);
        }
        let met = from.map_or(Lookup::Unknown, |secret| room.look_up(&secret, number));
        match met {
            Lookup::Unknown => answer(Answer::Unknown),
            Lookup::Late => answer(refused(text!("A later change came before this one."))),
            Lookup::Again(Outcome::Answered(said)) => answer(said),
            Lookup::Again(Outcome::Written(ticket)) => self.phones.waiting.push((ticket, answer)),
            Lookup::New(seat) if what == Change::Leave => {
                room.leave(seat, number);
                self.keep_room();
                answer(Answer::Left);
            }
            Lookup::New(seat) => match self.enter(seat, &what) {
                Ok(ticket) => {
                    self.remember(seat, number, Outcome::Written(ticket));
                    self.phones.waiting.push((ticket, answer));
                }
                Err(reason) => {
                    self.remember(seat, number, Outcome::Answered(refused(reason.clone())));
                    answer(refused(reason));
                }
            },
        }
    }

    fn remember(&mut self, seat: Seat, number: u64, given: Outcome) {
        if let Some(room) = &mut self.phones.room {
            room.remember(seat, number, given);
        }
    }

    /// Takes the step that the phone at a seat asks for. Returns the ticket of its save.
    fn enter(&mut self, seat: Seat, what: &Change) -> Result<u64, Text> {
        let away = || text!("The scorekeeper has left the table.");
        let room = self.phones.room.as_mut().ok_or_else(away)?;
        let play = self.open_session.play.as_mut().filter(|play| id(play.session()) == room.session());
        let play = play.ok_or_else(away)?;
        if !play.file().may_write() {
            return Err(Notice::read_only().text);
        }
        let session = play.session();
        if let (Change::Bid { round: of, bid: number } | Change::Tricks { round: of, tricks: number }, Some(there)) =
            (what, number_in(session, seat, what))
            && (*of, *number) == (round(session), there)
            && (matches!(what, Change::Tricks { .. }) || room.sees(seat, *of, there))
        {
            // As after a restart: it was kept, but its phone may not know.
            return Ok(self.open_session.saves());
        }
        let next = after(session, seat, what)?;
        if let Change::Bid { round, bid } = *what {
            room.has_bid(seat, round, bid);
        }
        if play.step_from_phone(next) {
            self.save();
            if matches!(what, Change::Bid { .. }) {
                self.keep_room();
            }
        }
        Ok(self.open_session.saves())
    }
}
