//! Changes from outside the program: other windows over the same folder and settings, links, and paths as people
//! type them.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tablet_of_truth::app::{ArchiveCommand, Command, Config, Page, Panel, SetupCommand, ShareItem, TableCommand};
use tablet_of_truth::archive::{Archive, Lock, Preference, Theme, lock, write_session};
use tablet_of_truth::session::Session;
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::program::{Program, over};
use crate::common::{at, people, said, unbound};

fn game(number: u32) -> Session {
    let players = people(&["Anna", "Ben", "Cleo"]);
    Session::new(Uuid::from_u128(u128::from(number) << 96 | 1), at(number), players, 0, unbound()).unwrap()
}

/// A home with two folders of sessions and the settings, to start programs over.
struct Home(TempDir);

impl Home {
    fn new() -> Home {
        let home = Home(tempfile::tempdir().unwrap());
        for folder in ["games", "elsewhere", "config"] {
            fs::create_dir(home.path(folder)).unwrap();
        }
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, session: &Session) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, write_session(session, at(99)).unwrap()).unwrap();
        path
    }

    fn settings(&self) -> PathBuf {
        self.path("config/settings.json")
    }

    /// The contents of the settings file.
    fn kept(&self) -> Value {
        serde_json::from_slice(&fs::read(self.settings()).unwrap()).unwrap()
    }

    fn start(&self) -> Program {
        self.start_over(self.path("games"), None)
    }

    fn start_over(&self, data: PathBuf, open: Option<PathBuf>) -> Program {
        Program::start(Config { data_given: false, settings: Some(self.settings()), open, ..over(&data) })
    }
}

impl Program {
    fn rows(&mut self) -> Vec<PathBuf> {
        let found = self.app.archive().found;
        (0..found).map(|row| self.app.archive_row(row).unwrap().path).collect()
    }

    /// What the program reports, in whichever place.
    fn message(&self) -> String {
        said(self.app.message())
    }
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).unwrap().is_symlink()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

// --- Two windows and the settings -----------------------------------------------------------------------------------

#[test]
fn of_two_choices_at_once_the_later_is_kept() {
    let home = Home::new();
    let mut program = home.start();
    program.tap(Command::Prefer(Preference::KeepAwake(true)));
    // The next choice comes before this one is on disk.
    program.app.handle(Command::Prefer(Preference::KeepAwake(false)));
    program.tap(Command::Prefer(Preference::KeepAwake(true)));
    assert_eq!(home.kept()["keep_awake"], true);
}

#[test]
fn a_choice_leaves_what_another_window_chose() {
    let home = Home::new();
    let (mut one, mut other) = (home.start(), home.start());
    one.tap(Command::Prefer(Preference::Theme(Theme::Night)));
    other.tap(Command::Prefer(Preference::HighContrast(true)));
    one.tap(Command::Prefer(Preference::ReduceMotion(true)));
    let kept = home.kept();
    assert_eq!(
        (&kept["theme"], &kept["high_contrast"], &kept["reduce_motion"]),
        (&json!("night"), &json!(true), &json!(true))
    );
    one.tap(Command::UseFolder(home.path("elsewhere")));
    other.tap(Command::Prefer(Preference::Theme(Theme::Parchment)));
    let kept = home.kept();
    assert_eq!((&kept["theme"], &kept["data_folder"]), (&json!("parchment"), &json!(home.path("elsewhere"))));
    drop((one, other));
    assert_eq!(home.start().app.data_folder(), home.path("elsewhere").canonicalize().unwrap());
}

#[test]
fn a_value_of_a_newer_version_loses_only_its_own_setting() {
    let home = Home::new();
    let folder = home.path("elsewhere").canonicalize().unwrap();
    let newer = json!({
        "theme": "sepia", "high_contrast": true, "text_size": {"headings": 150}, "data_folder": folder,
        "new_games": {"bidding": "telepathy", "unicolor": true}, "moon": {"phase": 0.3},
    });
    fs::write(home.settings(), newer.to_string()).unwrap();
    let mut program = home.start();
    assert_eq!(program.app.data_folder(), folder, "{}", program.message());
    let settings = program.app.settings();
    assert!(settings.high_contrast && settings.new_games.rules.unicolor);
    assert_eq!((settings.theme, settings.text_size.percent()), (Theme::System, 100));
    program.tap(Command::Prefer(Preference::ReduceMotion(true)));
    let mut expected = newer.clone();
    expected["reduce_motion"] = json!(true);
    assert_eq!(home.kept(), expected, "the rest of the file must stay as it was");
}

#[test]
fn a_choice_is_shown_while_the_disk_is_slow() {
    let home = Home::new();
    let mut program = home.start();
    // Another window is writing, and takes its time.
    let held = lock(&home.settings());
    program.app.handle(Command::Prefer(Preference::Theme(Theme::Night)));
    program.app.handle(Command::Prefer(Preference::HighContrast(true)));
    assert_eq!(program.app.settings().theme, Theme::Night, "the choice must be shown at once");
    assert!(program.app.is_busy(), "the window must not close yet");
    assert!(!home.settings().exists());
    drop(held);
    program.until("kept", |app| !app.is_busy());
    assert_eq!((&home.kept()["theme"], &home.kept()["high_contrast"]), (&json!("night"), &json!(true)));
    program.app.handle(Command::Prefer(Preference::Theme(Theme::Parchment)));
    drop(program);
    assert_eq!(home.kept()["theme"], json!("parchment"), "the end of the program waits for it");
}

#[test]
fn a_choice_that_cannot_be_saved_is_reported_and_retried() {
    let home = Home::new();
    let mut program = home.start();
    fs::remove_dir(home.path("config")).unwrap();
    fs::write(home.path("config"), "in the way").unwrap();
    program.tap(Command::Prefer(Preference::Theme(Theme::Night)));
    assert!(program.message().starts_with("The settings could not be saved: "), "{}", program.message());
    fs::remove_file(home.path("config")).unwrap();
    program.tap(Command::Prefer(Preference::HighContrast(true)));
    assert_eq!((&home.kept()["theme"], &home.kept()["high_contrast"]), (&json!("night"), &json!(true)));
}

#[test]
fn the_folder_is_not_moved_while_another_window_uses_it() {
    let home = Home::new();
    home.write("games/one.json", &game(1));
    symlink(home.path("games"), home.path("link")).unwrap();
    let (mut one, mut other) = (home.start(), home.start_over(home.path("link"), None));
    other.until("announced", |app| app.is_announced());
    assert_eq!(names(&home.path("games")), ["one.json"], "the check must leave nothing in the folder");
    one.tap(Command::MoveFolder(home.path("new")));
    assert!(one.message().contains("another window"), "{}", one.message());
    assert_eq!(one.app.data_folder(), home.path("games").canonicalize().unwrap());
    assert!(!home.path("new").exists() && !home.settings().exists());
    drop(other);
    one.tap(Command::MoveFolder(home.path("new")));
    assert!(one.message().starts_with("1 file was moved. "), "{}", one.message());
    assert_eq!(names(&home.path("new")), ["one.json"]);
    // A window opened now uses the new folder and is known there.
    let mut other = home.start();
    other.until("announced", |app| app.is_announced());
    one.tap(Command::MoveFolder(home.path("games")));
    assert!(one.message().contains("another window"), "{}", one.message());
    drop(other);
    one.tap(Command::MoveFolder(home.path("games")));
    assert_eq!(names(&home.path("games")), ["one.json"]);
}

#[test]
fn a_window_says_that_another_one_has_changed_the_folder() {
    let home = Home::new();
    let file = home.write("games/one.json", &game(1));
    let (mut one, mut other) = (home.start(), home.start());
    one.tap(Command::Open(file.clone()));
    one.tap(Command::OnTable(TableCommand::Number(1)));
    let elsewhere = home.path("elsewhere");
    other.tap(Command::UseFolder(elsewhere.clone()));
    one.tap(Command::Show(Page::Home));
    one.until("told", |app| app.message().is_some());
    let told = format!("Another window keeps your games in {} now; this one still uses ", elsewhere.display());
    assert!(one.message().starts_with(&told), "{}", one.message());
    assert_eq!(one.app.data_folder(), home.path("games").canonicalize().unwrap(), "the user decides");
    one.tap(Command::Show(Page::Settings));
    one.until("told again", |app| app.message().is_some());
    one.tap(Command::UseFolder(elsewhere.clone()));
    assert_eq!(one.app.data_folder(), elsewhere.canonicalize().unwrap());
    assert_eq!(Archive::load(&file).unwrap().session.wizard().unwrap().steps().len(), 1, "it stays in its folder");
    for window in [&mut one, &mut other] {
        window.tap(Command::Show(Page::Home));
        std::thread::sleep(std::time::Duration::from_millis(100));
        window.app.pump();
        assert_eq!(window.message(), "", "both use the same folder");
    }
}

#[test]
fn windows_over_a_folder_made_later_are_known() {
    let home = Home::new();
    fs::remove_dir(home.path("games")).unwrap();
    let (mut one, mut other) = (home.start(), home.start());
    home.write("elsewhere/game.json", &game(1));
    other.tap(Command::RematchOf(home.path("elsewhere/game.json")));
    assert_eq!(names(&home.path("games")).len(), 2, "the folder holds the game and its lock");
    one.tap(Command::MoveFolder(home.path("new")));
    assert!(one.message().contains("another window"), "{}", one.message());
}

#[test]
fn a_game_continued_on_another_device_is_not_discarded() {
    let home = Home::new();
    let mut program = home.start();
    program.tap(Command::RematchOf(home.write("elsewhere/game.json", &game(1))));
    let dealt = program.app.session_file().unwrap().to_owned();
    program.tap(Command::Show(Page::Setup));
    for name in ["Anna", "Ben", "Cleo"] {
        program.tap(Command::OnSetup(SetupCommand::Add(name.into())));
    }
    let played = Archive::load(&dealt)
        .unwrap()
        .session
        .wizard()
        .unwrap()
        .apply(tablet_of_truth::wizard::Command::Bid(1, Some(1)));
    fs::write(&dealt, write_session(&played.unwrap(), at(100)).unwrap()).unwrap();
    // The program has not heard of the change yet.
    program.tap(Command::Deal);
    assert_ne!(program.app.session_file(), Some(dealt.as_path()));
    assert_eq!(Archive::load(&dealt).unwrap().session.wizard().unwrap().steps().len(), 1);
}

// --- Links ----------------------------------------------------------------------------------------------------------

#[test]
fn a_session_reached_by_several_paths_is_one_row() {
    let home = Home::new();
    let real = home.write("games/one.json", &game(1)).canonicalize().unwrap();
    symlink(home.path("games"), home.path("link")).unwrap();
    symlink(&real, home.path("elsewhere/shortcut.json")).unwrap();
    let ways = ["games/one.json", "link/one.json", "games/../games/one.json", "elsewhere/shortcut.json"];
    for (data, open) in ["games", "link", "games/../link"].iter().flat_map(|data| ways.map(|open| (data, open))) {
        let mut program = home.start_over(home.path(data), Some(home.path(open)));
        program.tap(Command::Show(Page::Home));
        assert_eq!(program.rows(), std::slice::from_ref(&real), "{data} {open}");
        program.tap(Command::Open(home.path(open)));
        assert_eq!(program.app.session_file(), Some(real.as_path()), "{data} {open}");
    }
}

#[test]
fn a_link_beside_its_file_is_not_a_second_session() {
    let home = Home::new();
    let games = home.path("games").canonicalize().unwrap();
    home.write("games/game.json", &game(1));
    home.write("elsewhere/far.json", &game(2));
    symlink("game.json", games.join("a-link.json")).unwrap();
    symlink("../elsewhere/far.json", games.join("b-link.json")).unwrap();
    symlink(home.path("elsewhere/far.json"), games.join("c-link.json")).unwrap();
    let mut program = home.start();
    let expected = [games.join("b-link.json"), games.join("game.json")];
    assert_eq!(program.rows(), expected);
    assert_eq!(Archive::new(games.clone()).paths().unwrap().len(), 2, "the terminal lists two as well");
    // Links that appear while the program runs.
    symlink("game.json", games.join("d-link.json")).unwrap();
    home.write("games/third.json", &game(3));
    program.until("followed", |app| app.archive().found > 2);
    assert_eq!(program.rows(), [vec![games.join("third.json")], expected.to_vec()].concat());
    // Opening the target of a link opens the row of the link.
    program.tap(Command::Open(home.path("elsewhere/far.json")));
    assert_eq!(program.app.session_file(), Some(games.join("b-link.json").as_path()));
    program.tap(Command::Show(Page::Home));
    assert_eq!(program.rows().len(), 3);
}

#[test]
fn a_linked_session_is_written_through_its_link_and_locked_where_it_is() {
    let home = Home::new();
    let real = home.write("elsewhere/far.json", &game(1));
    let link = home.path("games/game.json");
    symlink("../elsewhere/far.json", &link).unwrap();
    let mut program = home.start_over(home.path("games"), Some(link.clone()));
    assert!(matches!(lock(&real), Lock::Elsewhere), "one file has one lock");
    program.tap(Command::OnTable(TableCommand::Number(1)));
    assert!(is_link(&link));
    assert_eq!(Archive::load(&real).unwrap().session.wizard().unwrap().steps().len(), 1);
    assert_eq!(names(&home.path("games")), ["game.json"], "nothing may be written beside the link");
    drop(program);
    assert_eq!(names(&home.path("elsewhere")), ["far.json"]);
    // New names are written through the link, too.
    let mut program = home.start();
    program.app.handle(Command::Show(Page::Archive));
    program.archive(ArchiveCommand::Rename { from: "Anna".into(), to: "Anne".into() });
    program.until("renamed", |app| app.archive().renaming.is_none());
    assert!(is_link(&link));
    assert_eq!(Archive::load(&real).unwrap().session.wizard().unwrap().people().names_at_end()[0], "Anne");
}

#[test]
fn the_trash_takes_a_link_and_leaves_its_target() {
    let home = Home::new();
    let real = home.write("elsewhere/far.json", &game(1));
    let before = fs::read(&real).unwrap();
    symlink("../elsewhere/far.json", home.path("games/game.json")).unwrap();
    let mut program = home.start();
    let row = program.rows().remove(0);
    program.tap(Command::Show(Page::Archive));
    program.archive(ArchiveCommand::View(row.clone()));
    program.archive(ArchiveCommand::Delete(row.clone()));
    assert!(program.rows().is_empty());
    assert_eq!(fs::read(&real).unwrap(), before);
    program.archive(ArchiveCommand::Panel(Panel::Trash));
    program.until("the trash is read", |app| !app.archive().trash_reading);
    assert_eq!(program.app.archive().trash.len(), 1, "a link in the trash can still be read");
    program.archive(ArchiveCommand::TakeBack);
    assert_eq!(program.rows(), std::slice::from_ref(&row));
    assert!(is_link(&row) && Archive::load(&row).is_ok());
    assert_eq!(fs::read(&real).unwrap(), before);
}

#[test]
fn a_link_moves_as_a_link_unless_its_session_is_open_elsewhere() {
    let home = Home::new();
    let real = home.write("elsewhere/far.json", &game(1));
    symlink("../elsewhere/far.json", home.path("games/game.json")).unwrap();
    let mut program = home.start();
    let held = lock(&real);
    program.tap(Command::MoveFolder(home.path("deep/new")));
    assert!(program.message().contains("has game.json open"), "{}", program.message());
    drop(held);
    program.tap(Command::MoveFolder(home.path("deep/new")));
    let moved = home.path("deep/new/game.json");
    assert!(is_link(&moved), "{}", program.message());
    assert!(names(&home.path("games")).is_empty());
    program.tap(Command::Open(moved));
    program.tap(Command::OnTable(TableCommand::Number(1)));
    assert_eq!(Archive::load(&real).unwrap().session.wizard().unwrap().steps().len(), 1);
}

#[test]
fn linked_settings_are_written_through_their_link() {
    let home = Home::new();
    fs::create_dir(home.path("dotfiles")).unwrap();
    fs::write(home.path("dotfiles/tablet.json"), "{}").unwrap();
    symlink("../dotfiles/tablet.json", home.settings()).unwrap();
    let mut program = home.start();
    program.tap(Command::Prefer(Preference::Theme(Theme::Night)));
    assert!(is_link(&home.settings()));
    assert!(fs::read_to_string(home.path("dotfiles/tablet.json")).unwrap().contains("night"));
    assert_eq!((names(&home.path("config")).len(), names(&home.path("dotfiles")).len()), (1, 1));
}

// --- Paths as people type them --------------------------------------------------------------------------------------

#[test]
fn a_tilde_means_the_home_folder_everywhere() {
    let own = directories::UserDirs::new().unwrap().home_dir().to_owned();
    let Ok(place) = tempfile::tempdir_in(&own) else { return };
    let typed = |name: &str| PathBuf::from(" ~/").join(place.path().strip_prefix(&own).unwrap()).join(name);
    let real = |name: &str| place.path().canonicalize().unwrap().join(name);
    let home = Home::new();
    home.write("games/one.json", &game(1));
    let mut program = home.start();
    program.tap(Command::Show(Page::Archive));
    for (product, name) in [(ShareItem::Pad(4), "pad.pdf"), (ShareItem::Backup, "all.json")] {
        program.archive(ArchiveCommand::ShareItem(product));
        program.archive(ArchiveCommand::Write { path: typed(name), replace: false });
        let told = said(program.app.archive().notice.as_ref());
        let saved = format!("Saved as {}", place.path().join(name).display());
        assert_eq!(told.strip_suffix(": 1 session").unwrap_or(&told), saved);
        assert!(real(name).is_file());
    }
    program.archive(ArchiveCommand::Import(typed("all.json")));
    let told = said(program.app.archive().notice.as_ref());
    assert!(told.ends_with(" 1 was already here."), "{told}");
    program.tap(Command::Open(home.path("games/one.json")));
    program.tap(Command::SaveTo(typed("game.json")));
    assert_eq!(program.app.session_file(), Some(real("game.json").as_path()), "{}", program.message());
    program.tap(Command::UseFolder(typed("")));
    assert_eq!(program.app.data_folder(), place.path().canonicalize().unwrap(), "{}", program.message());
}

#[test]
fn a_relative_path_is_refused_everywhere() {
    let home = Home::new();
    home.write("games/one.json", &game(1));
    let name = format!("{}.json", Uuid::new_v4());
    let mut program = home.start_over(home.path("games"), Some(home.path("games/one.json")));
    program.tap(Command::SaveTo(PathBuf::from(&name)));
    assert!(program.message().starts_with("Not saved as "), "{}", program.message());
    for command in [Command::UseFolder(PathBuf::from("games")), Command::MoveFolder(PathBuf::from("games"))] {
        program.tap(command);
        assert!(program.message().starts_with("Your games stay where they are. "), "{}", program.message());
    }
    program.tap(Command::Show(Page::Archive));
    program.archive(ArchiveCommand::ShareItem(ShareItem::Backup));
    program.archive(ArchiveCommand::Write { path: PathBuf::from(&name), replace: false });
    let told = said(program.app.archive().notice.as_ref());
    assert!(told.starts_with("Not saved: "), "{told}");
    program.archive(ArchiveCommand::Import(PathBuf::from(&name)));
    assert!(said(program.app.archive().notice.as_ref()).starts_with("Nothing was imported. "));
    assert!(!Path::new(&name).exists());
}

#[test]
fn a_session_saved_elsewhere_in_its_own_folder_is_one_row() {
    let home = Home::new();
    let real = home.write("games/one.json", &game(1)).canonicalize().unwrap();
    symlink(home.path("games"), home.path("link")).unwrap();
    let mut program = home.start_over(home.path("games"), Some(real.clone()));
    program.tap(Command::SaveTo(home.path("link/two.json")));
    assert_eq!(program.app.session_file(), Some(real.with_file_name("two.json").as_path()));
    program.tap(Command::Show(Page::Archive));
    home.write("games/three.json", &game(3));
    program.until("followed", |app| app.archive().found > 1);
    assert_eq!(program.rows(), [real.with_file_name("three.json"), real.with_file_name("two.json")]);
}
