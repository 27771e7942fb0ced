//! Reasons why a file cannot be read or written, in the player's language.

use std::io;

use crate::platform::IN_BROWSER;
use crate::text;
use crate::text::Text;

/// A reason why a file cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum ReadError {
    /// The file cannot be opened or read.
    Io(#[from] io::Error),
    /// It is not a regular file but a folder, a pipe or a device.
    NotAFile,
    /// It has more bytes than this, the limit for its kind.
    TooLarge(u64),
}

impl ReadError {
    /// The reason in words; the system's own errors stay in its words.
    pub fn text(&self) -> Text {
        match self {
            ReadError::Io(error) => text!("cannot be read: {reason}", reason = system_reason(error)),
            ReadError::NotAFile => text!("is not a file"),
            ReadError::TooLarge(most) => {
                text!("is larger than {size} MB, too large for a session", size = most / 1024 / 1024)
            }
        }
    }
}

/// A reason why a session is not on disk. The game goes on in memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum SaveError {
    /// The disk is full.
    Full,
    /// The folder or the file may not be written to.
    Denied,
    /// The folder does not exist and cannot be made.
    Missing,
    /// Any other error, mostly in the system's words.
    Other(Box<Text>),
}

impl SaveError {
    /// The reason, in a few words.
    pub fn text(&self) -> Text {
        match self {
            SaveError::Full => no_room(),
            SaveError::Denied => text!("the folder cannot be written"),
            SaveError::Missing => text!("the folder is missing"),
            SaveError::Other(text) => (**text).clone(),
        }
    }
}

impl From<Text> for SaveError {
    fn from(text: Text) -> Self {
        SaveError::Other(Box::new(text))
    }
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind as Kind;
        match error.kind() {
            Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => SaveError::Full,
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => SaveError::Denied,
            Kind::NotFound | Kind::NotADirectory | Kind::AlreadyExists => SaveError::Missing,
            _ => system_reason(&error).into(),
        }
    }
}

/// One of our folders is a link to another place.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub(in crate::archive) struct Elsewhere;

impl Elsewhere {
    /// What is wrong and what to do.
    fn text(&self) -> Text {
        text!("it is a link to another folder and is left alone: remove the link")
    }
}

/// The reason why the system refused, in a few words; rare ones in the system's own.
pub fn system_reason(error: &io::Error) -> Text {
    use io::ErrorKind as Kind;
    if let Some(elsewhere) = error.get_ref().and_then(|inner| inner.downcast_ref::<Elsewhere>()) {
        return elsewhere.text();
    }
    match error.kind() {
        Kind::NotFound => text!("there is no such file or folder"),
        Kind::PermissionDenied => text!("permission denied"),
        Kind::AlreadyExists => text!("something with this name already exists"),
        Kind::NotADirectory => text!("a part of the path is a file, not a folder"),
        Kind::IsADirectory => text!("it is a folder"),
        Kind::DirectoryNotEmpty => text!("the folder is not empty"),
        Kind::ReadOnlyFilesystem => text!("the disk is read-only"),
        Kind::StorageFull | Kind::QuotaExceeded => no_room(),
        Kind::InvalidFilename => text!("this cannot be a file name"),
        _ => Text::foreign(error.to_string()),
    }
}

/// The disk is full.
fn no_room() -> Text {
    if IN_BROWSER { text!("the browser's storage is full") } else { text!("the disk is full") }
}
