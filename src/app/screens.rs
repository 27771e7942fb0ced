//! The screens lying over each other, and where each way back leads.

use std::collections::BTreeMap;

use super::{Command, Page, Panel, TournamentPanel};
use crate::text::Text;

#[derive(Debug)]
pub(super) struct Question {
    pub(super) text: Text,
    /// The labels of the answers: nothing, and the command.
    pub(super) answers: [Text; 2],
    pub(super) then: Command,
}

/// A screen, with the state that lasts as long as it does.
#[derive(Debug, Default)]
pub(super) struct Screen {
    page: Page,
    pub(super) panel: Panel,
    pub(super) of_tournament: Option<TournamentPanel>,
    pub(super) question: Option<Question>,
    /// 0 for the start.
    pub(super) pointed_out: Option<usize>,
    /// What is typed into the fields of its page and panel.
    pub(super) typed: BTreeMap<&'static str, String>,
    /// The key of the item whose list is open.
    pub(super) list: Option<String>,
}

impl Screen {
    /// What is typed there; empty at first.
    pub(super) fn typed(&self, field: &str) -> &str {
        self.typed.get(field).map_or("", String::as_str)
    }
}

/// The stack of screens, never empty. [`Page::Table`] stands for the open session, even when its game is over.
#[derive(Debug, Default)]
pub(super) struct Screens {
    base: Screen,
    above: Vec<Screen>,
}

impl From<Page> for Screen {
    fn from(page: Page) -> Screen {
        Screen { page, ..Screen::default() }
    }
}

impl Screens {
    pub(super) fn top(&self) -> &Screen {
        self.above.last().unwrap_or(&self.base)
    }

    pub(super) fn top_mut(&mut self) -> &mut Screen {
        self.above.last_mut().unwrap_or(&mut self.base)
    }

    pub(super) fn page(&self) -> Page {
        self.top().page
    }

    fn pages(&self) -> impl DoubleEndedIterator<Item = Page> {
        std::iter::once(&self.base).chain(&self.above).map(|screen| screen.page)
    }

    /// Replaces the stack by a page.
    pub(super) fn begin(&mut self, page: Page) {
        (self.base, self.above) = (page.into(), Vec::new());
    }

    /// Pushes a page. One already on the stack comes up again.
    pub(super) fn lay(&mut self, page: Page) {
        let there = self.pages().position(|there| there == page);
        match there {
            Some(place) => self.above.truncate(place),
            None => self.above.push(page.into()),
        }
    }

    /// Shows a page over the working page.
    pub(super) fn step_aside(&mut self, page: Page) {
        self.return_to_work();
        self.lay(page);
    }

    /// Closes all pages lying over the working page.
    pub(super) fn return_to_work(&mut self) {
        while self.step_back() {}
    }

    /// Closes the top page if it lies over another. Returns whether it did.
    pub(super) fn step_back(&mut self) -> bool {
        self.page().is_beside() && self.above.pop().is_some()
    }

    /// Whether the page shown lies over a game being played or set up.
    pub(super) fn is_beside_play(&self) -> bool {
        let work = self.pages().rfind(|page| !page.is_beside());
        self.page().is_beside() && work.is_some_and(|page| !matches!(page, Page::Archive | Page::Statistics))
    }

    /// Shows the open session: if it lies beneath, the pages over it are closed.
    pub(super) fn show_session(&mut self) {
        let there = self.pages().position(|page| page == Page::Table);
        match there {
            Some(place) => self.above.truncate(place),
            None => self.begin(Page::Table),
        }
    }

    /// Whether the open session is shown, or lies beneath.
    pub(super) fn has_session(&self) -> bool {
        self.pages().any(Page::shows_session)
    }

    /// Whether the running game is being changed, on the page shown or beneath.
    pub(super) fn changes_session(&self) -> bool {
        self.pages().any(|page| page == Page::Change)
    }

    pub(super) fn steps_back(&self) -> usize {
        self.above.len() + usize::from(self.base.page != Page::Home)
    }

    pub(super) fn leave_session(&mut self) {
        self.above.retain(|screen| !screen.page.shows_session());
        if self.base.page.shows_session() {
            self.base = Screen::default();
        }
    }

    pub(super) fn leave_tournament(&mut self) {
        self.above.retain(|screen| !screen.page.shows_tournament());
        if self.base.page.shows_tournament() {
            self.base = Screen::default();
        }
    }

    /// Whether the session is open only for a correction begun in the archive.
    pub(super) fn corrects_from_archive(&self) -> bool {
        self.base.page == Page::Archive && self.has_session()
    }

    /// The archive's screen, even if it lies beneath another.
    pub(super) fn archive_mut(&mut self) -> Option<&mut Screen> {
        std::iter::once(&mut self.base).chain(&mut self.above).find(|screen| screen.page == Page::Archive)
    }
}
