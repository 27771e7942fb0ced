//! Changing the folder of sessions: moving them to another, or using what is there.

use std::path::{Path, PathBuf};

use super::archive::ArchivePage;
use super::index::Index;
use super::playing::Playing;
use super::statistics::StatisticsPage;
use super::typed::typed_path;
use super::{App, Command, Notice, Page};
use crate::archive::{Archive, Copied, MoveError, Presence, SaveError, can_write, copy_archive, system_reason, whole};
use crate::background::locked;
use crate::text;
use crate::text::Text;

/// A reason why the sessions were not moved.
#[derive(Debug)]
enum NotMoved {
    Refused(MoveError),
    /// The settings could not store the new folder.
    NotKept(SaveError),
    BrokenDown(Text),
}

impl From<Text> for NotMoved {
    fn from(reason: Text) -> Self {
        NotMoved::BrokenDown(reason)
    }
}

impl From<MoveError> for NotMoved {
    fn from(error: MoveError) -> Self {
        NotMoved::Refused(error)
    }
}

impl From<SaveError> for NotMoved {
    fn from(error: SaveError) -> Self {
        NotMoved::NotKept(error)
    }
}

impl App {
    /// Copies the sessions to another folder in the background.
    pub(super) fn move_folder(&mut self, to: &Path) {
        let Some(to) = self.wanted_folder(to) else { return };
        let (archive, target) = (self.archive.clone(), to.clone());
        let ours =
            self.open_session.play.as_ref().filter(|play| play.file().may_write()).map(|play| play.path().to_owned());
        let keep = self.preferences.keep_folder(self.named(&to));
        let announced = self.presence.clone();
        self.moving = Some((0, 0));
        let progress = self.progress(|app, done, of| app.moving = Some((done, of)));
        let copy = move || {
            // Both held until all is copied, so that no other window starts using the folder.
            let mut announced = locked(&announced);
            // Just after another move this window may not be announced yet.
            if !announce(&mut announced, archive.folder()) {
                return Err(MoveError::Used.into());
            }
            let presence = announced.take();
            if presence.as_ref().is_some_and(|presence| !presence.is_alone()) {
                return Err(MoveError::Used.into());
            }
            let copied = copy_archive(&archive, &target, ours.as_deref(), progress)?;
            match keep() {
                Ok(()) => Ok((copied, whole(&target))),
                Err(error) => {
                    copied.give_up();
                    Err(NotMoved::from(error))
                }
            }
        };
        self.spawn("move", self.archive.folder(), copy, move |app, copied| match copied {
            Ok((copied, there)) => app.copied_to(&to, there, copied),
            Err(error) => app.not_moved_to(&to, error),
        });
    }

    fn not_moved_to(&mut self, to: &Path, error: NotMoved) {
        self.end_move();
        self.message = Some(match error {
            NotMoved::Refused(MoveError::Same) => Notice::done(text!("Your games are already in this folder.")),
            NotMoved::Refused(MoveError::Inside) => Notice::trouble(text!(
                "Nothing was moved: this folder is inside the one your games are in. Choose one outside it."
            )),
            NotMoved::Refused(MoveError::Differs(name)) => Notice::trouble(text!(
                "Nothing was moved: that folder already has a different {name}. Choose another folder.",
                name = name,
            )),
            NotMoved::Refused(MoveError::Open(name)) => Notice::trouble(text!(
                "Nothing was moved: another window of Tablet of Truth has {name} open. Close it first.",
                name = name,
            )),
            NotMoved::Refused(MoveError::Used) => Notice::trouble(text!(
                "Nothing was moved: another window of Tablet of Truth is using your games. Close it first."
            )),
            NotMoved::Refused(MoveError::Io { path, error }) => {
                let path = if path.as_os_str().is_empty() { to } else { &path };
                Notice::folder_refused(path, system_reason(&error))
            }
            NotMoved::NotKept(error) => return self.say_not_kept(&error),
            NotMoved::BrokenDown(reason) => Notice::folder_refused(to, reason),
        });
    }

    /// Switches to the new folder, where every file now is, and removes the old files.
    fn copied_to(&mut self, to: &Path, there: PathBuf, copied: Copied) {
        let old = self.archive.folder().to_owned();
        let open = self.open_session.play.take().filter(|play| play.file().may_write());
        self.look_into(to, there);
        let mut moved = None;
        if let Some((session, file)) = open.map(Playing::into_parts) {
            let there = match file.path().strip_prefix(&old).map(|name| self.archive.folder().join(name)) {
                Ok(path) => file.moved_to(path),
                Err(_) => file.clone(),
            };
            moved = Some((file, there.clone()));
            self.open_session.play = Some(Playing::new(session, there));
        }
        let files = copied.files();
        let path = to.display().to_string();
        let clear = move || {
            if let Some((old, new)) = moved {
                // The old lock must go before the old file does.
                drop(old);
                new.hold();
            }
            Ok(copied.clear())
        };
        self.spawn("clear", &old, clear, move |app, left: Result<usize, Text>| {
            app.end_move();
            // If the work panicked, it is not known how many were removed.
            app.message = Some(match left.unwrap_or(files) {
                0 => Notice::done(text!(
                    "{n} file was moved. Your games are in {folder} from now on."
                        | "{n} files were moved. Your games are in {folder} from now on." % files,
                    folder = path,
                )),
                left => Notice::trouble(text!(
                    "Your games are in {folder} from now on. {n} file could not be removed from the old folder."
                        | "Your games are in {folder} from now on. {n} files could not be removed from the old \
                               folder."
                            % left,
                    folder = path,
                )),
            });
        });
    }

    /// Uses the contents of another folder, leaving the sessions where they are.
    pub(super) fn use_folder(&mut self, folder: &Path) {
        let Some(folder) = self.wanted_folder(folder) else { return };
        let (here, wanted) = (self.archive.folder().to_owned(), folder.clone());
        let keep = self.preferences.keep_folder(self.named(&folder));
        self.moving = Some((0, 0));
        let look = move || {
            let there = whole(&wanted);
            if there == here {
                return Err(MoveError::Same.into());
            }
            let usable = Archive::new(wanted.clone()).paths().and_then(|_| can_write(&wanted));
            usable.map_err(|error| MoveError::Io { path: wanted, error })?;
            keep().map(|()| there).map_err(NotMoved::from)
        };
        self.spawn("use", self.archive.folder(), look, move |app, looked| match looked {
            Ok(there) => {
                // The open session stays in its own folder.
                app.open_session.play = None;
                app.look_into(&folder, there);
                app.end_move();
                let folder = folder.display().to_string();
                let said = text!("Your games are kept in {folder} from now on.", folder = folder);
                app.message = Some(Notice::done(said));
            }
            Err(error) => app.not_moved_to(&folder, error),
        });
    }

    /// Resumes what had to wait for the move.
    fn end_move(&mut self) {
        self.moving = None;
        self.be_present();
        self.keep_notes();
        self.release();
    }

    /// The full path of a folder as typed; `None` if no folder can be changed to now.
    fn wanted_folder(&mut self, typed: &Path) -> Option<PathBuf> {
        if self.folder_given {
            return None;
        }
        if self.archive_page.is_busy() || self.has_unsaved_tournament() {
            self.message = Some(Notice::trouble(text!("Games are still being saved. Try again in a moment.")));
            return None;
        }
        let path = typed_path(typed).map_err(|reason| {
            self.message = Some(Notice::folder_refused(typed, reason));
        });
        path.ok()
    }

    /// The folder as the settings store it: `None` for the platform's own.
    fn named(&self, folder: &Path) -> Option<PathBuf> {
        (folder != self.usual_folder).then(|| folder.to_owned())
    }

    /// Forgets the known sessions and reads another folder, which the settings already name. `there` is its real path.
    fn look_into(&mut self, folder: &Path, there: PathBuf) {
        self.preferences.folder_kept(self.named(folder));
        self.archive = Archive::new(there);
        self.index = Index::being_read();
        self.archive_page = ArchivePage::default();
        self.statistics_page = StatisticsPage::default();
        self.tournament = None;
        self.open_session.stop_viewing();
        self.be_present();
        self.read_archive();
    }

    /// Says so if another window has changed the folder meanwhile. This one stays in its own until the user follows.
    pub(super) fn look_for_other_folder(&self) {
        if self.folder_given || self.moving.is_some() {
            return;
        }
        let read = self.preferences.read_folder();
        self.spawn("other folder", self.archive.folder(), move || Ok(read()), |app, read: Result<_, Text>| {
            let Ok(Some(folder)) = read else { return };
            if folder == app.settings().data_folder || app.moving.is_some() || app.message.is_some() {
                return;
            }
            let folder = folder.as_deref().unwrap_or(&app.usual_folder).display().to_string();
            app.message = Some(Notice::trouble(text!(
                "Another window keeps your games in {folder} now; this one still uses {here}. To follow, choose that \
                 folder in the settings.",
                folder = folder,
                here = app.archive.folder().display().to_string(),
            )));
        });
    }

    /// Announces this window to others using the folder, also when the folder has just been made or made again.
    pub(super) fn be_present(&mut self) {
        // During a move, the move itself is announced in the folder.
        if self.moving.is_some() {
            return;
        }
        let (announced, folder) = (self.presence.clone(), self.archive.folder().to_owned());
        let announce = move || Ok(announce(&mut locked(&announced), &folder));
        self.spawn("presence", self.archive.folder(), announce, |app, admitted: Result<bool, Text>| {
            if admitted == Ok(false) {
                app.message = Some(Notice::trouble(text!(
                    "Another window is moving your games. Close this window, and open it again in a moment."
                )));
            }
        });
    }

    /// Whether this window is announced to others, as far as that can be said at once.
    pub fn is_announced(&self) -> bool {
        self.presence.try_lock().is_ok_and(|announced| announced.is_some())
    }

    /// The folder of sessions when the settings name none.
    pub fn usual_folder(&self) -> &Path {
        &self.usual_folder
    }

    /// Whether the folder was given at the start, and so cannot be changed.
    pub fn folder_given(&self) -> bool {
        self.folder_given
    }

    /// The numbers of files moved and to be moved, during a move.
    pub fn is_moving(&self) -> Option<(usize, usize)> {
        self.moving
    }

    /// Whether the command leaves every file alone, so that it is possible during a move.
    pub(super) fn only_looks(&self, command: &Command) -> bool {
        // The set-up of a game is saved when it is dealt, but the rules on the settings page at once.
        let sets_up = matches!(command, Command::OnSetup(_)) && self.page() != Page::Settings;
        sets_up || command.only_looks()
    }

    /// Says why nothing can be written now, if so.
    pub(super) fn must_wait(&self) -> Option<Notice> {
        if self.starting {
            return Some(Notice::done(text!("Your settings are still being read. Wait a moment, then continue.")));
        }
        self.moving?;
        Some(Notice::done(text!("Your games are being moved. Wait a moment, then continue.")))
    }
}

/// Announces a window in a folder, unless it is announced there already. Returns whether no other window is moving the
/// sessions away from it.
fn announce(announced: &mut Option<Presence>, folder: &Path) -> bool {
    if announced.as_ref().is_some_and(|presence| presence.holds(folder)) {
        return true;
    }
    let begun = Presence::begin(folder);
    let refused = begun.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock);
    *announced = begun.ok();
    !refused
}
