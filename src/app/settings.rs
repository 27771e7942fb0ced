//! The settings page: the effects of a choice, and saving it.

use std::iter;

use super::preferences::Kept;
use super::setup::Setup;
use super::{About, App, Notice, Page, SetupCommand, home};
use crate::archive::{Preference, SaveError, Settings, Sign};
use crate::each;
use crate::session::AnyRef;
use crate::text;
use crate::wizard::{PLAYERS_MAX, Seat};

impl App {
    /// Makes a choice on the settings page.
    pub(super) fn prefer(&mut self, preference: Preference) {
        if matches!(preference, Preference::Language(_)) {
            self.asked_language = None;
        }
        self.change_settings(self.settings().clone().with(preference));
    }

    /// The colour of each seat at the table shown.
    pub fn colours(&self) -> [u8; PLAYERS_MAX] {
        self.settings().colours_of(&self.shown_people())
    }

    /// The sign of each seat at the table shown; `None` for initials.
    pub fn signs(&self) -> [Option<Sign>; PLAYERS_MAX] {
        self.settings().signs_of(&self.shown_people())
    }

    /// The names at the table shown.
    fn shown_people(&self) -> Vec<String> {
        match self.page() {
            Page::Setup | Page::Change => self.sitting(),
            Page::Home => home::resumed(&self.index).map(|entry| home::names(&entry.record)).unwrap_or_default(),
            Page::Archive => self.viewed_session().map(names_of).unwrap_or_default(),
            Page::Settings => Vec::new(),
            _ => self.session().map(names_of).unwrap_or_default(),
        }
    }

    /// The names at the table being set up or changed.
    fn sitting(&self) -> Vec<String> {
        let changed = self.change.as_ref().filter(|_| self.page() == Page::Change);
        changed.unwrap_or(&self.setup).names()
    }

    /// Gives the player on this seat of the set-up a colour.
    pub(super) fn colour(&mut self, seat: Seat, colour: u8) {
        self.change_settings(self.settings().clone().colouring(&self.sitting(), seat, colour));
    }

    /// Gives the player on this seat of the set-up a sign, or initials.
    pub(super) fn sign(&mut self, seat: Seat, sign: Option<Sign>) {
        self.change_settings(self.settings().clone().signing(&self.sitting(), seat, sign));
    }

    /// Saves what a deal says about people and rules, if it is new.
    pub(super) fn know(&mut self, settings: Settings) {
        let known = self.settings();
        let told = |settings: &Settings| {
            let Settings { people, signs, our_table, last_wizard, .. } = settings.clone();
            (people, signs, our_table, last_wizard)
        };
        if told(&settings) == told(known) {
            return;
        }
        self.choose(settings);
    }

    /// Changes the rules of new games.
    pub(super) fn prefer_rule(&mut self, command: SetupCommand) {
        let mut setup = Setup::of_nobody(self.settings().new_games.clone());
        setup.handle(command, iter::empty());
        self.change_settings(Settings { new_games: setup.wishes().clone(), ..self.settings().clone() });
    }

    /// Adopts settings and saves what they change.
    fn change_settings(&mut self, settings: Settings) {
        if settings.new_games != self.settings().new_games && self.setup.is_empty() {
            self.setup = Setup::with(&settings);
        }
        self.choose(settings);
    }

    /// Puts settings into effect and saves them.
    fn choose(&mut self, settings: Settings) {
        let handle = self.handle.clone();
        self.preferences.choose(settings, move |kept| handle.post(move |app| app.settings_kept(kept)));
    }

    /// Takes in the result of saving a choice.
    fn settings_kept(&mut self, kept: Kept) {
        self.preferences.chosen();
        match kept {
            Ok(Some(aside)) => {
                let file = aside.display().to_string();
                let said =
                    text!("The new settings are saved. The file that could not be read is now {file}", file = file);
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

    /// Whether a choice is still being saved.
    pub fn is_keeping_settings(&self) -> bool {
        self.preferences.is_keeping()
    }

    /// The settings in effect.
    pub fn settings(&self) -> &Settings {
        &self.preferences.now
    }
}

fn names_of(session: AnyRef) -> Vec<String> {
    each!(session, session => session.people().names_at_end())
}
