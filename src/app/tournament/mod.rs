mod command;
mod data;
mod draft;
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

pub use command::{SlipField, TournamentCommand, TournamentPanel, TournamentSetting, TournamentTab};
pub(super) use open::OpenTournament;
pub use view::{
    Clock, OfferedTable, SeatLine, SlipLine, SlipView, TableCard, TableSession, TableState, TournamentOffer,
    TournamentSettings, TournamentView, WallView,
};
