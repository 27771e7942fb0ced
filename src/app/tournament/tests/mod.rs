//! A tournament by its commands, without a window.

mod day;
mod disk;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;
use uuid::Uuid;

use super::{SlipField, TournamentCommand, TournamentTab, TournamentView};
use crate::app::spawn::tests::{PATIENCE, config_in, messages, settle};
use crate::app::{App, Command, TableCommand};
use crate::archive::TournamentFile;
use crate::table::{Row, RowId, Table};
use crate::tournament::{Number, Tournament};

struct Desk {
    app: App,
    folder: TempDir,
}

impl Desk {
    fn new() -> Desk {
        let folder = TempDir::new().unwrap();
        let mut app = App::new(config_in(folder.path()), || ());
        settle(&mut app);
        Desk { app, folder }
    }

    fn with_players(count: usize) -> Desk {
        let mut desk = Desk::new();
        desk.tap(TournamentCommand::Begin);
        let list: Vec<String> = (1..=count).map(|number| format!("{number} P{number}")).collect();
        desk.tap(TournamentCommand::Add(list.join("\n")));
        assert_eq!(desk.view().players.len(), count, "{}", messages(&desk.app));
        desk
    }

    fn tap(&mut self, command: TournamentCommand) {
        self.app.handle(Command::OnTournament(command));
        settle(&mut self.app);
    }

    fn view(&self) -> TournamentView {
        self.app.tournament().unwrap()
    }

    fn ranking(&mut self) -> Table {
        self.tap(TournamentCommand::Tab(TournamentTab::Ranking));
        self.view().list.unwrap()
    }

    fn wall_title(&self) -> String {
        self.app.wall().unwrap().list.title.to_string()
    }

    fn message(&self) -> String {
        self.app.message().map(ToString::to_string).unwrap_or_default()
    }

    fn again(self) -> Desk {
        let Desk { app, folder } = self;
        drop(app);
        let mut app = App::new(config_in(folder.path()), || ());
        settle(&mut app);
        Desk { app, folder }
    }

    fn games(&self) -> PathBuf {
        self.folder.path().join("games")
    }

    fn file(&self) -> PathBuf {
        let is_ours = |path: &PathBuf| path.to_string_lossy().ends_with(".tournament.json");
        fs::read_dir(self.games()).unwrap().map(|entry| entry.unwrap().path()).find(is_ours).unwrap()
    }

    fn on_disk(&self) -> Tournament {
        TournamentFile::open(&self.file()).unwrap().1.tournament
    }

    fn until(&mut self, what: &str, holds: impl Fn(&mut Desk) -> bool) {
        let begun = Instant::now();
        let mut asked: Option<Instant> = None;
        while !holds(self) {
            assert!(begun.elapsed() < PATIENCE, "{what}: {} {:?}", messages(&self.app), self.app.tournament());
            // The folder is read when nothing was asked of it for a moment.
            if asked.is_none_or(|asked| asked.elapsed() > Duration::from_millis(250)) {
                self.app.refresh();
                asked = Some(Instant::now());
            }
            self.app.pump();
            std::thread::sleep(Duration::from_millis(10));
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
        assert!(self.view().slip.is_none(), "{} {:?}", messages(&self.app), self.view().slip);
    }

    /// Plays a hand of one card at the table of four that is open.
    fn hand(&mut self) {
        for _ in 0..2 {
            for number in [0, 0, 0, 1] {
                self.app.handle(Command::OnTable(TableCommand::Number(number)));
            }
            self.app.handle(Command::OnTable(TableCommand::Primary));
        }
        settle(&mut self.app);
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

/// Of each row's player.
fn numbers(list: &Table) -> Vec<Number> {
    let number = |row: &Row| if let Some(RowId::Player(number)) = row.id { number } else { panic!("{row:?}") };
    list.rows.iter().map(number).collect()
}
