use std::io;
use std::path::{Path, PathBuf};

use super::{Import, kept};
use crate::archive::disk::{SaveError, Store, draft_beside, store};
use crate::archive::files::Archive;
use crate::text;
use crate::text::Text;

impl Import {
    /// No existing file is touched. On failure everything written is removed again.
    pub fn write(mut self) -> Result<Vec<PathBuf>, Text> {
        let paths: Vec<PathBuf> =
            self.preview.items.iter().filter_map(|item| item.writes().map(Path::to_owned)).collect();
        if paths.is_empty() {
            return Ok(paths);
        }
        let mut made = Vec::new();
        match self.write_all(&paths, &mut made) {
            Ok(()) => Ok(paths),
            Err((path, error)) => {
                let stays = |path: &PathBuf| store().remove(path).is_err() && store().is_there(path);
                let left: Vec<PathBuf> = made.into_iter().filter(stays).collect();
                let (path, reason) = (path.display().to_string(), why(error).text());
                Err(if left.is_empty() {
                    text!("{path} cannot be written: {reason}. Nothing was imported", path = path, reason = reason)
                } else {
                    text!(
                        "{path} cannot be written: {reason}. Nothing was imported, but this file could not be removed \
                         again: {files}"
                            | "{path} cannot be written: {reason}. Nothing was imported, but these files could not be \
                               removed again: {files}"
                                % left.len(),
                        path = path,
                        reason = reason,
                        files = left.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
                    )
                })
            }
        }
    }

    fn write_all(&mut self, paths: &[PathBuf], made: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
        let folder = self.folder.clone();
        let of_folder = |error| (folder.clone(), error);
        store().make_folder(&folder).map_err(of_folder)?;
        // Hold the lock until every file has its name: a window that starts removes drafts.
        let _held = Archive::new(folder.clone()).import_lock();
        for item in &self.preview.items {
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
        io::ErrorKind::AlreadyExists => {
            text!("a file with this name has appeared meanwhile, so import it again").into()
        }
        _ => error.into(),
    }
}
