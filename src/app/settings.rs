//! The settings page: what a choice changes, and keeping it.

use std::iter;

use super::preferences::Kept;
use super::setup::Setup;
use super::{About, App, Notice, SetupCommand};
use crate::archive::{Preference, SaveError, Settings};
use crate::text;

impl App {
    /// Takes a choice on the settings page.
    pub(super) fn prefer(&mut self, preference: Preference) {
        if matches!(preference, Preference::Language(_)) {
            self.asked_language = None;
        }
        self.change_settings(self.settings().clone().with(preference));
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
                let said = text!("The new settings are saved. Those that could not be read are in {file}", file = file);
                self.message = Some(Notice::done(said));
            }
            Ok(None) => {}
            Err(error) => self.say_not_kept(&error),
        }
    }

    /// Says why the settings are not on disk.
    pub(super) fn say_not_kept(&mut self, error: &SaveError) {
        let said = text!("The settings could not be saved: {reason}", reason = error.text());
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
