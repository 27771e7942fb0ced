use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::reach::{Call, reach};

/// The real path as far as it exists: absolute, without links and without `..`.
pub fn whole(path: &Path) -> PathBuf {
    reach(Call::Follow, path);
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for known in path.ancestors() {
        if let (Ok(real), Ok(rest)) = (fs::canonicalize(known), path.strip_prefix(known)) {
            let real = as_written(real);
            return if rest.as_os_str().is_empty() { real } else { real.join(rest) };
        }
    }
    path
}

/// The link's target, or the path itself if it is no link or a broken one.
pub(in crate::archive) fn followed(path: &Path) -> PathBuf {
    if is_link(path) { fs::canonicalize(path).map_or_else(|_| path.to_owned(), as_written) } else { path.to_owned() }
}

pub(in crate::archive) fn is_link(path: &Path) -> bool {
    reach(Call::Follow, path);
    fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink())
}

pub(in crate::archive) fn link_to(real: &Path, folder: &Path, wanted: fn(&Path) -> bool) -> Option<PathBuf> {
    reach(Call::List, folder);
    let entries = fs::read_dir(folder).ok()?.flatten();
    let links = entries.filter(is_listed_as_link).map(|entry| entry.path());
    links.filter(|path| wanted(path) && followed(path) == real).min()
}

/// By the listing, so that thousands of files need no call each.
pub(super) fn is_listed_as_link(entry: &fs::DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_symlink())
}

pub(in crate::archive) fn same_folder(one: &Path, other: &Path) -> bool {
    reach(Call::Follow, one);
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

#[cfg(unix)]
pub(super) fn link_like(other: &Path, path: &Path) -> io::Result<()> {
    if !is_link(other) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    std::os::unix::fs::symlink(fs::canonicalize(other)?, path)
}

/// Outside Unix only administrators can make links.
#[cfg(not(unix))]
pub(super) fn link_like(_other: &Path, _path: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Without the prefix that Windows adds.
#[cfg(windows)]
fn as_written(path: PathBuf) -> PathBuf {
    let plain = path.to_str().and_then(|text| text.strip_prefix(r"\\?\")).filter(|text| text.get(1..2) == Some(":"));
    plain.map_or_else(|| path.clone(), PathBuf::from)
}

#[cfg(not(windows))]
fn as_written(path: PathBuf) -> PathBuf {
    path
}
