//! The results of a table by the session that was played there.

use super::Tournament;
use super::player::Number;
use super::table::{Game, Table, TableResult};
use crate::game::Status;
use crate::seats::Seat;
use crate::session::{AnyRef, OfGame};
use crate::text;
use crate::text::Text;

/// The results of a session for a table of a tournament, in the order of the table; `None` while it is being played.
/// Somebody at the table who is not in the session was absent. Two of one name are told apart by their number behind
/// it, as in “Anna (17)”.
///
/// # Errors
/// The reason why it is no game of this table.
pub fn results_of(tournament: &Tournament, table: &Table, session: AnyRef) -> Result<Option<Vec<TableResult>>, Text> {
    let OfGame::Wizard(session) = session else { return Err(text!("it is a game of The Last Wizard")) };
    let people = session.people().names_at_end();
    let mut seats: Vec<Option<Seat>> = vec![None; table.players.len()];
    for (seat, name) in people.iter().enumerate() {
        let is_called = |number: Number| {
            let player = tournament.player(number)?;
            (player.name == *name || format!("{} ({number})", player.name) == *name).then_some(())
        };
        let mut free = table.players.iter().zip(&mut seats).filter(|(_, seat)| seat.is_none());
        match free.find(|(number, _)| is_called(**number).is_some()) {
            Some((_, place)) => *place = Some(seat),
            None => return Err(text!("{name} does not sit at this table", name = name)),
        }
    }
    if session.status() == Status::Running {
        return Ok(None);
    }
    let readings = session.readings();
    let totals = session.current_totals();
    let result = |seat: &Option<Seat>| {
        let Some(seat) = *seat else { return TableResult::Absent };
        let scored = readings.iter().filter(|round| round.is_scored()).filter_map(|round| round.seats.get(seat));
        let hands: Vec<i32> = scored.clone().filter_map(|round| round.points).collect();
        let met = u8::try_from(scored.filter(|round| round.met == Some(true)).count()).unwrap_or(u8::MAX);
        let points: i32 = hands.iter().sum();
        let penalty = points - totals.get(seat).copied().unwrap_or(points);
        TableResult::Played(Game { points, met, hands: Some(hands), penalty, play_off: None })
    };
    Ok(Some(seats.iter().map(result).collect()))
}
