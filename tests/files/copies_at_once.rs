//! Two copies of the program in one folder, other programs that change its files, and folders that vanish: nothing
//! acknowledged may be overwritten on either side.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tablet_of_truth::app::{
    About, ArchiveCommand, Command, Edit, Mode, Page, Panel, SaveState, SetupCommand, TableCommand, TrackCommand,
};
use tablet_of_truth::archive::{Archive, InFile, Lock, lock, write_session};
use tablet_of_truth::each;
use tablet_of_truth::last_wizard;
use tablet_of_truth::session::{AnySession, GameName, Session};
use tablet_of_truth::wizard::Command as Step;
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::program::Program as Copy;
use crate::common::{at, classic, notice_text, people, played, reseated, round, session_of};
use crate::load;

const PLAYERS: [&str; 3] = ["Ana", "Bo", "Zoë"];

impl Copy {
    fn bid(&mut self, number: u8) -> SaveState {
        self.tap(Command::OnTable(TableCommand::Number(number)))
    }
}

fn dealt() -> (TempDir, Copy, PathBuf) {
    let home = TempDir::new().unwrap();
    let mut copy = Copy::over(home.path());
    let path = copy.deal(&PLAYERS);
    copy.bid(0);
    (home, copy, path)
}

fn steps_in(path: &Path) -> usize {
    load(path).steps().len()
}

#[test]
fn a_folder_that_vanished_is_made_again_and_its_session_locked() {
    let home = TempDir::new().unwrap();
    let data = home.path().join("sessions");
    let mut first = Copy::over(&data);
    let path = first.deal(&PLAYERS);
    fs::remove_dir_all(&data).unwrap();
    assert_eq!(first.bid(0), SaveState::Saved);
    assert_eq!(steps_in(&path), 1);
    let mut second = Copy::over(&data);
    assert_eq!(second.tap(Command::Open(path.clone())), SaveState::ReadOnly);
    assert_eq!(first.bid(0), SaveState::Saved);
    assert_eq!(second.bid(1), SaveState::ReadOnly);
    assert_eq!(steps_in(&path), 2);
}

#[test]
fn a_copy_that_lost_its_lock_with_the_folder_overwrites_nothing() {
    let home = TempDir::new().unwrap();
    let (data, away) = (home.path().join("sessions"), home.path().join("away"));
    let mut first = Copy::over(&data);
    let path = first.deal(&PLAYERS);
    // The folder is moved and replaced by a copy: the lock goes with the moved one.
    fs::rename(&data, &away).unwrap();
    fs::create_dir(&data).unwrap();
    fs::copy(away.join(path.file_name().unwrap()), &path).unwrap();
    let mut second = Copy::over(&data);
    assert_eq!(second.tap(Command::Open(path.clone())), SaveState::Saved);
    assert_eq!(second.bid(0), SaveState::Saved);
    assert_eq!(first.bid(1), SaveState::ReadOnly);
    assert_eq!(steps_in(&path), 1);
    first.tap(Command::Show(Page::Home));
    assert!(matches!(lock(&path), Lock::Elsewhere), "leaving removes no lock of another copy");
    assert_eq!(first.tap(Command::Open(path.clone())), SaveState::ReadOnly);
    assert_eq!(second.bid(0), SaveState::Saved);
    drop(second);
    // What the other copy wrote counts, and this one goes on from there.
    assert_eq!(first.tap(Command::TryAgain), SaveState::Saved);
    assert_eq!(first.app.wizard().unwrap().steps().len(), 2);
}

#[test]
fn what_another_window_has_open_is_only_looked_at() {
    let (home, first, path) = dealt();
    let mut copy = Copy::over(home.path());
    let before = fs::read(&path).unwrap();
    copy.view(&path);
    copy.tap(Command::OnArchive(ArchiveCommand::Correct { of: path.clone(), round: 1, seat: None }));
    let text = notice_text(copy.app.archive().notice.as_ref());
    assert!(text.starts_with("Another window of Tablet of Truth has this game open"), "{text}");
    assert_eq!(copy.app.page(), Page::Archive);
    copy.tap(Command::OnArchive(ArchiveCommand::Panel(Panel::Notes)));
    copy.tap(Command::OnArchive(note(&path, "", "mine")));
    assert!(copy.app.archive().keeping.to_string().starts_with("Another window of Tablet of Truth"));
    copy.tap(Command::OnArchive(ArchiveCommand::Delete(path.clone())));
    let text = notice_text(copy.app.archive().notice.as_ref());
    assert!(text.contains("stays where it is: another window of Tablet of Truth has it open"), "{text}");
    assert_eq!(fs::read(&path).unwrap(), before);
    drop(first);
    copy.tap(Command::OnArchive(ArchiveCommand::Panel(Panel::More)));
    let kept = load(&path);
    assert_eq!(kept.notes(), "mine", "what was typed before is kept");
    copy.tap(Command::OnArchive(ArchiveCommand::Delete(path.clone())));
    assert!(!path.exists());
}

// --- Programs that keep folders in step -----------------------------------------------------------------------------

/// Replaces a file as Syncthing does: written under another name, then renamed.
pub fn put<G: InFile>(path: &Path, session: &Session<G>) {
    let temporary = path.with_file_name(".syncthing.game.json.tmp-other");
    fs::write(&temporary, write_session(session, chrono::Local::now().fixed_offset()).unwrap()).unwrap();
    fs::rename(&temporary, path).unwrap();
}

/// The session after these bids, made on another device.
fn gone_on(path: &Path, bids: &[u8]) -> Session {
    bids.iter().fold(load(path), |session, &bid| {
        let (round, open) = session.open().unwrap();
        let order = session.game().bidding_order(round);
        let seat = order.into_iter().find(|&seat| open.facts.bids.known(seat).is_none()).unwrap();
        session.apply(Step::Bid(seat, Some(bid))).unwrap()
    })
}

fn other_session() -> Session {
    Session::new(Uuid::from_u128(9), at(9), people(&PLAYERS), 0, classic()).unwrap()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    Archive::new(folder.to_owned()).paths().unwrap()
}

#[test]
fn a_session_is_unlocked_once_left_and_saved() {
    let (_home, mut copy, path) = dealt();
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
}

fn note(of: &Path, place: &str, notes: &str) -> ArchiveCommand {
    let typed = |text: &str| Edit { to: text.to_owned(), ..Edit::default() };
    ArchiveCommand::Note { of: of.to_owned(), place: typed(place), notes: typed(notes) }
}

#[test]
fn notes_that_were_not_seen_are_kept_as_a_copy() {
    let (home, mut copy, path) = dealt();
    copy.view(&path);
    let theirs = gone_on(&path, &[1]).noted("Kitchen", "Ana was late").unwrap();
    put(&path, &theirs);
    // The place is as it was shown, so that theirs stays.
    copy.tap(Command::OnArchive(note(&path, "", "Rain")));
    copy.until("kept", |app| !app.is_busy());
    let files = files(home.path());
    let [other] = files.iter().filter(|file| **file != path).collect::<Vec<_>>()[..] else { panic!("{files:?}") };
    assert_eq!(load(other), theirs);
    let ours = load(&path);
    assert_eq!((ours.place(), ours.notes(), ours.steps()), ("Kitchen", "Rain", theirs.steps()));
    assert_eq!(copy.app.message().map(|notice| notice.about.clone()), Some(About::Copy(other.clone())));
    // What is typed on is over what is shown.
    copy.tap(Command::OnArchive(ArchiveCommand::Note {
        of: path.clone(),
        place: Edit { from: "Kitchen".into(), to: "Kitchen".into() },
        notes: Edit { from: "Rain".into(), to: "Rain again".into() },
    }));
    copy.until("kept", |app| !app.is_busy());
    assert_eq!(Archive::new(home.path().to_owned()).paths().unwrap().len(), 2);
    assert_eq!(load(&path).notes(), "Rain again");
}

#[test]
fn another_game_in_the_place_of_the_open_one_is_kept_as_a_copy() {
    let (home, mut copy, path) = dealt();
    let ours = copy.app.wizard().unwrap().clone();
    let other_game = {
        let elsewhere = home.path().join("elsewhere");
        let mut other = Copy::over(&elsewhere);
        other.tap(Command::Show(Page::Setup));
        other.tap(Command::OnSetup(SetupCommand::Game(GameName::LastWizard)));
        Archive::load(&other.deal(&PLAYERS)).unwrap().session
    };
    let theirs = [other_game, other_session().into()];
    for (count, theirs) in theirs.iter().enumerate() {
        each!(theirs, session => put(&path, session));
        copy.until("kept", |app| !app.is_busy() && files(home.path()).len() == count + 2);
        assert_eq!(copy.app.wizard(), Some(&ours));
        let Some(About::Copy(beside)) = copy.app.message().map(|notice| notice.about.clone()) else {
            panic!("not said")
        };
        assert!(Archive::load(&beside).unwrap().session == *theirs);
        assert!(Archive::load(&path).unwrap().session == ours);
    }
    assert_eq!(copy.bid(1), SaveState::Saved);
    assert_eq!(files(home.path()).len(), 3);
}

/// At a game with round 1 scored, and the file's session with another correction of it.
fn at_round_2(home: &TempDir) -> (Copy, PathBuf, Session) {
    let path = home.path().join("game.json");
    let ours = played(&session_of(&PLAYERS, classic()), &[0, 0, 0], &[1, 0, 0]);
    put(&path, &ours);
    let mut copy = Copy::over(home.path());
    copy.tap(Command::Open(path.clone()));
    (copy, path, ours.apply(Step::Correct(1, round(&[0, 0, 0], &[0, 1, 0]))).unwrap())
}

/// A correction stays through what another device adds in the open round, and is closed by what it corrects.
fn is_overtaken(copy: &mut Copy, path: &Path, [on, theirs]: [AnySession; 2], reason: &str) {
    for (session, stays) in [(&on, true), (&theirs, false)] {
        assert!(copy.app.minds_leaving(), "{:?}", copy.app.message());
        each!(session, session => put(path, session));
        copy.until("read anew", |app| app.session() == Some(session.as_ref()));
        assert_eq!(copy.app.minds_leaving(), stays);
    }
    let text = copy.app.message().unwrap().text.to_string();
    assert!(text.contains(reason), "{text}");
    assert!(Archive::load(path).unwrap().session == theirs);
}

#[test]
fn a_correction_ends_when_another_device_corrects_the_round() {
    let home = TempDir::new().unwrap();
    let (mut copy, path, theirs) = at_round_2(&home);
    copy.tap(Command::OnTable(TableCommand::Correct { round: 1, seat: None }));
    copy.tap(Command::OnTable(TableCommand::Number(1)));
    assert_eq!(copy.app.table().common.mode, Mode::Correct);
    let on = gone_on(&path, &[1]);
    is_overtaken(&mut copy, &path, [on.into(), theirs.into()], "the correction of round 1 was closed unsaved");
    assert_eq!(copy.app.table().common.mode, Mode::Bid);
}

#[test]
fn a_correction_of_the_last_wizard_ends_when_another_device_corrects_a_round_up_to_it() {
    use last_wizard::{Command as Step, Game, RuleSet};

    let home = TempDir::new().unwrap();
    let game = Game::new(3, 0, RuleSet::default(), None).unwrap();
    let dealt = Session::begin(Uuid::from_u128(1), at(0), people(&PLAYERS), game.clone()).unwrap();
    let bet = |seed: u64, number: usize, session: &Session<Game>| {
        let steps = crate::common::last_wizard::random_round(&game, number, &mut fastrand::Rng::with_seed(seed));
        steps.into_iter().fold(session.clone(), |session, step| session.apply(step).unwrap())
    };
    let score = |session: &Session<Game>| session.apply(Step::Score(Some(at(1)))).unwrap();
    let ours = score(&bet(2, 2, &score(&bet(1, 1, &dealt))));
    let other = bet(3, 1, &dealt).table().open.clone().unwrap();
    let theirs = ours.apply(Step::Correct(1, other)).unwrap();
    assert_ne!(ours, theirs);
    let path = home.path().join("game.json");
    put(&path, &ours);
    let mut copy = Copy::over(home.path());
    copy.tap(Command::Open(path.clone()));
    copy.tap(Command::OnTable(TableCommand::Correct { round: 2, seat: None }));
    let first = game.order(2).next().unwrap();
    let folds = ours.table().scored[1].facts.facts().turns.get(first).unwrap().folded().is_none();
    let change = if folds { TrackCommand::Fold } else { TrackCommand::Token(1.try_into().unwrap()) };
    copy.tap(Command::OnTable(TableCommand::OnTrack(change)));
    let first = game.order(3).next().unwrap();
    let on = ours.apply(Step::Bet(first, last_wizard::Bet::First, last_wizard::Choice::Fold)).unwrap();
    is_overtaken(&mut copy, &path, [on.into(), theirs.into()], "the correction of round 2 was closed unsaved");
}

#[test]
fn a_change_of_the_game_ends_when_another_device_changes_it() {
    let home = TempDir::new().unwrap();
    let (mut copy, path, _) = at_round_2(&home);
    copy.tap(Command::Show(Page::Change));
    copy.tap(Command::OnSetup(SetupCommand::Dealer(2)));
    // A bid in the open round leaves the change as it is.
    put(&path, &gone_on(&path, &[1]));
    copy.until("read anew", |app| app.wizard().is_some_and(|session| session.open().unwrap().1.facts.is_begun()));
    assert!(copy.app.page() == Page::Change && copy.app.setup().ready);
    let theirs = reseated(copy.app.wizard().unwrap(), &[1, 0, 2], 0);
    put(&path, &theirs);
    copy.until("read anew", |app| app.wizard() == Some(&theirs));
    assert_eq!(copy.app.page(), Page::Table);
    let shown = copy.app.message().unwrap().text.to_string();
    assert!(shown.contains("your change of rules, seats or names was closed unsaved"), "{shown}");
    copy.tap(Command::ChangeGame);
    assert_eq!(copy.app.wizard(), Some(&theirs));
}

#[test]
fn a_session_deleted_by_another_device_is_not_listed_once_left() {
    let (_home, mut copy, path) = dealt();
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
    let mut copy = Copy::over(&data);
    let path = copy.deal(&PLAYERS);
    copy.tap(Command::Show(Page::Home));
    let session = load(&path);
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
    let mut copy = Copy::over(home.path());
    copy.until("swept", |_| !left.exists());
    assert!(written.exists(), "another program may still be writing it");
    assert!(foreign.exists());
    drop((copy, held));
    // Nor the drafts of an import. Files that appear later are read after the sweep at the start.
    let held = lock(&home.path().join("import"));
    let mut copy = Copy::over(home.path());
    put(&home.path().join("other.json"), &other_session());
    copy.until("read", |app| app.archive().all == 1);
    assert!(written.exists());
    drop((copy, held));
    let mut copy = Copy::over(home.path());
    copy.until("swept", |_| !written.exists());
    assert!(foreign.exists());
}

// --- Files from elsewhere -------------------------------------------------------------------------------------------

#[test]
fn a_file_from_elsewhere_is_played_in_place_and_not_counted() {
    let home = TempDir::new().unwrap();
    let mut other = Copy::over(&home.path().join("other"));
    let path = other.deal(&PLAYERS);
    drop(other);
    let data = home.path().join("data");
    let mut copy = Copy::over(&data);
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
    assert_eq!(load(&taken[0]), load(&path));
}

// --- Disks that take their time -------------------------------------------------------------------------------------

/// Two games in the archive, one open with a tap whose save nobody has heard of yet.
fn a_tap_on_its_way(home: &Path) -> (Copy, PathBuf, PathBuf) {
    let mut copy = Copy::over(home);
    let one = copy.deal(&PLAYERS);
    // An empty game would make way for the other one.
    copy.tap(Command::OnTable(TableCommand::Number(0)));
    let other = copy.deal(&PLAYERS);
    copy.view(&one);
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
fn notes_wait_for_the_game_on_the_table() {
    let home = TempDir::new().unwrap();
    let (mut copy, one, other) = a_tap_on_its_way(home.path());
    copy.app.handle(Command::OnArchive(note(&one, "", "Two pots of tea.")));
    copy.app.handle(Command::Open(other.clone()));
    copy.until("saved", |app| !app.is_busy());
    assert_eq!((copy.app.page(), copy.app.session_file()), (Page::Table, Some(&*other)));
    // On a slow disk they are still waiting.
    copy.app.handle(Command::Show(Page::Home));
    copy.until("noted", |_| load(&one).notes() == "Two pots of tea.");
    assert_eq!(steps_in(&other), 1);
}

#[test]
fn a_later_tap_cancels_a_waiting_command() {
    let home = TempDir::new().unwrap();
    let (mut copy, one, other) = a_tap_on_its_way(home.path());
    for command in [
        Command::OnArchive(ArchiveCommand::Delete(one.clone())),
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
