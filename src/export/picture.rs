//! A drawing as a picture of pixels, for a chat.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{FontResolver, Options, Tree};

use super::drawing::{Page, database};
use super::error::not_drawn;
use crate::text::Text;

/// The pixels per point, for 1488 across: sharp on a phone.
const SCALE: f32 = 2.5;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    /// Red, green, blue and opacity of each pixel, row by row.
    pub bytes: Vec<u8>,
}

pub(super) fn pixels(page: &Page) -> Result<Picture, Text> {
    let painted = painted(page)?;
    let length = |pixels: u32| usize::try_from(pixels).unwrap_or(0);
    Ok(Picture { width: length(painted.width()), height: length(painted.height()), bytes: painted.take_demultiplied() })
}

pub(super) fn png(page: &Page) -> Result<Vec<u8>, Text> {
    painted(page)?.encode_png().map_err(not_drawn)
}

fn painted(page: &Page) -> Result<Pixmap, Text> {
    let tree = tree(page)?;
    // A row that the page only half covers would be half transparent.
    let pixels = |length: f32| (length * SCALE).floor() as u32;
    let mut pixmap =
        Pixmap::new(pixels(page.width), pixels(page.height)).ok_or_else(|| not_drawn("the picture has no size"))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
    Ok(pixmap)
}

pub(super) fn tree(page: &Page) -> Result<Tree, Text> {
    // Every run of letters already names a font that has them (`letters.rs`), so no fallback is needed.
    let font_resolver = FontResolver { select_fallback: Box::new(|_, _, _| None), ..FontResolver::default() };
    let options =
        Options { fontdb: database(), font_family: "Tablet Sans".into(), font_resolver, ..Options::default() };
    Tree::from_str(&page.svg, &options).map_err(not_drawn)
}
