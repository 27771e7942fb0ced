//! A desktop: folders that other programs change.

mod watch;

pub use watch::Watch;

use super::Wishes;

pub const IN_BROWSER: bool = false;

/// Does nothing on a desktop and returns `None`: files are written to their paths instead of downloaded.
pub fn download(_name: &str, _bytes: &[u8]) -> Option<Result<(), String>> {
    None
}

/// Does nothing on a desktop: a window asks by itself before it closes.
pub fn warn_before_leaving(_warn: bool) {}

/// The address of this program as a web page, if the build was given one.
pub fn page_address() -> Option<String> {
    option_env!("TABLET_PAGE").filter(|address| !address.is_empty()).map(String::from)
}

/// Does nothing on a desktop: a window has no back button.
pub fn show_steps_back(_steps: usize) {}

/// The system's wishes, which are known only to a page.
pub fn wishes() -> Wishes {
    Wishes { text: 1.0, contrast: false, still: false }
}

pub fn can_fill_screen() -> bool {
    true
}
