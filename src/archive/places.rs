//! The places of the program's files, by platform and settings.

use std::io;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use super::disk::{Store, store};
use super::settings::Settings;

/// The platform's folder for the program's data, or `None` without a home folder.
pub fn default_data_dir() -> Option<PathBuf> {
    project().map(|dirs| dirs.data_dir().to_owned())
}

/// The platform's folder for files that can be made again, or `None` without a home folder.
pub fn cache_dir() -> Option<PathBuf> {
    project().map(|dirs| dirs.cache_dir().to_owned())
}

/// The settings file: in the platform's configuration folder, or inside the data folder asked for.
pub fn settings_file(asked_for: Option<&Path>) -> Option<PathBuf> {
    let folder = match asked_for {
        Some(data) => data.join(".tablet"),
        None => project()?.config_dir().to_owned(),
    };
    Some(folder.join("settings.json"))
}

/// The folder of sessions, and how it was chosen.
#[derive(Debug)]
pub struct DataFolder {
    /// The folder's path.
    pub folder: PathBuf,
    /// Whether the user named it, so that it should exist; the platform's own is made by the first save.
    pub named: bool,
    /// The error if the settings, which may name another folder, could not be read.
    pub unread: Option<io::Error>,
}

impl DataFolder {
    /// Finds the folder asked for, else the one in the settings, else the platform's. `None` without a home folder.
    pub fn find(asked_for: Option<&Path>) -> Option<DataFolder> {
        if let Some(folder) = asked_for {
            return Some(DataFolder { folder: folder.to_owned(), named: true, unread: None });
        }
        let (chosen, unread) = match settings_file(None).as_deref().map(Settings::load) {
            Some(Ok(settings)) => (settings.data_folder, None),
            Some(Err(error)) => (None, Some(error)),
            None => (None, None),
        };
        let named = chosen.is_some();
        chosen.or_else(default_data_dir).map(|folder| DataFolder { folder, named, unread })
    }

    /// Whether the user named it but it does not exist: a drive may be missing.
    pub fn is_missing(&self) -> bool {
        self.named && store().is_missing(&self.folder)
    }
}

fn project() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "tablet-of-truth")
}
