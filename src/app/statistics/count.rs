//! Turning statistics into what the page shows of them.

use super::state::Column;
use super::view::{
    AgainstRow, Form, HeatCell, KindRow, Number, PlayerView, RecordKind, RecordRow, StatisticsRow, TrackPlayerView,
};
use crate::app::face::Faces;
use crate::session::Face;
use crate::statistics::{FORM_GAMES, PlayerFigures, Results, Statistics, TableRecord, TrackFigures};
use crate::wizard::Edition;

/// The most games in a chart of form: the latest ones.
const FORM_SHOWN: usize = 200;
/// The most bids and tricks in the heat map.
const HEAT_SHOWN: usize = 11;

pub(super) fn row(player: &PlayerFigures) -> StatisticsRow {
    let rating = player.rating;
    StatisticsRow {
        name: player.name.clone(),
        games: player.results.games,
        wins: player.results.wins,
        shared_wins: player.results.shared_wins,
        met: player.bids.share_met.into(),
        mean: player.results.mean_total.into(),
        tendency: player.bids.bid_minus_tricks.into(),
        rating: Number { value: rating.map(|rating| rating.value), small: rating.is_some_and(|rating| rating.small()) },
        uncertainty: rating.map_or(0.0, |rating| rating.uncertainty),
        ..StatisticsRow::default()
    }
}

pub(super) fn track_row(player: &TrackFigures) -> StatisticsRow {
    StatisticsRow {
        name: player.name.clone(),
        games: player.results.games,
        wins: player.results.wins,
        shared_wins: player.results.shared_wins,
        met: player.share_won.into(),
        mean: player.results.mean_total.into(),
        folds: player.share_folded.into(),
        lead: player.longest_lead.into(),
        ..StatisticsRow::default()
    }
}

pub(super) fn track_player(player: &TrackFigures, face: Face) -> TrackPlayerView {
    TrackPlayerView {
        row: StatisticsRow { face, ..track_row(player) },
        win_share: player.results.win_share.into(),
        best: player.results.best_total.into(),
        place: player.results.mean_place.into(),
        lost: player.share_lost.into(),
        rounds: player.rounds,
    }
}

pub(super) fn order(rows: &mut [StatisticsRow], column: Column) {
    let key = |row: &StatisticsRow| -> f64 {
        let number = |number: Number| number.value.unwrap_or(f64::NEG_INFINITY);
        match column {
            Column::Games => f64::from(row.games),
            Column::Wins => f64::from(row.wins) + f64::from(row.shared_wins) / 1000.0,
            Column::Met => number(row.met),
            Column::Mean => number(row.mean),
            Column::Tendency => number(row.tendency),
            // Ranks by the lower bound, so that one lucky game does not lead the table.
            Column::Rating => number(row.rating) - 3.0 * row.uncertainty,
            Column::Folds => number(row.folds),
            Column::Lead => number(row.lead),
        }
    };
    rows.sort_by(|one, other| key(other).total_cmp(&key(one)));
}

pub(super) fn player_view(statistics: &Statistics, player: &PlayerFigures, faces: Faces<'_>) -> PlayerView {
    let bids = &player.bids;
    let up_to = |of: fn((usize, usize, u32)) -> usize| {
        let shown = bids.heat_map.cells().filter(|&(bid, tricks, _)| bid.max(tricks) < HEAT_SHOWN);
        shown.map(of).max().map_or(0, |last| last + 1)
    };
    let (heat_rows, heat_columns) = (up_to(|(bid, ..)| bid), up_to(|(_, tricks, _)| tricks));
    let largest = bids.heat_map.largest().max(1);
    let cell = |bid: usize, tricks: usize| {
        let count = bids.heat_map.count(bid, tricks);
        HeatCell { bid, tricks, count, share: count as f32 / largest as f32 }
    };
    let number = statistics.players.iter().position(|other| other.name == player.name).unwrap_or(usize::MAX);
    let mut against: Vec<AgainstRow> = statistics
        .opponents(number)
        .iter()
        .filter_map(|pair| {
            let name = &statistics.players.get(pair.opponent)?.name;
            Some(AgainstRow {
                name: name.clone(),
                face: faces.of_name(name),
                games: pair.games,
                ahead: pair.ahead,
                level: pair.level,
                behind: pair.behind,
                difference: pair.mean_difference.into(),
            })
        })
        .collect();
    against.sort_by(|one, other| other.games.cmp(&one.games).then_with(|| one.name.cmp(&other.name)));
    let kind = |players: usize, edition: Option<Edition>, results: &Results| KindRow {
        players,
        edition,
        games: results.games,
        win_share: results.win_share.into(),
        mean: results.mean_total.into(),
        place: results.mean_place.into(),
    };
    let by_players = player.by_players.iter().map(|(&players, results)| kind(players, None, results));
    let by_edition = player.by_edition.iter().map(|(&edition, results)| kind(0, Some(edition), results));
    PlayerView {
        name: player.name.clone(),
        row: StatisticsRow { face: faces.of_name(&player.name), ..row(player) },
        best: player.results.best_total.into(),
        points_per_round: bids.points_per_round.into(),
        overbid: bids.share_overbid.into(),
        underbid: bids.share_underbid.into(),
        zero: bids.share_zero.into(),
        zero_met: bids.zero_met.into(),
        longest_run: bids.longest_run.into(),
        rounds: bids.rounds,
        heat: (0..heat_rows).flat_map(|bid| (0..heat_columns).map(move |tricks| cell(bid, tricks))).collect(),
        heat_rows,
        heat_columns,
        form: form(player),
        form_games: player.form.len().min(FORM_SHOWN),
        against,
        kinds: by_players.chain(by_edition).collect(),
    }
}

fn form(player: &PlayerFigures) -> Form {
    let skip = player.form.len().saturating_sub(FORM_SHOWN);
    let games = player.form.get(skip..).unwrap_or(&[]);
    let means = player.moving_mean(FORM_GAMES, |game| f64::from(game.total));
    let (Some(first), Some(last)) = (games.first(), games.last()) else { return Form::default() };
    let x = |index: usize| if games.len() < 2 { 0.5 } else { index as f32 / (games.len() - 1) as f32 };
    let (low, high) = games.iter().fold((0, 1), |(low, high), game| (low.min(game.total), high.max(game.total)));
    let (bottom, top) = (low.div_euclid(100) * 100, (high.div_euclid(100) + 1) * 100);
    let at = |value: f64| ((f64::from(top) - value) / f64::from(top - bottom)) as f32;
    let edge = |game: &crate::statistics::GameResult, sign: f64| game.rating.value + sign * game.rating.uncertainty;
    let rating_top = games.iter().map(|game| edge(game, 1.0)).fold(f64::MIN, f64::max).ceil();
    let rating_bottom = games.iter().map(|game| edge(game, -1.0)).fold(f64::MAX, f64::min).floor();
    let rated = |value: f64| ((rating_top - value) / (rating_top - rating_bottom).max(1.0)) as f32;
    let line = |value: &dyn Fn(&crate::statistics::GameResult) -> f32| -> Vec<(f32, f32)> {
        games.iter().enumerate().map(|(index, game)| (x(index), value(game))).collect()
    };
    let mut band = line(&|game| rated(edge(game, 1.0)));
    band.extend(line(&|game| rated(edge(game, -1.0))).into_iter().rev());
    Form {
        totals: line(&|game| at(f64::from(game.total))),
        mean: means
            .iter()
            .skip(skip)
            .enumerate()
            .map(|(index, mean)| (x(index), at(mean.value.unwrap_or(0.0))))
            .collect(),
        rating: line(&|game| rated(game.rating.value)),
        band,
        top,
        bottom,
        rating_top,
        rating_bottom,
        first: first.started.date_naive(),
        last: last.started.date_naive(),
    }
}

pub(super) fn records(statistics: &Statistics) -> Vec<RecordRow> {
    use RecordKind as Kind;
    let records = &statistics.records;
    fn row<V: Copy>(kind: RecordKind, record: Option<&TableRecord<V>>, value: impl Fn(V) -> f64) -> Option<RecordRow> {
        let record = record?;
        Some(RecordRow {
            kind,
            value: value(record.value),
            names: record.names.clone(),
            day: record.started.date_naive(),
            round: record.round,
            games: record.games,
            session: record.session,
        })
    }
    let points = f64::from;
    let minutes = |minutes: i64| minutes as f64;
    let share = |share: f64| share;
    [
        row(Kind::HighestTotal, records.highest_total.as_ref(), points),
        row(Kind::LowestTotal, records.lowest_total.as_ref(), points),
        row(Kind::HighestRound, records.highest_round.as_ref(), points),
        row(Kind::LowestRound, records.lowest_round.as_ref(), points),
        row(Kind::BiggestComeback, records.biggest_comeback.as_ref(), points),
        row(Kind::ClosestFinish, records.closest_finish.as_ref(), points),
        row(Kind::ClearestWin, records.clearest_win.as_ref(), points),
        row(Kind::MostExactPlayer, records.most_exact_player.as_ref(), share),
        row(Kind::MostExactTable, records.most_exact_table.as_ref(), share),
        row(Kind::LongestGame, records.longest_game.as_ref(), minutes),
    ]
    .into_iter()
    .flatten()
    .collect()
}
