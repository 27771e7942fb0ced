//! A browser's substitute for a disk.

use std::io;

/// Texts by name, as a browser stores them. A change happens at once and whole, or not at all. Every call fails where
/// no storage is available.
pub trait Keys {
    /// In no order.
    fn names(&self) -> io::Result<Vec<String>>;

    fn get(&self, name: &str) -> io::Result<Option<String>>;

    /// Fails with [`io::ErrorKind::QuotaExceeded`] if there is no room; the old text remains.
    fn set(&self, name: &str, text: &str) -> io::Result<()>;

    fn remove(&self, name: &str) -> io::Result<()>;
}
