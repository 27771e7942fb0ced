//! Imports sessions, tournaments, whole archives and tables of rounds. Everything is read and checked before anything
//! is written, and no existing file is overwritten.

mod build;
mod grid;
mod headings;
mod identity;
mod known;
mod outline;
mod people;
mod preview;
mod problem;
mod row;
mod rows;
mod rules;
mod sheet;
mod source;
mod write;

use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, FixedOffset};
use tempfile::SpooledTempFile;
use uuid::Uuid;

use self::identity::SettledTournament;
use self::known::{Known, reload};
use self::problem::SESSIONS_MAX;
use self::sheet::{Chosen, Sheet};
use self::source::Content;
use super::bundle::{Bundled, read_bundle};
use super::copies::copy_path;
use super::disk::{Store, store, system_reason};
use super::files::{Archive, FileKind, is_tournament};
use super::format::{LoadError, Loaded, LoadedTournament, read_session, read_tournament, write_session};
use crate::each;
use crate::game::Rules;
use crate::session::{AnySession, Session, fingerprint};
use crate::text;
use crate::text::Text;

pub use self::people::{People, Person, read_people};
pub use self::preview::{Answers, Further, Imported, Item, Note, NoteKind, Outcome, Preview, Question};
pub use self::problem::{Fault, PROBLEMS_MAX, Problem};
pub use self::source::Source;

/// Beyond this, a temporary file is used.
const MEMORY_MAX: usize = 8 * 1024 * 1024;

/// The most copies of one session searched to fill in what a text leaves open.
const LIKES_MAX: usize = 16;

#[derive(Debug)]
pub struct Import {
    pub preview: Preview,
    folder: PathBuf,
    unreadable: Vec<(PathBuf, LoadError)>,
    texts: SpooledTempFile,
}

impl Import {
    /// `now` replaces a missing time. Writes nothing to the archive.
    pub fn read(
        archive: &Archive,
        sources: &[Source],
        answers: &Answers,
        now: DateTime<FixedOffset>,
    ) -> Result<Import, Text> {
        let folder = archive.folder().to_owned();
        let mut known = Known::scan(archive, now).map_err(|error| unreadable_folder(&folder, &error))?;
        let unreadable = std::mem::take(&mut known.unreadable);
        let (planned, numbers, preview) = (HashMap::new(), HashMap::new(), Preview::default());
        let (found, texts) = (vec![0; sources.len()], tempfile::spooled_tempfile(MEMORY_MAX));
        let mut reader = Reader { archive, answers, now, known, planned, numbers, preview, found, texts, lost: None };
        reader.read_all(sources);
        let Reader { mut preview, found, texts, lost, .. } = reader;
        if let Some(error) = lost {
            let reason = system_reason(&error);
            return Err(text!("there is no room for temporary files: {reason}", reason = reason));
        }
        for (source, found) in found.into_iter().enumerate().filter(|(_, found)| *found > PROBLEMS_MAX) {
            let more = text!("and {n} more" | "and {n} more" % (found - PROBLEMS_MAX));
            preview.problems.push(Problem { source, ..Problem::of_file(more) });
        }
        preview.problems.sort_by_key(|problem| problem.source);
        preview.items.sort_by_key(|item| item.source);
        Ok(Import { preview, folder, unreadable, texts })
    }

    pub fn unreadable(&self) -> &[(PathBuf, LoadError)] {
        &self.unreadable
    }
}

pub fn unreadable_folder(folder: &Path, error: &io::Error) -> Text {
    text!(
        "the folder {folder} cannot be read: {reason}",
        folder = folder.display().to_string(),
        reason = system_reason(error),
    )
}

struct Reader<'a> {
    archive: &'a Archive,
    answers: &'a Answers,
    now: DateTime<FixedOffset>,
    known: Known,
    /// Start and length in the temporary store of each text to be written, by its [`plain`] path.
    planned: HashMap<String, (u64, usize)>,
    numbers: HashMap<PathBuf, usize>,
    preview: Preview,
    /// Per source, including those that are not reported.
    found: Vec<usize>,
    texts: SpooledTempFile,
    lost: Option<io::Error>,
}

impl Reader<'_> {
    /// JSON has whole sessions and tables only rounds, so tables come last and find their sessions.
    fn read_all(&mut self, sources: &[Source]) {
        let mut sheets = Vec::new();
        for (index, source) in sources.iter().enumerate() {
            match source.content(self.now, self.answers_of(index)) {
                Ok(Content::Session(loaded)) => self.session(index, *loaded),
                Ok(Content::Tournament(loaded)) => self.tournament(index, *loaded),
                Ok(Content::Bundle) => self.bundle(index, source),
                Ok(Content::Sheet(sheet)) => sheets.push((index, sheet)),
                Err(problem) => self.wrong(index, [problem]),
            }
        }
        for (index, Sheet { sessions, problems, mut questions }) in sheets {
            self.wrong(index, problems);
            for sheet in sessions {
                if self.is_full(index) {
                    break;
                }
                let likes: Vec<Session> = self.likes(sheet.id).into_iter().filter_map(AnySession::wizard).collect();
                match sheet.session(&likes, &self.known, self.now, &mut questions) {
                    Ok((session, notes)) => self.take(index, &session.into(), self.now, notes),
                    Err(problems) => self.wrong(index, problems),
                }
            }
            let pending = questions.pending.into_values().map(|question| Question { source: index, ..question });
            self.preview.questions.extend(pending);
        }
    }

    fn answers_of(&self, source: usize) -> Chosen {
        let of_source = self.answers.range((source, 0)..=(source, usize::MAX));
        of_source.map(|(&(_, line), &option)| (line, option)).collect()
    }

    fn wrong(&mut self, source: usize, problems: impl IntoIterator<Item = Problem>) {
        for problem in problems {
            let Some(found) = self.found.get_mut(source) else { continue };
            *found += 1;
            if *found <= PROBLEMS_MAX {
                self.preview.problems.push(Problem { source, ..problem });
            }
        }
    }

    fn bundle(&mut self, index: usize, source: &Source) {
        let now = self.now;
        // A file that is damaged or too new is left out as a whole.
        let whole = source.open().and_then(|input| read_bundle(input, &mut |_| true));
        let read = whole.and_then(|_| source.open()).and_then(|input| {
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
                    self.wrong(index, [in_bundle(&bundled, error)]);
                }
                self.lost.is_none()
            })
        });
        if let Err(error) = read {
            self.wrong(index, [error.into()]);
        }
    }

    fn session(&mut self, source: usize, loaded: Loaded) {
        let unknown = Note::unknown(&loaded.unknown);
        let started = loaded.made_up.started.then(Note::not_dated);
        let saved = loaded.saved.unwrap_or(self.now);
        let likes = if loaded.is_whole() { Vec::new() } else { self.likes(loaded.id()) };
        let settled = |like| loaded.settled_as(like, &|name| self.known.person(name));
        let same =
            likes.iter().find_map(|like| Some(settled(Some(like))).filter(|same| print_of(same) == print_of(like)));
        let started = started.filter(|_| likes.is_empty());
        let session = same.unwrap_or_else(|| settled(likes.first()));
        each!(&session, session => for player in session.people().everyone() {
            self.known.add_person(&player.name, player.id, session.started());
        });
        self.take(source, &session, saved, unknown.into_iter().chain(started).collect());
    }

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
            winners: winners(session),
        });
        let text = each!(session, session => write_session(session, saved)).map_err(io::Error::from);
        self.put(Item { source, id, what, outcome, notes, text: (0, 0) }, of, print, text);
    }

    fn tournament(&mut self, source: usize, loaded: LoadedTournament) {
        let notes = Note::unknown(&loaded.unknown).into_iter().collect();
        let SettledTournament { tournament, text, print } = match SettledTournament::of(loaded) {
            Ok(settled) => settled,
            Err(error) => return self.wrong(source, [error.into()]),
        };
        let id = tournament.id;
        let of = (FileKind::Tournament, id);
        let day = tournament.date.unwrap_or(self.now.date_naive());
        let own = self.archive.path_for_tournament(day, &tournament.name, id);
        let outcome = self.outcome(of, print, &own);
        let what = Imported::Tournament { date: tournament.date, name: tournament.name };
        self.put(Item { source, id, what, outcome, notes, text: (0, 0) }, of, print, Ok(text));
    }

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

    fn put(&mut self, mut item: Item, of: (FileKind, Uuid), print: u64, text: io::Result<Vec<u8>>) {
        if let Some(path) = item.writes().map(Path::to_owned) {
            self.known.add(of, &path, print);
            match text.and_then(|text| self.keep(&text)) {
                Ok(text) => {
                    item.text = text;
                    self.planned.insert(plain(&path), text);
                }
                Err(error) => self.lost = Some(error),
            }
        }
        self.preview.items.push(item);
    }

    fn keep(&mut self, text: &[u8]) -> io::Result<(u64, usize)> {
        let start = self.texts.seek(SeekFrom::End(0))?;
        self.texts.write_all(text)?;
        Ok((start, text.len()))
    }

    /// Also one that this import will write.
    fn session_at(&mut self, path: &Path) -> Option<AnySession> {
        match self.planned.get(&plain(path)) {
            Some(&text) => {
                let text = kept(&mut self.texts, text).ok()?;
                read_session(&text, self.now).ok().map(|loaded| loaded.session)
            }
            None => reload(path, self.now),
        }
    }

    /// Free both on disk and in this import.
    fn free_path(&mut self, wanted: &Path, name: impl Fn(usize) -> PathBuf) -> PathBuf {
        // Names used by this import stay used.
        let attempt = self.numbers.entry(wanted.to_owned()).or_insert(1);
        loop {
            let path = name(*attempt);
            *attempt += 1;
            if !self.planned.contains_key(&plain(&path)) && !store().is_there(&path) {
                return path;
            }
        }
    }

    fn likes(&mut self, id: Uuid) -> Vec<AnySession> {
        let files = self.known.files((FileKind::Session, id)).iter().take(LIKES_MAX).cloned().collect::<Vec<_>>();
        files.iter().filter_map(|(path, _)| self.session_at(path)).collect()
    }

    fn is_full(&mut self, source: usize) -> bool {
        let full = self.preview.items.len() >= SESSIONS_MAX;
        if full {
            let many = text!("has more than {max} sessions: import it in parts", max = SESSIONS_MAX);
            self.wrong(source, [Problem::of_file(many)]);
        }
        full
    }
}

fn winners<G: Rules>(session: &Session<G>) -> Vec<String> {
    let names = session.people().names_at_end();
    let first = session.standings().into_iter().filter(|standing| standing.rank == 1 && session.scored() > 0);
    first.filter_map(|standing| names.get(standing.seat).cloned()).collect()
}

/// With the line and column within the archive file.
fn in_bundle(bundled: &Bundled, error: LoadError) -> Problem {
    let error = match error {
        LoadError::Syntax { line, column, message } => {
            let column = if line == 1 { column + bundled.columns_before } else { column };
            LoadError::Syntax { line: line + bundled.lines_before, column, message }
        }
        other => other,
    };
    Problem::of_item(bundled.kind, bundled.number, bundled.lines_before + 1, error)
}

/// For file systems that ignore case.
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

fn kept(texts: &mut SpooledTempFile, (start, length): (u64, usize)) -> io::Result<Vec<u8>> {
    let mut text = vec![0; length];
    texts.seek(SeekFrom::Start(start))?;
    texts.read_exact(&mut text)?;
    Ok(text)
}

fn print_of(session: &AnySession) -> u64 {
    each!(session, session => fingerprint(session))
}

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

/// Whether playing on from one could have led to the other.
fn is_earlier<G: Rules>(one: &Session<G>, other: &Session<G>) -> bool {
    one.people().names_at_end() == other.people().names_at_end()
        && one.game() == other.game()
        && one.game().leads_to(one.table(), other.table())
}
