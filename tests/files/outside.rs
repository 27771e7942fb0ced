//! Changes from outside the program: other windows over the same folder and settings, links, and paths as people
//! type them.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tablet_of_truth::app::{ArchiveCommand, Command, Config, Page, Panel, ShareItem, TableCommand};
use tablet_of_truth::archive::{Archive, Lock, Preference, Theme, WindowPlace, lock, write_session};
use tablet_of_truth::session::Session;
use tempfile::TempDir;

use crate::common::program::{Program, over};
use crate::common::{at, notice_text};
use crate::{keep, load, numbered};

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
        keep(self.0.path(), name, session)
    }

    fn settings(&self) -> PathBuf {
        self.path("config/settings.json")
    }

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
        notice_text(self.app.message())
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
fn a_value_of_a_newer_version_loses_only_its_own_setting() {
    let home = Home::new();
    let folder = home.path("elsewhere").canonicalize().unwrap();
    let newer = json!({
        "theme": "sepia", "high_contrast": true, "text_size": {"headings": 150}, "data_folder": folder,
        "new_games": {"bidding": "telepathy", "unicolor": true}, "moon": {"phase": 0},
    });
    // Found by fuzzing: written again, the first of these numbers had become another one.
    let numbers = format!("[1254{}, 1.7976931348623157e308, 5e-324, 0.1]", "4".repeat(60));
    let newer = newer.to_string().replace("\"phase\":0", &format!("\"phase\":{numbers}"));
    fs::write(home.settings(), &newer).unwrap();
    let mut program = home.start();
    assert_eq!(program.app.data_folder(), folder, "{}", program.message());
    let settings = program.app.settings();
    assert!(settings.high_contrast && settings.new_games.rules.unicolor);
    assert_eq!((settings.theme, settings.text_size.percent()), (Theme::System, 100));
    program.tap(Command::Prefer(Preference::ReduceMotion(true)));
    let mut expected: Value = serde_json::from_str(&newer).unwrap();
    expected["reduce_motion"] = json!(true);
    assert_eq!(home.kept(), expected, "the rest of the file must stay as it was");
}

#[test]
fn a_choice_is_shown_while_the_disk_is_slow() {
    let home = Home::new();
    let mut program = home.start();
    // Not the default, which need not be in the file.
    program.tap(Command::Prefer(Preference::ReduceMotion(true)));
    // Another window is writing, and takes its time.
    let held = lock(&home.settings());
    program.app.handle(Command::Prefer(Preference::Theme(Theme::Night)));
    program.app.handle(Command::Prefer(Preference::HighContrast(true)));
    for motion in [false, true] {
        program.app.handle(Command::Prefer(Preference::ReduceMotion(motion)));
    }
    assert_eq!(program.app.settings().theme, Theme::Night, "the choice must be shown at once");
    assert!(program.app.is_busy(), "the window must not close yet");
    assert_ne!(home.kept()["theme"], json!("night"));
    drop(held);
    program.until("kept", |app| !app.is_busy());
    let kept = ["theme", "high_contrast", "reduce_motion"].map(|choice| home.kept()[choice].clone());
    assert_eq!(kept, [json!("night"), json!(true), json!(true)], "of two choices at once the later is kept");
    program.app.handle(Command::Prefer(Preference::Theme(Theme::Parchment)));
    drop(program);
    assert_eq!(home.kept()["theme"], json!("parchment"), "the end of the program waits for it");
}

#[test]
fn a_window_says_that_another_one_has_changed_the_folder() {
    let home = Home::new();
    let file = home.write("games/one.json", &numbered(1));
    let (mut one, mut other) = (home.start(), home.start());
    one.tap(Command::Open(file.clone()));
    one.tap(Command::OnTable(TableCommand::Number(1)));
    let elsewhere = home.path("elsewhere");
    other.tap(Command::UseFolder(elsewhere.clone()));
    one.tap(Command::Show(Page::Home));
    one.until("told", |app| app.message().is_some());
    let text = format!("Another window keeps your games in {} now; this one still uses ", elsewhere.display());
    assert!(one.message().starts_with(&text), "{}", one.message());
    assert_eq!(one.app.data_folder(), home.path("games").canonicalize().unwrap(), "the user decides");
    one.tap(Command::Show(Page::Settings));
    one.until("told again", |app| app.message().is_some());
    one.tap(Command::UseFolder(elsewhere.clone()));
    assert_eq!(one.app.data_folder(), elsewhere.canonicalize().unwrap());
    assert_eq!(load(&file).steps().len(), 1, "the old folder keeps it");
    for window in [&mut one, &mut other] {
        window.tap(Command::Show(Page::Home));
        std::thread::sleep(Duration::from_millis(100));
        window.app.pump();
        assert_eq!(window.message(), "", "both use the same folder");
    }
}

#[test]
fn a_choice_saved_first_hides_neither_the_folder_nor_the_choices_of_another_window() {
    let home = Home::new();
    let (mut one, mut other) = (home.start(), home.start());
    one.tap(Command::Prefer(Preference::Theme(Theme::Night)));
    one.tap(Command::UseFolder(home.path("elsewhere")));
    other.tap(Command::Show(Page::Settings));
    for motion in [true, false] {
        other.tap(Command::Prefer(Preference::ReduceMotion(motion)));
        other.tap(Command::Show(Page::Setup));
        other.until("reported", |app| app.message().is_some());
        assert!(other.message().starts_with("Another window keeps your games in "), "{}", other.message());
        assert_eq!((other.app.settings().theme, other.app.settings().reduce_motion), (Theme::Night, motion));
        let kept = home.kept();
        assert_eq!((&kept["theme"], &kept["data_folder"]), (&json!("night"), &json!(home.path("elsewhere"))));
        other.tap(Command::Show(Page::Settings));
    }
}

#[test]
fn the_size_of_the_window_chosen_while_the_folder_changes_leaves_the_new_folder() {
    let home = Home::new();
    home.write("games/one.json", &numbered(1));
    let mut program = home.start();
    program.app.handle(Command::UseFolder(home.path("elsewhere")));
    let begun = Instant::now();
    while !fs::read_to_string(home.settings()).is_ok_and(|kept| kept.contains("elsewhere")) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{}", program.message());
        std::thread::yield_now();
    }
    // The program has not heard of the copies yet.
    program.app.know_window(WindowPlace { size: (800, 600), at: None, maximized: false });
    program.until("changed", |app| !app.is_busy());
    assert_eq!(home.kept()["data_folder"], json!(home.path("elsewhere")));
    assert_eq!(home.kept()["window"]["size"], json!([800, 600]));
}

#[test]
fn games_are_copied_to_a_folder_that_can_be_used_unless_it_has_games() {
    let home = Home::new();
    let (games, closed, new) = (home.path("games"), home.path("closed"), home.path("new"));
    fs::create_dir(games.join("Trash")).unwrap();
    home.write("games/Trash/old.json", &numbered(2));
    let open = home.write("games/one.json", &numbered(1)).canonicalize().unwrap();
    fs::write(games.join("broken.json"), "{").unwrap();
    fs::write(home.path("a-file"), "x").unwrap();
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o500)).unwrap();
    let mut program = home.start_over(games.clone(), Some(open.clone()));
    let files = |folder: &Path| {
        let files = names(folder).into_iter().filter(|name| !name.starts_with(".~lock."));
        files.map(|name| (fs::read(folder.join(&name)).ok(), name)).collect::<Vec<_>>()
    };
    let before = files(&games);
    for (folder, reason) in [
        (games.clone(), "this is the folder they are in"),
        (home.path("a-file"), ""),
        (PathBuf::from("games"), "type the whole path"),
        (home.path("unplugged/games"), "there is no such folder"),
        (closed.clone(), ""),
    ] {
        // The superuser may write everywhere.
        if folder == closed && fs::write(closed.join("probe"), "").is_ok() {
            continue;
        }
        program.tap(Command::UseFolder(folder));
        let text = program.message();
        assert!(text.starts_with("Your games stay where they are. ") && text.contains(reason), "{text}");
    }
    assert!(!home.path("unplugged").exists(), "a drive may be missing");
    fs::remove_dir_all(home.path("config")).unwrap();
    fs::write(home.path("config"), "in the way of the settings").unwrap();
    program.tap(Command::UseFolder(new.clone()));
    assert!(program.message().starts_with("The settings could not be saved"), "{}", program.message());
    assert_eq!(names(&new), ["Trash"], "the copies are removed again");
    assert_eq!((files(&games), program.app.session_file()), (before.clone(), Some(&*open)));

    // The open game goes on in its copy.
    fs::remove_file(home.path("config")).unwrap();
    program.tap(Command::UseFolder(new.clone()));
    assert!(program.message().starts_with("3 files were copied."), "{}", program.message());
    assert_eq!((files(&new), files(&new.join("Trash"))), (before.clone(), files(&games.join("Trash"))));
    assert_eq!(home.kept()["data_folder"], json!(new));
    program.tap(Command::OnTable(TableCommand::Number(1)));
    let copy = new.canonicalize().unwrap().join("one.json");
    assert_eq!((program.app.session_file(), load(&copy).steps().len()), (Some(&*copy), 1));
    assert!(matches!(lock(&copy), Lock::Elsewhere), "it is locked there");
    assert_eq!(files(&games), before, "the old folder keeps everything");
    program.tap(Command::Show(Page::Settings));
    let row = format!("Games are kept in {}", program.app.data_folder().display());
    program.press(&[&row, "Default folder", "Use this folder"]);
    assert_eq!((home.kept()["data_folder"].clone(), files(&new).len()), (Value::Null, 3));

    let elsewhere = home.path("elsewhere");
    let theirs = home.write("elsewhere/theirs.json", &numbered(3)).canonicalize().unwrap();
    program.tap(Command::UseFolder(elsewhere.clone()));
    assert!(program.message().starts_with("Your games are kept in "), "{}", program.message());
    program.tap(Command::Show(Page::Archive));
    assert_eq!((program.rows(), files(&games)), (vec![theirs], before));
    drop(program);
    fs::rename(&elsewhere, home.path("unplugged")).unwrap();
    let program = home.start();
    assert!(program.message().contains("is missing. Is its drive connected?"), "{}", program.message());
    assert!(!elsewhere.exists());
}

#[test]
fn a_folder_keeps_the_unicode_form_of_its_name() {
    let home = Home::new();
    let folder = home.path("Spie\u{308}le");
    fs::create_dir(&folder).unwrap();
    let kept = json!({"data_folder": folder, "share_folder": folder, "moon": "e\u{308}", "seats": ["Zoe\u{308}"]});
    fs::write(home.settings(), kept.to_string()).unwrap();
    let mut program = home.start();
    assert_eq!(program.app.data_folder(), folder.canonicalize().unwrap(), "{}", program.message());
    assert_eq!(program.app.settings().seats, ["Zo\u{eb}"], "a name is the one typed on another system");
    program.tap(Command::Prefer(Preference::ReduceMotion(true)));
    for name in ["data_folder", "share_folder", "moon"] {
        assert_eq!(home.kept()[name], kept[name]);
    }
}

#[test]
fn a_game_continued_on_another_device_is_not_discarded() {
    let home = Home::new();
    let mut program = home.start();
    program.tap(Command::RematchOf(home.write("elsewhere/game.json", &numbered(1))));
    let dealt = program.app.session_file().unwrap().to_owned();
    program.sit(&["Anna", "Ben", "Cleo"]);
    let played = load(&dealt).apply(tablet_of_truth::wizard::Command::Bid(1, Some(1)));
    fs::write(&dealt, write_session(&played.unwrap(), at(100)).unwrap()).unwrap();
    // The program has not heard of the change yet.
    program.tap(Command::Deal);
    assert_ne!(program.app.session_file(), Some(dealt.as_path()));
    assert_eq!(load(&dealt).steps().len(), 1);
}

// --- Links ----------------------------------------------------------------------------------------------------------

#[test]
fn a_session_reached_by_several_paths_is_one_row() {
    let home = Home::new();
    let real = home.write("games/one.json", &numbered(1)).canonicalize().unwrap();
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
    home.write("games/game.json", &numbered(1));
    home.write("elsewhere/far.json", &numbered(2));
    symlink("game.json", games.join("a-link.json")).unwrap();
    symlink("../elsewhere/far.json", games.join("b-link.json")).unwrap();
    symlink(home.path("elsewhere/far.json"), games.join("c-link.json")).unwrap();
    let mut program = home.start();
    let expected = [games.join("b-link.json"), games.join("game.json")];
    assert_eq!(program.rows(), expected);
    assert_eq!(Archive::new(games.clone()).paths().unwrap().len(), 2, "the terminal lists two as well");
    // Links that appear while the program runs.
    symlink("game.json", games.join("d-link.json")).unwrap();
    home.write("games/third.json", &numbered(3));
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
    let real = home.write("elsewhere/far.json", &numbered(1));
    let link = home.path("games/game.json");
    symlink("../elsewhere/far.json", &link).unwrap();
    let mut program = home.start_over(home.path("games"), Some(link.clone()));
    assert!(matches!(lock(&real), Lock::Elsewhere), "one file has one lock");
    program.tap(Command::OnTable(TableCommand::Number(1)));
    assert!(is_link(&link));
    assert_eq!(load(&real).steps().len(), 1);
    assert_eq!(names(&home.path("games")), ["game.json"], "nothing may be written beside the link");
    drop(program);
    assert_eq!(names(&home.path("elsewhere")), ["far.json"]);
    // New names are written through the link, too.
    let mut program = home.start();
    program.rename("Anna", "Anne");
    assert!(is_link(&link));
    assert_eq!(load(&real).people().names_at_end()[0], "Anne");
}

#[test]
fn the_trash_takes_a_link_and_leaves_its_target() {
    let home = Home::new();
    let real = home.write("elsewhere/far.json", &numbered(1));
    let before = fs::read(&real).unwrap();
    symlink("../elsewhere/far.json", home.path("games/game.json")).unwrap();
    let mut program = home.start();
    let row = program.rows().remove(0);
    program.view(&row);
    program.archive(ArchiveCommand::Delete(row.clone()));
    assert!(program.rows().is_empty());
    assert_eq!(fs::read(&real).unwrap(), before);
    program.archive(ArchiveCommand::Panel(Panel::Trash));
    program.until("the trash is read", |app| app.trashed().is_some());
    assert_eq!(program.app.trashed().unwrap().len(), 1, "a link in the trash can still be read");
    program.archive(ArchiveCommand::TakeBack);
    assert_eq!(program.rows(), std::slice::from_ref(&row));
    assert!(is_link(&row) && Archive::load(&row).is_ok());
    assert_eq!(fs::read(&real).unwrap(), before);
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
    fs::write(home.settings(), "{\"reduce").unwrap();
    program.tap(Command::Prefer(Preference::HighContrast(true)));
    assert!(is_link(&home.settings()) && program.message().contains("tablet"), "{}", program.message());
    assert_eq!((names(&home.path("config")).len(), names(&home.path("dotfiles")).len()), (1, 2));
}

// --- Paths as people type them --------------------------------------------------------------------------------------

#[test]
fn a_tilde_means_the_home_folder_everywhere() {
    let own = directories::UserDirs::new().unwrap().home_dir().to_owned();
    let Ok(place) = tempfile::tempdir_in(&own) else { return };
    let typed = |name: &str| PathBuf::from(" ~/").join(place.path().strip_prefix(&own).unwrap()).join(name);
    let real = |name: &str| place.path().canonicalize().unwrap().join(name);
    let home = Home::new();
    home.write("games/one.json", &numbered(1));
    let mut program = home.start();
    program.tap(Command::Show(Page::Archive));
    for (product, name) in [(ShareItem::Pad(4), "pad.pdf"), (ShareItem::Backup, "all.json")] {
        program.archive(ArchiveCommand::ShareItem(product));
        program.archive(ArchiveCommand::Write { path: typed(name), replace: false });
        let text = notice_text(program.app.archive().notice.as_ref());
        let saved = format!("Saved as {}", place.path().join(name).display());
        assert_eq!(text.strip_suffix(": 1 session").unwrap_or(&text), saved);
        assert!(real(name).is_file());
    }
    program.archive(ArchiveCommand::Import(typed("all.json")));
    assert_eq!(program.app.preview().unwrap().here[0].to_string(), "1 is already here.");
    program.tap(Command::Open(home.path("games/one.json")));
    program.tap(Command::SaveTo(typed("game.json")));
    assert_eq!(program.app.session_file(), Some(real("game.json").as_path()), "{}", program.message());
    program.tap(Command::UseFolder(typed("")));
    assert_eq!(program.app.data_folder(), place.path().canonicalize().unwrap(), "{}", program.message());
}

#[test]
fn a_session_saved_elsewhere_in_its_own_folder_is_one_row() {
    let home = Home::new();
    let real = home.write("games/one.json", &numbered(1)).canonicalize().unwrap();
    symlink(home.path("games"), home.path("link")).unwrap();
    let mut program = home.start_over(home.path("games"), Some(real.clone()));
    program.tap(Command::SaveTo(home.path("link/two.json")));
    assert_eq!(program.app.session_file(), Some(real.with_file_name("two.json").as_path()));
    program.tap(Command::Show(Page::Archive));
    home.write("games/three.json", &numbered(3));
    program.until("followed", |app| app.archive().found > 1);
    assert_eq!(program.rows(), [real.with_file_name("three.json"), real.with_file_name("two.json")]);
}

#[test]
fn nothing_is_added_before_it_is_seen_and_answers_change_what_is_added() {
    let home = Home::new();
    let mut program = home.start();
    let game = |day: &str, last: u8| format!("{day},1,A,0,0\n{day},1,B,1,1\n{day},1,C,1,{last}\n");
    let table = format!("date,round,player,bid,tricks\n{}{}", game("03/04/2026", 0), game("05/04/2026", 1));
    fs::write(home.path("pad.csv"), table).unwrap();
    program.tap(Command::Show(Page::Archive));
    let import = || ArchiveCommand::Import(home.path("pad.csv"));
    let adds = |program: &Program| program.app.preview().and_then(|view| view.adds).map(|adds| adds.to_string());
    program.archive(import());
    let view = program.app.preview().unwrap();
    assert_eq!((view.rows, adds(&program).as_deref()), (1, Some("Add 1 session")));
    assert_eq!(program.app.preview_row(0).unwrap().facts, "3 Apr 2026 · 1 round · B won");
    let texts: Vec<String> = view.options.iter().map(|option| option.text.to_string()).collect();
    assert_eq!(texts, ["The day", "The month", "Leave this game out", "Keep as noted"]);
    let questions: Vec<String> =
        view.options.iter().flat_map(|option| &option.question).map(ToString::to_string).collect();
    let sum = "line 7, column 5 (tricks): round 1: the tricks add up to 2, not 1: 1 too many";
    assert_eq!((&*questions[1], view.left_out.is_empty()), (sum, true), "said once, and without advice about the file");
    assert!(program.rows().is_empty() && fs::read_dir(home.path("games")).unwrap().count() == 0);

    let option = |words: &str| ArchiveCommand::AnswerPreview(texts.iter().position(|text| text == words).unwrap());
    program.archive(option("Keep as noted"));
    program.archive(option("The month"));
    assert_eq!(adds(&program).as_deref(), Some("Add 2 sessions"));
    assert_eq!(program.app.preview_row(0).unwrap().facts, "4 Mar 2026 · 1 round · B won");
    program.archive(ArchiveCommand::Close);
    assert!(program.app.preview().is_none(), "what is closed is not added");
    program.archive(ArchiveCommand::AddPreviewed);
    assert_eq!(fs::read_dir(home.path("games")).unwrap().count(), 0);

    program.archive(import());
    program.archive(ArchiveCommand::AddPreviewed);
    assert_eq!(notice_text(program.app.archive().notice.as_ref()), "1 session was imported.");
    program.until("listed", |app| app.archive().found == 1);
    program.archive(import());
    let view = program.app.preview().unwrap();
    assert_eq!((view.here[0].to_string(), view.adds), ("1 is already here.".to_owned(), None));
    assert!(!program.app.preview_row(0).unwrap().is_new);
}
