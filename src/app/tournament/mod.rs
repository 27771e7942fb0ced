//! The tournament: its pages, its wall, and the table that a tablet stands at.

mod command;
mod view;

pub use command::{Paper, SlipField, TournamentCommand, TournamentSetting};
pub use view::{
    Clock, OfferedTable, PlayerLine, RankingLine, SeatLine, SlipLine, SlipView, TableCard, TableSession, TableState,
    TournamentOffer, TournamentSettings, TournamentTab, TournamentView, WallStage, WallView,
};

use super::{App, Page};

impl App {
    /// The open tournament.
    pub fn tournament(&self) -> Option<TournamentView> {
        None
    }

    /// What the wall shows, if a tournament is open.
    pub fn wall(&self) -> Option<WallView> {
        None
    }

    pub(super) fn on_tournament(&mut self, command: TournamentCommand) {
        match command {
            TournamentCommand::Close => self.leave_for(Page::Home),
            _ => {}
        }
    }
}
