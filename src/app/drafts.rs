//! The people of a table being set up: seats, first dealer, and the name being typed.

use uuid::Uuid;

use super::known::Offer;
use super::{About, Notice};
use crate::game::Rules;
use crate::session::{GameName, Look, Player, checked_name};
use crate::text;
use crate::with_game;
use crate::wizard::{PLAYERS_MAX, PLAYERS_MIN, Seat};

#[derive(Clone, Debug)]
pub(super) struct SeatDraft {
    pub(super) name: String,
    pub(super) id: Option<Uuid>,
    /// In a running game: the seat whose rounds this draft continues.
    pub(super) before: Option<Seat>,
    /// In a running game: whether this is the same person under another name; `None` if not chosen.
    pub(super) same: Option<bool>,
    /// The colour and the sign chosen here; in a running game, those of the session.
    pub(super) look: Look,
}

impl SeatDraft {
    fn of(player: &Player) -> SeatDraft {
        SeatDraft { id: Some(player.id), ..SeatDraft::named(player.name.clone()) }
    }

    fn named(name: String) -> SeatDraft {
        SeatDraft { name, id: None, before: None, same: None, look: Look::default() }
    }
}

/// A seat of a running game whose player was taken away.
#[derive(Clone, Debug)]
struct Freed {
    draft: SeatDraft,
    place: Seat,
    deals: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Drafts {
    seats: Vec<SeatDraft>,
    /// The seats of a running game that are to be taken again, the one to be asked about last.
    freed: Vec<Freed>,
    typed: String,
    /// The known person chosen with the arrow keys for the typed name.
    marked: Option<String>,
    dealer: Seat,
    /// The people seated when the set-up began, in lower case.
    settled: Vec<String>,
}

impl Drafts {
    pub(super) fn of(players: &[Player], dealer: Seat) -> Drafts {
        Drafts { dealer, ..Drafts::begun_with(players.iter().map(SeatDraft::of).collect()) }
    }

    /// People of these names, as far as they can sit at one table of this game.
    pub(super) fn named(names: &[String], game: GameName) -> Drafts {
        let mut drafts = Drafts::default();
        names.iter().for_each(|name| drop(drafts.add(name, game)));
        Drafts::begun_with(drafts.seats)
    }

    fn begun_with(seats: Vec<SeatDraft>) -> Drafts {
        let settled = seats.iter().map(|draft| draft.name.to_lowercase()).collect();
        Drafts { seats, settled, ..Drafts::default() }
    }

    /// `players` are in seat order.
    pub(super) fn play_on(&mut self, players: &[Player]) {
        for (seat, (draft, player)) in self.seats.iter_mut().zip(players).enumerate() {
            (draft.before, draft.look) = (Some(seat), player.look);
        }
    }

    pub(super) fn seats(&self) -> &[SeatDraft] {
        &self.seats
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.seats.iter().map(|draft| draft.name.clone()).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// The number of seats, those of a running game that are to be taken again included.
    pub(super) fn places(&self) -> usize {
        self.seats.len() + self.freed.len()
    }

    /// The player of a running game for whom somebody else is asked to play on.
    pub(super) fn freed(&self) -> Option<&str> {
        self.freed.last().map(|freed| &*freed.draft.name)
    }

    /// In The Last Wizard, the player who goes first.
    pub(super) fn dealer(&self) -> Seat {
        self.dealer
    }

    pub(super) fn typed(&self) -> &str {
        &self.typed
    }

    /// In seat order; `None` leaves one as it is.
    pub(super) fn set_looks(&mut self, looks: impl IntoIterator<Item = Option<Look>>) {
        for (draft, look) in self.seats.iter_mut().zip(looks) {
            draft.look = look.map_or(draft.look, Look::kept);
        }
    }

    pub(super) fn set_same(&mut self, seat: Seat, same: bool) {
        if let Some(draft) = self.seats.get_mut(seat) {
            draft.same = Some(same);
        }
    }

    pub(super) fn type_name(&mut self, text: String) {
        self.typed = text;
    }

    pub(super) fn mark<'a>(&mut self, marked: Option<&str>, down: bool, known: impl Iterator<Item = &'a str>) {
        self.marked = self.offer().step(known, marked, down);
    }

    /// Returns the person marked until now.
    pub(super) fn unmark(&mut self) -> Option<String> {
        self.marked.take()
    }

    /// The known person whom Enter takes: the marked one, or the one of the typed name.
    pub(super) fn meant<'a>(&self, known: impl Iterator<Item = &'a str>) -> Option<String> {
        self.marked.clone().or_else(|| self.offer().meant(known))
    }

    pub(super) fn offer(&self) -> Offer<'_> {
        Offer::new(&self.typed, &self.names(), &self.settled)
    }

    /// Seats the marked person or the typed ones: of several, separated by lines or commas, all or none.
    pub(super) fn enter<'a>(
        &mut self,
        marked: Option<String>,
        known: impl Iterator<Item = &'a str> + Clone,
        game: GameName,
    ) -> Result<(), Notice> {
        if let Some(name) = marked.or_else(|| self.offer().meant(known.clone())) {
            return self.add(&name, game);
        }
        let typed = self.typed.clone();
        let names: Vec<&str> = typed.split([',', ';', '\n']).filter(|name| !name.trim().is_empty()).collect();
        if names.is_empty() {
            return self.add(&typed, game);
        }
        let before = self.clone();
        for name in names {
            let name = Offer::new(name, &self.names(), &self.settled).meant(known.clone()).unwrap_or(name.to_owned());
            if let Err(refused) = self.add(&name, game) {
                *self = before;
                return Err(refused);
            }
        }
        Ok(())
    }

    pub(super) fn seat_typed<'a>(
        &mut self,
        known: impl Iterator<Item = &'a str> + Clone,
        game: GameName,
    ) -> Result<(), Notice> {
        while !self.typed.trim().is_empty() {
            self.enter(None, known.clone(), game)?;
        }
        Ok(())
    }

    pub(super) fn add(&mut self, name: &str, game: GameName) -> Result<(), Notice> {
        let name = self.free_name(name, None)?;
        if self.seats.len() == PLAYERS_MAX {
            return Err(Notice::trouble(with_game!(game, Game => Game::table_full())).about(About::Name));
        }
        self.typed.clear();
        match self.freed.pop() {
            Some(freed) => self.play_on_for(freed, name),
            None => self.seats.push(SeatDraft::named(name)),
        }
        Ok(())
    }

    /// Gives a seat to the person of this name.
    pub(super) fn rename(&mut self, seat: Seat, name: &str) -> Result<(), Notice> {
        let name = self.free_name(name, Some(seat))?;
        if let Some(draft) = self.seats.get_mut(seat).filter(|draft| draft.name != name) {
            *draft = SeatDraft { before: draft.before, ..SeatDraft::named(name) };
        }
        Ok(())
    }

    /// Checks that no other seat has the name.
    fn free_name(&self, name: &str, seat: Option<Seat>) -> Result<String, Notice> {
        let name = checked_name(name).map_err(|wrong| Notice::wrong_name(wrong).about(About::Name))?;
        match self.seat_of(&name) {
            None => Ok(name),
            holder if holder == seat => Ok(name),
            _ => {
                let taken = text!("{name} is already at the table. Use a name that tells the two apart.", name = name);
                Err(Notice::trouble(taken).about(About::Name))
            }
        }
    }

    /// Seats somebody in the place of a player who was taken away: another person, unless the name is the same.
    fn play_on_for(&mut self, Freed { draft, place, deals }: Freed, name: String) {
        let place = place.min(self.seats.len());
        self.seats.insert(place, SeatDraft { before: draft.before, same: Some(false), ..SeatDraft::named(name) });
        self.dealer = if deals { place } else { self.dealer + usize::from(self.dealer >= place) };
    }

    /// Ignores case.
    fn seat_of(&self, name: &str) -> Option<Seat> {
        self.seats.iter().position(|draft| draft.name.to_lowercase() == name.to_lowercase())
    }

    pub(super) fn remove(&mut self, seat: Seat) {
        if seat >= self.seats.len() {
            return;
        }
        let deals = self.dealer == seat;
        let draft = self.seats.remove(seat);
        self.settled.retain(|name| *name != draft.name.to_lowercase());
        // Somebody who came before the seat was free takes it.
        if draft.before.is_some() && self.seats.iter().all(|other| other.before.is_some()) {
            self.freed.push(Freed { draft, place: seat, deals });
        }
        if self.dealer > seat || self.dealer >= self.seats.len() {
            self.dealer = self.dealer.saturating_sub(1);
        }
    }

    /// The dealer stays the same person.
    pub(super) fn move_to(&mut self, from: Seat, to: Seat) {
        if from < self.seats.len() && to < self.seats.len() {
            let draft = self.seats.remove(from);
            self.seats.insert(to, draft);
            self.dealer = match self.dealer {
                dealer if dealer == from => to,
                dealer if from < dealer && dealer <= to => dealer - 1,
                dealer if to <= dealer && dealer < from => dealer + 1,
                dealer => dealer,
            };
        }
    }

    /// The dealer stays the same person.
    pub(super) fn shuffle(&mut self) {
        for last in (1..self.seats.len()).rev() {
            self.move_to(fastrand::usize(..=last), last);
        }
    }

    pub(super) fn deal_from(&mut self, seat: Seat) {
        if seat < self.seats.len() {
            self.dealer = seat;
        }
    }

    /// Picks the dealer at random.
    pub(super) fn deal_from_anywhere(&mut self) {
        if !self.seats.is_empty() {
            self.dealer = fastrand::usize(..self.seats.len());
        }
    }

    /// `known` returns the ids of names from earlier games.
    pub(super) fn people(&self, known: impl Fn(&str) -> Option<Uuid>, game: GameName) -> Result<Vec<Player>, Notice> {
        if let Some(name) = self.freed() {
            return Err(Notice::quiet(text!("Who plays on for {name}? Type a name, or {name} again.", name = name)));
        }
        if self.seats.len() < PLAYERS_MIN {
            return Err(Notice::quiet(with_game!(game, Game => Game::player_count_hint())));
        }
        let mut people: Vec<Player> = Vec::with_capacity(self.seats.len());
        for draft in &self.seats {
            // Two names at one table are two people, although one of them once had the other name.
            let is_free = |id: &Uuid| {
                self.seats
                    .iter()
                    .filter_map(|draft| draft.id)
                    .chain(people.iter().map(|player| player.id))
                    .all(|taken| taken != *id)
            };
            let id = draft.id.or_else(|| known(&draft.name).filter(is_free)).unwrap_or_else(Uuid::new_v4);
            people.push(Player { name: draft.name.clone(), id, look: draft.look });
        }
        Ok(people)
    }
}
