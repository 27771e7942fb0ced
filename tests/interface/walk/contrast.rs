//! How well texts can be read, measured in the painted window.

use std::collections::BTreeMap;

use slint::ComponentHandle;

use super::place::Place;
use super::seen::Seen;
use crate::window::Window;

pub type Colour = [u8; 3];

/// From this letter on, the program's own fonts have no glyphs.
const FIRST_EAST_ASIAN: char = '\u{2E80}';

/// Relative luminance as defined by WCAG 2, 0 to 1.
fn luminance(colour: Colour) -> f32 {
    let part = |value: u8| {
        let value = f32::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2])
}

pub fn ratio(one: Colour, other: Colour) -> f32 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Texts of this window with too little contrast: `least`:1 is needed for letters of usual size.
pub fn faults(window: &Window, place: &str, least: f32) -> Vec<String> {
    let seen = Seen::in_window(window);
    let slint_window = window.window().window();
    let scale = slint_window.scale_factor();
    let picture = slint_window.take_snapshot().unwrap();
    let (width, pixels) = (picture.width() as usize, picture.as_slice());
    let colours = |place: &Place| {
        let mut counted: BTreeMap<Colour, u32> = BTreeMap::new();
        let whole = |value: f32| (value * scale).max(0.0) as usize;
        for y in whole(place.top)..whole(place.bottom).min(pixels.len() / width) {
            for x in whole(place.left)..whole(place.right).min(width) {
                let pixel = pixels[y * width + x];
                *counted.entry([pixel.r, pixel.g, pixel.b]).or_default() += 1;
            }
        }
        counted
    };
    let mut faults = Vec::new();
    for words in seen.open_words() {
        let ink = words.ink.within(&words.in_sight);
        // Text that is mostly scrolled out of sight proves nothing; neither do blanks.
        if ink.area() < words.ink.within(&words.place).area() * 0.7 || words.text.trim().is_empty() {
            continue;
        }
        let counted = colours(&ink);
        let Some((&ground, _)) = counted.iter().max_by_key(|(_, count)| **count) else { continue };
        // Letters without a font on this machine are not painted.
        if counted.len() == 1 && words.text.chars().all(|letter| letter >= FIRST_EAST_ASIAN) {
            continue;
        }
        let found = counted.keys().map(|&colour| ratio(ground, colour)).fold(1.0, f32::max);
        let disabled = words.inside.iter().any(|&control| !seen.controls[control].enabled);
        let is_large = words.pixels >= 24.0 || (words.bold && words.pixels >= 18.66);
        let needed = if disabled || is_large && least < 7.0 { 3.0 } else { least };
        if found < needed {
            let of = if disabled { " of something that cannot be used now" } else { "" };
            faults.push(format!("{place}: the text {words}{of} has {found:.2}:1 on {ground:?}, not {needed}:1"));
        }
    }
    faults
}
