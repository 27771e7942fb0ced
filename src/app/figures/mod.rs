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
use crate::session::{Record, Status};
use crate::statistics::{Feat, Statistics, furthest_first};
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
                Err(reason) => app.say_not_counted(reason),
            }
        });
    }

    fn say_not_counted(&mut self, reason: Text) {
        let said = text!("The games could not be counted: {reason}", reason = reason);
        self.message = Some(Notice::trouble(said));
    }

    /// Looks on a thread of its own for what the game on the table stands out by, once it is over.
    pub fn look_for_feat(&mut self) {
        let over = self.wizard().filter(|session| session.status() == Status::Finished);
        let wanted = over.map(|session| (self.shelf.version, session.id()));
        if self.shelf.reading || self.figures.feat_of == wanted {
            return;
        }
        self.figures.feat = None;
        self.figures.feat_of = wanted;
        let Some((_, id)) = wanted else { return };
        // One that was opened by its file is not on the shelf.
        let own = self.wizard().map(Record::of);
        let kept: Vec<Arc<Shelved>> = self.shelf.own_first().cloned().collect();
        let look = move || Ok(Statistics::of(kept.iter().map(|entry| &entry.record).chain(&own)).feat(id));
        self.beside("feat", look, move |app, found: Result<Option<Feat>, Text>| match found {
            // Another game may be over by now.
            Ok(found) if app.figures.feat_of == wanted => app.figures.feat = Some(found),
            Ok(_) => {}
            Err(reason) => {
                app.figures.feat = Some(None);
                app.say_not_counted(reason);
            }
        });
    }

    /// Is it still looked for what the game on the table stands out by?
    pub fn is_looking_for_feat(&self) -> bool {
        self.figures.feat_of.is_some() && self.figures.feat.is_none()
    }

    /// What the game on the table stands out by, once it is over and counted.
    pub fn feat(&self) -> Option<Text> {
        Some(match self.figures.feat.as_ref()?.as_ref()? {
            Feat::Highest { names, total, games } => text!(
                "A record at this table: {names} with {total} points, the most of {games} games.",
                names = names.clone(),
                total = *total,
                games = *games,
            ),
            Feat::Best { name, total, games } => text!(
                "A personal best: {name} with {total} points, the most of {games} games.",
                name = name,
                total = *total,
                games = *games,
            ),
        })
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
