//! News from the folder of sessions.

use std::path::{Path, PathBuf};

use super::App;
use super::playing::Playing;
use super::tournament::OpenTournament;
use crate::archive::{Entry, Library, News};
use crate::session::AnySession;
use crate::tournament::Tournament;

impl App {
    /// Reads in the background, newest first, and follows changes.
    pub(super) fn read_archive(&mut self) {
        self.folders += 1;
        let (handle, folder) = (self.handle.clone(), self.folders);
        self.library = Some(Library::open(self.archive.clone(), move |news| {
            handle.post_for(folder, move |app| app.found(news));
        }));
    }

    fn found(&mut self, news: News) {
        let [of_session, of_tournament] =
            [self.session_file(), self.tournament.as_ref().map(OpenTournament::path)].map(|of| is_news_of(&news, of));
        let (changed, gone) = paths_of(&news);
        self.index.take(news, self.open_session.play.as_ref().map(Playing::path));
        self.follow_viewed(&changed, gone);
        if of_session {
            self.check_file::<AnySession>();
        }
        if of_tournament {
            self.check_file::<Tournament>();
        }
    }
}

/// With whether they are gone.
fn paths_of(news: &News) -> (Vec<PathBuf>, bool) {
    match news {
        News::Read(entries) => (entries.iter().map(|entry: &Entry| entry.path.to_path_buf()).collect(), false),
        News::Gone(path) => (vec![path.clone()], true),
        _ => (Vec::new(), false),
    }
}

fn is_news_of(news: &News, file: Option<&Path>) -> bool {
    file.is_some_and(|file| match news {
        News::Read(entries) => entries.iter().any(|entry| *entry.path == *file),
        News::Tournament(path, _) | News::Gone(path) => path == file,
        _ => false,
    })
}
