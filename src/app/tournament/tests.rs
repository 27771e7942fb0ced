//! A tournament by its commands, without a window: the day, faults of the disk, other devices.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{MutexGuard, PoisonError};
use std::time::Instant;

use chrono::TimeDelta;
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use super::{SlipField, TableState, TournamentCommand, TournamentSetting, TournamentTab, TournamentView, WallStage};
use crate::app::spawn::tests::{ONE_AT_A_TIME, PATIENCE, config_in, said, settle};
use crate::app::{App, Command, Page, SaveState, TableCommand, now};
use crate::archive::{Archive, TournamentFile};
use crate::background::breaking;
use crate::tournament::{Number, Seating, Status, Tournament};

/// A program over a folder, used by one test at a time.
struct Desk {
    app: App,
    folder: TempDir,
    _turn: MutexGuard<'static, ()>,
}

impl Desk {
    fn new() -> Desk {
        let turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = TempDir::new().unwrap();
        let mut app = App::new(config_in(folder.path()), || ());
        settle(&mut app);
        Desk { app, folder, _turn: turn }
    }

    /// A desk with an open tournament of so many.
    fn with_players(count: usize) -> Desk {
        let mut desk = Desk::new();
        desk.tap(TournamentCommand::Begin);
        let list: Vec<String> = (1..=count).map(|number| format!("{number} P{number}")).collect();
        desk.tap(TournamentCommand::Add(list.join("\n")));
        assert_eq!(desk.view().players.len(), count, "{}", said(&desk.app));
        desk
    }

    fn tap(&mut self, command: TournamentCommand) {
        self.app.handle(Command::OnTournament(command));
        settle(&mut self.app);
    }

    fn view(&self) -> TournamentView {
        self.app.tournament().unwrap()
    }

    fn message(&self) -> String {
        self.app.message().map(ToString::to_string).unwrap_or_default()
    }

    /// The program closed and started again.
    fn again(self) -> Desk {
        let Desk { app, folder, _turn } = self;
        drop(app);
        let mut app = App::new(config_in(folder.path()), || ());
        settle(&mut app);
        Desk { app, folder, _turn }
    }

    fn games(&self) -> PathBuf {
        self.folder.path().join("games")
    }

    /// The tournament's file.
    fn file(&self) -> PathBuf {
        let is_ours = |path: &PathBuf| path.to_string_lossy().ends_with(".tournament.json");
        fs::read_dir(self.games()).unwrap().map(|entry| entry.unwrap().path()).find(is_ours).unwrap()
    }

    fn on_disk(&self) -> Tournament {
        TournamentFile::open(&self.file()).unwrap().1.tournament
    }

    /// Waits until something holds.
    fn until(&mut self, what: &str, holds: impl Fn(&Desk) -> bool) {
        let begun = Instant::now();
        while !holds(self) {
            assert!(begun.elapsed() < PATIENCE, "{what}: {} {:?}", said(&self.app), self.app.tournament());
            self.app.refresh();
            self.app.pump();
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }

    /// Types a slip; points and bids met, or that somebody was absent.
    fn slip(&mut self, table: usize, lines: &[Option<(i32, u8)>]) {
        self.tap(TournamentCommand::Slip(table));
        for (seat, line) in lines.iter().enumerate() {
            match line {
                Some((points, met)) => {
                    self.tap(TournamentCommand::Type(seat, SlipField::Points, points.to_string()));
                    self.tap(TournamentCommand::Type(seat, SlipField::Met, met.to_string()));
                }
                None => self.tap(TournamentCommand::Absent(seat, true)),
            }
        }
    }

    fn take(&mut self, table: usize, lines: &[Option<(i32, u8)>]) {
        self.slip(table, lines);
        self.tap(TournamentCommand::TakeSlip);
        if self.view().question.is_some() {
            self.tap(TournamentCommand::Answer(true));
        }
        assert!(self.view().slip.is_none(), "{} {:?}", said(&self.app), self.view().slip);
    }

    /// Writes a session of the table, whose first player has met a bid of `tricks`, and was ended after one hand.
    fn play(&self, name: &str, table: usize, tricks: u8, over: bool) -> PathBuf {
        let (view, tournament) = (self.view(), self.on_disk());
        let names: Vec<String> = view.tables[table].seats.iter().map(|seat| seat.name.clone()).collect();
        let mut bids = vec![0; names.len()];
        bids[0] = tricks;
        bids[1] = 1 - tricks;
        let mut session = json!({
            "players": names, "first_dealer": 0, "id": Uuid::new_v4(), "started": "2026-11-28T10:00:00+01:00",
            "rules": {"plus_minus_one": false}, "rounds": [{"bids": bids, "tricks": bids}],
            "tournament": {"id": tournament.id, "round": view.round, "table": view.tables[table].name},
        });
        if over {
            session["ended_early"] = "2026-11-28T11:00:00+01:00".into();
        }
        let path = self.games().join(name);
        fs::write(&path, session.to_string()).unwrap();
        path
    }
}

#[test]
fn a_day_of_26_tables_ends_with_the_known_ranking() {
    let file: Value = serde_json::from_str(include_str!("../../../tests/vectors/tournament.json")).unwrap();
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
    let mut desk = desk.again();
    let home = desk.app.home();
    assert_eq!((home.tournaments.len(), home.past_tournaments.len()), (0, 1), "it is over");
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
    let last = desk.on_disk();
    assert_eq!((last.name.as_str(), last.rounds[0].tables[1].overtime), ("Saarlouis open", 10));
    let mut steps = 0;
    while desk.view().can_undo {
        desk.app.handle(Command::Undo);
        settle(&mut desk.app);
        steps += 1;
    }
    assert_eq!(steps, 5, "a word that is typed is one step");
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
    assert_eq!((before.tables.len(), before.seed.is_some(), before.repeated), (5, true, 0));
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
    desk.tap(TournamentCommand::Answer(true));
    assert_eq!(desk.view().seated, 2);
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
    assert_eq!((view.settings.fault, view.settings.cut, view.planned), (None, Some(8), 3));
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
    let clock = desk.view().clock.unwrap();
    assert!((2690..=2700).contains(&clock.left) && !clock.called, "{clock:?}");
    let mut desk = desk.again();
    let file = desk.file();
    let started = desk.on_disk().rounds[0].started.unwrap();
    let mut text: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    text["rounds"][0]["started"] = (started - TimeDelta::minutes(41)).to_rfc3339().into();
    fs::write(&file, text.to_string()).unwrap();
    desk.tap(TournamentCommand::Open(file));
    let clock = desk.view().clock.unwrap();
    assert!(clock.called && (0..=240).contains(&clock.left), "{clock:?}");
    assert!(desk.app.wall().unwrap().clock.is_some());
    desk.tap(TournamentCommand::StopClock);
    assert_eq!(desk.view().clock, None);

    let round = crate::tournament::Round { started: Some(now()), ..Default::default() };
    let at = |minutes: i64| super::shown::clock(&round, 45, now() + TimeDelta::minutes(minutes)).unwrap();
    assert!(at(46).left < 0 && at(46).called && !at(39).called && at(-120).left == 2700);
    assert_eq!(desk.on_disk().rounds[0].started, None);
}

#[test]
fn sessions_bring_their_results_and_of_two_the_organiser_chooses() {
    let mut desk = Desk::with_players(8);
    desk.tap(TournamentCommand::Seat);
    desk.play("one.json", 0, 1, false);
    desk.until("it plays", |desk| matches!(desk.view().tables[0].state, TableState::Playing(2, _)));
    let one = desk.play("one.json", 0, 1, true);
    desk.until("its result", |desk| desk.view().tables[0].state == TableState::Done);
    assert_eq!(desk.view().tables[0].seats[0].points, Some(30));
    assert_eq!(desk.view().done, 1);
    assert_eq!(desk.on_disk().rounds[0].tables[0].results(), None, "the file names no result of a session");

    let two = desk.play("two.json", 0, 0, true);
    desk.until("both", |desk| matches!(desk.view().tables[0].state, TableState::Contradictory(_)));
    assert_eq!((desk.view().done, desk.view().tables[0].sessions.len()), (0, 2));
    desk.tap(TournamentCommand::Choose(0, two.clone()));
    assert_eq!(desk.view().tables[0].state, TableState::Done);
    assert_eq!(desk.view().tables[0].seats[0].points, Some(20));
    let counts: Vec<PathBuf> =
        desk.view().tables[0].sessions.iter().filter(|one| one.counts).map(|one| one.path.clone()).collect();
    assert_eq!(counts, std::slice::from_ref(&two));
    fs::remove_file(&two).unwrap();
    desk.until("it is missing", |desk| matches!(desk.view().tables[0].state, TableState::Contradictory(_)));
    assert!(desk.view().notes[0].to_string().contains("is not in the folder"));
    desk.tap(TournamentCommand::Choose(0, one.clone()));
    assert_eq!(desk.view().tables[0].state, TableState::Done);

    desk.take(0, &[Some((100, 5)), Some((90, 5)), Some((80, 5)), Some((70, 5))]);
    let card = &desk.view().tables[0];
    assert_eq!((card.state.clone(), card.sessions.len()), (TableState::ByHand, 1), "both are shown");
    assert!(desk.view().notes[0].to_string().contains("has another result"));
    desk.tap(TournamentCommand::ClearResult(0));
    assert_eq!(desk.view().tables[0].state, TableState::Done, "the session again");

    let (other, sits) = (desk.view().tables[0].seats[1].number, desk.view().tables[0].seats[1].name.clone());
    desk.tap(TournamentCommand::Rename(other, format!("{sits}son")));
    assert_eq!(desk.view().tables[0].state, TableState::ByHand, "the session knows them by the name before");
    assert_eq!(desk.view().tables[0].seats[0].points, Some(30));
    desk.app.handle(Command::Undo);
    settle(&mut desk.app);
    assert_eq!(desk.view().tables[0].state, TableState::Done);

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
    assert_eq!((offer.round, offer.tables.len(), &offer.path), (1, 2, &file));
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
    let free: Vec<String> = desk.app.home().tournaments[0].tables.iter().map(|table| table.name.clone()).collect();
    assert_eq!(free, ["A"]);
    desk.tap(TournamentCommand::Open(file));
    desk.until("the result", |desk| desk.view().tables[1].state == TableState::Done);
    assert!(desk.view().tables[1].seats.iter().all(|seat| seat.points.is_some()));
    assert_eq!(Archive::load(&played).unwrap().session.as_ref().wizard().unwrap().scored(), 1);
    desk.tap(TournamentCommand::PlayHere(1));
    assert_eq!(desk.app.session_file(), Some(&*played), "a game that was begun is opened, not dealt again");
    desk.app.handle(Command::Show(Page::Tournament));
    desk.tap(TournamentCommand::PlayHere(0));
    assert_eq!(desk.app.wizard().unwrap().tournament().unwrap().table, "A");
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
