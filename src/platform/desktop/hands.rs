//! What the desktop does with a file or a picture when it is asked to. It may take its time.

use std::borrow::Cow;
use std::path::Path;

use arboard::{Clipboard, ImageData};

/// Opens a file in the program that the desktop has for it.
///
/// # Errors
/// In the desktop's words.
pub fn open(file: &Path) -> Result<(), String> {
    opener::open(file).map_err(|error| reason(&error))
}

/// Shows a file in its folder.
///
/// # Errors
/// In the desktop's words.
pub fn show_in_folder(file: &Path) -> Result<(), String> {
    opener::reveal(file).map_err(|error| reason(&error))
}

/// Puts a picture on the clipboard: red, green, blue and opacity of each pixel, row by row.
///
/// # Errors
/// In the clipboard's words.
pub fn copy_picture(width: usize, height: usize, bytes: Vec<u8>) -> Result<(), String> {
    let picture = ImageData { width, height, bytes: Cow::Owned(bytes) };
    Clipboard::new().and_then(|mut clipboard| clipboard.set_image(picture)).map_err(|error| error.to_string())
}

/// What the desktop answered, with what lies behind it.
fn reason(error: &opener::OpenError) -> String {
    let behind = std::error::Error::source(error).map(ToString::to_string);
    behind.unwrap_or_else(|| error.to_string())
}
