//! Keeping the open session on disk, even if the disk refuses or another program writes its file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::playing::Playing;
use super::tournament::OpenTournament;
use super::typed::{file_name, folder_of, typed_path};
use super::{About, App, Notice, SaveState, Slowness, now};
use crate::archive::{Archive, Entry, InFile, Report, Saved, Saver, SessionFile, Source, is_folder, is_there};
use crate::background::Interface;
use crate::each;
use crate::platform::IN_BROWSER;
use crate::session::Session;
use crate::text;
use crate::text::Text;

impl App {
    /// Starts the saver's thread.
    pub(super) fn start_saver(&mut self) {
        let (number, handle) = (self.open_session.next_saver(), self.handle.clone());
        self.open_session.write_by(Saver::start(move |report| {
            handle.post(move |app| {
                if app.open_session.writes(number) {
                    app.saved(report);
                }
            });
        }));
    }

    /// Takes in the report of a save.
    fn saved(&mut self, report: Report) {
        let saved = self.open_session.saved(report);
        self.slowness = Slowness::No;
        if !self.is_saving() {
            self.all_saved();
        }
        match saved {
            Some(Saved::Beside(copy)) => self.tell_of_copy(&copy),
            Some(Saved::Mended(copy)) => {
                let whole = text!("The file as it was is kept as {name}.", name = file_name(&copy));
                self.message = Some(Notice::done(whole));
            }
            Some(Saved::Here | Saved::Elsewhere) | None => {}
        }
    }

    /// Resumes what was waiting for the disk.
    fn all_saved(&mut self) {
        if std::mem::take(&mut self.open_session.read_again) {
            self.look();
        }
        // Notes typed for another session must be saved before it is left.
        self.keep_notes();
        if let Some(command) = self.open_session.next.take() {
            self.take(command);
            self.keep_notes();
        }
        self.release();
    }

    fn tell_of_copy(&mut self, copy: &Path) {
        let said = Notice::trouble(text!(
            "Another program or device has changed this game meanwhile. What you see is saved; the other version is \
             kept beside it as {name}. Compare the two in the archive.",
            name = file_name(copy),
        ));
        self.message = Some(said.about(About::Copy(copy.to_owned())));
    }

    /// Opens a session's file for playing on, then runs `then`. On failure the open session stays open. A later tap
    /// cancels it.
    pub(super) fn open_to_play(&mut self, path: &Path, then: impl FnOnce(&mut App, Result<(), Text>) + Send + 'static) {
        let turn = self.turn;
        self.open_session("open", path, move |app, opened| {
            if app.turn == turn {
                let taken = opened.map(|play| app.play_on(play));
                then(app, taken);
                app.keep_notes();
                app.release();
            }
        });
    }

    /// Opens a session's file and takes its lock, on a thread of this name.
    pub(super) fn open_session(
        &mut self,
        name: &'static str,
        path: &Path,
        then: impl FnOnce(&mut App, Result<Playing, Text>) + Send + 'static,
    ) {
        let of = path.to_owned();
        let open = move || SessionFile::open(&of).map_err(|error| error.text());
        self.spawn_for_tap(name, folder_of(path), open, move |app, opened| {
            let mended = opened.as_ref().ok().and_then(|(_, loaded)| loaded.mended());
            then(app, opened.map(|(file, loaded)| Playing::new(loaded.session, file)));
            if let Some(mended) = mended {
                app.message = Some(Notice::mended(mended));
            }
        });
    }

    /// Puts a session in place of the open one.
    pub(super) fn play_on(&mut self, play: Playing) {
        if !self.archive.holds(play.path()) {
            self.open_session.outside = Some(play.path().to_owned());
        }
        self.open_session.open(play);
    }

    /// Checks whether another program, such as one that syncs folders, has changed the file of the open session.
    pub(super) fn look(&mut self) {
        let Some(play) = &self.open_session.play else { return };
        if self.is_saving() {
            self.open_session.read_again = true;
            return;
        }
        let (path, known, ticket) = (play.path().to_owned(), play.file().version(), self.open_session.saves());
        let (of, ours) = (path.clone(), play.session().cloned());
        let read = move || {
            let found = SessionFile::read_unless(&path, known).map_err(|error| error.text())?;
            // Programs that sync folders put a copy of ours there before they replace the file.
            Ok(found.map(|found| (found, Archive::copy_with(&path, ours.as_ref()))))
        };
        self.spawn("look", &of.clone(), read, move |app, found: Result<_, Text>| {
            let unsaved = app.open_session.saves() != ticket || app.open_session.is_refused();
            let Some(play) = app.open_session.play.as_mut().filter(|play| play.path() == of) else { return };
            // A file that cannot be read now is kept beside by the next save. So is one that changed while a tap came
            // in, or while taps are refused by the disk.
            let Ok(Some(((version, loaded), copy))) = found else { return };
            if unsaved || play.file().version() == Some(version) {
                return;
            }
            if !loaded.is_version_of(play.session()) {
                // Keeps what is there beside the game.
                app.save();
                return;
            }
            play.file().saw(version, &loaded);
            if play.session() == loaded.session.as_ref() {
                return;
            }
            let drops_change = app.screens.changes_session() && !play.session().agrees_with(loaded.session.as_ref());
            let correction = play.replace_session(loaded.session);
            if drops_change {
                app.change = None;
                app.screens.show_session();
            }
            app.learn_open(true);
            app.end_correction();
            app.tell_of_newer(correction, drops_change, copy);
        });
    }

    /// Says that another program or device changed the open session, and what of this window it has overtaken: the
    /// correction of a round, a change of the game, and what was entered, which is kept in `copy`.
    fn tell_of_newer(&mut self, correction: Option<usize>, drops_change: bool, copy: Option<PathBuf>) {
        let said = match correction {
            Some(round) => text!(
                "Another program or device changed this game, so the correction of round {round} was closed unsaved. \
                 This is the newest version.",
                round = round,
            ),
            None if drops_change => text!(
                "Another program or device changed this game, so your change of rules, seats or names was closed \
                 unsaved. This is the newest version."
            ),
            None => text!("Another program or device changed this game. This is the newest version; undo works in it."),
        };
        let overtaken = correction.is_some() || drops_change || copy.is_some();
        let notice = if overtaken { Notice::trouble } else { Notice::done };
        self.message = Some(match copy {
            None => notice(said),
            Some(copy) => {
                let next = text!("What was entered here is kept beside it as {name}.", name = file_name(&copy));
                notice(text!("two sentences" => "{said} {next}", said = said, next = next)).about(About::Copy(copy))
            }
        });
    }

    /// Closes a session that was left and is on disk, so that another window can open it.
    pub(super) fn release(&mut self) {
        let Some(play) = &self.open_session.play else { return };
        let needed = self.open_session.next.is_some() || self.moving.is_some() || self.is_at_table();
        if needed || !self.open_session.is_kept() {
            return;
        }
        // News of its file were skipped while it was open.
        if let Some(library) = self.library.as_ref().filter(|_| self.archive.holds(play.path())) {
            library.learned(play.path().to_owned());
        }
        self.open_session.close();
    }

    /// Whether the open session is shown, or lies under what is shown.
    pub(super) fn is_at_table(&self) -> bool {
        self.screens.has_session()
    }

    /// Tells the archive what is known of the open session, without reading its file. A session kept elsewhere is not
    /// in the archive.
    pub(super) fn learn_open(&mut self, touched: bool) {
        if let Some(play) = self.open_session.play.as_ref().filter(|play| self.archive.holds(play.path())) {
            let path = play.path().to_owned();
            self.index.learn(each!(play.session(), session => {
                let saved = if touched { now() } else { session.started() };
                Entry::of(session, path, saved)
            }));
        }
    }

    /// The session last opened, if its file is not in the archive's folder.
    pub fn outside(&self) -> Option<&Path> {
        self.open_session.outside.as_deref()
    }

    pub(super) fn take_copy(&mut self) {
        if let Some(path) = self.open_session.outside.take() {
            self.import(Source::File(path));
        }
    }

    /// Passes the session to the saver.
    pub(super) fn save(&mut self) {
        self.open_session.save(self.library.as_ref());
    }

    pub(super) fn try_again(&mut self) {
        // On the tournament's pages, what is tried again is the tournament, unless it is the session that failed.
        let tried = self.open_session.is_refused() || !self.page().shows_tournament();
        let Some(play) = self.open_session.play.as_ref().filter(|_| tried) else { return };
        if play.file().may_write() {
            self.save();
            return;
        }
        // The other copy may have changed it, so read it from disk again.
        let (path, turn) = (play.path().to_owned(), self.turn);
        self.open_session("open", &path.clone(), move |app, opened| match opened {
            _ if app.turn != turn => {}
            Ok(play) if play.file().may_write() => {
                app.play_on(play);
                app.screens.show_session();
            }
            Ok(_) => {}
            Err(reason) => app.refuse_file(&path, &reason),
        });
    }

    pub(super) fn save_to(&mut self, typed: &Path) {
        let path = match typed_path(typed) {
            Ok(path) => path,
            Err(reason) => {
                self.message = Some(Notice::not_saved_there(typed, reason));
                return;
            }
        };
        if self.state_before_session().is_some() {
            self.save_tournament_to(path);
            return;
        }
        let Some(play) = &self.open_session.play else { return };
        let (session, from) = (play.session().cloned(), play.path().to_owned());
        let (archive, to, written, open) = (self.archive.clone(), path.clone(), session.clone(), from.clone());
        let write = move || {
            let path = archive.file_at(&to);
            if path == open { Ok(None) } else { each!(&written, session => write_elsewhere(&path, session)).map(Some) }
        };
        self.spawn_for_tap("save", folder_of(&path.clone()), write, move |app, written| match written {
            Err(reason) => app.message = Some(Notice::not_saved_there(&path, reason)),
            // The path is the session's own file.
            Ok(None) if app.open_session.open_at(&from).is_some() => app.save(),
            Ok(None) => {}
            Ok(Some(file)) => {
                let Some(play) = app.open_session.play.as_mut().filter(|play| play.path() == from) else { return };
                let path = file.path().to_owned();
                play.keep_in(file);
                let newer = play.session() != session.as_ref();
                app.open_session.outside = Some(path.clone()).filter(|path| !app.archive.holds(path));
                // The thread may never return from a place that does not answer.
                if app.is_saving() {
                    app.start_saver();
                }
                app.open_session.all_is_saved();
                app.slowness = Slowness::No;
                if newer {
                    app.save();
                }
                app.message = Some(Notice::done(text!(
                    "Saved as {path}. The next taps go there too; open that file to continue another day.",
                    path = path.display().to_string(),
                )));
            }
        });
    }

    /// How far the open session is saved; on the tournament's pages, or while it waits for the disk, the tournament.
    pub fn save_state(&self) -> SaveState {
        self.state_before_session().unwrap_or_else(|| self.open_session.state())
    }

    /// The tournament's state, where it goes before the open session's. A refused session can be lost, and has a rescue
    /// of its own.
    fn state_before_session(&self) -> Option<SaveState> {
        self.tournament_state().filter(|_| !self.open_session.is_refused())
    }

    /// Why what [`App::save_state`] speaks of cannot be changed.
    pub fn why_read_only(&self) -> Text {
        let overtaken = self.tournament.as_ref().filter(|_| self.state_before_session().is_some());
        overtaken.map_or_else(|| Notice::read_only().text, |_| OpenTournament::overtaken_text())
    }

    /// The folder of what [`App::save_state`] speaks of.
    pub fn save_folder(&self) -> Option<&Path> {
        let tournament = self.tournament.as_ref().filter(|_| self.state_before_session().is_some());
        tournament.map(OpenTournament::path).or_else(|| self.session_file()).and_then(Path::parent)
    }

    /// Whether what [`App::save_state`] speaks of can be saved elsewhere.
    pub fn can_save_elsewhere(&self) -> bool {
        if self.state_before_session().is_some() { !IN_BROWSER } else { self.has_session() }
    }

    /// A path to which it could be saved when its own folder cannot be written.
    pub fn other_place(&self) -> Option<PathBuf> {
        let tournament = self.tournament.as_ref().filter(|_| self.state_before_session().is_some());
        let path = tournament.map(OpenTournament::path).or_else(|| self.session_file())?;
        Some(self.documents.as_ref()?.join(path.file_name()?))
    }

    /// Whether a tap is still being written.
    pub fn is_saving(&self) -> bool {
        self.open_session.is_saving()
    }

    /// Whether a file is being read or written that a tap waits for.
    pub fn is_working(&self) -> bool {
        Arc::strong_count(&self.waiting) > 1 || self.open_session.next.is_some()
    }

    /// Whether closing now would cut anything short; the window waits until nothing would be.
    pub fn is_busy(&self) -> bool {
        let saving = self.is_saving() || self.is_saving_tournament() || self.is_keeping_settings();
        saving || self.is_working() || self.archive_page.is_busy() || self.moving.is_some()
    }

    /// How long the disk has kept the user waiting.
    pub fn slowness(&self) -> Slowness {
        self.slowness
    }

    /// Notes how long the disk keeps the user waiting.
    pub fn wait_on(&mut self, slowness: Slowness) {
        self.slowness = slowness;
    }

    /// What the window waits for before it closes, besides taps.
    pub fn work_before_closing(&self) -> Option<Text> {
        if let Some((done, of)) = self.archive_page.renaming() {
            return Some(text!(
                "The names are being changed in your games ({done} of {of}). If you close now, some will keep the \
                 old name.",
                done = done,
                of = of,
            ));
        }
        if let Some((done, of)) = self.moving {
            return Some(text!("Your games are being moved ({done} of {of}).", done = done, of = of));
        }
        let works = self.archive_page.is_busy()
            || self.is_saving_tournament()
            || self.is_working()
            || self.is_keeping_settings();
        works.then(|| text!("A file is being saved or read."))
    }

    /// Abandons everything that waits for a disk, so that the window can close.
    pub fn give_up_waiting(&mut self) {
        let _here = Interface::here();
        self.open_session.abandon();
        self.abandon_tournament();
        self.preferences.abandon();
    }
}

/// Whether a file can be made at a typed path.
///
/// # Errors
/// The reason why not.
pub(super) fn check_free(path: &Path) -> Result<(), Text> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !is_folder(folder)) {
        return Err(no_such_folder());
    }
    if is_there(path) { Err(text!("a file with this name already exists")) } else { Ok(()) }
}

/// Writes a session to a path where no file exists.
fn write_elsewhere<G: InFile>(path: &Path, session: &Session<G>) -> Result<SessionFile, Text> {
    check_free(path)?;
    let file = SessionFile::new(path.to_owned());
    file.save_now(session).map(|()| file).map_err(|error| error.text())
}

/// The reason for not writing to a mistyped folder.
pub(super) fn no_such_folder() -> Text {
    text!("there is no such folder")
}
