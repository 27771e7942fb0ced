//! `tablet-of-truth stats`.

use std::fmt::Write as _;
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use super::said::{Answer, Failure};
use super::sessions::{SessionFilter, counted};
use crate::archive::to_lines;
use crate::language::Language;
use crate::plain::{aligned, in_line};
use crate::session::GameName;
use crate::statistics::{
    Figure, GAMES_ENOUGH, PlayerFigures, ROUNDS_ENOUGH, SessionCounts, Statistics, TableRecord, TableRecords,
    TrackFigures, TrackStatistics,
};
use crate::text;
use crate::text::Text;

/// The format of the statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    /// The main figures for reading
    Table,
    /// Every figure with its sample, for other programs
    Json,
}

/// Prints the statistics of the archive.
pub(super) fn stats(
    data_dir: Option<&Path>,
    wanted: &SessionFilter,
    format: StatsFormat,
    language: Language,
) -> Result<Answer, Failure> {
    let found = counted(data_dir, wanted, language)?;
    let records = || found.entries.iter().map(|entry| &entry.record);
    let table = Table { language };
    let text = match wanted.game.unwrap_or_default() {
        GameName::Wizard => {
            let statistics = Statistics::of(records());
            let others = records().filter(|record| record.game() != GameName::Wizard).count();
            match format {
                StatsFormat::Table => Ok((table.all(&statistics) + &table.others(others)).into_bytes()),
                StatsFormat::Json => to_lines(&Everything::of(&statistics)),
            }
        }
        GameName::LastWizard => {
            let statistics = TrackStatistics::of(records());
            match format {
                StatsFormat::Table => Ok(table.track(&statistics).into_bytes()),
                StatsFormat::Json => to_lines(&OfTrack { game: GameName::LastWizard.key(), statistics: &statistics }),
            }
        }
    };
    Ok(Answer { text: text.map_err(|error| Failure::foreign(&error))?, notes: found.notes })
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
            game: GameName::Wizard.key(),
            sessions: statistics.sessions,
            players: &statistics.players,
            head_to_head: pairs.collect(),
            records: &statistics.records,
        }
    }
}

/// The statistics as a table for people.
struct Table {
    language: Language,
}

impl Table {
    fn say(&self, text: &Text) -> String {
        self.language.say(text)
    }

    /// A note on sessions of another game, which are left out.
    fn others(&self, sessions: usize) -> String {
        let apart = text!(
            "{n} session of The Last Wizard is counted apart: --game last-wizard"
                | "{n} sessions of The Last Wizard are counted apart: --game last-wizard" % sessions,
        );
        if sessions == 0 { String::new() } else { format!("\n{}\n", self.say(&apart)) }
    }

    fn counts(&self, sessions: SessionCounts) -> String {
        let SessionCounts { finished, ended_early, running, rounds, copies, .. } = sessions;
        let counts = text!(
            "{finished} finished, {early} ended early, {running} running; {n} round counts."
                | "{finished} finished, {early} ended early, {running} running; {n} rounds count." % rounds,
            finished = finished,
            early = ended_early,
            running = running,
        );
        let mut out = self.say(&counts) + "\n";
        if copies > 0 {
            let copies =
                text!("{n} copy of a session does not count." | "{n} copies of sessions do not count." % copies);
            let _ = writeln!(out, "{}", self.say(&copies));
        }
        out
    }

    fn few(&self) -> String {
        self.say(&text!(
            "* fewer than {games} games or {rounds} rounds: too few to say much",
            games = GAMES_ENOUGH,
            rounds = ROUNDS_ENOUGH,
        ))
    }

    fn track(&self, statistics: &TrackStatistics) -> String {
        let mut out = self.counts(statistics.sessions);
        if !statistics.players.is_empty() {
            let _ = write!(out, "\n{}\n{}\n", self.track_players(&statistics.players), self.few());
        }
        out
    }

    fn track_players(&self, players: &[TrackFigures]) -> String {
        let head = [
            text!("Player"),
            text!("Games"),
            text!("Won"),
            text!("mean of the last spaces" => "Mean space"),
            text!("best final total" => "Best"),
            text!("worst final total" => "Worst"),
            text!("Rounds"),
            text!("a figure of the statistics" => "Folds"),
            text!("a figure of the statistics" => "Bets won"),
            text!("a figure of the statistics" => "Bets lost"),
            text!("Longest lead"),
        ];
        let mut rows = vec![head.map(|text| self.say(&text)).to_vec()];
        let language = self.language;
        let whole = |number: f64| language.decimal(number, 0);
        let percent = |share: f64| self.percent(share);
        for player in players {
            let results = &player.results;
            rows.push(vec![
                in_line(&player.name),
                language.number(results.games.into()),
                shown(results.win_share, percent),
                shown(results.mean_total, |mean| language.decimal(mean, 1)),
                shown(results.best_total, whole),
                shown(results.worst_total, whole),
                language.number(player.rounds.into()),
                shown(player.share_folded, percent),
                shown(player.share_won, percent),
                shown(player.share_lost, percent),
                shown(player.longest_lead, whole),
            ]);
        }
        aligned(&rows, "   ", &[0])
    }

    fn all(&self, statistics: &Statistics) -> String {
        let mut out = self.counts(statistics.sessions);
        if statistics.players.is_empty() {
            return out;
        }
        let _ = write!(out, "\n{}\n{}\n", self.players(&statistics.players), self.few());
        let records = self.records(&statistics.records);
        if !records.is_empty() {
            let _ = write!(out, "\n{}", aligned(&records, "   ", &[0, 2, 3]));
        }
        out
    }

    fn players(&self, players: &[PlayerFigures]) -> String {
        let head = [
            text!("Player"),
            text!("Games"),
            text!("Won"),
            text!("mean of the final totals" => "Mean"),
            text!("best final total" => "Best"),
            text!("worst final total" => "Worst"),
            text!("Rounds"),
            text!("points a round" => "Points"),
            text!("share of bids met" => "Met"),
            text!("mean of bid minus tricks" => "Bid−tricks"),
            text!("longest run of bids met" => "Run"),
            text!("Rating"),
        ];
        let mut rows = vec![head.map(|text| self.say(&text)).to_vec()];
        let language = self.language;
        for player in players {
            let (results, bids) = (&player.results, &player.bids);
            let rating = player.rating.map_or("–".to_owned(), |rating| {
                let mark = if rating.small() { "*" } else { "" };
                format!("{} ± {}{mark}", language.decimal(rating.value, 1), language.decimal(rating.uncertainty, 1))
            });
            let signed = |mean: f64| {
                let sign = if mean >= 0.0 { "+" } else { "" };
                sign.to_owned() + &language.decimal(mean, 2)
            };
            rows.push(vec![
                in_line(&player.name),
                language.number(results.games.into()),
                shown(results.win_share, |share| self.percent(share)),
                shown(results.mean_total, |mean| language.decimal(mean, 0)),
                shown(results.best_total, |best| language.decimal(best, 0)),
                shown(results.worst_total, |worst| language.decimal(worst, 0)),
                language.number(bids.rounds.into()),
                shown(bids.points_per_round, |points| language.decimal(points, 1)),
                shown(bids.share_met, |share| self.percent(share)),
                shown(bids.bid_minus_tricks, signed),
                shown(bids.longest_run, |run| language.decimal(run, 0)),
                rating,
            ]);
        }
        aligned(&rows, "   ", &[0])
    }

    fn percent(&self, share: f64) -> String {
        self.say(&text!("{number} %", number = self.language.decimal(100.0 * share, 0)))
    }

    fn records(&self, records: &TableRecords) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        let points = [
            (text!("Highest total"), &records.highest_total),
            (text!("Lowest total"), &records.lowest_total),
            (text!("Best round"), &records.highest_round),
            (text!("Worst round"), &records.lowest_round),
            (text!("Biggest comeback"), &records.biggest_comeback),
            (text!("Closest finish"), &records.closest_finish),
            (text!("Clearest win"), &records.clearest_win),
        ];
        for (name, record) in points {
            let row = |record: &TableRecord<i32>| self.row(&name, record, self.language.number(record.value.into()));
            rows.extend(record.as_ref().map(row));
        }
        let exact = [
            (text!("Most accurate player"), &records.most_exact_player),
            (text!("Most accurate game"), &records.most_exact_table),
        ];
        for (name, record) in exact {
            let row = |record: &TableRecord<f64>| self.row(&name, record, self.percent(record.value));
            rows.extend(record.as_ref().map(row));
        }
        let time = |minutes: i64| {
            let (hours, minutes) = (minutes / 60, format!("{:02}", minutes % 60));
            self.say(&text!("{hours}:{minutes} h", hours = hours, minutes = minutes))
        };
        let longest = records.longest_game.as_ref();
        rows.extend(longest.map(|record| self.row(&text!("Longest game"), record, time(record.value))));
        if !rows.is_empty() {
            let head = [text!("Record"), text!("value of a record" => "Value"), text!("Date"), text!("Names")];
            rows.insert(0, head.map(|text| self.say(&text)).to_vec());
        }
        rows
    }

    fn row<V>(&self, name: &Text, record: &TableRecord<V>, value: String) -> Vec<String> {
        let names = record.names.join(", ");
        let names = match (record.round, record.games) {
            (None, 0 | 1) => names,
            (Some(round), 0 | 1) => self.say(&text!("{names} (round {round})", names = names, round = round)),
            (None, games) => self.say(&text!("{names} (the first of {games} games)", names = names, games = games)),
            (Some(round), games) => self.say(&text!(
                "{names} (round {round}, the first of {games} games)",
                names = names,
                round = round,
                games = games,
            )),
        };
        vec![self.say(name), value, record.started.date_naive().to_string(), in_line(&names)]
    }
}

/// A figure, with an asterisk if its sample is small; a dash if there is none.
fn shown(figure: Figure, format: impl Fn(f64) -> String) -> String {
    let mark = if figure.small() { "*" } else { "" };
    figure.value.map_or("–".to_owned(), |value| format(value) + mark)
}
