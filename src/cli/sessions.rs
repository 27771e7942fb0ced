//! Choosing sessions of the archive.

use std::collections::HashMap;
use std::path::Path;

use chrono::{DateTime, FixedOffset};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use uuid::Uuid;

use super::output::{Failure, shown};
use super::place::archive_in;
use crate::archive::{Archive, Entry, TournamentFile, TournamentGames, copy_rank, system_reason};
use crate::language::{Language, months};
use crate::session::{Filter, GameName, Kind, Player, Record, Searchable, Tournaments, Words, folded};
use crate::text;
use crate::text::{Text, composed};
use crate::wizard::{Edition, PLAYERS_MAX, PLAYERS_MIN};

/// Which sessions are meant; all of what is asked must hold.
#[derive(Debug, Args)]
pub struct SessionFilter {
    /// Only sessions with this player, spelt exactly so; repeat it for several players
    #[arg(long = "player", value_name = "NAME")]
    pub players: Vec<String>,
    /// Only with this many players
    #[arg(long = "players", value_name = "N", value_parser = number_of_players)]
    pub player_count: Option<usize>,
    /// Only sessions of this game
    #[arg(long, value_enum)]
    pub game: Option<GameName>,
    /// Only games of this edition of Wizard
    #[arg(long, value_enum)]
    pub edition: Option<Edition>,
    /// Only games that began in this year
    #[arg(long, value_name = "Y")]
    pub year: Option<i32>,
    /// Games of tournaments: `with` or `without` them, or only those of the tournament of this name or id; figures are
    /// counted without them unless this says otherwise
    #[arg(long, value_name = "WHICH")]
    pub tournaments: Option<String>,
    /// Only where all these words occur in players, place, notes or date ("emilie march 2026")
    #[arg(long, value_name = "TEXT")]
    pub search: Option<String>,
}

impl ValueEnum for GameName {
    fn value_variants<'a>() -> &'a [GameName] {
        &GameName::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.key()).help(self.text().to_string()))
    }
}

impl ValueEnum for Edition {
    fn value_variants<'a>() -> &'a [Edition] {
        &Edition::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Edition::Classic => ("classic", "The classic deck"),
            Edition::Anniversary => ("anniversary", "With special cards of the 25-year edition"),
            Edition::ThirtyYears => ("thirty-years", "With special cards that the 30-year edition adds"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

fn number_of_players(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (PLAYERS_MIN..=PLAYERS_MAX).contains(count));
    count.ok_or_else(|| format!("Wizard is for {PLAYERS_MIN} to {PLAYERS_MAX} players"))
}

impl SessionFilter {
    fn tournaments(&self, games: &TournamentGames) -> Result<Option<Tournaments>, Failure> {
        let Some(which) = self.tournaments.as_deref() else { return Ok(None) };
        let is_meant = |(id, name): &(Uuid, &str)| *name == composed(which) || id.to_string() == which.to_lowercase();
        Ok(Some(match which {
            "with" => Tournaments::With,
            "without" => Tournaments::Without,
            _ => match games.tournaments().find(is_meant) {
                Some((id, _)) => Tournaments::Only(id),
                None => return Err(Failure::new(text!("there is no tournament “{name}”", name = which))),
            },
        }))
    }

    fn filter(&self) -> Filter {
        Filter {
            players: self.players.iter().map(|name| composed(name.trim()).into_owned()).collect(),
            player_count: self.player_count,
            game: self.game,
            kind: self.edition.map(Kind::Wizard),
            year: self.year,
            tournaments: Tournaments::default(),
            words: Words::of(self.search.as_deref().unwrap_or(""), months()),
        }
    }
}

pub(super) struct Sessions {
    pub(super) entries: Vec<Entry>,
    pub(super) notes: Vec<Text>,
}

/// A file that cannot be read is noted.
pub(super) fn sessions(
    data_dir: Option<&Path>,
    wanted: &SessionFilter,
    figures: bool,
    language: Language,
) -> Result<Sessions, Failure> {
    let archive = archive_in(data_dir, language)?;
    let named = shown(archive.folder());
    let failed = |error: std::io::Error| Failure::new(Text::at(named.clone(), system_reason(&error)));
    let paths = archive.paths().map_err(failed)?;
    let mut found = Sessions { entries: Vec::new(), notes: Vec::new() };
    let filter = wanted.filter();
    let tournaments = archive.tournaments().map_err(failed)?;
    let tournaments: Vec<_> = tournaments.iter().filter_map(|path| TournamentFile::open(path).ok()).collect();
    let games = TournamentGames::of(tournaments.iter().map(|(_, loaded)| &loaded.tournament));
    let chosen = wanted.tournaments(&games)?;
    let which = chosen.unwrap_or(if figures { Tournaments::Without } else { Tournaments::With });
    let mut left_out = 0;
    let mut known: HashMap<Uuid, (DateTime<FixedOffset>, String)> = HashMap::new();
    let mut names: Vec<String> = Vec::new();
    for path in paths {
        match Archive::entry(&path) {
            Ok(entry) => {
                let (record, of) = (&entry.record, games.tournament(&entry.record));
                names.extend(missing(&filter.players, record));
                for player in record.people.everyone().filter(|_| of.is_none()) {
                    let latest = known.get(&player.id).is_none_or(|(started, _)| *started <= record.started);
                    if latest {
                        known.insert(player.id, (record.started, player.name.clone()));
                    }
                }
                if filter.keeps(record, &Searchable::of(&entry.place, &entry.notes)) {
                    if which.count(of) {
                        found.entries.push(entry);
                    } else {
                        left_out += 1;
                    }
                }
            }
            Err(error) => found.notes.push(Text::at(shown(&path), error.text())),
        }
    }
    if figures && which == Tournaments::With {
        // Among others, the people of a tournament stand by themselves.
        for record in found.entries.iter_mut().map(|entry| &mut entry.record) {
            let of = games.tournament(record);
            let known = |player: &Player| known.get(&player.id).map(|(_, name)| &**name);
            let named = |player: &Player| games.name(of, player, known(player)).into_owned();
            record.people = record.people.clone().named(named);
        }
    }
    if chosen.is_none() && left_out > 0 {
        found.notes.push(text!(
            "{n} game of a tournament is counted apart: --tournaments with"
                | "{n} games of tournaments are counted apart: --tournaments with" % left_out
        ));
    }
    if found.entries.is_empty() && left_out == 0 {
        found.notes.extend(misspelt(&filter.players, names));
    }
    Ok(found)
}

/// The same for figures: of files of one session that are equally far on, its own one comes first.
pub(super) fn counted(
    data_dir: Option<&Path>,
    wanted: &SessionFilter,
    language: Language,
) -> Result<Sessions, Failure> {
    let mut found = sessions(data_dir, wanted, true, language)?;
    found.entries.sort_by_cached_key(|entry| copy_rank(&entry.path, entry.record.id));
    Ok(found)
}

/// The wanted names that a session has only in another spelling.
fn missing<'a>(wanted: &'a [String], record: &'a Record) -> impl Iterator<Item = String> + 'a {
    let alike = |name: &str| wanted.iter().any(|other| other != name && folded(other) == folded(name));
    record.people.everyone().filter(move |player| alike(&player.name)).map(|player| player.name.clone())
}

/// A hint at names that differ from the wanted ones only in capitals or accents.
fn misspelt(wanted: &[String], mut names: Vec<String>) -> Option<Text> {
    names.sort_unstable();
    names.dedup();
    let quoted = |name: &String| text!("a name, quoted" => "“{name}”", name = name);
    let list = |names: &[String]| names.iter().map(quoted).collect::<Vec<_>>();
    (!names.is_empty()).then(|| {
        text!("no session with {wanted}; there are sessions with {names}", wanted = list(wanted), names = list(&names))
    })
}
