//! The league on the statistics page: its settings, and its table to show and share.

use chrono::NaiveDate;

use super::state::LeagueChoice;
use crate::app::App;
use crate::app::archive::{FIRST_DAY, LAST_DAY};
use crate::archive::Settings;
use crate::statistics::LeagueOptions;
use crate::table;
use crate::table::Table;
use crate::text;
use crate::text::Text;

impl App {
    /// To share.
    pub(in crate::app) fn league_table(&self) -> Result<Table, Text> {
        let counted = self.counted().filter(|_| self.statistics_page.of == Some(self.basis()));
        let counted = counted.ok_or_else(|| text!("The league is being counted. Share it in a moment."))?;
        Ok(table::league(&counted.league, &|name| self.faces().of_name(name)))
    }

    pub(super) fn choose_in_league(&mut self, choice: LeagueChoice) {
        let before = self.settings().league;
        let league = match choice {
            LeagueChoice::Rule(rule) => LeagueOptions { rule, ..before },
            LeagueChoice::LeastGames(least_games) => LeagueOptions { least_games, ..before },
            LeagueChoice::Drop(drop) => LeagueOptions { drop, ..before },
            LeagueChoice::Season { first, last } => {
                let season = self.season(&first, &last);
                self.screens.top_mut().typed.extend([(FIRST_DAY, first), (LAST_DAY, last)]);
                // The panel shows what is wrong.
                let Ok((from, to)) = season else { return };
                LeagueOptions { from, to, ..before }
            }
        };
        self.know(Settings { league, ..self.settings().clone() });
    }

    pub(in crate::app) fn season(&self, from: &str, to: &str) -> Result<(Option<NaiveDate>, Option<NaiveDate>), Text> {
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
