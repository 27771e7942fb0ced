//! The statistics page: figures over the sessions kept by the filter, counted on a thread.

mod count;
mod league;
mod state;
mod view;

use std::path::Path;
use std::sync::Arc;

use chrono::Datelike;
pub use league::{league_table, rule_meaning};
pub(super) use state::StatisticsPage;
pub use state::{Column, LeagueChoice, StatisticsCommand, StatisticsPart, StatisticsTab};
pub use view::{
    AgainstRow, Form, HeatCell, KindRow, Number, PlayerView, RecordKind, RecordRow, StatisticsRow, StatisticsView,
    TrackPlayerView,
};

use super::index::Indexed;
use super::{App, Notice, Page};
use crate::each;
use crate::language::month;
use crate::session::{GameName, Kind, OfGame, Record};
use crate::statistics::{Feat, League, SessionCounts, Statistics, TrackStatistics, feat, furthest_first};
use crate::text;
use crate::text::Text;
use count::{order, player_view, records, row, track_player, track_row};
use state::Counted;

impl App {
    /// Shows the statistics page.
    pub(super) fn show_statistics(&mut self) {
        self.leave_for(Page::Statistics);
        self.refresh();
    }

    /// Handles a tap on the statistics page.
    pub(super) fn figure(&mut self, command: StatisticsCommand) {
        let figures = &mut self.statistics_page;
        figures.serial += 1;
        match command {
            StatisticsCommand::Player(name) => {
                figures.player = Some(name);
                if figures.tab == StatisticsTab::Records {
                    figures.tab = StatisticsTab::Bids;
                }
            }
            StatisticsCommand::Game(game) => {
                figures.game = game;
                let kept = |kind: &Kind| kind.name() == game;
                self.archive_page.of_game(kept);
            }
            StatisticsCommand::Tab(tab) => figures.tab = tab,
            StatisticsCommand::Order(column) => figures.order = column,
            StatisticsCommand::Session(id) => {
                // Show the file that the statistics use.
                let file = self.index.files_of(id).min_by_key(|entry| furthest_first(&entry.record));
                if let Some(path) = file.map(|entry| entry.path.to_path_buf()) {
                    self.show_archive();
                    self.on_archive(super::ArchiveCommand::View(path));
                }
            }
            StatisticsCommand::Part(part) => figures.part = part,
            StatisticsCommand::League(choice) => self.choose_in_league(choice),
        }
    }

    /// Counts again, on a thread, if the sessions or the filter changed.
    pub fn count(&mut self) {
        if self.statistics_page.games_at != Some(self.index.version) {
            let sessions = self.index.sessions();
            self.statistics_page.games =
                GameName::ALL.map(|game| sessions.clone().any(|entry| entry.record.game() == game));
            self.statistics_page.games_at = Some(self.index.version);
        }
        let game = self.counted_game().0;
        let basis = (self.index.version, self.archive_page.filter().clone(), game, self.settings().league);
        let shown = self.page() == Page::Statistics;
        let figures = &mut self.statistics_page;
        if !shown || self.index.reading || figures.wanted.is_some() || figures.of.as_ref() == Some(&basis) {
            return;
        }
        let kept: Vec<Arc<Indexed>> = self.index.own_first().filter(|entry| entry.passes(&basis.1)).cloned().collect();
        let options = basis.3;
        figures.wanted = Some(basis);
        let count = move || {
            let records = || kept.iter().map(|entry| &entry.record);
            let statistics = match game {
                GameName::Wizard => OfGame::Wizard(Statistics::of(records())),
                GameName::LastWizard => OfGame::LastWizard(TrackStatistics::of(records())),
            };
            Ok(Box::new(Counted { statistics, league: League::of(records(), game, options) }))
        };
        self.spawn("statistics", Path::new(""), count, |app, counted: Result<Box<Counted>, Text>| {
            // After a failure, count again only when something has changed.
            app.statistics_page.of = app.statistics_page.wanted.take();
            app.statistics_page.serial += 1;
            match counted {
                Ok(counted) => app.statistics_page.counted = Some(counted),
                Err(reason) => app.say_not_counted(reason),
            }
        });
    }

    /// The game that is counted, and whether another can be chosen. The filter decides it first; then, if the archive
    /// has only one game, that one; else the user's choice.
    fn counted_game(&self) -> (GameName, bool) {
        let both = self.statistics_page.games == GameName::ALL.map(|_| true);
        let only =
            GameName::ALL.into_iter().zip(self.statistics_page.games).find(|(_, found)| *found).map(|(game, _)| game);
        let asked = self.archive_page.filter().kind.map(|kind| kind.name());
        (asked.or(only.filter(|_| !both)).unwrap_or(self.statistics_page.game), both)
    }

    fn say_not_counted(&mut self, reason: Text) {
        let said = text!("The statistics could not be computed: {reason}", reason = reason);
        self.message = Some(Notice::trouble(said));
    }

    /// Looks, on a thread, for a feat that sets the game on the table apart. As for a tap, it waits a moment for it, so
    /// that the line is there with the result unless there are very many games.
    pub fn look_for_feat(&mut self) {
        let Some(game) = self.session().map(|session| each!(session, session => Record::of(session))) else { return };
        let page = &mut self.statistics_page;
        let is_same = page.feat_of.as_ref().is_some_and(|(_, known)| known.id == game.id);
        let now = (self.index.version, game);
        // While files are read anew, the line stays as it was.
        if page.feat_of.as_ref() == Some(&now) || (self.index.reading && is_same) {
            return;
        }
        if !is_same {
            (page.feat, page.feat_of) = (None, None);
        }
        if self.index.reading {
            return;
        }
        page.feat_of = Some(now.clone());
        let (game, kept) = (now.1.clone(), self.index.sessions().cloned().collect::<Vec<_>>());
        let look = move || Ok(feat(&game, kept.iter().map(|entry| &entry.record)));
        self.spawn_for_tap("feat", Path::new(""), look, move |app, found| {
            // By now another game may be over, or this one has changed.
            if app.statistics_page.feat_of.as_ref() != Some(&now) {
                return;
            }
            app.statistics_page.feat = found.unwrap_or_else(|reason| {
                app.say_not_counted(reason);
                None
            });
        });
    }

    /// What sets the game on the table apart, if it is over, in words.
    pub fn feat(&self) -> Option<Text> {
        Some(match self.statistics_page.feat.as_ref()? {
            Feat::Highest { names, players, games } => text!(
                "A record for {players} players: {names}, the best of {games} games.",
                players = *players,
                names = names.clone(),
                games = *games,
            ),
            Feat::Best { name, players, games } => text!(
                "A personal best for {name}: the best of {games} games with {players} players.",
                name = name,
                games = *games,
                players = *players,
            ),
            Feat::Closest { year } => text!("The closest finish of {year}.", year = *year),
            Feat::InARow { name, wins } => text!("{name} has won {wins} games in a row.", name = name, wins = *wins),
            Feat::BestSince { name, since, this_year: true } => {
                text!("{name}'s best game since {month}.", name = name, month = month(since.date_naive()))
            }
            Feat::BestSince { name, since, this_year: false } => text!(
                "{name}'s best game since {month} {year}.",
                name = name,
                month = month(since.date_naive()),
                year = since.year(),
            ),
            Feat::FirstWin { name, games } => {
                text!("{name}'s first win, in game {games}.", name = name, games = *games)
            }
        })
    }

    /// The statistics page.
    pub fn statistics(&self) -> StatisticsView {
        let (figures, faces) = (&self.statistics_page, self.faces());
        let counting = figures.wanted.is_some() || self.index.reading;
        let (game, games) = self.counted_game();
        let view = StatisticsView {
            counting,
            game,
            games,
            part: figures.part,
            options: self.settings().league,
            serial: figures.serial,
            ..StatisticsView::default()
        };
        // The figures of the other game are not shown while this one is being counted.
        match figures.counted.as_deref().map(|counted| &counted.statistics).filter(|counted| counted.name() == game) {
            None => view,
            Some(OfGame::Wizard(statistics)) => {
                let rows = statistics.players.iter().map(row).collect();
                let (rows, chosen) = self.rows(rows, |name| statistics.player(name));
                StatisticsView {
                    rows,
                    player: chosen.map(|player| player_view(statistics, player, faces)),
                    records: records(statistics),
                    ..self.with_sessions(view, statistics.sessions)
                }
            }
            Some(OfGame::LastWizard(statistics)) => {
                let rows = statistics.players.iter().map(track_row).collect();
                let (rows, chosen) = self.rows(rows, |name| statistics.player(name));
                StatisticsView {
                    rows,
                    track_player: chosen.map(|player| track_player(player, faces.of_name(&player.name))),
                    ..self.with_sessions(view, statistics.sessions)
                }
            }
        }
    }

    fn with_sessions(&self, view: StatisticsView, sessions: SessionCounts) -> StatisticsView {
        let SessionCounts { finished, ended_early, copies, .. } = sessions;
        StatisticsView {
            finished,
            ended_early,
            copies,
            order: self.statistics_page.order,
            tab: self.statistics_page.tab,
            league: self.league(),
            ..view
        }
    }

    /// The players in the order chosen, and the one shown: the one chosen, or else the first.
    fn rows<'a, P>(
        &self,
        mut rows: Vec<StatisticsRow>,
        of: impl Fn(&str) -> Option<&'a P>,
    ) -> (Vec<StatisticsRow>, Option<&'a P>) {
        order(&mut rows, self.statistics_page.order);
        let wanted = self.statistics_page.player.as_deref().filter(|name| of(name).is_some());
        let chosen = wanted.map(str::to_owned).or_else(|| rows.first().map(|row| row.name.clone()));
        for row in &mut rows {
            row.face = self.faces().of_name(&row.name);
            row.chosen = chosen.as_ref() == Some(&row.name);
        }
        (rows, chosen.and_then(|name| of(&name)))
    }
}
