//! The lines of points by round, each with its own colour, dashes, shape of marks, and face at its end, so that
//! colours need not be distinguished.

use super::canvas::{Area, Canvas, Style, diamond, short};
use super::face::draw_face;
use super::fonts::Font;
use super::palette::Palette;
use crate::export::sheet::Sheet;
use crate::session::{Line, dashes, marks};
use crate::wizard::Seat;

/// The least width at the left for the points; also the width at the right for faces, and the height below for
/// rounds.
const LEFT: f32 = 26.0;
/// The gap between the points and the lines.
const GAP: f32 = 5.0;
const RIGHT: f32 = 22.0;
const BELOW: f32 = 14.0;
const FACE: f32 = 6.5;

pub(in crate::export) fn plot(canvas: &mut Canvas, area: Area, sheet: &Sheet, palette: &Palette) {
    let lines = &sheet.lines;
    let label = Style::new(Font::Regular, 7.0, palette.muted);
    let widths = sheet.grid.iter().map(|line| label.font.width(&sheet.number(line.points), label.size) + GAP);
    let left = widths.fold(LEFT, f32::max);
    let inner =
        Area { x: area.x + left, y: area.y + 6.0, width: area.width - left - RIGHT, height: area.height - 6.0 - BELOW };
    for line in &sheet.grid {
        let y = inner.y + line.at * inner.height;
        canvas.line((inner.x, y), (inner.right(), y), palette.outline, if line.points == 0 { 1.0 } else { 0.5 });
        canvas.text(inner.x - GAP, y + 2.5, label.end(), &sheet.number(line.points));
    }
    let rounds = lines.first().map_or(0, |line| line.corners.len().saturating_sub(1));
    for round in ticks(rounds) {
        let x = inner.x + inner.width * round as f32 / rounds.max(1) as f32;
        canvas.text(x, inner.bottom() + 10.5, label.middle(), &round.to_string());
    }
    let places = marks(lines, (FACE * 2.0 + 1.0) / inner.height);
    for (line, place) in lines.iter().zip(places) {
        let face = &sheet.who(line.seat).face;
        let colour = palette.line(face.colour);
        draw(canvas, inner, line, colour, rounds);
        let (x, y) = (inner.right() + 13.0, inner.y + place * inner.height);
        canvas.line((inner.right(), inner.y + line.end * inner.height), (x - FACE, y), colour, 0.75);
        draw_face(canvas, (x, y), FACE, face);
    }
}

fn draw(canvas: &mut Canvas, inner: Area, line: &Line, colour: &str, rounds: usize) {
    let at = |(x, y): (f32, f32)| (inner.x + x * inner.width, inner.y + y * inner.height);
    let mut path = String::new();
    for (index, &corner) in line.corners.iter().enumerate() {
        let (x, y) = at(corner);
        path.push_str(&format!("{}{} {}", if index == 0 { "M" } else { "L" }, short(x), short(y)));
    }
    if line.corners.len() > 1 {
        let dashes: Vec<String> = dashes(line.seat).iter().map(f32::to_string).collect();
        canvas.stroked(&path, colour, 1.5, &dashes.join(" "));
    }
    // In a long game only some rounds get a mark, to keep the shapes apart.
    let every = rounds.div_ceil(20).max(1);
    for (_, &corner) in line.corners.iter().enumerate().filter(|(round, _)| *round > 0 && round % every == 0) {
        let (x, y) = at(corner);
        shape(canvas, x, y, line.seat, colour);
    }
}

/// The rounds written below: the first, the last, and round numbers between.
fn ticks(rounds: usize) -> Vec<usize> {
    let step = [1, 2, 5, 10].into_iter().find(|step| rounds / step <= 8).unwrap_or(10);
    let mut ticks: Vec<usize> = (0..=rounds).filter(|round| round % step == 0).collect();
    if let Some(&last) = ticks.last()
        && last != rounds
    {
        if (rounds - last) * 3 < step * 2 && last > 0 {
            ticks.pop();
        }
        ticks.push(rounds);
    }
    ticks
}

/// Draws a mark on a line: disc, square, triangle, diamond, inverted triangle, cross.
fn shape(canvas: &mut Canvas, x: f32, y: f32, seat: Seat, colour: &str) {
    let half = 2.4;
    let (left, right, top, bottom) = (short(x - half), short(x + half), short(y - half), short(y + half));
    match seat {
        0 => canvas.circle(x, y, half, colour, "none"),
        1 => canvas.filled(&format!("M{left} {top}H{right}V{bottom}H{left}Z"), colour),
        2 => canvas.filled(&format!("M{} {top}L{right} {bottom}H{left}Z", short(x)), colour),
        3 => canvas.filled(&diamond(x, y, half * 1.2), colour),
        4 => canvas.filled(&format!("M{} {bottom}L{right} {top}H{left}Z", short(x)), colour),
        _ => canvas.stroked(&format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}"), colour, 1.5, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn the_first_and_the_last_round_are_written() {
        assert_eq!(ticks(20), [0, 5, 10, 15, 20]);
        assert_eq!(ticks(12), [0, 2, 4, 6, 8, 10, 12]);
        assert_eq!(ticks(7), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(ticks(21), [0, 5, 10, 15, 21]);
        assert_eq!(ticks(0), [0]);
    }
}
