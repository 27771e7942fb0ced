//! What a browser has in place of a disk.

use std::io;

/// Texts by name, as a browser keeps them. What was set is there at once and as a whole, or nothing has changed.
pub trait Keys {
    /// Every name, in no order.
    ///
    /// # Errors
    /// When there is no storage to be had.
    fn names(&self) -> io::Result<Vec<String>>;

    /// The text of this name.
    ///
    /// # Errors
    /// When there is no storage to be had.
    fn get(&self, name: &str) -> io::Result<Option<String>>;

    /// Gives a name this text, in place of the one that it had.
    ///
    /// # Errors
    /// [`io::ErrorKind::QuotaExceeded`] when there is no room; the text is as it was.
    fn set(&self, name: &str, text: &str) -> io::Result<()>;

    /// Takes a name and its text away.
    ///
    /// # Errors
    /// When there is no storage to be had.
    fn remove(&self, name: &str) -> io::Result<()>;
}
