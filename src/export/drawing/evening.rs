//! The drawing of an evening: what it comes to beside its games, each with everyone's faces and totals.

use super::canvas::{Area, Canvas, Setting, Style};
use super::face::draw_face;
use super::fonts::Font;
use super::palette::{PAPER, PICTURE, Palette};
use super::{
    Drawing, GAP, HEIGHT, INNER, KEY, KEY_SIZE, MARGIN, PANEL_TITLE, Page, STANDINGS, WIDTH, standings_height,
};
use crate::export::evening::{Game, Score, Summary};
use crate::export::names::SafeLanguage;
use crate::export::words::Word;
use crate::session::Face;

/// The height of a game's first line.
const GAME: f32 = 16.0;
/// The height of a line of scores, and the gap between two scores.
const LINE: f32 = 22.0;
const BETWEEN: f32 = 8.0;
/// The height below a game.
const BELOW: f32 = 9.0;
const FACE: f32 = 7.5;
const SIZE: f32 = 10.0;

/// An evening as a picture, as high as necessary.
pub(in crate::export) fn evening_picture(evening: &Summary) -> Page {
    page(evening, PICTURE, 0.0)
}

/// An evening on A4; higher for more games than fit.
pub(in crate::export) fn evening_paper(evening: &Summary) -> Page {
    page(evening, PAPER, HEIGHT)
}

fn page(evening: &Summary, palette: Palette, least: f32) -> Page {
    let mut drawing = Drawing { canvas: Canvas::new(Setting::Here), palette, y: MARGIN };
    drawing.head(&evening.name, &evening.when_and_where(SafeLanguage::date), &evening.facts);
    let places = evening.standings();
    let width = INNER - STANDINGS - GAP - 24.0;
    let games: Vec<Vec<Vec<Chip>>> = evening.games.iter().map(|game| chips(evening, game, width)).collect();
    let needed: f32 = games.iter().map(|lines| GAME + LINE * lines.len() as f32 + BELOW).sum();
    let height = standings_height(&places, false).max(PANEL_TITLE + needed);
    let right = drawing.standings(height, &Word::AllGames.said(evening.language), &places, false);
    drawing.panel(right, &Word::Games.said(evening.language));
    let mut y = right.y + PANEL_TITLE;
    for (game, lines) in evening.games.iter().zip(games) {
        let told = Font::Regular.cut(&game.told, 8.0, width);
        drawing.canvas.text(right.x + 12.0, y + 9.0, drawing.muted(8.0), &told);
        y += GAME;
        for line in lines {
            for chip in line {
                chip.draw(&mut drawing.canvas, (right.x + 12.0, y), &drawing.palette);
            }
            y += LINE;
        }
        y += BELOW;
    }
    drawing.y += height;
    let made = drawing.muted(KEY_SIZE).end();
    drawing.canvas.text(MARGIN + INNER, drawing.y + 10.5, made, &Word::MadeWith.said(evening.language));
    let height = (drawing.y + KEY + MARGIN - 8.0).max(least);
    let svg = drawing.canvas.document(WIDTH, height, &evening.name, drawing.palette.ground);
    Page { width: WIDTH, height, svg }
}

/// A player's face with the total, and with the name of whoever is ahead.
struct Chip<'a> {
    /// The distance from the start of the line.
    x: f32,
    width: f32,
    score: &'a Score,
    face: &'a Face,
    /// The name, as far as there is room; empty for those who are not ahead.
    name: String,
}

/// The scores of a game, in as many lines of this width as they need; the names of those ahead stand above the others.
fn chips<'a>(evening: &'a Summary, game: &'a Game, room: f32) -> Vec<Vec<Chip<'a>>> {
    let (mut lines, mut line, mut x) = (Vec::new(), Vec::new(), 0.0);
    for score in &game.scores {
        let Some(who) = evening.who(score) else { continue };
        let beside = 2.0 * FACE + 12.0 + Font::Bold.width(&score.total, SIZE);
        let name = if score.ahead { Font::SemiBold.cut(&who.name, SIZE, room - beside - 5.0) } else { String::new() };
        let width = beside + if name.is_empty() { 0.0 } else { Font::SemiBold.width(&name, SIZE) + 5.0 };
        let below = line.last().is_some_and(|before: &Chip| before.score.ahead != score.ahead);
        if below || !line.is_empty() && x + width > room {
            lines.push(std::mem::take(&mut line));
            x = 0.0;
        }
        line.push(Chip { x, width, score, face: &who.face, name });
        x += width + BETWEEN;
    }
    lines.push(line);
    lines
}

impl Chip<'_> {
    fn draw(&self, canvas: &mut Canvas, (left, y): (f32, f32), palette: &Palette) {
        let (x, middle) = (left + self.x, y + LINE / 2.0);
        if self.score.won {
            let around = Area { x, y: y + 1.0, width: self.width, height: LINE - 2.0 };
            canvas.rect(around, (LINE - 2.0) / 2.0, palette.winner, palette.accent);
        }
        draw_face(canvas, (x + FACE + 2.0, middle), FACE, self.face);
        let baseline = middle + SIZE * 0.36;
        let name = Style::new(Font::SemiBold, SIZE, palette.text);
        canvas.text(x + 2.0 * FACE + 6.0, baseline, name, &self.name);
        let total = Style::new(Font::Bold, SIZE, palette.text).end();
        canvas.text(x + self.width - 6.0, baseline, total, &self.score.total);
    }
}
