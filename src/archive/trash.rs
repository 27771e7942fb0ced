//! Deleted sessions: kept in a folder inside the archive until somebody empties it.

use std::io;
use std::path::{Path, PathBuf};

use super::files::{Archive, short_stem};
use super::store::{Store, store};
use crate::text;
use crate::text::Text;

/// The folder of deleted sessions, inside the archive's.
const TRASH: &str = "Trash";

impl Archive {
    /// The deleted sessions of this archive, as an archive of their own.
    pub fn trash(&self) -> Archive {
        self.inside(TRASH)
    }

    /// Takes a session's file into another archive's folder under its own name, or one like it when that is taken.
    /// Returns where it is now.
    ///
    /// # Errors
    /// Why it stays where it is.
    pub fn take_in(&self, file: &Path) -> io::Result<PathBuf> {
        self.check_place()?;
        let store = store();
        store.make_folder(self.folder())?;
        let name = file.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let target = free_name(&self.folder().join(name))?;
        store.rename(file, &target)?;
        store.sync_folder(self.folder())?;
        if let Some(from) = file.parent() {
            store.sync_folder(from)?;
        }
        Ok(target)
    }

    /// Deletes every session of this archive's folder for good. Returns how many there were.
    ///
    /// # Errors
    /// Why one of them cannot be deleted; the others are gone.
    pub fn empty(&self) -> io::Result<usize> {
        let paths = self.paths()?;
        let mut deleted = Ok(());
        for path in &paths {
            deleted = deleted.and(store().remove(path));
        }
        if !paths.is_empty() {
            store().sync_folder(self.folder())?;
        }
        deleted.map(|()| paths.len())
    }
}

/// A folder of ours is a link to another place.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub(super) struct Elsewhere;

impl Elsewhere {
    /// What is wrong and what to do.
    pub(super) fn text(&self) -> Text {
        text!("it is a link to another folder, which is left alone: take the link away")
    }
}

/// This path, or one with a number when a file of that name is there.
///
/// # Errors
/// When so many such names are taken that something must be wrong.
pub fn free_name(path: &Path) -> io::Result<PathBuf> {
    let free = |path: &Path| !store().is_there(path);
    if free(path) {
        return Ok(path.to_owned());
    }
    let (stem, ending) = (short_stem(path), path.extension().unwrap_or_default().to_string_lossy());
    let numbered = |number: usize| path.with_file_name(format!("{stem} ({number}).{ending}"));
    (2..10_000).map(numbered).find(|path| free(path)).ok_or_else(|| io::ErrorKind::AlreadyExists.into())
}
