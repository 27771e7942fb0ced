//! Arguments in, exit code out; nothing else.

use std::process::ExitCode;

use clap::Parser;
use tablet_of_truth::cli::{self, Arguments};
use tablet_of_truth::ui;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(code) = cli::run(&arguments) {
        return code;
    }
    match ui::run(arguments.data_dir, arguments.file, None) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cli::tell(&error.to_string());
            ExitCode::FAILURE
        }
    }
}
