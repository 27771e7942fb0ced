//! Paths as people type and read them.

use std::path::{Path, PathBuf};

use crate::platform::IN_BROWSER;
use crate::text;
use crate::text::Text;

/// The path typed or chosen: a full one, or one that begins with `~` for the home folder. A window has no current
/// folder to which others could be relative.
///
/// # Errors
/// What to type instead.
pub(super) fn typed_path(typed: &Path) -> Result<PathBuf, Text> {
    let typed = typed.to_str().map_or(typed, |text| Path::new(text.trim()));
    let path = match typed.strip_prefix("~") {
        Ok(rest) => directories::BaseDirs::new().map(|dirs| dirs.home_dir().join(rest)),
        // A browser page has only names of files.
        Err(_) => (typed.is_absolute() || IN_BROWSER).then(|| typed.to_owned()),
    };
    // Drops a slash at the end or a dot in between, so that one place has one path.
    let path = path.map(|path| path.components().collect());
    path.ok_or_else(|| text!("type the whole path, or one that begins with ~"))
}

/// The folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// The last part of a path, for reading.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The name of the folder of a file, for reading; empty for a bare name.
pub fn folder_name(path: &Path) -> String {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).map(file_name).unwrap_or_default()
}
