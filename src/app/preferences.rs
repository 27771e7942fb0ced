//! The settings: what a choice changes, and keeping it.

use super::setup::Setup;
use super::{App, Command, Notice, SetupCommand};
use crate::archive::{PlayerColours, Settings, TableRules, TextSize};

impl App {
    /// Takes a choice on the settings page.
    pub(super) fn prefer(&mut self, command: Command) {
        let mut settings = self.settings.clone();
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
        let mut setup = Setup::of_nobody(self.settings.new_games.clone());
        setup.handle(command);
        self.change_settings(Settings { new_games: setup.wishes().clone(), ..self.settings.clone() });
    }

    /// Takes settings on, and keeps them. Returns whether they are on disk.
    pub(super) fn change_settings(&mut self, settings: Settings) -> bool {
        if settings.new_games != self.settings.new_games && self.setup.is_empty() {
            self.setup = Setup::of(settings.new_games.clone());
        }
        self.settings = settings;
        let Some(file) = self.settings_file.clone() else { return true };
        if self.settings_unread {
            match Settings::set_aside(&file) {
                Ok(aside) => {
                    self.settings_unread = false;
                    self.message = Notice::SettingsSetAside { path: aside.display().to_string() };
                }
                Err(error) => {
                    self.message = Notice::SettingsNotKept { reason: self.reason(&error) };
                    return false;
                }
            }
        }
        let saved = self.settings.save(&file);
        if let Err(error) = &saved {
            self.message = Notice::SettingsNotKept { reason: self.language().say(&error.text()) };
        }
        saved.is_ok()
    }

    /// How the program looks, how games begin and where they are.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}
