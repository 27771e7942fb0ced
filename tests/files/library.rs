//! The folder of sessions while the program runs: reading it in the background, following changes, the trash, and
//! what the program shows of it without a window.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use tablet_of_truth::app::{App, ArchiveCommand, Command, Copy, Page, Panel, TableCommand};
use tablet_of_truth::archive::{Archive, Library, News, lock};
use tablet_of_truth::session::{Counted, Session};
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::program::Program;
use crate::common::{notice_text, people, played, session, unbound};
use crate::{keep, load, numbered, over_game, viewing};

#[derive(Default)]
struct Seen {
    known: BTreeMap<PathBuf, Uuid>,
    unreadable: BTreeMap<PathBuf, String>,
    complete: usize,
    read: usize,
    largest: usize,
    progress: Vec<(usize, usize)>,
}

struct Reading {
    library: Library,
    news: Receiver<News>,
    seen: Seen,
}

impl Reading {
    fn of(folder: &Path) -> Reading {
        let (sender, news) = channel();
        let library = Library::open(Archive::new(folder.to_owned()), move |news| {
            // The test may have finished and dropped the receiver.
            let _ = sender.send(news);
        });
        Reading { library, news, seen: Seen::default() }
    }

    /// Takes in news until `done`; panics with `what` if it never is.
    fn until(&mut self, what: &str, done: impl Fn(&Seen) -> bool) {
        let start = Instant::now();
        while !done(&self.seen) {
            let left = Duration::from_secs(20).saturating_sub(start.elapsed());
            let news = self.news.recv_timeout(left).unwrap_or_else(|_| panic!("never {what}"));
            let seen = &mut self.seen;
            match news {
                News::Read(entries) => {
                    seen.read += entries.len();
                    seen.largest = seen.largest.max(entries.len());
                    for entry in entries {
                        seen.unreadable.remove(&*entry.path);
                        seen.known.insert(entry.path.to_path_buf(), entry.record.id);
                    }
                }
                News::Tournament(path, loaded) => {
                    seen.unreadable.remove(&path);
                    seen.known.insert(path, loaded.tournament.id);
                }
                News::Unreadable(path, reason) => {
                    seen.known.remove(&path);
                    seen.unreadable.insert(path, reason.to_string());
                }
                News::Gone(path) => {
                    seen.known.remove(&path);
                    seen.unreadable.remove(&path);
                }
                News::ReadAgain(_) => {}
                News::Progress(done, of) => seen.progress.push((done, of)),
                News::Complete => seen.complete += 1,
            }
        }
    }
}

#[test]
fn a_missing_folder_is_empty_and_followed_once_it_exists() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("later/sessions");
    let mut reading = Reading::of(&data);
    reading.until("complete", |seen| seen.complete == 1);
    assert!(reading.seen.known.is_empty() && reading.seen.unreadable.is_empty());
    assert!(!data.exists(), "looking must not create the folder");
    fs::create_dir_all(&data).unwrap();
    keep(&data, "one.json", &numbered(1));
    reading.library.refresh();
    reading.until("one", |seen| seen.known.len() == 1);
    keep(&data, "two.json", &numbered(2));
    reading.until("two, without being asked", |seen| seen.known.len() == 2);
}

#[test]
fn many_files_are_reported_in_batches_each_once() {
    let folder = TempDir::new().unwrap();
    let mut expected = BTreeSet::new();
    for number in 0..700 {
        expected.insert(keep(folder.path(), &format!("{number:04}.json"), &numbered(number)));
    }
    fs::write(folder.path().join("0300-broken.json"), "{").unwrap();
    fs::write(folder.path().join("notes.txt"), "no session").unwrap();
    fs::write(folder.path().join(".hidden.json"), "{").unwrap();
    let mut reading = Reading::of(folder.path());
    reading.until("the first", |seen| seen.read > 0);
    assert!(reading.seen.read <= 24, "the first rows must come at once: {}", reading.seen.read);
    let newest: Vec<&str> = reading.seen.known.keys().filter_map(|path| path.file_name()?.to_str()).collect();
    assert!(newest.contains(&"0699.json"), "the newest names must come first: {newest:?}");
    reading.until("complete", |seen| seen.complete == 1);
    let seen = &reading.seen;
    assert_eq!(seen.known.keys().cloned().collect::<BTreeSet<_>>(), expected);
    assert_eq!((seen.read, seen.unreadable.len()), (700, 1), "each is read once; text and hidden files are not");
    assert!(seen.largest <= 256);
    assert_eq!(seen.progress.last(), Some(&(701, 701)));
    assert!(seen.progress.iter().all(|&(done, of)| done <= of && of == 701), "{:?}", seen.progress);
    reading.library.refresh();
    reading.until("looked through again", |seen| seen.complete == 2);
    assert_eq!(reading.seen.read, 700, "unchanged files must not be read again");
}

#[test]
fn changes_in_the_folder_are_reported() {
    let folder = TempDir::new().unwrap();
    let path = keep(folder.path(), "one.json", &numbered(1));
    let mut reading = Reading::of(folder.path());
    reading.until("complete", |seen| seen.complete == 1);
    let (open, id) = (folder.path().join("open.tournament.json"), Uuid::from_u128(7));
    fs::write(&open, format!(r#"{{"id": "{id}", "name": "Open", "players": []}}"#)).unwrap();
    reading.until("the tournament", |seen| seen.known.get(&open) == Some(&id));
    fs::write(&open, r#"{"name": "Open"}"#).unwrap();
    reading.until("why it is unreadable", |seen| seen.unreadable.contains_key(&open));
    fs::remove_file(&open).unwrap();
    reading.until("gone", |seen| seen.unreadable.is_empty() && seen.known.len() == 1);
    // Replaced as the program saves: another file moved over it.
    let other = played(&session(3, unbound()), &[0, 1, 1], &[0, 1, 0]);
    let next = keep(folder.path(), ".one.json.new", &other);
    fs::rename(next, &path).unwrap();
    reading.until("the other session", |seen| seen.known.get(&path) == Some(&other.id()));
    fs::write(&path, "{\"players\": [").unwrap();
    reading.until("unreadable", |seen| seen.unreadable.contains_key(&path));
    assert!(reading.seen.known.is_empty());
    keep(folder.path(), "one.json", &numbered(3));
    reading.until("readable again", |seen| seen.known.contains_key(&path));
    let moved = folder.path().join("renamed.json");
    fs::rename(&path, &moved).unwrap();
    reading.until("under its other name", |seen| seen.known.contains_key(&moved) && !seen.known.contains_key(&path));
    fs::remove_file(&moved).unwrap();
    reading.until("gone", |seen| seen.known.is_empty());
}

#[test]
fn a_file_in_place_of_the_folder_is_reported_once() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    fs::write(&data, "a file").unwrap();
    let mut reading = Reading::of(&data);
    reading.until("complete", |seen| seen.complete == 1);
    assert_eq!(reading.seen.unreadable.keys().collect::<Vec<_>>(), [&data]);
    fs::remove_file(&data).unwrap();
    fs::create_dir(&data).unwrap();
    keep(&data, "one.json", &numbered(1));
    reading.library.refresh();
    reading.until("one", |seen| seen.known.len() == 1 && seen.unreadable.is_empty());
}

#[test]
fn a_dropped_library_reports_nothing_more() {
    let folder = TempDir::new().unwrap();
    let mut reading = Reading::of(folder.path());
    reading.until("complete", |seen| seen.complete == 1);
    let Reading { library, news, .. } = reading;
    drop(library);
    // The channel closes once the thread has stopped.
    let start = Instant::now();
    let left = || Duration::from_secs(20).saturating_sub(start.elapsed());
    let end = std::iter::repeat_with(|| news.recv_timeout(left())).find_map(Result::err);
    assert_eq!(end, Some(RecvTimeoutError::Disconnected), "the thread must stop");
}

// --- The trash ------------------------------------------------------------------------------------------------------

#[test]
fn the_trash_takes_and_returns_sessions_and_keeps_other_files() {
    let folder = TempDir::new().unwrap();
    let archive = Archive::new(folder.path().to_owned());
    let path = keep(folder.path(), "a b.json", &numbered(1));
    let bytes = fs::read(&path).unwrap();
    let in_trash = archive.trash().move_in(&path).unwrap();
    assert_eq!(in_trash, folder.path().join("Trash/a b.json"));
    assert!(!path.exists() && fs::read(&in_trash).unwrap() == bytes);
    // A second file with the same name.
    keep(folder.path(), "a b.json", &numbered(2));
    let second = archive.trash().move_in(&path).unwrap();
    assert_eq!(second, folder.path().join("Trash/a b (2).json"));
    keep(folder.path(), "a b.json", &numbered(3));
    assert_eq!(archive.trash().move_in(&path).unwrap(), folder.path().join("Trash/a b (3).json"));
    assert_eq!((archive.trash().paths().unwrap().len(), fs::read(&in_trash).unwrap()), (3, bytes.clone()));
    assert!(archive.paths().unwrap().is_empty(), "what is in the trash is not in the archive");
    assert_eq!(archive.move_in(&in_trash).unwrap(), path);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let beside = folder.path().join("a b (2).json");
    assert_eq!(archive.move_in(&second).unwrap(), beside, "an existing file must not be overwritten");
    let photo = folder.path().join("Trash/photo.png");
    fs::write(&photo, "no session").unwrap();
    archive.trash().move_in(&path).unwrap();
    assert_eq!(archive.trash().empty().unwrap(), 2);
    assert!(photo.exists(), "only sessions are deleted");
    assert_eq!(archive.trash().empty().unwrap(), 0);
    assert_eq!(Archive::new(folder.path().join("nowhere")).trash().empty().unwrap(), 0);
    assert!(archive.trash().move_in(&folder.path().join("ga b.json")).is_err());
}

#[test]
fn two_windows_that_delete_at_once_lose_nothing() {
    let folder = TempDir::new().unwrap();
    let (trash, both) = (Archive::new(folder.path().to_owned()).trash(), Barrier::new(2));
    let delete = |window: &str| {
        for number in 0..300 {
            let file = folder.path().join(window).join(format!("{number}.json"));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, window).unwrap();
            both.wait();
            trash.move_in(&file).unwrap();
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| delete("first"));
        delete("second");
    });
    assert_eq!(trash.paths().unwrap().len(), 600, "each is there under a name of its own");
}

// --- The program without its window ---------------------------------------------------------------------------------

fn listed(program: &mut Program) -> Vec<(String, Copy)> {
    let found = program.app.archive().found;
    let row = |index| {
        let row = program.app.archive_row(index).unwrap();
        (row.path.file_name().unwrap().to_string_lossy().into_owned(), row.copy)
    };
    (0..found).map(row).collect()
}

#[test]
fn sessions_are_sorted_by_start_whatever_the_zone_or_file_name() {
    let folder = TempDir::new().unwrap();
    let started = |time: &str, number: u128| {
        let time = chrono::DateTime::parse_from_rfc3339(time).unwrap();
        Session::new(Uuid::from_u128(number), time, people(&["Anna", "Ben", "Cleo"]), 0, unbound()).unwrap()
    };
    keep(folder.path(), "a.json", &started("2026-01-02T01:00:00+02:00", 1));
    keep(folder.path(), "z.json", &started("2026-01-01T22:30:00+00:00", 2));
    keep(folder.path(), "m.json", &started("2026-01-01T23:30:00-01:00", 3));
    let mut program = Program::over(folder.path());
    let names: Vec<String> = listed(&mut program).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["m.json", "a.json", "z.json"]);
}

#[test]
fn the_plainly_named_file_of_a_session_is_the_main_one() {
    let folder = TempDir::new().unwrap();
    let one = played(&session(3, unbound()), &[0, 1, 1], &[0, 1, 0]);
    let other = one.noted("Elsewhere", "").unwrap();
    let own = "2026-03-07_game.json";
    keep(folder.path(), own, &one);
    for (name, session) in [
        ("2026-03-07_game.sync-conflict-20260307-201500-ABCDEFG.json", &one),
        ("2026-03-07_game (Anna's conflicted copy 2026-03-07).json", &other),
    ] {
        keep(folder.path(), name, session);
    }
    let mut program = Program::over(folder.path());
    let rows: BTreeMap<String, Copy> = listed(&mut program).into_iter().collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[own], Copy::No);
    assert_eq!(rows["2026-03-07_game.sync-conflict-20260307-201500-ABCDEFG.json"], Copy::Same);
    assert_eq!(rows["2026-03-07_game (Anna's conflicted copy 2026-03-07).json"], Copy::Differs);
    let home = program.app.home();
    let unfinished = program.app.data_page().unwrap().first.len();
    let shown = home.recent.len() + unfinished + usize::from(home.resume.is_some());
    assert_eq!(shown, 1, "home must list the session once");
    assert_eq!(program.app.names().iter().map(|line| line.sessions).collect::<Vec<_>>(), [1, 1, 1]);
    // Without the main file, a copy takes its place.
    fs::remove_file(folder.path().join(own)).unwrap();
    program.until("two", |app| app.archive().found == 2);
    assert_eq!(listed(&mut program).iter().filter(|(_, copy)| *copy == Copy::No).count(), 1);
}

/// The only session of an archive on its page, with the menu open.
fn looking_at_a_session() -> (TempDir, PathBuf, Program) {
    let (mut program, path, folder) = viewing(&numbered(1));
    program.archive(ArchiveCommand::Panel(Panel::More));
    (folder, path, program)
}

#[test]
fn an_open_panel_does_not_carry_over_to_the_next_session() {
    let (folder, path, mut program) = looking_at_a_session();
    program.app.handle(Command::Show(Page::Home));
    assert_eq!(program.app.panel(), Panel::None);
    program.app.handle(Command::Open(path.clone()));
    program.until("open", |app| app.wizard().is_some());
    assert_eq!((program.app.page(), program.app.panel()), (Page::Table, Panel::None));
    // A session on the table goes with its file and its last tap, and leaves no empty table behind.
    program.tap(Command::OnTable(TableCommand::Number(0)));
    program.archive(ArchiveCommand::Delete(path));
    assert!(program.app.wizard().is_none() && program.app.home().resume.is_none());
    assert_eq!(program.app.page(), Page::Home);
    let in_trash = Archive::new(folder.path().to_owned()).trash().paths().unwrap();
    assert_eq!(load(&in_trash[0]).steps().len(), 1);
}

#[test]
fn a_deletion_is_offered_back_until_its_message_is_closed() {
    let (_folder, path, mut program) = looking_at_a_session();
    let before = fs::read(&path).unwrap();
    program.archive(ArchiveCommand::Delete(path.clone()));
    // A look for the session leaves the offer.
    for command in [Command::Show(Page::Archive), Command::OnArchive(ArchiveCommand::Close)] {
        program.tap(command);
        program.tap(Command::Show(Page::Statistics));
    }
    program.tap(Command::Show(Page::Archive));
    assert!(program.app.archive().can_take_back && program.app.home().deleted.is_some());
    program.archive(ArchiveCommand::TakeBack);
    assert_eq!(fs::read(&path).unwrap(), before);
    // So does the key for undo, where that is offered.
    for page in [Page::Home, Page::Archive] {
        program.tap(Command::Show(page));
        program.archive(ArchiveCommand::Delete(path.clone()));
        program.tap(Command::Show(Page::Settings));
        program.tap(Command::Undo);
        assert!(!path.exists(), "nothing says so on another page");
        program.tap(Command::Show(page));
        program.tap(Command::Undo);
        assert_eq!(fs::read(&path).unwrap(), before, "{page:?}");
    }
    program.archive(ArchiveCommand::Delete(path.clone()));
    program.archive(ArchiveCommand::Dismiss);
    assert!(program.app.home().deleted.is_none() && !path.exists());
}

#[test]
fn a_game_is_left_out_and_counted_again_whether_open_or_not() {
    let (mut program, path, _folder) = over_game(&played(&numbered(1), &[0, 1, 1], &[0, 1, 0]));
    let counted = || load(&path).counted();
    let set = |counts| ArchiveCommand::SetCounted { of: path.clone(), counts, sure: false };
    for open in [true, false] {
        if open {
            program.tap(Command::Open(path.clone()));
        }
        program.tap(Command::Show(Page::Archive));
        program.archive(set(false));
        assert_eq!((counted(), listed(&mut program)[0].1), (Counted::No, Copy::LeftOut), "{open}");
        assert!(notice_text(program.app.archive().notice.as_ref()).contains("does not count any more"));
        program.tap(Command::Undo);
        assert_eq!((counted(), listed(&mut program)[0].1), (Counted::Yes, Copy::No), "{open}");
        assert_eq!(notice_text(program.app.archive().notice.as_ref()), "This game counts again.");
    }
    let _held = lock(&path);
    program.archive(set(false));
    let text = notice_text(program.app.archive().notice.as_ref());
    assert!(text.starts_with("Another window of Tablet of Truth has this game open"), "{text}");
    assert_eq!(counted(), Counted::Yes);
}

#[test]
fn pages_opened_over_a_correction_lead_back() {
    let (mut program, path, _folder) = viewing(&played(&session(3, unbound()), &[0, 1, 1], &[0, 1, 0]));
    for (beside, back) in [(Command::Show(Page::Rules), Page::Table), (Command::Show(Page::Settings), Page::Archive)] {
        program.archive(ArchiveCommand::Correct { of: path.clone(), round: 1, seat: None });
        assert_eq!(program.app.page(), Page::Table);
        program.app.handle(beside);
        program.app.handle(Command::StepBack);
        assert_eq!(program.app.page(), back);
    }
    // Leaving a correction gives it up, and the session's page is there as before.
    program.until("let go", |app| app.wizard().is_none());
    assert_eq!(program.app.archive().viewed.map(|viewed| viewed.rounds), Some(1));
}

#[test]
fn the_page_of_a_vanished_session_closes() {
    let (folder, path, mut program) = looking_at_a_session();
    let rounds = |app: &mut App| app.archive().viewed.map(|viewed| viewed.rounds);
    assert_eq!(rounds(&mut program.app), Some(0));
    keep(folder.path(), "game.json", &played(&numbered(1), &[0, 1, 1], &[0, 1, 0]));
    program.until("shown as it is now", |app| rounds(app) == Some(1));
    fs::remove_file(&path).unwrap();
    program.until("gone", |app| app.archive().viewed.is_none());
    assert_eq!(program.app.panel(), Panel::None, "a panel over it must close too");
}

#[test]
fn the_trash_is_up_to_date_each_time_it_is_opened() {
    let folder = TempDir::new().unwrap();
    let path = keep(folder.path(), "one.json", &numbered(1));
    keep(folder.path(), "two.json", &numbered(2));
    let mut program = Program::over(folder.path());
    program.app.handle(Command::Show(Page::Archive));
    program.archive(ArchiveCommand::Panel(Panel::Trash));
    program.until("an empty trash", |app| app.trashed().is_some());
    program.archive(ArchiveCommand::Close);
    // Another program deletes meanwhile; the trash had no folder before.
    Archive::new(folder.path().to_owned()).trash().move_in(&path).unwrap();
    program.archive(ArchiveCommand::Panel(Panel::Trash));
    program.until("the deleted one", |app| app.trashed().is_some_and(|files| files.len() == 1));
}
