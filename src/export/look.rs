//! The look of a session in exports for people.

use crate::language::Language;
use crate::wizard::PLAYERS_MAX;

/// The look of a session in exports for people.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The language of all words.
    pub language: Language,
    /// The colour of each seat, from 0 to 5.
    pub colours: [u8; PLAYERS_MAX],
}
