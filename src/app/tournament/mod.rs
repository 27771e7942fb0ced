//! The tournament: its pages, its wall, and the table that a tablet stands at.

mod command;
mod draft;
mod keeper;
mod offers;
mod open;
mod people;
mod program;
mod results;
mod seating;
mod setting;
mod shown;
mod slip;
#[cfg(test)]
mod tests;
mod view;

pub use command::{SlipField, TournamentCommand, TournamentSetting, TournamentTab};
pub(super) use open::OpenTournament;
pub use view::{
    Clock, OfferedTable, PlayerLine, RankingLine, SeatLine, SlipLine, SlipView, TableCard, TableSession, TableState,
    TournamentOffer, TournamentSettings, TournamentView, WallStage, WallView,
};
