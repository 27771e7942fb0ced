//! What is known of a folder of sessions, newest first.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::archive::{Entry, News, copy_rank};
use crate::session::{Filter, Player, Searchable};
use crate::text::Text;

/// Sorts newest first, and sessions begun in the same second by file.
type Key = (Reverse<DateTime<Utc>>, Arc<Path>);

/// A session's file as known, ready to be searched.
#[derive(Debug)]
pub(super) struct Indexed {
    pub(super) entry: Entry,
    searchable: Searchable,
}

impl Indexed {
    /// Whether a filter keeps it.
    pub(super) fn passes(&self, filter: &Filter) -> bool {
        filter.keeps(&self.entry.record, &self.searchable)
    }
}

impl Deref for Indexed {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        &self.entry
    }
}

/// The sessions of a folder, as far as they have been read.
#[derive(Debug, Default)]
pub(super) struct Index {
    entries: BTreeMap<Key, Arc<Indexed>>,
    keys: HashMap<Arc<Path>, Key>,
    files: HashMap<Uuid, Vec<Arc<Path>>>,
    unreadable: BTreeMap<PathBuf, Text>,
    /// Everyone, once asked for: an archive has many more games than people.
    people: OnceCell<Vec<Player>>,
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
                    if Some(entry.path.as_path()) != except {
                        self.learn(entry);
                    }
                }
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
            News::Complete => self.reading = false,
        }
    }

    /// Adds a session, replacing what was known of its file.
    pub(super) fn learn(&mut self, entry: Entry) {
        self.forget(&entry.path);
        let path: Arc<Path> = entry.path.as_path().into();
        let key = (Reverse(entry.record.started.to_utc()), path.clone());
        self.keys.insert(path.clone(), key.clone());
        let files = self.files.entry(entry.record.id).or_default();
        files.push(path);
        // The file whose name is not that of a copy comes first.
        let id = entry.record.id;
        files.sort_by_cached_key(|path| copy_rank(path, id));
        let searchable = Searchable::of(&entry.record);
        self.entries.insert(key, Arc::new(Indexed { entry, searchable }));
    }

    /// Removes everything known of a file.
    pub(super) fn forget(&mut self, path: &Path) {
        self.version += 1;
        self.people.take();
        self.unreadable.remove(path);
        if let Some(entry) = self.keys.remove(path).and_then(|key| self.entries.remove(&key))
            && let Some(files) = self.files.get_mut(&entry.record.id)
        {
            files.retain(|file| **file != *path);
            if files.is_empty() {
                self.files.remove(&entry.record.id);
            }
        }
    }

    /// The number of files with sessions.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Every session's file, newest first, conflict copies included.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<Indexed>> + Clone {
        self.entries.values()
    }

    /// Every session once, newest first.
    pub(super) fn sessions(&self) -> impl Iterator<Item = &Arc<Indexed>> + Clone {
        self.all().filter(|entry| self.original(entry).is_none())
    }

    /// Every session's file, its own before its copies.
    pub(super) fn own_first(&self) -> impl Iterator<Item = &Arc<Indexed>> {
        self.files.values().flatten().filter_map(|path| self.get(path))
    }

    /// The files of a session, its own before its copies.
    pub(super) fn files_of(&self, id: Uuid) -> impl Iterator<Item = &Arc<Indexed>> {
        self.files.get(&id).into_iter().flatten().filter_map(|path| self.get(path))
    }

    /// What is known of a file.
    pub(super) fn get(&self, path: &Path) -> Option<&Arc<Indexed>> {
        self.entries.get(self.keys.get(path)?)
    }

    /// The file that this one is a copy of, if any, and whether both have the same facts.
    pub(super) fn original(&self, copy: &Entry) -> Option<(&Path, bool)> {
        let first = self.files.get(&copy.record.id)?.first()?;
        if **first == *copy.path {
            return None;
        }
        Some((&**first, self.get(first).is_some_and(|original| original.record.fingerprint == copy.record.fingerprint)))
    }

    /// The files that could not be read, with the reasons.
    pub(super) fn unreadable(&self) -> impl Iterator<Item = (&PathBuf, &Text)> {
        self.unreadable.iter()
    }

    /// Everyone of earlier games by name, latest first, with the id in the latest game.
    fn people(&self) -> &[Player] {
        self.people.get_or_init(|| {
            let mut seen = HashSet::new();
            let everyone = self.sessions().flat_map(|entry| entry.record.people.everyone());
            #[cfg(test)]
            let everyone = everyone.inspect(|_| tests::READ.set(tests::READ.get() + 1));
            everyone.filter(|player| seen.insert(&player.name)).cloned().collect()
        })
    }

    /// The names of earlier games, latest first.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.people().iter().map(|player| player.name.as_str())
    }

    /// The id of a name in the latest game it played.
    pub(super) fn id_of(&self, name: &str) -> Option<Uuid> {
        self.people().iter().find(|player| player.name == name).map(|player| player.id)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use chrono::DateTime;

    use super::*;
    use crate::app::setup::{Setup, SetupCommand};
    use crate::session::Session;
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
            let player =
                |name: &str| Player { name: name.to_owned(), id: Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()) };
            let (id, players) = (Uuid::from_u128(number as u128 + 1), names.map(player).to_vec());
            let session = Session::new(id, started, players, 0, RuleSet::default()).unwrap();
            index.learn(Entry::of(&session, format!("{number}.json").into(), started));
        }
        let mut setup = Setup::default();
        READ.set(0);
        for typed in ["C", "Cl", "Cle"] {
            setup.handle(SetupCommand::Typed(typed.into()), index.names());
            setup.view(index.names());
        }
        assert_eq!(setup.view(index.names()).meant.as_deref(), Some("Cleo"));
        assert!(index.id_of("Dora").is_some() && index.id_of("Dolly").is_none());
        assert_eq!(READ.get(), 3000, "everyone of a thousand games, once");
    }
}
