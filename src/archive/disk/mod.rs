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
mod store;
mod version;

use std::io;
use std::path::{Path, PathBuf};

pub use browser::BrowserStore;
pub(super) use error::Elsewhere;
pub use error::{ReadError, SaveError, system_reason};
pub use folder::FolderStore;
pub use links::whole;
pub(super) use links::{followed, is_link, same_folder};
pub use lock::Lock;
pub use names::draft_of;
pub(super) use names::{beside, folder_of, short_stem};
pub use opening::is_no_file;
pub use presence::Presence;
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

/// This path, or one with a number added if a file of that name exists.
///
/// # Errors
/// So many such names are taken that something must be wrong.
pub fn free_name(path: &Path) -> io::Result<PathBuf> {
    let free = |path: &Path| !store().is_there(path);
    if free(path) {
        return Ok(path.to_owned());
    }
    let (stem, ending) = (short_stem(path), path.extension().unwrap_or_default().to_string_lossy());
    let numbered = |number: usize| path.with_file_name(format!("{stem} ({number}).{ending}"));
    (2..10_000).map(numbered).find(|path| free(path)).ok_or_else(|| io::ErrorKind::AlreadyExists.into())
}

/// Checks whether an existing folder can take new files.
///
/// # Errors
/// The reason why not.
pub fn can_write(folder: &Path) -> io::Result<()> {
    store().can_write(folder)
}
