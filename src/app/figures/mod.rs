//! The statistics page: figures over the sessions kept by the filter, counted on a thread.

mod count;
mod state;
mod view;

use std::path::Path;
use std::sync::Arc;

pub(super) use state::Figures;
pub use state::{Column, FigureCommand, FigureTab};
pub use view::{
    AgainstRow, FigureRow, FigureView, Form, HeatCell, KindRow, Number, PlayerView, RecordKind, RecordRow,
    TrackPlayerView,
};

use super::shelf::Shelved;
use super::{App, Notice, Page};
use crate::session::{GameName, Kind, OfGame, Record, Status};
use crate::statistics::{Feat, SessionCounts, Statistics, TrackStatistics, furthest_first};
use crate::text;
use crate::text::Text;
use count::{order, player_view, records, row, track_player, track_row};
use state::AnyStatistics;

impl App {
    /// Shows the statistics page.
    pub(super) fn show_statistics(&mut self) {
        self.leave_for(Page::Statistics);
        self.refresh();
    }

    /// Handles a tap on the statistics page.
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
            FigureCommand::Game(game) => {
                figures.game = game;
                let kept = |kind: &Kind| kind.name() == game;
                self.browse.of_game(kept);
            }
            FigureCommand::Tab(tab) => figures.tab = tab,
            FigureCommand::Order(column) => figures.order = column,
            FigureCommand::Session(id) => {
                // Show the file that the statistics use.
                let file = self.shelf.files_of(id).min_by_key(|entry| furthest_first(&entry.record));
                if let Some(path) = file.map(|entry| entry.path.clone()) {
                    self.show_archive();
                    self.browse(super::ArchiveCommand::View(path));
                }
            }
        }
    }

    /// Counts again, on a thread, if the sessions or the filter changed.
    pub fn count(&mut self) {
        if self.figures.games_at != Some(self.shelf.version) {
            let sessions = self.shelf.sessions();
            self.figures.games = GameName::ALL.map(|game| sessions.clone().any(|entry| entry.record.game() == game));
            self.figures.games_at = Some(self.shelf.version);
        }
        let basis = (self.shelf.version, self.browse.filter().clone(), self.counted_game().0);
        let shown = self.page() == Page::Statistics;
        let figures = &mut self.figures;
        if !shown || self.shelf.reading || figures.wanted.is_some() || figures.of.as_ref() == Some(&basis) {
            return;
        }
        let kept: Vec<Arc<Shelved>> = self.shelf.own_first().filter(|entry| entry.passes(&basis.1)).cloned().collect();
        let game = basis.2;
        figures.wanted = Some(basis);
        let count = move || {
            let records = kept.iter().map(|entry| &entry.record);
            Ok(Box::new(match game {
                GameName::Wizard => OfGame::Wizard(Statistics::of(records)),
                GameName::LastWizard => OfGame::LastWizard(TrackStatistics::of(records)),
            }))
        };
        self.beside("figures", Path::new(""), count, |app, counted: Result<Box<AnyStatistics>, Text>| {
            // After a failure, count again only when something has changed.
            app.figures.of = app.figures.wanted.take();
            app.figures.serial += 1;
            match counted {
                Ok(statistics) => app.figures.statistics = Some(statistics),
                Err(reason) => app.say_not_counted(reason),
            }
        });
    }

    /// The game that is counted, and whether another can be chosen. The filter decides it first; then, if the archive
    /// has only one game, that one; else the user's choice.
    fn counted_game(&self) -> (GameName, bool) {
        let both = self.figures.games == GameName::ALL.map(|_| true);
        let only = GameName::ALL.into_iter().zip(self.figures.games).find(|(_, found)| *found).map(|(game, _)| game);
        let asked = self.browse.filter().kind.map(|kind| kind.name());
        (asked.or(only.filter(|_| !both)).unwrap_or(self.figures.game), both)
    }

    fn say_not_counted(&mut self, reason: Text) {
        let said = text!("The statistics could not be computed: {reason}", reason = reason);
        self.message = Some(Notice::trouble(said));
    }

    /// Starts looking, on a thread, for a feat that sets the game on the table apart, once it is over.
    pub fn look_for_feat(&mut self) {
        let over = self.wizard().filter(|session| session.status() == Status::Finished);
        let wanted = over.map(|session| (self.shelf.version, session.id()));
        if self.shelf.reading || self.figures.feat_of == wanted {
            return;
        }
        self.figures.feat = None;
        self.figures.feat_of = wanted;
        let Some((_, id)) = wanted else { return };
        // A session opened by its file is not on the shelf.
        let own = self.wizard().map(Record::of);
        let kept: Vec<Arc<Shelved>> = self.shelf.own_first().cloned().collect();
        let look = move || Ok(Statistics::of(kept.iter().map(|entry| &entry.record).chain(&own)).feat(id));
        self.beside("feat", Path::new(""), look, move |app, found: Result<Option<Feat>, Text>| match found {
            // By now another game may be over.
            Ok(found) if app.figures.feat_of == wanted => app.figures.feat = Some(found),
            Ok(_) => {}
            Err(reason) => {
                app.figures.feat = Some(None);
                app.say_not_counted(reason);
            }
        });
    }

    /// Whether a feat of the game on the table is still being looked for.
    pub fn is_looking_for_feat(&self) -> bool {
        self.figures.feat_of.is_some() && self.figures.feat.is_none()
    }

    /// The feat that sets the game on the table apart, if it is over and counted.
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
        let (game, games) = self.counted_game();
        let view = FigureView { counting, game, games, serial: figures.serial, ..FigureView::default() };
        // The figures of the other game are not shown while this one is being counted.
        match figures.statistics.as_deref().filter(|counted| counted.name() == game) {
            None => view,
            Some(OfGame::Wizard(statistics)) => {
                let rows = statistics.players.iter().map(row).collect();
                let (rows, chosen) = self.rows(rows, |name| statistics.player(name));
                FigureView {
                    rows,
                    player: chosen.map(|player| player_view(statistics, player)),
                    records: records(statistics),
                    ..self.with_sessions(view, statistics.sessions)
                }
            }
            Some(OfGame::LastWizard(statistics)) => {
                let rows = statistics.players.iter().map(track_row).collect();
                let (rows, chosen) = self.rows(rows, |name| statistics.player(name));
                FigureView {
                    rows,
                    track_player: chosen.map(track_player),
                    ..self.with_sessions(view, statistics.sessions)
                }
            }
        }
    }

    fn with_sessions(&self, view: FigureView, sessions: SessionCounts) -> FigureView {
        let SessionCounts { finished, ended_early, copies, .. } = sessions;
        FigureView { finished, ended_early, copies, order: self.figures.order, tab: self.figures.tab, ..view }
    }

    /// The players in the order chosen, and the one shown: the one chosen, or else the first.
    fn rows<'a, P>(
        &self,
        mut rows: Vec<FigureRow>,
        of: impl Fn(&str) -> Option<&'a P>,
    ) -> (Vec<FigureRow>, Option<&'a P>) {
        order(&mut rows, self.figures.order);
        let wanted = self.figures.player.as_deref().filter(|name| of(name).is_some());
        let chosen = wanted.map(str::to_owned).or_else(|| rows.first().map(|row| row.name.clone()));
        for row in &mut rows {
            row.colour = self.settings().people.get(&row.name).copied();
            row.chosen = chosen.as_ref() == Some(&row.name);
        }
        (rows, chosen.and_then(|name| of(&name)))
    }
}
