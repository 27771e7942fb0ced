//! The sources of an import, recognised by their content and not by their name.

use std::io::{Cursor, Read};
use std::path::PathBuf;

use chrono::{DateTime, FixedOffset};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::problem::{Problem, SHEET_MAX};
use super::sheet::{SheetSession, read_sheet};
use crate::archive::bundle::BUNDLE_FORMAT;
use crate::archive::disk::{Store, store};
use crate::archive::format::{
    FILE_MAX, FORMAT, LoadError, Loaded, LoadedTournament, TOURNAMENT, read_session, read_tournament,
};

/// A file to import, or bytes from elsewhere.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// Bytes with a name for messages, such as "standard input".
    Bytes {
        /// The name.
        name: String,
        /// The bytes.
        bytes: Vec<u8>,
    },
}

/// The content of a source.
pub(super) enum Content {
    Session(Box<Loaded>),
    Tournament(Box<LoadedTournament>),
    /// A whole archive, to be read session by session.
    Bundle,
    Sheet(Vec<SheetSession>),
}

#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    sessions: Option<IgnoredAny>,
    players: Option<IgnoredAny>,
}

impl Source {
    /// The name for messages.
    pub fn name(&self) -> String {
        match self {
            Source::File(path) => path.display().to_string(),
            Source::Bytes { name, .. } => name.clone(),
        }
    }

    /// Opens the source at its beginning.
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

    /// Recognises the content and reads it, unless it is a whole archive.
    pub(super) fn content(&self, now: DateTime<FixedOffset>) -> Result<Content, Vec<Problem>> {
        let alone = |error: LoadError| vec![Problem::File(error)];
        let beginning = self.limited(64 * 1024).map_err(alone)?;
        let text = beginning.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&beginning).trim_ascii_start();
        match text {
            [] => Err(vec![Problem::Empty]),
            [b'{' | b'[', ..] => self.json(now).map_err(alone),
            [b'P', b'K', 3, 4, ..] | [0xD0, 0xCF, 0x11, 0xE0, ..] => Err(vec![Problem::Workbook]),
            _ => {
                let bytes = self.limited(SHEET_MAX + 1).map_err(alone)?;
                if bytes.len() as u64 > SHEET_MAX {
                    return Err(vec![Problem::LargeSheet]);
                }
                read_sheet(&bytes).map(Content::Sheet)
            }
        }
    }

    fn json(&self, now: DateTime<FixedOffset>) -> Result<Content, LoadError> {
        let bytes = self.limited(FILE_MAX + 1)?;
        if bytes.len() as u64 > FILE_MAX {
            // No single session or tournament is that large.
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
            Some(BUNDLE_FORMAT) => true,
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
