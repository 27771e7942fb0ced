//! The sheet as a picture: SVG for scaling, PNG for a chat.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{FontResolver, Options, Tree};

use super::ExportError;
use super::drawing::{Page, Setting, database, picture};
use super::sheet::Sheet;

/// The pixels per point, for 1488 across: sharp on a phone.
const SCALE: f32 = 2.5;

/// The picture as SVG. It embeds no fonts: a reader without ours uses the next in the list.
pub(super) fn svg(sheet: &Sheet) -> Vec<u8> {
    picture(sheet, Setting::Elsewhere).svg.into_bytes()
}

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
pub(super) fn pixels(sheet: &Sheet) -> Result<Picture, ExportError> {
    let painted = painted(sheet)?;
    let length = |pixels: u32| usize::try_from(pixels).unwrap_or(0);
    Ok(Picture { width: length(painted.width()), height: length(painted.height()), bytes: painted.take_demultiplied() })
}

/// The picture as PNG.
///
/// # Errors
/// [`ExportError::Drawing`]; never seen.
pub(super) fn png(sheet: &Sheet) -> Result<Vec<u8>, ExportError> {
    painted(sheet)?.encode_png().map_err(|error| ExportError::Drawing(error.to_string()))
}

fn painted(sheet: &Sheet) -> Result<Pixmap, ExportError> {
    let page = picture(sheet, Setting::Here);
    let tree = tree(&page)?;
    let pixels = |length: f32| (length * SCALE).round() as u32;
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
