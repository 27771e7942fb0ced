//! The sessions of the archive.

use chrono::{DateTime, FixedOffset};
use serde::Serialize;
use uuid::Uuid;

use super::{Cell, Column, Row, Table};
use crate::session::{Counted, Record, Status};
use crate::text;
use crate::text::Text;
use crate::wizard::Edition;

#[derive(Debug, Serialize)]
pub struct SessionLine {
    file: String,
    id: Uuid,
    started: DateTime<FixedOffset>,
    finished: Option<DateTime<FixedOffset>>,
    #[serde(serialize_with = "as_key")]
    status: Status,
    game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    edition: Option<Edition>,
    #[serde(skip)]
    kind: Text,
    rounds: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds_planned: Option<usize>,
    players: Vec<String>,
    /// Those whose seat was taken over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    former_players: Vec<String>,
    standings: Vec<Place>,
    place: String,
    notes: String,
    #[serde(flatten)]
    counted: Counted,
}

#[derive(Debug, Serialize)]
struct Place {
    rank: usize,
    player: String,
    total: i32,
}

fn key(status: Status) -> &'static str {
    match status {
        Status::Running => "running",
        Status::Finished => "finished",
        Status::EndedEarly => "ended_early",
    }
}

fn as_key<S: serde::Serializer>(status: &Status, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(key(*status))
}

impl SessionLine {
    pub fn of(file: String, record: &Record, place: &str, notes: &str) -> SessionLine {
        let name = |seat| record.people.player(seat).map(|player| player.name.clone()).unwrap_or_default();
        let standings =
            record.people.standings().map(|line| Place { rank: line.rank, player: name(line.seat), total: line.total });
        SessionLine {
            file,
            id: record.id,
            started: record.started,
            finished: record.finished.filter(|_| record.status != Status::Running),
            status: record.status,
            game: record.game().key(),
            edition: record.kind().wizard(),
            kind: record.kind().text(),
            rounds: record.rounds(),
            rounds_planned: record.planned(),
            players: record.people.names_at_end(),
            former_players: record.people.everyone().skip(record.people.len()).map(|one| one.name.clone()).collect(),
            standings: standings.collect(),
            place: place.to_owned(),
            notes: notes.to_owned(),
            counted: record.counted,
        }
    }

    fn state(&self) -> Text {
        let state = match self.status {
            Status::Running => text!("state of a session" => "running"),
            Status::Finished => text!("state of a session" => "finished"),
            Status::EndedEarly => text!("state of a session" => "ended early"),
        };
        if self.counted.counts() {
            state
        } else {
            text!("state of a session" => "{state}, does not count", state = state)
        }
    }

    fn row(&self) -> Row {
        let names = |names: &[String]| if names.is_empty() { Cell::None } else { Cell::Names(names.to_vec()) };
        let word = |word: &str| Cell::Name(word.to_owned());
        let time = |time: DateTime<FixedOffset>| Cell::Name(time.to_rfc3339());
        // Before the first round there is no first place.
        let first = self.standings.iter().filter(|line| self.rounds > 0 && line.rank == 1);
        let (leaders, totals): (Vec<String>, Vec<i32>) = first.map(|line| (line.player.clone(), line.total)).unzip();
        let cells = vec![
            word(&self.file),
            word(&self.id.to_string()),
            time(self.started),
            self.finished.map_or(Cell::None, time),
            word(key(self.status)),
            self.edition.map_or(Cell::None, |edition| word(edition.key())),
            Cell::Day(self.started.date_naive()),
            Cell::Text(self.kind.clone()),
            Cell::Text(self.state()),
            Cell::count(self.rounds),
            self.rounds_planned.map_or(Cell::None, Cell::count),
            names(&self.players),
            names(&leaders),
            totals.first().map_or(Cell::None, |total| Cell::Number((*total).into())),
            word(&self.place),
            word(&self.notes),
            word(if self.counted.counts() { "true" } else { "false" }),
            word(self.game),
            names(&self.former_players),
            word(&self.file),
        ];
        Row::of(cells)
    }
}

pub fn sessions(lines: &[SessionLine]) -> Table {
    Table {
        title: text!("Sessions"),
        facts: Vec::new(),
        columns: vec![
            Column::in_csv("file"),
            Column::in_csv("id"),
            Column::in_csv("started"),
            Column::in_csv("finished"),
            Column::in_csv("status"),
            Column::in_csv("edition"),
            Column::new("", text!("Date")).left(),
            Column::new("", text!("Edition")).left(),
            Column::new("", text!("state of a session" => "State")).left(),
            Column::new("rounds", text!("Rounds")),
            Column::new("rounds_planned", text!("of rounds" => "Planned")),
            Column::new("players", text!("Players")).left(),
            Column::new("first", text!("who is first" => "First")).left(),
            Column::new("total", text!("Total")),
            Column::in_csv("place"),
            Column::in_csv("notes"),
            Column::in_csv("counted"),
            Column::in_csv("game"),
            Column::new("former_players", text!("players who left" => "Before")).left(),
            Column::new("", text!("File")).left(),
        ],
        rows: lines.iter().map(SessionLine::row).collect(),
        notes: Vec::new(),
        empty: text!("No sessions."),
    }
}
