//! Asks the browser; where it cannot, the wish is not offered.

use crate::browser;

/// Asks the browser to keep the screen awake, or lets go.
pub struct Awake;

impl Awake {
    /// `report` is for platforms that say why they cannot.
    pub fn new(_report: impl Fn(Option<String>) + Send + 'static) -> Awake {
        Awake
    }

    /// Should the screen stay awake from now on?
    pub fn keep(&mut self, awake: bool) {
        browser::keep_awake(awake);
    }
}
