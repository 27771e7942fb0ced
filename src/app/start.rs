//! The start: the window is shown while the settings, the folder of sessions and the file to open are being read.

use std::path::{Path, PathBuf};

#[cfg(not(target_family = "wasm"))]
use super::phones::Phones;
use super::{App, Notice};
use crate::archive::{Archive, LoadError, Settings, is_folder, whole};
#[cfg(not(target_family = "wasm"))]
use crate::phones::Room;
use crate::text;
use crate::text::Text;

struct Found {
    settings: Result<Settings, LoadError>,
    /// The real path.
    folder: PathBuf,
    /// Whether the settings name that folder and it does not exist: a drive may be missing.
    is_missing: bool,
    documents: Option<PathBuf>,
    /// The phones that a run before, which did not stop them, had let in.
    #[cfg(not(target_family = "wasm"))]
    room: Option<Room>,
}

impl Found {
    fn find(file: Option<&Path>, data: &Path, data_given: bool) -> Found {
        let settings = file.map_or_else(|| Ok(Settings::default()), Settings::load);
        let named = settings.as_ref().ok().and_then(|settings| settings.data_folder.as_ref()).filter(|_| !data_given);
        // Normalised, so that one folder has one path.
        let folder = whole(named.map_or(data, PathBuf::as_path));
        let is_missing = named.is_some() && !is_folder(&folder);
        let dirs = directories::UserDirs::new();
        let documents = dirs.map(|dirs| dirs.document_dir().unwrap_or(dirs.home_dir()).to_owned());
        Found {
            settings,
            folder,
            is_missing,
            documents,
            #[cfg(not(target_family = "wasm"))]
            room: Phones::saved_room(file),
        }
    }
}

impl App {
    /// Reads the settings, then the folder of sessions, then the file to open.
    pub(super) fn start(&mut self, settings: Option<PathBuf>, open: Option<PathBuf>) {
        let (data, data_given, file) = (self.usual_folder.clone(), self.folder_given, settings.clone());
        let find = move || Ok(Found::find(file.as_deref(), &data, data_given));
        self.spawn_for_tap("start", Path::new(""), find, move |app, found| {
            app.started(found, settings.as_deref(), open)
        });
    }

    fn started(&mut self, found: Result<Found, Text>, file: Option<&Path>, open: Option<PathBuf>) {
        self.starting = false;
        #[cfg(not(target_family = "wasm"))]
        let open = self.resume_room(found.as_ref().ok().and_then(|found| found.room.clone()), open);
        let refused = match found {
            Ok(Found { settings, folder, is_missing, documents, .. }) => {
                (self.archive, self.documents) = (Archive::new(folder), documents);
                if is_missing {
                    let folder = self.archive.folder().display().to_string();
                    self.message = Some(Notice::trouble(text!(
                        "The folder of your games, {folder}, is missing. Is its drive connected? A new game will \
                         create the folder again.",
                        folder = folder,
                    )));
                }
                settings.map(|settings| self.preferences.read(settings)).err().map(|error| error.text())
            }
            Err(reason) => Some(reason),
        };
        if let Some(reason) = refused {
            let file = file.map(|file| file.display().to_string()).unwrap_or_default();
            self.message = Some(Notice::trouble(text!(
                "The settings cannot be read, so the defaults are used. {file} was left untouched: {reason}",
                file = file,
                reason = reason,
            )));
        }
        self.setup.adopt(&self.preferences.now);
        self.read_archive();
        if let Some(path) = open {
            self.open(&path);
        }
    }
}
