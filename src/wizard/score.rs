//! Points, running totals and standings. Always computed from the facts, never stored.

use std::cmp::Reverse;

use super::{Round, Seat};

/// The points of one player in one round: `20 + 10 × tricks` when the scored bid is met, else `−10` for each trick off.
pub fn points(scored_bid: i16, tricks: u8) -> i32 {
    let off = (i32::from(scored_bid) - i32::from(tricks)).abs();
    if off == 0 { 20 + 10 * i32::from(tricks) } else { -10 * off }
}

/// The points of a whole round in seat order, or `None` while a bid or the tricks of a player are unknown.
fn round_points(round: &Round) -> Option<Vec<i32>> {
    let seats = round.bids.len();
    (0..seats).map(|seat| Some(points(round.scored_bid(seat)?, round.tricks.get(seat).copied().flatten()?))).collect()
}

/// Points and running totals of each round, in seat order. Ends at the first round with an unknown bid or trick.
pub fn totals(players: usize, rounds: &[Round]) -> Vec<(Vec<i32>, Vec<i32>)> {
    let mut running = vec![0; players];
    let mut lines = Vec::with_capacity(rounds.len());
    for round in rounds {
        let Some(points) = round_points(round) else { break };
        for (total, point) in running.iter_mut().zip(&points) {
            *total += point;
        }
        lines.push((points, running.clone()));
    }
    lines
}

/// How many bids each player met, in seat order.
pub fn bids_met(players: usize, rounds: &[Round]) -> Vec<usize> {
    (0..players).map(|seat| rounds.iter().filter(|round| round.met(seat) == Some(true)).count()).collect()
}

/// One line of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place; equal results share it and the next one is left out (1, 1, 3, 4).
    pub rank: usize,
    /// Whose line it is.
    pub seat: Seat,
    /// Points so far; may be negative.
    pub total: i32,
    /// Rounds in which the scored bid was met.
    pub bids_met: usize,
}

/// The standings after `rounds`, best first, equal ones in seat order. With `ties_by_bids_met`, equal points are told
/// apart by the number of bids met.
pub fn standings(players: usize, rounds: &[Round], ties_by_bids_met: bool) -> Vec<Standing> {
    let scored = totals(players, rounds);
    let last = scored.last().map_or_else(|| vec![0; players], |(_, totals)| totals.clone());
    let met = bids_met(players, rounds.get(..scored.len()).unwrap_or(rounds));
    let key =
        |seat: Seat, total: i32, met: usize| (Reverse(total), Reverse(if ties_by_bids_met { met } else { 0 }), seat);
    let mut lines: Vec<Standing> = last
        .iter()
        .zip(&met)
        .enumerate()
        .map(|(seat, (&total, &bids_met))| Standing { rank: 0, seat, total, bids_met })
        .collect();
    lines.sort_by_key(|line| key(line.seat, line.total, line.bids_met));
    let mut rank = 0;
    let mut previous = None;
    for (index, line) in lines.iter_mut().enumerate() {
        let result = key(0, line.total, line.bids_met);
        if previous != Some(result) {
            rank = index + 1;
            previous = Some(result);
        }
        line.rank = rank;
    }
    lines
}
