//! A page for a browser: no script, no network, light or dark as the reader prefers, and one A4 page when printed.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::drawing::{Area, Canvas, PAGE, Setting, dark_line, draw_face, player, plot};
use super::sheet::{Margin, Sheet, Who, marked};
use super::words;
use super::words::Word;
use crate::game::SheetCell;
use crate::session::Colour;

const STYLE: &str = include_str!("page.css");

/// The size the chart is drawn at; a browser scales it.
const CHART: Area = Area { x: 0.0, y: 0.0, width: 320.0, height: 190.0 };

const FACE: f32 = 12.0;

pub(super) fn html(sheet: &Sheet) -> String {
    let when = sheet.date.map(|at| sheet.language.date(at.date_naive()));
    let page = html! {
        (DOCTYPE)
        html lang=(sheet.language.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(words::PROGRAM);
                title { (sheet.title) }
                style { (PreEscaped(STYLE)) (PreEscaped(colours(sheet))) }
            }
            body {
                main {
                    header {
                        h1 dir="auto" { (sheet.title) }
                        @if when.is_some() || !sheet.place.is_empty() {
                            p.when {
                                @if let Some(when) = &when { (when) }
                                @if when.is_some() && !sheet.place.is_empty() { " · " }
                                bdi { (sheet.place) }
                            }
                        }
                        ul.facts { @for fact in &sheet.facts { li { (fact) } } }
                    }
                    section.panels {
                        div.panel { h2 { (sheet.standings_title()) } (standings(sheet)) }
                        div.panel { h2 { (sheet.chart_title()) } (chart(sheet)) }
                    }
                    div.panel.rounds { (rounds(sheet)) }
                    (key(sheet))
                    @if !sheet.notes.is_empty() {
                        section.notes { h2 { (sheet.word(Word::Notes)) } p dir="auto" { (sheet.notes.join("\n")) } }
                    }
                }
            }
        }
    };
    page.into_string()
}

fn colours(sheet: &Sheet) -> String {
    let each = |style: fn(Colour) -> String| sheet.players.iter().map(|who| style(who.face.colour)).collect::<String>();
    let light = each(|colour| format!("--line-{}:{};", u8::from(colour), dark_line(colour)));
    let dark = each(|colour| format!("--line-{}:{};", u8::from(colour), player(colour)));
    format!(":root{{{light}}}@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}")
}

fn face(who: &Who) -> Markup {
    let mut canvas = Canvas::new(Setting::Elsewhere);
    draw_face(&mut canvas, (FACE, FACE), FACE, &who.face);
    html! {
        svg.face viewBox={ "0 0 " (2.0 * FACE) " " (2.0 * FACE) } aria-hidden="true" { (PreEscaped(canvas.marks())) }
    }
}

fn standings(sheet: &Sheet) -> Markup {
    html! {
        table.standings {
            thead.spoken { tr {
                @for word in [Word::Rank, Word::Player, Word::Points] { th scope="col" { (sheet.word(word)) } }
            } }
            tbody {
                @for place in sheet.standings() {
                    tr.winner[place.ahead] {
                        td.rank { (place.rank) }
                        th scope="row" {
                            (face(place.who))
                            span.who {
                                bdi { (place.who.name) }
                                small { (place.reason) }
                            }
                        }
                        td.points { (place.result) }
                    }
                }
            }
        }
    }
}

fn chart(sheet: &Sheet) -> Markup {
    let mut canvas = Canvas::new(Setting::Elsewhere);
    plot(&mut canvas, CHART, sheet, &PAGE);
    html! {
        svg.chart viewBox={ "0 0 " (CHART.width) " " (CHART.height) } role="img" aria-label=(sheet.chart_title()) {
            (PreEscaped(canvas.marks()))
        }
    }
}

fn rounds(sheet: &Sheet) -> Markup {
    let extra = sheet.has_trump() || sheet.has_bomb() || sheet.has_odd_cards();
    html! {
        table.sheet style={ "--players:" (sheet.players.len()) } {
            caption.spoken { (sheet.word(Word::Sheet)) }
            thead { tr {
                th.round scope="col" { span.spoken { (sheet.word(Word::Round)) } }
                @if extra { th.trump scope="col" { span.spoken { (sheet.word(Word::Trump)) } } }
                @for who in &sheet.players {
                    th scope="col" { div.player { (face(who)) bdi title=(who.name) { (who.name) } } }
                }
            } }
            tbody {
                @for (row, left) in sheet.rows_with_margins() {
                    tr {
                        th.round scope="row" { (marked(row.number, &left.waived, left.has_footnote)) }
                        @if extra { td.trump { div.beside { (margin(left, sheet)) } } }
                        @for (seat, found) in row.cells.iter().enumerate() { (cell(found, seat == row.starter, sheet)) }
                    }
                }
            }
        }
    }
}

fn margin(margin: &Margin, sheet: &Sheet) -> Markup {
    let language = sheet.language;
    html! {
        @if let Some(trump) = margin.trump {
            span.chip.{ (trump.key()) } title=(language.translate(&sheet.deck.trump(trump))) {
                (language.translate(&sheet.deck.letter(trump)))
            }
        }
        @for _ in 0..margin.bombs { small { (sheet.word(Word::Bomb)) } }
        @if margin.odd_cards { small { (language.translate(&words::cards(margin.cards))) } }
    }
}

fn cell(cell: &SheetCell, dealer: bool, sheet: &Sheet) -> Markup {
    let (class, sign) = match cell.good {
        Some(true) => ("hit", " ✓"),
        Some(false) => ("miss", " ×"),
        None => ("open", ""),
    };
    html! {
        td { div.cell {
            span.dealer title=[dealer.then(|| sheet.word(Word::DealerKey))] { @if dealer { "◆" } }
            span.total { @if let Some(total) = cell.total { (sheet.number(total)) } }
            span.bid.{ (class) } { (cell.entry) (sign) }
        } }
    }
}

fn key(sheet: &Sheet) -> Markup {
    html! {
        footer {
            div {
                p {
                    span.dealer { "◆" } " " (sheet.word(Word::DealerKey)) ". " (sheet.word(Word::CellKey)) "."
                    @if sheet.has_cloud() { " " (sheet.word(Word::CloudKey)) "." }
                    @if sheet.has_bomb() { " " (sheet.word(Word::BombKey)) "." }
                    @for key in sheet.waived_keys() { " " (key) "." }
                    @if sheet.has_trump() { " " (sheet.language.translate(&words::trump_key(sheet.deck))) "." }
                }
                @for line in &sheet.adjustments { p dir="auto" { (line) } }
            }
            p.made { (sheet.word(Word::MadeWith)) }
        }
    }
}
