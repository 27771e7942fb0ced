use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use csv::ByteRecord;

use super::grid::{GridRow, HEAD_ROWS};
use super::preview::Note;
use super::problem::{PROBLEMS_MAX, Problem};
use crate::archive::format::QUOTED_MAX;
use crate::text;
use crate::text::{Text, quoted};
use crate::wizard::{COLUMNS, Column, PLAYERS_MAX, PLAYERS_MIN};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Of(Column),
    FirstName,
    LastName,
    Number,
}

const WORDS: [(Heading, &str); 19] = [
    (Heading::Of(Column::Session), "game|game id|session id|spiel|spiel id|partie|partida|jogo|jeu"),
    (Heading::Of(Column::Date), "datum|tag|day|data|dia|jour|played|played on|gespielt am"),
    (
        Heading::Of(Column::Round),
        "round index|round no|round number|rnd|rd|r|runde|runden nr|rounds|manche|tour|donne|rodada|ronda",
    ),
    (Heading::Of(Column::Cards), "karten|cartes|cartas|hand size|number of cards|kartenzahl"),
    (Heading::Of(Column::Dealer), "geber|kartengeber|donneur|donneuse|carteador|carteadora"),
    (Heading::Of(Column::Trump), "trumpf|atout|trunfo|trump suit|trump colour|trump color|trumpffarbe"),
    (
        Heading::Of(Column::Player),
        "player name|players|name|names|full name|spieler|spielerin|spieler/in|joueur|joueuse|nom|nombre|jogador|\
         jogadora|nome|person",
    ),
    (Heading::FirstName, "first name|firstname|first|given name|vorname|prénom|prenom|primeiro nome"),
    (Heading::LastName, "last name|lastname|last|surname|family name|nachname|familienname|nom de famille|sobrenome"),
    (Heading::Number, "number|no|nr|n|nummer|startnummer|start number|numéro|numero|número|num|n°|nº|#|id"),
    (Heading::Of(Column::Seat), "sitz|sitzplatz|siège|assento|lugar"),
    (
        Heading::Of(Column::Bid),
        "bids|call|called|vorhersage|ansage|angesagt|gebot|geboten|tipp|prediction|predicted|annonce|annoncé|pari|\
         prévision|aposta|previsão|lance|anúncio",
    ),
    (Heading::Of(Column::ScoredBid), "scored bid"),
    (
        Heading::Of(Column::Tricks),
        "tricks won|tricks taken|tricks made|trick|won|made|taken|stiche|gemacht|plis|levées|vazas|feitas",
    ),
    (Heading::Of(Column::Points), "punkte|round score|round points|rundenpunkte|pontos"),
    (
        Heading::Of(Column::Total),
        "totals|total score|total points|gesamt|gesamtpunkte|summe|sum|punktestand|zwischenstand|cumulative|\
         running total|cumul",
    ),
    (Heading::Of(Column::Bomb), "bombs|bombe|bomba"),
    (Heading::Of(Column::CloudChange), "cloud|wolke|nuage|nuvem"),
    (Heading::Of(Column::Penalties), "penalty|strafpunkte|pénalités|penalidades"),
];

const SUMS: &str = "total|totals|sum|summe|gesamt|gesamtpunkte|ergebnis|endstand|somme|soma|resultado|result|final|\
                    final score|rank|place|rang|platz|winner|sieger|σ";

const WIDTH_MAX: usize = 16;

/// Of the other game, whose tables cannot be read.
const OTHER_GAME: &str = "round_token";

fn plain(cell: &str) -> String {
    cell.replace(['_', '-'], " ").trim().trim_end_matches(['.', ':', '*']).trim().to_lowercase()
}

pub(super) fn heading(cell: &str) -> Option<Heading> {
    static WORD: OnceLock<HashMap<String, Heading>> = OnceLock::new();
    let words = WORD.get_or_init(|| {
        let own = COLUMNS.map(|column| (plain(column.name()), Heading::Of(column)));
        let others = WORDS.iter().flat_map(|(heading, words)| words.split('|').map(|word| (word.to_owned(), *heading)));
        others.chain(own).collect()
    });
    words.get(&plain(cell)).copied()
}

pub(super) fn is_sum(cell: &str) -> bool {
    let word = plain(cell);
    SUMS.split('|').any(|sum| sum == word)
}

pub(super) fn known_headings(row: &ByteRecord) -> usize {
    row.iter().filter(|cell| heading(&String::from_utf8_lossy(cell)).is_some()).count()
}

#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    /// `None` if a column names the player.
    pub(super) player: Option<String>,
    places: [Option<usize>; COLUMNS.len()],
    /// Set if `player` has only last names.
    pub(super) first_name: Option<usize>,
    /// Bid and tricks in one cell, as 1/2.
    pub(super) pair: Option<usize>,
}

impl Fields {
    pub(super) fn place(&self, column: Column) -> Option<usize> {
        self.places[column as usize]
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.place(column).is_some() || (self.pair.is_some() && matches!(column, Column::Bid | Column::Tricks))
    }

    fn set(&mut self, column: Column, place: usize) {
        self.places[column as usize] = Some(place);
    }

    fn names_players(&self) -> bool {
        self.player.is_some() || self.has(Column::Player) || self.first_name.is_some()
    }

    /// Whether this player has a column, and at most one of the player's cells is filled, as in a row of sums.
    pub(super) fn is_one_number(&self, cells: &[&str]) -> bool {
        let own = [Column::Bid, Column::Tricks, Column::Points, Column::Total].map(|column| self.place(column));
        let filled = |place: &usize| cells.get(*place).is_some_and(|cell| !cell.is_empty());
        self.player.is_some() && own.into_iter().flatten().filter(filled).count() < 2
    }

    fn uses(&self, place: usize) -> bool {
        self.places.contains(&Some(place)) || [self.first_name, self.pair].contains(&Some(place))
    }

    fn missing(&self) -> Option<Column> {
        let has_results = self.has(Column::Tricks) || self.has(Column::Points) || self.has(Column::Total);
        [
            (self.has(Column::Round), Column::Round),
            (self.names_players(), Column::Player),
            (self.has(Column::Bid), Column::Bid),
            (has_results, Column::Tricks),
        ]
        .into_iter()
        .find_map(|(there, column)| (!there).then_some(column))
    }
}

#[derive(Debug)]
pub(super) struct Header {
    pub(super) names: Vec<String>,
    pub(super) fields: Vec<Fields>,
    pub(super) notes: Vec<Note>,
    pub(super) rows: usize,
    pub(super) line: usize,
}

impl Header {
    pub(super) fn of(rows: &[GridRow]) -> Result<Header, Problem> {
        let Some((line, _)) = rows.first() else { return Err(Problem::of_file(text!("is empty"))) };
        let head = &rows[..rows.len().min(HEAD_ROWS)];
        let best = head.iter().map(|(_, row)| known_headings(row)).max().unwrap_or_default();
        if best == 0 {
            let header = Header::by_shape(rows).or_else(|| Header::side_by_side(rows, 0));
            return header.ok_or_else(|| missing(*line, Column::Round));
        }
        let at = head.iter().position(|(_, row)| known_headings(row) == best).unwrap_or_default();
        Header::by_headings(rows, at, &[]).or_else(|problem| {
            let above = at.checked_sub(1).map(|above| words(&rows[above].1)).unwrap_or_default();
            let by_player = Header::by_headings(rows, at, &above).ok();
            by_player.or_else(|| Header::side_by_side(rows, at)).ok_or(problem)
        })
    }

    /// With `title_rows` of the rows above, which are no part of the list.
    fn at(rows: &[GridRow], at: usize, title_rows: usize, fields: Vec<Fields>) -> Header {
        let (line, row) = &rows[at];
        let names: Vec<String> = words(row).iter().map(|cell| cell.trim().to_lowercase()).collect();
        let unknown = names.iter().enumerate().filter(|(place, _)| !fields.iter().any(|one| one.uses(*place)));
        let unknown = unknown_columns(unknown.map(|(_, name)| name));
        let notes = left_out(rows.iter().take(title_rows).map(|(_, row)| row)).into_iter().chain(unknown).collect();
        Header { names, fields, notes, rows: at + 1, line: *line }
    }

    /// One row per player and round; or one per round, with headings such as “Anna bid” or, with the row `above`, with
    /// names there over “bid” and “tricks”.
    fn by_headings(rows: &[GridRow], at: usize, above: &[Cow<str>]) -> Result<Header, Problem> {
        let (line, cells) = (rows[at].0, words(&rows[at].1));
        let headings: Vec<Option<Heading>> = cells.iter().map(|cell| heading(cell)).collect();
        let has = |wanted: Heading| headings.contains(&Some(wanted));
        let own = |column: &Column| matches!(column, Column::Bid | Column::Tricks | Column::Points | Column::Total);
        let (mut shared, mut players) = (Fields::default(), Vec::<Fields>::new());
        let (mut over, mut twice) = (None, None);
        for (place, (found, cell)) in headings.iter().zip(&cells).enumerate() {
            over = above.get(place).map(|name| name.trim()).filter(|name| !name.is_empty()).or(over);
            let (name, column) = match *found {
                Some(Heading::Of(column)) => (over.filter(|_| own(&column)), column),
                Some(Heading::LastName) if !has(Heading::Of(Column::Player)) => (None, Column::Player),
                Some(Heading::Number) if !has(Heading::Of(Column::Round)) => (None, Column::Round),
                Some(Heading::FirstName) => {
                    shared.first_name = Some(place);
                    continue;
                }
                _ => match name_and_column(cell).filter(|(_, column)| own(column)) {
                    Some((name, column)) => (Some(name), column),
                    None => continue,
                },
            };
            let fields = match name {
                None => &mut shared,
                Some(name) => {
                    let known = players.iter().position(|one| one.player.as_deref() == Some(name));
                    let at = known.unwrap_or(players.len());
                    if known.is_none() {
                        players.push(Fields { player: Some(name.to_owned()), ..Fields::default() });
                    }
                    &mut players[at]
                }
            };
            if fields.has(column) {
                twice = twice.or(Some((name.is_some(), place, cell)));
            }
            fields.set(column, place);
        }
        let lacks = shared.missing();
        if let Some(column) = lacks.filter(|_| !share(&shared, &mut players)) {
            return Err(match cells.iter().any(|cell| cell.trim().eq_ignore_ascii_case(OTHER_GAME)) {
                true => Problem::of_file(text!(
                    "is a table of The Last Wizard, and only tables of Wizard can be read: export the game as JSON and \
                     import that"
                )),
                false => missing(line, column),
            });
        }
        if let Some((_, place, cell)) = twice.filter(|(is_own, ..)| *is_own == lacks.is_some()) {
            let cell = cell.trim().to_lowercase();
            let reason = text!("another column has the same name: remove one of them");
            return Err(Problem::at(line, Some((place + 1, &cell)), reason));
        }
        let fields = if lacks.is_some() { players } else { vec![shared] };
        Ok(Header::at(rows, at, at - usize::from(!above.is_empty()), fields))
    }

    /// One row per round as on the pad, with a name over one, two or three columns, recognised by their numbers.
    fn side_by_side(rows: &[GridRow], at: usize) -> Option<Header> {
        let cells = words(&rows[at].1);
        let (mut shared, mut names) = (Fields::default(), Vec::new());
        for (place, cell) in cells.iter().enumerate() {
            match heading(cell) {
                Some(Heading::Of(column)) if names.is_empty() => shared.set(column, place),
                Some(Heading::Number) if names.is_empty() => shared.set(Column::Round, place),
                None if cell.trim().is_empty() => {}
                None => names.push((place, cell.trim())),
                Some(_) => return None,
            }
        }
        if !shared.has(Column::Round) && cells.first().is_some_and(|cell| cell.trim().is_empty()) {
            shared.set(Column::Round, 0);
        }
        let [(first, _), (second, _), ..] = names[..] else { return None };
        let width = second - first;
        let even = names.windows(2).all(|pair| matches!(pair, [(one, _), (next, _)] if next - one == width));
        let round = shared.place(Column::Round).filter(|_| even && width <= 3)?;
        // A list per column of the players, with one number each.
        let played: Vec<(i64, Vec<Vec<i64>>)> = rows
            .iter()
            .skip(at + 1)
            .filter_map(|(_, row)| {
                let cells = words(row);
                let number = |place: usize| small(cells.get(place)?);
                let column = |shift| names.iter().map(|(place, _)| number(place + shift)).collect::<Option<Vec<i64>>>();
                Some((number(round)?, (0..width).map(column).collect::<Option<Vec<_>>>()?))
            })
            .collect();
        let order = if width == 1 {
            let in_pairs = |(_, row): &GridRow| words(row).iter().any(|cell| pair(cell).is_some());
            rows.iter().skip(at + 1).any(in_pairs).then(Vec::new)?
        } else {
            columns_by_numbers(&played, width)?
        };
        let player = |(place, name): &(usize, &str)| {
            let mut fields = Fields { player: Some((*name).to_owned()), ..Fields::default() };
            fields.pair = order.is_empty().then_some(*place);
            order.iter().enumerate().for_each(|(shift, column)| fields.set(*column, place + shift));
            fields
        };
        let mut players: Vec<Fields> = names.iter().map(player).collect();
        let mut header = share(&shared, &mut players).then(|| Header::at(rows, at, at, players))?;
        let order = if order.is_empty() { vec![Column::Bid, Column::Tricks] } else { order };
        header.notes.push(taken_for(&order));
        Some(header)
    }

    /// One row per player and round, without headings: one column of words; the others are recognised by their numbers.
    fn by_shape(rows: &[GridRow]) -> Option<Header> {
        if rows.iter().any(|(_, row)| row.len() > WIDTH_MAX) {
            return None;
        }
        let cells: Vec<Vec<Cow<str>>> = rows.iter().map(|(_, row)| words(row)).collect();
        let width = cells.iter().map(Vec::len).max()?;
        let number = |row: &[Cow<str>], place: usize| small(row.get(place)?);
        let is_of_words = |place: &usize| cells.iter().all(|row| number(row, *place).is_none());
        let (of_words, of_numbers): (Vec<usize>, Vec<usize>) = (0..width).partition(is_of_words);
        let (&[player], &[round, one, other]) = (&of_words[..], &of_numbers[..]) else { return None };
        let numbers = |row: &Vec<Cow<str>>| Some([number(row, round)?, number(row, one)?, number(row, other)?]);
        let numbers: Vec<[i64; 3]> = cells.iter().map(numbers).collect::<Option<_>>()?;
        let counts = numbers.windows(2).all(|two| (0..2).contains(&(two[1][0] - two[0][0])));
        let of_round =
            |rows: &[[i64; 3]]| (rows[0][0], [1, 2].map(|place| rows.iter().map(|row| row[place]).collect()).to_vec());
        let played: Vec<_> = numbers.chunk_by(|row, next| row[0] == next[0]).map(of_round).collect();
        let is_whole = |order: &Vec<Column>| counts && numbers[0][0] == 1 && order.contains(&Column::Tricks);
        let order = columns_by_numbers(&played, 2).filter(is_whole)?;
        let mut fields = Fields::default();
        let columns = [(Column::Round, round), (Column::Player, player), (order[0], one), (order[1], other)];
        columns.into_iter().for_each(|(column, place)| fields.set(column, place));
        let order = [Column::Round, Column::Player].into_iter().chain(order).collect::<Vec<_>>();
        let (line, names) = (rows.first()?.0, vec![String::new(); width]);
        Some(Header { names, fields: vec![fields], notes: vec![taken_for(&order)], rows: 0, line })
    }

    pub(super) fn problem(&self, line: usize, fields: usize, column: Column, reason: Text) -> Problem {
        let fields = self.fields.get(fields);
        let place = fields.and_then(|fields| fields.place(column).or(fields.pair));
        let player = fields.and_then(|fields| fields.player.as_deref());
        let name = match (place.and_then(|place| self.names.get(place)), player) {
            (Some(name), Some(_)) if !name.is_empty() => quoted(name, QUOTED_MAX),
            (_, Some(player)) => quoted(player, QUOTED_MAX),
            _ => column.name().to_owned(),
        };
        Problem::at(line, Some((place.map_or(0, |place| place + 1), &name)), reason)
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.fields.first().is_some_and(|fields| fields.has(column))
    }
}

/// Adds the columns of all players. Returns whether these are players with all that is needed.
fn share(shared: &Fields, players: &mut [Fields]) -> bool {
    for one in &mut *players {
        for (own, shared) in one.places.iter_mut().zip(shared.places) {
            *own = own.or(shared);
        }
    }
    (PLAYERS_MIN..=PLAYERS_MAX).contains(&players.len()) && players.iter().all(|one| one.missing().is_none())
}

pub(super) fn words(row: &ByteRecord) -> Vec<Cow<'_, str>> {
    row.iter().map(String::from_utf8_lossy).collect()
}

fn missing(line: usize, column: Column) -> Problem {
    let text = text!(
        "line {line}: the column {name} is missing. A table of rounds begins with the names of its columns: round, \
         player, bid, tricks, and others if you like; or it has a row a round, and for each player a name over bid and \
         tricks",
        line = line,
        name = column.name(),
    );
    Problem { line, ..Problem::of_file(text) }
}

/// Such as “Anna bid”, “bid Anna” or “Anna (tricks)”.
fn name_and_column(cell: &str) -> Option<(&str, Column)> {
    const MARKS: [char; 8] = [' ', '_', '-', ':', '(', ')', '.', '\n'];
    let cell = cell.trim().trim_end_matches(MARKS);
    let column = |word: &str| match heading(word) {
        Some(Heading::Of(column)) => Some(column),
        _ => None,
    };
    let behind = cell.rsplit_once(MARKS).and_then(|(name, word)| Some((name, column(word)?)));
    let before = || cell.split_once(MARKS).and_then(|(word, name)| Some((name, column(word)?)));
    let (name, column) = behind.or_else(before)?;
    let name = name.trim_matches(MARKS);
    (!name.is_empty()).then_some((name, column))
}

/// Small enough to be added without overflow.
fn small(cell: &str) -> Option<i64> {
    cell.trim().replace('\u{2212}', "-").parse::<i32>().ok().map(i64::from)
}

pub(super) fn pair(cell: &str) -> Option<(&str, &str)> {
    let (bid, tricks) = cell.trim().split_once(['/', ':'])?;
    let number = |text: &str| !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit());
    (number(bid.trim()) && number(tricks.trim())).then_some((bid.trim(), tricks.trim()))
}

/// By the numbers: totals are multiples of ten, and tricks add up to the cards. `None` if inconclusive.
fn columns_by_numbers(played: &[(i64, Vec<Vec<i64>>)], width: usize) -> Option<Vec<Column>> {
    let of = |column: usize| played.iter().filter_map(move |(_, columns)| columns.get(column));
    let by_tens = |column: usize| {
        let numbers = || of(column).flatten();
        numbers().all(|number| number % 10 == 0) && numbers().any(|number| *number != 0)
    };
    let totals: Vec<usize> = (0..width).filter(|&column| by_tens(column)).collect();
    let small: Vec<usize> = (0..width).filter(|&column| !by_tens(column)).collect();
    let fits = |column: usize| played.iter().all(|(round, columns)| columns[column].iter().sum::<i64>() == *round);
    let mut order = vec![Column::Total; width];
    match (&small[..], &totals[..]) {
        (&[bid], [_]) => order[bid] = Column::Bid,
        (&[one, other], [] | [_]) if !played.is_empty() => {
            let (bid, tricks) = if fits(one) && !fits(other) { (other, one) } else { (one, other) };
            order[bid] = Column::Bid;
            order[tricks] = Column::Tricks;
        }
        _ => return None,
    }
    Some(order)
}

fn taken_for(columns: &[Column]) -> Note {
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    Note::assumed(text!("the columns are taken by their numbers, in this order: {columns}", columns = names))
}

pub(super) fn unknown_columns(names: impl Iterator<Item: AsRef<str>>) -> Option<Note> {
    let names = names.filter(|name| !name.as_ref().is_empty()).take(PROBLEMS_MAX);
    Note::unknown(&names.map(|name| quoted(name.as_ref(), QUOTED_MAX)).collect::<Vec<_>>())
}

pub(super) fn left_out<'a>(rows: impl IntoIterator<Item = &'a ByteRecord>) -> Option<Note> {
    let quote = |row: &ByteRecord| {
        let cells: Vec<String> =
            words(row).iter().map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect();
        format!("“{}”", quoted(&cells.join(" "), QUOTED_MAX))
    };
    let rows: Vec<String> = rows.into_iter().take(PROBLEMS_MAX).map(quote).collect();
    (!rows.is_empty()).then(|| Note::left(text!("no part of the list, and left out: {rows}", rows = rows)))
}
