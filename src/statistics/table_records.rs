//! Table records: the highest, closest and longest among the finished games.

use std::cmp::Ordering;

use chrono::{DateTime, FixedOffset};
use serde::Serialize;
use uuid::Uuid;

use crate::session::{Record, minutes_played};
use crate::wizard::{PLAYERS_MAX, Score, Seat, Summary};

/// The fewest rounds with which a game can set a table record. No plan offered by the set-up has fewer.
pub const RECORD_ROUNDS: usize = 5;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableRecord<V> {
    pub value: V,
    pub session: Uuid,
    pub started: DateTime<FixedOffset>,
    /// Several if they are equal.
    pub names: Vec<String>,
    /// From 1; `None` for a record of a whole game.
    pub round: Option<usize>,
    /// This one included.
    pub games: u32,
}

/// The table records, from finished games of at least [`RECORD_ROUNDS`] rounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TableRecords {
    /// In points.
    pub highest_total: Option<TableRecord<i32>>,
    /// In points.
    pub lowest_total: Option<TableRecord<i32>>,
    pub highest_round: Option<TableRecord<i32>>,
    pub lowest_round: Option<TableRecord<i32>>,
    /// The largest deficit, in points after a round, that someone turned into a win; always above 0.
    pub biggest_comeback: Option<TableRecord<i32>>,
    /// The fewest points between the winner and the second; games with a shared victory do not count, and a broken tie
    /// gives 0. Names: the winner, then the second.
    pub closest_finish: Option<TableRecord<i32>>,
    /// In points. Names: the winner, then the second.
    pub clearest_win: Option<TableRecord<i32>>,
    pub most_exact_player: Option<TableRecord<f64>>,
    /// The largest share of bids that a whole table met in a game. Names: all players.
    pub most_exact_table: Option<TableRecord<f64>>,
    /// The longest game from set-up to last round, in whole minutes, up to a day. Names: all players.
    pub longest_game: Option<TableRecord<i64>>,
}

impl TableRecords {
    /// Games must come in order of their start.
    pub(super) fn add(&mut self, record: &Record, game: &Summary, rounds: &[Score]) {
        if record.rounds() < RECORD_ROUNDS {
            return;
        }
        self.add_totals(record);
        self.add_rounds(record, game, rounds);
        self.add_finish(record);
        self.add_exact(record);
        if let Some(minutes) = record.finished.and_then(|finished| minutes_played(record.started, finished)) {
            offer(&mut self.longest_game, record, minutes, Ordering::Greater, None, || everybody(record));
        }
    }

    fn add_totals(&mut self, record: &Record) {
        let totals = || record.people.standings().map(|line| (line.seat, line.total));
        for (held, better) in [(&mut self.highest_total, Ordering::Greater), (&mut self.lowest_total, Ordering::Less)] {
            if let Some(value) = best(totals().map(|(_, total)| total), better) {
                offer(held, record, value, better, None, || in_seat_order(totals(), value));
            }
        }
    }

    fn add_rounds(&mut self, record: &Record, game: &Summary, rounds: &[Score]) {
        let rounds = || rounds.chunks(record.people.len().max(1));
        let mut highest: Option<(i32, usize)> = None;
        let mut lowest: Option<(i32, usize)> = None;
        let mut deficit: Option<(i32, usize)> = None;
        for (index, (scores, totals)) in rounds().zip(running_totals(game, rounds())).enumerate() {
            for points in scores.iter().map(|score| score.points) {
                if highest.is_none_or(|(most, _)| points > most) {
                    highest = Some((points, index));
                }
                if lowest.is_none_or(|(fewest, _)| points < fewest) {
                    lowest = Some((points, index));
                }
            }
            for (_, behind) in behind(record, &totals) {
                if behind > deficit.map_or(0, |(most, _)| most) {
                    deficit = Some((behind, index));
                }
            }
        }
        let of_round = |index: usize, value: i32| {
            let points = rounds().nth(index).unwrap_or(&[]).iter().map(|score| score.points);
            in_seat_order(points.enumerate(), value)
        };
        if let Some((value, index)) = highest {
            let seats = || of_round(index, value);
            offer(&mut self.highest_round, record, value, Ordering::Greater, Some(index + 1), seats);
        }
        if let Some((value, index)) = lowest {
            offer(&mut self.lowest_round, record, value, Ordering::Less, Some(index + 1), || of_round(index, value));
        }
        if let Some((value, index)) = deficit {
            let after = running_totals(game, rounds()).nth(index);
            let seats = || in_seat_order(after.iter().flat_map(|totals| behind(record, totals)), value);
            offer(&mut self.biggest_comeback, record, value, Ordering::Greater, Some(index + 1), seats);
        }
    }

    fn add_finish(&mut self, record: &Record) {
        let mut lines = record.people.standings();
        let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return };
        if second.rank == 1 {
            return;
        }
        let gap = first.total - second.total;
        let seats = || record.people.standings().take_while(|line| line.rank <= 2).map(|line| line.seat).collect();
        offer(&mut self.closest_finish, record, gap, Ordering::Less, None, seats);
        offer(&mut self.clearest_win, record, gap, Ordering::Greater, None, seats);
    }

    fn add_exact(&mut self, record: &Record) {
        let rounds = record.rounds() as f64;
        let met = || record.people.standings().map(|line| (line.seat, line.met));
        if let Some(most) = met().map(|(_, met)| met).max() {
            let seats = || in_seat_order(met(), most);
            offer(&mut self.most_exact_player, record, most as f64 / rounds, Ordering::Greater, None, seats);
        }
        let all: usize = met().map(|(_, met)| met).sum();
        let share = all as f64 / (rounds * record.people.len() as f64);
        offer(&mut self.most_exact_table, record, share, Ordering::Greater, None, || everybody(record));
    }
}

/// In seat order.
fn running_totals<'a>(
    game: &'a Summary,
    rounds: impl Iterator<Item = &'a [Score]>,
) -> impl Iterator<Item = [i32; PLAYERS_MAX]> {
    rounds.zip(1..).scan([0; PLAYERS_MAX], |totals, (scores, round)| {
        for penalty in game.penalties().filter(|penalty| penalty.first_counted() == round) {
            totals.iter_mut().skip(penalty.player).take(1).for_each(|total| *total += penalty.points);
        }
        totals.iter_mut().zip(scores).for_each(|(total, score)| *total += score.points);
        Some(*totals)
    })
}

/// The deficit of each winner of the game behind the leader, given these totals.
fn behind<'a>(record: &'a Record, totals: &'a [i32; PLAYERS_MAX]) -> impl Iterator<Item = (Seat, i32)> {
    let totals = totals.get(..record.people.len()).unwrap_or(totals);
    let leader = totals.iter().max();
    record.winners().filter_map(move |seat| Some((seat, leader? - totals.get(seat)?)))
}

fn best<V: PartialOrd>(values: impl Iterator<Item = V>, better: Ordering) -> Option<V> {
    values.reduce(|best, value| if value.partial_cmp(&best) == Some(better) { value } else { best })
}

fn in_seat_order<V: PartialEq>(values: impl Iterator<Item = (Seat, V)>, wanted: V) -> Vec<Seat> {
    let mut seats: Vec<Seat> = values.filter(|(_, value)| *value == wanted).map(|(seat, _)| seat).collect();
    seats.sort_unstable();
    seats
}

fn everybody(record: &Record) -> Vec<Seat> {
    (0..record.people.len()).collect()
}

/// Counts the game if it equals the record.
fn offer<V: PartialOrd>(
    held: &mut Option<TableRecord<V>>,
    record: &Record,
    value: V,
    better: Ordering,
    round: Option<usize>,
    seats: impl FnOnce() -> Vec<Seat>,
) {
    if let Some(before) = held {
        match value.partial_cmp(&before.value) {
            Some(Ordering::Equal) => {
                before.games += 1;
                return;
            }
            Some(order) if order == better => {}
            _ => return,
        }
    }
    let name =
        |seat: Seat| record.people.players_in(round.unwrap_or(usize::MAX)).nth(seat).map(|player| player.name.clone());
    *held = Some(TableRecord {
        value,
        session: record.id,
        started: record.started,
        names: seats().into_iter().filter_map(name).collect(),
        round,
        games: 1,
    });
}
