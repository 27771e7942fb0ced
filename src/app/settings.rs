//! The settings page: what a choice changes, and keeping it.

use std::iter;

use super::preferences::Kept;
use super::setup::Setup;
use super::{About, App, Command, Notice, SetupCommand};
use crate::archive::{PlayerColours, SaveError, Settings, TableRules, TextSize};
use crate::text;

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
        setup.handle(command, iter::empty());
        self.change_settings(Settings { new_games: setup.wishes().clone(), ..self.settings().clone() });
    }

    /// Takes settings on, and keeps what they change.
    fn change_settings(&mut self, settings: Settings) {
        if settings.new_games != self.settings().new_games && self.setup.is_empty() {
            self.setup = Setup::of(settings.new_games.clone());
        }
        let teller = self.teller.clone();
        self.preferences.choose(settings, move |kept| teller.tell(move |app| app.settings_kept(kept)));
    }

    /// Takes in what became of a choice.
    fn settings_kept(&mut self, kept: Kept) {
        self.preferences.chosen();
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
        self.preferences.is_keeping()
    }

    /// How the program looks, how games begin and where they are.
    pub fn settings(&self) -> &Settings {
        &self.preferences.now
    }
}
