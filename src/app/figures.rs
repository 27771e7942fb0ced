//! The statistics page: figures over the sessions that the filter keeps, counted on a thread of their own.

use std::sync::Arc;

use uuid::Uuid;

use super::home::Day;
use super::shelf::Shelved;
use super::{App, Event, Page};
use crate::session::{Edition, Filter};
use crate::statistics::{FORM_GAMES, Figure, PlayerFigures, Results, Statistics, TableRecord};

/// How many games a chart of form shows at most; of more, the latest.
const FORM_SHOWN: usize = 200;
/// How many bids and tricks the heat map shows at most.
const HEAT_SHOWN: usize = 11;

/// What is shown beside the table of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FigureTab {
    /// Bids against tricks.
    #[default]
    Bids,
    /// Totals and rating over time.
    Form,
    /// Head to head.
    Against,
    /// By player count and edition.
    Kinds,
    /// The records of the table.
    Records,
}

/// A column of the table of players, and every other figure that is explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// Finished games.
    #[default]
    Games,
    /// Wins.
    Wins,
    /// Share of bids met.
    Met,
    /// Mean total.
    Mean,
    /// Over- and underbidding.
    Tendency,
    /// Rating.
    Rating,
}

/// A tap on the statistics page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureCommand {
    /// Looks at a player.
    Player(String),
    /// Shows another side.
    Tab(FigureTab),
    /// Orders the players by a column.
    Order(Column),
    /// Opens a session in the archive.
    Session(Uuid),
}

/// A number with what it stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Number {
    /// The number; `None` where nothing was counted.
    pub value: Option<f64>,
    /// It comes from a small sample.
    pub small: bool,
}

impl From<Figure> for Number {
    fn from(figure: Figure) -> Number {
        Number { value: figure.value, small: figure.small() }
    }
}

/// A player's line of the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FigureRow {
    /// Who.
    pub name: String,
    /// Finished games.
    pub games: u32,
    /// Games won alone.
    pub wins: u32,
    /// Games won together with others.
    pub shared_wins: u32,
    /// Share of bids met.
    pub met: Number,
    /// Mean of the final totals.
    pub mean: Number,
    /// Announced bid minus tricks.
    pub tendency: Number,
    /// The rating and its uncertainty.
    pub rating: Number,
    /// How uncertain the rating is.
    pub uncertainty: f64,
    /// It is the one that is looked at.
    pub chosen: bool,
}

/// A field of the heat map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatCell {
    /// The bid.
    pub bid: usize,
    /// The tricks.
    pub tricks: usize,
    /// How often.
    pub count: u32,
    /// Against the most frequent of all, from 0 to 1.
    pub share: f32,
}

/// One opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct AgainstRow {
    /// Who.
    pub name: String,
    /// Games together.
    pub games: u32,
    /// Better, same and worse places.
    pub ahead: u32,
    /// Same places.
    pub level: u32,
    /// Worse places.
    pub behind: u32,
    /// Mean of own total minus the other's.
    pub difference: Number,
}

/// Results of one kind of game.
#[derive(Clone, Debug, PartialEq)]
pub struct KindRow {
    /// So many players; 0 where the kind is an edition.
    pub players: usize,
    /// With special cards; only where `players` is 0.
    pub special_cards: bool,
    /// Finished games.
    pub games: u32,
    /// Share of them won.
    pub win_share: Number,
    /// Mean total.
    pub mean: Number,
    /// Mean place.
    pub place: Number,
}

/// Which record of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is defined in docs/statistics.md")]
pub enum RecordKind {
    HighestTotal,
    LowestTotal,
    HighestRound,
    LowestRound,
    BiggestComeback,
    ClosestFinish,
    ClearestWin,
    MostExactPlayer,
    MostExactTable,
    LongestGame,
}

/// A record of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordRow {
    /// Which.
    pub kind: RecordKind,
    /// Points, minutes, or a share from 0 to 1.
    pub value: f64,
    /// Whose.
    pub names: Vec<String>,
    /// When.
    pub day: Day,
    /// In which round, where it is one round's.
    pub round: Option<usize>,
    /// In how many games it was reached.
    pub games: u32,
    /// The session.
    pub session: Uuid,
}

/// The lines of form: shares of width and height with 0 at the left and at the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// The totals of each game.
    pub totals: Vec<(f32, f32)>,
    /// Their mean over the last games.
    pub mean: Vec<(f32, f32)>,
    /// The rating after each game.
    pub rating: Vec<(f32, f32)>,
    /// The upper edge of what the rating may be, then the lower one backwards: a closed shape.
    pub band: Vec<(f32, f32)>,
    /// The highest and the lowest total of the chart.
    pub top: i32,
    /// The lowest total of the chart.
    pub bottom: i32,
    /// The highest rating of the chart.
    pub rating_top: f64,
    /// The lowest rating of the chart.
    pub rating_bottom: f64,
    /// The days of the first and the last game.
    pub first: Day,
    /// The day of the last game.
    pub last: Day,
}

/// The player who is looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerView {
    /// Who.
    pub name: String,
    /// Everything that is one number, in the order of the screen.
    pub row: FigureRow,
    /// The highest final total.
    pub best: Number,
    /// Mean points of a round.
    pub points_per_round: Number,
    /// Shares of rounds overbid and underbid.
    pub overbid: Number,
    /// Share of rounds underbid.
    pub underbid: Number,
    /// How often 0 was bid.
    pub zero: Number,
    /// And met.
    pub zero_met: Number,
    /// The longest run of met bids.
    pub longest_run: Number,
    /// Scored rounds.
    pub rounds: u32,
    /// Bids against tricks.
    pub heat: Vec<HeatCell>,
    /// Its rows and columns.
    pub side: usize,
    /// Form and rating over time.
    pub form: Form,
    /// Games in the chart.
    pub form_games: usize,
    /// Opponents, most games first.
    pub against: Vec<AgainstRow>,
    /// By player count, then by edition.
    pub kinds: Vec<KindRow>,
}

/// The statistics page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FigureView {
    /// Sessions that count: finished ones, and those that were ended early.
    pub finished: u32,
    /// Sessions that were ended early.
    pub ended_early: u32,
    /// Figures are being counted, or files read.
    pub counting: bool,
    /// The players, in the order asked for.
    pub rows: Vec<FigureRow>,
    /// What they are ordered by.
    pub order: Column,
    /// What is shown beside them.
    pub tab: FigureTab,
    /// The player who is looked at.
    pub player: Option<PlayerView>,
    /// The records of the table.
    pub records: Vec<RecordRow>,
    /// Changes whenever anything does.
    pub serial: u64,
}

/// What the figures were counted from.
type Basis = (u64, Filter);

/// The state of the statistics page.
#[derive(Debug, Default)]
pub(super) struct Figures {
    statistics: Option<Box<Statistics>>,
    of: Option<Basis>,
    wanted: Option<Basis>,
    player: Option<String>,
    order: Column,
    tab: FigureTab,
    serial: u64,
}

impl App {
    /// Shows the statistics page.
    pub(super) fn show_statistics(&mut self) {
        self.leave_for(Page::Statistics);
        self.browse.panel = super::Panel::None;
        self.refresh();
    }

    /// Takes a tap on the statistics page.
    pub(super) fn figure(&mut self, command: FigureCommand) {
        let figures = &mut self.figures;
        figures.serial += 1;
        match command {
            FigureCommand::Player(name) => {
                figures.player = Some(name);
                if figures.tab == FigureTab::Records {
                    figures.tab = FigureTab::Bids;
                }
            }
            FigureCommand::Tab(tab) => figures.tab = tab,
            FigureCommand::Order(column) => figures.order = column,
            FigureCommand::Session(id) => {
                let path = self.shelf.sessions().find(|entry| entry.record.id == id).map(|entry| entry.path.clone());
                if let Some(path) = path {
                    self.show_archive();
                    self.browse(super::ArchiveCommand::View(path));
                }
            }
        }
    }

    /// Counts anew, on a thread of its own, when the sessions or the filter changed.
    pub fn count(&mut self) {
        let basis = (self.shelf.version, self.browse.filter().clone());
        let figures = &mut self.figures;
        if self.page != Page::Statistics
            || self.shelf.reading
            || figures.wanted.is_some()
            || figures.of.as_ref() == Some(&basis)
        {
            return;
        }
        let kept: Vec<Arc<Shelved>> = self.shelf.sessions().filter(|entry| entry.passes(&basis.1)).cloned().collect();
        figures.wanted = Some(basis);
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let counter = std::thread::Builder::new().name("figures".into()).spawn(move || {
            let statistics = Box::new(Statistics::of(kept.iter().map(|entry| &entry.record)));
            if sender.send(Event::Counted(statistics)).is_ok() {
                wake();
            }
        });
        if counter.is_err() {
            self.figures.wanted = None;
        }
    }

    pub(super) fn counted(&mut self, statistics: Box<Statistics>) {
        self.figures.of = self.figures.wanted.take();
        self.figures.statistics = Some(statistics);
        self.figures.serial += 1;
    }

    /// The statistics page.
    pub fn figures(&self) -> FigureView {
        let figures = &self.figures;
        let counting = figures.wanted.is_some() || self.shelf.reading;
        let Some(statistics) = &figures.statistics else {
            return FigureView { counting, serial: figures.serial, ..FigureView::default() };
        };
        let chosen = figures.player.as_deref().and_then(|name| statistics.player(name));
        let mut rows: Vec<FigureRow> = statistics.players.iter().map(row).collect();
        order(&mut rows, figures.order);
        let chosen = chosen.or_else(|| rows.first().and_then(|row| statistics.player(&row.name)));
        for row in &mut rows {
            row.chosen = chosen.is_some_and(|player| player.name == row.name);
        }
        FigureView {
            finished: statistics.sessions.finished,
            ended_early: statistics.sessions.ended_early,
            counting,
            rows,
            order: figures.order,
            tab: figures.tab,
            player: chosen.map(|player| player_view(statistics, player)),
            records: records(statistics),
            serial: figures.serial,
        }
    }
}

fn row(player: &PlayerFigures) -> FigureRow {
    let rating = player.rating;
    FigureRow {
        name: player.name.clone(),
        games: player.results.games,
        wins: player.results.wins,
        shared_wins: player.results.shared_wins,
        met: player.bids.share_met.into(),
        mean: player.results.mean_total.into(),
        tendency: player.bids.bid_minus_tricks.into(),
        rating: Number { value: rating.map(|rating| rating.value), small: rating.is_some_and(|rating| rating.small()) },
        uncertainty: rating.map_or(0.0, |rating| rating.uncertainty),
        chosen: false,
    }
}

fn order(rows: &mut [FigureRow], column: Column) {
    let key = |row: &FigureRow| -> f64 {
        let number = |number: Number| number.value.unwrap_or(f64::NEG_INFINITY);
        match column {
            Column::Games => f64::from(row.games),
            Column::Wins => f64::from(row.wins) + f64::from(row.shared_wins) / 1000.0,
            Column::Met => number(row.met),
            Column::Mean => number(row.mean),
            Column::Tendency => number(row.tendency),
            // So that one lucky game does not lead the table.
            Column::Rating => number(row.rating) - 3.0 * row.uncertainty,
        }
    };
    rows.sort_by(|one, other| key(other).total_cmp(&key(one)));
}

fn player_view(statistics: &Statistics, player: &PlayerFigures) -> PlayerView {
    let bids = &player.bids;
    let side = bids.heat_map.side().min(HEAT_SHOWN);
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
            Some(AgainstRow {
                name: statistics.players.get(pair.opponent)?.name.clone(),
                games: pair.games,
                ahead: pair.ahead,
                level: pair.level,
                behind: pair.behind,
                difference: pair.mean_difference.into(),
            })
        })
        .collect();
    against.sort_by(|one, other| other.games.cmp(&one.games).then_with(|| one.name.cmp(&other.name)));
    let kind = |players: usize, special_cards: bool, results: &Results| KindRow {
        players,
        special_cards,
        games: results.games,
        win_share: results.win_share.into(),
        mean: results.mean_total.into(),
        place: results.mean_place.into(),
    };
    let by_players = player.by_players.iter().map(|(&players, results)| kind(players, false, results));
    let by_edition =
        player.by_edition.iter().map(|(&edition, results)| kind(0, edition == Edition::Anniversary, results));
    PlayerView {
        name: player.name.clone(),
        row: row(player),
        best: player.results.best_total.into(),
        points_per_round: bids.points_per_round.into(),
        overbid: bids.share_overbid.into(),
        underbid: bids.share_underbid.into(),
        zero: bids.share_zero.into(),
        zero_met: bids.zero_met.into(),
        longest_run: bids.longest_run.into(),
        rounds: bids.rounds,
        heat: (0..side).flat_map(|tricks| (0..side).map(move |bid| cell(bid, tricks))).collect(),
        side,
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
        first: Day::of(first.started),
        last: Day::of(last.started),
    }
}

fn records(statistics: &Statistics) -> Vec<RecordRow> {
    use RecordKind as Kind;
    let records = &statistics.records;
    fn row<V: Copy>(kind: RecordKind, record: Option<&TableRecord<V>>, value: impl Fn(V) -> f64) -> Option<RecordRow> {
        let record = record?;
        Some(RecordRow {
            kind,
            value: value(record.value),
            names: record.names.clone(),
            day: Day::of(record.started),
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
