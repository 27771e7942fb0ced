//! Reasons why a text is not a session, and limits on what is read.

use std::io;

use crate::archive::disk::ReadError;
use crate::game::{Breaks, BrokenRule};
use crate::session::SetupError;
use crate::text;
use crate::text::{Text, quoted};

/// The value of `format` in every session's file.
pub(in crate::archive) const FORMAT: &str = "tablet-of-truth";
/// The newest version of the format that this program reads. It writes the oldest one that can hold the session.
pub const VERSION: u64 = 2;
/// The newest version of the whole-archive format that this program reads. It writes the oldest one that can hold the
/// archive.
pub const BUNDLE_VERSION: u64 = 2;
/// The value of `format` in every tournament's file.
pub(in crate::archive) const TOURNAMENT: &str = "tablet-of-truth-tournament";
/// The version of a tournament's file that this program writes, and the newest it reads.
pub(super) const TOURNAMENT_VERSION: u64 = 1;
/// The largest file that is read, in bytes; a long evening is below 20 kB.
pub const FILE_MAX: u64 = 16 * 1024 * 1024;

/// The most steps of one game that are read; a long evening has about a thousand.
pub const STEPS_MAX: usize = 100_000;
/// The most characters of a file's words that an error quotes.
pub(in crate::archive) const QUOTED_MAX: usize = 200;

/// A reason why a text is not a session.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum LoadError {
    /// The file cannot be read.
    Unread(#[from] ReadError),
    /// The text is not JSON, or lacks our fields.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1; 0 at the end of a line.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// It is JSON of another program.
    OtherFormat(String),
    /// It is a session of a game that this version does not know.
    OtherGame(String),
    /// It was written by a newer version of this program.
    Newer(u64),
    /// It is a whole archive written by a newer version of this program.
    NewerBundle(u64),
    /// It is a tournament written by a newer version of this program.
    NewerTournament(u64),
    /// A rule is broken in a file with unknown fields: one of them may be the cause.
    WithUnknownFields {
        /// The broken rule.
        error: Box<LoadError>,
        /// The paths of the unknown fields.
        unknown: Vec<String>,
    },
    /// The names, the dealer or the rules cannot be played.
    Setup(#[from] SetupError),
    /// The facts break a rule of the game: which, and in which round.
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
    /// Whether the text is well formed, and only its game breaks the rules.
    pub fn is_broken_rule(&self) -> bool {
        match self {
            LoadError::WithUnknownFields { error, .. } => error.is_broken_rule(),
            _ => matches!(self, LoadError::Setup(_) | LoadError::BrokenRule(_)),
        }
    }

    /// What is wrong and what to do. Errors of the JSON reader and of the system stay in their own words.
    pub fn text(&self) -> Text {
        match self {
            LoadError::Unread(error) => error.text(),
            LoadError::Syntax { line, column, message } => {
                text!("line {line}, column {column}: {message}", line = *line, column = *column, message = message,)
            }
            LoadError::OtherFormat(format) => {
                text!("is a file of another kind: its format is “{format}”", format = format)
            }
            LoadError::OtherGame(game) => {
                text!("is a game that this version of Tablet of Truth does not know: “{game}”", game = game)
            }
            LoadError::Newer(version) => text!(
                "was saved by a newer version of Tablet of Truth (format {format}; this one reads up to {newest}). \
                 Update the program to open it",
                format = *version,
                newest = VERSION,
            ),
            LoadError::NewerBundle(version) => text!(
                "is an archive of a newer version of Tablet of Truth (format {format}; this one reads up to {newest}). \
                 Update the program to import it",
                format = *version,
                newest = BUNDLE_VERSION,
            ),
            LoadError::NewerTournament(version) => text!(
                "is a tournament of a newer version of Tablet of Truth (format {format}; this one reads up to \
                 {newest}). Update the program to open it",
                format = *version,
                newest = TOURNAMENT_VERSION,
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
