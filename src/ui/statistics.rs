//! The statistics page.

use std::cell::RefCell;
use std::rc::Rc;

use slint::ComponentHandle;
use tablet_of_truth::app::{self, App, Command, FiguresView, StatisticsCommand as F, StatisticsView};
use tablet_of_truth::language::Language;
use tablet_of_truth::table::{Order, RowId, Table};
use tablet_of_truth::text;
use tablet_of_truth_ui as ui;

use super::program::Program;
use super::tables::table;
use super::values::{face, int, list_of, seat, text, tr};

/// The state shown, and its language.
#[derive(Default)]
pub(super) struct Statistics(RefCell<Option<(StatisticsView, Language)>>);

impl Statistics {
    pub(super) fn connect(program: &Rc<Program>) -> Rc<Statistics> {
        let statistics = Rc::new(Statistics::default());
        let adapter = program.window.global::<ui::StatisticsAdapter>();
        let of = statistics.clone();
        connect!(program, adapter, on_show_person, |program, at| {
            let player = |figures: &FiguresView| figures.players.printed().nth(seat(at))?.name().map(str::to_owned);
            of.do_with(&program, |figures| Some(F::Player(player(figures)?)));
        });
        let of = statistics.clone();
        connect!(program, adapter, on_open_record, |program, at| {
            of.do_with(&program, |figures| session(figures.records.as_ref()?, at));
        });
        let of = statistics.clone();
        connect!(program, adapter, on_open_best, |program, at| {
            of.do_with(&program, |figures| session(&figures.person.bests, at));
        });
        statistics
    }

    /// A tap means the row as it was shown, even if figures were counted since.
    fn do_with(&self, program: &Program, command: impl FnOnce(&FiguresView) -> Option<F>) {
        let command = self.0.borrow().as_ref().and_then(|(view, _)| command(view.figures.as_ref().ok()?));
        if let Some(command) = command {
            program.handle(Command::OnStatistics(command));
        }
    }

    /// Counts again first if something changed.
    pub(super) fn show(&self, window: &ui::AppWindow, app: &mut App) {
        app.count();
        let now = (app.statistics(), app.language());
        if self.0.borrow().as_ref() == Some(&now) {
            return;
        }
        let adapter = window.global::<ui::StatisticsAdapter>();
        let (view, language) = &now;
        adapter.set_shares(view.order == Order::League);
        match &view.figures {
            Ok(figures) => show_figures(&adapter, figures, *language),
            Err(empty) => {
                adapter.set_empty(tr(empty, *language));
            }
        }
        self.0.replace(Some(now));
    }
}

fn session(of: &Table, at: i32) -> Option<F> {
    match of.rows.get(seat(at))?.id? {
        RowId::Session(id) => Some(F::Session(id)),
        RowId::Player(_) => None,
    }
}

fn show_figures(adapter: &ui::StatisticsAdapter<'_>, figures: &FiguresView, language: Language) {
    adapter.set_empty(text(""));
    adapter.set_players(table(&adapter.get_players(), &figures.players, figures.chosen, language));
    adapter.set_has_records(figures.records.is_some());
    if let Some(records) = &figures.records {
        adapter.set_records(table(&adapter.get_records(), records, None, language));
    }
    let person = &figures.person;
    adapter.set_name(text(&person.name));
    adapter.set_face(face(&person.face));
    adapter.set_games(tr(&person.games, language));
    adapter.set_bids(tr(&person.bids, language));
    adapter.set_heat_rows(int(person.heat_rows));
    adapter.set_heat_columns(int(person.heat_columns));
    let cell = |cell: &app::HeatCell| ui::HeatCell {
        bid: int(cell.bid),
        tricks: int(cell.tricks),
        count: int(cell.count),
        share: cell.share,
    };
    adapter.set_heat(list_of(adapter.get_heat(), person.heat.iter().map(cell)));
    let places = text!("Places in the last games: {places}", places = person.form.clone());
    adapter.set_form_label(tr(&places, language));
    adapter.set_form(list_of(adapter.get_form(), person.form.iter().map(|place| int(*place))));
    adapter.set_bests(table(&adapter.get_bests(), &person.bests, None, language));
    adapter.set_bests_open(person.bests.rows.iter().any(|row| row.id.is_some()));
}
