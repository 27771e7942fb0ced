//! The real interface, used as a person would.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod archive;
mod games;
mod help;
mod keeping;
mod languages;
mod settings;
mod setup;
mod shelf;
mod sizes;
mod statistics;
mod table;
mod window;
