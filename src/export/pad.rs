//! The empty score pad: names across, rounds down, each cell with a small box for the bid and room for the total.

use super::ExportError;
use super::drawing::{Area, Canvas, Font, HEIGHT, PAPER, Page, Setting, Style, WIDTH, bid_box};
use super::names::SafeLanguage;
use super::pdf::document;
use super::words::{Word, pad_players};
use crate::wizard::{Game, RuleSet};

const MARGIN: f32 = 42.0;
const INNER: f32 = WIDTH - 2.0 * MARGIN;
/// The height for a handwritten name.
const HEAD: f32 = 36.0;
const ROUNDS: f32 = 44.0;
/// The width for the title, before date and place.
const TITLE: f32 = 280.0;
/// The width of the dealer's sign with the gap after it.
const DIAMOND: f32 = 11.0;
const FOOT_SIZE: f32 = 8.5;
const FOOT_LINE: f32 = 12.5;

/// An empty pad of the official plan for this many players, mentioning Plus/Minus One if asked to.
///
/// # Errors
/// [`ExportError::Players`] for fewer than 3 or more than 6.
pub(super) fn pad(players: usize, plus_minus_one: bool, language: SafeLanguage) -> Result<Vec<u8>, ExportError> {
    let game = Game::new(players, 0, RuleSet::default()).map_err(|_| ExportError::Players(players))?;
    let mut canvas = Canvas::new(Setting::Here);
    let top = head(&mut canvas, &game, language);
    let words = foot_lines(plus_minus_one, language);
    let bottom = HEIGHT - MARGIN - 2.5 - FOOT_LINE * words.len() as f32;
    let row = ((bottom - top - HEAD) / game.plan().rounds() as f32).min(58.0);
    let bottom = top + HEAD + row * game.plan().rounds() as f32;
    rounds(&mut canvas, &game, Area { x: MARGIN, y: top, width: INNER, height: bottom - top }, row, language);
    foot(&mut canvas, bottom, &words);
    let title = Word::PadTitle.said(language);
    let svg = canvas.document(WIDTH, HEIGHT, &title, PAPER.ground);
    document(&title, None, &[Page { width: WIDTH, height: HEIGHT, svg }], language)
}

/// Draws title, date and place; returns where the table begins.
fn head(canvas: &mut Canvas, game: &Game, language: SafeLanguage) -> f32 {
    let title = Word::PadTitle.said(language);
    let size = Font::Serif.size_for(&title, 26.0, TITLE);
    canvas.text(MARGIN, MARGIN + 20.0, Style::new(Font::Serif, size, PAPER.text), &title);
    let small = Style::new(Font::Regular, 9.0, PAPER.muted);
    let players = language.say(&pad_players(game.players(), game.plan().rounds()));
    canvas.text(MARGIN, MARGIN + 36.0, small, &players);
    let labels = [Word::PadDate, Word::PadPlace].map(|word| word.said(language));
    let room = labels.iter().map(|label| Font::Regular.width(label, 9.0)).fold(24.0, f32::max) + 8.0;
    for (index, label) in labels.iter().enumerate() {
        let (x, y) = (MARGIN + TITLE + 10.0, MARGIN + 18.0 + 20.0 * index as f32);
        canvas.text(x, y, small, label);
        canvas.line((x + room, y + 2.0), (MARGIN + INNER, y + 2.0), PAPER.outline, 0.75);
    }
    MARGIN + 54.0
}

fn rounds(canvas: &mut Canvas, game: &Game, area: Area, row: f32, language: SafeLanguage) {
    let column = (area.width - ROUNDS) / game.players() as f32;
    let player = |seat: usize| area.x + ROUNDS + column * seat as f32;
    canvas.rect(area, 6.0, "none", PAPER.outline);
    let label = Style::new(Font::Regular, 8.0, PAPER.muted).middle();
    canvas.text(area.x + ROUNDS / 2.0, area.y + HEAD - 8.0, label, &Word::Round.said(language));
    let size = (row * 0.4).clamp(9.0, 13.0);
    for round in 1..=game.plan().rounds() {
        let y = area.y + HEAD + row * (round - 1) as f32;
        canvas.line((area.x, y), (area.right(), y), PAPER.outline, if round == 1 { 1.2 } else { 0.6 });
        let number = Style::new(Font::SemiBold, size, PAPER.text).middle();
        canvas.text(area.x + ROUNDS / 2.0, y + row / 2.0 + size * 0.36, number, &round.to_string());
        for seat in 0..game.players() {
            let (x, width) = (player(seat), (column * 0.4).min(46.0));
            bid_box(canvas, Area { x: x + column - width, y, width, height: row * 0.62 }, PAPER.outline);
        }
        let dealer = player(game.dealer(round)) + 8.0;
        canvas.diamond(dealer, y + row / 2.0, 2.8, PAPER.accent);
    }
    for seat in 0..game.players() {
        let x = player(seat);
        canvas.line((x, area.y), (x, area.bottom()), PAPER.outline, 0.9);
        canvas.line((x + 10.0, area.y + HEAD - 8.0), (x + column - 10.0, area.y + HEAD - 8.0), PAPER.outline, 0.6);
    }
}

/// The explanation of the boxes and the points, and of the forbidden sum if asked for, in as many lines as the language
/// needs.
fn foot_lines(plus_minus_one: bool, language: SafeLanguage) -> Vec<String> {
    let forbidden = plus_minus_one.then_some(Word::PadForbiddenSum);
    let words = [Word::PadKey, Word::PadPoints].into_iter().chain(forbidden);
    words.flat_map(|word| Font::Regular.wrap(&word.said(language), FOOT_SIZE, INNER - DIAMOND)).collect()
}

/// Draws the lines below the rounds; the first one is about the dealer's sign, drawn before it.
fn foot(canvas: &mut Canvas, bottom: f32, lines: &[String]) {
    let style = Style::new(Font::Regular, FOOT_SIZE, PAPER.muted);
    canvas.diamond(MARGIN + 4.0, bottom + 13.0, 2.8, PAPER.accent);
    for (index, line) in lines.iter().enumerate() {
        let x = if index == 0 { MARGIN + DIAMOND } else { MARGIN };
        canvas.text(x, bottom + 16.0 + FOOT_LINE * index as f32, style, line);
    }
}
