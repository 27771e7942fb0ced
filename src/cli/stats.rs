//! `tablet-of-truth stats`.

use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use super::output::{Answer, Failure};
use super::sessions::{SessionFilter, counted};
use crate::archive::to_lines;
use crate::export::{columns, table_csv};
use crate::language::Language;
use crate::session::{Face, GameName, OfGame};
use crate::statistics::{Figure, League, PlayerFigures, SessionCounts, Statistics, TableRecords, TrackStatistics};
use crate::table::{AnyStatistics, Order, Table, players, records};
use crate::text;

/// The format of the statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    /// The main figures for reading
    Table,
    /// Every figure with its sample, for other programs
    Json,
    /// One row per player
    Csv,
}

pub(super) fn stats(
    data_dir: Option<&Path>,
    wanted: &SessionFilter,
    format: StatsFormat,
    language: Language,
) -> Result<Answer, Failure> {
    let found = counted(data_dir, wanted, language)?;
    let sessions = || found.entries.iter().map(|entry| &entry.record);
    let statistics = match wanted.game.unwrap_or_default() {
        GameName::Wizard => OfGame::Wizard(Statistics::of(sessions())),
        GameName::LastWizard => OfGame::LastWizard(TrackStatistics::of(sessions())),
    };
    let others = sessions().filter(|record| record.game() != GameName::Wizard).count();
    let text = match (format, &statistics) {
        (StatsFormat::Table, _) => for_people(&statistics, others, language).into_bytes(),
        (StatsFormat::Csv, _) => table_csv(&table(&statistics)).map_err(|error| Failure::foreign(&error))?,
        (StatsFormat::Json, OfGame::Wizard(of)) => json(&Everything::of(of))?,
        (StatsFormat::Json, OfGame::LastWizard(statistics)) => {
            json(&OfTrack { game: GameName::LastWizard.key(), statistics })?
        }
    };
    Ok(Answer { text, notes: found.notes })
}

fn json(of: &impl Serialize) -> Result<Vec<u8>, Failure> {
    to_lines(of).map_err(|error| Failure::foreign(&error))
}

fn table(statistics: &AnyStatistics) -> Table {
    players(statistics, &League::default(), Order::default(), &|_| Face::default())
}

/// `others` are the sessions of the other game.
fn for_people(statistics: &AnyStatistics, others: usize, language: Language) -> String {
    let players = table(statistics);
    let mut parts = vec![players.facts.iter().map(|fact| language.translate(fact) + "\n").collect()];
    let mut add = |table: &Table| {
        if !table.rows.is_empty() {
            parts.push(columns(table, language));
        }
    };
    add(&players);
    if let OfGame::Wizard(statistics) = statistics {
        add(&records(statistics, &|_| Face::default()));
        if others > 0 {
            parts.push(
                language.translate(&text!(
                    "{n} session of The Last Wizard is counted apart: --game last-wizard"
                        | "{n} sessions of The Last Wizard are counted apart: --game last-wizard" % others,
                )) + "\n",
            );
        }
    }
    parts.join("\n")
}

#[derive(Serialize)]
struct OfTrack<'a> {
    game: &'static str,
    #[serde(flatten)]
    statistics: &'a TrackStatistics,
}

#[derive(Serialize)]
struct Everything<'a> {
    game: &'static str,
    sessions: SessionCounts,
    players: &'a [PlayerFigures],
    head_to_head: Vec<Pair<'a>>,
    records: &'a TableRecords,
}

/// Each pair once.
#[derive(Serialize)]
struct Pair<'a> {
    player: &'a str,
    opponent: &'a str,
    games: u32,
    ahead: u32,
    level: u32,
    behind: u32,
    mean_difference: Figure,
}

impl Everything<'_> {
    fn of(statistics: &Statistics) -> Everything<'_> {
        let name = |place: usize| statistics.players.get(place).map_or("", |player| &*player.name);
        let pairs = (0..statistics.players.len()).flat_map(|player| statistics.opponents(player));
        let pairs = pairs.filter(|pair| pair.player < pair.opponent).map(|pair| Pair {
            player: name(pair.player),
            opponent: name(pair.opponent),
            games: pair.games,
            ahead: pair.ahead,
            level: pair.level,
            behind: pair.behind,
            mean_difference: pair.mean_difference,
        });
        Everything {
            game: GameName::Wizard.key(),
            sessions: statistics.sessions,
            players: &statistics.players,
            head_to_head: pairs.collect(),
            records: &statistics.records,
        }
    }
}
