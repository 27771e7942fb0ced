//! The games without files or windows: rules, sessions, statistics, and the schemas of a session.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails with a panic")]

mod change;
mod chart;
#[path = "../common/mod.rs"]
mod common;
mod engine;
mod filter;
mod hand;
mod last_wizard;
mod mutated;
mod odds;
mod properties;
mod schema;
mod statistics;
mod tournament;
mod variants;
