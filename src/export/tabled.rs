//! Sessions as one table of rounds has them.

use uuid::Uuid;

use crate::game::Rules;
use crate::session::{Player, Session};

pub struct Tabled<'a, G: Rules> {
    pub session: &'a Session<G>,
    /// `None` leaves the column empty; then the table must have no other session.
    pub id: Option<Uuid>,
    pub dated: bool,
}

impl<G: Rules> Tabled<'_, G> {
    /// Without `identified` (a game written by hand) there is no id and no start.
    pub fn alone(session: &Session<G>, identified: bool) -> Tabled<'_, G> {
        Tabled { session, id: identified.then(|| session.id()), dated: identified }
    }

    /// Those at the table at the session's end, if a seat was taken over after this round, the last with rows.
    pub(super) fn seated_after(&self, round: usize) -> Option<&[Player]> {
        let people = self.session.people();
        (!people.players_in(round).eq(people.players_at_end())).then(|| people.players_at_end())
    }

    pub(super) fn id_and_date(&self) -> [String; 2] {
        let date = self.dated.then(|| self.session.started().to_rfc3339());
        [self.id.map(|id| id.to_string()).unwrap_or_default(), date.unwrap_or_default()]
    }
}
