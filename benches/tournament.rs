//! How long a round of a tournament takes to be seated, and how many meet again. Prints figures only: nothing passes
//! or fails.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "run by developers only")]

use std::time::Instant;

use tablet_of_truth::tournament::{Game, Outcome, Player, Round, Settings, Status, TableResult, Tournament};
use uuid::Uuid;

fn main() {
    println!("players  round  repeated  ms");
    for count in [9, 12, 16, 17, 21, 33, 64, 104, 200, 300] {
        let player = |number: u16| Player { number, name: format!("P{number}"), status: Status::Here };
        let mut tournament = Tournament {
            id: Uuid::nil(),
            organiser: None,
            name: "Open".into(),
            place: String::new(),
            date: None,
            settings: Settings::default(),
            players: (1..=count).map(player).collect(),
            rounds: Vec::new(),
        };
        let mut random = fastrand::Rng::with_seed(1);
        for round in 1..=9 {
            let start = Instant::now();
            let seats = tournament.seat_next(1).unwrap();
            println!("{count:7}  {round:5}  {:8}  {}", seats.repeated, start.elapsed().as_millis());
            let mut tables = seats.tables;
            for table in &mut tables {
                let mut played = |_: &u16| {
                    let points = random.i32(-5..40) * 10;
                    TableResult::Played(Game { points, met: random.u8(2..9), ..Game::default() })
                };
                table.outcome = Outcome::Results(table.players.iter().map(&mut played).collect());
            }
            tournament.rounds.push(Round { seed: None, started: None, tables });
        }
    }
}
