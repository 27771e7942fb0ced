//! News from the folder of sessions.

use std::path::PathBuf;

use super::App;
use super::playing::Playing;
use super::tournament::OpenTournament;
use crate::archive::{Entry, Library, News, SessionFile};

impl App {
    /// Starts reading the archive in the background, newest first, and following its changes.
    pub(super) fn read_archive(&mut self) {
        self.folders += 1;
        let (handle, folder) = (self.handle.clone(), self.folders);
        self.library = Some(Library::open(self.archive.clone(), move |news| {
            handle.post_for(folder, move |app| app.found(news));
        }));
    }

    /// Takes in news of the folder of sessions.
    fn found(&mut self, news: News) {
        if matches!(news, News::Complete) {
            self.be_present();
        }
        let of = self.tournament.as_ref().map(OpenTournament::path);
        if matches!(&news, News::Tournament(path, _) | News::Gone(path) if of == Some(path)) {
            self.look_at_tournament();
        }
        let (changed, gone) = paths_of(&news);
        let looks = self.open_session.play.as_ref().is_some_and(|play| is_news_of(&news, play.file()));
        self.index.take(news, self.open_session.play.as_ref().map(Playing::path));
        self.follow_viewed(&changed, gone);
        if looks {
            self.look();
        }
    }
}

/// The paths that news is about, and whether they are gone.
fn paths_of(news: &News) -> (Vec<PathBuf>, bool) {
    match news {
        News::Read(entries) => (entries.iter().map(|entry: &Entry| entry.path.to_path_buf()).collect(), false),
        News::Gone(path) => (vec![path.clone()], true),
        _ => (Vec::new(), false),
    }
}

/// Whether the news may mean content of this file that is not known here.
pub(super) fn is_news_of(news: &News, file: &SessionFile) -> bool {
    let unknown = |entry: &Entry| entry.version.is_none() || entry.version != file.version();
    match news {
        News::Read(entries) => entries.iter().any(|entry| *entry.path == *file.path() && unknown(entry)),
        News::Gone(path) => path == file.path(),
        _ => false,
    }
}
