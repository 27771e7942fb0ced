//! Turns arguments into an exit code, and nothing else. A browser page has neither arguments nor an exit code.

// Otherwise Windows would open a console window behind the app; packaging/windows/terminal.rs serves terminals.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use tablet_of_truth_window as window;

#[cfg(not(target_family = "wasm"))]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;

    use tablet_of_truth::cli;

    let (arguments, language) = match cli::arguments(std::env::args_os()) {
        Ok(found) => found,
        Err(code) => return code,
    };
    if let Some(code) = cli::run(&arguments, language) {
        return code;
    }
    match window::run(arguments.data_dir, arguments.file, arguments.language) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cli::print_stderr(&language.translate(&error.text()));
            ExitCode::FAILURE
        }
    }
}

#[cfg(target_family = "wasm")]
fn main() {
    window::run();
}
