//! The drawing of a tournament's lists: who sits where, the ranking, and what was played at every table.

use super::canvas::{Area, Canvas};
use super::flow::{Block, Flow, Head};
use super::fonts::Font;
use super::table::{Drawn, SMALL, table_paper};
use super::{Drawing, KEY};
use crate::export::names::SafeLanguage;
use crate::export::tournament::name_of;
use crate::language::Language;
use crate::table::tournament as lists;
use crate::text;
use crate::tournament::{Names, Table, Tournament};

/// The height of a player's line.
const ROW: f32 = 17.0;
/// The height of a round's title above its tables.
const ROUND: f32 = 28.0;
/// The width of a step of the podium, the heights of its steps from the left, and the height of a name above them.
const STEP: f32 = 150.0;
const STEPS: [f32; 3] = [34.0, 48.0, 24.0];
const NAME: f32 = 17.0;

/// A panel for each table.
pub(in crate::export) fn seats_by_table(of: &Tournament, round: usize, head: &Head, safe: SafeLanguage) -> Vec<Canvas> {
    let names = &of.names();
    let height = |table: &Table| ROW * table.players.len() as f32 + 18.0;
    let block = |table| Block::new(height(table), move |drawing, area| seats(drawing, area, names, table));
    let deals = safe.translate(&text!("of a table" => "deals first"));
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

fn seats(drawing: &mut Drawing, area: Area, names: &Names, table: &Table) {
    let panel = Area { height: area.height - 8.0, ..area };
    drawing.panel(panel, "");
    let middle = panel.y + panel.height / 2.0;
    let size = Font::Serif.size_for(&table.name, 30.0, 44.0);
    let name = drawing.style(Font::Serif, size).middle();
    drawing.canvas.text(panel.x + 28.0, middle + size * 0.34, name, &table.name);
    for (seat, number) in table.players.iter().enumerate() {
        let y = panel.y + 5.0 + ROW * seat as f32 + 12.0;
        let label = drawing.muted(10.0).end();
        drawing.canvas.text(panel.x + 82.0, y, label, &number.to_string());
        let (size, name) = Font::SemiBold.fit(&name_of(names, *number), 11.0, panel.right() - panel.x - 108.0);
        let style = drawing.style(Font::SemiBold, size);
        drawing.canvas.text(panel.x + 90.0, y, style, &name);
        if seat == table.first_dealer {
            drawing.canvas.diamond(panel.right() - 10.0, y - 3.8, 3.4, drawing.palette.accent);
        }
    }
}

pub(in crate::export) fn seats_by_name(of: &Tournament, round: usize, head: &Head, language: Language) -> Vec<Canvas> {
    table_paper(&lists::seats_by_name(of, round), head, Block::nothing(), 2, language)
}

pub(in crate::export) fn ranking(of: &Tournament, after: usize, head: &Head, language: Language) -> Vec<Canvas> {
    let mut table = lists::ranking(of, after);
    // The podium is drawn.
    let steps = of.podium(after).chunk_by(|one, other| one.rank == other.rank).count();
    let facts = table.facts.split_off(steps);
    table.notes.splice(0..0, facts);
    table_paper(&table, head, podium(of, after), 1, language)
}

/// The steps of the best three, the best in the middle, once the tournament is over.
fn podium(of: &Tournament, after: usize) -> Block<'static> {
    let (names, best) = (of.names(), of.podium(after));
    let steps = [2, 1, 3].map(|rank| -> Vec<String> {
        best.iter().filter(|line| line.rank == Some(rank)).map(|line| name_of(&names, line.number)).collect()
    });
    if best.is_empty() {
        return Block::nothing();
    }
    let most = steps.iter().map(Vec::len).max().unwrap_or_default() as f32;
    let height = most * NAME + STEPS[1] + 16.0;
    Block::new(height, move |drawing, area| {
        for (column, (rank, names)) in
            [2, 1, 3].into_iter().zip(&steps).enumerate().filter(|(_, (_, names))| !names.is_empty())
        {
            let x = area.x + (area.width - 3.0 * STEP) / 2.0 + STEP * column as f32;
            let step =
                Area { x: x + 2.0, y: area.bottom() - 16.0 - STEPS[column], width: STEP - 4.0, height: STEPS[column] };
            let (fill, line) = if rank == 1 {
                (drawing.palette.winner, drawing.palette.accent)
            } else {
                (drawing.palette.raised, drawing.palette.outline)
            };
            drawing.canvas.rect(step, 4.0, fill, line);
            let middle = x + STEP / 2.0;
            let style = drawing.style(Font::Serif, 16.0).middle();
            drawing.canvas.text(middle, step.y + step.height / 2.0 + 5.5, style, &rank.to_string());
            for (above, name) in names.iter().rev().enumerate() {
                let (size, name) = Font::SemiBold.fit(name, if rank == 1 { 13.0 } else { 11.0 }, STEP - 8.0);
                let style = drawing.style(Font::SemiBold, size).middle();
                drawing.canvas.text(middle, step.y - 6.0 - NAME * above as f32, style, &name);
            }
        }
    })
}

pub(in crate::export) fn tables(of: &Tournament, up_to: usize, head: &Head, language: Language) -> Vec<Canvas> {
    let of_round = |round| of.tables(round).iter().enumerate().map(move |(index, table)| (round, index == 0, table));
    let played: Vec<_> = (1..=up_to).flat_map(of_round).collect();
    let tables: Vec<_> = played.iter().map(|(_, _, table)| lists::places(of, table)).collect();
    let blocks = tables.iter().zip(&played).map(|(table, (round, is_first, _))| {
        let safe = SafeLanguage::of(language);
        let title = is_first.then(|| safe.translate(&of.settings.round_name(*round)));
        let whole = Drawn::new(table, Flow::width(2) - 12.0, &SMALL, language).whole(safe.translate(&table.title));
        let above = if *is_first { ROUND } else { 0.0 };
        Block::new(above + whole.height + 12.0, move |drawing, area| {
            if let Some(title) = &title {
                let style = drawing.style(Font::Serif, 15.0);
                drawing.canvas.text(area.x, area.y + 18.0, style, title);
            }
            let panel = Area { y: area.y + above, height: area.height - above - 6.0, ..area };
            drawing.panel(panel, "");
            whole.draw(drawing, Area { x: panel.x + 6.0, width: panel.width - 12.0, ..panel });
        })
    });
    let blocks: Vec<Block> = blocks.collect();
    if blocks.is_empty() {
        return Vec::new();
    }
    Flow { head, columns: 2, heading: Block::nothing(), key: Block::nothing() }.pages(&blocks)
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
            let result = r#"{"points": 100, "met": 5}"#;
            let table = format!(r#"{{"table": "A", "players": [1, 2, 3], "results": [{result}, {result}, {result}]}}"#);
            let rounds = format!(r#"[{{"tables": [{table}]}}]"#);
            let file =
                format!(r#"{{"name": "Open", "settings": {settings}, "players": [{players}], "rounds": {rounds}}}"#);
            serde_json::from_str(&file).unwrap()
        };
        let head = Head { title: "Open".into(), when: String::new(), facts: Vec::new(), made: String::new() };
        let frames = |settings: &str| -> Vec<usize> {
            let pages = ranking(&of(settings), 1, &head, Language::ENGLISH);
            pages.iter().map(|page| page.marks().matches(PAPER.winner).count()).collect()
        };
        // Players qualified in advance have none.
        assert_eq!(frames(r#"{"cut": 50}"#).iter().sum::<usize>(), 50);
        assert_eq!(frames("{}"), [0, 0]);
    }
}
