//! The bundled fonts: how wide a text is in them, and how it is cut or wrapped to fit.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::Database;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};
use unicode_segmentation::UnicodeSegmentation;

use super::letters::{is_invisible, runs};

/// A font of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::export) enum Font {
    /// For reading.
    Regular,
    /// For names and bids that were met.
    SemiBold,
    /// For totals.
    Bold,
    /// For titles.
    Serif,
}

const FILES: [&[u8]; 4] = [
    include_bytes!("../../../ui/fonts/TabletSans-Regular.otf"),
    include_bytes!("../../../ui/fonts/TabletSans-SemiBold.otf"),
    include_bytes!("../../../ui/fonts/TabletSans-Bold.otf"),
    include_bytes!("../../../ui/fonts/TabletSerif-Regular.otf"),
];

static FACES: LazyLock<Vec<Option<Face>>> = LazyLock::new(|| FILES.iter().map(|file| Face::of(file)).collect());

/// What is asked of a font's file.
struct Face {
    glyphs: Charmap<'static>,
    advances: GlyphMetrics<'static>,
    units_per_em: f32,
}

impl Face {
    fn of(file: &'static [u8]) -> Option<Face> {
        let font = FontRef::new(file).ok()?;
        let units_per_em = font.metrics(Size::unscaled(), LocationRef::default()).units_per_em;
        Some(Face {
            glyphs: font.charmap(),
            advances: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
            units_per_em: f32::from(units_per_em),
        })
    }
}

/// Ours alone.
pub(super) static BUNDLED: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    FILES.iter().for_each(|file| fonts.load_font_data(file.to_vec()));
    fonts.set_sans_serif_family("Tablet Sans");
    fonts.set_serif_family("Tablet Serif");
    Arc::new(fonts)
});

impl Font {
    fn face(self) -> Option<&'static Face> {
        FACES.get(self as usize).and_then(Option::as_ref)
    }

    /// Is this letter in the font?
    pub(super) fn has(self, letter: char) -> bool {
        is_invisible(letter) || self.face().is_some_and(|face| face.glyphs.map(letter).is_some())
    }

    /// How wide a text is at this size.
    pub(in crate::export) fn width(self, text: &str, size: f32) -> f32 {
        if text.chars().all(|letter| self.has(letter)) {
            return self.own_width(text) * size;
        }
        runs(self, text).iter().map(|run| run.width).sum::<f32>() * size
    }

    /// How wide a text of the font's own letters is, as a share of the size.
    pub(super) fn own_width(self, text: &str) -> f32 {
        let Some(face) = self.face() else { return 0.0 };
        let advance = |letter: char| match face.glyphs.map(letter) {
            Some(glyph) if !is_invisible(letter) => face.advances.advance_width(glyph).unwrap_or_default(),
            _ => 0.0,
        };
        text.chars().map(advance).sum::<f32>() / face.units_per_em
    }

    /// The text, shortened with an ellipsis where it is wider than `room`.
    pub(in crate::export) fn cut(self, text: &str, size: f32, room: f32) -> String {
        if self.width(text, size) <= room {
            return text.to_owned();
        }
        let mut kept = String::new();
        for part in text.graphemes(true) {
            if self.width(&kept, size) + self.width(part, size) + self.width("…", size) > room {
                break;
            }
            kept.push_str(part);
        }
        format!("{}…", kept.trim_end())
    }

    /// The text in lines of `room`, broken between words where that is possible.
    pub(in crate::export) fn wrap(self, text: &str, size: f32, room: f32) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        for word in text.split_inclusive(char::is_whitespace) {
            if self.width(&line, size) + self.width(word.trim_end(), size) <= room {
                line.push_str(word);
                continue;
            }
            if !line.trim().is_empty() {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
            }
            line.clear();
            // A word that fits in no line is broken where it must be.
            for part in word.trim_start().graphemes(true) {
                if self.width(&line, size) + self.width(part, size) > room && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                line.push_str(part);
            }
        }
        lines.push(line.trim_end().to_owned());
        lines
    }

    /// As [`Font::wrap`], in `most` lines at most; the last one is cut.
    pub(in crate::export) fn wrap_in(self, text: &str, size: f32, room: f32, most: usize) -> Vec<String> {
        let mut lines = self.wrap(text, size, room);
        if lines.len() > most {
            let rest = lines.split_off(most.saturating_sub(1)).join(" ");
            lines.push(self.cut(&rest, size, room));
        }
        lines
    }

    /// The largest size up to `size` at which the text fits into `room`.
    pub(in crate::export) fn size_for(self, text: &str, size: f32, room: f32) -> f32 {
        let width = self.width(text, size);
        if width <= room { size } else { size * room / width }
    }

    /// The families to ask for: ours, then what a reader without them has.
    pub(in crate::export) fn families(self) -> &'static str {
        match self {
            Font::Serif => "'Tablet Serif','EB Garamond',Garamond,Georgia,serif",
            _ => "'Tablet Sans',Inter,'Segoe UI','Noto Sans','DejaVu Sans',sans-serif",
        }
    }

    /// The weight to ask for.
    pub(in crate::export) fn weight(self) -> u16 {
        match self {
            Font::Regular | Font::Serif => 400,
            Font::SemiBold => 600,
            Font::Bold => 700,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Font;

    #[test]
    fn texts_are_cut_and_wrapped_into_their_room() {
        let font = Font::Regular;
        let cut = font.cut("a name that is far too long", 10.0, 60.0);
        assert!(cut.ends_with('…') && font.width(&cut, 10.0) <= 60.0, "{cut}");
        assert_eq!(font.cut("short", 10.0, 60.0), "short");
        let lines = font.wrap(&format!("one two {} three", "W".repeat(40)), 10.0, 60.0);
        assert!(lines.len() > 5 && lines.iter().all(|line| font.width(line, 10.0) <= 60.0), "{lines:?}");
        assert_eq!(lines.concat().matches('W').count(), 40);
        assert_eq!(font.wrap_in(&"W".repeat(40), 10.0, 60.0, 2).len(), 2);
    }

    #[test]
    fn every_font_of_ours_is_one() {
        assert!([Font::Regular, Font::SemiBold, Font::Bold, Font::Serif].iter().all(|font| font.face().is_some()));
    }
}
