//! The result of a game with its chart: of the game at the table, or of one viewed in the archive.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;

use slint::{ComponentHandle, SharedString};
use tablet_of_truth::app::{self, App, Command, Line, ResultView, dashes, marks};
use tablet_of_truth::game::Rules;
use tablet_of_truth::with_game;
use tablet_of_truth_ui as ui;

use super::program::Program;
use super::values::{int, list_of, list_of_lists, scores, seat, text, tr};

#[derive(Default)]
pub(super) struct Chart {
    lines: RefCell<Vec<Line>>,
}

impl Chart {
    pub(super) fn connect(program: &Rc<Program>) -> Rc<Chart> {
        let chart = Rc::new(Chart::default());
        let adapter = program.window.global::<ui::ResultAdapter>();
        commands!(program, adapter, Command::from, {
            on_point_out(round) => Command::PointOut(usize::try_from(round).ok()),
        });
        connect!(&chart, adapter, on_dots, |chart, at, _serial, width, height, radius| {
            chart.dots(seat(at), width, height, radius)
        });
        connect!(&chart, adapter, on_mark, |chart, at, _serial, marks| chart.mark(seat(at), marks));
        connect!(&chart, adapter, on_path, |chart, at, _serial, width, height| chart.path(seat(at), width, height));
        chart
    }

    pub(super) fn show(&self, window: &ui::AppWindow, app: &App, view: &ResultView) {
        let adapter = window.global::<ui::ResultAdapter>();
        let place = |place: &app::Place| ui::ResultPlace {
            rank: int(place.rank),
            was: int(place.was),
            seat: int(place.seat),
            name: text(&place.name),
            initials: text(&place.initials),
            total: place.total,
            gained: place.gained,
            went_well: int(place.met),
            met: tr(&with_game!(view.game, Game => Game::met_label(place.met, view.rounds)), app.language()),
            label: tr(
                &with_game!(view.game, Game => Game::place_label(place.rank, &place.name, place.total, place.met)),
                app.language(),
            ),
            crowned: place.crowned,
        };
        adapter.set_places(list_of(adapter.get_places(), view.places.iter().map(place)));
        let on_step = |rank: usize| view.podium.iter().any(|step| step.rank == rank);
        let below = view.places.iter().filter(|at| !on_step(at.rank)).map(place);
        adapter.set_below(list_of(adapter.get_below(), below));
        let step = |step: &app::PodiumStep, shown: ui::PodiumStep| ui::PodiumStep {
            rank: int(step.rank),
            first: int(step.first),
            places: list_of(shown.places, step.places.iter().map(place)),
        };
        adapter.set_podium(list_of_lists(adapter.get_podium(), &view.podium, step));
        adapter.set_rounds(int(view.rounds));
        adapter.set_chart_title(tr(&with_game!(view.game, Game => Game::chart_title()), app.language()));
        if self.take(&view.lines) {
            adapter.set_chart(adapter.get_chart().wrapping_add(1));
        }
        let line =
            |line: &Line| ui::Player { seat: int(line.seat), initials: text(&line.initials), ..ui::Player::default() };
        adapter.set_lines(list_of(adapter.get_lines(), view.lines.iter().map(line)));
        let grid = view.grid.iter().map(|grid| ui::ChartGrid { points: grid.points, at: grid.at });
        adapter.set_grid(list_of(adapter.get_grid(), grid));
        let pointed_out = app.pointed_out();
        let totals = pointed_out.as_ref().map(|at| scores(&at.scores, app.language()));
        adapter.set_pointed_out_scores(text(&totals.unwrap_or_default()));
        adapter.set_pointed_out(pointed_out.map_or(-1, |at| int(at.round)));
    }

    /// Returns whether they differ from those before.
    pub(super) fn take(&self, lines: &[Line]) -> bool {
        let changed = *self.lines.borrow() != lines;
        if changed {
            self.lines.replace(lines.to_vec());
        }
        changed
    }

    fn corners(&self, seat: usize) -> Vec<(f32, f32)> {
        let lines = self.lines.borrow();
        lines.iter().find(|line| line.seat == seat).map(|line| line.corners.clone()).unwrap_or_default()
    }

    /// One shape per seat, as SVG path commands in a box of this size.
    fn dots(&self, seat: usize, width: f32, height: f32, radius: f32) -> SharedString {
        let mut path = String::new();
        for (x, y) in self.corners(seat) {
            dot(&mut path, seat, x * width, y * height, radius);
        }
        path.into()
    }

    /// The height of a line's mark in a chart that is `high` marks high.
    pub(super) fn mark(&self, seat: usize, high: f32) -> f32 {
        let lines = self.lines.borrow();
        let places = marks(&lines, 1.0 / high.max(1.0));
        lines.iter().position(|line| line.seat == seat).and_then(|index| places.get(index)).copied().unwrap_or(0.0)
    }

    /// SVG path commands in a box of this size.
    pub(super) fn path(&self, seat: usize, width: f32, height: f32) -> SharedString {
        let corners: Vec<(f32, f32)> = self.corners(seat).into_iter().map(|(x, y)| (x * width, y * height)).collect();
        // Lines on screen are twice as thick as on paper, and so their dashes twice as long.
        let dashes: Vec<f32> = dashes(seat).iter().map(|length| 2.0 * length).collect();
        stroked(&corners, &dashes).into()
    }
}

/// SVG path commands, dashed with strokes and gaps of these lengths; solid if there are none.
fn stroked(corners: &[(f32, f32)], dashes: &[f32]) -> String {
    let mut path = String::new();
    let Some(&(x, y)) = corners.first() else { return path };
    let _ = write!(path, "M{x:.1} {y:.1} ");
    let mut lengths = dashes.iter().copied().cycle();
    let (mut draws, mut left) = (true, lengths.next().unwrap_or(f32::INFINITY));
    for ((x, y), (to_x, to_y)) in corners.iter().copied().zip(corners.iter().skip(1).copied()) {
        let length = (to_x - x).hypot(to_y - y);
        let mut gone = 0.0;
        while length - gone > left {
            gone += left;
            let share = gone / length;
            let command = if draws { 'L' } else { 'M' };
            let _ = write!(path, "{command}{:.1} {:.1} ", x + share * (to_x - x), y + share * (to_y - y));
            (draws, left) = (!draws, lengths.next().unwrap_or(f32::INFINITY));
        }
        left -= length - gone;
        let _ = write!(path, "{}{to_x:.1} {to_y:.1} ", if draws { 'L' } else { 'M' });
    }
    path
}

/// Adds a closed shape around a point; the shapes distinguish the seats without their colours.
fn dot(path: &mut String, seat: usize, x: f32, y: f32, radius: f32) {
    let corners: &[(f32, f32)] = match seat {
        0 => &[
            (0.0, -1.1),
            (0.78, -0.78),
            (1.1, 0.0),
            (0.78, 0.78),
            (0.0, 1.1),
            (-0.78, 0.78),
            (-1.1, 0.0),
            (-0.78, -0.78),
        ],
        1 => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
        2 => &[(0.0, -1.3), (1.25, 0.95), (-1.25, 0.95)],
        3 => &[(0.0, -1.45), (1.45, 0.0), (0.0, 1.45), (-1.45, 0.0)],
        4 => &[(0.0, 1.3), (1.25, -0.95), (-1.25, -0.95)],
        _ => &[(-1.3, -0.5), (1.3, -0.5), (1.3, 0.5), (-1.3, 0.5)],
    };
    for (index, (dx, dy)) in corners.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{command}{:.1} {:.1} ", x + dx * radius, y + dy * radius);
    }
    path.push('Z');
}

#[cfg(test)]
mod tests {
    use super::stroked;

    #[test]
    fn a_line_is_whole_or_dashed_around_its_corners() {
        let corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)];
        assert_eq!(stroked(&corners, &[]), "M0.0 0.0 L10.0 0.0 L10.0 10.0 ");
        assert_eq!(
            stroked(&corners, &[6.0, 2.0]),
            "M0.0 0.0 L6.0 0.0 M8.0 0.0 L10.0 0.0 L10.0 4.0 M10.0 6.0 L10.0 10.0 "
        );
        assert_eq!(stroked(&[], &[6.0, 2.0]), "");
    }
}
