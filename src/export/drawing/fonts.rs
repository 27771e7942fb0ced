//! The bundled fonts: how wide a text is in them, and how it is cut or wrapped to fit.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::Database;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};

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

    /// How wide a text of the font's own letters is, as a share of the size.
    pub(super) fn own_width(self, text: &str) -> f32 {
        let Some(face) = self.face() else { return 0.0 };
        let advance = |letter: char| match face.glyphs.map(letter) {
            Some(glyph) if !is_invisible(letter) => face.advances.advance_width(glyph).unwrap_or_default(),
            _ => 0.0,
        };
        text.chars().map(advance).sum::<f32>() / face.units_per_em
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

/// Marks of direction and joining, which take no room.
pub(super) fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}')
}

#[cfg(test)]
mod tests {
    use super::Font;

    #[test]
    fn every_font_of_ours_is_one() {
        assert!([Font::Regular, Font::SemiBold, Font::Bold, Font::Serif].iter().all(|font| font.face().is_some()));
    }
}
