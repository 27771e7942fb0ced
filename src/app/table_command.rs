//! What a tap or key at the table means, in either game.

use super::adder::AdderCommand;
use super::penalty::PenaltyCommand;
use crate::last_wizard::{Rank, Token};
use crate::seats::{PerSeat, Seat};
use crate::wizard::{Change, Round, Trump};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Bid,
    Tricks,
}

impl Field {
    /// Everyone's number of this kind.
    pub(super) fn of(self, facts: &Round) -> &PerSeat<Option<u8>> {
        match self {
            Field::Bid => &facts.bids,
            Field::Tricks => &facts.tricks,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    #[default]
    None,
    /// Only if there is no room for it next to the table.
    Sheet,
    EndQuestion,
    Penalty,
    Adder,
}

/// A part of a round, in order of entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// A round token or a fold.
    #[default]
    First,
    /// A square token or a fold.
    Second,
    /// Ranks or hands.
    Showdown,
}

/// The meaning of a tap or key that only a table with a track has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackCommand {
    Part(Part),
    Fold,
    Token(Token),
    /// Types a minus sign; among the digits of a hand, turns its sign.
    Minus,
    Rank(Rank),
    /// Switches between entering hands, from which the ranks follow, and entering ranks.
    ByHand(bool),
    Adder(AdderCommand),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// Selects a player's number for entry; of one entered before this part of the round, goes back to it. The Last
    /// Wizard has no fields: it selects the player.
    Select(Seat, Field),
    /// In a correction, selects the bid or the tricks of the selected player for entry.
    Field(Field),
    /// For the selected player.
    Number(u8),
    /// Types a digit. If it could begin a larger number, it waits for the next one.
    Digit(u8),
    /// Enters a waiting digit, because nothing more was typed for a while.
    Pause,
    /// Clears the number entered last.
    Backspace,
    Step {
        down: bool,
    },
    /// Starts the tricks, scores the round or saves the correction.
    Primary,
    /// Lets stand what a rule refused: enters the bid, scores the tricks as noted, or saves the correction.
    Insist,
    /// Plays on without Plus/Minus One, and enters the refused bid.
    WithoutRule,
    /// Returns to what was entered first in this round.
    Back,
    /// Sets the trump, or clears it if it is this one.
    Trump(Trump),
    /// Adds a Bomb, or after the last possible one clears them.
    Bomb,
    /// Notes that the Cloud was played, or that no player has it.
    Cloud,
    /// Gives a Cloud that was played to a player, `None` for the selected one, or takes it back.
    CloudSign(Option<Seat>, Change),
    Overlay(Overlay),
    Penalty(PenaltyCommand),
    End,
    PlayOn,
    Correct {
        /// From 1.
        round: usize,
        /// The player whose number to select; `None` for the first to bid.
        seat: Option<Seat>,
    },
    PageRound {
        /// Whether to go towards the first round.
        back: bool,
    },
    /// Closes the topmost thing: typing, overlay or correction.
    Escape,
    /// Drops the correction with its changes.
    Cancel,
    OnTrack(TrackCommand),
}

impl TableCommand {
    /// Whether the command enters something at the mark.
    pub(super) fn enters(&self) -> bool {
        use TableCommand as T;
        use TrackCommand as K;
        match self {
            T::OnTrack(command) => !matches!(command, K::Part(_) | K::ByHand(_)),
            _ => matches!(self, T::Number(_) | T::Digit(_) | T::Backspace | T::CloudSign(None, _)),
        }
    }

    /// Whether the command enters one player's number, token or rank, so that a second one is the next player's.
    pub(super) fn enters_one(&self) -> bool {
        use TableCommand as T;
        use TrackCommand as K;
        matches!(
            self,
            T::Number(_) | T::Digit(_) | T::CloudSign(..) | T::OnTrack(K::Fold | K::Token(_) | K::Minus | K::Rank(_))
        )
    }

    /// Whether the command is part of typing, or enters what is typed itself; any other comes after that is entered.
    pub(super) fn belongs_to_typing(&self) -> bool {
        use TableCommand as T;
        use TrackCommand as K;
        match self {
            T::Digit(_) | T::Pause | T::Primary | T::Backspace | T::Step { .. } | T::Escape | T::Cancel => true,
            // What is typed of a hand becomes the first card of the adder.
            T::OnTrack(command) => matches!(command, K::Minus | K::Adder(_)),
            _ => false,
        }
    }
}
