//! Laying out text: the fonts it is drawn in, its width, and its line breaks. For letters missing from our fonts the
//! system's are tried; if none has them, boxes are drawn.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, LazyLock};

use parley::fontique::{Blob, Collection, CollectionOptions, SourceCache};
use parley::{
    FontContext, FontData, FontFamily, FontFamilyName, FontWeight, Layout, LayoutContext, OverflowWrap,
    PositionedLayoutItem, StyleProperty, WordBreak,
};
use resvg::usvg::fontdb::{Database, FaceInfo, Language, Source};
use unicode_segmentation::UnicodeSegmentation;

use super::fonts::{FONTS, Font};
use crate::export::names::right_to_left;
use crate::platform::load_fonts;

/// The substitute for a letter that no font has.
const BOX: &str = "□";

/// A run of letters in one font, drawn from left to right.
pub(super) struct Run {
    pub(super) text: String,
    /// The distance from the start of the line.
    pub(super) x: f32,
    /// The font's name in [`database`].
    pub(super) family: String,
}

thread_local! {
    static SETTER: RefCell<Setter> = RefCell::new(Setter::new());
}

struct Setter {
    ours: FontContext,
    /// Our fonts and the system's, with the names of all families; loaded only when a letter is missing.
    all: Option<(FontContext, Vec<FontFamilyName<'static>>)>,
    layouts: LayoutContext<()>,
    /// The fonts needed so far, each as a family of its own.
    faces: Arc<Database>,
    families: HashMap<(u64, u32), Option<String>>,
}

/// The bundled fonts: one copy for both contexts, so that no paper embeds a font twice.
static OURS: LazyLock<[Blob<u8>; 4]> = LazyLock::new(|| FONTS.map(|file| Blob::new(Arc::new(file))));

fn fonts(system_fonts: bool) -> FontContext {
    let mut collection = Collection::new(CollectionOptions { shared: false, system_fonts });
    for file in OURS.iter() {
        collection.register_fonts(file.clone(), None);
    }
    FontContext { collection, source_cache: SourceCache::default() }
}

#[derive(Clone, Copy)]
enum Breaks {
    /// Between words, and within a word that fits on no line.
    Words,
    /// After any letter.
    Letters,
}

impl Font {
    pub(in crate::export) fn width(self, text: &str, size: f32) -> f32 {
        SETTER.with_borrow_mut(|setter| setter.set(self, text, size, None, Breaks::Words).1.full_width())
    }

    /// The text, shortened with an ellipsis if it is wider than `room`.
    pub(in crate::export) fn cut(self, text: &str, size: f32, room: f32) -> String {
        if self.width(text, size) <= room {
            return text.to_owned();
        }
        let lines = self.lines(text, size, room - self.width("…", size), Breaks::Letters);
        format!("{}…", lines.first().map_or("", |line| line.trim_end()))
    }

    /// The text in lines no wider than `room`, broken between words if possible.
    pub(in crate::export) fn wrap(self, text: &str, size: f32, room: f32) -> Vec<String> {
        self.wrap_in(text, size, room, usize::MAX)
    }

    /// Like [`Font::wrap`], with at most `most` lines; the last one is cut.
    pub(in crate::export) fn wrap_in(self, text: &str, size: f32, room: f32, most: usize) -> Vec<String> {
        let mut lines = self.lines(text, size, room, Breaks::Words);
        if lines.len() > most {
            let rest = lines.split_off(most.saturating_sub(1)).concat();
            lines.push(self.cut(&rest, size, room));
        }
        lines.iter().map(|line| line.trim_end().to_owned()).collect()
    }

    /// The largest size up to `size` at which the text fits into `room`.
    pub(in crate::export) fn size_for(self, text: &str, size: f32, room: f32) -> f32 {
        let width = self.width(text, size);
        if width <= room { size } else { size * room / width }
    }

    /// Where there is no room, the letters get smaller, down to 7 points, then fewer.
    pub(in crate::export) fn fit(self, text: &str, size: f32, room: f32) -> (f32, String) {
        let size = self.size_for(text, size, room).max(size.min(7.0));
        (size, self.cut(text, size, room))
    }

    fn lines(self, text: &str, size: f32, room: f32, breaks: Breaks) -> Vec<String> {
        SETTER.with_borrow_mut(|setter| {
            let (drawn, layout) = setter.set(self, text, size, Some(room), breaks);
            // A line is cut from the text itself: who opens a drawing may have the fonts that this machine lacks.
            let in_text = |at: usize| {
                let before = drawn.get(..at).unwrap_or(&drawn).graphemes(true).count();
                text.grapheme_indices(true).nth(before).map_or(text.len(), |(at, _)| at)
            };
            let lines = layout.lines().map(|line| line.text_range());
            lines.map(|at| text.get(in_text(at.start)..in_text(at.end)).unwrap_or_default().to_owned()).collect()
        })
    }
}

/// The runs of a text on one line, and its width.
pub(super) fn runs(font: Font, text: &str, size: f32) -> (Vec<Run>, f32) {
    SETTER.with_borrow_mut(|setter| {
        let (text, layout) = setter.set(font, text, size, None, Breaks::Words);
        let mut runs = Vec::new();
        for item in layout.lines().flat_map(|line| line.items()) {
            let PositionedLayoutItem::GlyphRun(glyphs) = item else { continue };
            let letters = text.get(glyphs.run().text_range()).unwrap_or_default().replace(ISOLATES, "");
            // What lies between words from right to left, such as a bracket, has no direction of its own.
            let turned = glyphs.run().is_rtl() && !right_to_left(&letters) && !letters.trim().is_empty();
            let text = if turned { format!("\u{200F}{letters}\u{200F}") } else { letters };
            if let Some(family) = setter.family(glyphs.run().font()) {
                runs.push(Run { text, x: glyphs.offset(), family });
            }
        }
        (runs, layout.full_width())
    })
}

/// The fonts of all texts laid out on this thread.
pub(in crate::export) fn database() -> Arc<Database> {
    SETTER.with_borrow(|setter| Arc::clone(&setter.faces))
}

/// The marks that isolate a name's direction from the text around it (`names.rs`).
const ISOLATES: [char; 2] = ['\u{2068}', '\u{2069}'];

impl Setter {
    fn new() -> Setter {
        Setter {
            ours: fonts(false),
            all: None,
            layouts: LayoutContext::new(),
            faces: Arc::default(),
            families: HashMap::new(),
        }
    }

    /// Lays out a text, with boxes for letters that no font has. Returns the text and its layout.
    fn set(&mut self, font: Font, text: &str, size: f32, room: Option<f32>, breaks: Breaks) -> (String, Layout<()>) {
        let layouts = &mut self.layouts;
        let mut lay_out = |fonts: &mut FontContext, families: &[FontFamilyName<'_>], text: &str| {
            let mut builder = layouts.ranged_builder(fonts, text, 1.0, false);
            builder.push_default(StyleProperty::FontSize(size));
            builder.push_default(FontFamily::List(Cow::Borrowed(families)));
            builder.push_default(FontWeight::new(f32::from(font.weight())));
            builder.push_default(OverflowWrap::Anywhere);
            builder.push_default(match breaks {
                Breaks::Words => WordBreak::Normal,
                Breaks::Letters => WordBreak::BreakAll,
            });
            let mut layout = builder.build(text);
            layout.break_all_lines(room);
            layout
        };
        let mut families: Vec<_> = FontFamilyName::parse_css_list(font.families()).filter_map(Result::ok).collect();
        let mut layout = lay_out(&mut self.ours, &families, text);
        if missing(&layout, text).is_empty() {
            return (text.to_owned(), layout);
        }
        let (all, names) = self.all.get_or_insert_with(|| {
            let mut all = load_fonts(|| fonts(true)).unwrap_or_else(|| fonts(false));
            let named = |name: &str| FontFamilyName::Named(Cow::Owned(name.to_owned()));
            let names = all.collection.family_names().map(named).collect();
            (all, names)
        });
        // Try fonts that suit the script first, then any other.
        layout = lay_out(all, &families, text);
        let mut lacking = missing(&layout, text);
        if !lacking.is_empty() {
            families.extend_from_slice(names);
            layout = lay_out(all, &families, text);
            lacking = missing(&layout, text);
        }
        if lacking.is_empty() {
            return (text.to_owned(), layout);
        }
        let is_missing = |from: usize, to: usize| lacking.iter().any(|at| (from..to).contains(at));
        let boxed =
            |(at, letters): (usize, &str)| if is_missing(at, at + letters.len()) { BOX } else { letters }.to_owned();
        let boxed: String = text.grapheme_indices(true).map(boxed).collect();
        let layout = lay_out(all, &families, &boxed);
        (boxed, layout)
    }

    /// The font's name in the database; adds it if necessary.
    fn family(&mut self, font: &FontData) -> Option<String> {
        let number = self.families.len();
        let entry = match self.families.entry((font.data.id(), font.index)) {
            Entry::Occupied(entry) => return entry.get().clone(),
            Entry::Vacant(entry) => entry,
        };
        let faces = Arc::make_mut(&mut self.faces);
        let loaded = faces.load_font_source(Source::Binary(Arc::new(font.data.clone())));
        let face = loaded.iter().filter_map(|&id| faces.face(id)).find(|face| face.index == font.index).cloned();
        loaded.iter().for_each(|&id| faces.remove_face(id));
        // Under a name of our own, it cannot be confused with another font.
        let family = face.map(|face| {
            let family = format!("font-{number}");
            faces.push_face_info(FaceInfo { families: vec![(family.clone(), Language::English_UnitedStates)], ..face });
            family
        });
        entry.insert(family).clone()
    }
}

fn missing(layout: &Layout<()>, text: &str) -> Vec<usize> {
    let is_seen = |letters: &str| !letters.chars().all(is_invisible);
    let mut missing = Vec::new();
    for run in layout.lines().flat_map(|line| line.runs()) {
        let lacking = run.clusters().filter(|cluster| cluster.glyphs().any(|glyph| glyph.id == 0));
        let seen = lacking.map(|cluster| cluster.text_range()).filter(|at| text.get(at.clone()).is_some_and(is_seen));
        missing.extend(seen.map(|at| at.start));
    }
    missing
}

/// Whether this is a mark of direction or joining, which has no width.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}')
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Font, runs};

    #[test]
    fn each_font_of_ours_is_found_by_its_family_and_weight() {
        let fonts = [Font::Regular, Font::SemiBold, Font::Bold, Font::Serif];
        let found: BTreeSet<String> = fonts.map(|font| runs(font, "a", 10.0).0.remove(0).family).into();
        assert_eq!(found.len(), fonts.len());
    }

    #[test]
    fn a_letter_that_no_font_has_is_a_box() {
        let (runs, width) = runs(Font::Regular, "a\u{10FFFD}\u{301}b", 10.0);
        assert_eq!(runs.into_iter().map(|run| run.text).collect::<String>(), "a□b");
        assert!((width - Font::Regular.width("a□b", 10.0)).abs() < 0.01);
    }

    #[test]
    fn brackets_and_numbers_between_words_from_right_to_left_are_in_their_order() {
        // Isolated from right to left, as between Hebrew words, which our fonts lack.
        let (runs, _) = runs(Font::Regular, "a \u{2067}(1)\u{2069} b", 10.0);
        let texts: Vec<&str> = runs.iter().map(|run| run.text.as_str()).collect();
        assert_eq!(texts, ["a \u{2067}", "\u{200F})\u{200F}", "1", "\u{200F}(\u{200F}", " b"]);
        assert!(runs.is_sorted_by(|one, next| one.x < next.x));
    }

    #[test]
    fn texts_are_cut_and_wrapped_into_their_room() {
        let font = Font::Regular;
        let cut = font.cut("a name that is far too long", 10.0, 60.0);
        assert!(cut.ends_with('…') && font.width(&cut, 10.0) <= 60.0, "{cut}");
        assert_eq!(font.wrap("", 10.0, 60.0), [""], "an empty line of notes");
        assert_eq!(font.cut("short", 10.0, 60.0), "short");
        let lines = font.wrap(&format!("one two {} three", "W".repeat(40)), 10.0, 60.0);
        assert!(lines.len() > 5 && lines.iter().all(|line| font.width(line, 10.0) <= 60.0), "{lines:?}");
        assert_eq!(lines.concat().matches('W').count(), 40);
        assert_eq!(font.wrap_in(&"W".repeat(40), 10.0, 60.0, 2).len(), 2);
    }
}
