//! The rows of one session sorted into players, dealer and rounds, before any rule is checked.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::headings::Header;
use super::preview::Note;
use super::problem::Problem;
use super::row::{Row, SheetDate};
use crate::archive::format::QUOTED_MAX;
use crate::seats::{PerSeat, Seating};
use crate::session::SetupError;
use crate::text;
use crate::text::{Text, Value, quoted};
use crate::wizard::{
    Column, PLAYERS_MAX, PLAYERS_MIN, ROUNDS_MAX, RuleConflict, Seat, Trump, Waiver, bombs_cell, waived_cell,
};

pub(super) struct Outline {
    pub(super) date: Option<SheetDate>,
    pub(super) seating: Option<Seating>,
    /// In order, without gaps; at least one.
    pub(super) rounds: Vec<OutlineRound>,
    /// Rounds without any entry, after the next one to play.
    pub(super) planned: Vec<OutlineRound>,
    pub(super) at_end: Option<OutlineRound>,
    pub(super) notes: Vec<Note>,
}

pub(super) struct OutlineRound {
    /// In seat order.
    pub(super) rows: Vec<Row>,
    pub(super) cards: Option<i64>,
    pub(super) trump: Option<Trump>,
    pub(super) bombs: u8,
    pub(super) clouds: Vec<(Seat, i64)>,
    pub(super) waived: BTreeSet<Waiver>,
}

impl OutlineRound {
    pub(super) fn is_against_plus_minus_one(&self) -> bool {
        self.waived.contains(&Waiver::PlusMinusOne)
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.player.clone()).collect()
    }

    pub(super) fn last_line(&self) -> usize {
        self.rows.iter().map(|row| row.line).max().unwrap_or(0)
    }

    pub(super) fn first_line(&self) -> usize {
        self.rows.iter().map(|row| row.line).min().unwrap_or(0)
    }

    fn is_planned(&self) -> bool {
        self.rows.iter().all(Row::is_planned)
    }
}

impl Outline {
    pub(super) fn of(header: &Header, mut rows: Vec<Row>) -> Result<Outline, Vec<Problem>> {
        let mut checks = Checks { header, problems: Vec::new() };
        // Some programs count from 0.
        let count = |number: usize| rows.iter().filter(|row| row.round == number).count();
        let from_zero = count(0) >= PLAYERS_MIN && (count(1) == 0 || count(1) == count(0));
        rows.iter_mut().filter(|_| from_zero).for_each(|row| row.round += 1);
        for row in rows.iter().filter(|row| row.round == 0) {
            let wrong = text!("{found} is not a round: rounds count from 1 to {max}", found = 0, max = ROUNDS_MAX);
            checks.wrong(row, Column::Round, wrong);
        }
        let date = checks.agreed(&rows, Column::Date, |row| row.date, |date| date.key());
        let (rows, players) = checks.seated(rows);
        checks.give_up_if_wrong()?;
        let mut rounds = checks.rounds(rows, players);
        checks.give_up_if_wrong()?;
        let only_names = |round: &mut OutlineRound| round.rows.iter().all(Row::only_names);
        let at_end = if header.has(Column::Cards) && rounds.len() > 1 { rounds.pop_if(only_names) } else { None };
        let seating = checks.seating(&rounds, players);
        checks.give_up_if_wrong()?;
        let played = rounds.iter().rposition(|round| !round.is_planned()).map_or(0, |last| last + 1);
        let planned = rounds.split_off(rounds.len().min(played + 1));
        let mut notes = Vec::new();
        if from_zero {
            notes.push(Note::assumed(text!("the rounds count from 0 in the file, and from 1 here")));
        }
        if !planned.is_empty() {
            notes.push(Note::left(text!(
                "{n} more round without an entry is left out"
                    | "{n} more rounds without an entry are left out" % planned.len()
            )));
        }
        Ok(Outline { date, seating, rounds, planned, at_end, notes })
    }

    pub(super) fn players(&self) -> usize {
        self.rounds.first().map_or(0, |round| round.rows.len())
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.rounds.first().map(OutlineRound::names).unwrap_or_default()
    }

    /// Bids and tricks, which identify a table without session and date.
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
    fn wrong(&mut self, row: &Row, column: Column, reason: Text) {
        self.problems.push(self.header.problem(row.line, row.fields, column, reason));
    }

    fn give_up_if_wrong(&mut self) -> Result<(), Vec<Problem>> {
        if self.problems.is_empty() { Ok(()) } else { Err(std::mem::take(&mut self.problems)) }
    }

    /// The one value of a column, if any row has one; a row with another value is a problem.
    fn agreed<T, S: PartialEq + Into<Value>>(
        &mut self,
        rows: &[Row],
        column: Column,
        value_of: impl Fn(&Row) -> Option<T>,
        shown: impl Fn(&T) -> S,
    ) -> Option<T> {
        let mut first: Option<(T, usize)> = None;
        for row in rows {
            let Some(found) = value_of(row) else { continue };
            match &first {
                None => first = Some((found, row.line)),
                Some((expected, line)) if shown(expected) != shown(&found) => {
                    let differs = text!(
                        "{found} here, but {expected} according to line {line}",
                        found = shown(&found).into(),
                        expected = shown(expected).into(),
                        line = *line,
                    );
                    self.wrong(row, column, differs);
                    break;
                }
                Some(_) => {}
            }
        }
        first.map(|(value, _)| value)
    }

    /// The rows with their seats, and the number of players. If rows give seats, a seat may change hands, and a row
    /// without one has the first that its player has; otherwise names sit in order of appearance.
    fn seated(&mut self, rows: Vec<Row>) -> (Vec<(Seat, Row)>, usize) {
        let given = rows.iter().rev().filter_map(|row| Some((row.player.clone(), row.seat?)));
        let mut seats: HashMap<String, Seat> = given.collect();
        let by_seat = !seats.is_empty();
        let mut seated = Vec::with_capacity(rows.len());
        for row in rows {
            let next = seats.len();
            let seat = row.seat.or_else(|| seats.get(&row.player).copied());
            match seat.or_else(|| (!by_seat).then(|| *seats.entry(row.player.clone()).or_insert(next))) {
                Some(seat) => seated.push((seat, row)),
                None => self.wrong(&row, Column::Seat, text!("this cell must not be empty")),
            }
        }
        let mut players = seats.len();
        if by_seat {
            let mut rounds: BTreeMap<usize, BTreeSet<Seat>> = BTreeMap::new();
            for (seat, row) in &seated {
                rounds.entry(row.round).or_default().insert(*seat);
            }
            // A mistake in one round does not change the number of players in the others.
            let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
            for seats in rounds.values() {
                *counts.entry(seats.len()).or_default() += 1;
            }
            players = counts.into_iter().max_by_key(|(_, rounds)| *rounds).map_or(0, |(players, _)| players);
        }
        if !(PLAYERS_MIN..=PLAYERS_MAX).contains(&players) {
            let reason = SetupError::Rules(RuleConflict::Players(players)).text();
            let row = seated.iter().find(|(seat, _)| *seat == PLAYERS_MAX).or(seated.last());
            let wrong = row.map(|(_, row)| self.header.problem(row.line, row.fields, Column::Player, reason));
            self.problems.extend(wrong.map(Problem::against_the_rules));
        }
        for (seat, row) in seated.iter().filter(|(seat, _)| *seat >= players.max(PLAYERS_MIN)) {
            self.wrong(row, Column::Seat, text!("{found} is not a seat: seats count from 0, clockwise", found = *seat));
        }
        (seated, players)
    }

    fn rounds(&mut self, rows: Vec<(Seat, Row)>, players: usize) -> Vec<OutlineRound> {
        let mut names: BTreeMap<(Seat, usize), String> = BTreeMap::new();
        let mut sorted: BTreeMap<usize, BTreeMap<Seat, Row>> = BTreeMap::new();
        for (seat, row) in rows {
            let round = sorted.entry(row.round).or_default();
            if let Some(other) = round.values().find(|other| other.player == row.player) {
                let second = text!(
                    "{player} already has a row for round {round}, on line {line}. Another game needs another session \
                     or date",
                    player = &row.player,
                    round = row.round,
                    line = other.line,
                );
                self.wrong(&row, Column::Round, second);
            } else if let Some(other) = round.get(&seat) {
                let taken = text!(
                    "seat {seat} here, but line {line} gives seat {seat} to {name}",
                    seat = seat,
                    line = other.line,
                    name = &other.player,
                );
                self.wrong(&row, Column::Seat, taken);
            } else {
                names.insert((seat, row.round), row.player.clone());
                round.insert(seat, row);
            }
        }
        // The last one on the seat before the round, otherwise the first one after it.
        let name = |seat: Seat, round: usize| {
            let before = names.range((seat, 0)..(seat, round)).next_back();
            before.or_else(|| names.range((seat, round)..=(seat, usize::MAX)).next()).map(|(_, name)| name.clone())
        };
        let mut rounds = Vec::with_capacity(sorted.len());
        for (index, (number, mut rows)) in sorted.into_iter().enumerate() {
            let rows: Vec<Row> = (0..players).filter_map(|seat| rows.remove(&seat)).collect();
            let (Some(first), Some(last)) =
                (rows.iter().min_by_key(|row| row.line), rows.iter().max_by_key(|row| row.line))
            else {
                continue;
            };
            if number != index + 1 {
                let missing =
                    text!("round {missing} is missing before round {round}", missing = index + 1, round = number);
                self.wrong(first, Column::Round, missing);
                return rounds;
            }
            for seat in (0..players).filter(|seat| !names.contains_key(&(*seat, number))) {
                let player = name(seat, number).unwrap_or_default();
                let missing = text!("{player} has no row for round {round}", player = player, round = number);
                self.wrong(last, Column::Player, missing);
            }
            rounds.push(self.round(rows));
        }
        rounds
    }

    fn round(&mut self, rows: Vec<Row>) -> OutlineRound {
        let mut lines = rows.clone();
        lines.sort_by_key(|row| row.line);
        let cards = self.agreed(&lines, Column::Cards, |row| row.cards, |cards| *cards);
        let bombs = self.agreed(&lines, Column::Bomb, |row| row.bombs, |bombs| bombs_cell(*bombs)).unwrap_or(0);
        let waived = self.agreed(&lines, Column::Waived, |row| row.waived.clone(), waived_cell).unwrap_or_default();
        let trump = self.agreed(&lines, Column::Trump, |row| row.trump, |trump| trump.key());
        let taken = lines.iter().flat_map(|row| row.cloud_changes.iter().map(move |_| row));
        if let [_, _, third, ..] = taken.collect::<Vec<_>>()[..] {
            self.wrong(third, Column::CloudChange, text!("at most two Clouds can be taken in a round"));
        }
        let changes = |(seat, row): (Seat, &Row)| row.cloud_changes.iter().map(move |&change| (seat, change)).collect();
        let clouds = rows.iter().enumerate().flat_map(|row| -> Vec<(Seat, i64)> { changes(row) }).collect();
        OutlineRound { rows, cards, trump, bombs, clouds, waived }
    }

    /// From the dealers of all rounds: the deal passes clockwise, and any other dealer changes the seating.
    fn seating(&mut self, rounds: &[OutlineRound], count: usize) -> Option<Seating> {
        let mut seating: Option<Seating> = None;
        for (index, round) in rounds.iter().enumerate() {
            let names = round.names();
            let seat = |row: &Row| {
                let text = row.dealer.as_ref()?;
                let seat = text.parse().ok().filter(|&seat: &Seat| seat < count);
                seat.or_else(|| names.iter().position(|name| name == text))
            };
            for row in round.rows.iter().filter(|row| seat(row).is_none()) {
                let Some(text) = &row.dealer else { continue };
                let found = quoted(text, QUOTED_MAX);
                let wrong = text!("“{found}” is neither a seat nor one of the players of this session", found = found);
                self.wrong(row, Column::Dealer, wrong);
            }
            let name = |seat: &Seat| names.get(*seat).cloned().unwrap_or_default();
            let Some(dealer) = self.agreed(&round.rows, Column::Dealer, seat, name) else { continue };
            let as_they_sit = PerSeat::new(count, |seat| seat);
            seating = Some(match seating {
                None => Seating::new(count, dealer + count - index % count),
                Some(seating) => seating.from_round(index + 1, dealer, &as_they_sit),
            });
        }
        seating
    }
}
