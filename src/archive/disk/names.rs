use std::ffi::OsString;
use std::path::{Path, PathBuf};

use uuid::Uuid;

const FILE_NAME_MAX: usize = 255;

/// Before and after the session's name, as in LibreOffice: most synchronisers skip such files, so no device removes the
/// lock of another.
const LOCK: (&str, &str) = (".~lock.", "#");

pub(in crate::archive) fn draft_beside(path: &Path) -> PathBuf {
    sibling(path, (".", ".tmp"))
}

pub(in crate::archive) fn lock_beside(path: &Path) -> PathBuf {
    sibling(path, LOCK)
}

/// Hidden. A name that would be too long is replaced by a hash, the same in every copy of the program.
fn sibling(path: &Path, (before, after): (&str, &str)) -> PathBuf {
    let own = path.file_name().unwrap_or_default();
    let mut name = OsString::from(before);
    if before.len() + own.len() + after.len() > FILE_NAME_MAX {
        let number = Uuid::new_v5(&Uuid::NAMESPACE_URL, own.as_encoded_bytes());
        name.push(format!("{}.json", number.simple()));
    } else {
        name.push(own);
    }
    name.push(after);
    path.with_file_name(name)
}

pub(in crate::archive) fn locked_by(lock: &Path) -> Option<&str> {
    let name = lock.file_name()?.to_str()?;
    name.strip_prefix(LOCK.0)?.strip_suffix(LOCK.1)
}

const TOURNAMENT: &str = ".tournament";

/// Short enough for additions. A tournament's stem keeps its ending.
pub(in crate::archive) fn short_stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let (name, kind) = match stem.strip_suffix(TOURNAMENT) {
        Some(name) => (name, TOURNAMENT),
        None => (&*stem, ""),
    };
    let end = name.floor_char_boundary(FILE_NAME_MAX - 55 - kind.len());
    format!("{}{kind}", name.get(..end).unwrap_or_default())
}

pub fn draft_of(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    // Syncthing's own drafts look the same: .syncthing.NAME.tmp.
    let ours = |name: &&str| name.ends_with(".json") && !name.starts_with("syncthing.");
    name.strip_prefix('.')?.strip_suffix(".tmp").filter(ours)
}

pub(in crate::archive) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tournament_with_a_long_name_stays_one_when_it_is_copied() {
        let name = "Größtes Turnier ".repeat(20);
        let kept = |path: String| short_stem(Path::new(&path));
        assert!(kept(format!("{name}.tournament.json")).ends_with(".tournament"));
        assert!(kept(format!("{name}.tournament.json")).len() <= FILE_NAME_MAX - 55);
        assert_eq!(kept("Open.tournament.json".into()), "Open.tournament");
        assert_eq!(kept("game.json".into()), "game");
        assert!(!kept(format!("{name}.json")).contains("tournament"));
    }
}
