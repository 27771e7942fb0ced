//! Empty score pads: players across, rounds down, each cell with room for a bid and a total.

use super::drawing::{Area, Canvas, Font, HEIGHT, PAPER, Page, Setting, Style, WIDTH, bid_box};
use super::error::no_pad;
use super::names::{SafeLanguage, isolated, plain};
use super::pdf::document;
use super::tournament::{name_of, table_of};
use super::words;
use super::words::{Word, pad_players};
use crate::last_wizard::{PLAYERS_MAX, PLAYERS_MIN};
use crate::seats::{Seat, Seating};
use crate::text;
use crate::text::Text;
use crate::tournament::{Table, Tournament};
use crate::wizard::{Game, RuleConflict, RuleSet};

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
/// The rounds of a pad of The Last Wizard, which has no plan.
const ROUNDS_ON_TRACK: usize = 16;

struct Pad {
    title: String,
    /// The players and rounds, where they are fixed.
    subtitle: String,
    /// Right of the title: date and place, or the labels of lines to write them on.
    corner: [String; 2],
    is_corner_filled: bool,
    /// Empty ones are written by hand.
    names: Vec<String>,
    /// Below each round's number; empty for nothing.
    rounds: Vec<String>,
    seating: Seating,
    cell: fn(&mut Canvas, Area),
    /// Below the rounds; the first line explains the sign of the starter.
    foot: Vec<String>,
}

pub(super) fn wizard(
    players: usize,
    rules: &RuleSet,
    names: &[String],
    language: SafeLanguage,
) -> Result<Vec<u8>, Text> {
    let pad = of_wizard(players, rules, names, language)?;
    document(&pad.title, None, &[pad.page(language)], language)
}

pub(super) fn last_wizard(players: usize, names: &[String], language: SafeLanguage) -> Result<Vec<u8>, Text> {
    if !(PLAYERS_MIN..=PLAYERS_MAX).contains(&players) {
        return Err(no_pad(players));
    }
    let foot = [
        text!(
            "plays first in the round, if the first column's player begins. Circle and square: the tokens bet. \
             Beside them: the space. Everyone begins on 15."
        ),
        text!(
            "Best hand: both tokens forwards; all others: both back. Fold: 1 forwards at the first bet, the round \
             token back at the second. A gain that begins on 1 to 7 is doubled."
        ),
        text!("With 5 or 6 players the second best hand moves the lower token forwards. On 30 or 0 it ends."),
    ];
    let pad = Pad {
        title: language.translate(&text!("The Last Wizard: score pad")),
        subtitle: String::new(),
        corner: date_and_place().map(|word| language.translate(&word)),
        is_corner_filled: false,
        names: across(names, players)?,
        rounds: vec![String::new(); ROUNDS_ON_TRACK],
        seating: Seating::new(players, 0),
        cell: tokens,
        foot: foot.iter().map(|line| language.translate(line)).collect(),
    };
    document(&pad.title, None, &[pad.page(language)], language)
}

/// A page for each table, whose first dealer has the first column.
pub(super) fn of_tables(of: &Tournament, round: usize, language: SafeLanguage) -> Result<Vec<Page>, Text> {
    let known = of.names();
    let page = |table: &Table| {
        let mut players = table.players.clone();
        let first = table.first_dealer.min(players.len());
        players.rotate_left(first);
        let names: Vec<String> =
            players.iter().map(|number| format!("{number}  {}", isolated(&name_of(&known, *number)))).collect();
        let table = [&of.settings.round_name(round), &table_of(table)].map(|text| language.translate(text)).join(" · ");
        let pad = of_wizard(players.len(), &of.settings.rules_at(players.len()), &names, language)?;
        let corner = [isolated(&plain(&of.name)), table];
        Ok(Pad { corner, is_corner_filled: true, ..pad }.page(language))
    };
    of.tables(round).iter().map(page).collect()
}

fn of_wizard(players: usize, rules: &RuleSet, names: &[String], language: SafeLanguage) -> Result<Pad, Text> {
    let game = Game::new(players, 0, rules.clone()).map_err(|conflict| match conflict {
        RuleConflict::Players(_) => no_pad(players),
        other => other.text(),
    })?;
    let hands = game.plan().hands();
    let odd = (1..).zip(hands).any(|(round, &cards)| usize::from(cards) != round);
    let cards = |&cards: &u8| if odd { language.translate(&words::cards(cards)) } else { String::new() };
    let subtitle = language.translate(&pad_players(players, hands.len()));
    let forbidden = rules
        .plus_minus_one
        .then(|| text!("With Plus/Minus One: the bids of a round may not add up to its cards. The dealer bids last."));
    let foot = [
        text!("dealer of the round, if the first column's player deals round 1. Small box: bid. Beside it: total."),
        text!("Bid met: 20 + 10 for each trick. Missed: −10 for each trick off."),
    ];
    Ok(Pad {
        title: language.translate(&text!("Wizard score pad")),
        subtitle: if rules.unicolor {
            format!("{subtitle} · {}", language.translate(&text!("Unicolor")))
        } else {
            subtitle
        },
        corner: date_and_place().map(|word| language.translate(&word)),
        is_corner_filled: false,
        names: across(names, players)?,
        rounds: hands.iter().map(cards).collect(),
        seating: game.seating().clone(),
        cell: |canvas, cell| {
            let width = (cell.width * 0.4).min(46.0);
            let area = Area { x: cell.right() - width, y: cell.y, width, height: cell.height * 0.62 };
            bid_box(canvas, area, PAPER.outline);
        },
        foot: foot.iter().chain(&forbidden).map(|line| language.translate(line)).collect(),
    })
}

fn date_and_place() -> [Text; 2] {
    [text!("Date"), text!("where the game was played" => "Place")]
}

fn across(names: &[String], players: usize) -> Result<Vec<String>, Text> {
    if names.len() > players {
        return Err(text!("there are {names} names for {players} players", names = names.len(), players = players));
    }
    Ok((0..players).map(|seat| names.get(seat).map_or(String::new(), |name| plain(name))).collect())
}

fn tokens(canvas: &mut Canvas, cell: Area) {
    let radius = (cell.width * 0.13).min(cell.height * 0.32).min(9.0);
    let (x, y) = (cell.right() - radius - 4.0, cell.y + cell.height / 2.0);
    canvas.circle(x - 2.0 * radius - 3.0, y, radius, "none", PAPER.outline);
    let square = Area { x: x - radius, y: y - radius, width: 2.0 * radius, height: 2.0 * radius };
    canvas.rect(square, 1.0, "none", PAPER.outline);
}

impl Pad {
    fn page(&self, language: SafeLanguage) -> Page {
        let mut canvas = Canvas::new(Setting::Here);
        let top = self.head(&mut canvas);
        let wrapped = |line: &String| Font::Regular.wrap(line, FOOT_SIZE, INNER - DIAMOND);
        let foot: Vec<String> = self.foot.iter().flat_map(wrapped).collect();
        let bottom = HEIGHT - MARGIN - 2.5 - FOOT_LINE * foot.len() as f32;
        let rounds = self.rounds.len() as f32;
        let row = ((bottom - top - HEAD) / rounds).min(58.0);
        let bottom = top + HEAD + row * rounds;
        self.rounds(&mut canvas, Area { x: MARGIN, y: top, width: INNER, height: bottom - top }, row, language);
        draw_foot(&mut canvas, bottom, &foot);
        Page { width: WIDTH, height: HEIGHT, svg: canvas.document(WIDTH, HEIGHT, &self.title, PAPER.ground) }
    }

    /// Returns where the table begins.
    fn head(&self, canvas: &mut Canvas) -> f32 {
        let size = Font::Serif.size_for(&self.title, 26.0, TITLE);
        canvas.text(MARGIN, MARGIN + 20.0, Style::new(Font::Serif, size, PAPER.text), &self.title);
        let small = Style::new(Font::Regular, 9.0, PAPER.muted);
        canvas.text(MARGIN, MARGIN + 36.0, small, &self.subtitle);
        let left = MARGIN + TITLE + 10.0;
        let widths = self.corner.iter().map(|label| Font::Regular.width(label, 9.0));
        let room = widths.fold(24.0, f32::max) + 8.0;
        for (index, words) in self.corner.iter().enumerate() {
            let y = MARGIN + 18.0 + 20.0 * index as f32;
            if self.is_corner_filled {
                let size = Font::SemiBold.size_for(words, 12.0, MARGIN + INNER - left).max(8.0);
                let words = Font::SemiBold.cut(words, size, MARGIN + INNER - left);
                canvas.text(MARGIN + INNER, y, Style::new(Font::SemiBold, size, PAPER.text).end(), &words);
            } else {
                canvas.text(left, y, small, words);
                canvas.line((left + room, y + 2.0), (MARGIN + INNER, y + 2.0), PAPER.outline, 0.75);
            }
        }
        MARGIN + 54.0
    }

    fn rounds(&self, canvas: &mut Canvas, area: Area, row: f32, language: SafeLanguage) {
        let column = (area.width - ROUNDS) / self.names.len().max(1) as f32;
        let player = |seat: Seat| area.x + ROUNDS + column * seat as f32;
        canvas.rect(area, 6.0, "none", PAPER.outline);
        let label = Style::new(Font::Regular, 8.0, PAPER.muted).middle();
        canvas.text(area.x + ROUNDS / 2.0, area.y + HEAD - 8.0, label, &Word::Round.translated(language));
        let size = (row * 0.4).clamp(9.0, 13.0);
        for (round, below) in (1..).zip(&self.rounds) {
            let y = area.y + HEAD + row * (round - 1) as f32;
            canvas.line((area.x, y), (area.right(), y), PAPER.outline, if round == 1 { 1.2 } else { 0.6 });
            let (x, middle) = (area.x + ROUNDS / 2.0, y + row / 2.0);
            let up = if below.is_empty() { 0.0 } else { size * 0.3 };
            let number = Style::new(Font::SemiBold, size, PAPER.text).middle();
            canvas.text(x, middle + size * 0.36 - up, number, &round.to_string());
            let small = Font::Regular.size_for(below, 7.0, ROUNDS - 6.0);
            canvas.text(x, middle + size * 0.36 + 5.0, Style::new(Font::Regular, small, PAPER.muted).middle(), below);
            for seat in 0..self.names.len() {
                (self.cell)(canvas, Area { x: player(seat), y, width: column, height: row });
            }
            canvas.diamond(player(self.seating.starter(round)) + 8.0, middle, 2.8, PAPER.accent);
        }
        for (seat, name) in self.names.iter().enumerate() {
            let x = player(seat);
            canvas.line((x, area.y), (x, area.bottom()), PAPER.outline, 0.9);
            if name.is_empty() {
                let y = area.y + HEAD - 8.0;
                canvas.line((x + 10.0, y), (x + column - 10.0, y), PAPER.outline, 0.6);
                continue;
            }
            let size = Font::SemiBold.size_for(name, 11.0, column - 12.0).max(8.5);
            let lines = Font::SemiBold.wrap_in(name, size, column - 12.0, 2);
            let top = area.y + HEAD / 2.0 - (lines.len() as f32 - 1.0) * size * 0.58 + size * 0.36;
            for (index, line) in lines.iter().enumerate() {
                let style = Style::new(Font::SemiBold, size, PAPER.text).middle();
                canvas.text(x + column / 2.0, top + index as f32 * size * 1.16, style, line);
            }
        }
    }
}

/// The first line is preceded by the sign of the starter, which it explains.
fn draw_foot(canvas: &mut Canvas, bottom: f32, lines: &[String]) {
    let style = Style::new(Font::Regular, FOOT_SIZE, PAPER.muted);
    canvas.diamond(MARGIN + 4.0, bottom + 13.0, 2.8, PAPER.accent);
    for (index, line) in lines.iter().enumerate() {
        let x = if index == 0 { MARGIN + DIAMOND } else { MARGIN };
        canvas.text(x, bottom + 16.0 + FOOT_LINE * index as f32, style, line);
    }
}
