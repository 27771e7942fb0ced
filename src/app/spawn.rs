//! Work that the interface must not wait for: reading and writing files, computing statistics.

use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::loop_handle::{self, LoopHandle};
use super::{App, Slowness};
use crate::background::locked;
use crate::text::Text;

/// How long a tap waits for the result: a quick disk answers within two frames, without flicker.
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
    /// Runs `work` in the background, then `then` with its result, waiting for it up to 30 ms. A panic
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
    pub(super) fn spawn<T: Send + 'static>(
        &self,
        name: &'static str,
        about: &Path,
        work: impl FnOnce() -> Result<T, Text> + Send + 'static,
        then: impl FnOnce(&mut App, Result<T, Text>) + Send + 'static,
    ) {
        let (handle, folder) = (self.handle.clone(), self.folders);
        self.lanes.add(name, about, work, move |result| {
            handle.post_for(folder, move |app| then(app, result.and_then(|result| result)));
        });
    }

    /// Reports only every 50th step.
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
    use std::time::{Duration, Instant};

    use tempfile::TempDir;

    use super::App;
    use crate::app::{ArchiveCommand, Command, Config, Edit, Notice, Page, Panel, SaveState, SetupCommand, Tone};
    use crate::archive::{Preference, Theme};
    use crate::background::breaking;
    use crate::language::Language;
    use crate::text::Text;

    /// Long enough for a busy computer.
    pub(in crate::app) const PATIENCE: Duration = Duration::from_secs(30);

    pub(in crate::app) fn settle(app: &mut App) {
        let deadline = Instant::now() + PATIENCE;
        while app.is_busy() || app.index.reading || app.statistics().counting {
            assert!(Instant::now() < deadline, "it is under way for ever: {}", messages(app));
            app.pump();
            app.count();
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub(in crate::app) fn messages(app: &App) -> String {
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

    /// Does `act` while work on the thread of this name panics, and returns the messages shown then.
    fn broken(name: &'static str, act: impl FnOnce(&mut App, PathBuf, &Path)) -> (App, String) {
        let folder = TempDir::new().unwrap();
        let (mut app, path) = with_a_game(folder.path());
        breaking::set(Some(name));
        act(&mut app, path, folder.path());
        settle(&mut app);
        let words = messages(&app);
        breaking::set(None);
        // The work can be done again afterwards.
        app.handle(Command::Show(Page::Home));
        settle(&mut app);
        (app, words)
    }

    fn on_archive(app: &mut App, command: ArchiveCommand) {
        app.handle(Command::OnArchive(command));
    }

    #[test]
    fn work_that_breaks_down_ends_with_words() {
        type Act = fn(&mut App, PathBuf, &Path);
        let acts: [(&'static str, Act); 15] = [
            ("view", |app, path, _| on_archive(app, ArchiveCommand::View(path))),
            ("find", |app, path, _| app.handle(Command::Open(path))),
            ("open", |app, path, _| app.handle(Command::Open(path))),
            ("rematch", |app, path, _| app.handle(Command::RematchOf(path))),
            ("notes", |app, of, _| {
                let place = Edit { to: "kitchen".into(), ..Edit::default() };
                on_archive(app, ArchiveCommand::Note { of, place, notes: Edit::default() });
            }),
            ("save", |app, path, folder| {
                app.handle(Command::Open(path));
                settle(app);
                app.handle(Command::SaveTo(folder.join("elsewhere.json")));
            }),
            ("names", |app, _, _| {
                on_archive(app, ArchiveCommand::Rename { from: "Anna".into(), to: "Annabel".into() });
            }),
            ("trash", |app, path, _| on_archive(app, ArchiveCommand::Delete(path))),
            ("trash", |app, _, _| on_archive(app, ArchiveCommand::EmptyTrash)),
            ("share", |app, _, folder| {
                on_archive(app, ArchiveCommand::Panel(Panel::Backup));
                on_archive(app, ArchiveCommand::Write { path: folder.join("backup.json"), replace: false });
            }),
            ("import", |app, path, _| on_archive(app, ArchiveCommand::Import(path))),
            ("statistics", |app, _, _| {
                app.handle(Command::Show(Page::Statistics));
                app.count();
            }),
            ("folder", |app, _, folder| app.handle(Command::UseFolder(folder.join("new")))),
            ("settings", |app, _, _| app.handle(Command::Prefer(Preference::Theme(Theme::Night)))),
            ("library", |app, path, _| {
                std::fs::copy(&path, path.with_file_name("another.json")).unwrap();
                app.refresh();
                let deadline = Instant::now() + PATIENCE;
                while app.index.unreadable().next().is_none() && Instant::now() < deadline {
                    app.pump();
                    std::thread::sleep(Duration::from_millis(5));
                }
            }),
        ];
        for (name, act) in acts {
            let (_, words) = broken(name, act);
            assert!(words.contains("an error in the program stopped this"), "{name}: {words}");
        }
    }

    #[test]
    fn the_thread_that_writes_lives_on() {
        let (app, _) = broken("saver", |app, path, _| {
            app.handle(Command::RematchOf(path));
            settle(app);
            assert!(matches!(app.save_state(), SaveState::Failed(_)), "{}", messages(app));
            breaking::set(None);
            app.handle(Command::TryAgain);
        });
        assert_eq!(app.save_state(), SaveState::Saved);
    }

    #[test]
    fn whether_a_game_counts_is_reported_once_the_disk_has_it() {
        let notice = |app: &mut App| app.archive().notice.map(|notice| (notice.tone, notice.text.to_string()));
        let (mut app, _) = broken("saver", |app, of, _| {
            on_archive(app, ArchiveCommand::SetCounted { of, counts: false, sure: false });
            settle(app);
            let (tone, text) = notice(app).unwrap();
            assert!(tone == Tone::Trouble && text.starts_with("This is not saved yet"), "{text}");
            breaking::set(None);
            app.handle(Command::TryAgain);
        });
        let (tone, text) = notice(&mut app).unwrap();
        assert!(tone == Tone::Done && text.contains("does not count any more"), "{text}");
    }

    #[test]
    fn while_games_are_copied_pages_can_be_looked_at_and_nothing_is_written() {
        let folder = TempDir::new().unwrap();
        let (mut app, path) = with_a_game(folder.path());
        let before = std::fs::read(&path).unwrap();
        app.copying = Some((1, 2));
        for (command, page) in [
            (Command::Show(Page::Statistics), Page::Statistics),
            (Command::Show(Page::Rules), Page::Rules),
            (Command::StepBack, Page::Statistics),
            (Command::Show(Page::Archive), Page::Archive),
            (Command::Show(Page::Settings), Page::Settings),
            (Command::Show(Page::Home), Page::Home),
        ] {
            app.handle(command.clone());
            assert_eq!(app.page(), page, "{command:?}");
            assert!(!messages(&app).contains("Your games are being copied"), "{command:?}: {}", messages(&app));
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
            Command::UseFolder(folder.path().join("new")),
            Command::OnArchive(ArchiveCommand::Delete(path.clone())),
            Command::OnArchive(ArchiveCommand::Rename { from: "Anna".into(), to: "Annabel".into() }),
        ] {
            app.handle(command.clone());
            assert!(messages(&app).contains("Your games are being copied"), "{command:?}: {}", messages(&app));
        }
        assert_eq!(std::fs::read(&path).unwrap(), before);
        // The settings have held the rules since the deal.
        let settings = std::fs::read_to_string(folder.path().join("settings.json")).unwrap_or_default();
        assert!(!settings.contains("night"), "{settings}");
        app.copying = None;
    }

    #[test]
    fn a_table_that_is_looked_at_while_another_folder_is_chosen_is_left() {
        let folder = TempDir::new().unwrap();
        let (mut app, path) = with_a_game(folder.path());
        app.handle(Command::Open(path));
        settle(&mut app);
        app.handle(Command::Show(Page::Settings));
        let other = folder.path().join("other");
        std::fs::create_dir(&other).unwrap();
        std::fs::write(other.join("theirs.json"), "{}").unwrap();
        app.handle(Command::UseFolder(other));
        app.handle(Command::StepBack);
        assert_eq!(app.page(), Page::Table);
        settle(&mut app);
        assert_eq!(app.page(), Page::Home);
        assert!(messages(&app).contains("Your games are kept in"), "{}", messages(&app));
    }

    #[test]
    fn what_comes_from_a_folder_that_is_gone_is_dropped() {
        let folder = TempDir::new().unwrap();
        let (mut app, _) = with_a_game(folder.path());
        let load_late = |app: &mut App| {
            app.spawn(
                "late",
                Path::new(""),
                || Ok(()),
                |app, _: Result<(), Text>| {
                    app.message = Some(Notice::trouble(Text::foreign("late")));
                },
            );
        };
        load_late(&mut app);
        app.folders += 1;
        std::thread::sleep(Duration::from_millis(200));
        app.pump();
        assert!(!format!("{:?}", app.message()).contains("late"));
        load_late(&mut app);
        let deadline = Instant::now() + PATIENCE;
        while !format!("{:?}", app.message()).contains("late") {
            assert!(Instant::now() < deadline, "what comes from this folder is taken in");
            app.pump();
        }
    }
}
