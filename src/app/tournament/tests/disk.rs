//! Sessions of the tables, other devices, and a disk that refuses.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use uuid::Uuid;

use super::Desk;
use crate::app::spawn::tests::{PATIENCE, config_in, messages, settle};
use crate::app::tournament::seating::other_tables;
use crate::app::{
    App, ArchiveCommand, Command, Overlay, Page, Panel, SaveState, SetupCommand, SlipField, TableCommand, TableState,
    TournamentCommand,
};
use crate::archive::{Archive, TournamentFile, lock};
use crate::background::breaking;
use crate::each;
use crate::text::Text;
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
    desk.until("both know", |desk| {
        let notes: String = desk.view().notes.iter().map(ToString::to_string).collect();
        notes.contains("Nobody does not sit at this table")
    });
    assert!(matches!(desk.view().tables[1].state, TableState::Contradictory(_)));
}

#[test]
fn a_game_of_a_table_is_left_out_only_if_that_is_meant() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    let of = desk.play("one.json", 0, 1, true);
    desk.until("its result", |desk| desk.view().tables[0].state == TableState::EndedEarly(1, 15));
    let counted = fs::read(&of).unwrap();
    let command = |counts, sure| Command::OnArchive(ArchiveCommand::SetCounted { of: of.clone(), counts, sure });
    desk.app.handle(Command::Show(Page::Archive));
    desk.app.handle(command(false, false));
    let (asked, _) = desk.app.question().unwrap();
    assert!(asked.text.to_string().contains("the table has no result. Leave it out anyway?"), "{asked:?}");
    desk.tap(TournamentCommand::Answer(false));
    let counts = |of: &Path| each!(Archive::load(of).unwrap().session, session => session.counted().counts());
    assert!(counts(&of), "{}", messages(&desk.app));
    desk.app.handle(command(false, false));
    desk.tap(TournamentCommand::Answer(true));
    assert!(!counts(&of), "{}", messages(&desk.app));
    desk.app.handle(Command::Show(Page::Tournament));
    desk.until("no result", |desk| !matches!(desk.view().tables[0].state, TableState::EndedEarly(..)));
    fs::write(desk.games().join("one.sync-conflict-20261128-201500-ABCDEFG.json"), counted).unwrap();
    desk.until("its copy", |desk| desk.app.index.all().count() == 2);
    assert!(!matches!(desk.view().tables[0].state, TableState::EndedEarly(..)), "nor by a copy of its file");
    desk.app.handle(command(true, false));
    desk.until("its result again", |desk| desk.view().tables[0].state == TableState::EndedEarly(1, 15));
    desk.app.handle(Command::Show(Page::Archive));
    desk.app.handle(command(false, false));
    assert!(desk.app.question().is_some(), "its copy does not count without it: {}", messages(&desk.app));
    desk.tap(TournamentCommand::Answer(false));
    let of = desk.games().join("one.sync-conflict-20261128-201500-ABCDEFG.json");
    desk.app.handle(Command::OnArchive(ArchiveCommand::SetCounted { of, counts: false, sure: false }));
    assert!(desk.app.question().is_none(), "the game itself counts without its copy");
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

    desk.hand();
    desk.app.handle(Command::OnTable(TableCommand::End));
    settle(&mut desk.app);
    assert_eq!(desk.app.page(), Page::Result);
    assert!(desk.app.result().sent.unwrap().to_string().contains("in the tournament’s folder"));
    desk.app.handle(Command::Show(Page::Home));
    settle(&mut desk.app);
    assert_eq!(desk.app.home().rematch, None, "a tournament draws new seats");
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
fn a_game_that_counts_at_a_table_is_deleted_only_if_that_is_meant() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    let game = desk.play("one.json", 0, 1, true);
    desk.until("its result", |desk| desk.view().done == 1);
    let asked = |desk: &mut Desk, game: &Path| {
        desk.app.handle(Command::OnArchive(ArchiveCommand::Delete(game.into())));
        settle(&mut desk.app);
        desk.app.question().map(|(asked, _)| asked.to_string()).unwrap_or_default()
    };
    // The tournament is known by its file, too.
    for close in [false, true] {
        if close {
            desk.tap(TournamentCommand::Close);
        }
        for page in [Page::Home, Page::Archive] {
            desk.app.handle(Command::Show(page));
            let question = asked(&mut desk, &game);
            assert!(question.contains("round 1, table A") && question.contains("no result"), "{question}");
            assert!(game.exists() && desk.app.steps_back() > 0);
            desk.tap(TournamentCommand::Answer(false));
            assert!(game.exists() && desk.app.question().is_none() && desk.app.page() == page);
        }
    }
    asked(&mut desk, &game);
    desk.app.handle(Command::Show(Page::Home));
    assert!(desk.app.question().is_none(), "the page was left");
    asked(&mut desk, &game);
    desk.tap(TournamentCommand::Answer(true));
    assert!(!game.exists() && desk.app.question().is_none(), "{}", messages(&desk.app));
    desk.app.handle(Command::Undo);
    settle(&mut desk.app);
    assert!(game.exists());

    // Of two games of the table, neither counts alone, and a slip needs no game.
    let file = desk.file();
    desk.tap(TournamentCommand::Open(file));
    let two = desk.play("two.json", 0, 0, true);
    desk.until("both", |desk| desk.view().tables[0].sessions.len() == 2);
    assert_eq!(asked(&mut desk, &two), "");
    assert!(!two.exists());
    desk.app.handle(Command::Show(Page::Tournament));
    desk.take(0, &[Some((100, 5)), Some((90, 5)), Some((80, 5)), Some((70, 5))]);
    assert_eq!(asked(&mut desk, &game), "");
    assert!(!game.exists() && desk.view().done == 1);
}

#[test]
fn another_name_at_a_table_warns_first_that_the_game_does_not_count() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    desk.tap(TournamentCommand::PlayHere(0));
    desk.hand();
    assert_eq!(desk.app.wizard().unwrap().scored(), 1);
    let game = desk.app.session_file().unwrap().to_owned();
    let effects = |desk: &mut Desk| -> String {
        desk.app.setup().change.unwrap().effects.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let name = |desk: &mut Desk, name: &str, same: bool| {
        desk.app.handle(Command::Show(Page::Change));
        for command in [SetupCommand::Name(2, name.into()), SetupCommand::Same(2, same)] {
            desk.app.handle(Command::OnSetup(command));
        }
    };
    for same in [true, false] {
        name(&mut desk, "Cyril", same);
        let text = effects(&mut desk);
        assert!(text.contains("Cyril does not sit at this table") && text.contains("will not count"), "{text}");
        desk.app.handle(Command::StepBack);
    }
    desk.app.handle(Command::Show(Page::Change));
    desk.app.handle(Command::OnSetup(SetupCommand::Move { from: 0, to: 1 }));
    let text = effects(&mut desk);
    assert!(text.contains("Seated clockwise") && !text.contains("will not count"), "{text}");
    desk.app.handle(Command::StepBack);

    // By its own table alone, where the tournament's file is not in the folder.
    let path = desk.file();
    desk.until("it is known", |desk| desk.app.index.tournament(&path).is_some());
    fs::rename(&path, desk.folder.path().join("away")).unwrap();
    desk.until("it is asked", |desk| !question(desk).is_empty());
    desk.tap(TournamentCommand::Answer(false));
    desk.app.handle(Command::Open(game));
    desk.until("it is gone", |desk| desk.app.index.tournaments().count() == 0);
    name(&mut desk, "Cyril", true);
    assert!(effects(&mut desk).contains("will not count"));
    desk.app.handle(Command::ChangeGame);
    settle(&mut desk.app);
    assert_eq!(desk.app.wizard().unwrap().people().names_at_end()[2], "Cyril", "a warning, not a refusal");
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
    assert_eq!(desk.view().tables[1].seats[0].name, "Anna", "no game is played there");
}

#[test]
fn a_slip_equal_to_its_session_changes_nothing() {
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
    breaking::set(Some("results"));
    desk.play("one.json", 0, 1, false);
    desk.until("it is known, but not read", |desk| desk.app.index.len() == 1);
    desk.tap(TournamentCommand::Unseat);
    breaking::set(None);
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

#[test]
fn a_deleted_tournament_is_taken_back_or_restored_from_the_trash() {
    let mut desk = Desk::with_players(8);
    let (path, name) = (desk.file(), desk.view().name);
    desk.tap(TournamentCommand::Delete);
    assert_eq!((desk.app.page(), path.exists()), (Page::Home, false), "{}", messages(&desk.app));
    assert_eq!(desk.app.home().deleted.map(|deleted| deleted.to_string()).unwrap(), "The tournament is in the trash.");
    assert!(desk.app.home().tournaments.is_empty());
    desk.app.handle(Command::OnArchive(ArchiveCommand::TakeBack));
    desk.until("it is offered", |desk| desk.app.home().tournaments.len() == 1);
    assert_eq!(desk.on_disk().players.len(), 8);

    desk.tap(TournamentCommand::Open(path.clone()));
    desk.tap(TournamentCommand::Delete);
    desk.app.handle(Command::Show(Page::Archive));
    desk.app.handle(Command::OnArchive(ArchiveCommand::Panel(Panel::Trash)));
    let trashed = |desk: &Desk| desk.app.trashed().filter(|files| files.len() == 1);
    desk.until("it is in the trash", |desk| trashed(desk).is_some());
    assert_eq!(desk.app.data_panel().unwrap().items[0].text.to_string(), name);
    desk.app.handle(Command::OnArchive(ArchiveCommand::Restore(trashed(&desk).unwrap().remove(0))));
    desk.until("it is back", |desk| path.exists() && desk.app.home().tournaments.len() == 1);
    assert!(messages(&desk.app).contains("The tournament is back."), "{}", messages(&desk.app));

    desk.tap(TournamentCommand::Open(path.clone()));
    desk.tap(TournamentCommand::Delete);
    desk.app.handle(Command::OnArchive(ArchiveCommand::EmptyTrash));
    desk.until("it is gone", |desk| fs::read_dir(desk.games().join("Trash")).unwrap().count() == 0);
}

fn deleting(desk: &mut Desk, path: &Path) -> App {
    desk.until("it is known", |desk| desk.app.index.tournament(path).is_some());
    let mut other = App::new(config_in(desk.folder.path()), || ());
    settle(&mut other);
    for command in [TournamentCommand::Open(path.into()), TournamentCommand::Delete] {
        other.handle(Command::OnTournament(command));
        settle(&mut other);
    }
    assert!(!path.exists(), "{}", messages(&other));
    other
}

fn question(desk: &Desk) -> String {
    desk.view().question.map(|asked| asked.to_string()).unwrap_or_default()
}

#[test]
fn what_another_window_deletes_is_written_again_only_after_a_yes() {
    let mut desk = Desk::with_players(8);
    let path = desk.file();
    let mut other = deleting(&mut desk, &path);
    desk.until("the message", |desk| question(desk).contains("has deleted this tournament"));
    other.handle(Command::OnArchive(ArchiveCommand::TakeBack));
    settle(&mut other);
    desk.until("it is back", |desk| question(desk).is_empty());
    assert_eq!(desk.on_disk().players.len(), 8);

    drop(other);
    let mut other = deleting(&mut desk, &path);
    desk.until("the second message", |desk| !question(desk).is_empty());
    desk.tap(TournamentCommand::Answer(true));
    assert_eq!((desk.view().save, question(&desk), desk.on_disk().players.len()), (SaveState::Saved, String::new(), 8));
    // Now the other window's is there, too.
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
    let mut other = deleting(&mut desk, &path);
    desk.until("the message", |desk| !question(desk).is_empty());
    desk.hand();
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
fn a_tournament_that_is_being_written_elsewhere_is_not_deleted_but_reported() {
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
    desk.until("both are in the trash", |desk| desk.app.trashed().is_some_and(|files| files.len() == 2));
}

#[test]
fn a_tournament_begun_by_mistake_is_deleted_without_a_trace() {
    let mut desk = Desk::new();
    desk.tap(TournamentCommand::Begin);
    desk.tap(TournamentCommand::Delete);
    assert_eq!((desk.app.page(), desk.message()), (Page::Home, String::new()));
    assert!(desk.app.home().deleted.is_none() && desk.app.home().tournaments.is_empty());
}

fn until(app: &mut App, holds: impl Fn(&App) -> bool) {
    let begun = Instant::now();
    while !holds(app) {
        assert!(begun.elapsed() < PATIENCE, "{}", messages(app));
        app.refresh();
        app.pump();
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn other_device(desk: &Desk) -> App {
    let mut config = config_in(desk.folder.path());
    config.settings = Some(desk.folder.path().join("other.json"));
    let mut other = App::new(config, || ());
    settle(&mut other);
    other
}

#[test]
fn one_device_organises_and_another_takes_over_only_when_asked_to() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    let path = desk.file();
    let (first, mut other) = (desk.on_disk().organiser.unwrap(), other_device(&desk));
    let tap = |app: &mut App, command: TournamentCommand| {
        app.handle(Command::OnTournament(command));
        settle(app);
        app.question().map(|(asked, _)| asked.to_string()).unwrap_or_default()
    };
    desk.until("it is offered here", |desk| desk.app.home().tournaments.first().is_some_and(|offer| offer.ours));
    assert!(!other.home().tournaments[0].ours && other.home().tournaments[0].tables.len() == 2);

    assert!(
        tap(&mut other, TournamentCommand::Open(path.clone())).contains("Another device organises this tournament")
    );
    assert_eq!(tap(&mut other, TournamentCommand::Answer(false)), "");
    assert_eq!(other.page(), Page::Tournament, "it can be looked at");
    let kept = fs::read(&path).unwrap();
    let changes = [
        TournamentCommand::Rename(1, "Anna".into()),
        TournamentCommand::Seat,
        TournamentCommand::DrawAgain,
        TournamentCommand::StartClock,
        TournamentCommand::TakeTen(0),
        TournamentCommand::Delete,
    ];
    for change in changes {
        assert!(tap(&mut other, change.clone()).contains("Who goes on?"), "{change:?}");
        assert!(messages(&other).contains("but not changed"), "{change:?}: {}", messages(&other));
        tap(&mut other, TournamentCommand::Answer(false));
        assert_eq!(fs::read(&path).unwrap(), kept, "{change:?}");
    }
    tap(&mut other, TournamentCommand::Slip(0));
    tap(&mut other, TournamentCommand::Type(0, SlipField::Points, "100".into()));

    tap(&mut other, TournamentCommand::Rename(1, "Anna".into()));
    assert_eq!(tap(&mut other, TournamentCommand::Answer(true)), "");
    assert_eq!(other.tournament().unwrap().slip.unwrap().lines[0].points, "100", "what was typed stays");
    tap(&mut other, TournamentCommand::Rename(1, "Anna".into()));
    let on_disk = desk.on_disk();
    assert_ne!(on_disk.organiser, Some(first));
    assert_eq!(on_disk.player(1).unwrap().name, "Anna", "{}", messages(&other));
    other.handle(Command::Undo);
    settle(&mut other);
    assert_eq!((desk.on_disk().player(1).unwrap().name.as_str(), desk.on_disk().organiser), ("P1", on_disk.organiser));

    // The first one learns of it, whatever it does.
    desk.until("the message", |desk| desk.message().contains("Another device organises this tournament"));
    assert!(desk.view().notes[0].to_string().contains("but not changed"));
    let kept = fs::read(&path).unwrap();
    desk.app.handle(Command::Undo);
    settle(&mut desk.app);
    assert!(question(&desk).contains("Who goes on?"));
    desk.tap(TournamentCommand::Answer(false));
    desk.tap(TournamentCommand::Rename(2, "Ben".into()));
    assert_eq!(fs::read(&path).unwrap(), kept);
    desk.tap(TournamentCommand::Answer(true));
    desk.tap(TournamentCommand::Rename(2, "Ben".into()));
    assert_eq!((desk.on_disk().organiser, desk.on_disk().player(2).unwrap().name.as_str()), (Some(first), "Ben"));
    let mut desk = desk.again();
    desk.tap(TournamentCommand::Open(path));
    assert_eq!(question(&desk), "", "it is this device");
}

#[test]
fn a_device_that_was_away_is_warned_when_it_writes() {
    let mut desk = Desk::with_players(8);
    let (path, mut other, first) = (desk.file(), other_device(&desk), desk.on_disk().organiser);
    for command in [TournamentCommand::Open(path.clone()), TournamentCommand::Answer(true)] {
        other.handle(Command::OnTournament(command));
        settle(&mut other);
    }
    // Before the news of it.
    desk.app.handle(Command::OnTournament(TournamentCommand::Rename(1, "Anna".into())));
    settle(&mut desk.app);
    assert!(desk.message().contains("Another program or device has changed this tournament"), "{}", desk.message());
    let organises = |path: &Path| TournamentFile::open(path).unwrap().1.tournament.organiser;
    assert_eq!(organises(&path), first, "what is shown here is saved");
    let files = Archive::new(desk.games()).tournaments().unwrap();
    let copy = files.iter().find(|file| **file != path).unwrap();
    assert_ne!(organises(copy), first, "the other one’s is kept beside it");
    desk.until("a note of the copy, which is not another tournament", |desk| {
        let is_copy = |note: &Text| note.to_string().contains("is another version of this tournament");
        desk.view().notes.iter().any(is_copy) && desk.app.home().tournaments.len() == 1
    });
    until(&mut other, |app| messages(app).contains("Another device organises this tournament"));
    assert_eq!(other.tournament().unwrap().players[0].name, "Anna", "which is shown there");
}

#[test]
fn a_draw_ends_although_the_tournament_is_saved_elsewhere_meanwhile() {
    let mut desk = Desk::new();
    // So many that the search takes a moment.
    let table = |of: usize| {
        let (letter, seats) = (char::from(b'A' + of as u8), [1, 2, 3, 4].map(|seat| 4 * of + seat));
        let result = |seat: i32| json!({"points": 200 - 10 * seat, "met": 6});
        json!({"table": letter.to_string(), "players": seats, "results": [result(0), result(1), result(2), result(3)]})
    };
    let players: Vec<Value> = (1..=80).map(|number| json!({"number": number, "name": format!("P{number}")})).collect();
    let tables: Vec<Value> = (0..20).map(table).collect();
    let file = json!({"format": "tablet-of-truth-tournament", "id": Uuid::new_v4(), "name": "Open", "players": players,
        "rounds": [{"tables": tables}]});
    let (path, place) = (desk.games().join("a.tournament.json"), desk.folder.path().join("b.tournament.json"));
    fs::create_dir_all(desk.games()).unwrap();
    fs::write(&path, file.to_string()).unwrap();
    desk.tap(TournamentCommand::Open(path));
    desk.app.handle(Command::OnTournament(TournamentCommand::Seat));
    assert!(desk.view().seating, "{}", messages(&desk.app));
    desk.app.handle(Command::SaveTo(place.clone()));
    desk.until("it is saved there", |desk| desk.message().starts_with("Saved as "));
    desk.until("the draw ends", |desk| !desk.view().seating);
    settle(&mut desk.app);
    assert_eq!(desk.view().seated, 2, "{}", desk.message());
    assert_eq!(TournamentFile::open(&place).unwrap().1.tournament.rounds.len(), 2);
}

#[test]
fn a_draw_names_the_results_that_came_meanwhile() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    desk.take(1, &[Some((100, 5)), Some((90, 5)), Some((80, 5)), Some((70, 5))]);
    let before = desk.app.tournament.as_ref().unwrap().gathered.tournament.clone();
    let seats = before.seat(2, 7).unwrap();
    desk.play("one.json", 0, 1, true);
    desk.until("its result", |desk| desk.view().done == 2);
    let late = other_tables(&before, &desk.app.tournament.as_ref().unwrap().gathered.tournament);
    desk.app.take_seats(Ok(seats), false, late);
    settle(&mut desk.app);
    assert_eq!(desk.view().seated, 2);
    assert!(desk.message().contains("before those that came meanwhile: table A"), "{}", desk.message());
}

#[test]
fn a_tournament_that_is_being_saved_makes_way_for_no_other() {
    let mut desk = Desk::with_players(8);
    let (id, file, games) = (desk.on_disk().id, desk.file(), desk.games());
    let text = fs::read_to_string(&file).unwrap().replace(&id.to_string(), &Uuid::from_u128(7).to_string());
    fs::write(games.join("b.tournament.json"), text).unwrap();
    // The disk takes its time with the other one.
    let (read, slow) = std::sync::mpsc::channel::<()>();
    desk.app.spawn("tournament", &games, move || Ok::<_, Text>(slow.recv().is_ok()), |_, _| ());
    desk.app.handle(Command::OnTournament(TournamentCommand::Open(games.join("b.tournament.json"))));
    // A change meanwhile, as drawn seats are, waits for another window.
    let held = lock(&file);
    desk.app.travel_tournament(true);
    drop(read);
    desk.until("refused", |desk| desk.message().contains("is not saved yet"));
    assert!(desk.app.is_saving_tournament());
    drop(held);
    settle(&mut desk.app);
    let kept = TournamentFile::open(&file).unwrap().1.tournament;
    assert_eq!((desk.view().players.len(), kept.players.len()), (0, 0));
}

#[test]
fn the_saved_state_of_another_tournament_is_not_that_of_the_open_one() {
    let mut desk = Desk::with_players(8);
    let mut late = App::saver::<Tournament>(&desk.app.handle);
    let file = TournamentFile::new(desk.games().join("b.tournament.json"));
    for _ in 0..9 {
        late.save(&file, desk.on_disk());
    }
    drop(late);
    desk.app.pump();
    assert!(!desk.app.is_saving_tournament());
}
