//! The statistics page: figures over the sessions kept by the filter, counted on a thread.

mod league;
mod state;
mod view;

use std::path::Path;
use std::sync::Arc;

use chrono::Datelike;
pub(super) use state::StatisticsPage;
pub use state::{LeagueChoice, StatisticsCommand};
pub use view::{FiguresView, HeatCell, PersonView, StatisticsView};

use super::index::Indexed;
use super::{App, Notice, Page};
use crate::each;
use crate::language::month;
use crate::session::{GameName, OfGame, Player, Record, Tournaments};
use crate::statistics::{Feat, League, Statistics, TrackStatistics, feat, furthest_first};
use crate::text;
use crate::text::Text;
use state::{Basis, Counted};

impl App {
    pub(super) fn show_statistics(&mut self) {
        self.leave_for(Page::Statistics);
        self.refresh();
    }

    pub(super) fn figure(&mut self, command: StatisticsCommand) {
        match command {
            StatisticsCommand::Player(name) => self.statistics_page.player = Some(name),
            StatisticsCommand::Order(order) => self.statistics_page.order = order,
            StatisticsCommand::Session(id) => {
                // Show the file that the statistics use.
                let file = self.index.files_of(id).min_by_key(|entry| furthest_first(&entry.record));
                if let Some(path) = file.map(|entry| entry.path.to_path_buf()) {
                    self.show_archive();
                    self.on_archive(super::ArchiveCommand::View(path));
                }
            }
            StatisticsCommand::League(choice) => self.choose_in_league(choice),
        }
    }

    /// Counts again, on a thread, if the sessions or the filter changed.
    pub fn count(&mut self) {
        if self.statistics_page.games_at != Some(self.index.version) {
            let sessions = self.index.sessions();
            self.statistics_page.games =
                GameName::ALL.map(|game| sessions.clone().any(|entry| entry.record.game() == game));
            self.statistics_page.has_tournaments =
                sessions.clone().any(|entry| self.index.tournament_of(&entry.record).is_some());
            self.statistics_page.games_at = Some(self.index.version);
        }
        let basis = self.basis();
        let shown = self.page() == Page::Statistics;
        let figures = &mut self.statistics_page;
        if !shown || self.index.reading || figures.wanted.is_some() || figures.of.as_ref() == Some(&basis) {
            return;
        }
        let (index, tournaments) = (&self.index, basis.1.tournaments);
        let (game, options) = (basis.2, basis.3);
        let in_season = |record: &Record| options.has(record.started.date_naive());
        let kept = index.own_first().filter(|entry| entry.passes(&basis.1) && in_season(&entry.record));
        let kept: Vec<(Arc<Indexed>, Option<Record>)> = kept
            .filter_map(|entry| {
                let of = index.tournament_of(&entry.record);
                // Among others, the people of a tournament stand by themselves.
                let apart = || {
                    let named = |player: &Player| index.counted_name(&entry.record, player).into_owned();
                    let mut record = entry.record.clone();
                    record.people = record.people.named(named);
                    record
                };
                let renamed = (of.is_some() && tournaments == Tournaments::With).then(apart);
                tournaments.count(of).then(|| (Arc::clone(entry), renamed))
            })
            .collect();
        figures.wanted = Some(basis);
        let count = move || {
            let records = || kept.iter().map(|(entry, renamed)| renamed.as_ref().unwrap_or(&entry.record));
            let statistics = match game {
                GameName::Wizard => OfGame::Wizard(Statistics::of(records())),
                GameName::LastWizard => OfGame::LastWizard(TrackStatistics::of(records())),
            };
            Ok(Box::new(Counted { statistics, league: League::of(records(), game, options) }))
        };
        self.spawn("statistics", Path::new(""), count, |app, counted: Result<Box<Counted>, Text>| {
            // After a failure, count again only when something has changed.
            app.statistics_page.of = app.statistics_page.wanted.take();
            match counted {
                Ok(counted) => app.statistics_page.counted = Some(counted),
                Err(reason) => app.show_not_counted(reason),
            }
        });
    }

    fn basis(&self) -> Basis {
        (self.index.version, self.archive_page.filter().clone(), self.counted_game(), self.settings().league)
    }

    /// The figures of the other game are not shown while those of this one are being counted.
    fn counted(&self) -> Option<&Counted> {
        self.statistics_page.counted.as_deref().filter(|counted| counted.statistics.name() == self.counted_game())
    }

    fn counted_game(&self) -> GameName {
        self.archive_page.filter().kind.map_or_else(|| self.any_game(), |kind| kind.name())
    }

    /// The game that is counted if the filter names none.
    pub(in crate::app) fn any_game(&self) -> GameName {
        if self.statistics_page.games == [false, true] { GameName::LastWizard } else { GameName::Wizard }
    }

    fn show_not_counted(&mut self, reason: Text) {
        let message = text!("The statistics could not be computed: {reason}", reason = reason);
        self.message = Some(Notice::trouble(message));
    }

    /// Computes a feat on a thread. Waits a moment for it, so that the line appears with the result.
    pub fn look_for_feat(&mut self) {
        let Some(game) = self.session().map(|session| each!(session, session => Record::of(session))) else { return };
        let page = &mut self.statistics_page;
        let is_same = page.feat_of.as_ref().is_some_and(|(_, known)| known.id == game.id);
        let now = (self.index.version, game);
        // While files are read again, the line stays as it was.
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
        let game = now.1.clone();
        let tournament = self.index.tournament_of(&game);
        let others = self.index.sessions().filter(|entry| self.index.tournament_of(&entry.record) == tournament);
        let kept: Vec<Arc<Indexed>> = others.cloned().collect();
        let look = move || Ok(feat(&game, kept.iter().map(|entry| &entry.record)));
        self.spawn_for_tap("feat", Path::new(""), look, move |app, found| {
            // By now another game may be over, or this one has changed.
            if app.statistics_page.feat_of.as_ref() != Some(&now) {
                return;
            }
            app.statistics_page.feat = found.unwrap_or_else(|reason| {
                app.show_not_counted(reason);
                None
            });
        });
    }

    /// The feat of the game at the table, if it is over, in words.
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
}
