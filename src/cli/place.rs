//! Which archive a command is about, and when.

use std::path::Path;

use chrono::{DateTime, FixedOffset, Local, SubsecRound};

use super::said::{Failure, shown, tell};
use crate::archive::{Archive, DataFolder, system_reason};
use crate::language::Language;
use crate::text;

/// The folder of the archive: this one, or the one that the window uses.
pub(super) fn find_folder(data_dir: Option<&Path>, language: Language) -> Result<DataFolder, Failure> {
    let nowhere = || Failure::new(text!("there is no home folder for the sessions: give one with --data-dir"));
    let found = DataFolder::find(data_dir).ok_or_else(nowhere)?;
    if let Some(error) = &found.unread {
        tell(&language.say(&text!(
            "the settings cannot be read ({reason}), so this is about {folder}",
            reason = system_reason(error),
            folder = shown(&found.folder),
        )));
    }
    Ok(found)
}

/// The archive in this folder, or in the one that the window uses. One that is missing is not an empty one.
pub(super) fn archive_in(data_dir: Option<&Path>, language: Language) -> Result<Archive, Failure> {
    let found = find_folder(data_dir, language)?;
    if found.is_missing() {
        return Err(missing(&found.folder));
    }
    Ok(Archive::new(found.folder))
}

/// Why there is no answer about a folder that somebody named.
pub(super) fn missing(folder: &Path) -> Failure {
    Failure::new(text!(
        "the folder {folder} is missing: is a drive not connected, or the name misspelt?",
        folder = shown(folder),
    ))
}

/// The moment, as files have it.
pub(super) fn now() -> DateTime<FixedOffset> {
    Local::now().fixed_offset().trunc_subsecs(0)
}
