//! The ranking of a tournament, and its cut.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::Tournament;
use super::places::{Placed, TablePoints, best};
use super::player::Number;
use super::settings::RankBy;

/// One line of the ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The rank; level results share it and the next one is skipped.
    pub rank: usize,
    /// The player.
    pub number: Number,
    /// The name.
    pub name: String,
    /// The sum of table points.
    pub table_points: TablePoints,
    /// The sum of points after penalties.
    pub points: i64,
    /// The sum of bids met.
    pub met: u32,
    /// The games that were played.
    pub games: usize,
}

impl Tournament {
    /// The places at every table that has a result, up to a round, each with its round and its name.
    pub fn places(&self, up_to: usize) -> impl Iterator<Item = (usize, &str, Vec<Placed>)> {
        (1..).zip(self.rounds.iter().take(up_to)).flat_map(move |(round, of)| {
            of.tables.iter().filter_map(move |table| Some((round, &*table.name, table.places(&self.settings)?)))
        })
    }

    /// The rounds that count for the ranking: stages do not.
    pub fn ranked_rounds(&self, after: usize) -> usize {
        if self.settings.stages.is_empty() { after } else { after.min(self.settings.rounds.into()) }
    }

    /// The ranking after a round, best first, level players by number.
    pub fn ranking(&self, after: usize) -> Vec<Line> {
        let mut games: BTreeMap<Number, Vec<Placed>> = BTreeMap::new();
        for (_, _, placed) in self.places(self.ranked_rounds(after)) {
            for one in placed.into_iter().filter(|one| one.place.is_some()) {
                games.entry(one.number).or_default().push(one);
            }
        }
        let mut lines: Vec<(Vec<Reverse<i64>>, Line)> = Vec::with_capacity(self.players.len());
        for player in &self.players {
            let games = games.remove(&player.number).unwrap_or_default();
            let line = Line {
                rank: 0,
                number: player.number,
                name: player.name.clone(),
                table_points: games.iter().map(|game| game.table_points).sum(),
                points: games.iter().map(|game| i64::from(game.points)).sum(),
                met: games.iter().map(|game| u32::from(game.met)).sum(),
                games: games.len(),
            };
            let points: Vec<i32> = games.iter().map(|game| game.points).collect();
            let (first, often, second) = best(&points);
            let value = |by: &RankBy| match by {
                RankBy::TablePoints => line.table_points.parts(),
                RankBy::Points => line.points,
                RankBy::BidsMet => line.met.into(),
                RankBy::BestGame => first.map_or(i64::MIN, i64::from),
                RankBy::BestGames => i64::try_from(often).unwrap_or(i64::MAX),
                RankBy::SecondBestGame => second.map_or(i64::MIN, i64::from),
            };
            lines.push((self.settings.rank_by.iter().map(value).map(Reverse).collect(), line));
        }
        lines.sort_by(|(one, a), (other, b)| one.cmp(other).then(a.number.cmp(&b.number)));
        let (mut rank, mut before) = (0, None);
        let mut ranked = Vec::with_capacity(lines.len());
        for (index, (values, line)) in lines.into_iter().enumerate() {
            if before.as_ref() != Some(&values) {
                rank = index + 1;
            }
            before = Some(values);
            ranked.push(Line { rank, ..line });
        }
        ranked
    }

    /// Those who go on, of a ranking: the best who may. The second value says whether somebody left out is level with
    /// the last of them.
    pub fn cut(&self, ranking: &[Line]) -> (Vec<Number>, bool) {
        let Some(most) = self.settings.going_on() else { return (Vec::new(), false) };
        let may_go_on = |line: &&Line| self.player(line.number).is_some_and(|player| player.may_go_on());
        let all: Vec<&Line> = ranking.iter().filter(may_go_on).collect();
        let (within, beyond) = all.split_at(most.min(all.len()));
        let level = within.last().zip(beyond.first()).is_some_and(|(last, next)| last.rank == next.rank);
        (within.iter().map(|line| line.number).collect(), level)
    }
}
