use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::error::{LoadError, QUOTED_MAX, TOURNAMENT_VERSION};
use super::read::{checked_text, version};
use super::strict::{Strict, parsed};
use super::write::to_lines;
use crate::archive::recognise::TOURNAMENT;
use crate::game::present;
use crate::text;
use crate::text::quoted;
use crate::tournament::Tournament;

#[derive(Deserialize)]
struct Head {
    #[serde(default, deserialize_with = "present")]
    format: Option<String>,
    #[serde(default, deserialize_with = "version")]
    version: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedTournament {
    pub tournament: Tournament,
    /// Paths of fields unknown to this program.
    pub unknown: Vec<String>,
    /// Without an id in the file, each reading assigns a new one.
    pub nameless: bool,
}

pub fn read_tournament(text: &[u8]) -> Result<LoadedTournament, LoadError> {
    let text = checked_text(text)?;
    let head: Head = parsed(text)?;
    match (head.format.as_deref(), head.version) {
        (Some(format), _) if format != TOURNAMENT => return Err(LoadError::other_format(format)),
        (_, Some(version)) if version > TOURNAMENT_VERSION => {
            return Err(LoadError::Newer(text!(
                "is a tournament of a newer version of Tablet of Truth (format {format}; this one reads up to \
                 {newest}). Update the program to open it",
                format = version,
                newest = TOURNAMENT_VERSION,
            )));
        }
        _ => {}
    }
    let mut unknown = Vec::new();
    let mut input = serde_json::Deserializer::from_slice(text);
    let mut tournament: Tournament = serde_ignored::deserialize(Strict::of(&mut input), |path| {
        let path = path.to_string();
        if !matches!(&*path, "format" | "version") && unknown.len() < 20 {
            unknown.push(quoted(&path, QUOTED_MAX));
        }
    })
    .map_err(|error| LoadError::syntax(&error))?;
    input.end().map_err(|error| LoadError::syntax(&error))?;
    let nameless = tournament.id.is_nil();
    if nameless {
        tournament.id = Uuid::new_v4();
    }
    match tournament.check() {
        Ok(()) => Ok(LoadedTournament { tournament, unknown, nameless }),
        Err(violation) => Err(LoadError::BrokenRule(violation.text()).with_unknown(unknown)),
    }
}

pub fn write_tournament(tournament: &Tournament) -> Result<Vec<u8>, serde_json::Error> {
    #[derive(Serialize)]
    struct Written<'a> {
        format: &'static str,
        version: u64,
        #[serde(flatten)]
        tournament: &'a Tournament,
    }
    to_lines(&Written { format: TOURNAMENT, version: TOURNAMENT_VERSION, tournament })
}
