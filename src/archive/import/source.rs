//! Recognised by content, not by name.

use std::io::{Cursor, Read};
use std::path::PathBuf;

use chrono::{DateTime, FixedOffset};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::problem::{Problem, SHEET_MAX};
use super::sheet::{Chosen, Sheet, read_sheet};
use crate::archive::disk::{Store, store};
use crate::archive::format::{FILE_MAX, LoadError, Loaded, LoadedTournament, read_session, read_tournament};
use crate::archive::recognise::{BUNDLE, FORMAT, TOURNAMENT, recognised};
use crate::text;

#[derive(Clone, Debug)]
pub enum Source {
    File(PathBuf),
    /// The name is for messages, such as "standard input".
    Bytes {
        name: String,
        bytes: Vec<u8>,
    },
}

pub(super) enum Content {
    Session(Box<Loaded>),
    Tournament(Box<LoadedTournament>),
    Bundle,
    Sheet(Sheet),
}

#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    sessions: Option<IgnoredAny>,
    players: Option<IgnoredAny>,
}

impl Source {
    pub fn name(&self) -> String {
        match self {
            Source::File(path) => path.display().to_string(),
            Source::Bytes { name, .. } => name.clone(),
        }
    }

    pub(super) fn open(&self) -> Result<Box<dyn Read + '_>, LoadError> {
        Ok(match self {
            Source::File(path) => store().open(path)?,
            Source::Bytes { bytes, .. } => Box::new(Cursor::new(bytes)),
        })
    }

    fn limited(&self, most: u64) -> Result<Vec<u8>, LoadError> {
        let mut bytes = Vec::new();
        self.open()?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Does not read whole archives.
    pub(super) fn content(&self, now: DateTime<FixedOffset>, answers: Chosen) -> Result<Content, Problem> {
        self.read(now, answers).map_err(|problem| {
            let what = self.limited(FILE_MAX).ok().and_then(|bytes| recognised(&bytes));
            what.map_or(problem, Problem::of_file)
        })
    }

    fn read(&self, now: DateTime<FixedOffset>, answers: Chosen) -> Result<Content, Problem> {
        let beginning = self.limited(64 * 1024)?;
        let text = beginning.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&beginning).trim_ascii_start();
        match text {
            [] => Err(Problem::of_file(text!("is empty"))),
            [b'{' | b'[', ..] => Ok(self.json(now)?),
            _ => {
                let bytes = self.limited(SHEET_MAX + 1)?;
                if bytes.len() as u64 > SHEET_MAX {
                    let size = SHEET_MAX / 1024 / 1024;
                    let large = text!("is larger than {size} MB, too large for a table of rounds", size = size);
                    return Err(Problem::of_file(large));
                }
                read_sheet(&bytes, answers).map(Content::Sheet)
            }
        }
    }

    fn json(&self, now: DateTime<FixedOffset>) -> Result<Content, LoadError> {
        let bytes = self.limited(FILE_MAX + 1)?;
        if bytes.len() as u64 > FILE_MAX {
            return Ok(Content::Bundle);
        }
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        if text.trim_ascii_start().starts_with(b"[") {
            return Ok(Content::Bundle);
        }
        let head: Head = serde_json::from_slice(text).map_err(|error| LoadError::syntax(&error))?;
        let bundle = match head.format.as_deref() {
            Some(TOURNAMENT) => {
                return read_tournament(&bytes).map(|loaded| Content::Tournament(Box::new(loaded)));
            }
            Some(BUNDLE) => true,
            Some(FORMAT) => false,
            _ => head.sessions.is_some() && head.players.is_none(),
        };
        if bundle {
            Ok(Content::Bundle)
        } else {
            read_session(&bytes, now).map(|loaded| Content::Session(Box::new(loaded)))
        }
    }
}
