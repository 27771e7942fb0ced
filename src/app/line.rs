//! A player's line at the table, and the keys below the lines: the same for both games.

use super::TableCommand;
use crate::game::SheetCell;
use crate::seats::Seat;
use crate::text::Text;

/// A number or token at a player's line; a tap on it selects it for entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineBox {
    pub text: Option<Text>,
    /// What a tap changes, for screen readers; `None` if the whole line is tapped for it.
    pub label: Option<Text>,
    /// Whether it has the shape of a round token.
    pub round: bool,
    /// Whether the next key is for it.
    pub asked: bool,
    /// Whether it has no entered value: missing, or filled in from others.
    pub faint: bool,
}

/// The − or + beside a bid while the Cloud is in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CloudSign {
    pub label: Text,
    pub chosen: bool,
    /// Whether a tap does something; otherwise it shows why not.
    pub ready: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLine {
    /// Also gives the colour.
    pub seat: Seat,
    pub name: String,
    pub initials: String,
    /// Everything known of the player in this round, for screen readers.
    pub label: Text,
    /// The player's part in the round; `None` for most.
    pub tag: Option<Text>,
    /// Whether the face is marked: the dealer, or in The Last Wizard who goes first.
    pub dealer: bool,
    pub ahead: bool,
    pub selected: bool,
    /// The total or space before this round.
    pub fact: Option<Text>,
    /// What was entered before the boxes, such as the bid while tricks are entered.
    pub done: Option<Text>,
    /// What a tap on `done` changes, for screen readers; `None` if it cannot be changed.
    pub change: Option<Text>,
    /// The first is there in a correction and in The Last Wizard.
    pub boxes: [Option<LineBox>; 2],
    pub points: Option<Text>,
    /// Whether the points are good, bad, or neither.
    pub good: Option<bool>,
    /// Less and more.
    pub signs: Option<[CloudSign; 2]>,
    /// What the player did in the round before, on the board of The Last Wizard.
    pub last: Option<SheetCell>,
}

/// A key below the lines, for the selected player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub text: Text,
    /// Its effect.
    pub below: Option<Text>,
    /// For screen readers: text and effect, with the player's name.
    pub label: Text,
    pub chosen: bool,
    /// Whether a rule forbids it, so that a tap shows why.
    pub forbidden: bool,
    /// Whether it is unlikely.
    pub dim: bool,
    pub enabled: bool,
    /// The other players who chose it, and the same for screen readers.
    pub holders: Vec<Seat>,
    pub taken: Option<Text>,
    pub command: TableCommand,
}

impl Key {
    pub fn new(text: Text, label: Text, command: TableCommand) -> Key {
        Key {
            text,
            below: None,
            label,
            chosen: false,
            forbidden: false,
            dim: false,
            enabled: true,
            holders: Vec::new(),
            taken: None,
            command,
        }
    }
}
