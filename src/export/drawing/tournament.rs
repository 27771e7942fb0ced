//! The drawing of a tournament's lists: who sits where, the ranking, and what was played at every table.

use std::collections::BTreeSet;

use super::canvas::{Area, Canvas, Style};
use super::flow::{Block, Flow, Head};
use super::fonts::Font;
use super::{Drawing, INNER, KEY};
use crate::export::names::SafeLanguage;
use crate::export::tournament::{apart, name_of, ranking_heads, round_of, said_table_points, table_of};
use crate::language::Language;
use crate::session::folded;
use crate::text;
use crate::tournament::{Line, Names, Number, Placed, Table, Tournament};

/// The height of a player's line, and of one at a table of the report.
const ROW: f32 = 17.0;
const SMALL: f32 = 13.0;
/// The height of a table's title in the report, and of a round's above it.
const TABLE: f32 = 20.0;
const ROUND: f32 = 28.0;
/// The right edges of a ranking's columns with numbers, and of those of a table in the report.
const RANKED: [f32; 4] = [340.0, 400.0, 470.0, 515.0];
const PLACED: [f32; 3] = [170.0, 204.0, 247.0];

/// The seats of a round, a panel for each table.
pub(in crate::export) fn seats_by_table(of: &Tournament, round: usize, head: &Head, safe: SafeLanguage) -> Vec<Canvas> {
    let names = &of.names();
    let block =
        |table| Block::new(ROW * table_rows(table) + 18.0, move |drawing, area| seats(drawing, area, names, table));
    let deals = safe.say(&text!("of a table" => "deals first"));
    let flow = Flow {
        head,
        columns: 2,
        heading: Block::nothing(),
        key: Block::new(KEY, |drawing, area| {
            drawing.canvas.diamond(area.x + 4.0, area.bottom() - 2.4, 2.8, drawing.palette.accent);
            let style = drawing.muted(8.0);
            drawing.canvas.text(area.x + 11.0, area.bottom(), style, &deals);
        }),
    };
    flow.pages(&of.tables(round).iter().map(block).collect::<Vec<_>>())
}

fn table_rows(table: &Table) -> f32 {
    table.players.len() as f32
}

fn seats(drawing: &mut Drawing, area: Area, names: &Names, table: &Table) {
    let panel = Area { height: area.height - 8.0, ..area };
    drawing.panel(panel, "");
    let middle = panel.y + panel.height / 2.0;
    let size = Font::Serif.size_for(&table.name, 30.0, 44.0);
    let name = drawing.style(Font::Serif, size).middle();
    drawing.canvas.text(panel.x + 28.0, middle + size * 0.34, name, &table.name);
    for (seat, number) in table.players.iter().enumerate() {
        let y = panel.y + 5.0 + ROW * seat as f32 + 12.0;
        numbered_name(drawing, (panel.x + 82.0, y), 11.0, panel.right() - 18.0, names, *number);
        if seat == table.first_dealer {
            drawing.canvas.diamond(panel.right() - 10.0, y - 3.8, 3.4, drawing.palette.accent);
        }
    }
}

/// Draws a player's number, which ends at `x`, and the name after it, as far as there is room.
fn numbered_name(drawing: &mut Drawing, (x, y): (f32, f32), size: f32, right: f32, names: &Names, number: Number) {
    let style = drawing.muted(size - 1.0).end();
    drawing.canvas.text(x, y, style, &number.to_string());
    fitting(drawing, (x + 8.0, y), size, right, &name_of(names, number));
}

/// Draws a name, smaller and then cut where there is no room. Returns its right edge.
fn fitting(drawing: &mut Drawing, (x, y): (f32, f32), size: f32, right: f32, name: &str) -> f32 {
    let room = right - x;
    let size = Font::SemiBold.size_for(name, size, room).max(7.0);
    let name = Font::SemiBold.cut(name, size, room);
    let style = drawing.style(Font::SemiBold, size);
    drawing.canvas.text(x, y, style, &name);
    x + Font::SemiBold.width(&name, size)
}

/// The seats of a round by name, in the order of a telephone book.
pub(in crate::export) fn seats_by_name(of: &Tournament, round: usize, head: &Head, safe: SafeLanguage) -> Vec<Canvas> {
    let names = &of.names();
    let tables = of.tables(round).iter().flat_map(|table| table.players.iter().map(move |number| (*number, table)));
    let mut seated: Vec<(String, Number, &Table)> =
        tables.map(|(number, table)| (folded(&name_of(names, number)), number, table)).collect();
    seated.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
    let block = |(_, number, table): &(String, Number, &Table)| {
        let (number, name) = (*number, table.name.clone());
        let draw = move |drawing: &mut Drawing, area: Area| {
            let y = area.y + 12.0;
            let table = drawing.style(Font::Bold, 11.0).end();
            drawing.canvas.text(area.right() - 6.0, y, table, &name);
            let right = area.right() - 16.0 - Font::Bold.width(&name, 11.0);
            numbered_name(drawing, (area.x + 28.0, y), 11.0, right, names, number);
            rule(drawing, area);
        };
        Block::new(ROW, draw)
    };
    let [_, number, player, ..] = ranking_heads().map(|head| safe.say(&head));
    let table = safe.say(&text!("of a tournament" => "Table"));
    let heading = move |drawing: &mut Drawing, area: Area| {
        let head = Style::new(Font::SemiBold, 8.0, drawing.palette.muted);
        drawing.canvas.text(area.x + 28.0, area.y + 10.0, head.end(), &number);
        drawing.canvas.text(area.x + 36.0, area.y + 10.0, head, &player);
        drawing.canvas.text(area.right() - 6.0, area.y + 10.0, head.end(), &table);
        rule(drawing, area);
    };
    let heading = Block::new(14.0, heading);
    let flow = Flow { head, columns: 2, heading, key: Block::nothing() };
    flow.pages(&seated.iter().map(block).collect::<Vec<_>>())
}

/// Draws a hairline below an area.
fn rule(drawing: &mut Drawing, area: Area) {
    let y = area.bottom() - 0.5;
    drawing.canvas.line((area.x, y), (area.right(), y), drawing.palette.outline, 0.4);
}

/// The ranking after a round; those who go on are framed.
pub(in crate::export) fn ranking(of: &Tournament, after: usize, head: &Head, language: Language) -> Vec<Canvas> {
    let safe = SafeLanguage::of(language);
    let lines = of.ranking(after);
    let names = &of.names();
    let (on, is_level) = of.cut(&lines);
    let on: BTreeSet<Number> = on.into_iter().collect();
    let mut blocks = Vec::with_capacity(lines.len());
    for line in &lines {
        let goes_on = on.contains(&line.number);
        let draw = move |drawing: &mut Drawing, area| ranked(drawing, area, (of, names), line, goes_on, language);
        blocks.push(Block::new(ROW, draw));
    }
    let open: Vec<String> = of
        .open_tables()
        .filter(|(round, _)| *round <= after)
        .map(|(of, table)| format!("{of}/{}", table.name))
        .collect();
    let open = (!open.is_empty()).then(|| text!("Tables without a result: {tables}", tables = open));
    let level = || text!("the cut would part players who are level: a play-off hand decides");
    for told in open.into_iter().chain(is_level.then(level)) {
        blocks.extend(note(&safe.say(&told)));
    }
    let [rank, number, player, numbers @ ..] = ranking_heads().map(|head| safe.say(&head));
    let heading = move |drawing: &mut Drawing, area: Area| {
        let head = Style::new(Font::SemiBold, 8.0, drawing.palette.muted);
        let y = area.y + 13.0;
        drawing.canvas.text(area.x + 20.0, y, head.middle(), &rank);
        drawing.canvas.text(area.x + 66.0, y, head.end(), &number);
        drawing.canvas.text(area.x + 76.0, y, head, &player);
        column_heads(drawing, (area.x, y), 8.0, &RANKED, &numbers);
        rule(drawing, area);
    };
    let goes_on = safe.say(&text!("of a ranking" => "goes on"));
    let has_cut = !on.is_empty();
    let key = move |drawing: &mut Drawing, area: Area| {
        if has_cut {
            frame(drawing, Area { y: area.bottom() - 7.0, width: 14.0, height: 9.0, ..area });
            let style = drawing.muted(8.0);
            drawing.canvas.text(area.x + 19.0, area.bottom(), style, &goes_on);
        }
    };
    let heading = Block::new(18.0, heading);
    Flow { head, columns: 1, heading, key: Block::new(KEY, key) }.pages(&blocks)
}

/// Draws the heads of columns with numbers, in at most two lines each.
fn column_heads(drawing: &mut Drawing, (x, y): (f32, f32), size: f32, rights: &[f32], heads: &[String]) {
    let mut left = rights.first().map_or(0.0, |right| right - 60.0);
    for (right, head) in rights.iter().zip(heads) {
        let style = Style::new(Font::SemiBold, size, drawing.palette.muted).end();
        let lines = Font::SemiBold.wrap_in(head, size, right - left - 4.0, 2);
        for (line, words) in lines.iter().rev().enumerate() {
            drawing.canvas.text(x + right, y - line as f32 * size, style, words);
        }
        left = *right;
    }
}

/// Draws the frame of those who go on.
fn frame(drawing: &mut Drawing, area: Area) {
    drawing.canvas.rect(area, 3.0, drawing.palette.winner, drawing.palette.accent);
}

fn ranked(
    drawing: &mut Drawing,
    area: Area,
    (of, names): (&Tournament, &Names),
    line: &Line,
    goes_on: bool,
    language: Language,
) {
    if goes_on {
        frame(drawing, Area { y: area.y + 1.0, height: ROW - 2.0, ..area });
    } else {
        rule(drawing, area);
    }
    let y = area.y + 12.0;
    let rank = drawing.style(Font::Serif, 12.0).middle();
    drawing.canvas.text(area.x + 20.0, y, rank, &language.number(i64::try_from(line.rank).unwrap_or(i64::MAX)));
    let number = drawing.muted(9.0).end();
    drawing.canvas.text(area.x + 66.0, y, number, &line.number.to_string());
    let status = of.player(line.number).and_then(|player| apart(player.status));
    let status = status.map_or(String::new(), |status| SafeLanguage::of(language).say(&status));
    let status = Font::Regular.cut(&status, 8.0, 90.0);
    let beside = if status.is_empty() { 0.0 } else { Font::Regular.width(&status, 8.0) + 6.0 };
    let right = area.x + RANKED[0] - 50.0 - beside;
    let end = fitting(drawing, (area.x + 76.0, y), 10.5, right, &name_of(names, line.number));
    let muted = drawing.muted(8.0);
    drawing.canvas.text(end + 6.0, y, muted, &status);
    let numbers = [
        said_table_points(line.table_points, language),
        language.number(line.points),
        language.number(line.met.into()),
        line.games.to_string(),
    ];
    for (index, (right, number)) in RANKED.into_iter().zip(&numbers).enumerate() {
        let font = if index == 0 { Font::Bold } else { Font::Regular };
        let style = drawing.style(font, 10.0).end();
        drawing.canvas.text(area.x + right, y, style, number);
    }
}

/// A sentence below a list.
fn note(words: &str) -> Vec<Block<'static>> {
    let lines = Font::Regular.wrap(words, 9.0, INNER);
    let line = |line: String| {
        let draw = move |drawing: &mut Drawing, area: Area| {
            let style = drawing.muted(9.0);
            drawing.canvas.text(area.x, area.y + 13.0, style, &line);
        };
        Block::new(13.0, draw)
    };
    lines.into_iter().map(line).collect()
}

/// Every table up to a round with its places.
pub(in crate::export) fn tables(of: &Tournament, up_to: usize, head: &Head, language: Language) -> Vec<Canvas> {
    let names = &of.names();
    let mut blocks = Vec::new();
    for round in 1..=up_to {
        for (index, table) in of.tables(round).iter().enumerate() {
            let above = if index == 0 { ROUND } else { 0.0 };
            let draw = move |drawing: &mut Drawing, area: Area| {
                if above > 0.0 {
                    let title = SafeLanguage::of(language).say(&round_of(round));
                    let style = drawing.style(Font::Serif, 15.0);
                    drawing.canvas.text(area.x, area.y + 18.0, style, &title);
                }
                let below = Area { y: area.y + above, height: area.height - above, ..area };
                played(drawing, below, (of, names), table, language);
            };
            let height = above + TABLE + SMALL * table_rows(table) + 12.0;
            blocks.push(Block::new(height, draw));
        }
    }
    if blocks.is_empty() {
        return Vec::new();
    }
    Flow { head, columns: 2, heading: Block::nothing(), key: Block::nothing() }.pages(&blocks)
}

/// Draws a table with its places, or with its players if it has no result.
fn played(drawing: &mut Drawing, area: Area, (of, names): (&Tournament, &Names), table: &Table, language: Language) {
    let safe = SafeLanguage::of(language);
    let panel = Area { height: area.height - 6.0, ..area };
    drawing.panel(panel, "");
    let y = panel.y + 15.0;
    let title = drawing.style(Font::SemiBold, 10.5);
    drawing.canvas.text(panel.x + 8.0, y, title, &safe.say(&table_of(table)));
    let Some(places) = table.places(&of.settings) else {
        let style = drawing.muted(8.0).end();
        let open = text!("a table of a tournament" => "no result");
        drawing.canvas.text(panel.right() - 8.0, y, style, &safe.say(&open));
        for (row, number) in table.players.iter().enumerate() {
            let y = panel.y + TABLE + SMALL * row as f32 + 9.5;
            numbered_name(drawing, (panel.x + 44.0, y), 9.0, panel.right() - 8.0, names, *number);
        }
        return;
    };
    let [_, _, _, heads @ ..] = ranking_heads().map(|head| safe.say(&head));
    column_heads(drawing, (panel.x, y), 6.0, &PLACED, &heads[..PLACED.len()]);
    for (row, Placed { number, place, table_points, points, met }) in places.iter().enumerate() {
        let y = panel.y + TABLE + SMALL * row as f32 + 9.5;
        let rank = place.map_or("–".to_owned(), |place| place.to_string());
        let style = drawing.style(Font::Serif, 10.0).middle();
        drawing.canvas.text(panel.x + 14.0, y, style, &rank);
        numbered_name(drawing, (panel.x + 44.0, y), 9.0, panel.x + PLACED[0] - 25.0, names, *number);
        if place.is_none() {
            let absent = drawing.muted(8.0).end();
            let words = safe.say(&text!("a player of a tournament" => "absent"));
            drawing.canvas.text(panel.right() - 8.0, y, absent, &words);
            continue;
        }
        let numbers = [said_table_points(*table_points, language), safe.number(*points), safe.number((*met).into())];
        for (right, number) in PLACED.into_iter().zip(&numbers) {
            let style = drawing.style(Font::Regular, 9.0).end();
            drawing.canvas.text(panel.x + right, y, style, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::PAPER;
    use super::{Head, ranking};
    use crate::language::Language;
    use crate::tournament::Tournament;

    #[test]
    fn those_who_go_on_are_framed() {
        let of = |settings: &str| -> Tournament {
            let players = (1..=60).map(|number| {
                let status = if number == 1 { "qualified_before" } else { "here" };
                format!(r#"{{"number": {number}, "name": "P{number}", "status": "{status}"}}"#)
            });
            let players = players.collect::<Vec<_>>().join(",");
            serde_json::from_str(&format!(r#"{{"name": "Open", "settings": {settings}, "players": [{players}]}}"#))
                .unwrap()
        };
        let head = Head { title: "Open".into(), when: String::new(), facts: Vec::new(), made: String::new() };
        let frames = |settings: &str| -> Vec<usize> {
            let pages = ranking(&of(settings), 0, &head, Language::ENGLISH);
            pages.iter().map(|page| page.marks().matches(PAPER.winner).count()).collect()
        };
        // One frame more on each page explains them. Whoever is qualified before has none.
        let framed = frames(r#"{"cut": 50}"#);
        assert_eq!(framed.iter().map(|frames| frames - 1).sum::<usize>(), 50, "{framed:?}");
        assert_eq!(frames("{}"), [0, 0]);
    }
}
