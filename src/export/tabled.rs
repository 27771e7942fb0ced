//! Sessions as one table of rounds has them.

use uuid::Uuid;

use crate::game::Rules;
use crate::session::Session;

/// A session in a table of rounds.
pub struct Tabled<'a, G: Rules> {
    /// The session.
    pub session: &'a Session<G>,
    /// The id to tell it by; `None` leaves the column empty, and the table must have no other session.
    pub id: Option<Uuid>,
    /// Whether its start is known.
    pub dated: bool,
}

impl<G: Rules> Tabled<'_, G> {
    /// A session by itself; without `identified` (a game written by hand) without id and start.
    pub fn alone(session: &Session<G>, identified: bool) -> Tabled<'_, G> {
        Tabled { session, id: identified.then(|| session.id()), dated: identified }
    }

    /// The first two cells of its rows.
    pub(super) fn id_and_date(&self) -> [String; 2] {
        let date = self.dated.then(|| self.session.started().to_rfc3339());
        [self.id.map(|id| id.to_string()).unwrap_or_default(), date.unwrap_or_default()]
    }
}
