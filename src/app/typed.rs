//! Paths as people type them, and as they read them.

use std::path::{Path, PathBuf};

use crate::platform::IN_BROWSER;
use crate::text;
use crate::text::Text;

/// The path that somebody typed or chose: a whole one, or one that begins with `~`, the person's own folder. There is no
/// other folder that a window could be in.
///
/// # Errors
/// What to type instead.
pub(super) fn typed_path(typed: &Path) -> Result<PathBuf, Text> {
    let typed = typed.to_str().map_or(typed, |text| Path::new(text.trim()));
    let path = match typed.strip_prefix("~") {
        Ok(rest) => directories::UserDirs::new().map(|dirs| dirs.home_dir().join(rest)),
        // A page in a browser has names of files only.
        Err(_) => (typed.is_absolute() || IN_BROWSER).then(|| typed.to_owned()),
    };
    // Without a slash at the end or a dot in between, so that one place is one path.
    let path = path.map(|path| path.components().collect());
    path.ok_or_else(|| text!("type the whole path, or one that begins with ~"))
}

/// The last part of a path, to be read.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
