//! Beginning, opening, saving and closing a tournament, and the taps that need more than the tournament.

use std::path::Path;

use uuid::Uuid;

use super::command::TournamentCommand;
use super::open::{OpenTournament, Question};
use super::seating::other_tables;
use super::view::{Clock, TournamentView, WallView};
use crate::app::archive::Deleted;
use crate::app::document::{FileChange, Open, with_copy};
use crate::app::typed::{file_name, folder_of};
use crate::app::{App, Notice, Page, SaveState, now};
use crate::archive::{
    LoadedTournament, SaveError, Saved, Saver, Settings, TournamentFile, is_there, is_tournament, other_version,
};
use crate::text;
use crate::text::Text;
use crate::tournament::{self, Seats, Tournament};

impl App {
    pub fn tournament(&self) -> Option<TournamentView> {
        let open = self.tournament.as_ref()?;
        let mut view = open.view(now());
        let is_other = |path: &Path, other: &Tournament| {
            other.id == open.tournament.id && path != open.path() && *other != open.tournament
        };
        let others = self.index.tournaments().filter(|(path, other)| is_other(path, &other.tournament));
        view.notes.extend(others.map(|(path, _)| other_version(path)));
        // A table's session may be one of them.
        let unreadable = self.index.unreadable().map(|(path, reason)| Text::at(file_name(path), reason.clone()));
        view.notes.extend(unreadable);
        Some(view)
    }

    /// `None` if its clock does not run.
    pub fn clock(&self) -> Option<Clock> {
        self.tournament.as_ref()?.clock(now())
    }

    pub fn wall(&self) -> Option<WallView> {
        self.tournament.as_ref().map(|open| open.wall(now()))
    }

    pub(in crate::app) fn is_saving_tournament(&self) -> bool {
        self.tournament.as_ref().is_some_and(|open| open.saver.is_saving())
    }

    pub(in crate::app) fn has_unsaved_tournament(&self) -> bool {
        self.tournament.as_ref().is_some_and(|open| open.saver.is_unsaved())
    }

    /// The save state of the open tournament, where it matters: on its pages, unless the open session could
    /// not be saved, and wherever it could not be saved itself.
    pub(in crate::app) fn tournament_state(&self) -> Option<SaveState> {
        let state = self.tournament.as_ref()?.saver.state();
        let shown = self.page().shows_tournament() && !self.open_session.is_refused();
        (shown || matches!(state, SaveState::Failed(_))).then_some(state)
    }

    pub(in crate::app) fn leave_tournament(&mut self) {
        if !self.tournament.as_mut().is_some_and(OpenTournament::step_back) {
            self.leave_for(Page::Home);
        }
    }

    pub(in crate::app) fn on_tournament(&mut self, command: TournamentCommand) {
        use TournamentCommand as C;
        if command.needs_games() && self.refuse_before_games() {
            return;
        }
        if !command.keeps_panel() {
            self.screens.top_mut().of_tournament = None;
        }
        match command {
            C::Panel(panel) => self.show_tournament_panel(panel),
            C::Begin => self.begin_tournament(),
            C::Open(path) => self.open_tournament(&path),
            C::Play { path, table } => self.play_offered(&path, &table),
            C::PlayHere(table) => self.play_here(table),
            C::Seat => self.seat(false),
            C::DrawAgain => self.seat_again(),
            C::Add(text) => self.add_players(&text),
            C::StartClock => self.start_clock(),
            C::Answer(yes) => self.answer(yes),
            C::Wall if self.page() == Page::Wall => drop(self.screens.step_back()),
            C::Wall if self.tournament.is_some() => self.screens.lay(Page::Wall),
            C::Wall => {}
            C::Paper(paper) => {
                if let Some(open) = &mut self.tournament {
                    open.share(paper);
                    self.share_as_pdf();
                }
            }
            C::GoOn => self.leave_result(),
            C::Close => self.close_tournament(),
            C::Delete => self.delete_tournament(),
            command => {
                let language = self.language();
                self.with_tournament(|open| open.handle(command, language));
            }
        }
    }

    pub fn is_reading_games(&self) -> bool {
        self.index.reading || self.tournament.as_ref().is_some_and(|open| open.reading)
    }

    /// Whether games are still being read; if so, shows a message.
    fn refuse_before_games(&mut self) -> bool {
        let reading = self.is_reading_games();
        if reading {
            self.message = Some(Notice::trouble(text!("The games are still being read. Try again in a moment.")));
        }
        reading
    }

    fn may_change_tournament(&mut self) -> bool {
        let refused = self.tournament.as_mut().and_then(|open| open.may_change().err());
        let may = refused.is_none();
        self.message = refused.or(self.message.take());
        may
    }

    /// Changes the open tournament, saves it if it has changed, and shows what was refused.
    fn with_tournament(&mut self, change: impl FnOnce(&mut OpenTournament) -> Result<(), Notice>) {
        let Some(open) = &mut self.tournament else { return };
        let before = open.revision;
        let refused = change(open).err();
        let changed = open.revision != before;
        if refused.is_some() {
            self.message = refused;
        }
        if changed {
            self.save_tournament();
            self.follow_tournament();
        }
    }

    fn save_tournament(&mut self) {
        if let Some(open) = &mut self.tournament {
            open.saver.save(&open.file, open.tournament.clone());
        }
    }

    pub(in crate::app) fn keep_tournament_in(&mut self, file: TournamentFile) -> Notice {
        let path = file.path().display().to_string();
        if let Some(open) = &mut self.tournament {
            open.file = file;
        }
        Notice::done(text!(
            "Saved as {path}. The next steps go there too. Put that file back among the games to organise the \
             tournament another day.",
            path = path,
        ))
    }

    pub(in crate::app) fn travel_tournament(&mut self, back: bool) {
        if self.refuse_before_games() {
            return;
        }
        self.with_tournament(|open| open.travel(back));
    }

    fn begin_tournament(&mut self) {
        if !self.may_open_tournament() {
            return;
        }
        let (id, today) = (Uuid::new_v4(), self.today());
        let name = self.language().translate(&text!("Tournament"));
        let file = TournamentFile::new(self.archive.path_for_tournament(today, &name, id));
        let tournament = Tournament {
            id,
            organiser: None,
            name: format!("{name} {}", self.language().date(today)),
            place: String::new(),
            date: Some(today),
            settings: tournament::Settings::default(),
            players: Vec::new(),
            rounds: Vec::new(),
        };
        let loaded = LoadedTournament { tournament, unknown: Vec::new(), nameless: false };
        // The first change writes it, so that one begun by mistake leaves no file.
        let open = self.opened_tournament(file, loaded);
        self.show_tournament(open);
    }

    fn opened_tournament(&mut self, file: TournamentFile, loaded: LoadedTournament) -> OpenTournament {
        let device = self.device();
        OpenTournament::of(file, loaded, device, App::saver(&self.handle))
    }

    /// Created on first use.
    fn device(&mut self) -> Uuid {
        let device = self.settings().device.unwrap_or_else(Uuid::new_v4);
        self.know(Settings { device: Some(device), ..self.settings().clone() });
        device
    }

    /// Whether no other open tournament has unsaved changes; shows a message if one has.
    fn may_open_tournament(&mut self) -> bool {
        let Some(open) = self.tournament.as_mut().filter(|open| open.saver.is_unsaved()) else { return true };
        if open.is_gone() {
            open.question = Some(Question::WriteAgain);
        }
        self.message =
            Some(Notice::trouble(text!("The open tournament is not saved yet. Save it first, then continue.")));
        false
    }

    fn open_tournament(&mut self, path: &Path) {
        if self.tournament.as_ref().is_some_and(|open| open.path() == path) {
            self.leave_for(Page::Tournament);
            return;
        }
        if !self.may_open_tournament() {
            return;
        }
        let (of, turn) = (path.to_owned(), self.turn);
        let open = move || TournamentFile::open(&of).map_err(|error| error.text());
        let path = path.to_owned();
        self.spawn_for_tap("tournament", folder_of(&path.clone()), open, move |app, opened| match opened {
            _ if app.turn != turn => {}
            // Seats may have been drawn meanwhile.
            Ok(_) if !app.may_open_tournament() => {}
            Ok((file, loaded)) => {
                let nameless = loaded.nameless;
                let mut open = app.opened_tournament(file, loaded);
                if open.is_organised_elsewhere() && !app.is_over(&open.tournament) {
                    open.question = Some(Question::TakeOver);
                }
                app.show_tournament(open);
                // Sessions name the tournament by its id, which the file has to have.
                if nameless {
                    app.save_tournament();
                }
            }
            Err(reason) => app.refuse_file(&path, &reason),
        });
    }

    fn show_tournament(&mut self, open: OpenTournament) {
        self.tournament = Some(open);
        self.follow_tournament();
        self.leave_for(Page::Tournament);
    }

    fn close_tournament(&mut self) {
        if self.tournament.as_ref().is_some_and(|open| open.saver.state() == SaveState::Saving) {
            // It stays open behind home until it is saved.
            self.leave_for(Page::Home);
        } else if self.may_open_tournament() {
            self.tournament = None;
            self.leave_for(Page::Home);
        }
        self.refresh();
    }

    fn delete_tournament(&mut self) {
        if !self.may_change_tournament() || !self.may_open_tournament() {
            return;
        }
        let Some(open) = self.tournament.take() else { return };
        let path = open.path().to_owned();
        self.leave_for(Page::Home);
        // One that was begun by mistake has no file.
        self.delete_if(path, is_there, Deleted::Tournament);
    }

    pub(in crate::app) fn try_tournament_again(&mut self) {
        let Some(open) = self.tournament.as_ref().filter(|open| open.saver.is_unsaved()) else { return };
        if open.is_gone() {
            open.file.forget_version();
        }
        self.save_tournament();
    }

    fn add_players(&mut self, text: &str) {
        let mut added = 0;
        self.with_tournament(|open| {
            added = open.add(text)?;
            Ok(())
        });
        if added > 1 {
            self.message = Some(Notice::done(text!("{n} player was added." | "{n} players were added." % added)));
        }
    }

    fn start_clock(&mut self) {
        let now = now();
        self.with_tournament(|open| {
            open.change(|tournament| {
                if let Some(round) = tournament.rounds.last_mut() {
                    round.started = Some(now);
                }
            })
        });
    }

    fn answer(&mut self, yes: bool) {
        if let Some(question) = self.screens.top_mut().question.take() {
            if yes {
                self.take(question.then);
            }
            return;
        }
        let Some(open) = &mut self.tournament else { return };
        let question = open.question.take();
        if !yes {
            open.typed = None;
        }
        match question {
            Some(Question::Slip(_)) if yes => self.with_tournament(OpenTournament::take_slip_anyway),
            Some(Question::Seat(_)) if yes => self.seat(true),
            Some(Question::Drop) if yes => open.slip = None,
            Some(Question::Set(setting, _)) if yes => {
                let language = self.language();
                self.with_tournament(|open| open.set_anyway(&setting, language));
            }
            Some(Question::TakeOver) if yes => self.with_tournament(OpenTournament::take_over),
            Some(Question::Stop) if yes => self.with_tournament(OpenTournament::stop_clock),
            Some(Question::WriteAgain) if yes => {
                open.file.forget_version();
                self.save_tournament();
            }
            Some(Question::WriteAgain) => {
                self.tournament = None;
                self.leave_for(Page::Home);
            }
            _ => {}
        }
    }

    /// Seats the next round; with `open_too` even if tables of the last one have no result.
    fn seat(&mut self, open_too: bool) {
        if !self.may_change_tournament() {
            return;
        }
        let Some(open) = &mut self.tournament else { return };
        if let Some(reason) = open.cannot_seat() {
            self.message = Some(Notice::trouble(text!("The next round cannot be seated: {reason}.", reason = reason)));
            return;
        }
        let tables = open.open_tables();
        if !open_too && !tables.is_empty() {
            open.question = Some(Question::Seat(tables));
            return;
        }
        let next = open.tournament.rounds.len() + 1;
        self.find_seats(next, |open| open.gathered.tournament.clone());
    }

    fn seat_again(&mut self) {
        let round = self.tournament.as_ref().map_or(0, |open| open.tournament.rounds.len());
        if round > 0 && self.may_change_tournament() {
            self.find_seats(round, OpenTournament::with_locks);
        }
    }

    /// Finds the seats of a round in the background, from what `of` returns, and takes them. It takes up to a second.
    fn find_seats(&mut self, round: usize, of: fn(&OpenTournament) -> Tournament) {
        let Some(open) = &mut self.tournament else { return };
        if open.seating {
            return;
        }
        open.seating = true;
        let (kept, from, seed) = (open.tournament.clone(), of(open), fastrand::u32(..).into());
        let (path, drawn_from) = (open.path().to_owned(), from.clone());
        let find = move || drawn_from.seat(round, seed).map_err(|reason| reason.text());
        self.spawn_for_tap("seats", &path, find, move |app, seats| {
            let Some(open) = app.tournament.as_mut().filter(|open| open.tournament.id == kept.id) else { return };
            open.seating = false;
            let late = other_tables(&from, &of(open));
            // A table of the round itself, at which a game has begun meanwhile, has to stay as it is.
            let changed = open.tournament != kept || (round == kept.rounds.len() && !late.is_empty());
            app.take_seats(seats, changed, late);
        });
    }

    /// Takes seats that were found; these tables have other results than when they were drawn.
    pub(super) fn take_seats(&mut self, seats: Result<Seats, Text>, changed: bool, late: Vec<Text>) {
        match seats {
            Ok(_) if changed => {
                self.message = Some(Notice::trouble(text!(
                    "Something was changed while the seats were drawn, so they were not taken. Draw them again."
                )));
            }
            Ok(seats) => {
                if !late.is_empty() {
                    self.message = Some(Notice::trouble(text!(
                        "The seats are drawn from the results before those that came meanwhile: {tables}. Draw them \
                         again to count these.",
                        tables = late,
                    )));
                }
                self.with_tournament(|open| open.take_seats(seats));
            }
            Err(reason) => {
                self.message = Some(Notice::trouble(text!("The round cannot be seated: {reason}.", reason = reason)));
            }
        }
    }
}

impl Open for Tournament {
    fn open(app: &App) -> Option<(TournamentFile, Tournament)> {
        app.tournament.as_ref().map(|open| (open.file.clone(), open.tournament.clone()))
    }

    fn saver<'a>(app: &'a mut App, file: &Path) -> Option<&'a mut Saver<Tournament>> {
        app.tournament.as_mut().filter(|open| open.path() == file).map(|open| &mut open.saver)
    }

    fn in_file(loaded: &LoadedTournament) -> &Tournament {
        &loaded.tournament
    }

    fn is_version_of(&self, loaded: &LoadedTournament) -> bool {
        loaded.nameless || loaded.tournament.id == self.id
    }

    fn may_be_called(path: &Path) -> Result<(), Text> {
        let reason = text!("the name of a tournament's file ends in .tournament.json");
        if is_tournament(path) { Ok(()) } else { Err(reason) }
    }

    fn save(app: &mut App) {
        app.save_tournament();
    }

    fn saved(app: &mut App, result: Result<Saved, SaveError>) {
        let Some(open) = &mut app.tournament else { return };
        if open.is_gone() {
            open.question = Some(Question::WriteAgain);
        }
        let Ok(saved) = result else { return };
        open.is_back();
        if let Saved::Beside(copy) = saved {
            app.message = Some(Notice::trouble(text!(
                "Another program or device has changed this tournament meanwhile. What you see is saved; the other \
                 version is kept beside it as {name}.",
                name = file_name(&copy),
            )));
        }
    }

    fn file_changed(app: &mut App, found: FileChange<Tournament>) {
        let Some(open) = &mut app.tournament else { return };
        match found {
            FileChange::Gone => open.question = Some(Question::WriteAgain),
            FileChange::Same => open.is_back(),
            FileChange::Newer(loaded, copy) => {
                open.replace(loaded);
                let notice = match open.only_looked_at() {
                    Some(warning) => Notice::trouble(warning),
                    None => Notice::done(text!(
                        "Another program or device changed this tournament. This is the newest version; undo works in \
                         it."
                    )),
                };
                app.message = Some(Notice { text: with_copy(notice.text, copy.as_deref()), ..notice });
                app.follow_tournament();
            }
        }
    }
}
