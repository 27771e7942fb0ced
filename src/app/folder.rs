//! Another folder for the sessions: moving them there, or using what is there.

use std::path::{Path, PathBuf};

use super::browse::Browse;
use super::figures::Figures;
use super::play::Play;
use super::shelf::Shelf;
use super::typed::typed_path;
use super::{App, Event, Notice};
use crate::archive::{Archive, Copied, MoveError, Presence, SaveError, can_write, copy_archive, whole};
use crate::background;
use crate::text;

/// News of a move.
#[derive(Debug)]
pub(super) enum Moving {
    /// So many files of so many are copied and compared.
    Copying(usize, usize),
    /// All are, into this folder, which the settings name now.
    Copied(PathBuf, Box<Copied>),
    /// The settings name this folder, and nothing was moved.
    Used(PathBuf),
    /// Nothing was moved.
    Refused(PathBuf, MoveError),
    /// Nothing was moved: the settings could not be kept.
    NotKept(SaveError),
    /// So many were moved to this folder, and so many old files are left.
    Cleared(PathBuf, usize, usize),
}

impl App {
    /// Copies the sessions to another folder on a thread of its own.
    pub(super) fn move_folder(&mut self, to: &Path) {
        let Some(to) = self.wanted_folder(to) else { return };
        let archive = self.archive.clone();
        let ours = self.play.as_ref().filter(|play| play.file.may_write()).map(|play| play.path().to_owned());
        let keep = self.preferences.keep_folder(self.named(&to));
        let presence = self.presence.take();
        self.moving = Some((0, 0));
        self.work("move", move |tell| {
            let progress = |done: usize, of: usize| {
                if done.is_multiple_of(50) {
                    tell(Moving::Copying(done, of));
                }
            };
            let alone = presence.as_ref().is_none_or(Presence::is_alone);
            let copied =
                if alone { copy_archive(&archive, &to, ours.as_deref(), progress) } else { Err(MoveError::Used) };
            let news = match copied.map(|copied| (keep(), copied)) {
                Ok((Ok(()), copied)) => Moving::Copied(to, Box::new(copied)),
                Ok((Err(error), copied)) => {
                    copied.give_up();
                    Moving::NotKept(error)
                }
                Err(error) => Moving::Refused(to, error),
            };
            drop(presence);
            tell(news);
        });
    }

    /// Does a piece of the move on a thread of its own, which tells how it goes.
    fn work(&self, name: &str, work: impl FnOnce(&dyn Fn(Moving)) + Send + 'static) {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let tell = move |news: Moving| {
            if sender.send(Event::Moving(news)).is_ok() {
                wake();
            }
        };
        background::work(name, move || work(&tell), drop);
    }

    /// Takes in how a move goes.
    pub(super) fn moving(&mut self, news: Moving) {
        match news {
            Moving::Copying(done, of) => self.moving = Some((done, of)),
            Moving::Refused(to, error) => {
                self.moving = None;
                self.be_present();
                self.message = match error {
                    MoveError::Same => Notice::FolderSame,
                    MoveError::Inside => Notice::FolderInside,
                    MoveError::Differs(name) => Notice::FolderDiffers { name },
                    MoveError::Open(name) => Notice::FolderInUse { name },
                    MoveError::Used => Notice::Trouble(text!(
                        "Nothing was moved: another window of Tablet of Truth is open over your games. Close it first."
                    )),
                    MoveError::Io { path, error } => {
                        let path = if path.as_os_str().is_empty() { to } else { path };
                        Notice::FolderRefused { path: path.display().to_string(), reason: self.reason(&error) }
                    }
                };
            }
            Moving::NotKept(error) => {
                self.moving = None;
                self.be_present();
                self.say_not_kept(&error);
            }
            Moving::Copied(to, copied) => self.copied_to(to, *copied),
            Moving::Used(folder) => {
                self.moving = None;
                // The open session stays in its own folder.
                self.play = None;
                self.look_into(&folder);
                self.message = Notice::FolderUsed { path: folder.display().to_string() };
            }
            Moving::Cleared(to, files, left) => {
                self.moving = None;
                self.be_present();
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
        let old = self.archive.folder().to_owned();
        let open = self.play.take().filter(|play| play.file.may_write());
        self.look_into(&to);
        if let Some(Play { session, file, .. }) = open {
            let file = match file.path().strip_prefix(&old).map(|name| self.archive.folder().join(name)) {
                Ok(path) => file.moved_to(path),
                Err(_) => file,
            };
            self.play = Some(Play::new(session, file));
        }
        let files = copied.files();
        self.work("clear", move |tell| tell(Moving::Cleared(to, files, copied.clear())));
    }

    /// Uses what is in another folder, and leaves the sessions where they are.
    pub(super) fn use_folder(&mut self, folder: &Path) {
        let Some(folder) = self.wanted_folder(folder) else { return };
        let here = self.archive.folder().to_owned();
        let keep = self.preferences.keep_folder(self.named(&folder));
        self.moving = Some((0, 0));
        self.work("use", move |tell| {
            let usable = std::fs::read_dir(&folder).map(drop).and_then(|()| can_write(&folder));
            tell(match usable {
                _ if whole(&folder) == here => Moving::Refused(folder, MoveError::Same),
                Err(error) => Moving::Refused(folder.clone(), MoveError::Io { path: folder, error }),
                Ok(()) => keep().map_or_else(Moving::NotKept, |()| Moving::Used(folder)),
            });
        });
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

    /// How the settings name a folder: the platform's own needs no mention.
    fn named(&self, folder: &Path) -> Option<PathBuf> {
        (folder != self.usual_folder).then(|| folder.to_owned())
    }

    /// Forgets what is known of the sessions and reads another folder, which the settings name by now.
    fn look_into(&mut self, folder: &Path) {
        self.preferences.folder_kept(self.named(folder));
        self.archive = Archive::new(whole(folder));
        self.shelf = Shelf::being_read();
        self.browse = Browse::default();
        self.figures = Figures::default();
        self.pointed_out = None;
        self.presence = None;
        self.be_present();
        self.read_archive();
    }

    /// Tells other windows that this one is over the folder. A folder that was not there before, or was made again, hears of
    /// it now.
    pub(super) fn be_present(&mut self) {
        // While the sessions are moved, whoever moves them is known in the folder.
        if self.moving.is_some() || self.presence.as_ref().is_some_and(Presence::holds) {
            return;
        }
        let begun = Presence::begin(self.archive.folder());
        if begun.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock) {
            self.message = Notice::Trouble(text!(
                "Another window is moving your games. Close this window, and open it again in a moment."
            ));
        }
        self.presence = begun.ok();
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
        if self.settings().data_folder.is_some() && !self.folder_given && !folder.is_dir() {
            self.message = Notice::FolderMissing { path: folder.display().to_string() };
        }
    }
}
