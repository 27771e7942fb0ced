//! Nothing is removed: if copying is interrupted, the old folder is whole.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::disk::{ReadError, Store, draft_beside, folder_of, is_file, is_folder, store, system_reason};
use super::files::Archive;
use crate::text;
use crate::text::Text;

#[derive(Debug)]
pub struct CopyError {
    pub path: PathBuf,
    /// To follow the path and a colon.
    pub reason: Text,
}

#[derive(Debug)]
pub struct Copies {
    /// Including those of an earlier attempt.
    pub count: usize,
    made: Vec<PathBuf>,
}

impl Copies {
    pub fn remove(self) {
        for copy in self.made {
            // One that cannot be removed equals its original, and the next attempt recognises it.
            let _ = store().remove(&copy);
        }
    }
}

/// Includes the trash and unreadable files. `None` if the target has games of its own; if they are all copies of these,
/// an earlier attempt is completed. `progress` gets the number of files done and to do. An error leaves no copy behind.
pub fn copy_archive(
    archive: &Archive,
    to: &Path,
    progress: impl FnMut(usize, usize),
) -> Result<Option<Copies>, CopyError> {
    let target = Archive::new(to.to_owned());
    // A folder is made only within another: that of a drive that is not connected would be made in its place.
    if !is_folder(folder_of(to)) {
        return Err(CopyError { path: to.to_owned(), reason: text!("there is no such folder") });
    }
    store().make_folder(to).and_then(|()| store().can_write(to)).map_err(refused(to))?;
    let mut pairs = BTreeMap::new();
    for (from, into) in [(archive.clone(), target.clone()), (archive.trash(), target.trash())] {
        let files = from.files().map_err(refused(from.folder()))?.into_iter().filter(|path| is_file(path));
        pairs.extend(files.map(|path| (into.folder().join(path.file_name().unwrap_or_default()), path)));
    }
    let is_copy = |new: &PathBuf| pairs.get(new).is_some_and(|old| same(old, new).unwrap_or(false));
    if !target.files().map_err(refused(to))?.iter().all(is_copy) {
        return Ok(None);
    }
    let mut copies = Copies { count: pairs.len(), made: Vec::new() };
    match copy_all(&pairs, &mut copies.made, progress) {
        Ok(()) => Ok(Some(copies)),
        Err(error) => {
            copies.remove();
            Err(error)
        }
    }
}

fn refused(path: &Path) -> impl FnOnce(io::Error) -> CopyError {
    |error| CopyError { path: path.to_owned(), reason: system_reason(&error) }
}

/// Never overwrites; compares everything afterwards.
fn copy_all(
    pairs: &BTreeMap<PathBuf, PathBuf>,
    made: &mut Vec<PathBuf>,
    mut progress: impl FnMut(usize, usize),
) -> Result<(), CopyError> {
    let mut folders: Vec<&Path> = Vec::new();
    for (done, (new, old)) in pairs.iter().enumerate() {
        if !store().is_there(new) {
            copy(old, new).map_err(refused(new))?;
            made.push(new.clone());
        }
        folders.extend(new.parent().filter(|folder| !folders.contains(folder)));
        progress(done + 1, pairs.len());
    }
    for (new, old) in pairs {
        if !same(old, new).map_err(refused(new))? {
            let reason = text!("it differs from the file of that name in the folder that your games are in");
            return Err(CopyError { path: new.clone(), reason });
        }
    }
    folders.into_iter().try_for_each(|folder| store().sync_folder(folder).map_err(refused(folder)))
}

fn copy(old: &Path, new: &Path) -> io::Result<()> {
    store().make_folder(folder_of(new))?;
    let temporary = draft_beside(new);
    let mut from = opened(old)?.ok_or(io::ErrorKind::InvalidInput)?;
    store().draft(&temporary, &mut |out| io::copy(&mut from, out).map(drop))?;
    store().rename(&temporary, new).inspect_err(|_| drop(store().remove(&temporary)))
}

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
