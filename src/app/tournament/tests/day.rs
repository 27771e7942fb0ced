//! The organiser's day: players, seats, slips, overtime, clock, pages.

use std::collections::BTreeMap;
use std::fs;

use chrono::TimeDelta;
use serde_json::Value;

use super::Desk;
use crate::app::spawn::tests::settle;
use crate::app::tournament::shown::clock;
use crate::app::{
    Command, Page, SlipField, TableState, TournamentCommand, TournamentSetting, TournamentTab, TournamentView,
    WallStage, now,
};
use crate::tournament::{Number, Round, Seating, Status};

#[test]
fn a_day_of_26_tables_ends_with_the_known_ranking() {
    let file: Value = serde_json::from_str(include_str!("../../../../tests/vectors/tournament.json")).unwrap();
    let vector = &file["vectors"][0];
    let mut real: BTreeMap<Number, Vec<(usize, i32, u8)>> = BTreeMap::new();
    for player in vector["players"].as_array().unwrap() {
        let game = |game: &Value| {
            let place = [45, 30, 20, 10].iter().position(|worth| *worth == game[0].as_i64().unwrap()).unwrap();
            (place, game[1].as_i64().unwrap() as i32, game[2].as_u64().unwrap() as u8)
        };
        let number = player["player"].as_u64().unwrap() as Number;
        real.insert(number, player["games"].as_array().unwrap().iter().map(game).collect());
    }
    let mut desk = Desk::with_players(104);
    for round in 0..3 {
        desk.tap(TournamentCommand::Seat);
        desk.until("the seats", |desk| desk.view().seated == round + 1);
        let tables = |desk: &Desk| -> Vec<Vec<Number>> {
            desk.view().tables.iter().map(|table| table.seats.iter().map(|seat| seat.number).collect()).collect()
        };
        assert_eq!((tables(&desk).len(), desk.app.wall().unwrap().stage), (26, WallStage::Seats));
        // Those whose results are known sat at tables of their own.
        let known = |table: &Vec<Number>| table.iter().filter(|number| real.contains_key(number)).count();
        while let Some(crowded) = tables(&desk).iter().position(|table| known(table) > 1) {
            let seats = tables(&desk);
            let seat = seats[crowded].iter().position(|number| real.contains_key(number)).unwrap();
            let free = seats.iter().position(|table| known(table) == 0).unwrap();
            desk.tap(TournamentCommand::Pick(crowded, seat));
            desk.tap(TournamentCommand::Pick(free, 0));
        }
        for (index, seats) in tables(&desk).iter().enumerate() {
            let star = seats.iter().position(|number| real.contains_key(number));
            let (place, points, met) = star.map_or((0, 150, 5), |seat| real[&seats[seat]][round]);
            let mut order: Vec<usize> = (0..4).filter(|seat| Some(*seat) != star).collect();
            if let Some(star) = star {
                order.insert(place, star);
            }
            let mut lines = vec![None; 4];
            for (at, seat) in order.iter().enumerate() {
                let ahead = place as i32 - at as i32;
                lines[*seat] = Some((points + 10 * ahead, if Some(*seat) == star { met } else { 6 }));
            }
            desk.take(index, &lines);
        }
        assert_eq!((desk.view().done, desk.app.wall().unwrap().stage), (26, WallStage::Ranking));
    }
    let ranking = desk.view().ranking;
    let is_real = |number: &Number| real.contains_key(number);
    let order: Vec<Number> = ranking.iter().map(|line| line.line.number).filter(is_real).collect();
    let expected: Vec<Number> =
        vector["expect"]["order"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as Number).collect();
    assert_eq!(order, expected);
    assert!(desk.view().cannot_seat.is_some(), "all rounds are seated");

    let before = (desk.view().ranking, desk.file());
    desk = desk.again();
    let offers = |desk: &Desk| {
        let home = desk.app.home();
        (home.tournaments.len(), home.past_tournaments.len())
    };
    assert_eq!(offers(&desk), (1, 0), "it is over, but only today");
    desk.tap(TournamentCommand::Open(before.1.clone()));
    desk.tap(TournamentCommand::Set(TournamentSetting::Date("2026-02-01".into())));
    desk = desk.again();
    assert_eq!(offers(&desk), (0, 1));
    desk.tap(TournamentCommand::Open(before.1));
    assert_eq!(desk.view().ranking, before.0, "nothing is lost by closing");
    assert_eq!(desk.app.page(), Page::Tournament);
}

#[test]
fn every_step_can_be_undone_and_what_is_shown_is_on_the_disk() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    desk.tap(TournamentCommand::Lock(0));
    desk.tap(TournamentCommand::TakeTen(1));
    desk.tap(TournamentCommand::Set(TournamentSetting::Name("Saarlouis".into())));
    desk.tap(TournamentCommand::Set(TournamentSetting::Name("Saarlouis open".into())));
    desk.tap(TournamentCommand::Set(TournamentSetting::Hands(4, "1 3".into())));
    desk.tap(TournamentCommand::Set(TournamentSetting::Hands(5, "1 3".into())));
    let last = desk.on_disk();
    assert_eq!((last.name.as_str(), last.rounds[0].tables[1].overtime), ("Saarlouis open", 10));
    let mut steps = 0;
    while desk.view().can_undo {
        desk.app.handle(Command::Undo);
        settle(&mut desk.app);
        steps += 1;
    }
    assert_eq!(steps, 7, "a word that is typed is one step");
    assert!(desk.on_disk().players.is_empty());
    while desk.view().can_redo {
        desk.app.handle(Command::Redo);
    }
    settle(&mut desk.app);
    assert_eq!(desk.on_disk(), last);
}

#[test]
fn one_begun_by_mistake_leaves_nothing() {
    let mut desk = Desk::new();
    desk.tap(TournamentCommand::Begin);
    desk.tap(TournamentCommand::Close);
    assert_eq!((desk.app.page(), desk.app.tournament()), (Page::Home, None));
    assert!(!desk.games().exists() || fs::read_dir(desk.games()).unwrap().count() == 0);
}

#[test]
fn lists_are_added_and_players_come_late_leave_and_are_removed() {
    let mut desk = Desk::with_players(9);
    desk.tap(TournamentCommand::Add("Name;Nummer\nZoë;20\nAnna;\n".into()));
    let names: Vec<(Number, String)> =
        desk.view().players.into_iter().skip(9).map(|player| (player.number, player.name)).collect();
    assert_eq!(names, [(20, "Zoë".into()), (21, "Anna".into())]);
    desk.tap(TournamentCommand::Add("Anna\nBen\n20 Otto".into()));
    assert!(desk.message().contains("line 3: Number 20 is Zoë."), "{}", desk.message());
    assert_eq!(desk.view().players.len(), 11, "nobody was added");
    desk.tap(TournamentCommand::Add("Anna".into()));
    assert_eq!(desk.view().players[11].number, 22, "two of one name");

    desk.tap(TournamentCommand::Status(20, Status::Late(2)));
    desk.tap(TournamentCommand::Status(1, Status::Disqualified));
    desk.tap(TournamentCommand::Renumber(22, 30));
    desk.tap(TournamentCommand::Renumber(30, 2));
    assert!(desk.message().contains("Number 2 is P2"), "{}", desk.message());
    desk.tap(TournamentCommand::Seat);
    let seated: Vec<Number> =
        desk.view().tables.iter().flat_map(|table| table.seats.iter().map(|seat| seat.number)).collect();
    assert_eq!(seated.len(), 10);
    assert!(!seated.contains(&20) && !seated.contains(&1) && seated.contains(&30));
    desk.tap(TournamentCommand::Remove(20));
    desk.tap(TournamentCommand::Remove(30));
    let numbers: Vec<Number> = desk.view().players.iter().map(|player| player.number).collect();
    assert!(!numbers.contains(&20) && numbers.contains(&30), "{numbers:?}");
    desk.tap(TournamentCommand::Status(30, Status::Left(0)));
    assert!(desk.view().notes.iter().any(|note| note.to_string().contains("mark them absent")));
    let seats = desk.view().tables[0].seats.clone();
    desk.tap(TournamentCommand::Status(seats[2].number, Status::Left(0)));
    desk.tap(TournamentCommand::Slip(0));
    assert!(desk.view().slip.unwrap().lines[2].absent, "whoever is away did not come");
}

#[test]
fn seats_are_drawn_again_swapped_moved_and_taken_back() {
    let mut desk = Desk::with_players(21);
    desk.tap(TournamentCommand::Set(TournamentSetting::Seating(Seating::Drawn)));
    desk.tap(TournamentCommand::Seat);
    let before = desk.view();
    assert_eq!((before.tables.len(), desk.on_disk().rounds[0].seed.is_some(), before.repeated), (5, true, 0));
    desk.tap(TournamentCommand::Lock(1));
    desk.take(0, &vec![Some((100, 5)); before.tables[0].seats.len()]);
    desk.tap(TournamentCommand::DrawAgain);
    let after = desk.view();
    let numbers = |view: &TournamentView, table: usize| -> Vec<Number> {
        view.tables[table].seats.iter().map(|seat| seat.number).collect()
    };
    assert_eq!((numbers(&after, 0), numbers(&after, 1)), (numbers(&before, 0), numbers(&before, 1)));
    assert_ne!(numbers(&after, 2), numbers(&before, 2));
    assert_eq!((after.tables[0].state.clone(), after.tables[0].locked), (TableState::ByHand, false));
    let names: Vec<&str> = after.tables.iter().map(|table| &*table.name).collect();
    assert_eq!(names, ["A", "B", "C", "D", "E"]);

    desk.tap(TournamentCommand::Pick(2, 0));
    assert_eq!(desk.view().picked, Some((2, 0)));
    desk.tap(TournamentCommand::Pick(3, 1));
    let swapped = desk.view();
    assert_eq!((numbers(&swapped, 2)[0], numbers(&swapped, 3)[1]), (numbers(&after, 3)[1], numbers(&after, 2)[0]));
    desk.tap(TournamentCommand::Pick(2, 0));
    desk.tap(TournamentCommand::MoveTo(3));
    assert_eq!(desk.view().tables[3].seats.len(), after.tables[3].seats.len() + 1);
    desk.tap(TournamentCommand::Pick(0, 0));
    assert!(desk.message().contains("Table A has a game or a result"), "{}", desk.message());

    desk.tap(TournamentCommand::Unseat);
    assert_eq!(desk.view().seated, 1, "{}", desk.message());
    desk.tap(TournamentCommand::ClearResult(0));
    desk.tap(TournamentCommand::Unseat);
    assert_eq!((desk.view().seated, desk.view().round), (0, 0));
}

#[test]
fn whoever_comes_after_the_draw_is_named_until_they_have_a_seat() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    let note = |desk: &Desk| desk.view().notes.iter().map(ToString::to_string).find(|note| note.contains("No seat"));
    assert_eq!(note(&desk), None);
    desk.tap(TournamentCommand::Add("Anna".into()));
    assert!(note(&desk).unwrap().starts_with("No seat in round 1: Anna."));
    desk.tap(TournamentCommand::DrawAgain);
    assert_eq!(note(&desk), None);
    desk.tap(TournamentCommand::Add("Anna".into()));
    assert!(note(&desk).unwrap().starts_with("No seat in round 1: Anna (10)."), "two of one name have numbers");
    desk.tap(TournamentCommand::Status(10, Status::Late(2)));
    assert_eq!(note(&desk), None, "who comes for the next round needs no seat in this one");
    desk.tap(TournamentCommand::Add("Cleo".into()));
    for table in 0..desk.view().tables.len() {
        desk.take(table, &vec![Some((100, 5)); desk.view().tables[table].seats.len()]);
    }
    assert_eq!(note(&desk), None, "the round is over");
}

#[test]
fn a_next_round_before_all_results_is_asked_back() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    desk.take(0, &[Some((100, 5)); 4]);
    desk.tap(TournamentCommand::Seat);
    let question = desk.view().question.unwrap().to_string();
    assert!(question.contains("no result yet and do not count: B"), "{question}");
    desk.tap(TournamentCommand::Answer(false));
    assert_eq!((desk.view().seated, desk.view().question), (1, None));
    desk.tap(TournamentCommand::Seat);
    desk.tap(TournamentCommand::Slip(0));
    desk.tap(TournamentCommand::Seat);
    desk.tap(TournamentCommand::Answer(true));
    assert_eq!((desk.view().seated, desk.view().slip), (2, None), "the slip was of the round before");
}

#[test]
fn stages_follow_the_cut() {
    let mut desk = Desk::with_players(16);
    desk.tap(TournamentCommand::Set(TournamentSetting::Rounds(1)));
    desk.tap(TournamentCommand::Set(TournamentSetting::Stages("8, 4 x".into())));
    assert!(desk.view().settings.fault.is_some());
    assert_eq!(desk.view().settings.stages, "8, 4 x", "it stays as typed");
    desk.tap(TournamentCommand::Set(TournamentSetting::Stages("8, 4".into())));
    let view = desk.view();
    assert_eq!((view.settings.fault, view.settings.kept.cut, view.planned), (None, Some(8), 3));
    for (round, tables) in [(1, 4), (2, 2), (3, 1)] {
        desk.tap(TournamentCommand::Seat);
        assert_eq!((desk.view().seated, desk.view().tables.len()), (round, tables), "{}", desk.message());
        for table in 0..tables {
            let points = |place: i32| Some((200 - 20 * place - 10 * table as i32 % 20, 6));
            desk.take(table, &[points(0), points(1), points(2), points(3)]);
        }
    }
    assert!(desk.view().cannot_seat.is_some());
    assert!(desk.app.wall().unwrap().next.iter().any(|text| text.to_string().contains("over")));
    desk.until("the end on Home", |desk| desk.app.home().tournaments.first().is_some_and(|offer| offer.over));
}

#[test]
fn a_slip_is_checked_and_what_is_unlikely_is_asked_back() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    desk.slip(0, &[Some((105, 5)), Some((2000, 5)), Some((100, 11)), Some((100, 5))]);
    let slip = desk.view().slip.unwrap();
    let faults: Vec<bool> = slip.lines.iter().map(|line| line.fault.is_some()).collect();
    assert_eq!((faults, slip.ready, slip.hands), (vec![true, true, true, false], false, 10));
    desk.tap(TournamentCommand::TakeSlip);
    assert_eq!(desk.view().done, 0);
    desk.tap(TournamentCommand::Type(0, SlipField::Points, "x".into()));
    assert!(desk.view().slip.unwrap().lines[0].fault.is_some());
    desk.slip(0, &[Some((100, 5)); 4]);
    desk.tap(TournamentCommand::Type(0, SlipField::Penalty, "−10".into()));
    assert!(desk.view().slip.unwrap().ready);
    desk.tap(TournamentCommand::TakeSlip);
    assert!(desk.view().question.unwrap().to_string().contains("below 0 gives points"));
    desk.tap(TournamentCommand::Answer(false));
    // All of the largest hands bid and met, and nothing lost by the others.
    desk.slip(0, &[Some((690, 5)), Some((100, 5)), Some((100, 5)), None]);
    desk.tap(TournamentCommand::TakeSlip);
    assert!(desk.view().question.unwrap().to_string().contains("hardly possible"));
    assert_eq!(desk.view().done, 0);
    desk.tap(TournamentCommand::Answer(true));
    let view = desk.view();
    assert_eq!((view.done, view.tables[0].state.clone()), (1, TableState::ByHand));
    assert!(view.tables[0].seats[3].absent);
    assert_eq!(view.tables[0].seats[1].place, Some(2), "level with the next");

    desk.tap(TournamentCommand::Slip(0));
    let slip = desk.view().slip.unwrap();
    let wanted: Vec<bool> = slip.lines.iter().map(|line| line.play_off_wanted).collect();
    assert_eq!(wanted, [false, true, true, false]);
    desk.tap(TournamentCommand::Type(1, SlipField::PlayOff, "-10".into()));
    desk.tap(TournamentCommand::Type(2, SlipField::PlayOff, "30".into()));
    assert!(desk.view().slip.unwrap().notice.is_some(), "still hardly possible");
    desk.tap(TournamentCommand::TakeSlip);
    desk.tap(TournamentCommand::Answer(true));
    assert_eq!(desk.view().tables[0].seats[1].place, Some(3));

    desk.take(1, &[Some((100, 5)), Some((90, 5)), Some((80, 5)), Some((70, 5))]);
    desk.tap(TournamentCommand::Seat);
    desk.tap(TournamentCommand::Round(1));
    desk.slip(1, &[Some((70, 5)), Some((90, 5)), Some((80, 5)), Some((100, 5))]);
    let slip = desk.view().slip.unwrap();
    assert!(slip.changes.iter().any(|change| change.to_string().contains("becomes")), "{:?}", slip.changes);
    assert!(slip.notice.unwrap().to_string().contains("the next round was seated"));
}

#[test]
fn overtime_counts_before_and_after_the_result() {
    let mut desk = Desk::with_players(4);
    desk.tap(TournamentCommand::Seat);
    desk.tap(TournamentCommand::Tab(TournamentTab::Results));
    desk.tap(TournamentCommand::Overtime);
    assert!(desk.view().overtime);
    desk.tap(TournamentCommand::TakeTen(0));
    desk.take(0, &[Some((100, 5)), Some((90, 5)), Some((80, 5)), None]);
    let points =
        |desk: &Desk| -> Vec<i32> { desk.view().tables[0].seats.iter().map(|seat| seat.points.unwrap()).collect() };
    assert_eq!(points(&desk), [90, 80, 70, 0]);
    desk.tap(TournamentCommand::TakeTen(0));
    assert_eq!((points(&desk), desk.view().tables[0].overtime), (vec![80, 70, 60, 0], 20));
    assert_eq!(desk.view().ranking[0].line.points, 80);
}

#[test]
fn the_clock_goes_on_through_a_restart() {
    let mut desk = Desk::with_players(4);
    desk.tap(TournamentCommand::Seat);
    assert_eq!(desk.view().clock, None);
    desk.tap(TournamentCommand::StartClock);
    let left = desk.view().clock.unwrap();
    assert!((2690..=2700).contains(&left.left) && !left.is_called(), "{left:?}");
    let mut desk = desk.again();
    let file = desk.file();
    let started = desk.on_disk().rounds[0].started.unwrap();
    let mut text: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    text["rounds"][0]["started"] = (started - TimeDelta::minutes(41)).to_rfc3339().into();
    fs::write(&file, text.to_string()).unwrap();
    desk.tap(TournamentCommand::Open(file));
    let left = desk.view().clock.unwrap();
    assert!(left.is_called() && (0..=240).contains(&left.left), "{left:?}");
    assert!(desk.app.wall().unwrap().clock.is_some());
    desk.tap(TournamentCommand::StopClock);
    assert!(desk.view().clock.is_some() && desk.view().question.is_some());
    desk.tap(TournamentCommand::Answer(true));
    assert_eq!(desk.view().clock, None);

    let round = Round { started: Some(now()), ..Default::default() };
    let at = |minutes: i64| clock(&round, 45, now() + TimeDelta::minutes(minutes)).unwrap();
    assert!(at(46).left < 0 && at(46).is_called() && !at(39).is_called() && at(-120).left == 2700);
    assert_eq!(desk.on_disk().rounds[0].started, None);
}
#[test]
fn pages_lie_as_they_should() {
    let mut desk = Desk::with_players(4);
    assert_eq!(desk.app.page(), Page::Tournament);
    desk.tap(TournamentCommand::Wall);
    assert_eq!(desk.app.page(), Page::Wall);
    desk.tap(TournamentCommand::Wall);
    assert_eq!(desk.app.page(), Page::Tournament);
    desk.tap(TournamentCommand::Wall);
    desk.app.handle(Command::StepBack);
    assert_eq!(desk.app.page(), Page::Tournament);
    desk.tap(TournamentCommand::Seat);
    desk.tap(TournamentCommand::Slip(0));
    desk.app.handle(Command::StepBack);
    assert_eq!((desk.app.page(), desk.view().slip), (Page::Tournament, None));
    desk.app.handle(Command::StepBack);
    assert_eq!(desk.app.page(), Page::Home);
    assert!(desk.app.tournament().is_some(), "it goes on beside home");
    desk.app.handle(Command::Show(Page::Tournament));
    assert_eq!(desk.app.page(), Page::Tournament);
    desk.tap(TournamentCommand::Close);
    assert_eq!(desk.app.page(), Page::Home);
    desk.app.handle(Command::Show(Page::Tournament));
    assert_eq!(desk.app.page(), Page::Home, "there is none");
}

#[test]
fn what_was_typed_on_a_slip_is_dropped_only_if_that_is_meant() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    assert_eq!(desk.view().tab, TournamentTab::Seats);
    desk.tap(TournamentCommand::Slip(0));
    desk.tap(TournamentCommand::CloseSlip);
    assert_eq!((desk.view().slip, desk.view().question), (None, None), "nothing was typed");
    desk.slip(0, &[Some((100, 5)); 4]);
    desk.tap(TournamentCommand::CloseSlip);
    assert!(desk.view().question.is_some());
    desk.tap(TournamentCommand::Answer(false));
    assert_eq!(desk.view().slip.unwrap().lines[0].points, "100");
    desk.tap(TournamentCommand::CloseSlip);
    desk.tap(TournamentCommand::Answer(true));
    assert_eq!((desk.view().slip, desk.view().done), (None, 0));
}
