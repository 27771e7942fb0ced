use std::path::{Path, PathBuf};

use super::command::{ArchiveCommand, Panel};
use super::state::{Deleted, TakeBack};
use crate::app::index::Index;
use crate::app::screens::Question;
use crate::app::{App, Command, Notice, Page, file_name};
use crate::archive::{Archive, Library, News, TournamentFile, lock, system_reason};
use crate::each;
use crate::text;
use crate::text::Text;

impl App {
    /// Reads the trash and follows its changes while it is shown.
    pub(in crate::app) fn watch_trash(&mut self) {
        if !matches!(self.panel(), Panel::Trash | Panel::EmptyQuestion) {
            self.archive_page.trash_library = None;
        } else if self.archive_page.trash_library.is_none() {
            self.archive_page.trash = Index::being_read();
            self.archive_page.trashes += 1;
            let (handle, folder, trash) = (self.handle.clone(), self.folders, self.archive_page.trashes);
            self.archive_page.trash_library = Some(Library::open(self.archive.trash(), move |news| {
                handle.post_for(folder, move |app| {
                    if app.archive_page.trashes == trash {
                        app.archive_page.trash.take(news, None);
                    }
                });
            }));
        }
    }

    /// The files in the trash while they are shown; `None` while they are being read.
    pub fn trashed(&self) -> Option<Vec<PathBuf>> {
        let trash = &self.archive_page.trash;
        let sessions = trash.all().map(|entry| entry.path.to_path_buf());
        (!trash.reading).then(|| sessions.chain(trash.tournaments().map(|(path, _)| path.clone())).collect())
    }

    pub(super) fn delete(&mut self, path: PathBuf, sure: bool) {
        let table = self.table_counting(&path, false).filter(|_| !sure);
        self.screens.top_mut().panel = Panel::None;
        let Some(table) = table else { return self.delete_if(path, |_| true, Deleted::Session) };
        self.screens.top_mut().question = Some(Question {
            text: text!(
                "This is the game of {table}. In the trash it does not count there, and the table has no result. Move \
                 it to the trash anyway?",
                table = table,
            ),
            answers: [text!("Keep the game"), text!("Move it to the trash")],
            then: Command::OnArchive(ArchiveCommand::DeleteAnyway(path)),
        });
    }

    /// Moves a file to the trash if `may` agrees, and reports that, or why not.
    pub(in crate::app) fn delete_if(&mut self, path: PathBuf, may: fn(&Path) -> bool, what: Deleted) {
        if self.open_session.open_at(&path).is_some() {
            self.open_session.close();
        }
        self.move_to_trash(path.clone(), may, move |app, deleted| match deleted {
            Ok(None) => {}
            Ok(Some(in_trash)) => app.archive_page.show_deleted(in_trash, what),
            Err(reason) => app.not_moved(file_name(&path), &reason),
        });
    }

    /// Moves a session to the trash if nothing was entered since it was dealt in this window. On failure it stays among
    /// the unfinished ones. For a game of a tournament it shows a notice: another table may still want it.
    pub(in crate::app) fn discard_untouched(&mut self, path: PathBuf) {
        // Ask the file and not the index: another device may have gone on with the session.
        let untouched = |file: &Path| {
            Archive::load(file).is_ok_and(|loaded| each!(&loaded.session, session => session.is_untouched()))
        };
        let entry = self.index.get(&path);
        let table = entry.and_then(|entry| entry.record.tournament()).map(|at| at.table.clone());
        self.move_to_trash(path, untouched, move |app, deleted| {
            if let (Some(table), Ok(Some(in_trash))) = (table, deleted) {
                app.archive_page.show_deleted(in_trash, Deleted::Session);
                app.message = Some(Notice::done(text!(
                    "The game of table {table}, in which nothing was entered, is in the trash. It can be restored \
                     there.",
                    table = table,
                )));
            }
        });
    }

    /// Moves a file to the trash if `may` agrees and no other window has it, then runs `then` with the new path.
    fn move_to_trash(
        &mut self,
        path: PathBuf,
        may: fn(&Path) -> bool,
        then: impl FnOnce(&mut App, Result<Option<PathBuf>, Text>) + Send + 'static,
    ) {
        let (trash, file) = (self.archive.trash(), path.clone());
        let delete = move || {
            let held = lock(&file);
            if !may(&file) {
                return Ok(None);
            }
            if !held.may_write() {
                return Err(text!("another window of Tablet of Truth has it open"));
            }
            trash.move_in(&file).map(Some).map_err(|error| system_reason(&error))
        };
        self.spawn_for_tap("trash", &path.clone(), delete, move |app, deleted| {
            if matches!(deleted, Ok(Some(_))) {
                app.index.forget(&path);
                // News that are on their way may be from before.
                app.read_again(path.clone());
                app.archive_page.forget(&path);
            }
            then(app, deleted);
        });
    }

    fn not_moved(&mut self, name: String, reason: &Text) {
        let message = text!("{name} stays where it is: {reason}", name = name, reason = reason.clone());
        self.show_notice_there(Notice::trouble(message));
    }

    /// Shows a notice where a session was deleted: in the archive or at home.
    pub(super) fn show_notice_there(&mut self, notice: Notice) {
        if self.page() == Page::Home {
            self.message = Some(notice);
        } else {
            self.archive_page.notice = Some(notice);
        }
    }

    pub(super) fn restore(&mut self, path: PathBuf, what: Deleted) {
        let (archive, file) = (self.archive.clone(), path.clone());
        let restore = move || {
            let restored = archive.move_in(&file).map_err(|error| system_reason(&error))?;
            // What cannot be read is restored, too; viewing a session shows why it cannot.
            let news = match what {
                Deleted::Tournament => {
                    let read = TournamentFile::open(&restored).ok();
                    read.map(|(_, loaded)| News::Tournament(restored.clone(), Box::new(loaded)))
                }
                Deleted::Session | Deleted::Example => {
                    Archive::entry(&restored).ok().map(|entry| News::Read(vec![entry]))
                }
            };
            Ok((news, restored))
        };
        self.spawn_for_tap("trash", &path.clone(), restore, move |app, restored| match restored {
            Ok((news, restored)) => {
                app.archive_page.trash.forget(&path);
                if let Some(news) = news {
                    app.index.take(news, None);
                    // News that are on their way may be of the deletion.
                    app.read_again(restored.clone());
                }
                let message = match what {
                    Deleted::Session => text!("The session is back."),
                    Deleted::Example => text!("The example is back."),
                    Deleted::Tournament => text!("The tournament is back."),
                };
                // Of several files, one that stays in the trash is already reported.
                app.archive_page.notice.get_or_insert(Notice::done(message));
                app.archive_page.take_back = None;
                if app.page() == Page::Archive && what != Deleted::Tournament {
                    app.view(&restored);
                }
            }
            Err(reason) => app.not_moved(file_name(&path), &reason),
        });
    }

    pub(super) fn empty_trash(&mut self) {
        self.screens.top_mut().panel = Panel::Trash;
        self.archive_page.take_back = None;
        let trash = self.archive.trash();
        let name = trash.folder().display().to_string();
        let about = trash.folder().to_owned();
        let empty = move || trash.empty().map_err(|error| system_reason(&error));
        self.spawn_for_tap("trash", &about, empty, move |app, emptied| match emptied {
            Ok(count) => {
                app.archive_page.trash = Index::default();
                app.archive_page.notice = Some(Notice::done(text!(
                    "{n} file was deleted for good." | "{n} files were deleted for good." % count
                )));
            }
            Err(reason) => app.not_moved(name, &reason),
        });
    }

    pub(super) fn take_back(&mut self) {
        match self.archive_page.take_back.take() {
            Some(TakeBack::Deleted { paths, what }) => {
                for path in paths {
                    self.restore(path, what);
                }
            }
            Some(TakeBack::Renamed(renamed)) => self.rename_back(renamed),
            Some(TakeBack::Counted(of, counted)) => self.keep_counted(of, counted),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use crate::app::spawn::tests::{messages, settle, with_a_game};
    use crate::app::{ArchiveCommand, Command, Page};

    #[test]
    fn a_session_being_read_is_not_missed_once_it_is_deleted() {
        let folder = TempDir::new().unwrap();
        let (mut app, path) = with_a_game(folder.path());
        app.handle(Command::Show(Page::Archive));
        app.handle(Command::OnArchive(ArchiveCommand::View(path.clone())));
        settle(&mut app);
        // As after news of its file, which a slow disk reads only after the deletion.
        app.archive_page.wanted = Some(path.clone());
        app.handle(Command::OnArchive(ArchiveCommand::Delete(path)));
        settle(&mut app);
        assert_eq!((&app.archive_page.wanted, &app.archive_page.viewed), (&None, &None), "{}", messages(&app));
    }
}
