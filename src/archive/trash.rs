use std::io;
use std::path::{Path, PathBuf};

use super::disk::{Store, rename_freely, store};
use super::files::Archive;

const TRASH: &str = "Trash";

impl Archive {
    pub fn trash(&self) -> Archive {
        self.inside(TRASH)
    }

    /// Moves a file here under its own name or, if that is taken, a similar one. Returns the new path.
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

    /// Deletes as many as possible, even after an error. Returns their number.
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
