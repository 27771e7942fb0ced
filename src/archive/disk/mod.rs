//! The only way to the program's files: opening, locking and durable writing, regardless of content.

mod browser;
mod durable;
mod error;
mod folder;
mod links;
mod lock;
mod names;
mod opening;
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
pub(super) use names::{draft_beside, folder_of, locked_by, short_stem};
pub(super) use opening::is_file;
pub use opening::{is_folder, is_no_file};
#[cfg(test)]
pub(crate) use reach::{Call, hanging::Hanging};
pub use release::await_releases;
pub use store::Store;
pub use version::Version;

#[cfg(not(target_family = "wasm"))]
pub(super) type Place = FolderStore;
#[cfg(target_family = "wasm")]
pub(super) type Place = BrowserStore<crate::platform::LocalStorage>;

pub(super) fn store() -> Place {
    Place::default()
}

pub fn lock(session: &Path) -> Lock {
    store().lock(session)
}

/// A crash leaves the old file or the new one, whole. On failure nothing is left next to the old file.
pub fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    store().write(path, bytes)
}

pub fn is_there(path: &Path) -> bool {
    store().is_there(path)
}

/// A crash leaves nothing or the whole file. Never replaces another file; fails with [`io::ErrorKind::AlreadyExists`].
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    store().create(path, bytes)
}

/// Adds a number if the name is taken. Returns the new path.
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
