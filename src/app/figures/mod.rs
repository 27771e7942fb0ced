//! The statistics page: figures over the sessions that the filter keeps, counted on a thread of their own.

mod count;
mod state;
mod view;

use std::sync::Arc;

pub(super) use state::Figures;
pub use state::{Column, FigureCommand, FigureTab};
pub use view::{AgainstRow, FigureRow, FigureView, Form, HeatCell, KindRow, Number, PlayerView, RecordKind, RecordRow};

use super::shelf::Shelved;
use super::{App, Notice, Page};
use crate::statistics::{Statistics, furthest_first};
use crate::text;
use crate::text::Text;
use count::{order, player_view, records, row};

impl App {
    /// Shows the statistics page.
    pub(super) fn show_statistics(&mut self) {
        self.leave_for(Page::Statistics);
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
                // The file that counts.
                let file = self.shelf.files_of(id).min_by_key(|entry| furthest_first(&entry.record));
                if let Some(path) = file.map(|entry| entry.path.clone()) {
                    self.show_archive();
                    self.browse(super::ArchiveCommand::View(path));
                }
            }
        }
    }

    /// Counts anew, on a thread of its own, when the sessions or the filter changed.
    pub fn count(&mut self) {
        let basis = (self.shelf.version, self.browse.filter().clone());
        let shown = self.page() == Page::Statistics;
        let figures = &mut self.figures;
        if !shown || self.shelf.reading || figures.wanted.is_some() || figures.of.as_ref() == Some(&basis) {
            return;
        }
        let kept: Vec<Arc<Shelved>> = self.shelf.own_first().filter(|entry| entry.passes(&basis.1)).cloned().collect();
        figures.wanted = Some(basis);
        let count = move || Ok(Box::new(Statistics::of(kept.iter().map(|entry| &entry.record))));
        self.beside("figures", count, |app, counted: Result<Box<Statistics>, Text>| {
            // What cannot be counted is not counted again until something changes.
            app.figures.of = app.figures.wanted.take();
            app.figures.serial += 1;
            match counted {
                Ok(statistics) => app.figures.statistics = Some(statistics),
                Err(reason) => {
                    let said = text!("The games could not be counted: {reason}", reason = reason);
                    app.message = Some(Notice::trouble(said));
                }
            }
        });
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
            row.colour = self.settings().people.get(&row.name).copied();
            row.chosen = chosen.is_some_and(|player| player.name == row.name);
        }
        FigureView {
            finished: statistics.sessions.finished,
            ended_early: statistics.sessions.ended_early,
            copies: statistics.sessions.copies,
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
