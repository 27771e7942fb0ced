//! Sessions of the tables, other devices, and a disk that refuses.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Desk;
use crate::app::spawn::tests::{config_in, said, settle};
use crate::app::{
    App, ArchiveCommand, Command, Overlay, Page, Panel, SaveState, TableCommand, TableState, TournamentCommand, Trashed,
};
use crate::archive::{Archive, TournamentFile, lock};
use crate::background::breaking;
use crate::tournament::Tournament;

#[test]
fn sessions_bring_their_results_and_of_two_the_organiser_chooses() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    desk.play("one.json", 0, 1, false);
    desk.until("it plays", |desk| matches!(desk.view().tables[0].state, TableState::Playing(2, _)));
    let one = desk.play("one.json", 0, 1, true);
    desk.until("its result", |desk| desk.view().tables[0].state == TableState::EndedEarly(1, 15));
    assert_eq!(desk.view().tables[0].seats[0].points, Some(30));
    assert_eq!(desk.view().done, 1);
    assert_eq!(desk.on_disk().rounds[0].tables[0].results(), None, "the file names no result of a session");

    let two = desk.play("two.json", 0, 0, true);
    desk.until("both", |desk| matches!(desk.view().tables[0].state, TableState::Contradictory(_)));
    assert_eq!((desk.view().done, desk.view().tables[0].sessions.len()), (0, 2));
    desk.tap(TournamentCommand::Choose(0, two.clone()));
    assert_eq!(desk.view().tables[0].state, TableState::EndedEarly(1, 15));
    assert_eq!(desk.view().tables[0].seats[0].points, Some(20));
    let counts: Vec<PathBuf> =
        desk.view().tables[0].sessions.iter().filter(|one| one.counts).map(|one| one.path.clone()).collect();
    assert_eq!(counts, std::slice::from_ref(&two));
    fs::remove_file(&two).unwrap();
    desk.until("it is missing", |desk| matches!(desk.view().tables[0].state, TableState::Contradictory(_)));
    assert!(desk.view().notes[0].to_string().contains("is not in the folder"));
    desk.tap(TournamentCommand::Choose(0, one.clone()));
    assert_eq!(desk.view().tables[0].state, TableState::EndedEarly(1, 15));

    desk.take(0, &[Some((100, 5)), Some((90, 5)), Some((80, 5)), Some((70, 5))]);
    let card = &desk.view().tables[0];
    assert_eq!((card.state.clone(), card.sessions.len()), (TableState::ByHand, 1), "both are shown");
    assert!(desk.view().notes[0].to_string().contains("has another result"));
    desk.tap(TournamentCommand::ClearResult(0));
    assert_eq!(desk.view().tables[0].state, TableState::EndedEarly(1, 15), "the session again");

    let (other, sits) = (desk.view().tables[0].seats[1].number, desk.view().tables[0].seats[1].name.clone());
    desk.tap(TournamentCommand::Rename(other, format!("{sits}son")));
    assert_eq!(desk.view().tables[0].state, TableState::ByHand, "the session knows them by the name before");
    assert_eq!(desk.view().tables[0].seats[0].points, Some(30));
    desk.app.handle(Command::Undo);
    settle(&mut desk.app);
    assert_eq!(desk.view().tables[0].state, TableState::EndedEarly(1, 15));

    let stray = fs::read_to_string(&one).unwrap().replace(r#""table":"A""#, r#""table":"Q""#);
    fs::write(desk.games().join("stray.json"), stray.replace("one", "stray")).unwrap();
    let wrong = desk.play("wrong.json", 1, 1, true);
    let text = fs::read_to_string(&wrong).unwrap();
    let name = desk.view().tables[1].seats[0].name.clone();
    fs::write(&wrong, text.replacen(&format!("\"{name}\""), "\"Nobody\"", 1)).unwrap();
    desk.until("both are told", |desk| {
        let notes: String = desk.view().notes.iter().map(ToString::to_string).collect();
        notes.contains("Nobody does not sit at this table")
    });
    assert!(matches!(desk.view().tables[1].state, TableState::Contradictory(_)));
}

#[test]
fn home_offers_the_tables_and_their_results_arrive() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Rename(2, "P1".into()));
    desk.tap(TournamentCommand::Seat);
    let file = desk.file();
    let id = desk.on_disk().id;
    desk.tap(TournamentCommand::Close);
    let mut desk = desk.again();
    desk.until("the offer", |desk| desk.app.home().tournaments.len() == 1);
    let offer = desk.app.home().tournaments.remove(0);
    assert_eq!((offer.round, offer.tables.len(), offer.over, &offer.path), (1, 2, false, &file));
    let players = offer.tables[1].players.clone();
    desk.tap(TournamentCommand::Play { path: file.clone(), table: "B".into() });
    assert_eq!(desk.app.page(), Page::Table, "{}", desk.message());
    let session = desk.app.wizard().unwrap();
    assert_eq!(session.people().names_at_end(), players);
    let at = session.tournament().unwrap();
    assert_eq!((at.id, at.round, &*at.table), (id, 1, "B"));
    assert_eq!(session.game().plan().hands(), [1, 3, 5, 7, 9, 11, 12, 13, 14, 15]);
    let played = desk.app.session_file().unwrap().to_owned();

    for _ in 0..2 {
        for bid in [0, 0, 0, 1] {
            desk.app.handle(Command::OnTable(TableCommand::Number(bid)));
        }
        desk.app.handle(Command::OnTable(TableCommand::Primary));
    }
    desk.app.handle(Command::OnTable(TableCommand::End));
    settle(&mut desk.app);
    assert_eq!(desk.app.page(), Page::Result);
    assert!(desk.app.result().sent.unwrap().to_string().contains("in the tournament’s folder"));
    desk.app.handle(Command::Show(Page::Home));
    settle(&mut desk.app);
    assert_eq!(desk.app.home().rematch, None, "a tournament seats its tables anew");
    let free: Vec<String> = desk.app.home().tournaments[0].tables.iter().map(|table| table.name.clone()).collect();
    assert_eq!(free, ["A"]);
    desk.tap(TournamentCommand::Open(file));
    desk.until("the result", |desk| desk.view().tables[1].state == TableState::EndedEarly(1, 10));
    assert!(desk.view().tables[1].seats.iter().all(|seat| seat.points.is_some()));
    assert_eq!(Archive::load(&played).unwrap().session.as_ref().wizard().unwrap().scored(), 1);
    desk.tap(TournamentCommand::PlayHere(1));
    assert_eq!(desk.app.session_file(), Some(&*played), "a game that was begun is opened, not dealt again");
    assert_eq!(desk.app.played_at().unwrap().to_string(), format!("{}, round 1, table B", desk.view().name));
    desk.tap(TournamentCommand::GoOn);
    assert_eq!(desk.app.page(), Page::Tournament, "who organises goes on there");
    desk.tap(TournamentCommand::PlayHere(0));
    assert_eq!(desk.app.wizard().unwrap().tournament().unwrap().table, "A");
    desk.tap(TournamentCommand::Close);
    desk.app.handle(Command::Show(Page::Table));
    desk.tap(TournamentCommand::GoOn);
    assert_eq!(desk.app.page(), Page::Home);
}

#[test]
fn a_game_just_begun_goes_to_the_trash_with_a_word_when_another_table_is_dealt() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    let file = desk.file();
    desk.tap(TournamentCommand::Play { path: file.clone(), table: "A".into() });
    let begun = desk.app.session_file().unwrap().to_owned();
    desk.tap(TournamentCommand::Play { path: file, table: "B".into() });
    assert!(desk.message().contains("The game of table A, in which nothing was entered"), "{}", desk.message());
    assert!(!begun.exists() && desk.app.home().deleted.is_some());
}

#[test]
fn a_game_of_a_table_is_asked_before_it_is_ended_from_home() {
    let mut desk = Desk::with_players(4);
    desk.tap(TournamentCommand::Seat);
    let game = desk.play("one.json", 0, 1, false);
    desk.until("it plays", |desk| matches!(desk.view().tables[0].state, TableState::Playing(..)));
    desk.app.handle(Command::EndOf(game));
    settle(&mut desk.app);
    assert_eq!((desk.app.page(), desk.app.overlay()), (Page::Table, Overlay::EndQuestion));
    desk.app.handle(Command::OnTable(TableCommand::End));
    settle(&mut desk.app);
    assert_eq!(desk.app.page(), Page::Result);
}

#[test]
fn no_game_loses_its_players_by_undoing_or_renaming() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    let numbers = |desk: &Desk| -> Vec<u16> { desk.view().tables[0].seats.iter().map(|seat| seat.number).collect() };
    let drawn = numbers(&desk);
    desk.tap(TournamentCommand::Pick(0, 0));
    desk.tap(TournamentCommand::Pick(1, 0));
    let swapped = numbers(&desk);
    assert_ne!(swapped, drawn);
    desk.app.handle(Command::Undo);
    let game = desk.play("one.json", 0, 1, false);
    desk.until("it plays", |desk| matches!(desk.view().tables[0].state, TableState::Playing(..)));
    for back in [false, true] {
        desk.app.handle(if back { Command::Undo } else { Command::Redo });
        settle(&mut desk.app);
        assert_eq!((numbers(&desk), desk.view().seated), (drawn.clone(), 1));
        assert!(desk.message().contains("Table A has a game or a result"), "{}", desk.message());
    }
    fs::remove_file(&game).unwrap();
    desk.until("it is gone", |desk| desk.view().tables[0].state == TableState::Waiting);
    desk.app.handle(Command::Redo);
    settle(&mut desk.app);
    assert_eq!(numbers(&desk), swapped);

    let (number, name) = (desk.view().tables[0].seats[2].number, desk.view().tables[0].seats[2].name.clone());
    desk.play("one.json", 0, 1, false);
    desk.until("it plays", |desk| matches!(desk.view().tables[0].state, TableState::Playing(..)));
    desk.tap(TournamentCommand::Rename(number, "Anna".into()));
    assert!(desk.message().contains("knows its players by name"), "{}", desk.message());
    assert_eq!(desk.view().tables[0].seats[2].name, name);
    desk.tap(TournamentCommand::Renumber(number, 77));
    assert_eq!(desk.view().tables[0].seats[2].number, 77, "the game does not know the number");
    assert!(matches!(desk.view().tables[0].state, TableState::Playing(..)));
    let other = desk.view().tables[1].seats[0].number;
    desk.tap(TournamentCommand::Rename(other, "Anna".into()));
    assert_eq!(desk.view().tables[1].seats[0].name, "Anna", "nobody plays there");
}

#[test]
fn a_slip_that_says_what_the_session_says_changes_nothing() {
    let mut desk = Desk::with_players(4);
    desk.tap(TournamentCommand::Seat);
    desk.play("one.json", 0, 1, true);
    desk.until("its result", |desk| desk.view().tables[0].state == TableState::EndedEarly(1, 15));
    desk.tap(TournamentCommand::Slip(0));
    let slip = desk.view().slip.unwrap();
    assert_eq!((slip.ended, slip.notice), (Some((1, 15)), None), "one hand counts as one");
    desk.tap(TournamentCommand::TakeSlip);
    assert_eq!((desk.view().slip, desk.view().question), (None, None));
    assert_eq!(desk.view().tables[0].state, TableState::EndedEarly(1, 15));
    desk.take(0, &[Some((50, 1))]);
    assert_eq!(desk.view().tables[0].state, TableState::ByHand);
    desk.tap(TournamentCommand::Slip(0));
    assert!(desk.view().slip.unwrap().removable);
}

#[test]
fn of_a_game_and_its_copy_only_one_counts() {
    let mut desk = Desk::with_players(4);
    desk.tap(TournamentCommand::Seat);
    let own = desk.play("one.json", 0, 1, true);
    let copy = desk.games().join("one.sync-conflict-20261128-201500-ABCDEFG.json");
    let mut text: Value = serde_json::from_str(&fs::read_to_string(&own).unwrap()).unwrap();
    text.as_object_mut().unwrap().remove("ended_early");
    fs::write(&copy, text.to_string()).unwrap();
    desk.until("both", |desk| desk.view().tables[0].sessions.len() == 2);
    desk.tap(TournamentCommand::Choose(0, copy));
    assert!(desk.message().contains("not over"), "{}", desk.message());
    assert!(matches!(desk.view().tables[0].state, TableState::Contradictory(_)));
    desk.tap(TournamentCommand::Choose(0, own.clone()));
    let counts: Vec<PathBuf> =
        desk.view().tables[0].sessions.iter().filter(|one| one.counts).map(|one| one.path.clone()).collect();
    assert_eq!((counts, desk.view().tables[0].sessions.len()), (vec![own], 2));
}

#[test]
fn nothing_is_dealt_or_moved_before_all_games_are_read() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    let (before, path) = (desk.view(), desk.file());
    let taps = [
        TournamentCommand::Play { path, table: "A".into() },
        TournamentCommand::PlayHere(0),
        TournamentCommand::DrawAgain,
        TournamentCommand::Pick(0, 0),
        TournamentCommand::MoveTo(1),
        TournamentCommand::Rename(1, "Anna".into()),
        TournamentCommand::Renumber(1, 9),
        TournamentCommand::Unseat,
    ];
    for tap in taps {
        desk.app.handle(Command::Dismiss);
        desk.app.index.reading = true;
        desk.app.handle(Command::OnTournament(tap));
        assert!(desk.message().contains("still being read"), "{}", desk.message());
    }
    desk.app.index.reading = true;
    desk.app.handle(Command::Undo);
    desk.app.index.reading = false;
    settle(&mut desk.app);
    assert_eq!((desk.view(), desk.app.page()), (before, Page::Tournament));
    *breaking::NAME.lock().unwrap() = Some("results");
    desk.play("one.json", 0, 1, false);
    desk.until("it is known, but not read", |desk| desk.app.index.len() == 1);
    desk.tap(TournamentCommand::Unseat);
    *breaking::NAME.lock().unwrap() = None;
    assert!(desk.message().contains("still being read"), "{}", desk.message());
    assert_eq!(desk.view().seated, 1);
}

#[test]
fn of_two_games_the_one_that_was_chosen_is_opened() {
    let mut desk = Desk::with_players(4);
    desk.tap(TournamentCommand::Seat);
    let games = [desk.play("a.json", 0, 1, true), desk.play("b.json", 0, 0, true)];
    desk.until("both", |desk| desk.view().tables[0].sessions.len() == 2);
    for game in games {
        desk.tap(TournamentCommand::Choose(0, game.clone()));
        desk.tap(TournamentCommand::PlayHere(0));
        assert_eq!(desk.app.session_file(), Some(&*game), "{}", desk.message());
        desk.app.handle(Command::Show(Page::Tournament));
    }
}

/// Writes the tournament as another program would, with this name.
fn rename_on_disk(file: &Path, name: &str) {
    let mut text: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    text["name"] = name.into();
    fs::write(file, text.to_string()).unwrap();
}

#[test]
fn what_another_device_writes_is_taken_over_and_nothing_is_lost() {
    let mut desk = Desk::with_players(8);
    let file = desk.file();
    rename_on_disk(&file, "Elsewhere");
    desk.until("it is read", |desk| desk.view().name == "Elsewhere");
    assert!(desk.message().contains("newest version"), "{}", desk.message());
    desk.app.handle(Command::Undo);
    settle(&mut desk.app);
    assert_ne!(desk.on_disk().name, "Elsewhere", "undo works in it");

    // Both at the same moment.
    rename_on_disk(&file, "Again");
    desk.app.handle(Command::OnTournament(TournamentCommand::Rename(1, "Anna".into())));
    settle(&mut desk.app);
    assert_eq!((desk.on_disk().name.as_str(), desk.view().save), ("Again", SaveState::ReadOnly));
    let question = desk.view().question.unwrap().to_string();
    assert!(question.contains("kept beside it as"), "{question}");
    assert!(desk.app.why_read_only().to_string().contains("changed this tournament"));
    let copies: Vec<Tournament> = fs::read_dir(desk.games())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains("(copy"))
        .map(|path| TournamentFile::open(&path).unwrap().1.tournament)
        .collect();
    assert_eq!((copies.len(), copies[0].player(1).unwrap().name.as_str()), (1, "Anna"));
    desk.tap(TournamentCommand::Rename(2, "Ben".into()));
    assert!(desk.message().contains("Read it again first"), "{}", desk.message());
    desk.tap(TournamentCommand::Answer(false));
    desk.tap(TournamentCommand::Rename(2, "Ben".into()));
    assert!(desk.view().question.is_some(), "it is asked again");
    desk.tap(TournamentCommand::Answer(true));
    let view = desk.view();
    assert_eq!((view.name.as_str(), view.save, view.question), ("Again", SaveState::Saved, None));
    desk.tap(TournamentCommand::Rename(2, "Ben".into()));
    assert_eq!(desk.on_disk().player(2).unwrap().name, "Ben");
    assert_eq!(desk.app.home().tournaments.len(), 1, "the copy is not another tournament");
    desk.until("it is told of the copy", |desk| {
        desk.view().notes.iter().any(|note| note.to_string().contains("is another version of this tournament"))
    });
}

#[test]
fn a_disk_that_refuses_is_told_and_tried_again() {
    let mut desk = Desk::with_players(4);
    *breaking::NAME.lock().unwrap() = Some("tournament");
    desk.tap(TournamentCommand::Seat);
    assert!(matches!(desk.view().save, SaveState::Failed(_)));
    desk.tap(TournamentCommand::Close);
    assert!(desk.app.tournament().is_some(), "it is not closed unsaved");
    desk.tap(TournamentCommand::Begin);
    assert_eq!(desk.view().seated, 1, "nor replaced");
    *breaking::NAME.lock().unwrap() = None;
    assert!(desk.on_disk().rounds.is_empty());

    // The folder is gone, and a file in its place.
    let (games, away) = (desk.games(), desk.folder.path().join("away"));
    fs::rename(&games, &away).unwrap();
    fs::write(&games, "").unwrap();
    desk.app.handle(Command::TryAgain);
    settle(&mut desk.app);
    assert!(matches!(desk.app.save_state(), SaveState::Failed(_)), "{}", said(&desk.app));
    fs::remove_file(&games).unwrap();
    fs::rename(&away, &games).unwrap();
    desk.app.handle(Command::TryAgain);
    settle(&mut desk.app);
    assert_eq!((desk.view().save, desk.on_disk().rounds.len()), (SaveState::Saved, 1));
}

#[test]
fn a_tournament_whose_disk_is_gone_goes_on_in_another_file() {
    let mut desk = Desk::with_players(4);
    let folder = desk.folder.path().to_owned();
    let (games, away) = (desk.games(), folder.join("away"));
    let name = desk.file().file_name().unwrap().to_owned();
    fs::rename(&games, &away).unwrap();
    fs::write(&games, "").unwrap();
    desk.tap(TournamentCommand::Seat);
    assert!(matches!(desk.app.save_state(), SaveState::Failed(_)), "{}", said(&desk.app));
    assert!(desk.app.can_save_elsewhere());
    let mut save_to = |place: PathBuf| {
        desk.app.handle(Command::SaveTo(place));
        settle(&mut desk.app);
        desk.message()
    };
    assert!(save_to(folder.join("saved.json")).contains("ends in .tournament.json"));
    assert!(save_to(away.join(&name)).contains("already exists"));
    assert!(save_to(folder.join("nowhere").join(&name)).contains("no such folder"));
    let place = folder.join(&name);
    assert!(save_to(place.clone()).starts_with("Saved as "));
    let there = || TournamentFile::open(&place).unwrap().1.tournament;
    assert_eq!((desk.view().save, there().rounds.len()), (SaveState::Saved, 1));
    desk.tap(TournamentCommand::Lock(0));
    assert!(there().rounds[0].tables[0].locked, "the next steps go there");
    assert_eq!(TournamentFile::open(&away.join(&name)).unwrap().1.tournament.rounds.len(), 0);
}

#[test]
fn a_deleted_tournament_is_taken_back_or_restored_from_the_trash() {
    let mut desk = Desk::with_players(8);
    let (path, name) = (desk.file(), desk.view().name);
    desk.tap(TournamentCommand::Delete);
    assert_eq!((desk.app.page(), path.exists()), (Page::Home, false), "{}", said(&desk.app));
    assert_eq!(desk.app.home().deleted.map(|said| said.to_string()).unwrap(), "The tournament is in the trash.");
    assert!(desk.app.home().tournaments.is_empty());
    desk.app.handle(Command::OnArchive(ArchiveCommand::TakeBack));
    desk.until("it is offered", |desk| desk.app.home().tournaments.len() == 1);
    assert_eq!(desk.on_disk().players.len(), 8);

    desk.tap(TournamentCommand::Open(path.clone()));
    desk.tap(TournamentCommand::Delete);
    desk.app.handle(Command::Show(Page::Archive));
    desk.app.handle(Command::OnArchive(ArchiveCommand::Panel(Panel::Trash)));
    desk.until("it is in the trash", |desk| desk.app.archive().trash.len() == 1);
    let row = desk.app.archive().trash.remove(0);
    assert_eq!(row.what, Trashed::Tournament(name));
    desk.app.handle(Command::OnArchive(ArchiveCommand::Restore(row.path)));
    desk.until("it is back", |desk| path.exists() && desk.app.home().tournaments.len() == 1);
    assert!(said(&desk.app).contains("The tournament is back."), "{}", said(&desk.app));

    desk.tap(TournamentCommand::Open(path.clone()));
    desk.tap(TournamentCommand::Delete);
    desk.app.handle(Command::OnArchive(ArchiveCommand::EmptyTrash));
    desk.until("it is gone", |desk| fs::read_dir(desk.games().join("Trash")).unwrap().count() == 0);
}

/// Another window over the folder, which deletes the tournament.
fn deleting(desk: &mut Desk, path: &Path) -> App {
    desk.until("it is known", |desk| desk.app.index.tournament(path).is_some());
    let mut other = App::new(config_in(desk.folder.path()), || ());
    settle(&mut other);
    for command in [TournamentCommand::Open(path.into()), TournamentCommand::Delete] {
        other.handle(Command::OnTournament(command));
        settle(&mut other);
    }
    assert!(!path.exists(), "{}", said(&other));
    other
}

fn question(desk: &Desk) -> String {
    desk.view().question.map(|asked| asked.to_string()).unwrap_or_default()
}

#[test]
fn what_another_window_deletes_is_written_again_only_if_somebody_says_so() {
    let mut desk = Desk::with_players(8);
    let path = desk.file();
    let mut other = deleting(&mut desk, &path);
    desk.until("it is told", |desk| question(desk).contains("has deleted this tournament"));
    other.handle(Command::OnArchive(ArchiveCommand::TakeBack));
    settle(&mut other);
    desk.until("it is back", |desk| question(desk).is_empty());
    assert_eq!(desk.on_disk().players.len(), 8);

    drop(other);
    let mut other = deleting(&mut desk, &path);
    desk.until("it is told again", |desk| !question(desk).is_empty());
    desk.tap(TournamentCommand::Answer(true));
    assert_eq!((desk.view().save, question(&desk), desk.on_disk().players.len()), (SaveState::Saved, String::new(), 8));
    // Now the other window's comes beside it.
    other.handle(Command::OnArchive(ArchiveCommand::TakeBack));
    settle(&mut other);
    let both = Archive::new(desk.games()).tournaments().unwrap();
    assert_eq!(both.len(), 2, "{both:?}");
    assert!(both.iter().all(|path| TournamentFile::open(path).unwrap().1.tournament.players.len() == 8));
    desk.until("both are known", |desk| desk.app.index.tournaments().count() == 2);
    assert_eq!(desk.app.home().tournaments.len(), 1);
}

#[test]
fn a_step_in_a_deleted_tournament_is_neither_written_nor_lost() {
    let mut desk = Desk::with_players(8);
    let (path, away) = (desk.file(), desk.folder.path().join("away"));
    let step = |desk: &mut Desk, number: u16, name: &str| {
        fs::rename(&path, &away).unwrap();
        desk.tap(TournamentCommand::Rename(number, name.into()));
        assert!(!path.exists() && question(desk).contains("has deleted this tournament"), "{}", question(desk));
        assert!(matches!(desk.app.save_state(), SaveState::Failed(_)));
    };
    let name = |desk: &Desk, number: u16| desk.view().players[usize::from(number) - 1].name.clone();
    step(&mut desk, 1, "Anna");
    desk.tap(TournamentCommand::Rename(2, "Ben".into()));
    assert!(desk.message().contains("Say first whether it is written again"), "{}", desk.message());
    desk.app.handle(Command::Undo);
    settle(&mut desk.app);
    assert_eq!((name(&desk, 1), name(&desk, 2)), ("Anna".into(), "P2".into()));
    desk.tap(TournamentCommand::Close);
    assert!(desk.app.tournament().is_some() && !path.exists(), "it is not closed with the step unsaved");
    desk.app.handle(Command::Show(Page::Tournament));
    // Back as it was.
    fs::rename(&away, &path).unwrap();
    desk.until("the step is saved", |desk| desk.view().save == SaveState::Saved && question(desk).is_empty());
    assert_eq!(desk.on_disk().player(1).unwrap().name, "Anna");

    step(&mut desk, 2, "Ben");
    desk.app.handle(Command::TryAgain);
    settle(&mut desk.app);
    assert_eq!((desk.view().save, desk.on_disk().player(2).unwrap().name.as_str()), (SaveState::Saved, "Ben"));
    step(&mut desk, 3, "Cleo");
    desk.tap(TournamentCommand::Answer(false));
    assert!(desk.app.tournament().is_none() && desk.app.page() == Page::Home && !path.exists());
}

#[test]
fn a_tables_game_goes_on_without_its_tournament_and_counts_when_that_is_back() {
    let mut desk = Desk::with_players(4);
    desk.tap(TournamentCommand::Seat);
    let path = desk.file();
    desk.tap(TournamentCommand::PlayHere(0));
    let hand = |desk: &mut Desk| {
        for _ in 0..2 {
            for number in [0, 0, 0, 1] {
                desk.app.handle(Command::OnTable(TableCommand::Number(number)));
            }
            desk.app.handle(Command::OnTable(TableCommand::Primary));
        }
        settle(&mut desk.app);
    };
    let mut other = deleting(&mut desk, &path);
    desk.until("it is told", |desk| !question(desk).is_empty());
    hand(&mut desk);
    desk.app.handle(Command::OnTable(TableCommand::End));
    settle(&mut desk.app);
    assert_eq!((desk.app.page(), desk.app.save_state()), (Page::Result, SaveState::Saved));
    let game = desk.app.session_file().unwrap().to_owned();
    assert!(Archive::load(&game).unwrap().session.wizard().unwrap().tournament().is_some());
    assert!(!path.exists(), "the game writes no tournament");
    other.handle(Command::OnArchive(ArchiveCommand::TakeBack));
    settle(&mut other);
    desk.until("it is back", |desk| question(desk).is_empty());
    desk.app.handle(Command::Show(Page::Tournament));
    desk.until("the game counts", |desk| desk.view().tables[0].state == TableState::EndedEarly(1, 10));

    // The same in the one window that has both.
    desk.tap(TournamentCommand::PlayHere(0));
    desk.app.handle(Command::Show(Page::Tournament));
    desk.tap(TournamentCommand::Delete);
    assert!(!path.exists() && game.exists());
    desk.app.handle(Command::OnArchive(ArchiveCommand::TakeBack));
    settle(&mut desk.app);
    desk.tap(TournamentCommand::Open(path));
    desk.until("the game counts again", |desk| desk.view().tables[0].state == TableState::EndedEarly(1, 10));
}

#[test]
fn a_tournament_that_is_being_written_elsewhere_is_not_deleted_and_that_is_said() {
    let mut desk = Desk::with_players(4);
    let path = desk.file();
    let held = lock(&path);
    desk.tap(TournamentCommand::Delete);
    assert!(path.exists() && desk.message().contains("another window of Tablet of Truth has it"), "{}", desk.message());
    drop(held);
    // Twice in the trash, each is still a tournament.
    let kept = fs::read(&path).unwrap();
    for _ in 0..2 {
        fs::write(&path, &kept).unwrap();
        desk.tap(TournamentCommand::Open(path.clone()));
        desk.tap(TournamentCommand::Delete);
    }
    desk.app.handle(Command::Show(Page::Archive));
    desk.app.handle(Command::OnArchive(ArchiveCommand::Panel(Panel::Trash)));
    desk.until("both are in the trash", |desk| desk.app.archive().trash.len() == 2);
    assert!(desk.app.archive().trash.iter().all(|row| matches!(row.what, Trashed::Tournament(_))));
}

#[test]
fn a_tournament_begun_by_mistake_is_deleted_without_a_trace() {
    let mut desk = Desk::new();
    desk.tap(TournamentCommand::Begin);
    desk.tap(TournamentCommand::Delete);
    assert_eq!((desk.app.page(), desk.message()), (Page::Home, String::new()));
    assert!(desk.app.home().deleted.is_none() && desk.app.home().tournaments.is_empty());
}
