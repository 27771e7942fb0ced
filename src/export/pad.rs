//! The empty score pad: names across, rounds down, a small box for the bid and room for the total.

use super::ExportError;
use super::drawing::{Area, Canvas, Font, HEIGHT, PAPER, Page, Setting, Style, WIDTH, bid_box};
use super::pdf::document;
use super::words::{Word, pad_players};
use crate::language::Language;
use crate::wizard::{Game, RuleSet};

const MARGIN: f32 = 42.0;
const INNER: f32 = WIDTH - 2.0 * MARGIN;
/// Room for a name, written by hand.
const HEAD: f32 = 36.0;
const ROUNDS: f32 = 44.0;

/// An empty pad of the official plan for so many players.
///
/// # Errors
/// [`ExportError::Players`] for fewer than 3 or more than 6.
pub(super) fn pad(players: usize, language: Language) -> Result<Vec<u8>, ExportError> {
    let game = Game::new(players, 0, RuleSet::default()).map_err(|_| ExportError::Players(players))?;
    let mut canvas = Canvas::new(Setting::Here);
    let top = head(&mut canvas, &game, language);
    let bottom = HEIGHT - MARGIN - 40.0;
    let row = ((bottom - top - HEAD) / game.plan().rounds() as f32).min(58.0);
    let bottom = top + HEAD + row * game.plan().rounds() as f32;
    rounds(&mut canvas, &game, Area { x: MARGIN, y: top, width: INNER, height: bottom - top }, row, language);
    foot(&mut canvas, bottom, language);
    let title = Word::PadTitle.said(language);
    let svg = canvas.document(WIDTH, HEIGHT, &title, PAPER.ground);
    document(&title, None, &[Page { width: WIDTH, height: HEIGHT, svg }], language)
}

/// Title, date and place; answers where the table begins.
fn head(canvas: &mut Canvas, game: &Game, language: Language) -> f32 {
    canvas.text(MARGIN, MARGIN + 20.0, Style::new(Font::Serif, 26.0, PAPER.text), &Word::PadTitle.said(language));
    let small = Style::new(Font::Regular, 9.0, PAPER.muted);
    let players = language.say(&pad_players(game.players(), game.plan().rounds()));
    canvas.text(MARGIN, MARGIN + 36.0, small, &players);
    for (index, label) in [Word::PadDate, Word::PadPlace].into_iter().enumerate() {
        let (x, y) = (MARGIN + 290.0, MARGIN + 18.0 + 20.0 * index as f32);
        canvas.text(x, y, small, &label.said(language));
        canvas.line((x + 32.0, y + 2.0), (MARGIN + INNER, y + 2.0), PAPER.outline, 0.75);
    }
    MARGIN + 54.0
}

fn rounds(canvas: &mut Canvas, game: &Game, area: Area, row: f32, language: Language) {
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

/// What the boxes are, how points are counted, and the forbidden sum.
fn foot(canvas: &mut Canvas, bottom: f32, language: Language) {
    let style = Style::new(Font::Regular, 8.5, PAPER.muted);
    canvas.diamond(MARGIN + 4.0, bottom + 13.0, 2.8, PAPER.accent);
    canvas.text(MARGIN + 11.0, bottom + 16.0, style, &Word::PadKey.said(language));
    canvas.text(MARGIN, bottom + 28.5, style, &Word::PadPoints.said(language));
    canvas.text(MARGIN, bottom + 41.0, style, &Word::PadForbiddenSum.said(language));
}
