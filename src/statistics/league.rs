//! The league: finished games of a season, scored by one rule and ranked by the mean per game.

use std::collections::HashMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{SessionCounts, count};
use crate::session::{GameName, Record, Status};

pub const LAST_GAMES: usize = 5;

const TABLE_POINTS: [f64; 6] = [45.0, 30.0, 20.0, 10.0, 5.0, 0.0];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeagueRule {
    /// One for everyone placed below, minus one for everyone placed above.
    #[default]
    BelowAbove,
    /// 45, 30, 20, 10, 5 or 0 by place; level players share the places they take.
    TablePoints,
    /// Its points, divided by its rounds.
    Mean,
    /// One victory, which those who won share.
    Wins,
}

impl LeagueRule {
    /// In the order in which menus show them.
    pub const ALL: [LeagueRule; 4] = variants!(LeagueRule: BelowAbove, TablePoints, Mean, Wins);

    /// In files and in the terminal.
    pub fn key(self) -> &'static str {
        match self {
            LeagueRule::BelowAbove => "below-above",
            LeagueRule::TablePoints => "table-points",
            LeagueRule::Mean => "mean",
            LeagueRule::Wins => "wins",
        }
    }

    /// The value of a game for a player with `above` players ahead and `level` on the same place (the player included),
    /// of `players`, with this total after `rounds`.
    fn value(self, above: usize, level: usize, players: usize, total: i32, rounds: usize) -> f64 {
        let level = level.max(1);
        match self {
            LeagueRule::BelowAbove => players.saturating_sub(above + level) as f64 - above as f64,
            LeagueRule::TablePoints => TABLE_POINTS.iter().skip(above).take(level).sum::<f64>() / level as f64,
            LeagueRule::Mean => f64::from(total) / rounds.max(1) as f64,
            LeagueRule::Wins if above == 0 => 1.0 / level as f64,
            LeagueRule::Wins => 0.0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LeagueOptions {
    pub rule: LeagueRule,
    /// `None` from the first game on.
    pub from: Option<NaiveDate>,
    /// `None` up to the last game.
    pub to: Option<NaiveDate>,
    pub least_games: u32,
    pub drop: u32,
}

impl Default for LeagueOptions {
    fn default() -> LeagueOptions {
        LeagueOptions { rule: LeagueRule::default(), from: None, to: None, least_games: 1, drop: 0 }
    }
}

impl LeagueOptions {
    pub fn has(&self, day: NaiveDate) -> bool {
        self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeagueLine {
    pub player: String,
    pub games: u32,
    #[serde(serialize_with = "hundredths")]
    pub total: f64,
    /// 0 if none counts.
    #[serde(serialize_with = "hundredths")]
    pub per_game: f64,
    /// Including those that do not count.
    #[serde(skip)]
    pub played: u32,
    /// The latest at the end.
    #[serde(skip)]
    pub last: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeagueRank {
    /// From 1.
    pub rank: usize,
    #[serde(flatten)]
    pub line: LeagueLine,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct League {
    #[serde(skip)]
    pub options: LeagueOptions,
    /// Best first.
    #[serde(rename = "league")]
    pub ranked: Vec<LeagueRank>,
    /// Those with too few games, most games first.
    pub unranked: Vec<LeagueLine>,
}

impl League {
    /// The league of a game among these sessions, given in any order; the same ones count as for the other statistics.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>, game: GameName, options: LeagueOptions) -> League {
        let mut players: HashMap<&str, Vec<Outcome>> = HashMap::new();
        let ordered = SessionCounts::default().ordered(records, game);
        let finished = ordered.into_iter().filter(|record| record.status == Status::Finished);
        for record in finished.filter(|record| options.has(record.started.date_naive())) {
            let places: Vec<usize> = record.people.standings().map(|line| line.rank).collect();
            for line in record.people.standings() {
                let Some(player) = record.people.player(line.seat) else { continue };
                let level = places.iter().filter(|place| **place == line.rank).count();
                let above = line.rank.saturating_sub(1);
                let value = options.rule.value(above, level, places.len(), line.total, record.rounds());
                players.entry(&player.name).or_default().push(Outcome { value, place: line.rank });
            }
        }
        let lines = players.into_iter().map(|(name, outcomes)| LeagueLine::of(name, &outcomes, options.drop));
        let enough = |line: &LeagueLine| line.games > 0 && line.played >= options.least_games;
        let (mut ranked, mut unranked): (Vec<LeagueLine>, Vec<LeagueLine>) = lines.partition(enough);
        ranked.sort_by(|one, other| {
            let best = |line: &LeagueLine| (-level(line.per_game), -i64::from(line.games));
            best(one).cmp(&best(other)).then_with(|| one.player.cmp(&other.player))
        });
        unranked.sort_by(|one, other| (other.played, &one.player).cmp(&(one.played, &other.player)));
        League { options, ranked: with_ranks(ranked), unranked }
    }
}

fn with_ranks(lines: Vec<LeagueLine>) -> Vec<LeagueRank> {
    let mut ranked: Vec<LeagueRank> = Vec::new();
    for (place, line) in (1..).zip(lines) {
        let same = ranked.last().filter(|before| level(before.line.per_game) == level(line.per_game));
        ranked.push(LeagueRank { rank: same.map_or(place, |before| before.rank), line });
    }
    ranked
}

struct Outcome {
    value: f64,
    place: usize,
}

impl LeagueLine {
    /// Games in order of time.
    fn of(name: &str, outcomes: &[Outcome], drop: u32) -> LeagueLine {
        let mut values: Vec<f64> = outcomes.iter().map(|outcome| outcome.value).collect();
        values.sort_by(f64::total_cmp);
        let counted = values.get(drop as usize..).unwrap_or_default();
        let total: f64 = counted.iter().sum();
        let recent = outcomes.len().saturating_sub(LAST_GAMES);
        LeagueLine {
            player: name.to_owned(),
            games: count(counted.len()),
            total,
            per_game: total / counted.len().max(1) as f64,
            played: count(outcomes.len()),
            last: outcomes.iter().skip(recent).map(|outcome| outcome.place).collect(),
        }
    }
}

/// Rounded for comparison: sums of thirds differ in their last digits by the order of the games.
fn level(value: f64) -> i64 {
    (value * 1e9).round() as i64
}

fn hundredths<S: serde::Serializer>(value: &f64, out: S) -> Result<S::Ok, S::Error> {
    // Without a minus before a zero.
    out.serialize_f64((value * 100.0).round() / 100.0 + 0.0)
}
