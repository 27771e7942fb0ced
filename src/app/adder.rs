//! The adder at the showdown of The Last Wizard: a hand counted from the values typed and the powers ticked.

use crate::language::Language;
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
    pub(super) hand: Hand,
    /// The place of the card that is typed.
    pub(super) at: usize,
    /// Whether a minus sign waits for its first digit there.
    minus: bool,
}

impl Adder {
    pub(super) fn new(seat: Seat, pack: Option<Pack>, first: Option<i32>) -> Adder {
        let mut adder = Adder { seat, hand: Hand::of(pack), at: 0, minus: false };
        adder.hand.set_card(0, first.filter(|value| value.abs() <= CARD_MAX));
        adder
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

    /// What is typed at this place; a sign may still wait for its first digit.
    pub(super) fn typed(&self, place: usize, language: Language) -> Option<String> {
        let sign = || (place == self.at && self.minus).then(|| "−".to_owned());
        self.hand.card(place).map(|value| language.number(value.into())).or_else(sign)
    }

    /// The sum with its terms, such as "4 + 8 + 4 = 16"; for one card, its value. `None` without a card.
    pub(super) fn sum(&self, language: Language) -> Option<String> {
        let number = |value: i32| language.number(value.into());
        let (total, terms) = (number(self.hand.total()?), self.hand.terms());
        if let [Term::Card(_)] = terms[..] {
            return Some(total);
        }
        let signed_terms = terms.iter().enumerate().map(|(index, term)| {
            let (value, times) = match *term {
                Term::Card(value) | Term::Bonus(value) => (value, ""),
                Term::Tripled(value) => (value, " × 3"),
            };
            match index {
                0 => format!("{}{times}", number(value)),
                _ if value < 0 => format!(" − {}{times}", number(-value)),
                _ => format!(" + {}{times}", number(value)),
            }
        });
        Some(signed_terms.chain([format!(" = {total}")]).collect())
    }
}
