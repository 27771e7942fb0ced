//! Why a game cannot be set up.

use super::name::WrongName;
use crate::last_wizard;
use crate::seats::Seat;
use crate::text;
use crate::text::Text;
use crate::wizard::RuleConflict;

/// The most characters the name of a place may have.
pub const PLACE_MAX: usize = 120;
/// The most characters the notes on a session may have.
pub const NOTES_MAX: usize = 4000;

/// A reason why a game cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum SetupError {
    /// The options exclude each other, or the number of players is wrong.
    Rules(#[from] RuleConflict),
    /// The Last Wizard cannot be played like this.
    LastWizard(#[from] last_wizard::SetupConflict),
    /// A name is empty, too long or unreadable.
    Name {
        /// The player, counted from 1.
        player: usize,
        /// What is wrong with it.
        wrong: WrongName,
    },
    /// The place is too long.
    LongPlace,
    /// The notes are too long.
    LongNotes,
    /// Two players of one round have the same name.
    SameName(String),
    /// Two players of one round have the same id.
    SamePerson {
        /// The one on the later seat.
        name: String,
        /// The other.
        other: String,
    },
    /// A former player sat on a seat that does not exist.
    FormerSeat {
        /// The seat given.
        seat: Seat,
        /// The number of players.
        players: usize,
    },
    /// The seating is not in order of rounds, leaves out a seat, or begins with another seat than round 1 does.
    Seating {
        /// The number of players.
        players: usize,
    },
    /// The first dealer is not at the table.
    FirstDealer {
        /// The seat given.
        dealer: i64,
        /// The number of players.
        players: usize,
    },
}

impl SetupError {
    /// What is wrong and what to do.
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
