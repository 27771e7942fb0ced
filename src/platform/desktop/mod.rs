//! A desktop: folders that others change, too, and a screen that is asked to stay awake.

#[cfg(feature = "window")]
mod awake;
#[cfg(feature = "window")]
mod hands;
mod watch;

#[cfg(feature = "window")]
pub use awake::Awake;
#[cfg(feature = "window")]
pub use hands::{copy_picture, open, show_in_folder};
pub use watch::Watch;

/// Does the program run as a page in a browser?
pub const IN_BROWSER: bool = false;

/// Hands a file over as a download; `None`: files are written where their paths say.
pub fn download(_name: &str, _bytes: &[u8]) -> Option<Result<(), String>> {
    None
}

/// Has a browser ask before the page is left: a window asks by itself.
pub fn warn_before_leaving(_warn: bool) {}

/// Can the window have the whole screen?
pub fn can_fill_screen() -> bool {
    true
}
