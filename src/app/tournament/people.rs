use std::collections::BTreeMap;

use super::open::OpenTournament;
use crate::app::App;
use crate::app::notice::Notice;
use crate::archive::{Note, People, Person, read_people};
use crate::session::checked_name;
use crate::text;
use crate::text::Text;
use crate::tournament::{Number, Player, Status, Tournament};

impl App {
    /// What adding this text to the open tournament would do, a line each: what cannot be read or is left out, and the
    /// players. Empty for an empty text.
    pub fn players_preview(&self, text: &str) -> String {
        let Some(open) = self.tournament.as_ref().filter(|_| !text.trim().is_empty()) else { return String::new() };
        let lines = match open.read(text) {
            Err(reason) => vec![reason],
            Ok(Listed { new, known, notes }) => {
                let is_here = |name: &&String| open.tournament.players.iter().any(|player| player.name == **name);
                let twins: Vec<String> = new.iter().map(|(_, name)| name).filter(is_here).cloned().collect();
                let known = (!known.is_empty()).then(|| text!("Already in the list: {names}", names = known));
                let twins =
                    (!twins.is_empty()).then(|| text!("In the list, and added once more: {names}", names = twins));
                let notes = notes.into_iter().map(|note| note.text).chain(known).chain(twins);
                notes.chain(new.into_iter().map(|(number, name)| Text::foreign(format!("{number} {name}")))).collect()
            }
        };
        lines.iter().map(|line| self.language().translate(line)).collect::<Vec<_>>().join("\n")
    }

    /// The names of the people of another tournament who are not in the open one, one a line.
    pub fn names_to_take_over(&self, other: &Tournament) -> String {
        let mut here: Vec<&str> = Vec::new();
        here.extend(self.tournament.iter().flat_map(|open| &open.tournament.players).map(|player| &*player.name));
        let is_new = |name: &&str| match here.iter().position(|one| one == name) {
            // Two of one name are two people.
            Some(known) => {
                here.swap_remove(known);
                false
            }
            None => true,
        };
        other.players.iter().map(|player| &*player.name).filter(is_new).collect::<Vec<_>>().join("\n")
    }
}

/// A list of people as it would be added.
#[derive(Default)]
struct Listed {
    new: Vec<(Number, String)>,
    /// Those of the same number and name in the tournament or twice in the list.
    known: Vec<String>,
    notes: Vec<Note>,
}

impl OpenTournament {
    /// Reads a list, with the numbers that its people would get.
    ///
    /// # Errors
    /// The first line that cannot be taken, and why.
    fn read(&self, text: &str) -> Result<Listed, Text> {
        let People { people, notes } = read_people(text)?;
        let mut listed = Listed { notes, ..Listed::default() };
        let mut taken: BTreeMap<Number, String> = BTreeMap::new();
        taken.extend(self.tournament.players.iter().map(|player| (player.number, player.name.clone())));
        let mut rest = Vec::new();
        for Person { line, number, name } in people {
            let at = |reason: Text| Text::at(text!("line {n}", n = line), reason);
            let name = checked_name(&name).map_err(|wrong| at(Notice::wrong_name(wrong).text))?;
            match number.map_err(|()| at(text!("Numbers are 1 to 65535.")))? {
                None => rest.push((listed.new.len() + rest.len(), name)),
                Some(number) => match taken.get(&number) {
                    // The same list, pasted again.
                    Some(other) if *other == name => listed.known.push(name),
                    Some(other) => {
                        return Err(at(text!("Number {number} is {name}.", number = number, name = other)));
                    }
                    None => {
                        taken.insert(number, name.clone());
                        listed.new.push((number, name));
                    }
                },
            }
        }
        for (place, name) in rest {
            let next = taken.last_key_value().map_or(Some(1), |(last, _)| last.checked_add(1));
            let number = next.or_else(|| (1..=Number::MAX).find(|number| !taken.contains_key(number)));
            let number = number.ok_or_else(|| text!("There is no number left."))?;
            taken.insert(number, name.clone());
            listed.new.insert(place, (number, name));
        }
        Ok(listed)
    }

    /// Adds the players of a text, all or none. Returns how many.
    pub(super) fn add(&mut self, text: &str) -> Result<usize, Notice> {
        let refused = |reason| Notice::trouble(text!("{reason} Nobody was added.", reason = reason));
        let players = self.read(text).map_err(refused)?.new;
        let count = players.len();
        self.change(|tournament| {
            let player = |(number, name)| Player { number, name, status: Status::default() };
            tournament.players.extend(players.into_iter().map(player));
        })?;
        self.sought.clear();
        Ok(count)
    }

    pub(super) fn has_sat(&self, number: Number) -> bool {
        let mut tables = self.tournament.rounds.iter().flat_map(|round| &round.tables);
        tables.any(|table| table.players.contains(&number))
    }

    pub(super) fn rename(&mut self, number: Number, name: &str) -> Result<(), Notice> {
        let name = checked_name(name).map_err(Notice::wrong_name)?;
        self.change_player(number, |tournament| {
            if let Some(player) = tournament.players.iter_mut().find(|player| player.number == number) {
                player.name = name;
            }
        })
    }

    pub(super) fn renumber(&mut self, number: Number, to: Number) -> Result<(), Notice> {
        if let Some(other) = self.tournament.player(to).filter(|other| other.number != number) {
            let taken = text!("Number {number} is {name}.", number = to, name = &other.name);
            return Err(Notice::trouble(taken));
        }
        self.change_player(number, |tournament| {
            let players = tournament.players.iter_mut().map(|player| &mut player.number);
            let tables = tournament.rounds.iter_mut().flat_map(|round| &mut round.tables);
            let all = players.chain(tables.flat_map(|table| &mut table.players));
            all.filter(|one| **one == number).for_each(|one| *one = to);
        })
    }

    fn change_player(&mut self, number: Number, change: impl FnOnce(&mut Tournament)) -> Result<(), Notice> {
        let mut next = self.tournament.clone();
        keep_results(&mut next, &self.gathered.tournament, number);
        change(&mut next);
        if let Some(table) = self.parted(&next) {
            return Err(Notice::trouble(text!(
                "The game at table {table} knows its players by name. Change them when it is over and counts.",
                table = &table.name,
            )));
        }
        self.change(|tournament| *tournament = next)
    }

    pub(super) fn remove(&mut self, number: Number) -> Result<(), Notice> {
        if self.has_sat(number) {
            return Err(Notice::trouble(text!(
                "Whoever sits or sat at a table stays in the list. Say that they left, or take the seats back first."
            )));
        }
        self.change(|tournament| tournament.players.retain(|player| player.number != number))
    }
}

/// Stores the results of the sessions that find a player by the old name or number.
fn keep_results(tournament: &mut Tournament, counted: &Tournament, number: Number) {
    for (round, counted) in tournament.rounds.iter_mut().zip(&counted.rounds) {
        for (table, counted) in round.tables.iter_mut().zip(&counted.tables) {
            if table.players.contains(&number) && counted.results().is_some() {
                table.outcome = counted.outcome.clone();
            }
        }
    }
}
