//! What is wrong with a file to import, and what is worth saying about one that was read.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::archive::SaveError;
use crate::archive::format::LoadError;
use crate::session::SetupError;
use crate::wizard::BrokenRule;

/// The most problems of one file that are told.
pub const PROBLEMS_MAX: usize = 20;

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The folder of sessions cannot be read, so that nobody knows what is there already.
    #[error("the folder {} cannot be read: {error}", folder.display())]
    Archive {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// There is something wrong with these files.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Files(Vec<BadFile>),
    /// What was read could not be kept until it is written.
    #[error("there is no room for temporary files: {0}")]
    Temporary(io::Error),
    /// A session could not be written. Those written before were taken away again.
    #[error("{} cannot be written: {error}. Nothing was imported{}", path.display(), left(left_behind))]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: SaveError,
        /// Files of this import that could not be taken away again.
        left_behind: Vec<PathBuf>,
    },
}

fn left(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(", but these files could not be taken away again: {}", names.join(", "))
    }
}

impl ImportError {
    /// Could everything be read and written, and only a game in it is against the rules?
    pub fn is_broken_rule(&self) -> bool {
        match self {
            ImportError::Files(files) => files.iter().flat_map(|file| &file.problems).all(Problem::is_broken_rule),
            _ => false,
        }
    }
}

/// A file that cannot be imported.
#[derive(Debug)]
pub struct BadFile {
    /// Its path, or what it was called.
    pub name: String,
    /// What is wrong, from its beginning on; at least one, at most [`PROBLEMS_MAX`].
    pub problems: Vec<Problem>,
    /// How many more there are.
    pub more: usize,
}

impl fmt::Display for BadFile {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let gap = if index == 0 { "" } else { "; " };
            write!(out, "{gap}{}: {problem}", self.name)?;
        }
        if self.more > 0 { write!(out, " (and {} more)", self.more) } else { Ok(()) }
    }
}

/// What is wrong with a file or a place in it.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// A session's file, or an archive file as a whole.
    #[error("{0}")]
    File(#[from] LoadError),
    /// One session of an archive file.
    #[error("session {number}, which begins on line {line}: {error}")]
    Bundled {
        /// Its number in the file, from 1.
        number: usize,
        /// The line of the file on which it begins, from 1.
        line: usize,
        /// What is wrong with it; lines and columns are those of the file.
        error: LoadError,
    },
    /// There is nothing in it.
    #[error("is empty")]
    Empty,
    /// A text in half letters.
    #[error("is a text that breaks off, or no text: save the sheet as CSV in UTF-8 and import that")]
    Coding,
    /// A workbook of a spreadsheet program.
    #[error("is a workbook or a compressed file: save the sheet as CSV in UTF-8 and import that")]
    Workbook,
    /// A table larger than any archive.
    #[error("is larger than {} MB, which no table of rounds is", super::sheet::SHEET_MAX / 1024 / 1024)]
    LargeSheet,
    /// The first line of a table does not name the columns that are necessary.
    #[error(
        "line 1: the column {0} is missing. A table of rounds begins with the names of its columns: round, player, bid, tricks, and others if you like"
    )]
    NoColumn(&'static str),
    /// Two columns of the same name.
    #[error("{0}: there is another column of this name: leave one out")]
    SameColumn(Cell),
    /// A cell that says something else than it can.
    #[error("{0}: {1}")]
    Cell(Cell, Wrong),
}

impl Problem {
    /// Is the text well formed, and only the game in it against the rules?
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
    /// The number of the column, from 1; `None` when the file has no such column.
    pub number: Option<usize>,
    /// The column's name.
    pub column: String,
}

impl fmt::Display for Cell {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.number {
            Some(number) => write!(out, "line {}, column {number} ({})", self.line, self.column),
            None => write!(out, "line {}, column {}", self.line, self.column),
        }
    }
}

/// What is wrong with a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// Nothing stands in a necessary cell.
    #[error("this cell must not be empty")]
    Missing,
    /// No whole number.
    #[error("{0:?} is no whole number")]
    NotANumber(String),
    /// A round outside every plan.
    #[error("{0} is no round: rounds count from 1 to {max}", max = crate::wizard::ROUNDS_MAX)]
    NotARound(i64),
    /// No seat at a table.
    #[error("{0} is no seat: seats count from 0, clockwise")]
    NotASeat(i64),
    /// No day that is understood everywhere.
    #[error("{0:?} is no date that can be read safely: write it as 2026-03-07 or 2026-03-07 20:15")]
    NotADate(String),
    /// No trump.
    #[error("{0:?} is no trump: write blue, red, green, yellow, none, or nothing")]
    NotATrump(String),
    /// Neither yes nor no.
    #[error("{0:?} is neither true nor false")]
    NotTrueOrFalse(String),
    /// Neither a seat nor a player.
    #[error("{0:?} is neither a seat nor one of the players of this session")]
    NotADealer(String),
    /// Letters in a coding that nobody can know.
    #[error("the text is not UTF-8: save the sheet as CSV in UTF-8 and import that")]
    NotUtf8,
    /// A cell without a column.
    #[error("there is a cell more than there are columns: is a separator or a quotation mark out of place?")]
    ExtraCell,
    /// Something that must be the same in all rows of a round or session is not.
    #[error("{found} here, but {expected} by line {line}")]
    Disagrees {
        /// What it says.
        found: String,
        /// What another row says, or gives.
        expected: String,
        /// That row.
        line: usize,
    },
    /// A player has two rows in one round.
    #[error("{player} has a row for round {round} already, on line {line}. Another game needs another session or date")]
    SecondRow {
        /// Who.
        player: String,
        /// The round.
        round: usize,
        /// The first row.
        line: usize,
    },
    /// A player has no row in a round.
    #[error("{player} has no row for round {round}")]
    NoRow {
        /// Who.
        player: String,
        /// The round.
        round: usize,
    },
    /// A round is left out.
    #[error("round {missing} is missing before round {round}")]
    NoRound {
        /// The one that is there.
        round: usize,
        /// The first that is not.
        missing: usize,
    },
    /// Two players took the Cloud in one round.
    #[error("the Cloud is taken on line {0}, too: only one player can have it")]
    SecondCloud(usize),
    /// More rounds than the official plan has, without cards.
    #[error(
        "a game of {players} has {planned} rounds. If you played otherwise, give the cards of each round in a column cards"
    )]
    NoCards {
        /// How many play.
        players: usize,
        /// The official number of rounds.
        planned: usize,
    },
    /// Names or rules that cannot be played.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// Facts that break a rule.
    #[error("{0}")]
    Rule(#[from] BrokenRule),
    /// A figure that does not follow from the facts.
    #[error("{} by our rules, but the file says {theirs}", ours.map_or("nothing yet".to_owned(), |ours| ours.to_string()))]
    Figure {
        /// What follows; `None` while the round is not complete.
        ours: Option<i64>,
        /// What stands there.
        theirs: i64,
    },
}

/// Something worth knowing about a session that was read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Note {
    /// Fields that this program does not know; they are not kept.
    #[error("unknown and ignored: {}", .0.join(", "))]
    Unknown(Vec<String>),
    /// The rule does not hold for this session.
    #[error("in round {0} the bids add up to the cards, so Plus/Minus One is off for this session")]
    PlusMinusOneOff(usize),
    /// Nobody said who dealt.
    #[error("the file does not say who dealt: {0} is taken for the first dealer")]
    FirstDealer(String),
    /// Nobody said when.
    #[error("the file does not say when it was played: the time of the import is kept")]
    Started,
    /// The hands of the file are the plan.
    #[error("not the official plan: the hands are those of the {0} rounds in the file")]
    OwnHands(usize),
    /// There are rounds to play.
    #[error("{rounds} of {planned} rounds are complete: the session goes on, or can be ended early")]
    Unfinished {
        /// The complete rounds.
        rounds: usize,
        /// The rounds of the plan.
        planned: usize,
    },
}
