//! Paths as people type and read them.

use std::path::{Path, PathBuf};

use crate::archive::{is_folder, is_there};
use crate::platform::IN_BROWSER;
use crate::text;
use crate::text::Text;

/// A full path, or one that begins with `~` for the home folder: a window has no current folder.
pub(super) fn typed_path(typed: &Path) -> Result<PathBuf, Text> {
    let typed = typed.to_str().map_or(typed, |text| Path::new(text.trim()));
    let path = match typed.strip_prefix("~") {
        Ok(rest) => directories::BaseDirs::new().map(|dirs| dirs.home_dir().join(rest)),
        // A browser page has only names of files.
        Err(_) => (typed.is_absolute() || IN_BROWSER).then(|| typed.to_owned()),
    };
    // Drops a trailing slash or a dot in between, so that one place has one path.
    let path = path.map(|path| path.components().collect());
    path.ok_or_else(|| text!("type the whole path, or one that begins with ~"))
}

pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// Lossy, for display only.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// For display; empty for a bare name.
pub fn folder_name(path: &Path) -> String {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).map(file_name).unwrap_or_default()
}

pub(super) fn check_free(path: &Path) -> Result<(), Text> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !is_folder(folder)) {
        return Err(no_such_folder());
    }
    if is_there(path) { Err(text!("a file with this name already exists")) } else { Ok(()) }
}

pub(super) fn no_such_folder() -> Text {
    text!("there is no such folder")
}
