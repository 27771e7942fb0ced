//! The pages that are looked up and laid over another one: the rules and the first-hand odds. What is beneath stays as it is.

use super::{App, Page};

impl Page {
    /// Is it laid over another page?
    fn is_looked_up(self) -> bool {
        matches!(self, Page::Rules | Page::Odds)
    }
}

impl App {
    /// Lays such a page over what is shown. One that is beneath already comes up again.
    pub(super) fn look_up(&mut self, page: Page) {
        if self.page == page {
            return;
        }
        if !self.page.is_looked_up() {
            self.beneath.clear();
        }
        match self.beneath.iter().position(|&below| below == page) {
            Some(place) => self.beneath.truncate(place),
            None => self.beneath.push(self.page),
        }
        self.page = page;
    }

    /// Is a page shown that was looked up?
    pub(super) fn is_looking_up(&self) -> bool {
        self.page.is_looked_up()
    }

    /// Takes the uppermost of these pages away.
    pub(super) fn look_away(&mut self) {
        let below = self.beneath.pop().unwrap_or_default();
        self.show_again(below);
    }

    /// The page, or what these pages lie over.
    pub(super) fn page_below(&self) -> Page {
        match self.beneath.first() {
            Some(&lowest) if self.is_looking_up() => lowest,
            _ => self.page,
        }
    }
}
