//! Things that are not files, links to elsewhere and unreadable names, wherever the program reads or writes.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use std::time::Duration;

use tablet_of_truth::app::{ArchiveCommand, Command, Config, Page, Panel, SaveState, ShareItem, TableCommand};
use tablet_of_truth::archive::{
    Answers, Archive, Document, Import, LoadError, Lock, Preference, ReadError, Saved, Saver, SessionFile, Settings,
    Source, Theme, copy_archive, lock, read_session, write_bundle, write_durably, write_session,
};

use super::judge;
use super::stage::{Answer, FileKind, Stage, game, in_time, seen};
use crate::common::program::{Program, over};
use crate::common::{at, notice_text};

/// Whether this thing, if followed, is a file that can be read.
fn is_readable(thing: FileKind) -> bool {
    thing == FileKind::LinkOutside
}

// --- In place of sessions -------------------------------------------------------------------------------------------

fn hostile_archive() -> Stage {
    let stage = Stage::new();
    for thing in FileKind::ALL {
        thing.put(&stage, &stage.data().join(format!("{thing:?}.json")));
    }
    fs::write(stage.data().join(OsString::from_vec(b"caf\xe9 \x1b[2J\n.json".to_vec())), "{").unwrap();
    fs::write(stage.data().join(OsStr::from_bytes(b"good\xff.json")), write_session(&game(), at(9)).unwrap()).unwrap();
    stage
}

#[test]
fn things_that_are_not_files_are_not_sessions() {
    let stage = hostile_archive();
    for thing in FileKind::ALL {
        let path = stage.data().join(format!("{thing:?}.json"));
        let loaded = stage.unharmed("loading", {
            let path = path.clone();
            move || (Archive::load(&path).map(drop), Archive::entry(&path).map(drop))
        });
        assert_eq!(loaded.0.is_ok(), is_readable(thing), "{thing:?}");
        for error in [loaded.0.err(), loaded.1.err()].into_iter().flatten() {
            judge::can_be_shown(&error);
            let leads_nowhere = matches!(thing, FileKind::LinkToNothing | FileKind::LinkToItself);
            let is_no_file = matches!(error, LoadError::Unread(ReadError::NotAFile));
            assert!(is_no_file || leads_nowhere && matches!(error, LoadError::Unread(_)), "{thing:?}: {error}");
        }
    }
}

#[test]
fn the_terminal_skips_things_that_are_not_files() {
    let stage = hostile_archive();
    let before = seen(&stage.data());
    let out = stage.out("all.json");
    let commands: [&[&str]; 7] = [
        &["list"],
        &["list", "--format", "json"],
        &["stats"],
        &["check"],
        &["check", "--format", "json"],
        &["backup", "--force", out.to_str().unwrap()],
        &["import", "--dry-run", "--format", "json", out.to_str().unwrap()],
    ];
    for command in commands {
        let answer = stage.tell(command);
        assert!(!answer.out.is_empty(), "{command:?}: {answer:?}");
        assert_ne!(answer.code, Some(2), "{command:?}: {answer:?}");
        assert_eq!(seen(&stage.data()), before, "{command:?} must change nothing");
    }
    assert!(stage.tell(&["list"]).errors.contains("is not a file"));
    assert_eq!(stage.tell(&["check"]).code, Some(1));
    // Given as the file to read.
    for thing in FileKind::ALL.into_iter().filter(|thing| !matches!(thing, FileKind::Pipe | FileKind::Socket)) {
        let path = stage.data().join(format!("{thing:?}.json"));
        let path = path.to_str().unwrap();
        for command in [["score", path], ["check", path], ["import", path]] {
            let answer = stage.tell(&command);
            assert_eq!(answer.code == Some(0), is_readable(thing), "{command:?}: {answer:?}");
        }
        let export = stage.tell(&["export", path, "--to", "text"]);
        assert_eq!(export.code == Some(0), is_readable(thing), "{export:?}");
    }
    // `score` reads a pipe as it comes; `import` and `check` want files.
    for thing in ["Pipe", "Socket"] {
        let path = stage.data().join(format!("{thing}.json"));
        assert_eq!(stage.tell(&["import", path.to_str().unwrap()]).code, Some(2));
        assert_eq!(stage.tell(&["check", path.to_str().unwrap()]).code, Some(1));
    }
}

#[test]
fn the_open_program_copes_with_things_that_are_not_files() {
    let stage = hostile_archive();
    let before = stage.canaries();
    let paths = stage.archive().paths().unwrap();
    let mut program = Program::over(&stage.data());
    // The good game, the one whose name is not text, and the link to a session outside, which is the same game.
    assert_eq!(program.app.archive().found, 3);
    let unreadable = program.app.archive().unreadable;
    assert_eq!(unreadable.len(), paths.len() - 3);
    for (name, reason) in unreadable {
        assert!(!name.is_empty() && !reason.is_empty() && !reason.chars().any(char::is_control), "{name} {reason}");
    }
    for path in &paths {
        program.app.handle(Command::Open(path.clone()));
        program.app.handle(Command::Show(Page::Home));
        program.app.handle(Command::Show(Page::Archive));
        program.archive(ArchiveCommand::View(path.clone()));
        program.app.handle(Command::RematchOf(path.clone()));
        program.app.handle(Command::Show(Page::Home));
        program.until("all is saved", |app| !app.is_saving());
    }
    drop(program);
    assert_eq!(stage.canaries(), before);
}

// --- In place of locks and temporary files --------------------------------------------------------------------------

#[test]
fn things_that_are_not_lock_files_lock_nothing() {
    for thing in FileKind::ALL {
        let stage = Stage::new();
        let session = stage.data().join("good.json");
        let lock_file = stage.data().join(".~lock.good.json#");
        thing.put(&stage, &lock_file);
        let before = fs::symlink_metadata(&lock_file).unwrap().mode();
        let lock_it = || {
            stage.unharmed("locking", {
                let session = session.clone();
                move || lock(&session)
            })
        };
        let held = lock_it();
        assert!(matches!(held, Lock::Impossible), "{thing:?}: {held:?}");
        assert!(!held.is_held());
        stage.unharmed("letting go", move || drop(held));
        if thing == FileKind::Pipe {
            // Opening for reading and writing does not wait.
            let _reader = fs::OpenOptions::new().read(true).write(true).open(&lock_file).unwrap();
            assert!(matches!(lock_it(), Lock::Impossible), "with a reader");
        }
        assert_eq!(fs::symlink_metadata(&lock_file).unwrap().mode(), before, "{thing:?} must be left alone");
        assert!(matches!(stage.tell(&["check"]).code, Some(0 | 1)));
        // The game goes on without a lock.
        let mut program = Program::over(&stage.data());
        program.tap(Command::Open(stage.data().join("good.json")));
        assert_eq!(program.tap(Command::OnTable(TableCommand::Number(1))), SaveState::Saved);
        assert!(!stage.outside("nothing.json").exists());
    }
}

#[test]
fn nothing_is_written_through_a_temporary_name() {
    for thing in FileKind::ALL {
        let stage = Stage::new();
        let path = stage.data().join("good.json");
        let before = fs::read(&path).unwrap();
        thing.put(&stage, &stage.data().join(".good.json.tmp"));
        let written = stage.unharmed("writing", {
            let path = path.clone();
            move || write_durably(&path, b"new")
        });
        match thing {
            // A folder in the way is refused with a message.
            FileKind::Folder | FileKind::FullFolder => {
                assert_eq!(written.unwrap_err().kind(), std::io::ErrorKind::IsADirectory);
                assert_eq!(fs::read(&path).unwrap(), before);
            }
            _ => {
                written.unwrap();
                assert_eq!(fs::read(&path).unwrap(), b"new", "{thing:?}");
                assert!(fs::symlink_metadata(&path).unwrap().is_file());
            }
        }
        assert!(!stage.outside("nothing.json").exists());
    }
}

#[test]
fn nothing_is_kept_backed_up_copied_or_imported_through_a_temporary_name() {
    for thing in [FileKind::LinkOutside, FileKind::LinkToNothing, FileKind::Pipe, FileKind::LinkToZero] {
        let stage = Stage::new();
        let before = stage.canaries();
        // Saving, as the open program does.
        thing.put(&stage, &stage.data().join(".good.json.tmp"));
        let (sender, reports) = std::sync::mpsc::channel();
        let mut saver = Saver::start(move |report| drop(sender.send(report)));
        let (file, _) = SessionFile::open(&stage.data().join("good.json")).unwrap();
        saver.save(&file, game());
        assert_eq!(reports.recv_timeout(Duration::from_secs(60)).unwrap().result, Ok(Saved::Here), "{thing:?}");
        drop(saver);
        let out = stage.out("all.json");
        thing.put(&stage, &stage.out(".all.json.tmp"));
        let paths = stage.archive().paths().unwrap();
        let report = in_time("backing up", move || write_bundle(&paths, &out, false, at(0))).unwrap();
        assert_eq!(report.sessions, 1);
        assert!(fs::symlink_metadata(stage.out("all.json")).unwrap().is_file());
        let other = stage.out("other");
        thing.put(&stage, &other.join(".good.json.tmp"));
        let archive = stage.archive();
        in_time("copying", move || copy_archive(&archive, &other, |_, _| {}).map(drop)).unwrap();
        assert!(Archive::load(&stage.out("other/good.json")).is_ok());
        thing.put(&stage, &stage.data().join(".tablet/.settings.json.tmp"));
        let settings = stage.data().join(".tablet/settings.json");
        let document = Document::<Settings>::new(settings.clone());
        in_time("keeping settings", move || document.save_now(Settings::default())).unwrap();
        assert_eq!(Settings::load(&settings).unwrap(), Settings::default());
        let source = Source::File(stage.out("all.json"));
        let target = Archive::new(stage.out("imported"));
        let import = Import::read(&target, &[source], &Answers::new(), at(0)).unwrap();
        let path = import.preview.items[0].writes().unwrap().to_owned();
        let temporary = path.with_file_name(format!(".{}.tmp", path.file_name().unwrap().to_str().unwrap()));
        thing.put(&stage, &temporary);
        in_time("importing", move || import.write()).unwrap();
        assert!(Archive::load(&path).is_ok() && fs::symlink_metadata(&path).unwrap().is_file());
        assert_eq!(stage.canaries(), before, "{thing:?}");
    }
}

// --- The trash ------------------------------------------------------------------------------------------------------

#[test]
fn a_trash_linked_elsewhere_takes_and_deletes_nothing() {
    let stage = Stage::new();
    symlink(stage.outside("folder"), stage.data().join("Trash")).unwrap();
    let before = stage.canaries();
    let path = stage.data().join("good.json");
    let trash = stage.archive().trash();
    for error in [trash.move_in(&path).map(drop), trash.empty().map(drop), trash.paths().map(drop)] {
        let shown = tablet_of_truth::archive::system_reason(&error.unwrap_err()).to_string();
        assert!(shown.contains("a link to another folder"), "{shown}");
    }
    let mut program = Program::over(&stage.data());
    program.view(&path);
    program.archive(ArchiveCommand::Delete(path.clone()));
    let text = notice_text(program.app.archive().notice.as_ref());
    assert!(text.contains("stays where it is: ") && text.contains("a link to another folder"), "{text}");
    program.archive(ArchiveCommand::Panel(Panel::Trash));
    program.until("the trash is looked at", |app| app.trashed().is_some());
    assert!(program.app.trashed().unwrap().is_empty(), "files outside must not be listed as deleted");
    program.archive(ArchiveCommand::EmptyTrash);
    assert!(notice_text(program.app.archive().notice.as_ref()).contains("stays where it is: "));
    drop(program);
    let error = copy_archive(&stage.archive(), &stage.out("other"), |_, _| {}).unwrap_err();
    assert!(error.reason.to_string().contains("a link to another folder"), "{error:?}");
    assert!(path.exists());
    assert_eq!(stage.canaries(), before);
}

#[test]
fn emptying_the_trash_deletes_links_and_keeps_their_targets() {
    let stage = Stage::new();
    let trash = stage.data().join("Trash");
    fs::create_dir(&trash).unwrap();
    for thing in
        [FileKind::LinkOutside, FileKind::LinkToNothing, FileKind::Pipe, FileKind::Socket, FileKind::LinkToFolder]
    {
        thing.put(&stage, &trash.join(format!("{thing:?}.json")));
    }
    let archive = stage.archive();
    let emptied = stage.unharmed("emptying", move || archive.trash().empty());
    assert_eq!(emptied.unwrap(), 5);
    assert_eq!(fs::read_dir(&trash).unwrap().count(), 0);
}

#[test]
fn a_folder_in_the_trash_does_not_stop_the_emptying() {
    let stage = Stage::new();
    let trash = stage.data().join("Trash");
    fs::create_dir_all(trash.join("z.json/deep")).unwrap();
    fs::write(trash.join("a.json"), "{}").unwrap();
    assert!(stage.archive().trash().empty().is_err(), "a rest in the trash must be reported");
    assert!(!trash.join("a.json").exists() && trash.join("z.json/deep").exists());
}

// --- Another folder -------------------------------------------------------------------------------------------------

#[test]
fn a_copy_takes_files_and_leaves_the_rest() {
    let stage = hostile_archive();
    for thing in FileKind::ALL {
        thing.put(&stage, &stage.data().join(format!(".~lock.{thing:?}.json#")));
    }
    let (archive, target) = (stage.archive(), stage.out("other"));
    let there = fs::read_dir(stage.data()).unwrap().count();
    let to = target.clone();
    let copies = stage.unharmed("copying", move || copy_archive(&archive, &to, |_, _| {})).unwrap().unwrap();
    // Three sessions and the damaged file; of a link to outside, the file that it stands for.
    assert_eq!(copies.count, 4);
    assert_eq!(fs::read_dir(&target).unwrap().count(), 4);
    assert!(target.join("LinkOutside.json").is_file());
    assert_eq!(fs::read_dir(stage.data()).unwrap().count(), there);
}

#[test]
fn a_copy_does_not_wait_for_a_pipe_at_its_target() {
    for thing in FileKind::ALL {
        let stage = Stage::new();
        let target = stage.out("other");
        thing.put(&stage, &target.join("good.json"));
        let archive = stage.archive();
        let copies = stage.unharmed("copying", move || copy_archive(&archive, &target, |_, _| {})).unwrap();
        // A link to the same content counts as already there; whatever else has a game's name is a game of that folder.
        assert_eq!(copies.map(|copies| copies.count), (thing == FileKind::LinkOutside).then_some(1), "{thing:?}");
        assert!(stage.data().join("good.json").is_file());
    }
}

// --- The settings ---------------------------------------------------------------------------------------------------

#[test]
fn settings_that_are_not_a_file_are_refused_and_set_aside() {
    for thing in FileKind::ALL {
        let stage = Stage::new();
        let file = stage.data().join(".tablet/settings.json");
        thing.put(&stage, &file);
        let loaded = stage.unharmed("loading", {
            let file = file.clone();
            move || Settings::load(&file)
        });
        match (thing, loaded) {
            // A dangling link counts as no file; a session is JSON, but no settings.
            (FileKind::LinkToNothing | FileKind::LinkOutside, loaded) => {
                assert_eq!(loaded.unwrap(), Settings::default())
            }
            (_, loaded) => judge::can_be_shown(&loaded.unwrap_err()),
        }
        assert_eq!(stage.tell(&["list"]).code, Some(0), "{thing:?}");
        // The program still starts, and keeps what is chosen from now on.
        let before = stage.canaries();
        let mut program = Program::start(Config { settings: Some(file.clone()), ..over(&stage.data()) });
        program.app.handle(Command::Prefer(Preference::Theme(Theme::Night)));
        drop(program);
        assert_eq!(Settings::load(&file).unwrap().theme, Theme::Night, "{thing:?}");
        // A link is the person's own choice of where the file is; its other fields are kept.
        if thing == FileKind::LinkOutside {
            assert!(fs::symlink_metadata(&file).unwrap().is_symlink());
            let session = fs::read(stage.outside("canary.json")).unwrap();
            assert!(read_session(&session, at(99)).unwrap().session.wizard().unwrap() == game());
            continue;
        }
        assert!(fs::symlink_metadata(&file).unwrap().is_file());
        assert_eq!(stage.canaries(), before, "{thing:?}");
    }
}

// --- Where things are written on demand -----------------------------------------------------------------------------

/// Writes a sheet, a backup and a pad to the target; `after` gets each command with its answer.
fn written(stage: &Stage, target: &Path, mut after: impl FnMut(&[&str], Answer)) {
    let session = stage.data().join("good.json");
    let (session, target) = (session.to_str().unwrap(), target.to_str().unwrap());
    for command in [
        &["export", session, "--to", "text", "--force", "-o", target][..],
        &["backup", "--force", target],
        &["pad", "3", "--force", "-o", target],
    ] {
        after(command, stage.tell(command));
    }
}

#[test]
fn exports_replace_files_only_and_go_through_a_link() {
    // A link to a folder or file is the person's own way to name it.
    let named = |thing: &FileKind| matches!(thing, FileKind::LinkToFolder | FileKind::LinkOutside);
    for thing in FileKind::ALL.into_iter().filter(|thing| !named(thing)) {
        let stage = Stage::new();
        let target = stage.out("target.json");
        thing.put(&stage, &target);
        let mode = fs::symlink_metadata(&target).unwrap().mode();
        written(&stage, &target, |command, answer| {
            if target.is_dir() {
                // A folder receives a file with the suggested name.
                return;
            }
            let left_alone =
                matches!(thing, FileKind::Pipe | FileKind::Socket | FileKind::LinkToZero | FileKind::LinkToFull);
            if left_alone {
                assert_eq!(answer.code, Some(2), "{command:?}: {answer:?}");
                assert_eq!(fs::symlink_metadata(&target).unwrap().mode(), mode, "{thing:?}");
            } else {
                assert_eq!(answer.code, Some(0), "{command:?}: {answer:?}");
                assert!(fs::symlink_metadata(&target).unwrap().is_file(), "{thing:?}");
                fs::remove_file(&target).unwrap();
                thing.put(&stage, &target);
            }
        });
    }
    let stage = Stage::new();
    let (target, real) = (stage.out("target"), stage.out("real"));
    symlink(&real, &target).unwrap();
    fs::write(&real, "").unwrap();
    written(&stage, &target, |command, answer| {
        assert_eq!(answer.code, Some(0), "{command:?}: {answer:?}");
        assert!(fs::symlink_metadata(&target).unwrap().is_symlink());
        assert_ne!(fs::read(&real).unwrap(), b"", "{command:?}");
        fs::write(&real, "").unwrap();
    });
}

#[test]
fn the_open_program_replaces_files_only() {
    for thing in [FileKind::Pipe, FileKind::Folder, FileKind::LinkToFull] {
        let stage = Stage::new();
        let target = stage.out("target.json");
        thing.put(&stage, &target);
        let mode = fs::symlink_metadata(&target).unwrap().mode();
        let mut program = Program::over(&stage.data());
        program.view(&stage.data().join("good.json"));
        for product in [ShareItem::Backup, ShareItem::Pad(4), ShareItem::Session(tablet_of_truth::export::Format::Csv)]
        {
            program.archive(ArchiveCommand::ShareItem(product));
            program.archive(ArchiveCommand::Write { path: target.clone(), replace: true });
            program.until("done", |app| !app.share().working);
            let text = notice_text(program.app.archive().notice.as_ref());
            assert!(text.starts_with("Not saved: "), "{text}");
        }
        assert_eq!(fs::symlink_metadata(&target).unwrap().mode(), mode);
    }
}
