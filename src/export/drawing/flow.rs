//! Lists that run in columns over as many pages as they need, each with the same head and its number.

use super::canvas::{Area, Canvas, Setting, Style};
use super::fonts::Font;
use super::palette::{PAPER, PICTURE, Palette};
use super::{Drawing, GAP, HEIGHT, INNER, KEY, KEY_SIZE, MARGIN, Page, WIDTH};
use crate::export::names::SafeLanguage;
use crate::export::words::Word;
use crate::language::Language;
use crate::table::Table;

/// Header and footer of a list, on every page.
pub(in crate::export) struct Head {
    pub(in crate::export) title: String,
    pub(in crate::export) when: String,
    pub(in crate::export) facts: Vec<String>,
    pub(in crate::export) made: String,
}

impl Head {
    pub(in crate::export) fn of(table: &Table, language: Language) -> Head {
        let language = SafeLanguage::of(language);
        Head {
            title: language.translate(&table.title),
            when: String::new(),
            facts: table.facts.iter().map(|fact| language.translate(fact)).collect(),
            made: Word::MadeWith.translated(language),
        }
    }
}

type Draw<'a> = Box<dyn Fn(&mut Drawing, Area) + 'a>;

/// A part of a list that stays together.
pub(in crate::export) struct Block<'a> {
    pub(super) height: f32,
    draw: Draw<'a>,
}

impl<'a> Block<'a> {
    pub(super) fn new(height: f32, draw: impl Fn(&mut Drawing, Area) + 'a) -> Block<'a> {
        Block { height, draw: Box::new(draw) }
    }

    pub(super) fn draw(&self, drawing: &mut Drawing, area: Area) {
        (self.draw)(drawing, area);
    }

    pub(in crate::export) fn nothing() -> Block<'a> {
        Block::new(0.0, |_, _| {})
    }
}

/// One below the other. Returns where they end.
pub(super) fn stack<'a>(drawing: &mut Drawing, area: Area, blocks: impl Iterator<Item = &'a Block<'a>>) -> f32 {
    blocks.fold(area.y, |y, block| {
        block.draw(drawing, Area { y, height: block.height, ..area });
        y + block.height
    })
}

/// A list: its number of columns, the heading of each, and the key below.
pub(super) struct Flow<'a> {
    pub(super) head: &'a Head,
    pub(super) columns: usize,
    pub(super) heading: Block<'a>,
    pub(super) key: Block<'a>,
}

impl Flow<'_> {
    /// The width of each of so many columns.
    pub(super) fn width(columns: usize) -> f32 {
        (INNER - 2.0 * GAP * (columns - 1) as f32) / columns as f32
    }

    /// One page as high as these blocks, in a single column.
    pub(super) fn picture(&self, blocks: &[Block]) -> Page {
        let mut drawing = self.begun(PICTURE);
        let top = Area { x: MARGIN, y: drawing.y, width: INNER, height: 0.0 };
        let bottom = stack(&mut drawing, top, std::iter::once(&self.heading).chain(blocks));
        let made = drawing.muted(KEY_SIZE).end();
        drawing.canvas.text(MARGIN + INNER, bottom + 10.5, made, &self.head.made);
        let height = bottom + KEY + MARGIN - 8.0;
        let svg = drawing.canvas.document(WIDTH, height, &self.head.title, drawing.palette.ground);
        Page { width: WIDTH, height, svg }
    }

    /// The pages with these blocks, down one column after the other, the last ones as high as each other; one page if
    /// there are none.
    pub(super) fn pages(&self, blocks: &[Block]) -> Vec<Canvas> {
        self.pages_below(Block::nothing(), blocks)
    }

    /// With something above the columns of the first page.
    pub(super) fn pages_below(&self, above: Block, blocks: &[Block]) -> Vec<Canvas> {
        let width = Flow::width(self.columns);
        let bottom = HEIGHT - MARGIN - KEY;
        let (mut pages, mut rest) = (Vec::new(), blocks);
        loop {
            let mut drawing = self.begun(PAPER);
            let made = drawing.muted(KEY_SIZE).end();
            drawing.canvas.text(MARGIN + INNER, HEIGHT - MARGIN, made, &self.head.made);
            let foot = Area { x: MARGIN, y: HEIGHT - MARGIN - self.key.height, width: INNER, height: self.key.height };
            self.key.draw(&mut drawing, foot);
            if pages.is_empty() {
                let area = Area { x: MARGIN, y: drawing.y, width: INNER, height: above.height };
                above.draw(&mut drawing, area);
                drawing.y += above.height;
            }
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
                    block.draw(&mut drawing, Area { y: area.y + taken, height: block.height, ..area });
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

    fn begun(&self, palette: Palette) -> Drawing {
        let mut drawing = Drawing { canvas: Canvas::new(Setting::Here), palette, y: MARGIN };
        drawing.head(&self.head.title, &self.head.when, &self.head.facts);
        drawing
    }

    /// Returns where the first block goes.
    fn column(&self, drawing: &mut Drawing, column: usize, width: f32, top: f32) -> Area {
        let x = MARGIN + (width + 2.0 * GAP) * column as f32;
        let heading = Area { x, y: top, width, height: self.heading.height };
        self.heading.draw(drawing, heading);
        Area { y: heading.bottom(), ..heading }
    }
}

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
