//! Another folder for the sessions: moving them there, or using what is there.

use std::path::{Path, PathBuf};

use super::browse::Browse;
use super::figures::Figures;
use super::play::Play;
use super::shelf::Shelf;
use super::typed::typed_path;
use super::{App, Event, Notice};
use crate::archive::{Archive, Copied, MoveError, Settings, can_write, copy_archive};
use crate::background;

/// News of a move.
#[derive(Debug)]
pub(super) enum Moving {
    /// So many files of so many are copied and compared.
    Copying(usize, usize),
    /// All are, into this folder.
    Copied(PathBuf, Box<Copied>),
    /// Nothing was moved.
    Refused(PathBuf, MoveError),
    /// So many were moved to this folder, and so many old files are left.
    Cleared(PathBuf, usize, usize),
}

impl App {
    /// Copies the sessions to another folder on a thread of its own.
    pub(super) fn move_folder(&mut self, to: &Path) {
        let Some(to) = self.wanted_folder(to) else { return };
        let archive = self.archive.clone();
        let ours = self.play.as_ref().filter(|play| play.file.may_write()).map(|play| play.path().to_owned());
        let refused = to.clone();
        self.moving = Some((0, 0));
        self.work("move", move |tell| {
            let progress = |done: usize, of: usize| {
                if done.is_multiple_of(50) {
                    tell(Moving::Copying(done, of));
                }
            };
            match copy_archive(&archive, &to, ours.as_deref(), progress) {
                Ok(copied) => tell(Moving::Copied(to, Box::new(copied))),
                Err(error) => tell(Moving::Refused(to, error)),
            }
        })
        .unwrap_or_else(|error| self.folder_refused(&refused, &error));
    }

    /// Does a piece of the move on a thread of its own, which tells how it goes.
    fn work(&self, name: &str, work: impl FnOnce(&dyn Fn(Moving)) + Send + 'static) -> std::io::Result<()> {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let tell = move |news: Moving| {
            if sender.send(Event::Moving(news)).is_ok() {
                wake();
            }
        };
        background::work(name, move || work(&tell))
    }

    /// Takes in how a move goes.
    pub(super) fn moving(&mut self, news: Moving) {
        match news {
            Moving::Copying(done, of) => self.moving = Some((done, of)),
            Moving::Refused(to, error) => {
                self.moving = None;
                self.message = match error {
                    MoveError::Same => Notice::FolderSame,
                    MoveError::Inside => Notice::FolderInside,
                    MoveError::Differs(name) => Notice::FolderDiffers { name },
                    MoveError::Open(name) => Notice::FolderInUse { name },
                    MoveError::Io { path, error } => {
                        let path = if path.as_os_str().is_empty() { to } else { path };
                        Notice::FolderRefused { path: path.display().to_string(), reason: self.reason(&error) }
                    }
                };
            }
            Moving::Copied(to, copied) => self.copied_to(to, *copied),
            Moving::Cleared(to, files, left) => {
                self.moving = None;
                let path = to.display().to_string();
                self.message = match left {
                    0 => Notice::FolderMoved { path, files },
                    left => Notice::FolderMovedLeaving { path, left },
                };
            }
        }
    }

    /// Every file is in the new folder: from now on the program looks there, and the old files can go.
    fn copied_to(&mut self, to: PathBuf, copied: Copied) {
        if !self.keep_folder(&to) {
            self.moving = None;
            copied.give_up();
            return;
        }
        let old = self.archive.folder().to_owned();
        let open = self.play.take().filter(|play| play.file.may_write());
        self.look_into(&to);
        if let Some(Play { session, file, .. }) = open {
            let file = match file.path().strip_prefix(&old).map(|name| to.join(name)) {
                Ok(path) => file.moved_to(path),
                Err(_) => file,
            };
            self.play = Some(Play::new(session, file));
        }
        let files = copied.files();
        let place = to.clone();
        let cleared = self.work("clear", move |tell| tell(Moving::Cleared(place, files, copied.clear())));
        if cleared.is_err() {
            self.moving(Moving::Cleared(to, files, files));
        }
    }

    /// Uses what is in another folder, and leaves the sessions where they are.
    pub(super) fn use_folder(&mut self, folder: &Path) {
        let Some(folder) = self.wanted_folder(folder) else { return };
        if folder == self.archive.folder() {
            self.message = Notice::FolderSame;
            return;
        }
        let usable = std::fs::read_dir(&folder).map(drop).and_then(|()| can_write(&folder));
        if let Err(error) = usable {
            self.folder_refused(&folder, &error);
            return;
        }
        if self.keep_folder(&folder) {
            // The open session stays in its own folder.
            self.play = None;
            self.look_into(&folder);
            self.message = Notice::FolderUsed { path: folder.display().to_string() };
        }
    }

    /// A folder as it was typed, whole; nothing where there is no folder to be had now.
    fn wanted_folder(&mut self, typed: &Path) -> Option<PathBuf> {
        if self.folder_given {
            return None;
        }
        if self.browse.is_busy() {
            self.message = Notice::FolderBusy;
            return None;
        }
        let path = typed_path(typed).map_err(|reason| {
            let reason = self.language().say(&reason);
            self.message = Notice::FolderRefused { path: typed.display().to_string(), reason };
        });
        path.ok()
    }

    fn folder_refused(&mut self, path: &Path, error: &std::io::Error) {
        self.moving = None;
        self.message = Notice::FolderRefused { path: path.display().to_string(), reason: self.reason(error) };
    }

    /// Keeps the folder in the settings; the platform's own needs no mention.
    fn keep_folder(&mut self, folder: &Path) -> bool {
        let before = self.settings.clone();
        let data_folder = (folder != self.usual_folder).then(|| folder.to_owned());
        let kept = self.change_settings(Settings { data_folder, ..before.clone() });
        if !kept {
            self.settings = before;
        }
        kept
    }

    /// Forgets what is known of the sessions and reads another folder.
    fn look_into(&mut self, folder: &Path) {
        self.archive = Archive::new(folder.to_owned());
        self.shelf = Shelf::being_read();
        self.browse = Browse::default();
        self.figures = Figures::default();
        self.pointed_out = None;
        self.read_archive();
    }

    /// Where the sessions go when the settings name no folder.
    pub fn usual_folder(&self) -> &Path {
        &self.usual_folder
    }

    /// Was the folder asked for at the start, so that it cannot be changed?
    pub fn folder_given(&self) -> bool {
        self.folder_given
    }

    /// So many files of so many are moved, while they are.
    pub fn is_moving(&self) -> Option<(usize, usize)> {
        self.moving
    }

    /// Says that the sessions are being moved, and nothing else can be done.
    pub(super) fn refuse_while_moving(&mut self) {
        let (done, of) = self.moving.unwrap_or_default();
        self.message = Notice::FolderMoving { done, of };
    }

    /// Says so when the folder that the settings name is not there: a drive may be missing.
    pub(super) fn miss_folder(&mut self) {
        let folder = self.archive.folder();
        if self.settings.data_folder.is_some() && !self.folder_given && !folder.is_dir() {
            self.message = Notice::FolderMissing { path: folder.display().to_string() };
        }
    }
}
