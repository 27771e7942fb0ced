//! Reads everything when it is asked to: a browser gives no thread, and nobody else changes its storage.

use std::cell::RefCell;
use std::path::PathBuf;

use super::{News, Reader};
use crate::archive::files::Archive;

/// Reads the sessions of a browser's storage.
pub struct Library {
    reader: RefCell<Reader>,
}

impl Library {
    /// Reads what is there. `tell` is called before this returns.
    ///
    /// # Errors
    /// None here.
    pub fn open(archive: Archive, tell: impl Fn(News) + Send + Sync + 'static) -> std::io::Result<Library> {
        let library = Library { reader: RefCell::new(Reader::new(archive, tell)) };
        library.refresh();
        library.reader.borrow().archive.sweep();
        Ok(library)
    }

    /// Somebody else told of a file: from now on it is told when it changes or goes.
    pub fn learned(&self, path: PathBuf) {
        self.reader.borrow_mut().known.entry(path).or_default();
    }

    /// Reads what is new or changed, and tells what is gone.
    pub fn refresh(&self) {
        self.reader.borrow_mut().look_through();
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.debug_struct("Library").finish_non_exhaustive()
    }
}

impl Reader {
    pub(super) fn read(&self, paths: &[PathBuf]) {
        self.tell_of(paths);
    }
}
