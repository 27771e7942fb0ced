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

    /// Has the library read a file again of which the index knows more than the news that are on their way.
    pub(super) fn read_again(&mut self, path: PathBuf) {
        if let Some(library) = &self.library {
            self.index.ahead.push(path.clone());
            library.read_again(path);
        }
    }

    fn found(&mut self, news: News) {
        let Some(news) = self.newer(news) else { return };
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

    /// What the index does not know better.
    fn newer(&self, mut news: News) -> Option<News> {
        let is_older = |path: &Path| self.index.ahead.iter().any(|ahead| ahead == path);
        let all_older = match &mut news {
            News::Read(entries) => {
                entries.retain(|entry| !is_older(&entry.path));
                entries.is_empty()
            }
            News::Tournament(path, _) | News::Unreadable(path, _) | News::Gone(path) => is_older(path),
            News::Progress(..) | News::Complete | News::ReadAgain(_) => false,
        };
        (!all_older).then_some(news)
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

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use tempfile::TempDir;

    use super::*;
    use crate::app::spawn::tests::with_a_game;
    use crate::archive::Archive;

    #[test]
    fn news_from_before_a_session_was_last_left_are_ignored() {
        let folder = TempDir::new().unwrap();
        let (mut app, path) = with_a_game(folder.path());
        let entry = || Archive::entry(&path).unwrap();
        let saved = entry().saved;
        let later = saved + TimeDelta::seconds(1);
        app.index.learn(Entry { saved: later, ..entry() });
        // Of the game just left: its news are not pumped here.
        app.index.ahead.clear();
        app.read_again(path.clone());
        app.read_again(path.clone());
        let known = |app: &App| app.index.get(&path).unwrap().saved;
        let take_news = |app: &mut App| {
            [News::Gone(path.clone()), News::Read(vec![entry()])].into_iter().for_each(|news| app.found(news));
        };
        take_news(&mut app);
        app.found(News::ReadAgain(path.clone()));
        take_news(&mut app);
        assert_eq!(known(&app), later.timestamp_millis(), "the library has yet to read it once more");
        app.found(News::ReadAgain(path.clone()));
        take_news(&mut app);
        assert_eq!(known(&app), saved.timestamp_millis());
    }
}
