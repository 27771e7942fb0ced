//! One open file of any kind: its lock, its last known version, and the thread that writes it. Changes by other
//! programs are merged or kept in a separate file.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use super::copies::{copy_path, is_copy_name};
use super::disk::{Lock, ReadError, SaveError, Store, Version, folder_of, lock, store};
use super::files::{is_read, now, read_limited};
use super::format::{FILE_MAX, LoadError, Loaded, read_session, write_session};
use crate::background::{Queue, locked};
use crate::each;
use crate::session::AnySession;
use crate::text;
use crate::text::Text;

pub trait Kept: Clone + Debug + Send + 'static {
    type Loaded: Send + 'static;
    const THREAD: &'static str;
    /// Whether the lock is held while the file is open, making other windows read-only; else it is held per write.
    const LOCKED: bool = false;
    /// Whether a file deleted by others is not written again before [`Document::forget_version`].
    const STAYS_GONE: bool = false;
    const PRIVATE: bool = false;
    const MERGES: bool = false;

    fn read(text: &[u8]) -> Result<Self::Loaded, LoadError>;

    /// Empty if there should be no file.
    fn text(&self) -> Result<Vec<u8>, Text>;

    /// The text to replace `there`, provided that nothing of `there` is lost. `base` is what was last read or written.
    fn merged(&self, _base: Option<&Self>, _there: &[u8]) -> Option<Vec<u8>> {
        None
    }
}

impl Kept for AnySession {
    type Loaded = Loaded;
    const THREAD: &'static str = "saver";
    const LOCKED: bool = true;

    fn read(text: &[u8]) -> Result<Loaded, LoadError> {
        read_session(text, now())
    }

    fn text(&self) -> Result<Vec<u8>, Text> {
        each!(self, session => write_session(session, now())).map_err(|error| Text::foreign(error.to_string()))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    Here,
    Beside(PathBuf),
    Elsewhere,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SaveState {
    #[default]
    Saved,
    Saving,
    Failed(SaveError),
    ReadOnly,
}

pub type SessionFile = Document<AnySession>;

/// The lock is released with the last clone.
#[derive(Clone, Debug)]
pub struct Document<T: Kept>(Arc<Opened<T>>);

#[derive(Debug)]
struct Opened<T: Kept> {
    path: PathBuf,
    /// `None` until opened or first saved, and if the file is locked per write.
    lock: Mutex<Option<Lock>>,
    /// Whether the lock allows writing; readable without waiting for a disk.
    writable: AtomicBool,
    known: Mutex<Known<T>>,
}

#[derive(Debug)]
struct Known<T> {
    /// `None` if there was no file.
    seen: Option<Version>,
    /// Versions whose writing failed: the folder may hold one of them, unsynced.
    refused: Vec<Version>,
    /// `None` unless [`Kept::MERGES`].
    base: Option<T>,
    /// Where another program's version was moved, until a save reports it.
    kept: Option<PathBuf>,
    rooted: bool,
}

impl<T: Kept> Drop for Opened<T> {
    fn drop(&mut self) {
        let lock = self.lock.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = lock.take() {
            lock.release();
        }
    }
}

impl<T: Kept> Document<T> {
    /// For a new file, which the first save locks.
    pub fn new(path: PathBuf) -> Document<T> {
        Document::seen(path, None)
    }

    fn seen(path: PathBuf, seen: Option<Version>) -> Document<T> {
        let known = Mutex::new(Known { seen, refused: Vec::new(), base: None, kept: None, rooted: false });
        Document(Arc::new(Opened { path, lock: Mutex::default(), writable: AtomicBool::new(true), known }))
    }

    pub fn open(path: &Path) -> Result<(Document<T>, T::Loaded), LoadError> {
        let document = Document::new(path.to_owned());
        if T::LOCKED {
            // An unreadable file gets no lock file. Read again under the lock: another window may have been writing.
            T::read(&read_limited(path)?)?;
            document.hold();
        }
        let text = read_limited(path)?;
        let loaded = T::read(&text)?;
        document.saw(Version::of(&text));
        Ok((document, loaded))
    }

    /// The document at the path of a copy of its file, which the next save locks.
    pub fn copied_to(&self, path: PathBuf) -> Document<T> {
        Document::seen(path, self.version())
    }

    pub fn path(&self) -> &Path {
        &self.0.path
    }

    pub fn is(&self, other: &Document<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub fn may_write(&self) -> bool {
        self.0.writable.load(Ordering::Relaxed)
    }

    pub fn version(&self) -> Option<Version> {
        locked(&self.0.known).seen
    }

    pub fn saw(&self, version: Version) {
        let mut known = locked(&self.0.known);
        (known.seen, known.refused) = (Some(version), Vec::new());
    }

    /// Makes the next save write the file even if it was deleted, and move whatever is there out of the way.
    pub fn forget_version(&self) {
        locked(&self.0.known).seen = None;
    }

    pub fn base(&self) -> Option<T> {
        locked(&self.0.known).base.clone()
    }

    pub fn based_on(&self, base: T) {
        locked(&self.0.known).base = Some(base);
    }

    fn is_ours(&self, version: Version) -> bool {
        let known = locked(&self.0.known);
        known.seen == Some(version) || known.refused.contains(&version)
    }

    pub fn as_seen(&self) -> DocumentSeen<T> {
        let known = locked(&self.0.known);
        let ours = known.seen.into_iter().chain(known.refused.iter().copied()).collect();
        DocumentSeen { path: self.path().to_owned(), ours, of: Arc::downgrade(&self.0) }
    }

    pub fn save_now(&self, value: impl Into<T>) -> Result<Saved, SaveError> {
        self.save(&value.into())
    }

    fn save(&self, value: &T) -> Result<Saved, SaveError> {
        let _for_this_write = if T::LOCKED { None } else { Some(self.lock_for_a_write()?) };
        // A folder that could not take a lock, or was made again, may take one now.
        if T::LOCKED && !self.hold() {
            return Ok(Saved::Elsewhere);
        }
        let (text, merged) = self.merged(value)?;
        // The next check must find the other program's version, which is not shown yet.
        let is_shown = merged.is_none() || value.text().is_ok_and(|shown| shown == text);
        let written = self.write(&text, merged);
        let mut known = locked(&self.0.known);
        if let Err(error) = written {
            known.rooted = false;
            known.refused.push(Version::of(&text));
            return Err(error.into());
        }
        (known.seen, known.refused, known.rooted) = (is_shown.then(|| Version::of(&text)), Vec::new(), true);
        known.base = T::MERGES.then(|| value.clone());
        let kept = known.kept.take();
        drop(known);
        if T::LOCKED {
            // This write may have made the folder.
            self.hold();
        }
        Ok(kept.map_or(Saved::Here, Saved::Beside))
    }

    fn merged(&self, value: &T) -> Result<(Vec<u8>, Option<Version>), SaveError> {
        if T::MERGES {
            match store().read(self.path(), FILE_MAX) {
                // What cannot be merged is kept by the write, which knows the file's real path.
                Ok(there) => {
                    if let Some(text) = value.merged(self.base().as_ref(), &there) {
                        return Ok((text, Some(Version::of(&there))));
                    }
                }
                Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {}
                // A link to a folder or a device is moved, not its target.
                Err(_) => self.keep_beside(self.path())?,
            }
        }
        Ok((value.text()?, None))
    }

    fn write(&self, text: &[u8], merged: Option<Version>) -> io::Result<()> {
        if text.is_empty() {
            return match store().remove(self.path()) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                removed => removed,
            };
        }
        if !locked(&self.0.known).rooted {
            store().root(folder_of(self.path()))?;
        }
        store().replace(self.path(), text, T::PRIVATE, &mut |there| match store().read(there, FILE_MAX) {
            Ok(bytes) if merged == Some(Version::of(&bytes)) || self.is_ours(Version::of(&bytes)) => Ok(()),
            Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                let is_gone = T::STAYS_GONE && self.version().is_some();
                if is_gone { Err(io::Error::other(SaveError::Gone)) } else { Ok(()) }
            }
            Err(ReadError::Io(error)) => Err(error),
            // A folder or a device has this name; the write will report it.
            Err(ReadError::NotAFile) => Ok(()),
            Ok(_) | Err(ReadError::TooLarge(_)) => self.keep_beside(there),
        })
    }

    /// Renames a version that is not ours. `there` is the file's real path.
    fn keep_beside(&self, there: &Path) -> io::Result<()> {
        for attempt in 1..10_000 {
            let copy = copy_path(there, now().date_naive(), attempt);
            if store().is_there(&copy) {
                continue;
            }
            match store().rename(there, &copy) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    locked(&self.0.known).kept = Some(copy);
                    return Ok(());
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Takes the lock unless it is held. Returns whether the document may be written.
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

    /// Waits up to two seconds for another window to finish writing.
    fn lock_for_a_write(&self) -> Result<Lock, SaveError> {
        for _ in 0..100 {
            match lock(self.path()) {
                Lock::Elsewhere => std::thread::sleep(Duration::from_millis(20)),
                lock => return Ok(lock),
            }
        }
        Err(text!("another window of Tablet of Truth is still writing this file").into())
    }
}

/// What is known of a document's file, without holding its lock.
#[derive(Clone, Debug)]
pub struct DocumentSeen<T: Kept> {
    path: PathBuf,
    ours: Vec<Version>,
    of: Weak<Opened<T>>,
}

impl<T: Kept> DocumentSeen<T> {
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn is_of(&self, document: &Document<T>) -> bool {
        std::ptr::eq(self.of.as_ptr(), Arc::as_ptr(&document.0))
    }

    /// `None` if no other program has changed the file.
    pub fn newer(&self) -> Result<Option<(Version, T::Loaded)>, LoadError> {
        let text = read_limited(&self.path)?;
        let version = Version::of(&text);
        if self.ours.contains(&version) { Ok(None) } else { Ok(Some((version, T::read(&text)?))) }
    }

    /// The copies that file synchronisers left next to the file, by name.
    pub fn copies(&self) -> impl Iterator<Item = (PathBuf, T::Loaded)> {
        let stem = self.path.file_stem().unwrap_or_default().as_encoded_bytes();
        let is_of_file =
            |path: &PathBuf| path.file_stem().is_some_and(|name| name.as_encoded_bytes().starts_with(stem));
        let listed = store().list(folder_of(&self.path), |path| is_read(path) && is_copy_name(path));
        let mut copies: Vec<PathBuf> = listed.unwrap_or_default().into_iter().filter(is_of_file).collect();
        copies.sort_unstable();
        copies
            .into_iter()
            .filter_map(|path| Some((T::read(&read_limited(&path).ok()?).ok()?, path)))
            .map(|(it, at)| (at, it))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub path: PathBuf,
    pub ticket: u64,
    pub result: Result<Saved, SaveError>,
}

type Reporting = Arc<Mutex<Box<dyn Fn(Report) + Send>>>;
type Waiting<T> = Arc<Mutex<VecDeque<(u64, Document<T>, T)>>>;

/// Writes documents in order on a thread and tracks what is on disk. Dropping it waits for the last write.
pub struct Saver<T: Kept> {
    waiting: Waiting<T>,
    report: Reporting,
    queue: Queue,
    last: u64,
    done: u64,
    on_disk: u64,
    error: Option<SaveError>,
    /// Whether the file changed during a write, so that it is read again afterwards.
    pub check_again: bool,
}

impl<T: Kept> Saver<T> {
    /// `report` is called after each write, on the thread.
    pub fn start(report: impl Fn(Report) + Send + 'static) -> Saver<T> {
        let (report, queue): (Reporting, _) = (Arc::new(Mutex::new(Box::new(report))), Queue::start(T::THREAD));
        let (waiting, error, check_again) = (Arc::default(), None, false);
        Saver { waiting, report, queue, last: 0, done: 0, on_disk: 0, error, check_again }
    }

    /// A later state of the same file replaces one still waiting. Returns the ticket.
    pub fn save(&mut self, document: &Document<T>, value: impl Into<T>) -> u64 {
        self.last += 1;
        let ticket = self.last;
        locked(&self.waiting).push_back((ticket, document.clone(), value.into()));
        let (waiting, report, path) = (self.waiting.clone(), self.report.clone(), document.path().to_owned());
        self.queue.add(
            // The file is released before the write is reported: the listener may want to open it again.
            move || {
                let (ticket, document, value) = next(&waiting)?;
                Some(Report { path: document.path().to_owned(), ticket, result: document.save(&value) })
            },
            move |written| {
                let written =
                    written.unwrap_or_else(|reason| Some(Report { path, ticket, result: Err(reason.into()) }));
                if let Some(written) = written {
                    (locked(&report))(written);
                }
            },
        );
        ticket
    }

    /// A newer write supersedes an older failure.
    pub fn saved(&mut self, Report { ticket, result, .. }: &Report) {
        self.done = self.done.max(*ticket);
        if matches!(result, Ok(Saved::Here | Saved::Beside(_))) {
            self.on_disk = self.on_disk.max(*ticket);
        }
        if *ticket == self.last {
            self.error = result.as_ref().err().cloned();
        }
    }

    pub fn last(&self) -> u64 {
        self.last
    }

    pub fn is_saving(&self) -> bool {
        self.last != self.done
    }

    pub fn error(&self) -> Option<&SaveError> {
        self.error.as_ref()
    }

    pub fn is_unsaved(&self) -> bool {
        self.is_saving() || self.error.is_some()
    }

    /// `None` while the save is under way.
    ///
    /// # Errors
    /// Why it is not on disk, as far as known.
    pub fn is_on_disk(&self, ticket: u64) -> Option<Result<(), Option<&SaveError>>> {
        if self.on_disk >= ticket {
            return Some(Ok(()));
        }
        (!self.is_saving()).then_some(Err(self.error()))
    }

    pub fn state(&self) -> SaveState {
        match &self.error {
            Some(error) => SaveState::Failed(error.clone()),
            None if self.is_saving() => SaveState::Saving,
            None => SaveState::Saved,
        }
    }

    /// Continues in another file, which has everything up to this ticket. The thread may hang at the old one.
    /// Returns whether that is everything.
    pub fn moved(&mut self, ticket: u64) -> bool {
        let is_all = self.last == ticket;
        self.queue.abandon();
        (self.waiting, self.queue) = (Arc::default(), Queue::start(T::THREAD));
        self.last += 1;
        (self.done, self.error) = (self.last, None);
        self.on_disk = if is_all { self.last } else { ticket };
        is_all
    }

    pub fn finish(&mut self, most: Duration) {
        let (done, finished) = std::sync::mpsc::channel::<()>();
        self.queue.add(|| (), move |_| drop(done));
        let _ = finished.recv_timeout(most);
        self.abandon();
    }

    /// Gives up a thread whose disk does not answer. Pending states may or may not be written.
    pub fn abandon(&mut self) {
        self.queue.abandon();
    }
}

fn next<T: Kept>(waiting: &Waiting<T>) -> Option<(u64, Document<T>, T)> {
    let mut waiting = locked(waiting);
    while let Some(job) = waiting.pop_front() {
        if waiting.iter().all(|(_, later, _)| later.path() != job.1.path()) {
            return Some(job);
        }
    }
    None
}
