//! What the panels over the archive, home and the result offer, and what a tap on them does.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tablet_of_truth::app::{About, ArchiveCommand, Command, Field, Page, Panel, TableCommand};
use tablet_of_truth::archive::{Archive, write_session};
use tablet_of_truth::game::RoundState;
use tablet_of_truth::session::{Player, Record, Session};
use tablet_of_truth::statistics::Statistics;
use tablet_of_truth::text::Text;
use tablet_of_truth::wizard::{Command as Step, RuleSet};
use tempfile::TempDir;
use uuid::Uuid;

use crate::common::last_wizard::won;
use crate::common::program::Program;
use crate::common::{at, played, session_of, unbound, with_id};
use crate::{at_table, keep, load, viewing, with_settings};

const PLACE: &str = "Where to save the file";

/// Ben won a game of two rounds, the first of this evening.
fn game() -> Session {
    let begun = session_of(&["Anna", "Ben", "Cleo"], RuleSet { hands: Some(vec![1, 2]), ..unbound() });
    played(&played(&begun, &[0, 1, 1], &[0, 1, 0]), &[1, 1, 0], &[0, 1, 1])
}

/// The only game of the folder is viewed, with this panel over it.
fn over_the_game(panel: Panel) -> (Program, TempDir) {
    let home = TempDir::new().unwrap();
    fs::create_dir(home.path().join("games")).unwrap();
    let file = keep(&home.path().join("games"), "game.json", &game());
    let mut program = Program::start(with_settings(&home));
    program.view(&file);
    program.archive(ArchiveCommand::Panel(panel));
    (program, home)
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = Archive::new(folder.to_owned()).paths().unwrap();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Writes what is chosen to a file of this name, whose beginning is returned.
fn written(program: &mut Program, file: &Path) -> String {
    program.fill(PLACE, file.to_str().unwrap());
    program.press(&["Save"]);
    assert!(program.messages().contains(&format!("Saved as {}", file.display())), "{}", program.messages());
    let bytes = fs::read(file).unwrap();
    let begins: String = bytes.iter().take(60).map(|&byte| char::from(byte)).collect();
    begins.trim_start_matches("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").trim_start().to_lowercase()
}

#[test]
fn a_game_is_written_in_every_format_and_the_folder_remembered() {
    let (mut program, home) = over_the_game(Panel::Elsewhere);
    let folder = home.path().join("papers");
    fs::create_dir(&folder).unwrap();
    assert!(!program.value(PLACE).starts_with(folder.to_str().unwrap()));
    for (choice, ending, start) in [
        ("PDF sheet", "pdf", "%pdf-"),
        ("Picture", "png", "\u{89}png"),
        ("Web page", "html", "<!doctype html>"),
        ("Text", "txt", "wizard"),
        ("Markdown", "md", "#"),
        ("CSV table", "csv", "session,date,round,cards,dealer,trump,player"),
        ("JSON", "json", "{"),
        ("SVG", "svg", "<svg"),
        ("BG Stats file", "bgsplay", "{"),
    ] {
        program.press(&[choice]);
        let suggested = program.value(PLACE);
        assert!(suggested.contains("2026-03-07") && suggested.ends_with(&format!(".{ending}")), "{suggested}");
        let begins = written(&mut program, &folder.join(format!("game.{ending}")));
        assert!(begins.starts_with(start), "{choice} begins with {begins:?}");
    }
    program.press(&["PDF sheet"]);
    assert!(program.value(PLACE).starts_with(folder.to_str().unwrap()));
    // A tile writes to the folder of last time at once, and nothing there is overwritten.
    program.archive(ArchiveCommand::Panel(Panel::Share));
    program.press(&["Picture"]);
    assert!(program.messages().contains("Saved as "), "{}", program.messages());
    program.press(&["Picture"]);
    assert!(program.messages().contains("already exists"), "{}", program.messages());
    program.until("kept", |app| !app.is_keeping_settings());
    drop(program);

    // For everything else, too, after a restart.
    let mut program = Program::start(with_settings(&home));
    program.tap(Command::Show(Page::Archive));
    program.archive(ArchiveCommand::Panel(Panel::Manage));
    program.press(&["Empty score pads to print"]);
    for players in 3..=6 {
        program.press(&[&format!("{players} players")]);
        let pad = folder.join(format!("wizard-pad-{players}.pdf"));
        assert_eq!(program.value(PLACE), pad.to_str().unwrap());
        assert!(written(&mut program, &pad).starts_with("%pdf-"));
    }
}

#[test]
fn a_file_is_written_where_that_is_possible_and_over_no_other() {
    let (mut program, home) = over_the_game(Panel::Elsewhere);
    let [letter, bill] = ["letter.txt", "bill.txt"].map(|name| home.path().join(name));
    fs::write(&letter, "dear").unwrap();
    fs::write(&bill, "due").unwrap();
    let offered = |program: &mut Program| match program.app.archive().notice.unwrap().about {
        About::There(path) => Some(path),
        _ => None,
    };
    let name = Path::new(&program.value(PLACE)).file_name().unwrap().to_owned();
    let (folder, inside) = (home.path().display().to_string(), letter.join("game.txt").display().to_string());
    for (typed, text) in [
        (letter.to_str().unwrap(), "letter.txt already exists. Choose another name, or replace it."),
        (bill.to_str().unwrap(), "bill.txt already exists. Choose another name, or replace it."),
        (&inside, "Not saved: "),
        ("", "Not saved: . "),
        ("relative.pdf", "Not saved: "),
        // A folder takes it under the suggested name.
        (&folder, "Saved as "),
    ] {
        program.fill(PLACE, typed);
        program.press(&["Save"]);
        assert!(program.messages().contains(text), "{typed:?}: {}", program.messages());
        let replaced = text.contains("or replace it").then(|| PathBuf::from(typed));
        assert_eq!(offered(&mut program), replaced, "consent for one file is none for another");
        assert_eq!([&letter, &bill].map(|file| fs::read_to_string(file).unwrap()), ["dear", "due"]);
    }
    assert!(home.path().join(name).is_file() && !Path::new("relative.pdf").exists());
    program.archive(ArchiveCommand::Write { path: letter.clone(), replace: true });
    assert!(fs::read(&letter).unwrap().starts_with(b"%PDF"), "{}", program.messages());
}

#[test]
fn an_evening_is_shared_as_long_as_there_is_a_game_of_it() {
    let home = TempDir::new().unwrap();
    let games = home.path().join("games");
    fs::create_dir(&games).unwrap();
    let early = keep(&games, "early.json", &game().noted("Kitchen", "").unwrap());
    let second = with_id(&game(), Uuid::from_u128(9));
    let late = keep(&games, "late.json", &second.noted("Kitchen", "").unwrap());
    let mut program = Program::over(&games);
    program.archive(ArchiveCommand::ShareEvening(late.clone()));
    program.archive(ArchiveCommand::Panel(Panel::Formats));
    for of_one_game in ["Web page", "BG Stats file", "BG Stats: a code to scan", "JSON"] {
        assert!(!program.offers(of_one_game), "{of_one_game}");
    }
    program.press(&["Elsewhere…"]);
    for (choice, ending, start) in
        [("PDF sheet", "pdf", "%pdf-"), ("Picture", "png", "\u{89}png"), ("CSV table", "csv", "rank")]
    {
        program.press(&[choice]);
        assert!(program.value(PLACE).ends_with(&format!("evening_2026-03-07_Ben_Anna_Cleo.{ending}")));
        assert!(written(&mut program, &home.path().join(format!("evening.{ending}"))).starts_with(start), "{choice}");
    }
    let text = program.app.as_text().unwrap();
    let head = "Saturday evening\n7 Mar 2026 · Kitchen · 2 games · Ben won 2 games\n\nRank   Player   Points   Won\n";
    assert!(text.starts_with(head) && text.contains("Ben"), "{text}");
    program.archive(ArchiveCommand::Panel(Panel::Share));
    for (gone, panel) in [(early, Panel::Share), (late, Panel::None)] {
        fs::remove_file(&gone).unwrap();
        program.until("forgotten", |app| app.archive().all == usize::from(panel == Panel::Share));
        assert_eq!(program.app.panel(), panel, "{}", gone.display());
    }
}

#[test]
fn the_trash_gives_back_and_asks_before_it_is_emptied() {
    let home = TempDir::new().unwrap();
    let numbered = |number: u128| with_id(&game(), Uuid::from_u128(number << 96 | 1));
    let paths: Vec<PathBuf> =
        (1..=3).map(|number| keep(home.path(), &format!("{number}.json"), &numbered(number))).collect();
    let before = files(home.path());
    let mut program = Program::over(home.path());
    program.tap(Command::Show(Page::Archive));
    for path in &paths {
        program.archive(ArchiveCommand::View(path.clone()));
        program.archive(ArchiveCommand::Panel(Panel::More));
        program.press(&["Delete: move it to the trash"]);
        assert!(program.messages().contains("The session is in the trash."), "{}", program.messages());
    }
    program.archive(ArchiveCommand::Panel(Panel::Manage));
    program.press(&["Trash"]);
    program.until("read", |app| app.trashed().is_some_and(|files| files.len() == 3));
    program.press(&["Restore 7 Mar 2026, Ben 60 · Anna 10 · Cleo −20"]);
    assert!(program.messages().contains("The session is back."), "{}", program.messages());
    let back = files(home.path());
    assert!(back.len() == 1 && back.iter().all(|(path, bytes)| before[path] == *bytes), "byte for byte");
    let trashed = || files(&home.path().join("Trash")).len();
    program.press(&["Empty the trash…"]);
    assert!(program.texts().contains(&"Delete 2 files for good? This cannot be undone.".to_owned()));
    program.press(&["Keep them", "Empty the trash…"]);
    let back_to_the_trash = program.app.data_panel().unwrap().close;
    program.tap(back_to_the_trash);
    assert_eq!((trashed(), program.app.panel()), (2, Panel::Trash));
    program.press(&["Empty the trash…", "Delete for good"]);
    assert_eq!((trashed(), files(home.path())), (0, back));
    assert!(program.messages().contains("2 files were deleted for good."), "{}", program.messages());
    assert!(program.texts().contains(&"The trash is empty.".to_owned()));
}

#[test]
fn the_choices_of_the_filter_count_sessions() {
    let home = TempDir::new().unwrap();
    for (number, names) in
        [["Anna", "Ben", "Cleo"], ["Ben", "Cleo", "Dora"], ["Ben", "Anna", "Émile"]].iter().enumerate()
    {
        let game = played(&session_of(names, unbound()), &[0, 1, 1], &[0, 1, 0]);
        let game = names.iter().enumerate().fold(game, |game, (seat, name)| {
            let person = Player::new(*name, Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()));
            game.renamed(game.people().players_at_end()[seat].id, &person).unwrap()
        });
        keep(home.path(), &format!("{number}.json"), &with_id(&game, Uuid::from_u128(number as u128)));
    }
    let mut program = Program::over(home.path());
    program.tap(Command::Show(Page::Archive));
    program.archive(ArchiveCommand::Panel(Panel::Filter));
    let choices = |program: &Program, list: &str| -> Vec<String> {
        let hint = |hint: &Text| format!(": {hint}");
        let actions = program.item(list).actions;
        actions.iter().map(|one| format!("{}{}", one.text, one.hint.as_ref().map(hint).unwrap_or_default())).collect()
    };
    let expected = ["Any player", "Ben: 3 sessions", "Anna: 2 sessions", "Cleo: 2 sessions", "Dora: 1 session"];
    assert_eq!(choices(&program, "Sessions with")[..5], expected);
    assert_eq!(choices(&program, "Year")[1], "2026: 3 sessions");
    for (list, choice, any, found) in [
        ("Sessions with", "Dora", "Any player", 1),
        ("Players", "3 players", "3–6 players", 3),
        ("Year", "2026", "Any year", 3),
    ] {
        program.press(&[choice]);
        assert_eq!((program.app.archive().found, program.value(list).as_str()), (found, choice));
        program.press(&[any]);
        assert_eq!((program.app.archive().found, program.value(list).as_str()), (3, any));
    }
}

#[test]
fn a_correction_from_the_archive_leads_back_there_and_writes_only_what_is_saved() {
    let (mut program, home) = over_the_game(Panel::None);
    let games = home.path().join("games");
    let (before, path) = (files(&games), games.join("game.json"));
    let table = |command| Command::OnTable(command);
    let correct = Command::OnArchive(ArchiveCommand::Correct { of: path.clone(), round: 2, seat: Some(1) });
    let change = [correct, table(TableCommand::Field(Field::Bid)), table(TableCommand::Number(0))];
    let ways: [&[Command]; 4] = [
        &[table(TableCommand::Escape), table(TableCommand::Escape)],
        &[Command::Undo, Command::Undo],
        &[table(TableCommand::Cancel)],
        &[table(TableCommand::Cancel), Command::Undo],
    ];
    for way in ways {
        for command in &change {
            program.tap(command.clone());
        }
        assert_eq!((program.app.page(), program.app.is_correcting_from_archive()), (Page::Table, true));
        assert_eq!(program.app.table().common.effect.unwrap().totals, [("Ben".to_owned(), 60, 20)]);
        for command in way {
            program.tap(command.clone());
        }
        assert_eq!((program.app.page(), files(&games)), (Page::Archive, before.clone()), "{way:?}");
        assert_eq!(program.app.viewed_path().as_ref(), Some(&path));
    }
    for command in change.into_iter().chain([table(TableCommand::Primary)]) {
        program.tap(command);
    }
    assert_eq!(program.app.page(), Page::Archive);
    assert!(program.messages().contains("Round 2 is corrected; the totals follow."), "{}", program.messages());
    assert_eq!(load(&path).current_totals(), [10, 20, -20]);
}

#[test]
fn a_game_that_ended_early_has_no_current_round() {
    let running = game().undo().unwrap();
    let ended = running.apply(Step::EndEarly(at(90))).unwrap();
    for (game, open) in [(ended, 0), (running, 1)] {
        let (program, _, _home) = viewing(&game);
        let sheet = program.app.sheet();
        let dealers = sheet.players.iter().filter(|player| player.dealer).count();
        assert_eq!((sheet.rows.iter().filter(|row| row.state == RoundState::Open).count(), dealers), (open, open));
    }
}

#[test]
fn an_import_that_differs_is_kept_beside_the_game_and_what_is_nowhere_is_reported() {
    let (mut program, home) = over_the_game(Panel::Import);
    let changed = keep(home.path(), "changed.json", &game().noted("Elsewhere", "").unwrap());
    program.fill("File to import", "relative.csv");
    program.press(&["Import"]);
    assert!(program.messages().contains("Nothing was imported. "), "{}", program.messages());
    program.fill("File to import", home.path().join("nowhere.csv").to_str().unwrap());
    program.press(&["Import"]);
    let preview = program.app.preview().unwrap();
    assert!(preview.adds.is_none() && preview.left_out[0].to_string().contains("nowhere.csv: "), "{preview:?}");
    program.archive(ArchiveCommand::Panel(Panel::Import));
    program.fill("File to import", changed.to_str().unwrap());
    program.press(&["Import"]);
    let preview = program.app.preview().unwrap();
    assert_eq!(preview.here[0].to_string(), "1 differs from the one here and is kept beside it.");
    program.archive(ArchiveCommand::AddPreviewed);
    program.until("listed", |app| app.archive().found == 2);
}

#[test]
fn the_result_is_shared_as_its_game() {
    let (mut program, _, home) = at_table(&game());
    assert_eq!(program.app.page(), Page::Result);
    program.archive(ArchiveCommand::Panel(Panel::Elsewhere));
    program.press(&["CSV table"]);
    assert!(program.value(PLACE).contains("2026-03-07"), "{}", program.value(PLACE));
    let file = home.path().join("result.csv");
    written(&mut program, &file);
    assert!(fs::read_to_string(&file).unwrap().contains("Ben"));
}

#[test]
fn a_backup_names_the_unreadable_files_it_leaves_out() {
    let (mut program, home) = over_the_game(Panel::Backup);
    fs::write(home.path().join("games/broken.json"), "{").unwrap();
    program.fill(PLACE, home.path().join("all.json").to_str().unwrap());
    program.press(&["Save"]);
    let text = program.messages();
    assert!(text.contains("but without 1 file that could not be read: ") && text.contains("broken.json"), "{text}");
}

#[test]
fn an_empty_game_makes_way_for_another() {
    let home = TempDir::new().unwrap();
    let mut program = Program::over(home.path());
    program.deal(&["Anna", "Ben", "Cleo"]);
    program.deal(&["Anna", "Ben", "Dora"]);
    let trash = files(&home.path().join("Trash")).into_keys().map(|path| Archive::load(&path).unwrap().session);
    let names: Vec<_> = trash.map(|game| game.wizard().unwrap().people().names_at_end()).collect();
    assert_eq!((files(home.path()).len(), names), (1, vec![["Anna", "Ben", "Cleo"].map(String::from).to_vec()]));
    program.tap(Command::OnTable(TableCommand::Number(1)));
    program.deal(&["Anna", "Ben", "Emil"]);
    assert_eq!(files(home.path()).len(), 2, "a game with an entry must stay");
}

#[test]
fn the_example_is_nobodys_and_goes_without_a_game_that_is_somebodys() {
    let home = TempDir::new().unwrap();
    let games = home.path().join("games");
    let mut program = Program::over(&games);
    program.archive(ArchiveCommand::AddExample);
    let example = files(&games);
    assert_eq!((example.len(), program.app.names().len()), (2, 0), "nobody of it is offered as a player");
    let records: Vec<Record> = example.keys().map(|path| Record::of(&load(path))).collect();
    let figures = Statistics::of(&records);
    assert!(figures.players.is_empty() && figures.sessions.left_out == 0);
    // Another program has just put a game in place of one of the example's.
    let replaced = example.keys().next().unwrap();
    fs::write(replaced, write_session(&game(), at(99)).unwrap()).unwrap();
    program.archive(ArchiveCommand::RemoveExample);
    assert!(files(&games).into_keys().eq([replaced.clone()]), "{:?}", files(&games).keys());
    program.tap(Command::Undo);
    assert_eq!(files(&games).len(), 2, "{}", program.messages());

    let nowhere = home.path().join("nowhere");
    fs::write(&nowhere, "not a folder").unwrap();
    let mut program = Program::over(&nowhere);
    program.archive(ArchiveCommand::AddExample);
    assert!(program.messages().contains("The example could not be saved: "), "{}", program.messages());
}

#[test]
fn the_list_of_home_ends_with_a_whole_evening() {
    let home = TempDir::new().unwrap();
    let on = |number: u128, days: i64| {
        let day = at(0).date_naive() - chrono::Duration::days(days);
        with_id(&game(), Uuid::from_u128(number << 96 | 1)).on(day)
    };
    let evening = (31..=33).map(|number| (number, on(number, 60)));
    for (number, game) in (1..=29).map(|number| (number, on(number, number as i64))).chain(evening) {
        keep(home.path(), &format!("{number}.json"), &game);
    }
    let program = Program::over(home.path());
    let recent = program.app.home().recent;
    let facts =
        |entry: &tablet_of_truth::app::Entry| entry.evening.as_ref().map(|of| of.facts.first().map(Text::to_string));
    let last: Vec<_> = recent[28..].iter().map(facts).collect();
    assert_eq!((recent.len(), last), (32, vec![Some(None), Some(Some("3 games".into())), None, None]));
}

#[test]
fn what_sets_a_game_apart_stands_at_its_result() {
    let five = |number: u128, bids: [u8; 3], tricks: [u8; 3]| {
        let rules = RuleSet { hands: Some(vec![1; 5]), ..unbound() };
        let game = (0..5).fold(session_of(&["Anna", "Ben", "Cleo"], rules), |game, _| played(&game, &bids, &tricks));
        with_id(&game, Uuid::from_u128(number << 96 | 1)).on(at(0).date_naive() + chrono::Duration::days(number as i64))
    };
    let usual = |number| five(number, [0, 0, 0], [1, 0, 0]);
    for (before, last, text) in [
        (5, five(20, [1, 1, 0], [1, 0, 0]), "A record for 3 players: Anna, the best of 6 games."),
        (5, five(20, [0, 0, 0], [0, 1, 0]), "A personal best for Anna: the best of 6 games with 3 players."),
        (4, five(20, [1, 1, 0], [1, 0, 0]), "Anna's first win, in game 5."),
        (5, usual(20), "Ben has won 6 games in a row."),
        (1, usual(20), ""),
    ] {
        let home = TempDir::new().unwrap();
        for number in 1..=before {
            keep(home.path(), &format!("{number}.json"), &usual(number));
        }
        let path = keep(home.path(), "last.json", &last);
        let mut program = Program::over(home.path());
        program.tap(Command::Open(path));
        program.until("looked for", |app| {
            app.look_for_feat();
            !app.is_busy() && (app.feat().is_some() || text.is_empty())
        });
        assert_eq!(program.app.feat().map(|feat| feat.to_string()).unwrap_or_default(), text);
    }
}

/// Only its own kind counts: a game of Wizard in between, which she loses, ends no row.
#[test]
fn a_game_of_the_last_wizard_is_set_apart_from_its_own_kind() {
    let home = TempDir::new().unwrap();
    let write = |day: u32, mut game: Value| {
        game["id"] = json!(Uuid::from_u128(u128::from(day) << 96 | 1));
        game["started"] = json!(format!("2026-01-{day:02}T20:00:00+01:00"));
        let named = |name: &str| json!({"name": name, "id": Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes())});
        game["players"] = json!(["Lana", "Élodie", "Takako"].map(named));
        let path = home.path().join(format!("{day}.json"));
        fs::write(&path, game.to_string()).unwrap();
        path
    };
    let won = || json!({"game": "last-wizard", "first_player": 0, "start": [20, 20, 20], "rounds": [won(10)]});
    let lost = json!({"first_dealer": 0, "rules": {"plus_minus_one": false, "hands": [1]},
        "rounds": [{"bids": [0, 0, 0], "tricks": [1, 0, 0]}]});
    write(1, won());
    write(2, won());
    write(3, lost);
    let last = write(4, won());
    let mut program = Program::over(home.path());
    program.tap(Command::Open(last));
    program.until("looked for", |app| {
        app.look_for_feat();
        app.feat().is_some()
    });
    assert_eq!(program.app.feat().unwrap().to_string(), "Lana has won 3 games in a row.");
}
