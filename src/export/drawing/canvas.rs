//! A page of SVG, written from top to bottom. Lengths are in points (1/72 inch) from the upper left corner.

use maud::{Markup, PreEscaped, html};

use super::fonts::Font;
use super::letters::runs;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::export) struct Area {
    pub(in crate::export) x: f32,
    pub(in crate::export) y: f32,
    pub(in crate::export) width: f32,
    pub(in crate::export) height: f32,
}

impl Area {
    pub(in crate::export) fn right(self) -> f32 {
        self.x + self.width
    }

    pub(in crate::export) fn bottom(self) -> f32 {
        self.y + self.height
    }
}

/// The end of a text that its position refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::export) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::export) struct Style {
    pub(in crate::export) font: Font,
    pub(in crate::export) size: f32,
    pub(in crate::export) colour: &'static str,
    pub(in crate::export) anchor: Anchor,
}

impl Style {
    pub(in crate::export) fn new(font: Font, size: f32, colour: &'static str) -> Style {
        Style { font, size, colour, anchor: Anchor::Start }
    }

    pub(in crate::export) fn middle(self) -> Style {
        Style { anchor: Anchor::Middle, ..self }
    }

    pub(in crate::export) fn end(self) -> Style {
        Style { anchor: Anchor::End, ..self }
    }
}

/// The program that lays out a drawing's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::export) enum Setting {
    /// This one, with the fonts on this machine: letters missing from ours are drawn in another font, run by run.
    Here,
    /// The program that opens the drawing, with the fonts it has.
    Elsewhere,
}

pub(in crate::export) struct Canvas {
    setting: Setting,
    marks: String,
}

impl Canvas {
    pub(in crate::export) fn new(setting: Setting) -> Canvas {
        Canvas { setting, marks: String::new() }
    }

    /// `y` is the baseline.
    pub(in crate::export) fn text(&mut self, x: f32, y: f32, style: Style, words: &str) {
        if self.setting == Setting::Elsewhere {
            return self.run((x, y), style, style.font.families(), words);
        }
        let (runs, width) = runs(style.font, words, style.size);
        let x = match style.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let style = Style { anchor: Anchor::Start, ..style };
        for run in runs {
            self.run((x + run.x, y), style, &run.family, &run.text);
        }
    }

    fn run(&mut self, (x, y): (f32, f32), style: Style, families: &str, words: &str) {
        let anchor = match style.anchor {
            Anchor::Start => None,
            Anchor::Middle => Some("middle"),
            Anchor::End => Some("end"),
        };
        let (weight, size) = (style.font.weight(), short(style.size));
        self.add(html! {
            text x=(short(x)) y=(short(y)) text-anchor=[anchor] font-family=(families) font-weight=(weight)
                font-size=(size) fill=(style.colour) xml:space="preserve" { (words) }
        });
    }

    // XML needs a closing tag for every element, so those below have an empty body.
    fn add(&mut self, mark: Markup) {
        self.marks.push_str(&mark.0);
    }

    pub(in crate::export) fn rect(&mut self, area: Area, radius: f32, fill: &str, stroke: &str) {
        if fill == "none" && stroke == "none" {
            return;
        }
        let [x, y, width, height, rx] = [area.x, area.y, area.width, area.height, radius].map(short);
        self.add(html! {
            rect x=(x) y=(y) width=(width) height=(height) rx=(rx) fill=(fill) stroke=(stroke) stroke-width="0.75" {}
        });
    }

    pub(in crate::export) fn line(&mut self, from: (f32, f32), to: (f32, f32), colour: &str, width: f32) {
        let [x1, y1, x2, y2, width] = [from.0, from.1, to.0, to.1, width].map(short);
        self.add(html! { line x1=(x1) y1=(y1) x2=(x2) y2=(y2) stroke=(colour) stroke-width=(width) {} });
    }

    pub(in crate::export) fn filled(&mut self, path: &str, colour: &str) {
        self.add(html! { path d=(path) fill=(colour) {} });
    }

    /// `dashes` may be empty.
    pub(in crate::export) fn stroked(&mut self, path: &str, colour: &str, width: f32, dashes: &str) {
        let dashes = Some(dashes).filter(|dashes| !dashes.is_empty());
        self.add(html! {
            path d=(path) fill="none" stroke=(colour) stroke-width=(short(width)) stroke-linejoin="round"
                stroke-dasharray=[dashes] {}
        });
    }

    pub(in crate::export) fn circle(&mut self, x: f32, y: f32, radius: f32, fill: &str, stroke: &str) {
        let [x, y, radius] = [x, y, radius].map(short);
        self.add(html! { circle cx=(x) cy=(y) r=(radius) fill=(fill) stroke=(stroke) stroke-width="0.75" {} });
    }

    /// `shapes` are 24 across, around a point.
    pub(super) fn icon(&mut self, (x, y): (f32, f32), size: f32, shapes: &str, colour: &str) {
        let scale = short(size / 24.0);
        let [left, top] = [x - 12.0 * scale, y - 12.0 * scale].map(short);
        self.add(html! {
            g transform={ "translate(" (left) " " (top) ") scale(" (scale) ")" } fill="none" stroke=(colour)
                stroke-width="2" stroke-linecap="round" stroke-linejoin="round" { (PreEscaped(shapes)) }
        });
    }

    /// Draws the dealer's sign.
    pub(in crate::export) fn diamond(&mut self, x: f32, y: f32, radius: f32, colour: &str) {
        self.filled(&diamond(x, y, radius), colour);
    }

    /// The drawing without a page around it.
    pub(in crate::export) fn marks(&self) -> &str {
        &self.marks
    }

    pub(in crate::export) fn document(&self, width: f32, height: f32, title: &str, ground: &str) -> String {
        let (width, height) = (short(width), short(height));
        let drawn = html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) }
                role="img" style="font-variant-numeric:lining-nums tabular-nums" {
                title { (title) }
                @if ground != "none" { rect width=(width) height=(height) fill=(ground) {} }
                (PreEscaped(&self.marks))
            }
        };
        drawn.0 + "\n"
    }
}

pub(super) fn diamond(x: f32, y: f32, radius: f32) -> String {
    let (left, right, top, bottom) = (short(x - radius), short(x + radius), short(y - radius), short(y + radius));
    let (x, y) = (short(x), short(y));
    format!("M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z")
}

/// Rounds to two decimals.
pub(super) fn short(length: f32) -> f32 {
    (length * 100.0).round() / 100.0
}
