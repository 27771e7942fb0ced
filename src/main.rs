//! Arguments in, exit code out; nothing else.

// On Windows a console window would stand behind the app; packaging/windows/terminal.rs answers in a terminal.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

use tablet_of_truth::cli;
use tablet_of_truth::ui;

fn main() -> ExitCode {
    let (arguments, language) = match cli::arguments(std::env::args_os()) {
        Ok(found) => found,
        Err(code) => return code,
    };
    if let Some(code) = cli::run(&arguments, language) {
        return code;
    }
    match ui::run(arguments.data_dir, arguments.file, arguments.language) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cli::tell(&language.say(&error.text()));
            ExitCode::FAILURE
        }
    }
}
