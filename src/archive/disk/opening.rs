//! Opening files safely, whatever has their name: folders, pipes, devices, links to other places.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::Path;

use super::error::ReadError;
use super::reach::{Call, reach};
use super::release::await_release;

/// Opens a file for reading. `None` if it is not a regular file, because reading could block or never end.
pub(super) fn open_file(path: &Path) -> io::Result<Option<File>> {
    // Opening a device may have effects, so check first; check again afterwards in case it was replaced meanwhile.
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let file = without_waiting(OpenOptions::new().read(true), false).open(path)?;
    Ok(file.metadata()?.is_file().then_some(file))
}

/// Whether something other than a regular file (a folder, pipe or device) has this name. Writing would replace it.
pub fn is_no_file(path: &Path) -> bool {
    reach(Call::Look, path);
    path.exists() && !path.is_file()
}

/// Whether this is a regular file, or leads to one.
pub(in crate::archive) fn is_file(path: &Path) -> bool {
    reach(Call::Look, path);
    path.is_file()
}

/// Whether this is a folder, or leads to one.
pub fn is_folder(path: &Path) -> bool {
    reach(Call::Look, path);
    path.is_dir()
}

/// Reads a file of at most this many bytes.
pub(super) fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    let file = open_file(path)?.ok_or(ReadError::NotAFile)?;
    let length = file.metadata()?.len();
    if length > most {
        return Err(ReadError::TooLarge(most));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0) + 1);
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(ReadError::TooLarge(most)) } else { Ok(bytes) }
}

/// Creates a file for the next version of another. Remains of an earlier try are removed, and so is a link of that
/// name: nothing is written through it.
pub(super) fn create_temporary(path: &Path) -> io::Result<File> {
    match File::create_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            File::create_new(path)
        }
        created => created,
    }
}

/// Opens a lock file, creating it if necessary. `None` if something else has its name.
pub(super) fn open_lock(path: &Path) -> io::Result<Option<File>> {
    if fs::symlink_metadata(path).is_ok_and(|about| !about.is_file()) {
        return Ok(None);
    }
    let file = without_waiting(OpenOptions::new().create(true).truncate(false).write(true), true).open(path)?;
    Ok(file.metadata()?.is_file().then_some(file))
}

/// Whether a running copy of the program holds this lock file. One that this program is releasing does not count.
pub fn is_locked(path: &Path) -> bool {
    await_release(path);
    if !fs::symlink_metadata(path).is_ok_and(|about| about.is_file()) {
        return false;
    }
    let file = without_waiting(OpenOptions::new().read(true), true).open(path);
    file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Opens a folder in order to lock it, which leaves nothing in it.
#[cfg(unix)]
pub(super) fn open_folder(folder: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().read(true).custom_flags(libc::O_DIRECTORY | libc::O_NONBLOCK).open(folder)
}

/// Makes opening a pipe return at once instead of waiting for its other end. Links are followed for reading only.
#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions, no_link: bool) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK | if no_link { libc::O_NOFOLLOW } else { 0 })
}

/// There are no pipes in folders outside Unix.
#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions, _no_link: bool) -> &mut OpenOptions {
    options
}
