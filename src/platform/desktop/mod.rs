//! A desktop: folders that others change, too, and a screen that is asked to stay awake.

#[cfg(feature = "window")]
mod awake;
#[cfg(feature = "window")]
mod hands;
#[cfg(all(feature = "window", target_os = "linux"))]
mod print;
mod watch;

#[cfg(feature = "window")]
pub use awake::Awake;
#[cfg(feature = "window")]
pub use hands::{copy_picture, open, show_in_folder};
#[cfg(all(feature = "window", target_os = "linux"))]
pub use print::{can_print, print};
pub use watch::Watch;

use super::Wishes;

/// Does the program run as a page in a browser?
pub const IN_BROWSER: bool = false;

/// Hands a file over as a download; `None`: files are written where their paths say.
pub fn download(_name: &str, _bytes: &[u8]) -> Option<Result<(), String>> {
    None
}

/// Has a browser ask before the page is left: a window asks by itself.
pub fn warn_before_leaving(_warn: bool) {}

/// Does the desktop have a dialog for printing? Others than Linux want a PDF viewer for it.
#[cfg(all(feature = "window", not(target_os = "linux")))]
pub fn can_print() -> bool {
    false
}

/// Opens the desktop's dialog for printing, where [`can_print`] found one.
///
/// # Errors
/// Always.
#[cfg(all(feature = "window", not(target_os = "linux")))]
pub fn print(_title: &str, _pdf: &[u8]) -> Result<(), String> {
    Err(std::io::Error::from(std::io::ErrorKind::Unsupported).to_string())
}

/// Where this program is to be had as a page: what the build was told.
pub fn page_address() -> Option<String> {
    option_env!("TABLET_PAGE").filter(|address| !address.is_empty()).map(String::from)
}

/// Tells a browser how many steps back there are: a window has no such button.
pub fn show_steps_back(_steps: usize) {}

/// What the system asks of every program: known of a page only.
pub fn wishes() -> Wishes {
    Wishes { text: 1.0, contrast: false, still: false }
}

/// Can the window have the whole screen?
pub fn can_fill_screen() -> bool {
    true
}
