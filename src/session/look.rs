//! How a person looks on a screen: a colour, and perhaps a sign in place of initials.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};

use crate::wizard::PLAYERS_MAX;

/// One of the six player colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Colour(u8);

impl Colour {
    /// All six, in the order of the seats that have them by default.
    pub const ALL: [Colour; PLAYERS_MAX] = [Colour(0), Colour(1), Colour(2), Colour(3), Colour(4), Colour(5)];
}

/// There is no player colour of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a player's colour is a number from 0 to 5")]
pub struct NoColour;

impl TryFrom<u8> for Colour {
    type Error = NoColour;

    fn try_from(number: u8) -> Result<Colour, NoColour> {
        Colour::ALL.into_iter().find(|colour| colour.0 == number).ok_or(NoColour)
    }
}

impl From<Colour> for u8 {
    fn from(colour: Colour) -> u8 {
        colour.0
    }
}

/// A sign that stands for a person in place of their initials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// A star with five points.
    Star,
    /// A waxing moon.
    Moon,
    /// A sun with rays.
    Sun,
    /// A flame.
    Flame,
    /// A leaf of a tree.
    Leaf,
    /// A drop of water.
    Drop,
    /// A bolt of lightning.
    Bolt,
    /// A key to a door.
    Key,
}

/// The colour and the sign of a person in a session, as far as they are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// The colour; `None` in files from before it was recorded.
    #[serde(default, deserialize_with = "known", skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
    /// The sign; `None` for initials.
    #[serde(default, deserialize_with = "known", skip_serializing_if = "Option::is_none")]
    pub sign: Option<Sign>,
}

/// What stands for a person wherever they are named: their colour with their sign, or with initials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Face {
    /// The colour.
    pub colour: Colour,
    /// The sign; `None` for initials.
    pub sign: Option<Sign>,
    /// The initials.
    pub initials: String,
}

impl Look {
    /// This look, or the other one if none is recorded.
    #[must_use]
    pub fn or(self, other: Look) -> Look {
        if self.colour.is_some() { self } else { other }
    }
}

/// Reads a value that this version knows. A look is no reason to refuse a game: any other value is as if it was left
/// out.
///
/// # Errors
/// Those of the input itself.
pub fn known<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<Option<T>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Value<T> {
        Known(T),
        Other(IgnoredAny),
    }
    Ok(match Value::deserialize(input)? {
        Value::Known(value) => Some(value),
        Value::Other(_) => None,
    })
}
