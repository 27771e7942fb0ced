//! Importing sessions and tournaments: their files, whole-archive files, and tables of rounds from a spreadsheet.
//! Everything is read and checked before anything is written, and no existing file is overwritten.

mod build;
mod cells;
mod identity;
mod known;
mod note;
mod outline;
mod problem;
mod sheet;
mod source;
mod write;

use std::collections::{HashMap, HashSet};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, FixedOffset, NaiveDate};
use serde::Serialize;
use tempfile::SpooledTempFile;
use uuid::Uuid;

use self::identity::{Draft, SettledTournament, settle};
use self::known::{Known, reload};
use self::problem::SESSIONS_MAX;
use self::source::Content;
use super::bundle::{Bundled, read_bundle};
use super::copies::copy_path;
use super::disk::{Store, store};
use super::files::{Archive, FileKind, is_tournament};
use super::format::{LoadError, Loaded, LoadedTournament, read_session, read_tournament, write_session};
use crate::each;
use crate::game::Rules;
use crate::session::{AnySession, Session, fingerprint};

pub use self::note::Note;
pub use self::problem::{BadFile, Cell, ImportError, PROBLEMS_MAX, Problem, Wrong, unreadable_folder};
pub use self::source::Source;

/// The bytes of an import kept in memory before a temporary file is used.
const MEMORY_MAX: usize = 8 * 1024 * 1024;

/// The most copies of one session searched for what a text leaves open.
const LIKES_MAX: usize = 16;

/// What an import does with a session or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The archive does not have it: it is written to this path.
    New(PathBuf),
    /// The archive has it with the same facts, at this path: nothing is done.
    Same(PathBuf),
    /// The archive has it with other facts: it is kept beside that one.
    Differs {
        /// The path of the archive's version.
        known: PathBuf,
        /// The path this version is written to.
        path: PathBuf,
        /// Which of the two is further on.
        further: Further,
    },
}

/// Which of two differing copies of a game is the later state of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Further {
    /// The archive's version.
    Known,
    /// The imported version.
    Imported,
    /// Neither: they differ in what was entered.
    Neither,
}

/// What is imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Imported {
    /// A session.
    Session {
        /// The time it was set up.
        started: DateTime<FixedOffset>,
        /// The names of the players, in seat order.
        players: Vec<String>,
        /// The number of rounds scored.
        rounds: usize,
    },
    /// A tournament.
    Tournament {
        /// Its day, if known.
        date: Option<NaiveDate>,
        /// Its name.
        name: String,
    },
}

/// A session or tournament in an import.
#[derive(Clone, Debug)]
pub struct Item {
    /// The index of its source in the list given.
    pub source: usize,
    /// Its id.
    pub id: Uuid,
    /// What it is.
    pub what: Imported,
    /// What is done with it.
    pub outcome: Outcome,
    /// Remarks about it.
    pub notes: Vec<Note>,
    /// The start and length of its text in the temporary store; zeros if it is not written.
    text: (u64, usize),
}

impl Item {
    /// The path it is written to; `None` if nothing is done.
    pub fn writes(&self) -> Option<&Path> {
        match &self.outcome {
            Outcome::New(path) | Outcome::Differs { path, .. } => Some(path),
            Outcome::Same(_) => None,
        }
    }
}

/// An import that has been read and checked, but not yet written.
#[derive(Debug)]
pub struct Import {
    folder: PathBuf,
    items: Vec<Item>,
    unreadable: Vec<(PathBuf, LoadError)>,
    texts: SpooledTempFile,
}

impl Import {
    /// Reads and checks all sources against an archive. `now` replaces a missing time. Writes nothing to the archive.
    ///
    /// # Errors
    /// [`ImportError`], with everything that is wrong in the sources.
    pub fn read(archive: &Archive, sources: &[Source], now: DateTime<FixedOffset>) -> Result<Import, ImportError> {
        let failed = |error| ImportError::Archive { folder: archive.folder().to_owned(), error };
        let mut known = Known::scan(archive, now).map_err(failed)?;
        let unreadable = std::mem::take(&mut known.unreadable);
        let texts = tempfile::spooled_tempfile(MEMORY_MAX);
        let (planned, taken, numbers) = (HashMap::new(), HashSet::new(), HashMap::new());
        let mut reader = Reader {
            archive,
            now,
            known,
            planned,
            taken,
            numbers,
            items: Vec::new(),
            texts,
            bad: Vec::new(),
            lost: None,
        };
        reader.read_all(sources);
        let Reader { mut items, texts, bad, lost, .. } = reader;
        if let Some(error) = lost {
            return Err(ImportError::Temporary(error));
        }
        if bad.iter().any(|problems| !problems.list.is_empty()) {
            let bad = bad.into_iter().zip(sources).filter(|(problems, _)| !problems.list.is_empty());
            let bad = bad.map(|(problems, source)| problems.of(source)).collect();
            return Err(ImportError::Files(bad));
        }
        items.sort_by_key(|item| item.source);
        Ok(Import { folder: archive.folder().to_owned(), items, unreadable, texts })
    }

    /// The sessions and tournaments, in the order of their sources.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Files of the archive that cannot be read, so that what is in them was not recognised.
    pub fn unreadable(&self) -> &[(PathBuf, LoadError)] {
        &self.unreadable
    }
}

/// The problems of one source.
#[derive(Default)]
struct Problems {
    list: Vec<Problem>,
    more: usize,
}

impl Problems {
    fn add(&mut self, found: impl IntoIterator<Item = Problem>) {
        for problem in found {
            if self.list.len() < PROBLEMS_MAX {
                self.list.push(problem);
            } else {
                self.more += 1;
            }
        }
    }

    fn of(self, source: &Source) -> BadFile {
        BadFile { name: source.name(), problems: self.list, more: self.more }
    }
}

/// An import while it is being read.
struct Reader<'a> {
    archive: &'a Archive,
    now: DateTime<FixedOffset>,
    known: Known,
    /// The place of each text to be written in the temporary store, by path.
    planned: HashMap<PathBuf, (u64, usize)>,
    /// These paths in the form given by [`plain`].
    taken: HashSet<String>,
    /// How often each name was wanted by more than one file.
    numbers: HashMap<PathBuf, usize>,
    items: Vec<Item>,
    texts: SpooledTempFile,
    /// The problems, by source.
    bad: Vec<Problems>,
    /// The error if texts cannot be stored.
    lost: Option<io::Error>,
}

impl Reader<'_> {
    /// Reads all sources. JSON holds whole sessions and tables only rounds, so tables come last and find their
    /// sessions.
    fn read_all(&mut self, sources: &[Source]) {
        let mut sheets = Vec::new();
        for (index, source) in sources.iter().enumerate() {
            self.bad.push(Problems::default());
            match source.content(self.now) {
                Ok(Content::Session(loaded)) => self.session(index, *loaded),
                Ok(Content::Tournament(loaded)) => self.tournament(index, *loaded),
                Ok(Content::Bundle) => self.bundle(index, source),
                Ok(Content::Sheet(sessions)) => sheets.push((index, sessions)),
                Err(problems) => self.wrong(index, problems),
            }
        }
        for (index, sessions) in sheets {
            for sheet in sessions {
                if self.is_full(index) {
                    break;
                }
                let likes: Vec<Session> = self.likes(sheet.id()).into_iter().filter_map(AnySession::wizard).collect();
                let built = |like: &Session| sheet.session(Some(like), &self.known, self.now).ok();
                let same = |like: &Session| built(like).filter(|(built, _)| fingerprint(built) == fingerprint(like));
                let found = likes.iter().find_map(same);
                match found.map_or_else(|| sheet.session(likes.first(), &self.known, self.now), Ok) {
                    Ok((session, notes)) => self.take(index, &session.into(), self.now, notes),
                    Err(problems) => self.wrong(index, problems),
                }
            }
        }
    }

    fn wrong(&mut self, source: usize, problems: Vec<Problem>) {
        if let Some(bad) = self.bad.get_mut(source) {
            bad.add(problems);
        }
    }

    fn bundle(&mut self, index: usize, source: &Source) {
        let now = self.now;
        let read = source.open().and_then(|input| {
            read_bundle(input, &mut |bundled: Bundled| {
                if self.is_full(index) {
                    return false;
                }
                let text = bundled.text.as_bytes();
                let read = match bundled.kind {
                    FileKind::Session => read_session(text, now).map(|loaded| self.session(index, loaded)),
                    FileKind::Tournament => read_tournament(text).map(|loaded| self.tournament(index, loaded)),
                };
                if let Err(error) = read {
                    self.wrong(index, vec![in_bundle(&bundled, error)]);
                }
                self.lost.is_none()
            })
        });
        if let Err(error) = read {
            self.wrong(index, vec![Problem::File(error)]);
        }
    }

    /// Reads a session from JSON.
    fn session(&mut self, source: usize, loaded: Loaded) {
        let unknown = (!loaded.unknown.is_empty()).then(|| Note::Unknown(loaded.unknown.clone()));
        let mended = loaded.mended().map(Note::Mended);
        let started = loaded.made_up.started.then_some(Note::Started);
        let saved = loaded.saved.unwrap_or(self.now);
        let draft = Draft::of(loaded);
        let mut likes = Vec::new();
        if !draft.is_whole() {
            likes = self.likes(draft.id());
        }
        let as_one_of = |like: &AnySession| {
            let settled = settle(draft.clone(), Some(like), &|name| self.known.person(name));
            (print_of(&settled) == print_of(like)).then_some(settled)
        };
        let settled = likes.iter().find_map(as_one_of);
        let started = started.filter(|_| likes.is_empty());
        let session = settled.unwrap_or_else(|| settle(draft, likes.first(), &|name| self.known.person(name)));
        each!(&session, session => for player in session.people().everyone() {
            self.known.add_person(&player.name, player.id, session.started());
        });
        self.take(source, &session, saved, unknown.into_iter().chain(mended).chain(started).collect());
    }

    /// Decides what to do with a session, and stores its text.
    fn take(&mut self, source: usize, session: &AnySession, saved: DateTime<FixedOffset>, notes: Vec<Note>) {
        let (id, print) = (each!(session, session => session.id()), print_of(session));
        let of = (FileKind::Session, id);
        let own = each!(session, session => self.archive.path_for(session));
        let mut outcome = self.outcome(of, print, &own);
        if let Outcome::Differs { known, further: of_both, .. } = &mut outcome {
            *of_both = self.session_at(known).map_or(Further::Neither, |known| further(&known, session));
        }
        let what = each!(session, session => Imported::Session {
            started: session.started(),
            players: session.people().names_at_end(),
            rounds: session.scored(),
        });
        let text = each!(session, session => write_session(session, saved)).map_err(io::Error::from);
        self.put(Item { source, id, what, outcome, notes, text: (0, 0) }, of, print, text);
    }

    /// Decides what to do with a tournament, and stores its text.
    fn tournament(&mut self, source: usize, loaded: LoadedTournament) {
        let notes = if loaded.unknown.is_empty() { Vec::new() } else { vec![Note::Unknown(loaded.unknown.clone())] };
        let SettledTournament { tournament, text, print } = match SettledTournament::of(loaded) {
            Ok(settled) => settled,
            Err(error) => return self.wrong(source, vec![Problem::File(error)]),
        };
        let id = tournament.id;
        let of = (FileKind::Tournament, id);
        let day = tournament.date.unwrap_or(self.now.date_naive());
        let own = self.archive.path_for_tournament(day, &tournament.name, id);
        let outcome = self.outcome(of, print, &own);
        let what = Imported::Tournament { date: tournament.date, name: tournament.name };
        self.put(Item { source, id, what, outcome, notes, text: (0, 0) }, of, print, Ok(text));
    }

    /// What is done with a session or tournament that would have this file of its own.
    fn outcome(&mut self, of: (FileKind, Uuid), print: u64, own: &Path) -> Outcome {
        let files = self.known.files(of);
        let same = files.iter().find(|(_, known)| *known == print).map(|(path, _)| path.clone());
        let first = files.first().map(|(path, _)| path.clone());
        match (same, first) {
            (Some(path), _) => Outcome::Same(path),
            (None, None) => Outcome::New(self.free_path(own, |attempt| numbered(own, attempt))),
            (None, Some(known)) => {
                let today = self.now.date_naive();
                let path = self.free_path(&known, |attempt| copy_path(&known, today, attempt));
                Outcome::Differs { known, path, further: Further::Neither }
            }
        }
    }

    /// Adds an item, and stores its text if it is to be written.
    fn put(&mut self, mut item: Item, of: (FileKind, Uuid), print: u64, text: io::Result<Vec<u8>>) {
        if let Some(path) = item.writes().map(Path::to_owned) {
            self.known.add(of, &path, print);
            self.taken.insert(plain(&path));
            match text.and_then(|text| self.keep(&text)) {
                Ok(text) => {
                    item.text = text;
                    self.planned.insert(path, text);
                }
                Err(error) => self.lost = Some(error),
            }
        }
        self.items.push(item);
    }

    fn keep(&mut self, text: &[u8]) -> io::Result<(u64, usize)> {
        let start = self.texts.seek(SeekFrom::End(0))?;
        self.texts.write_all(text)?;
        Ok((start, text.len()))
    }

    /// The session in a file of the archive, or in one that this import will write.
    fn session_at(&mut self, path: &Path) -> Option<AnySession> {
        match self.planned.get(path) {
            Some(&text) => {
                let text = kept(&mut self.texts, text).ok()?;
                read_session(&text, self.now).ok().map(|loaded| loaded.session)
            }
            None => reload(path, self.now),
        }
    }

    /// The first free name, taken neither on disk nor in this import.
    fn free_path(&mut self, wanted: &Path, name: impl Fn(usize) -> PathBuf) -> PathBuf {
        // Names this import has used stay used.
        let attempt = self.numbers.entry(wanted.to_owned()).or_insert(1);
        loop {
            let path = name(*attempt);
            *attempt += 1;
            if !self.taken.contains(&plain(&path)) && !store().is_there(&path) {
                return path;
            }
        }
    }

    /// The sessions known under this id, including those this import will write.
    fn likes(&mut self, id: Uuid) -> Vec<AnySession> {
        let files = self.known.files((FileKind::Session, id)).iter().take(LIKES_MAX).cloned().collect::<Vec<_>>();
        files.iter().filter_map(|(path, _)| self.session_at(path)).collect()
    }

    /// Whether there is more than an import may have; if so, reports it.
    fn is_full(&mut self, source: usize) -> bool {
        let full = self.items.len() >= SESSIONS_MAX;
        if full {
            self.wrong(source, vec![Problem::ManySessions]);
        }
        full
    }
}

/// A problem with one of an archive file, with the line and column within that file.
fn in_bundle(bundled: &Bundled, error: LoadError) -> Problem {
    let error = match error {
        LoadError::Syntax { line, column, message } => {
            let column = if line == 1 { column + bundled.columns_before } else { column };
            LoadError::Syntax { line: line + bundled.lines_before, column, message }
        }
        other => other,
    };
    Problem::Bundled { kind: bundled.kind, number: bundled.number, line: bundled.lines_before + 1, error }
}

/// A path as compared by file systems that ignore case.
fn plain(path: &Path) -> String {
    path.to_string_lossy().to_lowercase()
}

fn numbered(path: &Path, attempt: usize) -> PathBuf {
    if attempt == 1 {
        return path.to_owned();
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = if is_tournament(path) { ".tournament.json" } else { ".json" };
    let stem = name.strip_suffix(ending).unwrap_or(&name);
    path.with_file_name(format!("{stem} {attempt}{ending}"))
}

/// Reads a stored text.
fn kept(texts: &mut SpooledTempFile, (start, length): (u64, usize)) -> io::Result<Vec<u8>> {
    let mut text = vec![0; length];
    texts.seek(SeekFrom::Start(start))?;
    texts.read_exact(&mut text)?;
    Ok(text)
}

fn print_of(session: &AnySession) -> u64 {
    each!(session, session => fingerprint(session))
}

/// Which of two copies of a game is an earlier state of the other.
fn further(known: &AnySession, imported: &AnySession) -> Further {
    let both = known.as_ref().zip(imported.as_ref());
    both.map_or(Further::Neither, |both| each!(both, (known, imported) => further_of(known, imported)))
}

fn further_of<G: Rules>(known: &Session<G>, imported: &Session<G>) -> Further {
    match (is_earlier(known, imported), is_earlier(imported, known)) {
        (true, false) => Further::Imported,
        (false, true) => Further::Known,
        _ => Further::Neither,
    }
}

/// Whether playing on from one session could have led to the other.
fn is_earlier<G: Rules>(one: &Session<G>, other: &Session<G>) -> bool {
    one.people().names_at_end() == other.people().names_at_end()
        && one.game() == other.game()
        && one.game().leads_to(one.table(), other.table())
}
