//! Moving the sessions to another folder: first every file is copied and compared, then the new place is announced, and
//! only then are the old files removed. If cut short at any point, every session is still in its old place.

use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::disk::{
    ReadError, Store, draft_beside, followed, is_file, lock_beside, locked_by, old_lock_beside, store, whole,
};
use super::files::Archive;

/// A reason why nothing was moved.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// Both folders are the same.
    #[error("the sessions are in this folder already")]
    Same,
    /// The new folder lies inside the old one.
    #[error("this folder lies inside the one that the sessions are in")]
    Inside,
    /// The new folder has a file of this name with other content.
    #[error("{0} is there already, with other content")]
    Differs(String),
    /// Another window uses the folder and would miss its sessions.
    #[error("another window of Tablet of Truth uses this folder")]
    Used,
    /// Another running copy of the program has this session open.
    #[error("another window of Tablet of Truth has {0} open")]
    Open(String),
    /// The system refused an operation.
    #[error("{path}: {error}")]
    Io {
        /// The file or folder concerned.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// Sessions that were copied but not yet removed from their old place.
#[derive(Debug)]
pub struct Copied {
    /// Each old file with its copy.
    pairs: Vec<(PathBuf, PathBuf)>,
    /// The copies made now, as opposed to those already there.
    made: Vec<PathBuf>,
}

impl Copied {
    /// The number of files.
    pub fn files(&self) -> usize {
        self.pairs.len()
    }

    /// Removes the old files, each only if it still equals its copy. Returns how many remain.
    pub fn clear(self) -> usize {
        let mut left = 0;
        let mut folders: Vec<&Path> = Vec::new();
        for (old, new) in &self.pairs {
            if same(old, new).unwrap_or(false) && store().remove(old).is_ok() {
                folders.extend(old.parent().filter(|folder| !folders.contains(folder)));
            } else {
                left += 1;
            }
        }
        for folder in folders {
            // The files are safe in the new folder, even if this removal is not durable.
            let _ = store().sync_folder(folder);
        }
        left
    }

    /// Removes the copies made, as if no move had been asked for.
    pub fn give_up(self) {
        remove(&self.made);
    }
}

/// Copies every session of an archive, including its trash and unreadable ones, into another folder. Whatever is not a
/// regular file stays. `ours` is the session this program has open; `tell` is called with the number of files done.
///
/// # Errors
/// [`MoveError`]; no copy is left behind, and nothing was changed.
pub fn copy_archive(
    archive: &Archive,
    to: &Path,
    ours: Option<&Path>,
    mut tell: impl FnMut(usize, usize),
) -> Result<Copied, MoveError> {
    let from = archive.folder();
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| MoveError::Io { path, error }
    };
    let there = whole(to);
    let here = whole(from);
    if there == here {
        return Err(MoveError::Same);
    }
    if there.starts_with(&here) {
        return Err(MoveError::Inside);
    }
    let target = Archive::new(to.to_owned());
    let mut pairs = Vec::new();
    for (old, new) in [(archive.clone(), target.clone()), (archive.trash(), target.trash())] {
        if let Some(name) = open_elsewhere(old.folder(), ours) {
            return Err(MoveError::Open(name));
        }
        for path in old.files().map_err(failed(old.folder()))?.into_iter().filter(|path| is_file(path)) {
            // A link's lock lies beside the file it leads to.
            let real = followed(&path);
            let locks = [lock_beside(&real), old_lock_beside(&real)];
            if ours != Some(&path) && locks.iter().any(|lock| store().is_locked(lock)) {
                return Err(MoveError::Open(path.file_name().unwrap_or_default().to_string_lossy().into_owned()));
            }
            let copy = new.folder().join(path.file_name().unwrap_or_default());
            pairs.push((path, copy));
        }
    }
    store().make_folder(to).map_err(failed(to))?;
    store().can_write(to).map_err(failed(to))?;
    for (old, new) in &pairs {
        if store().is_there(new) && !same(old, new).map_err(failed(new))? {
            return Err(MoveError::Differs(new.strip_prefix(to).unwrap_or(new).display().to_string()));
        }
    }
    let mut made = Vec::new();
    match copy_all(&pairs, &mut made, &mut tell) {
        Ok(()) => Ok(Copied { pairs, made }),
        Err((path, error)) => {
            remove(&made);
            Err(MoveError::Io { path, error })
        }
    }
}

fn copy_all(
    pairs: &[(PathBuf, PathBuf)],
    made: &mut Vec<PathBuf>,
    tell: &mut impl FnMut(usize, usize),
) -> Result<(), (PathBuf, io::Error)> {
    let mut folders: Vec<&Path> = Vec::new();
    for (done, (old, new)) in pairs.iter().enumerate() {
        let here = |error| (new.clone(), error);
        if !store().is_there(new) {
            copy(old, new).map_err(here)?;
            made.push(new.clone());
        }
        if !same(old, new).map_err(here)? {
            return Err(here(io::Error::other("the copy is not the same as the file")));
        }
        folders.extend(new.parent().filter(|folder| !folders.contains(folder)));
        tell(done + 1, pairs.len());
    }
    folders.iter().try_for_each(|folder| store().sync_folder(folder).map_err(|error| ((*folder).to_owned(), error)))
}

/// Copies a file durably, never over another. A link stays a link if the new folder supports them.
fn copy(old: &Path, new: &Path) -> io::Result<()> {
    if let Some(folder) = new.parent() {
        store().make_folder(folder)?;
    }
    if store().link(old, new).is_ok() {
        return Ok(());
    }
    let temporary = draft_beside(new);
    let mut from = opened(old)?.ok_or(io::ErrorKind::InvalidInput)?;
    store().draft(&temporary, &mut |out| io::copy(&mut from, out).map(drop))?;
    store().rename(&temporary, new).inspect_err(|_| drop(store().remove(&temporary)))
}

/// Opens a file for reading; `None` if it is not a regular file.
fn opened(path: &Path) -> io::Result<Option<Box<dyn Read>>> {
    match store().open(path) {
        Ok(file) => Ok(Some(file)),
        Err(ReadError::Io(error)) => Err(error),
        Err(ReadError::NotAFile | ReadError::TooLarge(_)) => Ok(None),
    }
}

fn same(one: &Path, other: &Path) -> io::Result<bool> {
    let (Some(one), Some(other)) = (opened(one)?, opened(other)?) else { return Ok(false) };
    let (mut one, mut other) = (BufReader::new(one), BufReader::new(other));
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let length = left.len().min(right.len());
        if left[..length] != right[..length] {
            return Ok(false);
        }
        if length == 0 {
            return Ok(left.len() == right.len());
        }
        one.consume(length);
        other.consume(length);
    }
}

fn remove(files: &[PathBuf]) {
    for file in files {
        // A copy that cannot be removed equals its file, and a later move recognises it.
        let _ = store().remove(file);
    }
}

/// The first session in a folder that another running copy of the program has open.
fn open_elsewhere(folder: &Path, ours: Option<&Path>) -> Option<String> {
    let ours = ours.map(lock_beside);
    let locks = store().list(folder, |path| locked_by(path).is_some()).ok()?;
    let others = locks.into_iter().filter(|path| ours.as_ref() != Some(path) && store().is_locked(path));
    others.filter_map(|path| locked_by(&path).map(str::to_owned)).min()
}
