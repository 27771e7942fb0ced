//! The figures of everyone, and the records of all games.

use std::cmp::Ordering;

use super::{Cell, Column, Row, RowId, Table, league};
use crate::language::minutes;
use crate::session::{Face, OfGame};
use crate::statistics::{
    Figure, League, PlayerFigures, Rating, Results, Sample, SessionCounts, Statistics, TableRecord, TrackFigures,
    TrackStatistics,
};
use crate::text;
use crate::text::Text;

pub type AnyStatistics = OfGame<Statistics, TrackStatistics>;

/// The ranking criterion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    GamesWon,
    /// By the mean of their totals.
    Points,
    League,
    /// By its lower bound, so that one lucky game does not lead the table. Wizard only.
    Rating,
}

/// The columns that both games have.
struct Common<'a> {
    name: &'a str,
    ended_early: u32,
    results: &'a Results,
    rating: Option<Rating>,
}

trait Player {
    fn common(&self) -> Common<'_>;
}

impl Player for PlayerFigures {
    fn common(&self) -> Common<'_> {
        let PlayerFigures { name, ended_early, results, rating, .. } = self;
        Common { name, ended_early: *ended_early, results, rating: *rating }
    }
}

impl Player for TrackFigures {
    fn common(&self) -> Common<'_> {
        let TrackFigures { name, ended_early, results, .. } = self;
        Common { name, ended_early: *ended_early, results, rating: None }
    }
}

impl Common<'_> {
    /// The value to rank by; `None` if the sample is too small.
    fn worth(&self, order: Order) -> Option<f64> {
        let mean = self.results.mean_total;
        match order {
            Order::GamesWon | Order::League => (self.results.games > 0).then(|| self.won().into()),
            Order::Points => mean.value.filter(|_| !mean.small()),
            Order::Rating => {
                let rating = self.rating.filter(|rating| !rating.small())?;
                Some(rating.value - 3.0 * rating.uncertainty)
            }
        }
    }

    fn won(&self) -> u32 {
        self.results.wins + self.results.shared_wins
    }
}

/// A column, and its cell of a player.
type Figured<P> = (Column, fn(&P) -> Cell);

/// Not in the window.
const FURTHER: u8 = Column::WINDOW + 1;

fn figure<P>(key: &'static str, head: Text, rank: u8, meaning: Text, cell: fn(&P) -> Cell) -> Figured<P> {
    (Column::new(key, head).rank(rank).means(meaning), cell)
}

fn in_csv<P>(key: &'static str, cell: fn(&P) -> Cell) -> Figured<P> {
    (Column::in_csv(key), cell)
}

fn share(figure: Figure) -> Cell {
    Cell::of(figure, Cell::Share)
}

fn whole(figure: Figure) -> Cell {
    Cell::of(figure, |value| Cell::Decimal(value, 0))
}

fn tenths(figure: Figure) -> Cell {
    Cell::of(figure, |value| Cell::Decimal(value, 1))
}

fn number(number: u32) -> Cell {
    Cell::Number(number.into())
}

fn results<P: Player>() -> Vec<Figured<P>> {
    vec![
        figure("games", text!("Games"), 3, text!("Finished games."), |player| number(player.common().results.games)),
        in_csv("ended_early", |player| number(player.common().ended_early)),
        in_csv("wins", |player| number(player.common().results.wins)),
        in_csv("shared_wins", |player| number(player.common().results.shared_wins)),
        figure("", text!("Won"), 1, text!("Games won, alone or together with others."), |player| {
            number(player.common().won())
        }),
        figure(
            "win_share",
            text!("Share won"),
            FURTHER,
            text!("Share of finished games won; a victory shared by two counts half for each."),
            |player| share(player.common().results.win_share),
        ),
        in_csv("mean_place", |player| tenths(player.common().results.mean_place)),
    ]
}

fn of_wizard() -> Vec<Figured<PlayerFigures>> {
    let mut columns = results();
    columns.extend([
        figure(
            "share_met",
            text!("a figure of the statistics" => "Bids met"),
            2,
            text!("Share of scored rounds in which the bid was met."),
            |player: &PlayerFigures| share(player.compared_met()),
        ),
        figure(
            "mean_total",
            text!("Points a game"),
            1,
            text!("Mean of the final totals of finished games."),
            |player| whole(player.results.mean_total),
        ),
        figure(
            "best_total",
            text!("Best game"),
            FURTHER,
            text!("The highest final total of a finished game."),
            |player| whole(player.results.best_total),
        ),
        figure(
            "worst_total",
            text!("Worst game"),
            FURTHER,
            text!("The lowest final total of a finished game."),
            |player| whole(player.results.worst_total),
        ),
        rounds(|player| number(player.bids.rounds)),
        figure(
            "points_per_round",
            text!("Points a round"),
            FURTHER,
            text!("Mean points of a scored round."),
            |player| tenths(player.bids.points_per_round),
        ),
        in_csv("share_overbid", |player| share(player.bids.share_overbid)),
        in_csv("share_underbid", |player| share(player.bids.share_underbid)),
        figure(
            "bid_minus_tricks",
            text!("mean of bid minus tricks" => "Bid−tricks"),
            FURTHER,
            text!("Mean of announced bid minus tricks: above 0 overbids, below 0 underbids."),
            |player| Cell::of(player.bids.bid_minus_tricks, |value| Cell::Signed(value, 2)),
        ),
        in_csv("share_zero", |player| share(player.bids.share_zero)),
        in_csv("zero_met", |player| share(player.bids.zero_met)),
        figure(
            "longest_run",
            text!("Longest run"),
            FURTHER,
            text!("The most bids met in a row, from game to game."),
            |player| whole(player.bids.longest_run),
        ),
        figure(
            "rating",
            text!("Rating"),
            FURTHER,
            text!("Rises when you beat others, most when you beat strong players; new players start at 25."),
            |player| rated(player, |rating| rating.value),
        ),
        figure(
            "uncertainty",
            text!("uncertainty of a rating" => "±"),
            FURTHER,
            text!("How sure the rating is: the true strength is probably not further away than this."),
            |player| rated(player, |rating| rating.uncertainty),
        ),
    ]);
    columns
}

fn rated(player: &PlayerFigures, value: impl Fn(Rating) -> f64) -> Cell {
    let games = player.rating.map_or(0, |rating| rating.games);
    tenths(Figure { value: player.rating.map(value), sample: Sample::Games(games) })
}

fn rounds<P>(cell: fn(&P) -> Cell) -> Figured<P> {
    let meaning = text!("Scored rounds of finished games and of games that were ended early.");
    figure("rounds", text!("Rounds"), FURTHER, meaning, cell)
}

fn of_last_wizard() -> Vec<Figured<TrackFigures>> {
    let mut columns = results();
    columns.extend([
        figure(
            "mean_total",
            text!("mean of the last spaces" => "Mean space"),
            1,
            text!("Mean of the final spaces of finished games."),
            |player: &TrackFigures| tenths(player.results.mean_total),
        ),
        figure(
            "best_total",
            text!("Furthest space"),
            FURTHER,
            text!("The furthest final space of a finished game."),
            |player| whole(player.results.best_total),
        ),
        figure(
            "worst_total",
            text!("Lowest space"),
            FURTHER,
            text!("The lowest final space of a finished game."),
            |player| whole(player.results.worst_total),
        ),
        rounds(|player| number(player.rounds)),
        figure(
            "share_won",
            text!("a figure of the statistics" => "Bets won"),
            2,
            text!("Share of scored rounds in which the bet moved the pawn forward."),
            |player| share(player.compared_won()),
        ),
        figure(
            "share_lost",
            text!("a figure of the statistics" => "Bets lost"),
            FURTHER,
            text!("Share of scored rounds in which the bet did not move the pawn forward."),
            |player| share(player.share_lost),
        ),
        figure(
            "share_folded",
            text!("a figure of the statistics" => "Folds"),
            3,
            text!("Share of scored rounds in which the player folded."),
            |player| share(player.share_folded),
        ),
        figure(
            "longest_lead",
            text!("Longest lead"),
            4,
            text!("The most consecutive rounds of a game after which the player was alone in front."),
            |player| whole(player.longest_lead),
        ),
    ]);
    columns
}

/// Players with too small a sample come last, without a rank.
pub fn players(of: &AnyStatistics, season: &League, order: Order, face: &dyn Fn(&str) -> Face) -> Table {
    if order == Order::League {
        return league(season, face);
    }
    match of {
        OfGame::Wizard(of) => ranked(&of.players, of.sessions, of_wizard(), order, face),
        OfGame::LastWizard(of) => ranked(&of.players, of.sessions, of_last_wizard(), order, face),
    }
}

fn ranked<P: Player>(
    players: &[P],
    sessions: SessionCounts,
    figures: Vec<Figured<P>>,
    order: Order,
    face: &dyn Fn(&str) -> Face,
) -> Table {
    let lines = players.iter().map(|player| (player.common().worth(order), player.common(), player));
    let mut players: Vec<(Option<f64>, Common, &P)> = lines.collect();
    players.sort_by(|(one, first, _), (other, second, _)| {
        let by_share = || second.results.win_share.value.partial_cmp(&first.results.win_share.value);
        other.partial_cmp(one).unwrap_or(Ordering::Equal).then_with(|| by_share().unwrap_or(Ordering::Equal))
    });
    let rank = |worth: f64| {
        let better = players.iter().take_while(|(other, ..)| other.is_some_and(|other| other > worth));
        Cell::count(better.count() + 1)
    };
    let row = |(worth, Common { name, .. }, player): &(Option<f64>, Common, &P)| Row {
        face: Some(face(name)),
        cells: [worth.map_or(Cell::None, rank), Cell::Name((*name).to_owned())]
            .into_iter()
            .chain(figures.iter().map(|(_, cell)| cell(player)))
            .collect(),
        ..Row::default()
    };
    let rows = players.iter().map(row).collect();
    let deciding = match order {
        Order::GamesWon | Order::League => "",
        Order::Points => "mean_total",
        Order::Rating => "rating",
    };
    let deciding = |(column, _): Figured<P>| if column.key == deciding { column.rank(0).decides(true) } else { column };
    let names = [Column::new("rank", text!("of a ranking" => "Rank")), Column::new("name", text!("Player")).left()];
    Table {
        title: text!("Players"),
        facts: counts(sessions),
        columns: names.into_iter().chain(figures.into_iter().map(deciding)).collect(),
        rows,
        notes: Vec::new(),
        empty: text!("No finished games yet. The figures appear after the first one."),
    }
}

fn counts(sessions: SessionCounts) -> Vec<Text> {
    let SessionCounts { finished, ended_early, running, rounds, left_out, .. } = sessions;
    let counts = text!(
        "{finished} finished, {early} ended early, {running} running; {n} round counts."
            | "{finished} finished, {early} ended early, {running} running; {n} rounds count." % rounds,
        finished = finished,
        early = ended_early,
        running = running,
    );
    let left_out =
        (left_out > 0).then(|| text!("{n} session does not count." | "{n} sessions do not count." % left_out));
    [counts].into_iter().chain(left_out).collect()
}

/// Each row opens its session.
pub fn records(of: &Statistics, face: &dyn Fn(&str) -> Face) -> Table {
    let (records, run) = (&of.records, of.longest_run());
    let points = |points: i32| Cell::Number(points.into());
    let gain = |points: i32| Cell::Signed(points.into(), 0);
    let time = |time: i64| Cell::Text(minutes(time));
    let rows = [
        record(text!("Highest total"), records.highest_total.as_ref(), points, face),
        record(text!("Best round"), records.highest_round.as_ref(), gain, face),
        record(text!("Most bids met in a row"), run.as_ref(), |run| Cell::Decimal(run, 0), face),
        record(text!("Lowest total"), records.lowest_total.as_ref(), points, face),
        record(text!("Worst round"), records.lowest_round.as_ref(), gain, face),
        record(text!("Biggest comeback"), records.biggest_comeback.as_ref(), points, face),
        record(text!("Closest finish"), records.closest_finish.as_ref(), points, face),
        record(text!("Clearest win"), records.clearest_win.as_ref(), points, face),
        record(text!("Most accurate player"), records.most_exact_player.as_ref(), Cell::Share, face),
        record(text!("Most accurate game"), records.most_exact_table.as_ref(), Cell::Share, face),
        record(text!("Longest game"), records.longest_game.as_ref(), time, face),
    ];
    Table {
        title: text!("Records"),
        facts: Vec::new(),
        columns: vec![
            Column::new("", text!("Record")).left().rank(1),
            Column::new("", text!("Names")).left(),
            Column::new("", text!("value of a record" => "Value")).decides(true),
            Column::new("", text!("Date")).left().rank(2),
            Column::new("", text!("Round")).rank(FURTHER),
            Column::new("", text!("how often a record was reached" => "Times")).rank(FURTHER),
        ],
        rows: rows.into_iter().flatten().collect(),
        notes: Vec::new(),
        empty: text!("No finished games yet."),
    }
}

fn record<V: Copy>(
    title: Text,
    record: Option<&TableRecord<V>>,
    value: impl Fn(V) -> Cell,
    face: &dyn Fn(&str) -> Face,
) -> Option<Row> {
    let record = record?;
    let cells = vec![
        Cell::Text(title),
        Cell::Names(record.names.clone()),
        value(record.value),
        Cell::Day(record.started.date_naive()),
        record.round.map_or(Cell::None, Cell::count),
        if record.games > 1 { Cell::Number(record.games.into()) } else { Cell::None },
    ];
    let face = match &*record.names {
        [name] => Some(face(name)),
        _ => None,
    };
    Some(Row { face, id: Some(RowId::Session(record.session)), ..Row::of(cells) })
}
