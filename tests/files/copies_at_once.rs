//! Two copies of the program in one folder, other programs that change its files, and folders that vanish: nothing
//! acknowledged may be overwritten on either side.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use tablet_of_truth::app::{App, ArchiveCommand, Command, Config, Page, SaveState, SetupCommand, TableCommand, Tone};
use tablet_of_truth::archive::{Archive, Lock, lock, write_session};
use tablet_of_truth::language::Language;
use tablet_of_truth::session::Session;
use tablet_of_truth::wizard::Command as Step;
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
            // The test may have finished and dropped the receiver.
            let _ = wake.send(());
        });
        Copy { app, woken }
    }

    /// Applies a tap and waits until it is saved or refused.
    fn tap(&mut self, command: Command) -> SaveState {
        self.app.handle(command);
        let patience = Instant::now() + Duration::from_secs(20);
        while self.app.is_busy() {
            assert!(Instant::now() < patience, "saving does not end");
            let _ = self.woken.recv_timeout(Duration::from_millis(20));
            self.app.pump();
        }
        self.app.save_state()
    }

    /// Takes in reports until `done`; panics with `what` if it never is.
    fn until(&mut self, what: &str, done: impl Fn(&mut App) -> bool) {
        let patience = Instant::now() + Duration::from_secs(20);
        while !done(&mut self.app) {
            assert!(Instant::now() < patience, "never {what}");
            if !self.app.pump() {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }

    fn bid(&mut self, number: u8) -> SaveState {
        self.tap(Command::OnTable(TableCommand::Number(number)))
    }

    fn deal(&mut self) -> PathBuf {
        self.tap(Command::Show(Page::Setup));
        for name in ["Ana", "Bo", "Zoë"] {
            self.tap(Command::OnSetup(SetupCommand::Add(name.to_owned())));
        }
        assert_eq!(self.tap(Command::Deal), SaveState::Saved);
        self.app.session_file().unwrap().to_owned()
    }

    fn steps(&self) -> usize {
        self.app.wizard().unwrap().steps().len()
    }
}

fn steps_in(path: &Path) -> usize {
    Archive::load(path).unwrap().session.wizard().unwrap().steps().len()
}

#[test]
fn a_folder_that_vanished_is_made_again_and_its_session_locked() {
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
fn a_copy_that_lost_its_lock_with_the_folder_overwrites_nothing() {
    let home = TempDir::new().unwrap();
    let (data, away) = (home.path().join("sessions"), home.path().join("away"));
    let mut first = Copy::start(&data);
    let path = first.deal();
    // The folder is moved and replaced by a copy: the lock goes with the moved one.
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
    // What the other copy wrote counts, and this one goes on from there.
    assert_eq!(first.tap(Command::TryAgain), SaveState::Saved);
    assert_eq!(first.steps(), 2);
}

#[test]
fn a_lock_file_of_another_copy_is_not_removed() {
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
fn saving_to_the_same_place_keeps_the_lock() {
    let home = TempDir::new().unwrap();
    let mut copy = Copy::start(home.path());
    let path = copy.deal();
    assert_eq!(copy.tap(Command::SaveTo(path.clone())), SaveState::Saved);
    assert_eq!(copy.bid(0), SaveState::Saved);
    assert_eq!(steps_in(&path), 1);
}

// --- Programs that keep folders in step -----------------------------------------------------------------------------

/// Replaces a file as Syncthing does: written under another name, then renamed.
fn put(path: &Path, session: &Session) {
    let temporary = path.with_file_name(".syncthing.game.json.tmp-other");
    fs::write(&temporary, write_session(session, chrono::Local::now().fixed_offset()).unwrap()).unwrap();
    fs::rename(&temporary, path).unwrap();
}

/// The session after these bids, made on another device.
fn gone_on(path: &Path, bids: &[u8]) -> Session {
    bids.iter().fold(Archive::load(path).unwrap().session.wizard().unwrap(), |session, &bid| {
        let (round, open) = session.open().unwrap();
        let order = session.game().bidding_order(round);
        let seat = order.into_iter().find(|&seat| open.facts.bids.known(seat).is_none()).unwrap();
        session.apply(Step::Bid(seat, Some(bid))).unwrap()
    })
}

/// The session files of a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    Archive::new(folder.to_owned()).paths().unwrap()
}

#[test]
fn changes_from_another_device_are_taken_in() {
    let home = TempDir::new().unwrap();
    let mut copy = Copy::start(home.path());
    let path = copy.deal();
    copy.bid(0);
    let further = gone_on(&path, &[1]);
    put(&path, &further);
    copy.until("read anew", |app| app.wizard() == Some(&further));
    assert_eq!(copy.app.message().map(|said| said.tone), Some(Tone::Done), "{:?}", copy.app.message());
    assert_eq!(copy.bid(1), SaveState::Saved);
    assert_eq!(files(home.path()), std::slice::from_ref(&path));
    assert_eq!(Archive::load(&path).unwrap().session.wizard().unwrap(), gone_on_from(&further, 1));
}

fn gone_on_from(session: &Session, bid: u8) -> Session {
    let (_, open) = session.open().unwrap();
    let seat = open.facts.bids.iter().position(Option::is_none).unwrap();
    session.apply(Step::Bid(seat, Some(bid))).unwrap()
}

#[test]
fn changes_from_another_device_during_a_tap_are_kept_as_a_copy() {
    let home = TempDir::new().unwrap();
    let mut copy = Copy::start(home.path());
    let path = copy.deal();
    copy.bid(0);
    let theirs = gone_on(&path, &[1]);
    put(&path, &theirs);
    // The tap comes before anything could tell of the change.
    assert_eq!(copy.bid(0), SaveState::Saved);
    assert_eq!(copy.app.message().map(|said| said.tone), Some(Tone::Trouble), "{:?}", copy.app.message());
    let ours = copy.app.wizard().unwrap().clone();
    assert_ne!(ours, theirs);
    let files = files(home.path());
    assert_eq!(files.len(), 2, "{files:?}");
    let other = files.iter().find(|file| **file != path).unwrap();
    assert_eq!(Archive::load(&path).unwrap().session.wizard().unwrap(), ours);
    assert_eq!(Archive::load(other).unwrap().session.wizard().unwrap(), theirs);
    // The next tap saves to the session's own file.
    copy.bid(1);
    assert_eq!(Archive::new(home.path().to_owned()).paths().unwrap().len(), 2);
}

#[test]
fn a_session_is_unlocked_once_left_and_saved() {
    let home = TempDir::new().unwrap();
    let mut copy = Copy::start(home.path());
    let path = copy.deal();
    copy.bid(0);
    assert!(matches!(lock(&path), Lock::Elsewhere));
    // Looking something up does not leave the session.
    for command in [
        Command::Show(Page::Rules),
        Command::StepBack,
        Command::Show(Page::Settings),
        Command::StepBack,
        Command::Show(Page::Board),
    ] {
        copy.tap(command);
        assert!(matches!(lock(&path), Lock::Elsewhere));
    }
    copy.tap(Command::Show(Page::Home));
    assert!(matches!(lock(&path), Lock::Ours(_)));
    let further = gone_on(&path, &[1]);
    put(&path, &further);
    copy.tap(Command::Open(path));
    assert_eq!(copy.app.wizard(), Some(&further));
}

#[test]
fn notes_are_added_to_what_another_device_wrote() {
    let home = TempDir::new().unwrap();
    let mut copy = Copy::start(home.path());
    let path = copy.deal();
    copy.bid(0);
    copy.tap(Command::Show(Page::Archive));
    copy.tap(Command::OnArchive(ArchiveCommand::View(path.clone())));
    let further = gone_on(&path, &[1]);
    put(&path, &further);
    let (place, notes) = ("Kitchen".to_owned(), "Rain".to_owned());
    copy.tap(Command::OnArchive(ArchiveCommand::Note { of: path.clone(), place, notes }));
    copy.until("kept", |app| !app.is_busy());
    assert_eq!(Archive::load(&path).unwrap().session.wizard().unwrap(), further.noted("Kitchen", "Rain").unwrap());
    assert_eq!(files(home.path()), [path]);
}

#[test]
fn a_session_deleted_by_another_device_is_not_listed_once_left() {
    let home = TempDir::new().unwrap();
    let mut copy = Copy::start(home.path());
    let path = copy.deal();
    copy.until("listed", |app| !app.home().reading);
    fs::remove_file(&path).unwrap();
    // News comes only after the folder has been quiet for a moment.
    let patience = Instant::now() + Duration::from_millis(600);
    copy.until("waited", |_| Instant::now() > patience);
    copy.tap(Command::Show(Page::Archive));
    copy.until("gone", |app| app.archive().all == 0);
}

#[test]
fn a_folder_that_is_replaced_is_watched_again() {
    let home = TempDir::new().unwrap();
    let data = home.path().join("data");
    let mut copy = Copy::start(&data);
    let path = copy.deal();
    copy.tap(Command::Show(Page::Home));
    let session = Archive::load(&path).unwrap().session.wizard().unwrap();
    fs::rename(&data, home.path().join("away")).unwrap();
    fs::create_dir(&data).unwrap();
    copy.until("empty", |app| app.archive().all == 0);
    put(&data.join("one.json"), &session);
    copy.until("one", |app| app.archive().all == 1);
}

#[test]
fn a_start_removes_leftovers_of_an_interrupted_write() {
    let home = TempDir::new().unwrap();
    let (left, written) = (home.path().join(".left.json.tmp"), home.path().join(".written.json.tmp"));
    let foreign = home.path().join(".syncthing.game.json.tmp");
    for path in [&left, &written, &foreign] {
        fs::write(path, "{").unwrap();
    }
    let held = lock(&home.path().join("written.json"));
    let mut copy = Copy::start(home.path());
    copy.until("swept", |_| !left.exists());
    assert!(written.exists(), "another program may still be writing it");
    assert!(foreign.exists());
    drop((copy, held));
    let mut copy = Copy::start(home.path());
    copy.until("swept", |_| !written.exists());
    assert!(foreign.exists());
}

#[test]
fn a_start_keeps_the_drafts_of_an_import() {
    let home = TempDir::new().unwrap();
    let (draft, other) = (home.path().join(".draft.json.tmp"), home.path().join("other.json"));
    fs::write(&draft, "{").unwrap();
    let held = lock(&home.path().join("import"));
    let mut copy = Copy::start(home.path());
    let session = {
        let mut elsewhere = Copy::start(&home.path().join("elsewhere"));
        let path = elsewhere.deal();
        Archive::load(&path).unwrap().session.wizard().unwrap()
    };
    copy.until("read", |app| !app.home().reading);
    // Files that appear later are read after the sweep at the start.
    put(&other, &session);
    copy.until("read", |app| app.archive().all == 1);
    assert!(draft.exists());
    drop(held);
}

// --- Files from elsewhere -------------------------------------------------------------------------------------------

#[test]
fn a_file_from_elsewhere_is_played_in_place_and_not_counted() {
    let home = TempDir::new().unwrap();
    let mut other = Copy::start(&home.path().join("other"));
    let path = other.deal();
    drop(other);
    let data = home.path().join("data");
    let mut copy = Copy::start(&data);
    copy.tap(Command::Open(path.clone()));
    copy.bid(0);
    assert_eq!(steps_in(&path), 1);
    copy.tap(Command::Show(Page::Archive));
    assert_eq!(copy.app.archive().all, 0);
    assert_eq!(copy.app.outside(), Some(path.as_path()));
    copy.tap(Command::TakeCopy);
    copy.until("taken", |app| app.archive().all == 1);
    assert_eq!(copy.app.outside(), None);
    assert_eq!(steps_in(&path), 1);
    let taken = files(&data);
    assert_eq!(
        Archive::load(&taken[0]).unwrap().session.wizard().unwrap(),
        Archive::load(&path).unwrap().session.wizard().unwrap()
    );
}

// --- Disks that take their time -------------------------------------------------------------------------------------

/// Two games in the archive, one open with a tap whose save nobody has heard of yet.
fn a_tap_on_its_way(home: &Path) -> (Copy, PathBuf, PathBuf) {
    let mut copy = Copy::start(home);
    let one = copy.deal();
    // An empty game would make way for the other one.
    copy.tap(Command::OnTable(TableCommand::Number(0)));
    let other = copy.deal();
    copy.tap(Command::Show(Page::Archive));
    copy.tap(Command::OnArchive(ArchiveCommand::View(one.clone())));
    copy.tap(Command::Show(Page::Home));
    copy.tap(Command::Open(other.clone()));
    copy.app.handle(Command::OnTable(TableCommand::Number(0)));
    assert!(copy.app.is_saving());
    copy.app.handle(Command::Show(Page::Archive));
    (copy, one, other)
}

#[test]
fn a_waiting_command_applies_to_the_session_it_was_given_for() {
    let home = TempDir::new().unwrap();
    let (mut copy, one, other) = a_tap_on_its_way(home.path());
    copy.app.handle(Command::OnArchive(ArchiveCommand::Delete(one.clone())));
    assert!(one.exists(), "the command waits until the tap is saved");
    copy.until("deleted", |app| !app.is_busy());
    assert!(!one.exists());
    assert!(other.exists());
    assert_eq!(steps_in(&other), 1);
}

#[test]
fn a_later_tap_cancels_a_waiting_command() {
    let home = TempDir::new().unwrap();
    let (mut copy, one, other) = a_tap_on_its_way(home.path());
    for command in [
        Command::OnArchive(ArchiveCommand::Delete(one.clone())),
        Command::OnArchive(ArchiveCommand::Duplicate(one.clone())),
        Command::OnArchive(ArchiveCommand::Correct { of: one.clone(), round: 1, seat: None }),
        Command::RematchOf(one.clone()),
        Command::Open(one.clone()),
    ] {
        copy.app.handle(command);
        assert!(copy.app.is_working());
        copy.app.handle(Command::OnArchive(ArchiveCommand::View(other.clone())));
    }
    copy.until("saved", |app| !app.is_busy());
    assert_eq!(copy.app.viewed_path(), Some(other.clone()));
    assert_eq!(copy.app.session_file(), None);
    let mut there = [one, other];
    there.sort_by(|a, b| b.cmp(a));
    assert_eq!(files(home.path()), there);
}
