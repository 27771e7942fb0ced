//! What a tap or key at the table means, in either game.

use super::adder::AdderCommand;
use super::penalty::PenaltyCommand;
use crate::last_wizard::{Rank, Token};
use crate::seats::{PerSeat, Seat};
use crate::wizard::{Change, Round, Trump};

/// A number to enter: bid or tricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The bid.
    Bid,
    /// The tricks taken.
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

/// An overlay on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// The sheet, if there is no room for it beside the table.
    Sheet,
    /// The question whether to end the game early.
    EndQuestion,
    /// A player's penalty points.
    Penalty,
    /// The adder of a player's hand.
    Adder,
}

/// The pad below the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pad {
    /// Numbers.
    #[default]
    Numbers,
    /// The Cloud: its taker and their change of bid.
    Cloud,
    /// Trumps.
    Trump,
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
    /// Selects this player's fact for entry.
    Select(Seat),
    /// Selects this part of the round for entry.
    Part(Part),
    /// Lets the selected player fold.
    Fold,
    /// Gives the selected player a token.
    Token(Token),
    /// Types a minus sign; among the digits of a hand, turns its sign.
    Minus,
    /// Sets the rank of the selected player's hand.
    Rank(Rank),
    /// Switches between entering hands, from which the ranks follow, and entering ranks.
    ByHand(bool),
    /// Passes on a tap or key in the adder of a hand.
    Adder(AdderCommand),
}

/// The meaning of a tap or key at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// Selects this player's number for entry.
    Select(Seat, Field),
    /// In a correction, selects the bid or the tricks of the selected player for entry.
    Field(Field),
    /// Enters a number for the selected player.
    Number(u8),
    /// Types a digit. If it could begin a larger number, it waits for the next one.
    Digit(u8),
    /// Enters a waiting digit, because nothing more was typed for a while.
    Pause,
    /// Clears the number entered last.
    Backspace,
    /// Selects the player above or below.
    Step {
        /// Whether to go down the list.
        down: bool,
    },
    /// Presses the large button: start the tricks, score the round, save the correction.
    Primary,
    /// Lets the bids add up: enters the refused bid, or saves the correction.
    Insist,
    /// Plays on without Plus/Minus One, and enters the refused bid.
    WithoutRule,
    /// Returns to what was entered first in this round.
    Back,
    /// Sets the trump, or clears it if it is this one.
    Trump(Trump),
    /// Adds a Bomb, or after the last possible one clears them.
    Bomb,
    /// Gives the selected player a Cloud, which passes on if all are taken, or takes theirs away.
    Cloud,
    /// Asks below the players about the Cloud at this index.
    AskCloud(usize),
    /// Sets the taker of the Cloud asked about; `None` for nobody.
    CloudTaker(Option<Seat>),
    /// Sets the taker's change of bid.
    CloudChange(Change),
    /// Shows this pad below the players.
    Pad(Pad),
    /// Shows this overlay.
    Overlay(Overlay),
    /// Passes on a tap in the panel of penalty points.
    Penalty(PenaltyCommand),
    /// Ends the game early.
    End,
    /// Resumes a game that was ended early.
    PlayOn,
    /// Opens a scored round for correction.
    Correct {
        /// The round, from 1.
        round: usize,
        /// The player whose number to select; `None` for the first to bid.
        seat: Option<Seat>,
    },
    /// Opens the scored round before or after the one on the table.
    PageRound {
        /// Whether to go towards the first round.
        back: bool,
    },
    /// Closes the topmost thing: typing, pad, overlay or correction.
    Escape,
    /// Drops the correction with its changes.
    Cancel,
    /// Passes on a tap or key that only a table with a track has.
    OnTrack(TrackCommand),
}

impl TableCommand {
    /// Whether the command enters something at the mark.
    pub(super) fn enters(&self) -> bool {
        use TableCommand as T;
        use TrackCommand as K;
        match self {
            T::OnTrack(command) => !matches!(command, K::Select(_) | K::Part(_) | K::ByHand(_)),
            _ => matches!(self, T::Number(_) | T::Digit(_) | T::Backspace | T::Cloud),
        }
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
