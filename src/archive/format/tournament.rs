//! Reading and writing a tournament's file.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::error::{LoadError, QUOTED_MAX, TOURNAMENT, TOURNAMENT_VERSION};
use super::read::{checked_text, version};
use super::strict::{Strict, parsed};
use super::write::to_lines;
use crate::game::present;
use crate::text::quoted;
use crate::tournament::Tournament;

#[derive(Deserialize)]
struct Head {
    #[serde(default, deserialize_with = "present")]
    format: Option<String>,
    #[serde(default, deserialize_with = "version")]
    version: Option<u64>,
}

/// A tournament read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedTournament {
    /// The tournament, which keeps the rules.
    pub tournament: Tournament,
    /// The paths of fields that this program does not know and did not read.
    pub unknown: Vec<String>,
    /// Whether the file has no id, so that each reading gives it another one.
    pub nameless: bool,
}

/// Reads a tournament's file.
///
/// # Errors
/// [`LoadError`]; [`LoadError::is_broken_rule`] tells errors of text from errors of rules.
pub fn read_tournament(text: &[u8]) -> Result<LoadedTournament, LoadError> {
    let text = checked_text(text)?;
    let head: Head = parsed(text)?;
    match (head.format.as_deref(), head.version) {
        (Some(format), _) if format != TOURNAMENT => return Err(LoadError::other_format(format)),
        (_, Some(version)) if version > TOURNAMENT_VERSION => return Err(LoadError::NewerTournament(version)),
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
        Err(violation) if unknown.is_empty() => Err(LoadError::BrokenRule(violation.text())),
        Err(violation) => {
            let error = Box::new(LoadError::BrokenRule(violation.text()));
            Err(LoadError::WithUnknownFields { error, unknown })
        }
    }
}

/// The text of a tournament's file: a player or a round per line.
///
/// # Errors
/// None that these types allow; serialisation can fail in general.
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
