//! Work that the interface must not wait for: reading and writing files, computing statistics.

use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::loop_handle::{self, LoopHandle};
use super::{App, Slowness};
use crate::background::locked;
use crate::text::Text;

/// How long a tap waits for the result: a quick disk answers within the same frame, without flicker.
const MOMENT: Duration = Duration::from_millis(30);

type Then = loop_handle::Then<App>;

impl LoopHandle<App> {
    /// Queues `then` for the interface, to be dropped if another folder of sessions is in use by then.
    pub(super) fn post_for(&self, folder: u64, then: impl FnOnce(&mut App) + Send + 'static) {
        self.post(move |app| {
            if app.folders == folder {
                then(app);
            }
        });
    }
}

impl App {
    /// Runs `work` in the background, then `then` with its result, waiting no longer than one frame takes. A panic
    /// becomes an error in words. A result is dropped if another folder of sessions is in use by then, and work that
    /// waits for the same kind of work at the same place if more of it is asked for.
    pub(super) fn spawn_for_tap<T: Send + 'static>(
        &mut self,
        name: &'static str,
        about: &Path,
        work: impl FnOnce() -> Result<T, Text> + Send + 'static,
        then: impl FnOnce(&mut App, Result<T, Text>) + Send + 'static,
    ) {
        let (folder, waiting) = (self.folders, self.waiting.clone());
        // Runs once: from the tap that asked for it, or later from the queue.
        let following: Arc<Mutex<Option<Then>>> = Arc::default();
        let (ready, done) = channel();
        let (handle, place) = (self.handle.clone(), following.clone());
        let at_once = self.lanes.add(name, about, work, move |result| {
            let following: Then = Box::new(move |app| {
                drop(waiting);
                app.slowness = Slowness::No;
                if app.folders == folder {
                    then(app, result.and_then(|result| result));
                }
            });
            *locked(&place) = Some(following);
            // The waiting tap may have given up.
            let _ = ready.send(());
            handle.post(move |app| app.follow(&place));
        });
        // Without threads the work is done by now, and there is no clock to wait by.
        if done.try_recv().is_ok() || at_once && done.recv_timeout(MOMENT).is_ok() {
            self.follow(&following);
        }
    }

    fn follow(&mut self, following: &Mutex<Option<Then>>) {
        let then = locked(following).take();
        if let Some(then) = then {
            then(self);
        }
    }

    /// Like [`App::spawn_for_tap`], but without waiting. The work reports its progress by [`App::progress`].
    pub(super) fn spawn<T: Send + 'static, E: From<Text> + Send + 'static>(
        &self,
        name: &'static str,
        about: &Path,
        work: impl FnOnce() -> Result<T, E> + Send + 'static,
        then: impl FnOnce(&mut App, Result<T, E>) + Send + 'static,
    ) {
        let (handle, folder) = (self.handle.clone(), self.folders);
        self.lanes.add(name, about, work, move |result| {
            let result = result.unwrap_or_else(|broken| Err(broken.into()));
            handle.post_for(folder, move |app| then(app, result));
        });
    }

    /// A callback by which work reports its progress.
    pub(super) fn progress(&self, take: fn(&mut App, usize, usize)) -> impl Fn(usize, usize) + Send + use<> {
        let (handle, folder) = (self.handle.clone(), self.folders);
        move |done, of| {
            if done.is_multiple_of(50) {
                handle.post_for(folder, move |app| take(app, done, of));
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::{Path, PathBuf};
    use std::sync::Mutex;
    use std::sync::mpsc::channel;
    use std::time::{Duration, Instant};

    use tempfile::TempDir;

    use super::App;
    use crate::app::news::is_news_of;
    use crate::app::{ArchiveCommand, Command, Config, Edit, Notice, Page, Panel, SaveState, SetupCommand};
    use crate::archive::{Library, News, Preference, Theme};
    use crate::background::breaking;
    use crate::language::Language;
    use crate::text::Text;

    /// The work to break is chosen for the whole program.
    pub(in crate::app) static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

    /// Long enough for a busy computer.
    pub(in crate::app) const PATIENCE: Duration = Duration::from_secs(30);

    pub(in crate::app) fn settle(app: &mut App) {
        let deadline = Instant::now() + PATIENCE;
        while app.is_busy() || app.index.reading || app.statistics().counting {
            assert!(Instant::now() < deadline, "it is under way for ever: {}", said(app));
            app.pump();
            app.count();
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Everything the program says at the moment.
    pub(in crate::app) fn said(app: &App) -> String {
        let unreadable: Vec<_> = app.index.unreadable().collect();
        format!("{:?} {:?} {:?} {unreadable:?}", app.message(), app.archive_page, app.save_state())
    }

    pub(in crate::app) fn config_in(folder: &Path) -> Config {
        Config {
            data: folder.join("games"),
            data_given: false,
            settings: Some(folder.join("settings.json")),
            open: None,
            language: Some(Language::ENGLISH),
            system_language: Language::ENGLISH,
        }
    }

    /// A program with one game, shown at home.
    pub(in crate::app) fn with_a_game(folder: &Path) -> (App, PathBuf) {
        let mut app = App::new(config_in(folder), || ());
        settle(&mut app);
        for name in ["Anna", "Bo", "Cleo"] {
            app.handle(Command::OnSetup(SetupCommand::Add(name.into())));
        }
        app.handle(Command::Deal);
        settle(&mut app);
        app.handle(Command::Show(Page::Home));
        settle(&mut app);
        let path = app.archive.paths().unwrap().remove(0);
        (app, path)
    }

    /// Does `act` while work on the thread of this name panics, and returns what is said then.
    fn broken(name: &'static str, act: impl FnOnce(&mut App, PathBuf, &Path)) -> (App, String) {
        let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let folder = TempDir::new().unwrap();
        let (mut app, path) = with_a_game(folder.path());
        *breaking::NAME.lock().unwrap() = Some(name);
        act(&mut app, path, folder.path());
        settle(&mut app);
        let words = said(&app);
        *breaking::NAME.lock().unwrap() = None;
        // The work can be done again afterwards.
        app.handle(Command::Show(Page::Home));
        settle(&mut app);
        (app, words)
    }

    fn ends_with_words(name: &'static str, act: impl FnOnce(&mut App, PathBuf, &Path)) {
        let (_, words) = broken(name, act);
        assert!(words.contains("an error in the program stopped this"), "{name}: {words}");
    }

    fn on_archive(app: &mut App, command: ArchiveCommand) {
        app.handle(Command::OnArchive(command));
    }

    #[test]
    fn looking_at_a_session_ends_with_words() {
        ends_with_words("view", |app, path, _| on_archive(app, ArchiveCommand::View(path)));
    }

    #[test]
    fn opening_a_session_ends_with_words() {
        ends_with_words("find", |app, path, _| app.handle(Command::Open(path)));
        ends_with_words("open", |app, path, _| app.handle(Command::Open(path)));
        ends_with_words("rematch", |app, path, _| app.handle(Command::RematchOf(path)));
        ends_with_words("notes", |app, of, _| {
            let place = Edit { to: "kitchen".into(), ..Edit::default() };
            on_archive(app, ArchiveCommand::Note { of, place, notes: Edit::default() });
        });
    }

    #[test]
    fn saving_ends_with_words() {
        ends_with_words("save", |app, path, folder| {
            app.handle(Command::Open(path));
            settle(app);
            app.handle(Command::SaveTo(folder.join("elsewhere.json")));
        });
        let (app, _) = broken("saver", |app, path, _| {
            app.handle(Command::RematchOf(path));
            settle(app);
            assert!(matches!(app.save_state(), SaveState::Failed(_)), "{}", said(app));
            *breaking::NAME.lock().unwrap() = None;
            app.handle(Command::TryAgain);
        });
        assert_eq!(app.save_state(), SaveState::Saved, "the thread that writes lives on");
    }

    #[test]
    fn changing_names_ends_with_words() {
        let rename = || ArchiveCommand::Rename { from: "Anna".into(), to: "Annabel".into() };
        ends_with_words("names", |app, _, _| on_archive(app, rename()));
    }

    #[test]
    fn the_trash_ends_with_words() {
        ends_with_words("trash", |app, path, _| on_archive(app, ArchiveCommand::Delete(path)));
        ends_with_words("trash", |app, _, _| on_archive(app, ArchiveCommand::EmptyTrash));
    }

    #[test]
    fn carrying_ends_with_words() {
        let write = |folder: &Path| ArchiveCommand::Write { path: folder.join("backup.json"), replace: false };
        ends_with_words("share", |app, _, folder| {
            on_archive(app, ArchiveCommand::Panel(Panel::Backup));
            on_archive(app, write(folder));
        });
        ends_with_words("share", |app, path, _| on_archive(app, ArchiveCommand::Import(path)));
    }

    #[test]
    fn counting_ends_with_words() {
        ends_with_words("statistics", |app, _, _| {
            app.handle(Command::Show(Page::Statistics));
            app.count();
        });
    }

    #[test]
    fn moving_ends_with_words() {
        ends_with_words("move", |app, _, folder| app.handle(Command::MoveFolder(folder.join("new"))));
        ends_with_words("use", |app, _, folder| app.handle(Command::UseFolder(folder.to_owned())));
        let (app, words) = broken("clear", |app, _, folder| app.handle(Command::MoveFolder(folder.join("new"))));
        assert!(words.contains("could not be removed from the old folder"), "{words}");
        assert!(app.is_moving().is_none() && app.data_folder().ends_with("new"));
    }

    #[test]
    fn choosing_settings_ends_with_words() {
        ends_with_words("settings", |app, _, _| app.handle(Command::Prefer(Preference::Theme(Theme::Night))));
    }

    #[test]
    fn reading_the_folder_ends_with_words() {
        ends_with_words("library", |app, path, folder| {
            std::fs::copy(&path, path.with_file_name("another.json")).unwrap();
            app.refresh();
            let deadline = Instant::now() + PATIENCE;
            while app.index.unreadable().next().is_none() && Instant::now() < deadline {
                app.pump();
                std::thread::sleep(Duration::from_millis(5));
            }
            assert!(folder.is_dir());
        });
    }

    #[test]
    fn while_games_are_moved_pages_can_be_looked_at_and_nothing_is_written() {
        let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let folder = TempDir::new().unwrap();
        let (mut app, path) = with_a_game(folder.path());
        let before = std::fs::read(&path).unwrap();
        app.moving = Some((1, 2));
        for (command, page) in [
            (Command::Show(Page::Statistics), Page::Statistics),
            (Command::Show(Page::Rules), Page::Rules),
            (Command::StepBack, Page::Statistics),
            (Command::Show(Page::Archive), Page::Archive),
            (Command::Show(Page::About), Page::About),
            (Command::Show(Page::Settings), Page::Settings),
            (Command::Show(Page::Home), Page::Home),
        ] {
            app.handle(command.clone());
            assert_eq!(app.page(), page, "{command:?}");
            assert!(!said(&app).contains("Your games are being moved"), "{command:?}: {}", said(&app));
        }
        on_archive(&mut app, ArchiveCommand::View(path.clone()));
        let deadline = Instant::now() + PATIENCE;
        while app.viewed_path().is_none() && Instant::now() < deadline {
            app.pump();
        }
        assert_eq!(app.viewed_path(), Some(path.clone()));
        for command in [
            Command::Open(path.clone()),
            Command::Undo,
            Command::Deal,
            Command::Prefer(Preference::Theme(Theme::Night)),
            Command::MoveFolder(folder.path().join("new")),
            Command::OnArchive(ArchiveCommand::Delete(path.clone())),
            Command::OnArchive(ArchiveCommand::Rename { from: "Anna".into(), to: "Annabel".into() }),
        ] {
            app.handle(command.clone());
            assert!(said(&app).contains("Your games are being moved"), "{command:?}: {}", said(&app));
        }
        assert_eq!(std::fs::read(&path).unwrap(), before);
        // The settings have held people's colours since the deal.
        let settings = std::fs::read_to_string(folder.path().join("settings.json")).unwrap_or_default();
        assert!(!settings.contains("night"), "{settings}");
        app.moving = None;
    }

    #[test]
    fn a_table_that_is_looked_at_while_another_folder_is_chosen_is_left() {
        let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let folder = TempDir::new().unwrap();
        let (mut app, path) = with_a_game(folder.path());
        app.handle(Command::Open(path));
        settle(&mut app);
        app.handle(Command::Show(Page::Settings));
        app.handle(Command::UseFolder(folder.path().to_owned()));
        app.handle(Command::StepBack);
        assert_eq!(app.page(), Page::Table);
        settle(&mut app);
        assert_eq!(app.page(), Page::Home);
        assert!(said(&app).contains("Your games are kept in"), "{}", said(&app));
    }

    #[test]
    fn our_own_writes_are_not_read_again_and_those_of_others_are() {
        let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let folder = TempDir::new().unwrap();
        let (mut app, path) = with_a_game(folder.path());
        app.handle(Command::Open(path.clone()));
        settle(&mut app);
        let file = app.open_session.play.as_ref().map(|play| play.file().clone()).unwrap();
        let (told, news) = channel();
        let library = Library::open(app.archive.clone(), move |news| drop(told.send(news)));
        let next = || {
            loop {
                let news = news.recv_timeout(PATIENCE).unwrap();
                if matches!(news, News::Read(_)) {
                    return news;
                }
            }
        };
        assert!(is_news_of(&next(), &file), "of what it was not asked for, it tells no version");
        library.tell_version(path.clone());
        let session = app.wizard().cloned().unwrap();
        file.save_now(&session.noted("kitchen", "").unwrap()).unwrap();
        assert!(!is_news_of(&next(), &file), "what was just written is known");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text + "\n").unwrap();
        assert!(is_news_of(&next(), &file), "what somebody else wrote is not");
    }

    #[test]
    fn what_comes_from_a_folder_that_is_gone_is_dropped() {
        let folder = TempDir::new().unwrap();
        let (mut app, _) = with_a_game(folder.path());
        let said = |app: &mut App| {
            app.spawn(
                "late",
                Path::new(""),
                || Ok(()),
                |app, _: Result<(), Text>| {
                    app.message = Some(Notice::trouble(Text::foreign("late")));
                },
            );
        };
        said(&mut app);
        app.folders += 1;
        std::thread::sleep(Duration::from_millis(200));
        app.pump();
        assert!(!format!("{:?}", app.message()).contains("late"));
        said(&mut app);
        let deadline = Instant::now() + PATIENCE;
        while !format!("{:?}", app.message()).contains("late") {
            assert!(Instant::now() < deadline, "what comes from this folder is taken in");
            app.pump();
        }
    }
}
