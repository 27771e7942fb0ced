//! The program in a terminal, its manual and languages, and the structure of its sources.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test fails with a panic")]

mod architecture;
mod cli;
mod cli_archive;
mod cli_export;
mod cli_import;
mod cli_language;
mod cli_last_wizard;
mod cli_odds;
mod cli_schema;
mod cli_tournament;
mod colours;
#[path = "../common/mod.rs"]
mod common;
mod glossary;
mod languages;
mod manual;
mod rules_tests;
