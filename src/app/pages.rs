//! From one page to another, and back in time on each.

use super::playing::Playing;
use super::{App, ArchiveCommand, Notice, Overlay, Pad, Page, Panel};

impl App {
    pub(super) fn show(&mut self, page: Page) {
        match page {
            // Play goes on where it was.
            Page::Home if self.screens.is_beside_play() => self.screens.return_to_work(),
            Page::Home => {
                self.leave_for(Page::Home);
                self.refresh();
            }
            Page::Table | Page::Result => self.screens.show_session(),
            Page::Board => self.show_board(),
            Page::Archive if self.page() == Page::Archive => self.browse(ArchiveCommand::Close),
            Page::Archive => self.show_archive(),
            Page::Statistics if self.page() == Page::Statistics => {}
            Page::Statistics => self.show_statistics(),
            Page::Change => self.show_change(),
            Page::Odds => {
                if self.page() == Page::Table
                    && let Some(play) = self.desk.play.as_ref().and_then(|play| play.as_ref().wizard())
                {
                    self.odds.take_over(play);
                }
                self.screens.lay(page);
            }
            Page::Rules => {
                let session = if self.page() == Page::Archive { self.viewed_session() } else { self.session() };
                let set_up = (self.page() == Page::Setup).then(|| self.setup.game());
                self.rules_of = set_up.or(session.map(|session| session.name())).unwrap_or_default();
                self.screens.lay(page);
            }
            page => self.leave_for(page),
        }
    }

    /// Undoes or redoes what is in sight.
    pub(super) fn travel(&mut self, travel: fn(&mut Playing) -> bool) {
        let overlaid = self.desk.play.as_ref().is_some_and(|play| play.overlay() != Overlay::None);
        let in_sight = match self.page() {
            Page::Table | Page::Result => !overlaid && self.panel() == Panel::None,
            Page::Board => true,
            _ => false,
        };
        if in_sight {
            let changed = self.desk.play.as_mut().is_some_and(travel);
            self.after_step(changed);
        }
    }

    pub(super) fn after_step(&mut self, changed: bool) {
        if changed {
            self.save();
        }
        self.end_correction();
    }

    /// The board leaves everything on the table as it is, so that the way back leads to the same place.
    pub(super) fn show_board(&mut self) {
        if matches!(self.page(), Page::Table | Page::Result) && !self.is_correcting() {
            self.screens.lay(Page::Board);
        }
    }

    /// How often somebody can step back until nothing but home is shown.
    pub fn steps_back(&self) -> usize {
        let open = match self.page() {
            Page::Table | Page::Result => {
                self.overlay() != Overlay::None || self.pad() != Pad::Numbers || self.is_correcting()
            }
            Page::Archive => self.viewed_path().is_some(),
            _ => false,
        };
        self.screens.steps_back() + usize::from(open) + usize::from(self.panel() != Panel::None)
    }

    /// Is a round being corrected?
    fn is_correcting(&self) -> bool {
        self.desk.play.as_ref().is_some_and(Playing::is_correcting)
    }

    /// Are there changes to a round that leaving would lose? Then it says so.
    pub fn minds_leaving(&mut self) -> bool {
        self.desk.play.as_mut().is_some_and(Playing::has_draft)
    }

    /// Enters the digit that waits for another one, because the table is left. Returns why it was refused.
    pub fn finish_typing(&mut self) -> Option<Notice> {
        let play = self.desk.play.as_mut().filter(|play| play.is_typing())?;
        let changed = play.enter_typed();
        let refused = play.notice().take();
        if changed {
            self.save();
        }
        refused
    }

    /// Shows another page; what was begun on the table is finished or closed. A correction with changes is not left.
    pub(super) fn leave_for(&mut self, page: Page) {
        let refused = self.finish_typing();
        if self.minds_leaving() {
            self.screens.show_session();
            return;
        }
        if let Some(play) = &mut self.desk.play {
            play.leave();
            self.message = refused;
        }
        if self.screens.corrects_from_archive() {
            self.screens.leave_session();
        }
        self.learn_open(self.desk.saves() > 0);
        if page.is_beside() {
            self.screens.step_aside(page);
        } else {
            self.screens.begin(page);
        }
    }
}
