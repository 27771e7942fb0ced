//! The contents of a folder of sessions: read in the background and kept up to date while the program runs, or read on
//! request where there are no threads.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::disk::{Store, Version, is_link, store, system_reason};
use super::files::{Archive, Entry, is_read, is_tournament, read_limited};
use super::format::{LoadError, LoadedTournament, read_tournament};
use crate::background::{guarded, locked, without_threads};
use crate::platform::Watch;
use crate::session::{Everyone, print_of};
use crate::text::Text;

/// How long the folder must be quiet before changes are read: another program may be in the middle of them.
const QUIET: Duration = Duration::from_millis(150);
/// The longest that continuing changes may delay reading earlier ones.
const PATIENCE: Duration = Duration::from_secs(1);
/// The number of sessions read before the first news, small so that the first rows appear at once.
const FIRST: usize = 24;
/// The most sessions in each later piece of news.
const BATCH: usize = 256;

/// News of the folder's contents.
#[derive(Debug)]
pub enum News {
    /// New or changed sessions.
    Read(Vec<Entry>),
    /// A new or changed tournament.
    Tournament(PathBuf, Box<LoadedTournament>),
    /// A file that cannot be read, with the reason. It is left as it is.
    Unreadable(PathBuf, Text),
    /// A file that no longer exists.
    Gone(PathBuf),
    /// The number of files read so far, and of all to read.
    Progress(usize, usize),
    /// Everything now in the folder has been read.
    Complete,
}

enum Ask {
    /// Read the whole folder again.
    Folder,
    /// Read these files again.
    Files(Vec<PathBuf>),
    /// Stop, because the program closes.
    Stop,
}

/// Reads a folder of sessions, until dropped.
pub struct Library {
    /// Files reported by others that the reader has yet to take in.
    learned: Arc<Mutex<Vec<PathBuf>>>,
    /// The file whose version is to be reported, too.
    versioned: Arc<Mutex<Option<PathBuf>>>,
    reading: Reading,
}

enum Reading {
    /// Reads on threads of its own.
    Beside(Sender<Ask>),
    /// Reads on request, where there are no threads.
    Here(RefCell<Reader>),
}

impl Library {
    /// Starts reading. `tell` is called on other threads, or before this returns where there are none.
    pub fn open(archive: Archive, tell: impl Fn(News) + Send + Sync + 'static) -> Library {
        let (learned, versioned) = (Arc::default(), Arc::default());
        let reader = Reader::new(archive, Arc::new(tell), Arc::clone(&learned), Arc::clone(&versioned));
        let (asks, inbox) = channel();
        let (mut beside, watching) = (reader.clone(), asks.clone());
        let thread = thread::Builder::new().name("library".into()).spawn(move || beside.run(&inbox, &watching));
        if thread.is_ok() {
            return Library { learned, versioned, reading: Reading::Beside(asks) };
        }
        let library = Library { learned, versioned, reading: Reading::Here(RefCell::new(reader)) };
        library.refresh();
        library
    }

    /// Notes a file that the caller knows already, so that later changes and its removal are reported.
    pub fn learned(&self, path: PathBuf) {
        locked(&self.learned).push(path.clone());
        if let Reading::Beside(asks) = &self.reading {
            let _ = asks.send(Ask::Files(vec![path]));
        }
    }

    /// Reports this file's version in later news of it.
    pub fn tell_version(&self, path: PathBuf) {
        *locked(&self.versioned) = Some(path);
    }

    /// Reads the folder again, for systems that do not report changes (some network drives).
    pub fn refresh(&self) {
        match &self.reading {
            // If the thread is gone, there is nothing to refresh.
            Reading::Beside(asks) => drop(asks.send(Ask::Folder)),
            Reading::Here(reader) => without_threads(|| reader.borrow_mut().look_through()),
        }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        if let Reading::Beside(asks) = &self.reading {
            let _ = asks.send(Ask::Stop);
        }
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.debug_struct("Library").finish_non_exhaustive()
    }
}

#[derive(Clone)]
struct Reader {
    archive: Archive,
    tell: Arc<dyn Fn(News) + Send + Sync>,
    /// The print of each file reported.
    known: HashMap<Arc<Path>, Option<u64>>,
    /// Everyone in the files reported.
    everyone: Arc<Everyone>,
    learned: Arc<Mutex<Vec<PathBuf>>>,
    versioned: Arc<Mutex<Option<PathBuf>>>,
    folder_error: Option<Text>,
    /// Whether leftovers of an interrupted program have been swept.
    swept: bool,
}

impl Reader {
    fn new(
        archive: Archive,
        tell: Arc<dyn Fn(News) + Send + Sync>,
        learned: Arc<Mutex<Vec<PathBuf>>>,
        versioned: Arc<Mutex<Option<PathBuf>>>,
    ) -> Reader {
        let (known, everyone) = (HashMap::new(), Arc::default());
        Reader { archive, tell, known, everyone, learned, versioned, folder_error: None, swept: false }
    }

    fn run(&mut self, inbox: &Receiver<Ask>, asks: &Sender<Ask>) {
        let mut watched: Option<Watch> = None;
        let mut asked = Ask::Folder;
        loop {
            // To the system, a folder that was removed or had one mounted in its place is a different folder.
            if !watched.as_ref().is_some_and(Watch::holds) {
                watched = watch(self.archive.clone(), asks.clone());
                // Changes from before the watch began were not reported.
                if !matches!(asked, Ask::Stop) {
                    asked = Ask::Folder;
                }
            }
            match asked {
                Ask::Stop => return,
                Ask::Folder => self.look_through(),
                Ask::Files(paths) => self.look_at(paths),
            }
            asked = match inbox.recv() {
                Ok(first) => settle(first, inbox),
                Err(_) => return,
            };
        }
    }

    /// Takes in the files that the caller knows already.
    fn take_learned(&mut self) {
        for path in locked(&self.learned).drain(..) {
            self.known.entry(path.into()).or_insert(None);
        }
    }

    /// Reads what is new or changed in the folder, and reports what is gone.
    fn look_through(&mut self) {
        self.read_folder();
        // Once only, and not before the first rows are on screen.
        if !std::mem::replace(&mut self.swept, true) {
            self.archive.sweep();
        }
    }

    fn read_folder(&mut self) {
        let paths = match self.archive.files() {
            Ok(paths) => {
                if self.folder_error.take().is_some() {
                    (self.tell)(News::Gone(self.archive.folder().to_owned()));
                }
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
        self.everyone.tidy();
        let listed: HashSet<&Path> = paths.iter().map(PathBuf::as_path).collect();
        for (path, _) in self.known.extract_if(|path, _| !listed.contains(&**path)) {
            (self.tell)(News::Gone(path.to_path_buf()));
        }
        // The newest are read before the system is asked about thousands of others.
        let mut paths = paths.into_iter();
        let first = self.changed(paths.by_ref().take(FIRST));
        self.tell_of(&first);
        let rest = self.changed(paths);
        self.read(&rest, first.len());
        (self.tell)(News::Complete);
    }

    /// Notes these files. Returns those that are new or differ from the ones reported before.
    fn changed(&mut self, paths: impl Iterator<Item = PathBuf>) -> Vec<Arc<Path>> {
        let differing = paths.filter_map(|path| {
            let now = Some(print_of(store().stamp(&path)));
            let (path, known) = self.known.remove_entry(&*path).unwrap_or_else(|| (path.into(), None));
            self.known.insert(Arc::clone(&path), now);
            (known != now).then_some(path)
        });
        differing.collect()
    }

    fn look_at(&mut self, paths: Vec<PathBuf>) {
        // Only the whole folder shows whether a link leads to a file listed elsewhere.
        if paths.iter().any(|path| is_link(path)) {
            return self.look_through();
        }
        self.take_learned();
        let (there, gone): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| store().is_there(path));
        for path in gone.into_iter().filter(|path| self.known.remove(&**path).is_some()) {
            (self.tell)(News::Gone(path));
        }
        let changed = self.changed(there.into_iter());
        self.read(&changed, 0);
        (self.tell)(News::Complete);
    }

    /// Reads files with all processors, roughly in order. `before` have been read already.
    fn read(&self, paths: &[Arc<Path>], before: usize) {
        let (first, rest) = paths.split_at(paths.len().min(FIRST));
        self.tell_of(first);
        if rest.is_empty() {
            return;
        }
        let all = before + paths.len();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(before + first.len()));
        (self.tell)(News::Progress(before + first.len(), all));
        let batches: Vec<&[Arc<Path>]> = rest.chunks(BATCH).collect();
        let work = || {
            while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.tell_of(batch);
                let done = done.fetch_add(batch.len(), Ordering::Relaxed) + batch.len();
                (self.tell)(News::Progress(done, all));
            }
        };
        let processors = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            for _ in 1..processors.min(batches.len()) {
                // If no more threads can be started, this one reads everything.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }

    fn entry(&self, path: &Arc<Path>) -> Result<Entry, LoadError> {
        let text = read_limited(path)?;
        let versioned = locked(&self.versioned).as_deref() == Some(&**path);
        let entry = Archive::entry_of(Arc::clone(path), &text, &self.everyone)?;
        Ok(Entry { version: versioned.then(|| Version::of(&text)), ..entry })
    }

    fn tell_of(&self, paths: &[Arc<Path>]) {
        let mut entries = Vec::with_capacity(paths.len());
        let (tournaments, sessions): (Vec<_>, Vec<_>) = paths.iter().partition(|path| is_tournament(path));
        for path in tournaments {
            let read = guarded(|| read_limited(path).and_then(|text| read_tournament(&text)));
            (self.tell)(match read.and_then(|read| read.map_err(|error| error.text())) {
                Ok(loaded) => News::Tournament(path.to_path_buf(), Box::new(loaded)),
                Err(reason) => News::Unreadable(path.to_path_buf(), reason),
            });
        }
        for path in sessions {
            let read = guarded(|| self.entry(path).map_err(|error| error.text()));
            match read.and_then(|read| read) {
                Ok(entry) => entries.push(entry),
                Err(reason) => (self.tell)(News::Unreadable(path.to_path_buf(), reason)),
            }
        }
        if !entries.is_empty() {
            (self.tell)(News::Read(entries));
        }
    }
}

/// Gathers requests until none came for a moment, or one has waited long enough.
fn settle(first: Ask, inbox: &Receiver<Ask>) -> Ask {
    let mut asked = first;
    let deadline = Instant::now() + PATIENCE;
    loop {
        let wait = QUIET.min(deadline.saturating_duration_since(Instant::now()));
        let next = match (&asked, inbox.recv_timeout(wait)) {
            (Ask::Stop, _) => return Ask::Stop,
            (_, Ok(next)) => next,
            (_, Err(RecvTimeoutError::Timeout)) => return asked,
            (_, Err(RecvTimeoutError::Disconnected)) => return Ask::Stop,
        };
        asked = match (asked, next) {
            (_, Ask::Stop) => Ask::Stop,
            (Ask::Files(mut paths), Ask::Files(more)) => {
                paths.extend(more.into_iter().filter(|path| !paths.contains(path)).collect::<Vec<_>>());
                // For very many changes it is simpler to list the folder.
                if paths.len() > BATCH { Ask::Folder } else { Ask::Files(paths) }
            }
            _ => Ask::Folder,
        };
    }
}

/// Asks the system to report changes in a folder, and its appearing or vanishing. Where that is impossible,
/// [`Library::refresh`] takes its place.
fn watch(archive: Archive, asks: Sender<Ask>) -> Option<Watch> {
    let folder = archive.folder().to_owned();
    let told = move |changed: Option<Vec<PathBuf>>| {
        let ask = match changed {
            Some(paths) if !paths.iter().any(|path| path == archive.folder()) => {
                let paths: Vec<PathBuf> =
                    paths.into_iter().filter(|path| archive.holds(path) && is_read(path)).collect();
                if paths.is_empty() {
                    return;
                }
                Ask::Files(paths)
            }
            _ => Ask::Folder,
        };
        let _ = asks.send(ask);
    };
    Watch::begin(&folder, told)
}
