//! How exports for people show a session.

use crate::language::Language;
use crate::session::{Colour, Sign};
use crate::text::Text;
use crate::wizard::PLAYERS_MAX;

#[derive(Clone, Copy, Debug)]
pub struct ExportOptions<'a> {
    pub language: Language,
    /// Each seat's colour and sign; `None` for initials.
    pub seats: [(Colour, Option<Sign>); PLAYERS_MAX],
    /// The table of a tournament at which it was played, in words, if the tournament is known.
    pub tournament: Option<&'a Text>,
}
