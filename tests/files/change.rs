//! A running game changed on its page.

use tablet_of_truth::app::{Command, Page, SetupCommand};
use tablet_of_truth::archive::write_session;
use tablet_of_truth::session::Player;
use uuid::Uuid;

use crate::common::program::Program;
use crate::common::{at, played, session_of, taken_over, unbound};

#[test]
fn another_name_of_the_same_person_is_theirs_in_every_round() {
    // Cy, for whom Dan played round 2.
    let begun = played(&session_of(&["Ana", "Bo", "Cy"], unbound()), &[1, 0, 0], &[1, 0, 0]);
    let cy = begun.people().players_at_end()[2].clone();
    let dan = Player::new("Dan", Uuid::from_u128(0xda));
    let without = played(&taken_over(&begun, 2, &dan), &[1, 0, 0], &[1, 0, 1]);
    let session = played(&taken_over(&without, 2, &cy), &[1, 0, 0], &[1, 1, 1]);
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("game.json");
    std::fs::write(&path, write_session(&session, at(99)).unwrap()).unwrap();

    let mut program = Program::over(home.path());
    program.tap(Command::Open(path));
    program.until("opened", |app| app.session().is_some());
    for command in [
        Command::Show(Page::Change),
        Command::OnSetup(SetupCommand::Edit(2)),
        Command::OnSetup(SetupCommand::Add("Cyril".into())),
        Command::OnSetup(SetupCommand::Same(2, true)),
        Command::ChangeGame,
    ] {
        program.tap(command);
    }
    let people = program.app.wizard().unwrap().people();
    let names: Vec<String> = (1..=4).map(|round| people.names_in(round)[2].clone()).collect();
    assert_eq!(names, ["Cyril", "Dan", "Cyril", "Cyril"]);
}
