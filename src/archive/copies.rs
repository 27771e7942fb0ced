//! Files of the same session: left behind by folder-syncing programs, or copies made by this one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use uuid::Uuid;

use super::disk::short_stem;

/// A session's or a tournament's file, with what is needed to tell copies apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The file's path.
    pub path: PathBuf,
    /// The id of what is in it.
    pub id: Uuid,
    /// A number that two files share if they have the same facts; of a session its
    /// [`fingerprint`](crate::session::fingerprint).
    pub fingerprint: u64,
}

/// Several files of one session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The session's id.
    pub id: Uuid,
    /// The path of the session's own file.
    pub main: PathBuf,
    /// The other files, at least one, in order of name.
    pub copies: Vec<FileCopy>,
}

/// Another file of a session, besides its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCopy {
    /// The file's path.
    pub path: PathBuf,
    /// Whether it has the same facts as the session's own file.
    pub identical: bool,
}

/// The sessions with more than one file, in order of their first file. A session's own file is the one with a plain
/// name: none that Syncthing, Dropbox, Nextcloud or an import gives to a copy.
pub fn copies(files: &[Seen]) -> Vec<Family> {
    let mut by_id: HashMap<Uuid, Vec<&Seen>> = HashMap::new();
    for file in files {
        by_id.entry(file.id).or_default().push(file);
    }
    let mut families = Vec::new();
    for file in files {
        let Some(mut members) = by_id.remove(&file.id).filter(|members| members.len() > 1) else { continue };
        members.sort_by_key(|member| copy_rank(&member.path, member.id));
        let Some((main, others)) = members.split_first() else { continue };
        let copy =
            |other: &&Seen| FileCopy { path: other.path.clone(), identical: other.fingerprint == main.fingerprint };
        families.push(Family { id: file.id, main: main.path.clone(), copies: others.iter().map(copy).collect() });
    }
    families
}

/// Ranks the files of a session; its own is the smallest: a plain name, the archive's usual ending, then a short name.
pub fn copy_rank(path: &Path, id: Uuid) -> (bool, bool, usize, PathBuf) {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let id = id.simple().to_string();
    let own_end = id.get(..8).is_some_and(|id| stem.strip_suffix(id).is_some_and(|rest| rest.ends_with('_')));
    (is_copy_name(path), !own_end, stem.chars().count(), path.to_owned())
}

/// Whether this names a copy: left by Syncthing, Dropbox or Nextcloud after a conflict, or kept by an import.
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

/// Whether the text begins like `20260307-201500`.
fn is_date_and_time(text: &str) -> bool {
    let digits = |range: std::ops::Range<usize>| {
        text.get(range).is_some_and(|part| part.bytes().all(|letter| letter.is_ascii_digit()))
    };
    digits(0..8) && text.get(8..9) == Some("-") && digits(9..15)
}

/// The path for a copy beside a session's own file, numbered from the second `attempt` on.
pub(super) fn copy_path(own: &Path, today: NaiveDate, attempt: usize) -> PathBuf {
    let stem = short_stem(own);
    let number = if attempt > 1 { format!(" {attempt}") } else { String::new() };
    own.with_file_name(format!("{stem} (copy {}{number}).json", today.format("%Y-%m-%d")))
}
