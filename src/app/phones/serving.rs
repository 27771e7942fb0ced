//! Serving the phones: their requests become steps of the open session, and every change is published to them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use chrono::Local;
use uuid::Uuid;

use super::state::{PhoneServer, Phones, RoomFile};
use super::{PhoneAt, PhoneSeat, PhonesCommand, PhonesState, PhonesView};
use crate::app::{App, LAST, Notice, SaveState, now};
use crate::background::{Interface, apart};
use crate::each;
use crate::phones::{
    Answer, Ask, Busy, Change, Lookup, Outcome, PhoneView, Published, Room, SeatedPhone, Secret, ServerEvent,
    TableState, after, is_running, no_randomness, views,
};
use crate::seats::Seat;
use crate::session::{AnyRef, Player, Step};
use crate::text;
use crate::text::Text;

/// Tried first.
const PORT: u16 = 27272;
/// The maximum number of requests waiting for the interface.
const ASKS_MAX: usize = 64;
/// After this time of silence, a phone counts as away.
const AWAY: Duration = Duration::from_secs(40);
/// After this time with the panel open and without a phone, help is shown.
const HELP: Duration = Duration::from_secs(30);

fn people(session: AnyRef<'_>) -> &[Player] {
    each!(session, session => session.people().players_at_end())
}

fn id(session: AnyRef) -> Uuid {
    each!(session, session => session.id())
}

/// From 1.
fn round(session: AnyRef) -> usize {
    each!(session, session => session.scored() + 1)
}

/// The number entered for a seat in the open round, of the kind that is to be changed.
fn number_in(session: AnyRef, seat: Seat, change: &Change) -> Option<u8> {
    let (_, open) = session.wizard()?.open()?;
    match change {
        Change::Bid { .. } => open.facts.bids.known(seat),
        Change::Tricks { .. } => open.facts.tricks.known(seat),
        _ => None,
    }
}

fn left_table() -> Text {
    text!("The scorekeeper has left the table.")
}

/// A refusal that the scorekeeper is not asked about.
fn refused(reason: Text) -> Answer {
    Answer::Refused { reason, pending: false }
}

impl App {
    pub fn phones(&self) -> PhonesView {
        let phones = &self.phones;
        let Some(room) = &phones.room else {
            let (open, state, notice) = (phones.open.is_some(), phones.state.clone(), phones.notice.clone());
            return PhonesView { open, state, notice, ..PhonesView::default() };
        };
        let (seen, at, names) = (phones.seen(), Instant::now(), self.table_of(room));
        let seat = |(seat, secret): (Seat, Option<Secret>)| {
            let state = match secret.filter(|_| phones.server.is_some()).map(|secret| seen.ago(&secret)) {
                None => PhoneAt::Free,
                Some(ago) => match (room.asked_by(seat, at), ago) {
                    (Some(digits), _) => PhoneAt::Asks(digits),
                    (None, Some(ago)) if ago > AWAY => PhoneAt::Away(ago),
                    (None, _) => PhoneAt::Here,
                },
            };
            PhoneSeat { seat, name: names.get(seat).cloned().unwrap_or_default(), state }
        };
        let seats: Vec<PhoneSeat> = room.secrets().into_iter().enumerate().map(seat).collect();
        let unused = seen.lookers == 0 && seats.iter().all(|seat| seat.state == PhoneAt::Free);
        let long = phones.open.is_some_and(|since| at.duration_since(since) >= HELP);
        PhonesView {
            open: phones.open.is_some(),
            state: phones.state.clone(),
            link: phones.link.clone(),
            addresses: phones.chosen().1,
            seats,
            lookers: seen.lookers,
            help: phones.state == PhonesState::On && unused && long,
            notice: phones.notice.clone(),
        }
    }

    /// Of the session that the phones see, in seat order.
    fn table_of(&self, room: &Room) -> Vec<String> {
        let session = self.session().filter(|session| id(*session) == room.session());
        session.map(|session| people(session).iter().map(|player| player.name.clone()).collect()).unwrap_or_default()
    }

    pub(in crate::app) fn on_phones(&mut self, command: PhonesCommand) {
        let (at, round) = (Instant::now(), self.round_of_phones());
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
            PhonesCommand::Agree(seat, digits) => {
                if let (Some(room), Some(round)) = (&mut self.phones.room, round)
                    && room.agree(seat, digits, round, at)
                {
                    self.keep_room();
                }
            }
            PhonesCommand::Refuse(seat) => {
                if let Some(room) = &mut self.phones.room {
                    room.refuse(seat, at);
                }
            }
        }
    }

    /// Opens the room for the game at the table, unless it is open, and starts the server, unless it runs.
    fn open_room(&mut self) {
        let Some(play) = &self.open_session.play else { return };
        if self.phones.server.is_none() && !play.file().may_write() {
            let there = text!("Another window of Tablet of Truth has this game open. Let phones in there.");
            self.phones.state = PhonesState::Failed(there);
            return;
        }
        if self.phones.room.is_none() {
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
            // The user wants it in the current network.
            if let Some(room) = &mut self.phones.room {
                (room.closed, room.addresses) = (false, Vec::new());
            }
            self.phones.wanted = true;
            self.start_serving();
        }
    }

    /// Resumes the room of an earlier run, unless another session than its own is to be opened. Returns the one to
    /// open: after a crash that of the room, with which the phones are served again.
    pub(in crate::app) fn resume_room(&mut self, room: Option<Room>, open: Option<PathBuf>) -> Option<PathBuf> {
        let Some(room) = room else { return open };
        if open.as_ref().is_some_and(|open| open != room.file()) {
            self.keep_room();
            return open;
        }
        let file = room.file().to_owned();
        self.phones.wanted = !room.closed;
        self.phones.room = Some(room);
        open.or(Some(file).filter(|_| self.phones.wanted))
    }

    fn start_serving(&mut self) {
        let Some((everybody, phones)) = self.phone_views() else { return };
        let Some(room) = &self.phones.room else { return };
        // Higher than in any earlier run, so that phones that come back see what is new.
        let revision = Local::now().timestamp_micros().unsigned_abs();
        let published = Published { revision, key: room.key().clone(), everybody, phones };
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
                    (ask.answer)(Answer::Closed);
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
        let (addresses, home) = (self.phones.addresses, room.clone());
        let work = move || {
            let started = home.is_at_home(&addresses()).then(|| start(port, published, Box::new(ask), Box::new(event)));
            started.transpose()
        };
        self.lanes.add("phones", Path::new("server"), work, move |started| {
            let started = started.unwrap_or_else(Err);
            handle.post(move |app| app.serving(number, started));
        });
    }

    fn serving(&mut self, number: u64, started: Result<Option<Box<dyn PhoneServer>>, Text>) {
        let left = self.phones.room.as_ref().and_then(|room| room.left(now()));
        let (server, left) = match (started, left) {
            (Ok(Some(server)), Some(left)) if self.phones.starts == number => (server, left),
            (Ok(Some(server)), _) => return apart("phones-end", move || drop(server)),
            (Ok(None), _) => {
                if self.phones.starts == number {
                    (self.phones.state, self.phones.wanted) = (PhonesState::Off, false);
                }
                return;
            }
            (Err(reason), _) => {
                if self.phones.starts == number {
                    self.phones.state = PhonesState::Failed(reason);
                }
                return;
            }
        };
        if let Some(room) = &mut self.phones.room {
            (room.port, room.addresses) = (Some(server.port()), server.addresses());
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

    fn served(&mut self, event: ServerEvent) {
        match event {
            ServerEvent::Addresses(all) => {
                let other = !all.is_empty() && self.phones.room.as_ref().is_some_and(|room| !room.is_at_home(&all));
                if other && self.phones.open.is_none() {
                    return self.rest_phones();
                }
                if let Some(room) = self.phones.room.as_mut().filter(|_| !all.is_empty()) {
                    room.addresses.clone_from(&all);
                    self.keep_room();
                }
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

    /// Closes the room to phones; those that were here come back when it is opened again.
    fn rest_phones(&mut self) {
        let room = self.phones.room.take();
        self.stop_phones();
        self.phones.room = room;
        self.keep_room();
    }

    /// Waits, up to `LAST`, for the room to be on disk.
    pub fn close(&mut self) {
        let _here = Interface::here();
        let Some(room) = &mut self.phones.room else { return };
        room.closed = true;
        let server = self.phones.server.take();
        self.keep_room();
        drop(server);
        self.phones.file.iter_mut().for_each(|file| file.saver.finish(LAST));
    }

    pub(in crate::app) fn stop_phones(&mut self) {
        let (start, addresses, file) = (self.phones.start.clone(), self.phones.addresses, self.phones.file.take());
        let before = std::mem::replace(&mut self.phones, Phones { start, addresses, ..Phones::next_to(None) });
        (self.phones.file, self.phones.starts) = (file, before.starts + 1);
        let waiting = before.waiting.into_iter().map(|(_, reply)| reply);
        waiting.chain(before.seated.into_iter().map(|(_, reply)| reply)).for_each(|reply| reply(Answer::Closed));
        if let Some(server) = before.server {
            apart("phones-end", move || drop(server));
        }
        self.keep_room();
    }

    /// Writes the room to its file, or removes the file if there is no room.
    fn keep_room(&mut self) {
        if let Some(RoomFile { document, saver }) = &mut self.phones.file {
            saver.save(document, self.phones.room.clone());
        }
    }

    /// The public view, and the phones with each one's own; `None` while their session is not open.
    fn phone_views(&self) -> Option<(PhoneView, Vec<SeatedPhone>)> {
        let room = self.phones.room.as_ref()?;
        let play = self.open_session.play.as_ref().filter(|play| id(play.session()) == room.session())?;
        let session = play.session();
        let looks = self.settings().looks_of(people(session));
        let around = TableState {
            room,
            colours: looks.iter().map(|(colour, _)| u8::from(*colour)).collect(),
            tokens: self.settings().last_wizard.tokens(people(session).len()),
            closed: (!play.file().may_write()).then(|| Notice::read_only().text),
        };
        Some(views(session, &around))
    }

    /// Updates seats, views and answers after anything that may have changed the table.
    pub(in crate::app) fn phones_changed(&mut self) {
        let Some(room) = &self.phones.room else { return };
        if room.left(now()).is_none() || self.phones_are_over() {
            self.stop_phones();
            return;
        }
        self.follow_table();
        let waits = self.phones.wanted && self.phones.server.is_none() && self.phones.state == PhonesState::Off;
        if waits && self.session_of_phones().is_some() {
            if self.open_session.state() == SaveState::ReadOnly {
                // The window that has the session has its phones, and the file of them.
                (self.phones.room, self.phones.wanted) = (None, false);
                return;
            }
            self.start_serving();
        }
        self.publish();
        self.answer_waiting();
        self.phones.renew_link();
    }

    /// Whether the game has ended and its table was left, or another table plays now.
    fn phones_are_over(&self) -> bool {
        let Some(room) = &self.phones.room else { return false };
        match self.session_of_phones() {
            None => self.phones.is_over,
            Some((session, _)) => !room.knows(people(session).iter().map(|player| player.id)),
        }
    }

    /// The session on the table with its file: the phones' own, or one that they may move to, which is not over.
    fn session_of_phones(&self) -> Option<(AnyRef<'_>, &Path)> {
        let (room, play) = (self.phones.room.as_ref()?, self.open_session.play.as_ref()?);
        let on_table = self.is_at_table() && !self.screens.corrects_from_archive();
        let session = play.session();
        let is_theirs = id(session) == room.session() || is_running(session).is_ok();
        (on_table && is_theirs).then(|| (session, play.path()))
    }

    fn round_of_phones(&self) -> Option<usize> {
        let of = self.phones.room.as_ref()?.session();
        self.session().filter(|session| id(*session) == of).map(round)
    }

    fn follow_table(&mut self) {
        let Some((session, file)) = self.session_of_phones() else { return };
        let is_over = is_running(session).is_err();
        let seated: Vec<Uuid> = people(session).iter().map(|player| player.id).collect();
        // A player replaced before a round was scored has left no trace but the change itself.
        let played: Vec<Uuid> = each!(session, session => {
            let replaced = session.steps().iter().filter_map(Step::change).map(|change| &change.from.people);
            let all = std::iter::once(session.people()).chain(replaced);
            all.flat_map(|people| people.everyone()).map(|player| player.id).collect()
        });
        let (session, file) = (id(session), file.to_owned());
        self.phones.is_over = is_over;
        let Some(room) = &mut self.phones.room else { return };
        if room.sit(session, &file, &seated, |person| played.contains(&person)) {
            self.keep_room();
        }
    }

    fn publish(&mut self) {
        // A phone shows as kept what it sees, so it sees only what is.
        let views = self.phone_views().filter(|_| !self.open_session.is_saving());
        let (Some(room), Some(before)) = (&self.phones.room, &self.phones.published) else { return };
        let (everybody, phones) = views.unwrap_or_else(|| {
            let stay = before.phones.iter().filter(|phone| room.seat_of_phone(phone.secret()).is_some());
            (before.everybody.clone(), stay.cloned().collect())
        });
        let next = Published { revision: before.revision, key: room.key().clone(), everybody, phones };
        if next != *before {
            let next = Published { revision: next.revision + 1, ..next };
            if let Some(server) = &self.phones.server {
                server.publish(next.clone());
            }
            self.phones.published = Some(next);
        }
    }

    /// Answers the phones whose steps are on disk or were refused by it, and those whose seats are published.
    fn answer_waiting(&mut self) {
        if !self.open_session.is_saving() {
            std::mem::take(&mut self.phones.seated).into_iter().for_each(|(answer, reply)| reply(answer));
        }
        let revision = self.phones.published.as_ref().map_or(0, |published| published.revision);
        for (ticket, reply) in std::mem::take(&mut self.phones.waiting) {
            match self.open_session.saver.is_on_disk(ticket) {
                None => self.phones.waiting.push((ticket, reply)),
                Some(Ok(())) => reply(Answer::Kept(revision)),
                Some(Err(error)) => {
                    let reason = error.map_or_else(|| Notice::read_only().text, |error| error.text());
                    reply(refused(text!("It is entered at the table, but not saved there: {reason}", reason = reason)));
                }
            }
        }
    }

    fn asked(&mut self, ask: Ask) {
        let Ask { from, peer, change: number, what, answer } = ask;
        // The seats may have changed since: news of that came before.
        self.follow_table();
        let (seen, round) = (self.phones.seen(), self.round_of_phones());
        let Some(room) = &mut self.phones.room else { return answer(Answer::Unknown) };
        if let Change::Claim(seat) = what {
            let Some(round) = round else { return answer(refused(left_table())) };
            // A phone that knows the secret needs no second answer, and no other phone gets it.
            if room.secret_of(seat).is_some_and(|secret| seen.ago(secret).is_some()) {
                room.has_come(seat);
            }
            let before = room.secrets();
            let claimed = room.claim(from.as_ref(), seat, (peer, number), round, Instant::now());
            if room.secrets() != before {
                self.keep_room();
            }
            return match claimed {
                // Its secret opens nothing before there is a view for it.
                Answer::Seated(..) => self.phones.seated.push((claimed, answer)),
                claimed => answer(claimed),
            };
        }
        let met = from.map_or(Lookup::Unknown, |secret| room.look_up(&secret, number));
        match met {
            Lookup::Unknown => answer(Answer::Unknown),
            Lookup::Late => answer(refused(text!("A later change came before this one."))),
            Lookup::Again(Outcome::Answered(again)) => answer(again),
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

    /// Returns the ticket of its save.
    fn enter(&mut self, seat: Seat, what: &Change) -> Result<u64, Text> {
        let wait = self.must_wait();
        let room = self.phones.room.as_mut().ok_or_else(left_table)?;
        let play = self.open_session.play.as_mut().filter(|play| id(play.session()) == room.session());
        let play = play.ok_or_else(left_table)?;
        if let Some(wait) = wait {
            return Err(wait.text);
        }
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
            return Ok(self.open_session.saver.last());
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
        Ok(self.open_session.saver.last())
    }
}
