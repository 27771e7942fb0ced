//! Requests to the desktop about a file or a picture. They may be slow.

use std::borrow::Cow;
use std::path::Path;

use arboard::{Clipboard, ImageData};

#[cfg(target_os = "linux")]
pub use super::print::{can_print, print};

/// Systems other than Linux leave that to a PDF viewer.
#[cfg(not(target_os = "linux"))]
pub fn can_print() -> bool {
    false
}

/// Always fails.
#[cfg(not(target_os = "linux"))]
pub fn print(_title: &str, _pdf: &[u8]) -> Result<(), String> {
    Err(std::io::Error::from(std::io::ErrorKind::Unsupported).to_string())
}

pub fn open(file: &Path) -> Result<(), String> {
    opener::open(file).map_err(|error| reason(&error))
}

pub fn show_in_folder(file: &Path) -> Result<(), String> {
    opener::reveal(file).map_err(|error| reason(&error))
}

/// `bytes` are red, green, blue and opacity of each pixel, row by row.
pub fn copy_picture(width: usize, height: usize, bytes: Vec<u8>) -> Result<(), String> {
    let picture = ImageData { width, height, bytes: Cow::Owned(bytes) };
    Clipboard::new().and_then(|mut clipboard| clipboard.set_image(picture)).map_err(|error| error.to_string())
}

/// The desktop's answer with its underlying cause.
fn reason(error: &opener::OpenError) -> String {
    let behind = std::error::Error::source(error).map(ToString::to_string);
    behind.unwrap_or_else(|| error.to_string())
}
