use crate::archive::files::FileKind;
use crate::archive::format::LoadError;
use crate::text;
use crate::text::Text;

pub const PROBLEMS_MAX: usize = 20;
/// In bytes: about ten thousand games.
pub(super) const SHEET_MAX: u64 = 128 * 1024 * 1024;
/// Ten thousand games of six have about 600,000.
pub(super) const ROWS_MAX: usize = 1_000_000;
/// In bytes.
pub(super) const ROW_MAX: usize = 256 * 1024;
pub(super) const SESSIONS_MAX: usize = 250_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub source: usize,
    /// From 1; 0 if no single line is affected.
    pub line: usize,
    /// From 1; 0 if no single column is affected.
    pub column: usize,
    pub text: Text,
    pub fault: Fault,
    /// Whether a question covers it.
    pub is_asked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Unreadable,
    Newer,
    /// Well formed, but against the rules of the game.
    BrokenRule,
}

impl Problem {
    pub(super) fn of_file(text: Text) -> Problem {
        Problem { source: 0, line: 0, column: 0, text, fault: Fault::Unreadable, is_asked: false }
    }

    pub(super) fn at(line: usize, cell: Option<(usize, &str)>, reason: Text) -> Problem {
        let place = match cell {
            None => text!("line {line}", line = line),
            Some((column, "")) => {
                text!("line {line}, column {number} (without a name)", line = line, number = column)
            }
            Some((0, name)) => text!("line {line}, column {name}", line = line, name = name),
            Some((column, name)) => {
                text!("line {line}, column {number} ({name})", line = line, number = column, name = name)
            }
        };
        let column = cell.map_or(0, |(column, _)| column);
        Problem { line, column, ..Problem::of_file(Text::at(place, reason)) }
    }

    pub(super) fn against_the_rules(self) -> Problem {
        Problem { fault: Fault::BrokenRule, ..self }
    }

    /// `error` has the line and column in the archive file.
    pub(super) fn of_item(kind: FileKind, number: usize, line: usize, error: LoadError) -> Problem {
        let place = match kind {
            FileKind::Session => text!("session {number}, which begins on line {line}", number = number, line = line),
            FileKind::Tournament => {
                text!("tournament {number}, which begins on line {line}", number = number, line = line)
            }
        };
        let mut problem = Problem::from(error);
        problem.text = Text::at(place, problem.text);
        problem.line = problem.line.max(line);
        problem
    }
}

impl From<LoadError> for Problem {
    fn from(error: LoadError) -> Problem {
        let fault = match &error {
            LoadError::Newer(_) => Fault::Newer,
            error if error.is_broken_rule() => Fault::BrokenRule,
            _ => Fault::Unreadable,
        };
        let (line, column) = match error {
            LoadError::Syntax { line, column, .. } => (line, column),
            _ => (0, 0),
        };
        Problem { line, column, fault, ..Problem::of_file(error.text()) }
    }
}
