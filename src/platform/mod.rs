//! What a desktop and a page in a browser do each in their own way. Everything else is written once for both.

mod keys;

#[cfg_attr(target_family = "wasm", path = "browser/mod.rs")]
#[cfg_attr(not(target_family = "wasm"), path = "desktop/mod.rs")]
mod here;

pub use here::*;
pub use keys::Keys;

/// What the system asks of every program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wishes {
    /// The size of its text, as a factor.
    pub text: f32,
    /// Strong colours and outlines.
    pub contrast: bool,
    /// Nothing slides or fades.
    pub still: bool,
}
