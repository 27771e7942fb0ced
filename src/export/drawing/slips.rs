//! The drawing of result slips, four a page: who sits at a table, its hands, and room to write.

use super::canvas::{Area, Canvas, Setting, Style};
use super::fonts::Font;
use super::palette::PAPER;
use super::{HEIGHT, Page, WIDTH};
use crate::export::names::{SafeLanguage, isolated, plain};
use crate::export::tournament::{name_of, table_of};
use crate::table::tournament::figures;
use crate::text;
use crate::tournament::{Names, Table, Tournament};

/// The edge of a slip, where it is cut.
const EDGE: f32 = 24.0;
/// The widths of the boxes for points and bids met.
const BOXES: [f32; 2] = [66.0, 54.0];
const BETWEEN: f32 = 6.0;
/// The height of what stands below the players.
const SIGNATURE: f32 = 44.0;

pub(in crate::export) fn slips(of: &Tournament, round: usize, title: &str, safe: SafeLanguage) -> Vec<Page> {
    let names = of.names();
    let (width, height) = (WIDTH / 2.0, HEIGHT / 2.0);
    let page = |tables: &[Table]| {
        let mut canvas = Canvas::new(Setting::Here);
        canvas.stroked(&format!("M{width} 0V{HEIGHT}M0 {height}H{WIDTH}"), PAPER.outline, 0.5, "4 4");
        for (index, table) in tables.iter().enumerate() {
            let (x, y) = (width * (index % 2) as f32 + EDGE, height * (index / 2) as f32 + EDGE);
            let area = Area { x, y, width: width - 2.0 * EDGE, height: height - 2.0 * EDGE };
            slip(&mut canvas, area, of, &names, (round, table), safe);
        }
        Page { width: WIDTH, height: HEIGHT, svg: canvas.document(WIDTH, HEIGHT, title, PAPER.ground) }
    };
    of.tables(round).chunks(4).map(page).collect()
}

fn slip(
    canvas: &mut Canvas,
    area: Area,
    of: &Tournament,
    names: &Names,
    (round, table): (usize, &Table),
    safe: SafeLanguage,
) {
    let muted = |size| Style::new(Font::Regular, size, PAPER.muted);
    let name = isolated(&plain(&of.name));
    let size = Font::Regular.size_for(&name, 11.0, area.width).max(8.0);
    let name = Font::Regular.cut(&name, size, area.width);
    canvas.text(area.x, area.y + 9.0, muted(size), &name);
    let at = safe.translate(&of.settings.round_name(round));
    canvas.text(area.right(), area.y + 34.0, Style::new(Font::Regular, 12.0, PAPER.text).end(), &at);
    let called = safe.translate(&table_of(table));
    let room = area.width - Font::Regular.width(&at, 12.0) - 8.0;
    let size = Font::Serif.size_for(&called, 24.0, room);
    canvas.text(area.x, area.y + 34.0, Style::new(Font::Serif, size, PAPER.text), &called);
    let hands: Vec<String> = of.settings.plan(table.players.len()).hands().iter().map(u8::to_string).collect();
    let hands = text!("the hands of a table" => "Hands: {hands}", hands = hands.join("  "));
    let mut y = area.y + 40.0;
    for line in Font::Regular.wrap_in(&safe.translate(&hands), 9.0, area.width, 3) {
        y += 12.0;
        canvas.text(area.x, y, muted(9.0), &line);
    }
    y += 26.0;
    let [_, points, met] = figures().map(|column| safe.head(&column));
    let lefts = [area.right() - BOXES[0] - BETWEEN - BOXES[1], area.right() - BOXES[1]];
    for ((left, width), head) in lefts.into_iter().zip(BOXES).zip([points, met]) {
        for (index, line) in Font::Regular.wrap_in(&head, 7.5, width, 2).iter().rev().enumerate() {
            canvas.text(left + width / 2.0, y - 3.0 - 8.0 * index as f32, muted(7.5).middle(), line);
        }
    }
    let row = ((area.bottom() - SIGNATURE - y) / table.players.len().max(1) as f32).min(46.0);
    for (seat, number) in table.players.iter().enumerate() {
        let line = Area { x: area.x, y: y + row * seat as f32, width: lefts[0] - area.x - BETWEEN, height: row - 5.0 };
        for (left, width) in lefts.into_iter().zip(BOXES) {
            canvas.rect(Area { x: left, width, ..line }, 3.0, "none", PAPER.outline);
        }
        let middle = line.y + line.height / 2.0;
        canvas.text(line.x + 18.0, middle + 3.4, muted(9.5).end(), &number.to_string());
        let x = line.x + 25.0;
        let room = line.right() - x - if seat == table.first_dealer { 10.0 } else { 0.0 };
        let lines = Font::SemiBold.wrap_in(&name_of(names, *number), 11.0, room, 2);
        for (index, words) in lines.iter().enumerate() {
            let up = (lines.len() as f32 - 1.0) * 6.5;
            let style = Style::new(Font::SemiBold, 11.0, PAPER.text);
            canvas.text(x, middle + 4.0 - up + 13.0 * index as f32, style, words);
        }
        if seat == table.first_dealer {
            canvas.diamond(line.right() - 4.0, middle, 3.2, PAPER.accent);
        }
    }
    let signature = safe.translate(&text!("below a result slip" => "Signature"));
    let left = area.x + Font::Regular.width(&signature, 8.0) + 6.0;
    canvas.text(area.x, area.bottom(), muted(8.0), &signature);
    canvas.line((left, area.bottom() + 1.0), (area.right(), area.bottom() + 1.0), PAPER.outline, 0.75);
}
