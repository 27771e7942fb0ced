//! The one gate to the disk: every call passes it, and none may come from the interface's thread.

use std::path::Path;

use crate::background::is_interface;

/// A kind of call that may wait for the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// Lists a folder.
    List,
    /// Reads a file.
    Read,
    /// Asks whether a file or folder exists, or what it is.
    Look,
    /// Follows links to the real path.
    Follow,
    /// Makes a folder, file or link.
    Make,
    /// Waits until something is on the disk.
    Sync,
    /// Renames a file.
    Rename,
    /// Removes a file.
    Remove,
    /// Locks a session.
    Lock,
    /// Releases the lock of a session.
    Release,
    /// Announces a window in a folder.
    Announce,
}

/// Passes a call to the disk.
pub(super) fn reach(call: Call, path: &Path) {
    debug_assert!(!is_interface(), "{call:?} {} on the interface's thread", path.display());
    #[cfg(test)]
    hanging::wait(call, path);
}

/// A disk that does not answer, for tests.
#[cfg(test)]
pub(crate) mod hanging {
    use std::path::{Path, PathBuf};
    use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

    use super::Call;

    impl Call {
        pub(crate) const ALL: [Call; 11] = [
            Call::List,
            Call::Read,
            Call::Look,
            Call::Follow,
            Call::Make,
            Call::Sync,
            Call::Rename,
            Call::Remove,
            Call::Lock,
            Call::Release,
            Call::Announce,
        ];
    }

    struct Disk {
        folder: PathBuf,
        call: Call,
        /// The threads that wait for it now.
        waiting: usize,
    }

    static DISKS: Mutex<Vec<Disk>> = Mutex::new(Vec::new());
    static ANSWERED: Condvar = Condvar::new();

    fn disks() -> MutexGuard<'static, Vec<Disk>> {
        DISKS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn position(disks: &[Disk], call: Call, path: &Path) -> Option<usize> {
        disks.iter().position(|disk| disk.call == call && path.starts_with(&disk.folder))
    }

    pub(super) fn wait(call: Call, path: &Path) {
        let mut disks = disks();
        while let Some(disk) = position(&disks, call, path) {
            disks[disk].waiting += 1;
            disks = ANSWERED.wait(disks).unwrap_or_else(PoisonError::into_inner);
            if let Some(disk) = position(&disks, call, path) {
                disks[disk].waiting -= 1;
            }
        }
    }

    /// A folder whose disk does not answer this call until dropped.
    pub(crate) struct Hanging(PathBuf);

    impl Hanging {
        pub(crate) fn at(call: Call, folder: &Path) -> Hanging {
            disks().push(Disk { folder: folder.to_owned(), call, waiting: 0 });
            Hanging(folder.to_owned())
        }

        /// The number of threads that wait for it now.
        pub(crate) fn waiting(&self) -> usize {
            disks().iter().filter(|disk| disk.folder == self.0).map(|disk| disk.waiting).sum()
        }
    }

    impl Drop for Hanging {
        fn drop(&mut self) {
            disks().retain(|disk| disk.folder != self.0);
            ANSWERED.notify_all();
        }
    }
}
