//! Beginning, opening, saving and closing a tournament, and the taps that need more than the tournament.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use uuid::Uuid;

use super::command::TournamentCommand;
use super::keeper::{Keeper, Report, Written};
use super::open::{Asked, OpenTournament};
use super::view::{TournamentView, WallView};
use crate::app::archive::Deleted;
use crate::app::saving::check_free;
use crate::app::typed::{file_name, folder_of};
use crate::app::{App, Notice, Page, SaveState, Slowness, now};
use crate::archive::{LoadedTournament, NotSaved, TournamentFile, is_folder, is_there, is_tournament, other_version};
use crate::background::locked;
use crate::text;
use crate::text::Text;
use crate::tournament::{Seats, Settings, Tournament};

impl App {
    /// The open tournament.
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

    /// What the wall shows, if a tournament is open.
    pub fn wall(&self) -> Option<WallView> {
        self.tournament.as_ref().map(|open| open.wall(now()))
    }

    /// Whether a change of the open tournament is being written.
    pub(in crate::app) fn is_saving_tournament(&self) -> bool {
        self.tournament.as_ref().is_some_and(|open| open.keeper.is_saving())
    }

    /// Whether a change of the open tournament is not on disk.
    pub(in crate::app) fn has_unsaved_tournament(&self) -> bool {
        self.tournament.as_ref().is_some_and(|open| open.keeper.is_unsaved())
    }

    /// How far the open tournament is saved, where that is what matters: on its pages, unless the open session could
    /// not be saved, and wherever it could not be saved itself.
    pub(in crate::app) fn tournament_state(&self) -> Option<SaveState> {
        let state = self.tournament.as_ref()?.keeper.state();
        let shown = self.page().shows_tournament() && !self.open_session.is_refused();
        (shown || matches!(state, SaveState::Failed(_))).then_some(state)
    }

    /// Closes what lies over the tournament's pages, or leaves them.
    pub(in crate::app) fn leave_tournament(&mut self) {
        if !self.tournament.as_mut().is_some_and(OpenTournament::step_back) {
            self.leave_for(Page::Home);
        }
    }

    /// Stops waiting for the tournament's disk, so that the window can close.
    pub(in crate::app) fn abandon_tournament(&mut self) {
        if let Some(open) = &mut self.tournament {
            open.keeper.abandon();
        }
    }

    pub(in crate::app) fn on_tournament(&mut self, command: TournamentCommand) {
        use TournamentCommand as C;
        if command.needs_games() && self.refuse_before_games() {
            return;
        }
        match command {
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
            C::GoOn => self.go_on(),
            C::Close => self.close_tournament(),
            C::Delete => self.delete_tournament(),
            command => {
                let language = self.language();
                self.with_tournament(|open| open.handle(command, language));
            }
        }
    }

    /// Whether games of the folder are not read yet, which may be of the open tournament.
    pub fn is_reading_games(&self) -> bool {
        self.index.reading || self.tournament.as_ref().is_some_and(|open| open.reading)
    }

    /// Says it if games are not read yet. Returns whether they are not.
    fn refuse_before_games(&mut self) -> bool {
        let reading = self.is_reading_games();
        if reading {
            self.message = Some(Notice::trouble(text!("The games are still being read. Try again in a moment.")));
        }
        reading
    }

    /// Changes the open tournament, saves it if it has changed, and says what was refused.
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

    /// Writes the open tournament in the background.
    fn save_tournament(&mut self) {
        if let Some(open) = &mut self.tournament {
            let handle = self.handle.clone();
            open.keeper.save(&open.tournament, move |file, report| {
                handle.post(move |app| app.tournament_saved(&file, report));
            });
        }
    }

    /// Keeps the open tournament in another file from now on, as its own cannot be written.
    pub(in crate::app) fn save_tournament_to(&mut self, path: PathBuf) {
        let Some(open) = &self.tournament else { return };
        let (tournament, from, revision) = (open.tournament.clone(), open.keeper.file(), open.revision);
        let to = path.clone();
        let write = move || {
            if !is_tournament(&to) {
                return Err(text!("the name of a tournament's file ends in .tournament.json"));
            }
            check_free(&to)?;
            let mut file = TournamentFile::new(to);
            file.save(&tournament).map(|()| file).map_err(|error| error.text())
        };
        self.spawn_for_tap("save", folder_of(&path.clone()), write, move |app, written| match written {
            Err(reason) => app.message = Some(Notice::not_saved_there(&path, reason)),
            Ok(file) => {
                let Some(open) = app.tournament.as_mut().filter(|open| open.keeper.keeps(&from)) else { return };
                // The thread may never return from a place that does not answer.
                open.keeper.abandon();
                open.keeper = Keeper::of(file);
                let newer = open.revision != revision;
                app.slowness = Slowness::No;
                app.message = Some(Notice::done(text!(
                    "Saved as {path}. The next steps go there too. Put that file back among the games to organise the \
                     tournament another day.",
                    path = path.display().to_string(),
                )));
                if newer {
                    app.save_tournament();
                }
            }
        });
    }

    /// Undoes or redoes a step of the open tournament.
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
        let name = self.language().say(&text!("Tournament"));
        let file = TournamentFile::new(self.archive.path_for_tournament(today, &name, id));
        let tournament = Tournament {
            id,
            name: format!("{name} {}", self.language().date(today)),
            place: String::new(),
            date: Some(today),
            settings: Settings::default(),
            players: Vec::new(),
            rounds: Vec::new(),
        };
        let loaded = LoadedTournament { tournament, unknown: Vec::new(), nameless: false };
        // The first change writes it, so that one begun by mistake leaves nothing.
        self.show_tournament(OpenTournament::of(file, loaded));
    }

    /// Whether no other tournament is open whose changes are not saved yet; if there is, says it.
    fn may_open_tournament(&mut self) -> bool {
        let Some(open) = self.tournament.as_mut().filter(|open| open.keeper.is_unsaved()) else { return true };
        if open.keeper.is_gone() {
            open.asked = Some(Asked::WriteAgain);
        }
        self.message =
            Some(Notice::trouble(text!("The open tournament is not saved yet. Save it first, then continue.")));
        false
    }

    fn open_tournament(&mut self, path: &Path) {
        if self.tournament.as_ref().is_some_and(|open| open.keeper.path() == path) {
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
            Ok((file, loaded)) => {
                let nameless = loaded.nameless;
                app.show_tournament(OpenTournament::of(file, loaded));
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
        if self.tournament.as_ref().is_some_and(|open| open.keeper.state() == SaveState::Saving) {
            // It stays open, beside home, until it is saved.
            self.leave_for(Page::Home);
        } else if self.may_open_tournament() {
            self.tournament = None;
            self.leave_for(Page::Home);
        }
        self.refresh();
    }

    fn delete_tournament(&mut self) {
        if !self.may_open_tournament() {
            return;
        }
        let Some(open) = self.tournament.take() else { return };
        let path = open.keeper.path().to_owned();
        self.leave_for(Page::Home);
        // One that was begun by mistake has no file.
        self.move_to_trash(path.clone(), is_there, move |app, deleted| match deleted {
            Ok(None) => {}
            Ok(Some(in_trash)) => app.archive_page.say_deleted(vec![in_trash], Deleted::Tournament),
            Err(reason) => app.not_moved(file_name(&path), &reason),
        });
    }

    /// Takes in the report of a write of the tournament in this file.
    pub(super) fn tournament_saved(&mut self, file: &Arc<Mutex<TournamentFile>>, report: Report) {
        let Some(open) = self.tournament.as_mut().filter(|open| open.keeper.keeps(file)) else { return };
        open.keeper.saved(&report);
        match report.1 {
            Ok(Written::Beside(copy)) => {
                let copy = file_name(&copy);
                (open.overtaken, open.asked) = (Some(copy.clone()), Some(Asked::Reload(copy)));
            }
            Err(NotSaved::Gone) => open.asked = Some(Asked::WriteAgain),
            Ok(Written::Here) => open.is_back(),
            Err(_) => {}
        }
        let looks = std::mem::take(&mut open.looks);
        if looks && !open.keeper.is_saving() {
            self.look_at_tournament();
        }
    }

    /// Tries again to save the open tournament, or to read what another program wrote.
    pub(in crate::app) fn try_tournament_again(&mut self) {
        let Some(open) = &self.tournament else { return };
        if open.keeper.is_overtaken() {
            self.reload_tournament();
        } else if open.keeper.is_gone() {
            self.write_tournament_again();
        } else if open.keeper.is_unsaved() {
            self.save_tournament();
        }
    }

    /// Writes the open tournament anew, whose file another program has deleted.
    fn write_tournament_again(&mut self) {
        let Some(open) = &mut self.tournament else { return };
        open.keeper = Keeper::of(TournamentFile::new(open.keeper.path().to_owned()));
        self.save_tournament();
    }

    /// Looks whether another program has changed or deleted the file of the open tournament, of which there is news.
    pub(in crate::app) fn look_at_tournament(&mut self) {
        let Some(open) = &mut self.tournament else { return };
        if open.keeper.is_saving() {
            open.looks = true;
            return;
        }
        if open.keeper.is_overtaken() {
            return;
        }
        if open.keeper.is_gone() {
            // If it is back as it was, the last step is written.
            self.save_tournament();
            return;
        }
        let (file, revision) = (open.keeper.file(), open.revision);
        let (path, of, looked) = (open.keeper.path().to_owned(), open.keeper.path().to_owned(), file.clone());
        let look = move || {
            let newer = locked(&looked).open_if_changed();
            // A folder that is missing comes back with its disk.
            let is_gone = newer.is_err() && !is_there(&of) && is_folder(folder_of(&of));
            Ok((newer.ok().flatten(), is_gone))
        };
        self.spawn("tournament look", &path, look, move |app, found: Result<_, Text>| {
            let Some(open) = app.tournament.as_mut().filter(|open| open.keeper.keeps(&file)) else { return };
            let Ok((newer, is_gone)) = found else { return };
            // A file that cannot be read, or changed while somebody tapped here, is found by the next save.
            if open.revision != revision || open.keeper.is_unsaved() {
                return;
            }
            if is_gone {
                open.asked = Some(Asked::WriteAgain);
                return;
            }
            open.is_back();
            if let Some((newer, loaded)) = newer {
                open.replace(newer, loaded);
                app.message = Some(Notice::done(text!(
                    "Another program or device changed this tournament. This is the newest version; undo works in it."
                )));
                app.follow_tournament();
            }
        });
    }

    /// Reads the tournament again, whose file another program has changed.
    fn reload_tournament(&mut self) {
        let Some(open) = &self.tournament else { return };
        let (path, file) = (open.keeper.path().to_owned(), open.keeper.file());
        let of = path.clone();
        let read = move || TournamentFile::open(&of).map_err(|error| error.text());
        self.spawn_for_tap("tournament", folder_of(&path.clone()), read, move |app, read| match read {
            Ok((newer, loaded)) => {
                if let Some(open) = app.tournament.as_mut().filter(|open| open.keeper.keeps(&file)) {
                    open.replace(newer, loaded);
                    app.follow_tournament();
                }
            }
            Err(reason) => app.refuse_file(&path, &reason),
        });
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
        let Some(open) = &mut self.tournament else { return };
        match open.asked.take() {
            Some(Asked::Slip(_)) if yes => self.with_tournament(OpenTournament::take_slip_anyway),
            Some(Asked::Seat(_)) if yes => self.seat(true),
            Some(Asked::Drop) if yes => open.slip = None,
            Some(Asked::Stop) if yes => self.with_tournament(OpenTournament::stop_clock),
            Some(Asked::Reload(_)) if yes => self.reload_tournament(),
            Some(Asked::WriteAgain) if yes => self.write_tournament_again(),
            Some(Asked::WriteAgain) => {
                self.tournament = None;
                self.leave_for(Page::Home);
            }
            _ => {}
        }
    }

    /// Seats the next round; `open_too`: also if tables of the last have no result.
    fn seat(&mut self, open_too: bool) {
        let Some(open) = &mut self.tournament else { return };
        if let Some(reason) = open.cannot_seat() {
            self.message = Some(Notice::trouble(text!("The next round cannot be seated: {reason}.", reason = reason)));
            return;
        }
        let tables = open.open_tables();
        if !open_too && !tables.is_empty() {
            open.asked = Some(Asked::Seat(tables));
            return;
        }
        let tournament = open.gathered.tournament.clone();
        let next = tournament.rounds.len() + 1;
        self.find_seats(tournament, next);
    }

    fn seat_again(&mut self) {
        let Some(open) = &self.tournament else { return };
        let round = open.tournament.rounds.len();
        if round > 0 {
            let tournament = open.with_locks();
            self.find_seats(tournament, round);
        }
    }

    /// Finds the seats of a round in the background, which takes up to a second, and takes them.
    fn find_seats(&mut self, tournament: Tournament, round: usize) {
        let Some(open) = &mut self.tournament else { return };
        if open.seating {
            return;
        }
        open.seating = true;
        let (path, revision, seed) = (open.keeper.path().to_owned(), open.revision, fastrand::u32(..).into());
        let find = move || tournament.seat(round, seed).map_err(|reason| reason.text());
        self.spawn_for_tap("seats", &path.clone(), find, move |app, seats| {
            let Some(open) = app.tournament.as_mut().filter(|open| open.keeper.path() == path) else { return };
            open.seating = false;
            let changed = open.revision != revision;
            app.take_seats(seats, changed);
        });
    }

    fn take_seats(&mut self, seats: Result<Seats, Text>, changed: bool) {
        match seats {
            Ok(_) if changed => {
                self.message = Some(Notice::trouble(text!(
                    "Something was changed while the seats were drawn, so they were not taken. Draw them again."
                )));
            }
            Ok(seats) => self.with_tournament(|open| open.take_seats(seats)),
            Err(reason) => {
                self.message = Some(Notice::trouble(text!("The round cannot be seated: {reason}.", reason = reason)));
            }
        }
    }
}
