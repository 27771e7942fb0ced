//! Terminal output: answers on standard output, messages on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::archive::system_reason;
use crate::language::Language;
use crate::plain::in_line;
use crate::text;
use crate::text::{Text, Value};

/// The text for standard output, and notes for standard error.
pub(super) struct Answer {
    pub(super) text: Vec<u8>,
    pub(super) notes: Vec<Text>,
}

pub(super) struct Failure {
    /// The exit code: 1 for a broken rule, 2 for anything else.
    pub(super) code: u8,
    pub(super) message: Text,
}

impl Failure {
    /// Makes a failure other than a broken rule.
    pub(super) fn new(message: Text) -> Failure {
        Failure { code: 2, message }
    }

    /// In the words of the system or a library.
    pub(super) fn foreign(error: &impl Display) -> Failure {
        Failure::new(Text::foreign(error.to_string()))
    }
}

/// Writes to standard output. A reader who has seen enough is no error.
pub(super) fn print(text: &[u8], language: Language) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            print_stderr(
                &language.translate(&text!("cannot write the result: {reason}", reason = system_reason(&error))),
            );
            ExitCode::from(2)
        }
    }
}

/// Ignores errors: there is nowhere left to report them.
pub fn print_stderr(sentence: &str) {
    let _ = writeln!(io::stderr(), "tablet-of-truth: {}", in_line(sentence));
}

pub(super) fn shown(path: &Path) -> Value {
    Value::Name(path.display().to_string())
}

pub(super) fn is_standard(file: &Path) -> bool {
    file.as_os_str() == "-"
}
