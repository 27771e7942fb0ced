use std::collections::HashSet;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::durable::{make_folder, rename_new, sync_above, sync_folder};
use super::error::ReadError;
use super::links::{followed, is_listed_as_link, link_like, whole};
use super::lock::{Lock, lock_file};
use super::names::{draft_beside, folder_of};
use super::opening::{create_temporary, is_locked, open_file, read_at_most};
use super::reach::{Call, reach};
use super::store::{Before, Store, Writing};

#[derive(Clone, Copy, Debug, Default)]
pub struct FolderStore;

impl Store for FolderStore {
    /// Last change and length.
    type Stamp = (Option<SystemTime>, u64);

    fn list(&self, folder: &Path, wanted: fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
        reach(Call::List, folder);
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let (mut files, mut links) = (Vec::new(), Vec::new());
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            if wanted(&path) {
                if is_listed_as_link(&entry) { links.push(path) } else { files.push(path) }
            }
        }
        if !links.is_empty() {
            links.sort_unstable();
            let (real, names) = (whole(folder), files.iter().filter_map(|path| path.file_name()));
            let mut seen: HashSet<PathBuf> = names.map(|name| real.join(name)).collect();
            links.retain(|path| seen.insert(followed(path)));
            files.append(&mut links);
        }
        Ok(files)
    }

    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
        reach(Call::Read, path);
        read_at_most(path, most)
    }

    fn open(&self, path: &Path) -> Result<Box<dyn Read>, ReadError> {
        reach(Call::Read, path);
        Ok(Box::new(open_file(path)?.ok_or(ReadError::NotAFile)?))
    }

    fn stamp(&self, path: &Path) -> Self::Stamp {
        reach(Call::Stat, path);
        fs::metadata(path).map_or((None, 0), |about| (about.modified().ok(), about.len()))
    }

    fn is_there(&self, path: &Path) -> bool {
        reach(Call::Stat, path);
        fs::symlink_metadata(path).is_ok()
    }

    fn is_missing(&self, folder: &Path) -> bool {
        reach(Call::Stat, folder);
        fs::metadata(folder).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
    }

    fn can_write(&self, folder: &Path) -> io::Result<()> {
        reach(Call::Make, folder);
        tempfile::Builder::new().prefix(".tablet-").tempfile_in(folder).map(drop)
    }

    fn root(&self, folder: &Path) -> io::Result<()> {
        self.make_folder(folder)?;
        reach(Call::Sync, folder);
        sync_above(folder)
    }

    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        reach(Call::Make, folder);
        make_folder(folder)
    }

    /// Writes a temporary file in the same folder, syncs it, renames it and syncs the folder.
    fn replace(&self, path: &Path, bytes: &[u8], private: bool, before: &mut Before) -> io::Result<()> {
        let path = &followed(path);
        let folder = folder_of(path);
        self.make_folder(folder)?;
        let temporary = draft_beside(path);
        let written = (|| {
            let mut file = create_temporary(&temporary, private)?;
            file.write_all(bytes)?;
            reach(Call::Sync, path);
            file.sync_all()?;
            before(path)?;
            reach(Call::Rename, path);
            fs::rename(&temporary, path)
        })();
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
            return written;
        }
        self.sync_folder(folder)
    }

    fn draft(&self, temporary: &Path, write: &mut Writing) -> io::Result<()> {
        reach(Call::Make, temporary);
        let mut file = create_temporary(temporary, false)?;
        let written = write(&mut file).and_then(|()| file.sync_all());
        if written.is_err() {
            let _ = fs::remove_file(temporary);
        }
        written
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        reach(Call::Rename, to);
        let leads_elsewhere = from.parent() != to.parent() && fs::read_link(from).is_ok_and(|link| link.is_relative());
        if leads_elsewhere && link_like(from, to).is_ok() { fs::remove_file(from) } else { rename_new(from, to) }
    }

    fn overwrite(&self, temporary: &Path, path: &Path) -> io::Result<()> {
        reach(Call::Rename, path);
        fs::rename(temporary, path)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        reach(Call::Remove, path);
        fs::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        reach(Call::Sync, folder);
        sync_folder(folder)
    }

    fn lock(&self, session: &Path) -> Lock {
        lock_file(session)
    }

    fn is_locked(&self, lock: &Path) -> bool {
        reach(Call::Stat, lock);
        is_locked(lock)
    }
}
