//! Why a text is not a session, and how much of one is read.

use std::io;

use crate::archive::disk::ReadError;
use crate::game::{Breaks, BrokenRule};
use crate::session::SetupError;
use crate::text;
use crate::text::{Text, quoted};

/// The name in every file's `format` field.
pub(in crate::archive) const FORMAT: &str = "tablet-of-truth";
/// The newest version this program reads. It writes the oldest one that has all that the session has.
pub const VERSION: u64 = 2;
/// The version of an archive in one file that this program writes, and the newest it reads.
pub const BUNDLE_VERSION: u64 = 1;
/// The largest file that is read, in bytes; a long evening is below 20 kB.
pub const FILE_MAX: u64 = 16 * 1024 * 1024;

/// The most steps of one game that are read; a long evening has about a thousand.
pub const STEPS_MAX: usize = 100_000;
/// The most letters of what a file says that an error quotes.
pub(in crate::archive) const QUOTED_MAX: usize = 200;

/// Why a text is not a session.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum LoadError {
    /// The file cannot be read.
    Unread(#[from] ReadError),
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
    /// A session of a game that this version does not know.
    OtherGame(String),
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
    /// Facts that break a rule of the game: which, and in which round.
    BrokenRule(Text),
}

impl<B: Breaks> From<BrokenRule<B>> for LoadError {
    fn from(broken: BrokenRule<B>) -> Self {
        LoadError::BrokenRule(broken.text())
    }
}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        LoadError::Unread(error.into())
    }
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
            LoadError::Unread(error) => error.text(),
            LoadError::Syntax { line, column, message } => {
                text!("line {line}, column {column}: {message}", line = *line, column = *column, message = message,)
            }
            LoadError::OtherFormat(format) => {
                text!("is a file of another kind: its format is \"{format}\"", format = format)
            }
            LoadError::OtherGame(game) => {
                text!("is of a game that this version of Tablet of Truth does not know: \"{game}\"", game = game)
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
            LoadError::BrokenRule(broken) => broken.clone(),
        }
    }

    pub(in crate::archive) fn other_format(format: &str) -> LoadError {
        LoadError::OtherFormat(quoted(format, QUOTED_MAX))
    }

    pub(in crate::archive) fn syntax(error: &serde_json::Error) -> LoadError {
        let text = error.to_string();
        let message = quoted(text.rsplit_once(" at line ").map_or(&text, |(message, _)| message), QUOTED_MAX);
        LoadError::Syntax { line: error.line(), column: error.column(), message }
    }
}
