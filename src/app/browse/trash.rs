//! Deleting sessions, and bringing them back.

use std::path::Path;

use super::{Panel, TakeBack};
use crate::app::shelf::Shelf;
use crate::app::{App, Event, Notice, file_name};
use crate::archive::{Archive, Library, News, lock, system_reason};

impl App {
    /// Reads the trash and keeps it up to date while it is shown.
    pub(super) fn watch_trash(&mut self, shown: bool) {
        if !shown {
            self.browse.trash_library = None;
        } else if self.browse.trash_library.is_none() {
            self.browse.trash = Shelf::being_read();
            let (sender, wake) = (self.sender.clone(), self.wake.clone());
            let library = Library::open(self.archive.trash(), move |news| {
                if sender.send(Event::Trash(news)).is_ok() {
                    wake();
                }
            });
            match library {
                Ok(library) => self.browse.trash_library = Some(library),
                Err(error) => {
                    let folder = self.archive.trash().folder().to_owned();
                    self.browse.trash.take(News::Unreadable(folder, system_reason(&error)), None);
                    self.browse.trash.take(News::Complete, None);
                }
            }
        }
    }

    pub(super) fn delete_viewed(&mut self) {
        let Some(path) = self.viewed_path() else { return };
        self.browse.panel = Panel::None;
        if self.play.as_ref().is_some_and(|play| play.path == path) {
            self.play = None;
        }
        // Nobody may be at the table with it.
        let held = lock(&path);
        if !held.may_write() {
            self.browse.notice = Notice::ReadOnly;
            return;
        }
        match self.archive.trash().take_in(&path) {
            Ok(path_in_trash) => {
                self.shelf.forget(&path);
                self.browse.viewed = None;
                self.browse.notice = Notice::Deleted;
                self.browse.take_back = Some(TakeBack::Deleted { path: path_in_trash });
            }
            Err(error) => self.browse.notice = Notice::NotMoved { name: file_name(&path), reason: self.reason(&error) },
        }
    }

    pub(super) fn restore(&mut self, path: &Path) {
        match self.archive.take_in(path) {
            Ok(restored) => {
                self.browse.trash.forget(path);
                if let Ok(entry) = Archive::entry(&restored) {
                    self.shelf.learn(entry);
                }
                self.browse.notice = Notice::Restored;
                self.browse.take_back = None;
                self.view(&restored);
            }
            Err(error) => self.browse.notice = Notice::NotMoved { name: file_name(path), reason: self.reason(&error) },
        }
    }

    pub(super) fn empty_trash(&mut self) {
        self.browse.panel = Panel::Trash;
        self.browse.take_back = None;
        match self.archive.trash().empty() {
            Ok(count) => {
                self.browse.trash = Shelf::default();
                self.browse.notice = Notice::TrashEmptied { count };
            }
            Err(error) => {
                let name = self.archive.trash().folder().display().to_string();
                self.browse.notice = Notice::NotMoved { name, reason: self.reason(&error) };
            }
        }
    }

    pub(super) fn take_back(&mut self) {
        match self.browse.take_back.take() {
            Some(TakeBack::Deleted { path }) => self.restore(&path),
            Some(TakeBack::Renamed(renamed)) => self.rename_back(&renamed),
            None => {}
        }
    }

    /// Takes in what was found in the trash.
    pub(in crate::app) fn found_in_trash(&mut self, news: News) {
        self.browse.trash.take(news, None);
    }
}
