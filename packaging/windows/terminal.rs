//! `tablet-of-truth.com`: the program that a Windows terminal starts for `tablet-of-truth`.
//!
//! `tablet-of-truth.exe` is a windowed program: the system gives it no console, and a shell does not wait for it. This
//! one has a console. It starts the `.exe` beside it, passes input and output through, waits, and ends with its exit
//! code. Terminals prefer `.com` to `.exe`; the Explorer and shortcuts use the `.exe`.

use std::env;
use std::io::{self, IsTerminal, Read, Write};
use std::process::{Command, ExitCode, Stdio, exit};
use std::thread;

fn main() -> ExitCode {
    match run() {
        // The exit code of a windowed program has 32 bits, an ExitCode only eight.
        Ok(code) => exit(code),
        Err(error) => {
            // If even this cannot be written, nobody is listening.
            let _ =
                writeln!(io::stderr(), "tablet-of-truth: cannot start tablet-of-truth.exe beside this file: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<i32> {
    // Files and pipes are passed on as they are; a console is of no use to a program without one.
    let through = |is_console: bool| if is_console { Stdio::piped() } else { Stdio::inherit() };
    let mut child = Command::new(env::current_exe()?.with_extension("exe"))
        .args(env::args_os().skip(1))
        .stdin(through(io::stdin().is_terminal()))
        .stdout(through(io::stdout().is_terminal()))
        .stderr(through(io::stderr().is_terminal()))
        .spawn()?;
    if let Some(typed) = child.stdin.take() {
        // Abandoned at the end: it may still be waiting for a line that nobody needs.
        thread::spawn(move || pour(io::stdin(), typed));
    }
    let printed = child.stdout.take().map(|printed| thread::spawn(move || pour(printed, io::stdout())));
    let told = child.stderr.take().map(|told| thread::spawn(move || pour(told, io::stderr())));
    let status = child.wait()?;
    for thread in [printed, told].into_iter().flatten() {
        // It cannot panic, and its output is written by now.
        let _ = thread.join();
    }
    Ok(status.code().unwrap_or(1))
}

/// Passes everything on as it arrives, until either side ends.
fn pour(mut from: impl Read, mut to: impl Write) {
    let mut part = [0; 4096];
    while let Ok(length @ 1..) = from.read(&mut part) {
        if to.write_all(&part[..length]).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}
