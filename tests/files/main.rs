//! Everything read and written: the archive and its stores, changes by other programs, imports and exports; and what
//! taps mean to the program without its window.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails with a panic")]

mod archive;
mod change;
#[path = "../common/mod.rs"]
mod common;
mod copies_at_once;
mod copying;
mod documents;
mod entry;
mod export;
#[cfg(unix)]
mod hostile;
mod import;
mod keys;
mod library;
mod looks;
mod names;
#[cfg(unix)]
mod outside;
mod pairs;
mod panels;
mod papers;
mod phones;
mod rules_page;
mod setup;
mod store;
mod tournament;
