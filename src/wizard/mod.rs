//! The game of Wizard for a scorekeeper; rules and sources are in `docs/rules.md`. Pure: no file, clock, locale, thread
//! or window. Seats count clockwise from 0, rounds from 1.

mod card;
mod carry;
mod choices;
mod columns;
mod command;
mod conflict;
mod game;
mod odds;
mod penalty;
mod plan;
mod reading;
mod round;
mod rules;
mod score;
mod session;
mod steps;
mod summary;
mod table;
mod violation;
mod written_rule;

pub use card::{Card, Colour, DeckNames, SpecialCard, Trump};
pub use choices::{Bidding, Edition, TieBreak};
pub use columns::{COLUMNS, Column, bombs_cell, waived_cell};
pub use command::Command;
pub use conflict::RuleConflict;
pub use game::Game;
pub use odds::{Deck, FirstHand, Fraction, Odds};
pub use penalty::{PENALTIES_MAX, PENALTY_MAX, PENALTY_STEP, Penalty, PenaltyGiven};
pub use plan::{EXTRA_CARDS_MAX, PLAYERS_MAX, PLAYERS_MIN, Plan, PlanPreset, ROUNDS_MAX, read_hands, written_hands};
pub use reading::{RoundReading, SeatReading};
pub use round::{Change, Cloud, CloudEntry, Number, Round, Waiver, WrittenRound, one_or_list};
pub use rules::{Control, Ordered, RULES, Rule, RuleSet};
pub use score::{PointsPossible, Score};
pub use summary::Summary;
pub use table::{OpenRound, Phase, ScoredRound, Table};
pub use violation::Violation;

pub use crate::seats::Seat;

pub type BrokenRule = crate::game::BrokenRule<Violation>;
