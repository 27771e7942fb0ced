//! `tablet-of-truth backup`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::import::now;
use super::score::{Answer, Failure};
use super::{archive_in, plain};
use crate::archive::write_bundle;

/// Where the whole archive is written to.
#[derive(Debug, Args)]
pub struct BackupArguments {
    /// The file to write
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    force: bool,
}

/// Writes the archive as one file. The number is the exit code: 1 when some files were left out.
pub(super) fn backup(arguments: &BackupArguments, data_dir: Option<&Path>) -> Result<(Answer, u8), Failure> {
    let archive = archive_in(data_dir)?;
    let out = arguments.out.as_path();
    let paths = archive.paths().map_err(|error| Failure {
        code: 2,
        message: format!("the folder {} cannot be read: {error}", archive.folder().display()),
    })?;
    let report = write_bundle(&paths, out, arguments.force, now())
        .map_err(|error| Failure { code: 2, message: error.to_string() })?;
    let left_out = |(path, error): &(PathBuf, _)| format!("left out: {}: {error}", path.display());
    let notes: Vec<String> = report.left_out.iter().map(left_out).collect();
    let plural = if report.sessions == 1 { "" } else { "s" };
    let text = format!("{} session{plural} written to {}\n", report.sessions, plain(&out.display().to_string()));
    let code = u8::from(!notes.is_empty());
    Ok((Answer { text: text.into_bytes(), notes }, code))
}
