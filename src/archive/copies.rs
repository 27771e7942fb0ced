//! Copies of a session's file that programs for synced folders leave beside it.

use std::path::Path;

/// Does this name look like a conflict copy?
pub fn is_copy_name(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    [".sync-conflict-", "conflicted copy", "_conflict-", "(copy "].iter().any(|mark| name.contains(mark))
}
