//! Moving between pages, and undo and redo on each.

use super::playing::Playing;
use super::rules::Rules;
use super::tournament::OpenTournament;
use super::{App, ArchiveCommand, Command, Notice, Overlay, Page, Panel, TableCommand};
use crate::session::AnyRef;
use crate::text::Text;

impl App {
    pub(super) fn show(&mut self, page: Page) {
        match page {
            // Play resumes where it was.
            Page::Home if self.screens.is_beside_play() => self.screens.return_to_work(),
            Page::Home => {
                self.leave_for(Page::Home);
                self.refresh();
            }
            Page::Table | Page::Result => self.screens.show_session(),
            Page::Board => self.show_board(),
            Page::Archive if self.page() == Page::Archive => self.on_archive(ArchiveCommand::Close),
            Page::Archive => self.show_archive(),
            Page::Statistics if self.page() == Page::Statistics => {}
            Page::Statistics => self.show_statistics(),
            Page::Change => self.show_change(),
            Page::Rules => {
                let session = if self.page() == Page::Archive { self.viewed_session() } else { self.session() };
                let set_up = (self.page() == Page::Setup).then(|| self.setup.game());
                let game = set_up.or(session.map(|session| session.name())).unwrap_or_default();
                let players = session.and_then(AnyRef::wizard).map_or(4, |session| session.game().players());
                self.rules = Rules::of(game, players);
                self.screens.lay(page);
            }
            Page::Tournament | Page::Wall if self.tournament.is_none() => {}
            Page::Wall => self.screens.lay(page),
            Page::Setup => {
                self.sit_as_last();
                self.leave_for(page);
            }
            page => self.leave_for(page),
        }
    }

    /// Whether the page in sight offers to take back what was deleted or renamed last.
    pub(super) fn offers_take_back(&self) -> bool {
        let offers = match self.page() {
            Page::Home => self.archive_page.deleted().is_some(),
            Page::Archive => self.archive_page.can_take_back(),
            _ => false,
        };
        offers && self.panel() == Panel::None
    }

    pub(super) fn travel(&mut self, travel: fn(&mut Playing) -> bool) {
        let in_sight = match self.page() {
            Page::Table | Page::Result => self.overlay() == Overlay::None && self.panel() == Panel::None,
            Page::Board => true,
            _ => false,
        };
        if in_sight {
            let changed = self.open_session.play.as_mut().is_some_and(travel);
            self.after_step(changed);
        }
    }

    pub(super) fn after_step(&mut self, changed: bool) {
        if changed {
            self.save();
        }
        self.end_correction();
    }

    /// Shows the board. The table stays as it is, so that the way back leads to the same place; only an open sheet,
    /// hidden by the board, would take the next Enter.
    pub(super) fn show_board(&mut self) {
        if matches!(self.page(), Page::Table | Page::Result) && !self.is_correcting() {
            if self.overlay() == Overlay::Sheet {
                self.take(Command::OnTable(TableCommand::Overlay(Overlay::None)));
            }
            self.screens.lay(Page::Board);
        }
    }

    /// The number of steps back to Home.
    pub fn steps_back(&self) -> usize {
        let open = match self.page() {
            Page::Table | Page::Result => self.overlay() != Overlay::None || self.is_correcting(),
            Page::Archive => self.viewed_path().is_some(),
            Page::Tournament => self.tournament.as_ref().is_some_and(OpenTournament::has_open),
            _ => false,
        };
        let screen = self.screens.top();
        let over = [screen.panel != Panel::None, screen.question.is_some(), screen.list.is_some(), self.shows_keys];
        let over = over.into_iter().filter(|open| *open).count();
        self.screens.steps_back() + usize::from(open) + over
    }

    /// A question, and the labels of its two answers: nothing, and the change.
    pub fn question(&self) -> Option<(Notice, [Text; 2])> {
        match &self.screens.top().question {
            Some(question) => Some((Notice::trouble(question.text.clone()), question.answers.clone())),
            None => self.tournament.as_ref().filter(|_| self.page() == Page::Tournament)?.question(),
        }
    }

    fn is_correcting(&self) -> bool {
        self.open_session.play.as_ref().is_some_and(Playing::is_correcting)
    }

    /// Whether leaving would lose changes to a round; if so, shows a message.
    pub fn minds_leaving(&mut self) -> bool {
        self.open_session.play.as_mut().is_some_and(Playing::has_draft)
    }

    /// Enters a digit that was waiting for another, before the table is left. Returns a refusal, if any.
    pub fn finish_typing(&mut self) -> Option<Notice> {
        let play = self.open_session.play.as_mut().filter(|play| play.is_typing())?;
        let changed = play.enter_typed();
        let refused = play.notice().take();
        if changed {
            self.save();
        }
        refused
    }

    /// Shows another page, finishing or closing what was begun at the table. A correction with changes is not left.
    pub(super) fn leave_for(&mut self, page: Page) {
        let refused = self.finish_typing();
        if self.minds_leaving() {
            self.screens.show_session();
            return;
        }
        if let Some(play) = &mut self.open_session.play {
            play.leave();
            self.message = refused;
        }
        if self.screens.corrects_from_archive() {
            self.screens.leave_session();
        }
        self.learn_open(self.open_session.saver.last() > 0);
        self.look_at_settings();
        if page.is_beside() {
            self.screens.step_aside(page);
        } else {
            self.screens.begin(page);
        }
    }
}
