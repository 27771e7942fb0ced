//! Files on a disk, written so that a crash or a power cut harms none of them.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{Before, Store};
use crate::archive::files::beside;
use crate::archive::format::LoadError;
use crate::archive::links::{followed, link_like, whole};
use crate::archive::lock::{Lock, lock_file};
use crate::archive::opening::{create_temporary, read_at_most};

/// The disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct FolderStore;

impl Store for FolderStore {
    /// When it was last changed, and its length.
    type Stamp = (Option<SystemTime>, u64);

    fn list(&self, folder: &Path, wanted: fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let (mut files, mut links) = (Vec::new(), Vec::new());
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            if wanted(&path) {
                let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
                if is_link { links.push(path) } else { files.push(path) }
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

    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, LoadError> {
        read_at_most(path, most)
    }

    fn stamp(&self, path: &Path) -> Self::Stamp {
        fs::metadata(path).map_or((None, 0), |about| (about.modified().ok(), about.len()))
    }

    fn is_there(&self, path: &Path) -> bool {
        fs::symlink_metadata(path).is_ok()
    }

    fn root(&self, folder: &Path) -> io::Result<()> {
        make_folder(folder)?;
        sync_above(folder)
    }

    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        make_folder(folder)
    }

    /// A temporary file in the same folder, synced, renamed, folder synced.
    fn replace(&self, path: &Path, bytes: &[u8], before: &mut Before) -> io::Result<()> {
        let path = &followed(path);
        let folder = folder_of(path);
        make_folder(folder)?;
        let temporary = beside(path, "tmp");
        let written = (|| {
            let mut file = create_temporary(&temporary)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            before(path)?;
            fs::rename(&temporary, path)
        })();
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
            return written;
        }
        sync_folder(folder)
    }

    fn draft(&self, temporary: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = create_temporary(temporary)?;
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        if written.is_err() {
            let _ = fs::remove_file(temporary);
        }
        written
    }

    fn publish(&self, temporary: &Path, path: &Path) -> io::Result<()> {
        publish(temporary, path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let leads_elsewhere = from.parent() != to.parent() && fs::read_link(from).is_ok_and(|link| link.is_relative());
        if leads_elsewhere && link_like(from, to).is_ok() { fs::remove_file(from) } else { fs::rename(from, to) }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        sync_folder(folder)
    }

    fn lock(&self, session: &Path) -> Lock {
        lock_file(session)
    }
}

/// The folder that a file is in.
pub(in crate::archive) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Gives a temporary file its name, unless something of that name is there: never over another file.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`], or why not; the temporary file is still there then.
pub(in crate::archive) fn publish(temporary: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(temporary, path) {
        Ok(()) => {
            // A temporary name that stays behind is harmless: it is never read.
            let _ = fs::remove_file(temporary);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // A file system without links: the name is taken by an empty file first, which nobody else can take then.
        Err(_) => {
            File::create_new(path)?;
            fs::rename(temporary, path).inspect_err(|_| drop(fs::remove_file(path)))
        }
    }
}

/// Makes a folder and those above it, each durable in its parent.
pub(in crate::archive) fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        make_folder(parent)?;
        match fs::create_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            other => other?,
        }
        return sync_folder(parent);
    }
    fs::create_dir_all(folder)
}

/// Makes a folder durable in its parent, and so on upwards: whoever made it, this program or another, may have been
/// stopped before that.
fn sync_above(folder: &Path) -> io::Result<()> {
    use io::ErrorKind as Kind;
    for above in folder.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()) {
        match sync_folder(above) {
            // Nobody can have made anything in there just now.
            Err(error) if matches!(error.kind(), Kind::PermissionDenied | Kind::ReadOnlyFilesystem) => break,
            other => other?,
        }
    }
    Ok(())
}

#[cfg(unix)]
pub(in crate::archive) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some shared and network folders know no such request: what there is to do for them is done.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        other => other,
    }
}

/// Elsewhere a folder cannot be opened as a file; the rename is durable by itself.
#[cfg(not(unix))]
pub(in crate::archive) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
