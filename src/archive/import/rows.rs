use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::OnceLock;

use csv::ByteRecord;
use uuid::Uuid;

use super::headings::{Fields, Header, Heading, heading, is_sum, pair};
use super::identity::{dated, labelled};
use super::outline::Outline;
use super::problem::{PROBLEMS_MAX, Problem};
use super::row::{Row, SheetDate};
use crate::archive::format::QUOTED_MAX;
use crate::language::Language;
use crate::plain::restored;
use crate::session::NAME_MAX;
use crate::text;
use crate::text::{Text, quoted};
use crate::wizard::{Column, DeckNames, PENALTIES_MAX, PLAYERS_MAX, PenaltyGiven, ROUNDS_MAX, Trump, Waiver};

#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Label(String),
    Date(String),
    /// A table of one session need not name it.
    #[default]
    Alone,
}

impl Key {
    pub(super) fn own_id(&self) -> Option<Uuid> {
        match self {
            Key::Label(label) => Uuid::parse_str(label).ok(),
            Key::Date(_) | Key::Alone => None,
        }
    }

    pub(super) fn id(&self, outline: &Outline) -> Uuid {
        let date = outline.date.map(SheetDate::key).unwrap_or_default();
        match self {
            Key::Label(label) => self.own_id().unwrap_or_else(|| labelled(label, &date)),
            Key::Date(date) => dated(date, &outline.names()),
            Key::Alone => dated(&outline.figures(), &outline.names()),
        }
    }
}

/// The rows by their sessions.
#[derive(Default)]
pub(super) struct Sorted {
    pub(super) order: Vec<Key>,
    pub(super) sessions: HashMap<Key, Vec<Row>>,
    /// Sessions with an unreadable row, so that they are not read without that row.
    pub(super) broken: HashSet<Key>,
    last: Key,
    /// The line of the first row since `last` whose session cannot be read.
    unclear: Option<usize>,
    pub(super) problems: Vec<Problem>,
}

impl Sorted {
    /// Errors are cells that cannot be read.
    pub(super) fn add(
        &mut self,
        line: usize,
        session: &str,
        date: Result<Option<SheetDate>, ()>,
        row: Result<Option<Row>, ()>,
    ) {
        let is_given = !session.is_empty() || matches!(date, Ok(Some(_)));
        if date.is_err() && !is_given {
            self.unclear.get_or_insert(line);
        }
        let key = match date {
            _ if !session.is_empty() => {
                Key::Label(Uuid::parse_str(session).map_or_else(|_| session.to_owned(), |id| id.to_string()))
            }
            Ok(Some(date)) => Key::Date(date.key()),
            _ => self.last.clone(),
        };
        // The unclear row can be of the game above or of this one.
        let unclear = if is_given { self.unclear.take() } else { None };
        if let Some(line) = unclear.filter(|_| key != self.last) {
            let reason = text!("this row can be of the game above or of the one below: both are left out");
            self.problems.push(Problem::at(line, None, reason));
        }
        self.last = key.clone();
        if row.is_err() || unclear.is_some() {
            self.broken.insert(key.clone());
        }
        let Ok(Some(row)) = row else { return };
        let rows = self.sessions.entry(key).or_insert_with_key(|key| {
            self.order.push(key.clone());
            Vec::new()
        });
        rows.push(row);
    }
}

pub(super) struct Reading<'a> {
    pub(super) header: &'a Header,
    pub(super) month_first: Option<bool>,
    pub(super) sorted: Sorted,
    pub(super) round: Option<usize>,
}

#[derive(Clone, Copy)]
struct Cells<'a> {
    line: usize,
    cells: &'a [&'a str],
    fields: &'a Fields,
    number: usize,
}

impl<'a> Cells<'a> {
    fn text(self, column: Column) -> &'a str {
        let cell = |place: usize| self.cells.get(place).copied().unwrap_or("");
        match (self.fields.place(column), self.fields.pair.map(cell), column) {
            (Some(place), ..) => cell(place),
            (None, Some(both), Column::Bid) => pair(both).map_or(both, |(bid, _)| bid),
            (None, Some(both), Column::Tricks) => pair(both).map_or("", |(_, tricks)| tricks),
            _ => "",
        }
    }
}

impl Reading<'_> {
    /// The row must not be empty. Reads one player, or all with separate columns. Returns whether this is a round and
    /// not a row of sums.
    pub(super) fn read(&mut self, line: usize, record: &ByteRecord) -> bool {
        let header = self.header;
        let before = self.sorted.problems.len();
        let cells = self.cells(line, record);
        if self.sorted.problems.len() > before {
            let session = header.fields.first().and_then(|fields| cells.get(fields.place(Column::Session)?));
            self.sorted.add(line, restored(session.copied().unwrap_or_default()), Err(()), Err(()));
            return true;
        }
        let round = header.fields.first().and_then(|fields| fields.place(Column::Round));
        let round = round.and_then(|place| cells.get(place).copied()).filter(|cell| !cell.is_empty());
        if round.or_else(|| cells.iter().copied().find(|cell| !cell.is_empty())).is_some_and(is_sum) {
            return false;
        }
        let above = self.round;
        if round.is_none() && above.is_some() && header.fields.iter().all(|fields| fields.is_one_number(&cells)) {
            return false;
        }
        for (number, fields) in header.fields.iter().enumerate() {
            self.round = above;
            let before = self.sorted.problems.len();
            let cells = Cells { line, cells: &cells, fields, number };
            let date = self.date(cells);
            let row = self.row(cells, date.ok().flatten());
            let row = if self.sorted.problems.len() > before { Err(()) } else { Ok(row) };
            self.sorted.add(line, restored(cells.text(Column::Session)), date, row);
        }
        true
    }

    /// An unreadable cell is empty, with a problem.
    fn cells<'a>(&mut self, line: usize, record: &'a ByteRecord) -> Vec<&'a str> {
        let names = &self.header.names;
        let (mut cells, mut wrong) = (Vec::with_capacity(names.len()), 0);
        for (place, cell) in record.iter().enumerate() {
            let reason = match std::str::from_utf8(cell) {
                Ok(text) if place < names.len() => {
                    cells.push(text.trim());
                    continue;
                }
                Ok(text) if text.trim().is_empty() => continue,
                Ok(_) => text!("there are more cells than columns: is a separator or a quotation mark out of place?"),
                Err(_) => text!("the text is not UTF-8: save the sheet as CSV in UTF-8 and import that"),
            };
            let name = names.get(place).map_or("", String::as_str);
            self.sorted.problems.push(Problem::at(line, Some((place + 1, &quoted(name, QUOTED_MAX))), reason));
            cells.push("");
            wrong += 1;
            if wrong > PROBLEMS_MAX || place >= names.len() {
                break;
            }
        }
        cells
    }

    fn row(&mut self, cells: Cells, date: Option<SheetDate>) -> Option<Row> {
        let round = self.round(cells);
        let player = self.player(cells, round)?;
        let seat = self.number(cells, Column::Seat).and_then(|seat| {
            let small = usize::try_from(seat).ok().filter(|&seat| seat < PLAYERS_MAX);
            let wrong = text!("{found} is not a seat: seats count from 0, clockwise", found = seat);
            small.or_else(|| self.wrong(cells, Column::Seat, wrong))
        });
        let bid = self.number(cells, Column::Bid);
        let met = matches!(cells.text(Column::Tricks), "✓" | "✔" | "✅");
        Some(Row {
            line: cells.line,
            fields: cells.number,
            date,
            player,
            seat,
            cards: self.number(cells, Column::Cards),
            dealer: Some(short(restored(cells.text(Column::Dealer)))).filter(|dealer| !dealer.is_empty()),
            trump: self.cell(cells, Column::Trump, |text| trumps().get(&text.to_lowercase()).copied(), not_a_trump),
            bid,
            scored_bid: self.number(cells, Column::ScoredBid),
            tricks: if met { bid } else { self.number(cells, Column::Tricks) },
            points: self.number(cells, Column::Points),
            total: self.number(cells, Column::Total),
            bombs: self.cell(cells, Column::Bomb, bombs, neither),
            cloud_changes: self.cell(cells, Column::CloudChange, changes, not_a_number).unwrap_or_default(),
            waived: self.cell(cells, Column::Waived, waived, neither),
            penalties: self.penalties(cells, round),
            // Last, so that all other problems of the row are reported, too.
            round: round?,
        })
    }

    fn wrong<T>(&mut self, cells: Cells, column: Column, reason: Text) -> Option<T> {
        self.sorted.problems.push(self.header.problem(cells.line, cells.number, column, reason));
        None
    }

    /// `None` for an empty cell, or with a problem for one that cannot be read.
    fn cell<T>(
        &mut self,
        cells: Cells,
        column: Column,
        read: impl FnOnce(&str) -> Option<T>,
        wrong: impl FnOnce(String) -> Text,
    ) -> Option<T> {
        let text = restored(cells.text(column));
        if matches!(text, "" | "-" | "–" | "—" | "/" | "n/a") {
            return None;
        }
        read(text).or_else(|| self.wrong(cells, column, wrong(quoted(text, QUOTED_MAX))))
    }

    fn number(&mut self, cells: Cells, column: Column) -> Option<i64> {
        self.cell(cells, column, whole, not_a_number)
    }

    /// A number, perhaps with a word, as in “Round 3” or “3.”; an empty cell repeats the row above.
    fn round(&mut self, cells: Cells) -> Option<usize> {
        let text = restored(cells.text(Column::Round));
        if text.is_empty() {
            let above = self.round;
            return above.or_else(|| self.wrong(cells, Column::Round, text!("this cell must not be empty")));
        }
        let number = text.trim_matches(|letter: char| !letter.is_ascii_digit());
        let word = heading(&text.replacen(number, "", 1));
        let is_word = matches!(word, Some(Heading::Of(Column::Round) | Heading::Number));
        let round = whole(text.trim_end_matches('.')).or_else(|| whole(number).filter(|_| is_word));
        let Some(round) = round else {
            return self.wrong(cells, Column::Round, not_a_number(quoted(text, QUOTED_MAX)));
        };
        self.round = usize::try_from(round).ok().filter(|round| *round <= ROUNDS_MAX);
        let reason = text!("{found} is not a round: rounds count from 1 to {max}", found = round, max = ROUNDS_MAX);
        self.round.or_else(|| self.wrong(cells, Column::Round, reason))
    }

    /// `None` with a problem, or without one in a row of an unplayed round.
    fn player(&mut self, cells: Cells, round: Option<usize>) -> Option<String> {
        if let Some(name) = &cells.fields.player {
            return Some(short(name));
        }
        let cell = |place: usize| restored(cells.cells.get(place).copied().unwrap_or_default()).trim();
        let names = [cells.fields.first_name, cells.fields.place(Column::Player)];
        let names: Vec<&str> = names.into_iter().flatten().map(cell).filter(|name| !name.is_empty()).collect();
        if !names.is_empty() {
            return Some(short(&names.join(" ")));
        }
        let empty = |column: &Column| cells.text(*column).is_empty();
        if round.is_none() || ![Column::Bid, Column::Tricks, Column::Points, Column::Total].iter().all(empty) {
            self.wrong::<()>(cells, Column::Player, text!("this cell must not be empty"));
        }
        None
    }

    fn date(&mut self, cells: Cells) -> Result<Option<SheetDate>, ()> {
        let text = restored(cells.text(Column::Date));
        if text.is_empty() {
            return Ok(None);
        }
        SheetDate::read(text, self.month_first).map(Some).ok_or_else(|| {
            let wrong = text!(
                "“{found}” is not a date that can be read safely: write it as 2026-03-07 or 2026-03-07 20:15",
                found = quoted(text, QUOTED_MAX),
            );
            self.wrong::<()>(cells, Column::Date, wrong);
        })
    }

    fn penalties(&mut self, cells: Cells, round: Option<usize>) -> Vec<PenaltyGiven> {
        let one = |packed: String| {
            let (after, rest) = packed.split_once(':')?;
            let (points, reason) = rest.split_once(':').unwrap_or((rest, ""));
            let (after_round, points, reason) = (whole(after)?, whole(points)?, reason.trim().to_owned());
            let here = round.is_none_or(|round| usize::try_from(after_round.max(1)).is_ok_and(|first| first == round));
            here.then_some(PenaltyGiven { player: 0, after_round, points, reason })
        };
        let read = |text: &str| parts(text).into_iter().take(PENALTIES_MAX + 1).map(one).collect();
        let wrong = |found: String| {
            text!(
                "“{found}” is not a list of this round's penalties: each is the round after which it was given, the \
                 points and the reason, such as 3:-10:time",
                found = found,
            )
        };
        self.cell(cells, Column::Penalties, read, wrong).unwrap_or_default()
    }
}

fn not_a_trump(found: String) -> Text {
    text!("“{found}” is not a trump: write blue, red, green, yellow, none, or nothing", found = found)
}

fn not_a_number(found: String) -> Text {
    text!("“{found}” is not a whole number", found = found)
}

fn neither(found: String) -> Text {
    text!("“{found}” is neither true nor false", found = found)
}

/// By Clouds, separated by spaces.
fn changes(text: &str) -> Option<Vec<i64>> {
    text.split_whitespace().map(whole).collect()
}

fn bombs(text: &str) -> Option<u8> {
    if text == "2" { Some(2) } else { yes_or_no(text).map(u8::from) }
}

fn waived(text: &str) -> Option<BTreeSet<Waiver>> {
    match text.to_lowercase().as_str() {
        "tricks" => Some([Waiver::Tricks].into()),
        "true tricks" => Some(Waiver::ALL.into()),
        _ => yes_or_no(text).map(|bids| bids.then_some(Waiver::PlusMinusOne).into_iter().collect()),
    }
}

/// In any language that spreadsheets use.
fn yes_or_no(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "true" | "yes" | "x" | "1" | "wahr" | "ja" | "vrai" | "oui" | "verdadeiro" | "sim" | "✓" | "✔" | "✅" => {
            Some(true)
        }
        "false" | "no" | "0" | "falsch" | "nein" | "faux" | "non" | "falso" | "não" => Some(false),
        _ => None,
    }
}

/// With a typographical minus sign, and with zero decimals as spreadsheets may write them.
fn whole(text: &str) -> Option<i64> {
    let text = text.trim();
    let number = match text.split_once(['.', ',']) {
        Some((number, zeros)) if !zeros.is_empty() && zeros.bytes().all(|digit| digit == b'0') && zeros.len() < 3 => {
            number
        }
        _ => text,
    };
    number.replace('\u{2212}', "-").parse().ok()
}

/// By the window's names in any language, and by those of our own tables.
fn trumps() -> &'static HashMap<String, Trump> {
    static NAMES: OnceLock<HashMap<String, Trump>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let named = |trump: Trump| {
            let names = DeckNames::ALL.map(|names| names.trump(trump));
            let translated =
                Language::all().flat_map(|language| names.clone().map(|name| language.translate(&name).to_lowercase()));
            translated.chain([trump.key().to_owned()]).map(|name| (name, trump)).collect::<Vec<_>>()
        };
        Trump::ALL.into_iter().flat_map(named).collect()
    })
}

/// Separated by vertical bars; a backslash escapes.
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

fn short(name: &str) -> String {
    if name.len() > 4 * NAME_MAX { quoted(name, 2 * NAME_MAX) } else { name.to_owned() }
}
