//! The real interface, used as a person would.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails with a panic")]

mod archive;
mod board;
mod board_picture;
mod browser;
mod change;
#[path = "../common/mod.rs"]
mod common;
mod games;
mod help;
mod home;
mod keeping;
mod keys;
mod languages;
mod monkey;
mod notes;
mod penalty;
mod phones;
mod pointer;
mod repaint;
mod rules;
mod settings;
mod setup;
mod sheet;
mod shelf;
mod small;
mod statistics;
mod still;
mod table;
mod tournament;
mod track;
mod walk;
mod wide;
mod window;
