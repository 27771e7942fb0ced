//! `tablet-of-truth league`.

use std::path::Path;

use chrono::NaiveDate;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::output::{Answer, Failure};
use super::sessions::{SessionFilter, counted};
use crate::archive::to_lines;
use crate::export::{table_csv, with_title};
use crate::language::Language;
use crate::session::Face;
use crate::statistics::{League, LeagueOptions, LeagueRule};
use crate::table;
use crate::text;

/// Which league.
#[derive(Debug, Args)]
pub struct LeagueArguments {
    /// Which sessions.
    #[command(flatten)]
    pub filter: SessionFilter,
    /// What a game gives
    #[arg(long, value_enum, default_value_t = LeagueRule::default())]
    pub rule: LeagueRule,
    /// The first day of the season
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub from: Option<NaiveDate>,
    /// The last day of the season
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub to: Option<NaiveDate>,
    /// Rank only players with at least this many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub least_games: u32,
    /// Do not count this many of everyone's worst games
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub drop: u32,
    /// What to print
    #[arg(long, value_enum, default_value_t = LeagueFormat::Text)]
    pub format: LeagueFormat,
}

impl ValueEnum for LeagueRule {
    fn value_variants<'a>() -> &'a [LeagueRule] {
        &LeagueRule::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.key()).help(match self {
            LeagueRule::BelowAbove => "One for everyone placed below, minus one for everyone above",
            LeagueRule::TablePoints => "45, 30, 20, 10, 5 or 0 by place; level players share",
            LeagueRule::Mean => "The points, divided by the rounds",
            LeagueRule::Wins => "One for a victory, which winners share",
        }))
    }
}

/// The format of the league.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LeagueFormat {
    /// Aligned columns for reading
    Text,
    /// One row per player
    Csv,
    /// The lines with and without a rank, for other programs
    Json,
}

pub(super) fn league(
    arguments: &LeagueArguments,
    data_dir: Option<&Path>,
    language: Language,
) -> Result<Answer, Failure> {
    let LeagueArguments { rule, from, to, least_games, drop, .. } = *arguments;
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        return Err(Failure::new(text!("the last day is before the first one")));
    }
    let found = counted(data_dir, &arguments.filter, language)?;
    let records = found.entries.iter().map(|entry| &entry.record);
    let options = LeagueOptions { rule, from, to, least_games, drop };
    let league = League::of(records, arguments.filter.game.unwrap_or_default(), options);
    let table = table::league(&league, &|_| Face::default());
    let text = match arguments.format {
        LeagueFormat::Text => with_title(&table, language).into_bytes(),
        LeagueFormat::Csv => table_csv(&table).map_err(|error| Failure::foreign(&error))?,
        LeagueFormat::Json => to_lines(&league).map_err(|error| Failure::foreign(&error))?,
    };
    Ok(Answer { text, notes: found.notes })
}
