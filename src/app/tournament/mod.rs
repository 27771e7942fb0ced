//! The tournament: its pages, its wall, and the table that a tablet stands at.

mod command;
mod view;

pub use command::{Paper, SlipField, TournamentCommand, TournamentSetting};
pub use view::{
    Clock, OfferedTable, PlayerLine, RankingLine, SeatLine, SlipLine, SlipView, TableCard, TableState, TournamentOffer,
    TournamentSettings, TournamentTab, TournamentView, WallStage, WallView,
};
