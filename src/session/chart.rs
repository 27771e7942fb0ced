//! Points by round, as shares of width and height, for screen and paper.

use super::Session;
use crate::game::Rules;
use crate::seats::{PerSeat, Seat};

/// In shares of width and height, 0 at the left and at the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Also selects the dashes and the shape of the marks.
    pub seat: Seat,
    /// Written at the end of the line.
    pub initials: String,
    /// From the start to the last round.
    pub corners: Vec<(f32, f32)>,
    /// Where the line ends, as a share of the height.
    pub end: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    pub points: i32,
    /// As a share of the height.
    pub at: f32,
}

/// `marks` are the players' initials in seat order.
pub fn chart<G: Rules>(session: &Session<G>, marks: &[String]) -> (Vec<Line>, Vec<Grid>) {
    let after = |round: usize| session.by_seat_after(round).map(|line| line.total);
    let totals: Vec<PerSeat<i32>> = (0..=session.scored()).map(after).collect();
    let all = || totals.iter().flatten().copied();
    let (low, high) = (all().fold(0, i32::min), all().fold(0, i32::max));
    let step = grid_step(high - low);
    let bottom = low.div_euclid(step) * step;
    let top = (high.div_euclid(step) + i32::from(high.rem_euclid(step) != 0)).max(bottom / step + 1) * step;
    let at = |points: i32| share(top - points, top - bottom);
    let grid = (0..).map(|index| bottom + index * step).take_while(|&points| points <= top);
    let last = totals.len() - 1;
    let line = |(seat, initials): (Seat, &String)| {
        let corner = |(index, totals): (usize, &PerSeat<i32>)| {
            let x = if last == 0 { 0.0 } else { index as f32 / last as f32 };
            Some((x, at(*totals.get(seat)?)))
        };
        let corners: Vec<(f32, f32)> = totals.iter().enumerate().filter_map(corner).collect();
        let end = corners.last()?.1;
        Some(Line { seat, initials: initials.clone(), corners, end })
    };
    let lines: Vec<Line> = marks.iter().enumerate().filter_map(line).collect();
    (lines, grid.map(|points| Grid { points, at: at(points) }).collect())
}

fn share(part: i32, whole: i32) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

/// Round, for about four grid lines.
fn grid_step(span: i32) -> i32 {
    [10, 20, 50, 100, 200, 500, 1000, 2000, 5000].into_iter().find(|step| span <= step * 4).unwrap_or(10_000)
}

/// Strokes and gaps in turn; empty for a solid line. Where two lines coincide, the lower one shows through the gaps.
pub fn dashes(seat: Seat) -> &'static [f32] {
    const DASHES: [&[f32]; 6] =
        [&[], &[6.0, 2.5], &[2.0, 2.0], &[8.0, 2.5, 2.0, 2.5], &[4.0, 2.0], &[10.0, 2.5, 2.0, 2.0, 2.0, 2.5]];
    DASHES.get(seat).copied().unwrap_or(&[])
}

/// Heights of the initials as shares, in the order of `lines`: near the lines' ends, at least `apart` from each other.
pub fn marks(lines: &[Line], apart: f32) -> Vec<f32> {
    let mut marks: Vec<f32> = lines.iter().map(|line| line.end).collect();
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by(|&a, &b| marks[a].total_cmp(&marks[b]));
    let mut free = 0.0_f32;
    for &index in &order {
        marks[index] = marks[index].max(free);
        free = marks[index] + apart;
    }
    let mut limit = 1.0_f32;
    for &index in order.iter().rev() {
        marks[index] = marks[index].min(limit);
        limit = marks[index] - apart;
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::{Line, marks};

    #[test]
    fn marks_keep_their_distance_and_stay_inside() {
        let line = |end: f32| Line { seat: 0, initials: String::new(), corners: Vec::new(), end };
        let found = marks(&[line(0.5), line(0.98), line(1.0), line(0.51)], 0.1);
        let wanted = [0.5, 0.9, 1.0, 0.6];
        assert!(found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-6), "{found:?}");
    }
}
