//! Adding, renaming and removing players.

use csv::ReaderBuilder;

use super::open::OpenTournament;
use crate::app::notice::Notice;
use crate::session::checked_name;
use crate::text;
use crate::text::Text;
use crate::tournament::{Number, Player, Status, Tournament};

/// Words over a column of names.
const NAME_WORDS: [&str; 8] = ["name", "names", "player", "spieler", "spielerin", "nom", "nombre", "joueur"];
/// Words over a column of numbers.
const NUMBER_WORDS: [&str; 13] =
    ["number", "no", "nr", "nummer", "startnummer", "numéro", "numero", "número", "num", "n°", "nº", "#", "id"];

impl OpenTournament {
    /// Adds the players of a text. Returns how many.
    ///
    /// # Errors
    /// The first line that cannot be taken, and why; then nobody was added.
    pub(super) fn add(&mut self, text: &str) -> Result<usize, Notice> {
        let mut more: Vec<(Option<Number>, String)> = Vec::new();
        for (line, number, name) in lines(text) {
            let refuse = |reason: Text| {
                let line = text!("line {n}", n = line);
                Notice::trouble(text!("{line}: {reason} Nobody was added.", line = line, reason = reason))
            };
            let name = checked_name(&name).map_err(|wrong| refuse(Notice::wrong_name(wrong).text))?;
            let number = number.map_err(|()| refuse(text!("Numbers are 1 to 65535.")))?;
            if let Some(number) = number {
                let given = more.iter().find(|(other, _)| *other == Some(number)).map(|(_, name)| &**name);
                match self.tournament.player(number).map(|player| &*player.name).or(given) {
                    // The same list, pasted again.
                    Some(other) if other == name => continue,
                    Some(other) => {
                        let taken = text!("Number {number} is {name}.", number = number, name = other);
                        return Err(refuse(taken));
                    }
                    None => {}
                }
            }
            more.push((number, name));
        }
        let count = more.len();
        self.change(|tournament| {
            let given = more.iter().filter_map(|(number, _)| *number);
            let mut last = tournament.players.iter().map(|player| player.number).chain(given).max().unwrap_or(0);
            for (number, name) in more {
                let number = number.unwrap_or_else(|| {
                    last = last.checked_add(1).unwrap_or_else(|| free(tournament));
                    last
                });
                tournament.players.push(Player { number, name, status: Status::default() });
            }
        })?;
        Ok(count)
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

    /// Changes a player's name or number, by which sessions know them.
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
        let mut tables = self.tournament.rounds.iter().flat_map(|round| &round.tables);
        if tables.any(|table| table.players.contains(&number)) {
            return Err(Notice::trouble(text!(
                "Whoever sits or sat at a table stays in the list. Say that they left, or take the seats back first."
            )));
        }
        self.change(|tournament| tournament.players.retain(|player| player.number != number))
    }
}

/// Writes down the results of the sessions that know a player by the name or number until now.
fn keep_results(tournament: &mut Tournament, counted: &Tournament, number: Number) {
    for (round, counted) in tournament.rounds.iter_mut().zip(&counted.rounds) {
        for (table, counted) in round.tables.iter_mut().zip(&counted.tables) {
            if table.players.contains(&number) && counted.results().is_some() {
                table.outcome = counted.outcome.clone();
            }
        }
    }
}

/// A number that nobody has.
fn free(tournament: &Tournament) -> Number {
    (1..=Number::MAX).find(|number| tournament.player(*number).is_none()).unwrap_or(Number::MAX)
}

/// A number that was read, if there was one; an error if it cannot be.
type ReadNumber = Result<Option<Number>, ()>;

/// The players of a text, each with its line: one a line, a number before the name or in a column of its own; or
/// columns under a head that names them.
fn lines(text: &str) -> Vec<(usize, ReadNumber, String)> {
    let text = text.trim_start_matches('\u{feff}');
    let delimiter = [';', '\t', ','].into_iter().find(|letter| text.contains(*letter)).unwrap_or(';');
    let delimiter = u8::try_from(delimiter).unwrap_or(b';');
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let rows = reader.records().filter_map(Result::ok).map(|row| {
        let line = row.position().map_or(1, |at| usize::try_from(at.line()).unwrap_or(1));
        (line, row.iter().map(|field| field.trim().to_owned()).collect::<Vec<_>>())
    });
    let mut rows = rows.filter(|(_, row)| row.iter().any(|field| !field.is_empty())).peekable();
    let column = |row: &[String], words: &[&str]| {
        row.iter().position(|field| words.contains(&field.to_lowercase().trim_end_matches('.')))
    };
    let head = rows.peek().map(|(_, row)| (column(row, &NAME_WORDS), column(row, &NUMBER_WORDS)));
    let Some((Some(name), number)) = head else {
        return rows.map(|(line, row)| split(line, &row)).collect();
    };
    rows.skip(1)
        .map(|(line, row)| {
            let number = number.and_then(|column| row.get(column)).filter(|field| !field.is_empty());
            let number = number.map(|field| read_number(field)).transpose();
            (line, number, row.get(name).cloned().unwrap_or_default())
        })
        .collect()
}

/// The number and the name of a row without a head.
fn split(line: usize, row: &[String]) -> (usize, ReadNumber, String) {
    let fields: Vec<&String> = row.iter().filter(|field| !field.is_empty()).collect();
    let digits = |field: &str| field.trim_end_matches(['.', ')', ':']).to_owned();
    let is_number = |field: &str| digits(field).bytes().all(|letter| letter.is_ascii_digit());
    match *fields.as_slice() {
        [number, name] if is_number(number) => (line, read_number(&digits(number)).map(Some), name.clone()),
        [name, number] if is_number(number) => (line, read_number(&digits(number)).map(Some), name.clone()),
        _ => {
            // A name may have a comma in it.
            let one = fields.into_iter().cloned().collect::<Vec<_>>().join(", ");
            let (number, name) = one.split_at(one.bytes().take_while(u8::is_ascii_digit).count());
            let rest = name.trim_start_matches(['.', ')', ':', ' ', '\t', '\u{a0}']);
            if number.is_empty() || rest.is_empty() || rest.len() == name.len() {
                (line, Ok(None), one)
            } else {
                (line, read_number(number).map(Some), rest.to_owned())
            }
        }
    }
}

fn read_number(field: &str) -> Result<Number, ()> {
    field.parse().ok().filter(|number| *number > 0).ok_or(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(Option<Number>, String)> {
        lines(text).into_iter().map(|(_, number, name)| (number.unwrap(), name)).collect()
    }

    #[test]
    fn lists_are_read_as_people_paste_them() {
        let one = |number: Option<Number>, name: &str| (number, name.to_owned());
        assert_eq!(
            read("Anna\n12 Ben\n\n13. Cleo\n4)\tDora"),
            [one(None, "Anna"), one(Some(12), "Ben"), one(Some(13), "Cleo"), one(Some(4), "Dora"),]
        );
        assert_eq!(read("12;Anna\n13;Ben\n"), [one(Some(12), "Anna"), one(Some(13), "Ben")]);
        assert_eq!(
            read("\u{feff}Name,No.\r\n\"Meier, Anna\",7\r\n\"Bo \"\"B\"\"\",\r\n"),
            [one(Some(7), "Meier, Anna"), one(None, "Bo \"B\""),]
        );
        assert_eq!(read("Nummer;Ort;Name\n3;Köln;Zoë"), [one(Some(3), "Zoë")]);
        assert_eq!(read("Meier, Anna\n7 Meier, Bo"), [one(None, "Meier, Anna"), one(Some(7), "Meier, Bo")]);
        assert_eq!(read("Anna\n12,Ben"), [one(None, "Anna"), one(Some(12), "Ben")]);
        assert_eq!(read("Ana\t3"), [one(Some(3), "Ana")]);
        assert_eq!(read("3D-Tom\n4"), [one(None, "3D-Tom"), one(None, "4")]);
        assert!(lines("0 Anna")[0].1.is_err() && lines("70000;Anna")[0].1.is_err());
    }
}
