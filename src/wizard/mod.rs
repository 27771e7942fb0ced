//! The game of Wizard as a scorekeeper must know it: editions and special cards, the rule set of a table, the plan of
//! rounds, bidding, tricks, points and standings.
//!
//! Pure: no file, clock, locale, thread or window. Seats count clockwise from 0, rounds from 1. The rules and their
//! sources are in `docs/rules.md`.

mod breach;
mod card;
mod game;
mod odds;
mod plan;
mod reading;
mod round;
mod rules;
mod score;

pub(crate) use breach::in_round;
pub use breach::{Breach, BrokenRule};
pub use card::{Card, Colour, SpecialCard, Trump};
pub use game::{Game, PLAYERS_MAX, PLAYERS_MIN};
pub use odds::{Deck, FirstHand, Fraction, NoSuchHand, Odds, Strength};
pub use plan::{Plan, PlanPreset, ROUNDS_MAX};
pub use reading::{RoundReading, RoundState, SeatReading};
pub use round::{Change, Cloud, Round};
pub use rules::{Bidding, Control, RULES, Rule, RuleConflict, RuleSet};
pub use score::{Score, Standing, points};

pub use crate::seats::Seat;
