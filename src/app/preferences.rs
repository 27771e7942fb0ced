//! The settings in use, and saving what a choice changes.

use std::path::PathBuf;

use crate::archive::{Document, SaveError, Saver, Settings};

pub(super) struct Preferences {
    /// In effect in this window.
    pub(super) now: Settings,
    /// `None` to save nothing.
    pub(super) file: Option<Document<Settings>>,
    pub(super) saver: Saver<Settings>,
}

impl Preferences {
    /// The defaults until the file is read.
    pub(super) fn new(file: Option<PathBuf>, saver: Saver<Settings>) -> Preferences {
        Preferences { now: Settings::default(), file: file.map(Document::new), saver }
    }

    pub(super) fn read(&mut self, settings: Settings) {
        if let Some(file) = &self.file {
            file.based_on(settings.clone());
        }
        self.now = settings;
    }

    /// Makes the next check read the file again, even if it does not change.
    pub(super) fn ask_again(&self) {
        self.file.iter().for_each(Document::forget_version);
    }

    /// A function that writes another folder of sessions to the file, and may take its time.
    pub(super) fn keep_folder(&self, folder: Option<PathBuf>) -> impl FnOnce() -> Result<(), SaveError> + Send + use<> {
        let file = self.file.clone();
        move || {
            let Some(file) = file else { return Ok(()) };
            file.save_now(Settings { data_folder: folder, ..file.base().unwrap_or_default() }).map(drop)
        }
    }

    /// Adopts settings and saves what they change.
    pub(super) fn choose(&mut self, settings: Settings) {
        self.now = settings.clone();
        if let Some(file) = &self.file {
            self.saver.save(file, settings);
        }
    }
}
