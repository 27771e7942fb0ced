//! Copies the statistics page's view into the interface's properties.

use std::fmt::Write as _;

use slint::ComponentHandle;

use super::Inner;
use super::convert::{column, figure_tab, int, record, text};
use super::generated as ui;
use super::show::update;
use super::show_archive::day;
use crate::app::{self, App};

impl Inner {
    /// Shows the statistics page as it is now, and has it counted anew where something changed.
    pub(super) fn show_statistics(&self, app: &mut App) {
        app.count();
        let adapter = self.window.global::<ui::StatisticsAdapter>();
        let view = app.figures();
        adapter.set_counting(view.counting);
        adapter.set_order(column(view.order));
        adapter.set_tab(figure_tab(view.tab));
        if *self.figures.borrow() == view {
            return;
        }
        adapter.set_finished(int(view.finished));
        adapter.set_ended_early(int(view.ended_early));
        adapter.set_copies(int(view.copies));
        update(&self.models.figure_rows, view.rows.iter().map(row));
        adapter.set_has_player(view.player.is_some());
        if let Some(player) = &view.player {
            adapter.set_player(figures(player));
            let cell = |cell: &app::HeatCell| ui::HeatCell {
                bid: int(cell.bid),
                tricks: int(cell.tricks),
                count: int(cell.count),
                share: cell.share,
            };
            update(&self.models.heat, player.heat.iter().map(cell));
            let pair = |pair: &app::AgainstRow| ui::AgainstRow {
                name: text(&pair.name),
                games: int(pair.games),
                ahead: int(pair.ahead),
                level: int(pair.level),
                behind: int(pair.behind),
                difference: number(pair.difference),
            };
            update(&self.models.against, player.against.iter().map(pair));
            let kind = |kind: &app::KindRow| ui::KindRow {
                players: int(kind.players),
                special_cards: kind.special_cards,
                games: int(kind.games),
                win_share: number(kind.win_share),
                mean: number(kind.mean),
                place: number(kind.place),
            };
            update(&self.models.kinds, player.kinds.iter().map(kind));
        }
        let held = |held: &app::RecordRow| ui::RecordRow {
            kind: record(held.kind),
            value: held.value as f32,
            names: text(&held.names.join(", ")),
            date: day(held.day),
            round: held.round.map_or(0, int),
            games: int(held.games),
            session: text(&held.session.to_string()),
        };
        update(&self.models.records, view.records.iter().map(held));
        self.figures.replace(view);
        adapter.set_serial(adapter.get_serial().wrapping_add(1));
    }

    /// A line of a player's form as SVG path commands in a box of this size: 0 totals as dots, 1 their mean, 2 the
    /// rating, 3 what it may be.
    pub(super) fn form_path(&self, which: i32, width: f32, height: f32) -> String {
        let figures = self.figures.borrow();
        let Some(form) = figures.player.as_ref().map(|player| &player.form) else { return String::new() };
        let points = match which {
            0 => &form.totals,
            1 => &form.mean,
            2 => &form.rating,
            _ => &form.band,
        };
        let mut path = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            let (x, y) = (x * width, y * height);
            if which == 0 {
                let _ = write!(path, "M{:.1} {:.1}h5v5h-5z", x - 2.5, y - 2.5);
            } else {
                let _ = write!(path, "{}{x:.1} {y:.1} ", if index == 0 { 'M' } else { 'L' });
            }
        }
        if which == 3 && !points.is_empty() {
            path.push('Z');
        }
        path
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
