//! The terminal: its commands, and answers that need no window.

mod arguments;
mod backup;
mod check;
mod export;
mod import;
mod league;
mod list;
mod output;
mod place;
mod score;
mod sessions;
mod stats;
mod tournament;

use std::process::ExitCode;

use crate::language::Language;
use crate::text;
use crate::text::Text;
use output::{Answer, print, shown};

pub use arguments::{Arguments, TerminalCommand, arguments};
pub use backup::BackupArguments;
pub use check::{CheckArguments, ReportFormat};
pub use export::{ExportArguments, PadArguments};
pub use import::ImportArguments;
pub use league::{LeagueArguments, LeagueFormat};
pub use list::ListFormat;
pub use output::print_stderr;
pub use score::Format;
pub use sessions::SessionFilter;
pub use stats::StatsFormat;
pub use tournament::{TournamentArguments, TournamentFormat};

/// Returns the exit code; `None` if there is no command.
pub fn run(arguments: &Arguments, language: Language) -> Option<ExitCode> {
    let command = arguments.command.as_ref()?;
    if let Some(file) = &arguments.file {
        let both = text!("a file to open and a command cannot be used together");
        print_stderr(&language.translate(&Text::at(shown(file), both)));
        return Some(ExitCode::from(2));
    }
    let data_dir = arguments.data_dir.as_deref();
    let answer = match command {
        TerminalCommand::Score { file, format } => score::score(file, *format, language).map(all_right),
        TerminalCommand::List { filter, format } => list::list(data_dir, filter, *format, language).map(all_right),
        TerminalCommand::Stats { filter, format } => stats::stats(data_dir, filter, *format, language).map(all_right),
        TerminalCommand::League(arguments) => league::league(arguments, data_dir, language).map(all_right),
        TerminalCommand::Export(arguments) => return Some(export::export(arguments, data_dir, language)),
        TerminalCommand::Pad(arguments) => export::pad(arguments, language).map(all_right),
        TerminalCommand::Import(arguments) => import::import(arguments, data_dir, language),
        TerminalCommand::Check(arguments) => check::check(arguments, data_dir, language),
        TerminalCommand::Backup(arguments) => backup::backup(arguments, data_dir, language),
        TerminalCommand::Tournament(arguments) => tournament::tournament(arguments, language).map(all_right),
    };
    Some(match answer {
        Ok((answer, code)) => {
            for note in &answer.notes {
                print_stderr(&language.translate(note));
            }
            let printed = print(&answer.text, language);
            if code == 0 { printed } else { ExitCode::from(code) }
        }
        Err(failure) => {
            print_stderr(&language.translate(&failure.message));
            ExitCode::from(failure.code)
        }
    })
}

fn all_right(answer: Answer) -> (Answer, u8) {
    (answer, 0)
}
