//! Small files that only their owner may read.

use std::io::{self, Write};
use std::path::Path;

use super::names::folder_of;
use super::reach::{Call, reach};
use super::store;
use super::store::Store;

/// The most bytes of such a file.
const MOST: u64 = 64 * 1024;

/// Writes a file that nobody else may read, so that a crash leaves either the old one or the new one, whole.
///
/// # Errors
/// The first step that failed; the old file is untouched, and nothing is left beside it.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    store().make_folder(folder)?;
    reach(Call::Make, path);
    let mut file = tempfile::Builder::new().prefix(".tablet-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    reach(Call::Rename, path);
    file.persist(path)?;
    store().sync_folder(folder)
}

/// Reads such a file; `None` if there is none that can be read.
pub fn read_private(path: &Path) -> Option<Vec<u8>> {
    store().read(path, MOST).ok()
}

/// Removes such a file, if there is one.
///
/// # Errors
/// The reason why it still exists.
pub fn remove_private(path: &Path) -> io::Result<()> {
    match store().remove(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
