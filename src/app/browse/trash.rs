//! Deleting sessions and restoring them.

use std::path::{Path, PathBuf};

use super::command::Panel;
use super::state::TakeBack;
use crate::app::shelf::Shelf;
use crate::app::{About, App, Notice, Page, file_name};
use crate::archive::{Archive, Library, lock, system_reason};
use crate::each;
use crate::text;
use crate::text::Text;

impl App {
    /// Reads the trash and follows its changes while it is shown.
    pub(in crate::app) fn watch_trash(&mut self) {
        if !matches!(self.panel(), Panel::Trash | Panel::EmptyQuestion) {
            self.browse.trash_library = None;
        } else if self.browse.trash_library.is_none() {
            self.browse.trash = Shelf::being_read();
            self.browse.trashes += 1;
            let (teller, folder, trash) = (self.teller.clone(), self.folders, self.browse.trashes);
            self.browse.trash_library = Some(Library::open(self.archive.trash(), move |news| {
                teller.tell_of(folder, move |app| {
                    if app.browse.trashes == trash {
                        app.browse.trash.take(news, None);
                    }
                });
            }));
        }
    }

    pub(super) fn delete(&mut self, path: PathBuf) {
        self.screens.top_mut().panel = Panel::None;
        if self.desk.open_at(&path).is_some() {
            self.desk.close();
        }
        self.put_away(
            path.clone(),
            |_| true,
            move |app, deleted| match deleted {
                Ok(None) => app.say_there(Notice::read_only()),
                Ok(Some(in_trash)) => {
                    let said = text!("The session is in the trash.");
                    app.browse.notice = Some(Notice::done(said).about(About::TakeBack));
                    app.browse.take_back = Some(TakeBack::Deleted { path: in_trash });
                }
                Err(reason) => app.not_moved(file_name(&path), &reason),
            },
        );
    }

    /// Moves a session to the trash if nothing was entered since it was dealt in this window. On failure it stays among
    /// the unfinished ones.
    pub(in crate::app) fn discard_untouched(&mut self, path: PathBuf) {
        // Ask the file and not the shelf: another device may have gone on with the session.
        let untouched = |file: &Path| {
            Archive::load(file).is_ok_and(|loaded| each!(&loaded.session, session => session.is_untouched()))
        };
        self.put_away(path, untouched, |_, _| ());
    }

    /// Moves a session's file to the trash if `may` agrees and the session is not at a table, then runs `then` with the
    /// new path.
    fn put_away(
        &mut self,
        path: PathBuf,
        may: fn(&Path) -> bool,
        then: impl FnOnce(&mut App, Result<Option<PathBuf>, Text>) + Send + 'static,
    ) {
        let (trash, file) = (self.archive.trash(), path.clone());
        let delete = move || {
            let held = lock(&file);
            if !held.may_write() || !may(&file) {
                return Ok(None);
            }
            trash.take_in(&file).map(Some).map_err(|error| system_reason(&error))
        };
        self.aside("trash", &path.clone(), delete, move |app, deleted| {
            if matches!(deleted, Ok(Some(_))) {
                // Take in pending news of the file before forgetting it.
                app.take_news();
                app.shelf.forget(&path);
                app.browse.viewed.take_if(|viewed| *viewed == path);
            }
            then(app, deleted);
        });
    }

    fn not_moved(&mut self, name: String, reason: &Text) {
        let said = text!("{name} stays where it is: {reason}", name = name, reason = reason.clone());
        self.say_there(Notice::trouble(said));
    }

    /// Shows a notice where a session was deleted: in the archive or at home.
    fn say_there(&mut self, notice: Notice) {
        if self.page() == Page::Home {
            self.message = Some(notice);
        } else {
            self.browse.notice = Some(notice);
        }
    }

    pub(super) fn restore(&mut self, path: PathBuf) {
        let (archive, file) = (self.archive.clone(), path.clone());
        let restore = move || {
            let restored = archive.take_in(&file).map_err(|error| system_reason(&error))?;
            // An unreadable session is restored, too; viewing it shows why it cannot be read.
            Ok((Archive::entry(&restored).ok(), restored))
        };
        self.aside("trash", &path.clone(), restore, move |app, restored| match restored {
            Ok((entry, restored)) => {
                app.browse.trash.forget(&path);
                if let Some(entry) = entry {
                    app.shelf.learn(entry);
                }
                app.browse.notice = Some(Notice::done(text!("The session is back.")));
                app.browse.take_back = None;
                if app.page() == Page::Archive {
                    app.view(&restored);
                }
            }
            Err(reason) => app.not_moved(file_name(&path), &reason),
        });
    }

    pub(super) fn empty_trash(&mut self) {
        self.screens.top_mut().panel = Panel::Trash;
        self.browse.take_back = None;
        let trash = self.archive.trash();
        let name = trash.folder().display().to_string();
        let about = trash.folder().to_owned();
        let empty = move || trash.empty().map_err(|error| system_reason(&error));
        self.aside("trash", &about, empty, move |app, emptied| match emptied {
            Ok(count) => {
                app.browse.trash = Shelf::default();
                app.browse.notice = Some(Notice::done(text!(
                    "{n} session was deleted for good." | "{n} sessions were deleted for good." % count
                )));
            }
            Err(reason) => app.not_moved(name, &reason),
        });
    }

    pub(super) fn take_back(&mut self) {
        match self.browse.take_back.take() {
            Some(TakeBack::Deleted { path }) => self.restore(path),
            Some(TakeBack::Renamed(renamed)) => self.rename_back(&renamed),
            None => {}
        }
    }
}
