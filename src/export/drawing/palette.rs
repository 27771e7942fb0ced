//! The colours of a drawing: Parchment, on its own background or on white paper, or left to a page's style sheet.

use crate::session::Colour;
use crate::wizard::Trump;

/// Colours, in SVG notation.
pub(in crate::export) struct Palette {
    pub(in crate::export) ground: &'static str,
    /// The background of a panel.
    pub(in crate::export) surface: &'static str,
    /// The background of a pill.
    pub(in crate::export) raised: &'static str,
    pub(in crate::export) outline: &'static str,
    pub(in crate::export) text: &'static str,
    pub(in crate::export) muted: &'static str,
    pub(in crate::export) accent: &'static str,
    pub(in crate::export) winner: &'static str,
    pub(in crate::export) hit: &'static str,
    pub(in crate::export) miss: &'static str,
    lines: [&'static str; 6],
}

/// The colours of players' faces, as on screen, for dark letters.
const PLAYERS: [&str; 6] = ["#56b4e9", "#e69f00", "#3fc19a", "#cc79a7", "#f0e442", "#8c9eff"];
/// The colour of letters and signs on a face or a trump.
pub(super) const ON_PLAYER: &str = "#14151f";
/// The players' colours made dark enough for lines on light paper (3.6:1 at least).
const DARK_LINES: [&str; 6] = ["#1f7fb8", "#b06f00", "#1c8a63", "#a8487e", "#8a7d00", "#5568d6"];

/// The app's Parchment theme.
pub(in crate::export) const PICTURE: Palette = Palette {
    ground: "#f4ecdb",
    surface: "#fffaf0",
    raised: "#ece1c8",
    outline: "#cdbd98",
    text: "#2a2417",
    muted: "#5e533c",
    accent: "#855600",
    winner: "#fbeec4",
    hit: "#17673a",
    miss: "#a32c21",
    lines: DARK_LINES,
};

pub(in crate::export) const PAPER: Palette = Palette { ground: "none", surface: "none", ..PICTURE };

/// The colours of a web page, which defines light and dark ones under these names.
pub(in crate::export) const PAGE: Palette = Palette {
    ground: "none",
    surface: "none",
    raised: "var(--raised)",
    outline: "var(--outline)",
    text: "var(--text)",
    muted: "var(--muted)",
    accent: "var(--accent)",
    winner: "var(--winner)",
    hit: "var(--hit)",
    miss: "var(--miss)",
    lines: ["var(--line-0)", "var(--line-1)", "var(--line-2)", "var(--line-3)", "var(--line-4)", "var(--line-5)"],
};

impl Palette {
    pub(in crate::export) fn line(&self, colour: Colour) -> &'static str {
        of(&self.lines, colour)
    }
}

pub(in crate::export) fn player(colour: Colour) -> &'static str {
    of(&PLAYERS, colour)
}

pub(in crate::export) fn dark_line(colour: Colour) -> &'static str {
    of(&DARK_LINES, colour)
}

/// `None` for a round without one.
pub(in crate::export) fn suit(trump: Trump) -> Option<&'static str> {
    match trump {
        Trump::Blue => Some("#5b8def"),
        Trump::Red => Some("#e5604d"),
        Trump::Green => Some("#4fb477"),
        Trump::Yellow => Some("#e9c046"),
        Trump::None => None,
    }
}

fn of(colours: &[&'static str; Colour::ALL.len()], colour: Colour) -> &'static str {
    colours[usize::from(u8::from(colour))]
}
