use std::path::Path;

use super::data::{self, Action, Item, Section, open};
use super::document::{FileChange, Open};
use super::drafts::SeatDraft;
use super::face::{Faces, Looks};
use super::{App, Command, Notice, Page, Panel};
use crate::archive::{Document, Preference, SaveError, Saved, Saver, Settings, Theme, WindowPlace};
use crate::each;
use crate::language::Language;
use crate::session::{AnyRef, Colour, Look, Player, Sign};
use crate::text;
use crate::text::Text;
use crate::wizard::{PLAYERS_MAX, Seat};

pub(super) fn page(app: &App) -> data::Page {
    let settings = app.settings();
    let prefer = |preference| Command::Prefer(preference);
    let system = || text!("language" => "System");
    let languages = [None].into_iter().chain(Language::all().map(Some)).map(|language| {
        let name = language.map_or_else(system, |language| Text::foreign(language.name()));
        Action::option(name, settings.language == language, prefer(Preference::Language(language)))
    });
    let themes = [
        (Theme::System, text!("theme" => "System"), Some(text!("System theme"))),
        (Theme::Night, text!("theme" => "Night"), None),
        (Theme::Parchment, text!("theme" => "Parchment"), None),
    ];
    let themes = themes.map(|(theme, name, label)| Action {
        label,
        ..Action::option(name, settings.theme == theme, prefer(Preference::Theme(theme)))
    });
    let size = |larger: bool, text: Text| {
        let to = settings.text_size.step(larger);
        let percent = to.unwrap_or_else(|| settings.text_size.percent());
        Action::labelled(text, prefer(Preference::TextSize(percent))).enabled(to.is_some())
    };
    let language = settings.language.map_or_else(system, |language| Text::foreign(language.name()));
    let people = app.index.names().count();
    let rows = vec![
        Item::list(text!("Language"), language, languages).key("language"),
        Item::choice(text!("Theme"), themes),
        Item::stepper(
            text!("Text size"),
            text!("{n} %", n = i64::from(settings.text_size.percent())),
            [size(false, text!("Smaller text")), size(true, text!("Larger text"))],
        ),
        Item::switch(
            text!("High contrast"),
            settings.high_contrast,
            prefer(Preference::HighContrast(!settings.high_contrast)),
        ),
        Item::switch(
            text!("Reduce motion"),
            settings.reduce_motion,
            prefer(Preference::ReduceMotion(!settings.reduce_motion)),
        ),
        Item::link(text!("Names and faces"), Some(text!("{n} person" | "{n} people" % people)), open(Panel::Names)),
        app.folder_row(open(Panel::Folder)),
        Item::link(text!("Trash"), None, open(Panel::Trash)),
        Item::link(text!("Keyboard shortcuts"), None, Command::ShowKeys(true)),
    ];
    let version = text!(
        "Tablet of Truth {version}: unofficial, not made, checked or supported by any publisher of Wizard, and with \
         nothing of theirs in it. Made with Slint.",
        version = env!("CARGO_PKG_VERSION"),
    );
    let foot = vec![Item::note(version), Item::link(text!("Licences"), None, open(Panel::Licences))];
    data::Page::new("settings", text!("Settings"), vec![Section::Card("settings", rows), Section::Bare("foot", foot)])
}

pub(super) fn licences() -> data::Panel {
    let items = vec![
        Item::text(text!(
            "Free software under the MIT licence. The fonts are Inter and EB Garamond, modified and renamed as the SIL \
             Open Font License requires."
        )),
        Item::licences(),
    ];
    data::Panel::new("licences", text!("Licences"), items, data::close())
}

impl App {
    pub(super) fn prefer(&mut self, preference: Preference) {
        if matches!(preference, Preference::Language(_)) {
            self.asked_language = None;
        }
        self.preferences.choose(self.settings().clone().with(preference));
    }

    /// Saves the rules of a deal and the seating of a set-up, if they are new.
    pub(super) fn know(&mut self, settings: Settings) {
        if settings != *self.settings() {
            self.preferences.choose(settings);
        }
    }

    /// A disk that refuses it does not keep the window from closing.
    pub fn know_window(&mut self, place: WindowPlace) {
        if self.starting || self.settings().window == Some(place) {
            return;
        }
        self.preferences.choose(Settings { window: Some(place), ..self.settings().clone() });
    }

    pub fn is_keeping_settings(&self) -> bool {
        self.preferences.saver.is_saving()
    }

    pub fn settings(&self) -> &Settings {
        &self.preferences.now
    }
}

impl Open for Settings {
    fn open(app: &App) -> Option<(Document<Settings>, Settings)> {
        Some((app.preferences.file.clone()?, app.preferences.now.clone()))
    }

    fn saver<'a>(app: &'a mut App, _file: &Path) -> Option<&'a mut Saver<Settings>> {
        Some(&mut app.preferences.saver)
    }

    fn in_file(loaded: &Settings) -> &Settings {
        loaded
    }

    fn is_version_of(&self, _loaded: &Settings) -> bool {
        true
    }

    fn save(app: &mut App) {
        app.preferences.choose(app.preferences.now.clone());
    }

    fn saved(app: &mut App, result: Result<Saved, SaveError>) {
        match result {
            Ok(Saved::Beside(aside)) => {
                let file = aside.display().to_string();
                app.message = Some(Notice::done(text!(
                    "The new settings are saved. The file that could not be read is now {file}",
                    file = file
                )));
            }
            Ok(_) => {}
            Err(error) => app.message = Some(Notice::not_kept(&error)),
        }
    }

    /// Takes over what another window has chosen, except the folder: the user decides whether to follow.
    fn file_changed(app: &mut App, found: FileChange<Settings>) {
        let FileChange::Newer(settings, _) = found else { return };
        let other_folder = settings.data_folder.clone();
        let settings = Settings { data_folder: app.settings().data_folder.clone(), ..settings };
        app.preferences.read(settings);
        app.report_other_folder(other_folder);
    }
}

impl App {
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

    pub(super) fn sitting(&self) -> Vec<Player> {
        let changed = self.change.as_ref().filter(|_| self.page() == Page::Change);
        let drafts = changed.unwrap_or(&self.setup).drafts.seats().iter();
        let player = |draft: &SeatDraft| {
            let id = draft.id.or_else(|| self.index.id_of(&draft.name));
            self.faces().chosen(&Player { look: draft.look, ..Player::new(&draft.name, id.unwrap_or_default()) })
        };
        drafts.map(player).collect()
    }

    pub(super) fn colour(&mut self, seat: Seat, colour: Colour) {
        self.choose_look(seat, |look| look.colour = Some(colour));
    }

    pub(super) fn sign(&mut self, seat: Seat, sign: Option<Sign>) {
        self.choose_look(seat, |look| look.sign = sign);
    }

    /// Others at the table with the same look get another one.
    fn choose_look(&mut self, seat: Seat, choose: impl FnOnce(&mut Look)) {
        let (sitting, faces) = (self.sitting(), self.faces());
        let mut looks = faces.at_a_deal(&sitting);
        let (Some(player), Some(look)) = (sitting.get(seat), looks.get_mut(seat)) else { return };
        let mut chosen = Look { stand_in: false, ..faces.own(player).or(*look) };
        choose(&mut chosen);
        *look = chosen;
        let is_chosen = |look: &Look| (look.colour, look.sign) == (chosen.colour, chosen.sign);
        for (at, look) in looks.iter_mut().enumerate() {
            look.stand_in |= at != seat && is_chosen(look);
        }
        match &mut self.change {
            // The session has the looks of the others.
            Some(running) if self.screens.page() == Page::Change => {
                running.drafts.set_looks(looks.into_iter().map(|look| Some(look).filter(is_chosen)));
            }
            _ => self.setup.drafts.set_looks(looks.into_iter().map(Some)),
        }
    }

    /// Freezes the looks of the people in the set-up, including colours given automatically.
    pub(super) fn keep_looks(&mut self) {
        let looks = self.faces().at_a_deal(&self.sitting());
        self.setup.drafts.set_looks(looks.into_iter().map(Some));
    }
}

fn players_of(session: AnyRef<'_>) -> &[Player] {
    each!(session, session => session.people().players_at_end())
}
