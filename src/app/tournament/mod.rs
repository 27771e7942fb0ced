//! The tournament: its pages, its wall, and the table that a tablet stands at.

mod command;
mod draft;
mod keeper;
mod offers;
mod open;
mod paper;
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

pub use command::{Paper, SlipField, TournamentCommand, TournamentSetting, TournamentTab};
pub(super) use open::OpenTournament;
pub(super) use paper::{paper_name, paper_pdf};
pub use view::{
    Clock, OfferedTable, PlayerLine, RankingLine, SeatLine, SlipLine, SlipView, TableCard, TableSession, TableState,
    TournamentOffer, TournamentSettings, TournamentView, WallStage, WallView,
};
