//! A session's file opened by this program: its lock, and the content last read or written.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, FixedOffset};

use super::copies::copy_path;
use super::disk::{Lock, ReadError, SaveError, Store, Version, folder_of, lock, store};
use super::files::{now, read_limited};
use super::format::{FILE_MAX, InFile, LoadError, Loaded, read_session, write_session};
use crate::background::locked;
use crate::session::Session;
use crate::text::Text;

/// How a session was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is on disk.
    Here,
    /// It is on disk. Another program had changed the file meanwhile, and its version was kept at this path.
    Beside(PathBuf),
    /// It is on disk. Something of the file was left out when it was read, so it was kept as it was at this path.
    Mended(PathBuf),
    /// Another running copy of the program holds the session: nothing was written.
    Elsewhere,
}

/// A session's file, used by this program. Clones share its lock, which is released with the last of them.
#[derive(Clone, Debug)]
pub struct SessionFile(Arc<Opened>);

#[derive(Debug)]
struct Opened {
    path: PathBuf,
    /// `None` until the session is opened or first saved.
    lock: Mutex<Option<Lock>>,
    /// Whether the lock allows writing, readable without waiting for a disk.
    writable: AtomicBool,
    /// The version last read or written here; `None` if the file did not exist.
    seen: Mutex<Option<Version>>,
    /// Versions whose writing failed since then: the folder may hold one of them, unsynced.
    refused: Mutex<Vec<Version>>,
    /// The version of which something was left out when it was read here.
    mended: Mutex<Option<Version>>,
    /// How a version that this program would not write was kept, until a save reports it.
    kept: Mutex<Option<Saved>>,
}

impl Drop for Opened {
    fn drop(&mut self) {
        let lock = self.lock.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = lock.take() {
            lock.release();
        }
    }
}

impl SessionFile {
    /// The file for a session that was never saved. The first save locks it before it writes.
    pub fn new(path: PathBuf) -> SessionFile {
        SessionFile::seen(path, None)
    }

    fn seen(path: PathBuf, seen: Option<Version>) -> SessionFile {
        let (lock, seen) = (Mutex::default(), Mutex::new(seen));
        let (refused, mended, kept) = (Mutex::default(), Mutex::default(), Mutex::default());
        let writable = AtomicBool::new(true);
        SessionFile(Arc::new(Opened { path, lock, writable, seen, refused, mended, kept }))
    }

    /// Locks a session's file and reads it.
    ///
    /// # Errors
    /// [`LoadError`]; the file is left as it is.
    pub fn open(path: &Path) -> Result<(SessionFile, Loaded), LoadError> {
        // Read before locking, so that an unreadable file gets no lock file beside it.
        read_session(&read_limited(path)?, now())?;
        let file = SessionFile::new(path.to_owned());
        file.hold();
        // Read again under the lock: until now another copy of the program may have been writing.
        let bytes = read_limited(path)?;
        let loaded = read_session(&bytes, now())?;
        file.saw(Version::of(&bytes), &loaded);
        Ok((file, loaded))
    }

    /// The same session at a new path, where a full copy of its file exists. It is to be locked there.
    pub fn moved_to(&self, path: PathBuf) -> SessionFile {
        let file = SessionFile::seen(path, self.version());
        *locked(&file.0.mended) = *locked(&self.0.mended);
        file
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Whether this program may write it, without asking the disk again.
    pub fn may_write(&self) -> bool {
        self.0.writable.load(Ordering::Relaxed)
    }

    /// The version last read or written here.
    pub fn version(&self) -> Option<Version> {
        *locked(&self.0.seen)
    }

    /// Records this version, from which the session was read, as the one the program now works from.
    pub fn saw(&self, version: Version, loaded: &Loaded) {
        *locked(&self.0.mended) = loaded.mended().map(|_| version);
        self.works_from(version);
    }

    /// Has the next save keep whatever is in the file beside it.
    pub fn forget_version(&self) {
        *locked(&self.0.seen) = None;
    }

    fn works_from(&self, version: Version) {
        *locked(&self.0.seen) = Some(version);
        locked(&self.0.refused).clear();
    }

    fn is_ours(&self, version: Version) -> bool {
        self.version() == Some(version) || locked(&self.0.refused).contains(&version)
    }

    /// Reads a file unless it still has this version.
    ///
    /// # Errors
    /// [`LoadError`]; the file is left as it is.
    pub fn read_unless(path: &Path, known: Option<Version>) -> Result<Option<(Version, Loaded)>, LoadError> {
        let bytes = read_limited(path)?;
        let version = Version::of(&bytes);
        if Some(version) == known { Ok(None) } else { Ok(Some((version, read_session(&bytes, now())?))) }
    }

    /// Writes the session durably. `rooted` are the folders already known to survive a power cut.
    ///
    /// # Errors
    /// [`SaveError`]; the old content is still in this file or beside it.
    pub(super) fn save<G: InFile>(
        &self,
        session: &Session<G>,
        rooted: &mut HashSet<PathBuf>,
    ) -> Result<Saved, SaveError> {
        // A folder that could not take a lock, or was made again, may take one now.
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
            locked(&self.0.refused).push(Version::of(&text));
        }
        written?;
        self.works_from(Version::of(&text));
        // This write may have made the folder.
        self.hold();
        Ok(locked(&self.0.kept).take().unwrap_or(Saved::Here))
    }

    /// Writes the session durably, once and at once.
    ///
    /// # Errors
    /// [`SaveError`].
    pub fn save_now<G: InFile>(&self, session: &Session<G>) -> Result<(), SaveError> {
        self.save(session, &mut HashSet::new()).map(drop)
    }

    /// Gives a version of this file that is foreign, or of which something was left out, a name beside it. `there` is
    /// the file's real path.
    fn keep_foreign(&self, there: &Path, today: DateTime<FixedOffset>) -> io::Result<()> {
        let mut kept: fn(PathBuf) -> Saved = Saved::Beside;
        match store().read(there, FILE_MAX) {
            Ok(bytes) if *locked(&self.0.mended) == Some(Version::of(&bytes)) => kept = Saved::Mended,
            Ok(bytes) if self.is_ours(Version::of(&bytes)) => return Ok(()),
            Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(ReadError::Io(error)) => return Err(error),
            // A folder or a device has this name; the write will report it.
            Err(ReadError::NotAFile) => return Ok(()),
            Ok(_) | Err(_) => {}
        }
        for attempt in 1..10_000 {
            let copy = copy_path(there, today.date_naive(), attempt);
            if store().is_there(&copy) {
                continue;
            }
            match store().rename(there, &copy) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    *locked(&self.0.kept) = Some(kept(copy));
                    return Ok(());
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Takes the lock if it was not asked for or not available before, or vanished with its folder. Returns whether the
    /// session may be written.
    pub fn hold(&self) -> bool {
        let mut held = locked(&self.0.lock);
        let may_write = |held: &Option<Lock>| held.as_ref().is_none_or(Lock::may_write);
        if may_write(&held) && !held.as_ref().is_some_and(Lock::is_held) {
            // Release first: if the folder was moved away, we still hold the lock there.
            *held = None;
            // If it cannot be made, the write reports it.
            let _ = store().make_folder(folder_of(self.path()));
            *held = Some(lock(self.path()));
        }
        let may_write = may_write(&held);
        self.0.writable.store(may_write, Ordering::Relaxed);
        may_write
    }
}
