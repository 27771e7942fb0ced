//! The page and the panel that are shown from data, for every screen.

use super::data::{self, Action, Item, Section};
use super::{App, Command, Overlay, Page, Panel, TournamentCommand, TournamentPanel, settings};
use crate::text;
use crate::text::Text;

impl App {
    /// `None` for a page that is drawn by hand alone.
    pub fn data_page(&self) -> Option<data::Page> {
        match self.page() {
            Page::Home => Some(self.home_page()),
            Page::Result => Some(self.result_page()),
            Page::Archive => Some(self.archive_head()),
            Page::Statistics => Some(self.statistics_head()),
            Page::Settings => Some(settings::page(self)),
            Page::Rules => Some(self.rules.page(self.deck(), self.language())),
            Page::Tournament => Some(self.tournament.as_ref()?.page(self.language())),
            Page::Setup | Page::Change => Some(self.setup_page()),
            _ => None,
        }
    }

    /// The topmost panel; `None` if there is none, or one that is drawn by hand.
    pub fn data_panel(&self) -> Option<data::Panel> {
        if self.shows_keys {
            return Some(self.keys_panel());
        }
        let panel = self.described_panel();
        match &self.screens.top().list {
            Some(key) => self.list_panel(key, panel.as_ref()).or(panel),
            None => panel,
        }
    }

    fn described_panel(&self) -> Option<data::Panel> {
        let answer = |yes| Command::OnTournament(TournamentCommand::Answer(yes));
        if let Some((question, [no, yes])) = self.question() {
            let yes = Action::new(yes, answer(true));
            return Some(data::Panel::question(
                "question",
                text!("Are you sure?"),
                question.text,
                no,
                yes,
                answer(false),
            ));
        }
        if let Some(panel) = &self.screens.top().of_tournament {
            return self.tournament_panel(panel);
        }
        if matches!(self.page(), Page::Table | Page::Result) {
            match self.overlay() {
                Overlay::Penalty => return self.penalty_panel(),
                Overlay::EndQuestion => return self.end_question(),
                Overlay::Adder => return self.adder_panel(),
                Overlay::None | Overlay::Sheet => {}
            }
        }
        match self.panel() {
            Panel::Filter => Some(self.filter_panel()),
            Panel::Folder => Some(self.folder_panel()),
            Panel::Unfinished => self.unfinished_panel(),
            Panel::Licences => Some(settings::licences()),
            Panel::Setup => Some(self.setup_menu()),
            Panel::Person => self.person_panel(),
            Panel::Rules => Some(self.rules_panel()),
            Panel::HouseRules => Some(self.house_rules_panel()),
            _ => self.archive_panel(),
        }
    }

    /// The choices of the item with this key.
    fn list_panel(&self, key: &str, panel: Option<&data::Panel>) -> Option<data::Panel> {
        let page = self.data_page().filter(|_| panel.is_none());
        let sections = page.iter().flat_map(|page| page.first.iter().chain(&page.second));
        let on_page = sections.flat_map(Section::items);
        let in_panel = panel.iter().flat_map(|panel| &panel.items);
        let item = on_page.chain(in_panel).find(|item| item.lists && item.key == key)?;
        let items = item.actions.iter().cloned().map(Item::option).collect();
        let heading: Text = item.label.as_ref().unwrap_or(&item.text).clone();
        Some(data::Panel::new(format!("list {key}"), heading, items, Command::List(None)))
    }

    /// Closes the menu that is open, because one of its lines was tapped.
    pub fn close_menu(&mut self) {
        if matches!(self.panel(), Panel::More | Panel::Manage | Panel::Game | Panel::Unfinished) {
            self.screens.top_mut().panel = Panel::None;
        }
    }

    /// Whether a list of a tournament's players is pasted.
    pub fn pastes_players(&self) -> bool {
        self.screens.top().of_tournament == Some(TournamentPanel::Paste)
    }

    pub fn shows_keys(&self) -> bool {
        self.shows_keys
    }

    pub fn in_browser(&self) -> bool {
        self.in_browser
    }

    /// Of the program as a web page; `None` outside a browser.
    pub fn page_address(&self) -> Option<&str> {
        self.page_address.as_deref()
    }

    /// Shows the program as a page in a browser does, which is at an address that others may know.
    pub fn set_in_browser(&mut self, in_browser: bool, page_address: Option<String>) {
        (self.in_browser, self.page_address) = (in_browser, page_address);
    }
}
