//! Announcing a window to others that use the same folder of sessions.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::lock::is_the_file;
#[cfg(not(unix))]
use super::names::lock_beside;
#[cfg(unix)]
use super::opening::open_folder;
#[cfg(not(unix))]
use super::opening::open_lock;
use super::reach::{Call, reach};
use super::release::{await_release, release};

/// A window's use of a folder of sessions, known to other windows until dropped.
#[derive(Debug)]
pub struct Presence {
    place: PathBuf,
    file: File,
}

impl Presence {
    /// Announces a window in a folder.
    ///
    /// # Errors
    /// [`std::io::ErrorKind::WouldBlock`] if another window is moving the sessions away; any other if the folder does
    /// not exist or takes no locks.
    pub fn begin(folder: &Path) -> io::Result<Presence> {
        reach(Call::Announce, folder);
        let place = presence_place(folder);
        await_release(&place);
        let file = open_presence(&place)?;
        file.try_lock_shared()?;
        Ok(Presence { place, file })
    }

    /// Whether no other window is known. If so, none can be announced until this value is dropped; if not, this one is
    /// no longer announced.
    pub fn is_alone(&self) -> bool {
        reach(Call::Announce, &self.place);
        // A refusal for any other reason says nothing about other windows.
        self.file.unlock().is_ok() && !matches!(self.file.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Whether this folder is the one where the window was announced, and still there.
    pub fn holds(&self, folder: &Path) -> bool {
        reach(Call::Announce, folder);
        self.place == presence_place(folder) && is_the_file(&self.file, &self.place)
    }

    /// Ends it. The interface does not wait for the disk.
    pub fn release(self) {
        let place = self.place.clone();
        release(&place, self);
    }
}

/// The folder itself is what is locked.
#[cfg(unix)]
fn presence_place(folder: &Path) -> PathBuf {
    folder.to_owned()
}

#[cfg(unix)]
fn open_presence(folder: &Path) -> io::Result<File> {
    open_folder(folder)
}

/// Outside Unix a folder cannot be locked, but a file in it can.
#[cfg(not(unix))]
fn presence_place(folder: &Path) -> PathBuf {
    lock_beside(&folder.join("window"))
}

#[cfg(not(unix))]
fn open_presence(place: &Path) -> io::Result<File> {
    open_lock(place)?.ok_or_else(|| io::ErrorKind::InvalidInput.into())
}

/// The last window removes that file.
#[cfg(not(unix))]
impl Drop for Presence {
    fn drop(&mut self) {
        if self.file.unlock().is_ok() && self.file.try_lock().is_ok() {
            let _ = std::fs::remove_file(&self.place);
        }
    }
}
