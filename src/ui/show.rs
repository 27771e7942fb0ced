//! Copies the views into the interface's properties, and only what differs into its lists.

use std::fmt::Write as _;
use std::path::Path;
use std::rc::Rc;

use slint::{ComponentHandle, Model, ModelRc, SharedString, VecModel};

use super::convert::{
    cloud, entry_state, int, known, list_of, mode, names_of, notice, number, overlay, pad, page, path_text, plan,
    primary, rule_row, text, trump,
};
use super::generated as ui;
use super::show_archive::{day, scores};
use super::{AppWindow, Inner, Shown};
use crate::app::{self, App, RowState, SaveState, Slowness};
use crate::archive::SaveError;
use crate::language::Language;
use crate::platform::warn_before_leaving;

/// The lists that the window shows.
pub(super) struct Models {
    seats: Rc<VecModel<ui::SetupSeat>>,
    known_names: Rc<VecModel<SharedString>>,
    cards: Rc<VecModel<ui::SetupCard>>,
    rules: Rc<VecModel<ui::RuleRow>>,
    lately: Rc<VecModel<ui::HomeEntry>>,
    resume: Rc<VecModel<ui::ScoreMark>>,
    rows: Rc<VecModel<ui::TableRow>>,
    numbers: Rc<VecModel<ui::NumberKey>>,
    columns: Rc<VecModel<ui::SheetPlayer>>,
    rounds: Rc<VecModel<ui::SheetRow>>,
    pub(super) figure_rows: Rc<VecModel<ui::FigureRow>>,
    pub(super) heat: Rc<VecModel<ui::HeatCell>>,
    pub(super) against: Rc<VecModel<ui::AgainstRow>>,
    pub(super) kinds: Rc<VecModel<ui::KindRow>>,
    pub(super) records: Rc<VecModel<ui::RecordRow>>,
    pub(super) menu: Rc<VecModel<ui::MenuItem>>,
    pub(super) trash: Rc<VecModel<ui::TrashRow>>,
    pub(super) round_lines: Rc<VecModel<ui::RoundLine>>,
    pub(super) viewed_rules: Rc<VecModel<SharedString>>,
    pub(super) odds: Rc<VecModel<ui::OddsPlace>>,
    places: Rc<VecModel<ui::ResultPlace>>,
    lines: Rc<VecModel<ui::ChartLine>>,
    grid: Rc<VecModel<ui::ChartGrid>>,
    pub(super) board: Rc<VecModel<ui::BoardPlayer>>,
    pub(super) colours: Rc<VecModel<i32>>,
}

/// An empty list that the window shows from now on.
fn list<T: Clone + 'static>(set: impl FnOnce(ModelRc<T>)) -> Rc<VecModel<T>> {
    let model = Rc::new(VecModel::default());
    set(model.clone().into());
    model
}

/// Makes a list equal to `rows`, touching only what differs.
pub(super) fn update<T: Clone + PartialEq + 'static>(model: &VecModel<T>, rows: impl IntoIterator<Item = T>) {
    let mut count = 0;
    for row in rows {
        match model.row_data(count) {
            None => model.push(row),
            Some(shown) if shown != row => model.set_row_data(count, row),
            Some(_) => {}
        }
        count += 1;
    }
    while model.row_count() > count {
        model.remove(model.row_count() - 1);
    }
}

impl Models {
    /// Gives the window its lists.
    pub(super) fn attach(window: &AppWindow) -> Models {
        let (home, setup) = (window.global::<ui::HomeAdapter>(), window.global::<ui::SetupAdapter>());
        let (table, result) = (window.global::<ui::TableAdapter>(), window.global::<ui::ResultAdapter>());
        let (archive, figures) = (window.global::<ui::ArchiveAdapter>(), window.global::<ui::StatisticsAdapter>());
        let names: Vec<SharedString> = Language::all().map(|language| language.name().into()).collect();
        window.global::<ui::AppAdapter>().set_languages(ModelRc::new(VecModel::from(names)));
        Models {
            seats: list(|model| setup.set_seats(model)),
            known_names: list(|model| setup.set_lately(model)),
            cards: list(|model| setup.set_cards(model)),
            rules: list(|model| setup.set_rules(model)),
            lately: list(|model| home.set_lately(model)),
            resume: list(|model| home.set_resume_scores(model)),
            rows: list(|model| table.set_rows(model)),
            numbers: list(|model| table.set_numbers(model)),
            columns: list(|model| table.set_sheet_players(model)),
            rounds: list(|model| table.set_sheet_rows(model)),
            figure_rows: list(|model| figures.set_players(model)),
            heat: list(|model| figures.set_heat(model)),
            against: list(|model| figures.set_against(model)),
            kinds: list(|model| figures.set_kinds(model)),
            records: list(|model| figures.set_records(model)),
            menu: list(|model| archive.set_menu(model)),
            trash: list(|model| archive.set_trash(model)),
            round_lines: list(|model| archive.set_rounds(model)),
            viewed_rules: list(|model| archive.set_rules(model)),
            odds: list(|model| window.global::<ui::OddsAdapter>().set_places(model)),
            places: list(|model| result.set_places(model)),
            lines: list(|model| result.set_lines(model)),
            grid: list(|model| result.set_grid(model)),
            board: list(|model| window.global::<ui::BoardAdapter>().set_players(model)),
            colours: list(|model| window.global::<ui::Theme>().set_seat_colours(model)),
        }
    }
}

impl Inner {
    /// Shows the program as it is now.
    pub(super) fn show(&self) {
        let page = self.app.borrow().page();
        // The result shows the archive's panels, too.
        if matches!(page, app::Page::Archive | app::Page::Statistics | app::Page::Result) {
            self.show_archive(&mut self.app.borrow_mut());
        }
        if page == app::Page::Statistics {
            self.show_statistics(&mut self.app.borrow_mut());
        }
        let app = self.app.borrow();
        let before = self.shown.get();
        let table = app.table();
        match app.page() {
            app::Page::Home => self.show_home(&app),
            app::Page::Setup => self.show_setup(&app),
            app::Page::Table => {
                self.show_table(&table, app.language());
                self.show_sheet(&app.sheet());
            }
            app::Page::Result => {
                self.show_table(&table, app.language());
                self.show_sheet(&app.sheet());
                self.show_result(&app.result());
                self.show_pointed_out(app.pointed_out().as_ref());
            }
            app::Page::Odds => self.show_odds(&app),
            app::Page::Board => self.show_board(&app.board(), app.board_side(), app.language()),
            app::Page::Settings => self.show_settings(&app),
            app::Page::Archive | app::Page::Statistics | app::Page::About | app::Page::Rules => {}
        }
        self.show_app(&app);
        // A panel that is left open for a page to look something up is not on that page, and has no keys there.
        let has_panels = matches!(app.page(), app::Page::Archive | app::Page::Statistics | app::Page::Result);
        let panel = if has_panels { app.panel() } else { app::Panel::None };
        self.window.global::<ui::ArchiveAdapter>().set_panel(super::convert::panel(panel));
        let shown = Shown { page: app.page(), overlay: table.overlay, pad: table.pad, panel };
        drop(app);
        if before != Some(shown) {
            self.shown.set(Some(shown));
            self.fill_screen(shown.page == app::Page::Board);
            // The set-up begins in its name field, and a panel at its first button.
            if shown.page != app::Page::Setup && shown.panel == app::Panel::None {
                self.window.invoke_take_keys();
            }
        }
        self.turn_board();
    }

    fn show_app(&self, app: &App) {
        let adapter = self.window.global::<ui::AppAdapter>();
        let settings = app.settings();
        self.speak(app.language());
        let chosen = settings.language.and_then(|language| Language::all().position(|known| known == language));
        adapter.set_language(chosen.map_or(-1, int));
        self.show_looks(settings);
        adapter.set_keep_awake(settings.keep_awake);
        adapter.set_has_session(app.has_session());
        adapter.set_version(text(env!("CARGO_PKG_VERSION")));
        adapter.set_data_folder(path_text(app.data_folder()));
        adapter.set_message(notice(app.message(), app.language()));
        adapter.set_closing(self.closing.get());
        adapter.set_stuck((app.is_saving() || app.is_keeping_settings()) && app.slowness() == Slowness::Stuck);
        adapter.set_waits(app.is_working() && app.slowness() >= Slowness::Noticeable);
        let work = app.work_before_closing().filter(|_| self.closing.get());
        adapter.set_work(work.map(|work| text(&app.language().say(&work))).unwrap_or_default());
        let outside = app.outside().filter(|_| app.page() == app::Page::Archive);
        adapter.set_outside(outside.map(path_text).unwrap_or_default());
        let state = app.save_state();
        warn_before_leaving(matches!(state, SaveState::Failed(_)));
        if let SaveState::Failed(error) = &state {
            adapter.set_save_reason(match error {
                SaveError::Full => ui::SaveReason::Full,
                SaveError::Denied => ui::SaveReason::Denied,
                SaveError::Missing => ui::SaveReason::Missing,
                SaveError::Other(_) => ui::SaveReason::Other,
            });
            adapter.set_save_detail(text(&app.language().say(&error.text())));
            let folder = app.session_file().and_then(Path::parent);
            adapter.set_save_folder(folder.map(path_text).unwrap_or_default());
        }
        if matches!(state, SaveState::Failed(_)) || app.slowness() == Slowness::Stuck {
            adapter.set_other_place(app.other_place().as_deref().map(path_text).unwrap_or_default());
        }
        adapter.set_save_mark(match state {
            SaveState::Saved => ui::SaveMark::Saved,
            SaveState::Saving => ui::SaveMark::Saving,
            SaveState::Failed(_) => ui::SaveMark::Failed,
            SaveState::ReadOnly => ui::SaveMark::ReadOnly,
        });
        adapter.set_page(page(app.page()));
        adapter.set_correcting_archived(app.is_correcting_from_archive());
    }

    fn show_home(&self, app: &App) {
        let adapter = self.window.global::<ui::HomeAdapter>();
        let view = app.home();
        adapter.set_day_part(match view.day_part {
            app::DayPart::Morning => 0,
            app::DayPart::Afternoon => 1,
            app::DayPart::Evening => 2,
        });
        adapter.set_this_year(view.this_year);
        adapter.set_reading(view.reading);
        adapter.set_unreadable(int(view.unreadable.len()));
        if let Some((name, reason)) = view.unreadable.first() {
            adapter.set_unreadable_name(text(name));
            adapter.set_unreadable_reason(text(reason));
        }
        adapter.set_can_resume(view.resume.is_some());
        if let Some(resume) = &view.resume {
            let mark = |score: &app::Score| ui::ScoreMark {
                seat: int(score.seat),
                name: text(&score.name),
                initials: text(&score.initials),
                total: score.total,
            };
            update(&self.models.resume, resume.scores.iter().map(mark));
            adapter.set_resume_path(path_text(&resume.path));
            adapter.set_resume_round(int(resume.round));
            adapter.set_resume_planned(int(resume.planned));
            adapter.set_resume_to_bid(text(resume.to_bid.as_deref().unwrap_or_default()));
            adapter.set_resume_playing(resume.playing);
            adapter.set_resume_tonight(resume.tonight);
        }
        adapter.set_can_rematch(view.rematch.is_some());
        if let Some(rematch) = &view.rematch {
            adapter.set_rematch_path(path_text(&rematch.path));
            adapter.set_rematch_players(int(rematch.players));
            adapter.set_rematch_dealer(text(&rematch.dealer));
        }
        update(&self.models.lately, view.lately.iter().map(home_entry));
    }

    pub(super) fn show_setup(&self, app: &App) {
        let adapter = self.window.global::<ui::SetupAdapter>();
        let view = app.setup();
        let seat = |seat: &app::SetupSeat| ui::SetupSeat {
            seat: int(seat.seat),
            name: text(&seat.name),
            initials: text(&seat.initials),
            dealer: seat.dealer,
        };
        update(&self.models.seats, view.seats.iter().map(seat));
        update(&self.models.known_names, view.lately.iter().map(|name| text(name)));
        let card = |(card, &(_, chosen)): (usize, &(_, bool))| ui::SetupCard { card: int(card), chosen };
        update(&self.models.cards, view.cards.iter().enumerate().map(card));
        adapter.set_anniversary(view.anniversary);
        let rules = &self.models.rules;
        let row = |(row, rule)| rule_row(rule, rules.row_data(row), app.language());
        update(rules, view.rules.iter().enumerate().map(row).collect::<Vec<_>>());
        adapter.set_plan(plan(view.plan));
        adapter.set_plan_excluded(view.plan_excluded);
        let hands: Vec<String> = view.plan_hands.iter().map(u8::to_string).collect();
        adapter.set_plan_hands(text(&hands.join(" ")));
        adapter.set_rounds(int(view.rounds));
        adapter.set_minutes(int(view.minutes));
        adapter.set_ready(view.ready);
        adapter.set_notice(notice(view.notice.as_ref(), app.language()));
        adapter.set_hands(text(&view.hands));
        adapter.set_field(int(app.setup_field()));
    }

    fn show_table(&self, view: &app::TableView, language: Language) {
        let adapter = self.window.global::<ui::TableAdapter>();
        adapter.set_mode(mode(view.mode));
        adapter.set_selected(text(&view.selected));
        adapter.set_field_is_bid(view.field_is_bid);
        adapter.set_round(int(view.round));
        adapter.set_rounds(int(view.rounds));
        adapter.set_cards(view.cards.into());
        adapter.set_trump(trump(view.trump));
        adapter.set_trump_given(view.trump_given);
        adapter.set_clairvoyance(view.clairvoyance);
        adapter.set_secret(view.secret);
        adapter.set_open_bids(view.open_bids);
        adapter.set_first_done(view.first_done);
        adapter.set_sum(view.sum.into());
        adapter.set_of(view.of.into());
        adapter.set_ready(view.ready);
        adapter.set_primary(primary(view.primary));
        adapter.set_has_bomb(view.has_bomb);
        adapter.set_bomb(view.bomb);
        adapter.set_has_cloud(view.has_cloud);
        let (name, change) = cloud(view.cloud.as_ref());
        adapter.set_cloud_name(name);
        adapter.set_cloud_change(change);
        adapter.set_cloud_taker(view.cloud_taker.map_or(-1, int));
        adapter.set_cloud_down(view.cloud_down);
        adapter.set_cloud_up(view.cloud_up);
        adapter.set_pad(pad(view.pad));
        adapter.set_overlay(overlay(view.overlay));
        let effect = view.effect.clone().unwrap_or_default();
        let totals: Vec<String> = effect
            .totals
            .iter()
            .map(|(name, before, after)| format!("{name} {} → {}", number(*before), number(*after)))
            .collect();
        adapter.set_effect(text(&totals.join(" · ")));
        adapter.set_has_effect(view.effect.is_some());
        adapter.set_winner_changes(effect.winners != effect.new_winners);
        adapter.set_winner_before(text(&effect.winners.join(", ")));
        adapter.set_winner_after(text(&effect.new_winners.join(", ")));
        adapter.set_notice(notice(view.notice.as_ref(), language));
        adapter.set_scored(int(view.scored));
        adapter.set_can_undo(view.can_undo);
        adapter.set_can_redo(view.can_redo);
        update(&self.models.rows, view.rows.iter().map(table_row));
        let key = |key: &app::NumberKey| ui::NumberKey {
            value: key.value.into(),
            chosen: key.chosen,
            forbidden: key.forbidden,
            beyond: key.beyond,
        };
        update(&self.models.numbers, view.numbers.iter().map(key));
        adapter.set_selected_index(view.rows.iter().position(|row| row.selected).map_or(0, int));
    }

    pub(super) fn show_sheet(&self, view: &app::SheetView) {
        let adapter = self.window.global::<ui::TableAdapter>();
        let player = |player: &app::SheetPlayer| ui::SheetPlayer {
            seat: int(player.seat),
            name: text(&player.name),
            initials: text(&player.initials),
            dealer: player.dealer,
        };
        update(&self.models.columns, view.players.iter().map(player));
        let rounds = &self.models.rounds;
        for (index, row) in view.rows.iter().enumerate() {
            let state = match row.state {
                RowState::Scored => ui::SheetState::Scored,
                RowState::Open => ui::SheetState::Open,
                RowState::Future => ui::SheetState::Future,
            };
            // The cells keep their list, so that a tap repaints the cells that changed and nothing else.
            let shown = rounds.row_data(index);
            let cells = shown.as_ref().map_or_else(ModelRc::default, |shown| shown.cells.clone());
            let cells = list_of(cells, row.cells.iter().map(sheet_cell));
            let line = ui::SheetRow { round: int(row.round), cards: row.cards.into(), state, cells };
            match shown {
                None => rounds.push(line),
                Some(shown) if shown != line => rounds.set_row_data(index, line),
                Some(_) => {}
            }
        }
        while rounds.row_count() > view.rows.len() {
            rounds.remove(rounds.row_count() - 1);
        }
        adapter.set_own_plan(view.own_plan);
        adapter.set_shows_cards(view.shows_cards);
        adapter.set_current_row(int(view.current));
    }

    pub(super) fn show_result(&self, view: &app::ResultView) {
        let adapter = self.window.global::<ui::ResultAdapter>();
        let place = |place: &app::Place| ui::ResultPlace {
            rank: int(place.rank),
            seat: int(place.seat),
            name: text(&place.name),
            initials: text(&place.initials),
            total: place.total,
            bids_met: int(place.bids_met),
        };
        update(&self.models.places, view.places.iter().map(place));
        let (winner, second) = names_of(&view.winners);
        adapter.set_winner(text(&winner));
        adapter.set_second_winner(text(&second));
        adapter.set_winners(int(view.winners.len()));
        adapter.set_ended_early(view.ended_early);
        adapter.set_rounds(int(view.rounds));
        adapter.set_planned(int(view.planned));
        adapter.set_next_dealer(text(&view.next_dealer));
        let changed = *self.lines.borrow() != view.lines;
        if changed {
            self.lines.replace(view.lines.clone());
            adapter.set_chart(adapter.get_chart().wrapping_add(1));
        }
        let line = |line: &app::Line| ui::ChartLine { seat: int(line.seat), initials: text(&line.initials) };
        update(&self.models.lines, view.lines.iter().map(line));
        update(&self.models.grid, view.grid.iter().map(|grid| ui::ChartGrid { points: grid.points, at: grid.at }));
    }

    /// Shows the totals at the round of the chart that is pointed out.
    pub(super) fn show_pointed_out(&self, pointed_out: Option<&app::PointedOut>) {
        let adapter = self.window.global::<ui::ResultAdapter>();
        adapter.set_pointed_out_scores(text(&pointed_out.map(|at| scores(&at.scores)).unwrap_or_default()));
        adapter.set_pointed_out(pointed_out.map_or(-1, |at| int(at.round)));
    }

    /// The marks at the corners of a line: a shape for each seat, as SVG path commands in a box of this size.
    pub(super) fn line_dots(&self, seat: usize, width: f32, height: f32, radius: f32) -> String {
        let lines = self.lines.borrow();
        let corners = lines.iter().find(|line| line.seat == seat).map_or(&[][..], |line| &line.corners);
        let mut path = String::new();
        for (x, y) in corners {
            dot(&mut path, seat, x * width, y * height, radius);
        }
        path
    }

    /// Where the mark of a line stands in a chart that is so many marks high.
    pub(super) fn line_mark(&self, seat: usize, marks: f32) -> f32 {
        let lines = self.lines.borrow();
        let places = app::marks(&lines, 1.0 / marks.max(1.0));
        lines.iter().position(|line| line.seat == seat).and_then(|index| places.get(index)).copied().unwrap_or(0.0)
    }

    /// A line of the chart as SVG path commands in a box of this size.
    pub(super) fn line_path(&self, seat: usize, width: f32, height: f32) -> String {
        let lines = self.lines.borrow();
        let corners = lines.iter().find(|line| line.seat == seat).map_or(&[][..], |line| &line.corners);
        let mut path = String::new();
        for (index, (x, y)) in corners.iter().enumerate() {
            let _ = write!(path, "{}{:.1} {:.1} ", if index == 0 { 'M' } else { 'L' }, x * width, y * height);
        }
        path
    }
}

/// A closed shape around a point; which one tells the seats apart without their colours.
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

fn home_entry(entry: &app::Entry) -> ui::HomeEntry {
    let leader = entry.scores.first();
    ui::HomeEntry {
        path: path_text(&entry.path),
        date: day(entry.day),
        scores: text(&scores(&entry.scores)),
        leader: text(leader.map_or("", |leader| &leader.name)),
        leader_total: leader.map_or(0, |leader| leader.total),
        state: entry_state(entry.status),
        rounds: int(entry.rounds),
        planned: int(entry.planned),
        special_cards: entry.special_cards,
        copy: entry.copy,
    }
}

fn table_row(row: &app::TableRow) -> ui::TableRow {
    ui::TableRow {
        seat: int(row.seat),
        name: text(&row.name),
        initials: text(&row.initials),
        total: row.total,
        bid: known(row.bid),
        scored_bid: row.changed_bid.map_or(known(row.bid), i32::from),
        tricks: known(row.tricks),
        filled: row.filled,
        points: row.points.unwrap_or(0),
        has_points: row.points.is_some(),
        met: row.met == Some(true),
        selected: row.selected,
        typed: known(row.typed),
        dealer: row.dealer,
        leader: row.leader,
        changed: row.changed_bid.is_some(),
    }
}

fn sheet_cell(cell: &app::SheetCell) -> ui::SheetCell {
    ui::SheetCell {
        name: text(&cell.name),
        total: cell.total.unwrap_or(0),
        has_total: cell.total.is_some(),
        bid: known(cell.bid),
        scored_bid: cell.changed_bid.map_or(known(cell.bid), i32::from),
        tricks: known(cell.tricks),
        met: cell.met == Some(true),
    }
}
