//! Lists that run in columns over as many pages as they need, each with the same head and its number.

use super::canvas::{Area, Canvas, Setting, Style};
use super::fonts::Font;
use super::palette::PAPER;
use super::{Drawing, GAP, HEIGHT, INNER, KEY, KEY_SIZE, MARGIN, Page, WIDTH};

/// What stands above a list, on every page.
pub(in crate::export) struct Head {
    pub(in crate::export) title: String,
    pub(in crate::export) when: String,
    /// What the paper is, in a few words each.
    pub(in crate::export) facts: Vec<String>,
    /// The program's name, below.
    pub(in crate::export) made: String,
}

/// Draws into an area.
type Draw<'a> = Box<dyn Fn(&mut Drawing, Area) + 'a>;

/// A part of a list that stays together.
pub(super) struct Block<'a> {
    height: f32,
    draw: Draw<'a>,
}

impl<'a> Block<'a> {
    /// A part of this height, drawn into its area.
    pub(super) fn new(height: f32, draw: impl Fn(&mut Drawing, Area) + 'a) -> Block<'a> {
        Block { height, draw: Box::new(draw) }
    }

    /// Nothing at all.
    pub(super) fn nothing() -> Block<'a> {
        Block::new(0.0, |_, _| {})
    }
}

/// A list: its columns, what stands above each of them, and what explains its signs below.
pub(super) struct Flow<'a> {
    pub(super) head: &'a Head,
    pub(super) columns: usize,
    pub(super) heading: Block<'a>,
    pub(super) key: Block<'a>,
}

impl Flow<'_> {
    /// The pages with these blocks, down one column after the other, the last ones as high as each other; one page if
    /// there are none.
    pub(super) fn pages(&self, blocks: &[Block]) -> Vec<Canvas> {
        let gaps = 2.0 * GAP * (self.columns - 1) as f32;
        let width = (INNER - gaps) / self.columns as f32;
        let bottom = HEIGHT - MARGIN - KEY;
        let (mut pages, mut rest) = (Vec::new(), blocks);
        loop {
            let mut drawing = self.begun();
            let top = drawing.y;
            let room = bottom - top - self.heading.height;
            let share = rest.iter().map(|block| block.height).sum::<f32>() / self.columns as f32;
            for column in 0..self.columns {
                let area = self.column(&mut drawing, column, width, top);
                let most = if column + 1 < self.columns { share } else { room };
                let mut taken = 0.0;
                while let Some((block, others)) = rest.split_first() {
                    if taken > 0.0 && (taken >= most || taken + block.height > room) {
                        break;
                    }
                    (block.draw)(&mut drawing, Area { y: area.y + taken, height: block.height, ..area });
                    taken += block.height;
                    rest = others;
                }
            }
            pages.push(drawing.canvas);
            if rest.is_empty() {
                return pages;
            }
        }
    }

    fn begun(&self) -> Drawing {
        let mut drawing = Drawing { canvas: Canvas::new(Setting::Here), palette: PAPER, y: MARGIN };
        drawing.head(&self.head.title, &self.head.when, &self.head.facts);
        let made = drawing.muted(KEY_SIZE).end();
        drawing.canvas.text(MARGIN + INNER, HEIGHT - MARGIN, made, &self.head.made);
        let foot = Area { x: MARGIN, y: HEIGHT - MARGIN - self.key.height, width: INNER, height: self.key.height };
        (self.key.draw)(&mut drawing, foot);
        drawing
    }

    /// Begins a column with its heading; returns where the first block goes.
    fn column(&self, drawing: &mut Drawing, column: usize, width: f32, top: f32) -> Area {
        let x = MARGIN + (width + 2.0 * GAP) * column as f32;
        let heading = Area { x, y: top, width, height: self.heading.height };
        (self.heading.draw)(drawing, heading);
        Area { y: heading.bottom(), ..heading }
    }
}

/// The pages with their numbers.
pub(in crate::export) fn numbered(pages: Vec<Canvas>, title: &str) -> Vec<Page> {
    let of = pages.len();
    let number = |(page, mut canvas): (usize, Canvas)| {
        if of > 1 {
            let style = Style::new(Font::Regular, 9.0, PAPER.muted).middle();
            canvas.text(WIDTH / 2.0, HEIGHT - MARGIN, style, &format!("{page} / {of}"));
        }
        Page { width: WIDTH, height: HEIGHT, svg: canvas.document(WIDTH, HEIGHT, title, PAPER.ground) }
    };
    (1..).zip(pages).map(number).collect()
}
