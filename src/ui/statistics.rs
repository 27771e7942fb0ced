//! The statistics page.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;

use slint::{ComponentHandle, SharedString};

use super::generated as ui;
use super::generated::FormLine;
use super::program::Program;
use super::values::{day, int, list_of, text};
use crate::app::{self, App, Column, Command, FigureCommand as F, FigureTab, FigureView, RecordKind};

mirror!(FigureTab, FigureTabName: Bids Form Against Kinds Records);
mirror!(Column, ColumnName: Games Wins Met Mean Tendency Rating);
mirror!(RecordKind, RecordName: HighestTotal LowestTotal HighestRound LowestRound BiggestComeback ClosestFinish ClearestWin MostExactPlayer MostExactTable LongestGame);

/// The figures as they are shown.
#[derive(Default)]
pub(super) struct Statistics {
    figures: RefCell<FigureView>,
}

impl Statistics {
    pub(super) fn connect(program: &Rc<Program>) -> Rc<Statistics> {
        let statistics = Rc::new(Statistics::default());
        let adapter = program.window.global::<ui::StatisticsAdapter>();
        commands!(program, adapter, Command::OnFigures, {
            on_choose(name) => F::Player(name.into()),
            on_show_tab(tab) => F::Tab(tab.into()),
            on_order_by(column) => F::Order(column.into()),
        });
        connect!(program, adapter, on_open_session, |program, id| {
            if let Ok(id) = id.parse() {
                program.handle(Command::OnFigures(F::Session(id)));
            }
        });
        connect!(&statistics, adapter, on_form, |statistics, which, _serial, width, height| {
            statistics.form(which, width, height)
        });
        statistics
    }

    /// Shows the page as it is now, and has it counted anew where something changed.
    pub(super) fn show(&self, window: &ui::AppWindow, app: &mut App) {
        app.count();
        let adapter = window.global::<ui::StatisticsAdapter>();
        let view = app.figures();
        adapter.set_counting(view.counting);
        adapter.set_order(view.order.into());
        adapter.set_tab(view.tab.into());
        if *self.figures.borrow() == view {
            return;
        }
        adapter.set_finished(int(view.finished));
        adapter.set_ended_early(int(view.ended_early));
        adapter.set_copies(int(view.copies));
        adapter.set_players(list_of(adapter.get_players(), view.rows.iter().map(row)));
        adapter.set_has_player(view.player.is_some());
        if let Some(player) = &view.player {
            adapter.set_player(figures(player));
            let cell = |cell: &app::HeatCell| ui::HeatCell {
                bid: int(cell.bid),
                tricks: int(cell.tricks),
                count: int(cell.count),
                share: cell.share,
            };
            adapter.set_heat(list_of(adapter.get_heat(), player.heat.iter().map(cell)));
            let pair = |pair: &app::AgainstRow| ui::AgainstRow {
                name: text(&pair.name),
                games: int(pair.games),
                ahead: int(pair.ahead),
                level: int(pair.level),
                behind: int(pair.behind),
                difference: number(pair.difference),
            };
            adapter.set_against(list_of(adapter.get_against(), player.against.iter().map(pair)));
            let kind = |kind: &app::KindRow| ui::KindRow {
                players: int(kind.players),
                special_cards: kind.special_cards,
                games: int(kind.games),
                win_share: number(kind.win_share),
                mean: number(kind.mean),
                place: number(kind.place),
            };
            adapter.set_kinds(list_of(adapter.get_kinds(), player.kinds.iter().map(kind)));
        }
        let held = |held: &app::RecordRow| ui::RecordRow {
            kind: held.kind.into(),
            value: held.value as f32,
            names: text(&held.names.join(", ")),
            date: day(held.day),
            round: held.round.map_or(0, int),
            games: int(held.games),
            session: text(&held.session.to_string()),
        };
        adapter.set_records(list_of(adapter.get_records(), view.records.iter().map(held)));
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

fn number(number: app::Number) -> ui::Number {
    ui::Number { value: number.value.unwrap_or(0.0) as f32, known: number.value.is_some(), small: number.small }
}

fn row(row: &app::FigureRow) -> ui::FigureRow {
    ui::FigureRow {
        name: text(&row.name),
        games: int(row.games),
        wins: int(row.wins),
        shared_wins: int(row.shared_wins),
        met: number(row.met),
        mean: number(row.mean),
        tendency: number(row.tendency),
        rating: number(row.rating),
        uncertainty: row.uncertainty as f32,
        chosen: row.chosen,
    }
}

fn figures(player: &app::PlayerView) -> ui::PlayerFigures {
    ui::PlayerFigures {
        name: text(&player.name),
        row: row(&player.row),
        best: number(player.best),
        points_per_round: number(player.points_per_round),
        overbid: number(player.overbid),
        underbid: number(player.underbid),
        zero: number(player.zero),
        zero_met: number(player.zero_met),
        longest_run: number(player.longest_run),
        rounds: int(player.rounds),
        side: int(player.side),
        form_games: int(player.form_games),
        top: player.form.top,
        bottom: player.form.bottom,
        rating_top: player.form.rating_top as i32,
        rating_bottom: player.form.rating_bottom as i32,
        first: day(player.form.first),
        last: day(player.form.last),
    }
}
