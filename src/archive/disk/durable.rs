use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempPath;

/// Never replaces another file; fails with [`io::ErrorKind::AlreadyExists`].
pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = TempPath::try_from_path(from)?;
    from.disable_cleanup(true);
    match from.persist_noclobber(to) {
        Ok(()) => Ok(()),
        Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => Err(failed.error),
        // Some shared folders and memory sticks have neither a rename that replaces nothing nor hard links.
        Err(failed) => rename_by_claim(&failed.path, to),
    }
}

/// Reserves the name with an empty file first.
fn rename_by_claim(from: &Path, to: &Path) -> io::Result<()> {
    File::create_new(to)?;
    fs::rename(from, to).inspect_err(|_| drop(fs::remove_file(to)))
}

/// With its parents, each durable in its own parent.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.map_or(Ok(()), make_folder)?;
    match fs::create_dir(folder) {
        // Otherwise a new file could take this as its own name.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !folder.is_dir() => {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        other => other?,
    }
    parent.map_or(Ok(()), sync_folder)
}

/// And so on upwards: the program that made the folder may have been stopped before syncing.
pub(super) fn sync_above(folder: &Path) -> io::Result<()> {
    use io::ErrorKind as Kind;
    for above in folder.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()) {
        match sync_folder(above) {
            // Nothing can have just been made in there.
            Err(error) if matches!(error.kind(), Kind::PermissionDenied | Kind::ReadOnlyFilesystem) => break,
            other => other?,
        }
    }
    Ok(())
}

#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some shared and network folders do not support this request; nothing more can be done for them.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        other => other,
    }
}

/// Outside Unix a folder cannot be opened as a file.
#[cfg(not(unix))]
pub(super) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claimed_name_is_given_and_never_over_another_file() {
        let folder = tempfile::TempDir::new().unwrap();
        let (draft, file) = (folder.path().join("draft"), folder.path().join("a.json"));
        fs::write(&draft, "new").unwrap();
        rename_by_claim(&draft, &file).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(!draft.exists());

        fs::write(&draft, "newer").unwrap();
        assert_eq!(rename_by_claim(&draft, &file).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::read_to_string(&draft).unwrap(), "newer", "the draft must still be there");
    }

    #[test]
    fn a_claim_that_cannot_be_filled_is_given_up() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("a.json");
        rename_by_claim(&folder.path().join("missing"), &file).unwrap_err();
        assert!(!file.exists());
    }
}
