//! A tournament's file, and the results in the sessions beside it.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use uuid::Uuid;

use super::copies::{copy_path, copy_rank};
use super::disk::{SaveError, Store, Version, folder_of, lock, store, write_new};
use super::files::{Archive, now, read_limited};
use super::format::{LoadError, LoadedTournament, read_tournament, write_tournament};
use crate::game::Status;
use crate::session::{Record, TournamentTable};
use crate::text;
use crate::text::{Text, Value};
use crate::tournament::{Outcome, Played, Table, TableResult, Tournament};

/// A tournament's file, and the version of it last read or written here.
#[derive(Clone, Debug)]
pub struct TournamentFile {
    path: PathBuf,
    /// `None` for a file that was never written.
    version: Option<Version>,
    /// Versions whose writing failed since then: the folder may hold one of them, unsynced.
    refused: Vec<Version>,
}

/// A reason why a tournament is not in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSaved {
    /// Another program has changed the file since it was read here.
    Changed,
    /// Another program has deleted the file, or moved it, since it was read here.
    Gone,
    /// It cannot be written.
    Refused(SaveError),
}

impl NotSaved {
    /// The reason in words.
    pub fn text(&self) -> Text {
        match self {
            NotSaved::Changed => text!("another program has changed it meanwhile: nothing was written"),
            NotSaved::Gone => text!("another window or device has deleted it, or moved it away"),
            NotSaved::Refused(error) => error.text(),
        }
    }
}

impl<E: Into<SaveError>> From<E> for NotSaved {
    fn from(error: E) -> Self {
        NotSaved::Refused(error.into())
    }
}

impl TournamentFile {
    /// The file for a tournament that was never saved.
    pub fn new(path: PathBuf) -> TournamentFile {
        TournamentFile { path, version: None, refused: Vec::new() }
    }

    /// Reads a tournament's file.
    ///
    /// # Errors
    /// [`LoadError`]; the file is left as it is.
    pub fn open(path: &Path) -> Result<(TournamentFile, LoadedTournament), LoadError> {
        let text = read_limited(path)?;
        let loaded = read_tournament(&text)?;
        let version = Some(Version::of(&text));
        Ok((TournamentFile { version, ..TournamentFile::new(path.to_owned()) }, loaded))
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the file again, if another program has changed it.
    ///
    /// # Errors
    /// [`LoadError`]; the file is left as it is.
    pub fn open_if_changed(&self) -> Result<Option<(TournamentFile, LoadedTournament)>, LoadError> {
        let text = read_limited(&self.path)?;
        if self.is_ours(Version::of(&text)) { Ok(None) } else { TournamentFile::open(&self.path).map(Some) }
    }

    fn is_ours(&self, version: Version) -> bool {
        self.version == Some(version) || self.refused.contains(&version)
    }

    /// Writes the tournament durably, unless another program has changed or deleted the file since it was read.
    ///
    /// # Errors
    /// [`NotSaved`]; what another program wrote is left as it is.
    pub fn save(&mut self, tournament: &Tournament) -> Result<(), NotSaved> {
        let text = write_tournament(tournament).map_err(|error| Text::foreign(error.to_string()))?;
        if self.version.is_none() {
            store().root(folder_of(&self.path))?;
        }
        let lock = lock(&self.path);
        if !lock.may_write() {
            return Err(text!("another window of Tablet of Truth has it open").into());
        }
        let mut foreign = None;
        let written = store().replace(&self.path, &text, &mut |there| {
            foreign = if store().is_there(there) {
                let ours = read_limited(there).is_ok_and(|now| self.is_ours(Version::of(&now)));
                (!ours).then_some(NotSaved::Changed)
            } else {
                self.version.map(|_| NotSaved::Gone)
            };
            if foreign.is_some() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
        });
        if let Some(foreign) = foreign {
            return Err(foreign);
        }
        if let Err(error) = written {
            self.refused.push(Version::of(&text));
            return Err(error.into());
        }
        (self.version, self.refused) = (Some(Version::of(&text)), Vec::new());
        Ok(())
    }

    /// Writes the tournament durably beside the file, which another program has changed. Returns the path.
    ///
    /// # Errors
    /// [`SaveError`].
    pub fn save_beside(&self, tournament: &Tournament) -> Result<PathBuf, SaveError> {
        let text = write_tournament(tournament).map_err(|error| Text::foreign(error.to_string()))?;
        let today = now().date_naive();
        for attempt in 1.. {
            let path = copy_path(&self.path, today, attempt);
            match write_new(&path, &text) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                written => return written.map(|()| path).map_err(SaveError::from),
            }
        }
        Err(SaveError::Full)
    }
}

/// The name of the tournament with this id, if its file is in the folder.
pub fn tournament_name(folder: &Path, id: Uuid) -> Option<String> {
    let files = Archive::new(folder.to_owned()).tournaments().ok()?;
    let mut read = files.iter().filter_map(|path| read_tournament(&read_limited(path).ok()?).ok());
    read.find(|loaded| loaded.tournament.id == id).map(|loaded| loaded.tournament.name)
}

/// A session as a tournament sees it.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its file.
    pub path: Arc<Path>,
    /// Its id.
    pub id: Uuid,
    /// The table it names.
    pub at: Option<TournamentTable>,
    /// Its [`fingerprint`](crate::session::fingerprint).
    pub fingerprint: u64,
    /// The hand being played, and of how many, while it runs.
    pub hand: Option<(usize, usize)>,
    /// The last hand played, and of how many, if it was ended early.
    pub ended: Option<(usize, usize)>,
    /// What was played, or why it cannot be read or counted.
    pub played: Result<Played, Text>,
}

impl Found {
    /// A session's file with these facts, of which this was played.
    pub fn of(path: Arc<Path>, record: &Record, played: Result<Played, Text>) -> Found {
        let planned = |status: Status| record.planned().filter(|_| record.status == status);
        let hand = planned(Status::Running).map(|of| ((record.rounds() + 1).min(of), of));
        let ended = planned(Status::EndedEarly).map(|of| (record.rounds(), of));
        let at = record.tournament().cloned();
        Found { path, id: record.id, at, fingerprint: record.fingerprint, hand, ended, played }
    }

    /// Reads what was played in a session's file.
    ///
    /// # Errors
    /// The reason why it cannot be read or counted.
    pub fn played_in(path: &Path) -> Result<Played, Text> {
        let loaded = Archive::load(path).map_err(|error| error.text())?;
        Played::of(loaded.session.as_ref())
    }

    /// Whether it names this table.
    pub fn is_at(&self, id: Uuid, round: usize, table: &Table) -> bool {
        self.at.as_ref().is_some_and(|at| at.id == id && usize::from(at.round) == round && at.table == table.name)
    }

    /// Its results for a table; `None` while it runs.
    ///
    /// # Errors
    /// The file, and the reason why it does not count there.
    pub fn results(&self, tournament: &Tournament, table: &Table) -> Result<Option<Vec<TableResult>>, Text> {
        let played = self.played.as_ref().map_err(Clone::clone);
        let results = played.and_then(|played| played.results(tournament, table));
        results.map_err(|reason| Text::at(named(&self.path), reason))
    }
}

/// Which sessions a tournament counts or shows.
#[derive(Debug)]
pub struct Wanted {
    id: Uuid,
    /// The sessions that tables name.
    named: HashSet<Uuid>,
}

impl Wanted {
    /// Those of this tournament.
    pub fn by(tournament: &Tournament) -> Wanted {
        let tables = tournament.rounds.iter().flat_map(|round| &round.tables);
        let named = tables.filter_map(|table| if let Outcome::Session(id) = table.outcome { Some(id) } else { None });
        Wanted { id: tournament.id, named: named.collect() }
    }

    /// Whether a session with these facts is one of them.
    pub fn has(&self, record: &Record) -> bool {
        let names_it = record.tournament().is_some_and(|at| at.id == self.id);
        record.copy_of().is_none() && (names_it || self.named.contains(&record.id))
    }
}

/// What is known of a table's game, by itself and its sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing.
    Nothing,
    /// Its session runs: the hand being played, and of how many.
    Playing(usize, usize),
    /// The result of its session: the last hand played, and of how many, if that was ended early.
    Session(Option<(usize, usize)>),
    /// The result that somebody typed.
    Typed,
    /// Nothing that counts, for this reason.
    Contradictory(Text),
}

impl Known {
    /// The last hand played, and of how many, if its session was ended early.
    pub fn ended(&self) -> Option<(usize, usize)> {
        if let Known::Session(ended) = self { *ended } else { None }
    }
}

/// A tournament with the results of its tables' sessions.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// The tournament; tables whose session is finished have its results.
    pub tournament: Tournament,
    /// What is known of each table, round by round.
    pub known: Vec<Vec<Known>>,
    /// What the organiser should look at.
    pub notes: Vec<Text>,
}

/// Adds the results of the sessions in a folder: those that name a table, and those that a table names.
///
/// # Errors
/// The reason why the folder cannot be listed.
pub fn gather(tournament: &Tournament, folder: &Path) -> io::Result<Gathered> {
    let (mut found, mut unreadable) = (Vec::new(), Vec::new());
    let wanted = Wanted::by(tournament);
    for path in Archive::new(folder.to_owned()).paths()? {
        match Archive::entry(&path) {
            Ok(entry) if wanted.has(&entry.record) => {
                found.push(Found::of(entry.path, &entry.record, Found::played_in(&path)));
            }
            Ok(_) => {}
            Err(error) => unreadable.push(Text::at(named(&path), error.text())),
        }
    }
    let mut gathered = gathered(tournament, &mut found);
    gathered.notes.splice(0..0, unreadable);
    for path in Archive::new(folder.to_owned()).tournaments()? {
        let other = read_limited(&path).ok().and_then(|text| read_tournament(&text).ok());
        if other.is_some_and(|other| other.tournament.id == tournament.id && other.tournament != *tournament) {
            gathered.notes.push(other_version(&path));
        }
    }
    Ok(gathered)
}

/// Adds the results of these sessions, which are put in order: a session's own file comes before copies.
pub fn gathered(tournament: &Tournament, found: &mut [Found]) -> Gathered {
    found.sort_by_cached_key(|session| copy_rank(&session.path, session.id));
    let names = tournament.names();
    let (mut counted, mut notes, mut known) = (tournament.clone(), Vec::new(), Vec::new());
    for (round, of) in (1..).zip(&mut counted.rounds) {
        let mut here = Vec::with_capacity(of.tables.len());
        for table in &mut of.tables {
            let (outcome, is) = settled(tournament, round, table, found, |reason| {
                notes.push(Text::at(told(round, &table.name), reason));
            });
            here.push(is);
            if let Some(outcome) = outcome {
                table.outcome = outcome;
            }
            let away = table.present().filter_map(|number| tournament.player(number)).filter(|one| one.is_away(round));
            notes.extend(away.map(|player| {
                let name = names.of(player.number);
                let away = text!("{name} sits here, but is away in this round: mark them absent", name = name);
                Text::at(told(round, &table.name), away)
            }));
        }
        known.push(here);
    }
    for session in &*found {
        let Some(at) = session.at.as_ref().filter(|at| at.id == tournament.id) else { continue };
        let round = usize::from(at.round);
        if !tournament.tables(round).iter().any(|table| session.is_at(tournament.id, round, table)) {
            let nowhere = text!("{file}: the tournament has no such table", file = named(&session.path));
            notes.push(Text::at(told(round, &at.table), nowhere));
        }
    }
    Gathered { tournament: counted, known, notes }
}

/// That a file is another version of a tournament, such as a copy after a conflict.
pub fn other_version(path: &Path) -> Text {
    text!(
        "{file} is another version of this tournament, written by another device. It does not count: look what is \
         missing here, and remove it",
        file = named(path),
    )
}

fn named(path: &Path) -> Value {
    Value::Name(path.file_name().unwrap_or_default().to_string_lossy().into_owned())
}

fn told(round: usize, table: &str) -> Text {
    text!("a table of a tournament" => "round {round}, table {table}", round = round, table = table)
}

/// The outcome of a table by its sessions, if they have one, and what is known of it. `note` is told what contradicts.
fn settled(
    tournament: &Tournament,
    round: usize,
    table: &Table,
    found: &[Found],
    mut note: impl FnMut(Text),
) -> (Option<Outcome>, Known) {
    let here: Vec<&Found> = found.iter().filter(|session| session.is_at(tournament.id, round, table)).collect();
    let counted = |session: &Found| match session.results(tournament, table) {
        Ok(Some(results)) => Ok((Some(Outcome::Results(results)), Known::Session(session.ended))),
        Ok(None) => Ok((None, session.hand.map_or(Known::Nothing, |(hand, of)| Known::Playing(hand, of)))),
        Err(reason) => Err(reason),
    };
    let settled = match &table.outcome {
        Outcome::Session(id) => match found.iter().find(|session| session.id == *id) {
            Some(session) => counted(session),
            None => Err(text!("its session {id} is not in the folder", id = id.to_string())),
        },
        Outcome::Open => match here.split_first() {
            None => Ok((None, Known::Nothing)),
            Some((first, others)) if others.iter().any(|other| other.fingerprint != first.fingerprint) => {
                let files: Vec<Value> = here.iter().map(|session| named(&session.path)).collect();
                Err(text!("several sessions are of this table: {files}. Choose the one that counts", files = files,))
            }
            Some((first, _)) => counted(first),
        },
        Outcome::Results(own) => {
            for session in here {
                match session.results(tournament, table) {
                    Ok(theirs) if theirs.as_ref().is_none_or(|theirs| agree(own, theirs)) => {}
                    Ok(_) => {
                        let file = named(&session.path);
                        note(text!("{file} has another result; that of the tournament’s file counts", file = file));
                    }
                    Err(reason) => note(reason),
                }
            }
            Ok((None, Known::Typed))
        }
    };
    settled.unwrap_or_else(|reason| {
        note(reason.clone());
        (None, Known::Contradictory(reason))
    })
}

/// Whether results say the same: a slip has no single hands.
fn agree(own: &[TableResult], theirs: &[TableResult]) -> bool {
    own.len() == theirs.len()
        && own.iter().zip(theirs).all(|both| match both {
            (TableResult::Absent, TableResult::Absent) => true,
            (TableResult::Played(own), TableResult::Played(theirs)) => {
                (own.counted(), own.met) == (theirs.counted(), theirs.met)
            }
            _ => false,
        })
}
