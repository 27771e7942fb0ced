//! The drawing of a league: a line for everyone who is ranked, with the places of the last games.

use super::canvas::{Area, Canvas, Setting, Style};
use super::face::draw_face;
use super::fonts::Font;
use super::palette::{PAPER, PICTURE, Palette};
use super::{Drawing, GAP, HEIGHT, INNER, KEY, KEY_SIZE, MARGIN, NOTE, Page, WIDTH};
use crate::export::league::{LeagueEntry, LeagueTable};
use crate::export::names::{SafeLanguage, plain};
use crate::export::sheet::people;
use crate::export::words::Word;
use crate::language::Language;
use crate::session::Face;

/// The height of a line, and of the heads above them.
const ROW: f32 = 24.0;
/// The right edges of the columns with numbers, from the left of the panel.
const NUMBERS: [f32; 3] = [290.0, 352.0, 414.0];
/// The width of a place of the last games, the gap included.
const MARK: f32 = 19.0;

/// A league as a picture, as high as necessary.
pub(in crate::export) fn league_picture(table: &LeagueTable, language: Language) -> Page {
    let all: Vec<Line> = lines(table);
    page(table, &all, PICTURE, 0.0, language)
}

/// A league on as many pages of A4 as it needs.
pub(in crate::export) fn league_paper(table: &LeagueTable, language: Language) -> Vec<Page> {
    let all = lines(table);
    let below = table.below_the_line().map_or(0, |below| below_lines(&SafeLanguage::of(language).say(&below)).len());
    let fitting = ((HEIGHT - 2.0 * MARGIN - 110.0 - NOTE * below as f32) / ROW).max(1.0) as usize;
    if all.is_empty() {
        return vec![page(table, &[], PAPER, HEIGHT, language)];
    }
    all.chunks(fitting).map(|lines| page(table, lines, PAPER, HEIGHT, language)).collect()
}

/// Somebody with safe letters.
struct Line<'a> {
    entry: &'a LeagueEntry,
    name: String,
    face: Face,
}

fn lines(table: &LeagueTable) -> Vec<Line<'_>> {
    let names = table.entries.iter().map(|entry| plain(&entry.name)).collect();
    let looks = table.entries.iter().map(|entry| (entry.face.colour, entry.face.sign));
    let whos = people(names, looks).into_iter().zip(&table.entries);
    let ranked = whos.filter(|(_, entry)| entry.rank.is_some());
    ranked.map(|(who, entry)| Line { entry, name: who.name, face: who.face }).collect()
}

fn below_lines(below: &str) -> Vec<String> {
    Font::Regular.wrap_in(below, 9.0, INNER, 12)
}

fn page(table: &LeagueTable, lines: &[Line], palette: Palette, least: f32, language: Language) -> Page {
    let safe = SafeLanguage::of(language);
    let mut drawing = Drawing { canvas: Canvas::new(Setting::Here), palette, y: MARGIN };
    let title = Word::League.said(safe);
    drawing.head(&title, &table.season(language).unwrap_or_default(), &table.told(language));
    let height = ROW * (lines.len() + 1) as f32 + 8.0;
    let panel = Area { x: MARGIN, y: drawing.y, width: INNER, height };
    drawing.panel(panel, "");
    let mut row = Area { y: panel.y + 2.0, height: ROW, ..panel };
    let head = Style::new(Font::SemiBold, 8.0, drawing.palette.muted);
    drawing.canvas.text(row.x + 62.0, row.y + 15.0, head, &Word::Player.said(safe));
    for (word, right) in [Word::Games, Word::Total, Word::PerGame].into_iter().zip(NUMBERS) {
        drawing.canvas.text(row.x + right, row.y + 15.0, head.end(), &word.said(safe));
    }
    drawing.canvas.text(row.right() - 12.0, row.y + 15.0, head.end(), &Word::LastFive.said(safe));
    for line in lines {
        row.y += ROW;
        line.draw(&mut drawing, row, table, language);
    }
    drawing.y += height;
    if let Some(below) = table.below_the_line() {
        drawing.y += GAP / 2.0;
        let style = drawing.muted(9.0);
        for line in below_lines(&safe.say(&below)) {
            drawing.y += NOTE;
            drawing.canvas.text(MARGIN, drawing.y, style, &line);
        }
    }
    let made = drawing.muted(KEY_SIZE).end();
    drawing.canvas.text(MARGIN + INNER, drawing.y + 10.5, made, &Word::MadeWith.said(safe));
    let height = (drawing.y + KEY + MARGIN - 8.0).max(least);
    let svg = drawing.canvas.document(WIDTH, height, &title, drawing.palette.ground);
    Page { width: WIDTH, height, svg }
}

impl Line<'_> {
    fn draw(&self, drawing: &mut Drawing, row: Area, table: &LeagueTable, language: Language) {
        let Drawing { canvas, palette, .. } = drawing;
        let (entry, middle) = (self.entry, row.y + ROW / 2.0);
        if entry.rank == Some(1) {
            let around = Area { x: row.x + 4.0, y: row.y + 1.0, width: row.width - 8.0, height: ROW - 2.0 };
            canvas.rect(around, 5.0, palette.winner, palette.accent);
        }
        let rank = entry.rank.map_or(String::new(), |rank| rank.to_string());
        canvas.text(row.x + 22.0, middle + 4.3, Style::new(Font::Serif, 13.0, palette.text).middle(), &rank);
        draw_face(canvas, (row.x + 48.0, middle), 8.0, &self.face);
        let room = NUMBERS[0] - 62.0 - 40.0;
        let size = Font::SemiBold.size_for(&self.name, 10.0, room).max(7.0);
        let name = Font::SemiBold.cut(&self.name, size, room);
        canvas.text(row.x + 62.0, middle + 3.6, Style::new(Font::SemiBold, size, palette.text), &name);
        let [games, total, per_game] = NUMBERS.map(|right| row.x + right);
        let regular = Style::new(Font::Regular, 10.0, palette.text).end();
        canvas.text(games, middle + 3.6, regular, &language.number(entry.games.into()));
        canvas.text(total, middle + 3.6, regular, &table.total(entry, language));
        let bold = Style::new(Font::Bold, 10.0, palette.text).end();
        canvas.text(per_game, middle + 3.6, bold, &table.per_game(entry, language));
        for (index, place) in entry.last.iter().rev().enumerate() {
            let x = row.right() - 12.0 - MARK * (index + 1) as f32 + 3.0;
            let mark = Area { x, y: middle - 7.0, width: MARK - 3.0, height: 14.0 };
            let (fill, edge) = if *place == 1 { (palette.winner, palette.accent) } else { (palette.raised, "none") };
            canvas.rect(mark, 4.0, fill, edge);
            let style = Style::new(Font::SemiBold, 8.0, palette.text).middle();
            canvas.text(x + mark.width / 2.0, middle + 2.9, style, &place.to_string());
        }
    }
}
