//! Everything read and written: the archive and its stores, changes by other programs, imports and exports; and what
//! taps mean to the program without its window.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails with a panic")]

use std::fs;
use std::path::{Path, PathBuf};

use tablet_of_truth::app::{ArchiveCommand, Command, Config, Page, SaveState};
use tablet_of_truth::archive::{Archive, write_session};
use tablet_of_truth::session::Session;
use tempfile::TempDir;
use uuid::Uuid;

use common::program::{Program, over};
use common::{at, people, unbound};

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

/// A game of three without rounds, with an id of its own, that starts so many minutes into the evening.
fn numbered(number: u32) -> Session {
    let players = people(&["Anna", "Ben", "Cleo"]);
    Session::new(Uuid::from_u128(u128::from(number) << 96 | 1), at(number), players, 0, unbound()).unwrap()
}

/// The games lie in `games` of this folder, and the settings next to that.
fn with_settings(home: &TempDir) -> Config {
    Config { settings: Some(home.path().join("settings.json")), ..over(&home.path().join("games")) }
}

impl Program {
    /// At the table of a new game, whose file is returned.
    fn deal(&mut self, names: &[&str]) -> PathBuf {
        self.sit(names);
        assert_eq!(self.tap(Command::Deal), SaveState::Saved);
        self.app.session_file().unwrap().to_owned()
    }

    /// At the game's page in the archive.
    fn view(&mut self, game: &Path) {
        self.tap(Command::Show(Page::Archive));
        self.archive(ArchiveCommand::View(game.to_owned()));
    }
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
    program.view(&path);
    (program, path, home)
}
