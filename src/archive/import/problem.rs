//! Problems with a file to import.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::archive::disk::{SaveError, system_reason};
use crate::archive::files::FileKind;
use crate::archive::format::LoadError;
use crate::session::SetupError;
use crate::text;
use crate::text::Text;
use crate::wizard::BrokenRule;

/// The most problems reported for one file.
pub const PROBLEMS_MAX: usize = 20;
/// The largest table that is read, in bytes: about ten thousand games.
pub(super) const SHEET_MAX: u64 = 128 * 1024 * 1024;
/// The most rows of a table that is read; ten thousand games of six have about 600,000.
pub(super) const ROWS_MAX: usize = 1_000_000;
/// The longest row that is read, in bytes.
pub(super) const ROW_MAX: usize = 256 * 1024;
/// The most sessions and tournaments in one import.
pub(super) const SESSIONS_MAX: usize = 250_000;

/// A reason why nothing was imported.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum ImportError {
    /// The folder of sessions cannot be read, so it is not known what is already there.
    Archive {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// These files have problems.
    Files(Vec<BadFile>),
    /// The sessions read could not be stored until they are written.
    Temporary(io::Error),
    /// A session could not be written. Those written before were removed again.
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: SaveError,
        /// Files of this import that could not be removed again.
        left_behind: Vec<PathBuf>,
    },
}

impl ImportError {
    /// What is wrong and what to do.
    pub fn text(&self) -> Text {
        match self {
            ImportError::Archive { folder, error } => unreadable_folder(folder, error),
            ImportError::Files(files) => {
                Text::row(files.iter().map(BadFile::text)).unwrap_or_else(|| text!("nothing was imported"))
            }
            ImportError::Temporary(error) => {
                text!("there is no room for temporary files: {reason}", reason = system_reason(error))
            }
            ImportError::Write { path, error, left_behind } if left_behind.is_empty() => text!(
                "{path} cannot be written: {reason}. Nothing was imported",
                path = path.display().to_string(),
                reason = error.text(),
            ),
            ImportError::Write { path, error, left_behind } => text!(
                "{path} cannot be written: {reason}. Nothing was imported, but this file could not be removed again: \
                 {files}"
                    | "{path} cannot be written: {reason}. Nothing was imported, but these files could not be removed \
                       again: {files}"
                        % left_behind.len(),
                path = path.display().to_string(),
                reason = error.text(),
                files = left_behind.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
            ),
        }
    }

    /// Whether all could be read and written, and only a game breaks the rules.
    pub fn is_broken_rule(&self) -> bool {
        match self {
            ImportError::Files(files) => files.iter().flat_map(|file| &file.problems).all(Problem::is_broken_rule),
            _ => false,
        }
    }
}

/// The reason why a folder of sessions cannot be read.
pub fn unreadable_folder(folder: &Path, error: &io::Error) -> Text {
    text!(
        "the folder {folder} cannot be read: {reason}",
        folder = folder.display().to_string(),
        reason = system_reason(error),
    )
}

/// A file that cannot be imported.
#[derive(Debug)]
pub struct BadFile {
    /// Its path, or the name of its source.
    pub name: String,
    /// Its first problems, from 1 to [`PROBLEMS_MAX`].
    pub problems: Vec<Problem>,
    /// The number of further problems.
    pub more: usize,
}

impl BadFile {
    /// Its problems, one after the other.
    pub fn text(&self) -> Text {
        let problems = Text::row(self.problems.iter().map(|problem| Text::at(&self.name, problem.text())));
        let problems = problems.unwrap_or_else(|| Text::foreign(&self.name));
        if self.more == 0 {
            return problems;
        }
        text!("{problems} (and {n} more)" | "{problems} (and {n} more)" % self.more, problems = problems)
    }
}

impl fmt::Display for BadFile {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}", self.text())
    }
}

/// A problem with a file or a place in it.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum Problem {
    /// A problem with the file of a session or tournament, or with a whole-archive file.
    File(#[from] LoadError),
    /// A problem with one session or tournament of a whole-archive file.
    Bundled {
        /// What it is.
        kind: FileKind,
        /// Its number among those of its kind, from 1.
        number: usize,
        /// The line on which it begins, from 1.
        line: usize,
        /// The problem; lines and columns are those of the file.
        error: LoadError,
    },
    /// The file is empty.
    Empty,
    /// The table has no rows but the first.
    NoRows,
    /// The table is of The Last Wizard, of which none can be read.
    OtherGame,
    /// The file is UTF-16 text that is cut off or malformed.
    Coding,
    /// The file is a workbook of a spreadsheet program.
    Workbook,
    /// The table is too large.
    LargeSheet,
    /// The table has too many rows.
    ManyRows,
    /// The row on this line is too long.
    LongRow(usize),
    /// There are too many sessions or tournaments.
    ManySessions,
    /// The first line of a table lacks a required column.
    NoColumn(&'static str),
    /// Two columns have the same name.
    SameColumn(Cell),
    /// A cell has an impossible value.
    Cell(Cell, Wrong),
}

impl Problem {
    /// What is wrong and what to do, to follow the name of the file.
    pub fn text(&self) -> Text {
        match self {
            Problem::File(error) => error.text(),
            Problem::Bundled { kind: FileKind::Session, number, line, error } => text!(
                "session {number}, which begins on line {line}: {reason}",
                number = *number,
                line = *line,
                reason = error.text(),
            ),
            Problem::Bundled { kind: FileKind::Tournament, number, line, error } => text!(
                "tournament {number}, which begins on line {line}: {reason}",
                number = *number,
                line = *line,
                reason = error.text(),
            ),
            Problem::Empty => text!("is empty"),
            Problem::NoRows => text!("has column names, but no rounds"),
            Problem::OtherGame => text!(
                "is a table of The Last Wizard, and only tables of Wizard can be read: export the game as JSON and \
                 import that"
            ),
            Problem::Coding => {
                text!("is cut off, or is not text: save the sheet as CSV in UTF-8 and import that")
            }
            Problem::Workbook => {
                text!("is a workbook or a compressed file: save the sheet as CSV in UTF-8 and import that")
            }
            Problem::LargeSheet => {
                text!("is larger than {size} MB, too large for a table of rounds", size = SHEET_MAX / 1024 / 1024,)
            }
            Problem::ManyRows => {
                text!("has more than {max} rows: import it in parts", max = ROWS_MAX)
            }
            Problem::LongRow(line) => text!(
                "line {line}: the row that begins here is longer than {size} kB: is a quotation mark out of place?",
                line = *line,
                size = ROW_MAX / 1024,
            ),
            Problem::ManySessions => {
                text!("has more than {max} sessions: import it in parts", max = SESSIONS_MAX)
            }
            Problem::NoColumn(name) => text!(
                "line 1: the column {name} is missing. A table of rounds begins with the names of its columns, in \
                 English: round, player, bid, tricks, and others if you like",
                name = *name,
            ),
            Problem::SameColumn(cell) => {
                text!("{place}: another column has the same name: remove one of them", place = cell.text(),)
            }
            Problem::Cell(cell, wrong) => Text::at(cell.text(), wrong.text()),
        }
    }

    /// Whether the text is well formed, and only its game breaks the rules.
    pub fn is_broken_rule(&self) -> bool {
        match self {
            Problem::File(error) | Problem::Bundled { error, .. } => error.is_broken_rule(),
            Problem::Cell(_, wrong) => matches!(wrong, Wrong::Rule(_) | Wrong::Setup(_) | Wrong::Figure { .. }),
            _ => false,
        }
    }
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The line of the file on which its row begins, from 1.
    pub line: usize,
    /// The number of the column, from 1; `None` if the file has no such column.
    pub number: Option<usize>,
    /// The column's name; empty if it has none.
    pub column: String,
}

impl Cell {
    /// Where the cell is.
    pub fn text(&self) -> Text {
        match self.number {
            Some(number) if self.column.is_empty() => {
                text!("line {line}, column {number} (without a name)", line = self.line, number = number)
            }
            Some(number) => {
                text!("line {line}, column {number} ({name})", line = self.line, number = number, name = &self.column,)
            }
            None => text!("line {line}, column {name}", line = self.line, name = &self.column),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}", self.text())
    }
}

/// What is wrong with a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum Wrong {
    /// A required cell is empty.
    Missing,
    /// It is not a whole number.
    NotANumber(String),
    /// It is not a round of any plan.
    NotARound(i64),
    /// It is not a seat at a table.
    NotASeat(i64),
    /// It is not a date that everyone reads alike.
    NotADate(String),
    /// It is not a trump.
    NotATrump(String),
    /// It is neither true nor false.
    NotTrueOrFalse(String),
    /// It is not a list of penalties for the row's round.
    NotAPenalty(String),
    /// It is neither a seat nor a player.
    NotADealer(String),
    /// It is not UTF-8.
    NotUtf8,
    /// It is a cell without a column.
    ExtraCell,
    /// It differs where all rows of a round or session must agree.
    Disagrees {
        /// What this row says.
        found: String,
        /// What another row says or implies.
        expected: String,
        /// The line of that row.
        line: usize,
    },
    /// A player sits at two seats.
    OtherSeat {
        /// The seat in this row.
        found: usize,
        /// The seat in another row.
        expected: usize,
        /// The line of that row.
        line: usize,
    },
    /// Two players sit at one seat.
    SeatTaken {
        /// The seat.
        seat: usize,
        /// The player already there.
        name: String,
        /// The line of the row that says so.
        line: usize,
    },
    /// The deal does not pass clockwise from round to round.
    OtherDealer {
        /// The dealer by this row.
        found: String,
        /// The dealer implied by another row.
        expected: String,
        /// The line of that row.
        line: usize,
    },
    /// A player has two rows in one round.
    SecondRow {
        /// The player.
        player: String,
        /// The round.
        round: usize,
        /// The line of the first row.
        line: usize,
    },
    /// A player has no row in a round.
    NoRow {
        /// The player.
        player: String,
        /// The round.
        round: usize,
    },
    /// A round is left out.
    NoRound {
        /// The round found.
        round: usize,
        /// The first round missing.
        missing: usize,
    },
    /// A third Cloud was taken in one round.
    ThirdCloud,
    /// There are more rounds than in the official plan, and no cards are given.
    NoCards {
        /// The number of players.
        players: usize,
        /// The official number of rounds.
        planned: usize,
    },
    /// The names or rules cannot be played.
    Setup(#[from] SetupError),
    /// The facts break a rule.
    Rule(#[from] BrokenRule),
    /// A figure does not follow from the facts.
    Figure {
        /// The figure that follows; `None` while the round is not complete.
        ours: Option<i64>,
        /// The figure given.
        theirs: i64,
    },
}

impl Wrong {
    /// What is wrong and what to do, to follow the place of the cell.
    pub fn text(&self) -> Text {
        match self {
            Wrong::Missing => text!("this cell must not be empty"),
            Wrong::NotANumber(found) => text!("“{found}” is not a whole number", found = found),
            Wrong::NotARound(found) => text!(
                "{found} is not a round: rounds count from 1 to {max}",
                found = *found,
                max = crate::wizard::ROUNDS_MAX,
            ),
            Wrong::NotASeat(found) => text!("{found} is not a seat: seats count from 0, clockwise", found = *found),
            Wrong::NotADate(found) => text!(
                "“{found}” is not a date that can be read safely: write it as 2026-03-07 or 2026-03-07 20:15",
                found = found,
            ),
            Wrong::NotATrump(found) => {
                text!("“{found}” is not a trump: write blue, red, green, yellow, none, or nothing", found = found,)
            }
            Wrong::NotTrueOrFalse(found) => text!("“{found}” is neither true nor false", found = found),
            Wrong::NotAPenalty(found) => text!(
                "“{found}” is not a list of this round's penalties: each is the round after which it was given, the \
                 points and the reason, such as 3:-10:time",
                found = found,
            ),
            Wrong::NotADealer(found) => {
                text!("“{found}” is neither a seat nor one of the players of this session", found = found,)
            }
            Wrong::NotUtf8 => text!("the text is not UTF-8: save the sheet as CSV in UTF-8 and import that"),
            Wrong::ExtraCell => {
                text!("there are more cells than columns: is a separator or a quotation mark out of place?")
            }
            Wrong::Disagrees { found, expected, line } => {
                text!(
                    "{found} here, but {expected} according to line {line}",
                    found = found,
                    expected = expected,
                    line = *line,
                )
            }
            Wrong::OtherSeat { found, expected, line } => text!(
                "seat {found} here, but seat {expected} according to line {line}",
                found = *found,
                expected = *expected,
                line = *line,
            ),
            Wrong::SeatTaken { seat, name, line } => text!(
                "seat {seat} here, but line {line} gives seat {seat} to {name}",
                seat = *seat,
                name = name,
                line = *line,
            ),
            Wrong::OtherDealer { found, expected, line } => text!(
                "{found} deals here, but {expected} according to line {line}",
                found = found,
                expected = expected,
                line = *line,
            ),
            Wrong::SecondRow { player, round, line } => text!(
                "{player} already has a row for round {round}, on line {line}. Another game needs another session or \
                 date",
                player = player,
                round = *round,
                line = *line,
            ),
            Wrong::NoRow { player, round } => {
                text!("{player} has no row for round {round}", player = player, round = *round)
            }
            Wrong::NoRound { round, missing } => {
                text!("round {missing} is missing before round {round}", missing = *missing, round = *round)
            }
            Wrong::ThirdCloud => text!("at most two Clouds can be taken in a round"),
            Wrong::NoCards { players, planned } => text!(
                "a game of {players} has {planned} rounds. If you played otherwise, give the cards of each round in a \
                 column named cards",
                players = *players,
                planned = *planned,
            ),
            Wrong::Setup(error) => error.text(),
            Wrong::Rule(error) => error.text(),
            Wrong::Figure { ours: Some(ours), theirs } => {
                text!("{ours} by our rules, but the file says {theirs}", ours = *ours, theirs = *theirs)
            }
            Wrong::Figure { ours: None, theirs } => {
                text!("no value yet by our rules, but the file says {theirs}", theirs = *theirs)
            }
        }
    }
}
