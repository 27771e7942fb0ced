//! What is in a folder of sessions: read in the background and kept up to date while the program runs, or read at once
//! where there is no background.

#[cfg(target_family = "wasm")]
mod at_once;
#[cfg(not(target_family = "wasm"))]
mod watching;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::files::{Archive, Entry};
use super::reason::system_reason;
use super::store::{Place, Store, store};
use crate::text::Text;

#[cfg(target_family = "wasm")]
pub use at_once::Library;
#[cfg(not(target_family = "wasm"))]
pub use watching::Library;

/// What was found in the folder.
#[derive(Debug)]
pub enum News {
    /// Sessions that are new or have changed.
    Read(Vec<Entry>),
    /// A file that cannot be read, and why. It is left as it is.
    Unreadable(PathBuf, Text),
    /// A file that is not there any more.
    Gone(PathBuf),
    /// So many files of so many are read.
    Progress(usize, usize),
    /// Everything that is there now is read.
    Complete,
}

struct Reader {
    archive: Archive,
    tell: Arc<dyn Fn(News) + Send + Sync>,
    /// The version of each file that was told of; `None`: somebody else did.
    known: HashMap<PathBuf, Option<<Place as Store>::Stamp>>,
    /// Files that somebody else told of, of which the end is still to be told.
    learned: Arc<Mutex<Vec<PathBuf>>>,
    folder_error: Option<Text>,
}

impl Reader {
    fn new(archive: Archive, tell: impl Fn(News) + Send + Sync + 'static) -> Reader {
        Reader { archive, tell: Arc::new(tell), known: HashMap::new(), learned: Arc::default(), folder_error: None }
    }

    /// Takes in which files somebody else told of.
    fn take_learned(&mut self) {
        for path in self.learned.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            self.known.entry(path).or_default();
        }
    }

    /// Reads what is new or changed in the folder, and tells what is gone.
    fn look_through(&mut self) {
        let paths = match self.archive.paths() {
            Ok(paths) => {
                self.folder_error = None;
                paths
            }
            Err(error) => {
                let error = system_reason(&error);
                if self.folder_error.as_ref() != Some(&error) {
                    (self.tell)(News::Unreadable(self.archive.folder().to_owned(), error.clone()));
                    self.folder_error = Some(error);
                }
                (self.tell)(News::Complete);
                return;
            }
        };
        self.take_learned();
        let mut before = std::mem::take(&mut self.known);
        let mut changed = Vec::new();
        for path in paths {
            let stamp = Some(store().stamp(&path));
            if before.remove(&path) != Some(stamp) {
                changed.push(path.clone());
            }
            self.known.insert(path, stamp);
        }
        for path in before.into_keys() {
            (self.tell)(News::Gone(path));
        }
        self.read(&changed);
        (self.tell)(News::Complete);
    }

    fn tell_of(&self, paths: &[PathBuf]) {
        let mut entries = Vec::with_capacity(paths.len());
        for path in paths {
            match Archive::entry(path) {
                Ok(entry) => entries.push(entry),
                Err(error) => (self.tell)(News::Unreadable(path.clone(), error.text())),
            }
        }
        if !entries.is_empty() {
            (self.tell)(News::Read(entries));
        }
    }
}
