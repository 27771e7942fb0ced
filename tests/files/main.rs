//! Everything read and written: the archive and its stores, changes by other programs, imports and exports; and what
//! taps mean to the program without its window.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails with a panic")]

use std::fs;
use std::path::{Path, PathBuf};

use tablet_of_truth::app::{ArchiveCommand, Command, Page};
use tablet_of_truth::archive::{Archive, write_session};
use tablet_of_truth::session::Session;
use tempfile::TempDir;

use common::at;
use common::program::Program;

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

/// The game of Wizard in this file.
fn load(path: &Path) -> Session {
    Archive::load(path).unwrap().session.wizard().unwrap()
}

/// Writes a game into the folder and returns its file.
fn keep(folder: &Path, name: &str, session: &Session) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, write_session(session, at(99)).unwrap()).unwrap();
    path
}

/// The program over a folder with this game alone.
fn over_game(session: &Session) -> (Program, PathBuf, TempDir) {
    let home = TempDir::new().unwrap();
    let path = keep(home.path(), "game.json", session);
    (Program::over(home.path()), path, home)
}

fn at_table(session: &Session) -> (Program, PathBuf, TempDir) {
    let (mut program, path, home) = over_game(session);
    program.tap(Command::Open(path.clone()));
    (program, path, home)
}

/// At the game's page in the archive.
fn viewing(session: &Session) -> (Program, PathBuf, TempDir) {
    let (mut program, path, home) = over_game(session);
    program.tap(Command::Show(Page::Archive));
    program.archive(ArchiveCommand::View(path.clone()));
    (program, path, home)
}
