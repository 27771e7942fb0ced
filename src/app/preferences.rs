//! The settings in use, and saving what a choice changes.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::archive::{SaveError, Settings};
use crate::background::{Queue, locked};

/// The settings and their file.
#[derive(Debug)]
pub(super) struct Preferences {
    /// The settings in effect in this window.
    pub(super) now: Settings,
    /// The settings last read from or written to the file by this window. A choice is compared with them only when it
    /// is written, because earlier choices may still be on their way when it is made.
    kept: Arc<Mutex<Settings>>,
    file: Option<PathBuf>,
    queue: Queue,
    /// The number of choices on their way to the disk.
    waiting: usize,
}

/// The new path of a file that could not be read, or the reason why a choice was not saved.
pub(super) type Kept = Result<Option<PathBuf>, SaveError>;

/// Writes what a choice changes to the file.
fn keep(kept: &Mutex<Settings>, file: &Path, choose: impl FnOnce(Settings) -> Settings) -> Kept {
    let mut kept = locked(kept);
    let now = choose(kept.clone());
    let aside = now.keep(&kept, file)?;
    *kept = now;
    Ok(aside)
}

impl Preferences {
    /// The defaults until the file is read; without one, nothing is saved.
    pub(super) fn new(file: Option<PathBuf>) -> Preferences {
        let (now, kept) = Default::default();
        Preferences { now, kept, file, queue: Queue::start("settings"), waiting: 0 }
    }

    /// Takes in the settings read from the file, before any choice.
    pub(super) fn read(&mut self, settings: Settings) {
        *locked(&self.kept) = settings.clone();
        self.now = settings;
    }

    /// Abandons what is not on disk yet.
    pub(super) fn abandon(&mut self) {
        self.queue.abandon();
    }

    /// A function that writes another folder of sessions to the file, and may take its time.
    pub(super) fn keep_folder(&self, folder: Option<PathBuf>) -> impl FnOnce() -> Result<(), SaveError> + Send + use<> {
        let (kept, file) = (self.kept.clone(), self.file.clone());
        move || {
            let chosen = |before| Settings { data_folder: folder, ..before };
            file.map_or(Ok(()), |file| keep(&kept, &file, chosen).map(drop))
        }
    }

    /// A function that reads the folder of sessions from the file, and may take its time. `None` without a file that
    /// can be read.
    pub(super) fn read_folder(&self) -> impl FnOnce() -> Option<Option<PathBuf>> + Send + use<> {
        let file = self.file.clone();
        move || Some(Settings::load(&file?).ok()?.data_folder)
    }

    /// Notes that the file names another folder of sessions now.
    pub(super) fn folder_kept(&mut self, folder: Option<PathBuf>) {
        self.now.data_folder = folder;
    }

    /// Adopts settings and saves what they change. `tell` is called on another thread with the result, unless there is
    /// no file.
    pub(super) fn choose(&mut self, settings: Settings, tell: impl FnOnce(Kept) + Send + 'static) {
        self.now = settings.clone();
        let Some(file) = self.file.clone() else { return };
        self.waiting += 1;
        let kept = self.kept.clone();
        let keep = move || keep(&kept, &file, |_| settings);
        self.queue.add(keep, move |kept| tell(kept.unwrap_or_else(|broken| Err(broken.into()))));
    }

    /// Notes that one of the choices is done.
    pub(super) fn chosen(&mut self) {
        self.waiting -= 1;
    }

    /// Whether a choice is still being saved.
    pub(super) fn is_keeping(&self) -> bool {
        self.waiting > 0
    }
}
