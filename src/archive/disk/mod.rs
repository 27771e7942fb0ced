//! The only way to the program's files: opening, locking and durable writing, with typed errors. It knows nothing of
//! their contents.

mod browser;
mod durable;
mod error;
mod folder;
mod links;
mod lock;
mod names;
mod opening;
mod presence;
#[cfg(not(target_family = "wasm"))]
mod private;
mod reach;
mod release;
mod store;
mod version;

use std::io;
use std::path::{Path, PathBuf};

pub use browser::BrowserStore;
pub(super) use error::Elsewhere;
pub use error::{ReadError, SaveError, system_reason};
pub use folder::FolderStore;
pub use links::whole;
pub(super) use links::{followed, is_link, link_to, same_folder};
pub use lock::Lock;
pub use names::draft_of;
pub(super) use names::{draft_beside, folder_of, lock_beside, locked_by, old_lock_beside, short_stem};
pub(super) use opening::is_file;
pub use opening::{is_folder, is_no_file};
pub use presence::Presence;
#[cfg(not(target_family = "wasm"))]
pub use private::{read_private, remove_private, write_private};
#[cfg(test)]
pub(crate) use reach::{Call, hanging::Hanging};
pub use release::await_releases;
pub use store::Store;
pub use version::Version;

/// The kind of store on this platform.
#[cfg(not(target_family = "wasm"))]
pub(super) type Place = FolderStore;
/// The kind of store on this platform.
#[cfg(target_family = "wasm")]
pub(super) type Place = BrowserStore<crate::platform::LocalStorage>;

/// The store of this platform: the disk, or in a page the browser's storage.
pub(super) fn store() -> Place {
    Place::default()
}

/// Locks a session's file.
pub fn lock(session: &Path) -> Lock {
    store().lock(session)
}

/// Writes a file so that a crash leaves either the old one or the new one, whole.
///
/// # Errors
/// The first step that failed; the old file is untouched, and nothing is left beside it.
pub fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    store().write(path, bytes)
}

/// Whether anything has this name.
pub fn is_there(path: &Path) -> bool {
    store().is_there(path)
}

/// Writes a file that does not exist yet, so that a crash leaves either nothing or all of it.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] or another error; nothing is left behind.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    store().create(path, bytes)
}

/// Gives a file this name or, if that is taken, one with a number added. Returns the new path.
///
/// # Errors
/// The reason why it keeps its name.
pub(super) fn rename_freely(from: &Path, to: &Path) -> io::Result<PathBuf> {
    let (stem, ending) = (short_stem(to), to.extension().unwrap_or_default().to_string_lossy());
    let numbered = |number: usize| to.with_file_name(format!("{stem} ({number}).{ending}"));
    for to in std::iter::once(to.to_owned()).chain((2..10_000).map(numbered)) {
        match store().rename(from, &to) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(()) => return Ok(to),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Checks whether an existing folder can take new files.
///
/// # Errors
/// The reason why not.
pub fn can_write(folder: &Path) -> io::Result<()> {
    store().can_write(folder)
}
