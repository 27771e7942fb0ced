//! The league on the statistics page: how it counts is a setting, and what it comes to is a table to show and share.

use chrono::NaiveDate;

use super::state::LeagueChoice;
use crate::app::archive::Panel;
use crate::app::{App, Notice};
use crate::archive::Settings;
use crate::export::{LeagueEntry, LeagueTable};
use crate::session::Face;
use crate::statistics::{League, LeagueLine, LeagueOptions, LeagueRule};
use crate::text;
use crate::text::Text;

/// What a game gives by a rule, in a sentence without a full stop.
pub fn rule_meaning(rule: LeagueRule) -> Text {
    match rule {
        LeagueRule::BelowAbove => text!("A game gives one for everyone below, minus one for everyone above"),
        LeagueRule::TablePoints => text!("A game gives 45, 30, 20, 10, 5 or 0 by place"),
        LeagueRule::Mean => text!("A game gives its points, divided by its rounds"),
        LeagueRule::Wins => text!("A game gives one for a victory, which winners share"),
    }
}

/// The league as a table for people.
pub fn league_table(league: &League, face: impl Fn(&str) -> Face) -> LeagueTable {
    let LeagueOptions { rule, from, to, least_games, drop } = league.options;
    let least = (least_games > 1).then(|| text!("at least {n} game" | "at least {n} games" % least_games));
    let dropped =
        (drop > 0).then(|| text!("the worst game does not count" | "the worst {n} games do not count" % drop));
    let entry = |line: &LeagueLine, rank: Option<usize>| LeagueEntry {
        name: line.player.clone(),
        face: face(&line.player),
        rank,
        games: line.games,
        played: line.played,
        total: line.total,
        per_game: line.per_game,
        last: line.last.clone(),
    };
    let ranked = league.ranked.iter().map(|ranked| entry(&ranked.line, Some(ranked.rank)));
    LeagueTable {
        facts: [rule_meaning(rule)].into_iter().chain(least).chain(dropped).collect(),
        from,
        to,
        least_games: least_games.max(drop.saturating_add(1)),
        signed: rule == LeagueRule::BelowAbove,
        entries: ranked.chain(league.unranked.iter().map(|line| entry(line, None))).collect(),
    }
}

impl App {
    /// The league as it stands; empty until it is counted.
    pub(in crate::app) fn league(&self) -> LeagueTable {
        let (game, _) = self.counted_game();
        let counted = self.statistics_page.counted.as_deref().filter(|counted| counted.statistics.name() == game);
        counted.map_or_else(LeagueTable::default, |counted| {
            league_table(&counted.league, |name| self.faces().of_name(name))
        })
    }

    /// Makes a choice, which is kept, and closes its panel; a day that cannot be read is told.
    pub(super) fn choose_in_league(&mut self, choice: LeagueChoice) {
        let before = self.settings().league;
        let league = match choice {
            LeagueChoice::Rule(rule) => LeagueOptions { rule, ..before },
            LeagueChoice::LeastGames(least_games) => LeagueOptions { least_games, ..before },
            LeagueChoice::Drop(drop) => LeagueOptions { drop, ..before },
            LeagueChoice::Season(from, to) => match self.season(&from, &to) {
                Ok((from, to)) => LeagueOptions { from, to, ..before },
                Err(reason) => {
                    self.archive_page.notice = Some(Notice::trouble(reason));
                    return;
                }
            },
        };
        self.archive_page.notice = None;
        self.screens.top_mut().panel = Panel::None;
        self.know(Settings { league, ..self.settings().clone() });
    }

    /// The days typed.
    ///
    /// # Errors
    /// What is wrong with them.
    fn season(&self, from: &str, to: &str) -> Result<(Option<NaiveDate>, Option<NaiveDate>), Text> {
        let day = |typed: &str| match typed.trim() {
            "" => Ok(None),
            typed => self.language().read_date(typed).map(Some).ok_or_else(|| {
                text!(
                    "“{typed}” is no date. Type it like {today}, or leave the field empty.",
                    typed = typed,
                    today = self.language().typed_date(self.today()),
                )
            }),
        };
        match (day(from)?, day(to)?) {
            (Some(from), Some(to)) if to < from => Err(text!("The last day is before the first one.")),
            season => Ok(season),
        }
    }
}
