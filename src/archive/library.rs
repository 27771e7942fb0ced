//! The contents of a folder of sessions, kept up to date in the background or, without threads, on request.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::disk::{Store, is_link, store, system_reason};
use super::files::{Archive, Entry, is_read, is_tournament, read_limited};
use super::format::{LoadError, LoadedTournament, read_tournament};
use crate::background::{guarded, locked, start, without_threads};
use crate::platform::Watch;
use crate::session::{Everyone, print_of};
use crate::text::Text;

/// Changes are read once the folder is quiet this long: another program may be in the middle of them.
const QUIET: Duration = Duration::from_millis(150);
const PATIENCE: Duration = Duration::from_secs(1);
/// Sessions in the first batch, few so that the first rows appear at once.
const FIRST: usize = 24;
const BATCH: usize = 256;

#[derive(Debug)]
pub enum News {
    Read(Vec<Entry>),
    Tournament(PathBuf, Box<LoadedTournament>),
    Unreadable(PathBuf, Text),
    Gone(PathBuf),
    /// A file named by [`Library::read_again`] is read next; all earlier news of it are older than that call.
    ReadAgain(PathBuf),
    /// Files read so far, and files to read.
    Progress(usize, usize),
    Complete,
}

enum Request {
    Folder,
    Files(Vec<PathBuf>),
    Stop,
}

pub struct Library {
    /// Files that the reader has yet to read again.
    again: Arc<Mutex<Vec<PathBuf>>>,
    reading: Reading,
}

enum Reading {
    Background(Sender<Request>),
    Inline(RefCell<Reader>),
}

impl Library {
    /// `report` is called on other threads or, without threads, before this returns.
    pub fn open(archive: Archive, report: impl Fn(News) + Send + Sync + 'static) -> Library {
        let again = Arc::default();
        let reader = Reader::new(archive, Arc::new(report), Arc::clone(&again));
        let (requests, inbox) = channel();
        let (mut background, watching) = (reader.clone(), requests.clone());
        let thread = start("library", move || background.run(&inbox, &watching));
        if thread.is_ok() {
            return Library { again, reading: Reading::Background(requests) };
        }
        let library = Library { again, reading: Reading::Inline(RefCell::new(reader)) };
        library.refresh();
        library
    }

    /// Has a file read again that the caller knows better, after [`News::ReadAgain`].
    pub fn read_again(&self, path: PathBuf) {
        locked(&self.again).push(path.clone());
        if let Reading::Background(requests) = &self.reading {
            let _ = requests.send(Request::Files(vec![path]));
        }
    }

    /// For systems that do not report changes (some network drives).
    pub fn refresh(&self) {
        match &self.reading {
            // If the thread is gone, there is nothing to refresh.
            Reading::Background(requests) => drop(requests.send(Request::Folder)),
            Reading::Inline(reader) => without_threads(|| reader.borrow_mut().read_all()),
        }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        if let Reading::Background(requests) = &self.reading {
            let _ = requests.send(Request::Stop);
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
    report: Arc<dyn Fn(News) + Send + Sync>,
    known: HashMap<Arc<Path>, Option<NonZeroU64>>,
    everyone: Arc<Everyone>,
    again: Arc<Mutex<Vec<PathBuf>>>,
    folder_error: Option<Text>,
    swept: bool,
}

impl Reader {
    fn new(archive: Archive, report: Arc<dyn Fn(News) + Send + Sync>, again: Arc<Mutex<Vec<PathBuf>>>) -> Reader {
        let (known, everyone) = (HashMap::new(), Arc::default());
        Reader { archive, report, known, everyone, again, folder_error: None, swept: false }
    }

    fn run(&mut self, inbox: &Receiver<Request>, requests: &Sender<Request>) {
        let mut watched: Option<Watch> = None;
        let mut request = Request::Folder;
        loop {
            // To the system, a folder that was removed or had one mounted in its place is a different folder.
            if !watched.as_ref().is_some_and(Watch::holds) {
                watched = watch(self.archive.clone(), requests.clone());
                // Changes from before the watch began were not reported.
                if !matches!(request, Request::Stop) {
                    request = Request::Folder;
                }
            }
            match request {
                Request::Stop => return,
                Request::Folder => self.read_all(),
                Request::Files(paths) => self.read_paths(paths),
            }
            request = match inbox.recv() {
                Ok(first) => settle(first, inbox),
                Err(_) => return,
            };
        }
    }

    fn report_read_again(&mut self) {
        for path in std::mem::take(&mut *locked(&self.again)) {
            // Read even if unchanged: what was read before is not taken in.
            self.known.insert(path.as_path().into(), None);
            (self.report)(News::ReadAgain(path));
        }
    }

    fn read_all(&mut self) {
        self.read_folder();
        // Once only, and not before the first rows are on screen.
        if !std::mem::replace(&mut self.swept, true) {
            self.archive.sweep();
        }
    }

    fn read_folder(&mut self) {
        // Before the folder is listed: a file may go or come back in the meantime.
        self.report_read_again();
        let paths = match self.archive.files() {
            Ok(paths) => {
                if self.folder_error.take().is_some() {
                    (self.report)(News::Gone(self.archive.folder().to_owned()));
                }
                paths
            }
            Err(error) => {
                let error = system_reason(&error);
                if self.folder_error.as_ref() != Some(&error) {
                    (self.report)(News::Unreadable(self.archive.folder().to_owned(), error.clone()));
                    self.folder_error = Some(error);
                }
                (self.report)(News::Complete);
                return;
            }
        };
        self.everyone.tidy();
        let listed: HashSet<&Path> = paths.iter().map(PathBuf::as_path).collect();
        for (path, _) in self.known.extract_if(|path, _| !listed.contains(&**path)) {
            (self.report)(News::Gone(path.to_path_buf()));
        }
        // The newest are read before the system is queried about thousands of others.
        let mut paths = paths.into_iter();
        let first = self.changed(paths.by_ref().take(FIRST));
        self.read_and_report(&first);
        let rest = self.changed(paths);
        self.read(&rest, first.len());
        (self.report)(News::Complete);
    }

    fn changed(&mut self, paths: impl Iterator<Item = PathBuf>) -> Vec<Arc<Path>> {
        let differing = paths.filter_map(|path| {
            let now = Some(NonZeroU64::MIN | print_of(store().stamp(&path)));
            let (path, known) = self.known.remove_entry(&*path).unwrap_or_else(|| (path.into(), None));
            self.known.insert(Arc::clone(&path), now);
            (known != now).then_some(path)
        });
        differing.collect()
    }

    fn read_paths(&mut self, paths: Vec<PathBuf>) {
        // Only the whole folder shows whether a link leads to a file listed elsewhere.
        if paths.iter().any(|path| is_link(path)) {
            return self.read_all();
        }
        self.report_read_again();
        let (there, gone): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| store().is_there(path));
        for path in gone.into_iter().filter(|path| self.known.remove(&**path).is_some()) {
            (self.report)(News::Gone(path));
        }
        let changed = self.changed(there.into_iter());
        self.read(&changed, 0);
        (self.report)(News::Complete);
    }

    /// Uses all processors, roughly in order. `before` files have been read already.
    fn read(&self, paths: &[Arc<Path>], before: usize) {
        let (first, rest) = paths.split_at(paths.len().min(FIRST));
        self.read_and_report(first);
        if rest.is_empty() {
            return;
        }
        let all = before + paths.len();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(before + first.len()));
        (self.report)(News::Progress(before + first.len(), all));
        let batches: Vec<&[Arc<Path>]> = rest.chunks(BATCH).collect();
        let work = || {
            while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.read_and_report(batch);
                let done = done.fetch_add(batch.len(), Ordering::Relaxed) + batch.len();
                (self.report)(News::Progress(done, all));
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

    fn read_and_report(&self, paths: &[Arc<Path>]) {
        let mut entries = Vec::with_capacity(paths.len());
        let (tournaments, sessions): (Vec<_>, Vec<_>) = paths.iter().partition(|path| is_tournament(path));
        for path in tournaments {
            let read = guarded(|| read_limited(path).and_then(|text| read_tournament(&text)));
            (self.report)(match read.and_then(|read| read.map_err(|error| error.text())) {
                Ok(loaded) => News::Tournament(path.to_path_buf(), Box::new(loaded)),
                Err(reason) => News::Unreadable(path.to_path_buf(), reason),
            });
        }
        for path in sessions {
            let read = guarded(|| self.entry(path).map_err(|error| error.text()));
            match read.and_then(|read| read) {
                Ok(entry) => entries.push(entry),
                Err(reason) => (self.report)(News::Unreadable(path.to_path_buf(), reason)),
            }
        }
        if !entries.is_empty() {
            (self.report)(News::Read(entries));
        }
    }
}

/// Collects requests until a pause, or until one has waited [`PATIENCE`].
fn settle(first: Request, inbox: &Receiver<Request>) -> Request {
    let mut request = first;
    let deadline = Instant::now() + PATIENCE;
    loop {
        let wait = QUIET.min(deadline.saturating_duration_since(Instant::now()));
        let next = match (&request, inbox.recv_timeout(wait)) {
            (Request::Stop, _) => return Request::Stop,
            (_, Ok(next)) => next,
            (_, Err(RecvTimeoutError::Timeout)) => return request,
            (_, Err(RecvTimeoutError::Disconnected)) => return Request::Stop,
        };
        request = match (request, next) {
            (_, Request::Stop) => Request::Stop,
            (Request::Files(mut paths), Request::Files(more)) => {
                paths.extend(more.into_iter().filter(|path| !paths.contains(path)).collect::<Vec<_>>());
                // For very many changes it is simpler to list the folder.
                if paths.len() > BATCH { Request::Folder } else { Request::Files(paths) }
            }
            _ => Request::Folder,
        };
    }
}

/// Where the system cannot watch folders, [`Library::refresh`] is used.
fn watch(archive: Archive, requests: Sender<Request>) -> Option<Watch> {
    let folder = archive.folder().to_owned();
    let on_change = move |changed: Option<Vec<PathBuf>>| {
        let request = match changed {
            Some(paths) if !paths.iter().any(|path| path == archive.folder()) => {
                let paths: Vec<PathBuf> =
                    paths.into_iter().filter(|path| archive.holds(path) && is_read(path)).collect();
                if paths.is_empty() {
                    return;
                }
                Request::Files(paths)
            }
            _ => Request::Folder,
        };
        let _ = requests.send(request);
    };
    Watch::begin(&folder, on_change)
}
