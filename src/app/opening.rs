use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::evening::day;
use super::playing::Playing;
use super::setup::Setup;
use super::typed::{file_name, folder_of};
use super::{App, Notice, Overlay, Page, TableCommand, now};
use crate::archive::{Archive, InFile, SessionFile, Settings};
use crate::each;
use crate::session::{AnyRef, AnySession, Look, OfGame, Session, SetupError};
use crate::text;
use crate::text::Text;

impl App {
    /// Opens a file under the name the archive knows it by.
    pub(super) fn open(&mut self, path: &Path) {
        let (archive, path, turn) = (self.archive.clone(), path.to_owned(), self.turn);
        let about = path.clone();
        let find = move || Ok(archive.file_at(&path));
        self.spawn_for_tap("find", folder_of(&about), find, move |app, found| match found {
            _ if app.turn != turn => {}
            Ok(file) => app.open_file(&file),
            Err(reason) => app.message = Some(Notice::trouble(reason)),
        });
    }

    pub(super) fn open_file(&mut self, path: &Path) {
        if self.open_session.open_at(path).is_some() {
            self.screens.begin(Page::Table);
            return;
        }
        let refused = path.to_owned();
        self.open_to_play(path, move |app, result| match result {
            Ok(()) => app.screens.begin(Page::Table),
            Err(reason) => app.refuse_file(&refused, &reason),
        });
    }

    pub(super) fn with_session(&mut self, path: PathBuf, then: fn(&mut App, AnyRef)) {
        let (turn, of) = (self.turn, path.clone());
        let read = move || Archive::load(&of).map_err(|error| error.text());
        self.spawn_for_tap("rematch", folder_of(&path.clone()), read, move |app, loaded| match loaded {
            _ if app.turn != turn => {}
            Ok(loaded) => then(app, loaded.session.as_ref()),
            Err(reason) => app.refuse_file(&path, &reason),
        });
    }

    /// Opens a session's file and ends its game early, or asks first.
    pub(super) fn end(&mut self, path: PathBuf) {
        self.open_to_play(&path.clone(), move |app, result| match result {
            Ok(()) => {
                // At a tournament the table is asked: its result counts at once.
                let asks = app.played_at().is_some();
                let end = if asks { TableCommand::Overlay(Overlay::EndQuestion) } else { TableCommand::End };
                let ended = app.open_session.play.as_mut().is_some_and(|play| play.handle(end, now()));
                app.after_step(ended);
                app.screens.begin(Page::Table);
            }
            Err(reason) => app.refuse_file(&path, &reason),
        });
    }

    /// Sets up a new game like the last one: same people, same rules, next dealer.
    pub(super) fn sit_as_last(&mut self) {
        if self.setup.drafts.is_empty()
            && self.setup.drafts.typed().is_empty()
            && let Some(last) = self.index.tables().first()
        {
            self.setup = Setup::like(&last.record, day(last), self.settings());
        }
    }

    pub(super) fn refuse_file(&mut self, path: &Path, reason: &Text) {
        self.message = Some(Notice::file_refused(file_name(path), reason));
    }

    pub(super) fn deal(&mut self) {
        if !self.setup.seat_typed(self.index.names()) {
            return;
        }
        match self.setup.finish(|name| self.index.id_of(name)) {
            Ok((players, game)) => {
                let settings = self.settings();
                self.know(match &game {
                    OfGame::Wizard(game) => settings.dealing(game.rules(), players.len()),
                    OfGame::LastWizard(_) => Settings { last_wizard: self.setup.track().clone(), ..settings.clone() },
                });
                each!(game, game => self.begin(Session::begin(Uuid::new_v4(), now(), players, game)));
            }
            Err(problem) => self.setup.show_notice(problem),
        }
    }

    pub(super) fn rematch(&mut self, session: AnyRef) {
        let (id, now) = (Uuid::new_v4(), now());
        if let OfGame::Wizard(session) = session {
            let players = session.people().players_at_end().len();
            self.know(self.settings().dealing(session.planned().rules(), players));
        }
        each!(session, session => {
            let looks: Vec<Look> =
                session.people().players_at_end().iter().map(|player| self.faces().now(player).look).collect();
            self.begin(session.rematch(id, now).map(|session| session.looking(looks)));
        });
    }

    pub(super) fn begin<G: InFile>(&mut self, session: Result<Session<G>, SetupError>)
    where
        AnySession: From<Session<G>>,
    {
        match session {
            Ok(session) => {
                self.learn_open(true);
                let looks = self.faces().at_a_deal(session.people().players_at_end());
                let session = session.looking(looks);
                let path = self.archive.path_for(&session);
                let before = self.open_session.dealt.replace(path.clone());
                self.play_on(Playing::new(session, SessionFile::new(path)));
                self.know(Settings { seats: Vec::new(), ..self.settings().clone() });
                self.setup = Setup::with(self.settings());
                self.save();
                self.screens.begin(Page::Table);
                if let Some(before) = before {
                    self.discard_untouched(before);
                }
            }
            Err(error) => {
                // Only names in files older than the rule for names are refused.
                let reason = error.text();
                self.message = Some(Notice::trouble(text!(
                    "This game cannot begin: {reason}. Names are changed in the archive, under “Names”.",
                    reason = reason
                )));
            }
        }
    }
}
