use std::collections::HashMap;
use std::path::{Path, PathBuf};

use chrono::{DateTime, FixedOffset};
use uuid::Uuid;

use super::identity::SettledTournament;
use crate::archive::copies::{Seen, copy_rank};
use crate::archive::files::{Archive, FileKind, read_limited};
use crate::archive::format::{LoadError, Loaded, LoadedTournament, read_session, read_tournament};
use crate::each;
use crate::session::{AnySession, fingerprint};

#[derive(Debug, Default)]
pub(super) struct Known {
    files: HashMap<(FileKind, Uuid), Vec<(PathBuf, u64)>>,
    people: HashMap<String, (DateTime<FixedOffset>, Uuid)>,
    pub(super) unreadable: Vec<(PathBuf, LoadError)>,
}

impl Known {
    pub(super) fn scan(archive: &Archive, now: DateTime<FixedOffset>) -> std::io::Result<Known> {
        let mut known = Known::default();
        for path in archive.paths()? {
            match load(&path, now) {
                Ok(loaded) => {
                    let (session, made_up) = (loaded.settled(), loaded.made_up);
                    let (id, print) = each!(&session, session => (session.id(), fingerprint(session)));
                    known.add((FileKind::Session, id), &path, print);
                    each!(&session, session => for (seat, player) in session.people().everyone().enumerate() {
                        if !made_up.players.contains(&seat) {
                            known.add_person(&player.name, player.id, session.started());
                        }
                    });
                }
                Err(error) => known.unreadable.push((path, error)),
            }
        }
        for path in archive.tournaments()? {
            match read_limited(&path).and_then(|text| Seen::of_tournament(path.clone(), read_tournament(&text)?)) {
                Ok(seen) => known.add((FileKind::Tournament, seen.id), &path, seen.fingerprint),
                Err(error) => known.unreadable.push((path, error)),
            }
        }
        for (&(_, id), files) in &mut known.files {
            files.sort_by_key(|(path, _)| copy_rank(path, id));
        }
        Ok(known)
    }

    /// After those already known of the same session or tournament.
    pub(super) fn add(&mut self, of: (FileKind, Uuid), path: &Path, print: u64) {
        self.files.entry(of).or_default().push((path.to_owned(), print));
    }

    /// The latest session determines the id.
    pub(super) fn add_person(&mut self, name: &str, id: Uuid, started: DateTime<FixedOffset>) {
        let newer = self.people.get(name).is_none_or(|(known, _)| *known < started);
        if newer {
            self.people.insert(name.to_owned(), (started, id));
        }
    }

    /// With fingerprints; its own file comes first.
    pub(super) fn files(&self, of: (FileKind, Uuid)) -> &[(PathBuf, u64)] {
        self.files.get(&of).map_or(&[], Vec::as_slice)
    }

    pub(super) fn person(&self, name: &str) -> Option<Uuid> {
        self.people.get(name).map(|(_, id)| *id)
    }
}

pub(super) fn load(path: &Path, now: DateTime<FixedOffset>) -> Result<Loaded, LoadError> {
    read_session(&read_limited(path)?, now)
}

pub(super) fn reload(path: &Path, now: DateTime<FixedOffset>) -> Option<AnySession> {
    load(path, now).ok().map(|loaded| loaded.settled())
}

impl Seen {
    /// A game without an id gets the one that an import would assign.
    pub fn of(path: PathBuf, loaded: &Loaded) -> Seen {
        let (id, fingerprint) = each!(&loaded.settled(), session => (session.id(), fingerprint(session)));
        Seen { path, id, fingerprint }
    }

    pub fn of_tournament(path: PathBuf, loaded: LoadedTournament) -> Result<Seen, LoadError> {
        let settled = SettledTournament::of(loaded)?;
        Ok(Seen { path, id: settled.tournament.id, fingerprint: settled.print })
    }
}
