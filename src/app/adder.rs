//! The adder at the showdown of The Last Wizard: a hand counted from the values typed and the powers ticked.

use crate::last_wizard::{CARD_MAX, CARDS, Goblins, Hand, Pack, Power, Term};
use crate::seats::Seat;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdderCommand {
    Open,
    Card(usize),
    Step {
        on: bool,
    },
    Digit(u8),
    Minus,
    /// Takes back the last digit; of an empty card, goes back to the card before.
    Backspace,
    /// Lets the card at this place stay out, of four.
    LeaveOut(usize),
    Turn(Power),
    Goblins(Option<Goblins>),
    /// Sets the creature that Fortify multiplies.
    Fortify(Option<usize>),
    /// Enters the total as the player's hand.
    Put,
}

#[derive(Debug)]
pub(super) struct Adder {
    pub(super) seat: Seat,
    hand: Hand,
    at: usize,
    /// Whether a minus sign waits for its first digit there.
    minus: bool,
}

impl Adder {
    pub(super) fn new(seat: Seat, pack: Option<Pack>, first: Option<i32>) -> Adder {
        let mut adder = Adder { seat, hand: Hand::of(pack), at: 0, minus: false };
        adder.hand.set_card(0, first.filter(|value| value.abs() <= CARD_MAX));
        adder
    }

    /// `None` without a card.
    pub(super) fn total(&self) -> Option<i32> {
        self.hand.total()
    }

    pub(super) fn take(&mut self, command: AdderCommand) {
        match command {
            AdderCommand::Card(place) => self.select(place),
            AdderCommand::Step { on: true } => self.select(self.at + 1),
            AdderCommand::Step { on: false } => self.select(self.at.saturating_sub(1)),
            AdderCommand::Digit(digit) => self.digit(digit.into()),
            AdderCommand::Minus => match self.hand.card(self.at) {
                Some(value) => self.set(Some(-value)),
                None => self.minus = !self.minus,
            },
            AdderCommand::Backspace => self.backspace(),
            AdderCommand::LeaveOut(place) => self.hand.leave_out(place),
            AdderCommand::Turn(power) => _ = self.hand.turn(power),
            AdderCommand::Goblins(goblins) => _ = self.hand.set_goblins(goblins),
            AdderCommand::Fortify(place) => _ = self.hand.fortify(place),
            AdderCommand::Open | AdderCommand::Put => {}
        }
    }

    fn select(&mut self, place: usize) {
        if place < CARDS {
            (self.at, self.minus) = (place, false);
        }
    }

    fn set(&mut self, value: Option<i32>) {
        self.hand.set_card(self.at, value);
    }

    /// A digit that would make the value too large is not taken.
    fn digit(&mut self, digit: i32) {
        let value = match self.hand.card(self.at) {
            None if self.minus => -digit,
            None => digit,
            Some(value) if value < 0 => value * 10 - digit,
            Some(value) => value * 10 + digit,
        };
        self.minus = false;
        self.set(Some(value));
    }

    fn backspace(&mut self) {
        match self.hand.card(self.at) {
            Some(value) => {
                self.set(Some(value / 10).filter(|&left| left != 0));
                // A sign whose digits are gone waits for others.
                self.minus = value < 0 && self.hand.card(self.at).is_none();
            }
            None if self.minus => self.minus = false,
            None => self.select(self.at.saturating_sub(1)),
        }
    }

    pub(super) fn view(&self, name: String) -> AdderView {
        let hand = &self.hand;
        let card = |place: usize| AdderCard {
            value: hand.card(place),
            minus: place == self.at && self.minus,
            typed: place == self.at,
            left_out: hand.left_out() == Some(place),
            fortified: hand.fortified() == Some(place),
            can_be_fortified: hand.can_fortify(Some(place)),
        };
        let packs = hand.packs();
        let power = |power: Power| AdderPower { power, ticked: hand.has(power), possible: hand.can_turn(power) };
        let goblins_most = [Goblins::Two, Goblins::One].into_iter().find(|&goblins| hand.can_have(Some(goblins)));
        AdderView {
            name,
            cards: (0..CARDS).map(card).collect(),
            is_whole: hand.left_out().is_some(),
            powers: Power::ALL.into_iter().filter(|power| packs.contains(&power.pack())).map(power).collect(),
            packs,
            goblins: hand.goblins(),
            goblins_most,
            terms: hand.terms(),
            total: hand.total(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdderCard {
    pub value: Option<i32>,
    /// Whether a minus sign waits for its first digit.
    pub minus: bool,
    pub typed: bool,
    /// Whether it stays out, as one of four.
    pub left_out: bool,
    pub fortified: bool,
    pub can_be_fortified: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdderPower {
    pub power: Power,
    pub ticked: bool,
    pub possible: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdderView {
    pub name: String,
    pub packs: Vec<Pack>,
    pub cards: Vec<AdderCard>,
    /// Whether there are four, so that one stays out.
    pub is_whole: bool,
    pub powers: Vec<AdderPower>,
    pub goblins: Option<Goblins>,
    /// The most there can be; `None` if none.
    pub goblins_most: Option<Goblins>,
    pub terms: Vec<Term>,
    /// `None` without a card.
    pub total: Option<i32>,
}
