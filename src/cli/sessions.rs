//! Choosing sessions of the archive.

use std::path::Path;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::place::archive_in;
use super::said::{Failure, shown};
use crate::archive::{Archive, Entry, copy_rank, system_reason};
use crate::language::{Language, months};
use crate::session::{Filter, GameName, Kind, Record, Searchable, Words, folded};
use crate::text;
use crate::text::Text;
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
    pub edition: Option<EditionArgument>,
    /// Only games that began in this year
    #[arg(long, value_name = "Y")]
    pub year: Option<i32>,
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

/// An edition to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EditionArgument {
    /// The classic deck
    Classic,
    /// With special cards of the 25-year edition
    Anniversary,
    /// With special cards that the 30-year edition adds
    ThirtyYears,
}

fn number_of_players(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (PLAYERS_MIN..=PLAYERS_MAX).contains(count));
    count.ok_or_else(|| format!("Wizard is for {PLAYERS_MIN} to {PLAYERS_MAX} players"))
}

impl SessionFilter {
    fn filter(&self) -> Filter {
        Filter {
            players: self.players.iter().map(|name| name.trim().to_owned()).collect(),
            player_count: self.player_count,
            game: self.game,
            kind: self.edition.map(|edition| {
                Kind::Wizard(match edition {
                    EditionArgument::Classic => Edition::Classic,
                    EditionArgument::Anniversary => Edition::Anniversary,
                    EditionArgument::ThirtyYears => Edition::ThirtyYears,
                })
            }),
            year: self.year,
            words: Words::of(self.search.as_deref().unwrap_or(""), months()),
        }
    }
}

/// Sessions with their files, and notes about those that could not be read.
pub(super) struct Sessions {
    pub(super) entries: Vec<Entry>,
    pub(super) notes: Vec<Text>,
}

/// Reads the archive in the folder given, or in the platform's. A file that cannot be read is noted.
pub(super) fn sessions(
    data_dir: Option<&Path>,
    wanted: &SessionFilter,
    language: Language,
) -> Result<Sessions, Failure> {
    let archive = archive_in(data_dir, language)?;
    let named = shown(archive.folder());
    let failed = |error: std::io::Error| Failure::new(Text::at(named.clone(), system_reason(&error)));
    let paths = archive.paths().map_err(failed)?;
    let mut found = Sessions { entries: Vec::new(), notes: Vec::new() };
    let filter = wanted.filter();
    let mut names: Vec<String> = Vec::new();
    for path in paths {
        match Archive::entry(&path) {
            Ok(entry) => {
                names.extend(missing(&filter.players, &entry.record));
                if filter.keeps(&entry.record, &Searchable::of(&entry.place, &entry.notes)) {
                    found.entries.push(entry);
                }
            }
            Err(error) => found.notes.push(Text::at(shown(&path), error.text())),
        }
    }
    if found.entries.is_empty() {
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
    let mut found = sessions(data_dir, wanted, language)?;
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
