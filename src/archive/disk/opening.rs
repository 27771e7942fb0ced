//! Opening files where anything may lie under their name: folders, pipes, devices, links to elsewhere.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::Path;

use super::error::ReadError;

/// A file to read. `None`: it is something else, which could keep the program waiting or give bytes without end.
pub(super) fn open_file(path: &Path) -> io::Result<Option<File>> {
    // A device may act on being opened, so it is asked before; what took its place since then is found out after.
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let file = without_waiting(OpenOptions::new().read(true), false).open(path)?;
    Ok(file.metadata()?.is_file().then_some(file))
}

/// Is something of this name there that is no file (a folder, a pipe, a device)? Writing would replace it by one.
pub fn is_no_file(path: &Path) -> bool {
    path.exists() && !path.is_file()
}

/// The bytes of a file that is not longer than this.
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

/// A new file for the next version of another one. What is left of an earlier try is taken away, and so is a link of that
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

/// A lock file, made where there is none. `None`: something else has its name.
pub(super) fn open_lock(path: &Path) -> io::Result<Option<File>> {
    if fs::symlink_metadata(path).is_ok_and(|about| !about.is_file()) {
        return Ok(None);
    }
    let file = without_waiting(OpenOptions::new().create(true).truncate(false).write(true), true).open(path)?;
    Ok(file.metadata()?.is_file().then_some(file))
}

/// Does a running copy of the program hold this lock file?
pub fn is_locked(path: &Path) -> bool {
    if !fs::symlink_metadata(path).is_ok_and(|about| about.is_file()) {
        return false;
    }
    let file = without_waiting(OpenOptions::new().read(true), true).open(path);
    file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// A folder to be locked, which leaves nothing in it.
#[cfg(unix)]
pub(super) fn open_folder(folder: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().read(true).custom_flags(libc::O_DIRECTORY | libc::O_NONBLOCK).open(folder)
}

/// Opening a pipe waits for its other end, unless told not to. A link is followed for reading only.
#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions, no_link: bool) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK | if no_link { libc::O_NOFOLLOW } else { 0 })
}

/// Elsewhere pipes do not lie in folders.
#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions, _no_link: bool) -> &mut OpenOptions {
    options
}
