use super::name::WrongName;
use crate::last_wizard;
use crate::seats::Seat;
use crate::text;
use crate::text::Text;
use crate::wizard::RuleConflict;

/// In characters.
pub const PLACE_MAX: usize = 120;
/// In characters.
pub const NOTES_MAX: usize = 4000;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum SetupError {
    Rules(#[from] RuleConflict),
    LastWizard(#[from] last_wizard::SetupConflict),
    Name {
        /// From 1.
        player: usize,
        wrong: WrongName,
    },
    LongPlace,
    LongNotes,
    /// In one round.
    SameName(String),
    /// In one round.
    SamePerson {
        /// On the later seat.
        name: String,
        other: String,
    },
    /// The seat does not exist.
    FormerSeat {
        seat: Seat,
        players: usize,
    },
    /// Not in order of rounds, without some seat, or beginning with another seat than round 1.
    Seating {
        players: usize,
    },
    FirstDealer {
        dealer: i64,
        players: usize,
    },
}

impl SetupError {
    pub fn text(&self) -> Text {
        match self {
            SetupError::Rules(conflict) => conflict.text(),
            SetupError::LastWizard(conflict) => conflict.text(),
            SetupError::Name { player, wrong } => wrong.of_player(*player),
            SetupError::LongPlace => text!("the place is longer than {max} characters", max = PLACE_MAX),
            SetupError::LongNotes => text!("the notes are longer than {max} characters", max = NOTES_MAX),
            SetupError::SameName(name) => {
                text!("two players are called “{name}”: names must be distinct", name = name)
            }
            SetupError::SamePerson { name, other } => text!(
                "{name} and {other} are one person in your archive, and cannot sit at one table: choose another name",
                name = name,
                other = other,
            ),
            SetupError::FormerSeat { seat, players } => text!(
                "somebody played on seat {seat} before, but the seats are 0 to {last}",
                seat = *seat,
                last = players.saturating_sub(1),
            ),
            SetupError::Seating { players } => text!(
                "the seating names other rounds or seats than the game has: each entry begins in a later round, and \
                 has each of the seats 0 to {last} once, in round 1 from the first dealer or player",
                last = players.saturating_sub(1),
            ),
            SetupError::FirstDealer { dealer, players } => text!(
                "the first dealer is seat {dealer}, but the seats are 0 to {last}",
                dealer = *dealer,
                last = players.saturating_sub(1),
            ),
        }
    }
}
