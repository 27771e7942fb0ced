//! Deleted sessions: kept in a folder inside the archive until the trash is emptied.

use std::io;
use std::path::{Path, PathBuf};

use super::disk::{Store, rename_freely, store};
use super::files::Archive;

/// The name of the folder of deleted sessions, inside the archive's.
const TRASH: &str = "Trash";

impl Archive {
    /// The deleted sessions of this archive, as an archive.
    pub fn trash(&self) -> Archive {
        self.inside(TRASH)
    }

    /// Moves a file into this archive's folder, under its own name or a similar one if that is taken. Returns
    /// the new path.
    ///
    /// # Errors
    /// The reason why the file stays where it is.
    pub fn move_in(&self, file: &Path) -> io::Result<PathBuf> {
        self.check_place()?;
        let store = store();
        store.make_folder(self.folder())?;
        let name = file.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let target = rename_freely(file, &self.folder().join(name))?;
        store.sync_folder(self.folder())?;
        if let Some(from) = file.parent() {
            store.sync_folder(from)?;
        }
        Ok(target)
    }

    /// Deletes every session and tournament of this archive for good. Returns their number.
    ///
    /// # Errors
    /// The reason why one cannot be deleted; the others are gone.
    pub fn empty(&self) -> io::Result<usize> {
        let paths = self.files()?;
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
