//! The look of a session in exports for people.

use crate::language::Language;
use crate::session::{Colour, Sign};
use crate::wizard::PLAYERS_MAX;

/// The look of a session in exports for people.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The language of all words.
    pub language: Language,
    /// The colour of each seat, and the sign; `None` for initials.
    pub seats: [(Colour, Option<Sign>); PLAYERS_MAX],
}
