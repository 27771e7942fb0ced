//! A tournament's file, and the results in the sessions beside it.

use std::io;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::copies::{copy_rank, is_copy_name};
use super::disk::{SaveError, Store, Version, lock, store};
use super::files::{Archive, Entry, is_tournament, read_limited};
use super::format::{LoadError, LoadedTournament, read_tournament, write_tournament};
use crate::session::TournamentTable;
use crate::text;
use crate::text::{Text, Value};
use crate::tournament::{Outcome, Table, TableResult, Tournament, results_of};

/// A tournament's file, as it was read.
#[derive(Clone, Debug)]
pub struct TournamentFile {
    path: PathBuf,
    version: Version,
}

impl TournamentFile {
    /// Reads a tournament's file.
    ///
    /// # Errors
    /// [`LoadError`]; the file is left as it is.
    pub fn open(path: &Path) -> Result<(TournamentFile, LoadedTournament), LoadError> {
        let text = read_limited(path)?;
        let loaded = read_tournament(&text)?;
        Ok((TournamentFile { path: path.to_owned(), version: Version::of(&text) }, loaded))
    }

    /// Writes the tournament durably, unless another program has changed the file since it was read.
    ///
    /// # Errors
    /// [`SaveError`]; the file is left as it is.
    pub fn save(&mut self, tournament: &Tournament) -> Result<(), SaveError> {
        let text = write_tournament(tournament).map_err(|error| Text::foreign(error.to_string()))?;
        let lock = lock(&self.path);
        if !lock.may_write() {
            return Err(text!("another window of Tablet of Truth has it open").into());
        }
        let mut changed = false;
        let written = store().replace(&self.path, &text, &mut |there| {
            changed = !read_limited(there).is_ok_and(|now| Version::of(&now) == self.version);
            if changed { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
        });
        if changed {
            return Err(text!("another program has changed it meanwhile: nothing was written").into());
        }
        written?;
        self.version = Version::of(&text);
        Ok(())
    }
}

/// A tournament with the results of its tables' sessions.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// The tournament; tables whose session is finished have its results.
    pub tournament: Tournament,
    /// What the organiser should look at.
    pub notes: Vec<Text>,
}

/// Adds the results of the sessions in a folder: those that name a table, and those that a table names.
///
/// # Errors
/// The reason why the folder cannot be listed.
pub fn gather(tournament: &Tournament, folder: &Path) -> io::Result<Gathered> {
    let mut gathered = Gathered { tournament: tournament.clone(), notes: Vec::new() };
    let mut found = Vec::new();
    for path in Archive::new(folder.to_owned()).paths()? {
        match Archive::entry(&path) {
            Ok(entry) if entry.record.copy_of().is_none() => found.push(entry),
            Ok(_) => {}
            Err(error) => gathered.notes.push(Text::at(named(&path), error.text())),
        }
    }
    for path in store().list(folder, |path| is_tournament(path) && is_copy_name(path))? {
        let other = read_limited(&path).ok().and_then(|text| read_tournament(&text).ok());
        if other.is_some_and(|other| other.tournament.id == tournament.id && other.tournament != *tournament) {
            gathered.notes.push(text!(
                "{file} is another version of this tournament, written by another device. It does not count: look \
                 what is missing here, and remove it",
                file = named(&path),
            ));
        }
    }
    found.sort_by_key(|entry| copy_rank(&entry.path, entry.record.id));
    for (round, of) in (1..).zip(&mut gathered.tournament.rounds) {
        for table in &mut of.tables {
            let here =
                |entry: &&Entry| entry.record.tournament().is_some_and(|at| is_at(at, tournament.id, round, table));
            match settled(tournament, table, &found, &found.iter().filter(here).collect::<Vec<_>>()) {
                Ok(Some(outcome)) => table.outcome = outcome,
                Ok(None) => {}
                Err(reason) => gathered.notes.push(Text::at(told(round, &table.name), reason)),
            }
            let away = table.present().filter_map(|number| tournament.player(number)).filter(|one| one.is_away(round));
            gathered.notes.extend(away.map(|player| {
                let away = text!("{name} sits here, but is away in this round: mark them absent", name = &player.name);
                Text::at(told(round, &table.name), away)
            }));
        }
    }
    for entry in &found {
        let Some(at) = entry.record.tournament().filter(|at| at.id == tournament.id) else { continue };
        let round = usize::from(at.round);
        if !tournament.tables(round).iter().any(|table| is_at(at, tournament.id, round, table)) {
            let nowhere = text!("{file}: the tournament has no such table", file = named(&entry.path));
            gathered.notes.push(Text::at(told(round, &at.table), nowhere));
        }
    }
    Ok(gathered)
}

fn is_at(at: &TournamentTable, id: Uuid, round: usize, table: &Table) -> bool {
    at.id == id && usize::from(at.round) == round && at.table == table.name
}

fn named(path: &Path) -> Value {
    Value::Name(path.file_name().unwrap_or_default().to_string_lossy().into_owned())
}

fn told(round: usize, table: &str) -> Text {
    text!("a table of a tournament" => "round {round}, table {table}", round = round, table = table)
}

/// The outcome of a table by its session; `None` if there is none yet, or the table's own results count. `here` are the
/// sessions that name the table, of `all` in the folder.
fn settled(tournament: &Tournament, table: &Table, all: &[Entry], here: &[&Entry]) -> Result<Option<Outcome>, Text> {
    let results = |entry: &Entry| {
        let loaded = Archive::load(&entry.path).map_err(|error| Text::at(named(&entry.path), error.text()))?;
        let results = results_of(tournament, table, loaded.session.as_ref());
        results.map_err(|reason| Text::at(named(&entry.path), reason))
    };
    match &table.outcome {
        Outcome::Session(id) => {
            let missing = || text!("its session {id} is not in the folder", id = id.to_string());
            let entry = all.iter().find(|entry| entry.record.id == *id).ok_or_else(missing)?;
            Ok(results(entry)?.map(Outcome::Results))
        }
        Outcome::Open => {
            let Some((first, others)) = here.split_first() else { return Ok(None) };
            if others.iter().any(|other| other.record.fingerprint != first.record.fingerprint) {
                let files: Vec<Value> = here.iter().map(|entry| named(&entry.path)).collect();
                return Err(text!(
                    "several sessions are of this table: {files}. Name the one that counts in the tournament’s file",
                    files = files,
                ));
            }
            Ok(results(first)?.map(Outcome::Results))
        }
        Outcome::Results(own) => {
            let differs = here.iter().find(|entry| matches!(results(entry), Ok(Some(theirs)) if !agree(own, &theirs)));
            differs.map_or(Ok(None), |entry| {
                Err(text!("{file} has another result; that of the tournament’s file counts", file = named(&entry.path)))
            })
        }
    }
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
