//! The terminal: what can be asked, and the answers that need no window.

mod arguments;
mod backup;
mod check;
mod columns;
mod export;
mod help;
mod import;
mod list;
mod odds;
mod refused;
mod score;
mod sessions;
mod stats;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use crate::archive::{Archive, DataFolder, system_reason};
use crate::language::Language;
use crate::text;
use crate::text::{Text, Value};

pub use arguments::{arguments, help_texts};
pub use backup::BackupArguments;
pub use check::{CheckArguments, ReportFormat};
pub use export::{ExportArguments, PadArguments};
pub use import::ImportArguments;
pub use list::ListFormat;
pub use odds::{OddsArguments, OddsFormat};
pub use sessions::{EditionArgument, SessionFilter};
pub use stats::StatsFormat;

/// Keeps score for the card game Wizard. Without a command it opens the window.
#[derive(Debug, Parser)]
#[command(name = "tablet-of-truth", version, about, max_term_width = 100)]
pub struct Arguments {
    /// Keep the sessions in this folder instead of the platform's data folder
    #[arg(long, value_name = "DIR", global = true)]
    pub data_dir: Option<PathBuf>,
    /// Speak this language: en, de, fr or pt-BR; without it, that of the settings or of the system
    #[arg(long, value_name = "CODE", global = true, value_parser = arguments::language)]
    pub language: Option<Language>,
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
    /// Hand sessions on: text, Markdown, CSV, JSON, HTML, SVG, PNG, PDF or BG Stats
    ///
    /// Exit code 0: written. 1: a game breaks a rule. 2: a file cannot be read or written.
    Export(ExportArguments),
    /// Write an empty score pad as PDF, to print
    ///
    /// Exit code 0: written. 2: it cannot be written, or there is no pad for so many players.
    Pad(PadArguments),
    /// Bring sessions into the archive: session files, an archive in one file, or tables of rounds as CSV
    ///
    /// Everything is read and checked first; with anything wrong, nothing is imported. A session that is there already is
    /// recognised; one that differs is kept beside it. Exit code 0: imported. 1: a game breaks a rule, named by line and
    /// column. 2: a file cannot be read or written.
    Import(ImportArguments),
    /// Read every file of the archive, or the files given, and say what is wrong with them
    ///
    /// Changes nothing. Exit code 0: all fine. 1: something is wrong, or there are copies or left over files. 2: the folder
    /// cannot be read.
    Check(CheckArguments),
    /// Write the whole archive as one file, to keep or to import elsewhere
    ///
    /// Exit code 0: written. 1: written, but files that cannot be read are left out and named on standard error. 2: it
    /// cannot be written.
    Backup(BackupArguments),
    /// The exact chance to take the trick of round 1 with one card, and what to bid
    ///
    /// Exit code 0: answered. 2: nobody can hold such a hand. What is counted, and how, is in docs/odds.md.
    Odds(OddsArguments),
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
pub fn run(arguments: &Arguments, language: Language) -> Option<ExitCode> {
    let command = arguments.command.as_ref()?;
    if let Some(file) = &arguments.file {
        let both = text!("a file to open and a command exclude each other");
        tell(&language.say(&Text::at(shown(file), both)));
        return Some(ExitCode::from(2));
    }
    let data_dir = arguments.data_dir.as_deref();
    let answer = match command {
        TerminalCommand::Score { file, format } => score::score(file, *format, language).map(all_right),
        TerminalCommand::List { filter, format } => list::list(data_dir, filter, *format, language).map(all_right),
        TerminalCommand::Stats { filter, format } => stats::stats(data_dir, filter, *format, language).map(all_right),
        TerminalCommand::Export(arguments) => return Some(export::export(arguments, language)),
        TerminalCommand::Pad(arguments) => return Some(export::pad(arguments, language)),
        TerminalCommand::Import(arguments) => import::import(arguments, data_dir, language).map(all_right),
        TerminalCommand::Check(arguments) => check::check(arguments, data_dir, language),
        TerminalCommand::Backup(arguments) => backup::backup(arguments, data_dir, language),
        TerminalCommand::Odds(arguments) => odds::odds(arguments, language).map(all_right),
    };
    Some(match answer {
        Ok((answer, code)) => {
            for note in &answer.notes {
                tell(&language.say(note));
            }
            let printed = print(&answer.text, language);
            if code == 0 { printed } else { ExitCode::from(code) }
        }
        Err(failure) => {
            tell(&language.say(&failure.message));
            ExitCode::from(failure.code)
        }
    })
}

/// An answer with nothing wrong in it.
fn all_right(answer: score::Answer) -> (score::Answer, u8) {
    (answer, 0)
}

/// Writes to standard output. A reader who has seen enough is no error.
fn print(text: &[u8], language: Language) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            tell(&language.say(&text!("cannot write the result: {reason}", reason = system_reason(&error))));
            ExitCode::from(2)
        }
    }
}

/// Writes a sentence to standard error; where even that is closed, nobody is listening.
pub fn tell(sentence: &str) {
    let _ = writeln!(io::stderr(), "tablet-of-truth: {}", plain(sentence));
}

/// A text without control characters, which a terminal would obey, and without those that turn the direction of a line.
fn plain(text: &str) -> String {
    let turns = |letter: &char| !matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(turns).map(|letter| if letter.is_control() { '\u{FFFD}' } else { letter }).collect()
}

/// A path in a sentence.
fn shown(path: &Path) -> Value {
    Value::Name(path.display().to_string())
}

/// The folder of the archive: this one, or the one that the window uses.
fn find_folder(data_dir: Option<&Path>, language: Language) -> Result<DataFolder, score::Failure> {
    let nowhere = || score::Failure::new(text!("there is no home folder for the sessions: give one with --data-dir"));
    let found = DataFolder::find(data_dir).ok_or_else(nowhere)?;
    if let Some(error) = &found.unread {
        tell(&language.say(&text!(
            "the settings cannot be read ({reason}), so this is about {folder}",
            reason = system_reason(error),
            folder = shown(&found.folder),
        )));
    }
    Ok(found)
}

/// The archive in this folder, or in the one that the window uses. One that is missing is not an empty one.
fn archive_in(data_dir: Option<&Path>, language: Language) -> Result<Archive, score::Failure> {
    let found = find_folder(data_dir, language)?;
    if found.is_missing() {
        return Err(missing(&found.folder));
    }
    Ok(Archive::new(found.folder))
}

/// Why there is no answer about a folder that somebody named.
fn missing(folder: &Path) -> score::Failure {
    score::Failure::new(text!(
        "the folder {folder} is not there: is a drive missing, or the name misspelt?",
        folder = shown(folder),
    ))
}

/// Is this the sign for standard input or output?
fn is_standard(file: &Path) -> bool {
    file.as_os_str() == "-"
}
