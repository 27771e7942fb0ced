//! The standings, best first.

use super::canvas::{Area, Canvas, Style};
use super::face::draw_face;
use super::fonts::Font;
use super::palette::Palette;
use crate::export::sheet::Place;

pub(super) fn row_height(compact: bool) -> f32 {
    if compact { 22.0 } else { 27.0 }
}

pub(super) fn standings(canvas: &mut Canvas, area: Area, places: &[Place], compact: bool, palette: &Palette) {
    let height = row_height(compact);
    for (index, place) in places.iter().enumerate() {
        let row = Area { y: area.y + index as f32 * height, height, ..area };
        draw(canvas, row, place, palette);
    }
}

fn draw(canvas: &mut Canvas, row: Area, place: &Place, palette: &Palette) {
    let who = place.who;
    let middle = row.y + row.height / 2.0;
    if place.ahead {
        let around = Area { y: row.y + 1.0, height: row.height - 2.0, ..row };
        canvas.rect(around, 5.0, palette.winner, palette.accent);
    }
    let rank = Style::new(Font::Serif, 13.0, palette.text).middle();
    canvas.text(row.x + 12.0, middle + 4.3, rank, &place.rank.to_string());
    draw_face(canvas, (row.x + 32.0, middle), 8.0, &who.face);
    let points = Style::new(Font::Bold, 14.0, palette.text).end();
    canvas.text(row.right() - 8.0, middle + 5.0, points, &place.result);
    let x = row.x + 45.0;
    let room = row.right() - 8.0 - Font::Bold.width(&place.result, 14.0) - 8.0 - x;
    let size = Font::SemiBold.size_for(&who.name, 10.0, room).max(7.0);
    let lines = Font::SemiBold.wrap_in(&who.name, size, room, 2);
    // A name of two lines takes the space of the words below it.
    let style = Style::new(Font::SemiBold, size, palette.text);
    if let [first, second] = lines.as_slice() {
        canvas.text(x, middle - 1.0, style, first);
        canvas.text(x, middle + size, style, second);
    } else {
        lines.iter().for_each(|line| canvas.text(x, middle - 0.8, style, line));
        let size = Font::Regular.size_for(&place.reason, 7.0, room).max(5.5);
        canvas.text(x, middle + 8.2, Style::new(Font::Regular, size, palette.muted), &place.reason);
    }
}
