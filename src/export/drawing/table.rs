//! A table drawn for pictures and paper: the place in the serif, then faces and names, and figures to the right.

use super::canvas::{Area, Style};
use super::face::draw_face;
use super::flow::{Block, Flow, Head, stack};
use super::fonts::Font;
use super::{Canvas, Drawing, INNER, Page};
use crate::export::names::SafeLanguage;
use crate::language::Language;
use crate::plain::in_line;
use crate::session::Face;
use crate::table::{Align, Cell, Column, Row, Table, Tone};

/// Heights of a line, sizes of letters, and widths.
pub(super) struct Sizes {
    row: f32,
    /// The least height of the heads.
    heading: f32,
    head: f32,
    name: f32,
    figure: f32,
    rank: f32,
    gap: f32,
}

const USUAL: Sizes = Sizes { row: 17.0, heading: 16.0, head: 8.0, name: 10.5, figure: 10.0, rank: 32.0, gap: 20.0 };
pub(super) const SMALL: Sizes =
    Sizes { row: 13.0, heading: 20.0, head: 6.0, name: 9.0, figure: 9.0, rank: 24.0, gap: 8.0 };

/// The height of a line with a face.
const FACED: f32 = 24.0;
const FACE: f32 = 8.0;
/// The width of a place of the last games, the gap included.
const MARK: f32 = 19.0;
const NOTE: f32 = 13.0;

/// As high as necessary.
pub(in crate::export) fn table_picture(table: &Table, language: Language) -> Page {
    let drawn = Drawn::new(table, INNER, &USUAL, language);
    drawn.flow(&Head::of(table, language), 1).picture(&drawn.blocks())
}

/// In columns side by side, below something else on the first page.
pub(in crate::export) fn table_paper(
    table: &Table,
    head: &Head,
    above: Block,
    columns: usize,
    language: Language,
) -> Vec<Canvas> {
    let drawn = Drawn::new(table, Flow::width(columns), &USUAL, language);
    drawn.flow(head, columns).pages_below(above, &drawn.blocks())
}

pub(super) struct Drawn<'a> {
    table: &'a Table,
    language: SafeLanguage,
    sizes: &'static Sizes,
    places: Vec<Place<'a>>,
    width: f32,
    row: f32,
    has_faces: bool,
}

struct Place<'a> {
    at: usize,
    column: &'a Column,
    kind: Kind,
    head: String,
    /// From the left edge of the table.
    left: f32,
    width: f32,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Rank,
    /// Left of the names.
    Label,
    Name,
    /// Behind a name.
    Suffix,
    Words,
    Figure,
    Marks,
}

impl<'a> Drawn<'a> {
    /// The names get the room that the other columns leave.
    pub(super) fn new(table: &'a Table, width: f32, sizes: &'static Sizes, language: Language) -> Drawn<'a> {
        let has_faces = table.printed().any(|row| row.face.is_some());
        let row = if has_faces { FACED } else { sizes.row };
        let mut drawn =
            Drawn { table, language: SafeLanguage::of(language), sizes, places: Vec::new(), width, row, has_faces };
        let any = |at: usize, of: fn(&Cell) -> bool| table.printed().any(|row| of(row.cell(at)));
        let mut name_is_left = false;
        let is_empty = table.printed().next().is_none();
        for (at, column, head) in table.shown(Column::WINDOW).filter(|_| !is_empty) {
            let kind = match column.align {
                _ if column.key == "rank" => Kind::Rank,
                _ if !name_is_left && any(at, |cell| matches!(cell, Cell::Name(_))) => Kind::Name,
                _ if any(at, |cell| matches!(cell, Cell::Marks(_))) => Kind::Marks,
                Align::Left if drawn.places.last().is_some_and(|last| last.kind == Kind::Name) => Kind::Suffix,
                Align::Left => Kind::Words,
                Align::Right if name_is_left => Kind::Figure,
                Align::Right => Kind::Label,
            };
            name_is_left |= kind == Kind::Name;
            let mut place = Place { at, column, kind, head: drawn.language.translate(head), left: 0.0, width: 0.0 };
            place.width = drawn.width(&place);
            drawn.places.push(place);
        }
        let room = width - drawn.places.iter().map(|place| place.width).sum::<f32>();
        let mut left = 0.0;
        for place in &mut drawn.places {
            if place.kind == Kind::Name {
                place.width = room;
            }
            place.left = left;
            left += place.width;
        }
        drawn
    }

    fn width(&self, place: &Place) -> f32 {
        let (font, size) = self.letters(place);
        let cells = self.table.printed().map(|row| row.cell(place.at)).filter(|cell| !matches!(cell, Cell::Few(..)));
        let cells = cells.map(|cell| font.width(&self.language.cell(cell), size)).fold(0.0, f32::max);
        let (font, size) = (Font::SemiBold, self.sizes.head);
        let words = place.head.split(' ').map(|word| font.width(word, size)).fold(0.0, f32::max);
        // A head gets a second line, if the first would be long.
        let words = words.max(font.width(&place.head, size).min(6.0 * size));
        match place.kind {
            Kind::Rank => self.sizes.rank,
            Kind::Name | Kind::Suffix => 0.0,
            Kind::Label => cells.max(words) + 10.0,
            Kind::Marks => words.max(MARK * 5.0) + self.sizes.gap,
            Kind::Words | Kind::Figure => cells.max(words) + self.sizes.gap,
        }
    }

    fn letters(&self, place: &Place) -> (Font, f32) {
        match place.kind {
            Kind::Rank => (Font::Serif, self.sizes.figure * 1.25),
            Kind::Label => (Font::Regular, self.sizes.figure * 0.9),
            Kind::Name => (Font::SemiBold, self.sizes.name),
            Kind::Suffix | Kind::Words => (Font::Regular, self.sizes.figure * 0.8),
            _ if place.column.decides => (Font::Bold, self.sizes.figure),
            _ => (Font::Regular, self.sizes.figure),
        }
    }

    fn flow<'b>(&'b self, head: &'b Head, columns: usize) -> Flow<'b> {
        Flow { head, columns, heading: self.heading(), key: Block::nothing() }
    }

    /// The heads of the columns, in at most two lines each.
    pub(super) fn heading(&self) -> Block<'_> {
        let size = self.sizes.head;
        let wrap = |place: &Place| Font::SemiBold.wrap_in(&place.head, size, place.width - 4.0, 2);
        let placed = self.places.iter().filter(|place| place.kind != Kind::Suffix);
        let heads: Vec<(&Place, Vec<String>)> = placed.map(|place| (place, wrap(place))).collect();
        let most = heads.iter().map(|(_, lines)| lines.len()).max().unwrap_or_default();
        Block::new((8.0 + size * most as f32).max(self.sizes.heading), move |drawing, area| {
            let style = Style::new(Font::SemiBold, size, drawing.palette.muted);
            for (place, lines) in &heads {
                for (line, words) in lines.iter().rev().enumerate() {
                    place.text(drawing, area, area.bottom() - 5.0 - size * line as f32, style, words);
                }
            }
            rule(drawing, area);
        })
    }

    /// The rows, or the text of an empty table, then the notes.
    pub(super) fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks: Vec<Block> = self.table.printed().map(|row| self.row(row)).collect();
        let notes = if blocks.is_empty() { std::slice::from_ref(&self.table.empty) } else { &self.table.notes };
        for note in notes {
            blocks.extend(Font::Regular.wrap(&self.language.translate(note), 9.0, self.width).into_iter().map(
                |line| {
                    Block::new(NOTE, move |drawing, area| {
                        let style = drawing.muted(9.0);
                        drawing.canvas.text(area.x, area.y + NOTE, style, &line);
                    })
                },
            ));
        }
        blocks
    }

    /// All of it in one piece, with the title left of the heads of its figures.
    pub(super) fn whole(mut self, title: String) -> Block<'a> {
        for place in self.places.iter_mut().filter(|place| !matches!(place.kind, Kind::Figure | Kind::Marks)) {
            place.head.clear();
        }
        let rows: f32 = self.blocks().iter().map(|block| block.height).sum();
        let height = self.heading().height + rows;
        Block::new(height, move |drawing, area| {
            let heading = self.heading();
            let style = drawing.style(Font::SemiBold, self.sizes.name + 1.5);
            drawing.canvas.text(area.x + 2.0, area.y + heading.height - 5.0, style, &title);
            stack(drawing, area, std::iter::once(&heading).chain(&self.blocks()));
        })
    }

    fn row<'b>(&'b self, row: &'b Row) -> Block<'b> {
        Block::new(self.row, move |drawing, area| {
            if row.tone == Tone::Ahead {
                let around = Area { y: area.y + 1.0, height: area.height - 2.0, ..area };
                drawing.canvas.rect(around, 4.0, drawing.palette.winner, drawing.palette.accent);
            } else {
                rule(drawing, area);
            }
            let suffix = self.places.iter().find(|place| place.kind == Kind::Suffix);
            let suffix = suffix.map(|place| self.language.cell(row.cell(place.at))).unwrap_or_default();
            for place in self.places.iter().filter(|place| place.kind != Kind::Suffix) {
                match row.cell(place.at) {
                    Cell::None => {}
                    Cell::Marks(marks) => place.marks(drawing, area, marks),
                    _ => self.cell(drawing, area, place, (row, &suffix)),
                }
            }
        })
    }

    /// `suffix` follows a name.
    fn cell(&self, drawing: &mut Drawing, mut area: Area, place: &Place, (row, suffix): (&Row, &str)) {
        let (cell, middle) = (row.cell(place.at), area.y + area.height / 2.0);
        let muted = drawing.palette.muted;
        let mut room = place.width - 4.0;
        if place.kind == Kind::Name {
            if let Some(face) = &row.face {
                let face = Face { initials: in_line(&face.initials), ..face.clone() };
                draw_face(&mut drawing.canvas, (area.x + place.left + FACE, middle), FACE, &face);
            }
            let face = if self.has_faces { 2.0 * FACE + 6.0 } else { 0.0 };
            (area.x, room) = (area.x + face, room - face);
        }
        let small = self.sizes.figure * 0.8;
        let suffix =
            if place.kind == Kind::Name { Font::Regular.cut(suffix, small, room / 2.0) } else { String::new() };
        if !suffix.is_empty() {
            room -= Font::Regular.width(&suffix, small) + 6.0;
        }
        let (font, most) = self.letters(place);
        let (size, words) = font.fit(&self.language.cell(cell), most, room);
        let is_faint = matches!(cell, Cell::Few(..) | Cell::Unknown) || row.tone == Tone::Gone;
        let is_faint = is_faint || matches!(place.kind, Kind::Label | Kind::Words);
        let style = Style::new(font, size, if is_faint { muted } else { drawing.palette.text });
        place.text(drawing, area, middle + size * 0.36, style, &words);
        let end = area.x + place.left + font.width(&words, size) + 6.0;
        drawing.canvas.text(end, middle + size * 0.36, Style::new(Font::Regular, small, muted), &suffix);
    }
}

impl Place<'_> {
    fn text(&self, drawing: &mut Drawing, area: Area, y: f32, style: Style, words: &str) {
        let left = area.x + self.left;
        let (x, style) = match self.kind {
            Kind::Rank => (left + self.width / 2.0, style.middle()),
            Kind::Label => (left + self.width - 8.0, style.end()),
            Kind::Name | Kind::Suffix | Kind::Words => (left, style),
            Kind::Figure | Kind::Marks => (left + self.width - 4.0, style.end()),
        };
        drawing.canvas.text(x, y, style, words);
    }

    fn marks(&self, Drawing { canvas, palette, .. }: &mut Drawing, area: Area, marks: &[usize]) {
        let (right, middle) = (area.x + self.left + self.width - 4.0, area.y + area.height / 2.0);
        for (index, place) in marks.iter().rev().enumerate() {
            let x = right - MARK * (index + 1) as f32 + 3.0;
            let mark = Area { x, y: middle - 7.0, width: MARK - 3.0, height: 14.0 };
            let (fill, edge) = if *place == 1 { (palette.winner, palette.accent) } else { (palette.raised, "none") };
            canvas.rect(mark, 4.0, fill, edge);
            let style = Style::new(Font::SemiBold, 8.0, palette.text).middle();
            canvas.text(x + mark.width / 2.0, middle + 2.9, style, &place.to_string());
        }
    }
}

/// Draws a hairline below an area.
fn rule(drawing: &mut Drawing, area: Area) {
    let y = area.bottom() - 0.5;
    drawing.canvas.line((area.x, y), (area.right(), y), drawing.palette.outline, 0.4);
}
