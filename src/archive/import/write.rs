//! Writing an import: each file gets a temporary name, then all get their own; on failure nothing is left.

use std::io;
use std::path::{Path, PathBuf};

use super::{Import, ImportError, kept};
use crate::archive::disk::{SaveError, Store, draft_beside, store};
use crate::archive::files::Archive;
use crate::text;

impl Import {
    /// Writes what is new or differs and returns the paths. No existing file is touched.
    ///
    /// # Errors
    /// [`ImportError::Write`]; everything written is removed again.
    pub fn write(mut self) -> Result<Vec<PathBuf>, ImportError> {
        let paths: Vec<PathBuf> = self.items.iter().filter_map(|item| item.writes().map(Path::to_owned)).collect();
        if paths.is_empty() {
            return Ok(paths);
        }
        let mut made = Vec::new();
        match self.write_all(&paths, &mut made) {
            Ok(()) => Ok(paths),
            Err((path, error)) => {
                let stays = |path: &PathBuf| store().remove(path).is_err() && store().is_there(path);
                let left_behind = made.into_iter().filter(stays).collect();
                Err(ImportError::Write { path, error: why(error), left_behind })
            }
        }
    }

    /// Writes all files; `made` collects the files created.
    fn write_all(&mut self, paths: &[PathBuf], made: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
        let folder = self.folder.clone();
        let of_folder = |error| (folder.clone(), error);
        store().make_folder(&folder).map_err(of_folder)?;
        // Hold the lock until every file has its name: a window that starts removes drafts.
        let _held = Archive::new(folder.clone()).import_lock();
        for item in &self.items {
            let Some(path) = item.writes() else { continue };
            let temporary = draft_beside(path);
            let written = kept(&mut self.texts, item.text)
                .and_then(|text| store().draft(&temporary, &mut |out| out.write_all(&text)));
            written.map_err(|error| (path.to_owned(), error))?;
            made.push(temporary);
        }
        for path in paths {
            store().rename(&draft_beside(path), path).map_err(|error| (path.clone(), error))?;
            made.push(path.clone());
        }
        store().sync_folder(&folder).map_err(of_folder)
    }
}

fn why(error: io::Error) -> SaveError {
    match error.kind() {
        io::ErrorKind::AlreadyExists => text!("a file with this name has appeared meanwhile").into(),
        _ => error.into(),
    }
}
