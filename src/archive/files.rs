//! The sessions of a folder: naming, finding and reading their files.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, FixedOffset, Local, NaiveDate, SubsecRound};
use uuid::Uuid;

use super::copies::is_copy_name;
use super::disk::{
    Elsewhere, Lock, Store, Version, draft_of, folder_of, is_link, link_to, lock, locked_by, store, whole,
};
use super::format::{FILE_MAX, InFile, Listed, LoadError, Loaded, read_record, read_session};
use crate::game::Rules;
use crate::session::{AnyRef, Everyone, Record, Session, in_file_name};

/// The name that an import locks.
const IMPORT: &str = "import";

/// Reads a session's file, up to the size limit.
pub(super) fn read_limited(path: &Path) -> Result<Vec<u8>, LoadError> {
    Ok(store().read(path, FILE_MAX)?)
}

/// A kind of file of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A session.
    Session,
    /// A tournament.
    Tournament,
}

/// A folder of sessions.
#[derive(Clone, Debug)]
pub struct Archive {
    folder: PathBuf,
    /// Whether it lies inside another archive, where a link to another place is not followed.
    inner: bool,
}

/// What is known of a session's file.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file's path.
    pub path: Arc<Path>,
    /// The time it was last saved, or the start if the file does not say.
    pub saved: DateTime<FixedOffset>,
    /// The facts that lists and statistics need.
    pub record: Record,
    /// The place; may be empty.
    pub place: String,
    /// The notes; may be empty.
    pub notes: String,
    /// The version read, if a [`Library`](super::Library) was asked to tell it.
    pub version: Option<Version>,
}

impl Archive {
    /// The archive in this folder, which the first save creates.
    pub fn new(folder: PathBuf) -> Archive {
        Archive { folder, inner: false }
    }

    /// A folder inside this archive, as an archive.
    pub(super) fn inside(&self, name: &str) -> Archive {
        Archive { folder: self.folder.join(name), inner: true }
    }

    /// Checks that the folder is no link. A trash that is a link would take sessions to another place, and emptying it
    /// would delete what is there.
    ///
    /// # Errors
    /// [`Elsewhere`].
    pub(super) fn check_place(&self) -> io::Result<()> {
        if self.inner && is_link(&self.folder) {
            Err(io::Error::new(io::ErrorKind::NotADirectory, Elsewhere))
        } else {
            Ok(())
        }
    }

    /// The folder's path.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether this is a file in the folder.
    pub fn holds(&self, file: &Path) -> bool {
        file.parent() == Some(&self.folder)
    }

    /// The path for a new session, made of date, players and the start of its id, so that people can find it.
    pub fn path_for<G: Rules>(&self, session: &Session<G>) -> PathBuf {
        let names = session.people().names_at_end();
        self.new_path(session.started().date_naive(), &names, session.id(), "json")
    }

    /// The path for a new tournament, made like that for a session.
    pub fn path_for_tournament(&self, day: NaiveDate, name: &str, id: Uuid) -> PathBuf {
        self.new_path(day, &[name.to_owned()], id, "tournament.json")
    }

    fn new_path(&self, day: NaiveDate, names: &[String], id: Uuid, ending: &str) -> PathBuf {
        let id = id.simple().to_string();
        let (day, names) = (day.format("%Y-%m-%d"), in_file_name(names));
        self.folder.join(format!("{day}{names}_{}.{ending}", id.get(..8).unwrap_or(&id)))
    }

    /// The file that a path leads to: as the path this archive knows it by or, if it has none, its real path.
    pub fn file_at(&self, path: &Path) -> PathBuf {
        let real = whole(path);
        if real.parent() == Some(self.folder()) {
            return real;
        }
        let link = self.check_place().ok().and_then(|()| link_to(&real, &self.folder, is_session));
        link.unwrap_or(real)
    }

    /// The session files of the folder, newest name first, each once. An archive that does not exist yet is empty.
    ///
    /// # Errors
    /// The reason why the folder cannot be listed.
    pub fn paths(&self) -> io::Result<Vec<PathBuf>> {
        self.check_place()?;
        let mut paths = store().list(&self.folder, is_session)?;
        paths.sort_unstable_by(|a, b| b.cmp(a));
        Ok(paths)
    }

    /// The files of the folder, sessions before tournaments, each newest name first.
    ///
    /// # Errors
    /// The reason why the folder cannot be listed.
    pub fn files(&self) -> io::Result<Vec<PathBuf>> {
        self.check_place()?;
        let mut paths = store().list(&self.folder, is_read)?;
        paths.sort_unstable_by(|a, b| b.cmp(a));
        let (tournaments, mut paths): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| is_tournament(path));
        paths.extend(tournaments);
        Ok(paths)
    }

    /// The tournaments' files of the folder.
    ///
    /// # Errors
    /// The reason why the folder cannot be listed.
    pub fn tournaments(&self) -> io::Result<Vec<PathBuf>> {
        store().list(&self.folder, is_tournament)
    }

    /// Removes the drafts of an interrupted save or import, unless one may still be being written.
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

    /// What an interrupted program left in the folder: drafts, and locks that nobody holds.
    ///
    /// # Errors
    /// The reason why the folder cannot be listed.
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

    /// Keeps others from removing the drafts of an import.
    pub(super) fn import_lock(&self) -> Lock {
        lock(&self.importing())
    }

    /// The path that an import locks; there is never a file.
    fn importing(&self) -> PathBuf {
        self.folder.join(IMPORT)
    }

    /// Reads a session's file.
    ///
    /// # Errors
    /// [`LoadError`]; the file is left as it is.
    pub fn load(path: &Path) -> Result<Loaded, LoadError> {
        read_session(&read_limited(path)?, now())
    }

    /// The copy of a session's file that holds exactly this session, as programs that sync folders leave one beside
    /// the file when they replace it; `None` if there is none.
    pub fn copy_with(file: &Path, session: AnyRef) -> Option<PathBuf> {
        let stem = file.file_stem()?.to_string_lossy();
        let is_of_file =
            |path: &PathBuf| path.file_stem().is_some_and(|name| name.to_string_lossy().starts_with(&*stem));
        let holds = |path: &PathBuf| Archive::load(path).is_ok_and(|copy| copy.session.as_ref() == session);
        let mut copies = store().list(folder_of(file), |path| is_session(path) && is_copy_name(path)).ok()?;
        copies.sort_unstable();
        copies.into_iter().filter(is_of_file).find(holds)
    }

    /// Reads what lists and statistics need of a session's file, without its steps.
    ///
    /// # Errors
    /// [`LoadError`]; the file is left as it is.
    pub fn entry(path: &Path) -> Result<Entry, LoadError> {
        Archive::entry_of(path.into(), &read_limited(path)?, &Everyone::default())
    }

    /// Reads what lists and statistics need from the text of a file.
    pub(super) fn entry_of(path: Arc<Path>, text: &[u8], everyone: &Everyone) -> Result<Entry, LoadError> {
        let Listed { record, saved, place, notes } = read_record(text, now(), everyone)?;
        Ok(Entry { path, saved: saved.unwrap_or(record.started), record, place, notes, version: None })
    }
}

/// A file left behind that is never read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftBehind {
    /// A session or import that was not written to its end.
    Draft(PathBuf),
    /// A lock that nobody holds.
    Lock(PathBuf),
}

impl Entry {
    /// The entry of this session, kept in this file.
    pub fn of<G: InFile>(session: &Session<G>, path: PathBuf, saved: DateTime<FixedOffset>) -> Entry {
        let (place, notes) = (session.place().to_owned(), session.notes().to_owned());
        Entry { path: path.into(), saved, record: Record::of(session), place, notes, version: None }
    }
}

/// The current time with its offset, to the second.
pub(super) fn now() -> DateTime<FixedOffset> {
    Local::now().fixed_offset().trunc_subsecs(0)
}

/// Whether this path has the name of a session's file. Hidden files are locks and unfinished writes.
pub(super) fn is_session(path: &Path) -> bool {
    let hidden = path.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
    !hidden && path.extension().is_some_and(|ending| ending == "json") && !is_tournament(path)
}

/// Whether this path has the name of a file that the archive reads.
pub(super) fn is_read(path: &Path) -> bool {
    is_session(path) || is_tournament(path)
}

/// Whether this path has the name of a tournament's file, or of a copy that a synchronising program made of one.
pub fn is_tournament(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_json = path.extension().is_some_and(|ending| ending == "json") && !stem.starts_with('.');
    // The trash may have added a number, or a browser: " (2)".
    let unnumbered = stem.trim_end_matches(|letter: char| letter.is_ascii_digit() || " ()".contains(letter));
    is_json && (unnumbered.ends_with(".tournament") || is_copy_name(path) && stem.contains(".tournament"))
}
