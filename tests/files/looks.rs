//! Colours, signs and the crown: what is a person's own, what stands in for it in one game, and who is ahead.

use std::fs;

use serde_json::Value;
use tablet_of_truth::app::{ArchiveCommand, Command, Page, SetupCommand};
use tablet_of_truth::session::{Colour, Session, Sign};
use tablet_of_truth::wizard::Command as WizardCommand;
use tempfile::TempDir;

use crate::common::program::Program;
use crate::common::{hands, penalty, played, session};
use crate::{at_table, setup};

fn colours(program: &Program, seats: usize) -> Vec<u8> {
    program.app.colours().map(u8::from)[..seats].to_vec()
}

fn play(program: &mut Program, names: &[&str]) {
    program.sit(names);
    setup::play(program);
}

fn colour(program: &mut Program, seat: usize, colour: u8) {
    program.tap(Command::Colour { seat, colour: Colour::try_from(colour).unwrap() });
}

fn sign(program: &mut Program, seat: usize, sign: Option<Sign>) {
    program.tap(Command::Sign { seat, sign });
}

/// The colours of two tables that have played, each with somebody on the second seat.
fn two_tables() -> (Program, TempDir) {
    let home = TempDir::new().unwrap();
    let mut program = Program::over(home.path());
    play(&mut program, &["Anna", "Ben", "Cleo"]);
    play(&mut program, &["Finn", "Dora", "Gus"]);
    assert_eq!(colours(&program, 3), [0, 1, 2]);
    (program, home)
}

fn on_disk(program: &Program) -> Value {
    let file = fs::read(program.app.session_file().unwrap()).unwrap();
    serde_json::from_slice::<Value>(&file).unwrap()["players"].take()
}

#[test]
fn a_stand_in_belongs_to_the_game() {
    let (mut program, home) = two_tables();
    play(&mut program, &["Dora", "Ben", "Anna"]);
    assert_eq!(colours(&program, 3), [1, 2, 0], "Ben gives way to Dora");
    let players = on_disk(&program);
    assert_eq!((&players[1]["colour"], &players[1]["stand_in"]), (&2.into(), &true.into()));
    assert!(players[0].get("stand_in").is_none() && players[2].get("stand_in").is_none(), "{players}");
    let of_first_game = |program: &mut Program| {
        program.tap(Command::Show(Page::Archive));
        let rows = (0..program.app.archive().found).map(|index| program.app.archive_row(index).unwrap());
        let mut rows = rows.collect::<Vec<_>>().into_iter();
        let with_cleo = rows.find(|row| row.scores.iter().any(|score| score.name == "Cleo")).unwrap();
        program.archive(ArchiveCommand::View(with_cleo.path));
        colours(program, 3)
    };
    assert_eq!(of_first_game(&mut program), [0, 1, 2], "the games before are shown as ever");
    drop(program);
    let mut program = Program::over(home.path());
    assert_eq!(of_first_game(&mut program), [0, 1, 2]);
    play(&mut program, &["Anna", "Ben", "Gus"]);
    assert_eq!(colours(&program, 3), [0, 1, 2], "Ben has his own beside others");
}

#[test]
fn who_gives_way_does_so_in_the_rematch_and_has_their_own_back_without_the_other() {
    let (mut program, _home) = two_tables();
    play(&mut program, &["Ben", "Dora", "Anna"]);
    assert_eq!(colours(&program, 3), [1, 2, 0]);
    program.sit(&["Ben", "Dora", "Anna"]);
    program.tap(Command::OnSetup(SetupCommand::Move { from: 0, to: 1 }));
    assert_eq!(colours(&program, 3), [2, 1, 0], "people change seats with their colours");
    program.tap(Command::OnSetup(SetupCommand::Remove(1)));
    assert_eq!(colours(&program, 2), [1, 0], "Dora gives way to nobody any more");
    program.tap(Command::OnSetup(SetupCommand::Add("Ben".into())));
    setup::play(&mut program);
    assert_eq!(colours(&program, 3), [2, 0, 1]);
    program.tap(Command::Rematch);
    assert_eq!(colours(&program, 3), [2, 0, 1], "the same people look the same again");
    assert_eq!(on_disk(&program)[0]["stand_in"], true);
}

#[test]
fn a_colour_taken_from_somebody_stays_theirs_beyond_the_game() {
    let (mut program, _home) = two_tables();
    program.sit(&["Ben", "Cleo", "Anna"]);
    colour(&mut program, 2, 1);
    assert_eq!(colours(&program, 3), [0, 2, 1], "what was chosen is seen at once");
    setup::play(&mut program);
    assert_eq!(colours(&program, 3), [0, 2, 1]);
    play(&mut program, &["Ben", "Cleo", "Gus"]);
    assert_eq!(colours(&program, 2), [1, 2]);
    play(&mut program, &["Finn", "Gus", "Anna"]);
    assert_eq!(colours(&program, 3), [0, 2, 1], "Anna keeps what she chose");
}

#[test]
fn one_colour_with_two_signs_is_no_clash() {
    let (mut program, _home) = two_tables();
    program.sit(&["Dora", "Ben", "Anna"]);
    assert_eq!(colours(&program, 3), [1, 2, 0]);
    sign(&mut program, 1, Some(Sign::Moon));
    assert_eq!(colours(&program, 3), [1, 1, 0], "with a sign Ben can have his own colour");
    sign(&mut program, 2, Some(Sign::Moon));
    assert_eq!(program.app.signs()[..3], [None, Some(Sign::Moon), Some(Sign::Moon)]);
    setup::play(&mut program);
    assert_eq!(colours(&program, 3), [1, 1, 0]);
    assert_eq!(program.app.signs()[..3], [None, Some(Sign::Moon), Some(Sign::Moon)]);
    assert!(on_disk(&program).as_array().unwrap().iter().all(|player| player.get("stand_in").is_none()));
    // They follow a new name.
    let file = program.app.session_file().unwrap().to_owned();
    program.rename("Anna", "Annika");
    program.until("renamed", |app| app.names().iter().any(|line| line.name == "Annika"));
    program.tap(Command::Open(file));
    assert_eq!((colours(&program, 3), program.app.signs()[2]), (vec![1, 1, 0], Some(Sign::Moon)));
    program.sit(&["Cleo"]);
    let annika = program.app.setup().known.into_iter().find(|known| known.name == "Annika").unwrap();
    assert_eq!(u8::from(annika.face.colour), 0);
}

#[test]
fn a_look_chosen_in_a_running_game_takes_nothing_from_anybody_for_good() {
    let (mut program, _home) = two_tables();
    play(&mut program, &["Anna", "Ben", "Cleo"]);
    program.tap(Command::Show(Page::Change));
    colour(&mut program, 0, 1);
    program.tap(Command::ChangeGame);
    assert_eq!(colours(&program, 3), [1, 0, 2]);
    assert_eq!(on_disk(&program)[1]["stand_in"], true);
    play(&mut program, &["Gus", "Ben", "Finn"]);
    assert_eq!(colours(&program, 3), [2, 1, 0]);
}

/// Opens this game and returns who has the crown at its table and on its sheet.
fn crowned(session: &Session) -> Vec<usize> {
    let (program, _, _home) = at_table(session);
    let mut seats: Vec<usize> = match program.app.page() {
        Page::Result => {
            program.app.result().places.iter().filter(|place| place.crowned).map(|place| place.seat).collect()
        }
        _ => program.app.table().rows.iter().filter(|row| row.ahead).map(|row| row.seat).collect(),
    };
    seats.sort_unstable();
    let on_sheet = program.app.sheet().players;
    let on_sheet: Vec<usize> = on_sheet.iter().filter(|player| player.ahead).map(|player| player.seat).collect();
    assert_eq!(seats, on_sheet);
    seats
}

#[test]
fn the_crown_stands_at_two_at_most_and_not_before_round_two() {
    let begun = session(4, hands(&[1, 1]));
    let given = begun.apply(WizardCommand::Penalties(vec![penalty(0, 0, 10, "")])).unwrap();
    assert_eq!((crowned(&begun), crowned(&given)), (vec![], vec![]), "no round was played");
    let (one, level) = (played(&begun, &[1, 1, 1, 1], &[1, 0, 0, 0]), played(&begun, &[0; 4], &[0, 0, 0, 1]));
    assert_eq!((crowned(&one), crowned(&level)), (vec![0], vec![]), "three are level");
    let pair = played(&begun, &[0, 0, 1, 0], &[0, 0, 0, 1]);
    assert_eq!(crowned(&pair), [0, 1]);
    assert_eq!(crowned(&played(&pair, &[0, 0, 1, 1], &[0, 0, 0, 1])), [0, 1], "on the result, too");
    assert_eq!(crowned(&played(&level, &[0; 4], &[0, 0, 0, 1])), [0_usize; 0], "three share the victory");
}
