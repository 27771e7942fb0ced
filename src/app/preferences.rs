//! The settings: what a choice changes, and keeping it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::setup::Setup;
use super::{About, App, Command, Notice, SetupCommand};
use crate::archive::{PlayerColours, SaveError, Settings, TableRules, TextSize};
use crate::background::Queue;
use crate::text;

/// The settings and their file.
#[derive(Debug)]
pub(super) struct Preferences {
    /// What holds in this window.
    pub(super) now: Settings,
    /// What this window read from the file or wrote into it last. A choice is compared with it when it is written: those
    /// before it may still be on their way when it is made.
    kept: Arc<Mutex<Settings>>,
    file: Option<PathBuf>,
    queue: Queue,
    /// So many choices are on their way to the disk.
    waiting: usize,
}

/// Where a file that could not be read is now, or why the choice is not on disk.
type Kept = Result<Option<PathBuf>, SaveError>;

/// Brings what a choice changes into the file.
fn keep(kept: &Mutex<Settings>, file: &Path, choose: impl FnOnce(Settings) -> Settings) -> Kept {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let now = choose(kept.clone());
    let aside = now.keep(&kept, file)?;
    *kept = now;
    Ok(aside)
}

impl Preferences {
    /// The settings that were read from a file; `None`: they are not kept.
    pub(super) fn new(settings: Settings, file: Option<PathBuf>) -> Preferences {
        let kept = Arc::new(Mutex::new(settings.clone()));
        Preferences { now: settings, kept, file, queue: Queue::start("settings"), waiting: 0 }
    }

    /// Leaves what is not on disk yet to itself.
    pub(super) fn abandon(&mut self) {
        self.queue.abandon();
    }

    /// What writes another folder of sessions into the file, which may take its time.
    pub(super) fn keep_folder(&self, folder: Option<PathBuf>) -> impl FnOnce() -> Result<(), SaveError> + Send + use<> {
        let (kept, file) = (self.kept.clone(), self.file.clone());
        move || {
            let chosen = |before| Settings { data_folder: folder, ..before };
            file.map_or(Ok(()), |file| keep(&kept, &file, chosen).map(drop))
        }
    }

    /// Takes over that another folder of sessions is in the file.
    pub(super) fn folder_kept(&mut self, folder: Option<PathBuf>) {
        self.now.data_folder = folder;
    }
}

impl App {
    /// Takes a choice on the settings page.
    pub(super) fn prefer(&mut self, command: Command) {
        let mut settings = self.settings().clone();
        match command {
            Command::Theme(theme) => settings.theme = theme,
            Command::TextSize(percent) => settings.text_size = TextSize::new(percent),
            Command::HighContrast(on) => settings.high_contrast = on,
            Command::ReduceMotion(on) => settings.reduce_motion = on,
            Command::KeepAwake(on) => settings.keep_awake = on,
            Command::PlayerColour { seat, colour } => {
                settings.player_colours = settings.player_colours.with(seat, colour);
            }
            Command::Language(language) => (self.asked_language, settings.language) = (None, language),
            Command::UsualColours => settings.player_colours = PlayerColours::default(),
            Command::UsualRules => settings.new_games = TableRules::default(),
            _ => return,
        }
        self.change_settings(settings);
    }

    /// Changes the rules with which new games begin.
    pub(super) fn prefer_rule(&mut self, command: SetupCommand) {
        let mut setup = Setup::of_nobody(self.settings().new_games.clone());
        setup.handle(command);
        self.change_settings(Settings { new_games: setup.wishes().clone(), ..self.settings().clone() });
    }

    /// Takes settings on, and keeps what they change.
    fn change_settings(&mut self, settings: Settings) {
        if settings.new_games != self.settings().new_games && self.setup.is_empty() {
            self.setup = Setup::of(settings.new_games.clone());
        }
        self.preferences.now = settings.clone();
        let Some(file) = self.preferences.file.clone() else { return };
        let (kept, teller) = (self.preferences.kept.clone(), self.teller.clone());
        self.preferences.waiting += 1;
        let keep = move || keep(&kept, &file, |_| settings);
        self.preferences.queue.add(keep, move |kept| {
            let kept = kept.unwrap_or_else(|broken| Err(broken.into()));
            teller.tell(move |app| app.settings_kept(kept));
        });
    }

    /// Takes in what became of a choice.
    fn settings_kept(&mut self, kept: Kept) {
        self.preferences.waiting -= 1;
        match kept {
            Ok(Some(aside)) => {
                let file = aside.display().to_string();
                let said = text!("The new settings are kept. Those that could not be read are in {file}", file = file);
                self.message = Some(Notice::done(said));
            }
            Ok(None) => {}
            Err(error) => self.say_not_kept(&error),
        }
    }

    /// Says why the settings are not on disk.
    pub(super) fn say_not_kept(&mut self, error: &SaveError) {
        let said = text!("The settings could not be kept: {reason}", reason = error.text());
        self.message = Some(Notice::trouble(said).about(About::Settings));
    }

    /// Is a choice still on its way to the disk?
    pub fn is_keeping_settings(&self) -> bool {
        self.preferences.waiting > 0
    }

    /// How the program looks, how games begin and where they are.
    pub fn settings(&self) -> &Settings {
        &self.preferences.now
    }
}
