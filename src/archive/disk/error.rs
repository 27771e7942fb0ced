use std::io;

use crate::platform::IN_BROWSER;
use crate::text;
use crate::text::Text;

#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum ReadError {
    Io(#[from] io::Error),
    NotAFile,
    /// The limit in bytes for its kind.
    TooLarge(u64),
}

impl ReadError {
    /// System errors are not translated.
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

/// The game goes on in memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum SaveError {
    Full,
    Denied,
    Missing,
    Gone,
    Other(Box<Text>),
}

impl SaveError {
    pub fn text(&self) -> Text {
        match self {
            SaveError::Full => no_room(),
            SaveError::Denied => text!("the folder cannot be written"),
            SaveError::Missing => text!("the folder is missing"),
            SaveError::Gone => text!("another window or device has deleted it, or moved it away"),
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
        if let Some(own) = error.get_ref().and_then(|inner| inner.downcast_ref::<SaveError>()) {
            return own.clone();
        }
        match error.kind() {
            Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => SaveError::Full,
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => SaveError::Denied,
            Kind::NotFound | Kind::NotADirectory | Kind::AlreadyExists => SaveError::Missing,
            _ => system_reason(&error).into(),
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub(in crate::archive) struct Elsewhere;

impl Elsewhere {
    fn text(&self) -> Text {
        text!("it is a link to another folder and is left alone: remove the link")
    }
}

/// Rare reasons are not translated.
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

fn no_room() -> Text {
    if IN_BROWSER { text!("the browser's storage is full") } else { text!("the disk is full") }
}
