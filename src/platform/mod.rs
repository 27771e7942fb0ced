//! Functions that differ between a desktop and a browser page. Everything else is written once for both.

mod fonts;
mod keys;

#[cfg_attr(target_family = "wasm", path = "browser/mod.rs")]
#[cfg_attr(not(target_family = "wasm"), path = "desktop/mod.rs")]
mod here;

pub use fonts::load_fonts;
pub use here::*;
pub use keys::Keys;

/// The system's wishes for every program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wishes {
    /// The factor for the size of text.
    pub text: f32,
    pub contrast: bool,
    /// Whether sliding and fading should be off.
    pub still: bool,
}
