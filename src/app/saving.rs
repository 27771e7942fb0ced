//! Keeping the open session on disk, even if the disk refuses or another program writes its file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::document::{FileChange, Open, with_copy};
use super::playing::Playing;
use super::tournament::OpenTournament;
use super::typed::{file_name, folder_of, typed_path};
use super::{About, App, Notice, SaveState, Slowness, now};
use crate::archive::{Entry, Loaded, SaveError, Saved, Saver, SessionFile, Source};
use crate::background::Interface;
use crate::each;
use crate::platform::IN_BROWSER;
use crate::session::AnySession;
use crate::text;
use crate::text::Text;

impl App {
    fn all_saved(&mut self) {
        // Notes typed for another session must be saved before it is left.
        self.keep_notes();
        if let Some(command) = self.open_session.next.take() {
            self.take(command);
            self.keep_notes();
        }
        self.release();
    }

    /// On failure the open session stays open. A later tap cancels it.
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

    pub(super) fn open_session(
        &mut self,
        name: &'static str,
        path: &Path,
        then: impl FnOnce(&mut App, Result<Playing, Text>) + Send + 'static,
    ) {
        let of = path.to_owned();
        let open = move || SessionFile::open(&of).map_err(|error| error.text());
        self.spawn_for_tap(name, folder_of(path), open, move |app, opened| {
            then(app, opened.map(|(file, loaded)| Playing::new(loaded.session, file)));
        });
    }

    pub(super) fn play_on(&mut self, play: Playing) {
        if !self.archive.holds(play.path()) {
            self.open_session.outside = Some(play.path().to_owned());
        }
        self.open_session.open(play);
    }

    /// Closes a session left and on disk, so that another window can open it.
    pub(super) fn release(&mut self) {
        let Some(play) = &self.open_session.play else { return };
        let needed = self.open_session.next.is_some() || self.copying.is_some() || self.is_at_table();
        if needed || !self.open_session.is_kept() {
            return;
        }
        // News of its file were skipped while it was open.
        if self.archive.holds(play.path()) {
            self.read_again(play.path().to_owned());
        }
        self.open_session.close();
    }

    pub(super) fn is_at_table(&self) -> bool {
        self.screens.has_session()
    }

    /// Updates the index entry of the open session without reading its file.
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
            self.import_at_once(Source::File(path));
        }
    }

    pub(super) fn save(&mut self) {
        self.open_session.save();
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
            self.save_elsewhere(path, App::keep_tournament_in);
        } else {
            self.save_elsewhere(path, App::keep_session_in);
        }
    }

    fn keep_session_in(&mut self, file: SessionFile) -> Notice {
        let path = file.path().to_owned();
        if let Some(play) = &mut self.open_session.play {
            play.keep_in(file);
        }
        self.open_session.outside = Some(path.clone()).filter(|path| !self.archive.holds(path));
        Notice::done(text!(
            "Saved as {path}. The next taps go there too; open that file to continue another day.",
            path = path.display().to_string(),
        ))
    }

    /// The save state of the open session, or of the tournament on its pages and while it waits for the disk.
    pub fn save_state(&self) -> SaveState {
        self.state_before_session().unwrap_or_else(|| self.open_session.state())
    }

    /// The tournament's state, where it takes precedence. A refused session can be lost, and has a rescue
    /// of its own.
    fn state_before_session(&self) -> Option<SaveState> {
        self.tournament_state().filter(|_| !self.open_session.is_refused())
    }

    /// The file that [`App::save_state`] is about.
    pub fn save_path(&self) -> Option<&Path> {
        let tournament = self.tournament.as_ref().filter(|_| self.state_before_session().is_some());
        tournament.map(OpenTournament::path).or_else(|| self.session_file())
    }

    /// Whether the document of [`App::save_state`] can be saved elsewhere.
    pub fn can_save_elsewhere(&self) -> bool {
        if self.state_before_session().is_some() { !IN_BROWSER } else { self.has_session() }
    }

    /// A path to save to when its own folder cannot be written.
    pub fn other_place(&self) -> Option<PathBuf> {
        Some(self.documents.as_ref()?.join(self.save_path()?.file_name()?))
    }

    pub fn is_saving(&self) -> bool {
        self.open_session.is_saving()
    }

    /// Whether a file is being read or written that a tap waits for.
    pub fn is_working(&self) -> bool {
        Arc::strong_count(&self.waiting) > 1 || self.open_session.next.is_some()
    }

    /// Whether closing now would interrupt anything; the window waits until it would not.
    pub fn is_busy(&self) -> bool {
        let saving = self.is_saving() || self.is_saving_tournament() || self.is_keeping_settings();
        saving || self.is_working() || self.archive_page.is_busy() || self.copying.is_some()
    }

    pub fn slowness(&self) -> Slowness {
        self.slowness
    }

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
        if let Some((done, of)) = self.copying {
            return Some(text!("Your games are being copied ({done} of {of}).", done = done, of = of));
        }
        let works = self.archive_page.is_busy()
            || self.is_saving_tournament()
            || self.is_working()
            || self.is_keeping_settings();
        works.then(|| text!("A file is being saved or read."))
    }

    pub fn give_up_waiting(&mut self) {
        let _here = Interface::here();
        self.open_session.saver.abandon();
        if let Some(open) = &mut self.tournament {
            open.saver.abandon();
        }
        self.preferences.saver.abandon();
        #[cfg(not(target_family = "wasm"))]
        self.phones.abandon();
    }
}

impl Open for AnySession {
    fn open(app: &App) -> Option<(SessionFile, AnySession)> {
        app.open_session.play.as_ref().map(|play| (play.file().clone(), play.session().cloned()))
    }

    fn saver<'a>(app: &'a mut App, _file: &Path) -> Option<&'a mut Saver<AnySession>> {
        Some(&mut app.open_session.saver)
    }

    fn in_file(loaded: &Loaded) -> &AnySession {
        &loaded.session
    }

    fn is_version_of(&self, loaded: &Loaded) -> bool {
        loaded.is_version_of(self.as_ref())
    }

    fn save(app: &mut App) {
        app.save();
    }

    fn saved(app: &mut App, result: Result<Saved, SaveError>) {
        app.slowness = Slowness::No;
        if !app.is_saving() {
            app.all_saved();
        }
        if let Ok(Saved::Beside(copy)) = result {
            let message = Notice::trouble(text!(
                "Another program or device has changed this game meanwhile. What you see is saved; the other version \
                 is kept beside it as {name}. Compare the two in the archive.",
                name = file_name(&copy),
            ));
            app.message = Some(message.about(About::Copy(copy)));
        }
    }

    /// Shows a newer version of the file, and reports what it closed here.
    fn file_changed(app: &mut App, found: FileChange<AnySession>) {
        let FileChange::Newer(loaded, copy) = found else { return };
        let Some(play) = &mut app.open_session.play else { return };
        let drops_change = app.screens.changes_session() && !play.session().agrees_with(loaded.session.as_ref());
        let correction = play.replace_session(loaded.session);
        if drops_change {
            app.change = None;
            app.screens.show_session();
        }
        app.learn_open(true);
        app.end_correction();
        let message = match correction {
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
        let about = copy.clone().map_or(About::Nothing, About::Copy);
        let notice = if overtaken { Notice::trouble } else { Notice::done };
        app.message = Some(notice(with_copy(message, copy.as_deref())).about(about));
    }
}
