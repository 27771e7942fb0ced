//! What is found in the folder of the sessions.

use std::path::PathBuf;

use super::App;
use super::playing::Playing;
use crate::archive::{Entry, Library, News, SessionFile};

impl App {
    /// Reads the archive in the background, newest first, and keeps what is known of it up to date.
    pub(super) fn read_archive(&mut self) {
        self.folders += 1;
        let (teller, folder) = (self.teller.clone(), self.folders);
        self.library = Some(Library::open(self.archive.clone(), move |news| {
            teller.tell_of(folder, move |app| app.found(news));
        }));
    }

    /// Takes in what was found in the folder of the sessions.
    fn found(&mut self, news: News) {
        if matches!(news, News::Complete) {
            self.be_present();
        }
        let (changed, gone) = paths_of(&news);
        let looks = self.desk.play.as_ref().is_some_and(|play| is_news_of(&news, play.file()));
        self.shelf.take(news, self.desk.play.as_ref().map(Playing::path));
        self.follow_viewed(&changed, gone);
        if looks {
            self.look();
        }
    }
}

/// The paths that a piece of news is about.
fn paths_of(news: &News) -> (Vec<PathBuf>, bool) {
    match news {
        News::Read(entries) => (entries.iter().map(|entry: &Entry| entry.path.clone()).collect(), false),
        News::Gone(path) => (vec![path.clone()], true),
        _ => (Vec::new(), false),
    }
}

/// May something be in this file that is not known here?
pub(super) fn is_news_of(news: &News, file: &SessionFile) -> bool {
    let unknown = |entry: &Entry| entry.version.is_none() || entry.version != file.version();
    match news {
        News::Read(entries) => entries.iter().any(|entry| entry.path == file.path() && unknown(entry)),
        News::Gone(path) => path == file.path(),
        _ => false,
    }
}
