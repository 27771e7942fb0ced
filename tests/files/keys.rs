//! The keys: each that the page of keys names does something there, and what it does is no other key's.

use std::collections::BTreeSet;

use tablet_of_truth::app::{
    ArchiveCommand, Command, Overlay, Page, Panel, PenaltyCommand, PhonesCommand, SetupCommand, TableCommand as T,
    TournamentCommand, TournamentTab,
};
use tablet_of_truth::session::GameName;
use tablet_of_truth::wizard::{CloudEntry, Edition, Phase, Round, Trump};
use tempfile::TempDir;

use crate::common::program::{Program, over};
use crate::common::{cloud, hands, played, session_of};
use crate::keep;
use crate::setup::new_game;

/// What fields, buttons and lists take themselves, and the window for its own.
const OF_PARTS: [&str; 12] = [
    "Press the button with the ring",
    "To the next button, or the previous one",
    "Close what is open, or go back",
    "At the table and on the board: the other players' phones",
    "On the chart: choose a round",
    "In the name field: add the player",
    "In the name field: choose a known player",
    "In the empty field, with three or more players: deal round 1",
    "On the handle of a seat: move the player",
    "On a slip: to the next field",
    "To another line or table",
    "Scroll",
];

/// The keys that a line of the list names.
fn keys(line: &str) -> Vec<String> {
    let line = line.replace("Page ", "Page_").replace(", then", "").replace(" or ", " ").replace(" and ", " ");
    line.split_whitespace().filter(|name| *name != "…").map(|name| name.replace('_', " ")).collect()
}

fn command(program: &Program, key: &str) -> Option<Command> {
    program.app.command_of_key(key, false)
}

fn table(game: GameName, names: &[&str]) -> (Program, TempDir) {
    let home = TempDir::new().unwrap();
    let mut program = Program::over(home.path());
    program.tap(Command::OnSetup(SetupCommand::Game(game)));
    program.deal(names);
    (program, home)
}

/// A new game of Wizard with three players.
pub fn wizard() -> (Program, TempDir) {
    table(GameName::Wizard, &["Anna", "Ben", "Cleo"])
}

#[test]
fn each_key_of_the_list_does_something_on_its_page() {
    let (mut program, _home) = wizard();
    let mut seen = BTreeSet::new();
    let mut check = |program: &Program| {
        let (page, (heading, listed)) = (program.app.page(), program.app.page_keys());
        assert!(!listed.is_empty(), "{page:?}");
        for shortcut in listed {
            let (names, does) = (shortcut.keys.to_string(), shortcut.does.to_string());
            let of_part = OF_PARTS.contains(&does.as_str()) || names == "1   2   3" || names.ends_with("+ and −");
            for key in keys(&names).iter().filter(|_| !of_part) {
                assert!(command(program, key).is_some(), "{page:?}, {names}: {does}");
            }
            seen.insert(does);
        }
        seen.insert(heading.to_string());
    };
    check(&program);
    program.tap(Command::Show(Page::Board));
    check(&program);
    program.tap(Command::Show(Page::Table));
    program.tap(Command::ChangeGame);
    program.tap(Command::Show(Page::Change));
    check(&program);
    let last = program.app.page_keys().1.pop().unwrap();
    assert_eq!([last.keys, last.does].map(|text| text.to_string()), ["Ctrl+Enter", "Save changes"]);
    program.tap(Command::StepBack);
    program.tap(Command::OnTable(T::Number(0)));
    program.tap(Command::OnTable(T::End));
    assert_eq!(program.app.page(), Page::Result);
    check(&program);
    for page in [Page::Archive, Page::Home, Page::Setup, Page::Rules] {
        program.tap(Command::Show(page));
        check(&program);
    }
    program.tap(Command::OnTournament(TournamentCommand::Begin));
    program.tap(Command::OnTournament(TournamentCommand::Tab(TournamentTab::Results)));
    assert_eq!(program.app.page(), Page::Tournament);
    check(&program);
    let (other, _home) = table(GameName::LastWizard, &["Anna", "Ben", "Cleo"]);
    check(&other);
    assert!(seen.len() > 45 && seen.contains("The selected player folds"), "{seen:#?}");
}

fn press(program: &mut Program, keys: &str) {
    for key in keys.split(' ').map(|key| key.replace('_', " ")) {
        let command = command(program, &key).unwrap_or_else(|| panic!("{key} means nothing"));
        program.tap(command);
    }
}

fn facts(program: &Program) -> Round {
    program.app.wizard().unwrap().open().unwrap().1.facts.clone()
}

#[test]
fn trump_bomb_and_cloud_are_entered_by_keys_on_the_table_and_on_the_board() {
    for page in [Page::Table, Page::Board] {
        let (mut program, _home) = new_game(&["Anna", "Ben", "Cleo"]);
        program.tap(Command::OnSetup(SetupCommand::Edition(Edition::Anniversary)));
        program.tap(Command::Deal);
        // Ben leads.
        press(&mut program, "0 0 0 Enter");
        program.tap(Command::Show(page));
        press(&mut program, "E");
        assert_eq!(facts(&program).trump, Some(Trump::Green), "E is the key of the Elves");
        press(&mut program, "N");
        assert_eq!(facts(&program).trump, Some(Trump::None));
        press(&mut program, "N B");
        assert_eq!((facts(&program).trump, facts(&program).bombs), (None, 1), "the same key takes it back");
        press(&mut program, "B 1 ↑ ↑ C");
        assert_eq!((facts(&program).bombs, facts(&program).clouds), (0, vec![CloudEntry::Asked(None)]));
        press(&mut program, "+");
        assert_eq!(facts(&program).clouds, [cloud(1, 1)]);
        press(&mut program, "C");
        assert_eq!(facts(&program).clouds, []);
        press(&mut program, "Ctrl+Backspace ↑ 0");
        assert_eq!(program.app.wizard().unwrap().open().unwrap().1.phase, Phase::Bidding);
        press(&mut program, "Enter Enter");
        assert_eq!(program.app.table().common.round, 2);
    }
}

#[test]
fn numbers_typed_in_a_row_go_from_player_to_player_also_where_the_rest_is_filled_in() {
    let (mut program, _home) = table(GameName::Wizard, &["Anna", "Ben", "Cleo", "Dieter", "Eva"]);
    press(&mut program, "0 0 0 0 0 Enter 1 0 0");
    // Ben leads round 1.
    assert_eq!(Vec::from_iter(facts(&program).tricks.iter().copied()), [None, Some(1), Some(0), Some(0), None]);
    press(&mut program, "Enter");
    assert_eq!(program.app.table().common.round, 2);
}

#[test]
fn the_pages_have_their_numbers() {
    let (mut program, _home) = wizard();
    for (key, page) in [
        ("Ctrl+2", Page::Archive),
        ("Ctrl+3", Page::Statistics),
        ("Ctrl+4", Page::Rules),
        ("Ctrl+5", Page::Settings),
        ("Ctrl+1", Page::Home),
        ("Ctrl+,", Page::Settings),
        ("Ctrl+N", Page::Setup),
    ] {
        press(&mut program, key);
        assert_eq!(program.app.page(), page, "{key}");
    }
}

/// Keys reach the topmost layer, and nothing behind it.
#[test]
fn a_key_means_what_is_on_top() {
    let (mut program, _home) = wizard();
    let on_table = |command| Some(Command::OnTable(command));
    for (shown, led_to) in [(Page::Board, Page::Table), (Page::Table, Page::Board)] {
        program.tap(Command::Show(shown));
        for key in ["R", "F11"] {
            assert_eq!(command(&program, key), Some(Command::Show(led_to)), "{key}");
        }
        for (key, back) in [("Page Up", true), ("Page Down", false)] {
            assert_eq!(command(&program, key), on_table(T::PageRound { back }), "{key}");
        }
    }
    program.tap(Command::OnTable(T::Overlay(Overlay::EndQuestion)));
    assert_eq!(command(&program, "R"), None, "a question is open");
    program.tap(Command::OnTable(T::Escape));
    assert_eq!(command(&program, "Esc"), on_table(T::Escape));
    assert_eq!(command(&program, "T"), on_table(T::Overlay(Overlay::Sheet)));
    assert_eq!(program.app.command_of_key("T", true), None, "it is beside the table");
    program.tap(Command::OnTable(T::Overlay(Overlay::Sheet)));
    assert_eq!(command(&program, "T"), on_table(T::Overlay(Overlay::None)));
    program.tap(Command::Show(Page::Board));
    assert_eq!(program.app.overlay(), Overlay::None, "hidden by the board, it would take Enter");
    program.tap(Command::Show(Page::Table));
    program.tap(Command::OnTable(T::Penalty(PenaltyCommand::For(None))));
    assert_eq!(command(&program, "↑"), on_table(T::Penalty(PenaltyCommand::Step { up: true })));
    assert_eq!(command(&program, "Enter"), on_table(T::Primary));
    for nothing in ["1", "Ctrl+2", "T", "B", "Page Up"] {
        assert_eq!(command(&program, nothing), None, "{nothing} under the penalty");
    }
    assert_eq!(command(&program, "Ctrl+Z"), Some(Command::Undo));
    assert_eq!(command(&program, "Ctrl+Shift+Z"), Some(Command::Redo));
    program.tap(Command::ShowKeys(true));
    assert_eq!(command(&program, "Esc"), Some(Command::ShowKeys(false)));
    for nothing in ["↑", "Enter", "Ctrl+Z", "F8"] {
        assert_eq!(command(&program, nothing), None, "{nothing} under the keys");
    }
    program.tap(Command::ShowKeys(false));
    program.tap(Command::OnTable(T::Overlay(Overlay::None)));
    program.tap(Command::OnArchive(ArchiveCommand::Panel(Panel::Game)));
    for nothing in ["1", "H", "B", "Backspace", "Ctrl+Enter"] {
        assert_eq!(command(&program, nothing), None, "{nothing} under the menu");
    }
    program.tap(Command::Show(Page::Archive));
    program.tap(Command::OnArchive(ArchiveCommand::Panel(Panel::Filter)));
    assert_eq!(command(&program, "Ctrl+1"), None);
    assert_eq!(command(&program, "Esc"), Some(Command::OnArchive(ArchiveCommand::Close)));
}

#[test]
fn enter_on_home_waits_until_the_games_are_read() {
    let (mut program, home) = wizard();
    program.tap(Command::OnTable(T::Number(0)));
    drop(program);
    let mut program = Program::starting(over(home.path()));
    assert_eq!(command(&program, "Enter"), None, "another game may yet turn out to be the last");
    program.until("read", |app| !app.home().reading);
    assert!(matches!(command(&program, "Enter"), Some(Command::Open(_))));
    assert_eq!([command(&program, "F8"), command(&program, "F11")], [None, None], "there is no table");
    for page in [Page::Home, Page::Archive] {
        program.tap(Command::Show(page));
        assert_eq!(command(&program, "Ctrl+Z"), Some(Command::Undo), "takes back a deletion on {page:?}");
    }
    let home = TempDir::new().unwrap();
    assert_eq!(command(&Program::over(home.path()), "Enter"), None, "there is nothing to continue");
    let over = played(&session_of(&["Anna", "Ben", "Cleo"], hands(&[1])), &[1, 0, 0], &[1, 0, 0]);
    let file = keep(home.path(), "game.json", &over);
    assert_eq!(command(&Program::over(home.path()), "Enter"), Some(Command::RematchOf(file)));
}

#[test]
fn the_key_of_the_phones_works_at_a_table_and_outside_a_browser() {
    for game in [GameName::Wizard, GameName::LastWizard] {
        let (mut program, _home) = table(game, &["Anna", "Ben", "Cleo"]);
        for page in [Page::Table, Page::Board] {
            program.tap(Command::Show(page));
            assert_eq!(command(&program, "F8"), Some(Command::OnPhones(PhonesCommand::Switch)), "{page:?}");
        }
        program.app.set_in_browser(true, None);
        assert_eq!(command(&program, "F8"), None);
    }
}
