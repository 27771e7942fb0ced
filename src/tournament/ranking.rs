use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::Tournament;
use super::places::{Placed, TablePoints, best};
use super::player::Number;
use super::settings::RankBy;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The rank; level results share it and the next one is skipped. `None` before any result.
    pub rank: Option<usize>,
    pub number: Number,
    pub name: String,
    pub table_points: TablePoints,
    /// After penalties.
    pub points: i64,
    pub met: u32,
    pub games: usize,
    /// The round of the last stage that the player reached, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<usize>,
}

/// Lines in their order, those with equal values with one rank, after which the next one is skipped.
pub(super) fn ranked_by<V: PartialEq>(lines: impl Iterator<Item = (V, Line)>) -> Vec<Line> {
    let (mut rank, mut before) = (0, None);
    let rank = |(index, (value, line)): (usize, (V, Line))| {
        if before.as_ref() != Some(&value) {
            rank = index + 1;
        }
        before = Some(value);
        Line { rank: Some(rank), ..line }
    };
    lines.enumerate().map(rank).collect()
}

impl Tournament {
    /// Each with its round and its name.
    pub fn places(&self, up_to: usize) -> impl Iterator<Item = (usize, &str, Vec<Placed>)> {
        (1..).zip(self.rounds.iter().take(up_to)).flat_map(move |(round, of)| {
            of.tables.iter().filter_map(move |table| Some((round, &*table.name, table.places(&self.settings)?)))
        })
    }

    /// Best first, level players by number. Players who reached a later stage stand above all who did
    /// not; those who left at the same time stand by their places there, then as after the rounds.
    pub fn ranking(&self, after: usize) -> Vec<Line> {
        let reached = self.reached(after);
        let reached_by = |line: &Line| reached.get(&line.number).copied();
        let keyed = |line: Line| {
            let (stage, place) = reached_by(&line).unzip();
            ((Reverse(stage), place, line.rank), Line { stage, ..line })
        };
        let mut lines: Vec<_> = self.ranking_of_rounds(after).into_iter().map(keyed).collect();
        lines.sort_by_key(|(place, _)| *place);
        let mut ranking = ranked_by(lines.into_iter());
        if ranking.iter().all(|line| line.games == 0) {
            ranking.iter_mut().for_each(|line| line.rank = None);
        }
        ranking
    }

    /// The ranking by the rounds alone, to which stages add nothing.
    fn ranking_of_rounds(&self, after: usize) -> Vec<Line> {
        let rounds = if self.settings.stages.is_empty() { after } else { after.min(self.settings.rounds.into()) };
        let mut games: BTreeMap<Number, Vec<Placed>> = BTreeMap::new();
        for (_, _, placed) in self.places(rounds) {
            for one in placed.into_iter().filter(|one| one.place.is_some()) {
                games.entry(one.number).or_default().push(one);
            }
        }
        let mut lines: Vec<(Vec<Reverse<i64>>, Line)> = Vec::with_capacity(self.players.len());
        for player in &self.players {
            let games = games.remove(&player.number).unwrap_or_default();
            let line = Line {
                rank: None,
                number: player.number,
                name: player.name.clone(),
                table_points: games.iter().map(|game| game.table_points).sum(),
                points: games.iter().map(|game| i64::from(game.points)).sum(),
                met: games.iter().map(|game| u32::from(game.met)).sum(),
                games: games.len(),
                stage: None,
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
        ranked_by(lines.into_iter())
    }

    /// The best eligible players of a ranking, who go on after the rounds; and whether a player left out is level with
    /// the last of them.
    pub fn cut(&self, ranking: &[Line]) -> (Vec<Number>, bool) {
        let Some(most) = self.settings.going_on() else { return (Vec::new(), false) };
        let may_go_on =
            |line: &&Line| line.rank.is_some() && self.player(line.number).is_some_and(|player| player.may_go_on());
        let all: Vec<&Line> = ranking.iter().filter(may_go_on).collect();
        let (within, beyond) = all.split_at(most.min(all.len()));
        let level = within.last().zip(beyond.first()).is_some_and(|(last, next)| last.rank == next.rank);
        (within.iter().map(|line| line.number).collect(), level)
    }
}
