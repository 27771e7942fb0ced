//! The terminal: what can be asked, and the answers that need no window.

mod columns;
mod list;
mod score;
mod sessions;
mod stats;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

pub use list::ListFormat;
pub use sessions::{EditionArgument, SessionFilter};
pub use stats::StatsFormat;

/// Keeps score for the card game Wizard. Without a command it opens the window.
#[derive(Debug, Parser)]
#[command(name = "tablet-of-truth", version, about, max_term_width = 100)]
pub struct Arguments {
    /// Keep the sessions in this folder instead of the platform's data folder
    #[arg(long, value_name = "DIR", global = true)]
    pub data_dir: Option<PathBuf>,
    /// Open this session
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// What to do in the terminal.
    #[command(subcommand)]
    pub command: Option<TerminalCommand>,
}

/// What the terminal can do.
#[derive(Debug, Subcommand)]
pub enum TerminalCommand {
    /// Score a session file, or a game written by hand, and print the result
    ///
    /// Exit code 0: scored. 1: the game breaks a rule; round, player and rule are named on standard error. 2: the input
    /// cannot be read; line and column are named.
    Score {
        /// The file, or - for standard input
        #[arg(default_value = "-")]
        file: PathBuf,
        /// What to print
        #[arg(long, value_enum, default_value_t = Format::Table)]
        format: Format,
    },
    /// List the sessions of the archive, newest first
    ///
    /// Files that cannot be read are named on standard error and left out. Exit code 0: listed. 2: the folder cannot be
    /// read.
    List {
        /// Which sessions.
        #[command(flatten)]
        filter: SessionFilter,
        /// What to print
        #[arg(long, value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// Statistics of the archive: players, head to head, records of the table
    ///
    /// Files that cannot be read are named on standard error and do not count. Exit code 0: counted. 2: the folder cannot
    /// be read. Every figure is defined in docs/statistics.md.
    Stats {
        /// Which sessions.
        #[command(flatten)]
        filter: SessionFilter,
        /// What to print
        #[arg(long, value_enum, default_value_t = StatsFormat::Table)]
        format: StatsFormat,
    },
}

/// How a result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Aligned columns for reading
    Table,
    /// All rounds and standings for other programs
    Json,
    /// One row per player and round
    Csv,
}

/// Runs the terminal command that was asked for; the exit code is the answer's. `None`: none was.
pub fn run(arguments: &Arguments) -> Option<ExitCode> {
    let command = arguments.command.as_ref()?;
    if let Some(file) = &arguments.file {
        tell(&format!("{}: a file to open and a command exclude each other", file.display()));
        return Some(ExitCode::from(2));
    }
    let data_dir = arguments.data_dir.as_deref();
    let answer = match command {
        TerminalCommand::Score { file, format } => score::score(file, *format),
        TerminalCommand::List { filter, format } => list::list(data_dir, filter, *format),
        TerminalCommand::Stats { filter, format } => stats::stats(data_dir, filter, *format),
    };
    Some(match answer {
        Ok(answer) => {
            for note in &answer.notes {
                tell(note);
            }
            print(&answer.text)
        }
        Err(failure) => {
            tell(&failure.message);
            ExitCode::from(failure.code)
        }
    })
}

/// Writes to standard output. A reader who has seen enough is no error.
fn print(text: &[u8]) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            tell(&format!("cannot write the result: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Writes a sentence to standard error; where even that is closed, nobody is listening.
pub fn tell(sentence: &str) {
    let clean: String = sentence.chars().map(|letter| if letter.is_control() { '\u{FFFD}' } else { letter }).collect();
    let _ = writeln!(io::stderr(), "tablet-of-truth: {clean}");
}
