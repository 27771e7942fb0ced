//! Requests to the desktop about a file or a picture. They may be slow.

use std::borrow::Cow;
use std::path::Path;

use arboard::{Clipboard, ImageData};

/// Opens a file in the desktop's program for it.
///
/// # Errors
/// The reason, in the desktop's words.
pub fn open(file: &Path) -> Result<(), String> {
    opener::open(file).map_err(|error| reason(&error))
}

/// Shows a file in its folder.
///
/// # Errors
/// The reason, in the desktop's words.
pub fn show_in_folder(file: &Path) -> Result<(), String> {
    opener::reveal(file).map_err(|error| reason(&error))
}

/// Puts a picture on the clipboard, given as red, green, blue and opacity of each pixel, row by row.
///
/// # Errors
/// The reason, in the clipboard's words.
pub fn copy_picture(width: usize, height: usize, bytes: Vec<u8>) -> Result<(), String> {
    let picture = ImageData { width, height, bytes: Cow::Owned(bytes) };
    Clipboard::new().and_then(|mut clipboard| clipboard.set_image(picture)).map_err(|error| error.to_string())
}

/// The desktop's answer with its underlying cause.
fn reason(error: &opener::OpenError) -> String {
    let behind = std::error::Error::source(error).map(ToString::to_string);
    behind.unwrap_or_else(|| error.to_string())
}
