use std::collections::HashMap;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use uuid::Uuid;

use super::disk::short_stem;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub path: PathBuf,
    pub id: Uuid,
    /// Equal for equal facts; for a session its [`fingerprint`](crate::session::fingerprint).
    pub fingerprint: u64,
}

/// Each copy with the session's own file, in the order of the copies. That has a plain name, not one that Syncthing,
/// Dropbox, Nextcloud or an import gives to a copy.
pub fn copies(files: &[Seen]) -> impl Iterator<Item = (&Seen, &Seen)> {
    let rank = |file: &Seen| copy_rank(&file.path, file.id);
    let mut own: HashMap<Uuid, &Seen> = HashMap::new();
    for file in files {
        let known = own.entry(file.id).or_insert(file);
        if rank(file) < rank(known) {
            *known = file;
        }
    }
    files.iter().filter_map(move |file| Some((file, *own.get(&file.id)?))).filter(|(copy, own)| copy.path != own.path)
}

/// Smallest for a session's own file: plain name, then the archive's usual ending, then a short name.
pub fn copy_rank(path: &Path, id: Uuid) -> (bool, bool, usize, PathBuf) {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let id = id.simple().to_string();
    let own_end = id.get(..8).is_some_and(|id| stem.strip_suffix(id).is_some_and(|rest| rest.ends_with('_')));
    (is_copy_name(path), !own_end, stem.chars().count(), path.to_owned())
}

/// Whether Syncthing, Dropbox or Nextcloud (after a conflict) or an import named this file.
pub fn is_copy_name(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    // Syncthing: name.sync-conflict-20260307-201500-ABCDEFG; older Nextcloud, ownCloud: name_conflict-20260307-201500.
    let dated = |mark: &str| stem.rsplit_once(mark).is_some_and(|(_, rest)| is_date_and_time(rest));
    if dated(".sync-conflict-") || dated("_conflict-") {
        return true;
    }
    // In brackets at the end: Dropbox, Nextcloud, and our own copies. A file manager may have added a number: " (1)".
    let stem = stem.trim_end_matches([')', ' ']);
    let mut inside = stem.rsplit(" (").filter(|inside| inside.parse::<u32>().is_err());
    let Some(inside) = inside.next().filter(|inside| inside.len() < stem.len()) else { return false };
    inside.contains("conflicted copy") || inside.contains("case conflict") || {
        let date = inside.strip_prefix("copy ").and_then(|rest| rest.get(..10));
        date.is_some_and(|date| date.parse::<NaiveDate>().is_ok())
    }
}

fn is_date_and_time(text: &str) -> bool {
    let digits = |range: std::ops::Range<usize>| {
        text.get(range).is_some_and(|part| part.bytes().all(|letter| letter.is_ascii_digit()))
    };
    digits(0..8) && text.get(8..9) == Some("-") && digits(9..15)
}

/// Numbered from the second `attempt` on.
pub(super) fn copy_path(own: &Path, today: NaiveDate, attempt: usize) -> PathBuf {
    let stem = short_stem(own);
    let number = if attempt > 1 { format!(" {attempt}") } else { String::new() };
    own.with_file_name(format!("{stem} (copy {}{number}).json", today.format("%Y-%m-%d")))
}
