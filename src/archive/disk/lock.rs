//! One writer per session, by a lock file that the system releases when the program ends.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::links::followed;
use super::names::{folder_of, lock_beside};
use super::opening::open_lock;
use super::reach::{Call, reach};
use super::release::{await_release, release};

#[derive(Debug)]
pub enum Lock {
    Ours(Held),
    /// Another running copy of the program has it: the session is read-only.
    Elsewhere,
    /// No lock file can be made (read-only or full disk, no lock support, name taken). Saving reports why.
    Impossible,
}

impl Lock {
    pub fn may_write(&self) -> bool {
        !matches!(self, Lock::Elsewhere)
    }

    /// `false` if the folder was moved with its lock file, or if no lock could be made, which may be possible now.
    pub fn is_held(&self) -> bool {
        matches!(self, Lock::Ours(Held(held)) if held.holds())
    }

    /// The interface does not wait for the disk.
    pub(in crate::archive) fn release(self) {
        if let Lock::Ours(held) = self {
            let place = held.0.place().to_owned();
            release(&place, held);
        }
    }

    pub(super) fn ours(held: impl Hold + 'static) -> Lock {
        Lock::Ours(Held(Box::new(held)))
    }
}

#[derive(Debug)]
pub struct Held(Box<dyn Hold>);

pub(super) trait Hold: std::fmt::Debug + Send {
    fn place(&self) -> &Path;

    fn holds(&self) -> bool;
}

#[derive(Debug)]
struct HeldFile {
    path: PathBuf,
    file: File,
}

impl Hold for HeldFile {
    fn place(&self) -> &Path {
        &self.path
    }

    fn holds(&self) -> bool {
        reach(Call::Stat, &self.path);
        is_the_file(&self.file, &self.path)
    }
}

impl Drop for HeldFile {
    fn drop(&mut self) {
        reach(Call::Release, &self.path);
        // A lock file left behind is harmless: the system has released it. Another program's must stay.
        if is_the_file(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

pub(super) fn lock_file(session: &Path) -> Lock {
    reach(Call::Lock, session);
    // The first session of an archive is locked before anything is saved. Saving makes the folder durable.
    let _ = fs::create_dir_all(folder_of(session));
    // A file has one lock, however many links lead to it.
    let session = followed(session);
    let path = lock_beside(&session);
    await_release(&path);
    // The last holder may have removed the file between our opening and locking it; the next try makes a new one.
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

/// A locked file can be removed, or its folder moved away.
#[cfg(unix)]
pub(super) fn is_the_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(ours), Ok(there)) => (ours.dev(), ours.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

#[cfg(windows)]
pub(super) fn is_the_file(file: &File, path: &Path) -> bool {
    use same_file::Handle;
    let ours = file.try_clone().and_then(Handle::from_file);
    matches!((ours, Handle::from_path(path)), (Ok(ours), Ok(there)) if ours == there)
}

#[cfg(not(any(unix, windows)))]
pub(super) fn is_the_file(_file: &File, path: &Path) -> bool {
    path.exists()
}
