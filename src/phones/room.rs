//! The phones of an evening: key, secrets of seats, requests for seats, and last answers.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chrono::{DateTime, FixedOffset, TimeDelta};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Answer, Secret};
use crate::seats::Seat;
use crate::text;
use crate::text::Text;

/// The longest time for which phones are let in.
const EVENING: TimeDelta = TimeDelta::hours(12);
/// How long a request for a taken seat lasts without being repeated.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a refused phone must wait before it may request a seat again.
const REST: Duration = Duration::from_secs(60);
/// How long the answer to a claim is repeated, in case it was lost.
const REPEATED: Duration = Duration::from_secs(30);
/// How many phones that have left keep their last answers.
const LEFT_MAX: usize = 12;

/// The phones of an evening. Its file lets them come back after the program was stopped in any way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Room {
    key: Secret,
    opened: DateTime<FixedOffset>,
    /// The port to listen at if it is free, because the phones know it.
    pub port: Option<u16>,
    /// This device's addresses while phones were let in. On another network the room does not reopen by itself.
    #[serde(default)]
    pub addresses: Vec<IpAddr>,
    /// Whether the program was closed; then phones are let in on request only.
    #[serde(default)]
    pub closed: bool,
    session: Uuid,
    file: PathBuf,
    places: Vec<Place>,
    #[serde(skip)]
    requests: Vec<SeatRequest>,
    #[serde(skip)]
    left: Vec<(Secret, u64)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Place {
    person: Uuid,
    phone: Option<Phone>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Phone {
    secret: Secret,
    /// The round in which it came; earlier bids of that round stay hidden.
    came_in: Option<usize>,
    /// The bid it made, with the round.
    bid: Option<(usize, u8)>,
    #[serde(skip)]
    last: Option<(u64, Outcome)>,
    /// The claim that gave it the secret, until it has used that.
    #[serde(skip)]
    claim: Option<Claim>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Claim {
    peer: IpAddr,
    number: u64,
    at: Instant,
}

#[derive(Clone, Debug)]
struct SeatRequest {
    seat: Seat,
    claim: Claim,
    /// Two digits that both screens show, to identify it.
    digits: u8,
    refused: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Answered(Answer),
    /// Being saved, with this ticket.
    Written(u64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    Unknown,
    /// Overtaken by a later change.
    Late,
    /// Already received.
    Again(Outcome),
    New(Seat),
}

/// No random numbers, so no phone can be let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRandomness;

fn secret() -> Result<Secret, NoRandomness> {
    Secret::new().map_err(|_| NoRandomness)
}

impl Room {
    /// `people` are in seat order.
    pub fn open(
        now: DateTime<FixedOffset>,
        session: Uuid,
        file: &Path,
        people: impl IntoIterator<Item = Uuid>,
    ) -> Result<Room, NoRandomness> {
        let places = people.into_iter().map(|person| Place { person, phone: None }).collect();
        let (requests, left, file) = (Vec::new(), Vec::new(), file.to_owned());
        let (key, addresses) = (secret()?, Vec::new());
        Ok(Room { key, opened: now, port: None, addresses, closed: false, session, file, places, requests, left })
    }

    pub fn key(&self) -> &Secret {
        &self.key
    }

    pub fn file(&self) -> &Path {
        &self.file
    }

    pub fn session(&self) -> Uuid {
        self.session
    }

    /// Whether this is a network that phones were let in from; at first any is.
    pub fn is_at_home(&self, addresses: &[IpAddr]) -> bool {
        self.addresses.is_empty() || self.addresses.iter().any(|one| addresses.contains(one))
    }

    /// How long phones are still let in; `None` if the evening is over.
    pub fn left(&self, now: DateTime<FixedOffset>) -> Option<Duration> {
        // A clock that was set back must not keep the room open for ever.
        let since = (now - self.opened).max(TimeDelta::zero());
        (EVENING - since).to_std().ok().filter(|left| !left.is_zero())
    }

    pub fn seat_of(&self, person: Uuid) -> Option<Seat> {
        self.places.iter().position(|place| place.person == person)
    }

    pub fn secret_of(&self, seat: Seat) -> Option<&Secret> {
        self.phone(seat).map(|phone| &phone.secret)
    }

    pub fn secrets(&self) -> Vec<Option<Secret>> {
        self.places.iter().map(|place| place.phone.as_ref().map(|phone| phone.secret.clone())).collect()
    }

    /// Whether one of these people sat here.
    pub fn knows(&self, people: impl IntoIterator<Item = Uuid>) -> bool {
        people.into_iter().any(|person| self.places.iter().any(|place| place.person == person))
    }

    /// Updates the people, in seat order; phones stay with their people. A person for whom `played` is false was
    /// renamed. Returns whether anything changed.
    pub fn sit(&mut self, session: Uuid, file: &Path, people: &[Uuid], played: impl Fn(Uuid) -> bool) -> bool {
        let same = self.session == session;
        if same && self.file == file && self.places.iter().map(|place| place.person).eq(people.iter().copied()) {
            return false;
        }
        let mut before = std::mem::take(&mut self.places);
        let mut take = |seat: Seat, person: Uuid| {
            let at = before.iter().position(|place| place.person == person);
            let renamed = || before.get(seat).filter(|place| same && !played(place.person)).map(|_| seat);
            let phone = at.or_else(renamed).and_then(|at| before.get_mut(at)?.phone.take());
            let phone = phone.map(|phone| if same { phone } else { Phone { came_in: None, bid: None, ..phone } });
            Place { person, phone }
        };
        self.places = people.iter().enumerate().map(|(seat, &person)| take(seat, person)).collect();
        (self.session, self.file) = (session, file.to_owned());
        self.requests.retain(|request| request.refused);
        true
    }

    fn phone(&self, seat: Seat) -> Option<&Phone> {
        self.places.get(seat)?.phone.as_ref()
    }

    fn phone_mut(&mut self, seat: Seat) -> Option<&mut Phone> {
        self.places.get_mut(seat)?.phone.as_mut()
    }

    pub fn seat_of_phone(&self, secret: &Secret) -> Option<Seat> {
        self.places.iter().position(|place| place.phone.as_ref().is_some_and(|phone| phone.secret == *secret))
    }

    /// Gives a free seat at once; a taken one needs the scorekeeper.
    pub fn claim(
        &mut self,
        from: Option<&Secret>,
        seat: Seat,
        (peer, number): (IpAddr, u64),
        round: usize,
        now: Instant,
    ) -> Answer {
        let refused = |reason: Text, pending: bool| Answer::Refused { reason, pending };
        self.requests
            .retain(|request| now.duration_since(request.claim.at) < if request.refused { REST } else { PATIENCE });
        if let Some(from) = from {
            return match self.seat_of_phone(from) {
                Some(own) if own == seat => Answer::Seated(seat, from.clone()),
                Some(_) => refused(text!("Leave your seat first."), false),
                None => Answer::Unknown,
            };
        }
        let claim = Claim { peer, number, at: now };
        let same = |other: &Claim| (other.peer, other.number) == (peer, number);
        match self.places.get(seat).map(|place| &place.phone) {
            None => return refused(text!("There is no such seat."), false),
            Some(None) => {
                return self.give(seat, claim, round).unwrap_or_else(|NoRandomness| refused(no_randomness(), false));
            }
            Some(Some(phone)) => {
                let again = |of: &Claim| same(of) && now.duration_since(of.at) < REPEATED;
                if phone.claim.as_ref().is_some_and(again) {
                    return Answer::Seated(seat, phone.secret.clone());
                }
            }
        }
        if self.requests.iter().any(|request| request.refused && request.claim.peer == peer) {
            return refused(text!("The scorekeeper said no. You can ask again in a minute."), false);
        }
        let asking = |digits: u8| {
            let reason = text!("This seat has a phone. The scorekeeper is asked: you are number {n}.", n = digits);
            refused(reason, true)
        };
        match self.requests.iter_mut().find(|request| request.seat == seat && !request.refused) {
            Some(request) if same(&request.claim) => {
                request.claim.at = now;
                asking(request.digits)
            }
            Some(_) => refused(text!("Another phone asks for this seat already. Try again in a minute."), false),
            None => match self.new_digits() {
                Ok(digits) => {
                    self.requests.push(SeatRequest { seat, claim, digits, refused: false });
                    asking(digits)
                }
                Err(NoRandomness) => refused(no_randomness(), false),
            },
        }
    }

    /// Two digits that no other request has.
    fn new_digits(&self) -> Result<u8, NoRandomness> {
        let mut random = [0];
        getrandom::fill(&mut random).map_err(|_| NoRandomness)?;
        let free = |digits: &u8| self.requests.iter().all(|request| request.digits != *digits);
        (0..90).map(|more| 10 + random[0].wrapping_add(more) % 90).find(free).ok_or(NoRandomness)
    }

    /// Replaces the phone that had the seat.
    fn give(&mut self, seat: Seat, claim: Claim, round: usize) -> Result<Answer, NoRandomness> {
        let secret = secret()?;
        let answer = Answer::Seated(seat, secret.clone());
        let last = Some((claim.number, Outcome::Answered(answer.clone())));
        if let Some(place) = self.places.get_mut(seat) {
            place.phone = Some(Phone { secret, came_in: Some(round), bid: None, last, claim: Some(claim) });
        }
        Ok(answer)
    }

    pub fn asked_by(&self, seat: Seat, now: Instant) -> Option<u8> {
        let asks = |request: &&SeatRequest| {
            request.seat == seat && !request.refused && now.duration_since(request.claim.at) < PATIENCE
        };
        self.requests.iter().find(asks).map(|request| request.digits)
    }

    /// Gives a seat to the phone whose request has these digits. Returns whether there still is one.
    pub fn agree(&mut self, seat: Seat, digits: u8, round: usize, now: Instant) -> bool {
        let asks = |request: &SeatRequest| (request.seat, request.digits, request.refused) == (seat, digits, false);
        let Some(at) = self.requests.iter().position(asks) else { return false };
        let request = self.requests.remove(at);
        self.give(seat, Claim { at: now, ..request.claim }, round).is_ok()
    }

    /// Leaves a seat to the phone that has it. The refused one must wait for [`REST`].
    pub fn refuse(&mut self, seat: Seat, now: Instant) {
        for request in self.requests.iter_mut().filter(|request| request.seat == seat && !request.refused) {
            (request.refused, request.claim.at) = (true, now);
        }
    }

    /// Returns whether the seat had a phone.
    pub fn release(&mut self, seat: Seat) -> bool {
        self.requests.retain(|request| request.seat != seat || request.refused);
        self.places.get_mut(seat).is_some_and(|place| place.phone.take().is_some())
    }

    /// Also frees every seat. On an error nothing has changed.
    pub fn change_key(&mut self) -> Result<(), NoRandomness> {
        self.key = secret()?;
        self.requests.clear();
        self.left.clear();
        self.places.iter_mut().for_each(|place| place.phone = None);
        Ok(())
    }

    pub fn look_up(&mut self, secret: &Secret, number: u64) -> Lookup {
        if self.left.iter().any(|(left, last)| left == secret && *last == number) {
            return Lookup::Again(Outcome::Answered(Answer::Left));
        }
        let Some(seat) = self.seat_of_phone(secret) else { return Lookup::Unknown };
        self.has_come(seat);
        match self.phone(seat).and_then(|phone| phone.last.as_ref()) {
            Some((last, given)) if *last == number => Lookup::Again(given.clone()),
            Some((last, _)) if *last > number => Lookup::Late,
            _ => Lookup::New(seat),
        }
    }

    /// Records that the phone at a seat has its secret.
    pub fn has_come(&mut self, seat: Seat) {
        if let Some(phone) = self.phone_mut(seat) {
            phone.claim = None;
        }
    }

    pub fn remember(&mut self, seat: Seat, number: u64, given: Outcome) {
        if let Some(phone) = self.phone_mut(seat) {
            phone.last = Some((number, given));
        }
    }

    pub fn leave(&mut self, seat: Seat, number: u64) {
        if let Some(phone) = self.places.get_mut(seat).and_then(|place| place.phone.take()) {
            self.left.truncate(LEFT_MAX - 1);
            self.left.insert(0, (phone.secret, number));
        }
        self.requests.retain(|request| request.seat != seat || request.refused);
    }

    pub fn has_bid(&mut self, seat: Seat, round: usize, bid: u8) {
        if let Some(phone) = self.phone_mut(seat) {
            phone.bid = Some((round, bid));
        }
    }

    /// Whether a seat's bid in a round came from its phone.
    pub fn made(&self, seat: Seat, round: usize, bid: u8) -> bool {
        self.phone(seat).is_some_and(|phone| phone.bid == Some((round, bid)))
    }

    /// Whether the phone at a seat may see the seat's hidden bid: not if the bid was made before the phone came.
    pub fn sees(&self, seat: Seat, round: usize, bid: u8) -> bool {
        self.phone(seat).is_some_and(|phone| phone.came_in != Some(round)) || self.made(seat, round, bid)
    }
}

pub fn no_randomness() -> Text {
    text!("This device gives no random numbers, so nobody can be let in. Restart it and try again.")
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const PEER: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const GAME: Uuid = Uuid::from_u128(9);

    fn ids<const N: usize>(numbers: [u128; N]) -> [Uuid; N] {
        numbers.map(Uuid::from_u128)
    }

    fn time(hour: u32) -> DateTime<FixedOffset> {
        format!("2026-03-0{}T{:02}:00:00+00:00", 6 + hour / 24, hour % 24).parse().unwrap()
    }

    /// A room of Anna (1), Ben (2) and Cleo (3), each with a phone.
    fn room() -> (Room, Vec<Option<Secret>>) {
        let mut room = Room::open(time(12), GAME, Path::new("game.json"), ids([1, 2, 3])).unwrap();
        for seat in 0..3 {
            assert!(matches!(room.claim(None, seat, (PEER, 1), 1, Instant::now()), Answer::Seated(..)));
        }
        let secrets = room.secrets();
        (room, secrets)
    }

    #[test]
    fn phones_move_with_their_people() {
        let sit = |people: &[Uuid], session: Uuid, stays: &[u128]| {
            let (mut room, before) = room();
            assert!(room.sit(session, Path::new("game.json"), people, |id| stays.contains(&id.as_u128())));
            let had = |secret: &Option<Secret>| {
                secret.as_ref().map(|_| before.iter().position(|before| before == secret).unwrap())
            };
            room.secrets().iter().map(had).collect::<Vec<_>>()
        };
        // Ben and Cleo change seats.
        assert_eq!(sit(&ids([1, 3, 2]), GAME, &[1, 2, 3]), [Some(0), Some(2), Some(1)]);
        // Dora takes over from Ben, who played before.
        assert_eq!(sit(&ids([1, 4, 3]), GAME, &[1, 2, 3, 4]), [Some(0), None, Some(2)]);
        // Ben was somebody else all the time.
        assert_eq!(sit(&ids([1, 5, 3]), GAME, &[1, 5, 3]), [Some(0), Some(1), Some(2)]);
        // Another game, in which Ben does not play.
        assert_eq!(sit(&ids([3, 1, 6, 7]), Uuid::from_u128(10), &[1, 3, 6, 7]), [Some(2), Some(0), None, None]);
        let (mut room, _) = room();
        assert!(!room.sit(GAME, Path::new("game.json"), &ids([1, 2, 3]), |_| true), "nothing has changed");
    }

    #[test]
    fn who_was_refused_rests_a_minute() {
        let (mut room, _) = room();
        let (start, other) = (Instant::now(), IpAddr::V4(Ipv4Addr::new(10, 0, 0, 2)));
        let ask = |room: &mut Room, number, seat, seconds| {
            let now = start + Duration::from_secs(seconds);
            matches!(room.claim(None, seat, (other, number), 1, now), Answer::Refused { pending: true, .. })
        };
        assert!(ask(&mut room, 7, 1, 50));
        room.refuse(1, start + Duration::from_secs(70));
        assert!(!ask(&mut room, 7, 1, 71) && !ask(&mut room, 8, 1, 100) && !ask(&mut room, 9, 2, 129));
        assert!(ask(&mut room, 9, 2, 131));
        // A free seat goes to any phone.
        room.refuse(2, start + Duration::from_secs(140));
        room.release(1);
        let now = start + Duration::from_secs(141);
        assert!(matches!(room.claim(None, 1, (other, 10), 1, now), Answer::Seated(1, _)));
    }

    #[test]
    fn an_evening_has_twelve_hours_even_if_the_clock_is_set_back() {
        let (room, _) = room();
        assert_eq!(room.left(time(12)), Some(Duration::from_secs(12 * 3600)));
        assert_eq!(room.left(time(3)), Some(Duration::from_secs(12 * 3600)));
        assert_eq!(room.left(time(23)), Some(Duration::from_secs(3600)));
        assert_eq!((room.left(time(24)), room.left(time(30))), (None, None));
    }

    #[test]
    fn a_room_comes_back_from_its_file_as_it_was() {
        let (mut room, secrets) = room();
        room.has_bid(1, 1, 2);
        room.port = Some(27273);
        let back: Room = serde_json::from_slice(&serde_json::to_vec(&room).unwrap()).unwrap();
        assert_eq!((back.secrets(), back.key(), back.port), (secrets, room.key(), Some(27273)));
        assert!(back.made(1, 1, 2) && back.sees(1, 1, 2) && !back.sees(1, 1, 3) && back.sees(1, 2, 3));
    }
}
