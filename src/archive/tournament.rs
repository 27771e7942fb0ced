use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::Path;
use std::sync::Arc;

use uuid::Uuid;

use super::copies::copy_rank;
use super::document::{Document, Kept};
use super::files::{Archive, read_limited};
use super::format::{LoadError, LoadedTournament, read_tournament, write_tournament};
use crate::game::Status;
use crate::session::{Player, Record, TournamentTable};
use crate::text;
use crate::text::{Text, Value};
use crate::tournament::{Outcome, Played, Table, TableResult, Tournament};

pub type TournamentFile = Document<Tournament>;

impl Kept for Tournament {
    type Loaded = LoadedTournament;
    const THREAD: &'static str = "tournament";
    const STAYS_GONE: bool = true;

    fn read(text: &[u8]) -> Result<LoadedTournament, LoadError> {
        read_tournament(text)
    }

    fn text(&self) -> Result<Vec<u8>, Text> {
        write_tournament(self).map_err(|error| Text::foreign(error.to_string()))
    }
}

pub fn tournament_of(folder: &Path, id: Uuid) -> Option<Tournament> {
    let files = Archive::new(folder.to_owned()).tournaments().ok()?;
    let mut read = files.iter().filter_map(|path| read_tournament(&read_limited(path).ok()?).ok());
    read.find(|loaded| loaded.tournament.id == id).map(|loaded| loaded.tournament)
}

#[derive(Clone, Debug)]
pub struct Found {
    pub path: Arc<Path>,
    pub id: Uuid,
    pub at: Option<TournamentTable>,
    pub fingerprint: u64,
    /// Current hand and number of hands; `None` once ended.
    pub hand: Option<(usize, usize)>,
    /// Last hand played and number of hands, if ended early.
    pub ended: Option<(usize, usize)>,
    pub played: Result<Played, Text>,
}

impl Found {
    pub fn of(path: Arc<Path>, record: &Record, played: Result<Played, Text>) -> Found {
        let planned = |status: Status| record.planned().filter(|_| record.status == status);
        let hand = planned(Status::Running).map(|of| ((record.rounds() + 1).min(of), of));
        let ended = planned(Status::EndedEarly).map(|of| (record.rounds(), of));
        let at = record.tournament().cloned();
        Found { path, id: record.id, at, fingerprint: record.fingerprint, hand, ended, played }
    }

    pub fn played_in(path: &Path) -> Result<Played, Text> {
        let loaded = Archive::load(path).map_err(|error| error.text())?;
        Played::of(loaded.session.as_ref())
    }

    pub fn is_at(&self, id: Uuid, round: usize, table: &Table) -> bool {
        self.at.as_ref().is_some_and(|at| at.id == id && usize::from(at.round) == round && at.table == table.name)
    }

    /// `None` while it runs. Errors name the file.
    pub fn results(&self, tournament: &Tournament, table: &Table) -> Result<Option<Vec<TableResult>>, Text> {
        let played = self.played.as_ref().map_err(Clone::clone);
        let results = played.and_then(|played| played.results(tournament, table));
        results.map_err(|reason| Text::at(named(&self.path), reason))
    }
}

#[derive(Debug)]
pub struct Wanted {
    id: Uuid,
    named: HashSet<Uuid>,
}

impl Wanted {
    pub fn by(tournament: &Tournament) -> Wanted {
        let tables = tournament.rounds.iter().flat_map(|round| &round.tables);
        let named = tables.filter_map(|table| if let Outcome::Session(id) = table.outcome { Some(id) } else { None });
        Wanted { id: tournament.id, named: named.collect() }
    }

    pub fn has(&self, record: &Record) -> bool {
        let names_it = record.tournament().is_some_and(|at| at.id == self.id);
        record.counts() && (names_it || self.named.contains(&record.id))
    }
}

/// Maps archived games to tournaments, and their players to the names used in statistics.
#[derive(Debug, Default)]
pub struct TournamentGames {
    names: HashMap<Uuid, String>,
    named: HashMap<Uuid, Uuid>,
}

impl TournamentGames {
    pub fn of<'a>(tournaments: impl IntoIterator<Item = &'a Tournament>) -> TournamentGames {
        let mut games = TournamentGames::default();
        for tournament in tournaments {
            games.names.insert(tournament.id, tournament.name.clone());
            games.named.extend(Wanted::by(tournament).named.into_iter().map(|session| (session, tournament.id)));
        }
        games
    }

    pub fn tournaments(&self) -> impl Iterator<Item = (Uuid, &str)> {
        self.names.iter().map(|(id, name)| (*id, &**name))
    }

    /// Set by the session itself or by a table that names it.
    pub fn tournament(&self, record: &Record) -> Option<Uuid> {
        let named = self.named.get(&record.id).filter(|_| record.counts());
        record.tournament().map(|at| at.id).or(named.copied())
    }

    /// The name that a player counts under: a tournament's games use its own names, unless the id is `known` from other
    /// games.
    pub fn name<'a>(&self, tournament: Option<Uuid>, player: &'a Player, known: Option<&'a str>) -> Cow<'a, str> {
        match (tournament, known) {
            (Some(_), Some(known)) => known.into(),
            (Some(id), None) => format!("{} ({})", player.name, self.names.get(&id).map_or("…", String::as_str)).into(),
            (None, _) => player.name.as_str().into(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    Nothing,
    Playing(usize, usize),
    Session(Option<(usize, usize)>),
    Typed,
    Contradictory(Text),
}

impl Known {
    pub fn ended(&self) -> Option<(usize, usize)> {
        if let Known::Session(ended) = self { *ended } else { None }
    }
}

#[derive(Clone, Debug)]
pub struct Gathered {
    /// Tables with a finished session have its results.
    pub tournament: Tournament,
    pub known: Vec<Vec<Known>>,
    pub notes: Vec<Text>,
}

/// Adds the results of sessions that name a table or are named by one.
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

/// Sorts `found`: a session's own file comes before copies.
pub fn gathered(tournament: &Tournament, found: &mut [Found]) -> Gathered {
    found.sort_by_cached_key(|session| copy_rank(&session.path, session.id));
    let names = tournament.names();
    let (mut counted, mut notes, mut known) = (tournament.clone(), Vec::new(), Vec::new());
    for (round, of) in (1..).zip(&mut counted.rounds) {
        let mut here = Vec::with_capacity(of.tables.len());
        for table in &mut of.tables {
            let (outcome, is) = settled(tournament, round, table, found, |reason| {
                notes.push(Text::at(table_label(round, &table.name), reason));
            });
            here.push(is);
            if let Some(outcome) = outcome {
                table.outcome = outcome;
            }
            let away = table.present().filter_map(|number| tournament.player(number)).filter(|one| one.is_away(round));
            notes.extend(away.map(|player| {
                let name = names.of(player.number);
                let away = text!("{name} sits here, but is away in this round: mark them absent", name = name);
                Text::at(table_label(round, &table.name), away)
            }));
        }
        known.push(here);
    }
    for session in &*found {
        let Some(at) = session.at.as_ref().filter(|at| at.id == tournament.id) else { continue };
        let round = usize::from(at.round);
        if !tournament.tables(round).iter().any(|table| session.is_at(tournament.id, round, table)) {
            let nowhere = text!("{file}: the tournament has no such table", file = named(&session.path));
            notes.push(Text::at(table_label(round, &at.table), nowhere));
        }
    }
    Gathered { tournament: counted, known, notes }
}

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

fn table_label(round: usize, table: &str) -> Text {
    text!("a table of a tournament" => "round {round}, table {table}", round = round, table = table)
}

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

/// Slips have totals only, so single hands are not compared.
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
