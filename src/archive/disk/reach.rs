//! The gate to the disk that every call passes; none may come from the interface's thread.

use std::path::Path;

use crate::background::is_interface;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    List,
    Read,
    Stat,
    Follow,
    Make,
    Sync,
    Rename,
    Remove,
    Lock,
    Release,
}

pub(super) fn reach(call: Call, path: &Path) {
    debug_assert!(!is_interface(), "{call:?} {} on the interface's thread", path.display());
    #[cfg(test)]
    hanging::wait(call, path);
}

#[cfg(test)]
pub(crate) mod hanging {
    use std::path::{Path, PathBuf};
    use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

    use super::Call;

    impl Call {
        pub(crate) const ALL: [Call; 10] =
            variants!(Call: List, Read, Stat, Follow, Make, Sync, Rename, Remove, Lock, Release);
    }

    struct Disk {
        folder: PathBuf,
        call: Call,
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

    /// Hangs until dropped.
    pub(crate) struct Hanging(PathBuf);

    impl Hanging {
        pub(crate) fn at(call: Call, folder: &Path) -> Hanging {
            disks().push(Disk { folder: folder.to_owned(), call, waiting: 0 });
            Hanging(folder.to_owned())
        }

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
