//! Following the sessions of the open tournament: their results are read in the background.

use std::path::Path;
use std::sync::Arc;

use super::open::{OpenTournament, Read};
use crate::app::index::Index;
use crate::app::{App, Notice};
use crate::archive::{Archive, Found, Wanted};
use crate::each;
use crate::session::{AnyRef, fingerprint};
use crate::text::Text;
use crate::tournament::Played;

impl App {
    pub(in crate::app) fn follow_tournament(&mut self) {
        let App { tournament, index, open_session, .. } = self;
        let Some(open) = tournament else { return };
        let by = Some((index.version, open.revision));
        if open.found_by == by {
            return;
        }
        open.found_by = by;
        let wanted = Wanted::by(&open.tournament);
        let mut unread = Vec::new();
        for entry in index.counting().filter(|entry| wanted.has(&entry.record)) {
            let (path, print) = (&entry.path, entry.record.fingerprint);
            if open.read.get(path).is_none_or(|(of, _)| *of != print) {
                match open_session.session_at(path).map(read).filter(|(of, _)| *of == print) {
                    Some(known) => drop(open.read.insert(path.clone(), known)),
                    None => unread.push(path.clone()),
                }
            }
        }
        open.find(index);
        if !unread.is_empty() {
            self.read_results(unread);
        }
    }

    fn read_results(&mut self, paths: Vec<Arc<Path>>) {
        let read = move || {
            let result = |path: Arc<Path>| {
                let read = match Archive::load(&path) {
                    Ok(loaded) => read(loaded.session.as_ref()),
                    Err(error) => (0, Err(error.text())),
                };
                (path, read)
            };
            Ok(paths.into_iter().map(result).collect::<Vec<_>>())
        };
        self.spawn(
            "results",
            self.archive.folder(),
            read,
            |app, read: Result<Vec<(Arc<Path>, Read)>, Text>| match read {
                Ok(read) => app.take_results(read),
                Err(reason) => app.message = Some(Notice::trouble(reason)),
            },
        );
    }

    fn take_results(&mut self, read: Vec<(Arc<Path>, Read)>) {
        let Some(open) = &mut self.tournament else { return };
        open.read.extend(read);
        open.find(&self.index);
    }
}

impl OpenTournament {
    /// Counts the sessions of the folder, as far as they were read: a session that has changed counts as it was until
    /// it is read again.
    fn find(&mut self, index: &Index) {
        let wanted = Wanted::by(&self.tournament);
        let all = index.counting().filter(|entry| wanted.has(&entry.record));
        self.reading = all.clone().any(|entry| !self.read.contains_key(&entry.path));
        let found = all.filter_map(|entry| {
            let (_, played) = self.read.get(&entry.path)?;
            Some(Found::of(entry.path.clone(), &entry.record, played.clone()))
        });
        self.found = found.collect();
        self.recount();
    }
}

fn read(session: AnyRef) -> Read {
    (each!(session, session => fingerprint(session)), Played::of(session))
}
