//! Arguments in, exit code out.
fn main() -> std::process::ExitCode {
    use clap::Parser;
    let a = tablet_of_truth::cli::Arguments::parse();
    match a.command { Some(c) => tablet_of_truth::cli::run(&c), None => std::process::ExitCode::SUCCESS }
}
