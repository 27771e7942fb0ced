//! The program without its window.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use tablet_of_truth::app::{App, ArchiveCommand, Command, Config, SaveState};
use tablet_of_truth::language::Language;

/// The start over this folder, without settings.
pub fn over(folder: &Path) -> Config {
    Config {
        data: folder.to_owned(),
        data_given: true,
        settings: None,
        open: None,
        language: None,
        system_language: Language::ENGLISH,
    }
}

/// The program without its window.
pub struct Program {
    pub app: App,
    woken: Receiver<()>,
}

impl Program {
    /// Starts the program over this folder, without settings, and waits until the folder is read.
    pub fn over(folder: &Path) -> Program {
        Program::start(over(folder))
    }

    /// Starts the program and waits until its folder is read.
    pub fn start(config: Config) -> Program {
        let (wake, woken) = channel();
        let app = App::new(config, move || {
            // The test may have finished and dropped the receiver.
            let _ = wake.send(());
        });
        let mut program = Program { app, woken };
        program.until("read", |app| !app.home().reading);
        program
    }

    /// Takes in news until `done`; panics with `what` if it never is.
    pub fn until(&mut self, what: &str, done: impl Fn(&mut App) -> bool) {
        let start = Instant::now();
        while !done(&mut self.app) {
            assert!(start.elapsed() < Duration::from_secs(20), "never {what}");
            let _ = self.woken.recv_timeout(Duration::from_millis(5));
            self.app.pump();
        }
    }

    /// Applies a command and waits until everything is on disk, or read only.
    pub fn tap(&mut self, command: Command) -> SaveState {
        self.app.handle(command);
        self.until("kept", |app| !app.is_busy() && !app.home().reading);
        let state = self.app.save_state();
        assert!(!matches!(state, SaveState::Failed(_)), "{state:?}");
        state
    }

    /// Applies a command of the archive page and waits until everything is on disk.
    pub fn archive(&mut self, command: ArchiveCommand) {
        self.tap(Command::OnArchive(command));
    }
}
