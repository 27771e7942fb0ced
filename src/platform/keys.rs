//! A browser's substitute for a disk.

use std::io;

/// Texts by name, as a browser stores them. A change happens at once and whole, or not at all.
pub trait Keys {
    /// Every name, in no order.
    ///
    /// # Errors
    /// No storage is available.
    fn names(&self) -> io::Result<Vec<String>>;

    /// The text under this name.
    ///
    /// # Errors
    /// No storage is available.
    fn get(&self, name: &str) -> io::Result<Option<String>>;

    /// Sets the text under a name, replacing any earlier one.
    ///
    /// # Errors
    /// [`io::ErrorKind::QuotaExceeded`] if there is no room; the old text remains.
    fn set(&self, name: &str, text: &str) -> io::Result<()>;

    /// Removes a name and its text.
    ///
    /// # Errors
    /// No storage is available.
    fn remove(&self, name: &str) -> io::Result<()>;
}
