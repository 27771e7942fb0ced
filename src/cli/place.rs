//! The archive that a command is about, and the present time.

use std::path::Path;

use chrono::{DateTime, FixedOffset, Local, SubsecRound};

use super::output::{Failure, print_stderr, shown};
use crate::archive::{Archive, DataFolder, Settings, settings_file};
use crate::language::Language;
use crate::text;

/// The archive's folder: the one given, or the one the window uses.
pub(super) fn find_folder(data_dir: Option<&Path>, language: Language) -> Result<DataFolder, Failure> {
    let nowhere = || Failure::new(text!("there is no home folder for the sessions: give one with --data-dir"));
    let found = DataFolder::find(data_dir).ok_or_else(nowhere)?;
    if let Some(error) = &found.unread {
        print_stderr(&language.translate(&text!(
            "the settings cannot be read ({reason}), so this is about {folder}",
            reason = error.text(),
            folder = shown(&found.folder),
        )));
    }
    Ok(found)
}

/// A missing folder is an error, not an empty archive.
pub(super) fn archive_in(data_dir: Option<&Path>, language: Language) -> Result<Archive, Failure> {
    let found = find_folder(data_dir, language)?;
    if found.is_missing() {
        return Err(missing(&found.folder));
    }
    Ok(Archive::new(found.folder))
}

pub(super) fn missing(folder: &Path) -> Failure {
    Failure::new(text!(
        "the folder {folder} is missing: is its drive connected, and the name spelt right?",
        folder = shown(folder),
    ))
}

/// To the second, as files store it.
pub(super) fn now() -> DateTime<FixedOffset> {
    Local::now().fixed_offset().trunc_subsecs(0)
}

/// `None` if they cannot be read.
pub(super) fn settings(data_dir: Option<&Path>) -> Option<Settings> {
    settings_file(data_dir).and_then(|file| Settings::load(&file).ok())
}
