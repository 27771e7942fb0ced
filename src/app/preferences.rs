//! The settings: what a choice changes, and keeping it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::archive::{SaveError, Settings};
use crate::background::Queue;

/// The settings and their file.
#[derive(Debug)]
pub(super) struct Preferences {
    /// What holds in this window.
    pub(super) now: Settings,
    /// What this window read from the file or wrote into it last. A choice is compared with it when it is written: those
    /// before it may still be on their way when it is made.
    kept: Arc<Mutex<Settings>>,
    file: Option<PathBuf>,
    queue: Queue,
    /// So many choices are on their way to the disk.
    waiting: usize,
}

/// Where a file that could not be read is now, or why the choice is not on disk.
pub(super) type Kept = Result<Option<PathBuf>, SaveError>;

/// Brings what a choice changes into the file.
fn keep(kept: &Mutex<Settings>, file: &Path, choose: impl FnOnce(Settings) -> Settings) -> Kept {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let now = choose(kept.clone());
    let aside = now.keep(&kept, file)?;
    *kept = now;
    Ok(aside)
}

impl Preferences {
    /// The settings that were read from a file; `None`: they are not kept.
    pub(super) fn new(settings: Settings, file: Option<PathBuf>) -> Preferences {
        let kept = Arc::new(Mutex::new(settings.clone()));
        Preferences { now: settings, kept, file, queue: Queue::start("settings"), waiting: 0 }
    }

    /// Leaves what is not on disk yet to itself.
    pub(super) fn abandon(&mut self) {
        self.queue.abandon();
    }

    /// What writes another folder of sessions into the file, which may take its time.
    pub(super) fn keep_folder(&self, folder: Option<PathBuf>) -> impl FnOnce() -> Result<(), SaveError> + Send + use<> {
        let (kept, file) = (self.kept.clone(), self.file.clone());
        move || {
            let chosen = |before| Settings { data_folder: folder, ..before };
            file.map_or(Ok(()), |file| keep(&kept, &file, chosen).map(drop))
        }
    }

    /// Takes over that another folder of sessions is in the file.
    pub(super) fn folder_kept(&mut self, folder: Option<PathBuf>) {
        self.now.data_folder = folder;
    }

    /// Takes settings on, and keeps what they change. `tell` hears on another thread what became of it, unless there is no
    /// file.
    pub(super) fn choose(&mut self, settings: Settings, tell: impl FnOnce(Kept) + Send + 'static) {
        self.now = settings.clone();
        let Some(file) = self.file.clone() else { return };
        self.waiting += 1;
        let kept = self.kept.clone();
        let keep = move || keep(&kept, &file, |_| settings);
        self.queue.add(keep, move |kept| tell(kept.unwrap_or_else(|broken| Err(broken.into()))));
    }

    /// Takes in that one of the choices is done.
    pub(super) fn chosen(&mut self) {
        self.waiting -= 1;
    }

    /// Is a choice still on its way to the disk?
    pub(super) fn is_keeping(&self) -> bool {
        self.waiting > 0
    }
}
