//! The rounds as on the paper pad: rounds down, players across, a large total, and bid and tricks in the small box.

use super::canvas::{Area, Canvas, Style, short};
use super::face::draw_face;
use super::fonts::Font;
use super::palette::{ON_PLAYER, Palette, suit};
use crate::export::sheet::{Margin, Sheet, marked};
use crate::export::words;
use crate::game::{SheetCell, SheetRow};

/// The height of the row of names.
pub(super) const HEAD: f32 = 30.0;

struct Columns {
    area: Area,
    /// The position of the trump and the Bomb in the rounds' column.
    trump: f32,
    bomb: f32,
    /// The width of the rounds' column.
    round: f32,
    player: f32,
    row: f32,
}

impl Columns {
    fn player(&self, seat: usize) -> f32 {
        self.area.x + self.round + self.player * seat as f32
    }
}

/// Fills `HEAD + row × rounds` of the area.
pub(super) fn rounds(canvas: &mut Canvas, area: Area, row: f32, sheet: &Sheet, palette: &Palette) {
    let trump = 28.0;
    let bomb = trump + if sheet.has_trump() { 13.0 } else { 0.0 };
    let cards = bomb + if sheet.has_bomb() { 11.0 } else { 0.0 };
    let round = cards + if sheet.has_odd_cards() { 32.0 } else { 0.0 };
    let players = sheet.players.len().max(1) as f32;
    let columns = Columns { area, trump, bomb, round, player: (area.width - round) / players, row };
    head(canvas, &columns, sheet, palette);
    for (index, (round, row_margin)) in sheet.rows_with_margins().enumerate() {
        let y = area.y + HEAD + row * index as f32;
        canvas.line((area.x, y), (area.right(), y), palette.outline, 0.5);
        margin(canvas, &columns, (y, round, row_margin), sheet, palette);
        for (seat, cell) in round.cells.iter().enumerate() {
            draw(canvas, &columns, (seat, y), cell, sheet, palette);
            if seat == round.starter {
                canvas.diamond(columns.player(seat) + 6.0, y + row / 2.0, 2.3, palette.accent);
            }
        }
    }
    for seat in 0..sheet.players.len() {
        let x = columns.player(seat);
        canvas.line((x, area.y + 4.0), (x, area.bottom()), palette.outline, 0.5);
    }
}

fn head(canvas: &mut Canvas, columns: &Columns, sheet: &Sheet, palette: &Palette) {
    let middle = columns.area.y + HEAD / 2.0;
    for (seat, who) in sheet.players.iter().enumerate() {
        let x = columns.player(seat);
        draw_face(canvas, (x + 14.0, middle), 7.5, &who.face);
        let room = columns.player - 28.0;
        let size = Font::SemiBold.size_for(&who.name, 10.0, room).max(7.0);
        let lines = Font::SemiBold.wrap_in(&who.name, size, room, 3);
        let top = middle - (lines.len() as f32 - 1.0) * size * 0.58 + size * 0.36;
        for (index, line) in lines.iter().enumerate() {
            let style = Style::new(Font::SemiBold, size, palette.text);
            canvas.text(x + 25.0, top + index as f32 * size * 1.16, style, line);
        }
    }
}

fn margin(
    canvas: &mut Canvas,
    columns: &Columns,
    (y, row, margin): (f32, &SheetRow, &Margin),
    sheet: &Sheet,
    palette: &Palette,
) {
    let (middle, x) = (y + columns.row / 2.0, columns.area.x);
    let number = marked(row.number, &margin.waived, margin.has_footnote);
    let size = Font::Regular.size_for(&number, (columns.row * 0.6).clamp(6.5, 10.0), 26.0);
    let style = Style::new(Font::Regular, size, palette.muted).middle();
    canvas.text(x + 14.0, middle + size * 0.36, style, &number);
    let side = (columns.row - 3.0).min(9.0);
    if let Some(trump) = margin.trump.filter(|_| columns.bomb > columns.trump) {
        let size = Font::Bold.size_for(&sheet.language.translate(&sheet.deck.letter(trump)), side * 0.78, side);
        let letter = Style::new(Font::Bold, size, suit(trump).map_or(palette.muted, |_| ON_PLAYER)).middle();
        let left = x + columns.trump - 2.0;
        if let Some(colour) = suit(trump) {
            let chip = Area { x: left, y: middle - side / 2.0, width: side, height: side };
            canvas.rect(chip, 2.0, colour, "none");
        }
        let letters = sheet.language.translate(&sheet.deck.letter(trump));
        canvas.text(left + side / 2.0, middle + side * 0.28, letter, &letters);
    }
    for number in 0..margin.bombs {
        bomb(canvas, x + columns.bomb + 3.0 + 5.0 * f32::from(number), middle, palette.text);
    }
    if margin.odd_cards {
        let words = sheet.language.translate(&words::cards(margin.cards));
        let size = Font::Regular.size_for(&words, side * 0.75, 30.0);
        let style = Style::new(Font::Regular, size, palette.muted).end();
        canvas.text(x + columns.round - 3.0, middle + side * 0.27, style, &words);
    }
}

pub(super) fn bomb(canvas: &mut Canvas, x: f32, y: f32, colour: &str) {
    canvas.circle(x, y + 0.8, 2.6, colour, "none");
    let fuse = format!("M{} {}l1.6 -1.6l1.4 0.4", short(x + 1.4), short(y - 1.2));
    canvas.stroked(&fuse, colour, 0.9, "");
}

/// Draws the small box next to a total: its left and lower edge, as on the pad.
pub(in crate::export) fn bid_box(canvas: &mut Canvas, area: Area, colour: &str) {
    let corner = format!("M{} {}V{}H{}", short(area.x), short(area.y), short(area.bottom()), short(area.right()));
    canvas.stroked(&corner, colour, 0.6, "");
}

fn draw(
    canvas: &mut Canvas,
    columns: &Columns,
    (seat, y): (usize, f32),
    cell: &SheetCell,
    sheet: &Sheet,
    palette: &Palette,
) {
    let (x, row) = (columns.player(seat), columns.row);
    let middle = y + row / 2.0;
    // In a narrow column, the dealer's sign and a total of three digits need more than half.
    let narrow = columns.player < 90.0;
    let (left, right) = (x + columns.player * if narrow { 0.55 } else { 0.5 }, x + columns.player - 5.0);
    bid_box(canvas, Area { x: left, y: y + 2.5, width: right - left, height: row - 5.0 }, palette.outline);
    if let Some(total) = cell.total {
        let total = sheet.number(total);
        let size = (row * 0.66).clamp(7.0, if narrow { 10.5 } else { 12.0 });
        // Leaves room for the dealer's sign.
        let size = Font::SemiBold.size_for(&total, size, left - 4.0 - x - 9.0);
        let style = Style::new(Font::SemiBold, size, palette.text).end();
        canvas.text(left - 4.0, middle + size * 0.36, style, &total);
    }
    let (font, colour, sign) = match cell.good {
        Some(true) => (Font::SemiBold, palette.hit, " ✓"),
        Some(false) => (Font::Regular, palette.miss, " ×"),
        None => (Font::Regular, palette.muted, ""),
    };
    let words = format!("{}{sign}", cell.entry);
    let size = font.size_for(&words, (row * 0.48).clamp(6.0, 8.5), right - left - 3.0);
    canvas.text((left + right) / 2.0, middle + size * 0.3, Style::new(font, size, colour).middle(), &words);
}
