//! `tablet-of-truth list`.

use std::cmp::Reverse;
use std::path::Path;

use chrono::{DateTime, FixedOffset};
use clap::ValueEnum;
use serde::Serialize;
use uuid::Uuid;

use super::said::{Answer, Failure};
use super::sessions::{SessionFilter, sessions};
use crate::archive::{Entry, to_lines};
use crate::language::Language;
use crate::plain::{aligned, in_line, neutral};
use crate::session::Status;
use crate::text;
use crate::text::Text;
use crate::wizard::Edition;

/// The format of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Aligned columns for reading
    Table,
    /// All that is known of each session, for other programs
    Json,
    /// One row per session
    Csv,
}

/// Lists the sessions of the archive, newest first.
pub(super) fn list(
    data_dir: Option<&Path>,
    wanted: &SessionFilter,
    format: ListFormat,
    language: Language,
) -> Result<Answer, Failure> {
    let mut found = sessions(data_dir, wanted, language)?;
    found.entries.sort_by_key(|entry| (Reverse((entry.record.started, entry.record.id)), entry.path.clone()));
    let lines: Vec<Line> = found.entries.iter().map(Line::of).collect();
    let text = match format {
        ListFormat::Table => table(&lines, language).into_bytes(),
        ListFormat::Json => to_lines(&List { sessions: &lines }).map_err(|error| Failure::foreign(&error))?,
        ListFormat::Csv => csv(&lines).map_err(|error| Failure::foreign(&error))?,
    };
    Ok(Answer { text, notes: found.notes })
}

#[derive(Serialize)]
struct List<'a> {
    sessions: &'a [Line],
}

/// A session in the list.
#[derive(Serialize)]
struct Line {
    file: String,
    id: Uuid,
    started: DateTime<FixedOffset>,
    finished: Option<DateTime<FixedOffset>>,
    status: &'static str,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_of: Option<Uuid>,
}

#[derive(Serialize)]
struct Place {
    rank: usize,
    player: String,
    total: i32,
}

impl Line {
    fn of(Entry { path, record, place, notes, .. }: &Entry) -> Line {
        let name = |seat| record.people.player(seat).map(|player| player.name.clone()).unwrap_or_default();
        Line {
            file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            id: record.id,
            started: record.started,
            finished: record.finished.filter(|_| record.status != Status::Running),
            status: match record.status {
                Status::Running => "running",
                Status::Finished => "finished",
                Status::EndedEarly => "ended_early",
            },
            game: record.game().key(),
            edition: record.kind().wizard(),
            kind: record.kind().text(),
            rounds: record.rounds(),
            rounds_planned: record.planned(),
            players: record.people.names_at_end(),
            former_players: record.people.everyone().skip(record.people.len()).map(|one| one.name.clone()).collect(),
            standings: record
                .people
                .standings()
                .map(|line| Place { rank: line.rank, player: name(line.seat), total: line.total })
                .collect(),
            place: place.clone(),
            notes: notes.clone(),
            copy_of: record.copy_of(),
        }
    }

    /// Everyone who played, for people.
    fn everyone(&self, language: Language) -> String {
        let players = self.players.join(", ");
        if self.former_players.is_empty() {
            return players;
        }
        let left = self.former_players.join(", ");
        language
            .say(&text!("players, and those who left" => "{players} (before: {left})", players = players, left = left))
    }

    /// The names and the total of whoever is first, once there is a round.
    fn leaders(&self) -> Option<(Vec<&str>, i32)> {
        let first = self.standings.iter().filter(|line| self.rounds > 0 && line.rank == 1);
        let (names, totals): (Vec<&str>, Vec<i32>) = first.map(|line| (&*line.player, line.total)).unzip();
        Some((names, *totals.first()?))
    }
}

fn table(lines: &[Line], language: Language) -> String {
    let say = |text: Text| language.say(&text);
    if lines.is_empty() {
        return say(text!("No sessions.")) + "\n";
    }
    let head = [
        text!("Date"),
        text!("Players"),
        text!("who is first, and the total" => "First"),
        text!("Rounds"),
        text!("Edition"),
        text!("state of a session" => "State"),
        text!("File"),
    ];
    let mut rows = vec![head.map(say).to_vec()];
    for line in lines {
        let state = say(match line.status {
            "running" => text!("state of a session" => "running"),
            "finished" => text!("state of a session" => "finished"),
            _ => text!("state of a session" => "ended early"),
        });
        let first = line
            .leaders()
            .map_or(String::new(), |(names, total)| format!("{} {}", names.join(", "), language.number(total.into())));
        rows.push(vec![
            line.started.date_naive().to_string(),
            in_line(&line.everyone(language)),
            in_line(&first),
            line.rounds_planned.map_or(line.rounds.to_string(), |planned| format!("{}/{planned}", line.rounds)),
            say(line.kind.clone()),
            match line.copy_of {
                None => state,
                Some(_) => say(text!("state of a session" => "{state}, a copy", state = state)),
            },
            in_line(&line.file),
        ]);
    }
    aligned(&rows, "   ", &[0, 1, 2, 4, 5, 6])
}

fn csv(lines: &[Line]) -> Result<Vec<u8>, ::csv::Error> {
    let mut out = ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(Vec::new());
    out.write_record([
        "file",
        "id",
        "started",
        "finished",
        "status",
        "edition",
        "rounds",
        "rounds_planned",
        "players",
        "first",
        "total",
        "place",
        "notes",
        "copy_of",
        "game",
        "former_players",
    ])?;
    for line in lines {
        let (names, total) = line
            .leaders()
            .map_or((String::new(), String::new()), |(names, total)| (names.join(", "), total.to_string()));
        out.write_record([
            neutral(&line.file),
            line.id.to_string(),
            line.started.to_rfc3339(),
            line.finished.map_or(String::new(), |finished| finished.to_rfc3339()),
            line.status.to_owned(),
            line.edition.map_or(String::new(), |edition| edition.key().to_owned()),
            line.rounds.to_string(),
            line.rounds_planned.map_or(String::new(), |planned| planned.to_string()),
            neutral(&line.players.join(", ")),
            neutral(&names),
            total,
            neutral(&line.place),
            neutral(&line.notes),
            line.copy_of.map_or(String::new(), |id| id.to_string()),
            line.game.to_owned(),
            neutral(&line.former_players.join(", ")),
        ])?;
    }
    out.into_inner().map_err(|error| ::csv::Error::from(error.into_error()))
}
