use std::hash::Hash;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::error::ReadError;
use super::lock::Lock;
use super::names::{draft_beside, folder_of};

pub type Before<'a> = dyn FnMut(&Path) -> io::Result<()> + 'a;

pub type Writing<'a> = dyn FnMut(&mut dyn Write) -> io::Result<()> + 'a;

/// Files have paths in every store; the store decides what a path means.
pub trait Store {
    type Stamp: Hash + PartialEq;

    /// Each file once, unordered, and not again under a link. Empty for a missing folder.
    fn list(&self, folder: &Path, wanted: fn(&Path) -> bool) -> io::Result<Vec<PathBuf>>;

    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, ReadError>;

    fn open(&self, path: &Path) -> Result<Box<dyn Read>, ReadError>;

    fn stamp(&self, path: &Path) -> Self::Stamp;

    fn is_there(&self, path: &Path) -> bool;

    /// Whether the folder certainly does not exist.
    fn is_missing(&self, folder: &Path) -> bool;

    fn can_write(&self, folder: &Path) -> io::Result<()>;

    fn root(&self, folder: &Path) -> io::Result<()>;

    fn make_folder(&self, folder: &Path) -> io::Result<()>;

    /// Replaces an existing file, through a link if there is one. A crash leaves the old file or the new one, whole.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.replace(path, bytes, false, &mut |_| Ok(()))
    }

    /// Like [`Store::write`], but calls `before` with the existing file right before replacing it; on its error the
    /// file stays. On a disk, only the owner can read a `private` file.
    fn replace(&self, path: &Path, bytes: &[u8], private: bool, before: &mut Before) -> io::Result<()>;

    /// Under a temporary name. On failure nothing is left behind.
    fn draft(&self, temporary: &Path, write: &mut Writing) -> io::Result<()>;

    /// Durable. Never replaces another file; fails with [`io::ErrorKind::AlreadyExists`].
    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if self.is_there(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        self.make_folder(folder_of(path))?;
        let temporary = draft_beside(path);
        self.draft(&temporary, &mut |out| out.write_all(bytes))?;
        self.rename(&temporary, path).inspect_err(|_| drop(self.remove(&temporary)))?;
        self.sync_folder(folder_of(path))
    }

    /// Also into another folder. Never replaces another file; fails with [`io::ErrorKind::AlreadyExists`]. A moved link
    /// still leads to the same file.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    fn overwrite(&self, temporary: &Path, path: &Path) -> io::Result<()>;

    fn remove(&self, path: &Path) -> io::Result<()>;

    /// What was created, renamed or removed in the folder survives a power cut.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    fn lock(&self, session: &Path) -> Lock;

    fn is_locked(&self, lock: &Path) -> bool;
}
