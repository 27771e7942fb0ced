//! Windows that are known in a folder of sessions.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::lock::is_the_file;
#[cfg(unix)]
use super::opening::open_folder;
#[cfg(not(unix))]
use super::opening::open_lock;

/// A window over a folder of sessions, known to the other windows until the value is dropped.
#[derive(Debug)]
pub struct Presence {
    place: PathBuf,
    file: File,
}

impl Presence {
    /// Makes a window known in a folder.
    ///
    /// # Errors
    /// [`std::io::ErrorKind::WouldBlock`]: another window moves the sessions away. Else there is no such folder, or it
    /// takes no locks.
    pub fn begin(folder: &Path) -> io::Result<Presence> {
        let place = presence_place(folder);
        let file = open_presence(&place)?;
        file.try_lock_shared()?;
        Ok(Presence { place, file })
    }

    /// Is no other window known? Then none becomes known until this value is dropped; else this one is known no more.
    pub fn is_alone(&self) -> bool {
        // A system that refuses for another reason tells nothing of others.
        self.file.unlock().is_ok() && !matches!(self.file.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Is the folder still the one where the window is known?
    pub fn holds(&self) -> bool {
        is_the_file(&self.file, &self.place)
    }
}

/// The folder itself is locked.
#[cfg(unix)]
fn presence_place(folder: &Path) -> PathBuf {
    folder.to_owned()
}

#[cfg(unix)]
fn open_presence(folder: &Path) -> io::Result<File> {
    open_folder(folder)
}

/// Elsewhere a folder takes no lock, but a file in it does.
#[cfg(not(unix))]
fn presence_place(folder: &Path) -> PathBuf {
    folder.join(".window.lock")
}

#[cfg(not(unix))]
fn open_presence(place: &Path) -> io::Result<File> {
    open_lock(place)?.ok_or_else(|| io::ErrorKind::InvalidInput.into())
}

/// The last window takes that file away.
#[cfg(not(unix))]
impl Drop for Presence {
    fn drop(&mut self) {
        if self.file.unlock().is_ok() && self.file.try_lock().is_ok() {
            let _ = std::fs::remove_file(&self.place);
        }
    }
}
