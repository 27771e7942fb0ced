//! The rows of one session sorted into players, dealer and rounds, before any rule is checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use super::cells::{Header, Row, SheetDate};
use super::problem::{Problem, Wrong};
use crate::archive::format::QUOTED_MAX;
use crate::seats::{PerSeat, Seating};
use crate::session::SetupError;
use crate::text::quoted;
use crate::wizard::{Column, PLAYERS_MAX, PLAYERS_MIN, RuleConflict, Seat, Trump, bombs_cell};

/// The contents of a table about one session.
pub(super) struct Outline {
    pub(super) date: Option<SheetDate>,
    pub(super) seating: Option<Seating>,
    /// The rounds in order, without gaps; at least one.
    pub(super) rounds: Vec<OutlineRound>,
}

/// A round of a table.
pub(super) struct OutlineRound {
    /// The rows, in seat order.
    pub(super) rows: Vec<Row>,
    pub(super) cards: Option<i64>,
    pub(super) trump: Option<Trump>,
    pub(super) bombs: u8,
    /// The takers of the Clouds, each with the change as written.
    pub(super) clouds: Vec<(Seat, i64)>,
    /// Whether the bids add up to the cards and the table let them stand.
    pub(super) waived: bool,
}

impl OutlineRound {
    /// The names of who played it, in seat order.
    pub(super) fn names(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.player.clone()).collect()
    }

    /// The last line of the round.
    pub(super) fn last_line(&self) -> usize {
        self.rows.iter().map(|row| row.line).max().unwrap_or(0)
    }

    /// The first line of the round.
    pub(super) fn first_line(&self) -> usize {
        self.rows.iter().map(|row| row.line).min().unwrap_or(0)
    }
}

impl Outline {
    /// Sorts the rows of a session into an outline.
    ///
    /// # Errors
    /// Rows that are missing, occur twice or disagree.
    pub(super) fn of(header: &Header, rows: Vec<Row>) -> Result<Outline, Vec<Problem>> {
        let mut checks = Checks { header, problems: Vec::new() };
        let date = checks.agreed(&rows, Column::Date, |row| row.date.map(SheetDate::key));
        let date = rows.iter().find_map(|row| row.date).filter(|_| date.is_some());
        let (rows, players) = checks.seated(rows);
        checks.give_up_if_wrong()?;
        let rounds = checks.rounds(rows, players);
        checks.give_up_if_wrong()?;
        let seating = checks.seating(&rounds, players);
        checks.give_up_if_wrong()?;
        Ok(Outline { date, seating, rounds })
    }

    /// The number of players.
    pub(super) fn players(&self) -> usize {
        self.rounds.first().map_or(0, |round| round.rows.len())
    }

    /// The names in the first round, in seat order.
    pub(super) fn names(&self) -> Vec<String> {
        self.rounds.first().map(OutlineRound::names).unwrap_or_default()
    }

    /// Bids and tricks as a text, which identifies a table without session and date.
    pub(super) fn figures(&self) -> String {
        let number = |number: Option<i64>| number.map_or("-".to_owned(), |number| number.to_string());
        let rows = self.rounds.iter().flat_map(|round| &round.rows);
        rows.map(|row| format!("{} {} ", number(row.bid), number(row.tricks))).collect()
    }
}

struct Checks<'a> {
    header: &'a Header,
    problems: Vec<Problem>,
}

impl Checks<'_> {
    fn wrong(&mut self, line: usize, column: Column, wrong: Wrong) {
        self.problems.push(Problem::Cell(self.header.cell(line, column), wrong));
    }

    fn give_up_if_wrong(&mut self) -> Result<(), Vec<Problem>> {
        if self.problems.is_empty() { Ok(()) } else { Err(std::mem::take(&mut self.problems)) }
    }

    /// The value on which all rows that have one agree.
    fn agreed<T: PartialEq + Display>(
        &mut self,
        rows: &[Row],
        column: Column,
        says: impl Fn(&Row) -> Option<T>,
    ) -> Option<T> {
        let mut first: Option<(T, usize)> = None;
        for row in rows {
            let Some(found) = says(row) else { continue };
            match &first {
                None => first = Some((found, row.line)),
                Some((expected, line)) if *expected != found => {
                    let (found, expected) = (found.to_string(), expected.to_string());
                    self.wrong(row.line, column, Wrong::Disagrees { found, expected, line: *line });
                    break;
                }
                Some(_) => {}
            }
        }
        first.map(|(said, _)| said)
    }

    /// The rows with the seats of their players, and the number of players. A seat may change hands if every row says
    /// its seat; otherwise a name has the same one in all rounds.
    fn seated(&mut self, rows: Vec<Row>) -> (Vec<(Seat, Row)>, usize) {
        let Some(by_seat) = rows.iter().map(|row| Some((row.seat?, row))).collect::<Option<Vec<_>>>() else {
            return self.seated_by_name(rows);
        };
        let mut seats: BTreeMap<usize, BTreeSet<Seat>> = BTreeMap::new();
        for (seat, row) in &by_seat {
            seats.entry(row.round).or_default().insert(*seat);
        }
        // A mistake in one round does not change how many play in the others.
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for seats in seats.values() {
            *counts.entry(seats.len()).or_default() += 1;
        }
        let players = counts.into_iter().max_by_key(|(_, rounds)| *rounds).map_or(0, |(players, _)| players);
        if players < PLAYERS_MIN {
            self.few_players(&rows, players);
        }
        for (seat, row) in by_seat.into_iter().filter(|(seat, _)| *seat >= players.max(PLAYERS_MIN)) {
            self.wrong(row.line, Column::Seat, Wrong::NotASeat(i64::try_from(seat).unwrap_or(i64::MAX)));
        }
        (rows.into_iter().filter_map(|row| Some((row.seat?, row))).collect(), players)
    }

    fn few_players(&mut self, rows: &[Row], players: usize) {
        let line = rows.last().map_or(1, |row| row.line);
        self.wrong(line, Column::Player, Wrong::Setup(SetupError::Rules(RuleConflict::Players(players))));
    }

    /// The rows seated by name: by seat as far as seats are given, or in the order in which the names appear.
    fn seated_by_name(&mut self, rows: Vec<Row>) -> (Vec<(Seat, Row)>, usize) {
        let mut players: Vec<(String, Option<usize>, usize)> = Vec::new();
        for row in &rows {
            let at = players.iter().position(|(name, ..)| *name == row.player);
            let known = match at.and_then(|at| players.get_mut(at)) {
                Some((_, seat, line)) => {
                    if let (Some(found), Some(expected)) = (row.seat, *seat)
                        && found != expected
                    {
                        let wrong = Wrong::OtherSeat { found, expected, line: *line };
                        self.wrong(row.line, Column::Seat, wrong);
                    }
                    *seat = seat.or(row.seat);
                    continue;
                }
                None => players.len(),
            };
            if known == PLAYERS_MAX {
                let conflict = SetupError::Rules(RuleConflict::Players(known + 1));
                self.wrong(row.line, Column::Player, Wrong::Setup(conflict));
                return (Vec::new(), 0);
            }
            players.push((row.player.clone(), row.seat, row.line));
        }
        if players.len() < PLAYERS_MIN {
            self.few_players(&rows, players.len());
        }
        if players.iter().any(|(_, seat, _)| seat.is_some()) {
            self.seats(&players);
            players.sort_by_key(|(_, seat, _)| *seat);
        }
        let seat = |row: &Row| players.iter().position(|(name, ..)| *name == row.player);
        (rows.into_iter().filter_map(|row| Some((seat(&row)?, row))).collect(), players.len())
    }

    /// Checks that seats, if given, are given for all, each once, from 0.
    fn seats(&mut self, players: &[(String, Option<usize>, usize)]) {
        for (index, (_, seat, line)) in players.iter().enumerate() {
            let Some(seat) = *seat else {
                self.wrong(*line, Column::Seat, Wrong::Missing);
                continue;
            };
            if seat >= players.len() {
                self.wrong(*line, Column::Seat, Wrong::NotASeat(i64::try_from(seat).unwrap_or(i64::MAX)));
            }
            let before = players.iter().take(index).find(|(_, other, _)| *other == Some(seat));
            if let Some((name, _, first)) = before {
                let wrong = Wrong::SeatTaken { seat, name: name.clone(), line: *first };
                self.wrong(*line, Column::Seat, wrong);
            }
        }
    }

    fn rounds(&mut self, rows: Vec<(Seat, Row)>, players: usize) -> Vec<OutlineRound> {
        let mut names: BTreeMap<(Seat, usize), String> = BTreeMap::new();
        let mut sorted: BTreeMap<usize, BTreeMap<Seat, Row>> = BTreeMap::new();
        for (seat, row) in rows {
            let round = sorted.entry(row.round).or_default();
            if let Some(other) = round.values().find(|other| other.player == row.player) {
                let wrong = Wrong::SecondRow { player: row.player.clone(), round: row.round, line: other.line };
                self.wrong(row.line, Column::Round, wrong);
            } else if let Some(other) = round.get(&seat) {
                let wrong = Wrong::SeatTaken { seat, name: other.player.clone(), line: other.line };
                self.wrong(row.line, Column::Seat, wrong);
            } else {
                names.insert((seat, row.round), row.player.clone());
                round.insert(seat, row);
            }
        }
        // Whoever sat there last before a round, or else first after it.
        let name = |seat: Seat, round: usize| {
            let before = names.range((seat, 0)..(seat, round)).next_back();
            before.or_else(|| names.range((seat, round)..=(seat, usize::MAX)).next()).map(|(_, name)| name.clone())
        };
        let mut rounds = Vec::with_capacity(sorted.len());
        for (index, (number, rows)) in sorted.into_iter().enumerate() {
            let first = rows.values().map(|row| row.line).min().unwrap_or(0);
            let last = rows.values().map(|row| row.line).max().unwrap_or(0);
            if number != index + 1 {
                self.wrong(first, Column::Round, Wrong::NoRound { round: number, missing: index + 1 });
                return rounds;
            }
            for seat in (0..players).filter(|seat| !rows.contains_key(seat)) {
                let player = name(seat, number).unwrap_or_default();
                self.wrong(last, Column::Player, Wrong::NoRow { player, round: number });
            }
            rounds.push(self.round(rows.into_values().collect()));
        }
        rounds
    }

    fn round(&mut self, rows: Vec<Row>) -> OutlineRound {
        let mut lines = rows.clone();
        lines.sort_by_key(|row| row.line);
        let cards = self.agreed(&lines, Column::Cards, |row| row.cards);
        self.agreed(&lines, Column::Bomb, |row| row.bombs.map(bombs_cell));
        let bombs = lines.iter().find_map(|row| row.bombs).unwrap_or(0);
        let waived = self.agreed(&lines, Column::Waived, |row| row.waived).unwrap_or(false);
        self.agreed(&lines, Column::Trump, |row| row.trump.map(Trump::key));
        let trump = lines.iter().find_map(|row| row.trump);
        let taken = lines.iter().flat_map(|row| row.cloud_changes.iter().map(|_| row.line));
        if let [_, _, third, ..] = taken.collect::<Vec<_>>()[..] {
            self.wrong(third, Column::CloudChange, Wrong::ThirdCloud);
        }
        let changes = |(seat, row): (Seat, &Row)| row.cloud_changes.iter().map(move |&change| (seat, change)).collect();
        let clouds = rows.iter().enumerate().flat_map(|row| -> Vec<(Seat, i64)> { changes(row) }).collect();
        OutlineRound { rows, cards, trump, bombs, clouds, waived }
    }

    /// The seating, from the dealers of all rounds. The deal passes clockwise; another dealer changes the seating.
    fn seating(&mut self, rounds: &[OutlineRound], count: usize) -> Option<Seating> {
        let mut seating: Option<Seating> = None;
        for (index, round) in rounds.iter().enumerate() {
            let mut dealt: Option<(Seat, usize)> = None;
            for row in &round.rows {
                let Some(text) = &row.dealer else { continue };
                let seat = text.parse().ok().filter(|&seat: &Seat| seat < count);
                let Some(seat) = seat.or_else(|| round.rows.iter().position(|other| other.player == *text)) else {
                    self.wrong(row.line, Column::Dealer, Wrong::NotADealer(quoted(text, QUOTED_MAX)));
                    continue;
                };
                match dealt {
                    Some((expected, line)) if expected != seat => {
                        let dealer = |seat: Seat| round.names().get(seat).cloned().unwrap_or_default();
                        let (found, expected) = (dealer(seat), dealer(expected));
                        self.wrong(row.line, Column::Dealer, Wrong::OtherDealer { found, expected, line });
                        return None;
                    }
                    Some(_) => {}
                    None => dealt = Some((seat, row.line)),
                }
            }
            let Some((dealer, _)) = dealt else { continue };
            let as_they_sit = PerSeat::new(count, |seat| seat);
            seating = Some(match seating {
                None => Seating::new(count, dealer + count - index % count),
                Some(seating) => seating.from_round(index + 1, dealer, &as_they_sit),
            });
        }
        seating
    }
}
