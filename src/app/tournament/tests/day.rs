//! The organiser's day: players, seats, slips, overtime, clock, pages.

use std::collections::BTreeMap;
use std::fs;

use chrono::{NaiveDate, TimeDelta};
use serde_json::Value;

use super::{Desk, numbers};
use crate::app::data::Section;
use crate::app::spawn::tests::settle;
use crate::app::tournament::shown::clock;
use crate::app::{
    Command, Page, SlipField, TableState, TournamentCommand, TournamentPanel, TournamentSetting, TournamentTab,
    TournamentView, now,
};
use crate::table::{Cell, Tone};
use crate::tournament::{Line, Number, PointsBy, Preset, RankBy, Round, Seating, Status};

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
        assert_eq!((tables(&desk).len(), desk.wall_title()), (26, format!("Seats of round {}", round + 1)));
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
            if index == 0 {
                assert_eq!(desk.wall_title(), format!("Results of round {}", round + 1));
            }
        }
        let title = if round == 2 { "Final ranking".to_owned() } else { format!("Ranking after round {}", round + 1) };
        assert_eq!((desk.view().done, desk.wall_title()), (26, title));
    }
    let ranking = desk.ranking();
    let is_real = |number: &Number| real.contains_key(number);
    let order: Vec<Number> = numbers(&ranking).into_iter().filter(is_real).collect();
    let expected: Vec<Number> =
        vector["expect"]["order"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as Number).collect();
    assert_eq!(order, expected);
    assert!(desk.view().cannot_seat.is_some(), "all rounds are seated");

    let before = (ranking, desk.file());
    desk = desk.again();
    let offers = |desk: &Desk| {
        let home = desk.app.home();
        (home.tournaments.len(), desk.app.tournament_offers().1.len())
    };
    assert_eq!(offers(&desk), (1, 0), "it is over, but only today");
    desk.tap(TournamentCommand::Open(before.1.clone()));
    desk.tap(TournamentCommand::Set(TournamentSetting::Date("2026-02-01".into())));
    desk = desk.again();
    assert_eq!(offers(&desk), (0, 1));
    desk.tap(TournamentCommand::Open(before.1));
    assert_eq!(desk.ranking(), before.0, "nothing is lost by closing");
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
    agree(&mut desk, "hands and rules");
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
    desk.tap(TournamentCommand::Add("Name;Nummer\nZoe\u{308};20\nAnna;\n".into()));
    let names: Vec<(Number, String)> =
        desk.view().players.into_iter().skip(9).map(|player| (player.number, player.name)).collect();
    assert_eq!(names, [(20, "Zoë".into()), (21, "Anna".into())]);
    let preview = desk.app.players_preview("Name;Nummer;E-Mail\nZoë;20;z@b.de\nAnna;;\nKim;;\n");
    let lines = ["unknown and ignored: e-mail", "Already in the list: Zoë", "In the list, and added once more: Anna"];
    assert_eq!(preview.lines().collect::<Vec<_>>(), [&lines[..], &["22 Anna", "23 Kim"]].concat());
    assert_eq!(desk.app.players_preview("Anna\nBen\n20 Otto"), "line 3: Number 20 is Zoë.");
    assert_eq!(desk.view().players.len(), 11, "nothing is added by looking");
    desk.tap(TournamentCommand::Add("Anna\nBen\n20 Otto".into()));
    assert!(desk.message().contains("line 3: Number 20 is Zoë."), "{}", desk.message());
    assert_eq!(desk.view().players.len(), 11, "no player was added");
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
    assert!(desk.view().slip.unwrap().lines[2].absent, "the missing player did not come");
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
fn a_player_added_after_the_draw_is_named_until_they_have_a_seat() {
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
    desk.tap(TournamentCommand::Set(TournamentSetting::Cut(Some(1))));
    assert_eq!(desk.view().planned, 1, "of one, there is no final");
    desk.tap(TournamentCommand::Set(TournamentSetting::Cut(Some(16))));
    assert_eq!(desk.view().settings.kept.stages, [16, 4]);
    desk.tap(TournamentCommand::Set(TournamentSetting::Cut(Some(8))));
    let view = desk.view();
    assert_eq!((view.settings.fault, view.settings.kept.stages, view.planned), (None, vec![8, 4], 3));
    let advancing = |desk: &mut Desk| -> Vec<Number> {
        let ranking = desk.ranking();
        let lines = numbers(&ranking).into_iter().zip(&ranking.rows);
        lines.filter(|(_, row)| row.tone == Tone::Ahead).map(|(number, _)| number).collect()
    };
    for (round, tables) in [(1, 4), (2, 2), (3, 1)] {
        assert!(desk.app.wall().unwrap().podium.is_empty(), "no winner before round {round}");
        desk.tap(TournamentCommand::Seat);
        assert_eq!((desk.view().seated, desk.view().tables.len()), (round, tables), "{}", desk.message());
        for table in 0..tables {
            let points = |place: i32| Some((200 - 20 * place - 10 * table as i32 % 20, 6));
            desk.take(table, &[points(0), points(1), points(2), points(3)]);
        }
        let (on, wall) = (advancing(&mut desk), desk.app.wall().unwrap());
        let next = wall.next.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        match round {
            1 => assert!(on.len() == 8 && next.contains("Next: Semi-final."), "{on:?} {next}"),
            2 => {
                let best: Vec<Number> =
                    desk.view().tables.iter().flat_map(|table| &table.seats[..2]).map(|seat| seat.number).collect();
                assert!(on.len() == 4 && best.iter().all(|number| on.contains(number)), "{on:?} {best:?}");
                assert!(next.contains("Next: Final."), "{next}");
            }
            _ => assert!(on.is_empty(), "{on:?}"),
        }
    }
    let last: Vec<Number> = desk.view().tables[0].seats.iter().map(|seat| seat.number).collect();
    let ranked = numbers(&desk.ranking());
    assert_eq!(ranked[..4], last, "the finalists lead, in the order of the final");
    let podium = |podium: &[Line]| podium.iter().filter_map(|line| Some((line.rank?, line.number))).collect::<Vec<_>>();
    let wall = desk.app.wall().unwrap();
    assert_eq!(podium(&wall.podium), [(1, last[0]), (2, last[1]), (3, last[2])]);
    assert_eq!(wall.podium, desk.view().podium);
    desk.tap(TournamentCommand::Status(last[0], Status::Disqualified));
    assert_eq!(podium(&desk.view().podium), [(1, last[1]), (2, last[2]), (3, last[3])]);
    desk.tap(TournamentCommand::Round(2));
    assert_eq!(desk.view().podium, [], "the round before shows who reached it");
    desk.tap(TournamentCommand::Round(3));
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
    assert_eq!(*desk.ranking().rows[0].cell(6), Cell::Number(80));
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

fn agree(desk: &mut Desk, words: &str) {
    let question = desk.view().question.expect(words).to_string();
    assert!(question.contains(words), "{question}");
    desk.tap(TournamentCommand::Answer(true));
}

#[test]
fn a_round_that_is_seated_stays_what_it_is() {
    let mut desk = Desk::with_players(8);
    for _ in 0..3 {
        desk.tap(TournamentCommand::Seat);
        desk.take(0, &[Some((100, 5)), Some((90, 5)), Some((80, 5)), Some((70, 5))]);
        desk.take(1, &[Some((100, 5)), Some((90, 5)), Some((80, 5)), Some((70, 5))]);
    }
    desk.tap(TournamentCommand::Set(TournamentSetting::Rounds(2)));
    let fault = |desk: &Desk| desk.view().settings.fault.map(|fault| fault.to_string()).unwrap_or_default();
    assert!(fault(&desk).contains("Round 3 is seated"), "{}", fault(&desk));
    assert_eq!(desk.on_disk().settings.rounds, 3);
    desk.tap(TournamentCommand::Set(TournamentSetting::Rounds(4)));
    assert_eq!((desk.on_disk().settings.rounds, fault(&desk)), (4, String::new()));
    desk.tap(TournamentCommand::Set(TournamentSetting::Rounds(3)));
    assert_eq!((desk.on_disk().settings.rounds, desk.view().question), (3, None), "round 4 is not seated");
}

#[test]
fn a_stage_that_is_seated_stays_what_it_is() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Set(TournamentSetting::Rounds(1)));
    desk.tap(TournamentCommand::Set(TournamentSetting::Cut(Some(4))));
    desk.tap(TournamentCommand::Seat);
    desk.take(0, &[Some((100, 5)), Some((90, 5)), Some((80, 5)), Some((70, 5))]);
    desk.take(1, &[Some((100, 5)), Some((90, 5)), Some((80, 5)), Some((70, 5))]);
    desk.tap(TournamentCommand::Seat);
    assert_eq!(desk.view().tables.len(), 1, "the final");
    for setting in [TournamentSetting::Rounds(2), TournamentSetting::Cut(None), TournamentSetting::Cut(Some(8))] {
        desk.tap(TournamentCommand::Set(setting.clone()));
        let fault = desk.view().settings.fault.map(|fault| fault.to_string()).unwrap_or_default();
        assert!(fault.contains("is seated"), "{setting:?}: {fault}");
        assert_eq!(desk.on_disk().settings.rounds, 1);
    }
    desk.tap(TournamentCommand::Unseat);
    desk.tap(TournamentCommand::Set(TournamentSetting::Cut(None)));
    assert_eq!(desk.view().planned, 1, "its seats were taken back");
}

/// What is in the panel that is open: its heading, then each item.
fn panel(desk: &Desk) -> Vec<String> {
    let panel = desk.app.data_panel();
    let items = panel.iter().flat_map(|panel| panel.items.iter().map(|item| item.text.to_string()));
    panel.iter().map(|panel| panel.heading.to_string()).chain(items).collect()
}

fn undo(desk: &mut Desk) {
    desk.app.handle(Command::Undo);
    settle(&mut desk.app);
}

fn close(desk: &mut Desk) {
    let close = desk.app.data_panel().unwrap().close;
    desk.app.handle(close);
    settle(&mut desk.app);
}

#[test]
fn a_name_and_a_number_typed_into_the_panel_of_a_player_are_taken() {
    let mut desk = Desk::with_players(3);
    let show = |number| TournamentCommand::Panel(Some(TournamentPanel::Player(number)));
    let field = |desk: &Desk, place: usize| desk.app.data_panel().unwrap().items[place].clone();
    let typed = |desk: &mut Desk, place, text: &str| {
        let typed = field(desk, place).typed.unwrap().command(text.into());
        desk.app.handle(typed);
    };
    desk.tap(show(2));
    typed(&mut desk, 0, "Zoë");
    assert_eq!(desk.view().players[1].name, "P2", "it is still being typed");
    close(&mut desk);
    assert_eq!((&*desk.view().players[1].name, panel(&desk)), ("Zoë", Vec::new()));
    desk.tap(show(2));
    typed(&mut desk, 1, "7");
    let enter = field(&desk, 1).command.unwrap();
    desk.app.handle(enter);
    assert_eq!((desk.view().players[2].number, &*panel(&desk)[0]), (7, "Zoë"), "the panel follows the player");
    for wrong in ["x", "1"] {
        typed(&mut desk, 1, wrong);
        let enter = field(&desk, 1).command.unwrap();
        desk.app.handle(enter);
        assert_eq!(field(&desk, 1).value.unwrap().to_string(), "7", "{wrong}");
    }
    assert!(desk.message().contains("Number 1 is P1"), "{}", desk.message());
    (0..3).for_each(|_| undo(&mut desk));
    assert_eq!(panel(&desk)[1], "This player is not in the tournament any more.", "{:?}", panel(&desk));
    close(&mut desk);
    assert!(panel(&desk).is_empty());
}

#[test]
fn a_panel_closes_with_what_is_chosen_in_it() {
    let mut desk = Desk::with_players(9);
    desk.tap(TournamentCommand::Seat);
    desk.tap(TournamentCommand::Panel(Some(TournamentPanel::Rounds)));
    assert_eq!(panel(&desk), ["Round of the tournament", "Round 1"]);
    desk.tap(TournamentCommand::Round(1));
    assert!(panel(&desk).is_empty());
    desk.tap(TournamentCommand::Tab(TournamentTab::Results));
    desk.tap(TournamentCommand::Overtime);
    desk.tap(TournamentCommand::Panel(Some(TournamentPanel::More)));
    assert_eq!(panel(&desk), ["Results", "Time is up: −10", "Wall", "Paper…"]);
    assert!(!desk.view().overtime, "a tap on a table is for its slip again");
    desk.tap(TournamentCommand::EnterSlip);
    assert_eq!((desk.view().slip.unwrap().table, panel(&desk)), ("A".to_owned(), Vec::new()));
    desk.tap(TournamentCommand::CloseSlip);
    desk.tap(TournamentCommand::StartClock);
    desk.tap(TournamentCommand::StopClock);
    assert_eq!(panel(&desk)[0], "Are you sure?");
    close(&mut desk);
    assert!(panel(&desk).is_empty() && desk.view().clock.is_some());
}

#[test]
fn a_setting_stays_as_typed_until_it_is_left() {
    let mut desk = Desk::with_players(4);
    desk.tap(TournamentCommand::Tab(TournamentTab::Settings));
    let field = |desk: &Desk, label: &str| {
        let page = desk.app.data_page().unwrap();
        let mut items = page.first.iter().chain(&page.second).flat_map(Section::items);
        items.find(|item| [&item.key, &item.text.to_string()].contains(&&label.to_owned())).unwrap().clone()
    };
    let value = |desk: &Desk, label: &str| field(desk, label).value.unwrap().to_string();
    let before = value(&desk, "Hands of a table of 4");
    let date = desk.app.language().typed_date(NaiveDate::from_ymd_opt(2026, 3, 1).unwrap());
    for (label, typed, left) in [("Date", "1.3.2026", &*date), ("Hands of a table of 4", "1 3 ", "1 3")] {
        desk.app.handle(field(&desk, label).typed.unwrap().command(typed.into()));
        assert_eq!(value(&desk, label), typed);
        desk.tap(TournamentCommand::Tab(TournamentTab::Settings));
        assert_eq!(value(&desk, label), left);
    }
    desk.app.handle(field(&desk, "Date").typed.unwrap().command("soon".into()));
    assert_eq!(value(&desk, "Date"), "soon");
    assert!(field(&desk, "fault").text.to_string().contains("“soon” is no date"));
    undo(&mut desk);
    assert_eq!(value(&desk, "Hands of a table of 4"), before);
}

#[test]
fn a_setting_that_reaches_seated_rounds_asks_first() {
    let mut desk = Desk::with_players(8);
    let hands = |text: &str| TournamentSetting::Hands(4, text.into());
    desk.tap(TournamentCommand::Set(TournamentSetting::TablePoints(PointsBy::BelowAbove)));
    desk.tap(TournamentCommand::Set(hands("1 3 5")));
    assert_eq!(desk.view().question, None, "nothing is seated");
    desk.tap(TournamentCommand::Seat);
    desk.tap(TournamentCommand::Set(TournamentSetting::TablePoints(PointsBy::Points)));
    desk.tap(TournamentCommand::Set(TournamentSetting::Minutes(50)));
    desk.tap(TournamentCommand::Set(TournamentSetting::Seating(Seating::Drawn)));
    desk.tap(TournamentCommand::Set(TournamentSetting::Hands(5, "1 3".into())));
    assert_eq!(desk.view().question, None, "no result, no clock, no table of five");

    desk.tap(TournamentCommand::Set(hands("1 3")));
    assert_eq!(desk.on_disk().settings.hands[&4], [1, 3, 5], "it is asked first");
    desk.tap(TournamentCommand::Answer(false));
    assert_eq!((desk.on_disk().settings.hands[&4].len(), desk.view().question), (3, None));
    desk.tap(TournamentCommand::Set(hands("1 3")));
    agree(&mut desk, "hands and rules");
    assert_eq!(desk.on_disk().settings.hands[&4], [1, 3]);
    desk.tap(TournamentCommand::Set(hands("1 3 4")));
    assert_eq!(desk.on_disk().settings.hands[&4], [1, 3, 4], "a list that is being typed is asked about once");
    desk.tap(TournamentCommand::Set(TournamentSetting::PlusMinusOne(false)));
    agree(&mut desk, "hands and rules");

    desk.tap(TournamentCommand::StartClock);
    desk.tap(TournamentCommand::Set(TournamentSetting::Minutes(40)));
    agree(&mut desk, "time");
    desk.tap(TournamentCommand::Set(TournamentSetting::Minutes(35)));
    assert_eq!((desk.on_disk().settings.minutes, desk.view().question), (35, None));

    desk.take(0, &[Some((60, 2)), Some((50, 2)), Some((40, 2)), Some((30, 1))]);
    let before = desk.ranking();
    desk.tap(TournamentCommand::Set(TournamentSetting::TablePoints(PointsBy::default())));
    assert_eq!(desk.ranking(), before);
    agree(&mut desk, "results");
    assert_ne!(desk.ranking(), before);
    desk.tap(TournamentCommand::Set(TournamentSetting::Preset(Preset::SumOfPoints)));
    agree(&mut desk, "results");
    assert!(!desk.on_disk().settings.rank_by.contains(&RankBy::TablePoints));
}

#[test]
fn taking_ten_ends_with_the_first_other_tap() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    desk.tap(TournamentCommand::Tab(TournamentTab::Results));
    let others: [(&str, Command); 7] = [
        ("Esc", Command::StepBack),
        ("another page", Command::Show(Page::Home)),
        ("another tab", Command::OnTournament(TournamentCommand::Tab(TournamentTab::Ranking))),
        ("the wall", Command::OnTournament(TournamentCommand::Wall)),
        ("the clock", Command::OnTournament(TournamentCommand::StartClock)),
        ("undo", Command::Undo),
        ("another round", Command::OnTournament(TournamentCommand::Round(1))),
    ];
    for (what, command) in others {
        desk.tap(TournamentCommand::Overtime);
        desk.tap(TournamentCommand::TakeTen(0));
        assert!(desk.view().overtime, "before {what}: tables are tapped one after the other");
        desk.app.handle(command);
        settle(&mut desk.app);
        assert!(!desk.view().overtime, "{what} ends it");
        if what == "Esc" {
            assert_eq!(desk.app.page(), Page::Tournament, "one Esc ends it, the next one leaves");
        }
        desk.app.handle(Command::Show(Page::Tournament));
        desk.tap(TournamentCommand::Tab(TournamentTab::Results));
        if desk.app.page() == Page::Wall {
            desk.tap(TournamentCommand::Wall);
        }
        assert!(!desk.view().overtime, "{what}: it stays ended on return");
    }
    desk.tap(TournamentCommand::Overtime);
    desk.tap(TournamentCommand::Overtime);
    assert!(!desk.view().overtime);
}

#[test]
fn numbers_of_somebody_absent_are_asked_about() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    desk.slip(0, &[Some((100, 5)), Some((90, 5)), Some((80, 5)), Some((70, 5))]);
    desk.tap(TournamentCommand::Absent(3, true));
    let slip = desk.view().slip.unwrap();
    assert!(slip.ready && slip.notice.unwrap().to_string().contains("did not come"), "it is shown at once");
    desk.tap(TournamentCommand::TakeSlip);
    let question = desk.view().question.expect("it is asked").to_string();
    assert!(question.contains("P") && question.contains("did not come"), "{question}");
    assert_eq!(desk.view().done, 0);
    desk.tap(TournamentCommand::Answer(true));
    assert!(desk.view().tables[0].seats[3].absent);

    desk.slip(1, &[Some((100, 5)), Some((90, 5)), Some((80, 5)), None]);
    desk.tap(TournamentCommand::TakeSlip);
    assert_eq!((desk.view().done, desk.view().question), (2, None), "no absent player has numbers");
}

#[test]
fn people_of_an_earlier_tournament_are_taken_over() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Add("Anna\nAnna\nMeier, Zoë".into()));
    desk.tap(TournamentCommand::Close);
    desk.tap(TournamentCommand::Begin);
    desk.tap(TournamentCommand::Add("P3\nAnna\nOtto".into()));
    desk.until("the earlier one", |desk| desk.app.earlier_tournaments().len() == 1);
    let earlier = desk.app.earlier_tournaments()[0].clone();
    let names = desk.app.names_to_take_over(&earlier);
    assert_eq!(names.lines().collect::<Vec<_>>(), ["P1", "P2", "P4", "P5", "P6", "P7", "P8", "Anna", "Meier, Zoë"]);
    desk.tap(TournamentCommand::Add(names));
    assert_eq!(desk.view().players.len(), 12);
    assert!(desk.view().players.iter().any(|player| player.name == "Meier, Zoë"));
    assert_eq!(desk.app.names_to_take_over(&earlier), "", "everybody is here");
}

#[test]
fn before_any_result_no_player_has_a_rank_or_advances() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Set(TournamentSetting::Cut(Some(4))));
    desk.tap(TournamentCommand::Seat);
    let rows = desk.ranking().rows;
    assert_eq!(rows.len(), 8);
    assert!(rows.iter().all(|row| *row.cell(0) == Cell::None && row.tone == Tone::Plain), "{rows:?}");
    desk.take(0, &[Some((100, 5)); 4]);
    let rows = desk.ranking().rows;
    assert!(rows.iter().all(|row| *row.cell(0) != Cell::None) && rows[0].tone == Tone::Ahead, "{rows:?}");
}

#[test]
fn before_the_first_round_the_wall_has_the_players() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Wall);
    let wall = desk.app.wall().unwrap();
    assert_eq!((wall.list.title.to_string(), wall.list.rows.len()), ("Players".to_owned(), 8));
    assert!(wall.next.iter().any(|text| text.to_string().contains("Next: round 1")), "{:?}", wall.next);
}

#[test]
fn somebody_is_found_by_name_or_number() {
    let mut desk = Desk::with_players(12);
    desk.tap(TournamentCommand::Rename(3, "Zoë".into()));
    let mut found = |words: &str| -> Vec<Number> {
        desk.tap(TournamentCommand::Find(words.into()));
        numbers(&desk.view().list.unwrap())
    };
    assert_eq!(found("zO"), [3]);
    assert_eq!(found("1"), [1, 10, 11, 12]);
    assert_eq!(found("Zora").len(), 12, "an unknown name leaves the list as it is");
    assert_eq!(found("zo"), [3]);
    desk.tap(TournamentCommand::Add("Zora".into()));
    assert_eq!(desk.view().list.unwrap().rows.len(), 13, "what was added is seen among all");
}
