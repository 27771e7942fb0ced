//! Why the system refused, in the player's language.

use std::io;

use super::trash::Elsewhere;
use crate::platform::IN_BROWSER;
use crate::text;
use crate::text::Text;

/// Why the system refused, in a few words; what is seldom met, in the system's own.
pub fn system_reason(error: &io::Error) -> Text {
    use io::ErrorKind as Kind;
    if let Some(elsewhere) = error.get_ref().and_then(|inner| inner.downcast_ref::<Elsewhere>()) {
        return elsewhere.text();
    }
    match error.kind() {
        Kind::NotFound => text!("there is no such file or folder"),
        Kind::PermissionDenied => text!("this may not be read or written here"),
        Kind::AlreadyExists => text!("there is something of this name already"),
        Kind::NotADirectory => text!("a part of the path is a file, not a folder"),
        Kind::IsADirectory => text!("it is a folder"),
        Kind::DirectoryNotEmpty => text!("the folder is not empty"),
        Kind::ReadOnlyFilesystem => text!("the disk can only be read"),
        Kind::StorageFull | Kind::QuotaExceeded => no_room(),
        Kind::InvalidFilename => text!("this cannot be the name of a file"),
        _ => Text::foreign(error.to_string()),
    }
}

/// There is no room left.
pub(super) fn no_room() -> Text {
    if IN_BROWSER { text!("the storage of the browser is full") } else { text!("the disk is full") }
}
