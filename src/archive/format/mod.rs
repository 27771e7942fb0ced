//! The file format (`docs/format.md`): facts only. Scores that a file repeats for other programs are ignored.

mod read;
mod write;

use std::io;

use chrono::{DateTime, FixedOffset};

pub(super) use read::likely_phase;
pub use read::{read_record, read_session};
pub use write::{to_lines, write_session};

use super::reason::system_reason;
use crate::session::{Session, SetupError};
use crate::text;
use crate::text::{Text, quoted};
use crate::wizard::{BrokenRule, Seat};

/// The name in every file's `format` field.
pub(super) const FORMAT: &str = "tablet-of-truth";
/// The version this program writes, and the newest it reads.
pub const VERSION: u64 = 1;
/// The version of an archive in one file that this program writes, and the newest it reads.
pub const BUNDLE_VERSION: u64 = 1;
/// The largest file that is read, in bytes; a long evening is below 20 kB.
pub const FILE_MAX: u64 = 16 * 1024 * 1024;

/// The most steps of one game that are read; a long evening has about a thousand.
pub const STEPS_MAX: usize = 100_000;
/// The most letters of what a file says that an error quotes.
pub(super) const QUOTED_MAX: usize = 200;

/// Why a text is not a session.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum LoadError {
    /// The file cannot be opened or read.
    Io(#[from] io::Error),
    /// It is no file but a folder, a pipe or a device.
    NotAFile,
    /// No session is that large.
    TooLarge,
    /// The text is not JSON, or not with our fields.
    Syntax {
        /// From 1.
        line: usize,
        /// From 1; 0 at the end of a line.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// JSON of another program.
    OtherFormat(String),
    /// Written by a newer version of this program.
    Newer(u64),
    /// A whole archive in one file, written by a newer version of this program.
    NewerBundle(u64),
    /// A broken rule in a file with fields that were not understood: one of them may be why.
    WithUnknownFields {
        /// What is wrong.
        error: Box<LoadError>,
        /// The fields, as paths.
        unknown: Vec<String>,
    },
    /// Names, dealer or rules that cannot be played.
    Setup(#[from] SetupError),
    /// Facts that break a rule.
    BrokenRule(#[from] BrokenRule),
}

impl LoadError {
    /// Is the text well formed, and only the game in it against the rules?
    pub fn is_broken_rule(&self) -> bool {
        match self {
            LoadError::WithUnknownFields { error, .. } => error.is_broken_rule(),
            _ => matches!(self, LoadError::Setup(_) | LoadError::BrokenRule(_)),
        }
    }

    /// What is wrong and what to do. What the reader of JSON has to say is in its own words, and so is what the system says.
    pub fn text(&self) -> Text {
        match self {
            LoadError::Io(error) => text!("cannot be read: {reason}", reason = system_reason(error)),
            LoadError::NotAFile => text!("is not a file"),
            LoadError::TooLarge => {
                text!("is larger than {size} MB, which no session is", size = FILE_MAX / 1024 / 1024)
            }
            LoadError::Syntax { line, column, message } => {
                text!("line {line}, column {column}: {message}", line = *line, column = *column, message = message,)
            }
            LoadError::OtherFormat(format) => {
                text!("is a file of another kind: its format is \"{format}\"", format = format)
            }
            LoadError::Newer(version) => text!(
                "was saved by a newer version of Tablet of Truth (format {format}; this one reads up to {newest}). Update the program to open it",
                format = *version,
                newest = VERSION,
            ),
            LoadError::NewerBundle(version) => text!(
                "is an archive of a newer version of Tablet of Truth (format {format}; this one reads up to {newest}). Update the program to import it",
                format = *version,
                newest = BUNDLE_VERSION,
            ),
            LoadError::WithUnknownFields { error, unknown } => text!(
                "{reason} (the unknown field {fields} was ignored)"
                    | "{reason} (the unknown fields {fields} were ignored)" % unknown.len(),
                reason = error.text(),
                fields = unknown.clone(),
            ),
            LoadError::Setup(error) => error.text(),
            LoadError::BrokenRule(error) => error.text(),
        }
    }

    pub(super) fn other_format(format: &str) -> LoadError {
        LoadError::OtherFormat(quoted(format, QUOTED_MAX))
    }

    pub(super) fn syntax(error: &serde_json::Error) -> LoadError {
        let text = error.to_string();
        let message = quoted(text.rsplit_once(" at line ").map_or(&text, |(message, _)| message), QUOTED_MAX);
        LoadError::Syntax { line: error.line(), column: error.column(), message }
    }
}

/// A session that was read.
#[derive(Debug)]
pub struct Loaded {
    /// The session.
    pub session: Session,
    /// When it was last saved, if the file says so.
    pub saved: Option<DateTime<FixedOffset>>,
    /// Fields that this program does not know and did not read, as paths.
    pub unknown: Vec<String>,
    /// The file gives the session an id; a game written by hand gets a new one each time it is read.
    pub identified: bool,
    /// What else the file does not say and the reading made up.
    pub made_up: MadeUp,
}

/// What a game written by hand leaves open. It is made up anew each time the file is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeUp {
    /// When it was set up.
    pub started: bool,
    /// The ids of the players on these seats.
    pub players: Vec<Seat>,
}
