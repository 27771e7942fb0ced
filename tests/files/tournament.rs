//! Games of a tournament among others: renamed people, a refusing disk, a game that is kept elsewhere.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tablet_of_truth::app::{
    ArchiveCommand, Command, Page, Panel, SaveState, ShareItem, StatisticsCommand, TableCommand, TableState,
    TournamentCommand, TournamentSetting, TournamentView,
};
use tablet_of_truth::archive::{Archive, Known, TournamentFile, gather};
use tablet_of_truth::session::{Player, Session, Tournaments};
use tablet_of_truth::table::{Cell, Order, Row};
use tablet_of_truth::wizard::Command as Step;
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::program::Program;
use crate::common::{after, at, hands, notice_text, played, session_of, tournament_table, unbound, with_id};
use crate::{keep, load};

fn first_name(path: &Path) -> String {
    load(path).people().names_at_end().remove(0)
}

/// As a tournament's file has them.
fn players(names: &[&str]) -> Vec<Value> {
    (1..).zip(names).map(|(number, name): (u32, _)| json!({"number": number, "name": name})).collect()
}

/// At the first table of a new tournament of these four.
fn seated(games: &Path, names: &str) -> Program {
    let mut program = Program::over(games);
    let (add, play) = (TournamentCommand::Add(names.into()), TournamentCommand::PlayHere(0));
    for command in [TournamentCommand::Begin, add, TournamentCommand::Seat, TournamentCommand::Slip(0), play] {
        program.tap(Command::OnTournament(command));
    }
    assert_eq!(program.app.tournament().unwrap().slip, None, "it would lie over home");
    assert_eq!(program.app.page(), Page::Table, "{}", notice_text(program.app.message()));
    program
}

/// A program at the first table of a tournament of four, whose games lie in `games`.
fn at_a_table() -> (Program, PathBuf, TempDir) {
    let home = TempDir::new().unwrap();
    let games = home.path().join("games");
    fs::create_dir(&games).unwrap();
    (seated(&games, "Anna\nBo\nCleo\nDora"), games, home)
}

fn refused(program: &mut Program, command: Command) {
    program.app.handle(command);
    program.until("refused", |app| !app.is_busy());
    assert!(matches!(program.app.save_state(), SaveState::Failed(_)), "{:?}", program.app.save_state());
}

#[test]
fn a_new_name_leaves_the_games_of_tournaments_to_their_tables() {
    let home = tempfile::tempdir().unwrap();
    let session = played(&session_of(&["Anna", "Bo", "Cleo"], unbound()), &[1, 0, 0], &[1, 0, 0]);
    let plain = keep(home.path(), "a.json", &session);
    let other = with_id(&session, Uuid::from_u128(2)).at_tournament(tournament_table());
    let of_table = keep(home.path(), "b.json", &other);
    let before = fs::read(&of_table).unwrap();

    let mut program = Program::over(home.path());
    let text = program.rename("Anna", "Annabel");
    assert!(text.contains("in 1 session. 1 game of a tournament keeps the name"), "{text}");
    let is_before = || fs::read(&of_table).unwrap() == before;
    assert!(first_name(&plain) == "Annabel" && is_before(), "the table's game is as before");
    program.change_name(ArchiveCommand::TakeBack);
    assert!(first_name(&plain) == "Anna" && is_before());

    // Nor a game that only its tournament names.
    drop(program);
    fs::remove_file(&of_table).unwrap();
    let path = home.path().join("open.tournament.json");
    let tables = json!([{"table": "A", "players": [1, 2, 3], "session": session.id()}]);
    let file = json!({"id": Uuid::from_u128(7), "name": "Open", "players": players(&["Anna", "Bo", "Cleo"]),
        "rounds": [{"tables": tables}]});
    fs::write(&path, file.to_string()).unwrap();
    let mut program = Program::over(home.path());
    let text = program.rename("Anna", "Annabel");
    assert!(text.contains("in 0 sessions. 1 game of a tournament keeps the name"), "{text}");
    let gathered = gather(&TournamentFile::open(&path).unwrap().1.tournament, home.path()).unwrap();
    assert!(matches!(gathered.known[0][0], Known::Playing(2, _)), "{:?}", gathered.known);
}

/// A club's game, and one of the tournament "Open" at which another Anna, Dora and Emil play, both finished.
fn club_and_tournament() -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let club = played(&session_of(&["Anna", "Bo", "Cleo"], hands(&[1])), &[1, 0, 0], &[1, 0, 0]);
    keep(home.path(), "club.json", &club);
    let open = played(&session_of(&["Anna", "Dora", "Emil"], hands(&[1])), &[1, 0, 0], &[1, 0, 0]);
    let mut open = with_id(&open, Uuid::from_u128(2)).at_tournament(tournament_table());
    for (number, player) in (100..).zip(open.people().players_at_end().to_vec()) {
        open = open.renamed(player.id, &Player::new(player.name, Uuid::from_u128(number))).unwrap();
    }
    let game = keep(home.path(), "open.json", &open);
    let file = json!({"id": tournament_table().id, "name": "Open", "players": [{"number": 1, "name": "Anna"}]});
    fs::write(home.path().join("open.tournament.json"), file.to_string()).unwrap();
    (home, game)
}

/// Everyone in the statistics with the number of their games.
fn counted(program: &mut Program, choice: Tournaments) -> Vec<(String, i64)> {
    program.tap(Command::Show(Page::Statistics));
    program.archive(ArchiveCommand::Tournaments(choice));
    program.until("counted", |app| {
        app.count();
        !app.statistics().counting
    });
    let players = program.app.statistics().figures.unwrap().players;
    let games = players.columns.iter().position(|column| column.key == "games").unwrap();
    let row = |row: &Row| match row.cell(games) {
        Cell::Number(games) => (row.name().unwrap().to_owned(), *games),
        other => panic!("{other:?}"),
    };
    let mut rows: Vec<_> = players.printed().map(row).collect();
    rows.sort();
    rows
}

fn once(names: &[&str]) -> Vec<(String, i64)> {
    names.iter().map(|&name| (name.to_owned(), 1)).collect()
}

#[test]
fn figures_count_tournaments_apart_and_their_people_stay_theirs_until_somebody_says_who_they_are() {
    let (home, game) = club_and_tournament();
    let before = fs::read(&game).unwrap();
    let mut program = Program::over(home.path());
    assert_eq!(counted(&mut program, Tournaments::Without), once(&["Anna", "Bo", "Cleo"]));
    program.archive(ArchiveCommand::Panel(Panel::Filter));
    let row = program.app.data_panel().unwrap().items.pop().unwrap();
    assert_eq!((&*row.key, row.value.unwrap().to_string()), ("tournaments", "Without tournaments".to_owned()));
    let strangers = ["Anna", "Anna (Open)", "Bo", "Cleo", "Dora (Open)", "Emil (Open)"];
    assert_eq!(counted(&mut program, Tournaments::With), once(&strangers));
    assert_eq!(counted(&mut program, Tournaments::Only(tournament_table().id)), once(&["Anna", "Dora", "Emil"]));
    assert_eq!(program.app.archive().found, 1, "only one tournament is listed");
    program.tap(Command::OnStatistics(StatisticsCommand::Order(Order::League)));
    let league = program.app.statistics().figures.unwrap().players;
    assert!(!league.rows.is_empty() && league.rows.iter().all(|row| row.name() != Some("Bo")), "of the same games");
    program.archive(ArchiveCommand::ClearFilter);
    assert_eq!(program.app.archive().found, 2, "the list has all games");

    // In Names, they stand by themselves.
    let names = |program: &Program| program.app.names().into_iter().map(|line| line.name).collect::<Vec<_>>();
    assert_eq!(names(&program).iter().filter(|name| name.contains("(Open)")).count(), 3);
    let text = program.rename("Dora (Open)", "Dorothea");
    assert!(text.contains("known only from a tournament"), "{text}");
    assert!(fs::read(&game).unwrap() == before);
    assert_eq!(program.app.merging("Anna (Open)", "Anna").met, 0);
    assert_eq!(program.rename("Anna (Open)", "Anna"), "Anna (Open) is now Anna, in 1 session.");
    assert_eq!(first_name(&game), "Anna", "by which its table finds the result");
    program.until("known", |app| app.names().iter().all(|line| line.name != "Anna (Open)"));
    let mut known = once(&["Anna", "Bo", "Cleo", "Dora (Open)", "Emil (Open)"]);
    known[0].1 = 2;
    assert_eq!(counted(&mut program, Tournaments::With), known);
    // A new name of the person is theirs there, too, and a merging keeps them.
    let text = program.rename("Anna", "Annabel");
    assert!(text.contains("1 game of a tournament keeps the name"), "{text}");
    known[0].0 = "Annabel".into();
    program.until("known", |app| app.names().iter().all(|line| line.name != "Anna"));
    assert_eq!(counted(&mut program, Tournaments::With), known);
}

#[test]
fn who_sits_at_a_tournaments_table_is_nobody_of_the_club_by_name() {
    let (home, _) = club_and_tournament();
    let club = load(&home.path().join("club.json"));
    let mut program = seated(home.path(), "Anna\nBo\nEve\nFritz");
    let table = program.app.session_file().unwrap();
    let table = load(table);
    let of_club: Vec<Uuid> = club.people().everyone().map(|player| player.id).collect();
    assert!(table.people().everyone().all(|player| !of_club.contains(&player.id)));
    // Nor does a set-up offer them.
    program.tap(Command::Show(Page::Setup));
    let known = program.app.setup().known;
    assert!(known.iter().all(|person| person.name != "Fritz" && person.name != "Emil"), "{known:?}");
}

#[test]
fn a_refused_game_keeps_its_rescue_beside_a_refused_tournament() {
    let (mut program, games, home) = at_a_table();
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
    assert!(Archive::load(&kept).is_ok(), "{}", notice_text(program.app.message()));
    // Now the tournament is told of.
    let place = program.app.other_place().unwrap();
    let beside = home.path().join(place.file_name().unwrap());
    program.app.handle(Command::SaveTo(beside.clone()));
    program.until("kept, too", |app| !app.is_busy());
    assert_eq!(program.app.tournament().unwrap().save, SaveState::Saved, "{}", notice_text(program.app.message()));
    assert_eq!(TournamentFile::open(&beside).unwrap().1.tournament.settings.rounds, 5);
}

#[test]
fn a_result_kept_elsewhere_is_not_reported_as_arrived() {
    let (mut program, _, home) = at_a_table();
    let sent = |program: &Program| program.app.result().sent.unwrap().to_string();
    assert!(sent(&program).contains("is in the tournament’s folder"));
    program.tap(Command::SaveTo(home.path().join("elsewhere.json")));
    assert!(sent(&program).contains("is not in the tournament’s folder"), "{}", sent(&program));
}

#[test]
fn a_backup_says_how_many_tournaments_are_in_it_and_brings_them_to_a_new_folder() {
    let (mut program, games, home) = at_a_table();
    let table = program.app.session_file().unwrap().to_owned();
    program.tap(Command::Show(Page::Archive));
    let mut said_of = |name: &str| {
        program.archive(ArchiveCommand::ShareItem(ShareItem::Backup));
        program.archive(ArchiveCommand::Write { path: home.path().join(name), replace: false });
        notice_text(program.app.archive().notice.as_ref())
    };
    let text = said_of("one.json");
    assert!(text.ends_with("one.json: 1 session and 1 tournament"), "{text}");
    let file = Archive::new(games).tournaments().unwrap().remove(0);
    let kept = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let text = said_of("two.json");
    assert!(text.ends_with("two.json: 1 session"), "{text}");

    // As after a disk that was lost, on another tablet: the game finds its tournament again.
    drop(program);
    let elsewhere = home.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let mut program = Program::over(&elsewhere);
    program.tap(Command::Show(Page::Archive));
    program.archive(ArchiveCommand::Import(home.path().join("one.json")));
    program.archive(ArchiveCommand::AddPreviewed);
    let text = notice_text(program.app.archive().notice.as_ref());
    assert_eq!(text, "1 session and 1 tournament were imported.");
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
fn a_session_that_cannot_be_the_result_is_reported_and_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("open.tournament.json");
    let at_table = tournament_table();
    let outcome = |hands: [u8; 3], mut table: Value, session: &Session| -> (bool, String) {
        (table["table"], table["players"]) = ("C".into(), json!([1, 2, 3]));
        let file = json!({
            "id": at_table.id, "name": "Open", "settings": {"hands": {"3": hands}},
            "players": players(&["Anna", "Bo", "Cleo", "Dora"]), "rounds": [{"tables": []}, {"tables": [table]}],
        });
        fs::write(&path, file.to_string()).unwrap();
        keep(folder.path(), "a.json", &session.clone().at_tournament(at_table.clone()));
        let gathered = gather(&TournamentFile::open(&path).unwrap().1.tournament, folder.path()).unwrap();
        let counts = gathered.tournament.tables(2)[0].results().is_some();
        (counts, gathered.notes.iter().map(|note| format!("{note}\n")).collect())
    };
    let begun = |names: [&str; 3]| session_of(&names, hands(&[1, 2, 3]));
    let finished = |names: [&str; 3]| {
        let rounds: [[u8; 3]; 3] = [[0, 1, 0], [1, 1, 0], [3, 0, 0]];
        rounds.iter().fold(begun(names), |session, tricks| played(&session, tricks, tricks))
    };
    let ours = ["Anna", "Bo", "Cleo"];
    assert_eq!(outcome([1, 2, 3], json!({}), &finished(ours)), (true, String::new()));

    // Other hands than the plan has.
    let (counts, notes) = outcome([1, 2, 1], json!({}), &finished(ours));
    assert!(!counts && notes.contains("round 2, table C: a.json: Anna (1): no hand is worth 50 points"), "{notes}");

    // Ended before a hand was scored.
    let (counts, notes) = outcome([1, 2, 3], json!({}), &after(&begun(ours), [Step::EndEarly(at(9))]));
    assert!(!counts && notes.contains("round 2, table C: a.json: nothing was played"), "{notes}");

    // Somebody else, beside a slip.
    let slip = json!({"results": [{"points": 60, "met": 3}, {"points": 20, "met": 2}, {"points": 10, "met": 2}]});
    let (counts, notes) = outcome([1, 2, 3], slip, &finished(["Anna", "Bo", "Dora"]));
    assert!(counts && notes.contains("round 2, table C: a.json: Dora does not sit at this table"), "{notes}");
}

#[test]
fn blanks_in_the_names_of_a_file_part_no_table_from_its_game() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("open.tournament.json");
    let file = json!({"id": Uuid::from_u128(7), "name": "Open", "players": players(&[" Anna", "Bo  B.", "Cleo\t"]),
        "rounds": [{"tables": [{"table": "A", "players": [1, 2, 3]}]}]});
    fs::write(&path, file.to_string()).unwrap();
    let mut program = Program::over(home.path());
    program.tap(Command::OnTournament(TournamentCommand::Play { path: path.clone(), table: "A".into() }));
    assert_eq!(program.app.page(), Page::Table, "{}", notice_text(program.app.message()));
    drop(program);
    let gathered = gather(&TournamentFile::open(&path).unwrap().1.tournament, home.path()).unwrap();
    let notes: Vec<String> = gathered.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, Vec::<String>::new());
    assert!(matches!(gathered.known[0][0], Known::Playing(1, _)), "{:?}", gathered.known);
}
