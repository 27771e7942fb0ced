//! Letters that our fonts lack: Hebrew, Arabic, Chinese, emoji and all others. A text is cut into runs, each in one font
//! that has its letters, from those that the system has. There may be none: then such letters are boxes.
//!
//! usvg could look for such fonts by itself, but it goes letter by letter and gives up where a font joins several.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use harfrust::{FontRef, ShapeOptions, ShaperData, UnicodeBuffer};
use resvg::usvg::fontdb::{Database, FaceInfo, Stretch, Style};
use skrifa::MetadataProvider;
use unicode_segmentation::UnicodeSegmentation;

use super::fonts::{BUNDLED, Font, is_invisible};
use crate::export::names::right_to_left;

/// What stands for a letter that no font has.
const BOX: &str = "□";

/// Ours and those of the system, which may be none. Looked for only when a letter is missing.
static ALL: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::clone(&BUNDLED);
    fonts.load_system_fonts();
    // The generic names stay ours, whatever the system would make of them.
    fonts.set_sans_serif_family("Tablet Sans");
    fonts.set_serif_family("Tablet Serif");
    Arc::new(fonts)
});

/// What was found for a run of letters, by its text and weight.
type Found = HashMap<(String, u16), Option<Foreign>>;
static FOUND: LazyLock<Mutex<Found>> = LazyLock::new(Mutex::default);

/// A font of the system for a run.
#[derive(Clone)]
struct Foreign {
    family: String,
    /// Of the run, as a share of the size.
    width: f32,
}

/// Letters in one font.
pub(super) struct Run {
    pub(super) text: String,
    /// As a share of the size.
    pub(super) width: f32,
    /// The font; `None` for ours.
    pub(super) family: Option<String>,
}

/// The fonts that this drawing needs.
pub(in crate::export) fn database(svg: &str) -> Arc<Database> {
    let ours = svg.chars().all(|letter| letter.is_ascii() || Font::Regular.has(letter));
    Arc::clone(if ours { &BUNDLED } else { &ALL })
}

/// The text in runs, from left to right. Isolates (`names.rs`) are borders of runs, and not drawn.
pub(super) fn runs(font: Font, text: &str) -> Vec<Run> {
    text.split(['\u{2068}', '\u{2069}']).flat_map(|part| part_runs(font, part)).collect()
}

/// The runs of a part that has one direction of its own.
fn part_runs(font: Font, text: &str) -> Vec<Run> {
    let mut pieces: Vec<(bool, String)> = Vec::new();
    let right = right_to_left(text);
    for letters in text.graphemes(true) {
        let ours = letters.chars().all(|letter| font.has(letter));
        match pieces.last_mut() {
            Some((last, piece)) if *last == ours => piece.push_str(letters),
            _ => pieces.push((ours, letters.to_owned())),
        }
    }
    // Words from right to left are one run from the first to the last, so that they keep their order; other foreign
    // letters with only a blank between them are one run too.
    let joins = |pieces: &[(bool, String)], at: usize| {
        let blank = pieces.get(at).is_some_and(|(ours, piece)| *ours && (right || piece.trim().is_empty()));
        blank && at > 0 && at + 1 < pieces.len()
    };
    while let Some(at) = (0..pieces.len()).find(|&at| joins(&pieces, at)) {
        let joined: String = pieces.drain(at - 1..=at + 1).map(|(_, piece)| piece).collect();
        pieces.insert(at - 1, (false, joined));
    }
    pieces.into_iter().map(|(ours, piece)| if ours { own(font, piece) } else { foreign(font, piece) }).collect()
}

fn own(font: Font, text: String) -> Run {
    Run { width: font.own_width(&text), text, family: None }
}

fn foreign(font: Font, text: String) -> Run {
    let key = (text, font.weight());
    let known = FOUND.lock().ok().and_then(|found| found.get(&key).cloned());
    let found = known.unwrap_or_else(|| {
        let found = look_for(&key.0, key.1);
        if let Ok(mut all) = FOUND.lock() {
            all.insert(key.clone(), found.clone());
        }
        found
    });
    match found {
        Some(Foreign { family, width }) => Run { text: key.0, width, family: Some(family) },
        None => {
            let boxed = |letters: &str| letters.chars().all(|letter| font.has(letter)).then(|| letters.to_owned());
            own(font, key.0.graphemes(true).map(|letters| boxed(letters).unwrap_or_else(|| BOX.into())).collect())
        }
    }
}

/// The font of the system that has most of these letters, upright and of a weight near this one.
fn look_for(text: &str, weight: u16) -> Option<Foreign> {
    let letters: Vec<char> = text.chars().filter(|&letter| !is_invisible(letter) && !letter.is_whitespace()).collect();
    let missing = |face: &FaceInfo| {
        let count = |data: &[u8], index: u32| {
            let glyphs = FontRef::from_index(data, index).ok()?.charmap();
            Some(letters.iter().filter(|&&letter| glyphs.map(letter).is_none()).count())
        };
        ALL.with_face_data(face.id, count).flatten().filter(|&missing| missing < letters.len())
    };
    let strange = |face: &FaceInfo| {
        let sans = face.families.iter().any(|(name, _)| name.contains("Sans") || name.contains("Emoji"));
        (
            face.style != Style::Normal,
            face.stretch != Stretch::Normal,
            face.monospaced,
            !sans,
            face.weight.0.abs_diff(weight),
        )
    };
    let best = ALL
        .faces()
        .filter_map(|face| Some((missing(face)?, strange(face), face)))
        .min_by_key(|(missing, strange, _)| (*missing, *strange))?
        .2;
    let family = best.families.first()?.0.clone();
    // The name goes into quotes in an attribute.
    let width = ALL.with_face_data(best.id, |data, index| shaped_width(data, index, text)).flatten()?;
    (!family.contains(['\'', '"', '\\'])).then_some(Foreign { family, width })
}

/// How wide a run is once its letters are joined as they should be.
fn shaped_width(data: &[u8], index: u32, text: &str) -> Option<f32> {
    let font = FontRef::from_index(data, index).ok()?;
    let shaping = ShaperData::new(&font);
    let shaper = shaping.shaper(&font).build();
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    let glyphs = shaper.shape(buffer, ShapeOptions::new());
    let advance: i32 = glyphs.glyph_positions().iter().map(|glyph| glyph.x_advance).sum();
    Some(advance as f32 / shaper.units_per_em() as f32)
}
