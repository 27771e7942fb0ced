//! The contents of a folder of sessions, kept up to date in the background or, without threads, on request.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::disk::{Store, is_link, store, system_reason};
use super::files::{Archive, Entry, is_read, is_tournament, read_limited};
use super::format::{LoadError, LoadedTournament, read_tournament};
use crate::background::{guarded, locked, without_threads};
use crate::platform::Watch;
use crate::session::{Everyone, print_of};
use crate::text::Text;

/// Changes are read once the folder is quiet this long: another program may be in the middle of them.
const QUIET: Duration = Duration::from_millis(150);
const PATIENCE: Duration = Duration::from_secs(1);
/// Sessions read before the first news, few so that the first rows appear at once.
const FIRST: usize = 24;
const BATCH: usize = 256;

#[derive(Debug)]
pub enum News {
    Read(Vec<Entry>),
    Tournament(PathBuf, Box<LoadedTournament>),
    Unreadable(PathBuf, Text),
    Gone(PathBuf),
    /// Files read so far, and files to read.
    Progress(usize, usize),
    Complete,
}

enum Ask {
    Folder,
    Files(Vec<PathBuf>),
    Stop,
}

pub struct Library {
    /// Files that others reported and the reader has yet to process.
    learned: Arc<Mutex<Vec<PathBuf>>>,
    reading: Reading,
}

enum Reading {
    Beside(Sender<Ask>),
    Here(RefCell<Reader>),
}

impl Library {
    /// `tell` is called on other threads or, without threads, before this returns.
    pub fn open(archive: Archive, tell: impl Fn(News) + Send + Sync + 'static) -> Library {
        let learned = Arc::default();
        let reader = Reader::new(archive, Arc::new(tell), Arc::clone(&learned));
        let (asks, inbox) = channel();
        let (mut beside, watching) = (reader.clone(), asks.clone());
        let thread = thread::Builder::new().name("library".into()).spawn(move || beside.run(&inbox, &watching));
        if thread.is_ok() {
            return Library { learned, reading: Reading::Beside(asks) };
        }
        let library = Library { learned, reading: Reading::Here(RefCell::new(reader)) };
        library.refresh();
        library
    }

    /// Adds a file that the caller already knows, so that later changes and its removal are reported.
    pub fn learned(&self, path: PathBuf) {
        locked(&self.learned).push(path.clone());
        if let Reading::Beside(asks) = &self.reading {
            let _ = asks.send(Ask::Files(vec![path]));
        }
    }

    /// For systems that do not report changes (some network drives).
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
    known: HashMap<Arc<Path>, Option<u64>>,
    everyone: Arc<Everyone>,
    learned: Arc<Mutex<Vec<PathBuf>>>,
    folder_error: Option<Text>,
    swept: bool,
}

impl Reader {
    fn new(archive: Archive, tell: Arc<dyn Fn(News) + Send + Sync>, learned: Arc<Mutex<Vec<PathBuf>>>) -> Reader {
        let (known, everyone) = (HashMap::new(), Arc::default());
        Reader { archive, tell, known, everyone, learned, folder_error: None, swept: false }
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

    fn take_learned(&mut self) {
        for path in locked(&self.learned).drain(..) {
            self.known.entry(path.into()).or_insert(None);
        }
    }

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

    /// Uses all processors, roughly in order. `before` files have been read already.
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
        Archive::entry_of(Arc::clone(path), &read_limited(path)?, &self.everyone)
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

/// Collects requests until a pause, or until one has waited [`PATIENCE`].
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

/// Where the system cannot watch folders, [`Library::refresh`] is used.
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
