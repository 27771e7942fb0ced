//! `tablet-of-truth stats`.

use std::fmt::{Display, Write as _};
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use super::columns::aligned;
use super::plain;
use super::score::{Answer, Failure};
use super::sessions::{SessionFilter, sessions};
use crate::archive::to_lines;
use crate::statistics::{
    Figure, GAMES_ENOUGH, PlayerFigures, ROUNDS_ENOUGH, SessionCounts, Statistics, TableRecord, TableRecords,
};

/// How the statistics are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    /// The main figures for reading
    Table,
    /// Every figure with its sample, for other programs
    Json,
}

/// Counts the sessions of the archive.
pub(super) fn stats(data_dir: Option<&Path>, wanted: &SessionFilter, format: StatsFormat) -> Result<Answer, Failure> {
    let found = sessions(data_dir, wanted)?;
    let statistics = Statistics::of(found.records.iter().map(|(_, record)| record));
    let text = match format {
        StatsFormat::Table => table(&statistics).into_bytes(),
        StatsFormat::Json => {
            to_lines(&Everything::of(&statistics)).map_err(|error| Failure { code: 2, message: error.to_string() })?
        }
    };
    Ok(Answer { text, notes: found.notes })
}

#[derive(Serialize)]
struct Everything<'a> {
    sessions: SessionCounts,
    players: &'a [PlayerFigures],
    head_to_head: Vec<Pair<'a>>,
    records: &'a TableRecords,
}

/// Two players, each pair once.
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
            sessions: statistics.sessions,
            players: &statistics.players,
            head_to_head: pairs.collect(),
            records: &statistics.records,
        }
    }
}

fn table(statistics: &Statistics) -> String {
    let SessionCounts { finished, ended_early, running, rounds, .. } = statistics.sessions;
    let mut out =
        format!("{finished} finished, {ended_early} ended early, {running} running; {rounds} rounds count.\n");
    match statistics.sessions.copies {
        0 => {}
        1 => out.push_str("1 copy of a session does not count.\n"),
        copies => {
            let _ = writeln!(out, "{copies} copies of sessions do not count.");
        }
    }
    if statistics.players.is_empty() {
        return out;
    }
    let _ = write!(out, "\n{}", players(&statistics.players));
    let _ = writeln!(out, "\n* fewer than {GAMES_ENOUGH} games or {ROUNDS_ENOUGH} rounds: too few to say much");
    let records = records(&statistics.records);
    if !records.is_empty() {
        let _ = write!(out, "\n{}", aligned(&records, &["Record", "Names", "Date"]));
    }
    out
}

fn players(players: &[PlayerFigures]) -> String {
    let head =
        ["Player", "Games", "Won", "Mean", "Best", "Worst", "Rounds", "Points", "Met", "Bid−tricks", "Run", "Rating"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for player in players {
        let (results, bids) = (&player.results, &player.bids);
        let rating = player.rating.map_or("–".to_owned(), |rating| {
            let mark = if rating.small() { "*" } else { "" };
            format!("{:.1} ± {:.1}{mark}", rating.value, rating.uncertainty)
        });
        rows.push(vec![
            plain(&player.name),
            results.games.to_string(),
            shown(results.win_share, percent),
            shown(results.mean_total, |mean| format!("{mean:.0}")),
            shown(results.best_total, |best| format!("{best:.0}")),
            shown(results.worst_total, |worst| format!("{worst:.0}")),
            bids.rounds.to_string(),
            shown(bids.points_per_round, |points| format!("{points:.1}")),
            shown(bids.share_met, percent),
            shown(bids.bid_minus_tricks, |mean| format!("{mean:+.2}")),
            shown(bids.longest_run, |run| format!("{run:.0}")),
            rating,
        ]);
    }
    aligned(&rows, &["Player"])
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// A figure, marked when its sample is small; a dash when there is none.
fn shown(figure: Figure, format: impl Fn(f64) -> String) -> String {
    let mark = if figure.small() { "*" } else { "" };
    figure.value.map_or("–".to_owned(), |value| format(value) + mark)
}

fn records(records: &TableRecords) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let points = [
        ("Highest total", &records.highest_total),
        ("Lowest total", &records.lowest_total),
        ("Highest round", &records.highest_round),
        ("Lowest round", &records.lowest_round),
        ("Biggest comeback", &records.biggest_comeback),
        ("Closest finish", &records.closest_finish),
        ("Clearest win", &records.clearest_win),
    ];
    for (name, record) in points {
        rows.extend(record.as_ref().map(|record| row(name, record, record.value)));
    }
    let exact = [("Most exact player", &records.most_exact_player), ("Most exact table", &records.most_exact_table)];
    for (name, record) in exact {
        rows.extend(record.as_ref().map(|record| row(name, record, percent(record.value))));
    }
    let longest = records.longest_game.as_ref();
    let time = |minutes: i64| format!("{}:{:02} h", minutes / 60, minutes % 60);
    rows.extend(longest.map(|record| row("Longest game", record, time(record.value))));
    if !rows.is_empty() {
        rows.insert(0, ["Record", "Value", "Date", "Names"].map(str::to_owned).to_vec());
    }
    rows
}

fn row<V>(name: &str, record: &TableRecord<V>, value: impl Display) -> Vec<String> {
    let round = record.round.map_or(String::new(), |round| format!(" (round {round})"));
    let others = match record.games {
        0 | 1 => String::new(),
        games => format!(" (the first of {games} games)"),
    };
    let names = plain(&record.names.join(", "));
    vec![name.to_owned(), value.to_string(), record.started.date_naive().to_string(), format!("{names}{round}{others}")]
}
