use std::io;

use crate::archive::disk::ReadError;
use crate::archive::recognise::of_format;
use crate::game::{Breaks, BrokenRule};
use crate::session::SetupError;
use crate::text;
use crate::text::{Text, quoted};

/// The newest version that is read. Files are written in the oldest version that can hold the session.
pub const VERSION: u64 = 2;
/// The newest version that is read. Files are written in the oldest version that can hold the archive.
pub const BUNDLE_VERSION: u64 = 2;
pub(super) const TOURNAMENT_VERSION: u64 = 1;
/// In bytes; a long evening is below 20 kB.
pub const FILE_MAX: u64 = 16 * 1024 * 1024;

/// A long evening has about a thousand.
pub const STEPS_MAX: usize = 100_000;
/// Characters of a file's text that an error quotes.
pub(in crate::archive) const QUOTED_MAX: usize = 200;

#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum LoadError {
    Unread(#[from] ReadError),
    Syntax {
        /// From 1.
        line: usize,
        /// From 1; 0 at the end of a line.
        column: usize,
        message: String,
    },
    Other(Text),
    Newer(Text),
    BrokenRule(Text),
}

impl From<SetupError> for LoadError {
    fn from(error: SetupError) -> Self {
        LoadError::BrokenRule(error.text())
    }
}

impl<B: Breaks> From<BrokenRule<B>> for LoadError {
    fn from(broken: BrokenRule<B>) -> Self {
        LoadError::BrokenRule(broken.in_file())
    }
}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        LoadError::Unread(error.into())
    }
}

impl LoadError {
    /// Whether the text is well formed and only its game breaks the rules.
    pub fn is_broken_rule(&self) -> bool {
        matches!(self, LoadError::BrokenRule(_))
    }

    /// What is wrong and what to do. Errors of the JSON reader and the system are not translated.
    pub fn text(&self) -> Text {
        match self {
            LoadError::Unread(error) => error.text(),
            LoadError::Syntax { line, column, message } => {
                text!("line {line}, column {column}: {message}", line = *line, column = *column, message = message)
            }
            LoadError::Other(text) | LoadError::Newer(text) | LoadError::BrokenRule(text) => text.clone(),
        }
    }

    /// Names the unknown fields with a broken rule: one of them may be the cause.
    pub(super) fn with_unknown(self, unknown: Vec<String>) -> LoadError {
        match self {
            LoadError::BrokenRule(reason) if !unknown.is_empty() => LoadError::BrokenRule(text!(
                "{reason} (the unknown field {fields} was ignored)"
                    | "{reason} (the unknown fields {fields} were ignored)" % unknown.len(),
                reason = reason,
                fields = unknown,
            )),
            other => other,
        }
    }

    pub(in crate::archive) fn other_format(format: &str) -> LoadError {
        LoadError::Other(of_format(&quoted(format, QUOTED_MAX)))
    }

    pub(in crate::archive) fn syntax(error: &serde_json::Error) -> LoadError {
        let text = error.to_string();
        let message = quoted(text.rsplit_once(" at line ").map_or(&text, |(message, _)| message), QUOTED_MAX);
        LoadError::Syntax { line: error.line(), column: error.column(), message }
    }
}
