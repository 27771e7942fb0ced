//! The names of files that lie beside another one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use uuid::Uuid;

/// The longest file name that systems allow, in bytes.
const FILE_NAME_MAX: usize = 255;

/// A hidden file beside a session's, for its lock or its next version. If the name would be too long, a hash of it is
/// used, the same in every copy of the program.
pub(in crate::archive) fn beside(path: &Path, ending: &str) -> PathBuf {
    let own = path.file_name().unwrap_or_default();
    let mut name = OsString::from(".");
    if own.len() + ending.len() + 2 > FILE_NAME_MAX {
        let number = Uuid::new_v5(&Uuid::NAMESPACE_URL, own.as_encoded_bytes());
        name.push(format!("{}.json", number.simple()));
    } else {
        name.push(own);
    }
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

/// The beginning of a file's name, short enough to add something to it.
pub(in crate::archive) fn short_stem(path: &Path) -> String {
    let mut stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    stem.truncate(stem.floor_char_boundary(FILE_NAME_MAX - 55));
    stem
}

/// The name of the session that a draft was written for; `None` for any other file.
pub fn draft_of(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    // Syncthing's own drafts look the same: .syncthing.NAME.tmp.
    let ours = |name: &&str| name.ends_with(".json") && !name.starts_with("syncthing.");
    name.strip_prefix('.')?.strip_suffix(".tmp").filter(ours)
}

/// The folder a file is in.
pub(in crate::archive) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
