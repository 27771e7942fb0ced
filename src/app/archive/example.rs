//! The example evening: adding it before the first game, and removing it.

use std::path::{Path, PathBuf};

use uuid::Uuid;

use crate::app::{App, Notice, now};
use crate::archive::{Archive, Entry, SessionFile};
use crate::each;
use crate::session::{Counted, EXAMPLE, Session, example_evening};
use crate::text;
use crate::text::Text;

use super::command::ArchiveCommand;
use super::state::Deleted;

impl App {
    /// Adds the example evening and shows its finished game. Of an evening saved in part, the part is there.
    pub(super) fn add_example(&mut self) {
        let Some(evening) = example_evening([Uuid::new_v4(), Uuid::new_v4()], now()) else { return };
        let evening = evening.map(|session| (self.archive.path_for(&session), session));
        let (turn, folder) = (self.turn, self.archive.folder().to_owned());
        let finished = evening[0].0.clone();
        let write = move || Ok(saved(evening));
        self.spawn_for_tap("example", &folder, write, move |app, written| {
            let (saved, failed) = written.unwrap_or_else(|reason| (Vec::new(), Some(reason)));
            for (path, session) in saved {
                app.index.learn(Entry::of(&session, path, now()));
            }
            match failed {
                Some(reason) => {
                    let message = text!("The example could not be saved: {reason}", reason = reason);
                    app.message = Some(Notice::trouble(message));
                }
                None if app.turn == turn => {
                    app.show_archive();
                    app.on_archive(ArchiveCommand::View(finished));
                }
                None => {}
            }
        });
    }

    pub(super) fn remove_example(&mut self) {
        // Ask the files, too: a game put in place of one of them stays.
        let is_example = |file: &Path| {
            let of = Archive::load(file).map(|loaded| each!(&loaded.session, session => session.counted()));
            of.is_ok_and(|of| of == Counted::CopyOf(EXAMPLE))
        };
        let example = self.index.all().filter(|file| file.record.is_example());
        let files: Vec<PathBuf> = example.map(|file| file.path.to_path_buf()).collect();
        self.archive_page.take_back = None;
        for file in files {
            self.delete_if(file, is_example, Deleted::Example);
        }
    }
}

/// Saves sessions until one fails. Returns those saved, and the reason why one was not.
fn saved(sessions: impl IntoIterator<Item = (PathBuf, Session)>) -> (Vec<(PathBuf, Session)>, Option<Text>) {
    let mut saved = Vec::new();
    for (path, session) in sessions {
        if let Err(error) = SessionFile::new(path.clone()).save_now(session.clone()) {
            return (saved, Some(error.text()));
        }
        saved.push((path, session));
    }
    (saved, None)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_game_of_the_example_that_was_saved_is_known_although_the_other_was_not() {
        let folder = TempDir::new().unwrap();
        let [first, second] = example_evening([Uuid::from_u128(1), Uuid::from_u128(2)], now()).unwrap();
        let (there, nowhere) = (folder.path().join("one.json"), folder.path().join("two.json"));
        std::fs::create_dir(&nowhere).unwrap();
        let (saved, failed) = saved([(there.clone(), first), (nowhere, second)]);
        assert_eq!(saved.into_iter().map(|(path, _)| path).collect::<Vec<_>>(), std::slice::from_ref(&there));
        assert!(failed.is_some() && Archive::load(&there).is_ok());
    }
}
