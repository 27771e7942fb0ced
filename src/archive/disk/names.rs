//! The names of files that lie beside another one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use uuid::Uuid;

/// The longest file name that systems allow, in bytes.
const FILE_NAME_MAX: usize = 255;

/// What a lock file's name has before and after the session's, as in LibreOffice: most synchronisers leave it out, so
/// that no device removes the lock of another.
const LOCK: (&str, &str) = (".~lock.", "#");
/// The same in versions before that.
const OLD_LOCK: (&str, &str) = (".", ".lock");

/// The draft of a file's next version.
pub(in crate::archive) fn draft_beside(path: &Path) -> PathBuf {
    beside(path, (".", ".tmp"))
}

/// The lock file of a session's file.
pub(in crate::archive) fn lock_beside(path: &Path) -> PathBuf {
    beside(path, LOCK)
}

/// The lock file that older versions of the program use.
pub(in crate::archive) fn old_lock_beside(path: &Path) -> PathBuf {
    beside(path, OLD_LOCK)
}

/// A hidden file beside another one. If its name would be too long, it has a hash of the other's, the same in every
/// copy of the program.
fn beside(path: &Path, (before, after): (&str, &str)) -> PathBuf {
    let own = path.file_name().unwrap_or_default();
    let mut name = OsString::from(before);
    if before.len() + own.len() + after.len() > FILE_NAME_MAX {
        let number = Uuid::new_v5(&Uuid::NAMESPACE_URL, own.as_encoded_bytes());
        name.push(format!("{}.json", number.simple()));
    } else {
        name.push(own);
    }
    name.push(after);
    path.with_file_name(name)
}

/// The name of the file that a lock file was made for; `None` for any other file.
pub(in crate::archive) fn locked_by(lock: &Path) -> Option<&str> {
    let name = lock.file_name()?.to_str()?;
    let within = |(before, after): (&str, &str)| name.strip_prefix(before)?.strip_suffix(after);
    [LOCK, OLD_LOCK].into_iter().find_map(within)
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
