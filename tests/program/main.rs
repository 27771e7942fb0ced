//! The program in a terminal, its manual and languages, and the structure of its sources.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails with a panic")]

mod architecture;
mod colours;
#[path = "../common/mod.rs"]
mod common;
mod figures;
mod glossary;
mod languages;
mod manual;
mod process;
mod rules_tests;
mod terminal;
