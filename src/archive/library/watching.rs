//! Reads a folder on threads of its own, and is told by the system of changes in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use notify::{RecursiveMode, Watcher};

use super::{News, Reader};
use crate::archive::files::{Archive, is_session};
use crate::archive::links::is_link;
use crate::archive::store::{Store, store};

/// How long the folder must be quiet before changes in it are looked at: another program may be in the middle of them.
const QUIET: Duration = Duration::from_millis(150);
/// How long changes that go on and on may keep those before them from being looked at.
const PATIENCE: Duration = Duration::from_secs(1);
/// The sessions that are read before the first news, so that the first rows are there at once.
const FIRST: usize = 24;
/// How many sessions come in one piece of news after that.
const BATCH: usize = 256;

enum Ask {
    /// Look through the whole folder.
    Folder,
    /// Look at these files.
    Files(Vec<PathBuf>),
    /// The program closes.
    Stop,
}

/// Reads a folder of sessions on threads of its own. Dropping it stops them.
#[derive(Debug)]
pub struct Library {
    asks: Sender<Ask>,
    learned: Arc<Mutex<Vec<PathBuf>>>,
}

impl Library {
    /// Begins to read. `tell` is called on other threads.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn open(archive: Archive, tell: impl Fn(News) + Send + Sync + 'static) -> std::io::Result<Library> {
        let (asks, inbox) = channel();
        let watching = asks.clone();
        let mut reader = Reader::new(archive, tell);
        let learned = reader.learned.clone();
        thread::Builder::new().name("library".into()).spawn(move || reader.run(&inbox, watching))?;
        Ok(Library { asks, learned })
    }

    /// Somebody else told of a file: from now on it is told when it changes or goes.
    pub fn learned(&self, path: PathBuf) {
        self.learned.lock().unwrap_or_else(PoisonError::into_inner).push(path.clone());
        let _ = self.asks.send(Ask::Files(vec![path]));
    }

    /// Looks through the folder again, for systems that do not tell of changes (some network drives).
    pub fn refresh(&self) {
        // A thread that is gone has nothing to refresh.
        let _ = self.asks.send(Ask::Folder);
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        let _ = self.asks.send(Ask::Stop);
    }
}

impl Reader {
    fn run(&mut self, inbox: &Receiver<Ask>, asks: Sender<Ask>) {
        let mut watched = None;
        let mut asked = Ask::Folder;
        let mut swept = false;
        loop {
            // A folder that went away, and one that was put or mounted in its place, is another one to the system.
            let there = identity(self.archive.folder());
            if watched.as_ref().is_none_or(|(of, _)| *of != there) {
                watched = watch(self.archive.clone(), asks.clone()).map(|watcher| (there, watcher));
                // What changed before it was watched was not told.
                if !matches!(asked, Ask::Stop) {
                    asked = Ask::Folder;
                }
            }
            match asked {
                Ask::Stop => return,
                Ask::Folder => {
                    self.look_through();
                    // Once, and after somebody sees the first rows.
                    if !std::mem::replace(&mut swept, true) {
                        self.archive.sweep();
                    }
                }
                Ask::Files(paths) => self.look_at(paths),
            }
            asked = match inbox.recv() {
                Ok(first) => settle(first, inbox),
                Err(_) => return,
            };
        }
    }

    fn look_at(&mut self, paths: Vec<PathBuf>) {
        // Whether a link leads to a file of its own, only the whole folder tells.
        if paths.iter().any(|path| is_link(path)) {
            return self.look_through();
        }
        self.take_learned();
        let mut changed = Vec::new();
        for path in paths {
            if !store().is_there(&path) {
                if self.known.remove(&path).is_some() {
                    (self.tell)(News::Gone(path));
                }
            } else {
                let stamp = Some(store().stamp(&path));
                if self.known.insert(path.clone(), stamp) != Some(stamp) {
                    changed.push(path);
                }
            }
        }
        self.read(&changed);
        (self.tell)(News::Complete);
    }

    /// Reads files with all processors, in order as far as that goes.
    pub(super) fn read(&self, paths: &[PathBuf]) {
        let (first, rest) = paths.split_at(paths.len().min(FIRST));
        self.tell_of(first);
        if rest.is_empty() {
            return;
        }
        (self.tell)(News::Progress(first.len(), paths.len()));
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(first.len()));
        let batches: Vec<&[PathBuf]> = rest.chunks(BATCH).collect();
        let work = || {
            while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.tell_of(batch);
                let done = done.fetch_add(batch.len(), Ordering::Relaxed) + batch.len();
                (self.tell)(News::Progress(done, paths.len()));
            }
        };
        let processors = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            for _ in 1..processors.min(batches.len()) {
                // Without more threads this one reads everything.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }
}

/// Collects what is asked until nobody has asked for a moment, or somebody has waited long enough.
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
                // Of very many changes the folder itself knows best.
                if paths.len() > BATCH { Ask::Folder } else { Ask::Files(paths) }
            }
            _ => Ask::Folder,
        };
    }
}

/// What tells a folder from another one of the same name; `None` where there is none.
#[cfg(unix)]
fn identity(folder: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let about = fs::metadata(folder).ok().filter(fs::Metadata::is_dir)?;
    Some((about.dev(), about.ino()))
}

/// Elsewhere a folder that is watched cannot be replaced.
#[cfg(not(unix))]
fn identity(folder: &Path) -> Option<()> {
    fs::metadata(folder).ok().filter(fs::Metadata::is_dir).map(drop)
}

/// Asks the system to tell of changes in a folder, and of the folder's own coming and going. Where it cannot,
/// [`Library::refresh`] is the way.
fn watch(archive: Archive, asks: Sender<Ask>) -> Option<notify::RecommendedWatcher> {
    let folder = archive.folder().to_owned();
    let told = move |event: notify::Result<notify::Event>| {
        let ask = match event {
            Ok(event) if event.kind.is_access() => return,
            Ok(event) if event.paths.iter().any(|path| path == archive.folder()) => Ask::Folder,
            Ok(event) if !event.need_rescan() => {
                let paths: Vec<PathBuf> =
                    event.paths.into_iter().filter(|path| archive.holds(path) && is_session(path)).collect();
                if paths.is_empty() {
                    return;
                }
                Ask::Files(paths)
            }
            _ => Ask::Folder,
        };
        let _ = asks.send(ask);
    };
    let mut watcher = notify::recommended_watcher(told).ok()?;
    // Only the folder above knows of one that is put in its place. Either may be closed to us, or missing.
    let watched = [Some(folder.as_path()), folder.parent()].into_iter().flatten();
    let watched = watched.filter(|folder| watcher.watch(folder, RecursiveMode::NonRecursive).is_ok()).count();
    (watched > 0).then_some(watcher)
}
