//! The Last Wizard for a scorekeeper (LW). Pure: no file, clock, locale, thread or window. Seats count clockwise from
//! 0, rounds from 1.

mod command;
mod game;
mod hand;
mod reading;
mod round;
mod rules;
mod score;
mod session;
mod summary;
mod table;
mod track;
mod violation;
mod written;

pub use command::{Choice, Command};
pub use game::{Game, PLAYERS_MAX, PLAYERS_MIN, PlayedRound, ROUNDS_MAX};
pub use hand::{CARD_MAX, CARDS, Goblins, Hand, Power, Term, fortify, goblin_king};
pub use reading::{RoundReading, SeatReading};
pub use round::{HAND_MAX, Manual, Rank, Round, Shown, Stage, Turn};
pub use rules::{Pack, RuleSet, SetupConflict};
pub use score::Prospects;
pub use summary::{Outcome, RoundResult, Summary};
pub use table::{ScoredRound, Table};
pub use track::{Bet, End, GOAL, MANUAL_MAX, Move, START, START_MAX, Token, ZONE, alone_in_front, signed};
pub use violation::Violation;
pub use written::{WrittenFacts, WrittenRound};

pub type BrokenRule = crate::game::BrokenRule<Violation>;
