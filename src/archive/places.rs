use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use super::disk::{Store, store};
use super::format::LoadError;
use super::settings::Settings;

pub fn default_data_dir() -> Option<PathBuf> {
    project().map(|dirs| dirs.data_dir().to_owned())
}

/// For files that can be made again.
pub fn cache_dir() -> Option<PathBuf> {
    project().map(|dirs| dirs.cache_dir().to_owned())
}

pub fn settings_file(asked_for: Option<&Path>) -> Option<PathBuf> {
    let folder = match asked_for {
        Some(data) => data.join(".tablet"),
        None => project()?.config_dir().to_owned(),
    };
    Some(folder.join("settings.json"))
}

#[derive(Debug)]
pub struct DataFolder {
    pub folder: PathBuf,
    /// By the user, so it should exist; the platform's own is made by the first save.
    pub named: bool,
    /// Set if the settings, which may name another folder, could not be read.
    pub unread: Option<LoadError>,
}

impl DataFolder {
    /// The folder given, else the settings' one, else the platform's. `None` without a home folder.
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

    pub fn is_missing(&self) -> bool {
        self.named && store().is_missing(&self.folder)
    }
}

fn project() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "tablet-of-truth")
}
