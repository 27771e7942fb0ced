//! The command line. Errors about arguments are in English, as worded by clap.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use super::backup::BackupArguments;
use super::check::CheckArguments;
use super::export::{ExportArguments, PadArguments};
use super::import::ImportArguments;
use super::league::LeagueArguments;
use super::list::ListFormat;
use super::place::settings;
use super::score::Format;
use super::sessions::SessionFilter;
use super::stats::StatsFormat;
use super::tournament::TournamentArguments;
use crate::language::Language;

/// Keeps score for the card game Wizard. Without a command it opens the window.
#[derive(Debug, Parser)]
#[command(name = "tablet-of-truth", version, about, max_term_width = 100)]
pub struct Arguments {
    /// Use this folder for the sessions instead of the platform's data folder
    #[arg(long, value_name = "DIR", global = true)]
    pub data_dir: Option<PathBuf>,
    /// Use this language: en, de, fr or pt-BR; the default is that of the settings or the system
    #[arg(long, value_name = "CODE", global = true, value_parser = language)]
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
    /// Files that cannot be read are named on standard error and do not count. Exit code 0: counted. 2: the folder
    /// cannot be read. Every figure is defined in docs/statistics.md.
    Stats {
        /// Which sessions.
        #[command(flatten)]
        filter: SessionFilter,
        /// What to print
        #[arg(long, value_enum, default_value_t = StatsFormat::Table)]
        format: StatsFormat,
    },
    /// The league: players ranked over a season by what each game gives them
    ///
    /// Files that cannot be read are named on standard error and do not count. Exit code 0: counted. 2: the folder
    /// cannot be read, or the season ends before it begins. docs/statistics.md has what counts.
    League(LeagueArguments),
    /// Export sessions: text, Markdown, CSV, JSON, HTML, SVG, PNG, PDF or BG Stats
    ///
    /// Exit code 0: written. 1: a game breaks a rule. 2: a file cannot be read or written.
    Export(ExportArguments),
    /// Write an empty score pad as PDF, to print
    ///
    /// Exit code 0: written. 2: it cannot be written, or there is no pad for that many players or such hands.
    Pad(PadArguments),
    /// Import sessions into the archive: session files, an archive in one file, or tables of rounds as CSV
    ///
    /// Everything is read and checked first; if anything is wrong, nothing is imported. A session that is already there
    /// is recognised; one that differs is kept beside it. Exit code 0: imported. 1: a game breaks a rule, named by line
    /// and column. 2: a file cannot be read or written.
    Import(ImportArguments),
    /// Read every file of the archive, or the files given, and say what is wrong with them
    ///
    /// Changes nothing. Exit code 0: all fine. 1: something is wrong, or there are copies or leftover files. 2: the
    /// folder cannot be read.
    Check(CheckArguments),
    /// Write the whole archive to one file, as a backup or to import elsewhere
    ///
    /// Tournaments are in it, too. Exit code 0: written. 1: written, but files that cannot be read are left out and
    /// named on standard error. 2: it cannot be written.
    Backup(BackupArguments),
    /// The ranking of a tournament, the seats of its next round, or its papers
    ///
    /// Sessions that name a table of the tournament are found in the folder of its file. Exit code 0: counted. 1: the
    /// tournament breaks a rule; table, player and rule are named on standard error. 2: the file cannot be read or
    /// written, or the round cannot be seated.
    Tournament(TournamentArguments),
}

/// The language with a code as people write it: `de`, `pt-BR`, `pt_BR`.
fn language(code: &str) -> Result<Language, String> {
    let codes = || Language::all().map(Language::tag).collect::<Vec<_>>().join(", ");
    let found = Language::of_code(&code.replace('-', "_"));
    found.ok_or_else(|| format!("there is no such language; there are {}", codes()))
}

/// Reads the arguments and chooses the language. Requests for help and refusals are answered here.
///
/// # Errors
/// The exit code: 0 after help, 2 after a refusal.
pub fn arguments(given: impl IntoIterator<Item = OsString>) -> Result<(Arguments, Language), ExitCode> {
    match Arguments::try_parse_from(given) {
        Ok(arguments) => {
            let language = arguments.language.unwrap_or_else(|| unasked(arguments.data_dir.as_deref()));
            Ok((arguments, language))
        }
        Err(error) => {
            // A reader who closes the pipe has seen enough.
            let _ = error.print();
            Err(if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS })
        }
    }
}

/// The default language: that of the settings, else the system's.
fn unasked(data_dir: Option<&Path>) -> Language {
    settings(data_dir).and_then(|settings| settings.language).unwrap_or_else(Language::of_system)
}
