//! The place where an archive's files are kept: a folder on a disk, or a browser's storage.

use std::hash::Hash;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::error::ReadError;
use super::lock::Lock;
use super::names::{draft_beside, folder_of};

/// A callback before a file is replaced.
pub type Before<'a> = dyn FnMut(&Path) -> io::Result<()> + 'a;

/// A callback that writes a file's content.
pub type Writing<'a> = dyn FnMut(&mut dyn Write) -> io::Result<()> + 'a;

/// The operations an archive needs of its place. Files have paths in every store; the store decides what a path means.
pub trait Store {
    /// A value that differs between versions of a file.
    type Stamp: Hash + PartialEq;

    /// Lists the wanted files of a folder, each once and in no order, and not again under a link. A missing folder is
    /// empty.
    ///
    /// # Errors
    /// The reason why the folder cannot be listed.
    fn list(&self, folder: &Path, wanted: fn(&Path) -> bool) -> io::Result<Vec<PathBuf>>;

    /// Reads a file of at most this many bytes.
    ///
    /// # Errors
    /// [`ReadError`].
    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, ReadError>;

    /// Opens a file of any size for reading.
    ///
    /// # Errors
    /// [`ReadError::Io`] and [`ReadError::NotAFile`].
    fn open(&self, path: &Path) -> Result<Box<dyn Read>, ReadError>;

    /// The stamp of the current version of a file.
    fn stamp(&self, path: &Path) -> Self::Stamp;

    /// Whether anything has this name.
    fn is_there(&self, path: &Path) -> bool;

    /// Whether it is certain that this folder does not exist.
    fn is_missing(&self, folder: &Path) -> bool;

    /// Checks whether an existing folder can take new files.
    ///
    /// # Errors
    /// The reason why not.
    fn can_write(&self, folder: &Path) -> io::Result<()>;

    /// Makes a folder, durably together with its parents.
    ///
    /// # Errors
    /// The reason why it does not exist.
    fn root(&self, folder: &Path) -> io::Result<()>;

    /// Makes a folder and its parents.
    ///
    /// # Errors
    /// The reason why it does not exist.
    fn make_folder(&self, folder: &Path) -> io::Result<()>;

    /// Writes a file, replacing an existing one, through a link if there is one. A crash leaves either the old file or
    /// the new one, whole.
    ///
    /// # Errors
    /// The first step that failed; the old file is untouched.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.replace(path, bytes, &mut |_| Ok(()))
    }

    /// Like [`Store::write`], and calls `before` with the existing file right before replacing it.
    ///
    /// # Errors
    /// The first step that failed, or the error of `before`; the old file is untouched.
    fn replace(&self, path: &Path, bytes: &[u8], before: &mut Before) -> io::Result<()>;

    /// Writes a file under a temporary name. On failure nothing is left behind.
    ///
    /// # Errors
    /// The reason why it was not written.
    fn draft(&self, temporary: &Path, write: &mut Writing) -> io::Result<()>;

    /// Writes a file durably that does not exist yet: never over another one.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] or another error; nothing is left behind.
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

    /// Renames a file, within a folder or into another, never over another file. A link moved this way still leads to
    /// the same file.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] or another error; the file keeps its name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives a draft its final name, in place of a file that has it.
    ///
    /// # Errors
    /// The reason why both are as before.
    fn overwrite(&self, temporary: &Path, path: &Path) -> io::Result<()>;

    /// Makes a link to the target of another link.
    ///
    /// # Errors
    /// The other path is no link or a broken one, or the store has no links.
    fn link(&self, like: &Path, path: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// The reason why it still exists.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes what was created, renamed or removed in a folder survive a power cut.
    ///
    /// # Errors
    /// The reason why that is not certain.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Locks a session's file.
    fn lock(&self, session: &Path) -> Lock;

    /// Whether a running copy of the program holds this lock file.
    fn is_locked(&self, lock: &Path) -> bool;
}
