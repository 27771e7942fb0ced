//! Games of a tournament among others: renamed people, a refusing disk, a game that is kept elsewhere.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tablet_of_truth::app::{
    ArchiveCommand, Command, Page, SaveState, ShareItem, TableCommand, TableState, TournamentCommand,
    TournamentSetting, TournamentView,
};
use tablet_of_truth::archive::{Archive, Known, TournamentFile, gather, write_session};
use tablet_of_truth::session::Session;
use tablet_of_truth::wizard::{Command as Step, RuleSet};
use uuid::Uuid;

use crate::common::program::Program;
use crate::common::{after, at, played, said, session_of, tournament_table, unbound};

fn keep(path: &Path, session: &Session) {
    fs::write(path, write_session(session, at(99)).unwrap()).unwrap();
}

fn first_name(path: &Path) -> String {
    Archive::load(path).unwrap().session.wizard().unwrap().people().names_at_end().remove(0)
}

/// A program at the first table of a tournament of four, whose games lie in `games`.
fn at_a_table(home: &Path) -> (Program, PathBuf) {
    let games = home.join("games");
    fs::create_dir(&games).unwrap();
    let mut program = Program::over(&games);
    for command in [
        TournamentCommand::Begin,
        TournamentCommand::Add("Anna\nBo\nCleo\nDora".into()),
        TournamentCommand::Seat,
        TournamentCommand::PlayHere(0),
    ] {
        program.tap(Command::OnTournament(command));
    }
    assert_eq!(program.app.page(), Page::Table, "{}", said(program.app.message()));
    (program, games)
}

fn refused(program: &mut Program, command: Command) {
    program.app.handle(command);
    program.until("refused", |app| !app.is_busy());
    assert!(matches!(program.app.save_state(), SaveState::Failed(_)), "{:?}", program.app.save_state());
}

#[test]
fn a_new_name_leaves_the_games_of_tournaments_to_their_tables() {
    let home = tempfile::tempdir().unwrap();
    let (plain, of_table) = (home.path().join("a.json"), home.path().join("b.json"));
    let session = played(&session_of(&["Anna", "Bo", "Cleo"], unbound()), &[1, 0, 0], &[1, 0, 0]);
    keep(&plain, &session);
    let other = session.duplicate(Uuid::from_u128(2)).as_copy_of(None).at_tournament(tournament_table());
    keep(&of_table, &other);
    let before = fs::read(&of_table).unwrap();

    let mut program = Program::over(home.path());
    program.tap(Command::Show(Page::Archive));
    let mut change = |command: ArchiveCommand| {
        program.archive(command);
        program.until("renamed", |app| app.archive().renaming.is_none());
        assert!(fs::read(&of_table).unwrap() == before, "the table's game is as before");
        (first_name(&plain), said(program.app.archive().notice.as_ref()))
    };
    let (name, told) = change(ArchiveCommand::Rename { from: "Anna".into(), to: "Annabel".into() });
    assert_eq!(name, "Annabel");
    assert!(told.contains("in 1 session. 1 game of a tournament keeps the name"), "{told}");
    assert_eq!(change(ArchiveCommand::TakeBack).0, "Anna");
}

#[test]
fn a_new_name_leaves_a_game_that_a_tournament_names() {
    let home = tempfile::tempdir().unwrap();
    let (game, path) = (home.path().join("a.json"), home.path().join("open.tournament.json"));
    let session = played(&session_of(&["Anna", "Bo", "Cleo"], unbound()), &[1, 0, 0], &[1, 0, 0]);
    keep(&game, &session);
    let player = |(number, name): (u32, &str)| json!({"number": number, "name": name});
    let players: Vec<Value> = (1..).zip(["Anna", "Bo", "Cleo"]).map(player).collect();
    let tables = json!([{"table": "A", "players": [1, 2, 3], "session": session.id()}]);
    let file = json!({"id": Uuid::from_u128(7), "name": "Open", "players": players, "rounds": [{"tables": tables}]});
    fs::write(&path, file.to_string()).unwrap();
    let mut program = Program::over(home.path());
    program.tap(Command::Show(Page::Archive));
    program.archive(ArchiveCommand::Rename { from: "Anna".into(), to: "Annabel".into() });
    program.until("renamed", |app| app.archive().renaming.is_none());
    let told = said(program.app.archive().notice.as_ref());
    assert!(told.contains("in 0 sessions. 1 game of a tournament keeps the name"), "{told}");
    let gathered = gather(&TournamentFile::open(&path).unwrap().1.tournament, home.path()).unwrap();
    assert!(matches!(gathered.known[0][0], Known::Playing(2, _)), "{:?}", gathered.known);
}

#[test]
fn a_refused_game_keeps_its_rescue_beside_a_refused_tournament() {
    let home = tempfile::tempdir().unwrap();
    let (mut program, games) = at_a_table(home.path());
    let file = program.app.session_file().unwrap().file_name().unwrap().to_owned();
    fs::rename(&games, home.path().join("away")).unwrap();
    fs::write(&games, "").unwrap();
    refused(&mut program, Command::OnTable(TableCommand::Number(0)));
    let place = program.app.other_place();
    assert_eq!(place.as_ref().and_then(|place| place.file_name()), Some(&*file));
    program.app.handle(Command::Show(Page::Tournament));
    refused(&mut program, Command::OnTournament(TournamentCommand::Set(TournamentSetting::Rounds(5))));
    assert!(matches!(program.app.tournament().unwrap().save, SaveState::Failed(_)));
    assert_eq!(program.app.other_place(), place);
    let kept = home.path().join("kept.json");
    program.app.handle(Command::SaveTo(kept.clone()));
    program.until("kept", |app| !app.is_busy());
    assert!(Archive::load(&kept).is_ok(), "{}", said(program.app.message()));
    // Now the tournament is told of.
    let place = program.app.other_place().unwrap();
    let beside = home.path().join(place.file_name().unwrap());
    program.app.handle(Command::SaveTo(beside.clone()));
    program.until("kept, too", |app| !app.is_busy());
    assert_eq!(program.app.tournament().unwrap().save, SaveState::Saved, "{}", said(program.app.message()));
    assert_eq!(TournamentFile::open(&beside).unwrap().1.tournament.settings.rounds, 5);
}

#[test]
fn a_result_kept_elsewhere_is_not_said_to_have_arrived() {
    let home = tempfile::tempdir().unwrap();
    let (mut program, _) = at_a_table(home.path());
    let sent = |program: &Program| program.app.result().sent.unwrap().to_string();
    assert!(sent(&program).contains("is in the tournament’s folder"));
    program.tap(Command::SaveTo(home.path().join("elsewhere.json")));
    assert!(sent(&program).contains("is not in the tournament’s folder"), "{}", sent(&program));
}

#[test]
fn a_backup_says_how_many_tournaments_are_in_it_and_brings_them_to_a_new_folder() {
    let home = tempfile::tempdir().unwrap();
    let (mut program, games) = at_a_table(home.path());
    let table = program.app.session_file().unwrap().to_owned();
    program.tap(Command::Show(Page::Archive));
    let mut said_of = |name: &str| {
        program.archive(ArchiveCommand::ShareItem(ShareItem::Backup));
        program.archive(ArchiveCommand::Write { path: home.path().join(name), replace: false });
        said(program.app.archive().notice.as_ref())
    };
    let told = said_of("one.json");
    assert!(told.ends_with("one.json: 1 session and 1 tournament"), "{told}");
    let file = Archive::new(games).tournaments().unwrap().remove(0);
    let kept = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let told = said_of("two.json");
    assert!(told.ends_with("two.json: 1 session"), "{told}");

    // As after a disk that was lost, on another tablet: the game finds its tournament again.
    drop(program);
    let elsewhere = home.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let mut program = Program::over(&elsewhere);
    program.tap(Command::Show(Page::Archive));
    program.archive(ArchiveCommand::Import(home.path().join("one.json")));
    let told = said(program.app.archive().notice.as_ref());
    assert_eq!(told, "1 session and 1 tournament were imported.");
    let back = Archive::new(elsewhere).tournaments().unwrap().remove(0);
    assert_eq!(fs::read(&back).unwrap(), kept);
    program.until("offered", |app| app.home().tournaments.len() == 1);
    program.tap(Command::OnTournament(TournamentCommand::Open(back)));
    let playing = |view: TournamentView| matches!(view.tables[0].state, TableState::Playing(1, _));
    program.until("the game is known", |app| app.tournament().is_some_and(playing));
    program.tap(Command::OnTournament(TournamentCommand::PlayHere(0)));
    assert_eq!(program.app.session_file().unwrap().file_name(), table.file_name(), "it goes on");
}

#[test]
fn a_session_that_cannot_be_the_result_is_told_and_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("open.tournament.json");
    let at_table = tournament_table();
    let told = |hands: [u8; 3], mut table: Value, session: &Session| -> (bool, String) {
        (table["table"], table["players"]) = ("C".into(), json!([1, 2, 3]));
        let names = ["Anna", "Bo", "Cleo", "Dora"];
        let player = |(number, name): (u32, &str)| json!({"number": number, "name": name});
        let players: Vec<Value> = (1..).zip(names).map(player).collect();
        let file = json!({
            "id": at_table.id, "name": "Open", "settings": {"hands": {"3": hands}}, "players": players,
            "rounds": [{"tables": []}, {"tables": [table]}],
        });
        fs::write(&path, file.to_string()).unwrap();
        keep(&folder.path().join("a.json"), &session.clone().at_tournament(at_table.clone()));
        let gathered = gather(&TournamentFile::open(&path).unwrap().1.tournament, folder.path()).unwrap();
        let counts = gathered.tournament.tables(2)[0].results().is_some();
        (counts, gathered.notes.iter().map(|note| format!("{note}\n")).collect())
    };
    let begun = |names: [&str; 3]| session_of(&names, RuleSet { hands: Some(vec![1, 2, 3]), ..unbound() });
    let finished = |names: [&str; 3]| {
        let rounds: [[u8; 3]; 3] = [[0, 1, 0], [1, 1, 0], [3, 0, 0]];
        rounds.iter().fold(begun(names), |session, tricks| played(&session, tricks, tricks))
    };
    let ours = ["Anna", "Bo", "Cleo"];
    assert_eq!(told([1, 2, 3], json!({}), &finished(ours)), (true, String::new()));

    // Other hands than the plan has.
    let (counts, notes) = told([1, 2, 1], json!({}), &finished(ours));
    assert!(!counts && notes.contains("round 2, table C: a.json: Anna (1): no hand is worth 50 points"), "{notes}");

    // Ended before a hand was scored.
    let (counts, notes) = told([1, 2, 3], json!({}), &after(&begun(ours), [Step::EndEarly(at(9))]));
    assert!(!counts && notes.contains("round 2, table C: a.json: nothing was played"), "{notes}");

    // Somebody else, beside a slip.
    let slip = json!({"results": [{"points": 60, "met": 3}, {"points": 20, "met": 2}, {"points": 10, "met": 2}]});
    let (counts, notes) = told([1, 2, 3], slip, &finished(["Anna", "Bo", "Dora"]));
    assert!(counts && notes.contains("round 2, table C: a.json: Dora does not sit at this table"), "{notes}");
}

#[test]
fn two_names_of_one_person_in_the_archive_play_at_one_table() {
    let home = tempfile::tempdir().unwrap();
    let begun = session_of(&["Anna", "Bo", "Cleo"], unbound());
    keep(&home.path().join("a.json"), &begun);
    let renamed = session_of(&["Annabel", "Bo", "Cleo"], unbound()).duplicate(Uuid::from_u128(2)).as_copy_of(None);
    keep(&home.path().join("b.json"), &renamed);
    let mut program = Program::over(home.path());
    for command in [
        TournamentCommand::Begin,
        TournamentCommand::Add("Anna\nAnnabel\nBo\nCleo".into()),
        TournamentCommand::Seat,
        TournamentCommand::PlayHere(0),
    ] {
        program.tap(Command::OnTournament(command));
    }
    assert_eq!(program.app.page(), Page::Table, "{}", said(program.app.message()));
    let players = program.app.wizard().unwrap().people().players_at_end().to_vec();
    let kept = begun.people().players_at_end();
    assert_eq!(players.iter().filter(|player| player.id == kept[0].id).count(), 1, "one of them is known");
    assert!(kept[1..].iter().all(|known| players.iter().any(|player| player.id == known.id)), "so are the others");
}

#[test]
fn blanks_in_the_names_of_a_file_part_no_table_from_its_game() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("open.tournament.json");
    let names = [" Anna", "Bo  B.", "Cleo\t"];
    let players: Vec<Value> =
        (1..).zip(names).map(|(number, name): (u32, &str)| json!({"number": number, "name": name})).collect();
    let tables = json!([{"table": "A", "players": [1, 2, 3]}]);
    let file = json!({"id": Uuid::from_u128(7), "name": "Open", "players": players, "rounds": [{"tables": tables}]});
    fs::write(&path, file.to_string()).unwrap();
    let mut program = Program::over(home.path());
    program.tap(Command::OnTournament(TournamentCommand::Play { path: path.clone(), table: "A".into() }));
    assert_eq!(program.app.page(), Page::Table, "{}", said(program.app.message()));
    drop(program);
    let gathered = gather(&TournamentFile::open(&path).unwrap().1.tournament, home.path()).unwrap();
    let notes: Vec<String> = gathered.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, Vec::<String>::new());
    assert!(matches!(gathered.known[0][0], Known::Playing(1, _)), "{:?}", gathered.known);
}
