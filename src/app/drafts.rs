//! The people of a table being set up: who sits where, who deals first, and the name being typed.

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
    /// In a running game: whether this is the same person under another name; `None` if not said.
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
    /// The place at the table.
    place: Seat,
    deals: bool,
}

/// A name being edited.
#[derive(Clone, Debug)]
struct Editing {
    seat: Seat,
    /// The name that was being typed, to return to afterwards.
    before: String,
}

/// The people of a table being set up.
#[derive(Clone, Debug, Default)]
pub(super) struct Drafts {
    seats: Vec<SeatDraft>,
    /// The seats of a running game that are to be taken again, the one to be asked about last.
    freed: Vec<Freed>,
    typed: String,
    editing: Option<Editing>,
    dealer: Seat,
    /// Who sat here when the set-up began, in lower case.
    settled: Vec<String>,
}

impl Drafts {
    /// These players, of whom this one deals first.
    pub(super) fn of(players: &[Player], dealer: Seat) -> Drafts {
        Drafts { dealer, ..Drafts::begun_with(players.iter().map(SeatDraft::of).collect()) }
    }

    /// People of these names, as far as they can sit at one table of this game.
    pub(super) fn named(names: &[String], game: GameName) -> Drafts {
        let mut drafts = Drafts::default();
        names.iter().for_each(|name| drop(drafts.add(name, game)));
        Drafts::begun_with(drafts.seats)
    }

    /// As many as a table needs, whoever they are.
    pub(super) fn of_nobody() -> Drafts {
        let seat = |number: usize| SeatDraft::named(number.to_string());
        Drafts::begun_with((1..=PLAYERS_MIN).map(seat).collect())
    }

    fn begun_with(seats: Vec<SeatDraft>) -> Drafts {
        let settled = seats.iter().map(|draft| draft.name.to_lowercase()).collect();
        Drafts { seats, settled, ..Drafts::default() }
    }

    /// Lets everybody play on in a running game as these players, in seat order.
    pub(super) fn play_on(&mut self, players: &[Player]) {
        for (seat, (draft, player)) in self.seats.iter_mut().zip(players).enumerate() {
            (draft.before, draft.look) = (Some(seat), player.look);
        }
    }

    /// The people, in seat order.
    pub(super) fn seats(&self) -> &[SeatDraft] {
        &self.seats
    }

    /// Their names, in seat order.
    pub(super) fn names(&self) -> Vec<String> {
        self.seats.iter().map(|draft| draft.name.clone()).collect()
    }

    /// Whether nobody sits here yet.
    pub(super) fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// The player who deals, or goes first.
    pub(super) fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The name being typed.
    pub(super) fn typed(&self) -> &str {
        &self.typed
    }

    /// The seat whose name is being edited.
    pub(super) fn editing(&self) -> Option<Seat> {
        self.editing.as_ref().map(|editing| editing.seat)
    }

    /// Gives the people these looks, in seat order; `None` leaves one as it is.
    pub(super) fn look(&mut self, looks: impl IntoIterator<Item = Option<Look>>) {
        for (draft, look) in self.seats.iter_mut().zip(looks) {
            draft.look = look.unwrap_or(draft.look);
        }
    }

    /// Says whether the person on a seat is the same as before, under another name.
    pub(super) fn say_whether_same(&mut self, seat: Seat, same: bool) {
        if let Some(draft) = self.seats.get_mut(seat) {
            draft.same = Some(same);
        }
    }

    /// Sets the name being typed.
    pub(super) fn type_name(&mut self, text: String) {
        self.typed = text;
    }

    /// Whom the set-up offers.
    pub(super) fn offer(&self) -> Offer<'_> {
        let edited = self.editing().and_then(|seat| self.seats.get(seat));
        // A name that is still as it was looks for nobody.
        let typed = if edited.is_some_and(|draft| draft.name == self.typed) { "" } else { &self.typed };
        Offer::new(typed, &self.names(), &self.settled)
    }

    /// Seats the only known person whom the typed name can mean, or else the name as typed.
    pub(super) fn enter<'a>(&mut self, known: impl Iterator<Item = &'a str>, game: GameName) -> Result<(), Notice> {
        let name = self.offer().meant(known).unwrap_or_else(|| self.typed.clone());
        self.add(&name, game)
    }

    /// Seats the typed name.
    pub(super) fn seat_typed(&mut self, game: GameName) -> Result<(), Notice> {
        if self.typed.trim().is_empty() {
            self.stop_editing();
        }
        while !self.typed.trim().is_empty() {
            self.add(&self.typed.clone(), game)?;
        }
        Ok(())
    }

    /// Puts a seat's name into the field for editing; the same seat again cancels that.
    pub(super) fn edit(&mut self, seat: Seat) {
        if self.stop_editing() != Some(seat)
            && let Some(draft) = self.seats.get(seat)
        {
            let before = std::mem::replace(&mut self.typed, draft.name.clone());
            self.editing = Some(Editing { seat, before });
        }
    }

    /// Cancels editing a name. Returns the seat it was on.
    pub(super) fn stop_editing(&mut self) -> Option<Seat> {
        let Editing { seat, before } = self.editing.take()?;
        self.typed = before;
        Some(seat)
    }

    /// Adds somebody of this name, or gives it to the one being edited.
    pub(super) fn add(&mut self, name: &str, game: GameName) -> Result<(), Notice> {
        let name = checked_name(name).map_err(Notice::wrong_name)?;
        let holder = self.seat_of(&name);
        let wrong = if holder.is_some() && holder != self.editing() {
            text!("{name} is already at the table. Use a name that tells the two apart.", name = name)
        } else if let Some(seat) = self.stop_editing() {
            if let Some(draft) = self.seats.get_mut(seat).filter(|draft| draft.name != name) {
                *draft = SeatDraft { before: draft.before, ..SeatDraft::named(name) };
            }
            return Ok(());
        } else if self.seats.len() == PLAYERS_MAX {
            with_game!(game, Game => Game::full_told())
        } else {
            self.typed.clear();
            match self.freed.pop() {
                Some(freed) => self.play_on_for(freed, name),
                None => self.seats.push(SeatDraft::named(name)),
            }
            return Ok(());
        };
        Err(Notice::trouble(wrong).about(About::Name))
    }

    /// Seats somebody in the place of a player who was taken away: another person, unless the name is the same.
    fn play_on_for(&mut self, Freed { draft, place, deals }: Freed, name: String) {
        let place = place.min(self.seats.len());
        self.seats.insert(place, SeatDraft { before: draft.before, same: Some(false), ..SeatDraft::named(name) });
        self.dealer = if deals { place } else { self.dealer + usize::from(self.dealer >= place) };
    }

    /// The seat of this name, ignoring case.
    fn seat_of(&self, name: &str) -> Option<Seat> {
        self.seats.iter().position(|draft| draft.name.to_lowercase() == name.to_lowercase())
    }

    /// Takes a player away.
    pub(super) fn remove(&mut self, seat: Seat) {
        if seat >= self.seats.len() {
            return;
        }
        self.stop_editing();
        let deals = self.dealer == seat;
        let draft = self.seats.remove(seat);
        // Somebody who came before the seat was free takes it.
        if draft.before.is_some() && self.seats.iter().all(|other| other.before.is_some()) {
            self.freed.push(Freed { draft, place: seat, deals });
        }
        if self.dealer > seat || self.dealer >= self.seats.len() {
            self.dealer = self.dealer.saturating_sub(1);
        }
    }

    /// Moves a player to another seat. The dealer stays the same person.
    pub(super) fn move_to(&mut self, from: Seat, to: Seat) {
        self.stop_editing();
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

    /// Seats everybody at random; the dealer stays the same person.
    pub(super) fn shuffle(&mut self) {
        for last in (1..self.seats.len()).rev() {
            self.move_to(fastrand::usize(..=last), last);
        }
    }

    /// Lets this player deal first.
    pub(super) fn deal_from(&mut self, seat: Seat) {
        if seat < self.seats.len() {
            self.dealer = seat;
        }
    }

    /// Lets anybody deal first.
    pub(super) fn deal_from_anywhere(&mut self) {
        if !self.seats.is_empty() {
            self.dealer = fastrand::usize(..self.seats.len());
        }
    }

    /// The players, or what is missing. `known` returns the ids of names from earlier games.
    pub(super) fn people(&self, known: impl Fn(&str) -> Option<Uuid>, game: GameName) -> Result<Vec<Player>, Notice> {
        if let Some(Freed { draft: SeatDraft { name, .. }, .. }) = self.freed.last() {
            return Err(Notice::quiet(text!("Who plays on for {name}? Type a name, or {name} again.", name = name)));
        }
        if self.seats.len() < PLAYERS_MIN {
            return Err(Notice::quiet(with_game!(game, Game => Game::players_told())));
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
