//! Where the files of an archive are kept: in a folder of a disk, or in the storage of a browser.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::error::ReadError;
use super::lock::Lock;

/// What is done to a file before it is replaced.
pub type Before<'a> = dyn FnMut(&Path) -> io::Result<()> + 'a;

/// What writes the content of a file.
pub type Writing<'a> = dyn FnMut(&mut dyn Write) -> io::Result<()> + 'a;

/// What an archive needs of the place where its files are. Files have paths everywhere; what a path is, the store knows.
pub trait Store {
    /// Tells one version of a file from the next.
    type Stamp: Copy + PartialEq + Send + std::fmt::Debug;

    /// The files of a folder whose paths are wanted, each once, in no order: not again under a link. A folder that is
    /// not there is empty.
    ///
    /// # Errors
    /// When it cannot be listed.
    fn list(&self, folder: &Path, wanted: fn(&Path) -> bool) -> io::Result<Vec<PathBuf>>;

    /// The bytes of a file that is not longer than this.
    ///
    /// # Errors
    /// [`ReadError`].
    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, ReadError>;

    /// The bytes of a file, however many there are.
    ///
    /// # Errors
    /// [`ReadError::Io`] and [`ReadError::NotAFile`].
    fn open(&self, path: &Path) -> Result<Box<dyn Read>, ReadError>;

    /// What tells this version of a file from others.
    fn stamp(&self, path: &Path) -> Self::Stamp;

    /// Is there anything of this name?
    fn is_there(&self, path: &Path) -> bool;

    /// Is it certain that there is no such folder?
    fn is_missing(&self, folder: &Path) -> bool;

    /// Can a folder that is there take new files?
    ///
    /// # Errors
    /// Why not.
    fn can_write(&self, folder: &Path) -> io::Result<()>;

    /// Makes a folder, and sees to it that it outlasts a power cut, and those above it.
    ///
    /// # Errors
    /// Why it is not there.
    fn root(&self, folder: &Path) -> io::Result<()>;

    /// Makes a folder and those above it.
    ///
    /// # Errors
    /// Why it is not there.
    fn make_folder(&self, folder: &Path) -> io::Result<()>;

    /// Writes a file, in place of one of the same name; where a link has it, the one that the link leads to. After a crash
    /// there is either the old one or the new one, whole.
    ///
    /// # Errors
    /// The first step that failed; the old file is untouched.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.replace(path, bytes, &mut |_| Ok(()))
    }

    /// As [`Store::write`]; `before` is called with the file that is about to be replaced, right before it is.
    ///
    /// # Errors
    /// The first step that failed, or what `before` says; the old file is untouched by this.
    fn replace(&self, path: &Path, bytes: &[u8], before: &mut Before) -> io::Result<()>;

    /// Writes a file under a name that is not its own yet. Where that fails, nothing is left behind.
    ///
    /// # Errors
    /// Why it is not there.
    fn draft(&self, temporary: &Path, write: &mut Writing) -> io::Result<()>;

    /// Gives a draft its name, unless something of that name is there: never over another file.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`], or why not; the draft is still there then.
    fn publish(&self, temporary: &Path, path: &Path) -> io::Result<()>;

    /// Gives a file another name, in this folder or another one. A link leads to the same file from there.
    ///
    /// # Errors
    /// Why it keeps its own.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Makes a link to where another one leads.
    ///
    /// # Errors
    /// Why there is none: the other one is no link or leads nowhere, or there are no links here.
    fn link(&self, like: &Path, path: &Path) -> io::Result<()>;

    /// Takes a file away.
    ///
    /// # Errors
    /// Why it is still there.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Sees to it that what was made, renamed or taken away in a folder stays so after a power cut.
    ///
    /// # Errors
    /// Why nobody can be sure of that.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Takes the lock of a session's file.
    fn lock(&self, session: &Path) -> Lock;

    /// Does a running copy of the program hold this lock file?
    fn is_locked(&self, lock: &Path) -> bool;
}
