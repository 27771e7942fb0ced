//! Names changed and merged in every session, whatever fails on the way, and taken back.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tablet_of_truth::app::{ArchiveCommand, Command, Edit, Page, Panel, TableCommand};
use tablet_of_truth::archive::{Archive, lock, read_session};
use tablet_of_truth::session::{AnySession, in_file_name};
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::program::Program;
use crate::common::{at, notice_text};
use crate::load;

const CHANGED_BEFORE_ROUND_1: &str = include_str!("cases/f3-merge-a.json");
const OTHER_GAME: &str = include_str!("cases/f3-merge-b.json");
/// Cy played both rounds on the seat that is Dan's since.
const TAKEN_OVER: &str = include_str!("cases/f6-late-takeover.json");

/// The program over a folder with these files.
fn over_files(files: &[&str]) -> (Program, Vec<PathBuf>, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = |(number, text): (usize, &&str)| {
        let path = folder.path().join(format!("{number}.json"));
        fs::write(&path, text).unwrap();
        path
    };
    let paths = files.iter().enumerate().map(path).collect();
    (Program::over(folder.path()), paths, folder)
}

fn sessions(paths: &[PathBuf]) -> Vec<AnySession> {
    paths.iter().map(|path| Archive::load(path).unwrap().session).collect()
}

fn names(path: &Path) -> Vec<String> {
    load(path).people().names_at_end()
}

#[test]
fn who_was_replaced_before_a_round_was_played_shares_none() {
    let (mut program, paths, _folder) = over_files(&[CHANGED_BEFORE_ROUND_1, OTHER_GAME]);
    let before = sessions(&paths);
    let text = program.rename("Dan", "Cy");
    assert_eq!(text, "Dan is now Cy, in 2 sessions.");
    assert_eq!([names(&paths[0]), names(&paths[1])], [["Ana", "Bo", "Cy"], ["Eva", "Cy", "Fay"]]);
    // At the step before, the two are still two.
    let first = load(&paths[0]).undo().unwrap().undo().unwrap();
    assert_eq!(first.people().names_at_end(), ["Ana", "Cy", "Dan"]);
    assert_eq!(program.change_name(ArchiveCommand::TakeBack), "Cy is now Dan, in 2 sessions.");
    assert_eq!(sessions(&paths), before);
}

#[test]
fn what_failed_in_part_is_taken_back_by_the_key_for_undo_and_that_can_be_tried_again() {
    let (mut program, paths, _folder) = over_files(&[CHANGED_BEFORE_ROUND_1, OTHER_GAME]);
    let before = sessions(&paths);
    let elsewhere = lock(&paths[0]);
    let text = program.rename("Dan", "Don");
    assert!(text.starts_with("Dan is now Don, in 1 session. 1 session could not be changed. 0.json: "), "{text}");
    assert!(program.app.archive().can_take_back);
    assert!(program.app.names().iter().any(|line| line.name == "Dan"), "the old name is still listed");
    drop(elsewhere);
    let elsewhere = lock(&paths[1]);
    program.tap(Command::Undo);
    program.until("renamed", |app| app.archive().renaming.is_none());
    assert_eq!(names(&paths[1]), ["Eva", "Don", "Fay"]);
    drop(elsewhere);
    program.tap(Command::Undo);
    program.until("renamed", |app| app.archive().renaming.is_none());
    assert_eq!(notice_text(program.app.archive().notice.as_ref()), "Don is now Dan, in 1 session.");
    assert_eq!(sessions(&paths), before);
    assert!(!program.app.archive().can_take_back);
}

#[test]
fn a_merging_at_the_table_is_taken_back_although_the_game_went_on() {
    let open = TAKEN_OVER.replace(r#""hands":[1,2]"#, r#""hands":[1,2,3]"#);
    let (mut program, paths, _folder) = over_files(&[&open]);
    let by_round = || (1..=3).map(|round| load(&paths[0]).people().names_in(round)).collect::<Vec<_>>();
    let before = by_round();
    assert_eq!(before[1..], [["Ana", "Bo", "Cy"], ["Ana", "Bo", "Dan"]]);
    program.tap(Command::Open(paths[0].clone()));
    assert_eq!(program.rename("Dan", "Cy"), "Dan is now Cy, in 1 session.");
    assert_eq!(by_round(), [["Ana", "Bo", "Cy"]; 3]);
    assert!(load(&paths[0]).people().former().is_empty(), "nobody takes over from himself");
    program.tap(Command::Open(paths[0].clone()));
    program.tap(Command::OnTable(TableCommand::Number(1)));
    assert_eq!(program.change_name(ArchiveCommand::TakeBack), "Cy is now Dan, in 1 session.");
    assert_eq!(by_round(), before);
    assert_eq!(load(&paths[0]).undone(), 0);
    assert!(load(&paths[0]).open().unwrap().1.facts.bids.iter().any(|bid| bid.is_some()), "the bid stays");
}

#[test]
fn notes_typed_while_their_file_cannot_be_read_are_kept_until_it_can() {
    let (mut program, paths, _folder) = over_files(&[TAKEN_OVER]);
    program.view(&paths[0]);
    program.archive(ArchiveCommand::Panel(Panel::Notes));
    fs::write(&paths[0], "{").unwrap();
    let edit = |to: &str| Edit { from: String::new(), to: to.into() };
    let typed = ArchiveCommand::Note { of: paths[0].clone(), place: edit("Pub"), notes: edit("windy") };
    program.archive(typed);
    program.until("refused", |app| app.archive().notice.is_some());
    assert_eq!(fs::read_to_string(&paths[0]).unwrap(), "{");
    let view = program.app.archive();
    assert_eq!(view.viewed.map(|viewed| (viewed.place, viewed.notes)), Some(("Pub".into(), "windy".into())));
    assert_eq!(view.keeping.to_string(), "Date, place and notes are not saved yet.");
    fs::write(&paths[0], TAKEN_OVER).unwrap();
    program.archive(ArchiveCommand::Panel(Panel::Notes));
    program.until("saved", |_| load(&paths[0]).place() == "Pub");
    assert_eq!(load(&paths[0]).notes(), "windy");
}

#[test]
fn a_text_is_kept_in_one_unicode_form_however_it_is_written() {
    let composed = CHANGED_BEFORE_ROUND_1.replace("Dan", "D\u{e1}n").replace("Cy", "C\u{fc}y");
    let apart = CHANGED_BEFORE_ROUND_1.replace("Dan", r"Da\u0301n").replace("Cy", "Cu\u{308}y");
    let (mut program, paths, folder) = over_files(&[&apart, OTHER_GAME]);
    assert_eq!(fs::read_to_string(&paths[0]).unwrap(), apart, "reading writes nothing");
    // With the steps, in which the name is, too.
    assert!(read_session(composed.as_bytes(), at(0)).unwrap().session == load(&paths[0]));
    assert!(!load(&paths[0]).steps().is_empty());
    assert_eq!(program.rename("D\u{e1}n", "Zoe\u{308}"), "D\u{e1}n is now Zo\u{eb}, in 1 session.");
    assert!(names(&paths[0]).contains(&"Zo\u{eb}".to_owned()), "{:?}", names(&paths[0]));
    program.archive(ArchiveCommand::View(paths[1].clone()));
    program.archive(ArchiveCommand::Panel(Panel::Notes));
    let edit = |from: &str, to: &str| Edit { from: from.into(), to: to.into() };
    for (from, to) in [("", "Cafe\u{301}"), ("Cafe\u{301}", "Cafe\u{301} X")] {
        let note = |place, notes| ArchiveCommand::Note { of: paths[1].clone(), place, notes };
        program.archive(note(edit(from, to), edit("", "")));
    }
    program.until("saved", |_| load(&paths[1]).place() == "Caf\u{e9} X");
    let kept = Archive::new(folder.path().to_owned()).paths().unwrap();
    assert_eq!(kept.len(), 2, "a copy of what was not overwritten: {kept:?}");
}

#[test]
fn a_name_that_cannot_be_is_refused_and_changes_nothing() {
    let (mut program, paths, _folder) =
        over_files(&[OTHER_GAME, &OTHER_GAME.replace("Fay", r"\u200b").replace("9fc5", "0fc5")]);
    let before = sessions(&paths);
    let long = "x".repeat(81);
    for (name, text) in [
        ("Dan", "Eva and Dan sat at the same table in 2 sessions: they are two people."),
        (" ", "Type a name first."),
        (&long, "This name is too long for the sheet."),
        ("\u{2060}\u{200b}", "This name has no visible letter."),
        ("B\u{7}n", "This name has a control character."),
    ] {
        let shown = program.rename("Eva", name);
        assert!(shown.starts_with(text), "{shown}");
        assert_eq!(sessions(&paths), before, "{name:?}");
    }
    // An unreadable name in a file can be changed, and the change undone.
    assert!(program.rename("\u{200b}", " Anna\tBell ").contains("is now Anna Bell, in 1 session."));
    assert_eq!(names(&paths[1]), ["Eva", "Dan", "Anna Bell"]);
    program.change_name(ArchiveCommand::TakeBack);
    assert_eq!(sessions(&paths), before);
}

#[test]
fn a_new_name_follows_the_person_to_another_seat_and_in_the_filter() {
    let (mut program, paths, _folder) = over_files(&[OTHER_GAME, TAKEN_OVER]);
    let people = |path: &Path| -> BTreeSet<(String, Uuid)> {
        load(path).people().everyone().map(|player| (player.name.clone(), player.id)).collect()
    };
    let (before, other) = (people(&paths[0]), fs::read(&paths[1]).unwrap());
    program.tap(Command::Show(Page::Archive));
    program.archive(ArchiveCommand::Player(Some("Eva".into())));
    assert_eq!(program.rename("Eva", "  Éva  "), "Eva is now Éva, in 1 session.");
    assert_eq!(fs::read(&paths[1]).unwrap(), other, "files without the name stay byte for byte");
    program.archive(ArchiveCommand::Panel(Panel::Filter));
    let row = program.app.data_panel().unwrap().items.into_iter().find(|row| row.key == "player").unwrap();
    assert_eq!(row.value.unwrap().to_string(), "Éva");
    let renamed: BTreeSet<_> = before.iter().map(|(name, id)| (name.replace("Eva", "Éva"), *id)).collect();
    assert_eq!(people(&paths[0]), renamed);
    // Another device seats the first two the other way round.
    let mut file: Value = serde_json::from_slice(&fs::read(&paths[0]).unwrap()).unwrap();
    file["players"].as_array_mut().unwrap().swap(0, 1);
    file["rounds"][0]["bids"].as_array_mut().unwrap().swap(0, 1);
    (file["first_dealer"], file["steps"]) = (1.into(), Value::Array(Vec::new()));
    fs::write(&paths[0], file.to_string()).unwrap();
    assert_eq!(program.change_name(ArchiveCommand::TakeBack), "Éva is now Eva, in 1 session.");
    assert_eq!((people(&paths[0]), &*names(&paths[0])[1]), (before, "Eva"));
}

#[test]
fn what_a_new_name_means_is_shown_before_it_is_given() {
    let (mut program, paths, _folder) = over_files(&[OTHER_GAME, TAKEN_OVER]);
    let before = sessions(&paths);
    program.tap(Command::Show(Page::Archive));
    program.archive(ArchiveCommand::Panel(Panel::Names));
    program.press(&["Eva"]);
    assert_eq!(program.value("New name of Eva"), "Eva");
    for (typed, shown) in [
        ("Eva", "Every session of Eva gets this name. You can undo this."),
        ("Bo", "Bo is already in 1 session: the two will be merged. You can undo this."),
        (" Bo ", " is already in 1 session: "),
        ("Boe", "Every session of Eva gets this name. You can undo this."),
        ("Fay", "Eva and Fay sat at the same table in 1 session: they are two people."),
    ] {
        program.fill("New name of Eva", typed);
        let texts = program.texts();
        assert!(texts.iter().any(|text| text.contains(shown)), "{typed:?}: {texts:?}");
    }
    assert_eq!(sessions(&paths), before, "typing changes nothing");
    program.press(&["Back"]);
    assert!(program.offers("Eva"));
}

#[test]
fn a_file_name_has_120_bytes_for_names() {
    let named = |letters: [usize; 2]| in_file_name(&letters.map(|count| "a".repeat(count))).len();
    assert_eq!([[59, 59], [59, 60]].map(named), [120, 60]);
}
