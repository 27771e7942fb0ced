//! A move by hand in The Last Wizard while it is entered: whose, how far, why.

use super::PenaltyView;
use super::penalty::{Draft, Entered};
use crate::last_wizard::{MANUAL_MAX, Manual, Round, RoundReading};
use crate::seats::{PerSeat, Seat};

impl Draft<Seat> {
    /// The player's move in the round, or a new one by one space forwards; `None` where nobody sits.
    pub(super) fn by_hand(round: &Round, seat: Seat) -> Option<Draft<Seat>> {
        round.turns.get(seat)?;
        let number = Some(round.moved_by_hand(seat)).filter(|&by| by != 0).unwrap_or(1);
        let reason = round.manual.as_ref().map_or_else(String::new, |manual| manual.reason().to_owned());
        Some(Draft { given: seat, entered: Entered { number, reason, step: 1, most: MANUAL_MAX } })
    }

    /// The moves by hand in the round, with this one.
    pub(super) fn kept(&self, round: &Round) -> Option<Manual> {
        self.moves(round, self.entered.number)
    }

    /// The moves by hand in the round, without this one.
    pub(super) fn others(&self, round: &Round) -> Option<Manual> {
        self.moves(round, 0)
    }

    fn moves(&self, round: &Round, by: i32) -> Option<Manual> {
        let own = |seat: Seat| if seat == self.given { by } else { round.moved_by_hand(seat) };
        Manual::new(PerSeat::new(round.turns.len(), own), &self.entered.reason)
    }

    /// The panel; `None` where nobody sits.
    pub(super) fn view(&self, reading: &RoundReading, names: &[String]) -> Option<PenaltyView> {
        let seat = reading.seats.get(self.given)?;
        let without = seat.moved.map_or(seat.before, |moved| moved.to);
        let with = (without + self.entered.number).max(0);
        let name = names.get(self.given).cloned().unwrap_or_default();
        Some(self.entered.view(name, reading.number, (without, with), seat.by_hand != 0))
    }
}
