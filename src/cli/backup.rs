//! `tablet-of-truth backup`.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{Answer, Failure, is_standard, shown};
use super::place::{archive_in, now};
use crate::archive::{BundleReport, LoadError, system_reason, unreadable_folder, write_bundle, write_bundle_to};
use crate::language::Language;
use crate::plain::in_line;
use crate::text;
use crate::text::Text;

/// Where the whole archive is written to.
#[derive(Debug, Args)]
pub struct BackupArguments {
    /// The file to write, or - for standard output
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// Overwrite a file that exists
    #[arg(long)]
    force: bool,
}

/// Exit code 1 if files were left out.
pub(super) fn backup(
    arguments: &BackupArguments,
    data_dir: Option<&Path>,
    language: Language,
) -> Result<(Answer, u8), Failure> {
    let archive = archive_in(data_dir, language)?;
    let paths = archive.files().map_err(|error| Failure::new(unreadable_folder(archive.folder(), &error)))?;
    let out = arguments.out.as_path();
    if is_standard(out) {
        let written = write_bundle_to(&mut io::stdout().lock(), &paths, now());
        let report = written.or_else(|error| match error.kind() {
            // A reader who has seen enough is no error.
            io::ErrorKind::BrokenPipe => Ok(BundleReport::default()),
            _ => Err(Failure::new(text!("cannot write the result: {reason}", reason = system_reason(&error)))),
        })?;
        return Ok((Answer { text: Vec::new(), notes: left_out(&report) }, code(&report)));
    }
    let report = write_bundle(&paths, out, arguments.force, now()).map_err(Failure::new)?;
    let whole = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    let done = text!("{what} written to {path}", what = report.counted(), path = shown(&whole));
    let text = format!("{}\n", in_line(&language.translate(&done)));
    Ok((Answer { text: text.into_bytes(), notes: left_out(&report) }, code(&report)))
}

fn left_out(report: &BundleReport) -> Vec<Text> {
    let note = |(path, error): &(PathBuf, LoadError)| {
        text!("left out: {path}: {reason}", path = shown(path), reason = error.text())
    };
    report.left_out.iter().map(note).collect()
}

fn code(report: &BundleReport) -> u8 {
    u8::from(!report.left_out.is_empty())
}
