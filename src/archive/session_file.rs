//! A session's file that this program has open: its lock, and what was last read or written there.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, FixedOffset};

use super::copies::copy_path;
use super::disk::{Lock, ReadError, SaveError, Store, Version, folder_of, lock, store};
use super::files::{now, read_limited};
use super::format::{FILE_MAX, InFile, LoadError, Loaded, read_session, write_session};
use crate::session::Session;
use crate::text::Text;

/// What became of a session that was to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is on disk.
    Here,
    /// It is on disk. Somebody else had changed the file meanwhile, and what they wrote is kept in this one.
    Beside(PathBuf),
    /// Another running copy of the program has the session: nothing was written.
    Elsewhere,
}

/// A session's file, opened by this program. Clones share its lock, which is let go with the last of them.
#[derive(Clone, Debug)]
pub struct SessionFile(Arc<Opened>);

#[derive(Debug)]
struct Opened {
    path: PathBuf,
    lock: Mutex<Lock>,
    /// Whether the lock allows writing, to be asked without waiting for a disk.
    writable: AtomicBool,
    /// What the file held when it was last read or written here; `None` for a file that did not exist.
    seen: Mutex<Option<Version>>,
    /// What was to be written since then and was refused: the folder may have taken it before it could not be synced.
    refused: Mutex<Vec<Version>>,
    /// Where a foreign version was put that no [`Saved::Beside`] has told of yet.
    beside: Mutex<Option<PathBuf>>,
}

impl SessionFile {
    /// The file for a session that was never saved, locked.
    pub fn new(path: PathBuf) -> SessionFile {
        SessionFile::seen(path, None)
    }

    fn seen(path: PathBuf, seen: Option<Version>) -> SessionFile {
        let lock = lock(&path);
        let writable = AtomicBool::new(lock.may_write());
        let (lock, seen) = (Mutex::new(lock), Mutex::new(seen));
        let (refused, beside) = (Mutex::default(), Mutex::default());
        SessionFile(Arc::new(Opened { path, lock, writable, seen, refused, beside }))
    }

    /// Locks a session's file and reads it.
    ///
    /// # Errors
    /// [`LoadError`]; the file is left as it is.
    pub fn open(path: &Path) -> Result<(SessionFile, Loaded), LoadError> {
        // A file that cannot be read gets no lock file beside it.
        read_session(&read_limited(path)?, now())?;
        let file = SessionFile::new(path.to_owned());
        // What counts is what is there under the lock: another copy may have gone on with the session until just now.
        let bytes = read_limited(path)?;
        let loaded = read_session(&bytes, now())?;
        file.saw(Version::of(&bytes));
        Ok((file, loaded))
    }

    /// The same session at another place, where a whole copy of the file lies. Its lock there is new.
    pub fn moved_to(self, path: PathBuf) -> SessionFile {
        let seen = *of(&self.0.seen);
        // The lock of the old file goes before the file does.
        drop(self);
        SessionFile::seen(path, seen)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// May this program write it? Without asking the disk again.
    pub fn may_write(&self) -> bool {
        self.0.writable.load(Ordering::Relaxed)
    }

    /// The version that was last read or written here.
    pub fn version(&self) -> Option<Version> {
        *of(&self.0.seen)
    }

    /// What the program goes on with was read from this version.
    pub fn saw(&self, version: Version) {
        *of(&self.0.seen) = Some(version);
        of(&self.0.refused).clear();
    }

    fn is_ours(&self, version: Version) -> bool {
        self.version() == Some(version) || of(&self.0.refused).contains(&version)
    }

    /// What is in a file now, unless it is this version.
    ///
    /// # Errors
    /// [`LoadError`]; the file is left as it is.
    pub fn read_unless(path: &Path, known: Option<Version>) -> Result<Option<(Version, Loaded)>, LoadError> {
        let bytes = read_limited(path)?;
        let version = Version::of(&bytes);
        if Some(version) == known { Ok(None) } else { Ok(Some((version, read_session(&bytes, now())?))) }
    }

    /// Writes the session durably. `rooted` are the folders that are known to outlast a power cut themselves.
    ///
    /// # Errors
    /// [`SaveError`]; what was there is still there, in this file or beside it.
    pub(super) fn save<G: InFile>(
        &self,
        session: &Session<G>,
        rooted: &mut HashSet<PathBuf>,
    ) -> Result<Saved, SaveError> {
        // A folder that took no lock before, or was made again, takes one now.
        if !self.hold() {
            return Ok(Saved::Elsewhere);
        }
        let saved = now();
        let text = write_session(session, saved)
            .map_err(|error| SaveError::Other(Box::new(Text::foreign(error.to_string()))))?;
        let folder = folder_of(self.path());
        let written = (|| {
            if !rooted.contains(folder) {
                store().root(folder)?;
                rooted.insert(folder.to_owned());
            }
            store().replace(self.path(), &text, &mut |there| self.keep_foreign(there, saved))
        })();
        if written.is_err() {
            rooted.clear();
            of(&self.0.refused).push(Version::of(&text));
        }
        written?;
        self.saw(Version::of(&text));
        // The folder may have been made by this very write.
        self.hold();
        Ok(of(&self.0.beside).take().map_or(Saved::Here, Saved::Beside))
    }

    /// Writes the session durably, once.
    ///
    /// # Errors
    /// [`SaveError`].
    pub fn save_now<G: InFile>(&self, session: &Session<G>) -> Result<(), SaveError> {
        self.save(session, &mut HashSet::new()).map(drop)
    }

    /// Gives what somebody else wrote into this file a name beside it. `there` is where the file really lies.
    fn keep_foreign(&self, there: &Path, today: DateTime<FixedOffset>) -> io::Result<()> {
        match store().read(there, FILE_MAX) {
            Ok(bytes) if self.is_ours(Version::of(&bytes)) => return Ok(()),
            Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(ReadError::Io(error)) => return Err(error),
            // A folder or a device of that name: writing says so.
            Err(ReadError::NotAFile) => return Ok(()),
            Ok(_) | Err(_) => {}
        }
        for attempt in 1..10_000 {
            let copy = copy_path(there, today.date_naive(), attempt);
            if store().is_there(&copy) {
                continue;
            }
            match store().publish(there, &copy) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    *of(&self.0.beside) = Some(copy);
                    return Ok(());
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Takes the lock where there was none to be had, or where it went away with its folder. Returns whether the session
    /// may be written.
    fn hold(&self) -> bool {
        let mut held = of(&self.0.lock);
        if held.may_write() && !held.is_held() {
            // Let go first: the lock of a folder that was moved away is still ours.
            *held = Lock::Impossible;
            // Where it cannot be made, writing says so.
            let _ = store().make_folder(folder_of(self.path()));
            *held = lock(self.path());
        }
        self.0.writable.store(held.may_write(), Ordering::Relaxed);
        held.may_write()
    }
}

/// Nothing that is guarded here is left half-done by a panic.
fn of<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
