//! The statistics page.

use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::rc::Rc;

use chrono::NaiveDate;
use slint::{ComponentHandle, SharedString};
use tablet_of_truth_ui as ui;

use super::program::{Convert, Program};
use super::values::{face, int, list_of, said, text};
use crate::app::{
    self, App, Column, Command, LeagueChoice, RecordKind, StatisticsCommand as F, StatisticsPart, StatisticsTab,
    StatisticsView,
};
use crate::export::{LeagueEntry, LeagueTable};
use crate::language::Language;
use crate::session::GameName;
use crate::statistics::LeagueRule;
use crate::text;
use crate::text::Text;
use tablet_of_truth_ui::FormLine;

pair!(StatisticsTab, FigureTabName: Bids Form Against Kinds Records);
pair!(StatisticsPart, StatisticsPartName: Players League);
pair!(LeagueRule, LeagueRuleName: BelowAbove TablePoints Mean Wins);
pair!(Column, ColumnName: Games Wins Met Mean Tendency Rating Folds Lead);

/// The figures, as shown.
#[derive(Default)]
pub(super) struct Statistics {
    figures: RefCell<StatisticsView>,
    /// The language they were last shown in.
    spoken: Cell<Language>,
}

impl Statistics {
    pub(super) fn connect(program: &Rc<Program>) -> Rc<Statistics> {
        let statistics = Rc::new(Statistics::default());
        let adapter = program.window.global::<ui::StatisticsAdapter>();
        commands!(program, adapter, Command::OnStatistics, {
            on_choose(name) => F::Player(name.into()),
            on_show_game(game) => F::Game(game.convert()),
            on_show_tab(tab) => F::Tab(tab.convert()),
            on_order_by(column) => F::Order(column.convert()),
            on_show_part(part) => F::Part(part.convert()),
            on_choose_rule(rule) => F::League(LeagueChoice::Rule(rule.convert())),
            on_choose_season(first, last) => F::League(LeagueChoice::Season(first.into(), last.into())),
            on_choose_least_games(games) => F::League(LeagueChoice::LeastGames(games.unsigned_abs())),
            on_choose_dropped(games) => F::League(LeagueChoice::Drop(games.unsigned_abs())),
        });
        connect!(program, adapter, on_open_session, |program, id| {
            if let Ok(id) = id.parse() {
                program.handle(Command::OnStatistics(F::Session(id)));
            }
        });
        connect!(&statistics, adapter, on_form, |statistics, which, _serial, width, height| {
            statistics.form(which, width, height)
        });
        statistics
    }

    /// Shows the page in its present state, and counts again if something changed.
    pub(super) fn show(&self, window: &ui::AppWindow, app: &mut App) {
        app.count();
        let adapter = window.global::<ui::StatisticsAdapter>();
        let view = app.statistics();
        adapter.set_counting(view.counting);
        adapter.set_order(view.order.convert());
        adapter.set_tab(view.tab.convert());
        adapter.set_part(view.part.convert());
        let say = Say(app.language());
        if self.spoken.replace(say.0) == say.0 && *self.figures.borrow() == view {
            return;
        }
        adapter.set_game(view.game.convert());
        adapter.set_games(view.games);
        adapter.set_finished(int(view.finished));
        adapter.set_ended_early(int(view.ended_early));
        adapter.set_copies(int(view.copies));
        adapter.set_players(list_of(adapter.get_players(), view.rows.iter().map(|line| say.row(line, view.game))));
        adapter.set_shares_wins(view.rows.iter().any(|row| row.shared_wins > 0));
        adapter.set_rates(view.rows.iter().any(|row| row.rating.value.is_some()));
        if let Some(player) = &view.player {
            adapter.set_player(say.player(player));
            let cell = |cell: &app::HeatCell| ui::HeatCell {
                bid: int(cell.bid),
                tricks: int(cell.tricks),
                count: int(cell.count),
                share: cell.share,
            };
            adapter.set_heat(list_of(adapter.get_heat(), player.heat.iter().map(cell)));
            let pair = |pair: &app::AgainstRow| ui::AgainstRow {
                name: text(&pair.name),
                face: face(&pair.face),
                games: int(pair.games),
                ahead: int(pair.ahead),
                level: int(pair.level),
                behind: int(pair.behind),
                difference: say.number(pair.difference, |points| say.0.points(whole(points))),
            };
            adapter.set_against(list_of(adapter.get_against(), player.against.iter().map(pair)));
            let kind = |kind: &app::KindRow| ui::KindRow {
                players: int(kind.players),
                edition: kind.edition.convert(),
                games: int(kind.games),
                win_share: say.percent(kind.win_share),
                mean: say.whole(kind.mean),
                place: say.tenths(kind.place),
            };
            adapter.set_kinds(list_of(adapter.get_kinds(), player.kinds.iter().map(kind)));
        }
        if let Some(player) = &view.track_player {
            adapter.set_track_player(say.track_player(player));
        }
        say.show_league(&adapter, &view, app);
        adapter.set_records(list_of(adapter.get_records(), view.records.iter().map(|held| say.record(held))));
        self.figures.replace(view);
        adapter.set_serial(adapter.get_serial().wrapping_add(1));
    }

    /// A line of a player's form as SVG path commands in a box of this size.
    fn form(&self, which: FormLine, width: f32, height: f32) -> SharedString {
        let figures = self.figures.borrow();
        let Some(form) = figures.player.as_ref().map(|player| &player.form) else { return SharedString::new() };
        let points = match which {
            FormLine::Totals => &form.totals,
            FormLine::Mean => &form.mean,
            FormLine::Rating => &form.rating,
            FormLine::Band => &form.band,
        };
        let mut path = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            let (x, y) = (x * width, y * height);
            if which == FormLine::Totals {
                let _ = write!(path, "M{:.1} {:.1}h5v5h-5z", x - 2.5, y - 2.5);
            } else {
                let _ = write!(path, "{}{x:.1} {y:.1} ", if index == 0 { 'M' } else { 'L' });
            }
        }
        if which == FormLine::Band && !points.is_empty() {
            path.push('Z');
        }
        path.into()
    }
}

/// The nearest whole number.
fn whole(number: f64) -> i64 {
    number.round() as i64
}

/// Figures in a language.
#[derive(Clone, Copy)]
struct Say(Language);

impl Say {
    /// A figure, with an asterisk if its sample is small.
    fn number(self, number: app::Number, say: impl FnOnce(f64) -> String) -> ui::Number {
        let star = if number.small { "*" } else { "" };
        let said = number.value.map(|value| say(value) + star);
        ui::Number { text: said.unwrap_or_else(|| "–".into()).into(), small: number.small }
    }

    fn whole(self, number: app::Number) -> ui::Number {
        self.number(number, |value| self.0.number(whole(value)))
    }

    fn in_percent(self, share: f64) -> String {
        self.0.say(&text!("{number} %", number = whole(share * 100.0)))
    }

    fn percent(self, number: app::Number) -> ui::Number {
        self.number(number, |share| self.in_percent(share))
    }

    /// A number with one decimal place; halves are rounded up.
    fn decimal(self, number: f64) -> String {
        self.0.decimal((number * 10.0).round() / 10.0, 1)
    }

    fn tenths(self, number: app::Number) -> ui::Number {
        self.number(number, |value| self.decimal(value))
    }

    fn tendency(self, tendency: f64) -> String {
        self.0.say(&if tendency.abs() < 0.05 {
            text!("balanced")
        } else if tendency > 0.0 {
            text!("▲ overbids {by}", by = self.decimal(tendency))
        } else {
            text!("▼ underbids {by}", by = self.decimal(-tendency))
        })
    }

    fn row(self, row: &app::StatisticsRow, game: GameName) -> ui::FigureRow {
        let wins = match row.shared_wins {
            0 => row.wins.to_string(),
            shared => self.0.say(&text!("{wins}+{shared}", wins = row.wins, shared = shared)),
        };
        let (met, mean) = (self.percent(row.met), self.whole(row.mean));
        // In words no asterisk is needed.
        let in_words = self.number(app::Number { small: false, ..row.tendency }, |tendency| self.tendency(tendency));
        let signed = |tendency| format!("{}{}", if tendency > 0.0 { "+" } else { "" }, self.decimal(tendency));
        let rating = self.number(row.rating, |rating| {
            let (rating, uncertainty) = (self.decimal(rating), self.decimal(row.uncertainty));
            self.0.say(&text!(
                "rating, uncertainty" => "{rating} ±{uncertainty}", rating = rating, uncertainty = uncertainty,
            ))
        });
        let (folds, lead) = (self.percent(row.folds), self.whole(row.lead));
        let of_track = || {
            text!(
                "{name}: {n} game, {wins} wins, space {mean} at the end, folded {folds}, bets won {met}, longest lead \
                 {lead}"
                    | "{name}: {n} games, {wins} wins, space {mean} at the end, folded {folds}, bets won {met}, \
                       longest lead {lead}"
                        % row.games,
                name = &row.name,
                wins = &wins,
                mean = mean.text.as_str(),
                folds = folds.text.as_str(),
                met = met.text.as_str(),
                lead = lead.text.as_str(),
            )
        };
        let of_wizard = || {
            text!(
                "{name}: {n} game, {wins} wins, bids met {met}, {mean} points per game, {tendency}, rating {rating}"
                    | "{name}: {n} games, {wins} wins, bids met {met}, {mean} points per game, {tendency}, rating \
                       {rating}"
                        % row.games,
                name = &row.name,
                wins = &wins,
                met = met.text.as_str(),
                mean = mean.text.as_str(),
                tendency = in_words.text.as_str(),
                rating = rating.text.as_str(),
            )
        };
        let label = if game == GameName::Wizard { of_wizard() } else { of_track() };
        ui::FigureRow {
            name: text(&row.name),
            face: face(&row.face),
            label: text(&self.0.say(&label)),
            games: int(row.games),
            wins: text(&wins),
            met,
            met_share: row.met.value.unwrap_or_default() as f32,
            mean,
            tendency: ui::Number { small: row.tendency.small, ..in_words },
            tendency_number: self.number(row.tendency, signed).text,
            rating,
            folds,
            lead,
            chosen: row.chosen,
        }
    }

    fn show_league(self, adapter: &ui::StatisticsAdapter<'_>, view: &StatisticsView, app: &App) {
        let (league, options) = (&view.league, view.options);
        let rows = league.ranked().map(|entry| self.league_row(league, entry));
        adapter.set_league(list_of(adapter.get_league(), rows));
        adapter.set_below_line(league.below_the_line().map(|below| said(&below, self.0)).unwrap_or_default());
        adapter.set_rule(options.rule.convert());
        adapter.set_least_games(int(options.least_games));
        adapter.set_dropped(int(options.drop));
        let wanted = LeagueTable { from: options.from, to: options.to, ..LeagueTable::default() };
        adapter.set_season(text(&wanted.season(self.0).unwrap_or_default()));
        let typed = |day: Option<NaiveDate>| text(&day.map(|day| self.0.typed_date(day)).unwrap_or_default());
        adapter.set_first_day(typed(options.from));
        adapter.set_last_day(typed(options.to));
        adapter.set_today(typed(Some(app.today())));
    }

    fn league_row(self, league: &LeagueTable, entry: &LeagueEntry) -> ui::LeagueRow {
        let games = self.0.number(entry.games.into());
        let (total, per_game) = (league.total(entry, self.0), league.per_game(entry, self.0));
        let rank = entry.rank.unwrap_or_default();
        let last: Vec<String> = entry.last.iter().map(usize::to_string).collect();
        let label = text!(
            "{rank}. {name}: {n} game, total {total}, {per_game} per game, last places {last}"
                | "{rank}. {name}: {n} games, total {total}, {per_game} per game, last places {last}" % entry.games,
            rank = rank,
            name = &entry.name,
            total = &total,
            per_game = &per_game,
            last = last.join(", "),
        );
        let told = text!(
            "games and total of somebody" => "{n} game · {total}" | "{n} games · {total}" % entry.games,
            total = &total,
        );
        let place = |back: usize| {
            let index = entry.last.len().checked_sub(back);
            index.and_then(|index| entry.last.get(index)).map_or(0, |place| int(*place))
        };
        ui::LeagueRow {
            rank: int(rank),
            name: text(&entry.name),
            face: face(&entry.face),
            label: said(&label, self.0),
            games: text(&games),
            told: said(&told, self.0),
            total: text(&total),
            per_game: text(&per_game),
            place_1: place(5),
            place_2: place(4),
            place_3: place(3),
            place_4: place(2),
            place_5: place(1),
        }
    }

    fn player(self, player: &app::PlayerView) -> ui::PlayerFigures {
        ui::PlayerFigures {
            name: text(&player.name),
            row: self.row(&player.row, GameName::Wizard),
            best: self.whole(player.best),
            points_per_round: self.tenths(player.points_per_round),
            overbid: self.percent(player.overbid),
            underbid: self.percent(player.underbid),
            zero: self.percent(player.zero),
            zero_met: self.percent(player.zero_met),
            longest_run: self.whole(player.longest_run),
            rounds: int(player.rounds),
            heat_rows: int(player.heat_rows),
            heat_columns: int(player.heat_columns),
            form_games: int(player.form_games),
            top: player.form.top,
            bottom: player.form.bottom,
            rating_top: player.form.rating_top as i32,
            rating_bottom: player.form.rating_bottom as i32,
            first: text(&self.0.date(player.form.first)),
            last: text(&self.0.date(player.form.last)),
        }
    }

    fn track_player(self, player: &app::TrackPlayerView) -> ui::TrackFigures {
        ui::TrackFigures {
            row: self.row(&player.row, GameName::LastWizard),
            win_share: self.percent(player.win_share),
            best: self.whole(player.best),
            place: self.tenths(player.place),
            lost: self.percent(player.lost),
            rounds: int(player.rounds),
        }
    }

    fn record(self, held: &app::RecordRow) -> ui::RecordRow {
        let (title, meaning) = words_of(held.kind);
        let value = match held.kind {
            RecordKind::MostExactPlayer | RecordKind::MostExactTable => self.in_percent(held.value),
            RecordKind::LongestGame => self.0.say(&text!("{minutes} min", minutes = whole(held.value))),
            _ => self.0.number(whole(held.value)),
        };
        ui::RecordRow {
            title: said(&title, self.0),
            meaning: said(&meaning, self.0),
            value: text(&value),
            names: text(&held.names.join(", ")),
            date: text(&self.0.date(held.day)),
            round: held.round.map_or(0, int),
            games: int(held.games),
            session: text(&held.session.to_string()),
        }
    }
}

/// The name of a record, and its explanation.
fn words_of(kind: RecordKind) -> (Text, Text) {
    match kind {
        RecordKind::HighestTotal => {
            (text!("Highest total"), text!("The highest final total of anyone in a finished game of 5 rounds or more."))
        }
        RecordKind::LowestTotal => {
            (text!("Lowest total"), text!("The lowest final total of anyone in a finished game of 5 rounds or more."))
        }
        RecordKind::HighestRound => (text!("Best round"), text!("The most points of anyone in one round.")),
        RecordKind::LowestRound => (text!("Worst round"), text!("The fewest points of anyone in one round.")),
        RecordKind::BiggestComeback => {
            (text!("Biggest comeback"), text!("The most points that someone was behind the leader and still won."))
        }
        RecordKind::ClosestFinish => {
            (text!("Closest finish"), text!("The fewest points between the winner and the second."))
        }
        RecordKind::ClearestWin => (text!("Clearest win"), text!("The most points between the winner and the second.")),
        RecordKind::MostExactPlayer => {
            (text!("Most accurate player"), text!("The largest share of bids that one player met in a game."))
        }
        RecordKind::MostExactTable => {
            (text!("Most accurate game"), text!("The largest share of bids that all players together met in a game."))
        }
        RecordKind::LongestGame => {
            (text!("Longest game"), text!("The longest time from set-up to last round, up to one day."))
        }
    }
}
