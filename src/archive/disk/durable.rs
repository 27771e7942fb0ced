//! What outlasts a power cut: names of files, and folders.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Gives a temporary file its name, unless something of that name is there: never over another file.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`], or why not; the temporary file is still there then.
pub(super) fn publish(temporary: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(temporary, path) {
        Ok(()) => {
            // A temporary name that stays behind is harmless: it is never read.
            let _ = fs::remove_file(temporary);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // A file system without links: the name is taken by an empty file first, which nobody else can take then.
        Err(_) => {
            File::create_new(path)?;
            fs::rename(temporary, path).inspect_err(|_| drop(fs::remove_file(path)))
        }
    }
}

/// Makes a folder and those above it, each durable in its parent.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        make_folder(parent)?;
        match fs::create_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            other => other?,
        }
        return sync_folder(parent);
    }
    fs::create_dir_all(folder)
}

/// Makes a folder durable in its parent, and so on upwards: whoever made it, this program or another, may have been
/// stopped before that.
pub(super) fn sync_above(folder: &Path) -> io::Result<()> {
    use io::ErrorKind as Kind;
    for above in folder.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()) {
        match sync_folder(above) {
            // Nobody can have made anything in there just now.
            Err(error) if matches!(error.kind(), Kind::PermissionDenied | Kind::ReadOnlyFilesystem) => break,
            other => other?,
        }
    }
    Ok(())
}

#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some shared and network folders know no such request: what there is to do for them is done.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        other => other,
    }
}

/// Elsewhere a folder cannot be opened as a file; the rename is durable by itself.
#[cfg(not(unix))]
pub(super) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
