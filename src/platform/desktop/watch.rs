//! Watching a folder for changes reported by the system.

use std::fs;
use std::path::{Path, PathBuf};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

/// A watch on a folder for changes in it and its appearing or vanishing, until dropped.
#[derive(Debug)]
pub struct Watch {
    folder: PathBuf,
    identity: Option<Identity>,
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Calls `report` on another thread with the paths that changed, or `None` if the system cannot name them. Returns
    /// `None` if watching is impossible.
    pub fn begin(folder: &Path, report: impl Fn(Option<Vec<PathBuf>>) + Send + 'static) -> Option<Watch> {
        let identity = identity(folder);
        let on_event = move |event: notify::Result<notify::Event>| match event {
            Ok(event) if event.kind.is_access() => {}
            Ok(event) if event.need_rescan() => report(None),
            Ok(event) => report(Some(event.paths)),
            Err(_) => report(None),
        };
        let mut watcher = notify::recommended_watcher(on_event).ok()?;
        // Only the parent reports a folder put in this one's place. Either may be unreadable or missing. The parent is
        // first, so that a folder made between the two calls is watched or reported.
        let watched = [folder.parent(), Some(folder)].into_iter().flatten();
        let watched = watched.filter(|folder| watcher.watch(folder, RecursiveMode::NonRecursive).is_ok()).count();
        (watched > 0).then(|| Watch { folder: folder.to_owned(), identity, _watcher: watcher })
    }

    /// Whether the watched folder is still there. To the system, one put or mounted in its place is a different folder.
    pub fn holds(&self) -> bool {
        identity(&self.folder) == self.identity
    }
}

#[cfg(unix)]
type Identity = (u64, u64);

/// The identity that distinguishes a folder from another of the same name; `None` if it does not exist.
#[cfg(unix)]
fn identity(folder: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let about = fs::metadata(folder).ok().filter(fs::Metadata::is_dir)?;
    Some((about.dev(), about.ino()))
}

#[cfg(not(unix))]
type Identity = ();

/// Outside Unix a watched folder cannot be replaced.
#[cfg(not(unix))]
fn identity(folder: &Path) -> Option<Identity> {
    fs::metadata(folder).ok().filter(fs::Metadata::is_dir).map(drop)
}
