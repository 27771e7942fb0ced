//! One writer per session: on a disk a lock file beside it, held by the system for as long as the program lives.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::links::followed;
use super::names::{beside, folder_of};
use super::opening::open_lock;

/// Who may write a session.
#[derive(Debug)]
pub enum Lock {
    /// This program, until the value is dropped.
    Ours(Held),
    /// Another running copy of the program: look, but do not touch.
    Elsewhere,
    /// The folder takes no lock file (read-only, full, a file system without locks, or something else of that name). Saving will tell what is wrong.
    Impossible,
}

impl Lock {
    /// May this program write the session?
    pub fn may_write(&self) -> bool {
        !matches!(self, Lock::Elsewhere)
    }

    /// Does it keep others from writing now? A folder that was taken away took the lock file with it, and where there was
    /// none there may be one now.
    pub fn is_held(&self) -> bool {
        matches!(self, Lock::Ours(Held(held)) if held.holds())
    }

    pub(super) fn ours(held: impl Hold + 'static) -> Lock {
        Lock::Ours(Held(Box::new(held)))
    }
}

/// A lock that is held; dropping it lets go.
#[derive(Debug)]
pub struct Held(Box<dyn Hold>);

/// How a store holds a lock.
pub(super) trait Hold: std::fmt::Debug + Send {
    /// Does it still keep others from writing?
    fn holds(&self) -> bool;
}

/// A lock file that is held; dropping it lets go and takes the file away.
#[derive(Debug)]
struct HeldFile {
    path: PathBuf,
    file: File,
}

impl Hold for HeldFile {
    fn holds(&self) -> bool {
        is_the_file(&self.file, &self.path)
    }
}

impl Drop for HeldFile {
    fn drop(&mut self) {
        // A file that stays behind is harmless: the system lets go of the lock. Another's is not ours to take away.
        if is_the_file(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Takes the lock file of a session's file.
pub(super) fn lock_file(session: &Path) -> Lock {
    // The first session of an archive is locked before anything was saved. That makes the folder durable, too.
    let _ = fs::create_dir_all(folder_of(session));
    // However many links lead to a file, it has one lock.
    let path = beside(&followed(session), "lock");
    // Whoever let go may have taken the file away between our opening and locking it; then the next try makes a new one.
    for _ in 0..8 {
        let Ok(Some(file)) = open_lock(&path) else { return Lock::Impossible };
        match file.try_lock() {
            Ok(()) if is_the_file(&file, &path) => return Lock::ours(HeldFile { path, file }),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Lock::Elsewhere,
            Err(TryLockError::Error(_)) => return Lock::Impossible,
        }
    }
    Lock::Elsewhere
}

#[cfg(unix)]
pub(super) fn is_the_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(ours), Ok(there)) => (ours.dev(), ours.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

/// Elsewhere than on Unix a locked file cannot be taken away.
#[cfg(not(unix))]
pub(super) fn is_the_file(_file: &File, path: &Path) -> bool {
    path.exists()
}
