//! Seats of the last round: changing, locking and taking them back. Finding them is in `program.rs`.

use super::command::TournamentTab;
use super::open::{OpenTournament, everybody_stays, table_mut};
use crate::app::notice::Notice;
use crate::archive::Known;
use crate::text;
use crate::text::Text;
use crate::tournament::{Round, Seats, Tournament};
use crate::wizard::{PLAYERS_MAX, PLAYERS_MIN};

impl OpenTournament {
    pub(super) fn cannot_seat(&self) -> Option<Text> {
        let tournament = &self.gathered.tournament;
        let next = tournament.rounds.len() + 1;
        if next > tournament.settings.planned() {
            if !tournament.settings.stages.is_empty() {
                return Some(text!("the final is the last round"));
            }
            return Some(text!("all rounds are seated: for one more, raise their number in the settings"));
        }
        tournament.can_seat(next).err().map(|reason| reason.text())
    }

    pub(super) fn open_tables(&self) -> Vec<String> {
        let last = self.gathered.tournament.rounds.last();
        let open = last.into_iter().flat_map(|round| &round.tables).filter(|table| table.results().is_none());
        open.map(|table| table.name.clone()).collect()
    }

    /// The tournament as it is seated again: tables with a game or a result stay, too.
    pub(super) fn with_locks(&self) -> Tournament {
        let mut tournament = self.gathered.tournament.clone();
        let known = self.gathered.known.last().into_iter().flatten();
        for (table, known) in tournament.rounds.last_mut().into_iter().flat_map(|round| &mut round.tables).zip(known) {
            table.locked |= *known != Known::Nothing || table.overtime > 0;
        }
        tournament
    }

    /// Takes seats that were found: those of the next round, or of the last one.
    pub(super) fn take_seats(&mut self, seats: Seats) -> Result<(), Notice> {
        self.change(|tournament| {
            let Seats { round, seed, mut tables, repeated: _ } = seats;
            if round > tournament.rounds.len() {
                tournament.rounds.push(Round { seed: Some(seed), started: None, tables });
                return;
            }
            let Some(before) = tournament.rounds.last_mut() else { return };
            for table in &mut tables {
                // Tables locked only for this, or with a session's result, stay as they were.
                if let Some(same) = before.tables.iter().find(|same| table.locked && same.name == table.name) {
                    *table = same.clone();
                }
            }
            tables.sort_by(|one, other| (one.name.len(), &one.name).cmp(&(other.name.len(), &other.name)));
            *before = Round { seed: Some(seed), started: before.started, tables };
        })?;
        self.tab = TournamentTab::Seats;
        self.shown = None;
        self.close_all();
        Ok(())
    }

    pub(super) fn unseat(&mut self) -> Result<(), Notice> {
        let played = self.gathered.known.last().into_iter().flatten().any(|known| *known != Known::Nothing);
        if played {
            return Err(Notice::trouble(text!(
                "Tables of this round have games or results, so its seats stay. Tables can still be drawn again."
            )));
        }
        self.change(|tournament| drop(tournament.rounds.pop()))?;
        self.shown = None;
        self.close_all();
        Ok(())
    }

    pub(super) fn lock(&mut self, table: usize) -> Result<(), Notice> {
        let round = self.round();
        self.change(|tournament| {
            if let Some(table) = table_mut(tournament, round, table) {
                table.locked = !table.locked;
            }
        })
    }

    /// Picks a seat, or swaps it with the one picked before.
    pub(super) fn pick(&mut self, table: usize, seat: usize, before: Option<(usize, usize)>) -> Result<(), Notice> {
        self.may_move(table)?;
        let Some(other) = before else {
            self.picked = Some((table, seat));
            return Ok(());
        };
        self.picked = None;
        self.may_move(other.0)?;
        let round = self.round();
        let number =
            |(table, seat): (usize, usize)| self.table(table).and_then(|table| table.players.get(seat).copied());
        let Some((one, two)) = number((table, seat)).zip(number(other)) else { return Ok(()) };
        self.change(|tournament| {
            for (from, to) in [((table, seat), two), (other, one)] {
                let seat = table_mut(tournament, round, from.0).and_then(|table| table.players.get_mut(from.1));
                if let Some(number) = seat {
                    *number = to;
                }
            }
        })
    }

    pub(super) fn move_to(&mut self, to: usize) -> Result<(), Notice> {
        let Some((from, seat)) = self.picked.take() else { return Ok(()) };
        self.may_move(from)?;
        self.may_move(to)?;
        let size = |index: usize| self.table(index).map_or(0, |table| table.players.len());
        if from == to || size(from) <= seat {
            return Ok(());
        }
        if size(from) <= PLAYERS_MIN || size(to) >= PLAYERS_MAX {
            return Err(Notice::trouble(text!(
                "A table has {min} to {max} players: swap two instead.",
                min = PLAYERS_MIN,
                max = PLAYERS_MAX,
            )));
        }
        let round = self.round();
        self.change(|tournament| {
            let Some(table) = table_mut(tournament, round, from) else { return };
            let number = table.players.remove(seat);
            if table.first_dealer > seat {
                table.first_dealer -= 1;
            }
            table.first_dealer %= table.players.len().max(1);
            if let Some(table) = table_mut(tournament, round, to) {
                table.players.push(number);
            }
        })
    }

    /// Checks that no table of the round shown has played.
    fn may_move(&self, index: usize) -> Result<(), Notice> {
        let Some(table) = self.table(index).filter(|_| *self.known(self.round(), index) != Known::Nothing) else {
            return Ok(());
        };
        Err(everybody_stays(table))
    }
}

/// The tables whose outcome differs in a later state of the tournament.
pub(super) fn other_tables(before: &Tournament, later: &Tournament) -> Vec<Text> {
    let both = before.rounds.iter().zip(&later.rounds).flat_map(|(one, other)| one.tables.iter().zip(&other.tables));
    both.filter(|(one, other)| one != other).map(|(table, _)| text!("table {table}", table = &table.name)).collect()
}
