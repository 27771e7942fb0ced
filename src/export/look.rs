//! How a session is shown to people.

use crate::language::Language;
use crate::wizard::PLAYERS_MAX;

/// How a session is shown to people.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What it is said in.
    pub language: Language,
    /// Which of the six colours each seat has, from 0.
    pub colours: [u8; PLAYERS_MAX],
}

impl From<Language> for Look {
    /// With the usual colours.
    fn from(language: Language) -> Look {
        Look { language, colours: [0, 1, 2, 3, 4, 5] }
    }
}
