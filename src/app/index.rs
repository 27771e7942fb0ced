//! What is known of a folder of sessions, newest first.

use std::borrow::Borrow;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::archive::{Entry, LoadedTournament, News, copy_rank};
use crate::session::{Filter, Look, Person, Player, Record, Searchable, Status};
use crate::text::Text;

/// A session's file as known, ready to be searched.
#[derive(Debug)]
pub(super) struct Indexed {
    /// The file's path.
    pub(super) path: Arc<Path>,
    /// The time it was last saved, or the start if the file does not say, in milliseconds.
    pub(super) saved: i64,
    /// The facts that lists and statistics need.
    pub(super) record: Record,
    searchable: Searchable,
}

impl Indexed {
    /// Whether a filter keeps it.
    pub(super) fn passes(&self, filter: &Filter) -> bool {
        filter.keeps(&self.record, &self.searchable)
    }

    /// Whether it is an unfinished game, trial copies aside.
    pub(super) fn runs(&self) -> bool {
        self.record.status == Status::Running && self.record.copy_of().is_none()
    }

    /// The place, folded for comparing; may be empty.
    pub(super) fn place(&self) -> &str {
        self.searchable.place()
    }

    /// The place as written; may be empty.
    pub(super) fn written_place(&self) -> &str {
        self.searchable.written_place()
    }

    /// The part of the notes that a search has found.
    pub(super) fn quoted(&self, filter: &Filter) -> Option<String> {
        filter.quoted(&self.record, &self.searchable)
    }

    /// Sorts newest first, and sessions begun in the same second by file.
    fn order(&self) -> impl Ord {
        (Reverse(self.record.started.to_utc()), &self.path)
    }
}

/// A file in a set, found there by its path or by its session's id.
#[derive(Debug)]
struct By<Key: ?Sized>(Arc<Indexed>, PhantomData<Key>);

impl<Key: ?Sized> By<Key> {
    fn of(file: &Arc<Indexed>) -> By<Key> {
        By(Arc::clone(file), PhantomData)
    }
}

impl Borrow<Path> for By<Path> {
    fn borrow(&self) -> &Path {
        &self.0.path
    }
}

impl Borrow<Uuid> for By<Uuid> {
    fn borrow(&self) -> &Uuid {
        &self.0.record.id
    }
}

impl<Key: ?Sized + Hash> Hash for By<Key>
where
    By<Key>: Borrow<Key>,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.borrow().hash(state);
    }
}

impl<Key: ?Sized + Eq> PartialEq for By<Key>
where
    By<Key>: Borrow<Key>,
{
    fn eq(&self, other: &By<Key>) -> bool {
        self.borrow() == other.borrow()
    }
}

impl<Key: ?Sized + Eq> Eq for By<Key> where By<Key>: Borrow<Key> {}

/// Everyone of earlier games by name, each as in the latest game.
#[derive(Debug, Default)]
struct People {
    /// The people, latest first.
    latest: Vec<Person>,
    /// The place of each name among them.
    places: HashMap<String, usize>,
}

/// The most tables offered at once.
const TABLES_MAX: usize = 3;

/// The sessions of a folder, as far as they have been read.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// All files, newest first.
    newest: Vec<Arc<Indexed>>,
    files: HashSet<By<Path>>,
    /// Each session's own file.
    own: HashSet<By<Uuid>>,
    /// The other files of sessions that have several.
    copies: HashMap<Uuid, Vec<Arc<Indexed>>>,
    /// The texts of all files, each kept once: many games are played in one place.
    texts: HashSet<Searchable>,
    unreadable: BTreeMap<PathBuf, Text>,
    tournaments: BTreeMap<PathBuf, LoadedTournament>,
    /// How each person looked in the latest game that recorded it, and when that began.
    looks: HashMap<Uuid, (DateTime<Utc>, Look)>,
    /// Everyone, once asked for: an archive has many more games than people.
    people: OnceCell<People>,
    /// The latest game of each table that played last, once asked for.
    tables: OnceCell<Vec<Arc<Indexed>>>,
    /// Whether files are still being read.
    pub(super) reading: bool,
    /// The numbers of files read and to be read; meaningful while reading.
    pub(super) progress: (usize, usize),
    /// A number that changes with every change of what is known.
    pub(super) version: u64,
}

impl Index {
    /// An empty index that is about to be filled.
    pub(super) fn being_read() -> Index {
        Index { reading: true, ..Index::default() }
    }

    /// Takes in news from a library. What is known of the file `except` is newer than anything read.
    pub(super) fn take(&mut self, news: News, except: Option<&Path>) {
        match news {
            News::Read(entries) => {
                for entry in entries {
                    if Some(&*entry.path) != except {
                        self.learn(entry);
                    }
                }
            }
            News::Tournament(path, loaded) => {
                self.forget(&path);
                self.tournaments.insert(path, *loaded);
            }
            News::Unreadable(path, reason) => {
                self.forget(&path);
                self.unreadable.insert(path, reason);
            }
            News::Gone(path) => {
                if Some(path.as_path()) != except {
                    self.forget(&path);
                }
            }
            News::Progress(done, of) => (self.reading, self.progress) = (true, (done, of)),
            News::Complete => {
                self.reading = false;
                self.texts.retain(Searchable::is_shared);
            }
        }
    }

    /// Adds a session, replacing what was known of its file.
    pub(super) fn learn(&mut self, entry: Entry) {
        self.forget(&entry.path);
        let Entry { path, saved, record, place, notes, version: _ } = entry;
        let searchable = self.kept_once(Searchable::of(&place, &notes));
        let started = record.started.to_utc();
        for Player { id, look, .. } in record.people.players_at_end().filter(|player| player.look.colour.is_some()) {
            let known = self.looks.entry(*id).or_insert((started, *look));
            if known.0 <= started {
                *known = (started, *look);
            }
        }
        let file = Arc::new(Indexed { path, saved: saved.timestamp_millis(), record, searchable });
        let at = self.newest.partition_point(|other| other.order() < file.order());
        self.newest.insert(at, Arc::clone(&file));
        self.files.insert(By::of(&file));
        let id = file.record.id;
        let mut files: Vec<Arc<Indexed>> = self.files_of(id).cloned().collect();
        files.push(file);
        if files.len() > 1 {
            // The file whose name is not that of a copy comes first.
            files.sort_by_cached_key(|file| copy_rank(&file.path, id));
        }
        self.know_files(id, files);
    }

    /// Notes the files of a session, its own first.
    fn know_files(&mut self, id: Uuid, files: Vec<Arc<Indexed>>) {
        self.own.remove(&id);
        self.copies.remove(&id);
        let mut files = files.into_iter();
        self.own.extend(files.next().as_ref().map(By::of));
        if files.len() > 0 {
            self.copies.insert(id, files.collect());
        }
    }

    /// The same texts, shared with other files.
    fn kept_once(&mut self, texts: Searchable) -> Searchable {
        if let Some(known) = self.texts.get(&texts) {
            return known.clone();
        }
        self.texts.insert(texts.clone());
        texts
    }

    /// Removes everything known of a file.
    pub(super) fn forget(&mut self, path: &Path) {
        self.version += 1;
        self.people.take();
        self.tables.take();
        self.unreadable.remove(path);
        self.tournaments.remove(path);
        let Some(By(file, _)) = self.files.take(path) else { return };
        if let Ok(at) = self.newest.binary_search_by(|other| other.order().cmp(&file.order())) {
            self.newest.remove(at);
        }
        let id = file.record.id;
        let others = self.files_of(id).filter(|other| !Arc::ptr_eq(other, &file)).cloned().collect();
        self.know_files(id, others);
    }

    /// Whether it has the session of this file.
    pub(super) fn knows(&self, path: &Path) -> bool {
        self.files.contains(path)
    }

    /// The number of files with sessions.
    pub(super) fn len(&self) -> usize {
        self.newest.len()
    }

    /// Every session's file, newest first, conflict copies included.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<Indexed>> + Clone {
        self.newest.iter()
    }

    /// Every session once, newest first.
    pub(super) fn sessions(&self) -> impl Iterator<Item = &Arc<Indexed>> + Clone {
        self.all().filter(|file| self.original(file).is_none())
    }

    /// Every session once that somebody played, newest first: none of the example.
    pub(super) fn played(&self) -> impl Iterator<Item = &Arc<Indexed>> + Clone {
        self.sessions().filter(|file| !file.record.is_example())
    }

    /// Every session's file, its own before its copies.
    pub(super) fn own_first(&self) -> impl Iterator<Item = &Arc<Indexed>> {
        self.own.iter().map(|By(own, _)| own).chain(self.copies.values().flatten())
    }

    /// The files of a session, its own before its copies.
    pub(super) fn files_of(&self, id: Uuid) -> impl Iterator<Item = &Arc<Indexed>> {
        let own = self.own.get(&id).map(|By(own, _)| own);
        own.into_iter().chain(self.copies.get(&id).into_iter().flatten())
    }

    /// What is known of a file.
    pub(super) fn get(&self, path: &Path) -> Option<&Arc<Indexed>> {
        self.files.get(path).map(|By(file, _)| file)
    }

    /// The file that this one is a copy of, if any, and whether both have the same facts.
    pub(super) fn original(&self, copy: &Indexed) -> Option<(&Path, bool)> {
        if !self.copies.contains_key(&copy.record.id) {
            return None;
        }
        let own = &self.own.get(&copy.record.id)?.0;
        let same = own.record.fingerprint == copy.record.fingerprint;
        Some((&*own.path, same)).filter(|(path, _)| **path != *copy.path)
    }

    /// Whether this file is a game of its own, and over.
    pub(super) fn is_played(&self, entry: &Indexed) -> bool {
        !entry.runs() && self.original(entry).is_none()
    }

    /// The files that could not be read, with the reasons.
    pub(super) fn unreadable(&self) -> impl Iterator<Item = (&PathBuf, &Text)> {
        self.unreadable.iter()
    }

    /// The tournaments of the folder, by file.
    pub(super) fn tournaments(&self) -> impl Iterator<Item = (&PathBuf, &LoadedTournament)> {
        self.tournaments.iter()
    }

    /// The tournament of this file.
    pub(super) fn tournament(&self, path: &Path) -> Option<&LoadedTournament> {
        self.tournaments.get(path)
    }

    /// Everyone of earlier games by name.
    fn people(&self) -> &People {
        self.people.get_or_init(|| {
            let mut people = People::default();
            let everyone = self.played().flat_map(|entry| entry.record.people.everyone());
            #[cfg(test)]
            let everyone = everyone.inspect(|_| tests::READ.set(tests::READ.get() + 1));
            for person in everyone {
                if !people.places.contains_key(&person.name) {
                    people.places.insert(person.name.clone(), people.latest.len());
                    people.latest.push(person.clone());
                }
            }
            people
        })
    }

    /// How a person looked in the latest game that recorded it.
    pub(super) fn look_of(&self, id: Uuid) -> Option<Look> {
        self.looks.get(&id).map(|&(_, look)| look)
    }

    /// The names of earlier games, latest first.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.people().latest.iter().map(|player| player.name.as_str())
    }

    /// The player of this name in the latest game it played.
    pub(super) fn player(&self, name: &str) -> Option<&Player> {
        let people = self.people();
        people.latest.get(*people.places.get(name)?).map(|person| &**person)
    }

    /// The latest game of each table that played last: the same people, whatever their seats, under the names that they
    /// still have. Those of a tournament were drawn.
    pub(super) fn tables(&self) -> &[Arc<Indexed>] {
        self.tables.get_or_init(|| {
            let mut seen = HashSet::new();
            let is_new = |game: &&Arc<Indexed>| {
                seen.insert(game.record.people.players_at_end().map(|player| player.id).collect::<BTreeSet<Uuid>>())
            };
            let is_current = |player: &Player| {
                let mut latest = self.people().latest.iter();
                let known = latest.find(|person| person.id == player.id || person.name == player.name);
                known.is_some_and(|person| (person.id, &person.name) == (player.id, &player.name))
            };
            let games = self.played().filter(|game| game.record.tournament().is_none()).filter(is_new);
            let games = games.filter(|game| game.record.people.players_at_end().all(is_current));
            games.take(TABLES_MAX).cloned().collect()
        })
    }

    /// The id of a name in the latest game it played.
    pub(super) fn id_of(&self, name: &str) -> Option<Uuid> {
        self.player(name).map(|player| player.id)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use chrono::DateTime;

    use super::*;
    use crate::app::setup::{Setup, SetupCommand};
    use crate::session::{Face, Player, Session};
    use crate::wizard::RuleSet;

    thread_local! {
        /// The number of people read from sessions.
        pub(super) static READ: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn typing_a_name_reads_the_people_of_a_large_archive_once() {
        let started = DateTime::parse_from_rfc3339("2026-03-07T20:15:00+01:00").unwrap();
        let mut index = Index::default();
        for number in 0..1000 {
            let names = ["Anna", "Ben", ["Cleo", "Clara", "Dora"][number % 3]];
            let player = |name: &str| Player::new(name, Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()));
            let (id, players) = (Uuid::from_u128(number as u128 + 1), names.map(player).to_vec());
            let session = Session::new(id, started, players, 0, RuleSet::default()).unwrap();
            index.learn(Entry::of(&session, format!("{number}.json").into(), started));
        }
        let mut setup = Setup::default();
        READ.set(0);
        for typed in ["C", "Cl", "Cle"] {
            setup.handle(SetupCommand::Typed(typed.into()), index.names());
            setup.view(index.names(), |_| Face::default());
        }
        assert_eq!(setup.view(index.names(), |_| Face::default()).meant.as_deref(), Some("Cleo"));
        assert!(index.id_of("Dora").is_some() && index.id_of("Dolly").is_none());
        assert_eq!(READ.get(), 3000, "everyone of a thousand games, once");
    }
}
