//! What is kept in a file, of every kind: nothing that another program writes into it is lost, whichever was first.

use std::fs;
use std::path::{Path, PathBuf};

use tablet_of_truth::app::{
    About, App, ArchiveCommand, Command, Config, Page, SaveState, TableCommand, Tone, TournamentCommand,
};
use tablet_of_truth::archive::{
    Document, Kept, Lock, Preference, SaveError, Saved, Saver, Settings, TournamentFile, lock, read_tournament,
    write_session,
};
use tablet_of_truth::session::{AnySession, Session};
use tablet_of_truth::tournament::Tournament;
use tempfile::TempDir;

use crate::common::program::{Program, over};
use crate::common::{at, notice_text, played, session, unbound};
use crate::load;

fn sessions() -> [AnySession; 3] {
    let begun = session(3, unbound());
    let one = played(&begun, &[0, 1, 1], &[0, 0, 1]);
    [begun.clone().into(), one.into(), begun.noted("Kitchen", "").unwrap().into()]
}

fn tournaments() -> [Tournament; 3] {
    ["One", "Two", "Three"].map(|name| {
        let id = "0aa00000-0000-4000-8000-000000000000";
        let text = format!(r#"{{"id": "{id}", "name": "{name}", "players": []}}"#);
        read_tournament(text.as_bytes()).unwrap().tournament
    })
}

/// Without the file itself.
fn beside(path: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    let is_other = |file: &PathBuf| file != path && !file.to_string_lossy().contains(".~lock.");
    files.filter(is_other).collect()
}

fn nothing_is_lost<T: Kept>(name: &str, [first, ours, theirs]: [T; 3]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let file = Document::<T>::new(path.clone());
    assert_eq!(file.save_now(first.clone()), Ok(Saved::Here));
    assert_eq!(matches!(lock(&path), Lock::Elsewhere), T::LOCKED, "{name}: the first save locks it");
    assert!(file.as_seen().newer().unwrap().is_none(), "what was written here is known");
    drop(file);

    // With nothing unsaved, what another program wrote is read.
    let (file, _) = Document::<T>::open(&path).unwrap();
    let foreign = theirs.text().unwrap();
    fs::write(&path, &foreign).unwrap();
    let (version, _) = file.as_seen().newer().unwrap().unwrap();
    file.saw(version);
    assert!(file.as_seen().newer().unwrap().is_none());
    assert_eq!(file.save_now(ours.clone()), Ok(Saved::Here), "it is not foreign any more");
    assert!(beside(&path).is_empty());

    // With something unsaved, it is kept beside.
    for count in 1..=2 {
        fs::write(&path, &foreign).unwrap();
        let Ok(Saved::Beside(copy)) = file.save_now(ours.clone()) else { panic!("{name}: it is written over") };
        assert_eq!(fs::read(copy).unwrap(), foreign, "{name}");
        assert_eq!(beside(&path).len(), count);
        assert!(file.as_seen().newer().unwrap().is_none(), "{name}: ours is in the file");
    }

    // A disk that refuses, and is there again with what was on it.
    let away = folder.path().with_extension("away");
    fs::rename(folder.path(), &away).unwrap();
    fs::write(folder.path(), "").unwrap();
    file.save_now(first.clone()).unwrap_err();
    fs::remove_file(folder.path()).unwrap();
    fs::rename(&away, folder.path()).unwrap();
    assert_eq!(file.save_now(first.clone()), Ok(Saved::Here), "{name}");

    // Deleted by somebody: written again at once, or only if that is wanted.
    fs::remove_file(&path).unwrap();
    if T::STAYS_GONE {
        assert_eq!(file.save_now(ours.clone()), Err(SaveError::Gone));
        assert!(!path.exists());
        file.forget_version();
    }
    assert_eq!(file.save_now(ours.clone()), Ok(Saved::Here));
    assert!(path.exists() && beside(&path).len() == 2);

    // In another window. Where the file is locked for a write only, that waits.
    let held = if T::LOCKED { None } else { Some(lock(&path)) };
    let (other, _) = Document::<T>::open(&path).unwrap();
    match other.save_now(theirs) {
        Ok(saved) => assert!(T::LOCKED && saved == Saved::Elsewhere && !other.may_write(), "{name}: {saved:?}"),
        Err(reason) => assert!(reason.to_string().contains("another window"), "{name}: {reason}"),
    }
    drop(held);
    assert!(file.as_seen().newer().unwrap().is_none(), "{name}: ours is in the file");
}

#[test]
fn what_another_program_writes_is_read_or_kept_beside() {
    nothing_is_lost("game.json", sessions());
    nothing_is_lost("open.tournament.json", tournaments());
}

#[test]
fn settings_take_in_what_another_window_chose_and_keep_beside_what_they_cannot_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    let [one, other] = [(); 2].map(|()| Document::<Settings>::new(path.clone()));
    let ours = Settings::default().with(Preference::ReduceMotion(true));
    assert_eq!(one.save_now(ours.clone()), Ok(Saved::Here));
    assert_eq!(other.save_now(Settings::default().with(Preference::HighContrast(true))), Ok(Saved::Here));
    let (_, both) = one.as_seen().newer().unwrap().unwrap();
    assert!(both.reduce_motion && both.high_contrast && beside(&path).is_empty());
    // A choice taken back is taken back, and the other window's stays.
    assert_eq!(one.save_now(Settings::default()), Ok(Saved::Here));
    let kept = Settings::load(&path).unwrap();
    assert_eq!((kept.reduce_motion, kept.high_contrast), (false, true));

    fs::write(&path, "{\"reduce").unwrap();
    let Ok(Saved::Beside(copy)) = one.save_now(ours.clone()) else { panic!("it is written over") };
    assert_eq!((fs::read_to_string(copy).unwrap().as_str(), Settings::load(&path).unwrap()), ("{\"reduce", ours));
    // As some editors of Windows save it.
    fs::write(&path, "\u{feff}{\"reduce_motion\": true}").unwrap();
    assert!(Settings::load(&path).unwrap().reduce_motion);
    // A text size of earlier versions becomes the next larger.
    for (saved, percent) in [(100, 100), (110, 125), (150, 150), (175, 200), (900, 200)] {
        fs::write(&path, format!(r#"{{"text_size": {saved}}}"#)).unwrap();
        assert_eq!(Settings::load(&path).unwrap().text_size.percent(), percent);
    }
}

#[test]
fn unreadable_settings_stop_nothing_and_are_set_aside() {
    for damaged in ["[\"theme\"]", "{\"theme\":", "\u{0}\u{0}"] {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("settings.json");
        fs::write(&path, damaged).unwrap();
        let mut program = Program::start(Config { settings: Some(path.clone()), ..over(&home.path().join("games")) });
        assert!(program.messages().contains("The settings cannot be read, so the defaults are used."), "{damaged}");
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged, "reading must not change the file");
        program.tap(Command::Prefer(Preference::TextSize(150)));
        program.until("kept", |app| !app.is_keeping_settings());
        assert!(program.messages().contains("The file that could not be read is now"), "{}", program.messages());
        assert!(beside(&path).iter().any(|file| fs::read(file).unwrap() == damaged.as_bytes()), "{damaged}");
        assert_eq!(Settings::load(&path).unwrap().text_size.percent(), 150);
    }
}

fn is_told<T: Kept>(name: &str, [first, second, third]: [T; 3]) {
    let folder = tempfile::tempdir().unwrap();
    let file = Document::<T>::new(folder.path().join("not/yet").join(name));
    assert!(!folder.path().join("not").exists(), "a deal does not wait for the disk");
    let (sender, reports) = std::sync::mpsc::channel();
    let mut saver = Saver::start(move |report| drop(sender.send(report)));
    let report = || reports.recv_timeout(std::time::Duration::from_secs(20)).unwrap();
    fs::write(folder.path().join("not"), "").unwrap();
    let refused = saver.save(&file, first.clone());
    assert!(saver.is_saving() && saver.is_on_disk(refused).is_none());
    saver.saved(&report());
    assert!(!saver.is_saving() && saver.is_unsaved() && matches!(saver.is_on_disk(refused), Some(Err(Some(_)))));
    fs::remove_file(folder.path().join("not")).unwrap();
    let kept = saver.save(&file, second.clone());
    saver.saved(&report());
    assert!(!saver.is_unsaved() && saver.is_on_disk(kept) == Some(Ok(())), "{name}: {:?}", saver.state());
    assert_eq!(saver.is_on_disk(refused), Some(Ok(())), "a later state holds it, too");
    // What is reported of the place before says nothing of another.
    let last = saver.save(&file, third);
    let late = report();
    assert!(saver.moved(last));
    saver.saved(&tablet_of_truth::archive::Report { result: Err(SaveError::Full), ..late });
    assert!(!saver.is_unsaved() && saver.is_on_disk(last) == Some(Ok(())), "{name}: {:?}", saver.state());
    // The other place has only what was there when it was written.
    let later = saver.save(&file, second);
    report();
    assert!(!saver.moved(last));
    assert!(saver.is_on_disk(last) == Some(Ok(())) && saver.is_on_disk(later) != Some(Ok(())), "{name}");
    saver.save(&file, first);
    assert_eq!(saver.is_on_disk(later), None, "{name}");
    saver.saved(&report());
    assert_eq!(saver.is_on_disk(later), Some(Ok(())), "{name}");
}

#[test]
fn how_far_it_is_saved_is_known() {
    is_told("game.json", sessions());
    is_told("open.tournament.json", tournaments());
    is_told("settings.json", [100, 125, 150].map(|size| Settings::default().with(Preference::TextSize(size))));
}

// --- The same in a program ------------------------------------------------------------------------------------------

struct Kind {
    name: &'static str,
    /// Returns its file.
    begin: fn(&mut Program) -> PathBuf,
    /// A change of it, for the nth time.
    step: fn(usize) -> Command,
    shown: fn(&App) -> String,
    kept: fn(&Path) -> String,
    /// The file as another program changes it.
    foreign: fn(&Path) -> Vec<u8>,
    /// Makes the program look at the file, if it is not told of its changes.
    look: fn(&mut App),
    /// They would close it.
    leave: fn() -> Vec<Command>,
}

fn described(session: &Session) -> String {
    format!("{} steps, {}", session.steps().len() - session.undone(), session.notes())
}

fn changed(path: &Path, change: fn(&mut serde_json::Value)) -> Vec<u8> {
    let mut file = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    change(&mut file);
    file.to_string().into_bytes()
}

const SESSION: Kind = Kind {
    name: "session",
    begin: |program| program.deal(&["Ana", "Bo", "Zoë"]),
    step: |_| Command::OnTable(TableCommand::Number(0)),
    shown: |app| described(app.wizard().unwrap()),
    kept: |path| described(&load(path)),
    foreign: |path| {
        let session = load(path);
        write_session(&session.noted("", &format!("{}+", session.notes())).unwrap(), at(9)).unwrap()
    },
    look: |_| (),
    leave: || vec![Command::OnArchive(ArchiveCommand::Correct { of: "other.json".into(), round: 1, seat: None })],
};

const TOURNAMENT: Kind = Kind {
    name: "tournament",
    begin: |program| {
        for command in [TournamentCommand::Begin, TournamentCommand::Add("Anna\nBo\nCleo".into())] {
            program.tap(Command::OnTournament(command));
        }
        program.app.save_path().unwrap().to_owned()
    },
    step: |time| Command::OnTournament(TournamentCommand::Rename(1, format!("Anna {time}"))),
    shown: |app| {
        let view = app.tournament().unwrap();
        format!("{}, {}", view.name, view.players[0].name)
    },
    kept: |path| {
        let there = TournamentFile::open(path).unwrap().1.tournament;
        format!("{}, {}", there.name, there.players[0].name)
    },
    foreign: |path| changed(path, |file| file["name"] = format!("{}+", file["name"].as_str().unwrap()).into()),
    look: |_| (),
    leave: || [TournamentCommand::Close, TournamentCommand::Begin].map(Command::OnTournament).into(),
};

const SETTINGS: Kind = Kind {
    name: "settings",
    begin: |program| {
        program.tap(Command::Prefer(Preference::ReduceMotion(true)));
        program.app.data_folder().with_file_name("config").join("settings.json")
    },
    step: |time| Command::Prefer(Preference::TextSize(125 + 25 * time as u16)),
    shown: |app| format!("{:?} {}", app.settings().text_size, app.settings().high_contrast),
    kept: |path| Settings::load(path).map(|kept| format!("{:?} {}", kept.text_size, kept.high_contrast)).unwrap(),
    foreign: |path| changed(path, |file| file["high_contrast"] = (file["high_contrast"] != true).into()),
    look: |app| app.handle(Command::Show(Page::Home)),
    leave: Vec::new,
};

const KINDS: [&Kind; 3] = [&SESSION, &TOURNAMENT, &SETTINGS];

/// One that is open and saved.
struct Opened {
    kind: &'static Kind,
    program: Program,
    path: PathBuf,
    home: TempDir,
}

impl Opened {
    fn of(kind: &'static Kind) -> Opened {
        let home = tempfile::tempdir().unwrap();
        let settings = Some(home.path().join("config/settings.json"));
        let mut program = Program::start(Config { data_given: false, settings, ..over(&home.path().join("games")) });
        let path = (kind.begin)(&mut program);
        let mut opened = Opened { kind, program, path, home };
        opened.step(0);
        opened.is_kept();
        opened
    }

    fn step(&mut self, time: usize) {
        self.give((self.kind.step)(time));
    }

    fn give(&mut self, command: Command) {
        self.program.app.handle(command);
        self.program.until("done", |app| !app.is_busy() && !app.home().reading);
    }

    fn shown(&self) -> String {
        (self.kind.shown)(&self.program.app)
    }

    fn message(&self) -> String {
        notice_text(self.program.app.message())
    }

    fn tone(&self) -> Tone {
        self.program.app.message().unwrap().tone
    }

    fn is_kept(&self) {
        assert_eq!(self.shown(), (self.kind.kept)(&self.path), "{}: {}", self.kind.name, self.message());
        assert_eq!(self.program.app.save_state(), SaveState::Saved, "{}: {}", self.kind.name, self.message());
    }

    fn is_refused(&self, reason: &str) {
        let Opened { kind, program, .. } = self;
        let shown = match program.app.save_state() {
            SaveState::Failed(error) => error.text().to_string(),
            _ => self.message().strip_prefix("The settings could not be saved: ").unwrap_or_default().to_owned(),
        };
        assert!(!shown.is_empty() && shown.contains(reason), "{}: {shown} {}", kind.name, self.message());
    }

    /// Returns what another program writes in place of the file, as a synchroniser does.
    fn changed_elsewhere(&self) -> Vec<u8> {
        let (foreign, draft) = ((self.kind.foreign)(&self.path), self.home.path().join("draft"));
        fs::write(&draft, &foreign).unwrap();
        fs::rename(&draft, &self.path).unwrap();
        foreign
    }

    fn shows_the_file(&mut self) {
        let wanted = (self.kind.kept)(&self.path);
        let Opened { kind, program, .. } = self;
        program.until("shown", |app| {
            (kind.look)(app);
            (kind.shown)(app) == wanted
        });
    }

    /// A file lies in the place of its folder, which is returned.
    fn lose_the_folder(&self) -> PathBuf {
        let (folder, away) = (self.path.parent().unwrap(), self.home.path().join("away"));
        fs::rename(folder, &away).unwrap();
        fs::write(folder, "").unwrap();
        away
    }
}

#[test]
fn a_program_shows_what_another_one_writes_or_keeps_it_beside() {
    for kind in KINDS {
        let mut it = Opened::of(kind);
        it.changed_elsewhere();
        it.shows_the_file();
        let is_document = kind.name != SETTINGS.name;
        if is_document {
            assert!(it.message().contains("This is the newest version") && it.tone() == Tone::Done, "{}", it.message());
            let theirs = it.shown();
            it.give(Command::Undo);
            assert_ne!(it.shown(), theirs, "{}: undo works in it", kind.name);
        }
        it.step(1);
        it.is_kept();
        assert!(beside(&it.path).is_empty() && (is_document || it.message().is_empty()), "{}", it.message());

        // Before any news of it.
        let foreign = it.changed_elsewhere();
        it.step(2);
        if !is_document {
            let ours = it.shown();
            it.shows_the_file();
            assert_ne!(it.shown(), ours, "what was merged is shown");
            assert!(beside(&it.path).is_empty());
            continue;
        }
        let [copy] = &beside(&it.path)[..] else { panic!("{}: {:?}", kind.name, beside(&it.path)) };
        assert_eq!(fs::read(copy).unwrap(), foreign, "{}", kind.name);
        let name = |copy: &Path| format!("kept beside it as {}", copy.file_name().unwrap().to_string_lossy());
        assert!(it.message().contains(&name(copy)) && it.tone() == Tone::Trouble, "{}", it.message());
        it.is_kept();
        it.give(Command::Undo);
        it.is_kept();
        assert_eq!(beside(&it.path).len(), 1, "{}: the next step needs no copy", kind.name);

        // A synchroniser keeps what was here itself.
        it.program.until("heard of its own step", |app| !app.pump());
        let stem = it.path.file_stem().unwrap().to_string_lossy();
        let copy = it.path.with_file_name(format!("{stem}.sync-conflict-20261124-201500-ABCDEFG.json"));
        fs::copy(&it.path, &copy).unwrap();
        it.changed_elsewhere();
        it.shows_the_file();
        assert!(it.message().contains(&name(&copy)), "{}", it.message());
        if kind.name == SESSION.name {
            let about = it.program.app.message().map(|notice| notice.about.clone());
            assert_eq!((it.tone(), about), (Tone::Trouble, Some(About::Copy(copy))));
        }
    }
}

#[test]
fn a_program_goes_on_without_its_disk_and_tries_again() {
    for kind in KINDS {
        let mut it = Opened::of(kind);
        let before = it.shown();
        let away = it.lose_the_folder();
        it.step(1);
        it.is_refused("");
        assert_ne!(it.shown(), before, "{}", kind.name);
        let shown = it.shown();
        for command in (kind.leave)() {
            it.give(command);
            assert!(it.message().contains("is not saved yet. Save it first"), "{}: {}", kind.name, it.message());
            assert_eq!(it.shown(), shown);
        }
        it.give(Command::TryAgain);
        it.step(2);
        it.is_refused("");
        fs::remove_file(it.path.parent().unwrap()).unwrap();
        fs::rename(&away, it.path.parent().unwrap()).unwrap();
        assert_eq!((kind.kept)(&it.path), before);
        it.give(if kind.name == SETTINGS.name { (kind.step)(3) } else { Command::TryAgain });
        it.is_kept();

        // Deleted by somebody: a tournament asks whether it is written again.
        fs::remove_file(&it.path).unwrap();
        it.give(if kind.name == SETTINGS.name { (kind.step)(0) } else { Command::Undo });
        if kind.name == TOURNAMENT.name {
            it.is_refused("deleted");
            assert!(it.program.app.question().is_some() && !it.path.exists());
            it.give(Command::TryAgain);
        }
        it.is_kept();
    }
}

#[test]
fn what_is_open_goes_on_in_another_file() {
    for kind in [&SESSION, &TOURNAMENT] {
        let mut it = Opened::of(kind);
        let (before, home, away) = (it.shown(), it.home.path().to_owned(), it.lose_the_folder());
        let name = it.path.file_name().unwrap().to_owned();
        it.step(1);
        assert!(it.program.app.can_save_elsewhere());
        let mut refused = vec![
            (away.join(&name), "a file with this name already exists"),
            (home.join("nowhere").join(&name), "there is no such folder"),
            (PathBuf::from(&name), "type the whole path"),
        ];
        let _held = lock(&home.join("held.json"));
        refused.push(match kind.name == TOURNAMENT.name {
            true => (home.join("saved.json"), "ends in .tournament.json"),
            false => (home.join("held.json"), "another window"),
        });
        for (place, reason) in refused {
            it.give(Command::SaveTo(place));
            assert!(it.message().starts_with("Not saved as ") && it.message().contains(reason), "{}", it.message());
            assert_eq!(it.program.app.save_path(), Some(&*it.path));
        }
        assert!(!Path::new(&name).exists(), "a relative path leads nowhere");
        it.path = home.join(&name);
        it.give(Command::SaveTo(it.path.clone()));
        assert!(it.message().starts_with("Saved as "), "{}", it.message());
        it.is_kept();
        it.step(2);
        it.is_kept();
        assert_eq!((kind.kept)(&away.join(&name)), before);
        // Its own file is no other one.
        it.give(Command::SaveTo(it.path.clone()));
        it.give(Command::Undo);
        it.is_kept();
    }
}

#[test]
fn nothing_is_written_while_another_window_writes() {
    for kind in [&TOURNAMENT, &SETTINGS] {
        let mut it = Opened::of(kind);
        let before = it.shown();
        let held = lock(&it.path);
        it.step(1);
        it.is_refused("another window of Tablet of Truth is still writing this file");
        assert_eq!((kind.kept)(&it.path), before, "{}", kind.name);
        drop(held);
        it.give(if kind.name == SETTINGS.name { (kind.step)(2) } else { Command::TryAgain });
        it.is_kept();
    }
    let mut first = Opened::of(&SESSION);
    let mut second = Program::over(&first.home.path().join("games"));
    assert_eq!(second.tap(Command::Open(first.path.clone())), SaveState::ReadOnly);
    second.tap((SESSION.step)(1));
    assert_eq!((SESSION.shown)(&second.app), first.shown(), "it can be looked at");
    first.step(1);
    first.is_kept();
    let Opened { program, path, home, .. } = first;
    drop(program);
    assert_eq!(second.tap(Command::TryAgain), SaveState::Saved);
    let mut second = Opened { kind: &SESSION, program: second, path, home };
    second.is_kept();
    second.step(2);
    second.is_kept();
    assert_eq!(second.program.app.wizard().unwrap().steps().len(), 3);
}
