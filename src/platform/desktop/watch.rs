//! Changes in a folder, as the system tells of them.

use std::fs;
use std::path::{Path, PathBuf};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

/// A folder whose changes, coming and going are told of until the value is dropped.
#[derive(Debug)]
pub struct Watch {
    folder: PathBuf,
    identity: Option<Identity>,
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Asks the system to call `tell` on another thread with the paths that changed; `None`: it does not know which.
    /// Where it cannot, there is nothing.
    pub fn begin(folder: &Path, tell: impl Fn(Option<Vec<PathBuf>>) + Send + 'static) -> Option<Watch> {
        let identity = identity(folder);
        let told = move |event: notify::Result<notify::Event>| match event {
            Ok(event) if event.kind.is_access() => {}
            Ok(event) if event.need_rescan() => tell(None),
            Ok(event) => tell(Some(event.paths)),
            Err(_) => tell(None),
        };
        let mut watcher = notify::recommended_watcher(told).ok()?;
        // Only the folder above knows of one that is put in its place. Either may be closed to us, or missing.
        let watched = [Some(folder), folder.parent()].into_iter().flatten();
        let watched = watched.filter(|folder| watcher.watch(folder, RecursiveMode::NonRecursive).is_ok()).count();
        (watched > 0).then(|| Watch { folder: folder.to_owned(), identity, _watcher: watcher })
    }

    /// Is the folder still the one that is watched? One that was put or mounted in its place is another one to the system.
    pub fn holds(&self) -> bool {
        identity(&self.folder) == self.identity
    }
}

#[cfg(unix)]
type Identity = (u64, u64);

/// What tells a folder from another one of the same name; `None` where there is none.
#[cfg(unix)]
fn identity(folder: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let about = fs::metadata(folder).ok().filter(fs::Metadata::is_dir)?;
    Some((about.dev(), about.ino()))
}

#[cfg(not(unix))]
type Identity = ();

/// Elsewhere a folder that is watched cannot be replaced.
#[cfg(not(unix))]
fn identity(folder: &Path) -> Option<Identity> {
    fs::metadata(folder).ok().filter(fs::Metadata::is_dir).map(drop)
}
