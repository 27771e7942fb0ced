//! Where the files of an archive are kept: in a folder of a disk, or in the storage of a browser.

mod browser;
mod folder;

use std::io;
use std::path::{Path, PathBuf};

pub use browser::BrowserStore;
pub use folder::FolderStore;
pub(super) use folder::{folder_of, make_folder, publish, sync_folder};

use super::format::LoadError;
use super::lock::Lock;

/// What is done to a file before it is replaced.
pub type Before<'a> = dyn FnMut(&Path) -> io::Result<()> + 'a;

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
    /// [`LoadError::Io`], [`LoadError::NotAFile`] and [`LoadError::TooLarge`].
    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, LoadError>;

    /// What tells this version of a file from others.
    fn stamp(&self, path: &Path) -> Self::Stamp;

    /// Is there anything of this name?
    fn is_there(&self, path: &Path) -> bool;

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
    fn draft(&self, temporary: &Path, bytes: &[u8]) -> io::Result<()>;

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
}

/// The place of this platform.
#[cfg(not(target_family = "wasm"))]
pub(super) type Place = FolderStore;
/// The place of this platform.
#[cfg(target_family = "wasm")]
pub(super) type Place = BrowserStore<crate::platform::LocalStorage>;

/// The store of this platform: the disk, and in a page the browser's storage.
pub(super) fn store() -> Place {
    Place::default()
}
