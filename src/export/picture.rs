//! A drawing as a picture of pixels, for a chat.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{FontResolver, Options, Tree};

use super::ExportError;
use super::drawing::{Page, database};

/// The pixels per point, for 1488 across: sharp on a phone.
const SCALE: f32 = 2.5;

/// A picture as pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The width in pixels.
    pub width: usize,
    /// The height in pixels.
    pub height: usize,
    /// Red, green, blue and opacity of each pixel, row by row.
    pub bytes: Vec<u8>,
}

/// The picture as pixels.
///
/// # Errors
/// [`ExportError::Drawing`]; never seen.
pub(super) fn pixels(page: &Page) -> Result<Picture, ExportError> {
    let painted = painted(page)?;
    let length = |pixels: u32| usize::try_from(pixels).unwrap_or(0);
    Ok(Picture { width: length(painted.width()), height: length(painted.height()), bytes: painted.take_demultiplied() })
}

/// The picture as PNG.
///
/// # Errors
/// [`ExportError::Drawing`]; never seen.
pub(super) fn png(page: &Page) -> Result<Vec<u8>, ExportError> {
    painted(page)?.encode_png().map_err(|error| ExportError::Drawing(error.to_string()))
}

fn painted(page: &Page) -> Result<Pixmap, ExportError> {
    let tree = tree(page)?;
    // A row that the page only half covers would be half transparent.
    let pixels = |length: f32| (length * SCALE).floor() as u32;
    let mut pixmap = Pixmap::new(pixels(page.width), pixels(page.height))
        .ok_or_else(|| ExportError::Drawing("the picture has no size".into()))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// The page with its text laid out in our fonts.
///
/// # Errors
/// [`ExportError::Drawing`]; never seen.
pub(super) fn tree(page: &Page) -> Result<Tree, ExportError> {
    // Every run of letters already names a font that has them (`letters.rs`), so no fallback is needed.
    let font_resolver = FontResolver { select_fallback: Box::new(|_, _, _| None), ..FontResolver::default() };
    let options =
        Options { fontdb: database(), font_family: "Tablet Sans".into(), font_resolver, ..Options::default() };
    Tree::from_str(&page.svg, &options).map_err(|error| ExportError::Drawing(error.to_string()))
}
