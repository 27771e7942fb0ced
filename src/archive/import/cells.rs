//! The cells of a table of rounds: the columns, and the values they may hold.

use chrono::{DateTime, FixedOffset, Local, NaiveDate, NaiveDateTime, NaiveTime, TimeZone};
use csv::ByteRecord;

use super::problem::{Cell, PROBLEMS_MAX, Problem, Wrong};
use crate::archive::format::QUOTED_MAX;
use crate::plain::restored;
use crate::session::NAME_MAX;
use crate::text::quoted;
use crate::wizard::{COLUMNS, Column, PENALTIES_MAX, ROUNDS_MAX, Trump};

/// The columns without which there is no game.
const NECESSARY: [Column; 4] = [Column::Round, Column::Player, Column::Bid, Column::Tricks];

/// A column of the other game's tables, which cannot be read.
const OTHER_GAME: &str = "round_token";

/// The places of the columns.
#[derive(Debug)]
pub(super) struct Header {
    /// The index of each [`Column`] in a row.
    places: [Option<usize>; COLUMNS.len()],
    names: Vec<String>,
    /// The columns we do not know; only the first, if there are very many.
    pub(super) unknown: Vec<String>,
}

impl Header {
    /// Reads the first row of a table, found on this line.
    pub(super) fn of(line: usize, row: &ByteRecord) -> Result<Header, Problem> {
        let names: Vec<String> = row.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_lowercase()).collect();
        let mut header = Header { places: [None; COLUMNS.len()], names, unknown: Vec::new() };
        for (place, name) in header.names.iter().enumerate() {
            match COLUMNS.iter().find(|(known, _)| known == name) {
                Some((_, column)) => {
                    let taken = header.places[*column as usize].replace(place);
                    if taken.is_some() {
                        let cell = Cell { line, number: Some(place + 1), column: name.clone() };
                        return Err(Problem::SameColumn(cell));
                    }
                }
                None if name.is_empty() => {}
                None if header.unknown.len() < PROBLEMS_MAX => header.unknown.push(quoted(name, QUOTED_MAX)),
                None => {}
            }
        }
        match NECESSARY.into_iter().find(|column| !header.has(*column)) {
            Some(_) if header.names.iter().any(|name| name == OTHER_GAME) => Err(Problem::OtherGame),
            Some(column) => Err(Problem::NoColumn(column.name())),
            None => Ok(header),
        }
    }

    /// The number of our columns in a first row.
    pub(super) fn known_columns(row: &ByteRecord) -> usize {
        let known = |cell: &&[u8]| {
            let name = String::from_utf8_lossy(cell).trim().to_lowercase();
            COLUMNS.iter().any(|(column, _)| *column == name)
        };
        row.iter().filter(known).count()
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.places[column as usize].is_some()
    }

    /// Names a cell by its column.
    pub(super) fn cell(&self, line: usize, column: Column) -> Cell {
        let number = self.places[column as usize].map(|place| place + 1);
        Cell { line, number, column: column.name().to_owned() }
    }

    /// Names a cell by its index in the row.
    pub(super) fn cell_at(&self, line: usize, place: usize) -> Cell {
        let column = self.names.get(place).map_or("", String::as_str);
        Cell { line, number: Some(place + 1), column: quoted(column, QUOTED_MAX) }
    }
}

/// A date, with the time if given; with an offset from UTC, or as local wall-clock time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SheetDate {
    local: NaiveDateTime,
    offset: Option<FixedOffset>,
}

impl SheetDate {
    /// The moment; without an offset, taken in this computer's zone.
    pub(super) fn moment(self) -> DateTime<FixedOffset> {
        let local = self.local;
        match self.offset {
            Some(offset) => offset.from_local_datetime(&local).single(),
            None => Local.from_local_datetime(&local).earliest().map(|moment| moment.fixed_offset()),
        }
        .unwrap_or_else(|| local.and_utc().fixed_offset())
    }

    /// Whether this can be that moment, as a clock showed it there.
    pub(super) fn is(self, moment: DateTime<FixedOffset>) -> bool {
        match self.offset {
            Some(_) => self.moment() == moment,
            None => self.local == moment.naive_local(),
        }
    }

    /// A text that is the same for the same date, in whatever zone it is read.
    pub(super) fn key(self) -> String {
        self.local.format("%Y-%m-%dT%H:%M:%S").to_string()
    }
}

/// A row: a player in a round. Its numbers are not checked against the rules yet.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) session: String,
    pub(super) date: Option<SheetDate>,
    pub(super) round: usize,
    pub(super) player: String,
    pub(super) seat: Option<usize>,
    pub(super) cards: Option<i64>,
    pub(super) dealer: Option<String>,
    /// The trump; `None` if not given. A cell may also say "not recorded".
    pub(super) trump: Option<Trump>,
    pub(super) bid: Option<i64>,
    pub(super) scored_bid: Option<i64>,
    pub(super) tricks: Option<i64>,
    pub(super) points: Option<i64>,
    pub(super) total: Option<i64>,
    pub(super) bombs: Option<u8>,
    pub(super) cloud_changes: Vec<i64>,
    pub(super) waived: Option<bool>,
    /// The penalties, each with the round it follows, its points and its reason.
    pub(super) penalties: Vec<(i64, i64, String)>,
}

impl Row {
    /// Reads a row that is not empty, adding problems to `problems`.
    pub(super) fn read(header: &Header, line: usize, record: &ByteRecord, problems: &mut Vec<Problem>) -> Option<Row> {
        let before = problems.len();
        let mut cells = Vec::with_capacity(header.names.len());
        for (place, cell) in record.iter().enumerate() {
            let wrong = match std::str::from_utf8(cell) {
                Ok(text) if place < header.names.len() => {
                    cells.push(text.trim());
                    continue;
                }
                Ok(text) if text.trim().is_empty() => continue,
                Ok(_) => Wrong::ExtraCell,
                Err(_) => Wrong::NotUtf8,
            };
            let told = problems.len() - before;
            problems.push(Problem::Cell(header.cell_at(line, place), wrong));
            if told == PROBLEMS_MAX || place >= header.names.len() {
                break;
            }
        }
        if problems.len() > before {
            return None;
        }
        let mut reading = Reading { header, line, cells, problems };
        let round = reading.number(Column::Round).and_then(|round| {
            let small = usize::try_from(round).ok().filter(|round| (1..=ROUNDS_MAX).contains(round));
            small.or_else(|| reading.wrong(Column::Round, Wrong::NotARound(round)))
        });
        if round.is_none() && reading.text(Column::Round).is_empty() {
            reading.wrong::<()>(Column::Round, Wrong::Missing);
        }
        let player = short(restored(reading.text(Column::Player)).trim());
        if player.is_empty() {
            reading.wrong::<()>(Column::Player, Wrong::Missing);
        }
        let seat = reading.number(Column::Seat).and_then(|seat| {
            let small = usize::try_from(seat).ok().filter(|&seat| seat < crate::wizard::PLAYERS_MAX);
            small.or_else(|| reading.wrong(Column::Seat, Wrong::NotASeat(seat)))
        });
        let row = Row {
            line,
            session: restored(reading.text(Column::Session)).to_owned(),
            date: reading.date(),
            player,
            seat,
            cards: reading.number(Column::Cards),
            dealer: Some(short(restored(reading.text(Column::Dealer)))).filter(|dealer| !dealer.is_empty()),
            trump: reading.trump(),
            bid: reading.number(Column::Bid),
            scored_bid: reading.number(Column::ScoredBid),
            tricks: reading.number(Column::Tricks),
            points: reading.number(Column::Points),
            total: reading.number(Column::Total),
            bombs: reading.bombs(),
            cloud_changes: reading.cloud_changes(),
            waived: reading.yes_or_no(Column::Waived),
            penalties: reading.penalties(round),
            // Checked last, so that all other problems of the row are reported, too.
            round: round?,
        };
        (problems.len() == before).then_some(row)
    }
}

struct Reading<'a> {
    header: &'a Header,
    line: usize,
    cells: Vec<&'a str>,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Reading<'a> {
    /// The text of a cell; empty if there is none.
    fn text(&self, column: Column) -> &'a str {
        let place = self.header.places[column as usize];
        place.and_then(|place| self.cells.get(place)).copied().unwrap_or("")
    }

    fn wrong<T>(&mut self, column: Column, wrong: Wrong) -> Option<T> {
        self.problems.push(Problem::Cell(self.header.cell(self.line, column), wrong));
        None
    }

    fn number(&mut self, column: Column) -> Option<i64> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        // Takes away a spreadsheet's apostrophe and reads the typographical minus sign.
        let plain = restored(text).replace('\u{2212}', "-");
        match plain.parse() {
            Ok(number) => Some(number),
            Err(_) => self.wrong(column, Wrong::NotANumber(quoted(text, QUOTED_MAX))),
        }
    }

    fn date(&mut self) -> Option<SheetDate> {
        let text = restored(self.text(Column::Date));
        if text.is_empty() {
            return None;
        }
        date(text).or_else(|| self.wrong(Column::Date, Wrong::NotADate(quoted(text, QUOTED_MAX))))
    }

    fn trump(&mut self) -> Option<Trump> {
        let text = self.text(Column::Trump);
        if text.is_empty() {
            return None;
        }
        let trump = Trump::ALL.into_iter().find(|trump| text.eq_ignore_ascii_case(trump.key()));
        trump.or_else(|| self.wrong(Column::Trump, Wrong::NotATrump(quoted(text, QUOTED_MAX))))
    }

    /// The penalties of the row's round, packed as the export does it.
    fn penalties(&mut self, round: Option<usize>) -> Vec<(i64, i64, String)> {
        let text = restored(self.text(Column::Penalties));
        if text.is_empty() {
            return Vec::new();
        }
        let one = |packed: String| {
            let (after, rest) = packed.split_once(':')?;
            let (points, reason) = rest.split_once(':').unwrap_or((rest, ""));
            let after: i64 = after.trim().parse().ok()?;
            let points = points.trim().replace('\u{2212}', "-").parse().ok()?;
            let here = round.is_none_or(|round| usize::try_from(after.max(1)).is_ok_and(|first| first == round));
            here.then(|| (after, points, reason.trim().to_owned()))
        };
        match parts(text).into_iter().take(PENALTIES_MAX + 1).map(one).collect() {
            Some(penalties) => penalties,
            None => {
                let text = quoted(text, QUOTED_MAX);
                self.wrong::<()>(Column::Penalties, Wrong::NotAPenalty(text));
                Vec::new()
            }
        }
    }

    /// The player's changes of bid by Clouds, separated by spaces.
    fn cloud_changes(&mut self) -> Vec<i64> {
        let text = self.text(Column::CloudChange);
        let plain = restored(text).replace('\u{2212}', "-");
        plain.split_whitespace().map(str::parse).collect::<Result<_, _>>().unwrap_or_else(|_| {
            self.wrong::<()>(Column::CloudChange, Wrong::NotANumber(quoted(text, QUOTED_MAX)));
            Vec::new()
        })
    }

    /// The number of Bombs, given as whether there was one, or as 2.
    fn bombs(&mut self) -> Option<u8> {
        match self.text(Column::Bomb) {
            "2" => Some(2),
            _ => self.yes_or_no(Column::Bomb).map(u8::from),
        }
    }

    /// Reads true or false in any of the languages that spreadsheets write.
    fn yes_or_no(&mut self, column: Column) -> Option<bool> {
        let text = self.text(column);
        match text.to_lowercase().as_str() {
            "" => None,
            "true" | "yes" | "x" | "1" | "wahr" | "vrai" | "verdadeiro" => Some(true),
            "false" | "no" | "0" | "falsch" | "faux" | "falso" => Some(false),
            _ => self.wrong(column, Wrong::NotTrueOrFalse(quoted(text, QUOTED_MAX))),
        }
    }
}

/// The parts between `|` characters; `\\` escapes a character.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, parts.last_mut()) {
            ('|', _) => parts.push(String::new()),
            ('\\', Some(part)) => part.extend(letters.next()),
            (letter, Some(part)) => part.push(letter),
            (_, None) => {}
        }
    }
    parts
}

/// A name, shortened if it is much too long for a player anyway.
fn short(name: &str) -> String {
    if name.len() > 4 * NAME_MAX { quoted(name, 2 * NAME_MAX) } else { name.to_owned() }
}

/// Reads a date whose day and month cannot be confused.
fn date(text: &str) -> Option<SheetDate> {
    if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
        return Some(SheetDate { local: moment.naive_local(), offset: Some(*moment.offset()) });
    }
    let (day, time) = text.split_once([' ', 'T']).unwrap_or((text, "12:00"));
    let day = ["%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y"].iter().find_map(|form| NaiveDate::parse_from_str(day, form).ok())?;
    let time = time.trim();
    let time = ["%H:%M", "%H:%M:%S"].iter().find_map(|form| NaiveTime::parse_from_str(time, form).ok())?;
    (1900..3000).contains(&chrono::Datelike::year(&day)).then(|| SheetDate { local: day.and_time(time), offset: None })
}
