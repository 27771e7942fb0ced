use std::collections::{BTreeMap, BTreeSet};

use super::costs::Costs;
use super::exact::exact;
use super::player::Number;
use super::search::search;
use super::settings::Seating;
use super::table::{Outcome, Table};
use super::{ROUNDS_MAX, Tournament};
use crate::text;
use crate::text::Text;

/// The most players for an exhaustive search.
const EXACT_MAX: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    /// From 1.
    pub round: usize,
    pub seed: u64,
    pub tables: Vec<Table>,
    /// Pairs that meet again.
    pub repeated: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotSeat {
    TooFew(usize),
    /// A table of the previous round has no result yet but decides who goes on.
    Open(String),
    Level(String),
    /// No such round, or no round follows the last stage.
    NoRound(usize),
}

impl CannotSeat {
    pub fn text(&self) -> Text {
        match self {
            CannotSeat::TooFew(players) => {
                text!("{n} player is too few for a table" | "{n} players are too few for a table" % *players)
            }
            CannotSeat::Open(table) => {
                text!("table {table} has no result yet, which decides who goes on", table = table)
            }
            CannotSeat::Level(table) => text!(
                "at table {table}, players who share a place cannot all go on: a play-off hand decides",
                table = table,
            ),
            CannotSeat::NoRound(round) => text!("there is no round {round} to be seated", round = *round),
        }
    }
}

/// Table sizes for this many players: fours, then fives, threes only if unavoidable. `None` if they are too few.
pub fn table_sizes(players: usize) -> Option<Vec<usize>> {
    let fives = players % 4;
    if let Some(rest) = players.checked_sub(5 * fives).filter(|_| players > 0) {
        return Some([vec![4; rest / 4], vec![5; fives]].concat());
    }
    let threes = (4 - fives) % 4;
    let rest = players.checked_sub(3 * threes).filter(|_| players > 0)?;
    Some([vec![4; rest / 4], vec![3; threes]].concat())
}

/// From 0: A, B, … Z, AA.
fn name_of(index: usize) -> String {
    let letter = |number: usize| char::from(b'A' + u8::try_from(number % 26).unwrap_or(0));
    let above = index / 26;
    let before = if above > 0 { name_of(above - 1) } else { String::new() };
    format!("{before}{}", letter(index))
}

impl Tournament {
    pub fn seat_next(&self, seed: u64) -> Result<Seats, CannotSeat> {
        self.seat(self.rounds.len() + 1, seed)
    }

    /// Seats a round, from 1: the next one, or an existing one again, whose locked tables stay.
    pub fn seat(&self, round: usize, seed: u64) -> Result<Seats, CannotSeat> {
        if round == 0 || round > (self.rounds.len() + 1).min(ROUNDS_MAX) {
            return Err(CannotSeat::NoRound(round));
        }
        let mut tables: Vec<Table> = self.tables(round).iter().filter(|table| table.locked).cloned().collect();
        let seated: BTreeSet<Number> = tables.iter().flat_map(|table| table.players.iter().copied()).collect();
        let ranking = self.ranking(round - 1);
        let ranks: BTreeMap<Number, usize> = ranking.iter().map(|line| (line.number, line.rank.unwrap_or(0))).collect();
        let playing = self.playing(round)?;
        let free = ranking.iter().map(|line| line.number).filter(|one| playing.contains(one) && !seated.contains(one));
        let mut free: Vec<Number> = free.collect();
        let sizes = match table_sizes(free.len()) {
            Some(sizes) => sizes,
            None if free.is_empty() && !tables.is_empty() => Vec::new(),
            None => return Err(CannotSeat::TooFew(free.len())),
        };
        let met = self.met_before(round);
        let mut random = fastrand::Rng::with_seed(seed);
        let is_stage = self.settings.stage(round).is_some();
        let groups: Vec<Vec<Number>> = if round == 1 || is_stage || self.settings.seating == Seating::Drawn {
            // A fixed order, independent of how the ranking was computed.
            free.sort_unstable();
            random.shuffle(&mut free);
            let mut rest = free.into_iter();
            sizes.iter().map(|size| rest.by_ref().take(*size).collect()).collect()
        } else {
            let rank = |one: Number| ranks.get(&one).copied().unwrap_or(0);
            let costs = Costs::new(free.len(), |one, other| match (free.get(one), free.get(other)) {
                (Some(&one), Some(&other)) => {
                    let apart = u32::try_from(rank(one).abs_diff(rank(other))).unwrap_or(0);
                    apart + if met.contains(&pair(one, other)) { Costs::MEETING } else { 0 }
                }
                _ => 0,
            });
            let small = free.len() <= EXACT_MAX;
            let found = if small { exact(&costs, &sizes) } else { search(&costs, &sizes, &mut random) };
            found.iter().map(|table| table.iter().filter_map(|index| free.get(*index).copied()).collect()).collect()
        };
        let taken: BTreeSet<String> = tables.iter().map(|table| table.name.clone()).collect();
        let names = (0..).map(name_of).filter(|name| !taken.contains(name));
        tables.extend(names.zip(groups).map(|(name, players)| {
            let first_dealer = random.usize(..players.len().max(1));
            Table { name, players, first_dealer, locked: false, overtime: 0, outcome: Outcome::Open }
        }));
        let repeated = tables.iter().flat_map(pairs).filter(|pair| met.contains(pair)).count();
        Ok(Seats { round, seed, tables, repeated })
    }

    pub fn can_seat(&self, round: usize) -> Result<(), CannotSeat> {
        if round == 0 || round > (self.rounds.len() + 1).min(ROUNDS_MAX) {
            return Err(CannotSeat::NoRound(round));
        }
        let playing = self.playing(round)?.len();
        table_sizes(playing).map(drop).ok_or(CannotSeat::TooFew(playing))
    }

    /// Players of the running last round who arrived after its seats were drawn.
    pub fn without_seat(&self) -> Vec<Number> {
        let tables = self.tables(self.rounds.len());
        if tables.iter().all(|table| table.results().is_some()) {
            return Vec::new();
        }
        // The players of a stage that cannot be seated are unknown.
        let playing = self.playing(self.rounds.len()).unwrap_or_default();
        let sits = |number: &Number| tables.iter().any(|table| table.players.contains(number));
        playing.into_iter().filter(|number| !sits(number)).collect()
    }

    /// Pairs that met before.
    pub fn repeated_meetings(&self, round: usize) -> usize {
        let Some(before) = round.checked_sub(1) else { return 0 };
        let met = self.met_before(before + 1);
        self.tables(round).iter().flat_map(pairs).filter(|pair| met.contains(pair)).count()
    }

    /// The pairs who have met in earlier rounds. An absent player meets no one.
    fn met_before(&self, round: usize) -> BTreeSet<(Number, Number)> {
        self.rounds.iter().take(round - 1).flat_map(|of| &of.tables).flat_map(pairs).collect()
    }

    pub(super) fn playing(&self, round: usize) -> Result<BTreeSet<Number>, CannotSeat> {
        let here = |number: &Number| self.player(*number).is_some_and(|player| player.plays(round));
        let Some(stage) = self.settings.stage(round) else {
            return Ok(self.players.iter().map(|player| player.number).filter(here).collect());
        };
        let size = usize::from(*self.settings.stages.get(stage).ok_or(CannotSeat::NoRound(round))?);
        if let Some((_, table)) = self.open_tables().find(|(of, _)| *of < round) {
            return Err(CannotSeat::Open(table.name.clone()));
        }
        if stage == 0 {
            return Ok(self.cut(&self.ranking(round - 1)).0.into_iter().filter(here).collect());
        }
        let before = self.tables(round - 1);
        let each = size / before.len().max(1);
        let mut playing = BTreeSet::new();
        for table in before {
            let placed = table.places(&self.settings).unwrap_or_default();
            let on = placed.iter().filter(|one| one.place.is_some_and(|place| place <= each));
            let on: Vec<Number> = on.map(|one| one.number).collect();
            if on.len() > each {
                return Err(CannotSeat::Level(table.name.clone()));
            }
            playing.extend(on);
        }
        Ok(playing)
    }
}

/// In one order.
fn pair(one: Number, other: Number) -> (Number, Number) {
    (one.min(other), one.max(other))
}

fn pairs(table: &Table) -> Vec<(Number, Number)> {
    let present: Vec<Number> = table.present().collect();
    let with_later = |(at, one): (usize, &Number)| present[at + 1..].iter().map(|other| pair(*one, *other)).collect();
    present.iter().enumerate().flat_map(|each| -> Vec<_> { with_later(each) }).collect()
}
