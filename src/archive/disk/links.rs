//! Where paths lead: one file is one file, whichever way leads to it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The path as the system has it, as far as it is there: whole, without links and without steps back.
pub fn whole(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for known in path.ancestors() {
        if let (Ok(real), Ok(rest)) = (fs::canonicalize(known), path.strip_prefix(known)) {
            let real = as_written(real);
            return if rest.as_os_str().is_empty() { real } else { real.join(rest) };
        }
    }
    path
}

/// The file that a link leads to, or the path itself where it is no link or leads nowhere.
pub(in crate::archive) fn followed(path: &Path) -> PathBuf {
    if is_link(path) { fs::canonicalize(path).map_or_else(|_| path.to_owned(), as_written) } else { path.to_owned() }
}

/// Is this a link?
pub(in crate::archive) fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink())
}

/// Are these the same folder, which is there?
pub(in crate::archive) fn same_folder(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// A link to where another one leads.
///
/// # Errors
/// Why there is none: the other one is no link or leads nowhere, or there are no links here.
#[cfg(unix)]
pub(super) fn link_like(other: &Path, path: &Path) -> io::Result<()> {
    if !is_link(other) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    std::os::unix::fs::symlink(fs::canonicalize(other)?, path)
}

/// Links are for administrators here.
#[cfg(not(unix))]
pub(super) fn link_like(_other: &Path, _path: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The way people write a path, where the system has one of its own.
#[cfg(windows)]
fn as_written(path: PathBuf) -> PathBuf {
    let plain = path.to_str().and_then(|text| text.strip_prefix(r"\\?\")).filter(|text| text.get(1..2) == Some(":"));
    plain.map_or_else(|| path.clone(), PathBuf::from)
}

#[cfg(not(windows))]
fn as_written(path: PathBuf) -> PathBuf {
    path
}
