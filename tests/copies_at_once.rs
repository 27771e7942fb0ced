//! Two copies of the program in one folder, and folders that go away: one writes, and no acknowledged tap is written over.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use tablet_of_truth::app::{App, Command, Config, SaveState, SetupCommand, TableCommand};
use tablet_of_truth::archive::{Archive, Lock, lock};
use tablet_of_truth::language::Language;
use tempfile::TempDir;

/// A copy of the program without its window.
struct Copy {
    app: App,
    woken: Receiver<()>,
}

impl Copy {
    fn start(data: &Path) -> Copy {
        let (wake, woken) = channel();
        let config = Config {
            data: data.to_owned(),
            data_given: true,
            settings: None,
            open: None,
            language: None,
            system_language: Language::ENGLISH,
        };
        let app = App::new(config, move || {
            // A test that has seen enough may be gone.
            let _ = wake.send(());
        });
        Copy { app, woken }
    }

    /// Takes a tap, and waits until it is saved or refused.
    fn tap(&mut self, command: Command) -> SaveState {
        self.app.handle(command);
        let patience = Instant::now() + Duration::from_secs(20);
        while self.app.is_saving() {
            assert!(Instant::now() < patience, "saving does not come to an end");
            let _ = self.woken.recv_timeout(Duration::from_millis(20));
            self.app.pump();
        }
        self.app.save_state()
    }

    fn bid(&mut self, number: u8) -> SaveState {
        self.tap(Command::OnTable(TableCommand::Number(number)))
    }

    fn deal(&mut self) -> PathBuf {
        self.tap(Command::Setup);
        for name in ["Ana", "Bo", "Zoë"] {
            self.tap(Command::OnSetup(SetupCommand::Add(name.to_owned())));
        }
        assert_eq!(self.tap(Command::Deal(String::new())), SaveState::Saved);
        self.app.session_file().unwrap().to_owned()
    }

    fn steps(&self) -> usize {
        self.app.session().unwrap().steps().len()
    }
}

fn steps_in(path: &Path) -> usize {
    Archive::load(path).unwrap().session.steps().len()
}

#[test]
fn a_folder_that_went_away_is_made_again_and_its_session_locked_again() {
    let home = TempDir::new().unwrap();
    let data = home.path().join("sessions");
    let mut first = Copy::start(&data);
    let path = first.deal();
    fs::remove_dir_all(&data).unwrap();
    assert_eq!(first.bid(0), SaveState::Saved);
    assert_eq!(steps_in(&path), 1);
    let mut second = Copy::start(&data);
    assert_eq!(second.tap(Command::Open(path.clone())), SaveState::ReadOnly);
    assert_eq!(first.bid(0), SaveState::Saved);
    assert_eq!(second.bid(1), SaveState::ReadOnly);
    assert_eq!(steps_in(&path), 2);
}

#[test]
fn whoever_lost_the_lock_with_the_folder_writes_over_nobody() {
    let home = TempDir::new().unwrap();
    let (data, away) = (home.path().join("sessions"), home.path().join("away"));
    let mut first = Copy::start(&data);
    let path = first.deal();
    // The folder is moved, and put back as a copy: the lock stays with the one that was moved.
    fs::rename(&data, &away).unwrap();
    fs::create_dir(&data).unwrap();
    fs::copy(away.join(path.file_name().unwrap()), &path).unwrap();
    let mut second = Copy::start(&data);
    assert_eq!(second.tap(Command::Open(path.clone())), SaveState::Saved);
    assert_eq!(second.bid(0), SaveState::Saved);
    assert_eq!(first.bid(1), SaveState::ReadOnly);
    assert_eq!(steps_in(&path), 1);
    assert_eq!(second.bid(0), SaveState::Saved);
    drop(second);
    // What the other wrote counts, and from there it goes on.
    assert_eq!(first.tap(Command::TryAgain), SaveState::Saved);
    assert_eq!(first.steps(), 2);
}

#[test]
fn a_lock_file_of_another_is_not_taken_away() {
    let home = TempDir::new().unwrap();
    let (data, away) = (home.path().join("sessions"), home.path().join("away"));
    fs::create_dir(&data).unwrap();
    let path = data.join("game.json");
    let ours = lock(&path);
    assert!(ours.is_held());
    fs::rename(&data, &away).unwrap();
    assert!(!ours.is_held());
    let theirs = lock(&path);
    assert!(theirs.is_held());
    drop(ours);
    assert!(theirs.is_held());
    assert!(matches!(lock(&path), Lock::Elsewhere));
}

#[test]
fn saving_to_where_the_session_is_keeps_the_right_to_write_it() {
    let home = TempDir::new().unwrap();
    let mut copy = Copy::start(home.path());
    let path = copy.deal();
    assert_eq!(copy.tap(Command::SaveTo(path.clone())), SaveState::Saved);
    assert_eq!(copy.bid(0), SaveState::Saved);
    assert_eq!(steps_in(&path), 1);
}
