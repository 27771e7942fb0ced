//! Files in a browser's storage: one text per name, for one page in one tab.

use std::collections::BTreeSet;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::ReadError;
use super::lock::{Hold, Lock};
use super::store::{Before, Store, Writing};
use crate::platform::Keys;
use crate::session::print_of;

/// A folder is the common part of names up to their last slash.
#[derive(Clone, Copy, Debug, Default)]
pub struct BrowserStore<K> {
    keys: K,
}

impl<K: Keys> BrowserStore<K> {
    pub fn new(keys: K) -> BrowserStore<K> {
        BrowserStore { keys }
    }

    fn text(&self, path: &Path) -> io::Result<String> {
        self.keys.get(&key(path))?.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl<K: Keys> Store for BrowserStore<K> {
    /// A hash of the text; `None` if there is no file.
    type Stamp = Option<u64>;

    fn list(&self, folder: &Path, wanted: fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
        let before = key(folder) + "/";
        let names = self.keys.names()?;
        let inside = names.iter().filter_map(|name| name.strip_prefix(&before));
        let files = inside.filter(|name| !name.contains('/')).map(|name| folder.join(name));
        Ok(files.filter(|path| wanted(path)).collect())
    }

    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
        let bytes = self.text(path)?.into_bytes();
        if bytes.len() as u64 > most { Err(ReadError::TooLarge(most)) } else { Ok(bytes) }
    }

    fn open(&self, path: &Path) -> Result<Box<dyn Read>, ReadError> {
        Ok(Box::new(Cursor::new(self.text(path)?.into_bytes())))
    }

    fn stamp(&self, path: &Path) -> Self::Stamp {
        self.text(path).ok().map(print_of)
    }

    fn is_there(&self, path: &Path) -> bool {
        self.text(path).is_ok()
    }

    /// Folders are common parts of names, so every folder exists.
    fn is_missing(&self, _folder: &Path) -> bool {
        false
    }

    fn can_write(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }

    fn root(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }

    fn make_folder(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }

    fn replace(&self, path: &Path, bytes: &[u8], _private: bool, before: &mut Before) -> io::Result<()> {
        before(path)?;
        let text = std::str::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        self.keys.set(&key(path), text)
    }

    fn draft(&self, temporary: &Path, write: &mut Writing) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.write(temporary, &bytes)
    }

    /// If the text does not fit twice, the old name goes first: otherwise a full storage could not be emptied.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let (text, old, new) = (self.text(from)?, key(from), key(to));
        if self.is_there(to) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        match self.keys.set(&new, &text) {
            Err(error) if error.kind() == io::ErrorKind::QuotaExceeded => {
                self.keys.remove(&old)?;
                self.keys.set(&new, &text).or_else(|error| self.keys.set(&old, &text).and(Err(error)))
            }
            Err(error) => Err(error),
            Ok(()) => self.keys.remove(&old),
        }
    }

    fn overwrite(&self, temporary: &Path, path: &Path) -> io::Result<()> {
        self.keys.set(&key(path), &self.text(temporary)?)?;
        self.keys.remove(&key(temporary))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.text(path)?;
        self.keys.remove(&key(path))
    }

    fn sync_folder(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }

    /// The page ensures that no other tab plays; within this one, a session is locked only once.
    fn lock(&self, session: &Path) -> Lock {
        let name = key(session);
        if held().insert(name.clone()) { Lock::ours(HeldKey { name }) } else { Lock::Elsewhere }
    }

    /// Locks are not files here.
    fn is_locked(&self, _lock: &Path) -> bool {
        false
    }
}

fn key(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

static HELD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

fn held() -> MutexGuard<'static, BTreeSet<String>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Debug)]
struct HeldKey {
    name: String,
}

impl Hold for HeldKey {
    fn place(&self) -> &Path {
        Path::new(&self.name)
    }

    fn holds(&self) -> bool {
        true
    }
}

impl Drop for HeldKey {
    fn drop(&mut self) {
        held().remove(&self.name);
    }
}
