use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};

use crate::text;
use crate::text::Text;
use crate::wizard::PLAYERS_MAX;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Colour(u8);

impl Colour {
    /// In the order of the seats that have them by default.
    pub const ALL: [Colour; PLAYERS_MAX] = [Colour(0), Colour(1), Colour(2), Colour(3), Colour(4), Colour(5)];

    pub fn name(self) -> Text {
        match self.0 {
            0 => text!("colour" => "Sky blue"),
            1 => text!("colour" => "Orange"),
            2 => text!("colour" => "Green"),
            3 => text!("colour" => "Pink"),
            4 => text!("colour" => "Yellow"),
            _ => text!("colour" => "Lavender"),
        }
    }
}

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

/// Replaces a person's initials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    Star,
    Moon,
    Sun,
    Flame,
    Leaf,
    Drop,
    Bolt,
    Key,
}

impl Sign {
    pub const ALL: [Sign; 8] = variants!(Sign: Star, Moon, Sun, Flame, Leaf, Drop, Bolt, Key);

    pub fn name(self) -> Text {
        match self {
            Sign::Star => text!("sign of a player" => "Star"),
            Sign::Moon => text!("sign of a player" => "Moon"),
            Sign::Sun => text!("sign of a player" => "Sun"),
            Sign::Flame => text!("sign of a player" => "Flame"),
            Sign::Leaf => text!("sign of a player" => "Leaf"),
            Sign::Drop => text!("sign of a player" => "Drop"),
            Sign::Bolt => text!("sign of a player" => "Lightning"),
            Sign::Key => text!("sign of a player" => "Key"),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// `None` in files from before it was recorded.
    #[serde(default, deserialize_with = "known", skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
    /// `None` for initials.
    #[serde(default, deserialize_with = "known", skip_serializing_if = "Option::is_none")]
    pub sign: Option<Sign>,
    /// Whether the colour is a substitute in this session only, because another player has the same look.
    #[serde(default, deserialize_with = "known", skip_serializing_if = "std::ops::Not::not")]
    pub stand_in: bool,
}

/// Shown wherever a person is named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Face {
    pub colour: Colour,
    /// `None` for initials.
    pub sign: Option<Sign>,
    pub initials: String,
}

impl Look {
    /// `other` if no colour is recorded. Remains a stand-in if either is one.
    #[must_use]
    pub fn or(self, other: Look) -> Look {
        if self.colour.is_some() { self } else { Look { stand_in: self.stand_in || other.stand_in, ..other } }
    }

    /// For a set-up: a stand-in is chosen again when shown.
    #[must_use]
    pub fn kept(self) -> Look {
        if self.stand_in { Look { stand_in: true, ..Look::default() } } else { self }
    }

    /// `None` for a stand-in or if no colour is recorded.
    pub fn own(self) -> Option<Look> {
        Some(self).filter(|look| look.colour.is_some() && !look.stand_in)
    }
}

/// Unknown values read as missing: a look is no reason to refuse a game.
pub fn known<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(input: D) -> Result<T, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Value<T> {
        Known(T),
        Other(IgnoredAny),
    }
    Ok(match Value::deserialize(input)? {
        Value::Known(value) => value,
        Value::Other(_) => T::default(),
    })
}
