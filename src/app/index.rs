//! What is known of a folder of sessions, newest first.

use std::borrow::{Borrow, Cow};
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::archive::{Entry, LoadedTournament, News, TournamentGames, copy_rank};
use crate::session::{Filter, Look, Person, Player, Record, Searchable, Status};
use crate::text::Text;

#[derive(Debug)]
pub(super) struct Indexed {
    pub(super) path: Arc<Path>,
    /// The time it was last saved, or else started, in milliseconds.
    pub(super) saved: i64,
    pub(super) record: Record,
    searchable: Searchable,
}

impl Indexed {
    pub(super) fn passes(&self, filter: &Filter) -> bool {
        filter.keeps(&self.record, &self.searchable)
    }

    /// Whether it is an unfinished game that counts.
    pub(super) fn runs(&self) -> bool {
        self.record.status == Status::Running && self.record.counts()
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

/// The players of earlier games by name, each as in their latest game; without the people of tournaments.
#[derive(Debug, Default)]
struct People {
    /// Latest first.
    latest: Vec<Person>,
    /// The index of each name in `latest`.
    places: HashMap<String, usize>,
    /// As in the latest game.
    by_id: HashMap<Uuid, Person>,
}

/// The games of all players who are counted by one name.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) sessions: usize,
    /// Newest first.
    pub(super) files: Vec<Arc<Indexed>>,
}

const TABLES_MAX: usize = 3;

#[derive(Debug, Default)]
pub(super) struct Index {
    /// Newest first.
    newest: Vec<Arc<Indexed>>,
    files: HashSet<By<Path>>,
    /// Each session's own file.
    own: HashSet<By<Uuid>>,
    /// The other files of sessions that have several.
    copies: HashMap<Uuid, Vec<Arc<Indexed>>>,
    /// The texts of all files, each kept once: many games are played in one place.
    texts: HashSet<Searchable>,
    unreadable: BTreeMap<PathBuf, Text>,
    /// Files of which the library's news are out of date, once for each [`News::ReadAgain`] to come.
    pub(super) ahead: Vec<PathBuf>,
    tournaments: BTreeMap<PathBuf, LoadedTournament>,
    tournament_games: TournamentGames,
    /// The own look of each person in the latest game that recorded it, and when that began.
    looks: HashMap<Uuid, (DateTime<Utc>, Look)>,
    /// Cache of all people: an archive has many more games than people.
    people: OnceCell<People>,
    /// Cache of [`Index::tables`].
    tables: OnceCell<Vec<Arc<Indexed>>>,
    /// Cache of [`Index::named`].
    named: OnceCell<BTreeMap<String, Named>>,
    pub(super) reading: bool,
    /// The numbers of files read and to be read; meaningful while reading.
    pub(super) progress: (usize, usize),
    /// Incremented with every change.
    pub(super) version: u64,
}

impl Index {
    pub(super) fn being_read() -> Index {
        Index { reading: true, ..Index::default() }
    }

    /// Takes in files that were read, except `except`, of which a newer version is known.
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
                self.know_tournaments();
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
            News::ReadAgain(path) => {
                if let Some(at) = self.ahead.iter().position(|ahead| *ahead == path) {
                    self.ahead.swap_remove(at);
                }
            }
            News::Progress(done, of) => (self.reading, self.progress) = (true, (done, of)),
            News::Complete => {
                self.reading = false;
                self.texts.retain(Searchable::is_shared);
            }
        }
    }

    /// Replaces what was known of its file.
    pub(super) fn learn(&mut self, entry: Entry) {
        let before = self.remove(&entry.path);
        let Entry { path, saved, record, place, notes } = entry;
        let searchable = self.kept_once(Searchable::of(&place, &notes));
        let started = record.started.to_utc();
        for player in record.people.players_at_end() {
            let Some(look) = player.look.own() else { continue };
            let known = self.looks.entry(player.id).or_insert((started, look));
            if known.0 <= started {
                *known = (started, look);
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
        if let Some(before) = before {
            self.restore_looks(&before);
        }
    }

    /// Recomputes the looks that came from a session's file that is gone or changed.
    fn restore_looks(&mut self, gone: &Indexed) {
        let begun = gone.record.started.to_utc();
        for Player { id, .. } in gone.record.people.players_at_end() {
            if self.looks.get(id).is_none_or(|(started, _)| *started != begun) {
                continue;
            }
            let looks_in = |file: &Arc<Indexed>| {
                let mut there = file.record.people.players_at_end().filter(|player| player.id == *id);
                Some((file.record.started.to_utc(), there.find_map(|player| player.look.own())?))
            };
            match self.newest.iter().find_map(looks_in) {
                Some(look) => self.looks.insert(*id, look),
                None => self.looks.remove(id),
            };
        }
    }

    /// `files` begin with the session's own.
    fn know_files(&mut self, id: Uuid, files: Vec<Arc<Indexed>>) {
        self.own.remove(&id);
        self.copies.remove(&id);
        let mut files = files.into_iter();
        self.own.extend(files.next().as_ref().map(By::of));
        if files.len() > 0 {
            self.copies.insert(id, files.collect());
        }
    }

    fn know_tournaments(&mut self) {
        self.tournament_games = TournamentGames::of(self.tournaments.values().map(|loaded| &loaded.tournament));
    }

    fn kept_once(&mut self, texts: Searchable) -> Searchable {
        if let Some(known) = self.texts.get(&texts) {
            return known.clone();
        }
        self.texts.insert(texts.clone());
        texts
    }

    pub(super) fn forget(&mut self, path: &Path) {
        if let Some(gone) = self.remove(path) {
            self.restore_looks(&gone);
        }
    }

    /// Removes a file, but not how its people look. Returns the session that it had.
    fn remove(&mut self, path: &Path) -> Option<Arc<Indexed>> {
        self.version += 1;
        self.people.take();
        self.tables.take();
        self.named.take();
        self.unreadable.remove(path);
        if self.tournaments.remove(path).is_some() {
            self.know_tournaments();
        }
        let By(file, _) = self.files.take(path)?;
        if let Ok(at) = self.newest.binary_search_by(|other| other.order().cmp(&file.order())) {
            self.newest.remove(at);
        }
        let id = file.record.id;
        let others = self.files_of(id).filter(|other| !Arc::ptr_eq(other, &file)).cloned().collect();
        self.know_files(id, others);
        Some(file)
    }

    /// The sessions of about this day, newest first: those begun less than three days before or after.
    pub(super) fn about(&self, day: DateTime<Utc>) -> impl Iterator<Item = &Arc<Indexed>> + Clone {
        let span = TimeDelta::days(3);
        let is_later = |file: &Arc<Indexed>| file.record.started.to_utc() - span > day;
        let games = self.newest.get(self.newest.partition_point(is_later)..).unwrap_or_default();
        let is_near = move |file: &&Arc<Indexed>| day - file.record.started.to_utc() < span;
        games.iter().take_while(is_near).filter(|file| self.original(file).is_none())
    }

    pub(super) fn knows(&self, path: &Path) -> bool {
        self.files.contains(path)
    }

    /// Whether there is such a file, readable or not.
    pub(super) fn has_file(&self, path: &Path) -> bool {
        self.knows(path) || self.unreadable.contains_key(path)
    }

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

    /// Every file, conflict copies included, of the sessions that count according to their own file.
    pub(super) fn counting(&self) -> impl Iterator<Item = &Arc<Indexed>> + Clone {
        let own_counts = |id| self.own.get(&id).is_none_or(|By(own, _)| own.record.counts());
        self.all().filter(move |file| file.record.counts() && own_counts(file.record.id))
    }

    /// Every session's file, its own before its copies.
    pub(super) fn own_first(&self) -> impl Iterator<Item = &Arc<Indexed>> {
        self.own.iter().map(|By(own, _)| own).chain(self.copies.values().flatten())
    }

    /// Its own before its copies.
    pub(super) fn files_of(&self, id: Uuid) -> impl Iterator<Item = &Arc<Indexed>> {
        let own = self.own.get(&id).map(|By(own, _)| own);
        own.into_iter().chain(self.copies.get(&id).into_iter().flatten())
    }

    pub(super) fn get(&self, path: &Path) -> Option<&Arc<Indexed>> {
        self.files.get(path).map(|By(file, _)| file)
    }

    /// The file that this one is a copy of, and whether both have the same facts.
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

    pub(super) fn unreadable(&self) -> impl Iterator<Item = (&PathBuf, &Text)> {
        self.unreadable.iter()
    }

    pub(super) fn tournaments(&self) -> impl Iterator<Item = (&PathBuf, &LoadedTournament)> {
        self.tournaments.iter()
    }

    pub(super) fn tournament(&self, path: &Path) -> Option<&LoadedTournament> {
        self.tournaments.get(path)
    }

    pub(super) fn tournament_of(&self, record: &Record) -> Option<Uuid> {
        self.tournament_games.tournament(record)
    }

    pub(super) fn tournament_name(&self, id: Uuid) -> Option<&str> {
        self.tournament_games.tournaments().find(|(other, _)| *other == id).map(|(_, name)| name)
    }

    /// The name by which a player of a session is counted.
    pub(super) fn counted_name<'a>(&'a self, record: &Record, player: &'a Player) -> Cow<'a, str> {
        let known = || self.people().by_id.get(&player.id).map(|person| person.name.as_str());
        let tournament = self.tournament_of(record);
        self.tournament_games.name(tournament, player, tournament.and_then(|_| known()))
    }

    /// Everyone's games by the name by which they are counted, but for the example's.
    pub(super) fn named(&self) -> &BTreeMap<String, Named> {
        self.named.get_or_init(|| {
            let mut named: BTreeMap<String, Named> = BTreeMap::new();
            for file in self.all().filter(|file| !file.record.is_example()) {
                // Two people of one name may have played in different rounds.
                let names: BTreeSet<Cow<str>> =
                    file.record.people.everyone().map(|player| self.counted_name(&file.record, player)).collect();
                #[cfg(test)]
                tests::READ.set(tests::READ.get() + names.len());
                for name in names {
                    let of_name = named.entry(name.into_owned()).or_default();
                    of_name.sessions += usize::from(self.original(file).is_none());
                    of_name.files.push(Arc::clone(file));
                }
            }
            named
        })
    }

    /// The id that a tournament's games have for this name.
    pub(super) fn id_at(&self, tournament: Uuid, name: &str) -> Option<Uuid> {
        let games = self.played().filter(|entry| self.tournament_of(&entry.record) == Some(tournament));
        games
            .flat_map(|entry| entry.record.people.everyone())
            .find(|player| player.name == name)
            .map(|player| player.id)
    }

    fn people(&self) -> &People {
        self.people.get_or_init(|| {
            let mut people = People::default();
            let games = self.played().filter(|entry| self.tournament_of(&entry.record).is_none());
            let everyone = games.flat_map(|entry| entry.record.people.everyone());
            #[cfg(test)]
            let everyone = everyone.inspect(|_| tests::READ.set(tests::READ.get() + 1));
            for person in everyone {
                if !people.places.contains_key(&person.name) {
                    people.places.insert(person.name.clone(), people.latest.len());
                    people.latest.push(person.clone());
                }
                people.by_id.entry(person.id).or_insert_with(|| person.clone());
            }
            people
        })
    }

    /// The own look of a person in the latest game that recorded it.
    pub(super) fn look_of(&self, id: Uuid) -> Option<Look> {
        self.looks.get(&id).map(|&(_, look)| look)
    }

    /// Of earlier games, latest first.
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
            let games = self.played().filter(|game| self.tournament_of(&game.record).is_none()).filter(is_new);
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
    use crate::app::App;
    use crate::app::setup::{Setup, SetupCommand};
    use crate::app::spawn::tests::{config_in, settle};
    use crate::session::{Colour, Face, Player, Session};
    use crate::wizard::RuleSet;

    thread_local! {
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
        for typed in ["C", "Cl", "Cleo"] {
            setup.handle(SetupCommand::Typed(typed.into()), index.names());
            setup.view(index.names(), |_| Face::default());
        }
        assert_eq!(setup.view(index.names(), |_| Face::default()).meant.as_deref(), Some("Cleo"));
        assert!(index.id_of("Dora").is_some() && index.id_of("Dolly").is_none());
        assert_eq!(READ.get(), 3000, "everyone of a thousand games, once");
    }

    fn looking(id: u128, day: u32, look: Look) -> Entry {
        let started = DateTime::parse_from_rfc3339(&format!("2026-03-{day:02}T20:15:00+01:00")).unwrap();
        let player =
            |name: &str| Player { look, ..Player::new(name, Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes())) };
        let players = ["Anna", "Ben", "Cleo"].map(player).to_vec();
        let session = Session::new(Uuid::from_u128(id), started, players, 0, RuleSet::default()).unwrap();
        Entry::of(&session, format!("{id}.json").into(), started)
    }

    #[test]
    fn the_look_of_a_deleted_game_goes_with_it() {
        let anna = Uuid::new_v5(&Uuid::NAMESPACE_OID, b"Anna");
        let [blue, red, green] = [0, 1, 2].map(|colour| Look { colour: Some(Colour::ALL[colour]), ..Look::default() });
        let mut index = Index::default();
        index.learn(looking(1, 1, blue));
        index.learn(looking(2, 2, red));
        index.learn(looking(3, 3, green));
        assert_eq!(index.look_of(anna), Some(green));
        index.forget(Path::new("2.json"));
        assert_eq!(index.look_of(anna), Some(green));
        index.forget(Path::new("3.json"));
        assert_eq!(index.look_of(anna), Some(blue));
        // A file that another device has changed, and whose game has no look any more.
        index.learn(looking(1, 1, Look::default()));
        assert_eq!(index.look_of(anna), None);
    }

    #[test]
    fn a_change_of_name_being_typed_reads_a_large_archive_once() {
        let folder = tempfile::TempDir::new().unwrap();
        let mut app = App::new(config_in(folder.path()), || ());
        settle(&mut app);
        for number in 0..1000 {
            app.index.learn(looking(number, 1 + u32::try_from(number).unwrap() % 28, Look::default()));
        }
        READ.set(0);
        for typed in ["B", "Be", "Ben"] {
            assert_eq!((app.names().len(), app.merging("Anna", "Dora").met), (3, 0));
            assert_eq!(app.merging("Anna", typed).met, if typed == "Ben" { 1000 } else { 0 });
        }
        assert_eq!(READ.get(), 6000, "everyone of a thousand games, once by name and once by id");
        let day = DateTime::parse_from_rfc3339("2026-03-07T20:15:00+01:00").unwrap().to_utc();
        let near = app.index.about(day).count();
        assert!((1..=7 * 36).contains(&near), "{near} games of the days around one");
    }
}
