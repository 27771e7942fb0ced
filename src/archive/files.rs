use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, FixedOffset, Local, NaiveDate, SubsecRound};
use uuid::Uuid;

use super::copies::is_copy_name;
use super::disk::{Elsewhere, Lock, Store, draft_of, is_link, link_to, lock, locked_by, store, whole};
use super::format::{FILE_MAX, InFile, Listed, LoadError, Loaded, read_record, read_session};
use crate::game::Rules;
use crate::session::{Everyone, Record, Session, in_file_name};

const IMPORT: &str = "import";

pub(super) fn read_limited(path: &Path) -> Result<Vec<u8>, LoadError> {
    Ok(store().read(path, FILE_MAX)?)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    Session,
    Tournament,
}

#[derive(Clone, Debug)]
pub struct Archive {
    folder: PathBuf,
    /// Whether it lies inside another archive; links to other places are then not followed.
    inner: bool,
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub path: Arc<Path>,
    /// The epoch if the file has none.
    pub saved: DateTime<FixedOffset>,
    pub record: Record,
    pub place: String,
    pub notes: String,
}

impl Archive {
    /// The folder is created by the first save.
    pub fn new(folder: PathBuf) -> Archive {
        Archive { folder, inner: false }
    }

    pub(super) fn inside(&self, name: &str) -> Archive {
        Archive { folder: self.folder.join(name), inner: true }
    }

    /// A trash that is a link would move sessions elsewhere, and emptying it would delete what is there.
    pub(super) fn check_place(&self) -> io::Result<()> {
        if self.inner && is_link(&self.folder) {
            Err(io::Error::new(io::ErrorKind::NotADirectory, Elsewhere))
        } else {
            Ok(())
        }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn holds(&self, file: &Path) -> bool {
        file.parent() == Some(&self.folder)
    }

    /// Made of date, players and the start of the id, so that people can find it.
    pub fn path_for<G: Rules>(&self, session: &Session<G>) -> PathBuf {
        let names = session.people().names_at_end();
        self.new_path(session.started().date_naive(), &names, session.id(), "json")
    }

    pub fn path_for_tournament(&self, day: NaiveDate, name: &str, id: Uuid) -> PathBuf {
        self.new_path(day, &[name.to_owned()], id, "tournament.json")
    }

    fn new_path(&self, day: NaiveDate, names: &[String], id: Uuid, ending: &str) -> PathBuf {
        let id = id.simple().to_string();
        let (day, names) = (day.format("%Y-%m-%d"), in_file_name(names));
        self.folder.join(format!("{day}{names}_{}.{ending}", id.get(..8).unwrap_or(&id)))
    }

    /// The archive's own path for the file or, if it has none, the real path.
    pub fn file_at(&self, path: &Path) -> PathBuf {
        let real = whole(path);
        if real.parent() == Some(self.folder()) {
            return real;
        }
        let link = self.check_place().ok().and_then(|()| link_to(&real, &self.folder, is_session));
        link.unwrap_or(real)
    }

    /// Newest name first, each once. Empty for an archive that does not exist yet.
    pub fn paths(&self) -> io::Result<Vec<PathBuf>> {
        self.check_place()?;
        let mut paths = store().list(&self.folder, is_session)?;
        paths.sort_unstable_by(|a, b| b.cmp(a));
        Ok(paths)
    }

    /// Sessions before tournaments, each newest name first.
    pub fn files(&self) -> io::Result<Vec<PathBuf>> {
        self.check_place()?;
        let mut paths = store().list(&self.folder, is_read)?;
        paths.sort_unstable_by(|a, b| b.cmp(a));
        let (tournaments, mut paths): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| is_tournament(path));
        paths.extend(tournaments);
        Ok(paths)
    }

    pub fn tournaments(&self) -> io::Result<Vec<PathBuf>> {
        store().list(&self.folder, is_tournament)
    }

    /// Removes drafts of an interrupted save or import, unless they may still be in use.
    pub(super) fn sweep(&self) {
        let Ok(paths) = store().list(&self.folder, |path| draft_of(path).is_some()) else { return };
        let drafts: Vec<(&PathBuf, PathBuf)> =
            paths.iter().filter_map(|path| Some((path, path.with_file_name(draft_of(path)?)))).collect();
        if drafts.is_empty() || !self.import_lock().is_held() {
            return;
        }
        for (draft, session) in drafts {
            if lock(&session).is_held() {
                // A draft left behind is harmless: it is never read.
                let _ = store().remove(draft);
            }
        }
    }

    pub fn left_behind(&self) -> io::Result<Vec<LeftBehind>> {
        let is_lock = |path: &Path| locked_by(path).is_some_and(|name| name == IMPORT || name.ends_with(".json"));
        let hidden = |path: &Path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let mut paths = store().list(&self.folder, hidden)?;
        paths.sort_unstable();
        let left = |path: PathBuf| match draft_of(&path) {
            Some(_) => Some(LeftBehind::Draft(path)),
            None if is_lock(&path) && !store().is_locked(&path) => Some(LeftBehind::Lock(path)),
            None => None,
        };
        Ok(paths.into_iter().filter_map(left).collect())
    }

    /// Keeps other windows from removing the drafts of an import.
    pub(super) fn import_lock(&self) -> Lock {
        // There is never a file at this path.
        lock(&self.folder.join(IMPORT))
    }

    pub fn load(path: &Path) -> Result<Loaded, LoadError> {
        read_session(&read_limited(path)?, now())
    }

    pub fn entry(path: &Path) -> Result<Entry, LoadError> {
        Archive::entry_of(path.into(), &read_limited(path)?, &Everyone::default())
    }

    pub(super) fn entry_of(path: Arc<Path>, text: &[u8], everyone: &Everyone) -> Result<Entry, LoadError> {
        let Listed { record, saved, place, notes } = read_record(text, now(), everyone)?;
        Ok(Entry { path, saved: saved.unwrap_or(record.started), record, place, notes })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftBehind {
    Draft(PathBuf),
    Lock(PathBuf),
}

impl Entry {
    pub fn of<G: InFile>(session: &Session<G>, path: PathBuf, saved: DateTime<FixedOffset>) -> Entry {
        let (place, notes) = (session.place().to_owned(), session.notes().to_owned());
        Entry { path: path.into(), saved, record: Record::of(session), place, notes }
    }
}

pub(super) fn now() -> DateTime<FixedOffset> {
    Local::now().fixed_offset().trunc_subsecs(0)
}

pub(super) fn is_session(path: &Path) -> bool {
    let hidden = path.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
    !hidden && path.extension().is_some_and(|ending| ending == "json") && !is_tournament(path)
}

pub(super) fn is_read(path: &Path) -> bool {
    is_session(path) || is_tournament(path)
}

pub fn is_tournament(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_json = path.extension().is_some_and(|ending| ending == "json") && !stem.starts_with('.');
    // The trash may have added a number, or a browser: " (2)".
    let unnumbered = stem.trim_end_matches(|letter: char| letter.is_ascii_digit() || " ()".contains(letter));
    is_json && (unnumbered.ends_with(".tournament") || is_copy_name(path) && stem.contains(".tournament"))
}
