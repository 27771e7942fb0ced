//! The drawing of a session's sheet for pictures and paper: title, standings, chart, rounds, key, notes.

mod canvas;
mod face;
mod flow;
mod fonts;
mod letters;
mod palette;
mod plot;
mod rounds;
mod slips;
mod standings;
mod table;
mod tournament;

pub(super) use canvas::{Area, Canvas, Setting, Style};
pub(super) use face::draw_face;
pub(super) use flow::{Block, Head, numbered};
pub use fonts::FONTS;
pub(super) use fonts::Font;
pub(super) use letters::database;
pub(super) use palette::{PAGE, PAPER, Palette, dark_line, player};
pub(super) use plot::plot;
pub(super) use rounds::bid_box;
pub(super) use slips::slips;
pub(super) use table::{table_paper, table_picture};
pub(super) use tournament::{ranking, seats_by_name, seats_by_table, tables};

use super::names::SafeLanguage;
use super::sheet::{Place, Sheet};
use super::words;
use super::words::Word;
use palette::PICTURE;

/// The most penalties in a page's key; more go with the notes.
const KEY_PENALTIES: usize = 8;
/// The width of A4, in points.
pub(super) const WIDTH: f32 = 595.28;
pub(super) const HEIGHT: f32 = 841.89;
/// The margin, more than printers leave free.
const MARGIN: f32 = 36.0;
const INNER: f32 = WIDTH - 2.0 * MARGIN;
const GAP: f32 = 12.0;
const PANEL_TITLE: f32 = 26.0;
const STANDINGS: f32 = 208.0;
const KEY: f32 = 16.0;
const KEY_SIZE: f32 = 7.0;
const KEY_LINE: f32 = 9.0;
const NOTE: f32 = 12.5;

pub(super) struct Page {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) svg: String,
}

/// As high as necessary; without notes, which are for those who were there.
pub(super) fn picture(sheet: &Sheet, setting: Setting) -> Page {
    let mut drawing = Drawing { canvas: Canvas::new(setting), palette: PICTURE, y: MARGIN };
    drawing.head_of(sheet);
    drawing.panels(sheet, false);
    drawing.rounds(sheet, 19.0, &sheet.adjustments);
    let height = drawing.y + MARGIN - 8.0;
    let svg = drawing.canvas.document(WIDTH, height, &sheet.title, drawing.palette.ground);
    Page { width: WIDTH, height, svg }
}

/// One page of A4, and more only if the notes are long.
pub(super) fn paper(sheet: &Sheet) -> Vec<Page> {
    let mut drawing = Drawing { canvas: Canvas::new(Setting::Here), palette: PAPER, y: MARGIN };
    drawing.head_of(sheet);
    drawing.panels(sheet, sheet.rows.len() > 25);
    let in_key = if sheet.adjustments.len() > KEY_PENALTIES { &[][..] } else { &sheet.adjustments };
    let lines = sheet.adjustments.iter().filter(|_| in_key.is_empty()).chain(&sheet.notes);
    let mut notes: Vec<String> = lines.flat_map(|line| Font::Regular.wrap(line, 9.0, INNER)).collect::<Vec<_>>();
    let room = HEIGHT - MARGIN - drawing.y - rounds::HEAD - key_height(sheet, in_key);
    // The notes' first lines may take some height from the rows, but not their legibility.
    let wanted = if notes.is_empty() { 0.0 } else { 30.0 + NOTE * notes.len().min(12) as f32 };
    let rows = sheet.rows.len().max(1) as f32;
    let row = ((room - wanted) / rows).max(12.0).min(room / rows).min(20.0);
    drawing.rounds(sheet, row, in_key);
    let mut pages = Vec::new();
    drawing.y += GAP;
    loop {
        let fitting = ((HEIGHT - MARGIN - drawing.y - 20.0) / NOTE).max(0.0) as usize;
        let rest = notes.split_off(notes.len().min(fitting));
        drawing.notes(&sheet.word(Word::Notes), &notes);
        let svg = drawing.canvas.document(WIDTH, HEIGHT, &sheet.title, drawing.palette.ground);
        pages.push(Page { width: WIDTH, height: HEIGHT, svg });
        if rest.is_empty() {
            return pages;
        }
        notes = rest;
        drawing = Drawing { canvas: Canvas::new(Setting::Here), palette: PAPER, y: MARGIN };
    }
}

struct Drawing {
    canvas: Canvas,
    palette: Palette,
    /// The upper edge of what comes next.
    y: f32,
}

impl Drawing {
    fn style(&self, font: Font, size: f32) -> Style {
        Style::new(font, size, self.palette.text)
    }

    fn muted(&self, size: f32) -> Style {
        Style::new(Font::Regular, size, self.palette.muted)
    }

    fn head_of(&mut self, sheet: &Sheet) {
        self.head(&sheet.title, &sheet.when_and_where(SafeLanguage::date), &sheet.facts);
    }

    fn head(&mut self, title: &str, when: &str, facts: &[String]) {
        let one_line = Font::Serif.width(title, 28.0) <= INNER;
        let size = if one_line { 28.0 } else { 20.0 };
        let style = self.style(Font::Serif, size);
        for line in Font::Serif.wrap_in(title, size, INNER, 3) {
            self.y += size;
            self.canvas.text(MARGIN, self.y - size * 0.24, style, &line);
        }
        if !when.is_empty() {
            for line in Font::Regular.wrap_in(when, 10.5, INNER, 2) {
                self.y += 14.0;
                self.canvas.text(MARGIN, self.y - 1.5, self.muted(10.5), &line);
            }
        }
        self.y += 8.0;
        self.pills(facts);
        self.y += GAP;
    }

    fn pills(&mut self, facts: &[String]) {
        let (size, height) = (8.0, 16.0);
        let mut x = MARGIN;
        for fact in facts {
            let words = Font::Regular.cut(fact, size, INNER - 16.0);
            let width = Font::Regular.width(&words, size) + 16.0;
            if x > MARGIN && x + width > MARGIN + INNER {
                x = MARGIN;
                self.y += height + 4.0;
            }
            let pill = Area { x, y: self.y, width, height };
            self.canvas.rect(pill, height / 2.0, self.palette.raised, "none");
            self.canvas.text(x + 8.0, self.y + 10.9, self.style(Font::Regular, size), &words);
            x += width + 6.0;
        }
        self.y += height;
    }

    fn panel(&mut self, area: Area, title: &str) {
        self.canvas.rect(area, 8.0, self.palette.surface, self.palette.outline);
        if !title.is_empty() {
            self.canvas.text(area.x + 12.0, area.y + 18.5, self.style(Font::Serif, 13.5), title);
        }
    }

    fn panels(&mut self, sheet: &Sheet, compact: bool) {
        let places = sheet.standings();
        let height = standings_height(&places, compact).max(if compact { 140.0 } else { 160.0 });
        let right = self.standings(height, &sheet.standings_title(), &places, compact);
        self.panel(right, &sheet.chart_title());
        let inside = Area {
            x: right.x + 6.0,
            y: right.y + PANEL_TITLE,
            width: right.width - 12.0,
            height: height - PANEL_TITLE - 4.0,
        };
        plot(&mut self.canvas, inside, sheet, &self.palette);
        self.y += height + GAP;
    }

    /// Returns the area right of the panel.
    fn standings(&mut self, height: f32, title: &str, places: &[Place], compact: bool) -> Area {
        let left = Area { x: MARGIN, y: self.y, width: STANDINGS, height };
        self.panel(left, title);
        let inside = Area { x: left.x + 8.0, y: left.y + PANEL_TITLE, width: left.width - 16.0, height };
        standings::standings(&mut self.canvas, inside, places, compact, &self.palette);
        Area { x: left.right() + GAP, width: INNER - STANDINGS - GAP, ..left }
    }

    fn rounds(&mut self, sheet: &Sheet, row: f32, penalties: &[String]) {
        let height = rounds::HEAD + row * sheet.rows.len() as f32;
        let area = Area { x: MARGIN, y: self.y, width: INNER, height };
        self.panel(area, "");
        rounds::rounds(&mut self.canvas, area, row, sheet, &self.palette);
        self.y += height;
        self.key(sheet, penalties);
    }

    fn key(&mut self, sheet: &Sheet, penalties: &[String]) {
        let style = self.muted(KEY_SIZE);
        let lines = key_lines(sheet, penalties);
        let made = sheet.word(Word::MadeWith);
        for (index, line) in lines.iter().enumerate() {
            let y = self.y + 10.5 + KEY_LINE * index as f32;
            for (x, sign, words) in line {
                let x = MARGIN + x;
                match sign {
                    Sign::Dealer => self.canvas.diamond(x + 4.0, y - 2.4, 2.4, self.palette.accent),
                    Sign::Bomb => rounds::bomb(&mut self.canvas, x + 4.0, y - 2.6, self.palette.muted),
                    Sign::None => {}
                }
                self.canvas.text(x + sign.width(), y, style, words);
            }
            if index + 1 == lines.len() {
                self.canvas.text(MARGIN + INNER, y, style.end(), &made);
            }
        }
        self.y += key_height(sheet, penalties);
    }

    fn notes(&mut self, title: &str, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        self.y += 14.0;
        self.canvas.text(MARGIN, self.y, self.style(Font::Serif, 13.5), title);
        self.y += 4.0;
        for line in lines {
            self.y += NOTE;
            self.canvas.text(MARGIN, self.y, self.style(Font::Regular, 9.0), line);
        }
    }
}

fn standings_height(places: &[Place], compact: bool) -> f32 {
    PANEL_TITLE + standings::row_height(compact) * places.len() as f32 + 8.0
}

#[derive(Clone, Copy)]
enum Sign {
    None,
    Dealer,
    Bomb,
}

impl Sign {
    fn width(self) -> f32 {
        match self {
            Sign::None => 0.0,
            Sign::Dealer => 9.0,
            Sign::Bomb => 11.0,
        }
    }
}

/// Each part has its position, its sign and its words.
fn key_lines(sheet: &Sheet, penalties: &[String]) -> Vec<Vec<(f32, Sign, String)>> {
    let mut parts = vec![(Sign::Dealer, sheet.word(Word::DealerKey)), (Sign::None, sheet.word(Word::CellKey))];
    if sheet.has_cloud() {
        parts.push((Sign::None, sheet.word(Word::CloudKey)));
    }
    if sheet.has_bomb() {
        parts.push((Sign::Bomb, sheet.word(Word::BombKey)));
    }
    parts.extend(sheet.waived_keys().map(|key| (Sign::None, key)));
    if sheet.has_trump() {
        parts.push((Sign::None, sheet.language.translate(&words::trump_key(sheet.deck))));
    }
    let cut = |line: &String| (Sign::None, Font::Regular.cut(line, KEY_SIZE, INNER));
    parts.extend(penalties.iter().map(cut));
    let width = |words: &str| Font::Regular.width(words, KEY_SIZE);
    let (mut lines, mut line, mut x) = (Vec::new(), Vec::new(), 0.0);
    for (sign, words) in parts {
        let needed = sign.width() + width(&words);
        if !line.is_empty() && x + needed > INNER {
            lines.push(std::mem::take(&mut line));
            x = 0.0;
        }
        line.push((x, sign, words));
        x += needed + 9.0;
    }
    lines.push(line);
    if x + width(&sheet.word(Word::MadeWith)) > INNER {
        lines.push(Vec::new());
    }
    lines
}

fn key_height(sheet: &Sheet, penalties: &[String]) -> f32 {
    KEY + KEY_LINE * (key_lines(sheet, penalties).len() - 1) as f32
}
