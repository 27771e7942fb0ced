use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::Path;

use super::error::ReadError;
use super::reach::{Call, reach};
use super::release::await_release;

/// `None` if it is not a regular file: reading could block or never end.
pub(super) fn open_file(path: &Path) -> io::Result<Option<File>> {
    // Opening a device may have effects, so check first; check again afterwards in case it was replaced.
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let file = without_waiting(OpenOptions::new().read(true), false).open(path)?;
    Ok(file.metadata()?.is_file().then_some(file))
}

/// Whether a folder, pipe or device has this name, which writing would replace.
pub fn is_no_file(path: &Path) -> bool {
    reach(Call::Stat, path);
    path.exists() && !path.is_file()
}

pub(in crate::archive) fn is_file(path: &Path) -> bool {
    reach(Call::Stat, path);
    path.is_file()
}

pub fn is_folder(path: &Path) -> bool {
    reach(Call::Stat, path);
    path.is_dir()
}

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

/// Removes remains of an earlier attempt or a link of that name: nothing is written through it.
pub(super) fn create_temporary(path: &Path, private: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = private;
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            options.open(path)
        }
        created => created,
    }
}

/// `None` if something else has its name.
pub(super) fn open_lock(path: &Path) -> io::Result<Option<File>> {
    if fs::symlink_metadata(path).is_ok_and(|about| !about.is_file()) {
        return Ok(None);
    }
    let file = without_waiting(OpenOptions::new().create(true).truncate(false).write(true), true).open(path)?;
    Ok(file.metadata()?.is_file().then_some(file))
}

/// By a running copy of the program. A lock that this program is releasing does not count.
pub fn is_locked(path: &Path) -> bool {
    await_release(path);
    if !fs::symlink_metadata(path).is_ok_and(|about| about.is_file()) {
        return false;
    }
    let file = without_waiting(OpenOptions::new().read(true), true).open(path);
    file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Opening a pipe returns at once. Links are followed for reading only.
#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions, no_link: bool) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK | if no_link { libc::O_NOFOLLOW } else { 0 })
}

#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions, _no_link: bool) -> &mut OpenOptions {
    options
}
