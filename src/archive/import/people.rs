use std::borrow::Cow;

use csv::ByteRecord;

use super::grid::{GridRow, HEAD_ROWS, read_grid};
use super::headings::{Heading, heading, left_out, unknown_columns, words};
use super::preview::Note;
use crate::text::Text;
use crate::wizard::Column;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub line: usize,
    /// `Err` if it cannot be a start number.
    pub number: Result<Option<u16>, ()>,
    pub name: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct People {
    pub people: Vec<Person>,
    pub notes: Vec<Note>,
}

/// One person per line, with or without a number; or columns, with headings or recognised by content.
pub fn read_people(text: &str) -> Result<People, Text> {
    let rows = read_grid(text.as_bytes(), name_headings).map_err(|problem| problem.text)?;
    // One word alone below other names is a name.
    let is_head = |(at, (_, row)): &(usize, &GridRow)| name_headings(row) > usize::from(*at > 0);
    let Some((head, (_, row))) = rows.iter().enumerate().take(HEAD_ROWS).find(is_head) else {
        let mut mails = Vec::new();
        let people = rows.iter().map(|(line, row)| by_looks(*line, &words(row), &mut mails)).collect();
        return Ok(People { people, notes: Note::unknown(&mails).into_iter().collect() });
    };
    let headings = words(row);
    let places = |wanted: &[Heading]| {
        let found = headings.iter().enumerate().filter_map(|(place, cell)| Some((place, heading(cell)?)));
        found.filter(|(_, heading)| wanted.contains(heading)).map(|(place, _)| place).collect::<Vec<usize>>()
    };
    let first = places(&[Heading::FirstName]);
    let last = places(&[Heading::LastName]);
    let whole = places(&[Heading::Of(Column::Player)]);
    // A “name” next to first names is the last one.
    let names: Vec<usize> = first.into_iter().chain(last.first().or(whole.first()).copied()).collect();
    let number = places(&[Heading::Number]).first().copied();
    let others = headings.iter().enumerate().filter(|(place, _)| !names.contains(place) && number != Some(*place));
    let unknown = unknown_columns(others.map(|(_, cell)| cell.trim().to_lowercase()));
    let notes = left_out(rows.iter().take(head).map(|(_, row)| row)).into_iter().chain(unknown).collect();
    let person = |(line, row): &(usize, ByteRecord)| {
        let cells = words(row);
        let cell = |place: usize| cells.get(place).map_or("", |cell| cell.trim());
        let name: Vec<&str> = names.iter().map(|place| cell(*place)).filter(|name| !name.is_empty()).collect();
        let number = number.map(cell).filter(|number| !number.is_empty());
        Person { line: *line, number: number.map(read_number).transpose(), name: name.join(" ") }
    };
    Ok(People { people: rows.iter().skip(head + 1).map(person).collect(), notes })
}

fn name_headings(row: &ByteRecord) -> usize {
    let known = row.iter().filter_map(|cell| heading(&String::from_utf8_lossy(cell)));
    let (names, others): (Vec<_>, Vec<_>) = known
        .partition(|heading| matches!(heading, Heading::Of(Column::Player) | Heading::FirstName | Heading::LastName));
    if names.is_empty() { 0 } else { names.len() + others.len() }
}

/// The number is before or after the name, or in a separate cell; mail addresses are dropped.
fn by_looks(line: usize, cells: &[Cow<str>], mails: &mut Vec<String>) -> Person {
    let mut fields: Vec<&str> = cells.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
    if fields.len() > 1 {
        mails.extend(fields.extract_if(.., |field| field.contains('@')).map(str::to_owned));
    }
    let digits = |field: &str| field.trim_end_matches(['.', ')', ':']).to_owned();
    let is_number = |field: &str| digits(field).bytes().all(|letter| letter.is_ascii_digit());
    let person = |number, name: &str| Person { line, number, name: name.to_owned() };
    match fields[..] {
        [number, name] if is_number(number) => person(read_number(&digits(number)).map(Some), name),
        [name, number] if is_number(number) => person(read_number(&digits(number)).map(Some), name),
        _ => {
            // A name may contain a comma.
            let one = fields.join(", ");
            let (number, name) = one.split_at(one.bytes().take_while(u8::is_ascii_digit).count());
            let rest = name.trim_start_matches(['.', ')', ':', ' ', '\t', '\u{a0}']);
            if number.is_empty() || rest.is_empty() || rest.len() == name.len() {
                person(Ok(None), &one)
            } else {
                person(read_number(number).map(Some), rest)
            }
        }
    }
}

fn read_number(field: &str) -> Result<u16, ()> {
    field.parse().ok().filter(|number| *number > 0).ok_or(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(text: &str) -> Vec<Person> {
        read_people(text).unwrap().people
    }

    fn read(text: &str) -> Vec<(Option<u16>, String)> {
        people(text).into_iter().map(|person| (person.number.unwrap(), person.name)).collect()
    }

    #[test]
    fn lists_are_read_as_people_paste_them() {
        let one = |number: Option<u16>, name: &str| (number, name.to_owned());
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
        assert!(people("0 Anna")[0].number.is_err() && people("70000;Anna")[0].number.is_err());
        let list = "Club night;;;\nNachname;Vorname;E-Mail;Verein\nMeier;Anna;a@b.de;TSV\nKurz;Ben;;\n";
        let read_list = read_people(list).unwrap();
        assert_eq!(read(list), [one(None, "Anna Meier"), one(None, "Ben Kurz")]);
        let notes: Vec<String> = read_list.notes.iter().map(|note| note.text.to_string()).collect();
        assert_eq!(notes, ["no part of the list, and left out: “Club night”", "unknown and ignored: e-mail, verein"]);
        let read_list = read_people("Anna Meier\ta@b.de\nBen\t7\n").unwrap();
        assert_eq!(read_list.people[0].name, "Anna Meier");
        assert_eq!(read_list.notes[0].text.to_string(), "unknown and ignored: a@b.de");
        assert_eq!(read("Ana\nNom\nBo"), [one(None, "Ana"), one(None, "Nom"), one(None, "Bo")]);
    }
}
