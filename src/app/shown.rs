//! What the window shows of the app at this moment.

use std::iter;
use std::path::Path;

use chrono::Datelike;

use super::play::Play;
use super::setup::Setup;
use super::{
    App, BoardSide, BoardView, HomeView, Notice, Overlay, Pad, Page, Panel, PointedOut, ResultView, SetupView,
};
use super::{OddsView, SheetView, TableView, board, home, now, result, sheet, table_view};
use crate::language::Language;
use crate::session::{Session, Status};

impl App {
    /// What is shown.
    pub fn page(&self) -> Page {
        let over = self
            .desk
            .play
            .as_ref()
            .is_some_and(|play| play.correction.is_none() && play.session.status() != Status::Running);
        match self.screens.page() {
            Page::Table if over => Page::Result,
            page => page,
        }
    }

    /// The language that everything is said in.
    pub fn language(&self) -> Language {
        self.asked_language.or(self.settings().language).unwrap_or(self.system_language)
    }

    /// The folder of sessions.
    pub fn data_folder(&self) -> &Path {
        self.archive.folder()
    }

    /// What is laid over the archive or the statistics.
    pub fn panel(&self) -> Panel {
        self.screens.top().panel
    }

    /// A message for the whole window.
    pub fn message(&self) -> Option<&Notice> {
        self.message.as_ref()
    }

    /// Is a round being corrected that was looked at in the archive?
    pub fn is_correcting_from_archive(&self) -> bool {
        self.page() == Page::Table && self.screens.corrects_from_archive()
    }

    /// Is a session open?
    pub fn has_session(&self) -> bool {
        self.desk.play.is_some()
    }

    /// The open session.
    pub fn session(&self) -> Option<&Session> {
        self.desk.play.as_ref().map(|play| &play.session)
    }

    /// The file of the open session.
    pub fn session_file(&self) -> Option<&Path> {
        self.desk.play.as_ref().map(Play::path)
    }

    /// This year: its dates need not say it.
    pub fn this_year(&self) -> i32 {
        now().year()
    }

    /// Home.
    pub fn home(&self) -> HomeView {
        home::view(&self.shelf, now(), self.language())
    }

    /// The set-up; on the settings page, the rules with which games begin.
    pub fn setup(&self) -> SetupView {
        if self.page() == Page::Settings {
            return Setup::of_nobody(self.settings().new_games.clone()).view(iter::empty());
        }
        self.setup.view(self.shelf.names())
    }

    /// The table.
    pub fn table(&self) -> TableView {
        self.desk.play.as_ref().map(table_view::view).unwrap_or_default()
    }

    /// What is laid over the table.
    pub fn overlay(&self) -> Overlay {
        self.desk.play.as_ref().map(|play| play.overlay).unwrap_or_default()
    }

    /// What is asked for at the table below the players.
    pub fn pad(&self) -> Pad {
        self.desk.play.as_ref().map(|play| play.pad).unwrap_or_default()
    }

    /// Does a digit wait for another one?
    pub fn is_typing(&self) -> bool {
        self.desk.play.as_ref().is_some_and(|play| play.typed.is_some())
    }

    /// The sheet; while a round is being corrected, as it would be then.
    pub fn sheet(&self) -> SheetView {
        let shown = self.desk.play.as_ref().map(|play| match play.corrected() {
            Some(corrected) => sheet::view(&corrected),
            None => sheet::view(&play.session),
        });
        shown.unwrap_or_default()
    }

    /// The totals at the round of the chart that is pointed out.
    pub fn pointed_out(&self) -> Option<PointedOut> {
        let session = if self.page() == Page::Archive { self.viewed_session() } else { self.session() };
        Some(result::pointed_out(session?, self.screens.top().pointed_out?))
    }

    /// The board for the other players.
    pub fn board(&self) -> BoardView {
        self.desk.play.as_ref().map(board::view).unwrap_or_default()
    }

    /// How the board lies on the table.
    pub fn board_side(&self) -> BoardSide {
        self.board_side
    }

    /// Should the screen stay awake: is a game being played and looked at?
    pub fn wants_awake(&self) -> bool {
        let running = self.session().is_some_and(|session| session.status() == Status::Running);
        self.settings().keep_awake && running && matches!(self.page(), Page::Table | Page::Board)
    }

    /// The result.
    pub fn result(&self) -> ResultView {
        self.desk.play.as_ref().map(|play| result::view(&play.session)).unwrap_or_default()
    }

    /// The odds.
    pub fn odds(&self) -> OddsView {
        self.odds.view()
    }
}
