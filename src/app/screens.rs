//! Where somebody is: the screens that lie over each other, and where each way back leads.

use super::{Page, Panel};

/// A screen, with what belongs to it for as long as it is there.
#[derive(Debug, Default)]
pub(super) struct Screen {
    page: Page,
    /// What is laid over it.
    pub(super) panel: Panel,
    /// The round of its chart that is pointed out, from 0 for the start.
    pub(super) pointed_out: Option<usize>,
}

/// The screens, never none. [`Page::Table`] stands for the open session, also when its game is over.
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

    /// The page that is shown.
    pub(super) fn page(&self) -> Page {
        self.top().page
    }

    fn pages(&self) -> impl DoubleEndedIterator<Item = Page> {
        std::iter::once(&self.base).chain(&self.above).map(|screen| screen.page)
    }

    /// Shows a page with nothing beneath.
    pub(super) fn begin(&mut self, page: Page) {
        (self.base, self.above) = (page.into(), Vec::new());
    }

    /// Lays a page over what is shown. One that is beneath already comes up again.
    pub(super) fn lay(&mut self, page: Page) {
        let there = self.pages().position(|there| there == page);
        match there {
            Some(place) => self.above.truncate(place),
            None => self.above.push(page.into()),
        }
    }

    /// Shows the about page or the settings over the page that was worked on.
    pub(super) fn step_aside(&mut self, page: Page) {
        self.return_to_work();
        self.lay(page);
    }

    /// Takes away what lies beside the page that is worked on.
    pub(super) fn return_to_work(&mut self) {
        while self.step_back() {}
    }

    /// Takes the uppermost page away that lies beside another. Returns whether there was one.
    pub(super) fn step_back(&mut self) -> bool {
        self.page().is_beside() && self.above.pop().is_some()
    }

    /// Does what is shown lie beside a game that is played or about to be?
    pub(super) fn is_beside_play(&self) -> bool {
        let work = self.pages().rfind(|page| !page.is_beside());
        self.page().is_beside() && work.is_some_and(|page| !matches!(page, Page::Archive | Page::Statistics))
    }

    /// Shows the open session: where it lies beneath, what is over it goes.
    pub(super) fn show_session(&mut self) {
        let there = self.pages().position(|page| page == Page::Table);
        match there {
            Some(place) => self.above.truncate(place),
            None => self.begin(Page::Table),
        }
    }

    /// Is the open session on the screen, or beneath what is shown?
    pub(super) fn has_session(&self) -> bool {
        self.pages().any(Page::shows_session)
    }

    /// How many steps it is from here to a bare home.
    pub(super) fn steps_back(&self) -> usize {
        self.above.len() + usize::from(self.base.page != Page::Home)
    }

    /// Takes every screen of the open session away, because there is none any more.
    pub(super) fn leave_session(&mut self) {
        self.above.retain(|screen| !screen.page.shows_session());
        if self.base.page.shows_session() {
            self.base = Screen::default();
        }
    }

    /// Is a session on the table only for a correction that was begun in the archive?
    pub(super) fn corrects_from_archive(&self) -> bool {
        self.base.page == Page::Archive && self.has_session()
    }

    /// The archive's screen, also beneath another.
    pub(super) fn archive_mut(&mut self) -> Option<&mut Screen> {
        std::iter::once(&mut self.base).chain(&mut self.above).find(|screen| screen.page == Page::Archive)
    }
}
