//! The look of a session in exports for people.

use crate::language::Language;
use crate::session::{Colour, Sign};
use crate::wizard::PLAYERS_MAX;

/// The look of a session in exports for people.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The language of all words.
    pub language: Language,
    /// The colour of each seat, and the sign; `None` for initials.
    pub seats: [(Colour, Option<Sign>); PLAYERS_MAX],
    /// The name of the tournament of the session, if it is of one and the name is known.
    pub tournament: Option<&'a str>,
}
