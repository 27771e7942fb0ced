//! `tablet-of-truth backup`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::import::now;
use super::score::{Answer, Failure};
use super::{archive_in, plain, shown};
use crate::archive::{LoadError, unreadable_folder, write_bundle};
use crate::language::Language;
use crate::text;
use crate::text::Text;

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
pub(super) fn backup(
    arguments: &BackupArguments,
    data_dir: Option<&Path>,
    language: Language,
) -> Result<(Answer, u8), Failure> {
    let archive = archive_in(data_dir, language)?;
    let out = arguments.out.as_path();
    let paths = archive.paths().map_err(|error| Failure::new(unreadable_folder(archive.folder(), &error)))?;
    let report = write_bundle(&paths, out, arguments.force, now()).map_err(|error| Failure::new(error.text()))?;
    let left_out = |(path, error): &(PathBuf, LoadError)| {
        text!("left out: {path}: {reason}", path = shown(path), reason = error.text())
    };
    let notes: Vec<Text> = report.left_out.iter().map(left_out).collect();
    let done =
        text!("{n} session written to {path}" | "{n} sessions written to {path}" % report.sessions, path = shown(out),);
    let text = format!("{}\n", plain(&language.say(&done)));
    let code = u8::from(!notes.is_empty());
    Ok((Answer { text: text.into_bytes(), notes }, code))
}
