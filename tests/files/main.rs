//! Everything read and written: the archive and its stores, changes by other programs, imports and exports.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test fails with a panic")]

mod archive;
mod change;
#[path = "../common/mod.rs"]
mod common;
mod copies_at_once;
mod export;
#[cfg(unix)]
mod hostile;
mod import;
mod library;
mod moving;
#[cfg(unix)]
mod outside;
mod pairs;
mod papers;
mod phones;
mod store;
mod tournament;
