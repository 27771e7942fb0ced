//! The settings page: the effects of a choice, and saving it.

use std::iter;

use super::drafts::SeatDraft;
use super::face::{Faces, Looks, look};
use super::preferences::Kept;
use super::setup::Setup;
use super::{About, App, Notice, Page, SetupCommand};
use crate::archive::{Preference, SaveError, Settings};
use crate::each;
use crate::session::{AnyRef, Colour, Player, Sign};
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

    /// Saves what a deal says about rules and a set-up about who sits where, if it is new.
    pub(super) fn know(&mut self, settings: Settings) {
        if settings != *self.settings() {
            self.choose(settings);
        }
    }

    /// Changes the rules of new games.
    pub(super) fn prefer_rule(&mut self, command: SetupCommand) {
        let mut setup = Setup::of_nobody(self.settings().new_games.clone());
        setup.handle(command, iter::empty());
        self.change_settings(Settings { new_games: setup.wishes().clone(), ..self.settings().clone() });
    }

    /// Adopts settings and saves what they change.
    fn change_settings(&mut self, settings: Settings) {
        if settings.new_games != self.settings().new_games && self.setup.drafts.is_empty() {
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

impl App {
    /// The faces that people have now.
    pub(super) fn faces(&self) -> Faces<'_> {
        Faces { index: &self.index, settings: self.settings() }
    }

    /// The colour of each seat at the table shown.
    pub fn colours(&self) -> [Colour; PLAYERS_MAX] {
        self.looks().map(|(colour, _)| colour)
    }

    /// The sign of each seat at the table shown; `None` for initials.
    pub fn signs(&self) -> [Option<Sign>; PLAYERS_MAX] {
        self.looks().map(|(_, sign)| sign)
    }

    /// How each seat of the table shown looks.
    pub(super) fn looks(&self) -> Looks {
        let now = |players: &[Player]| players.iter().map(|player| self.faces().now(player)).collect();
        let players: Vec<Player> = match self.page() {
            Page::Setup | Page::Change => self.sitting(),
            Page::Archive => self.viewed_session().map(|session| now(players_of(session))).unwrap_or_default(),
            Page::Home | Page::Settings => Vec::new(),
            // A running game shows its people as they chose to look in it.
            _ => self.session().map(|session| players_of(session).to_vec()).unwrap_or_default(),
        };
        self.settings().looks_of(&players)
    }

    /// The people at the table being set up or changed.
    pub(super) fn sitting(&self) -> Vec<Player> {
        let changed = self.change.as_ref().filter(|_| self.page() == Page::Change);
        let drafts = changed.unwrap_or(&self.setup).drafts.seats().iter();
        let player = |draft: &SeatDraft| {
            let id = draft.id.or_else(|| self.index.id_of(&draft.name));
            self.faces().chosen(&Player { look: draft.look, ..Player::new(&draft.name, id.unwrap_or_default()) })
        };
        drafts.map(player).collect()
    }

    /// Gives the player on this seat of the set-up a colour; whoever had it takes theirs.
    pub(super) fn colour(&mut self, seat: Seat, colour: Colour) {
        self.change_looks(|looks| {
            let Some(before) = looks.get(seat).map(|look| look.0) else { return };
            for (at, (held, _)) in looks.iter_mut().enumerate() {
                *held = if at == seat {
                    colour
                } else if *held == colour {
                    before
                } else {
                    *held
                };
            }
        });
    }

    /// Gives the player on this seat of the set-up a sign, or initials; whoever had the sign takes theirs.
    pub(super) fn sign(&mut self, seat: Seat, sign: Option<Sign>) {
        self.change_looks(|looks| {
            let Some(before) = looks.get(seat).map(|look| look.1) else { return };
            for (at, (_, held)) in looks.iter_mut().enumerate() {
                *held = match *held {
                    _ if at == seat => sign,
                    Some(_) if *held == sign => before,
                    other => other,
                };
            }
        });
    }

    /// Gives the people of the set-up the colours and signs they are shown with.
    pub(super) fn keep_looks(&mut self) {
        self.change_looks(|_| {});
    }

    /// Changes how the people of the set-up look, and notes it for those it changes.
    fn change_looks(&mut self, change: impl FnOnce(&mut Looks)) {
        let before = self.settings().looks_of(&self.sitting());
        let mut after = before;
        change(&mut after);
        match &mut self.change {
            Some(running) if self.screens.page() == Page::Change => {
                running
                    .drafts
                    .look(before.iter().zip(after).map(|(before, after)| (*before != after).then(|| look(after))));
            }
            // Nobody else may look different from now on because somebody was given what was free.
            _ => self.setup.drafts.look(after.into_iter().map(|after| Some(look(after)))),
        }
    }
}

fn players_of(session: AnyRef<'_>) -> &[Player] {
    each!(session, session => session.people().players_at_end())
}
