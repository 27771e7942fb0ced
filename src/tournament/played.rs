use super::Tournament;
use super::player::Number;
use super::table::{Game, Table, TableResult};
use crate::game::Status;
use crate::seats::Seat;
use crate::session::{AnyRef, OfGame};
use crate::text;
use crate::text::Text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    names: Vec<String>,
    /// `None` while the game runs.
    games: Option<Vec<Game>>,
}

impl Played {
    pub fn of(session: AnyRef) -> Result<Played, Text> {
        let OfGame::Wizard(session) = session else { return Err(text!("it is a game of The Last Wizard")) };
        let names = session.people().names_at_end();
        if session.status() == Status::Running {
            return Ok(Played { names, games: None });
        }
        if session.scored() == 0 {
            return Err(text!("nothing was played"));
        }
        let readings = session.readings();
        let totals = session.current_totals();
        let game = |seat: Seat| {
            let scored = readings.iter().filter(|round| round.is_scored()).filter_map(|round| round.seats.get(seat));
            let hands: Vec<i32> = scored.clone().filter_map(|round| round.points).collect();
            let met = u8::try_from(scored.filter(|round| round.met == Some(true)).count()).unwrap_or(u8::MAX);
            let points: i32 = hands.iter().sum();
            let penalty = points - totals.get(seat).copied().unwrap_or(points);
            Game { points, met, hands: Some(hands), penalty, play_off: None }
        };
        let games = (0..names.len()).map(game).collect();
        Ok(Played { names, games: Some(games) })
    }

    /// After penalties; empty while the game runs.
    pub fn scores(&self) -> impl Iterator<Item = (&str, i32)> {
        let games = self.games.iter().flatten();
        self.names.iter().zip(games).map(|(name, game)| (&**name, game.counted()))
    }

    /// The results in the order of the table; `None` while the game runs. Somebody at the table who is not in the
    /// session was absent. Two of one name are separated by their number behind it.
    pub fn results(&self, tournament: &Tournament, table: &Table) -> Result<Option<Vec<TableResult>>, Text> {
        let seats = tournament.seats_by_name(table, &self.names)?;
        let Some(games) = &self.games else { return Ok(None) };
        let result = |seat: &Option<Seat>| {
            let game = seat.and_then(|seat| games.get(seat));
            game.map_or(TableResult::Absent, |game| TableResult::Played(game.clone()))
        };
        let checked = tournament.checked(table, seats.iter().map(result).collect());
        checked.map(Some).map_err(|fault| fault.text())
    }
}

impl Tournament {
    /// Each table player's seat in a session with these names; `None` for a player who is not in it.
    ///
    /// # Errors
    /// The first name that no player at the table has.
    pub fn seats_by_name(&self, table: &Table, names: &[String]) -> Result<Vec<Option<Seat>>, Text> {
        let mut seats: Vec<Option<Seat>> = vec![None; table.players.len()];
        for (seat, name) in names.iter().enumerate() {
            let is_called = |number: Number| {
                self.player(number).is_some_and(|player| player.name == *name || player.numbered() == *name)
            };
            let mut free = table.players.iter().zip(&mut seats).filter(|(_, seat)| seat.is_none());
            match free.find(|(number, _)| is_called(**number)) {
                Some((_, place)) => *place = Some(seat),
                None => return Err(text!("{name} does not sit at this table", name = name)),
            }
        }
        Ok(seats)
    }
}
