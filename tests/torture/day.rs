//! A tournament's day with 26 tables, killed again and again: every slip, round and start of a clock that was shown as
//! saved is in the file, and nothing else.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tablet_of_truth::app::{App, Command, SaveState, SlipField, TournamentCommand, TournamentTab, TournamentView};
use tablet_of_truth::archive::TournamentFile;
use tablet_of_truth::tournament::{Game, TableResult, Tournament};

use crate::report::Trials;
use crate::stage::Stage;
use crate::{Torture, config_of, kill, until};

const PLAYERS: usize = 104;
const ROUNDS: usize = 3;

/// What the player in this seat has on every slip: nobody is level with anybody.
fn result(round: usize, table: usize, seat: usize) -> Game {
    let points = 10 * ((3 * round + table) % 5) + 50 * (seat + 1);
    Game { points: points as i32, met: 5, ..Game::default() }
}

fn steps(tournament: &Tournament) -> usize {
    let of_rounds = tournament.rounds.iter().map(|round| {
        let slips = round.tables.iter().filter(|table| table.results().is_some()).count();
        1 + usize::from(round.started.is_some()) + slips
    });
    usize::from(!tournament.players.is_empty()) + of_rounds.sum::<usize>()
}

fn file_in(data: &Path) -> Option<PathBuf> {
    let files = fs::read_dir(data).into_iter().flatten().flatten().map(|entry| entry.path());
    files.filter(|path| path.to_string_lossy().ends_with(".tournament.json")).min()
}

/// Goes on with the day in this folder, to its end, and prints each step and each time the program shows "saved".
/// Broken on purpose, it prints both before it takes the step.
pub fn organise(data: &Path, hasty: bool) {
    let mut app = App::new(config_of(data), || ());
    until(&mut app, |app| !app.is_reading_games());
    let before = file_in(data).map(|path| (TournamentFile::open(&path).unwrap().1.tournament, path));
    let mut done = before.as_ref().map_or(0, |(tournament, _)| steps(tournament));
    tap(&mut app, before.map_or(TournamentCommand::Begin, |(_, path)| TournamentCommand::Open(path)));
    until(&mut app, |app| app.tournament().is_some());
    tap(&mut app, TournamentCommand::Tab(TournamentTab::Results));
    while !is_over(&shown(&app)) {
        done += 1;
        if hasty {
            println!("step {done}\nsaved {done}");
        }
        let seated = step(&mut app);
        if !hasty {
            println!("step {done}");
        }
        until(&mut app, |app| shown(app).seated == seated);
        if !hasty {
            until(&mut app, |app| shown(app).save == SaveState::Saved);
            println!("saved {done}");
        }
    }
}

fn shown(app: &App) -> TournamentView {
    app.tournament().expect("a tournament is open")
}

fn tap(app: &mut App, command: TournamentCommand) {
    app.handle(Command::OnTournament(command));
}

fn open(view: &TournamentView) -> Option<usize> {
    view.tables.iter().position(|table| table.seats.iter().any(|seat| seat.points.is_none()))
}

fn is_over(view: &TournamentView) -> bool {
    view.seated == ROUNDS && open(view).is_none()
}

/// Takes the next step of the day; returns the rounds seated after it.
fn step(app: &mut App) -> usize {
    let view = shown(app);
    let mut seated = view.seated;
    if view.players.is_empty() {
        let names: Vec<String> = (1..=PLAYERS).map(|number| format!("{number} P{number}")).collect();
        tap(app, TournamentCommand::Add(names.join("\n")));
    } else if let Some(table) = open(&view) {
        if view.clock.is_none() {
            tap(app, TournamentCommand::StartClock);
        } else {
            tap(app, TournamentCommand::Slip(table));
            for seat in 0..view.tables[table].seats.len() {
                let Game { points, met, .. } = result(view.round - 1, table, seat);
                tap(app, TournamentCommand::Type(seat, SlipField::Points, points.to_string()));
                tap(app, TournamentCommand::Type(seat, SlipField::Met, met.to_string()));
            }
            tap(app, TournamentCommand::TakeSlip);
            assert!(shown(app).slip.is_none(), "the slip is not taken: {:?}", shown(app).slip);
        }
    } else {
        seated += 1;
        tap(app, TournamentCommand::Seat);
    }
    seated
}

pub fn days(torture: &mut Torture, trials: usize) -> Vec<Trials> {
    vec![killed(torture, Trials::of("a tournament's day with 26 tables, killed"), trials)]
}

pub fn proofs(torture: &mut Torture) -> Vec<Trials> {
    vec![killed(torture, Trials::broken("a tournament's day shown as saved too early, killed"), 10)]
}

fn killed(torture: &mut Torture, mut sum: Trials, trials: usize) -> Trials {
    let (mut stage, mut saved, mut stepped, mut days) = (Stage::new(torture.disk.join("day")), 0, 0, 0);
    for trial in 0..trials {
        let arguments = ["organise".into(), stage.data.display().to_string(), sum.broken_on_purpose.to_string()];
        let mut organiser = stage.copy_of_this(&[], &arguments).spawn().unwrap();
        let output = BufReader::new(organiser.stdout.take().unwrap());
        let mut lines = output.lines().map_while(Result::ok);
        let before = saved;
        let mut hear = |line: String| {
            // The last line may be torn.
            let (word, number) = line.split_once(' ').unwrap_or_default();
            match (word, number.parse()) {
                ("step", Ok(number)) => stepped = number,
                ("saved", Ok(number)) => saved = number,
                _ => {}
            }
        };
        if torture.random.bool() {
            // Just after something was shown as saved.
            lines.by_ref().take(2 * torture.random.usize(1..25)).for_each(&mut hear);
        } else {
            // Seats of a later round are searched for up to a second.
            std::thread::sleep(Duration::from_secs_f64(3.0 * torture.random.f64().powi(2)));
        }
        kill(&mut organiser);
        lines.for_each(hear);
        let acknowledged = saved - before;
        let mut losses = Vec::new();
        let found = file_in(&stage.data).map(|path| TournamentFile::open(&path));
        let found = found.transpose().map(|found| found.map(|(_, loaded)| loaded.tournament));
        let mut over = false;
        match found {
            Err(error) => losses.push(format!("the file cannot be read: {error}")),
            Ok(None) => losses.extend((saved > 0).then(|| format!("the file is gone after {saved} steps"))),
            Ok(Some(tournament)) => {
                let there = steps(&tournament);
                // A step may be on disk before it is shown as taken.
                if there < saved || there > stepped + 1 {
                    losses.push(format!("{there} steps are on disk, {saved} were shown as saved, {stepped} taken"));
                }
                losses.extend(mangled(&tournament));
                // The next organiser goes on with what is there.
                (saved, stepped) = (there, there);
                over = there == 1 + ROUNDS * (2 + PLAYERS / 4);
            }
        }
        losses.extend(Some(stage.complaints()).filter(|errors| !errors.is_empty()));
        sum.tried(trial, acknowledged, losses);
        if over {
            days += 1;
            (stage, saved, stepped) = (Stage::new(torture.disk.join("day")), 0, 0);
        }
    }
    sum.ended(format!("{days} days came to their end; each organiser went on with what the last one left"))
}

fn mangled(tournament: &Tournament) -> Vec<String> {
    let mut wrong = Vec::new();
    let players = tournament.players.iter().filter(|player| player.name == format!("P{}", player.number)).count();
    wrong.extend(
        (players != tournament.players.len() || ![0, PLAYERS].contains(&players))
            .then(|| format!("{players} of {} players have their names", tournament.players.len())),
    );
    for (round, tables) in tournament.rounds.iter().map(|round| &round.tables).enumerate() {
        let mut seated: Vec<_> = tables.iter().flat_map(|table| table.players.clone()).collect();
        seated.sort_unstable();
        seated.dedup();
        wrong.extend((seated.len() != PLAYERS).then(|| format!("{} sit in round {}", seated.len(), round + 1)));
        for (number, table) in tables.iter().enumerate() {
            let typed = |seat| TableResult::Played(result(round, number, seat));
            let is_typed = |results: &[TableResult]| {
                results.len() == table.players.len()
                    && results.iter().enumerate().all(|(seat, one)| *one == typed(seat))
            };
            if !table.results().is_none_or(is_typed) {
                wrong.push(format!("round {}, table {}: {:?}", round + 1, table.name, table.results()));
            }
        }
    }
    wrong
}
